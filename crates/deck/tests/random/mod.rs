//! Random decks for property tests. Bytes make all choices, so that a failing case shrinks with the bytes.

use std::collections::BTreeMap;

use deck::{
    Content, Deck, Field, Kind, LibraryLink, Overlay, Registry, Slide, Translation, Visibility, translatable_texts,
};
use proptest::prelude::{Strategy, any};
use serde_json::{Value, json};

/// Languages of translations; one of them may be the main language.
pub(crate) const LANGUAGES: [&str; 5] = ["nl", "de", "de-AT", "AR", "pt-br"];
/// Types of slides; the last one is unknown.
pub(crate) const TYPES: [&str; 7] = [
    "list-slide",
    "text-blocks-slide",
    "content-slide",
    "poll-slide",
    "icon-card-grid-slide",
    "title-slide",
    "gone-slide",
];
const WORDS: [&str; 8] = ["", "  ", "Tide", "Quay", "Berth #2", "[x](#slide:s1)", "Ebbe und Flut", "潮"];

/// Choices made by bytes. When the bytes are used up, the first option is chosen.
#[derive(Debug, Clone)]
pub(crate) struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    /// Choices of up to `most` bytes.
    pub(crate) fn up_to(most: usize) -> impl Strategy<Value = Self> {
        proptest::collection::vec(any::<u8>(), 0..most).prop_map(|row| Self(row.into_iter()))
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % count
    }

    /// True once in `times` times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of several.
    pub(crate) fn of<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len())]
    }

    /// A text, possibly blank.
    pub(crate) fn word(&mut self) -> String {
        self.of(&WORDS).to_owned()
    }

    /// A tidy deck of up to four slides with the ids `s0` to `s3`.
    pub(crate) fn deck(&mut self) -> Deck {
        let mut deck = Deck::new("Harbour", self.of(&["en-GB", "de", "nl"]));
        deck.description = self.word();
        for index in 0..self.below(5) {
            deck.slides.push(self.slide(format!("s{index}")));
        }
        for lang in LANGUAGES {
            if self.once_in(2) {
                let translation = self.translation(&deck.slides);
                deck.translations.insert(lang.to_owned(), translation);
            }
        }
        deck.tidy(Registry::core());
        deck
    }

    /// A slide of any type.
    pub(crate) fn slide(&mut self, id: String) -> Slide {
        let key = self.of(&TYPES);
        let content = if let Some(known) = Registry::core().by_key(key) {
            self.content(&known.fields)
        } else {
            let parts = json!([{"text": self.word()}, 4]);
            Content::from_iter(
                [("title", json!(self.word())), ("parts", parts)].map(|(key, value)| (key.to_owned(), value)),
            )
        };
        Slide {
            id: id.into(),
            key: key.to_owned(),
            content,
            notes: self.word(),
            visibility: Visibility { hide_in_export: self.once_in(4), ..Visibility::default() },
            duration: self.once_in(4).then_some(30),
            transition: self.once_in(4).then_some(deck::Transition::Push),
            morph_names: self.names(),
            library: self.once_in(4).then(|| LibraryLink { id: self.word() + "x", revision: 2 }),
        }
    }

    fn names(&mut self) -> deck::MorphNames {
        let paths = ["title", "items.0", "items.1.title"].into_iter().filter(|_| self.once_in(4));
        let paths: Vec<&str> = paths.collect();
        paths.into_iter().map(|path| (path.to_owned(), self.word() + "x")).collect()
    }

    /// Content for these fields, mostly of the right kinds.
    pub(crate) fn content(&mut self, fields: &[Field]) -> Content {
        let mut content = Content::new();
        for field in fields {
            if !self.once_in(3) {
                content.insert(field.key.clone(), self.value(field));
            }
        }
        content
    }

    fn value(&mut self, field: &Field) -> Value {
        if self.once_in(20) {
            return self.of(&[&json!(7), &Value::Null, &json!([]), &json!({"x": "y"})]).clone();
        }
        match &field.kind {
            Kind::Items { fields, .. } => (0..self.below(4)).map(|_| json!(self.content(fields))).collect(),
            Kind::Enum { options, .. } => json!(options[0]),
            Kind::Boolean => json!(true),
            Kind::Number { .. } => json!(5),
            Kind::Link => json!("#slide:s0"),
            Kind::SlideRef => json!("s1"),
            _ => json!(self.word()),
        }
    }

    /// Translations of some texts of these slides, and of some that they do not have.
    pub(crate) fn translation(&mut self, slides: &[Slide]) -> Translation {
        Translation {
            title: self.word(),
            description: self.word(),
            slides: slides.iter().map(|slide| (slide.id.clone(), self.overlay(slide))).collect(),
        }
    }

    /// Translations of some texts of a slide, and of some that it does not have.
    pub(crate) fn overlay(&mut self, slide: &Slide) -> Overlay {
        let registry = Registry::core();
        let mut paths: Vec<String> = match registry.by_key(&slide.key) {
            Some(known) => {
                translatable_texts(registry, known, &slide.content).into_iter().map(|(path, _)| path).collect()
            }
            None => vec!["title".to_owned(), "parts.0.text".to_owned()],
        };
        paths.extend(["subheading", "a11yTitle", "items.0.title", "items.9.title", "background"].map(str::to_owned));
        paths.retain(|_| self.once_in(2));
        let content: BTreeMap<String, String> = paths.into_iter().map(|path| (path, self.word())).collect();
        Overlay { content, notes: self.word() }
    }
}
