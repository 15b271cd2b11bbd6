//! The sign-in page and the front door, as a browser without script meets them.

use serde_json::json;

use crate::lectern::{ADMIN, Lectern};

#[test]
fn the_sign_in_page_lets_nothing_in_but_itself() {
    let page = Lectern::start(&[]);
    let page = (page.anybody().get("/signin?next=%22%3E%3Cscript%3E"), page);
    let (page, _) = page;
    assert_eq!((page.status, page.header("cache-control")), (200, "no-store"));
    assert_eq!(page.header("x-frame-options"), "DENY");
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.text.matches("<script>").count(), 1);
    assert!(
        page.text.contains(r#"autocomplete="username""#) && page.text.contains(r#"autocomplete="current-password""#)
    );
}

#[test]
fn the_form_signs_in_and_goes_on_to_local_paths_only() {
    let lectern = Lectern::start(&[]);
    let form = |password: &str, next: &str| {
        format!("step=signin&email={}&password={}&next={next}", ADMIN.0, password.replace(' ', "+"))
    };
    let wrong = lectern.anybody().submit("/signin", &form("wrong", "/app"));
    assert_eq!(wrong.status, 401);
    assert!(wrong.text.contains("That e-mail and password do not match.") && wrong.text.contains(ADMIN.0));
    assert!(!wrong.text.contains("value=\"wrong\""), "a password is not sent back");

    for (next, goes) in [("%2Fapp%2F7", "/app/7"), ("%2F%2Fevil.test", "/app"), ("https%3A%2F%2Fevil.test", "/app")] {
        let right = lectern.anybody().submit("/signin", &form(ADMIN.1, next));
        assert_eq!((right.status, right.header("location")), (303, goes));
        let caller = lectern.with_cookie_of(&right);
        assert_eq!(caller.get("/api/auth/me").status, 200);
        assert_eq!(caller.get("/signin?next=/app/9").header("location"), "/app/9");
    }
}

#[test]
fn looking_at_a_link_does_not_spend_it_and_a_password_can_be_chosen_after_it() {
    let lectern = Lectern::start(&[]);
    let made = lectern.admin().post("/api/admin/users", &json!({ "email": "ada@x.test" })).json();
    let (_, token) = made["inviteLink"].as_str().and_then(|link| link.split_once("token=")).expect("a link");
    let page = lectern.anybody().get(&format!("/signin?token={token}"));
    assert!(page.text.contains("Welcome to Lectern") && page.text.contains("Come in"));

    let form = format!("step=link&token={token}&next=%2Fapp%2F7");
    let came_in = lectern.anybody().submit("/signin", &form);
    assert_eq!(came_in.header("location"), "/signin?step=password&next=%2Fapp%2F7");
    let ada = lectern.with_cookie_of(&came_in);
    assert!(ada.get(came_in.header("location")).text.contains("Choose a password"));
    assert_eq!(ada.submit("/signin", "step=password&name=Ada&password=short").status, 400);
    let chosen = ada.submit("/signin", "step=password&name=Ada&password=long+enough&next=%2Fapp%2F7");
    assert_eq!((chosen.status, chosen.header("location")), (303, "/app/7"));
    assert_eq!(ada.get("/api/auth/me").json()["user"]["name"], "Ada");
    lectern.signed_in("ada@x.test", "long enough");

    let again = lectern.anybody().submit("/signin", &form);
    assert!(again.status == 401 && again.text.contains("This link has been used or has expired."));
    assert_eq!(lectern.anybody().submit("/signin", "step=password&password=long+enough").status, 401);
}

#[test]
fn the_front_door_leads_to_the_decks_or_to_the_sign_in_page() {
    let lectern = Lectern::start(&[]);
    let (anybody, admin) = (lectern.anybody(), lectern.admin());
    for (caller, path, location) in [
        (&anybody, "/", "/signin"),
        (&admin, "/", "/app"),
        (&anybody, "/app/7?slideId=2", "/signin?next=%2Fapp%2F7%3FslideId%3D2"),
    ] {
        let answer = caller.get(path);
        assert_eq!((answer.status, answer.header("location")), (303, location), "{path}");
    }
    let decks = admin.get("/app");
    assert_eq!((decks.status, decks.header("cache-control")), (200, "no-store"));
    let has_app = decks.text.contains("<script type=\"module\" src=\"/assets/");
    assert!(has_app || decks.text.contains("This build has no web app."), "{}", decks.text);
}
