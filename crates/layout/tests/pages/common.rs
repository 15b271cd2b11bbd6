//! Lays out slides with the bundled fonts, for tests.

use std::sync::OnceLock;

use deck::{Deck, Registry, Slide, Visibility};
use layout::{FontBook, Laid, Look, Order, PictureFacts, Pictures, Typesetter, document};
use serde_json::Value;

pub(crate) fn book() -> &'static FontBook {
    static BOOK: OnceLock<FontBook> = OnceLock::new();
    BOOK.get_or_init(FontBook::bundled)
}

pub(crate) fn slide(number: usize, written: &Value) -> Slide {
    Slide {
        id: format!("s{number}"),
        key: written["type"].as_str().expect("a type").to_owned(),
        content: written["content"].as_object().cloned().expect("content"),
        notes: String::new(),
        visibility: Visibility::default(),
        duration: None,
    }
}

/// A deck in a language with the slides given as JSON; there is one picture, of 1600 by 900.
pub(crate) fn laid(language: &str, slides: &[Value]) -> Laid {
    let mut deck = Deck::new("Harbour", language);
    deck.slides = slides.iter().enumerate().map(|(index, written)| slide(index + 1, written)).collect();
    let mut pictures = Pictures::default();
    let facts = PictureFacts { width: 1600, height: 900, light: [[40; 8]; 8] };
    pictures.0.insert("/uploads/quay.jpg".to_owned(), facts);
    let order = Order { deck: &deck, registry: Registry::core(), look: &Look::tideline(), pictures: &pictures };
    document(order, &mut Typesetter::new(book()))
}

/// The outline of one slide, without its foot, and what was found.
pub(crate) fn outline(language: &str, slide: &str) -> String {
    let slide: Value = serde_json::from_str(slide).expect("JSON");
    let laid = laid(language, &[slide]);
    let outline = laid.document.pages[0].outline();
    let lines = outline.lines().filter(|line| !line.contains(" footer ") && !line.contains(" page-number "));
    let findings = laid.findings.iter().map(ToString::to_string);
    lines.map(str::to_owned).chain(findings).collect::<Vec<_>>().join("\n")
}

/// Holds the outline of a slide against a snapshot, in English unless a language is given.
#[macro_export]
macro_rules! assert_outline {
    ($slide:expr, @$outline:literal) => {
        insta::assert_snapshot!($crate::common::outline("en-GB", $slide), @$outline)
    };
    ($language:literal, $slide:expr, @$outline:literal) => {
        insta::assert_snapshot!($crate::common::outline($language, $slide), @$outline)
    };
}
