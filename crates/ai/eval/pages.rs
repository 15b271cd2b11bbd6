//! Lays out slides and decks in the default theme and returns the findings.

use std::cell::RefCell;

use ai::{DeckDraft, PageFit};
use deck::{Content, Deck, Registry, Slide, Themes};
use layout::{Finding, FindingKind, FontBook, LayoutInput, Look, Pictures, Typesetter};

/// A deck of some slides.
fn deck_of<'a>(lang: &str, slides: impl Iterator<Item = (&'a str, &'a Content)>) -> Deck {
    let mut deck = Deck::new("Evaluation", lang);
    deck.slides =
        slides.enumerate().map(|(at, (key, content))| Slide::new((at + 1).to_string(), key, content.clone())).collect();
    deck
}

thread_local! {
    static SETTER: RefCell<Typesetter> = RefCell::new(Typesetter::new(&FontBook::bundled()));
    static LOOK: Look = Look::from(Themes::core().get(deck::DEFAULT_THEME));
}

/// How well a slide fits its page in the default theme.
pub(crate) fn fit(lang: &str, pictures: &Pictures, key: &str, content: &Content) -> PageFit {
    let deck = deck_of(lang, std::iter::once((key, content)));
    let found = page_findings(&deck, pictures);
    PageFit::of(found.iter().map(|finding| finding.kind.code()))
}

/// The findings about the pages of a deck in the default theme, each a line with the slide and the reason.
pub(crate) fn findings(lang: &str, draft: &DeckDraft, pictures: &Pictures) -> Vec<String> {
    let deck = deck_of(lang, draft.slides.iter().map(|slide| (slide.key.as_str(), &slide.content)));
    let key = |finding: &Finding| deck.slides.iter().find(|own| own.id == finding.slide).map_or("", |own| &own.key);
    let line = |finding: &Finding| format!("slide {}, {}: {finding}", finding.slide, key(finding));
    // The bundled fonts lack the letters of some scripts, which is no fault of the author. A missing sign is one.
    let is_design = |finding: &&Finding| match &finding.kind {
        FindingKind::MissingGlyphs(missing) => missing.chars().any(|c| !c.is_alphabetic()),
        _ => true,
    };
    page_findings(&deck, pictures).iter().filter(is_design).map(line).collect()
}

/// The findings about the pages of a deck in the default theme: those of the layout, then those of the design review.
fn page_findings(deck: &Deck, pictures: &Pictures) -> Vec<Finding> {
    LOOK.with(|look| {
        let input = LayoutInput::new(deck, Registry::core(), look, pictures);
        SETTER.with_borrow_mut(|setter| {
            let output = layout::document(input, setter);
            let reviewed = layout::review(input, &output.document, setter);
            output.findings.into_iter().chain(reviewed).collect()
        })
    })
}
