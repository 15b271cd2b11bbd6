//! The texts of a deck by slide and field, for translation and proofreading.

use std::collections::BTreeMap;

use deck::{SlideId, TextLocation, translatable_texts};

use super::DeckView;

/// The texts of a slide.
#[derive(Debug)]
pub struct SlideTexts {
    /// Id of the slide.
    pub id: SlideId,
    /// Canonical type of the slide.
    pub type_name: String,
    /// Its texts.
    pub texts: Vec<DeckText>,
}

/// A text of a deck.
#[derive(Debug)]
pub struct DeckText {
    /// Its path, such as `items[2].title` or `notes`.
    pub path: String,
    /// The text in the main language.
    pub text: String,
    /// The text in another language; empty when there is none.
    pub translated: String,
}

impl DeckView {
    /// Title and description, then the texts of each slide; with their translation into a language when one is given.
    pub fn texts(&self, lang: Option<&str>) -> (Vec<DeckText>, Vec<SlideTexts>) {
        let deck = &self.stored.deck;
        let translation = lang.and_then(|lang| deck.translation(lang)).map(|(_, texts)| texts);
        let deck_text = |path: &str, text: &str, location: TextLocation| DeckText {
            path: path.to_owned(),
            text: text.to_owned(),
            translated: translation.map(|texts| texts.text(&location).to_owned()).unwrap_or_default(),
        };
        let mut deck_texts = vec![deck_text("title", &deck.title, TextLocation::Title)];
        if !deck.description.trim().is_empty() {
            deck_texts.push(deck_text("description", &deck.description, TextLocation::Description));
        }
        let slides = deck.slides.iter().map(|slide| {
            let slide_type = self.registry.by_key(&slide.key).into_iter();
            let found =
                slide_type.flat_map(|slide_type| translatable_texts(&self.registry, slide_type, &slide.content));
            let mut texts: Vec<DeckText> = found
                .map(|(path, found)| {
                    let location = TextLocation::Content { slide: slide.id.clone(), path: path.clone() };
                    deck_text(&with_brackets(&path), found, location)
                })
                .collect();
            if !slide.notes.trim().is_empty() {
                texts.push(deck_text("notes", &slide.notes, TextLocation::Notes { slide: slide.id.clone() }));
            }
            SlideTexts { id: slide.id.clone(), type_name: self.type_name(slide).into_owned(), texts }
        });
        (deck_texts, slides.collect())
    }

    /// The number of translated texts of each language other than the main one.
    pub fn translated_counts(&self) -> BTreeMap<&str, usize> {
        let count = |texts: &deck::Translation| {
            let deck = [&texts.title, &texts.description].into_iter().filter(|text| !text.is_empty()).count();
            let slides = texts.slides.values();
            deck + slides.map(|slide| slide.content.len() + usize::from(!slide.notes.is_empty())).sum::<usize>()
        };
        self.translations().iter().map(|(lang, texts)| (lang.as_str(), count(texts))).collect()
    }
}

/// A path such as `items.2.title` in the form in which problems name fields: `items[2].title`.
fn with_brackets(path: &str) -> String {
    let is_index = |step: &str| step.bytes().all(|byte| byte.is_ascii_digit());
    let steps = path.split('.').enumerate().map(|(at, step)| match at {
        _ if is_index(step) => format!("[{step}]"),
        0 => step.to_owned(),
        _ => format!(".{step}"),
    });
    steps.collect()
}
