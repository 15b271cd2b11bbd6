//! Whoever writes: the built-in author, or a model of a vendor. The same questions, the same kinds of answers.

use std::time::Instant;

use deck::{Content, Deck, Registry, Slide};

use crate::builtin::Author;
use crate::model::Model;
use crate::{Access, Compression, Draft, Fault, Intensity, Iteration, Refusal, SlideDraft, Source, Suggestion};

/// Somebody who writes, for one call.
pub struct Writer<'a> {
    /// The types that may be used, with the rules for their use.
    pub registry: &'a Registry,
    /// Name of the theme that the slides are drawn in.
    pub theme: &'a str,
    /// Whether a slide of a type with this content fits its page.
    pub fits: &'a dyn Fn(&str, &Content) -> bool,
    /// The vendor to ask; nobody means the built-in author.
    pub access: Option<&'a Access>,
    /// When whoever asked stops waiting.
    pub deadline: Instant,
    /// Is told how far the work is, and answers whether to go on.
    pub told: &'a dyn Fn(Step<'_>) -> bool,
}

/// How far the work on a deck is.
#[derive(Debug, Clone, Copy)]
pub enum Step<'a> {
    /// What is going to be written.
    Outline {
        /// Title of the deck.
        title: &'a str,
        /// Tag of its language.
        language: &'a str,
        /// Registry key and title of each slide to come; both may still change.
        slides: &'a [(String, String)],
    },
    /// One slide is done.
    Slide {
        /// Its position among those to come, from 0.
        index: usize,
        /// How many there are to come.
        count: usize,
        /// The slide.
        slide: &'a SlideDraft,
    },
}

impl Writer<'_> {
    /// A deck made of a source.
    ///
    /// # Errors
    /// The vendor failed, or the work was stopped.
    pub fn deck(&self, source: &Source) -> Result<Draft, Fault> {
        if let Some(access) = self.access {
            return self.model(access).deck(source);
        }
        let draft = self.author().deck(source);
        self.tell_all(&draft.title, &draft.language, &draft.slides)?;
        Ok(draft)
    }

    /// Content slides made of a text, to stand before the closing slides of a deck.
    ///
    /// # Errors
    /// The vendor failed, or the work was stopped.
    pub fn more(&self, deck: &Deck, text: &str) -> Result<Vec<SlideDraft>, Fault> {
        if let Some(access) = self.access {
            return self.model(access).more(deck, text);
        }
        let slides = self.author().more(deck, text);
        self.tell_all(&deck.title, &deck.lang, &slides)?;
        Ok(slides)
    }

    /// A slide as another type.
    ///
    /// # Errors
    /// The vendor failed.
    pub fn convert(&self, lang: &str, slide: &Slide, target: &str) -> Result<SlideDraft, Fault> {
        match self.access {
            Some(access) => self.model(access).convert(lang, slide, target),
            None => Ok(self.author().convert(lang, slide, target)),
        }
    }

    /// What becomes of a deck when an instruction is followed.
    ///
    /// # Errors
    /// The vendor failed, or the instruction cannot be followed.
    pub fn iterate(&self, deck: &Deck, command: &str) -> Result<Iteration, Fault> {
        match self.access {
            Some(access) => self.model(access).iterate(deck, command),
            None => Ok(self.author().iterate(deck, command)?),
        }
    }

    /// The slide that an instruction names, from 0; none for the whole deck.
    ///
    /// # Errors
    /// It names a slide that is not there.
    pub fn target(registry: &Registry, deck: &Deck, command: &str) -> Result<Option<usize>, Refusal> {
        Author::new(registry).target(deck, command)
    }

    /// What can be merged and removed.
    ///
    /// # Errors
    /// The vendor failed.
    pub fn compress(&self, deck: &Deck, intensity: Intensity) -> Result<Compression, Fault> {
        match self.access {
            Some(access) if deck.slides.len() >= 3 => self.model(access).compress(deck, intensity),
            _ => Ok(self.author().compress(deck, intensity)),
        }
    }

    /// What could be better in a deck.
    ///
    /// # Errors
    /// The vendor failed.
    pub fn analyze(&self, deck: &Deck) -> Result<Vec<Suggestion>, Fault> {
        match self.access {
            Some(access) if !deck.slides.is_empty() => self.model(access).analyze(deck),
            _ => Ok(self.author().analyze(deck)),
        }
    }

    /// A slide as a suggestion proposes it: of that type and with that title. By rules, whoever made the suggestion.
    pub fn proposed(&self, lang: &str, slide: &Slide, key: &str, title: &str) -> Option<SlideDraft> {
        self.author().proposed(lang, slide, key, title)
    }

    pub(crate) fn author(&self) -> Author<'_> {
        Author::with_fits(self.registry, self.fits)
    }

    fn model<'b>(&'b self, access: &'b Access) -> Model<'b> {
        Model { writer: self, access }
    }

    fn tell_all(&self, title: &str, language: &str, slides: &[SlideDraft]) -> Result<(), Fault> {
        let named: Vec<(String, String)> =
            slides.iter().map(|slide| (slide.key.clone(), self.title_of(slide))).collect();
        self.tell(Step::Outline { title, language, slides: &named })?;
        let count = slides.len();
        slides.iter().enumerate().try_for_each(|(index, slide)| self.tell(Step::Slide { index, count, slide }))
    }

    /// Tells how far the work is.
    pub(crate) fn tell(&self, step: Step<'_>) -> Result<(), Fault> {
        if (self.told)(step) { Ok(()) } else { Err(Fault::Stopped) }
    }

    pub(crate) fn title_of(&self, slide: &SlideDraft) -> String {
        self.registry.by_key(&slide.key).map_or("", |known| known.title_of(&slide.content)).to_owned()
    }
}
