//! The caller's own API keys and their usage.

use serde_json::json;

use super::lectern::Lectern;

#[test]
fn a_key_is_shown_once_used_counted_and_revoked() {
    let lectern = Lectern::start(&[]);
    let ada = lectern.member("ada@x.test");
    let made = ada.post("/api/api-keys", &json!({ "name": "robot", "scopes": ["read", "read"] }));
    assert_eq!((made.status, &made.json()["scopes"]), (201, &json!(["read"])));
    let (key, id) = (made.json()["key"].clone(), made.json()["id"].as_str().expect("an id").to_owned());
    let robot = lectern.with_key(key.as_str().expect("a key"));
    assert_eq!(robot.get("/api/v1/themes").header("x-ratelimit-limit"), "60");
    assert!(!ada.get("/api/api-keys").text.contains(key.as_str().expect("a key")));

    let usage = ada.get(&format!("/api/api-keys/{id}/usage?days=7")).json();
    assert_eq!((&usage["today"]["requestCount"], &usage["days"]), (&json!(1), &json!(7)));
    assert_eq!(ada.get(&format!("/api/api-keys/{id}/usage?days=91")).status, 400);

    assert_eq!(ada.delete(&format!("/api/api-keys/{id}")).json()["revoked"], true);
    assert_eq!(robot.get("/api/v1/themes").status, 401);
    assert_eq!(ada.get("/api/api-keys").json()["keys"], json!([]));
    assert_eq!(ada.get("/api/api-keys?includeRevoked=true").json()["keys"][0]["id"], json!(id));
    assert_eq!(ada.delete(&format!("/api/api-keys/{id}")).refusal(), (404, "not_found".to_owned()));
}

#[test]
fn a_key_needs_a_name_and_known_scopes_and_manages_no_keys() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    for body in [
        json!({ "name": "x" }),
        json!({ "scopes": [] }),
        json!({ "name": "", "scopes": [] }),
        json!({ "name": "x", "scopes": "read" }),
        json!({ "name": "x", "scopes": [1] }),
        json!({ "name": "x", "scopes": ["fly"] }),
    ] {
        assert_eq!(admin.post("/api/api-keys", &body).refusal(), (400, "bad_request".to_owned()), "{body}");
    }
    let key = lectern.key(&["read", "write"]);
    assert_eq!(key.get("/api/api-keys").refusal(), (401, "unauthorized".to_owned()));
    let with_both = admin.with(&key.headers[0].0, &key.headers[0].1);
    assert_eq!(with_both.get("/api/api-keys").status, 401, "a key counts alone, even with a cookie");
}
