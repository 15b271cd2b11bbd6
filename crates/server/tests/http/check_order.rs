//! The order of checks when several things are wrong at once.

use super::lectern::Lectern;

const NOBODY: &str = "presentations/00000000-0000-4000-8000-000000000000";

#[test]
fn the_public_interface_checks_key_path_scope_and_body_in_that_order() {
    let lectern = Lectern::start();
    let (every, none) = (lectern.key("read,write,export"), lectern.key("comments:read"));
    let check = |method: &str, path: &str, key: Option<&str>, body: &str| {
        let call = lectern.call(method, &format!("/api/v1/{path}")).body(body);
        if let Some(key) = key { call.key(key).send().refusal() } else { call.send().refusal() }
    };
    assert_eq!(check("GET", "nothing", None, ""), "401 unauthorized");
    assert_eq!(check("PATCH", "presentations", None, "{"), "401 unauthorized");
    assert_eq!(check("GET", "nothing", Some(&none), ""), "404 not_found");
    assert_eq!(check("PATCH", "presentations", Some(&none), ""), "405 method_not_allowed");
    assert_eq!(check("POST", "presentations", Some(&none), "{"), "403 missing_scope");
    assert_eq!(check("GET", "presentations?limit=0", Some(&none), ""), "403 missing_scope");
    assert_eq!(check("GET", NOBODY, Some(&none), ""), "403 missing_scope");
    assert_eq!(check("GET", "presentations?limit=0", Some(&every), ""), "400 bad_request");
    assert_eq!(check("PUT", NOBODY, Some(&every), "{"), "404 not_found");
    assert_eq!(check("GET", "presentations/", Some(&every), ""), "404 not_found");
}

#[test]
fn a_put_checks_the_deck_then_the_right_then_the_rest() {
    let lectern = Lectern::start();
    lectern.person("guest@example.test");
    let (key, guest) = (lectern.key("write"), lectern.key_of("guest@example.test", "write"));
    let path = format!("/api/v1/presentations/{}", lectern.deck(&key));
    let put = |key: &str| lectern.call("PUT", &path).key(key).header("If-Match", "soon").body("{").send().refusal();
    assert_eq!(put(&guest), "404 not_found");
    let people = path.replace("/v1", "") + "/collaborators";
    let share = r#"{"email": "guest@example.test", "permission": "comment"}"#;
    assert_eq!(lectern.call("POST", &people).key(&key).body(share).send().status, 201);
    assert_eq!(put(&guest), "403 forbidden");
    assert_eq!(put(&key), "400 bad_request");
}

#[test]
fn other_routes_check_credentials_scope_deck_right_and_body_in_that_order() {
    let lectern = Lectern::start();
    lectern.person("guest@example.test");
    let (key, reader) = (lectern.key("read,write"), lectern.key("read"));
    let guest = lectern.key_of("guest@example.test", "read,write");
    let deck = lectern.deck(&key);
    let share = r#"{"email": "guest@example.test", "permission": "edit"}"#;
    let people = format!("/api/presentations/{deck}/collaborators");
    assert_eq!(lectern.call("POST", &people).key(&key).body(share).send().status, 201);
    for (method, tail) in [("PATCH", "visibility"), ("POST", "transfer"), ("POST", "collaborators")] {
        let check = |deck: &str, key: Option<&str>| {
            let call = lectern.call(method, &format!("/api/{deck}/{tail}")).body("{");
            if let Some(key) = key { call.key(key).send().refusal() } else { call.send().refusal() }
        };
        let deck = format!("presentations/{deck}");
        assert_eq!(check(NOBODY, None), "401 unauthorized", "{tail}");
        assert_eq!(check(NOBODY, Some(&reader)), "403 missing_scope", "{tail}");
        assert_eq!(check(NOBODY, Some(&key)), "404 not_found", "{tail}");
        assert_eq!(check(&deck, Some(&guest)), "403 forbidden", "{tail}");
        assert_eq!(check(&deck, Some(&key)), "400 bad_request", "{tail}");
    }
}

#[test]
fn rejected_requests_are_counted_and_requests_to_open_routes_are_not() {
    let lectern = Lectern::with(&[("SVC_REQUESTS_A_MINUTE", "100")]);
    let key = lectern.key("read");
    for (method, path, status, left) in [
        ("GET", "/api/v1/nothing", 404, Some(99)),
        ("PATCH", "/api/v1/presentations", 405, Some(98)),
        ("POST", "/api/v1/presentations", 403, Some(97)),
        ("GET", "/api/v1/presentations?limit=x", 400, Some(96)),
        ("GET", "/api/v1", 200, None),
        ("GET", "/api/v1/schema/deck.json", 200, None),
        ("GET", "/api/presentations?limit=x", 400, Some(95)),
        ("POST", "/api/presentations", 403, Some(94)),
        ("GET", "/api/v1/presentations", 200, Some(93)),
    ] {
        let answer = lectern.call(method, path).key(&key).send();
        assert_eq!((answer.status, answer.number("x-ratelimit-remaining")), (status, left), "{method} {path}");
    }
}

#[test]
fn the_object_of_a_write_is_looked_up_before_its_body_is_read() {
    let lectern = Lectern::start();
    let (cookie, id) = (lectern.cookie(), "00000000-0000-4000-8000-000000000000");
    for (method, path) in [
        ("PATCH", format!("/api/image-library/{id}")),
        ("PATCH", format!("/api/admin/users/{id}")),
        ("PATCH", format!("/api/organizations/{id}")),
        ("POST", format!("/api/organizations/{id}/members")),
        ("PATCH", format!("/api/organizations/{id}/members/ada@example.test")),
        ("PUT", format!("/api/themes/custom/{id}")),
        ("PUT", "/api/slide-types/custom/none".to_owned()),
        ("PATCH", "/api/slide-types/none".to_owned()),
        ("PUT", format!("/api/presentations/{id}")),
        ("PATCH", format!("/api/presentations/{id}/visibility")),
        ("POST", format!("/api/presentations/{id}/transfer")),
        ("POST", format!("/api/presentations/{id}/collaborators")),
        ("PATCH", format!("/api/presentations/{id}/collaborators/ada@example.test")),
    ] {
        let answer = lectern.call(method, &path).header("Cookie", &cookie).body("{").send();
        assert_eq!(answer.refusal(), "404 not_found", "{method} {path}");
    }
}
