//! How complete each translation is.

use serde::Serialize;

use super::{TextLocation, is_blank};
use crate::{Deck, Registry};

/// How complete the translation into one language is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TranslationProgress {
    /// Tag of the language.
    pub lang: String,
    /// Number of texts in the main language.
    pub texts: usize,
    /// The texts that are not translated. A text in a less specific language (`de` for `de-AT`) counts as missing.
    pub missing: Vec<TextLocation>,
}

impl Deck {
    /// How complete each translation is, in the order of the language tags.
    pub fn progress(&self, registry: &Registry) -> Vec<TranslationProgress> {
        let locations = self.text_locations(registry);
        self.translations
            .iter()
            .map(|(lang, translation)| TranslationProgress {
                lang: lang.clone(),
                texts: locations.len(),
                missing: locations.iter().filter(|location| is_blank(translation.text(location))).cloned().collect(),
            })
            .collect()
    }
}
