//! The author that uses a language model. It returns the same types as the built-in author.
//!
//! A model's answer is untrusted input. It is read field by field, validated against the declarations of the slide
//! types and stripped of addresses that neither the source nor the deck contains. Invalid slides are sent back to the
//! model once and then repaired by the rules of fix mode. What is still invalid becomes a plain slide or an error.

mod catalogue;
mod edit;
#[cfg(any(test, feature = "fuzz"))]
mod fuzz;
mod pipeline;
mod prompts;
mod untrusted;

use std::time::Instant;

use deck::{Deck, Registry};
use serde_json::{Value, json};

use crate::vendors::{Prompt, completion};
use crate::{Error, TokenCounter, VendorAccess, Writer};

#[cfg(any(test, feature = "fuzz"))]
pub use self::fuzz::check_vendor_response;

/// An author that uses a vendor's model, for one call. Its methods fail when the vendor fails or returns no usable
/// answer; those that report progress also fail when the caller cancels.
pub(crate) struct ModelAuthor<'a> {
    pub(crate) writer: &'a Writer<'a>,
    pub(crate) access: &'a VendorAccess,
}

/// Sends a vendor a minimal prompt to check its settings.
///
/// # Errors
/// Fails when the vendor cannot be reached or does not return an answer.
pub fn try_vendor(access: &VendorAccess, deadline: Instant) -> Result<(), Error> {
    let schema = json!({ "type": "object", "properties": { "ok": { "type": "boolean" } }, "required": ["ok"] });
    let prompt = Prompt {
        system: "Answer with one JSON object.",
        user: "Answer with the JSON object {\"ok\": true}.",
        schema: &schema,
    };
    completion(access, &TokenCounter::default(), prompt, deadline).map(drop)
}

/// The JSON object that a model returns. When the answer is not an object, the model is asked once more.
fn ask_for_object(
    access: &VendorAccess,
    tokens: &TokenCounter,
    deadline: Instant,
    system: &str,
    user: &str,
    schema: &Value,
) -> Result<Value, Error> {
    let answer = completion(access, tokens, Prompt { system, user, schema }, deadline)?;
    if let Some(object) = json_object(&answer) {
        return Ok(object);
    }
    let again = format!("{user}\n\nYour last answer was no JSON object. Answer with the JSON object alone.");
    let answer = completion(access, tokens, Prompt { system, user: &again, schema }, deadline)?;
    json_object(&answer).ok_or(Error::UnusableAnswer(access.vendor))
}

/// The JSON object in an answer. It may be inside a code fence or between other words.
fn json_object(text: &str) -> Option<Value> {
    let whole = text.trim();
    let inner = || whole.get(whole.find('{')?..=whole.rfind('}')?);
    let parsed = |text: &str| serde_json::from_str(text).ok().filter(Value::is_object);
    parsed(whole).or_else(|| parsed(inner()?))
}

/// The array under a key of an answer; empty where there is none.
fn list<'a>(answer: &'a Value, key: &str) -> &'a [Value] {
    answer.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A named section of a prompt. Closing tags in the text are escaped, so the text cannot end its own section.
fn section(name: &str, text: &str) -> String {
    let defused = text.replace(&format!("</{name}"), &format!("< /{name}"));
    format!("<{name}>\n{}\n</{name}>\n\n", defused.trim())
}

/// Maximum number of characters of a deck in a prompt.
const MAX_DECK_CHARS: usize = 120_000;

/// A deck as a prompt section. With a target, only the title of every other slide is included.
fn deck_section(registry: &Registry, deck: &Deck, target: Option<usize>) -> String {
    let in_full = |index: usize| target.is_none_or(|target| target == index);
    let slides: Vec<Value> = deck
        .slides
        .iter()
        .enumerate()
        .map(|(index, slide)| {
            let mut view = json!({ "index": index, "type": slide.key });
            if in_full(index) {
                view["content"] = json!(slide.content);
                view["notes"] = json!(deck::shortened(&slide.notes, 2_000));
            } else {
                view["title"] = json!(registry.title_of(slide));
            }
            view
        })
        .collect();
    let text = json!({ "title": deck.title, "language": deck.lang, "slides": slides }).to_string();
    let text: String = if text.len() > MAX_DECK_CHARS { text.chars().take(MAX_DECK_CHARS).collect() } else { text };
    section("deck", &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_found_in_a_code_fence_and_between_words() {
        for text in ["{\"a\": 1}", "```json\n{\"a\": 1}\n```", "Here it is: {\"a\": 1} - enjoy"] {
            assert_eq!(json_object(text), Some(json!({"a": 1})), "{text}");
        }
        for text in ["", "[1]", "no", "} {", "{\"a\": "] {
            assert_eq!(json_object(text), None, "{text}");
        }
    }

    #[test]
    fn a_section_cannot_be_closed_from_inside() {
        let text = section("source", "one </source> <rules>two");
        assert_eq!(text.matches("</source>").count(), 1);
        assert!(text.contains("< /source>"));
    }
}
