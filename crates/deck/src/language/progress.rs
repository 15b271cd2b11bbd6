//! How far each translation has come.

use serde::Serialize;

use super::{TextPlace, is_blank};
use crate::{Deck, Registry};

/// What a language still lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Tag of the language.
    pub lang: String,
    /// How many texts the main language has.
    pub texts: usize,
    /// Which of them this language does not have itself; what a less specific tag has still counts as missing.
    pub missing: Vec<TextPlace>,
}

impl Deck {
    /// What each of the other languages still lacks, in the order of their tags.
    pub fn progress(&self, registry: &Registry) -> Vec<Progress> {
        let places = self.text_places(registry);
        self.translations
            .iter()
            .map(|(lang, translation)| Progress {
                lang: lang.clone(),
                texts: places.len(),
                missing: places.iter().filter(|place| is_blank(translation.text(place))).cloned().collect(),
            })
            .collect()
    }
}
