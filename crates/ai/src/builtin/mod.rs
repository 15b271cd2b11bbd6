//! The built-in author: offline, by rules, the same answer every time.
//!
//! It only takes words from the source, apart from a few set words of its own ("Agenda", "Thank you"). It shortens by
//! choosing sentences, never by rephrasing, so no fact, figure or name appears that the source lacks. What a slide
//! cannot show stands in its notes. Everything it makes passes strict validation.

mod edit;
mod find;
mod headline;
mod language;
mod outline;
mod rank;
mod read;
mod story;
mod text;
mod write;

use deck::{Content, Deck, Registry};
use serde_json::{Value, json};

pub use self::language::detected as detected_language;

use self::language::Language;
use self::outline::{Outline, missing};
use crate::{Draft, SlideDraft, Source};

/// The author, with the types it may use.
pub struct Author<'a> {
    registry: &'a Registry,
    fits: &'a dyn Fn(&str, &Content) -> bool,
}

impl<'a> Author<'a> {
    /// An author that takes every slide inside its bounds to fit.
    pub fn new(registry: &'a Registry) -> Self {
        Self { registry, fits: &|_, _| true }
    }

    /// An author that asks whether a slide of a type with this content fits its page.
    pub fn with_fits(registry: &'a Registry, fits: &'a dyn Fn(&str, &Content) -> bool) -> Self {
        Self { registry, fits }
    }

    /// A deck made of a source: title, content with sections where it is long, closing.
    pub fn deck(&self, source: &Source) -> Draft {
        story::deck(self, source)
    }

    /// Content slides made of a text, to stand before the closing slides of a deck.
    pub fn more(&self, deck: &Deck, text: &str) -> Vec<SlideDraft> {
        story::more(self, deck, text)
    }

    fn may_use(&self, key: &str) -> bool {
        self.registry.by_key(key).is_some_and(|known| known.enabled && known.agents && !known.deprecated)
    }

    fn content(&self, lang: &str, language: &Language, key: &str, outline: &Outline) -> Option<Content> {
        write::content(self.registry, lang, language, key, outline)
    }

    /// A slide that says what the outline says; whatever of `pieces` it does not show goes to the notes.
    fn slide(
        &self,
        lang: &str,
        language: &Language,
        key: &str,
        outline: &Outline,
        pieces: &[String],
        notes: &str,
    ) -> SlideDraft {
        let content = self.content(lang, language, key, outline).unwrap_or_default();
        self.finished(lang, language, key, content, pieces, notes)
    }

    /// A slide that somebody else wrote, made sure to fit; whatever has to go goes to its notes.
    pub(crate) fn settled(&self, lang: &str, slide: SlideDraft) -> SlideDraft {
        if (self.fits)(&slide.key, &slide.content) {
            return slide;
        }
        let pieces = outline::outline(self.registry, self.registry.by_key(&slide.key), &slide.content).pieces();
        self.finished(lang, language::of(lang), &slide.key, slide.content, &pieces, &slide.notes)
    }

    /// A plain slide with a title and points.
    pub(crate) fn plain(&self, lang: &str, title: &str, points: &[String], notes: &str) -> SlideDraft {
        let points: Vec<outline::Point> = points.iter().map(|point| outline::Point::new("", point.as_str())).collect();
        let outline = Outline { title: title.to_owned(), points, ..Outline::default() };
        self.slide(lang, language::of(lang), "content-slide", &outline, &outline.pieces(), notes)
    }

    /// A slide that is sure to be valid and, as far as can be asked, to fit.
    fn finished(
        &self,
        lang: &str,
        language: &Language,
        key: &str,
        content: Content,
        pieces: &[String],
        notes: &str,
    ) -> SlideDraft {
        let (mut key, mut content) = (key.to_owned(), content);
        let sent = json!({"type": key, "content": content});
        if let Ok(fixed) = deck::fixed(self.registry, lang, 0, &sent) {
            key.clone_from(&fixed.slide_type.key);
            content = fixed.content;
        }
        let mut tries = 0;
        while tries < 24 && !(self.fits)(&key, &content) && self.tightened(&key, &mut content) {
            tries += 1;
        }
        let left = missing(pieces, &content, language);
        SlideDraft { key, content, notes: noted(notes, &left) }
    }

    /// Takes the last entry or block away, while the type allows it. Answers whether it could.
    fn tightened(&self, key: &str, content: &mut Content) -> bool {
        let Some(slide_type) = self.registry.by_key(key) else { return false };
        for field in &slide_type.fields {
            if let deck::Kind::Items { min, .. } = field.kind
                && let Some(Value::Array(entries)) = content.get_mut(&field.key)
                && entries.len() > min.max(1)
            {
                entries.pop();
                return true;
            }
        }
        for field in slide_type.fields.iter().filter(|field| matches!(field.kind, deck::Kind::Markdown)) {
            if let Some(Value::String(body)) = content.get_mut(&field.key)
                && let Some(at) = body.trim_end().rfind('\n')
            {
                body.truncate(at);
                body.truncate(body.trim_end().len());
                return true;
            }
        }
        ["subheading", "bottomSubheading", "caption"].iter().any(|key| content.shift_remove(*key).is_some())
    }
}

/// Notes with more lines under them.
fn noted(notes: &str, more: &[String]) -> String {
    if more.is_empty() {
        return notes.to_owned();
    }
    let more = more.join("\n\n");
    let all = if notes.trim().is_empty() { more } else { format!("{}\n\n{more}", notes.trim_end()) };
    deck::cut(all.trim_end(), deck::MAX_NOTES)
}
