//! Edits by a model: its answers read, held to the rules, and handed on as the same changes that the built-in author
//! proposes.

use std::collections::HashSet;

use deck::{Deck, Slide};
use serde_json::{Value, json};

use super::catalogue::{self, content_schema, is_frame, offered};
use super::untrusted::{Reader, with_options};
use super::{Model, deck_section, prompts, section};
use crate::{
    Action, Category, Compression, Fault, Intensity, Iteration, Modification, Proposal, Removal, SlideDraft,
    Suggestion, Writer,
};

/// Most suggestions that are taken from an answer.
const MOST_SUGGESTIONS: usize = 40;
/// Most slides that one slide may become.
const MOST_PARTS: usize = 6;

impl Model<'_> {
    /// A slide as another type. Its notes and what any slide may carry stay.
    pub(crate) fn convert(&self, lang: &str, slide: &Slide, target: &str) -> Result<SlideDraft, Fault> {
        let registry = self.writer.registry;
        let Some(known) = registry.by_key(target) else { return Err(Fault::Unusable(self.access.vendor)) };
        let shown = json!({ "type": slide.key, "content": slide.content, "notes": slide.notes }).to_string();
        let reader = Reader { registry, lang, material: &shown };
        let base = section("language", lang) + &catalogue::fields(std::iter::once(known)) + &section("slide", &shown);
        let schema =
            json!({ "type": "object", "properties": { "content": content_schema(known) }, "required": ["content"] });
        let read = |said: &Value| {
            let content = said.get("content").unwrap_or(said);
            reader.slide(target, content, &slide.notes)
        };
        let said = self.asked(prompts::CONVERT, &base, &schema)?;
        let draft = read(&said).or_else(|problem| {
            let user = base.clone() + &section("problems", &problem) + &section("slides", &said.to_string());
            let mended = self.asked(prompts::REPAIR, &user, &schema)?;
            read(&mended).map_err(|_| Fault::Unusable(self.access.vendor))
        })?;
        let draft = SlideDraft { notes: slide.notes.clone(), ..with_options(registry, slide, draft) };
        Ok(self.writer.author().settled(lang, draft))
    }

    /// What becomes of a deck when an instruction is followed.
    pub(crate) fn iterate(&self, deck: &Deck, command: &str) -> Result<Iteration, Fault> {
        let registry = self.writer.registry;
        let target = Writer::target(registry, deck, command)?;
        let shown = deck_section(registry, deck, target);
        let types: Vec<_> = offered(registry).collect();
        let base = section("language", &deck.lang)
            + &catalogue::fields(types.iter().copied())
            + &shown
            + &section("instruction", command);
        let material = format!("{shown}\n{command}");
        let reader = Reader { registry, lang: &deck.lang, material: &material };
        let schema = iteration_schema();
        let mut said = self.asked(prompts::ITERATE, &base, &schema)?;
        let (mut found, problems) = self.modifications(reader, deck, target, &said);
        if !problems.is_empty() {
            let user = base + &section("problems", &problems.join("\n")) + &section("slides", &said.to_string());
            if let Ok(mended) = self.asked(prompts::REPAIR, &user, &schema) {
                said = mended;
                (found, _) = self.modifications(reader, deck, target, &said);
            }
            if found.is_empty() {
                return Err(Fault::Unusable(self.access.vendor));
            }
        }
        let summary = said.get("summary").and_then(Value::as_str).map(|text| reader.text(text)).unwrap_or_default();
        let summary = match summary.trim() {
            "" if found.is_empty() => "Nothing was changed.".to_owned(),
            "" => format!("Changed: {} of {} slides.", found.len(), deck.slides.len()),
            said => deck::cut(said, 600),
        };
        Ok(Iteration { target, summary, modifications: found })
    }

    /// The changes in an answer, each slide once, and what is wrong with the rest.
    fn modifications(
        &self,
        reader: Reader<'_>,
        deck: &Deck,
        target: Option<usize>,
        said: &Value,
    ) -> (Vec<Modification>, Vec<String>) {
        let list = said.get("modifications").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let (mut found, mut problems, mut seen): (Vec<Modification>, _, _) = (Vec::new(), Vec::new(), HashSet::new());
        for view in list {
            let index = index_of(view.get("slideIndex"), deck);
            let Some(index) = index.filter(|index| target.is_none_or(|target| target == *index)) else { continue };
            if !seen.insert(index) {
                continue;
            }
            match self.modification(reader, &deck.slides[index], index, view) {
                Ok(change) => found.push(change),
                Err(problem) => problems.push(format!("slide {index}: {problem}")),
            }
        }
        found.sort_by_key(|change| change.slide_index);
        (found, problems)
    }

    fn modification(
        &self,
        reader: Reader<'_>,
        old: &Slide,
        index: usize,
        view: &Value,
    ) -> Result<Modification, String> {
        let reasoning = deck::cut(reader.text(view["reasoning"].as_str().unwrap_or_default()).trim(), 300);
        let action = match view["action"].as_str() {
            Some("remove") => {
                return Ok(Modification { slide_index: index, action: Action::Remove, reasoning, slides: Vec::new() });
            }
            Some("replace") => Action::Replace,
            Some("split") => Action::Split,
            _ => return Err("the action is none of replace, split, remove".to_owned()),
        };
        let views = view["slides"].as_array().map(Vec::as_slice).unwrap_or_default();
        let most = if action == Action::Replace { 1 } else { MOST_PARTS };
        let mut slides = Vec::new();
        for (at, view) in views.iter().take(most).enumerate() {
            let key = view["type"].as_str().unwrap_or(&old.key);
            let notes = view["notes"].as_str().filter(|notes| !notes.trim().is_empty());
            let notes = notes.unwrap_or(if at == 0 { &old.notes } else { "" });
            let draft = reader.slide(key, &view["content"], notes)?;
            let draft = if at == 0 { with_options(reader.registry, old, draft) } else { draft };
            slides.push(self.writer.author().settled(reader.lang, draft));
        }
        if action == Action::Replace {
            // A slide keeps the notes of its speaker.
            for slide in &mut slides {
                slide.notes.clone_from(&old.notes);
            }
        }
        match (action, slides.len()) {
            (Action::Replace, 1) | (Action::Split, 2..) => {
                Ok(Modification { slide_index: index, action, reasoning, slides })
            }
            (_, count) => Err(format!("{count} slides are too few")),
        }
    }

    /// What can be merged and removed; the merging itself goes by rules, so that no text is lost.
    pub(crate) fn compress(&self, deck: &Deck, intensity: Intensity) -> Result<Compression, Fault> {
        let registry = self.writer.registry;
        let word = match intensity {
            Intensity::Moderate => "moderate",
            Intensity::Aggressive => "aggressive",
        };
        let shown = deck_section(registry, deck, None);
        let said = self.asked(prompts::COMPRESS, &(section("intensity", word) + &shown), &compression_schema())?;
        let reader = Reader { registry, lang: &deck.lang, material: &shown };
        let reason = |view: &Value| deck::cut(reader.text(view["reason"].as_str().unwrap_or_default()).trim(), 300);
        let mut taken = HashSet::new();
        let mut merges = Vec::new();
        let most = if intensity == Intensity::Moderate { 2 } else { 3 };
        for view in said["merges"].as_array().into_iter().flatten() {
            let group = view["slideIndexes"].as_array().into_iter().flatten();
            let mut group: Vec<usize> = group.filter_map(|index| index_of(Some(index), deck)).collect();
            group.sort_unstable();
            group.dedup();
            group.truncate(most);
            if group.iter().any(|at| taken.contains(at)) {
                continue;
            }
            if let Some(mut merge) = self.writer.author().joined(deck, &group) {
                let said = reason(view);
                if !said.is_empty() {
                    merge.reason = said;
                }
                taken.extend(group);
                merges.push(merge);
            }
        }
        let mut removals = Vec::new();
        for view in said["removals"].as_array().into_iter().flatten() {
            let index = index_of(view.get("slideIndex"), deck);
            let index = index.filter(|index| !is_frame(registry, &deck.slides[*index].key));
            if let Some(slide_index) = index.filter(|index| taken.insert(*index)) {
                removals.push(Removal { slide_index, reason: reason(view) });
            }
        }
        merges.sort_by_key(|merge| merge.slide_indexes[0]);
        removals.sort_by_key(|removal| removal.slide_index);
        let count = deck.slides.len();
        let saved: usize = merges.iter().map(|merge| merge.slide_indexes.len() - 1).sum::<usize>() + removals.len();
        let summary = reader.text(said["summary"].as_str().unwrap_or_default());
        let summary = match summary.trim() {
            "" => format!("{count} slides become {}.", count - saved),
            said => deck::cut(said, 600),
        };
        Ok(Compression { merges, removals, summary })
    }

    /// What could be better in a deck.
    pub(crate) fn analyze(&self, deck: &Deck) -> Result<Vec<Suggestion>, Fault> {
        let registry = self.writer.registry;
        let shown = deck_section(registry, deck, None);
        let user = catalogue::choice(registry, true) + &shown;
        let said = self.asked(prompts::ANALYZE, &user, &analysis_schema())?;
        let reader = Reader { registry, lang: &deck.lang, material: &shown };
        let Some(list) = said.get("suggestions").and_then(Value::as_array) else {
            return Err(Fault::Unusable(self.access.vendor));
        };
        let read = |view: &Value| {
            let given = view.get("slideIndex").filter(|index| !index.is_null());
            let slide_index = index_of(given, deck);
            if given.is_some() && slide_index.is_none() {
                return None;
            }
            let category = Category::ALL.into_iter().find(|known| Some(known.name()) == view["category"].as_str())?;
            let body = deck::cut(reader.text(view["body"].as_str()?).trim(), 600);
            let proposed = view["proposedType"].as_str().and_then(|name| reader.slide_type(name)).map(|known| {
                let title = reader.text(view["proposedTitle"].as_str().unwrap_or_default());
                Proposal { key: known.key.clone(), title: deck::cut(title.trim(), 120) }
            });
            (!body.is_empty()).then_some(Suggestion { slide_index, category, body, proposed })
        };
        Ok(list.iter().take(MOST_SUGGESTIONS).filter_map(read).collect())
    }
}

/// A position in a deck. Models without a schema also write it as digits, or as a number with a fraction of nothing.
fn index_of(value: Option<&Value>, deck: &Deck) -> Option<usize> {
    let digits = match value? {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let digits = digits.trim();
    let index: usize = digits.strip_suffix(".0").unwrap_or(digits).parse().ok()?;
    (index < deck.slides.len()).then_some(index)
}

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

fn analysis_schema() -> Value {
    let text = json!({ "type": "string" });
    let categories: Vec<&str> = Category::ALL.iter().map(|category| category.name()).collect();
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
