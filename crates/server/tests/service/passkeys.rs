//! Passkeys over HTTP, by an authenticator in software.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::authenticator::{Authenticator, Ceremony};
use super::lectern::{Answer, Caller, Lectern, command};

const ORIGIN: &str = "https://decks.test";

fn with_address() -> Lectern {
    Lectern::start(&[("APP_URL", ORIGIN)])
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Adds a passkey to an account. Returns its id, and the id of the account.
fn added(caller: &Caller, by: &Authenticator) -> (String, String) {
    let options = caller.post("/api/auth/passkeys/options", &json!({})).json();
    let ceremony = Ceremony::at(ORIGIN, text(&options["challenge"]));
    let body = json!({ "name": "Laptop", "credential": by.registration_json(&ceremony) });
    let answer = caller.post("/api/auth/passkeys", &body);
    assert_eq!(answer.status, 201, "{}", answer.text);
    let me = caller.get("/api/auth/me").json();
    (text(&answer.json()["passkey"]["id"]).to_owned(), text(&me["user"]["id"]).to_owned())
}

fn sign_in(lectern: &Lectern, by: &Authenticator, user: &str) -> Answer {
    let anonymous = lectern.anonymous();
    let options = anonymous.send("POST", "/api/auth/login/passkey/options", None).json();
    let ceremony = Ceremony::at(ORIGIN, text(&options["challenge"]));
    anonymous.post("/api/auth/login/passkey", &json!({ "credential": by.sign_in_json(&ceremony, user) }))
}

#[test]
fn a_passkey_is_added_used_renamed_and_removed() {
    let lectern = with_address();
    let ada = lectern.member("ada@example.test");
    assert_eq!(
        ada.get("/api/auth/passkeys").json(),
        json!({ "passkeys": [], "condition": "none", "site": "decks.test" })
    );
    let options = ada.post("/api/auth/passkeys/options", &json!({})).json();
    assert_eq!(options["rp"], json!({ "id": "decks.test", "name": "Lectern" }));
    assert_eq!((&options["user"]["name"], &options["attestation"]), (&json!("ada@example.test"), &json!("none")));
    assert_eq!(options["pubKeyCredParams"][0], json!({ "type": "public-key", "alg": -7 }));
    let required = json!({ "residentKey": "required", "requireResidentKey": true, "userVerification": "required" });
    assert_eq!(options["authenticatorSelection"], required);

    let by = Authenticator::es256(b"one");
    let (id, user) = added(&ada, &by);
    let options = ada.post("/api/auth/passkeys/options", &json!({})).json();
    assert_eq!(
        options["excludeCredentials"],
        json!([{ "type": "public-key", "id": "b25l", "transports": ["internal"] }])
    );

    let signed_in = sign_in(&lectern, &by, &user);
    assert_eq!((signed_in.status, &signed_in.json()["user"]["email"]), (200, &json!("ada@example.test")));
    let cookie = signed_in.header("set-cookie");
    assert!(cookie.contains("HttpOnly; SameSite=Lax; Max-Age=1209600; Secure"), "{cookie}");
    let session = lectern.with_cookie_of(&signed_in);
    assert_eq!(session.get("/api/auth/me").status, 200);

    let path = format!("/api/auth/passkeys/{id}");
    assert_eq!(session.patch(&path, &json!({ "name": "Phone" })).json()["passkey"]["name"], "Phone");
    assert_eq!(session.patch(&path, &json!({ "name": "" })).status, 400);
    let listed = session.get("/api/auth/passkeys").json();
    assert_eq!(listed["passkeys"][0]["name"], "Phone");
    assert!(listed["passkeys"][0]["lastUsedAt"].is_string() && listed["passkeys"][0].get("publicKey").is_none());
    assert_eq!(session.delete(&path).status, 200);
    assert_eq!(session.delete(&path).status, 404);
    assert_eq!(sign_in(&lectern, &by, &user).refusal(), (401, "unauthorized".to_owned()));
}

#[test]
fn pages_of_other_sites_and_bodies_without_a_passkey_are_refused() {
    let lectern = with_address();
    let foreign = lectern.anonymous().with("Origin", "https://evil.test");
    for path in ["/api/auth/login/passkey", "/api/auth/login/passkey/options"] {
        assert_eq!(foreign.post(path, &json!({})).refusal(), (403, "csrf".to_owned()), "{path}");
    }
    let answer = lectern.anonymous().post("/api/auth/login/passkey", &json!({ "credential": { "id": "x" } }));
    assert_eq!(answer.refusal(), (400, "bad_request".to_owned()));
    assert!(answer.text.contains("`credential.response` is required"), "{}", answer.text);
    let huge = json!({ "credential": { "id": "x".repeat(20_000), "response": {} } });
    assert_eq!(lectern.anonymous().post("/api/auth/login/passkey", &huge).status, 413);
}

#[test]
fn a_browser_is_offered_passkeys_only_where_it_has_them() {
    let lectern = with_address();
    let page = lectern.anonymous().get("/signin").text;
    assert!(page.contains("class=\"passkey\" data-site=\"decks.test\" hidden") && page.contains("username webauthn"));

    let lectern = Lectern::start(&[]);
    let page = lectern.anonymous().get("/signin").text;
    assert!(!page.contains("class=\"passkey\""), "this page is at a number");
    let answer = lectern.anonymous().send("POST", "/api/auth/login/passkey/options", None);
    assert_eq!(answer.status, 400);
    assert!(answer.text.contains("an address with a name and https"), "{}", answer.text);
    assert_eq!(lectern.admin().get("/api/auth/passkeys").json()["site"], Value::Null);
    let local = lectern.anonymous().with("Host", "localhost:3000").get("/signin").text;
    assert!(local.contains("data-site=\"localhost\""), "{local}");
}

#[test]
fn passkeys_work_during_maintenance_and_after_a_restore() {
    let lectern = with_address();
    let ada = lectern.member("ada@example.test");
    let by = Authenticator::ed25519(b"one");
    let (_, user) = added(&ada, &by);
    let path = lectern.folder.path().join("backup.zip");
    assert!(lectern.run(&["backup", path.to_str().expect("a path")]).status.success());
    let folder = TempDir::new().expect("a folder");
    let done = command(folder.path()).arg("restore").arg(&path).output().expect("the binary runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));

    let again = Lectern::start_in(folder, &[("APP_URL", ORIGIN), ("SVC_MAINTENANCE", "1")]);
    let signed_in = sign_in(&again, &by, &user);
    assert_eq!(signed_in.status, 200, "{}", signed_in.text);
    let session = again.with_cookie_of(&signed_in);
    assert_eq!(session.post("/api/auth/passkeys/options", &json!({})).status, 503, "none is added meanwhile");

    let set = again.run(&["user", "set", "--email", "ada@example.test", "--remove-passkeys"]);
    assert!(set.status.success(), "{}", String::from_utf8_lossy(&set.stderr));
    assert_eq!(sign_in(&again, &by, &user).status, 401);
    let log = String::from_utf8_lossy(&again.run(&["audit", "--json"]).stdout).into_owned();
    assert!(log.contains("passkey-removed"), "{log}");
}
