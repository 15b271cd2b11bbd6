//! The one interface to both authors: the built-in author and a vendor's language model.

use std::time::Instant;

use deck::{Content, Deck, Registry, Slide};

use crate::builtin::BuiltinAuthor;
use crate::model::ModelAuthor;
use crate::{
    Compression, DeckDraft, DeckOutline, DeckSource, Error, Intensity, Iteration, OutlineSlide, PageFit, Refusal,
    SlideDraft, SourceIndex, Suggestion, TokenCounter, VendorAccess,
};

/// Writes and edits slides, for one call, with the built-in author or a vendor's model.
pub struct Writer<'a> {
    /// The slide types that may be used, with the organization's rules for them.
    pub registry: &'a Registry,
    /// Name of the theme that the slides are drawn in.
    pub theme: &'a str,
    /// Returns how well a slide with this type and content fits its page.
    pub fit: &'a dyn Fn(&str, &Content) -> PageFit,
    /// Access to the vendor; `None` selects the built-in author.
    pub access: Option<&'a VendorAccess>,
    /// Counts the tokens that the vendor bills.
    pub tokens: &'a TokenCounter,
    /// The time at which the caller stops waiting.
    pub deadline: Instant,
    /// Called with each progress step. Returns whether to continue.
    pub on_progress: &'a dyn Fn(Progress<'_>) -> bool,
}

/// A progress step of writing a deck.
#[derive(Debug, Clone, Copy)]
pub enum Progress<'a> {
    /// The outline of the deck is ready.
    Outline {
        /// Title of the deck.
        title: &'a str,
        /// Language tag.
        language: &'a str,
        /// Registry key and title of each planned slide; both may still change.
        slides: &'a [(String, String)],
    },
    /// One slide is written.
    Slide {
        /// Index among the planned slides, from 0.
        index: usize,
        /// Number of planned slides.
        count: usize,
        /// The slide.
        slide: &'a SlideDraft,
    },
}

impl Writer<'_> {
    /// A deck made from a source.
    ///
    /// # Errors
    /// Fails when the vendor fails or the caller cancels the work.
    pub fn deck(&self, source: &DeckSource) -> Result<DeckDraft, Error> {
        if let Some(access) = self.access {
            return self.model_author(access).deck(source);
        }
        let draft = self.author().deck(source);
        self.report_draft(&draft.title, &draft.language, &draft.slides)?;
        Ok(draft)
    }

    /// The outline of the deck that [`Writer::deck`] would make.
    ///
    /// # Errors
    /// Fails when the vendor fails.
    pub fn outline(&self, source: &DeckSource) -> Result<DeckOutline, Error> {
        if let Some(access) = self.access {
            return self.model_author(access).outline(source);
        }
        let index = SourceIndex::new(source);
        Ok(DeckOutline::of(self, &self.author().deck(source), &index))
    }

    /// A deck that a model writes from an outline. The built-in author arranges a deck instead: see
    /// [`Writer::arranged_deck`].
    ///
    /// # Errors
    /// Fails when the outline has no usable slide or names a type that authors cannot use, the vendor fails, or the
    /// caller cancels the work.
    pub fn planned_deck(
        &self,
        access: &VendorAccess,
        source: &DeckSource,
        outline: &[OutlineSlide],
    ) -> Result<DeckDraft, Error> {
        self.model_author(access).planned_deck(source, outline)
    }

    /// Content slides made from a text, to be inserted before the closing slides of a deck.
    ///
    /// # Errors
    /// Fails when the vendor fails or the caller cancels the work.
    pub fn more_slides(&self, deck: &Deck, text: &str) -> Result<Vec<SlideDraft>, Error> {
        if let Some(access) = self.access {
            return self.model_author(access).more_slides(deck, text);
        }
        let slides = self.author().more_slides(deck, text);
        self.report_draft(&deck.title, &deck.lang, &slides)?;
        Ok(slides)
    }

    /// A slide converted to the type with the registry key `target`.
    ///
    /// # Errors
    /// Fails when the vendor fails, or when a vendor is used and no type has the key.
    pub fn convert(&self, lang: &str, slide: &Slide, target: &str) -> Result<SlideDraft, Error> {
        match self.access {
            Some(access) => self.model_author(access).convert(lang, slide, target),
            None => Ok(self.author().convert(lang, slide, target)),
        }
    }

    /// The changes that follow an instruction.
    ///
    /// # Errors
    /// Fails when the vendor fails or the instruction cannot be followed.
    pub fn iterate(&self, deck: &Deck, command: &str) -> Result<Iteration, Error> {
        match self.access {
            Some(access) => self.model_author(access).iterate(deck, command),
            None => Ok(self.author().iterate(deck, command)?),
        }
    }

    /// Index of the slide that an instruction names, from 0; `None` for the whole deck.
    ///
    /// # Errors
    /// Fails when the instruction names a slide that does not exist.
    pub fn target_slide(registry: &Registry, deck: &Deck, command: &str) -> Result<Option<usize>, Refusal> {
        BuiltinAuthor::new(registry).target(deck, command)
    }

    /// The slides that can be merged or removed.
    ///
    /// # Errors
    /// Fails when the vendor fails.
    pub fn compress(&self, deck: &Deck, intensity: Intensity) -> Result<Compression, Error> {
        match self.access {
            Some(access) if deck.slides.len() >= 3 => self.model_author(access).compress(deck, intensity),
            _ => Ok(self.author().compress(deck, intensity)),
        }
    }

    /// Suggestions for improving a deck.
    ///
    /// # Errors
    /// Fails when the vendor fails.
    pub fn analyze(&self, deck: &Deck) -> Result<Vec<Suggestion>, Error> {
        match self.access {
            Some(access) if !deck.slides.is_empty() => self.model_author(access).analyze(deck),
            _ => Ok(self.author().analyze(deck)),
        }
    }

    /// A slide converted to the type and title that a suggestion proposes; `None` when that changes nothing. Always
    /// made by the built-in author.
    pub fn proposed_slide(&self, lang: &str, slide: &Slide, key: &str, title: &str) -> Option<SlideDraft> {
        self.author().proposed_slide(lang, slide, key, title)
    }

    pub(crate) fn author(&self) -> BuiltinAuthor<'_> {
        BuiltinAuthor::with_fit(self.registry, self.fit)
    }

    fn model_author<'b>(&'b self, access: &'b VendorAccess) -> ModelAuthor<'b> {
        ModelAuthor { writer: self, access }
    }

    /// Reports a finished draft: its outline, then each slide.
    pub(crate) fn report_draft(&self, title: &str, language: &str, slides: &[SlideDraft]) -> Result<(), Error> {
        let planned: Vec<(String, String)> =
            slides.iter().map(|slide| (slide.key.clone(), self.title_of(slide))).collect();
        self.report(Progress::Outline { title, language, slides: &planned })?;
        let count = slides.len();
        slides.iter().enumerate().try_for_each(|(index, slide)| self.report(Progress::Slide { index, count, slide }))
    }

    /// Reports progress. Fails when the caller cancels the work.
    pub(crate) fn report(&self, step: Progress<'_>) -> Result<(), Error> {
        if (self.on_progress)(step) { Ok(()) } else { Err(Error::Cancelled) }
    }

    pub(crate) fn title_of(&self, slide: &SlideDraft) -> String {
        self.registry.by_key(&slide.key).map_or("", |slide_type| slide_type.title_of(&slide.content)).to_owned()
    }
}
