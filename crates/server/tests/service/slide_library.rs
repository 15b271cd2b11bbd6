//! The slide library of an organization: slides are stored, searched, inserted as a copy or linked, and updated.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

/// Creates a deck. Returns its id and the ids of its slides.
fn deck(owner: &Caller, title: &str, slides: &Value) -> (String, Vec<String>) {
    let made = owner.post("/api/presentations", &json!({ "title": title, "slides": slides, "language": "en" }));
    assert_eq!(made.status, 201, "{}", made.text);
    let made = &made.json()["presentation"];
    let ids = made["slides"].as_array().expect("slides").iter().map(|slide| text(&slide["id"])).collect();
    (text(&made["id"]), ids)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

fn quote(words: &str) -> Value {
    json!({ "type": "quote", "content": { "quote": words }, "notes": "Slowly." })
}

/// The slides of a deck.
fn slides(caller: &Caller, deck: &str) -> Vec<Value> {
    let deck = caller.get(&format!("/api/presentations/{deck}")).json();
    deck["presentation"]["slides"].as_array().expect("slides").clone()
}

/// Adds a slide of a deck to the library; returns the answer.
fn kept(caller: &Caller, deck: &str, slide: &str, name: &str, tags: &[&str]) -> Value {
    let body = json!({ "presentationId": deck, "slideId": slide, "name": name, "tags": tags });
    let added = caller.post("/api/slide-library", &body);
    assert_eq!(added.status, 201, "{}", added.text);
    added.json()["slide"].clone()
}

/// The names that a search finds.
fn found(caller: &Caller, query: &str) -> Vec<String> {
    let list = caller.get(&format!("/api/slide-library?{query}")).json();
    list["slides"].as_array().expect("a list").iter().map(|slide| text(&slide["name"])).collect()
}

#[test]
fn members_find_what_others_keep_and_only_who_added_it_or_an_administrator_changes_it() {
    let lectern = Lectern::start(&[]);
    let (ada, bob) = (lectern.member("ada@x.test"), lectern.member("bob@x.test"));
    let (pitch, ids) = deck(&ada, "Pitch", &json!([quote("Build for the tide."), quote("Prices rise.")]));
    assert_eq!(lectern.admin().get("/api/slide-library").json()["slides"], json!([]));
    let body = json!({ "presentationId": pitch, "slideId": ids[0] });
    assert_eq!(bob.post("/api/slide-library", &body).status, 404, "who may not write the deck");
    let tide = kept(&ada, &pitch, &ids[0], "Our motto", &["Brand", "brand ", "motto"]);
    assert_eq!(
        (&tide["tags"], &tide["revision"], &tide["addedBy"]),
        (&json!(["brand", "motto"]), &json!(1), &json!("ada@x.test"))
    );
    kept(&ada, &pitch, &ids[1], "Prices", &[]);
    assert_eq!(found(&bob, ""), ["Prices", "Our motto"]);
    assert_eq!(found(&bob, "q=TIDE"), ["Our motto"], "the text of the slide");
    assert_eq!(found(&bob, "q=brand"), ["Our motto"]);
    assert_eq!(found(&bob, "tag=motto"), ["Our motto"]);
    assert_eq!(found(&bob, "tag=Motto"), ["Our motto"], "tags are stored in lower case");
    assert!(found(&bob, "tag=mot").is_empty());
    assert_eq!(found(&bob, "limit=1&offset=1"), ["Our motto"]);
    let list = bob.get("/api/slide-library").json();
    assert_eq!((&list["tags"], &list["pagination"]["total"]), (&json!(["brand", "motto"]), &json!(2)));
    assert_eq!(list["slides"][0]["mayChange"], false);

    let one = format!("/api/slide-library/{}", text(&tide["id"]));
    assert_eq!(bob.get(&one).json()["slide"]["content"]["quote"], "Build for the tide.");
    assert_eq!(bob.patch(&one, &json!({ "name": "Mine" })).status, 403);
    assert_eq!(bob.delete(&one).status, 403);
    for wrong in [
        json!({ "name": " " }),
        json!({ "tags": "a" }),
        json!({ "slideId": ids[0] }),
        json!({ "name": "x".repeat(201) }),
    ] {
        assert_eq!(ada.patch(&one, &wrong).status, 400, "{wrong}");
    }
    let renamed = lectern.admin().patch(&one, &json!({ "name": "Motto", "tags": [] })).json();
    assert_eq!((&renamed["slide"]["name"], &renamed["slide"]["revision"]), (&json!("Motto"), &json!(1)), "{renamed}");
    let same = ada.patch(&one, &json!({ "presentationId": pitch, "slideId": ids[0] })).json();
    assert_eq!(same["slide"]["revision"], 1, "the same content is the same revision");
    let other = ada.patch(&one, &json!({ "presentationId": pitch, "slideId": ids[1] })).json();
    assert_eq!((&other["slide"]["revision"], &other["slide"]["content"]["quote"]), (&json!(2), &json!("Prices rise.")));
    assert_eq!(bob.status("GET", &format!("{one}/thumb.png?theme=ledger&w=320"), None), 200);
    let theme = text(&bob.get("/api/themes").json()["thumbnailVersions"]["ledger"]);
    let version = format!("{}-{theme}", bob.get(&one).json()["slide"]["revision"]);
    let cached = bob.head(&format!("{one}/thumb.png?theme=ledger&w=320&v={version}"));
    assert_eq!(cached.header("cache-control"), "private, max-age=31536000, immutable");
    assert_eq!(bob.status("GET", "/api/slide-library/unknown/thumb.png", None), 404);
    assert_eq!(ada.delete(&one).status, 200);
    assert_eq!(ada.get(&one).status, 404);
    assert_eq!(found(&bob, ""), ["Prices"]);
}

#[test]
fn a_linked_slide_is_told_of_a_newer_revision_and_takes_it_when_asked() {
    let lectern = Lectern::start(&[]);
    let (ada, bob) = (lectern.member("ada@x.test"), lectern.member("bob@x.test"));
    let (source, ids) = deck(&ada, "Source", &json!([quote("Old price: 5.")]));
    let price = text(&kept(&ada, &source, &ids[0], "Prices", &["sales"])["id"]);
    let (talk, talk_ids) = deck(&bob, "Talk", &json!([quote("First."), quote("Last.")]));
    let library = format!("/api/presentations/{talk}/library");
    assert_eq!(bob.get(&library).json(), json!({ "slides": [] }));
    assert_eq!(ada.get(&library).status, 404);

    let copy = bob.post(&library, &json!({ "libraryId": price }));
    assert_eq!(copy.status, 201, "{}", copy.text);
    assert_eq!((&copy.json()["position"], &copy.json()["slideCount"]), (&json!(2), &json!(3)));
    let linked = bob.post(&library, &json!({ "libraryId": price, "position": 1, "linked": true })).json();
    let taken = text(&linked["slideId"]);
    let now = slides(&bob, &talk);
    assert_eq!(now[1]["library"], json!({ "id": price, "revision": 1 }));
    assert_eq!((&now[1]["content"]["quote"], &now[1]["notes"]), (&json!("Old price: 5."), &json!("Slowly.")));
    assert!(now[3].get("library").is_none(), "a copy has no link");
    for (wrong, status) in [
        (json!({ "libraryId": "unknown" }), 404),
        (json!({ "libraryId": price, "position": 9 }), 400),
        (json!({ "libraryId": price, "replaces": "unknown" }), 404),
        (json!({ "position": 1 }), 400),
    ] {
        assert_eq!(bob.post(&library, &wrong).status, status, "{wrong}");
    }
    assert_eq!(slides(&bob, &talk).len(), 4, "nothing was written");

    // An update of a linked slide keeps the notes and the visibility that the deck has set.
    let edits = json!({ "base": 1, "client": "test", "seq": 1, "edits": [
        { "op": "set", "slideId": taken, "path": "notes", "value": "Mine." },
        { "op": "set", "slideId": taken, "path": "visibility.hideInExport", "value": true },
    ] });
    assert_eq!(bob.post(&format!("/api/presentations/{talk}/edits"), &edits).status, 200);
    let new = json!({ "slides": [quote("New price: 7.")] });
    let new = ada.put(&format!("/api/presentations/{source}"), &new).json()["presentation"]["slides"][0]["id"].clone();
    let update = json!({ "presentationId": source, "slideId": new });
    assert_eq!(ada.patch(&format!("/api/slide-library/{price}"), &update).json()["slide"]["revision"], 2);
    let state = json!({ "slides": [
        { "slideId": taken, "libraryId": price, "revision": 1, "latest": 2, "name": "Prices" },
    ] });
    assert_eq!(bob.get(&library).json(), state);
    assert_eq!(slides(&bob, &talk)[1]["content"]["quote"], "Old price: 5.", "nothing changes by itself");
    let offered = bob.get(&format!("{library}/{price}?replaces={taken}&linked=1")).json();
    assert_eq!(
        (&offered["slide"]["id"], &offered["slide"]["content"]["quote"]),
        (&json!(taken), &json!("New price: 7."))
    );
    assert_eq!((&offered["slide"]["notes"], &offered["slide"]["library"]["revision"]), (&json!("Mine."), &json!(2)));
    let updated = bob.post(&library, &json!({ "libraryId": price, "replaces": taken, "linked": true })).json();
    assert_eq!((&updated["slideId"], &updated["position"]), (&json!(taken), &json!(1)));
    let now = &slides(&bob, &talk)[1];
    assert_eq!((&now["content"]["quote"], &now["notes"]), (&json!("New price: 7."), &json!("Mine.")));
    assert_eq!(now["visibility"], json!({ "hideInExport": true }));
    assert_eq!(bob.get(&library).json()["slides"][0]["revision"], 2);

    // Copies and imports of a deck keep the link. A link to a deleted slide of the library does no harm.
    let duplicate = bob.post(&format!("/api/presentations/{talk}/duplicate"), &Value::Null).json();
    let duplicate = text(&duplicate["presentation"]["id"]);
    assert_eq!(slides(&bob, &duplicate)[1]["library"], json!({ "id": price, "revision": 2 }));
    let file = bob.get(&format!("/api/presentations/{talk}/export/json")).json();
    let imported = bob.post("/api/presentations/import/json", &file).json();
    let imported = text(&imported["presentation"]["id"]);
    assert_eq!(slides(&bob, &imported)[1]["library"], json!({ "id": price, "revision": 2 }));
    assert_eq!(ada.delete(&format!("/api/slide-library/{price}")).status, 200);
    let gone = &bob.get(&library).json()["slides"][0];
    assert_eq!((&gone["latest"], &gone["name"]), (&Value::Null, &Value::Null));
    assert_eq!(slides(&bob, &talk)[1]["content"]["quote"], "New price: 7.");
    let unlink = json!({ "base": 1, "client": "test", "seq": 2,
        "edits": [{ "op": "set", "slideId": taken, "path": "library", "value": null }] });
    assert_eq!(bob.post(&format!("/api/presentations/{talk}/edits"), &unlink).status, 200);
    assert_eq!(bob.get(&library).json(), json!({ "slides": [] }));
    assert_eq!(talk_ids.len(), 2);
}

#[test]
fn a_deck_takes_the_texts_in_its_languages_and_polls_keep_their_votes() {
    let lectern = Lectern::start(&[]);
    let ada = lectern.member("ada@x.test");
    let poll = json!({ "type": "poll-slide", "content": { "question": "Again?", "option1": "Yes", "option2": "No" } });
    let (source, ids) = deck(&ada, "Source", &json!([quote("Tide"), poll]));
    let texts = |words: &str| json!({ "slides": { ids[0].as_str(): { "content": { "quote": words } } } });
    let translations = json!({ "translations": { "nl": texts("Getij"), "de": texts("Gezeiten") } });
    let translated = ada.put(&format!("/api/presentations/{source}"), &translations);
    assert_eq!(translated.status, 200, "{}", translated.text);
    let (tide, vote) = (kept(&ada, &source, &ids[0], "Tide", &[]), kept(&ada, &source, &ids[1], "Vote", &[]));
    assert_eq!(tide["languages"], json!(["en", "de", "nl"]));
    assert!(vote["content"].get("pollId").is_none(), "{vote}");

    let dutch = ada.post("/api/presentations", &json!({ "title": "Praatje", "language": "nl" })).json();
    let dutch = text(&dutch["presentation"]["id"]);
    let library = format!("/api/presentations/{dutch}/library");
    ada.post(&library, &json!({ "libraryId": tide["id"] }));
    let deck = &ada.get(&format!("/api/presentations/{dutch}")).json()["presentation"];
    let last = deck["slides"].as_array().and_then(|slides| slides.last()).expect("a slide");
    assert_eq!((&last["content"]["quote"], &deck["languages"]), (&json!("Getij"), &json!(["nl"])));

    let taken = ada.post(&library, &json!({ "libraryId": vote["id"], "linked": true })).json();
    let poll_of = || slides(&ada, &dutch).last().expect("a slide")["content"]["pollId"].clone();
    let before = poll_of();
    assert!(before.is_string());
    let again = json!({ "libraryId": vote["id"], "replaces": taken["slideId"], "linked": true });
    assert_eq!(ada.post(&library, &again).status, 201);
    assert_eq!(poll_of(), before);
}

#[test]
fn agents_search_the_library_and_insert_from_it() {
    let lectern = Lectern::start(&[]);
    let owner = lectern.admin();
    let (source, ids) = deck(&owner, "Source", &json!([quote("Build for the tide.")]));
    let price = text(&kept(&owner, &source, &ids[0], "Our motto", &["brand"])["id"]);
    let agent = lectern.key(&["read", "write"]);
    let call = |tool: &str, arguments: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments } });
        let answer = agent.post("/mcp", &message).json()["result"].clone();
        let said = text(&answer["content"][0]["text"]);
        if answer["isError"] == true { Value::from(said) } else { serde_json::from_str(&said).expect("JSON") }
    };
    let hits = call("search_library", json!({ "query": "motto", "tag": "Brand" }));
    assert_eq!((&hits["total"], &hits["slides"][0]["libraryId"]), (&json!(1), &json!(price)));
    assert_eq!(call("search_library", json!({ "query": "quay" }))["tags"], json!(["brand"]));
    let (talk, talk_ids) = deck(&owner, "Talk", &json!([quote("First.")]));
    let inserted = call("insert_library_slide", json!({ "presentationId": talk, "libraryId": price, "position": 0 }));
    assert_eq!((&inserted["position"], &inserted["totalSlides"]), (&json!(0), &json!(2)), "{inserted}");
    let replaced = json!({ "presentationId": talk, "libraryId": price, "replaceSlideId": talk_ids[0], "linked": true });
    assert_eq!(call("insert_library_slide", replaced)["slideId"], json!(talk_ids[0]));
    assert_eq!(slides(&owner, &talk)[1]["library"], json!({ "id": price, "revision": 1 }));
    let unknown = call("insert_library_slide", json!({ "presentationId": talk, "libraryId": "unknown" }));
    assert!(text(&unknown).contains("slide of the library not found: unknown (search_library gives ids)"), "{unknown}");
    let unknown = json!({ "presentationId": talk, "libraryId": price, "replaceSlideId": "unknown" });
    let unknown = call("insert_library_slide", unknown);
    assert!(text(&unknown).contains("no such slide (get_presentation gives ids)"), "{unknown}");
}
