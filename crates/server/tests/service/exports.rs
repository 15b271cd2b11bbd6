//! Decks as files, and slides drawn for the app.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

fn deck(key: &Caller) -> Value {
    let slides = json!([
        {"type": "title", "content": {"title": "Harbour plan"}},
        {"type": "content", "content": {"title": "Why now", "body": "- Quays are full"}, "notes": "Pause here."},
        {"type": "content", "content": {"title": "Hidden words"}, "visibility": {"hideInExport": true}},
    ]);
    let made = key.post("/api/v1/presentations", &json!({ "title": "Harbour plan", "slides": slides }));
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["presentation"].clone()
}

#[test]
fn a_deck_is_exported_under_its_name_without_what_is_hidden() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let id = deck(&key)["id"].as_str().unwrap().to_owned();
    for base in ["/api/v1/presentations", "/api/presentations"] {
        for form in ["html", "pdf"] {
            let answer = key.get(&format!("{base}/{id}/export/{form}"));
            assert_eq!((answer.status, answer.header("content-type")), (200, "text/html; charset=utf-8"));
            assert_eq!(answer.header("cache-control"), "no-store");
            assert!(answer.text.contains("Quays are full"));
            assert!(!answer.text.contains("Hidden words") && !answer.text.contains("Pause here."));
        }
    }
    let page = key.get(&format!("/api/presentations/{id}/export/pdf"));
    assert_eq!(page.header("content-disposition"), "inline");
    assert!(page.header("content-security-policy").contains("font-src data:"), "its fonts are inside it");
}

#[test]
fn exports_need_their_scope_a_deck_and_good_parameters() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let id = deck(&key)["id"].as_str().unwrap().to_owned();
    let reader = lectern.key(&["read"]);
    let at = |form: &str| format!("/api/v1/presentations/{id}/export/{form}");
    assert_eq!(reader.get(&at("html")).refusal(), (403, "missing_scope".to_owned()));
    assert_eq!(key.get(&at("pptx?scale=4")).refusal(), (400, "bad_request".to_owned()));
    assert_eq!(key.get("/api/v1/presentations/nope/export/html").refusal(), (404, "not_found".to_owned()));
    let slides = format!("/api/presentations/{id}/export/pdf-slides.pdf?notes=perhaps");
    assert_eq!(key.get(&slides).refusal(), (400, "bad_request".to_owned()));
}

#[test]
fn an_export_has_the_slides_that_are_chosen() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let id = deck(&key)["id"].as_str().unwrap().to_owned();
    let html = |query: &str| key.get(&format!("/api/v1/presentations/{id}/export/html?{query}")).text;
    let second = html("slides=2");
    assert!(second.contains("Quays are full") && !second.contains("Hidden words"));
    assert!(second.contains("id=\"2\"") && !second.contains("id=\"1\""), "slides keep their numbers");
    let last = html("slides=2-&hidden=1");
    assert!(last.contains("Quays are full") && last.contains("Hidden words"));
    for (query, words) in [
        ("slides=3", "the slides `3` are not in exports"),
        ("slides=4-9", "none of the 3 slides of the deck is in `4-9`"),
        ("slides=2-1", "`2-1` is no list of slides; write it like `1-3,7,9-`"),
        ("slides=", "is no list of slides"),
        ("hidden=perhaps", "`hidden` is 1 or 0"),
    ] {
        let answer = key.get(&format!("/api/v1/presentations/{id}/export/html?{query}"));
        assert_eq!(answer.status, 400, "{query}");
        assert!(answer.text.contains(words), "{query}: {}", answer.text);
    }
}

#[test]
fn a_pdf_is_slides_notes_or_a_handout() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let id = deck(&key)["id"].as_str().unwrap().to_owned();
    let at = |query: &str| format!("/api/presentations/{id}/export/pdf-slides.pdf?{query}");
    for query in ["handout=2", "handout=3", "handout=6&slides=1", "notes=1&slides=2"] {
        assert_eq!(key.status("GET", &at(query), None), 200, "{query}");
    }
    for wrong in ["handout=4", "handout=2&notes=1"] {
        assert_eq!(key.get(&at(wrong)).refusal(), (400, "bad_request".to_owned()), "{wrong}");
    }
    let pictures = |query: &str| format!("/api/presentations/{id}/export/png.zip?{query}");
    assert_eq!(key.status("GET", &pictures("width=640&slides=2"), None), 200);
    assert_eq!(key.get(&pictures("width=100")).refusal(), (400, "bad_request".to_owned()));
}

#[test]
fn a_draft_is_drawn_and_not_saved() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let made = deck(&key);
    let (id, slide) = (made["id"].as_str().unwrap(), made["slides"][1]["id"].clone());
    let path = format!("/api/presentations/{id}/render");
    let words = "The harbour needs a second lock before the old one is closed, and both need new gates.";
    let draft = json!({ "slideId": slide, "content": { "title": "Draft words", "body": words }, "seq": 7 });
    let drawn = key.post(&path, &draft).json();
    assert_eq!((&drawn["seq"], &drawn["steps"], &drawn["findings"]), (&json!(7), &json!(1), &json!([])));
    let html = drawn["html"].as_str().unwrap();
    assert!(html.contains("Draft words") && html.contains("data-field=\"title\""), "{html}");
    assert!(drawn["css"].as_str().unwrap().contains("@font-face"));
    assert!(!key.get(&format!("/api/v1/presentations/{id}")).text.contains("Draft words"));

    let several = key.post(&path, &json!({ "slideIds": [slide, made["slides"][0]["id"]] })).json();
    assert_eq!(several["slides"].as_array().unwrap().len(), 2);
    assert_eq!(key.post(&path, &json!({ "slideId": "nope" })).refusal(), (400, "bad_request".to_owned()));
    let address = drawn["css"].as_str().unwrap().split("url(").nth(1).unwrap().split(')').next().unwrap().to_owned();
    assert!(address.starts_with("/fonts/"), "{address}");
}

#[test]
fn slides_that_are_not_in_the_deck_are_drawn_as_if_they_were() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let made = deck(&key);
    let (id, known) = (made["id"].as_str().unwrap(), made["slides"][1]["id"].clone());
    let path = format!("/api/presentations/{id}/render");
    let sketches = json!([
        { "type": "quote-slide", "content": { "quote": "Build for the tide." } },
        { "id": known, "type": "eu.svc.slide.list", "content": { "title": "As a list", "items": [{ "text": "One" }] } },
        { "id": "proposal", "type": "title-slide" },
    ]);
    let drawn = key.post(&path, &json!({ "slides": sketches, "theme": "observatory", "seq": 3 })).json();
    let slides = drawn["slides"].as_array().unwrap();
    let ids: Vec<&str> = slides.iter().map(|slide| slide["slideId"].as_str().unwrap()).collect();
    assert_eq!(ids, ["sketch-0", known.as_str().unwrap(), "proposal"]);
    let html = |index: usize| slides[index]["html"].as_str().unwrap();
    let last = made["slides"].as_array().unwrap().len();
    assert!(
        html(0).contains("Build for the tide.") && html(0).contains(&format!("id=\"{}\"", last + 1)),
        "{}",
        html(0)
    );
    assert!(html(1).contains("As a list") && html(1).contains("id=\"2\""), "{}", html(1));
    assert!(html(2).contains("data-field=\"title\""), "a new slide shows what new slides of its type show");
    assert!(drawn["css"].as_str().unwrap().contains("@font-face") && drawn["seq"] == 3);
    let after = key.get(&format!("/api/v1/presentations/{id}")).json();
    assert_eq!(after["presentation"]["slides"], made["slides"]);

    for wrong in [
        json!({ "slides": [{ "type": "no-such-slide" }] }),
        json!({ "slides": [{ "content": {} }] }),
        json!({ "slides": [{ "type": "title-slide", "content": "x" }] }),
        json!({ "slides": [{ "id": 3, "type": "title-slide" }] }),
        json!({ "slides": [{ "id": known, "type": "title-slide" }, { "id": known, "type": "title-slide" }] }),
        json!({ "slides": {} }),
        json!({ "slides": [3] }),
        json!({ "slides": [], "slideIds": [] }),
    ] {
        assert_eq!(key.post(&path, &wrong).refusal(), (400, "bad_request".to_owned()), "{wrong}");
    }
}

#[test]
fn what_does_not_fit_is_found_in_a_draft_and_by_validation() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let made = deck(&key);
    let (id, slide) = (made["id"].as_str().unwrap(), made["slides"][1]["id"].clone());
    let body = "- Quays fill up before noon\n".repeat(60);
    let content = json!({ "title": "Why", "body": body });
    let drawn = key.post(&format!("/api/presentations/{id}/render"), &json!({ "slideId": slide, "content": content }));
    assert_eq!(drawn.json()["findings"][0]["field"], "body", "{}", drawn.text);
}

#[test]
fn a_thumbnail_is_named_by_what_it_was_drawn_from() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let made = deck(&key);
    let (id, slide) = (made["id"].as_str().unwrap(), made["slides"][0]["id"].as_str().unwrap());
    let path = format!("/api/presentations/{id}/slides/{slide}/thumb.png");
    let known = key.with("If-None-Match", "\"nothing\"");
    assert_eq!(known.get(&format!("{path}?w=9000")).status, 400);
    let tag = {
        // HEAD, since the test client reads bodies as text, which a picture is not.
        let first = key.head(&path);
        assert_eq!((first.status, first.header("content-type")), (200, "image/png"));
        assert_eq!(first.header("cache-control"), "private, no-cache");
        first.header("etag").to_owned()
    };
    let again = key.with("If-None-Match", &tag).get(&format!("{path}?h={}", tag.trim_matches('"')));
    assert_eq!((again.status, again.header("cache-control")), (304, "private, max-age=31536000, immutable"));
    assert_eq!(key.get(&format!("/api/presentations/{id}/slides/nope/thumb.png")).status, 404);

    // The address with the slide's number returns the same picture.
    let numbered = format!("/api/presentations/{id}/thumb.png");
    assert_eq!(key.head(&numbered).header("etag"), tag);
    assert_eq!(key.head(&format!("{numbered}?n=1")).header("etag"), tag);
    assert_ne!(key.head(&format!("{numbered}?n=2")).header("etag"), tag);
    assert_eq!((key.get(&format!("{numbered}?n=0")).status, key.get(&format!("{numbered}?n=99")).status), (400, 404));
}

#[test]
fn the_hash_of_a_thumbnail_changes_with_what_its_page_says_about_the_deck() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let slides = json!([
        { "type": "chapter-title", "content": { "title": "Tides" } },
        { "type": "content", "content": { "title": "High water", "body": "At noon" } },
        { "type": "content", "content": { "title": "Low water", "body": "At six" } },
    ]);
    // The pages of `clarity` say how many there are, those of `ledger` do not.
    let [of_all, plain] = ["clarity", "ledger"].map(|theme| {
        let made = admin.post("/api/presentations", &json!({ "title": "Tides", "theme": theme, "slides": slides }));
        assert_eq!(made.status, 201, "{}", made.text);
        made.json()["presentation"].clone()
    });
    let hashes = |deck: &Value| {
        let answer = admin.get(&format!("/api/presentations/{}/thumbnails", deck["id"].as_str().unwrap())).json();
        assert_eq!(answer["language"], deck["language"]);
        [0, 1, 2].map(|at| answer["slides"][deck["slides"][at]["id"].as_str().unwrap()].as_str().unwrap().to_owned())
    };
    let set = |deck: &Value, at: usize, path: &str, value: Value| {
        let edit = json!({ "op": "set", "slideId": deck["slides"][at]["id"], "path": path, "value": value });
        let batch = json!({ "client": path, "seq": 1, "base": 1, "edits": [edit] });
        let sent = admin.post(&format!("/api/presentations/{}/edits", deck["id"].as_str().unwrap()), &batch);
        assert_eq!((sent.status, &sent.json()["conflicts"]), (200, &json!([])), "{}", sent.text);
    };
    for (deck, changed) in [(of_all, [true; 3]), (plain, [false; 3])] {
        let (id, slide) = (deck["id"].as_str().unwrap(), deck["slides"][1]["id"].as_str().unwrap());
        let before = hashes(&deck);
        let address = format!("/api/presentations/{id}/slides/{slide}/thumb.png?w=64&h={}", before[1]);
        assert_eq!(admin.head(&address).header("cache-control"), "private, max-age=31536000, immutable");
        set(&deck, 2, "visibility", json!({ "hideInPresentation": true }));
        let hidden = hashes(&deck);
        assert_eq!([0, 1, 2].map(|at| hidden[at] != before[at]), changed, "{}", deck["theme"]);
        set(&deck, 0, "content.title", json!("Currents"));
        let renamed = hashes(&deck);
        assert!([0, 1, 2].iter().all(|at| renamed[*at] != hidden[*at]), "all pages are in the section");
        assert_eq!(admin.head(&address).header("cache-control"), "private, no-cache");
    }
}

#[test]
fn a_changed_slide_type_gives_its_slides_new_thumbnails() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let field = |key: &str| json!({ "key": key, "kind": "string", "label": key, "maxLength": 80 });
    let declaration = |fields: Value| {
        json!({
            "slug": "berth", "label": "Berth", "category": "content", "fields": fields,
            "defaults": { "title": "Berth" }, "example": { "title": "Quay 4" },
        })
    };
    let made = admin.post("/api/slide-types/custom", &declaration(json!([field("title")])));
    assert_eq!(made.status, 201, "{}", made.text);
    assert_eq!(admin.post("/api/slide-types/custom/berth/publish", &json!({})).status, 200);
    let slides = json!([{ "type": "custom/berth", "content": { "title": "Quay 4", "length": "180 m" } }]);
    let made = admin.post("/api/presentations", &json!({ "title": "Berths", "slides": slides }));
    assert_eq!(made.status, 201, "{}", made.text);
    let path = format!("/api/presentations/{}/thumb.png", made.json()["presentation"]["id"].as_str().unwrap());
    let first = admin.head(&path).header("etag").to_owned();
    assert_eq!(admin.head(&path).header("etag"), first);
    let changed = admin.put("/api/slide-types/custom/berth", &declaration(json!([field("title"), field("length")])));
    assert_eq!(changed.status, 200, "{}", changed.text);
    let second = admin.with("If-None-Match", &first).head(&path);
    assert_eq!(second.status, 200, "the picture that the client has is outdated");
    assert_ne!(second.header("etag"), first);

    // With the version in the list of decks, clients may cache the picture forever.
    let version = |caller: &Caller| {
        let listed = caller.get("/api/presentations").json();
        listed["presentations"][0]["thumbnailVersion"].as_str().expect("a version").to_owned()
    };
    let current = version(&admin);
    let cached = admin.head(&format!("{path}?v={current}"));
    assert_eq!(cached.header("cache-control"), "private, max-age=31536000, immutable");
    admin.put("/api/slide-types/custom/berth", &declaration(json!([field("title")])));
    assert_ne!(version(&admin), current);
    assert_eq!(admin.head(&format!("{path}?v={current}")).header("cache-control"), "private, no-cache");
}
