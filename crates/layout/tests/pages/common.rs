//! Lays out slides with the bundled fonts, for tests.

use std::sync::OnceLock;

use deck::{Deck, Registry, Slide, Themes};
use layout::{FontBook, LayoutInput, LayoutOutput, Look, PictureFacts, Pictures, Typesetter, document};
use serde_json::Value;

pub(crate) fn book() -> &'static FontBook {
    static BOOK: OnceLock<FontBook> = OnceLock::new();
    BOOK.get_or_init(FontBook::bundled)
}

pub(crate) fn slide(number: usize, json: &Value) -> Slide {
    Slide::new(
        format!("s{number}"),
        json["type"].as_str().expect("a type"),
        json["content"].as_object().cloned().expect("content"),
    )
}

/// Lays out a deck with slides given as JSON, in the default theme.
pub(crate) fn lay_out(language: &str, slides: &[Value]) -> LayoutOutput {
    let look = Look::from(Themes::core().default());
    lay_out_in(&look, &deck(language, slides), &mut Typesetter::new(book()))
}

/// Creates a deck in a language with slides given as JSON.
pub(crate) fn deck(language: &str, slides: &[Value]) -> Deck {
    let mut deck = Deck::new("Harbour", language);
    deck.slides = slides.iter().enumerate().map(|(index, json)| slide(index + 1, json)).collect();
    deck
}

/// Lays out a deck in a look, with [`pictures`].
pub(crate) fn lay_out_in(look: &Look, deck: &Deck, typesetter: &mut Typesetter) -> LayoutOutput {
    let input = LayoutInput::new(deck, Registry::core(), look, pictures());
    document(input, typesetter)
}

/// The pictures of the catalogue's examples, and four others: two dark, one light and one busy.
pub(crate) fn pictures() -> &'static Pictures {
    static PICTURES: OnceLock<Pictures> = OnceLock::new();
    PICTURES.get_or_init(|| {
        let mut busy = [[30; 16]; 9];
        for (row, lights) in busy.iter_mut().enumerate() {
            for (column, light) in lights.iter_mut().enumerate() {
                *light = if (row + column) % 2 == 0 { 235 } else { 30 };
            }
        }
        let facts = |light| PictureFacts { width: 1600, height: 900, light };
        let named = [("quay", [[40; 16]; 9]), ("light", [[225; 16]; 9]), ("dark", [[25; 16]; 9]), ("busy", busy)];
        let named = named.map(|(name, light)| (format!("/uploads/{name}.jpg"), facts(light)));
        let examples = Registry::core().catalogue().example_pictures.iter();
        let examples = examples.map(|picture| (picture.reference.clone(), facts([[120; 16]; 9])));
        Pictures(named.into_iter().chain(examples).collect())
    })
}

/// The outline of one slide without FOOT, followed by its findings.
pub(crate) fn outline(language: &str, slide: &str) -> String {
    let slide: Value = serde_json::from_str(slide).expect("JSON");
    let output = lay_out(language, &[slide]);
    let outline = output.document.pages[0].outline();
    let lines = outline.lines().filter(|line| !line.contains(" footer ") && !line.contains(" page-number "));
    let findings = output.findings.iter().map(ToString::to_string);
    lines.map(str::to_owned).chain(findings).collect::<Vec<_>>().join("\n")
}

/// Compares the outline of a slide with a snapshot, in English unless a language is given.
#[macro_export]
macro_rules! assert_outline {
    ($slide:expr, @$outline:literal) => {
        insta::assert_snapshot!($crate::common::outline("en-GB", $slide), @$outline)
    };
    ($language:literal, $slide:expr, @$outline:literal) => {
        insta::assert_snapshot!($crate::common::outline($language, $slide), @$outline)
    };
}
