//! How complete translations are.

use deck::Registry;
use serde_json::json;

use super::deck;

#[test]
fn a_text_is_missing_when_only_the_main_language_has_it() {
    let deck = deck(&json!({
        "nl": {"title": "Havenplan", "description": "Extra", "slides": {"a": {"content": {"items.1.text": "Tweemaal", "subheading": "x"}}}},
        "nl-BE": {},
    }));
    let progress = deck.progress(Registry::core());
    assert_eq!(
        json!(progress[0]),
        json!({"lang": "nl", "texts": 7, "missing": [
            {"of": "content", "slide": "a", "path": "title"},
            {"of": "content", "slide": "a", "path": "items.0.title"},
            {"of": "content", "slide": "a", "path": "items.1.title"},
            {"of": "content", "slide": "b", "path": "title"},
            {"of": "notes", "slide": "b"},
        ]})
    );
    assert_eq!((progress[1].lang.as_str(), progress[1].missing.len()), ("nl-BE", 7));
}
