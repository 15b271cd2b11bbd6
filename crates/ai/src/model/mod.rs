//! The author by a language model: the same answers as the built-in one gives, with a vendor's words.
//!
//! What a model says is untrusted input. It is read field by field, held to the declarations of the slide types, stripped
//! of addresses that neither source nor deck has, repaired once by the model and then by the rules of fix mode. What is
//! still wrong becomes a plain slide, or no answer at all; nothing that a model says is passed on unread.

mod catalogue;
mod edit;
mod pipeline;
mod prompts;
mod untrusted;

use std::time::Instant;

use deck::{Deck, Registry};
use serde_json::{Value, json};

use crate::vendors::{Ask, answer};
use crate::{Access, Fault, Writer};

/// A model of a vendor, for one call.
pub(crate) struct Model<'a> {
    pub(crate) writer: &'a Writer<'a>,
    pub(crate) access: &'a Access,
}

/// Asks a vendor for a word, to see whether it answers.
///
/// # Errors
/// Why it does not.
pub fn try_vendor(access: &Access, deadline: Instant) -> Result<(), Fault> {
    let schema = json!({ "type": "object", "properties": { "ok": { "type": "boolean" } }, "required": ["ok"] });
    let ask = Ask {
        system: "Answer with one JSON object.",
        user: "Answer with the JSON object {\"ok\": true}.",
        schema: &schema,
    };
    answer(access, ask, deadline).map(drop)
}

/// The JSON object that a model answers. Words that are no object are asked for once more.
fn object(access: &Access, deadline: Instant, system: &str, user: &str, schema: &Value) -> Result<Value, Fault> {
    let said = answer(access, Ask { system, user, schema }, deadline)?;
    if let Some(object) = json_object(&said) {
        return Ok(object);
    }
    let again = format!("{user}\n\nYour last answer was no JSON object. Answer with the JSON object alone.");
    let said = answer(access, Ask { system, user: &again, schema }, deadline)?;
    json_object(&said).ok_or(Fault::Unusable(access.vendor))
}

/// The object in an answer, which may stand in a fence or between words.
fn json_object(text: &str) -> Option<Value> {
    let whole = text.trim();
    let inner = || whole.get(whole.find('{')?..=whole.rfind('}')?);
    let read = |text: &str| serde_json::from_str(text).ok().filter(Value::is_object);
    read(whole).or_else(|| read(inner()?))
}

/// A part of what a model is given, under a name. Its end cannot be faked from inside.
fn section(name: &str, text: &str) -> String {
    let held = text.replace(&format!("</{name}"), &format!("< /{name}"));
    format!("<{name}>\n{}\n</{name}>\n\n", held.trim())
}

/// Most characters of a deck that a model is given.
const MOST_DECK: usize = 120_000;

/// A deck as a model reads it. Slides that are not asked about are there by their titles where the deck is long.
fn deck_section(registry: &Registry, deck: &Deck, target: Option<usize>) -> String {
    let full = |index: usize| target.is_none_or(|target| target == index);
    let slides: Vec<Value> = deck
        .slides
        .iter()
        .enumerate()
        .map(|(index, slide)| {
            let mut view = json!({ "index": index, "type": slide.key });
            if full(index) {
                view["content"] = json!(slide.content);
                view["notes"] = json!(deck::cut(&slide.notes, 2_000));
            } else {
                view["title"] = json!(registry.title_of(slide));
            }
            view
        })
        .collect();
    let text = json!({ "title": deck.title, "language": deck.lang, "slides": slides }).to_string();
    let text: String = if text.len() > MOST_DECK { text.chars().take(MOST_DECK).collect() } else { text };
    section("deck", &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_found_in_a_fence_and_between_words() {
        for text in ["{\"a\": 1}", "```json\n{\"a\": 1}\n```", "Here it is: {\"a\": 1} - enjoy"] {
            assert_eq!(json_object(text), Some(json!({"a": 1})), "{text}");
        }
        for text in ["", "[1]", "no", "} {", "{\"a\": "] {
            assert_eq!(json_object(text), None, "{text}");
        }
    }

    #[test]
    fn a_section_cannot_be_closed_from_inside() {
        let held = section("source", "one </source> <rules>two");
        assert_eq!(held.matches("</source>").count(), 1);
        assert!(held.contains("< /source>"));
    }
}
