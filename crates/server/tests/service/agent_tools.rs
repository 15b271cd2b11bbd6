//! Tools beyond the original interface, pictures and findings in answers, and notifications about running calls.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::agents::{ALL, call, called};
use super::lectern::{Caller, Lectern, command};

/// A picture whose left half is empty.
const PICTURE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#102030"/><rect x="180" y="10" width="20" height="150" fill="#ffffff"/><rect x="220" y="30" width="20" height="120" fill="#ffffff"/><rect x="260" y="10" width="20" height="160" fill="#ffffff"/></svg>"##;

/// The content blocks of the result of a call.
fn blocks(caller: &Caller, tool: &str, arguments: &Value) -> Vec<Value> {
    let message = json!({ "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
    let answer = caller.post("/mcp", &message).json();
    assert_eq!(answer["result"].get("isError"), None, "{answer}");
    answer["result"]["content"].as_array().expect("blocks").clone()
}

/// Width and height of a picture block.
fn size(block: &Value) -> (u32, u32) {
    assert_eq!((&block["type"], &block["mimeType"]), (&json!("image"), &json!("image/png")));
    let png = STANDARD.decode(block["data"].as_str().expect("base64")).expect("base64");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

/// The number of tokens that clients count for a picture of this size.
fn tokens((width, height): (u32, u32)) -> u32 {
    width * height / 750
}

/// Creates a deck with these slides. Returns its id and the ids of its slides.
fn deck(caller: &Caller, slides: &[Value]) -> (String, Vec<String>) {
    let made = called(caller, "create_presentation_from_slides", &json!({ "title": "Tides", "slides": slides }));
    let id = made["id"].as_str().expect("an id").to_owned();
    let ids = slide_ids(caller, &id);
    (id, ids)
}

fn slides_of(caller: &Caller, id: &str) -> Vec<Value> {
    called(caller, "get_presentation", &json!({ "id": id }))["slides"].as_array().expect("slides").clone()
}

fn slide_ids(caller: &Caller, id: &str) -> Vec<String> {
    slides_of(caller, id).iter().map(|slide| slide["id"].as_str().expect("an id").to_owned()).collect()
}

fn content(title: &str) -> Value {
    json!({ "type": "content", "content": { "title": title, "body": "Ships wait for water." }, "notes": "Slowly." })
}

#[test]
fn the_additional_tools_come_last_and_can_be_switched_off() {
    let names = |lectern: &Lectern| -> Vec<String> {
        let listed = lectern.key(&ALL).post("/mcp", &json!({ "id": 1, "method": "tools/list" })).json();
        let tools = listed["result"]["tools"].as_array().expect("tools").clone();
        for tool in &tools {
            assert!(tool["annotations"]["title"].as_str().is_some_and(|title| title.len() > 3), "{tool}");
            let writes = tool["annotations"].get("readOnlyHint").is_none();
            assert_eq!(writes, tool["annotations"]["destructiveHint"].is_boolean(), "{tool}");
        }
        tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect()
    };
    let all = names(&Lectern::start(&[]));
    let core = names(&Lectern::start(&[("SVC_MCP_EXTRA_TOOLS", "off")]));
    assert_eq!(core.len(), 27);
    assert_eq!(all[..27], core[..]);
    let added = [
        "edit_slides",
        "update_presentation",
        "get_deck_texts",
        "list_versions",
        "restore_version",
        "upload_image",
        "begin_upload",
        "find_images",
        "find_icons",
        "create_outline",
        "create_from_outline",
        "set_data",
        "search_library",
        "insert_library_slide",
    ];
    assert_eq!(all[27..], added);
}

#[test]
fn a_client_is_told_how_to_work_in_few_words() {
    let lectern = Lectern::start(&[]);
    let begun = lectern.key(&["read"]).post("/mcp", &json!({ "id": 1, "method": "initialize" })).json();
    let instructions = begun["result"]["instructions"].as_str().expect("a text").to_owned();
    assert!(instructions.split_whitespace().count() <= 150, "{instructions}");
    assert_eq!(begun["result"]["protocolVersion"], "2024-11-05");
}

#[test]
fn slides_are_seen_as_pictures_with_what_is_found_on_them() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&["read", "write"]);
    let long = "Every ship that enters the harbour waits for the tide and then for its berth. ".repeat(30);
    let mut slides: Vec<Value> = (0..12).map(|number| content(&format!("Tide {number}"))).collect();
    slides[3]["content"]["body"] = json!(long);
    let (id, ids) = deck(&agent, &slides);

    let one = blocks(&agent, "preview_slide", &json!({ "id": id, "slideId": ids[3], "format": "png" }));
    assert_eq!((one.len(), size(&one[0])), (2, (800, 450)));
    assert!(tokens(size(&one[0])) < 500);
    let about: Value = serde_json::from_str(one[1]["text"].as_str().expect("a text")).expect("JSON");
    let finding = &about["findings"][0];
    assert_eq!((&finding["slideIndex"], &finding["field"]), (&json!(3), &json!("body")));
    let text = finding["text"].as_str().expect("a text");
    let fitting = text.split("about ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
    assert!(fitting.is_some_and(|fits| (100..long.len()).contains(&fits)), "{text}");
    // A text of the length that the finding says fits has no such finding.
    let short: String = long.chars().take(fitting.expect("a number")).collect();
    let change = json!({ "id": id, "slideId": ids[3], "content": { "body": short } });
    let codes = |answer: &Value| answer["findings"].as_array().cloned().unwrap_or_default();
    assert!(codes(&called(&agent, "update_slide", &change)).iter().all(|other| other["code"] != finding["code"]));

    let sheet = blocks(&agent, "preview_presentation", &json!({ "id": id, "sheet": true }));
    assert_eq!(sheet.len(), 2);
    assert!(tokens(size(&sheet[0])) < 1600, "{:?}", size(&sheet[0]));
    let range = json!({ "id": id, "format": "png", "slideRange": "1-2", "width": 320 });
    let pictures = blocks(&agent, "preview_presentation", &range);
    assert_eq!((pictures.len(), size(&pictures[1])), (3, (320, 180)));
    for (arguments, fault) in [
        (json!({ "id": id, "slideIndex": 0, "format": "png", "width": 100 }), "width: expected 320 to 1920"),
        (json!({ "id": id, "slideId": "none", "format": "png" }), "no slide `none`"),
        (json!({ "id": id, "slideId": ids[3], "slideIndex": 2 }), "is at 3, not at 2"),
        (json!({ "id": id }), "slideIndex: expected"),
    ] {
        let (refused, text) = call(&agent, "preview_slide", &arguments);
        assert!(refused && text.contains(fault), "{text}");
    }
    let wide = json!({ "id": id, "slideIndex": 0, "width": 640 });
    let (refused, text) = call(&agent, "preview_slide", &wide);
    assert!(!refused && text.ends_with("<!-- width: only for format png; this is html -->"));
    let html = json!({ "id": id, "sheet": true, "format": "html" });
    let (refused, text) = call(&agent, "preview_presentation", &html);
    assert!(refused && text.contains("format png"), "{text}");
}

#[test]
fn a_long_deck_takes_several_sheets_and_no_more_than_twenty_pictures() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&["read", "write"]);
    let slides: Vec<Value> = (0..21).map(|number| content(&format!("Tide {number}"))).collect();
    let (id, _) = deck(&agent, &slides);
    let sheets =
        blocks(&agent, "preview_presentation", &json!({ "id": id, "format": "png", "sheet": true, "width": 640 }));
    assert_eq!(sheets.len(), 3);
    assert_eq!((size(&sheets[0]).0, size(&sheets[1]).0), (640, 640));
    let (refused, text) = call(&agent, "preview_presentation", &json!({ "id": id, "format": "png" }));
    assert!(refused && text.contains("sheet true"), "{text}");
}

#[test]
fn many_changes_are_one_transaction() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let (id, ids) = deck(&agent, &[content("Flood"), content("Ebb"), content("Slack"), content("Spring")]);
    let comment = json!({ "id": id, "slideId": ids[2], "body": "Deeper?" });
    called(&agent, "add_comment", &comment);
    let operations = json!([
        { "op": "remove", "slideIndex": 0 },
        { "op": "update", "slideIndex": 1, "content": { "title": "Low water", "body": null }, "notes": "" },
        { "op": "replace", "slideId": ids[2], "type": "quote", "content": { "quote": "Build for the tide." } },
        { "op": "add", "type": "quote", "content": r#"{"quote": "First."}"#, "notes": "Loud.", "position": 0 },
        { "op": "add", "type": "quote", "content": { "quote": "Second." }, "position": "1" },
        { "op": "move", "slideIndex": 3, "position": 0 },
        { "op": "translate", "slideId": ids[1], "lang": "nl", "texts": { "title": "Laagwater" } },
        { "op": "translate", "lang": "nl", "texts": { "title": "Getijden" } },
    ]);
    let revision = called(&agent, "get_presentation", &json!({ "id": id }))["revision"].clone();
    let edit = json!({ "id": id, "operations": operations, "expectedRevision": revision });
    let edited = called(&agent, "edit_slides", &edit);
    assert_eq!((&edited["applied"], &edited["totalSlides"]), (&json!(8), &json!(5)));
    assert_eq!(edited["revision"].as_u64(), revision.as_u64().map(|revision| revision + 1));
    let slides = slides_of(&agent, &id);
    let shown: Vec<&Value> =
        slides.iter().map(|slide| slide["content"].get("title").unwrap_or(&slide["content"]["quote"])).collect();
    assert_eq!(shown, ["Spring", "First.", "Second.", "Low water", "Build for the tide."]);
    assert_eq!(
        (&slides[3]["id"], &slides[3]["notes"], slides[3]["content"].get("body")),
        (&json!(ids[1]), &json!(""), None)
    );
    assert_eq!((&slides[4]["id"], &slides[4]["notes"]), (&json!(ids[2]), &json!("Slowly.")), "notes stay");
    assert_eq!(slides[1]["notes"], "Loud.");
    assert_eq!(edited["slides"][2]["slideIndex"], 4);
    let comments = called(&agent, "list_comments", &json!({ "id": id }));
    assert_eq!(comments["comments"][0]["slide"]["index"], 4, "the comment is where its slide is");
    let texts = called(&agent, "get_deck_texts", &json!({ "id": id, "lang": "nl" }));
    assert_eq!(
        (&texts["translated"]["title"], &texts["slides"][3]["translated"]),
        (&json!("Getijden"), &json!({ "title": "Laagwater" }))
    );

    let (refused, text) = call(&agent, "edit_slides", &edit);
    assert!(refused && text.contains("get_presentation") && text.contains("revision"), "{text}");
    let versions = called(&agent, "list_versions", &json!({ "id": id }));
    let before = &versions["versions"][0];
    assert_eq!((&before["slideCount"], &before["reason"]), (&json!(4), &json!("assistant")));
    let restored = called(&agent, "restore_version", &json!({ "id": id, "versionId": before["versionId"] }));
    assert_eq!((&restored["totalSlides"], slide_ids(&agent, &id)), (&json!(4), ids));
}

#[test]
fn agents_give_slides_transitions_and_take_them_away() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let slide = |title: &str, transition: Value| {
        let mut slide = content(title);
        slide["transition"] = transition;
        slide
    };
    let (id, _) = deck(&agent, &[slide("Flood", Value::Null), slide("Ebb", json!("push"))]);
    let transitions = || -> Vec<Value> {
        slides_of(&agent, &id).iter().map(|slide| slide.get("transition").cloned().unwrap_or_default()).collect()
    };
    assert_eq!(transitions(), [Value::Null, json!("push")]);
    let operations = json!([
        { "op": "update", "slideIndex": 0, "transition": "fade" },
        { "op": "update", "slideIndex": 1, "transition": "deck", "notes": "Slowly." },
        { "op": "add", "type": "quote", "content": { "quote": "Build for the tide." }, "transition": "morph" },
    ]);
    called(&agent, "edit_slides", &json!({ "id": id, "operations": operations }));
    assert_eq!(transitions(), [json!("fade"), Value::Null, json!("morph")]);
    let replace = json!([{ "op": "replace", "slideIndex": 2, "type": "quote", "content": { "quote": "Wait." } }]);
    called(&agent, "edit_slides", &json!({ "id": id, "operations": replace }));
    assert_eq!(transitions()[2], "morph", "a slide that is replaced keeps it");
    let wrong = json!([{ "op": "update", "slideIndex": 0, "transition": "spin" }]);
    let (refused, text) = call(&agent, "edit_slides", &json!({ "id": id, "operations": wrong }));
    assert!(refused && text.contains("field transition: expected none, fade, slide, push, cube or morph"), "{text}");
    let arguments = json!({ "title": "Tides", "slides": [slide("Flood", json!("spin"))] });
    let (refused, text) = call(&agent, "create_presentation_from_slides", &arguments);
    assert!(refused && text.contains("field transition: expected none"), "{text}");
}

#[test]
fn agents_name_parts_of_slides_for_morph() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let mut named = content("Flood");
    named["morphNames"] = json!({ "title": "word" });
    let (id, _) = deck(&agent, &[named.clone(), content("Ebb")]);
    let names = || -> Vec<Value> {
        slides_of(&agent, &id).iter().map(|slide| slide.get("morphNames").cloned().unwrap_or_default()).collect()
    };
    assert_eq!(names(), [json!({ "title": "word" }), Value::Null]);
    let quote = json!({ "quote": "Build for the tide." });
    let operations = json!([
        { "op": "update", "slideIndex": 0, "morphNames": {} },
        { "op": "update", "slideIndex": 1, "morphNames": { "title": "word" }, "notes": "Slowly." },
        { "op": "add", "type": "quote", "content": quote, "morphNames": r#"{"quote": "word"}"# },
    ]);
    called(&agent, "edit_slides", &json!({ "id": id, "operations": operations }));
    assert_eq!(names(), [Value::Null, json!({ "title": "word" }), json!({ "quote": "word" })]);
    let replace = json!([
        { "op": "replace", "slideIndex": 1, "type": "quote", "content": quote },
        { "op": "replace", "slideIndex": 2, "type": "quote", "content": quote },
    ]);
    called(&agent, "edit_slides", &json!({ "id": id, "operations": replace }));
    assert_eq!(names(), [Value::Null, Value::Null, json!({ "quote": "word" })], "names of fields that remain stay");
    for (wrong, expected) in [
        (json!({ "items.0": "word" }), "field morphNames: expected paths of fields of the slide type"),
        (json!({ "title": 5 }), "field morphNames: expected at most 40 names"),
    ] {
        let operations = json!([{ "op": "update", "slideIndex": 0, "morphNames": wrong }]);
        let (refused, text) = call(&agent, "edit_slides", &json!({ "id": id, "operations": operations }));
        assert!(refused && text.contains(expected), "{text}");
        named["morphNames"] = wrong;
        let arguments = json!({ "title": "Tides", "slides": [named] });
        let (refused, text) = call(&agent, "create_presentation_from_slides", &arguments);
        assert!(refused && text.contains(expected), "{text}");
    }
}

#[test]
fn all_problems_of_a_transaction_are_named_and_nothing_is_written() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let (id, ids) = deck(&agent, &[content("Flood"), content("Ebb")]);
    let before = called(&agent, "get_presentation", &json!({ "id": id }));
    let operations = json!([
        { "op": "update", "slideIndex": 0, "content": { "title": "High water" } },
        { "op": "add", "type": "quote", "content": { "qoute": "x", "attribution": "y".repeat(500) } },
        { "op": "update", "slideIndex": 7, "notes": "n" },
        { "op": "update", "slideId": ids[1], "type": "quote" },
        { "op": "remove", "slideIndex": 1 },
        { "op": "move", "slideIndex": 1, "position": 0 },
        { "op": "move", "slideIndex": 0, "position": 5 },
        { "op": "update", "slideIndex": 0 },
        { "op": "translate", "slideIndex": 0, "lang": "nl", "texts": { "colour": "rood" } },
        { "op": "translate", "slideIndex": 0, "lang": "en-GB", "texts": { "title": "x" } },
        { "op": "translate", "slideIndex": 0, "lang": "no tongue", "texts": { "title": "x" } },
    ]);
    let (_, text) = call(&agent, "edit_slides", &json!({ "id": id, "operations": [5] }));
    assert!(text.ends_with("operations[0]: invalid type: integer `5`, expected an object with an `op`"), "{text}");
    let (refused, text) = call(&agent, "edit_slides", &json!({ "id": id, "operations": operations }));
    assert!(refused && text.contains("nothing was written: 11 problems"), "{text}");
    for part in [
        "operations[1] (add): slide 2 (quote), field qoute",
        "operations[1] (add): slide 2 (quote), field quote",
        "operations[1] (add): slide 2 (quote), field attribution",
        "operations[2] (update): slideIndex: expected 0 to 1, got 7",
        "operations[3] (update): content: expected the whole content of the type `quote`",
        "operations[5] (move): the slide was removed by an operation before",
        "operations[6] (move): position: expected 0 to 0, got 5",
        "operations[7] (update): expected content, notes, transition, morphNames or type",
        "operations[8] (translate): `colour`",
        "operations[9] (translate): lang: `en-GB` is the main language",
        "operations[10] (translate): ",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let wrong = json!([{ "op": "add", "type": "quote" }, { "op": "delete", "slideIndex": 0 },
        { "op": "update", "slideIndex": 1.5 }, { "op": "remove", "slide": 1 }, 5, { "op": "remove", "slideIndex": 9 }]);
    let (refused, text) = call(&agent, "edit_slides", &json!({ "id": id, "operations": wrong }));
    assert!(refused && text.contains("6 problems"), "{text}");
    for part in [
        "operations[0]: missing field `content`",
        "operations[1]: unknown variant `delete`",
        "operations[2]: expected a whole number",
        "operations[3]: unknown field `slide`",
        "operations[5] (remove): slideIndex: expected 0 to 1, got 9",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    for (arguments, fault) in [
        (json!({ "id": id, "operations": [] }), "1 to 100 operations"),
        (json!({ "id": id }), "operations: expected a list"),
        (json!({ "id": id, "operation": [] }), "did you mean `operations`?"),
    ] {
        let (refused, text) = call(&agent, "edit_slides", &arguments);
        assert!(refused && text.contains(fault), "{text}");
    }
    assert_eq!(called(&agent, "get_presentation", &json!({ "id": id })), before);
    let reader = lectern.key(&["read"]);
    let (refused, text) = call(&reader, "edit_slides", &json!({ "id": id, "operations": operations }));
    assert!(refused && text.contains("`write`"), "{text}");
}

#[test]
fn the_deck_itself_is_changed() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&["read", "write"]);
    let (id, ids) = deck(&agent, &[content("Flood")]);
    let themes = called(&agent, "list_themes", &json!({}));
    let theme =
        themes["themes"].as_array().expect("themes").iter().find(|theme| theme["id"] != "default").expect("another");
    let label = theme["label"].as_str().expect("a label").to_uppercase();
    let change = json!({ "id": id, "title": "High water", "description": "For the pilots", "theme": label,
        "language": "nl", "duration": 30, "settings": { "qaEnabled": false, "autoAdvance": { "enabled": true } } });
    let changed = called(&agent, "update_presentation", &change);
    assert_eq!(
        (&changed["updated"], &changed["title"], &changed["theme"]),
        (&json!(true), &json!("High water"), &theme["id"])
    );
    assert_eq!((&changed["language"], &changed["settings"]["qaEnabled"]), (&json!("nl"), &json!(false)));
    let advance =
        json!({ "enabled": true, "intervalSeconds": 30, "loop": false, "showCountdown": true, "mode": "auto" });
    assert_eq!(changed["settings"]["autoAdvance"], advance);
    assert_eq!(called(&agent, "update_presentation", &change)["updated"], false);
    for (change, fault) in [
        (json!({ "theme": "no such theme" }), "theme: there is no theme `no such theme`"),
        (json!({ "language": "so many words" }), "language: expected a language code"),
        (json!({ "settings": { "qa": true } }), "settings.qa: there is no such setting"),
        (json!({ "settings": { "autoAdvance": { "repeat": true } } }), "autoAdvance.repeat: there is no such setting"),
        (json!({ "settings": { "qaEnabled": "yes" }, "duration": 500 }), "2 problems"),
        (json!({ "duration": 500 }), "1 problem\n- settings.autoAdvance.intervalSeconds: expected a whole number"),
        (json!({ "title": " " }), "title"),
        (json!({}), "expected something to change"),
        (json!({ "lang": "nl" }), "did you mean `language`?"),
        (json!({ "title": "T", "expectedRevision": 1 }), "revision"),
    ] {
        let mut change = change;
        change["id"] = json!(id);
        let (refused, text) = call(&agent, "update_presentation", &change);
        assert!(refused && text.contains(fault) && !text.contains("Ignored"), "{fault}: {text}");
    }
    let copy = called(&agent, "duplicate_presentation", &json!({ "id": id, "title": "Neap" }));
    assert_eq!(copy["title"], "Neap");
    let noted = called(&agent, "update_slide", &json!({ "id": id, "slideId": ids[0], "notes": "Loud." }));
    assert_eq!(noted["content"]["title"], "Flood");
    assert_eq!(slides_of(&agent, &id)[0]["notes"], "Loud.");
}

#[test]
fn pictures_are_uploaded_in_a_message_and_found() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&["read", "write"]);
    let encoded = STANDARD.encode(PICTURE);
    let upload = json!({ "image": encoded, "name": "quay.svg", "alt": "Cranes", "tags": ["harbour"] });
    let stored = called(&agent, "upload_image", &upload);
    let path = stored["path"].as_str().expect("a path");
    assert!(path.starts_with("/uploads/quay-") && lectern.anonymous().get(path).status == 200, "{path}");
    assert_eq!((&stored["width"], &stored["height"]), (&json!(320), &json!(180)));
    let empty = stored["emptySpace"].as_array().expect("areas");
    assert!(empty.contains(&json!("left half (dark)")) && !empty.contains(&json!("right half (dark)")), "{empty:?}");
    let found = called(&agent, "find_images", &json!({ "query": "harbour" }));
    assert_eq!(
        (&found["total"], &found["images"][0]["path"], &found["images"][0]["alt"]),
        (&json!(1), &json!(path), &json!("Cranes"))
    );
    assert_eq!(called(&agent, "find_images", &json!({ "query": "pier" }))["tags"], json!(["harbour"]));
    let slide = json!({ "type": "image", "content": { "title": "Quay", "image": path, "alt": "Cranes" } });
    let made = called(&agent, "create_presentation_from_slides", &json!({ "title": "T", "slides": [slide] }));
    assert!(
        made["findings"].as_array().is_none_or(|found| found.iter().all(|one| one["code"] != "missing-picture")),
        "{made}"
    );
    for (image, fault) in [
        ("not base64!".to_owned(), "image: expected a file as base64"),
        (STANDARD.encode("plain words"), "accepted are png"),
        (format!("data:image/png;base64,{}", STANDARD.encode(vec![0; 720_000])), "begin_upload"),
    ] {
        let (refused, text) = call(&agent, "upload_image", &json!({ "image": image }));
        assert!(refused && text.contains(fault), "{text}");
    }
    let icons = called(&agent, "find_icons", &json!({ "query": "ship" }));
    assert!(icons["icons"].as_array().is_some_and(|icons| icons.contains(&json!("ship"))), "{icons}");
}

#[test]
fn an_upload_address_takes_one_file_without_a_key() {
    let lectern = Lectern::start(&[]);
    let (admin, nobody) = (lectern.admin(), lectern.anonymous());
    let key = admin.post("/api/api-keys", &json!({ "name": "k", "scopes": ["read", "write"] })).json();
    let agent = lectern.with_key(key["key"].as_str().expect("a key"));
    let begin = || {
        let begun = called(&agent, "begin_upload", &json!({ "name": "quay.svg", "alt": "Cranes & masts" }));
        begun["url"].as_str().expect("a url").to_owned()
    };
    let url = begin();
    let stored = nobody.send("PUT", &url, Some(PICTURE));
    assert_eq!(stored.status, 201, "{}", stored.text);
    let found = called(&agent, "find_images", &json!({}));
    assert_eq!(found["images"][0]["path"], stored.json()["path"]);
    assert_eq!(found["images"][0]["alt"], "Cranes & masts");
    assert_eq!(nobody.send("PUT", &url, Some(PICTURE)).status, 404, "it is used");
    let wrong = begin();
    assert_eq!(nobody.send("POST", &wrong, Some("plain words")).status, 400);
    assert_eq!(nobody.send("POST", &wrong, Some(PICTURE)).status, 404, "one attempt");
    assert_eq!(nobody.send("PUT", "/api/uploads/once/guessed", Some(PICTURE)).status, 404);
    let late = begin();
    let revoked = admin.delete(&format!("/api/api-keys/{}", key["id"].as_str().expect("an id")));
    assert_eq!(revoked.status, 200, "{}", revoked.text);
    assert_eq!(nobody.send("PUT", &late, Some(PICTURE)).status, 401, "its key is revoked");
}

#[test]
fn slide_types_are_learned_in_few_tokens() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&["read"]);
    let (_, index) = call(&agent, "get_slide_types", &json!({ "detail": "index" }));
    // At about four characters per token, the index has at most 2,500 tokens.
    assert!(index.len() < 4 * 2500, "{}", index.len());
    let index: Value = serde_json::from_str(&index).expect("JSON");
    assert!(index["types"]["list-slide"].is_string() && index["anySlide"]["slideBgImage"].is_string());
    let asked = json!({ "types": ["list", "kpi-metrics-slide", "content"] });
    let (_, types) = call(&agent, "get_slide_types", &asked);
    assert!(types.len() < 3 * 4 * 400, "{}", types.len());
    let types: Value = serde_json::from_str(&types).expect("JSON");
    let lines = |name: &str| types["types"][name]["fields"].clone();
    assert_eq!(lines("list-slide")["items[].title"], "text, required, max 80");
    assert_eq!(lines("list-slide")["background"], "auto|base|tint|deep|accent|gradient; default base");
    let body = lines("content-slide")["body"].as_str().expect("a line").to_owned();
    assert!(body.starts_with("Markdown, max 3000, about ") && body.ends_with(" fit"), "{body}");
    assert!(
        types["types"]["kpi-metrics-slide"]["fields"]["accent"].as_str().is_some_and(|line| line.contains("a fall"))
    );
    let example = json!([{ "type": "list-slide", "content": types["types"]["list-slide"]["example"] }]);
    let writer = lectern.key(&["write"]);
    called(&writer, "create_presentation_from_slides", &json!({ "title": "T", "slides": example }));
    let (refused, text) = call(&agent, "get_slide_types", &json!({ "types": ["kpi-slide"] }));
    assert!(refused && text.contains("did you mean `kpi-metrics-slide`"), "{text}");
}

/// A tool that takes five seconds.
const SLOW: &str = r#"[{"name": "wait", "description": "Waits.", "inputSchema": {"type": "object"}, "permission": "read",
    "readOnly": true, "command": ["sleep", "5"]}]"#;

fn slow_call() -> String {
    json!({ "id": 7, "method": "tools/call", "params": { "name": "wait", "_meta": { "progressToken": "t" } } })
        .to_string()
}

fn check_progress(notification: &Value, seconds: u64) {
    assert_eq!(notification["method"], "notifications/progress");
    assert_eq!(
        (&notification["params"]["progressToken"], &notification["params"]["progress"]),
        (&json!("t"), &json!(seconds))
    );
}

/// The messages that `lectern mcp` writes when it reads these lines.
fn over_stdio(folder: &Path, arguments: &[&str], lines: &[String]) -> Vec<Value> {
    let mut command: Command = command(folder);
    command.arg("mcp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut agent = command.spawn().expect("the binary runs");
    let mut input = agent.stdin.take().expect("a pipe");
    for line in lines {
        writeln!(input, "{line}").expect("it reads");
    }
    drop(input);
    let written = BufReader::new(agent.stdout.take().expect("a pipe")).lines();
    let written = written.map(|line| serde_json::from_str(&line.expect("a line")).expect("JSON")).collect();
    assert!(agent.wait().expect("it ends").success());
    written
}

#[test]
fn over_stdio_a_large_picture_needs_no_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = PICTURE.replace("</svg>", &format!("<!--{}--></svg>", "x".repeat(800_000)));
    let call = |tool: &str, arguments: Value| {
        json!({ "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } }).to_string()
    };
    let lines = [call("begin_upload", json!({})), call("upload_image", json!({ "image": STANDARD.encode(large) }))];
    let answers = over_stdio(folder.path(), &[], &lines);
    assert_eq!(answers[0]["result"]["isError"], true);
    assert!(answers[0].to_string().contains("upload_image takes files of up to 20 MB"), "{}", answers[0]);
    assert_eq!(answers[1]["result"].get("isError"), None, "{}", answers[1]);
}

#[test]
fn a_long_call_reports_its_progress_over_stdio() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("tools.json"), SLOW).expect("written");
    let lines = over_stdio(folder.path(), &["--mcp-tools-file", "tools.json"], &[slow_call()]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    check_progress(&lines[0], 2);
    check_progress(&lines[1], 4);
    assert_eq!(lines[2]["id"], 7);
}

#[test]
fn a_long_call_reports_its_progress_to_the_stream_of_its_session() {
    let tools = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(tools.path(), SLOW).expect("written");
    let lectern = Lectern::start(&[("SVC_MCP_TOOLS_FILE", tools.path().to_str().expect("a path"))]);
    let agent = lectern.key(&["read"]);
    let begun = agent.post("/mcp", &json!({ "id": 0, "method": "initialize" }));
    let agent = agent.with("Mcp-Session-Id", begun.header("mcp-session-id"));
    let mut stream = agent.open("/mcp");
    let calling = std::thread::spawn(move || agent.submit("/mcp", &slow_call()));
    let mut event = || loop {
        let mut line = String::new();
        assert!(stream.read_line(&mut line).expect("a line") > 0, "the stream ended");
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str::<Value>(data).expect("JSON");
        }
    };
    check_progress(&event(), 2);
    check_progress(&event(), 4);
    let answer = calling.join().expect("it is answered");
    assert_eq!((answer.status, &answer.json()["id"]), (200, &json!(7)));
}
