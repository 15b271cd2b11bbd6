//! Hostile requests. None of them causes an internal error or hangs.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lectern::Lectern;

const DECKS: &str = "/api/v1/presentations";
const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>"#;

/// Sends a request, checks that it causes no internal error, and returns its status.
fn check(lectern: &Lectern, method: &str, path: &str, key: &str, body: impl Into<Vec<u8>>) -> u16 {
    let answer = lectern.call(method, path).key(key).body(body).send();
    assert!(answer.status < 500, "{method} {path}: {} {}", answer.status, answer.text());
    answer.status
}

#[test]
fn malformed_bodies_are_400() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let nested = |open: &str, close: &str| format!("{}{}", open.repeat(200_000), close.repeat(200_000));
    let bodies: Vec<Vec<u8>> = vec![
        nested("[", "]").into(),
        nested(r#"{"a":"#, "}").into(),
        format!(r#"{{"title": "T", "settings": {{"x": {}}}}}"#, nested("[", "]")).into(),
        br#"{"title": "T", "settings": {"x": 1e999}}"#.to_vec(),
        br#"{"title": "\ud800"}"#.to_vec(),
        b"{\"title\": \"\xff\xfe\"}".to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        b"{\"title\": \"T\"} x".to_vec(),
        b"{'title': 'T'}".to_vec(),
        vec![0; 4096],
    ];
    for body in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        for path in [DECKS, "/api/presentations/import/json", "/api/uploads"] {
            assert_eq!(check(&lectern, "POST", path, &key, body.clone()), 400, "{path} {shown}");
        }
        assert_eq!(check(&lectern, "POST", "/api/presentations/import/deck", &key, body), 400, "{shown}");
    }
}

#[test]
fn numbers_of_any_size_are_accepted_or_rejected() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let long = "9".repeat(400);
    for number in ["1e308", "-1e308", "1e-999", "18446744073709551616", "-9223372036854775809", "0.1e1", &long] {
        let slide =
            format!(r#"{{"type": "quote-slide", "content": {{"slideBgFocusX": {number}}}, "duration": {number}}}"#);
        for body in [
            format!(r#"{{"title": "T", "slides": [{slide}]}}"#),
            format!(
                r#"{{"title": "T", "slides": [], "settings": {{"autoAdvance": {{"intervalSeconds": {number}}}}}}}"#
            ),
            format!(r#"{{"title": "T", "version": {number}, "slides": [{slide}]}}"#),
        ] {
            check(&lectern, "POST", DECKS, &key, body.clone());
            check(&lectern, "POST", "/api/presentations/import/json", &key, body);
        }
        assert_eq!(check(&lectern, "GET", &format!("{DECKS}?limit={number}"), &key, ""), 400, "{number}");
        check(&lectern, "GET", &format!("{DECKS}?offset={number}"), &key, "");
    }
    assert_eq!(check(&lectern, "GET", &format!("{DECKS}?offset=9223372036854775807"), &key, ""), 200);
}

#[test]
fn wrong_types_in_every_field_cause_no_internal_error() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let deck = lectern.deck(&key);
    let kinds = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("\u{0}"),
        json!("x".repeat(3000)),
        json!([]),
        json!([null]),
        json!([[]]),
        json!({}),
        json!({"": {}}),
        json!({"de": 1}),
        json!({"de": {"slides": {"0": []}}}),
    ];
    let routes: [(&str, String, &[&str]); 8] = [
        ("POST", DECKS.to_owned(), &DECK_FIELDS),
        ("PUT", format!("{DECKS}/{deck}"), &DECK_FIELDS),
        ("POST", "/api/presentations/import/json".to_owned(), &DECK_FIELDS),
        ("PATCH", format!("/api/presentations/{deck}/visibility"), &["visibility", "isViewOnly"]),
        ("POST", format!("/api/presentations/{deck}/collaborators"), &["email", "permission"]),
        ("POST", format!("/api/presentations/{deck}/transfer"), &["email", "keepAccess"]),
        ("POST", "/api/uploads".to_owned(), &["dataUrl", "name", "title", "tags", "alt"]),
        ("PATCH", "/api/image-library/x".to_owned(), &["title", "alt", "description", "tags"]),
    ];
    for (method, path, fields) in &routes {
        for field in *fields {
            for kind in &kinds {
                let mut body = json!({"title": "T", "email": "x@example.test", "visibility": "private"});
                body[*field] = kind.clone();
                check(&lectern, method, path, &key, body.to_string());
            }
        }
    }
    for slide in
        [json!(1), json!({}), json!({"type": 1}), json!({"type": "quote", "content": 1}), json!({"type": "x@"})]
    {
        for (method, path) in [("POST", DECKS), ("POST", "/api/presentations/import/json")] {
            check(&lectern, method, path, &key, json!({"title": "T", "slides": [slide]}).to_string());
        }
    }
    for (field, value) in [("notes", json!(1)), ("visibility", json!(7)), ("duration", json!("x")), ("id", json!({}))] {
        let mut slide = json!({"type": "quote-slide", "content": {"quote": "Q"}});
        slide[field] = value;
        check(&lectern, "PUT", &format!("{DECKS}/{deck}"), &key, json!({"slides": [slide]}).to_string());
    }
    let whole = lectern.call("GET", &format!("{DECKS}/{deck}")).key(&key).send();
    assert!(whole.json()["presentation"]["title"].is_string());
}

const DECK_FIELDS: [&str; 9] =
    ["title", "description", "theme", "language", "lang", "slides", "settings", "translations", "visibility"];

#[test]
fn paths_with_dots_or_malformed_escapes_are_404() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write,export");
    for name in [
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e/%2e%2e/etc/passwd",
        "../../etc/passwd",
        "..",
        ".",
        "%00",
        "a%00.png",
        "%ff%fe",
        "%2fetc%2fpasswd",
        "..%5c..%5cwindows",
        "%",
        "%zz",
        "a'--",
        "%25%32%65",
        "x?y",
        "a;b",
    ] {
        for base in ["/uploads", DECKS, "/api/presentations", "/api/v1/schema/slide-types"] {
            let status = check(&lectern, "GET", &format!("{base}/{name}"), &key, "");
            assert_eq!(status, 404, "{base}/{name}");
        }
        check(&lectern, "DELETE", &format!("/api/presentations/x/collaborators/{name}"), &key, "");
        check(&lectern, "GET", &format!("/api/presentations?q={name}&lang={name}"), &key, "");
        check(&lectern, "GET", &format!("/api/v1/image-library?q={name}"), &key, "");
    }
    assert_eq!(check(&lectern, "GET", &format!("{DECKS}/{}", "x".repeat(20_000)), &key, ""), 404);
}

#[test]
fn malformed_multipart_bodies_are_400() {
    let lectern = Lectern::start();
    let key = lectern.key("write");
    let check = |kind: &str, body: &str| {
        let answer = lectern.call("POST", "/api/uploads").key(&key).header("Content-Type", kind).body(body).send();
        assert_eq!(answer.refusal(), "400 bad_request", "{kind} {body}");
    };
    let part =
        |name: &str| format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"q.png\"\r\n\r\n");
    check("multipart/form-data", "");
    check("multipart/form-data; boundary=", "");
    check("multipart/form-data; boundary=x", "");
    check("multipart/form-data; boundary=x", "--x--\r\n");
    check("multipart/form-data; boundary=x", "--y\r\n\r\n");
    check("multipart/form-data; boundary=x", &part("file"));
    check("multipart/form-data; boundary=x", &format!("{}\r\n--x--\r\n", part("file")));
    check("multipart/form-data; boundary=x", &format!("{}GIF89a\r\n--x--\r\n", part("picture")));
    check("multipart/form-data; boundary=x", &format!("{}{}\r\n--x--\r\n", part("title"), "t".repeat(20_000)));
    check("multipart/form-data; boundary=x", &format!("--x\r\n{}\r\n\r\n--x--\r\n", "A: b\r\n".repeat(500)));
    check("multipart/mixed; boundary=\"", "--x");
    check("multipart/ö", "--x");
}

#[test]
fn requests_that_are_not_http_are_dropped_or_rejected() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let head = format!("Host: x\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n");
    let status = |bytes: String| {
        let mut stream = lectern.connection();
        let _ = stream.write_all(bytes.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).split(' ').nth(1).and_then(|status| status.parse::<u16>().ok())
    };
    for bytes in [
        "\r\n\r\n".to_owned(),
        "PRI * HT".to_owned(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense that is no frame at all".to_owned(),
        "GET\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        format!("GET {} HTTP/1.1\r\n{head}\r\n", "/x".repeat(50_000)),
        format!("GET {DECKS} HTTP/1.1\r\n{head}{}\r\n", "X-Y: z\r\n".repeat(500)),
        format!("GET {DECKS} HTTP/1.1\r\n{head}X: {}\r\n\r\n", "z".repeat(600_000)),
        format!("POST {DECKS} HTTP/1.1\r\n{head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{{}}"),
        format!("POST {DECKS} HTTP/1.1\r\n{head}Content-Length: -1\r\n\r\n{{}}"),
        format!("POST {DECKS} HTTP/1.1\r\n{head}Content-Length: 500\r\n\r\n{{}}"),
        format!("POST {DECKS} HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{{}}"),
        format!("POST {DECKS} HTTP/1.1\r\n{head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{{}}"),
        format!("POST /api/presentations/import/deck HTTP/1.1\r\n{head}Content-Length: 900\r\n\r\nPK"),
        "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
        "CONNECT x:1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
        "GET http://elsewhere.test/api/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
    ] {
        let shown: String = bytes.chars().take(60).collect();
        let answered = status(bytes);
        assert!(answered.is_none_or(|status| (400..500).contains(&status)), "{shown:?}: {answered:?}");
    }
    assert_eq!(lectern.call("GET", DECKS).key(&key).send().status, 200);
}

#[test]
fn slow_clients_do_not_delay_others() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let half_heads: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = lectern.connection();
            stream.write_all(b"POST /api/v1/presentations HTTP/1.1\r\nHost: x\r\nAuthoriz").unwrap();
            stream
        })
        .collect();
    let half_bodies: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = lectern.connection();
            let head = format!(
                "POST {DECKS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Length: 900\r\n\r\n"
            );
            stream.write_all(format!("{head}{{\"title\":").as_bytes()).unwrap();
            stream
        })
        .collect();
    let began = Instant::now();
    for _ in 0..20 {
        assert_eq!(lectern.call("GET", DECKS).key(&key).send().status, 200);
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop((half_heads, half_bodies));
}

#[test]
fn a_response_arrives_even_if_the_body_is_not_read() {
    let lectern = Lectern::start();
    let key = lectern.key("read");
    let body = vec![b'x'; 20_000_000];
    for (path, key, status) in [
        ("/api/uploads", "svc_live_x", 401),
        ("/api/uploads", key.as_str(), 403),
        ("/api/v1/presentations", "svc_live_x", 401),
        ("/api/v1/nothing", key.as_str(), 404),
    ] {
        assert_eq!(lectern.call("POST", path).key(key).body(body.clone()).send().status, status, "{path}");
    }
}

#[test]
fn concurrent_writes_to_one_deck_lose_nothing() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let path = format!("{DECKS}/{}", lectern.deck(&key));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(check(&lectern, "PUT", &path, &key, "{}"), 200);
                }
            });
        }
    });
    let deck: Value = lectern.call("GET", &path).key(&key).send().json();
    assert_eq!(deck["presentation"]["revision"], 41);
}

#[test]
fn the_character_nul_is_rejected_by_every_entry_point_with_the_same_text() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let refused = |path: &str, body: Vec<u8>| {
        let answer = lectern.call("POST", path).key(&key).body(body).send();
        assert_eq!(answer.refusal(), "400 bad_request", "{path}");
        answer.json()["details"].as_str().unwrap_or_default().to_owned()
    };
    let slide = r#"{"type": "content-slide", "content": {"title": "T", "body": "a\u0000b"}}"#;
    let deck = format!(r#"{{"title": "T", "slides": [{slide}]}}"#);
    let words = refused(DECKS, format!(r#"{{"title": "T", "slides": [{slide}]}}"#).into());
    assert!(words.contains("NUL"), "{words}");
    assert_eq!(refused("/api/presentations/import/json", deck.clone().into()), words);
    assert_eq!(refused("/api/presentations/import/json", br#"{"title": "a\u0000", "slides": []}"#.to_vec()), words);
    let wrapped = r##"{"title": "a\u0000", "markdown": "# T"}"##;
    assert_eq!(refused("/api/presentations/import/markdown", wrapped.into()), words);
    assert_eq!(refused("/api/presentations/import/deck", package(&deck)), words);
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "create_presentation_from_slides", "arguments": serde_json::from_str::<Value>(&deck).unwrap() },
    });
    let response = lectern.call("POST", "/mcp").key(&key).json(&call).send().json();
    assert_eq!(response["result"]["content"][0]["text"], format!("Error: {words}"));
    let part =
        |name: &str, text: &str| format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
    let form = format!("{}{}--x--\r\n", part("title", "a\0b"), part("file", SVG));
    let upload =
        lectern.call("POST", "/api/uploads").key(&key).header("Content-Type", "multipart/form-data; boundary=x");
    assert_eq!(upload.body(form).send().json()["details"], words);
    let listed = lectern.call("GET", DECKS).key(&key).send().json();
    assert_eq!(listed["pagination"]["total"], 0, "nothing was stored");
    let pictures = lectern.call("GET", "/api/v1/image-library").key(&key).send().json();
    assert_eq!(pictures["pagination"]["total"], 0, "nothing was stored");
}

/// A `.deck` package with a deck and no pictures.
fn package(deck: &str) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in [
        ("mimetype", "application/vnd.svc.deck"),
        ("manifest.json", r#"{"bundleVersion": 1, "assets": []}"#),
        ("deck.json", deck),
    ] {
        zip.start_file(name, stored).expect("an entry");
        std::io::Write::write_all(&mut zip, content.as_bytes()).expect("memory takes all");
    }
    zip.finish().expect("memory takes all").into_inner()
}
