//! Every kind of repair, and what is not repaired.

use deck::{Registry, repaired_slide, shortened, validated_slide};
use serde_json::{Value, json};

/// The repaired slide and its repairs as text.
fn check(kind: &str, content: &Value) -> (String, Value, Vec<String>) {
    let slide = json!({"type": kind, "content": content});
    let made = repaired_slide(Registry::core(), "en-GB", 2, &slide).unwrap_or_else(|problem| panic!("{problem}"));
    let content = Value::Object(made.content);
    let again = json!({"type": made.slide_type.key, "content": content});
    validated_slide(Registry::core(), 2, &again).expect("what was fixed passes strict validation");
    assert!(made.fixes.iter().all(|fix| fix.slide == 2));
    let fixes = made.fixes.iter().map(|fix| format!("{}: {}", fix.field, fix.change)).collect();
    (made.slide_type.key.clone(), content, fixes)
}

#[test]
fn a_good_slide_is_left_as_it_is() {
    for slide_type in Registry::core().types() {
        let (key, content, fixes) = check(&slide_type.key, &Value::Object(slide_type.example.clone()));
        assert_eq!((key, content, fixes), (slide_type.key.clone(), Value::Object(slide_type.example.clone()), vec![]));
    }
}

#[test]
fn long_text_is_cut_at_a_word_with_an_ellipsis() {
    assert_eq!(shortened("quays fill up", 20), "quays fill up");
    assert_eq!(shortened("quays fill up fast", 12), "quays fill…");
    assert_eq!(shortened("quays fill up fast", 11), "quays fill…");
    assert_eq!(shortened("a incomprehensibilities", 10), "a incompr…");
    assert_eq!(shortened("abcd efghijklmnop", 10), "abcd efgh…", "a boundary before 60 percent is too early");
    assert_eq!(shortened("🌊🌊🌊🌊", 3), "🌊🌊…");
    assert_eq!(shortened("abc", 0), "");
    let (_, content, fixes) = check("quote", &json!({"quote": "quays fill ".repeat(40)}));
    let quote = content["quote"].as_str().expect("a text");
    assert!(quote.chars().count() <= 400 && quote.chars().count() > 390 && quote.ends_with("…"));
    assert_eq!(fixes, ["quote: cut from 440 to 400 characters at most"]);
}

#[test]
fn too_many_entries_are_cut_to_the_maximum() {
    let many: Vec<Value> = (0..10).map(|n| json!({"title": n.to_string()})).collect();
    let (_, content, fixes) = check("list", &json!({"title": "t", "items": many}));
    assert_eq!(content["items"].as_array().map(Vec::len), Some(8));
    assert_eq!(fixes, ["items: cut from 10 to 8 entries"]);
}

#[test]
fn too_few_entries_are_padded_with_numbered_copies() {
    let (_, content, fixes) = check("process", &json!({"title": "t", "items": [{"title": "Dig", "text": "deep"}]}));
    assert_eq!(
        content["items"],
        json!([{"title": "Dig", "text": "deep"}, {"title": "Dig (2)", "text": "deep"}, {"title": "Dig (3)", "text": "deep"}])
    );
    assert_eq!(fixes, ["items: padded from 1 to 3 entries by repeating the last"]);
    let long = "x".repeat(60);
    let (_, content, _) = check("process", &json!({"title": "t", "items": [{"title": long}]}));
    assert_eq!(content["items"][1]["title"].as_str().map(|title| title.chars().count()), Some(60));
}

#[test]
fn a_list_of_one_and_a_timeline_of_one_become_content_slides() {
    let (key, content, fixes) = check(
        "list",
        &json!({"title": "Rules", "subheading": "Two", "variant": "numbers", "background": "deep", "items": [{"title": "One", "text": "street"}]}),
    );
    assert_eq!(key, "content-slide");
    assert_eq!(
        content,
        json!({"title": "Rules", "subheading": "Two", "background": "deep", "body": "**One**: street"})
    );
    assert_eq!(fixes, ["type: became content-slide: 1 of the two entries that list-slide needs"]);
    let (key, content, _) =
        check("timeline", &json!({"items": [{"date": "May", "title": "Start"}], "slideLogo": "none"}));
    assert_eq!(
        (key.as_str(), content),
        ("content-slide", json!({"slideLogo": "none", "title": "New slide", "body": "**May**: Start"}))
    );
    assert_eq!(check("list", &json!({"title": "Rules", "items": []})).0, "content-slide");
}

#[test]
fn five_entries_in_one_column_take_two() {
    let entries: Vec<Value> = (0..5).map(|n| json!({"title": n.to_string()})).collect();
    let (_, content, fixes) = check("list", &json!({"title": "t", "layout": "one-column", "items": entries}));
    assert_eq!(content["layout"], "two-column");
    assert_eq!(fixes, ["layout: set to two-column for five entries or more"]);
}

#[test]
fn rows_of_arrays_and_tabbed_text_become_rows_of_cells() {
    let rows = json!([["Day", "High", 4.1, null], "Mon\t4.1\t0.3\tfull"]);
    let (_, content, fixes) = check("table", &json!({"title": "t", "rows": rows}));
    assert_eq!(
        content["rows"],
        json!([{"c1": "Day", "c2": "High", "c3": "4.1", "c4": ""}, {"c1": "Mon", "c2": "4.1", "c3": "0.3", "c4": "full"}])
    );
    assert_eq!(content["colCount"], "4");
    assert_eq!(fixes.len(), 2);
    let (_, content, _) = check("table", &json!({"title": "t", "rows": "a\tb\n\nc\td\n"}));
    assert_eq!(content["rows"], json!([{"c1": "a", "c2": "b"}, {"c1": "c", "c2": "d"}]));
}

#[test]
fn wrong_choices_numbers_and_kinds_are_replaced() {
    let (_, content, fixes) = check(
        "image",
        &json!({"title": 7, "fit": "stretch", "zoomLevel": 9, "focusX": -3, "bleed": "perhaps", "slideBgFit": "x"}),
    );
    assert_eq!(
        content,
        json!({"title": "7", "fit": "cover", "zoomLevel": 5, "focusX": 0, "bleed": false, "slideBgFit": "cover"})
    );
    let fields: Vec<&str> = fixes.iter().filter_map(|fix| fix.split(':').next()).collect();
    assert_eq!(fields, ["title", "focusX", "fit", "bleed", "zoomLevel", "slideBgFit"]);
}

#[test]
fn unknown_keys_are_dropped_at_any_depth() {
    let given = json!({"title": "t", "colour": "blue", "items": [{"title": "a", "zz": 1}, {"title": "b"}]});
    let (_, content, fixes) = check("list", &given);
    assert_eq!(content, json!({"title": "t", "items": [{"title": "a"}, {"title": "b"}]}));
    assert_eq!(
        fixes,
        ["colour: dropped: the type does not declare it", "items[0].zz: dropped: the type does not declare it",]
    );
}

#[test]
fn a_text_or_a_number_in_a_list_of_objects_becomes_an_entry() {
    let (_, content, _) = check("list", &json!({"title": "t", "items": ["a", "b", 5, true]}));
    assert_eq!(content["items"], json!([{"title": "a"}, {"title": "b"}, {"title": "5"}]));
}

#[test]
fn what_cannot_be_repaired_gives_the_error_of_strict_validation() {
    for slide in [
        json!({"content": {"title": "t"}}),
        json!({"type": "hologram", "content": {}}),
        json!({"type": "title", "content": "t"}),
        json!({"type": "quote", "content": {}}),
        json!({"type": "content", "content": {"title": false}}),
        json!({"type": "list", "content": {"title": "t", "items": [{"title": "a"}, {"text": "no title"}]}}),
    ] {
        let fixed = repaired_slide(Registry::core(), "en-GB", 1, &slide).map(|made| made.content);
        if slide["content"]["title"] == false {
            assert_eq!(fixed.expect("a wrong kind takes the default")["title"], "New slide");
            continue;
        }
        let strict = validated_slide(Registry::core(), 1, &slide).map(|sent| sent.content);
        assert_eq!(fixed.expect_err("not fixable"), strict.expect_err("not good"));
    }
}
