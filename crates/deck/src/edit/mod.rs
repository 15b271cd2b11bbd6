//! Edits of a deck as values, so that undo, tools and the editor share them.
//!
//! Applying an edit answers the edit that undoes it. An edit that fails changes nothing, nor does a batch with one that
//! fails. Edits keep the structure sound, which is unique slide ids and translations that lead somewhere; whether
//! content keeps to its declaration is for the rules.

mod slides;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::language::resolves;
use crate::{
    Content, Deck, Overlay, Registry, Settings, Slide, TextPlace, Translation, Visibility, WrongSetting, is_tag,
    same_tag,
};

/// One change to a deck. Slides are named by id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "camelCase")]
pub enum Edit {
    /// Sets the title.
    Retitle {
        /// The new title.
        title: String,
    },
    /// Sets the description.
    Describe {
        /// The new description, maybe empty.
        description: String,
    },
    /// Sets the theme.
    SetTheme {
        /// Id of the theme, known or not.
        theme: String,
    },
    /// Lays settings over the present ones, per key; `null` resets one.
    MergeSettings {
        /// What changes.
        settings: Content,
    },
    /// Sets all settings.
    ReplaceSettings {
        /// The new settings.
        settings: Settings,
    },
    /// Inserts slides before the one at a position, or at the end. Their ids are new to the deck. Languages that only
    /// they have are added.
    InsertSlides {
        /// Position of the first of them.
        at: usize,
        /// The slides in order.
        slides: Vec<TranslatedSlide>,
    },
    /// Removes a slide with its translations.
    RemoveSlide {
        /// Id of the slide.
        slide: String,
    },
    /// Takes a slide out and inserts it at a position of what is left.
    MoveSlide {
        /// Id of the slide.
        slide: String,
        /// Its position afterwards.
        to: usize,
    },
    /// Sets keys of a slide's content whole; `null` removes one. Translations follow the entries of lists.
    UpdateSlide {
        /// Id of the slide.
        slide: String,
        /// What changes.
        content: Content,
    },
    /// Replaces a slide whole.
    ReplaceSlide {
        /// The slide, under the id of the one it replaces.
        slide: Slide,
        /// All its texts in other languages; left out, the present ones follow the entries of lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        translations: Option<BTreeMap<String, Overlay>>,
    },
    /// Sets the speaker notes of a slide.
    SetNotes {
        /// Id of the slide.
        slide: String,
        /// The new notes, maybe empty.
        notes: String,
    },
    /// Sets where a slide is hidden.
    SetVisibility {
        /// Id of the slide.
        slide: String,
        /// The flags.
        visibility: Visibility,
    },
    /// Sets how long a slide stays.
    SetDuration {
        /// Id of the slide.
        slide: String,
        /// Seconds, or nothing for the deck's own pace.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration: Option<u16>,
    },
    /// Replaces the list of slides. Translations follow by slide id, and within a slide its entries.
    ReplaceSlides {
        /// The slides in order.
        slides: Vec<Slide>,
    },
    /// Replaces all translations.
    ReplaceTranslations {
        /// The translations by language.
        translations: BTreeMap<String, Translation>,
    },
    /// Sets one text in another language that the deck has.
    Translate {
        /// Tag of the language.
        lang: String,
        /// Where the text stands.
        #[serde(flatten)]
        place: TextPlace,
        /// The text; a blank one removes it.
        text: String,
    },
    /// Adds a language, maybe with texts.
    AddLanguage {
        /// Its tag.
        lang: String,
        /// Its texts.
        #[serde(default, skip_serializing_if = "Translation::is_empty")]
        translation: Translation,
    },
    /// Removes a language with its texts.
    RemoveLanguage {
        /// Its tag.
        lang: String,
    },
    /// Makes a language the main one, see [`Deck::change_main_language`].
    ChangeMainLanguage {
        /// Its tag.
        lang: String,
    },
    /// Several edits in order, all or none.
    Batch {
        /// The edits.
        edits: Vec<Edit>,
    },
}

/// A slide with its texts in other languages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TranslatedSlide {
    /// The slide.
    #[serde(flatten)]
    pub slide: Slide,
    /// Its texts by language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<String, Overlay>,
}

impl From<Slide> for TranslatedSlide {
    fn from(slide: Slide) -> Self {
        Self { slide, translations: BTreeMap::new() }
    }
}

/// Why an edit did not happen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The deck has no such slide.
    #[error("slide `{0}` does not exist")]
    NoSlide(String),
    /// A slide id is blank or would stand twice.
    #[error("slide id `{0}` is blank or taken")]
    TakenId(String),
    /// A position outside the deck.
    #[error("position {at} lies beyond {last}")]
    NoPosition {
        /// The position asked for.
        at: usize,
        /// The last one there is.
        last: usize,
    },
    /// No language tag.
    #[error("`{0}` is not a language tag")]
    NotATag(String),
    /// The deck has no such translation.
    #[error("the deck has no translation into `{0}`")]
    NoLanguage(String),
    /// The deck has the language already.
    #[error("the deck has the language `{0}` already")]
    TakenLanguage(String),
    /// No translatable text stands there.
    #[error("`{path}` of slide `{slide}` is not a text that is translated")]
    NoText {
        /// Id of the slide.
        slide: String,
        /// The path.
        path: String,
    },
    /// A setting of the wrong kind.
    #[error(transparent)]
    Setting(#[from] WrongSetting),
}

impl Edit {
    /// Changes the deck and answers the edit that changes it back. The way back is exact for a tidy deck; what
    /// [`Deck::tidy`] drops does not come back.
    ///
    /// # Errors
    /// The edit names what is not there, or would break the structure; then nothing has changed.
    pub fn apply(&self, deck: &mut Deck, registry: &Registry) -> Result<Edit, EditError> {
        match self {
            Self::Retitle { title } => Ok(Self::Retitle { title: std::mem::replace(&mut deck.title, title.clone()) }),
            Self::Describe { description } => {
                Ok(Self::Describe { description: std::mem::replace(&mut deck.description, description.clone()) })
            }
            Self::SetTheme { theme } => Ok(Self::SetTheme { theme: std::mem::replace(&mut deck.theme, theme.clone()) }),
            Self::MergeSettings { settings } => {
                let old = deck.settings.clone();
                deck.settings.merge(settings)?;
                Ok(Self::ReplaceSettings { settings: old })
            }
            Self::ReplaceSettings { settings } => {
                let settings = Settings::read(settings.set())?;
                Ok(Self::ReplaceSettings { settings: std::mem::replace(&mut deck.settings, settings) })
            }
            Self::InsertSlides { at, slides } => slides::insert(deck, registry, *at, slides),
            Self::RemoveSlide { slide } => slides::remove(deck, slide),
            Self::MoveSlide { slide, to } => slides::shift(deck, slide, *to),
            Self::UpdateSlide { slide, content } => slides::change(deck, registry, slide, |slide| {
                for (key, value) in content {
                    if value.is_null() {
                        slide.content.shift_remove(key);
                    } else {
                        slide.content.insert(key.clone(), value.clone());
                    }
                }
            }),
            Self::ReplaceSlide { slide, translations } => slides::replace(deck, registry, slide, translations.as_ref()),
            Self::SetNotes { slide, notes } => {
                slides::change(deck, registry, slide, |slide| slide.notes.clone_from(notes))
            }
            Self::SetVisibility { slide, visibility } => {
                slides::change(deck, registry, slide, |slide| slide.visibility = *visibility)
            }
            Self::SetDuration { slide, duration } => {
                slides::change(deck, registry, slide, |slide| slide.duration = *duration)
            }
            Self::ReplaceSlides { slides } => slides::replace_all(deck, registry, slides),
            Self::ReplaceTranslations { translations } => {
                check_tags(translations.keys())?;
                let old = std::mem::replace(&mut deck.translations, translations.clone());
                deck.tidy(registry);
                Ok(Self::ReplaceTranslations { translations: old })
            }
            Self::Translate { lang, place, text } => translate(deck, registry, lang, place, text),
            Self::AddLanguage { lang, translation } => {
                check_tags([lang])?;
                if deck.languages().iter().any(|tag| same_tag(tag, lang)) {
                    return Err(EditError::TakenLanguage(lang.clone()));
                }
                deck.translations.insert(lang.clone(), translation.clone());
                deck.tidy(registry);
                Ok(Self::RemoveLanguage { lang: lang.clone() })
            }
            Self::RemoveLanguage { lang } => {
                let lang = spelled(deck, lang)?;
                let translation = deck.translations.remove(&lang).unwrap_or_default();
                Ok(Self::AddLanguage { lang, translation })
            }
            Self::ChangeMainLanguage { lang } => change_main_language(deck, registry, lang),
            Self::Batch { edits } => {
                let before = deck.clone();
                let mut inverses = Vec::with_capacity(edits.len());
                for edit in edits {
                    match edit.apply(deck, registry) {
                        Ok(inverse) => inverses.push(inverse),
                        Err(fault) => {
                            *deck = before;
                            return Err(fault);
                        }
                    }
                }
                inverses.reverse();
                Ok(Self::Batch { edits: inverses })
            }
        }
    }
}

fn translate(
    deck: &mut Deck,
    registry: &Registry,
    lang: &str,
    place: &TextPlace,
    text: &str,
) -> Result<Edit, EditError> {
    let lang = spelled(deck, lang)?;
    if let TextPlace::Notes { slide } | TextPlace::Content { slide, .. } = place {
        let at = slides::position(deck, slide)?;
        if let TextPlace::Content { path, .. } = place
            && !resolves(registry, &deck.slides[at], path)
        {
            let (slide, path) = (slide.clone(), path.clone());
            return Err(EditError::NoText { slide, path });
        }
    }
    let translation = deck.translations.entry(lang.clone()).or_default();
    let old = translation.text(place).to_owned();
    translation.set_text(place, text.to_owned());
    Ok(Edit::Translate { lang, place: place.clone(), text: old })
}

fn change_main_language(deck: &mut Deck, registry: &Registry, lang: &str) -> Result<Edit, EditError> {
    check_tags([lang])?;
    let before = deck.clone();
    let changed_places = deck.translation(lang).is_some();
    deck.change_main_language(registry, lang);
    let name = Edit::ChangeMainLanguage { lang: before.lang };
    if !changed_places {
        return Ok(name);
    }
    // A text that one of the two languages lacks is in both afterwards, so changing places again is not the way back.
    let none = Edit::ReplaceTranslations { translations: BTreeMap::new() };
    Ok(Edit::Batch {
        edits: vec![
            none,
            name,
            Edit::Retitle { title: before.title },
            Edit::Describe { description: before.description },
            Edit::ReplaceSlides { slides: before.slides },
            Edit::ReplaceTranslations { translations: before.translations },
        ],
    })
}

/// The tag of a translation as the deck spells it.
fn spelled(deck: &Deck, lang: &str) -> Result<String, EditError> {
    match deck.translation(lang) {
        Some((tag, _)) => Ok(tag.to_owned()),
        None => Err(EditError::NoLanguage(lang.to_owned())),
    }
}

fn check_tags(tags: impl IntoIterator<Item = impl AsRef<str>>) -> Result<(), EditError> {
    match tags.into_iter().find(|tag| !is_tag(tag.as_ref())) {
        Some(tag) => Err(EditError::NotATag(tag.as_ref().to_owned())),
        None => Ok(()),
    }
}
