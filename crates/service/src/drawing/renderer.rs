//! The resources for drawing: fonts, typesetters, caches of font subsets and resampled pictures, and permits for tasks.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::available_parallelism;

use bytes::Bytes;
use deck::{Deck, OwnFace, Registry, Slide, Theme};
use export::PictureCache;
use export::html::FontCache;
use layout::{Finding, FontBook, Invite, LayoutInput, LayoutOutput, Look, Pictures, Typesetter};
use scene::Document;
use tokio::sync::Semaphore;

use super::fonts;
use crate::error::Result;
use crate::permits::run_with_permit;

/// The maximum number of bytes of resampled pictures in the cache.
const MAX_PICTURE_BYTES: usize = 32 << 20;
/// The maximum number of sets of uploaded fonts whose typesetters are cached.
const MAX_OWN_POOLS: usize = 8;

/// Fonts, typesetters and caches, created when they are first needed.
pub(crate) struct Renderer {
    fonts_dir: Option<PathBuf>,
    /// The bundled fonts.
    bundled: FontPool,
    /// The bundled fonts and those of the system.
    all: FontPool,
    /// The font pools with fonts that an organization uploaded, the last used at the end.
    own: Mutex<Vec<OwnPool>>,
    /// Permits for tasks, one per core.
    permits: Arc<Semaphore>,
    /// Subsets of fonts for pages.
    pub(crate) fonts: FontCache,
    /// Pictures at the size they are drawn.
    pub(crate) pictures: PictureCache,
}

/// A set of fonts and idle typesetters that have loaded it.
#[derive(Default)]
struct FontPool {
    book: OnceLock<FontBook>,
    idle: Mutex<Vec<Typesetter>>,
}

/// The fonts of a theme whose families an organization uploaded.
#[derive(Clone)]
struct OwnPool {
    /// The hashes of the uploaded fonts.
    hashes: Vec<Arc<str>>,
    /// Whether the fonts of the system are among them.
    with_system: bool,
    pool: Arc<FontPool>,
}

impl fmt::Debug for Renderer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Renderer").finish_non_exhaustive()
    }
}

/// Everything that the pages of a deck are drawn from.
pub(crate) struct DrawInput<'a> {
    /// The deck in the language it is shown in.
    pub(crate) deck: &'a Deck,
    pub(crate) registry: &'a Registry,
    pub(crate) theme: &'a Theme,
    pub(crate) pictures: &'a Pictures,
    /// The invitation to the live session, while the deck is presented.
    pub(crate) invite: Option<&'a Invite>,
}

impl Renderer {
    /// A renderer whose additional fonts are in a folder; in Debian's font folders when none is given.
    pub(crate) fn new(fonts_dir: Option<PathBuf>) -> Self {
        let cores = available_parallelism().map_or(2, usize::from);
        Self {
            fonts_dir,
            bundled: FontPool::default(),
            all: FontPool::default(),
            own: Mutex::default(),
            permits: Arc::new(Semaphore::new(cores)),
            fonts: FontCache::default(),
            pictures: PictureCache::new(MAX_PICTURE_BYTES),
        }
    }

    /// The pages of a whole deck.
    pub(crate) fn document(&self, drawing: &DrawInput<'_>) -> LayoutOutput {
        let look = Look::from(drawing.theme);
        self.with_typesetter(drawing, drawing.deck, |typesetter| layout::document(drawing.input(&look), typesetter))
    }

    /// The pages of a whole deck for the layouts of an office template.
    pub(crate) fn document_on_template(&self, drawing: &DrawInput<'_>) -> LayoutOutput {
        let mut look = Look::from(drawing.theme);
        // Titles are where the template has them.
        look.voice.head.place = deck::voice::HeadPlace::Top;
        let input = LayoutInput { on_template: true, ..drawing.input(&look) };
        self.with_typesetter(drawing, drawing.deck, |typesetter| layout::document(input, typesetter))
    }

    /// One page of a deck, by its position from 0.
    pub(crate) fn page(&self, drawing: &DrawInput<'_>, index: usize) -> Option<LayoutOutput> {
        let look = Look::from(drawing.theme);
        self.with_typesetter(drawing, drawing.deck, |typesetter| {
            layout::slide_document(drawing.input(&look), index, typesetter)
        })
    }

    /// What a designer would change on laid out pages of a deck.
    pub(crate) fn review(&self, drawing: &DrawInput<'_>, document: &Document) -> Vec<Finding> {
        let look = Look::from(drawing.theme);
        self.with_typesetter(drawing, drawing.deck, |typesetter| {
            layout::review(drawing.input(&look), document, typesetter)
        })
    }

    /// One page of a deck in a live session. An invitation on it says how to join.
    pub(crate) fn page_inviting(
        &self,
        drawing: &DrawInput<'_>,
        index: usize,
        invite: Option<&Invite>,
    ) -> Option<LayoutOutput> {
        let look = Look::from(drawing.theme);
        let input = LayoutInput { invite, ..drawing.input(&look) };
        self.with_typesetter(drawing, drawing.deck, |typesetter| layout::slide_document(input, index, typesetter))
    }

    /// A document without pages that has the font faces of the given slides.
    pub(crate) fn blank(&self, drawing: &DrawInput<'_>, slides: Vec<Slide>) -> Document {
        let look = Look::from(drawing.theme);
        let full = Deck { slides, ..drawing.deck.clone() };
        self.with_typesetter(drawing, &full, |typesetter| layout::document(drawing.input(&look), typesetter)).document
    }

    /// The speaker notes of every page, set in a column of the given width; without lines for a page without notes.
    pub(crate) fn notes(&self, drawing: &DrawInput<'_>, width: scene::Px) -> Vec<scene::Text> {
        let look = Look::from(drawing.theme);
        self.with_typesetter(drawing, drawing.deck, |typesetter| layout::notes(drawing.input(&look), width, typesetter))
    }

    /// A whole font face as WOFF2; `None` when no face has that number.
    pub(crate) fn whole_face(&self, font: scene::FontId) -> Option<Arc<[u8]>> {
        let index = usize::try_from(font.0).ok()?;
        let bundled = self.book(&self.bundled).faces();
        let face = bundled.get(index).or_else(|| self.book(&self.all).faces().get(index))?;
        self.fonts.whole(face)
    }

    /// A whole font file that was uploaded, as WOFF2; `None` when it cannot be read.
    pub(crate) fn whole_file(&self, file: Bytes) -> Option<Arc<[u8]>> {
        let face = scene::FontFace {
            family: String::new(),
            weight: 400,
            italic: false,
            bytes: Arc::new(file),
            index: 0,
            own: None,
        };
        self.fonts.whole(&face)
    }

    fn with_setter<T>(&self, drawing: &DrawInput<'_>, deck: &Deck, work: impl FnOnce(&mut Typesetter) -> T) -> T {
        let with_system = fonts::needs_system_fonts(deck);
        let own = drawing.theme.own_faces.as_slice();
        let own_pool;
        let pool = match (own, with_system) {
            ([], true) => &self.all,
            ([], false) => &self.bundled,
            _ => {
                own_pool = self.own_pool(own, with_system);
                &*own_pool
            }
        };
        let idle = || pool.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let reused = idle().pop();
        let mut typesetter = reused.unwrap_or_else(|| Typesetter::new(self.book(pool)));
        let result = work(&mut typesetter);
        idle().push(typesetter);
        result
    }

    /// The fonts of a theme whose families an organization uploaded.
    fn own_pool(&self, own: &[OwnFace], with_system: bool) -> Arc<FontPool> {
        let hashes: Vec<Arc<str>> = own.iter().map(|face| Arc::clone(&face.hash)).collect();
        let mut pools = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let position = pools.iter().position(|pool| pool.with_system == with_system && pool.hashes == hashes);
        let found = if let Some(position) = position {
            pools.remove(position)
        } else {
            let base = self.book(if with_system { &self.all } else { &self.bundled });
            let pool = FontPool { book: OnceLock::from(base.with_own(own)), idle: Mutex::default() };
            OwnPool { hashes, with_system, pool: Arc::new(pool) }
        };
        if pools.len() >= MAX_OWN_POOLS {
            pools.remove(0);
        }
        pools.push(found.clone());
        found.pool
    }

    fn book<'a>(&'a self, pool: &'a FontPool) -> &'a FontBook {
        pool.book.get_or_init(|| {
            let with_system = std::ptr::eq(pool, &raw const self.all);
            if with_system {
                FontBook::with(fonts::system_fonts(self.fonts_dir.as_deref()))
            } else {
                FontBook::bundled()
            }
        })
    }

    /// Runs work on the blocking pool once there is a permit. The work can ask its [`TaskHandle`] whether the request
    /// was cancelled.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&TaskHandle) -> T + Send + 'static,
    ) -> Result<T> {
        let task = TaskHandle(Arc::new(AtomicBool::new(true)));
        let _request = PendingRequest(Arc::clone(&task.0));
        run_with_permit(&self.permits, move || work(&task)).await
    }
}

impl DrawInput<'_> {
    fn input<'b>(&'b self, look: &'b Look) -> LayoutInput<'b> {
        LayoutInput { invite: self.invite, ..LayoutInput::new(self.deck, self.registry, look, self.pictures) }
    }
}

/// Reports to running work whether its result is still awaited.
#[derive(Debug, Clone)]
pub(crate) struct TaskHandle(Arc<AtomicBool>);

impl TaskHandle {
    /// Whether the request is still pending.
    pub(crate) fn is_awaited(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A request for work. Dropping it cancels the request.
struct PendingRequest(Arc<AtomicBool>);

impl Drop for PendingRequest {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
