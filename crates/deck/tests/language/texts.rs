//! The translatable texts of a slide.

use deck::{Deck, Origin, Registry, translatable_texts};
use serde_json::{Value, json};

use super::{object, slide};

#[track_caller]
fn check(key: &str, content: Value, expected: &[(&str, &str)]) {
    let registry = Registry::core();
    let content = object(content);
    let found = translatable_texts(registry, registry.by_key(key).expect("a known type"), &content);
    let found: Vec<(&str, &str)> = found.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    assert_eq!(found, expected);
}

#[test]
fn texts_are_found_at_any_depth_with_their_paths() {
    check(
        "text-blocks-slide",
        json!({
            "title": "T", "background": "tint", "a11yTitle": "A", "a11ySummary": "S", "slideLogo": "none",
            "rows": [{"blocks": [{"title": "x"}, {"body": "y", "color": "deep"}]}, {"title": "R", "color": "deep"}],
        }),
        &[
            ("title", "T"),
            ("rows.0.blocks.0.title", "x"),
            ("rows.0.blocks.1.body", "y"),
            ("rows.1.title", "R"),
            ("a11yTitle", "A"),
            ("a11ySummary", "S"),
        ],
    );
}

#[test]
fn addresses_code_icons_and_undeclared_keys_are_not_translated() {
    check(
        "icon-card-grid-slide",
        json!({"zz": "z", "items": [{"icon": "anchor", "link": "https://a.example", "zz": "z", "title": "x"}]}),
        &[("items.0.title", "x")],
    );
    check("custom-html-slide", json!({"html": "<p>x</p>", "css": "p {}"}), &[]);
    check("chart-slide", json!({"data": "a,1", "chartType": "bar"}), &[("data", "a,1")]);
}

#[test]
fn blank_texts_and_wrong_kinds_are_left_out() {
    check(
        "list-slide",
        json!({"title": " \n", "subheading": 5, "items": [7, {"title": ""}, {"title": ["x"], "text": "y"}]}),
        &[("items.2.text", "y")],
    );
    check("list-slide", json!({"items": {"0": {"title": "x"}}}), &[]);
}

#[test]
fn only_text_fields_are_translated_whatever_a_declaration_says() {
    let declaration = json!({
        "id": "org.example.berth", "label": "Berth", "fields": [
            {"key": "name", "kind": "string"},
            {"key": "page", "kind": "link", "translatable": true},
            {"key": "plan", "kind": "image", "translatable": true},
            {"key": "call", "kind": "string", "translatable": false},
            {"key": "codes", "kind": "items", "translatable": false, "itemFields": [{"key": "code", "kind": "string"}]},
        ],
    });
    let registry = Registry::core().clone().with("berth.json", &declaration, Origin::File);
    let registry = registry.expect("a declaration");
    let known = registry.by_key("org.example.berth").expect("the type is there");
    let content = object(json!({
        "name": "Quay", "page": "#1", "plan": "/uploads/a.png", "call": "QY", "codes": [{"code": "Q"}],
    }));
    assert_eq!(translatable_texts(&registry, known, &content), [("name".to_owned(), "Quay")]);
    let mut deck = Deck::new("Harbour", "en-GB");
    deck.slides = vec![slide("a", "org.example.berth", Value::Object(content))];
    let given = json!({"name": "Kade", "page": "#2", "plan": "/uploads/b.png", "call": "KD", "codes.0.code": "K"});
    let read = deck.read_translations(&registry, &json!({"nl": {"slides": {"a": {"content": given}}}}));
    assert_eq!(json!(read.expect("right shape")["nl"].slides["a"].content), json!({"name": "Kade"}));
}
