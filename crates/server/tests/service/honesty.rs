//! Tests that agents are never misled: no tool call silently drops or changes its arguments.

use serde_json::{Value, json};

use super::agents::{ALL, call, called};
use super::lectern::{Caller, Lectern};

fn made(agent: &Caller, slides: &Value) -> Value {
    called(agent, "create_presentation_from_slides", &json!({ "title": "Tides", "slides": slides }))
}

fn refusal(agent: &Caller, tool: &str, arguments: &Value) -> String {
    let (refused, text) = call(agent, tool, arguments);
    assert!(refused, "{tool} accepts {arguments}: {text}");
    text
}

fn title() -> Value {
    json!({ "type": "title", "content": { "title": "Tides" } })
}

fn read(agent: &Caller, id: &Value) -> Value {
    called(agent, "get_presentation", &json!({ "id": id }))
}

#[test]
fn unknown_arguments_are_listed_with_the_nearest_name() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let slides = json!([title()]);
    let answer = called(
        &agent,
        "create_presentation_from_slides",
        &json!({ "title": "Tides", "slides": slides, "themeId": "ledger", "colour": "blue" }),
    );
    let ignored = json!([{ "name": "themeId", "nearest": "theme" }, { "name": "colour", "nearest": null }]);
    assert_eq!(answer["ignored"], ignored);
    assert!(made(&agent, &slides).get("ignored").is_none());
    let text = refusal(&agent, "remove_slide", &json!({ "id": answer["id"], "slide_index": 0 }));
    assert!(text.ends_with("Ignored the unknown argument `slide_index`: did you mean `slideIndex`?"), "{text}");
    let page = called(&agent, "preview_slide", &json!({ "id": answer["id"], "slideIndex": 0, "-->": 1 }));
    let page = page.as_str().expect("a page");
    assert!(page.ends_with("<!-- Ignored the unknown argument `>` -->"), "{}", &page[page.len() - 200..]);
}

#[test]
fn strict_creation_names_all_problems_and_what_to_do() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let slides = json!([
        { "type": "kpi", "content": {} },
        { "type": "content", "content": { "tittle": "Why", "body": "Because" } },
        { "type": "quote", "content": { "quote": "q".repeat(420) } },
        { "type": "icon-card-grid", "content": { "title": "Parts", "items": [{ "icon": "ancor", "title": "A" }] } },
        { "type": "chart", "content": { "title": "Growth", "chartType": "bar", "data": "words" } },
        { "type": "kpi-metrics", "content": { "title": "```\nFigures\n```", "metrics": [] } },
    ]);
    let text = refusal(&agent, "create_presentation_from_slides", &json!({ "title": "Tides", "slides": slides }));
    let first = text.lines().next().expect("a line");
    assert!(first.starts_with("Error: Validation failed: slide 0 (kpi), field type: expected "), "{text}");
    assert!(first.contains("did you mean `kpi-metrics-slide`"), "{text}");
    for part in [
        "slide 1 (content), field tittle: expected one of title",
        "did you mean `title`?",
        "slide 2 (quote), field quote: expected at most 400 characters, got 420",
        "slide 3 (icon-card-grid), field items[0].icon: expected the name of an icon",
        "slide 4 (chart), field data: expected data that a bar chart can show",
        "slide 5 (kpi-metrics), field title: expected plain text",
        "slide 5 (kpi-metrics), field metrics: expected a list of 1 to 4 entries, got 0 entries",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(called(&agent, "list_presentations", &json!({}))["total"], 0);
}

#[test]
fn what_is_meant_is_read_and_what_is_read_otherwise_is_said() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let answer = made(
        &agent,
        &json!([
            { "type": "title", "title": "Tides" },
            { "type": "kpi-metrics", "content": { "metrics": "[{\"value\": 40, \"unit\": \"%\", \"label\": \"Free\"}]" } },
            { "type": "table", "content": { "title": "Budget", "rows": [{ "c1": "Part", "c2": "Plan", "c3": "Spent", "c4": 5 }] } },
            { "type": "image", "content": { "title": "**Quay**", "image": "https://pictures.example/quay.jpg" } },
        ]),
    );
    let notices = answer["notices"].as_array().expect("notices");
    let notices: Vec<&str> = notices.iter().filter_map(Value::as_str).collect();
    assert_eq!(notices.len(), 3, "{notices:?}");
    assert_eq!(notices[0], "slide 0: read `title` as content; put fields into `content`");
    assert!(notices[1].starts_with("slide 3, field title: the field is plain text"), "{notices:?}");
    assert!(notices[2].starts_with("slide 3, field image: a picture of another site"), "{notices:?}");
    let deck = read(&agent, &answer["id"]);
    assert_eq!(deck["slides"][0]["content"]["title"], "Tides");
    assert_eq!(deck["slides"][1]["content"]["metrics"][0]["value"], "40");
    let table = &deck["slides"][2]["content"];
    assert_eq!((&table["colCount"], &table["rows"][0]["c4"]), (&json!("4"), &json!("5")));
}

#[test]
fn themes_are_found_by_label_and_unknown_themes_and_languages_are_said() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let create = |theme: &str, lang: &str| {
        let arguments = json!({ "title": "Tides", "slides": [title()], "theme": theme, "lang": lang });
        called(&agent, "create_presentation_from_slides", &arguments)
    };
    let known = create("Ledger", "nl");
    assert_eq!((&known["theme"], known.get("notices")), (&json!("ledger"), None));
    let unknown = create("legder", "dutch");
    assert_eq!((&unknown["theme"], &unknown["lang"]), (&json!("legder"), &json!("dutch")), "stored as given");
    let notices = unknown["notices"].to_string();
    assert!(notices.contains("did you mean `ledger`") && notices.contains("did you mean `nl`"), "{notices}");
}

#[test]
fn a_new_slide_says_which_fields_took_defaults() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let id = made(&agent, &json!([title()]))["id"].clone();
    let slide = json!({ "id": id, "type": "content", "content": { "title": "Why" } });
    let added = called(&agent, "add_slide", &slide);
    let filled = added["filledDefaults"].as_array().expect("fields");
    let slides = read(&agent, &id);
    let stored = slides["slides"][1]["content"].as_object().expect("content");
    let expected: Vec<&String> = stored.keys().filter(|key| *key != "title").collect();
    assert!(!filled.is_empty() && filled.iter().all(|key| expected.iter().any(|one| *key == **one)), "{added}");
    let text = refusal(&agent, "update_slide", &json!({ "id": id, "slideIndex": 2, "content": {} }));
    assert!(text.contains("expected 0 to 1, got 2; slides count from 0"), "{text}");
}

#[test]
fn fixing_never_loses_a_number() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let slides = json!([
        { "type": "list", "content": { "title": 2030, "items": [1, { "title": 2 }, "three"] } },
        { "type": "content", "content": { "title": "Why", "body": [4, "five"] } },
        { "type": "kpi-metrics", "content": { "metrics": [{ "value": 6, "label": 7 }] } },
    ]);
    let arguments = json!({ "title": "Tides", "slides": slides, "validation": "fix" });
    let id = called(&agent, "create_presentation_from_slides", &arguments)["id"].clone();
    let deck = read(&agent, &id);
    let content = |index: usize| deck["slides"][index]["content"].clone();
    assert_eq!(content(0)["title"], "2030");
    assert_eq!(content(0)["items"], json!([{ "title": "1" }, { "title": "2" }, { "title": "three" }]));
    assert_eq!(content(1)["body"], "- 4\n- five");
    assert_eq!(content(2)["metrics"], json!([{ "value": "6", "label": "7" }]));
}

#[test]
fn the_built_in_author_says_who_wrote_and_what_it_did_not_understand() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let metrics = json!({ "title": "Figures", "metrics": [{ "value": "40", "label": "Ships" }] });
    let slides = json!([title(), { "type": "kpi-metrics", "content": metrics }, title()]);
    let id = made(&agent, &slides)["id"].clone();
    let ask = |command: &str| called(&agent, "iterate_presentation", &json!({ "id": id, "command": command }));
    let before = read(&agent, &id);
    let answer = ask("Make the title of slide 2 blue");
    assert_eq!((&answer["applied"], &answer["modifications"]), (&json!(false), &json!([])));
    assert!(answer["summary"].as_str().is_some_and(|text| text.contains("not understood (`blue`)")), "{answer}");
    assert_eq!(read(&agent, &id), before, "nothing changes");
    let answer = ask("Change the title of slide 2 to \"In figures\"");
    assert_eq!((&answer["applied"], &answer["author"]), (&json!(true), &json!("built-in")));
    let slide = read(&agent, &id)["slides"][1].clone();
    assert_eq!((&slide["type"], &slide["content"]["title"]), (&before["slides"][1]["type"], &json!("In figures")));
    assert_eq!(slide["content"]["metrics"], before["slides"][1]["content"]["metrics"]);
    ask("Move slide 2 to the end");
    assert_eq!(read(&agent, &id)["slides"][2]["id"], before["slides"][1]["id"]);
    ask("Swap slides 1 and 3");
    assert_eq!(read(&agent, &id)["slides"][0]["id"], before["slides"][1]["id"]);
    let answer = ask("Change the theme to Ledger");
    assert_eq!(
        (&answer["modifications"][0]["action"], &read(&agent, &id)["theme"]),
        (&json!("theme"), &json!("ledger"))
    );
    ask("Rename the deck to \"Low tide\"");
    assert_eq!(read(&agent, &id)["title"], "Low tide");
    let answer = ask("Add a slide \"Pilots\" after slide 1");
    assert_eq!((&answer["totalSlides"], &answer["modifications"][0]["action"]), (&json!(4), &json!("insert")));
    let text = refusal(&agent, "iterate_presentation", &json!({ "id": id, "command": "Use the theme Legder" }));
    assert!(text.contains("did you mean `ledger`"), "{text}");
}

#[test]
fn a_preview_in_an_unknown_format_is_the_page_and_says_so() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let id = made(&agent, &json!([title()]))["id"].clone();
    let page = called(&agent, "preview_slide", &json!({ "id": id, "slideIndex": 0, "format": "json" }));
    assert!(page.as_str().is_some_and(|page| page.ends_with("<!-- format: expected html or png; this is html -->")));
}
