//! The author: decks from text, slides from text, and proposals for existing slides.
//!
//! A call is validated first, then counted toward the daily limit of the caller's API key, if there is one. Then the
//! author works, without a lock. Last, its result is written in one transaction, on the revision that it was made for.
//! Nothing is written before that.

mod apply;
mod documents;
mod edit;
mod job_event;
mod jobs;
mod plan;
mod proposals;
mod remote;
mod vendors;
pub(crate) mod write;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ai::{PageFit, Progress, TokenCounter, Vendor, VendorAccess, Writer};
use deck::{Content, Deck, Slide};
use serde::{Deserialize, Serialize};
use store::{OrganizationId, Shared};
use tokio::sync::Semaphore;

use crate::clock::Clock;
use crate::drawing::{DrawInput, Drawable, Renderer};
use crate::error::{Error, Result};
use crate::permits::run_holding;
use crate::{Accounts, Catalogue, Config, Decks, Drawing, Library, Limits};

pub use self::documents::{DocumentId, DocumentSummary, MAX_DOCUMENT, ReadDocument};
pub use self::edit::{Analysis, AppliedChange, Compressed, Converted, Iterated, SlideMerge, SlideRemoval};
pub use self::job_event::{
    JobDeck, JobEvent, JobFailure, JobFailureReason, JobOutline, JobOutlineSlide, JobResult, JobSlide, JobSlideLabel,
    JobSource,
};
pub(crate) use self::jobs::Jobs;
pub use self::jobs::{Job, JobEvents, JobKind, JobRequest, JobState, NumberedJobEvent};
pub(crate) use self::plan::PlanText;
pub use self::plan::{AuthorTask, ChangeKind, EditRequest};
pub use self::proposals::{Proposal, ProposalAction, Proposals, ProposedEdit, ProposedSlide};
pub use self::vendors::{Trial, VendorRow};
pub use self::write::{Appended, AuthoredDeck, DeckRequest, NewText, Outlined, SlidesRequest};

/// How long a call may take.
const CALL_TIMEOUT: Duration = Duration::from_secs(55);
/// The maximum number of characters of a text that slides are made from.
const MAX_TEXT: usize = 200_000;
/// The maximum length of an instruction, in characters.
const MAX_COMMAND: usize = 4_000;

/// The vendor that writes for one call.
#[derive(Debug, Clone)]
pub(crate) struct ChosenVendor {
    vendor: Vendor,
    access: Option<VendorAccess>,
    tokens: Arc<TokenCounter>,
}

/// What a vendor billed for one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthorUsage {
    /// Tokens of the prompts.
    pub input_tokens: u64,
    /// Tokens of the vendor's responses.
    pub output_tokens: u64,
    /// The cost in millionths of a US dollar, if the settings have the price.
    pub cost: Option<u64>,
}

impl ChosenVendor {
    /// What the vendor billed so far; `None` for the built-in author.
    fn usage(&self) -> Option<AuthorUsage> {
        let access = self.access.as_ref()?;
        let tokens = self.tokens.tokens();
        let cost = access.price.map(|price| price.cost(tokens));
        Some(AuthorUsage { input_tokens: tokens.input, output_tokens: tokens.output, cost })
    }

    /// The name of the author in responses.
    fn name(&self) -> &'static str {
        match self.vendor {
            Vendor::Builtin => "built-in",
            vendor => vendor.id(),
        }
    }
}

/// A callback for progress reports. It runs on the thread that does the work and returns whether to continue.
type ProgressListener = Box<dyn Fn(&Drawable, Progress<'_>) -> bool + Send>;

/// The assistant: writes decks and slides, changes them, runs jobs.
///
/// Uses accounts to check a caller again, decks for rights and writes, the catalogue, drawing to check what it wrote,
/// the library for pictures of documents, limits, and the state that nodes share.
#[derive(Debug)]
pub struct Author {
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) library: Arc<Library>,
    pub(crate) limits: Arc<Limits>,
    /// Permits for reading documents.
    pub(crate) document_permits: Arc<Semaphore>,
    /// Permits for calls to a vendor.
    pub(crate) vendor_permits: Arc<Semaphore>,
    pub(crate) jobs: Jobs,
}

impl Author {
    /// The name of the author of a call, as responses have it: `built-in`, or the id of the vendor.
    ///
    /// # Errors
    /// Fails when the vendor cannot be called.
    pub fn name_of(&self, vendor: Option<&str>) -> Result<&'static str> {
        Ok(self.chosen_vendor(vendor)?.name())
    }

    /// The vendor that a call names, or the default one.
    fn chosen_vendor(&self, named: Option<&str>) -> Result<ChosenVendor> {
        let vendors = &self.config.vendors;
        let vendor = vendors.chosen(named).map_err(|fault| match fault {
            ai::VendorUnavailable::Unknown(_) => Error::invalid(fault.to_string()),
            ai::VendorUnavailable::NotConfigured { .. } => Error::NoVendor(fault.to_string()),
        })?;
        Ok(ChosenVendor { vendor, access: vendors.access(vendor).cloned(), tokens: Arc::default() })
    }

    /// Runs work with a writer on the blocking pool: the built-in author with a permit for drawing, a vendor with a
    /// permit for calls. `deck` determines theme, language and pictures.
    async fn write<T: Send + 'static>(
        self: &Arc<Self>,
        chosen: &ChosenVendor,
        organization: &OrganizationId,
        deck: Deck,
        listener: Option<ProgressListener>,
        work: impl FnOnce(&Writer<'_>, &Deck) -> std::result::Result<T, ai::Error> + Send + 'static,
    ) -> Result<T> {
        let deadline = Instant::now() + CALL_TIMEOUT;
        let drawable = self.drawing.drawable_deck(organization, deck).await?;
        let (service, access, tokens) = (Arc::clone(self), chosen.access.clone(), Arc::clone(&chosen.tokens));
        let job = move || {
            let fit =
                |key: &str, content: &Content| page_fit(&service.drawing.renderer, &drawable.drawing(), key, content);
            let on_progress =
                |progress: Progress<'_>| listener.as_ref().is_none_or(|listener| listener(&drawable, progress));
            let writer = Writer {
                registry: &drawable.registry,
                theme: &drawable.theme.label,
                fit: &fit,
                access: access.as_ref(),
                tokens: &tokens,
                deadline,
                on_progress: &on_progress,
            };
            work(&writer, &drawable.deck)
        };
        let result = if chosen.access.is_none() {
            self.drawing.renderer.run(move |_| job()).await?
        } else {
            let permit = tokio::time::timeout(CALL_TIMEOUT, Arc::clone(&self.vendor_permits).acquire_owned()).await;
            let permit = match permit {
                Ok(permit) => permit.map_err(|fault| Error::Internal(fault.into()))?,
                Err(_) => return Err(ai::Error::TimedOut(chosen.vendor).into()),
            };
            run_holding(permit, job).await?
        };
        Ok(result?)
    }
}

/// How well a slide fits its page when it is drawn like the slides of `drawing`.
pub(crate) fn page_fit(renderer: &Renderer, drawing: &DrawInput<'_>, key: &str, content: &Content) -> PageFit {
    let deck = Deck { slides: vec![draft_slide(key, content)], ..without_slides(drawing.deck) };
    let drawing = DrawInput { deck: &deck, ..*drawing };
    let Some(output) = renderer.page(&drawing, 0) else { return PageFit::Good };
    let reviewed = renderer.review(&drawing, &output.document);
    PageFit::of(output.findings.iter().chain(&reviewed).map(|finding| finding.kind.code()))
}

/// A deck without its slides and their translations.
fn without_slides(deck: &Deck) -> Deck {
    let mut result = Deck::new(deck.title.clone(), deck.lang.clone());
    result.theme.clone_from(&deck.theme);
    result.settings = deck.settings.clone();
    result
}

/// A slide that is not stored.
fn draft_slide(key: &str, content: &Content) -> Slide {
    Slide::new("draft", key, content.clone())
}

/// Checks a text that slides are made from, and returns it. Fails when it is blank or too long.
fn source_text(text: &str, name: &str) -> Result<String> {
    if text.trim().is_empty() {
        return Err(Error::invalid(format!("`{name}` is required: a text that is not blank")));
    }
    if text.chars().count() > MAX_TEXT {
        return Err(Error::invalid(format!("`{name}` has {MAX_TEXT} characters at most")));
    }
    Ok(text.to_owned())
}

impl From<ai::Error> for Error {
    fn from(fault: ai::Error) -> Self {
        match fault {
            ai::Error::Refused(refusal) => Self::invalid(refusal.to_string()),
            ai::Error::Cancelled => Self::Conflict("the work was stopped".to_owned()),
            fault => Self::Vendor(fault.to_string()),
        }
    }
}
