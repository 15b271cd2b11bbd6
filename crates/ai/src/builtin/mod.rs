//! The built-in author: offline, rule-based and deterministic.
//!
//! All words on its slides come from the source, apart from a few fixed ones ("Agenda", "Thank you"). It shortens text
//! by selecting sentences, never by rephrasing, so it cannot invent a fact, a figure or a name. Text that does not fit
//! on a slide goes to its notes. All slides pass strict validation.

mod edit;
mod find;
#[cfg(any(test, feature = "fuzz"))]
mod fuzz;
mod headline;
mod language;
mod outline;
mod rank;
mod read;
mod story;
mod text;
mod write;

use std::cell::RefCell;
use std::collections::HashMap;

use deck::{Content, Deck, Registry};
use serde_json::{Value, json};

pub use self::edit::remark_codes;
#[cfg(any(test, feature = "fuzz"))]
pub use self::fuzz::check_author;
pub use self::language::{detected_language, document_language};

pub(crate) use self::language::{Language, of as language_of};
pub(crate) use self::outline::is_option_key;
use self::outline::{SlideOutline, unshown_pieces};
pub(crate) use self::text::{sentences, stem, words};
use crate::slide_types::is_offered;
use crate::{DeckDraft, DeckSource, PageFit, SlideDraft};

/// Maximum number of entries that are removed from a slide to make it fit.
const MAX_REMOVALS: usize = 24;

/// The rule-based author.
pub struct BuiltinAuthor<'a> {
    registry: &'a Registry,
    fit: &'a dyn Fn(&str, &Content) -> PageFit,
    /// Results of `fit`, by slide type and content. The content that is chosen is measured again when its slide is
    /// finished.
    fits: RefCell<HashMap<String, PageFit>>,
}

impl<'a> BuiltinAuthor<'a> {
    /// An author that assumes that every valid slide fits its page.
    pub fn new(registry: &'a Registry) -> Self {
        Self::with_fit(registry, &|_, _| PageFit::Good)
    }

    /// An author that calls `fit` to learn how well a slide with this type and content fits its page.
    pub fn with_fit(registry: &'a Registry, fit: &'a dyn Fn(&str, &Content) -> PageFit) -> Self {
        Self { registry, fit, fits: RefCell::default() }
    }

    /// A deck made from a source: a title slide, content slides with section openers in a long deck, a closing slide.
    pub fn deck(&self, source: &DeckSource) -> DeckDraft {
        story::deck(self, source)
    }

    /// Content slides made from a text, to be inserted before the closing slides of a deck.
    pub fn more_slides(&self, deck: &Deck, text: &str) -> Vec<SlideDraft> {
        story::more_slides(self, deck, text)
    }

    /// How well a slide fits its page.
    fn page_fit(&self, key: &str, content: &Content) -> PageFit {
        let slide = format!("{key} {}", json!(content));
        if let Some(fit) = self.fits.borrow().get(&slide) {
            return *fit;
        }
        let fit = (self.fit)(key, content);
        self.fits.borrow_mut().insert(slide, fit);
        fit
    }

    /// Whether the author may use a slide type.
    fn may_use(&self, key: &str) -> bool {
        self.registry.by_key(key).is_some_and(is_offered)
    }

    /// The content of a slide made from an outline; `None` for an unknown type.
    fn content(&self, lang: &str, language: &Language, key: &str, outline: &SlideOutline) -> Option<Content> {
        write::content(self.registry, lang, language, key, outline)
    }

    /// A slide made from an outline. The `pieces` of text that it does not show go to the notes.
    fn slide(
        &self,
        lang: &str,
        language: &Language,
        key: &str,
        outline: &SlideOutline,
        pieces: &[String],
        notes: &str,
    ) -> SlideDraft {
        let content = self.content(lang, language, key, outline).unwrap_or_default();
        self.finished_slide(lang, language, key, content, pieces, notes)
    }

    /// A slide that a model wrote, made to fit its page. Text that must be removed goes to its notes.
    pub(crate) fn fitted(&self, lang: &str, slide: SlideDraft) -> SlideDraft {
        if self.page_fit(&slide.key, &slide.content) < PageFit::Overflow {
            return slide;
        }
        let pieces = outline::outline_of(self.registry, self.registry.by_key(&slide.key), &slide.content).pieces();
        self.finished_slide(lang, language::of(lang), &slide.key, slide.content, &pieces, &slide.notes)
    }

    /// A plain text slide with a title and points.
    pub(crate) fn plain_slide(&self, lang: &str, title: &str, points: &[String], notes: &str) -> SlideDraft {
        let points: Vec<outline::OutlinePoint> =
            points.iter().map(|point| outline::OutlinePoint::new("", point.as_str())).collect();
        let outline = SlideOutline { title: title.to_owned(), points, ..SlideOutline::default() };
        self.slide(lang, language::of(lang), "content-slide", &outline, &outline.pieces(), notes)
    }

    /// A valid slide that loses its last entries when its page would overflow. The `pieces` of text that it does not
    /// show go to the notes.
    fn finished_slide(
        &self,
        lang: &str,
        language: &Language,
        key: &str,
        content: Content,
        pieces: &[String],
        notes: &str,
    ) -> SlideDraft {
        let (key, content) = self.valid_slide(lang, key, content);
        let content = self.content_within(language, &key, content, PageFit::Crowded);
        let unshown = unshown_pieces(pieces, &content, language);
        SlideDraft { key, content, notes: notes_with(notes, &unshown) }
    }

    /// A slide type and content that pass validation.
    fn valid_slide(&self, lang: &str, key: &str, mut content: Content) -> (String, Content) {
        // Escaping makes texts longer, so it comes before the check of their lengths.
        escape_dollars(&mut content);
        let slide = json!({"type": key, "content": content});
        match deck::repaired_slide(self.registry, lang, 0, &slide) {
            Ok(fixed) => (fixed.slide_type.key.clone(), fixed.content),
            Err(_) => (key.to_owned(), content),
        }
    }

    /// Content with as many of its last entries removed as needed for a fit no worse than `worst`. Unchanged when
    /// removing entries does not help.
    fn content_within(&self, language: &Language, key: &str, mut content: Content, worst: PageFit) -> Content {
        let mut removed = 0;
        let original = content.clone();
        while removed < MAX_REMOVALS
            && self.page_fit(key, &content) > worst
            && self.remove_last_entry(language, key, &mut content)
        {
            removed += 1;
        }
        // Removing rows does not help a wide table, whose text is small however few rows it has.
        let is_in_vain = self.page_fit(key, &content) > worst && self.page_fit(key, &original) < PageFit::Overflow;
        if is_in_vain { original } else { content }
    }

    /// Removes the last list entry, the last line or sentence of Markdown or a supporting line. Returns whether there
    /// was anything to remove.
    fn remove_last_entry(&self, language: &Language, key: &str, content: &mut Content) -> bool {
        let Some(slide_type) = self.registry.by_key(key) else { return false };
        if slide_type.fields.iter().any(|field| remove_last_item(field, content)) {
            return true;
        }
        let has_lines = |field: &&deck::Field| matches!(field.kind, deck::Kind::Markdown | deck::Kind::Code);
        for field in slide_type.fields.iter().filter(has_lines) {
            if let Some(Value::String(body)) = content.get_mut(&field.key)
                && let Some(at) = body.trim_end().rfind('\n')
            {
                body.truncate(at);
                body.truncate(body.trim_end().len());
                return true;
            }
        }
        for field in slide_type.fields.iter().filter(|field| matches!(field.kind, deck::Kind::Markdown)) {
            if let Some(Value::String(body)) = content.get_mut(&field.key)
                && let all = sentences(body, language)
                && all.len() > 1
            {
                *body = all[..all.len() - 1].join(" ");
                return true;
            }
        }
        ["subheading", "bottomSubheading", "caption"].iter().any(|key| content.shift_remove(*key).is_some())
    }
}

/// Removes the last entry of a list, or of the list in its last entry. Returns whether there was one to remove.
fn remove_last_item(field: &deck::Field, content: &mut Content) -> bool {
    let deck::Kind::Items { min, fields, .. } = &field.kind else { return false };
    let Some(Value::Array(entries)) = content.get_mut(&field.key) else { return false };
    if let Some(Value::Object(last)) = entries.last_mut()
        && fields.iter().any(|inner| remove_last_item(inner, last))
    {
        return true;
    }
    let is_removable = entries.len() > (*min).max(1);
    if is_removable {
        entries.pop();
    }
    is_removable
}

/// Escapes the dollar signs of each text that has something between two of them that is no formula, such as
/// `$HOME/bin:$PATH`. Formulas stay. Code and addresses stay as they are, since they cannot have formulas.
fn escape_dollars(content: &mut Content) {
    fn escape(value: &mut Value) {
        match value {
            Value::String(text) if text.matches('$').count() > 1 && !text.starts_with("http") => {
                let parts = deck::text_parts(text);
                let is_unknown =
                    |part: &deck::TextPart<'_>| matches!(part, deck::TextPart::Formula(formula) if !formula.is_known());
                if parts.iter().any(is_unknown) {
                    let escaped = |part: deck::TextPart<'_>| match part {
                        deck::TextPart::Formula(formula) if formula.is_known() => formula.written(),
                        deck::TextPart::Formula(formula) => formula.written().replace('$', "\\$"),
                        deck::TextPart::Words(words) => words.replace('$', "\\$"),
                    };
                    *text = parts.into_iter().map(escaped).collect();
                }
            }
            Value::Array(entries) => entries.iter_mut().for_each(escape),
            Value::Object(fields) => escape_dollars(fields),
            _ => {}
        }
    }
    content.iter_mut().filter(|(key, _)| key.as_str() != "code").for_each(|(_, value)| escape(value));
}

/// Notes with further paragraphs appended.
fn notes_with(notes: &str, more: &[String]) -> String {
    if more.is_empty() {
        return notes.to_owned();
    }
    let more = more.join("\n\n");
    let all = if notes.trim().is_empty() { more } else { format!("{}\n\n{more}", notes.trim_end()) };
    deck::shortened(all.trim_end(), deck::MAX_NOTES)
}
