//! Successful responses: their bodies, headers and file names.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::lectern::Lectern;

const DECKS: &str = "/api/v1/presentations";

#[test]
fn a_deck_is_created_read_written_and_deleted() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let made = lectern.call("POST", DECKS).key(&key).json(&json!({"title": "Tides", "lang": "nl"})).send();
    let deck = made.json()["presentation"].clone();
    let path = format!("{DECKS}/{}", deck["id"].as_str().unwrap());
    assert_eq!((made.status, made.header("location"), made.header("etag")), (201, Some(path.as_str()), Some("\"1\"")));
    assert_eq!(
        (&deck["language"], &deck["slideCount"], &deck["permission"]),
        (&json!("nl"), &json!(1), &json!("owner"))
    );

    let written = lectern.call("PUT", &path).key(&key).header("If-Match", "W/\"1\"").body(r#"{"slides": []}"#).send();
    assert_eq!((written.status, written.header("etag")), (200, Some("\"2\"")));
    let read = lectern.call("GET", &path).key(&key).send();
    assert_eq!(read.json()["presentation"], written.json()["presentation"]);
    let head = lectern.call("HEAD", &path).key(&key).send();
    assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, Some("\"2\"")));
    assert_eq!(head.header("content-length"), read.header("content-length"));

    let gone = lectern.call("DELETE", &path).key(&key).body("whatever").send();
    assert_eq!(gone.json(), json!({"deleted": true, "id": deck["id"]}));
    let trash = lectern.call("GET", "/api/presentations/trash").key(&key).send().json();
    assert_eq!(trash["pagination"], json!({"total": 1, "limit": 50, "offset": 0, "hasMore": false}));
}

#[test]
fn the_web_list_is_sorted_as_requested() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    for title in ["Quay", "Anchor", "Mole"] {
        assert_eq!(lectern.call("POST", DECKS).key(&key).json(&json!({"title": title})).send().status, 201);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let listed = |query: &str| {
        let list = lectern.call("GET", &format!("/api/presentations?{query}")).key(&key).send().json();
        let decks = list["presentations"].as_array().unwrap().clone();
        decks.iter().map(|deck| deck["title"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(listed(""), "Mole Anchor Quay");
    assert_eq!(listed("sort=title"), "Anchor Mole Quay");
    assert_eq!(listed("sort=created&limit=2&offset=1"), "Anchor Quay");
    assert_eq!(listed("q=QUAY"), "Quay");
    assert_eq!(listed("ownership=shared"), "");
}

#[test]
fn every_response_has_the_common_headers() {
    let lectern = Lectern::start();
    let key = lectern.key("read");
    for path in ["/api/v1", DECKS, "/api/nothing", "/health", "/nothing"] {
        let answer = lectern.call("GET", path).key(&key).header("Origin", "https://elsewhere.test").send();
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("strict-origin-when-cross-origin"), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
        assert_eq!(answer.header("strict-transport-security"), None, "{path}");
        assert!(answer.header("x-request-id").is_some_and(|id| id.len() >= 17), "{path}");
    }
    let secure = Lectern::with(&[("APP_URL", "https://decks.example")]);
    assert!(secure.call("GET", "/api/v1").send().header("strict-transport-security").is_some());
}

#[test]
fn exports_are_files_named_after_the_deck() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write,export");
    let made = lectern.call("POST", DECKS).key(&key).json(&json!({"title": "Größe: 1/2"})).send().json();
    let id = made["presentation"]["id"].as_str().unwrap();
    for (tail, kind, extension) in [
        ("export/json", "application/json; charset=utf-8", "json"),
        ("export/deck.zip", "application/vnd.svc.deck", "deck"),
    ] {
        let answer = lectern.call("GET", &format!("/api/presentations/{id}/{tail}")).key(&key).send();
        let name =
            format!("attachment; filename=\"Gr__e 12.{extension}\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%2012.{extension}");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)));
        assert_eq!(answer.header("content-disposition"), Some(name.as_str()));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let body = if extension == "deck" { answer.body } else { continue };
        let back = lectern.call("POST", "/api/presentations/import/deck").key(&key).body(body).send();
        assert_eq!((back.status, &back.json()["presentation"]["title"]), (201, &json!("Größe: 1/2")));
    }
}

#[test]
fn a_package_keeps_the_name_of_a_theme_and_automatic_backdrops() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write,export");
    let slides = json!([
        {"type": "title-slide", "content": {"title": "Quay", "background": "auto"}},
        {"type": "quote-slide", "content": {"quote": "Build for the tide."}},
        {"type": "end-slide", "content": {"title": "Thanks", "background": "deep"}},
    ]);
    let deck = json!({"title": "Quay", "theme": "harbour-office", "slides": slides});
    let made = lectern.call("POST", DECKS).key(&key).json(&deck).send().json();
    let id = made["presentation"]["id"].as_str().unwrap();
    let package = lectern.call("GET", &format!("/api/presentations/{id}/export/deck.zip")).key(&key).send().body;
    let back = lectern.call("POST", "/api/presentations/import/deck").key(&key).body(package).send().json();
    let back = &back["presentation"];
    assert_eq!(back["theme"], "harbour-office");
    let backgrounds = back["slides"].as_array().unwrap().iter().map(|slide| slide["content"]["background"].clone());
    assert_eq!(backgrounds.collect::<Value>(), json!(["auto", "auto", "deep"]), "an absent one is automatic");
}

#[test]
fn a_byte_order_mark_before_json_is_ignored() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    for (path, body) in [
        ("/api/v1/presentations", r#"{"title": "Tides"}"#),
        ("/api/presentations/import/json", r#"{"title": "Tides", "slides": []}"#),
        ("/api/presentations/import/markdown", r##"{"markdown": "# Tides"}"##),
    ] {
        let made = lectern.call("POST", path).key(&key).body(format!("\u{feff}{body}")).send();
        assert_eq!((made.status, &made.json()["presentation"]["title"]), (201, &json!("Tides")), "{path}");
    }
}

#[test]
fn a_picture_that_is_neither_in_a_form_nor_in_json_is_refused_with_how_it_is_sent() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let refused = lectern.call("POST", "/api/uploads").key(&key).body("GIF89a, as it is").send();
    assert_eq!(refused.refusal(), "400 bad_request");
    let answer = refused.json();
    let details = answer["details"].as_str().unwrap_or_default();
    assert!(details.contains("the part `file` of a form") && details.contains("`dataUrl`"), "{details}");
}

#[test]
fn an_svg_that_cannot_be_sanitised_is_rejected_with_the_reason() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let upload = |svg: &str| {
        let body = json!({"dataUrl": format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg))});
        lectern.call("POST", "/api/uploads").key(&key).json(&body).send()
    };
    let outside = r#"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#;
    let drawn = r#"<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><text>"#;
    for (svg, reason) in [
        (format!("{outside}{drawn}&x;</text></svg>"), "the entity `x` is not known"),
        (drawn.to_owned(), "broken"),
        (format!("{drawn}{}", "<g>".repeat(300)), "too complex"),
    ] {
        for _ in 0..2 {
            let answer = upload(&svg);
            assert_eq!(answer.refusal(), "400 bad_request", "{svg}");
            let details = answer.json()["details"].as_str().unwrap_or_default().to_owned();
            assert!(details.contains(reason), "{details}");
        }
    }
    let made = upload(&format!("{outside}{drawn}Quay</text></svg>"));
    let served = lectern.call("GET", made.json()["url"].as_str().unwrap_or_default()).send();
    assert_eq!((made.status, served.status), (201, 200));
    assert!(served.text().contains("Quay") && !served.text().contains("ENTITY"), "{}", served.text());
    assert_eq!(lectern.call("GET", "/api/v1/image-library").key(&key).send().json()["pagination"]["total"], 1);
}

#[test]
fn a_picture_is_served_as_it_was_uploaded() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><rect width="3" height="2"/></svg>"#;
    let body = json!({"dataUrl": format!("data:image/svg+xml,{}", svg.replace('#', "%23")), "name": "quay.svg"});
    let made = lectern.call("POST", "/api/uploads").key(&key).json(&body).send();
    assert_eq!((made.status, &made.json()["mime"]), (201, &json!("image/svg+xml")));
    let file = lectern.call("GET", made.json()["url"].as_str().unwrap()).send();
    assert_eq!((file.status, file.text().as_str()), (200, svg));
    assert_eq!(file.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert!(file.header("content-security-policy").unwrap().starts_with("sandbox; "));
}
