//! Every error of the HTTP interface that a caller can cause.

use std::io::{Read, Write};
use std::time::Duration;

use serde_json::json;

use super::lectern::{ADMIN, Lectern};

const DECKS: &str = "/api/v1/presentations";
const NOBODY: &str = "/api/v1/presentations/00000000-0000-4000-8000-000000000000";

#[test]
fn wrong_input_is_400_with_a_code_that_says_which() {
    let lectern = Lectern::with(&[("SVC_MAX_SLIDES", "2")]);
    let key = lectern.key("read,write");
    let check = |path: &str, body: &[u8]| {
        let answer = lectern.call("POST", path).key(&key).body(body).send();
        format!("{}: {}", answer.refusal(), answer.json()["details"].as_str().unwrap())
    };
    let slides = |slide: &str, count: usize| {
        format!(r#"{{"title": "T", "slides": [{}]}}"#, vec![slide; count].join(",")).into_bytes()
    };
    assert_eq!(check(DECKS, b"{}"), "400 bad_request: Title is required");
    assert_eq!(check(DECKS, br#"{"title": 7}"#), "400 bad_request: Title is required");
    assert_eq!(check(DECKS, br#"{"title": "T", "slides": null}"#), "400 bad_request: `slides` is a list");
    assert_eq!(check(DECKS, b"[]"), "400 bad_request: the body must be a JSON object");
    assert!(check(DECKS, b"{").starts_with("400 bad_request: not JSON"));
    assert!(check(DECKS, &slides(r#"{"type": "acme/hero"}"#, 1)).starts_with("400 unknown_slide_type: "));
    assert!(check(DECKS, &slides(r#"{"type": "content-slide"}"#, 3)).starts_with("400 limit_exceeded: "));
    assert!(check("/api/presentations/import/json", b"").starts_with("400 bad_request: "));
    assert!(check("/api/presentations/import/deck", b"no zip").starts_with("400 invalid_package: "));
    assert_eq!(lectern.call("GET", "/api/presentations?ownership=none").key(&key).send().refusal(), "400 bad_request");
    assert_eq!(lectern.call("GET", "/api/presentations?sort=none").key(&key).send().refusal(), "400 bad_request");
}

#[test]
fn sharing_on_file_storage_is_400_database_required() {
    let lectern = Lectern::with(&[("SVC_STORAGE", "file")]);
    let key = lectern.key("read,write");
    let path = format!("/api/presentations/{}", lectern.deck(&key));
    for (method, tail) in [("GET", "/collaborators"), ("PATCH", "/visibility"), ("POST", "/transfer")] {
        let body = json!({"visibility": "organization", "email": ADMIN});
        let answer = lectern.call(method, &format!("{path}{tail}")).key(&key).json(&body).send();
        assert_eq!(answer.refusal(), "400 database_required", "{method} {tail}");
    }
}

#[test]
fn without_valid_credentials_it_is_401_with_one_text() {
    let lectern = Lectern::start();
    let bare = lectern.call("GET", DECKS).send();
    assert_eq!((bare.refusal().as_str(), bare.header("www-authenticate")), ("401 unauthorized", Some("Bearer")));
    assert_eq!(bare.header("x-ratelimit-limit"), None);
    let unheard_of = format!("Bearer svc_live_{}", "A".repeat(43));
    for header in ["Bearer", "Bearer ", "Basic YTpi", "Bearer svc_live_", "svc_live_x", &unheard_of] {
        let answer = lectern.call("GET", DECKS).header("Authorization", header).send();
        assert_eq!((answer.status, &answer.body), (401, &bare.body), "{header}");
    }
    let cookie = lectern.cookie();
    assert_eq!(
        lectern.call("GET", DECKS).header("Cookie", &cookie).send().status,
        401,
        "a cookie opens no public route"
    );
    assert_eq!(lectern.call("GET", "/api/presentations").header("Cookie", &cookie).send().status, 200);
    let both = lectern.call("GET", "/api/presentations").header("Cookie", &cookie).header("Authorization", "Bearer x");
    assert_eq!(both.send().refusal(), "401 unauthorized");
    let key = lectern.key("read");
    assert_eq!(lectern.call("GET", "/api/api-keys").key(&key).send().refusal(), "401 unauthorized");
    assert_eq!(lectern.call("GET", "/api/presentations").header("Cookie", "svc_session=x").send().status, 401);
}

#[test]
fn actions_without_the_right_are_403() {
    let lectern = Lectern::start();
    lectern.person("guest@example.test");
    let (key, guest) = (lectern.key("read,write"), lectern.key_of("guest@example.test", "read,write"));
    let deck = lectern.deck(&key);
    let reader = lectern.call("POST", DECKS).key(&lectern.key("read")).body("{}").send();
    assert_eq!(reader.refusal(), "403 missing_scope");
    assert!(reader.json()["details"].as_str().unwrap().contains("`write`"));

    let share = json!({"email": "guest@example.test", "permission": "view"});
    let people = format!("/api/presentations/{deck}/collaborators");
    assert_eq!(lectern.call("POST", &people).key(&key).json(&share).send().status, 201);
    for (method, tail) in [("PUT", ""), ("DELETE", "")] {
        let answer = lectern.call(method, &format!("{DECKS}/{deck}{tail}")).key(&guest).body("{}").send();
        assert_eq!(answer.refusal(), "403 forbidden", "{method}");
    }
    assert_eq!(lectern.call("POST", &people).key(&guest).json(&share).send().refusal(), "403 forbidden");

    let cookie = lectern.cookie();
    for (name, value) in
        [("Origin", "https://elsewhere.test"), ("Referer", "https://elsewhere.test/x"), ("Origin", "null")]
    {
        let post = lectern.call("POST", "/api/presentations").header("Cookie", &cookie).header(name, value);
        assert_eq!(post.json(&json!({"title": "T"})).send().refusal(), "403 csrf", "{name}: {value}");
    }
    for (path, body) in [
        ("/api/auth/login", r#"{"email": "admin@example.test", "password": "correct horse battery staple"}"#),
        ("/api/auth/link", r#"{"token": "x"}"#),
        ("/signin", "email=admin%40example.test&password=correct+horse+battery+staple"),
    ] {
        let from = |origin: &str| lectern.call("POST", path).header("Origin", origin).body(body).send();
        assert_eq!(from("https://elsewhere.test").refusal(), "403 csrf", "{path} signs nobody in as somebody else");
        assert_ne!(from(&lectern.origin()).status, 403, "{path}");
    }
    let by_key = lectern.call("POST", DECKS).key(&key).header("Origin", "https://elsewhere.test");
    assert_eq!(by_key.json(&json!({"title": "T"})).send().status, 201, "keys are no cookies");
}

#[test]
fn objects_that_are_unknown_foreign_or_in_the_trash_are_404() {
    let lectern = Lectern::start();
    lectern.person("guest@example.test");
    let (key, guest) = (lectern.key("read,write,export"), lectern.key_of("guest@example.test", "read,write,export"));
    let (deck, trashed) = (format!("{DECKS}/{}", lectern.deck(&key)), format!("{DECKS}/{}", lectern.deck(&key)));
    assert_eq!(lectern.call("DELETE", &trashed).key(&key).send().status, 200);
    for (path, key) in [(NOBODY, &key), (&trashed, &key), (&deck, &guest), ("/api/v1/presentations/no-id", &key)] {
        for (method, tail) in
            [("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/duplicate"), ("GET", "/export/json")]
        {
            let answer = lectern.call(method, &format!("{path}{tail}")).key(key).body("{}").send();
            assert_eq!(answer.refusal(), "404 not_found", "{method} {path}{tail}");
        }
    }
    for path in
        ["/api/nothing", "/nothing", "/.well-known/openid-configuration", "/api/presentations/", "/uploads/x.png"]
    {
        assert_eq!(lectern.call("GET", path).send().refusal(), "404 not_found", "{path}");
    }
}

#[test]
fn an_unsupported_method_is_405_with_the_supported_ones() {
    let lectern = Lectern::start();
    let key = lectern.key("read");
    for (method, path, allow) in [
        ("PATCH", DECKS, "GET, HEAD, POST"),
        ("POST", NOBODY, "DELETE, GET, HEAD, PUT"),
        ("BREW", DECKS, "GET, HEAD, POST"),
        ("POST", "/api/v1/schema/deck.json", "GET, HEAD"),
    ] {
        let answer = lectern.call(method, path).key(&key).send();
        assert_eq!(answer.refusal(), "405 method_not_allowed", "{method} {path}");
        let mut methods: Vec<&str> = answer.header("allow").unwrap().split(", ").collect();
        methods.sort_unstable();
        assert_eq!(methods.join(", "), allow);
    }
    let stranger = lectern.call("PATCH", DECKS).send();
    assert_eq!((stranger.status, stranger.header("allow")), (401, None), "a stranger learns nothing");
}

#[test]
fn conflicts_and_stale_revisions_are_409() {
    let lectern = Lectern::start();
    lectern.person("guest@example.test");
    let key = lectern.key("read,write");
    let deck = lectern.deck(&key);
    let share = json!({"email": "guest@example.test", "permission": "view"});
    let people =
        || lectern.call("POST", &format!("/api/presentations/{deck}/collaborators")).key(&key).json(&share).send();
    assert_eq!(people().status, 201);
    assert_eq!(people().refusal(), "409 conflict");
    let stale = lectern.call("PUT", &format!("{DECKS}/{deck}")).key(&key).header("If-Match", "\"9\"").body("{}").send();
    assert_eq!((stale.refusal().as_str(), &stale.json()["revision"]), ("409 stale_revision", &json!(1)));
}

#[test]
fn bodies_over_their_limit_are_413_even_while_they_are_still_being_sent() {
    let lectern = Lectern::with(&[("SVC_MAX_BODY_BYTES", "5000"), ("SVC_MAX_DECK_BYTES", "6000")]);
    let key = lectern.key("write");
    for (path, bytes) in [
        (DECKS, 5001),
        ("/api/presentations/import/json", 3_000_000),
        ("/api/presentations/import/deck", 6001),
        ("/api/presentations/import/deck", 30_000_000),
        ("/api/uploads", 33 * 1024 * 1024 + 1),
    ] {
        let answer = lectern.call("POST", path).key(&key).body(vec![b' '; bytes]).send();
        assert_eq!(answer.refusal(), "413 payload_too_large", "{path} {bytes}");
    }
    let head = "POST /api/v1/presentations HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n";
    let chunks =
        format!("{head}Authorization: Bearer {key}\r\n\r\n{}", format!("400\r\n{}\r\n", " ".repeat(1024)).repeat(9));
    assert_eq!(lectern.raw(chunks.as_bytes()).refusal(), "413 payload_too_large", "without a length");
}

#[test]
fn a_used_up_rate_limit_is_429_until_its_minute_ends() {
    let lectern = Lectern::with(&[("SVC_REQUESTS_A_MINUTE", "2")]);
    let key = lectern.key("read");
    let call = |path: &str| lectern.call("GET", path).key(&key).send();
    assert_eq!(call(DECKS).number("x-ratelimit-remaining"), Some(1));
    assert_eq!(call("/api/presentations").number("x-ratelimit-remaining"), Some(0));
    for path in [DECKS, "/api/v1/nothing", "/api/presentations"] {
        let answer = call(path);
        assert_eq!(answer.refusal(), "429 rate_limited", "{path}");
        assert!((1..=60).contains(&answer.number("retry-after").unwrap()));
        assert_eq!((answer.number("x-ratelimit-limit"), answer.number("x-ratelimit-remaining")), (Some(2), Some(0)));
        assert!(answer.json().get("limit").is_none(), "the rate limit is in headers alone");
    }
}

#[test]
fn a_used_up_daily_limit_is_429_with_the_time_of_its_reset() {
    let lectern = Lectern::with(&[("SVC_REQUESTS_A_MINUTE", "1000")]);
    lectern.person("guest@example.test");
    let (key, maker) =
        (lectern.key_of("guest@example.test", "read,export"), lectern.key_of("guest@example.test", "write"));
    let deck = lectern.deck(&maker);
    for exported in 0..50 {
        let base = if exported % 2 == 0 { "/api/v1" } else { "/api" };
        let answer = lectern.call("GET", &format!("{base}/presentations/{deck}/export/json")).key(&key).send();
        assert_eq!(answer.status, 200, "{exported}");
    }
    let answer = lectern.call("GET", &format!("{NOBODY}/export/json")).key(&key).send();
    assert_eq!(answer.refusal(), "429 daily_limit", "checked before the deck is looked up");
    let body = answer.json();
    assert_eq!((&body["limit"], &body["used"]), (&json!(50), &json!(50)));
    assert!(body["resetAt"].as_str().unwrap().ends_with("T00:00:00.000Z"));
    assert_eq!((answer.number("x-ratelimit-limit"), answer.number("x-ratelimit-remaining")), (Some(50), Some(0)));
    assert!((1..=86_400).contains(&answer.number("retry-after").unwrap()));
    assert_eq!(lectern.call("GET", DECKS).key(&key).send().status, 200, "reading goes on");
}

#[test]
fn writes_during_maintenance_are_503_and_reads_succeed() {
    let lectern = Lectern::with(&[("SVC_MAINTENANCE", "1"), ("SVC_MAINTENANCE_RETRY_AFTER", "77")]);
    let key = lectern.key("read,write");
    for (method, path) in
        [("POST", DECKS), ("PUT", NOBODY), ("DELETE", NOBODY), ("POST", "/api/uploads"), ("POST", "/api/nothing")]
    {
        let answer = lectern.call(method, path).send();
        assert_eq!(
            (answer.refusal().as_str(), answer.number("retry-after")),
            ("503 maintenance", Some(77)),
            "{method} {path}"
        );
    }
    assert_eq!(lectern.call("GET", DECKS).key(&key).send().status, 200);
    assert!(lectern.cookie().starts_with("svc_session="), "signing in goes on");
}

#[test]
fn during_maintenance_no_large_body_is_read_before_the_caller_is_known() {
    let lectern = Lectern::with(&[("SVC_MAINTENANCE", "1")]);
    let mut stream = lectern.connection();
    // Less than the 30 seconds that a client may take to send a body.
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("an option");
    stream
        .write_all(b"POST /api/present-sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 26000000\r\n\r\n")
        .expect("a head without its body");
    let mut status = [0; 12];
    stream.read_exact(&mut status).expect("an answer before the body");
    assert_eq!(&status, b"HTTP/1.1 503");
}
