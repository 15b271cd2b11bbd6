//! Sign-in, the caller's own account, management of accounts, and organizations.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lectern::{ADMIN, Lectern};

#[test]
fn the_cookie_is_for_this_site_and_not_for_scripts() {
    let lectern = Lectern::start(&[("SVC_TRUST_PROXY", "1")]);
    let login = json!({ "email": ADMIN.0, "password": ADMIN.1 });
    let cookie = |caller: &super::lectern::Caller| {
        let answer = caller.post("/api/auth/login", &login);
        let (_, rules) = answer.header("set-cookie").split_once(';').expect("a cookie with rules");
        rules.to_owned()
    };
    let anonymous = lectern.anonymous();
    assert_eq!(cookie(&anonymous), " Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600");
    assert!(cookie(&anonymous.with("X-Forwarded-Proto", "https")).ends_with("; Secure"));
}

#[test]
fn failures_are_counted_by_the_address_that_the_proxy_saw() {
    let lectern = Lectern::start(&[("SVC_TRUST_PROXY", "on")]);
    let from = |address: &str| lectern.anonymous().with("X-Forwarded-For", address);
    let status = |address: &str| from(address).post("/api/auth/link", &json!({ "token": "no" })).status;
    let first: Vec<u16> = (0..12).map(|_| status("198.51.100.7, 203.0.113.1")).collect();
    assert!(first.starts_with(&[401; 10]) && first.contains(&429), "{first:?}");
    assert_eq!(status("198.51.100.8, 203.0.113.1"), 429, "what the client claims does not count");
    assert_eq!(status("203.0.113.2"), 401);
}

#[test]
fn a_link_signs_in_once_and_a_first_password_needs_no_current_one() {
    let lectern = Lectern::start(&[("APP_URL", "http://decks.example")]);
    let made = lectern.admin().post("/api/admin/users", &json!({ "email": "ada@x.test" })).json();
    let link = made["inviteLink"].as_str().expect("a link");
    let token = link.strip_prefix("http://decks.example/signin?token=").expect("the public address");

    let redeemed = lectern.anonymous().post("/api/auth/link", &json!({ "token": token }));
    let ada = lectern.with_cookie_of(&redeemed);
    assert_eq!(ada.get("/api/auth/me").json()["mayChoosePassword"], true);
    assert_eq!(ada.post("/api/auth/change-password", &json!({ "password": "short" })).status, 400);
    assert_eq!(ada.post("/api/auth/change-password", &json!({ "password": "long enough" })).status, 200);
    assert_eq!(ada.post("/api/auth/change-password", &json!({ "password": "another one" })).status, 400);
    let wrong = json!({ "current": "no such", "password": "another one" });
    assert_eq!(ada.post("/api/auth/change-password", &wrong).refusal(), (403, "forbidden".to_owned()));
    lectern.signed_in("ada@x.test", "long enough");
    assert_eq!(lectern.anonymous().post("/api/auth/link", &json!({ "token": token })).status, 401);
}

#[test]
fn users_change_their_name_and_sign_out() {
    let lectern = Lectern::start(&[]);
    let ada = lectern.member("ada@x.test");
    assert_eq!(ada.patch("/api/auth/me", &json!({ "name": "Ada" })).json()["user"]["name"], "Ada");
    assert_eq!(ada.patch("/api/auth/me", &json!({ "name": 7 })).status, 400);
    let foreign = ada.with("Origin", "https://elsewhere.test");
    assert_eq!(foreign.post("/api/auth/logout", &json!({})).refusal(), (403, "csrf".to_owned()));
    let out = ada.post("/api/auth/logout", &json!({}));
    assert_eq!((out.json(), out.header("set-cookie").contains("Max-Age=0")), (json!({ "ok": true }), true));
    assert_eq!(ada.get("/api/auth/me").refusal(), (401, "unauthorized".to_owned()));
    assert_eq!(ada.post("/api/auth/logout", &json!({})).status, 200);
}

#[test]
fn a_sign_in_request_is_short_and_complete() {
    let anonymous = Lectern::start(&[]);
    let anonymous = (anonymous.anonymous(), anonymous);
    for body in [json!({}), json!({ "email": ADMIN.0 }), json!({ "email": 5, "password": "x" })] {
        assert_eq!(anonymous.0.post("/api/auth/login", &body).status, 400, "{body}");
    }
    let long = json!({ "email": "a@x.test", "password": "x".repeat(20_000) });
    assert_eq!(anonymous.0.post("/api/auth/login", &long).status, 413);
}

#[test]
fn the_role_is_checked_before_the_body_is_read() {
    let lectern = Lectern::start(&[]);
    let ada = lectern.member("ada@x.test");
    for path in ["/api/admin/users", "/api/organizations", "/api/themes/custom", "/api/slide-types/custom"] {
        assert_eq!(ada.submit(path, "not json").status, 403, "{path}");
        assert_eq!(lectern.admin().submit(path, "not json").status, 400, "{path}");
        assert_eq!(lectern.key(&["write"]).submit(path, "not json").status, 401, "{path}");
    }
    let search = ada.get("/api/users/search?q=ADMIN").json();
    assert_eq!(search, json!({ "users": [{ "email": ADMIN.0, "name": "Administrator" }] }));
}

#[test]
fn accounts_are_changed_and_deleted() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let made = admin.post("/api/admin/users", &json!({ "email": "ada@x.test", "password": "long enough" })).json();
    let path = format!("/api/admin/users/{}", made["user"]["id"].as_str().expect("an id"));
    assert_eq!(admin.get(&path).json(), json!({ "user": made["user"], "decks": 0 }));
    assert_eq!(admin.get("/api/admin/users/none").status, 404);
    for (change, status) in [
        (json!({ "tier": "platinum" }), 400),
        (json!({ "role": "emperor" }), 400),
        (json!({ "disabled": "yes" }), 400),
        (json!({ "tier": "pro", "name": "Ada" }), 200),
    ] {
        assert_eq!(admin.patch(&path, &change).status, status, "{change}");
    }
    let ada = lectern.signed_in("ada@x.test", "long enough");
    assert_eq!(admin.patch(&path, &json!({ "disabled": true })).json()["user"]["disabled"], true);
    assert_eq!(ada.get("/api/auth/me").status, 401);
    assert_eq!(admin.delete(&path).json(), json!({ "deleted": true }));
    assert_eq!(admin.delete(&path).refusal(), (404, "not_found".to_owned()));
}

#[test]
fn organizations_have_members_and_a_session_acts_in_one() {
    let lectern = Lectern::start(&[]);
    let (admin, ada) = (lectern.admin(), lectern.member("ada@x.test"));
    let made = admin.post("/api/organizations", &json!({ "name": "Annex", "slug": "annex" }));
    let id = made.json()["organization"]["id"].as_str().expect("an id").to_owned();
    let (path, members) = (format!("/api/organizations/{id}"), format!("/api/organizations/{id}/members"));
    assert_eq!(made.status, 201);
    assert_eq!(admin.post("/api/organizations", &json!({ "name": "Again", "slug": "annex" })).status, 409);
    assert_eq!(admin.patch(&path, &json!({ "name": "Wing" })).json()["organization"]["name"], "Wing");

    assert_eq!(ada.get(&members).status, 404);
    assert_eq!(ada.post(&format!("{path}/switch"), &json!({})).status, 404);
    assert_eq!(admin.post(&members, &json!({ "email": "ada@x.test" })).json()["member"]["role"], "member");
    let twice = admin.post(&members, &json!({ "email": "ADA@x.test" }));
    assert_eq!((twice.status, &twice.json()["details"]), (409, &json!("`ada@x.test` is a member already")));
    assert_eq!(ada.post(&format!("{path}/switch"), &json!({})).json()["organization"]["slug"], "annex");
    assert_eq!(ada.get("/api/auth/me").json()["organization"]["slug"], "annex");
    let one = format!("{members}/ada%40x.test");
    assert_eq!(ada.patch(&one, &json!({ "role": "admin" })).status, 403);
    assert_eq!(admin.patch(&one, &json!({ "role": "admin" })).json()["member"]["role"], "admin");
    let emails = |answer: Value| answer["members"].as_array().map_or(0, Vec::len);
    assert_eq!(emails(ada.get(&members).json()), 2);
    assert_eq!(admin.delete(&one).json(), json!({ "removed": true }));
    assert_eq!(admin.delete(&path).json(), json!({ "deleted": true }));
}

#[test]
fn an_administrator_keeps_a_membership_and_can_sign_in() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let first = admin.get("/api/auth/me").json()["organization"]["id"].as_str().expect("an id").to_owned();
    let own = format!("/api/organizations/{first}/members/admin%40example.test");
    assert_eq!(admin.delete(&own).refusal(), (400, "bad_request".to_owned()));
    let annex = admin.post("/api/organizations", &json!({ "name": "Annex", "slug": "annex" })).json();
    let annex = format!("/api/organizations/{}", annex["organization"]["id"].as_str().expect("an id"));
    assert_eq!(admin.delete(&own).status, 200, "there is another");
    assert_eq!(admin.delete(&annex).refusal(), (400, "bad_request".to_owned()));
    assert_eq!(lectern.admin().get("/api/auth/me").json()["organization"]["slug"], "annex");
    assert!(lectern.run(&["user", "list"]).status.success());
}

#[test]
fn actions_of_administrators_are_recorded_even_if_the_client_disconnects() {
    const ACCOUNTS: usize = 40;
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let (address, cookie) = (lectern.address.trim_start_matches("http://"), &admin.headers[0].1);
    for number in 0..ACCOUNTS {
        let made = admin.post("/api/admin/users", &json!({ "email": format!("{number}@x.test") })).json();
        let id = made["user"]["id"].as_str().expect("an id");
        let mut line = TcpStream::connect(address).expect("it listens");
        let request = format!("DELETE /api/admin/users/{id} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
        line.write_all(request.as_bytes()).expect("it is sent");
    }
    let left_and_recorded = || {
        let users = admin.get("/api/admin/users").json()["users"].as_array().map_or(0, Vec::len) - 1;
        let acts = admin.get("/api/admin/audit?limit=100").json()["entries"].clone();
        let removals = acts.as_array().into_iter().flatten().filter(|entry| entry["act"] == "user-removed");
        users + removals.count()
    };
    let began = Instant::now();
    while left_and_recorded() != ACCOUNTS {
        assert!(began.elapsed() < Duration::from_secs(10), "{} of {ACCOUNTS}", left_and_recorded());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Any page on the web can send a browser to this address, for example as a picture.
#[test]
fn a_callback_that_no_sign_in_began_locks_nobody_out() {
    let lectern = Lectern::start(&[
        ("APP_URL", "http://decks.example"),
        ("SVC_OIDC_ISSUER", "http://127.0.0.1:9"),
        ("SVC_OIDC_CLIENT_ID", "lectern"),
        ("SVC_OIDC_CLIENT_SECRET", "a secret"),
    ]);
    let sent = lectern.anonymous().with("Cookie", "svc_sign_on=forged.forged");
    for caller in [lectern.anonymous(), sent] {
        for _ in 0..12 {
            assert_eq!(caller.get("/signin/oidc/callback?state=x&code=y").status, 400);
        }
    }
    lectern.admin();
}

#[test]
fn an_administrator_of_an_organization_cannot_remove_the_owner_of_private_decks() {
    let lectern = Lectern::start(&[]);
    let (admin, ada, eve) = (lectern.admin(), lectern.member("ada@x.test"), lectern.member("eve@x.test"));
    let own = admin.get("/api/auth/me").json()["organization"]["id"].as_str().expect("an id").to_owned();
    let member = |email: &str| format!("/api/organizations/{own}/members/{}", email.replace('@', "%40"));
    assert_eq!(admin.patch(&member("eve@x.test"), &json!({ "role": "admin" })).status, 200);
    assert_eq!(ada.post("/api/presentations", &json!({ "title": "Secret" })).status, 201);
    let refused = eve.delete(&member("ada@x.test"));
    assert_eq!(refused.refusal(), (409, "conflict".to_owned()));
    assert!(refused.json()["details"].as_str().is_some_and(|text| text.contains("private presentations")));
    assert_eq!(admin.delete(&member("ada@x.test")).status, 200);
}
