//! The stored form of a deck's content, and the text by which it is searched.

use deck::{Deck, Registry, SCHEMA_VERSION};
use serde_json::Value;

use crate::error::Result;

/// The content of a deck as stored JSON, which begins with the schema version.
pub(crate) fn to_json(deck: &Deck) -> Result<String> {
    // The same text as that of `deck::stored_json`, without building a tree of values.
    let members = serde_json::to_string(deck)?;
    let members = members.strip_prefix('{').unwrap_or(&members);
    Ok(format!("{}{members}", current_prefix()))
}

/// The content of a deck from stored JSON, migrated to the current schema version. A release that raises the schema
/// version also adds a migration of storage, so that an older release does not open the storage at all.
pub(crate) fn from_json(text: &str) -> Result<Deck> {
    if text.starts_with(&current_prefix()) {
        return Ok(serde_json::from_str(text)?);
    }
    let stored = deck::read_stored(serde_json::from_str(text)?, Registry::core());
    Ok(stored.map_err(anyhow::Error::from)?.deck)
}

/// The beginning of stored JSON of the current schema version.
pub(crate) fn current_prefix() -> String {
    format!(r#"{{"schemaVersion":{SCHEMA_VERSION},"#)
}

/// Title, description and all texts of the slides in lower case, one per line.
pub(crate) fn search_text(deck: &Deck) -> String {
    let mut all = String::new();
    add(&mut all, &deck.title);
    add(&mut all, &deck.description);
    for slide in &deck.slides {
        for value in slide.content.values() {
            add_texts(&mut all, value);
        }
    }
    all
}

fn add_texts(all: &mut String, value: &Value) {
    match value {
        Value::String(text) => add(all, text),
        Value::Array(items) => items.iter().for_each(|item| add_texts(all, item)),
        Value::Object(members) => members.values().for_each(|member| add_texts(all, member)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn add(all: &mut String, text: &str) {
    // A picture in a data URL is not text, and may be large.
    if !text.is_empty() && !text.starts_with("data:") {
        all.push_str(&text.to_lowercase());
        all.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_deck_is_found_by_every_text_on_its_slides() {
        let deck: Deck = serde_json::from_value(json!({
            "title": "Harbour PLAN", "theme": "default", "lang": "en-GB",
            "slides": [{"id": "s", "type": "cards", "content": {
                "items": [{"title": "Über", "count": 3, "image": "data:image/png;base64,AAAA"}], "open": true,
            }}],
        }))
        .expect("a deck");
        assert_eq!(search_text(&deck), "harbour plan\nüber\n");
    }

    #[test]
    fn stored_json_is_that_of_the_deck_crate_and_reads_back() {
        let deck = Deck::new("Harbour plan", "en-GB");
        let json = to_json(&deck).expect("it is written");
        assert_eq!(json, deck::stored_json(&deck).to_string());
        assert_eq!(from_json(&json).expect("it is read"), deck);
    }

    #[test]
    fn older_content_is_migrated() {
        let older = r#"{"title": "Plan", "language": "nl", "themeId": "dark", "slides": []}"#;
        let deck = from_json(older).expect("it is read");
        assert_eq!((deck.lang.as_str(), deck.theme.as_str()), ("nl", "dark"));
    }
}
