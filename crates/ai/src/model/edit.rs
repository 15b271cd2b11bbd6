//! Edits by a model. Validates its answers and returns them as the same types that the built-in author returns.

use std::collections::HashSet;

use deck::{Deck, Slide};
use serde_json::{Value, json};

use super::catalogue::{self, content_schema, offered_types};
use super::untrusted::{AnswerReader, with_carried_options};
use super::{ModelAuthor, deck_section, list, prompts, section};
use crate::slide_types::is_frame;
use crate::{
    Compression, Error, Intensity, Iteration, Modification, ProposedSlide, Removal, SlideAction, SlideDraft,
    Suggestion, SuggestionCategory, Writer,
};

/// Maximum number of suggestions that are read from a model's answer.
const MAX_SUGGESTIONS: usize = 40;
/// Maximum number of slides that one slide may be split into.
const MAX_SPLIT_SLIDES: usize = 6;

impl ModelAuthor<'_> {
    /// A slide converted to another type. It keeps its notes and the options that any slide may carry.
    pub(crate) fn convert(&self, lang: &str, slide: &Slide, target: &str) -> Result<SlideDraft, Error> {
        let registry = self.writer.registry;
        let Some(slide_type) = registry.by_key(target) else { return Err(Error::UnusableAnswer(self.access.vendor)) };
        let slide_json = json!({ "type": slide.key, "content": slide.content, "notes": slide.notes }).to_string();
        let reader = AnswerReader { registry, lang, material: &slide_json };
        let base = section("language", lang)
            + &catalogue::type_fields(std::iter::once(slide_type))
            + &section("slide", &slide_json);
        let schema = json!({
            "type": "object",
            "properties": { "content": content_schema(slide_type) },
            "required": ["content"],
        });
        let read = |answer: &Value| {
            let content = answer.get("content").unwrap_or(answer);
            reader.slide(target, content, &slide.notes)
        };
        let answer = self.ask(prompts::CONVERT, &base, &schema)?;
        let draft = read(&answer).or_else(|problem| {
            let user = base.clone() + &section("problems", &problem) + &section("slides", &answer.to_string());
            let repaired = self.ask(prompts::REPAIR, &user, &schema)?;
            read(&repaired).map_err(|_| Error::UnusableAnswer(self.access.vendor))
        })?;
        let draft = SlideDraft { notes: slide.notes.clone(), ..with_carried_options(registry, slide, draft) };
        Ok(self.writer.author().fitted(lang, draft))
    }

    /// The changes that follow an instruction.
    pub(crate) fn iterate(&self, deck: &Deck, command: &str) -> Result<Iteration, Error> {
        let registry = self.writer.registry;
        let target = Writer::target_slide(registry, deck, command)?;
        let deck_text = deck_section(registry, deck, target);
        let types: Vec<_> = offered_types(registry).collect();
        let base = section("language", &deck.lang)
            + &catalogue::type_fields(types.iter().copied())
            + &deck_text
            + &section("instruction", command);
        let material = format!("{deck_text}\n{command}");
        let reader = AnswerReader { registry, lang: &deck.lang, material: &material };
        let schema = iteration_schema();
        let mut answer = self.ask(prompts::ITERATE, &base, &schema)?;
        let (mut modifications, problems) = self.modifications(reader, deck, target, &answer);
        if !problems.is_empty() {
            let user = base + &section("problems", &problems.join("\n")) + &section("slides", &answer.to_string());
            if let Ok(repaired) = self.ask(prompts::REPAIR, &user, &schema) {
                answer = repaired;
                (modifications, _) = self.modifications(reader, deck, target, &answer);
            }
            if modifications.is_empty() {
                return Err(Error::UnusableAnswer(self.access.vendor));
            }
        }
        let summary = answer.get("summary").and_then(Value::as_str).map(|text| reader.text(text)).unwrap_or_default();
        let summary = match summary.trim() {
            "" if modifications.is_empty() => "Nothing was changed.".to_owned(),
            "" => format!("Changed: {} of {} slides.", modifications.len(), deck.slides.len()),
            summary => deck::shortened(summary, 600),
        };
        Ok(Iteration { target, summary: summary.into(), followed: true, modifications, deck_edit: None })
    }

    /// The valid changes in an answer, at most one for each slide, and the problems of the others.
    pub(super) fn modifications(
        &self,
        reader: AnswerReader<'_>,
        deck: &Deck,
        target: Option<usize>,
        answer: &Value,
    ) -> (Vec<Modification>, Vec<String>) {
        let (mut valid, mut problems, mut seen): (Vec<Modification>, _, _) = (Vec::new(), Vec::new(), HashSet::new());
        for view in list(answer, "modifications") {
            let index = slide_index_in(view.get("slideIndex"), deck);
            let Some(index) = index.filter(|index| target.is_none_or(|target| target == *index)) else { continue };
            if !seen.insert(index) {
                continue;
            }
            match self.modification(reader, &deck.slides[index], index, view) {
                Ok(change) => valid.push(change),
                Err(problem) => problems.push(format!("slide {index}: {problem}")),
            }
        }
        valid.sort_by_key(|change| change.slide_index);
        (valid, problems)
    }

    /// One change in an answer, or what is wrong with it.
    fn modification(
        &self,
        reader: AnswerReader<'_>,
        old: &Slide,
        index: usize,
        view: &Value,
    ) -> Result<Modification, String> {
        let reasoning = deck::shortened(reader.text(view["reasoning"].as_str().unwrap_or_default()).trim(), 300);
        let reasoning = deck::Remark::from(reasoning);
        let action = match view["action"].as_str() {
            Some("remove") => {
                return Ok(Modification {
                    slide_index: index,
                    action: SlideAction::Remove,
                    reasoning,
                    slides: Vec::new(),
                });
            }
            Some("replace") => SlideAction::Replace,
            Some("split") => SlideAction::Split,
            _ => return Err("the action is none of replace, split, remove".to_owned()),
        };
        let max_slides = if action == SlideAction::Replace { 1 } else { MAX_SPLIT_SLIDES };
        let mut slides = Vec::new();
        for (at, slide) in list(view, "slides").iter().take(max_slides).enumerate() {
            let key = slide["type"].as_str().unwrap_or(&old.key);
            let notes = slide["notes"].as_str().filter(|notes| !notes.trim().is_empty());
            let notes = notes.unwrap_or(if at == 0 { &old.notes } else { "" });
            let draft = reader.slide(key, &slide["content"], notes)?;
            let draft = if at == 0 { with_carried_options(reader.registry, old, draft) } else { draft };
            slides.push(self.writer.author().fitted(reader.lang, draft));
        }
        if action == SlideAction::Replace {
            // A replaced slide keeps its notes.
            for slide in &mut slides {
                slide.notes.clone_from(&old.notes);
            }
        }
        match (action, slides.len()) {
            (SlideAction::Replace, 1) | (SlideAction::Split, 2..) => {
                Ok(Modification { slide_index: index, action, reasoning, slides })
            }
            (_, count) => Err(format!("{count} slides are too few")),
        }
    }

    /// The slides that can be merged or removed. The built-in author does the merging, so that no text is lost.
    pub(crate) fn compress(&self, deck: &Deck, intensity: Intensity) -> Result<Compression, Error> {
        let registry = self.writer.registry;
        let intensity_name = match intensity {
            Intensity::Moderate => "moderate",
            Intensity::Aggressive => "aggressive",
        };
        let deck_text = deck_section(registry, deck, None);
        let answer =
            self.ask(prompts::COMPRESS, &(section("intensity", intensity_name) + &deck_text), &compression_schema())?;
        let reader = AnswerReader { registry, lang: &deck.lang, material: &deck_text };
        let reason =
            |view: &Value| deck::shortened(reader.text(view["reason"].as_str().unwrap_or_default()).trim(), 300);
        let mut used = HashSet::new();
        let mut merges = Vec::new();
        let max_group = if intensity == Intensity::Moderate { 2 } else { 3 };
        for view in list(&answer, "merges") {
            let indexes = list(view, "slideIndexes").iter();
            let mut group: Vec<usize> = indexes.filter_map(|index| slide_index_in(Some(index), deck)).collect();
            group.sort_unstable();
            group.dedup();
            group.truncate(max_group);
            if group.iter().any(|at| used.contains(at)) {
                continue;
            }
            if let Some(mut merge) = self.writer.author().merged_slides(deck, &group) {
                let reason = reason(view);
                if !reason.is_empty() {
                    merge.reason = reason.into();
                }
                used.extend(group);
                merges.push(merge);
            }
        }
        let mut removals = Vec::new();
        for view in list(&answer, "removals") {
            let index = slide_index_in(view.get("slideIndex"), deck);
            let index = index.filter(|index| !is_frame(registry, &deck.slides[*index].key));
            if let Some(slide_index) = index.filter(|index| used.insert(*index)) {
                removals.push(Removal { slide_index, reason: reason(view).into() });
            }
        }
        merges.sort_by_key(|merge| merge.slide_indexes[0]);
        removals.sort_by_key(|removal| removal.slide_index);
        let count = deck.slides.len();
        let saved: usize = merges.iter().map(|merge| merge.slide_indexes.len() - 1).sum::<usize>() + removals.len();
        let summary = reader.text(answer["summary"].as_str().unwrap_or_default());
        let summary = match summary.trim() {
            "" => format!("{count} slides become {}.", count - saved),
            summary => deck::shortened(summary, 600),
        };
        Ok(Compression { merges, removals, summary: summary.into() })
    }

    /// Suggestions for improving a deck.
    pub(crate) fn analyze(&self, deck: &Deck) -> Result<Vec<Suggestion>, Error> {
        let registry = self.writer.registry;
        let deck_text = deck_section(registry, deck, None);
        let user = catalogue::type_purposes(registry, true) + &deck_text;
        let answer = self.ask(prompts::ANALYZE, &user, &analysis_schema())?;
        let reader = AnswerReader { registry, lang: &deck.lang, material: &deck_text };
        let Some(suggestions) = answer.get("suggestions").and_then(Value::as_array) else {
            return Err(Error::UnusableAnswer(self.access.vendor));
        };
        let read = |view: &Value| {
            let index = view.get("slideIndex").filter(|index| !index.is_null());
            let slide_index = slide_index_in(index, deck);
            if index.is_some() && slide_index.is_none() {
                return None;
            }
            let category = SuggestionCategory::ALL
                .into_iter()
                .find(|category| Some(category.name()) == view["category"].as_str())?;
            let body = deck::shortened(reader.text(view["body"].as_str()?).trim(), 600);
            let proposed = view["proposedType"].as_str().and_then(|name| reader.slide_type(name)).map(|slide_type| {
                let title = reader.text(view["proposedTitle"].as_str().unwrap_or_default());
                ProposedSlide { key: slide_type.key.clone(), title: deck::shortened(title.trim(), 120) }
            });
            (!body.is_empty()).then_some(Suggestion { slide_index, category, body: body.into(), proposed })
        };
        Ok(suggestions.iter().take(MAX_SUGGESTIONS).filter_map(read).collect())
    }
}

/// The slide index in a value, if the deck has such a slide. Models without a schema also write `"3"` or `3.0`.
fn slide_index_in(value: Option<&Value>, deck: &Deck) -> Option<usize> {
    let digits = match value? {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let digits = digits.trim();
    let index: usize = digits.strip_suffix(".0").unwrap_or(digits).parse().ok()?;
    (index < deck.slides.len()).then_some(index)
}

/// JSON Schema of the answer to [`prompts::ITERATE`].
fn iteration_schema() -> Value {
    let text = json!({ "type": "string" });
    let slide = json!({
        "type": "object",
        "properties": { "type": text, "content": { "type": "object" }, "notes": text },
        "required": ["type", "content"],
    });
    let change = json!({
        "type": "object",
        "properties": {
            "slideIndex": { "type": "integer" },
            "action": { "type": "string", "enum": ["replace", "split", "remove"] },
            "reasoning": text,
            "slides": { "type": "array", "items": slide },
        },
        "required": ["slideIndex", "action", "reasoning", "slides"],
    });
    json!({
        "type": "object",
        "properties": { "summary": text, "modifications": { "type": "array", "items": change } },
        "required": ["summary", "modifications"],
    })
}

/// JSON Schema of the answer to [`prompts::COMPRESS`].
fn compression_schema() -> Value {
    let (text, index) = (json!({ "type": "string" }), json!({ "type": "integer" }));
    json!({
        "type": "object",
        "properties": {
            "merges": { "type": "array", "items": {
                "type": "object",
                "properties": { "slideIndexes": { "type": "array", "items": index }, "reason": text },
                "required": ["slideIndexes", "reason"],
            } },
            "removals": { "type": "array", "items": {
                "type": "object",
                "properties": { "slideIndex": index, "reason": text },
                "required": ["slideIndex", "reason"],
            } },
            "summary": text,
        },
        "required": ["merges", "removals", "summary"],
    })
}

/// JSON Schema of the answer to [`prompts::ANALYZE`].
fn analysis_schema() -> Value {
    let text = json!({ "type": "string" });
    let categories: Vec<&str> = SuggestionCategory::ALL.iter().map(|category| category.name()).collect();
    json!({
        "type": "object",
        "properties": { "suggestions": { "type": "array", "items": {
            "type": "object",
            "properties": {
                "slideIndex": { "type": ["integer", "null"] },
                "category": { "type": "string", "enum": categories },
                "body": text, "proposedType": text, "proposedTitle": text,
            },
            "required": ["slideIndex", "category", "body"],
        } } },
        "required": ["suggestions"],
    })
}
