//! The sign-in page and the start page, as a browser without script loads them.

use serde_json::json;

use super::lectern::{ADMIN, Lectern};

#[test]
fn the_sign_in_page_loads_nothing_but_itself() {
    let page = Lectern::start(&[]);
    let page = (page.anonymous().get("/signin?next=%22%3E%3Cscript%3E"), page);
    let (page, _) = page;
    assert_eq!((page.status, page.header("cache-control")), (200, "no-store"));
    assert_eq!(page.header("x-frame-options"), "DENY");
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.text.matches("<script>").count(), 1);
    assert!(
        page.text.contains(r#"autocomplete="username webauthn""#)
            && page.text.contains(r#"autocomplete="current-password""#)
    );
}

#[test]
fn the_form_signs_in_and_redirects_to_local_paths_only() {
    let lectern = Lectern::start(&[]);
    let form = |password: &str, next: &str| {
        format!("step=signin&email={}&password={}&next={next}", ADMIN.0, password.replace(' ', "+"))
    };
    let wrong = lectern.anonymous().submit("/signin", &form("wrong", "/app"));
    assert_eq!(wrong.status, 401);
    assert!(wrong.text.contains("That e-mail and password do not match.") && wrong.text.contains(ADMIN.0));
    assert!(!wrong.text.contains("value=\"wrong\""), "a password is not sent back");

    for (next, goes) in [("%2Fapp%2F7", "/app/7"), ("%2F%2Fevil.test", "/app"), ("https%3A%2F%2Fevil.test", "/app")] {
        let right = lectern.anonymous().submit("/signin", &form(ADMIN.1, next));
        assert_eq!((right.status, right.header("location")), (303, goes));
        let caller = lectern.with_cookie_of(&right);
        assert_eq!(caller.get("/api/auth/me").status, 200);
        assert_eq!(caller.get("/signin?next=/app/9").header("location"), "/app/9");
    }
}

#[test]
fn opening_a_link_does_not_use_it_up_and_a_password_can_be_set_after_it() {
    let lectern = Lectern::start(&[]);
    let made = lectern.admin().post("/api/admin/users", &json!({ "email": "ada@x.test" })).json();
    let (_, token) = made["inviteLink"].as_str().and_then(|link| link.split_once("token=")).expect("a link");
    let page = lectern.anonymous().get(&format!("/signin?token={token}"));
    assert!(page.text.contains("Welcome to Lectern") && page.text.contains("Come in"));

    let form = format!("step=link&token={token}&next=%2Fapp%2F7");
    let signed_in = lectern.anonymous().submit("/signin", &form);
    assert_eq!(signed_in.header("location"), "/signin?step=password&next=%2Fapp%2F7");
    let ada = lectern.with_cookie_of(&signed_in);
    let choose = ada.get(signed_in.header("location")).text;
    assert!(choose.contains("Choose a password") && choose.contains("value=\"ada@x.test\""), "{choose}");
    assert_eq!(ada.submit("/signin", "step=password&name=Ada&password=short").status, 400);
    let chosen = ada.submit("/signin", "step=password&name=Ada&password=long+enough&next=%2Fapp%2F7");
    assert_eq!((chosen.status, chosen.header("location")), (303, "/app/7"));
    assert_eq!(ada.get("/api/auth/me").json()["user"]["name"], "Ada");
    lectern.signed_in("ada@x.test", "long enough");

    let again = lectern.anonymous().submit("/signin", &form);
    assert!(again.status == 401 && again.text.contains("This link has been used or has expired."));
    assert_eq!(lectern.anonymous().submit("/signin", "step=password&password=long+enough").status, 401);
}

#[test]
fn the_start_page_redirects_to_the_decks_or_to_the_sign_in_page() {
    let lectern = Lectern::start(&[]);
    let (anonymous, admin) = (lectern.anonymous(), lectern.admin());
    for (caller, path, location) in [
        (&anonymous, "/", "/signin"),
        (&admin, "/", "/app"),
        (&anonymous, "/app/7?slideId=2", "/signin?next=%2Fapp%2F7%3FslideId%3D2"),
    ] {
        let answer = caller.get(path);
        assert_eq!((answer.status, answer.header("location")), (303, location), "{path}");
    }
    let decks = admin.get("/app");
    assert_eq!((decks.status, decks.header("cache-control")), (200, "no-store"));
    let has_app = decks.text.contains("<script type=\"module\" src=\"/assets/");
    assert!(has_app || decks.text.contains("This build has no web app."), "{}", decks.text);
}

#[test]
fn the_editor_page_has_the_deck_and_the_requested_slide() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let slides = json!([
        { "type": "title", "content": { "title": "High water" } },
        { "type": "content", "content": { "title": "Ebb </script><script>", "body": "It falls" } },
    ]);
    let made = admin.post("/api/presentations", &json!({ "title": "Tides", "slides": slides })).json();
    let (id, second) = (&made["presentation"]["id"], &made["presentation"]["slides"][1]["id"]);
    let address = format!("/app/{}", id.as_str().expect("an id"));
    let page = admin.get(&address);
    if page.text.contains("This build has no web app.") {
        return;
    }
    let data = |text: &str| {
        let (_, data) = text.split_once("id=\"data\">").expect("data");
        let (data, _) = data.split_once("</script>").expect("an end");
        serde_json::from_str::<serde_json::Value>(data).expect("JSON")
    };
    let first = data(&page.text);
    assert_eq!(first["presentation"]["revision"], 1);
    assert_eq!(first["drawn"]["slideId"], first["presentation"]["slides"][0]["id"]);
    assert_eq!((&first["withdrawn"], first["themes"].is_array()), (&json!({}), true));
    // With the version of its theme, clients may cache the picture of a type or theme forever.
    let theme = first["presentation"]["theme"].as_str().expect("a theme");
    for (picture, theme) in [
        ("slide-types/quote-slide/thumb.png?theme=ledger".to_owned(), "ledger"),
        ("themes/ledger/thumb.png?title=Harbour".to_owned(), "ledger"),
        (format!("slide-types/quote-slide/thumb.png?theme={theme}"), theme),
    ] {
        let version = first["thumbnailVersions"][theme].as_str().expect("a version");
        let current = admin.head(&format!("/api/{picture}&w=64&v={version}"));
        assert_eq!(current.header("cache-control"), "private, max-age=31536000, immutable", "{picture}");
        assert_eq!(admin.head(&format!("/api/{picture}&w=64&v=old")).header("cache-control"), "private, no-cache");
    }
    assert!(page.text.contains("<template shadowrootmode=\"open\"><style>"));
    assert!(page.header("content-security-policy").contains("style-src 'self' 'sha256-"));
    let requested = data(&admin.get(&format!("{address}?slideId={}", second.as_str().expect("an id"))).text);
    assert_eq!(&requested["drawn"]["slideId"], second);
    let wrong = data(&admin.get(&format!("{address}?slideId=none&lang=xx")).text);
    assert_eq!(wrong["drawn"], first["drawn"]);

    // A disabled type is still described for decks that use it.
    assert_eq!(admin.patch("/api/slide-types/content-slide", &json!({ "enabled": false })).status, 200);
    let after = data(&admin.get(&address).text);
    assert!(after["withdrawn"]["content-slide"]["fields"].is_array(), "{}", after["withdrawn"]);
}

#[test]
fn an_unknown_path_is_a_page_for_browsers_and_an_error_for_programs() {
    let lectern = Lectern::start(&[]);
    let (anonymous, admin) = (lectern.anonymous(), lectern.admin());
    let person = anonymous.with("Accept", "text/html,application/xhtml+xml");
    let page = person.get("/nowhere");
    assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(page.text.contains("left out on purpose") && page.text.contains("href=\"/app\""), "{}", page.text);
    assert!(page.header("content-security-policy").contains("style-src 'self' 'sha256-"));
    let dutch = person.with("Accept-Language", "nl-NL,nl;q=0.9").get("/nowhere").text;
    assert!(dutch.contains("<html lang=\"nl\">") && dutch.contains("met opzet weggelaten"), "{dutch}");
    for path in ["/api/nowhere", "/api", "/mcp/nowhere"] {
        assert!(person.get(path).header("content-type").starts_with("application/json"), "{path}");
    }
    assert_eq!(anonymous.get("/nowhere").refusal(), (404, "not_found".to_owned()));
    let deck = admin.with("Accept", "text/html").get("/app/none");
    assert!(deck.status == 404 && deck.text.contains("It may be in the trash"), "{}", deck.text);
}
