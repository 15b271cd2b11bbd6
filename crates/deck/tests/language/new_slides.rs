//! New slides with content in several languages.

use deck::{Registry, content_by_lang};
use serde_json::{Value, json};

use super::object;

fn check(content: Option<Value>, by_lang: &Value) -> Result<Value, String> {
    let registry = Registry::core();
    let known = registry.by_key("list-slide").expect("a core type");
    let content = content.map(object);
    content_by_lang(registry, known, "en-GB", content.as_ref(), by_lang)
        .map(|(content, overlays)| json!([content, overlays]))
        .map_err(|fault| fault.to_string())
}

#[test]
fn the_main_language_is_the_content_and_the_others_are_overlays() {
    let dutch = json!({"title": "Regels", "background": "deep", "items": [{"title": "Vrij"}, {"title": "Te veel"}]});
    let english = json!({"title": "Rules", "items": [{"title": "Clear"}]});
    let overlays = json!({"nl": {"content": {"title": "Regels", "items.0.title": "Vrij"}}});
    let expected = Ok(json!([english, overlays]));
    assert_eq!(check(None, &json!({"nl": dutch, "en-gb": english})), expected);
    assert_eq!(check(Some(english.clone()), &json!({"nl": dutch})), expected);
    assert_eq!(check(Some(json!({"title": "Old"})), &json!({"EN-GB": english, "nl": dutch})), expected);
}

#[test]
fn without_the_main_language_the_content_is_empty() {
    let expected = json!([{}, {"nl": {"content": {"title": "Regels"}}}]);
    assert_eq!(check(None, &json!({"nl": {"title": "Regels"}})), Ok(expected));
}

#[test]
fn wrong_shapes_are_named() {
    let fault = |given| check(None, &given).expect_err("a wrong shape");
    assert_eq!(fault(json!([])), "contentByLang: expected an object");
    assert_eq!(fault(json!({"nl": "x"})), "contentByLang.nl: expected an object");
    assert_eq!(fault(json!({"n_l": {}})), "contentByLang.n_l: expected a language tag");
    assert_eq!(fault(json!({"nl": {}, "NL": {}})), "contentByLang.NL: expected each language once");
}
