//! Reads a model's answer as untrusted input.
//!
//! Unknown types and keys are dropped, and control characters are removed. Outside code and data, an address is kept
//! only when the prompt contained it: models invent addresses, and a hostile source could make one leak data through an
//! address.

use deck::{Content, Field, Kind, Registry, Slide, SlideType};
use serde_json::{Value, json};

use crate::SlideDraft;
use crate::slide_types::{is_global_key, is_offered};

/// Maximum number of characters that are read of one text.
const MAX_TEXT_CHARS: usize = 20_000;

/// Reads slides from answers, validated by a registry.
#[derive(Clone, Copy)]
pub(super) struct AnswerReader<'a> {
    pub(super) registry: &'a Registry,
    pub(super) lang: &'a str,
    /// The source, deck and instruction of the prompt: the only texts that addresses may come from.
    pub(super) material: &'a str,
}

impl AnswerReader<'_> {
    /// The type with a name, if models may use it.
    pub(super) fn slide_type(&self, name: &str) -> Option<&SlideType> {
        self.registry.resolve(name.trim()).filter(|slide_type| is_offered(slide_type))
    }

    /// A slide that passes strict validation, after repairs by the rules of fix mode.
    ///
    /// # Errors
    /// Fails with a description of the problem, which can be sent back to the model.
    pub(super) fn slide(&self, key: &str, content: &Value, notes: &str) -> Result<SlideDraft, String> {
        let slide_type = self.slide_type(key).ok_or_else(|| format!("there is no slide type `{key}`"))?;
        let content = self.content(slide_type, content).ok_or("the content is no object")?;
        if content.values().all(deck::is_unset) {
            return Err("the slide says nothing".to_owned());
        }
        let sent = json!({ "type": slide_type.key, "content": content });
        let fixed = deck::repaired_slide(self.registry, self.lang, 0, &sent)
            .map_err(|problem| format!("field {}: expected {}, got {}", problem.path, problem.expected, problem.got))?;
        Ok(SlideDraft { key: fixed.slide_type.key.clone(), content: fixed.content, notes: self.text(notes) })
    }

    /// The declared fields of a content that agents may write.
    fn content(&self, slide_type: &SlideType, content: &Value) -> Option<Content> {
        Some(self.object(&slide_type.fields, content.as_object()?))
    }

    /// The values of an object whose fields are declared and open to agents.
    fn object(&self, fields: &[Field], content: &Content) -> Content {
        let mut kept = Content::new();
        for field in fields.iter().filter(|field| field.agents && !field.hidden) {
            if let Some(value) = content.get(&field.key).and_then(|value| self.value(field, value)) {
                kept.insert(field.key.clone(), value);
            }
        }
        kept
    }

    /// A value of a field, without what is not trusted. `None` when nothing of it may stay.
    fn value(&self, field: &Field, value: &Value) -> Option<Value> {
        match (&field.kind, value) {
            (Kind::SlideRef, _) | (_, Value::Null) => None,
            (Kind::Items { fields, .. }, Value::Array(entries)) => {
                let entries = entries.iter().map(|entry| match entry {
                    Value::Object(entry) => Value::Object(self.object(fields, entry)),
                    Value::String(text) => json!(self.text(text)),
                    other => other.clone(),
                });
                Some(entries.collect())
            }
            (Kind::Url | Kind::Link | Kind::Image, address) => {
                let address = address.as_str()?.trim();
                let is_secure = address.starts_with("https://") || address.starts_with("/uploads/");
                (is_secure && self.is_known_address(address)).then(|| json!(address))
            }
            (Kind::Code | Kind::Csv, Value::String(text)) => Some(json!(printable(text))),
            (_, Value::String(text)) => Some(json!(self.text(text))),
            _ => Some(value.clone()),
        }
    }

    /// A text without control characters and without unknown addresses.
    pub(super) fn text(&self, text: &str) -> String {
        let text = printable(text);
        let mut kept = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((at, length)) = next_address(rest) {
            let (before, address) = (&rest[..at], &rest[at..at + length]);
            kept.push_str(before);
            if self.is_known_address(address.trim_end_matches(['.', ',', ';', ':', '!', '?'])) {
                kept.push_str(address);
            }
            rest = &rest[at + length..];
        }
        kept.push_str(rest);
        kept
    }

    /// Whether the material contains an address.
    fn is_known_address(&self, address: &str) -> bool {
        !address.is_empty() && self.material.contains(address)
    }
}

/// A draft with the options of the old slide that any slide may carry, and its backdrop where the new type has one.
pub(super) fn with_carried_options(registry: &Registry, old: &Slide, mut draft: SlideDraft) -> SlideDraft {
    let has_backdrop = registry.by_key(&draft.key).is_some_and(|slide_type| slide_type.field("background").is_some());
    for (key, value) in &old.content {
        if is_global_key(registry, key) || key == "background" && has_backdrop {
            draft.content.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    draft
}

/// The start of a text, without control characters.
fn printable(text: &str) -> String {
    let is_printable = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars().filter(is_printable).take(MAX_TEXT_CHARS).collect()
}

/// Start and length of the next address in a text, in bytes.
fn next_address(text: &str) -> Option<(usize, usize)> {
    const STARTS: [&str; 5] = ["http://", "https://", "mailto:", "/uploads/", "](/"];
    let lower = text.to_ascii_lowercase();
    let (at, start) = STARTS.iter().filter_map(|start| Some((lower.find(start)?, *start))).min()?;
    let at = if start == "](/" { at + 2 } else { at };
    let is_end = |c: char| c.is_whitespace() || matches!(c, ')' | '<' | '>' | '"' | ']' | '`' | '\'');
    let length = text[at..].find(is_end).unwrap_or(text.len() - at);
    Some((at, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader() -> AnswerReader<'static> {
        AnswerReader {
            registry: Registry::core(),
            lang: "en-GB",
            material: "See https://quay.example/plan and /uploads/quay.png.",
        }
    }

    #[test]
    fn only_addresses_of_the_material_are_kept() {
        let reader = reader();
        for (text, expected) in [
            ("[plan](https://quay.example/plan)", "[plan](https://quay.example/plan)"),
            ("See https://quay.example/plan.", "See https://quay.example/plan."),
            ("![x](https://evil.example/?secret)", "![x]()"),
            ("[x](/api/auth/logout)", "[x]()"),
            ("<https://evil.example>", "<>"),
            ("[a]: http://evil.example", "[a]: "),
            ("Either/or: the data: 3", "Either/or: the data: 3"),
            ("bell\u{7} and\nline", "bell and\nline"),
        ] {
            assert_eq!(reader.text(text), expected, "{text}");
        }
    }

    #[test]
    fn unknown_keys_and_foreign_pictures_are_dropped() {
        let reader = reader();
        let content = json!({
            "title": "Quay", "body": "It is <script>full</script>", "onload": "alert(1)",
            "image": "https://evil.example/a.png", "imageAlt": "A quay",
        });
        let slide = reader.slide("content-slide", &content, "n").expect("a slide");
        assert!(!slide.content.contains_key("onload") && !slide.content.contains_key("image"), "{slide:?}");
        assert_eq!(slide.content["title"], "Quay");
    }

    #[test]
    fn withheld_and_unknown_types_are_rejected() {
        let reader = reader();
        for key in ["custom-html-slide", "follow-invite-slide", "acme/hero", ""] {
            assert!(reader.slide(key, &json!({"title": "x"}), "").unwrap_err().contains("no slide type"), "{key}");
        }
        assert!(reader.slide("content-slide", &json!([1]), "").is_err());
        assert!(reader.slide("content-slide", &json!({}), "").unwrap_err().contains("says nothing"));
        assert!(reader.slide("content-slide", &json!({"body": "b"}), "").unwrap_err().contains("title"));
    }
}
