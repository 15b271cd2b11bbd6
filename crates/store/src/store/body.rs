//! The form in which a deck's content is kept, and the text it is found by.

use deck::{Deck, Registry, SCHEMA_VERSION};
use serde_json::Value;

use crate::error::Result;

/// Content as it is kept: JSON that names the version of its shape first.
pub(crate) fn written(deck: &Deck) -> Result<String> {
    // What `deck::stored` makes, without the detour over a tree of values.
    let members = serde_json::to_string(deck)?;
    let members = members.strip_prefix('{').unwrap_or(&members);
    Ok(format!("{}{members}", beginning()))
}

/// Content from the form in which it is kept, brought up to today's shape. A release that raises the version of the shape
/// also adds a migration, so that an older one refuses the whole storage instead of a deck.
pub(crate) fn read(text: &str) -> Result<Deck> {
    if text.starts_with(&beginning()) {
        return Ok(serde_json::from_str(text)?);
    }
    let stored = deck::read_stored(serde_json::from_str(text)?, Registry::core());
    Ok(stored.map_err(anyhow::Error::from)?.deck)
}

/// How content of today's shape begins.
pub(crate) fn beginning() -> String {
    format!(r#"{{"schemaVersion":{SCHEMA_VERSION},"#)
}

/// Title, description and every text of the slides in lower case, each on a line of its own.
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
    // A picture given as a data URL is no text, and may be large.
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
    fn what_is_kept_is_what_the_deck_says_and_reads_back() {
        let deck = Deck::new("Harbour plan", "en-GB");
        let kept = written(&deck).expect("it is written");
        assert_eq!(kept, deck::stored(&deck).to_string());
        assert_eq!(read(&kept).expect("it is read"), deck);
    }

    #[test]
    fn older_content_is_brought_up_to_date() {
        let older = r#"{"title": "Plan", "language": "nl", "themeId": "dark", "slides": []}"#;
        let deck = read(older).expect("it is read");
        assert_eq!((deck.lang.as_str(), deck.theme.as_str()), ("nl", "dark"));
    }
}
