//! The author: decks from text, slides from text, and proposals for slides that are there.
//!
//! A call is judged first and becomes an order; then, where a key pays, it is counted; then the author works, without
//! holding anything; last its answer is written, in one transaction, on the revision it was made for. Nothing is
//! written before the end.

mod apply;
mod edit;
mod far;
mod jobs;
mod plan;
mod proposals;
mod vendors;
mod write;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ai::{Access, Fault, Step, Vendor, Writer};
use deck::{Content, Deck, Slide, Visibility};
use layout::FindingKind;
use store::{OrganizationId, Shared};
use tokio::sync::Semaphore;

use crate::clock::Clock;
use crate::drawing::{Drawable, Studio};
use crate::error::{Error, Result};
use crate::{Catalogue, Config, Decks, Drawing, Limits};

pub use self::edit::{Analysis, Compressed, Converted, Iterated};
pub(crate) use self::jobs::Jobs;
pub use self::jobs::{Job, JobEvents, JobKind, JobOrder, JobState};
pub use self::plan::{EditOrder, Task};
pub use self::proposals::{Proposals, Proposed};
pub use self::vendors::{Trial, VendorRow};
pub use self::write::{Appended, DeckOrder, NewText, SlidesOrder};

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(55);
/// Most characters of a text that slides are made of.
const MOST_TEXT: usize = 200_000;
/// Most characters of an instruction.
const MOST_COMMAND: usize = 4_000;

/// Who writes for one call.
#[derive(Debug, Clone)]
pub(crate) struct Pen {
    vendor: Vendor,
    access: Option<Access>,
}

/// Is told how far the work is, in the thread that does it, and answers whether to go on.
type Told = Box<dyn Fn(&Drawable, Step<'_>) -> bool + Send>;

/// The assistant: writes decks and slides, changes them, runs jobs.
///
/// Uses decks for rights and writes, the catalogue, drawing to check what it wrote, limits, and the state that nodes share.
#[derive(Debug)]
pub struct Author {
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) limits: Arc<Limits>,
    /// Permits for calls to a vendor.
    pub(crate) vendor_places: Arc<Semaphore>,
    pub(crate) jobs: Jobs,
}

impl Author {
    /// Who writes when a call names somebody, or nobody.
    fn writer(&self, named: Option<&str>) -> Result<Pen> {
        let vendors = &self.config.vendors;
        let vendor = vendors.chosen(named).map_err(|fault| match fault {
            ai::NoVendor::Unknown(_) => Error::invalid(fault.to_string()),
            ai::NoVendor::NotConfigured { .. } => Error::NoVendor(fault.to_string()),
        })?;
        Ok(Pen { vendor, access: vendors.access(vendor).cloned() })
    }

    /// Lets somebody write: rules work where decks are drawn, a vendor is waited for elsewhere. The deck gives theme,
    /// language and pictures.
    async fn write<T: Send + 'static>(
        self: &Arc<Self>,
        pen: &Pen,
        organization: &OrganizationId,
        deck: Deck,
        told: Option<Told>,
        work: impl FnOnce(&Writer<'_>, &Deck) -> std::result::Result<T, Fault> + Send + 'static,
    ) -> Result<T> {
        let deadline = Instant::now() + PATIENCE;
        let drawable = self.drawing.drawable_deck(organization, deck).await?;
        let (service, access) = (Arc::clone(self), pen.access.clone());
        let job = move || {
            let fits = |key: &str, content: &Content| fits(&service.drawing.studio, &drawable, key, content);
            let told = |step: Step<'_>| told.as_ref().is_none_or(|told| told(&drawable, step));
            let writer = Writer {
                registry: &drawable.registry,
                theme: &drawable.theme.label,
                fits: &fits,
                access: access.as_ref(),
                deadline,
                told: &told,
            };
            work(&writer, &drawable.deck)
        };
        let done = if pen.access.is_none() {
            self.drawing.studio.run(move |_| job()).await?
        } else {
            let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.vendor_places).acquire_owned()).await;
            let place = match place {
                Ok(place) => place.map_err(|fault| Error::Internal(fault.into()))?,
                Err(_) => return Err(Fault::TooSlow(pen.vendor).into()),
            };
            let waited = tokio::task::spawn_blocking(move || {
                let done = job();
                drop(place);
                done
            });
            waited.await.map_err(|fault| Error::Internal(fault.into()))?
        };
        Ok(done?)
    }
}

/// Whether a slide shows all of its text.
fn fits(studio: &Studio, drawable: &Drawable, key: &str, content: &Content) -> bool {
    let deck = Deck { slides: vec![unsaved(key, content)], ..bare(&drawable.deck) };
    let drawing = crate::drawing::DrawInput { deck: &deck, ..drawable.drawing() };
    let laid = studio.page(&drawing, 0);
    laid.is_none_or(|laid| !laid.findings.iter().any(|finding| finding.kind == FindingKind::Overflow))
}

/// A deck without its slides and their translations.
fn bare(deck: &Deck) -> Deck {
    let mut bare = Deck::new(deck.title.clone(), deck.lang.clone());
    bare.theme.clone_from(&deck.theme);
    bare.settings = deck.settings.clone();
    bare
}

/// A slide that nobody has stored.
fn unsaved(key: &str, content: &Content) -> Slide {
    Slide {
        id: "draft".to_owned(),
        key: key.to_owned(),
        content: content.clone(),
        notes: String::new(),
        visibility: Visibility::default(),
        duration: None,
    }
}

/// A text that slides are to be made of.
fn source_text(text: &str, name: &str) -> Result<String> {
    if text.trim().is_empty() {
        return Err(Error::invalid(format!("`{name}` is required: a text that is not blank")));
    }
    if text.chars().count() > MOST_TEXT {
        return Err(Error::invalid(format!("`{name}` has {MOST_TEXT} characters at most")));
    }
    Ok(text.to_owned())
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(refusal) => Self::invalid(refusal.to_string()),
            Fault::Stopped => Self::Conflict("the work was stopped".to_owned()),
            fault => Self::Vendor(fault.to_string()),
        }
    }
}
