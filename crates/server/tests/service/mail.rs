//! Mail over a real SMTP server: invitations, links to sign in, new passwords and mentions.

use serde_json::json;

use super::lectern::{ADMIN, Answer, Caller, Lectern};
use super::smtp::{AUTHORITY, SmtpServer};

const BASE: &str = "https://decks.test";
const FROM: (&str, &str) = ("SVC_SMTP_FROM", "Lectern <decks@example.test>");

/// A service that sends mail without encryption, and the server that receives it.
fn with_mail() -> (Lectern, SmtpServer) {
    let server = SmtpServer::start(false);
    let url = format!("smtp://127.0.0.1:{}?tls=none", server.port);
    (Lectern::start(&[("SVC_SMTP_URL", &url), FROM, ("APP_URL", BASE)]), server)
}

/// Requests a link by the form of the sign-in page.
fn request(lectern: &Lectern, step: &str, email: &str) -> Answer {
    lectern.anonymous().submit("/signin", &format!("step={step}&email={}&next=%2Fapp", email.replace('@', "%40")))
}

/// Redeems the link of a mail on the sign-in page. Returns a client with the new session, and the path of the redirect.
fn redeem(lectern: &Lectern, link: &str) -> (Caller, String) {
    assert!(lectern.anonymous().get(link).text.contains("name=\"token\""), "looking at a link does not redeem it");
    let token = link.strip_prefix("/signin?token=").expect("a token");
    let answer = lectern.anonymous().submit("/signin", &format!("step=link&next=%2Fapp&token={token}"));
    assert_eq!(answer.status, 303, "{}", answer.text);
    (lectern.with_cookie_of(&answer), answer.header("location").to_owned())
}

#[test]
fn an_invitation_is_mailed_encrypted_in_the_language_of_the_sender() {
    let server = SmtpServer::start(true);
    let url = format!("smtp://lectern:p%40ss@localhost:{}", server.port);
    let lectern = Lectern::start(&[("SVC_SMTP_URL", &url), FROM, ("APP_URL", BASE), ("SSL_CERT_FILE", AUTHORITY)]);
    let admin = lectern.admin().with("Accept-Language", "nl-BE,nl;q=0.9");
    assert_eq!(admin.get("/api/auth/me").json()["sendsMail"], true);

    let made = admin.post("/api/admin/users", &json!({ "email": "zoe@example.test", "name": "Zoë" }));
    assert_eq!((made.status, &made.json()["mailed"]), (201, &json!(true)), "{}", made.text);
    let mail = server.next();
    assert!(mail.encrypted);
    assert_eq!((mail.credentials.as_str(), mail.hello.as_str()), ("lectern p@ss", "decks.test"));
    assert_eq!((mail.from.as_str(), mail.to.as_str()), ("decks@example.test", "zoe@example.test"));
    assert_eq!(mail.header("From"), "Lectern <decks@example.test>");
    assert_eq!(mail.header("Subject"), "Administrator nodigt je uit voor Default op Lectern");
    assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
    assert!(mail.header("Message-ID").ends_with("@example.test>") && !mail.header("Date").is_empty());
    assert!(mail.text().starts_with("Hallo Zoë,\n\nAdministrator heeft een account"), "{}", mail.text());
    assert!(mail.html().contains("<html lang=\"nl\">") && mail.html().contains("Hallo Zoë,"), "{}", mail.html());
    assert_eq!(made.json()["inviteLink"], format!("{BASE}{}", mail.link(BASE)), "the administrator sees it, too");
    let (_, next) = redeem(&lectern, &mail.link(BASE));
    assert_eq!(next, "/signin?step=password&next=%2Fapp");

    let made = admin.post("/api/admin/users", &json!({ "email": "bob@example.test", "password": "long enough" }));
    assert_eq!((made.status, made.json().get("mailed")), (201, None), "a password needs no link");
}

#[test]
fn a_new_password_is_chosen_by_mail_and_ends_other_sessions() {
    let (lectern, server) = with_mail();
    let ada = lectern.member("ada@example.test");
    let page = lectern.anonymous().get("/signin?next=%2Fapp%2F7").text;
    assert!(page.contains("href=\"/signin?step=forgot&amp;next=%2Fapp%2F7\">Forgot your password?"), "{page}");
    assert!(lectern.anonymous().get("/signin?step=forgot").text.contains("value=\"forgot\""));

    let [known, unknown] = ["ada@example.test", "bob@example.test"].map(|email| {
        let answer = request(&lectern, "forgot", email);
        (answer.status, answer.text.replace(email, ""))
    });
    assert_eq!(known.0, 200);
    assert_eq!(known, unknown, "the page does not say whether there is an account");
    let mail = server.next();
    assert_eq!(
        (mail.to.as_str(), mail.header("Subject").as_str()),
        ("ada@example.test", "Choose a new password for Lectern")
    );

    assert_eq!(ada.get("/api/auth/me").status, 200, "requesting a link ends nothing");
    let (session, next) = redeem(&lectern, &mail.link(BASE));
    assert_eq!(ada.get("/api/auth/me").status, 401, "the link ends other sessions");
    assert!(session.get(&next).text.contains("name=\"password\""));
    assert_eq!(session.submit("/signin", "step=password&next=%2Fapp&name=Ada&password=entirely+new").status, 303);
    lectern.signed_in("ada@example.test", "entirely new");
    let token = mail.link(BASE).replace("/signin?token=", "");
    let again = lectern.anonymous().submit("/signin", &format!("step=link&token={token}"));
    assert_eq!(again.status, 401, "a link works once");
    assert!(again.text.contains("Ask for a new one on the page"), "{}", again.text);
}

#[test]
fn a_link_to_sign_in_ends_nothing_and_needs_the_current_password_for_a_new_one() {
    let (lectern, server) = with_mail();
    let ada = lectern.member("ada@example.test");
    assert_eq!(request(&lectern, "mail", " Ada@example.test ").status, 200);
    let mail = server.next();
    assert_eq!(mail.header("Subject"), "Your sign-in link for Lectern");
    let (session, next) = redeem(&lectern, &mail.link(BASE));
    assert_eq!(ada.get("/api/auth/me").status, 200);
    assert_eq!(session.get(&next).header("location"), "/app");
    assert_eq!(session.post("/api/auth/change-password", &json!({ "password": "entirely new" })).status, 400);
}

#[test]
fn requests_for_links_are_limited_and_mail_goes_to_open_accounts_alone() {
    let (lectern, server) = with_mail();
    lectern.member("ada@example.test");
    let admin = lectern.admin();
    let users = admin.get("/api/admin/users").json();
    let ada = users["users"].as_array().expect("accounts").iter().find(|user| user["email"] == "ada@example.test");
    let ada = ada.and_then(|user| user["id"].as_str()).expect("an id");
    assert_eq!(admin.patch(&format!("/api/admin/users/{ada}"), &json!({ "disabled": true })).status, 200);
    for email in ["ada@example.test", "nobody@example.test"] {
        let statuses: Vec<u16> = (0..4).map(|_| request(&lectern, "forgot", email).status).collect();
        assert_eq!(statuses, [200, 200, 200, 429], "{email}");
    }
    assert_eq!(request(&lectern, "forgot", "no address").status, 400);
    // The first mail that arrives is for the administrator: the requests above sent none.
    assert_eq!(request(&lectern, "mail", ADMIN.0).status, 200);
    assert_eq!(server.next().to, ADMIN.0);
}

#[test]
fn a_link_can_be_requested_by_a_program() {
    let (lectern, server) = with_mail();
    lectern.member("ada@example.test");
    let ask = |body| lectern.anonymous().with("Accept-Language", "nl").post("/api/auth/link/request", &body);
    let [known, unknown] = ["ada@example.test", "bob@example.test"].map(|email| {
        let answer = ask(json!({ "email": email, "purpose": "signIn" }));
        (answer.status, answer.text)
    });
    assert_eq!(known, (200, "{\"ok\":true}".to_owned()));
    assert_eq!(known, unknown, "the answer does not say whether there is an account");
    let mail = server.next();
    assert_eq!(mail.header("Subject"), "Je link om in te loggen bij Lectern");
    redeem(&lectern, &mail.link(BASE));
    assert_eq!(ask(json!({ "email": "ada@example.test", "purpose": "password" })).status, 200);
    assert_eq!(server.next().header("Subject"), "Kies een nieuw wachtwoord voor Lectern");
    for body in [json!({ "email": "ada@example.test" }), json!({ "email": "ada@example.test", "purpose": "fun" })] {
        assert_eq!(ask(body).status, 400);
    }
    let foreign = lectern.anonymous().with("Origin", "https://elsewhere.test");
    let body = json!({ "email": "ada@example.test", "purpose": "signIn" });
    assert_eq!(foreign.post("/api/auth/link/request", &body).status, 403);
}

#[test]
fn a_mention_is_mailed_in_the_language_of_its_reader_unless_they_switched_that_off() {
    let (lectern, server) = with_mail();
    let [ada, bob] = ["ada@example.test", "bob@example.test"].map(|email| lectern.member(email));
    let me = ada.get("/api/auth/me").json();
    assert_eq!((&me["mailLang"], &me["mentionMails"]), (&json!(null), &json!(true)));
    assert_eq!(ada.patch("/api/auth/me", &json!({ "lang": "nl" })).status, 200);
    assert_eq!(bob.patch("/api/auth/me", &json!({ "mentionMails": false })).status, 200);
    assert_eq!(ada.patch("/api/auth/me", &json!({ "lang": "not a tag" })).status, 400);
    let me = ada.get("/api/auth/me").json();
    assert_eq!((&me["mailLang"], &me["mentionMails"]), (&json!("nl"), &json!(true)));
    let admin = lectern.admin();
    let deck = admin.post("/api/presentations", &json!({ "title": "Tides", "visibility": "organization" }));
    let path = format!("/api/presentations/{}/comments", deck.json()["presentation"]["id"].as_str().expect("an id"));
    let body = "@[Bob](user:bob@example.test) and @[Ada](user:ada@example.test)";
    assert_eq!(admin.post(&path, &json!({ "body": body })).status, 201);
    let mail = server.next();
    assert_eq!(mail.to, "ada@example.test", "Bob is mentioned first and wants no mail");
    assert_eq!(mail.header("Subject"), "Administrator noemde je in “Tides”");
    assert!(mail.text().contains(&format!("{BASE}/settings/profile")), "{}", mail.text());
    assert_eq!(bob.patch("/api/auth/me", &json!({ "mentionMails": true, "name": "Bob" })).status, 200);
    assert_eq!(admin.post(&path, &json!({ "body": "@[Bob](user:bob@example.test)" })).status, 201);
    assert_eq!(server.next().to, "bob@example.test");
    let notifications = bob.get("/api/notifications").json();
    assert_eq!(notifications["notifications"].as_array().map(Vec::len), Some(2), "the app shows both: {notifications}");
}

#[test]
fn a_mention_is_mailed_in_the_language_of_the_deck_while_that_of_the_reader_is_unknown() {
    let (lectern, server) = with_mail();
    lectern.member("ada@example.test");
    let admin = lectern.admin();
    let deck = admin.post(
        "/api/presentations",
        &json!({ "title": "Eb <en> vloed", "lang": "nl-NL", "visibility": "organization" }),
    );
    assert_eq!(deck.status, 201, "{}", deck.text);
    let id = deck.json()["presentation"]["id"].as_str().expect("an id").to_owned();
    let body = "Kijk je mee, @[Ada](user:ada@example.test)? Of @[ik](user:admin@example.test).";
    let comment = admin.post(&format!("/api/presentations/{id}/comments"), &json!({ "body": body }));
    assert_eq!(comment.status, 201, "{}", comment.text);
    let mail = server.next();
    assert_eq!(mail.to, "ada@example.test");
    assert_eq!(mail.header("Subject"), "Administrator noemde je in “Eb <en> vloed”");
    assert!(mail.text().contains("> Kijk je mee, @Ada? Of @ik.\n"), "{}", mail.text());
    assert!(mail.html().contains("“Eb &lt;en&gt; vloed”"), "{}", mail.html());
    assert_eq!(mail.link(BASE), format!("/app/{id}?panel=comments"));
}

#[test]
fn a_mail_is_sent_again_after_a_refusal_for_now_but_not_after_one_for_good() {
    let (lectern, server) = with_mail();
    server.will_reply(&["550 No such mailbox", "451 Try again later"]);
    for email in ["gone@example.test", "busy@example.test"] {
        assert_eq!(lectern.admin().post("/api/admin/users", &json!({ "email": email })).status, 201);
    }
    assert_eq!(server.next().to, "busy@example.test");
    let log = lectern.log();
    assert!(log.contains("a mail was dropped, attempts: 1: ") && log.contains("next attempt in 2s"), "{log}");
}

#[test]
fn without_a_server_no_mail_is_offered() {
    let lectern = Lectern::start(&[]);
    let page = lectern.anonymous().get("/signin").text;
    assert!(!page.contains("step=forgot") && !page.contains("step=mail"), "{page}");
    assert!(lectern.anonymous().get("/signin?step=forgot").text.contains("name=\"password\""));
    assert_eq!(request(&lectern, "forgot", ADMIN.0).status, 404);
    let body = json!({ "email": ADMIN.0, "purpose": "signIn" });
    assert_eq!(lectern.anonymous().post("/api/auth/link/request", &body).status, 404);
    let admin = lectern.admin();
    assert_eq!(admin.get("/api/auth/me").json()["sendsMail"], false);
    let made = admin.post("/api/admin/users", &json!({ "email": "ada@example.test" })).json();
    assert!(made.get("mailed").is_none() && made["inviteLink"].is_string(), "{made}");
}
