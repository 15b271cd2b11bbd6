//! Changes of single parts of a slide: a title, the notes, one entry of a list.
//!
//! All other fields stay as they are. A text is never cut: one that is too long is refused.

use deck::{Content, Field, Kind, NamedThing, Problem, Registry, Slide, SlideType};
use serde_json::{Value, json};

use super::remarks::NothingChanged;
use super::request::{Nth, SlidePart};
use crate::SlideDraft;

/// The field with the title of slides of a type. The text of a quote is not a title.
pub(super) fn title_field(slide_type: &SlideType) -> Option<&Field> {
    let label = slide_type.label_field.as_deref().filter(|key| *key != "quote");
    slide_type.field("title").or_else(|| slide_type.field(label?))
}

impl SlidePart {
    /// The name in summaries.
    pub(super) fn named(self) -> NamedThing {
        let name = match self {
            Self::Title => "title",
            Self::Subtitle => "subtitle",
            Self::Notes => "notes",
            Self::Body => "text",
            Self::Quote => "quote",
            Self::Attribution => "attribution",
            Self::Entry(_) => "bullet",
        };
        NamedThing::new(name, name)
    }
}

/// A slide type with its label as its name.
fn named(slide_type: &SlideType) -> NamedThing {
    NamedThing::new(&slide_type.key, &slide_type.label)
}

/// The entries of a slide: a list, or the lines of a list in Markdown.
enum Entries<'a> {
    List { field: &'a Field, text: &'a Field },
    Markdown { field: &'a Field },
}

/// Changes parts of slides.
pub(super) struct PartEditor<'a> {
    pub(super) registry: &'a Registry,
}

impl PartEditor<'_> {
    /// A slide with a part set to a text. Fails when the slide has no such part, or the text breaks a rule of its type.
    pub(super) fn with_part(&self, slide: &Slide, part: SlidePart, text: &str) -> Result<SlideDraft, NothingChanged> {
        let slide_type = self.slide_type(slide)?;
        let mut draft = draft_of(slide);
        match part {
            SlidePart::Notes => text.clone_into(&mut draft.notes),
            SlidePart::Entry(nth) => {
                let nth = nth.ok_or(NothingChanged::WhichBullet)?;
                change_entry(slide_type, &mut draft.content, nth, Some(text))?;
            }
            part => {
                let field = text_field(slide_type, part)?;
                draft.content.insert(field.key.clone(), json!(text));
            }
        }
        self.checked(slide, draft)
    }

    /// A slide with a text added to a part. Fails as [`with_part`](Self::with_part) does.
    pub(super) fn with_added(&self, slide: &Slide, part: SlidePart, text: &str) -> Result<SlideDraft, NothingChanged> {
        let slide_type = self.slide_type(slide)?;
        let mut draft = draft_of(slide);
        match part {
            SlidePart::Notes => draft.notes = joined(&draft.notes, text),
            SlidePart::Body => {
                let field = text_field(slide_type, part)?;
                let body = joined(text_in(&draft.content, &field.key), text);
                draft.content.insert(field.key.clone(), json!(body));
            }
            SlidePart::Entry(_) => match entries(slide_type)? {
                Entries::List { field, text: entry } => {
                    let list = draft.content.entry(field.key.clone()).or_insert_with(|| json!([]));
                    list.as_array_mut().into_iter().for_each(|list| list.push(json!({ entry.key.as_str(): text })));
                }
                Entries::Markdown { field } => {
                    let body = text_in(&draft.content, &field.key).trim_end();
                    let gap = match body.lines().last() {
                        None => "",
                        Some(line) if entry_text(line).is_some() => "\n",
                        Some(_) => "\n\n",
                    };
                    let body = format!("{body}{gap}- {text}");
                    draft.content.insert(field.key.clone(), json!(body));
                }
            },
            SlidePart::Quote
                if slide_type.field("quotes").is_some() && !text_in(&draft.content, "quote").is_empty() =>
            {
                let quotes = draft.content.entry("quotes").or_insert_with(|| json!([]));
                quotes.as_array_mut().into_iter().for_each(|quotes| quotes.push(json!({ "quote": text })));
            }
            SlidePart::Quote if slide_type.field("quote").is_none() && slide_type.field("body").is_some() => {
                let body = joined(text_in(&draft.content, "body"), &format!("> {text}"));
                draft.content.insert("body".to_owned(), json!(body));
            }
            part => {
                let field = text_field(slide_type, part)?;
                if !text_in(&draft.content, &field.key).trim().is_empty() {
                    return Err(NothingChanged::PartExists { part: part.named() });
                }
                draft.content.insert(field.key.clone(), json!(text));
            }
        }
        self.checked(slide, draft)
    }

    /// A slide without a part. Fails when the slide has no such part, or its type requires it.
    pub(super) fn without_part(&self, slide: &Slide, part: SlidePart) -> Result<SlideDraft, NothingChanged> {
        let slide_type = self.slide_type(slide)?;
        let mut draft = draft_of(slide);
        match part {
            SlidePart::Notes => draft.notes.clear(),
            SlidePart::Entry(nth) => {
                let nth = nth.ok_or(NothingChanged::WhichBullet)?;
                change_entry(slide_type, &mut draft.content, nth, None)?;
            }
            part => {
                draft.content.shift_remove(&text_field(slide_type, part)?.key);
            }
        }
        self.checked(slide, draft)
    }

    /// A slide with a word or phrase replaced in all its texts and its notes. `None` when it does not occur, or a new
    /// text breaks a rule of the type.
    pub(super) fn with_replaced(&self, slide: &Slide, from: &str, to: &str) -> Option<SlideDraft> {
        let mut draft = draft_of(slide);
        let slide_type = self.registry.by_key(&slide.key)?;
        replace_in_fields(&slide_type.fields, &mut draft.content, from, to);
        if let Some(notes) = replaced(&draft.notes, from, to) {
            draft.notes = notes;
        }
        let changed = draft.content != slide.content || draft.notes != slide.notes;
        self.checked(slide, draft).ok().filter(|_| changed)
    }

    fn slide_type(&self, slide: &Slide) -> Result<&SlideType, NothingChanged> {
        let known = self.registry.by_key(&slide.key);
        known.ok_or_else(|| NothingChanged::UnknownSlideType { name: slide.key.clone() })
    }

    /// The draft. Fails when the change breaks a rule of its type; problems that the slide had before do not count.
    fn checked(&self, old: &Slide, draft: SlideDraft) -> Result<SlideDraft, NothingChanged> {
        if draft.notes.chars().count() > deck::MAX_NOTES {
            return Err(NothingChanged::LongNotes { most: deck::MAX_NOTES });
        }
        let problems =
            |content: &Content| deck::sent_problems(self.registry, 0, &json!({ "type": old.key, "content": content }));
        let known = problems(&old.content);
        match problems(&draft.content).into_iter().find(|problem| !known.contains(problem)) {
            Some(Problem { path, expected, got, .. }) => Err(NothingChanged::BrokenRule { field: path, expected, got }),
            None => Ok(draft),
        }
    }
}

/// Sets one entry to a text, or removes it when there is no text. Fails when the slide has no such entry.
fn change_entry(
    slide_type: &SlideType,
    content: &mut Content,
    nth: Nth,
    text: Option<&str>,
) -> Result<(), NothingChanged> {
    let at = |count: usize| match nth {
        Nth::At(at) if at < count => Ok(at),
        Nth::Last if count > 0 => Ok(count - 1),
        _ if count == 0 => Err(NothingChanged::NoBullets),
        _ => Err(NothingChanged::FewBullets { n: count }),
    };
    match entries(slide_type)? {
        Entries::List { field, text: entry } => {
            let list = content.get_mut(&field.key).and_then(Value::as_array_mut);
            let list = list.ok_or(NothingChanged::NoBullets)?;
            let at = at(list.len())?;
            match (text, list[at].as_object_mut()) {
                (Some(text), Some(found)) => {
                    found.insert(entry.key.clone(), json!(text));
                }
                (Some(text), None) => list[at] = json!({ entry.key.as_str(): text }),
                (None, _) => {
                    list.remove(at);
                }
            }
        }
        Entries::Markdown { field } => {
            let body = text_in(content, &field.key);
            let mut lines: Vec<String> = body.lines().map(str::to_owned).collect();
            let marked: Vec<usize> = (0..lines.len()).filter(|at| entry_text(&lines[*at]).is_some()).collect();
            let line = marked[at(marked.len())?];
            match text {
                Some(text) => {
                    let mark = lines[line].len() - entry_text(&lines[line]).map_or(0, str::len);
                    lines[line] = format!("{}{text}", &lines[line][..mark]);
                }
                None => {
                    lines.remove(line);
                }
            }
            content.insert(field.key.clone(), json!(lines.join("\n")));
        }
    }
    Ok(())
}

fn draft_of(slide: &Slide) -> SlideDraft {
    SlideDraft { key: slide.key.clone(), content: slide.content.clone(), notes: slide.notes.clone() }
}

/// The field of a part that is one text. Fails when the type has none.
fn text_field(slide_type: &SlideType, part: SlidePart) -> Result<&Field, NothingChanged> {
    let field = match part {
        SlidePart::Title => title_field(slide_type),
        SlidePart::Subtitle => slide_type.field("subheading"),
        SlidePart::Body => slide_type.field("body"),
        SlidePart::Quote => slide_type.field("quote"),
        SlidePart::Attribution => slide_type.field("attribution"),
        SlidePart::Notes | SlidePart::Entry(_) => None,
    };
    field.ok_or_else(|| NothingChanged::TypeWithoutPart { kind: named(slide_type), part: part.named() })
}

/// Where slides of a type have their entries. Fails when they have none.
fn entries(slide_type: &SlideType) -> Result<Entries<'_>, NothingChanged> {
    for field in slide_type.fields.iter().filter(|field| matches!(field.key.as_str(), "items" | "levels")) {
        let text = ["title", "label"].iter().find_map(|key| field.item_field(key));
        if let Some(text) = text {
            return Ok(Entries::List { field, text });
        }
    }
    match slide_type.field("body").filter(|field| matches!(field.kind, Kind::Markdown)) {
        Some(field) => Ok(Entries::Markdown { field }),
        None => Err(NothingChanged::TypeWithoutBullets { kind: named(slide_type) }),
    }
}

/// The text of a line that is an entry of a list in Markdown.
fn entry_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (after_number.len() < line.len()).then(|| after_number.strip_prefix(". ")).flatten();
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).or(numbered)
}

fn text_in<'a>(content: &'a Content, key: &str) -> &'a str {
    content.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Two texts as paragraphs.
fn joined(before: &str, after: &str) -> String {
    format!("{}\n\n{after}", before.trim_end()).trim_start().to_owned()
}

/// Replaces a word in all translatable texts.
fn replace_in_fields(fields: &[Field], content: &mut Content, from: &str, to: &str) {
    for field in fields {
        match (&field.kind, content.get_mut(&field.key)) {
            (Kind::Items { fields, .. }, Some(Value::Array(entries))) => {
                for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
                    replace_in_fields(fields, entry, from, to);
                }
            }
            (_, Some(Value::String(text))) if field.translatable => {
                if let Some(new) = replaced(text, from, to) {
                    *text = new;
                }
            }
            _ => {}
        }
    }
}

/// A text with a word or phrase replaced, whatever its case; a capital at its start stays. `None` when it does not
/// occur.
fn replaced(text: &str, from: &str, to: &str) -> Option<String> {
    let is_edge = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
    let mut result = String::new();
    let (mut rest, mut before, mut found) = (text, None, false);
    while let Some(first) = rest.chars().next() {
        let end = matching_prefix(rest, from).filter(|end| is_edge(before) && is_edge(rest[*end..].chars().next()));
        let Some(end) = end.filter(|end| *end > 0) else {
            result.push(first);
            (before, rest) = (Some(first), &rest[first.len_utf8()..]);
            continue;
        };
        let needs_capital = first.is_uppercase() && from.chars().next().is_some_and(char::is_lowercase);
        let mut letters = to.chars();
        match letters.next() {
            Some(initial) if needs_capital => result.extend(initial.to_uppercase().chain(letters)),
            _ => result.push_str(to),
        }
        found = true;
        (before, rest) = (rest[..end].chars().next_back(), &rest[end..]);
    }
    found.then_some(result)
}

/// The length of the start of a text that equals another text, whatever the case.
fn matching_prefix(text: &str, wanted: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    for wanted in wanted.chars() {
        let (_, letter) = letters.next()?;
        if !letter.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(letters.next().map_or(text.len(), |(at, _)| at))
}
