//! Writes decks and slides from text.

use std::collections::HashSet;
use std::sync::Arc;

use ai::{DeckDraft, DeckOutline, DeckSource, OutlineSlide, SourceIndex, SuggestedTheme, UnknownFigure, Writer};
use deck::{Deck, Registry, Slide, SlideId, is_tag};
use store::{Access, StoredDeck, User, VersionReason};

use super::documents::{DocumentPictures, ReadDocument};
use super::{AuthorUsage, ChosenVendor, ProgressListener, draft_slide, source_text};
use crate::Author;
use crate::caller::Caller;
use crate::decks::{Change, DeckView, language_notice};
use crate::error::{Error, Result};
use crate::permits::run_blocking;
use crate::rights::Writable;
use crate::secret::new_id;

/// The number of slides that can be requested.
const SLIDES: std::ops::RangeInclusive<usize> = 3..=40;
/// The maximum number of slides of an outline, and of characters of one of its texts.
const MAX_OUTLINE: usize = 100;
const MAX_OUTLINE_TEXT: usize = 4_000;

/// A request for a deck from text.
#[derive(Debug, Clone, Copy, Default)]
pub struct NewText<'a> {
    /// The text; empty with a document.
    pub content: &'a str,
    /// The document to use instead of the text.
    pub document: Option<&'a ReadDocument>,
    /// The slides as the caller arranged them; as the author plans them when not given.
    pub outline: Option<&'a [OutlineSlide]>,
    /// The maximum number of slides; as the text needs when not given.
    pub slides: Option<usize>,
    /// Title of the deck; taken from the text when not given.
    pub title: Option<&'a str>,
    /// Who speaks, for the title slide.
    pub speaker: Option<&'a str>,
    /// Theme of the deck.
    pub theme: Option<&'a str>,
    /// Its language; detected when not given.
    pub lang: Option<&'a str>,
    /// E-mail of its owner; the caller owns it when not given.
    pub owner: Option<&'a str>,
    /// The vendor; the default one when not given.
    pub vendor: Option<&'a str>,
}

/// A validated request for a deck.
#[derive(Debug)]
pub struct DeckRequest {
    pub(super) source: DeckSource,
    /// Whether the source is a document. Then the notes of each slide say where its texts come from.
    is_document: bool,
    outline: Option<Vec<OutlineSlide>>,
    pictures: DocumentPictures,
    theme: String,
    /// Notices for the caller about the requested theme and language, in sentences.
    notices: Vec<String>,
    owner: Option<Arc<User>>,
    pub(super) chosen: ChosenVendor,
}

/// A validated request for slides from text.
#[derive(Debug)]
pub struct SlidesRequest {
    pub(super) text: String,
    pub(super) chosen: ChosenVendor,
}

/// The result of writing slides for a deck.
#[derive(Debug)]
pub struct Appended {
    /// The deck as it is now.
    pub view: DeckView,
    /// Position of the first new slide, from 0; `None` when there is none.
    pub at: Option<usize>,
    /// Number of new slides.
    pub count: usize,
}

/// A deck that was written.
#[derive(Debug)]
pub struct AuthoredDeck {
    /// The deck.
    pub view: DeckView,
    /// Figures on the slides that do not occur in the source, in words.
    pub warnings: Vec<String>,
    /// What the vendor billed; `None` for the built-in author.
    pub usage: Option<AuthorUsage>,
}

/// The outline of a deck that can be written.
#[derive(Debug)]
pub struct Outlined {
    /// The outline, with canonical types.
    pub outline: DeckOutline,
    /// A theme that suits the source.
    pub theme: SuggestedTheme,
    /// What the vendor billed; `None` for the built-in author.
    pub usage: Option<AuthorUsage>,
}

impl DeckRequest {
    /// Notices for the caller about the requested theme and language, in sentences.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }
}

impl Author {
    /// Validates a request for a deck.
    ///
    /// # Errors
    /// Fails when the text is blank or too long, another field is wrong, or the vendor cannot be called.
    pub async fn check_deck_request(&self, caller: &Caller, new: NewText<'_>) -> Result<DeckRequest> {
        let source = match new.document {
            Some(_) if !new.content.trim().is_empty() => {
                return Err(Error::invalid("`content`: leave it out with a document"));
            }
            Some(document) => document.source.clone(),
            None => DeckSource::new(source_text(new.content, "content")?),
        };
        if new.slides.is_some_and(|slides| !SLIDES.contains(&slides)) {
            return Err(Error::invalid("`slides` is 3 to 40"));
        }
        let outline = new.outline.map(checked_outline).transpose()?;
        let given = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let (title, speaker) = (given(new.title), given(new.speaker));
        if title.as_ref().is_some_and(|title| title.chars().count() > deck::MAX_TITLE) {
            return Err(Error::invalid(format!("`title` has {} characters at most", deck::MAX_TITLE)));
        }
        if speaker.as_ref().is_some_and(|speaker| speaker.chars().count() > 200) {
            return Err(Error::invalid("`speaker` has 200 characters at most"));
        }
        let language = given(new.lang);
        if language.as_deref().is_some_and(|tag| !is_tag(tag)) {
            return Err(Error::invalid("`language` is a language tag such as `en-GB`"));
        }
        let theme = given(new.theme).unwrap_or_else(|| deck::DEFAULT_THEME.to_owned());
        let (theme, mut notices) = self.decks.theme_or_notice(caller, &theme).await?;
        notices.extend(language.as_deref().and_then(language_notice));
        if theme.chars().count() > 200 {
            return Err(Error::invalid("`theme` is the id of a theme"));
        }
        let chosen = self.chosen_vendor(new.vendor)?;
        let owner = match new.owner {
            Some(email) => Some(self.decks.owner_by_email(caller, email).await?),
            None => None,
        };
        Ok(DeckRequest {
            source: DeckSource {
                title: title.or_else(|| source.title.clone()),
                language: language.or_else(|| source.language.clone()),
                speaker: speaker.or_else(|| source.speaker.clone()),
                slides: new.slides,
                ..source
            },
            is_document: new.document.is_some(),
            outline,
            pictures: new.document.map(ReadDocument::uploads).unwrap_or_default(),
            theme,
            notices,
            owner,
            chosen,
        })
    }

    /// Writes a deck and stores it for its owner.
    ///
    /// # Errors
    /// Fails when the vendor failed; then nothing is stored.
    pub async fn write_deck(self: &Arc<Self>, caller: &Caller, request: DeckRequest) -> Result<AuthoredDeck> {
        let draft = self.draft_deck(caller, &request, None).await?;
        self.store_draft(caller, request, draft).await
    }

    /// Outlines a deck, with a theme that suits it. Stores nothing.
    ///
    /// # Errors
    /// Fails when the vendor failed.
    pub async fn outline_deck(self: &Arc<Self>, caller: &Caller, request: &DeckRequest) -> Result<Outlined> {
        let (blank, source) = blank_and_source(request, deck::DEFAULT_THEME);
        let theme = ai::suggested_theme(&source);
        let organization = &caller.organization.id;
        let work = move |writer: &Writer<'_>, _: &Deck| writer.outline(&source);
        let mut outline = self.write(&request.chosen, organization, blank, None, work).await?;
        let registry = self.catalogue.registry(organization).await?;
        for slide in &mut outline.slides {
            slide.key = slide.key.take().map(|key| registry.canonical(&key).into_owned());
        }
        Ok(Outlined { outline, theme, usage: request.chosen.usage() })
    }

    pub(super) async fn draft_deck(
        self: &Arc<Self>,
        caller: &Caller,
        request: &DeckRequest,
        listener: Option<ProgressListener>,
    ) -> Result<DeckDraft> {
        let draft = self.write_draft(caller, request, listener).await;
        if draft.is_err() {
            self.discard_draft(request).await;
        }
        draft
    }

    async fn write_draft(
        self: &Arc<Self>,
        caller: &Caller,
        request: &DeckRequest,
        listener: Option<ProgressListener>,
    ) -> Result<DeckDraft> {
        let (chosen, organization) = (&request.chosen, &caller.organization.id);
        let (blank, source) = blank_and_source(request, &request.theme);
        let Some(outline) = request.outline.clone() else {
            return self.write(chosen, organization, blank, listener, move |writer, _| writer.deck(&source)).await;
        };
        if let Some(access) = chosen.access.clone() {
            let work = move |writer: &Writer<'_>, _: &Deck| writer.planned_deck(&access, &source, &outline);
            return self.write(chosen, organization, blank, listener, work).await;
        }
        // The slides of an outline are those in the default theme, whatever the theme of the deck.
        let (plain, _) = blank_and_source(request, deck::DEFAULT_THEME);
        let draft = self.write(chosen, organization, plain, None, move |writer, _| writer.deck(&source)).await?;
        let work = move |writer: &Writer<'_>, _: &Deck| writer.arranged_deck(&draft, &outline);
        self.write(chosen, organization, blank, listener, work).await
    }

    /// Removes the pictures of a draft that is not stored.
    pub(super) async fn discard_draft(&self, request: &DeckRequest) {
        self.settle_pictures(&request.pictures, &HashSet::new()).await;
    }

    pub(super) async fn store_draft(
        &self,
        caller: &Caller,
        request: DeckRequest,
        draft: DeckDraft,
    ) -> Result<AuthoredDeck> {
        let unknown = unknown_figures(&request, &draft);
        let warnings = unknown
            .iter()
            .map(|found| format!("slide {}: the figure `{}` is not in the source", found.slide + 1, found.figure))
            .collect();
        let usage = request.chosen.usage();
        let draft = if request.is_document {
            let source = request.source.clone();
            let registry = self.catalogue.registry(&caller.organization.id).await?;
            run_blocking(move || Ok::<_, Error>(with_sources(&registry, &source, draft, &unknown))).await?
        } else {
            draft
        };
        let mut deck = Deck::new(deck::shortened(&draft.title, deck::MAX_TITLE), draft.language);
        deck.theme = request.theme;
        deck.slides = draft.slides.into_iter().map(new_slide).collect();
        let pictures = request.pictures;
        let used: Vec<String> = deck::refs::references(&deck).into_iter().map(str::to_owned).collect();
        let stored = async {
            self.decks.check_slide_count(deck.slides.len())?;
            // The caller may have been signed out while the draft was written.
            let caller = &self.accounts.current_caller(caller).await?;
            self.decks.store_new(caller, request.owner, deck, Access::Private).await
        };
        let stored = stored.await;
        let used = if stored.is_ok() { used.iter().map(String::as_str).collect() } else { HashSet::new() };
        self.settle_pictures(&pictures, &used).await;
        Ok(AuthoredDeck { view: stored?, warnings, usage })
    }

    /// Validates a request for slides.
    ///
    /// # Errors
    /// Fails when the text is blank or too long, or the vendor cannot be called.
    pub fn check_slides_request(&self, text: &str, vendor: Option<&str>) -> Result<SlidesRequest> {
        Ok(SlidesRequest { text: source_text(text, "content")?, chosen: self.chosen_vendor(vendor)? })
    }

    /// Writes slides and inserts them before the closing slides of a deck.
    ///
    /// # Errors
    /// Fails when the vendor failed, or the deck changed meanwhile; then nothing is stored.
    pub async fn write_slides(self: &Arc<Self>, deck: &Writable, request: SlidesRequest) -> Result<Appended> {
        let slides = self.draft_slides(deck, &request, None).await?;
        self.store_slides(deck, slides).await
    }

    pub(super) async fn draft_slides(
        self: &Arc<Self>,
        deck: &Writable,
        request: &SlidesRequest,
        listener: Option<ProgressListener>,
    ) -> Result<Vec<ai::SlideDraft>> {
        let stored = deck.deck();
        let (organization, text) = (&stored.head.organization, request.text.clone());
        let work = move |writer: &Writer<'_>, deck: &Deck| writer.more_slides(deck, &text);
        self.write(&request.chosen, organization, stored.deck.clone(), listener, work).await
    }

    pub(super) async fn store_slides(&self, deck: &Writable, slides: Vec<ai::SlideDraft>) -> Result<Appended> {
        // The caller may have been signed out while the slides were written.
        let caller = &self.accounts.current_caller(deck.caller()).await?;
        let stored = Arc::clone(deck.deck());
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let slides: Vec<Slide> = slides.into_iter().map(new_slide).collect();
        let (count, at) = (slides.len(), before_closing(&registry, &stored.deck));
        if slides.is_empty() {
            return Ok(Appended { view: self.decks.view(caller, stored, None).await?, at: None, count: 0 });
        }
        let planned_for = stored.head.revision;
        let insert = |stored: &StoredDeck| {
            same_revision(stored, planned_for)?;
            let mut deck = stored.deck.clone();
            deck.insert_slides(&registry, at, slides.iter().cloned().map(Into::into).collect())?;
            Ok(Change { because: Some(VersionReason::Assistant), ..Change::new(deck, None, ()) })
        };
        let (stored, ()) = self.decks.change(caller, deck.id(), insert).await?;
        Ok(Appended { view: self.decks.view(caller, stored, None).await?, at: Some(at), count })
    }
}

/// A deck without text in a theme, and the source with its language. The slides of the deck only show the pictures of
/// the source, so that the pictures are measured before the new slides are drawn.
fn blank_and_source(request: &DeckRequest, theme: &str) -> (Deck, DeckSource) {
    let lang = request.source.language.clone().unwrap_or_else(|| ai::detected_language(&request.source.text));
    let mut blank = Deck::new(request.source.title.clone().unwrap_or_default(), lang.clone());
    theme.clone_into(&mut blank.theme);
    let shown =
        |address: &str| draft_slide("image-slide", &[("image".to_owned(), address.into())].into_iter().collect());
    blank.slides = request.pictures.addresses().map(shown).collect();
    (blank, DeckSource { language: Some(lang), ..request.source.clone() })
}

/// A copy of an outline. Fails when the outline exceeds its limits.
fn checked_outline(outline: &[OutlineSlide]) -> Result<Vec<OutlineSlide>> {
    if outline.is_empty() || outline.len() > MAX_OUTLINE {
        return Err(Error::invalid(format!("`outline` has 1 to {MAX_OUTLINE} slides")));
    }
    for (at, slide) in outline.iter().enumerate() {
        let texts = slide.points.iter().chain(&slide.ids).chain([&slide.notes]).chain(&slide.title).chain(&slide.key);
        let is_long = |text: &String| text.chars().count() > MAX_OUTLINE_TEXT;
        if slide.points.len() > 100 || slide.ids.len() > 100 || texts.into_iter().any(is_long) {
            return Err(Error::invalid(format!("`outline[{at}]` is too long")));
        }
    }
    Ok(outline.to_vec())
}

/// The figures that a model wrote and that do not occur in the source. There are none with the built-in author, which
/// only uses figures of the source.
fn unknown_figures(request: &DeckRequest, draft: &DeckDraft) -> Vec<UnknownFigure> {
    if request.chosen.access.is_none() {
        return Vec::new();
    }
    let source = &request.source;
    let outline = request.outline.iter().flatten();
    let outline = outline.flat_map(|slide| slide.title.iter()).map(String::as_str);
    let texts: Vec<&str> = [source.text.as_str()]
        .into_iter()
        .chain(source.title.as_deref())
        .chain(source.speaker.as_deref())
        .chain(outline)
        .collect();
    ai::unknown_figures(&texts, draft)
}

/// A draft whose notes say where the texts of each slide come from, and which figures the document does not have.
pub(crate) fn with_sources(
    registry: &Registry,
    source: &DeckSource,
    mut draft: DeckDraft,
    unknown: &[UnknownFigure],
) -> DeckDraft {
    let index = SourceIndex::new(source);
    for (at, slide) in draft.slides.iter_mut().enumerate() {
        let figures = unknown.iter().filter(|found| found.slide == at).map(|found| found.figure.as_str());
        let lines = index.notes_of(&index.sources_of(registry, slide), &figures.collect::<Vec<_>>());
        if lines.is_empty() {
            continue;
        }
        let lines = lines.join("\n");
        // When the notes are too long, they are shortened and the sources stay whole.
        let room = deck::MAX_NOTES.saturating_sub(lines.chars().count() + 2);
        let notes = deck::shortened(slide.notes.trim_end(), room);
        slide.notes = if notes.is_empty() { lines } else { format!("{notes}\n\n{lines}") };
    }
    draft
}

/// The position for new slides: before the closing slides at the end of a deck.
pub(super) fn before_closing(registry: &Registry, deck: &Deck) -> usize {
    let closing = &registry.catalogue().closing_types;
    let closing_count = deck.slides.iter().rev().take_while(|slide| closing.contains(&slide.key)).count();
    deck.slides.len() - closing_count
}

/// Fails when the deck changed since the revision that a write is for.
pub(super) fn same_revision(stored: &StoredDeck, yours: u64) -> Result<()> {
    match stored.head.revision {
        latest if latest != yours => Err(Error::Stale { yours, latest }),
        _ => Ok(()),
    }
}

/// A slide that was written, ready to be stored.
pub(super) fn new_slide(draft: ai::SlideDraft) -> Slide {
    let notes = deck::shortened(&draft.notes, deck::MAX_NOTES);
    Slide { notes, ..Slide::new(new_id::<SlideId>(), draft.key, draft.content) }
}
