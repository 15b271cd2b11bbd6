//! Finds the slide of a deck that contains a searched text.

use deck::{Deck, SlideId};
use serde_json::Value;

/// Characters of an excerpt before and after the match.
const BEFORE: usize = 30;
const AFTER: usize = 70;

/// The first slide that contains a searched text, with an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextMatch {
    /// Id of the slide.
    pub slide_id: SlideId,
    /// Number of the slide, from 1.
    pub number: usize,
    /// The words around the match, on one line.
    pub excerpt: String,
    /// How many slides after this one contain the text too.
    pub more: usize,
}

/// The first match of a text on the slides. `text` is in lower case.
pub(super) fn first_match(deck: &Deck, text: &str) -> Option<TextMatch> {
    let mut found = deck.slides.iter().zip(1..).filter_map(|(slide, number)| {
        let excerpt = slide.content.values().find_map(|value| excerpt_of(value, text))?;
        Some(TextMatch { slide_id: slide.id.clone(), number, excerpt, more: 0 })
    });
    let first = found.next()?;
    Some(TextMatch { more: found.count(), ..first })
}

fn excerpt_of(value: &Value, text: &str) -> Option<String> {
    match value {
        // A picture given as a data URL is not a text.
        Value::String(whole) if !whole.starts_with("data:") => excerpt(whole, text),
        Value::Array(items) => items.iter().find_map(|item| excerpt_of(item, text)),
        Value::Object(members) => members.values().find_map(|member| excerpt_of(member, text)),
        _ => None,
    }
}

/// The words around a text, on one line, with `…` where something is left out.
fn excerpt(whole: &str, text: &str) -> Option<String> {
    let at = whole.to_lowercase().find(text)?;
    // A letter may have another length in lower case: count the letters that come before the match.
    let mut lowered = 0;
    let start = whole.chars().take_while(|letter| {
        lowered += letter.to_lowercase().map(char::len_utf8).sum::<usize>();
        lowered <= at
    });
    let start = start.count().saturating_sub(BEFORE);
    let most = BEFORE + text.chars().count() + AFTER;
    let shown: String = whole.chars().skip(start).take(most).collect();
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let before = if start > 0 { "…" } else { "" };
    let after = if whole.chars().nth(start + most).is_some() { "…" } else { "" };
    Some(format!("{before}{line}{after}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(content: &Value, text: &str) -> Option<String> {
        let deck: Deck = serde_json::from_value(json!({
            "title": "Harbour", "theme": "default", "lang": "en-GB",
            "slides": [
                {"id": "a", "type": "content-slide", "content": {"title": "Nothing"}},
                {"id": "b", "type": "content-slide", "content": content},
            ],
        }))
        .expect("a deck");
        first_match(&deck, text).map(|found| format!("{} {} {}", found.slide_id, found.number, found.excerpt))
    }

    #[test]
    fn an_excerpt_shows_the_words_around_the_match_on_one_line() {
        assert_eq!(check(&json!({"body": "The TIDE\n\ntables"}), "tide").as_deref(), Some("b 2 The TIDE tables"));
        let long = format!("{} the tide tables {}", "quay ".repeat(20), "pier ".repeat(40));
        let shown = check(&json!({"items": [{"text": long}]}), "tide tables").expect("a match");
        assert!(shown.starts_with("b 2 …") && shown.ends_with('…') && shown.contains("the tide tables"), "{shown}");
        assert!(shown.chars().count() <= 120, "{shown}");
        assert_eq!(check(&json!({"body": "İİİ straße"}), "straße").as_deref(), Some("b 2 İİİ straße"));
    }

    #[test]
    fn the_title_of_the_deck_and_pictures_are_not_searched() {
        assert_eq!(check(&json!({"body": "quay"}), "harbour"), None);
        assert_eq!(check(&json!({"image": "data:image/png;base64,tide"}), "tide"), None);
    }
}
