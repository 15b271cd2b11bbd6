//! What drawing needs and keeps: fonts, typesetters, subsets of fonts, resampled pictures, and places to work at.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::available_parallelism;

use deck::{Deck, Registry, Slide, Theme};
use export::PictureCache;
use export::html::FontCache;
use layout::{FontBook, Invite, Laid, Look, Order, Pictures, Typesetter};
use scene::Document;
use tokio::sync::Semaphore;

use super::fonts;
use crate::error::Result;
use crate::places::at_a_place;

/// Most bytes of resampled pictures that are kept.
const MOST_PICTURES: usize = 32 << 20;

/// Fonts, typesetters and caches, made when they are first needed.
pub(crate) struct Studio {
    fonts_dir: Option<PathBuf>,
    bundled: Shop,
    whole: Shop,
    places: Arc<Semaphore>,
    /// Subsets of fonts for pages.
    pub(crate) fonts: FontCache,
    /// Pictures at the size they are drawn.
    pub(crate) pictures: PictureCache,
}

/// A set of fonts and the typesetters that are warm with it.
#[derive(Default)]
struct Shop {
    book: OnceLock<FontBook>,
    idle: Mutex<Vec<Typesetter>>,
}

impl fmt::Debug for Studio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Studio").finish_non_exhaustive()
    }
}

/// What one deck is drawn with.
pub(crate) struct DrawInput<'a> {
    /// The deck in the language it is shown in.
    pub(crate) deck: &'a Deck,
    pub(crate) registry: &'a Registry,
    pub(crate) theme: &'a Theme,
    pub(crate) pictures: &'a Pictures,
    /// How to join, while it is presented.
    pub(crate) invite: Option<&'a Invite>,
}

impl Studio {
    /// A studio whose further fonts are in a folder, Debian's usual ones when none is given.
    pub(crate) fn new(fonts_dir: Option<PathBuf>) -> Self {
        let cores = available_parallelism().map_or(2, usize::from);
        Self {
            fonts_dir,
            bundled: Shop::default(),
            whole: Shop::default(),
            places: Arc::new(Semaphore::new(cores)),
            fonts: FontCache::default(),
            pictures: PictureCache::new(MOST_PICTURES),
        }
    }

    /// The pages of a whole deck.
    pub(crate) fn document(&self, drawing: &DrawInput<'_>) -> Laid {
        let look = Look::from(drawing.theme);
        self.with_setter(drawing.deck, |set| layout::document(drawing.order(&look), set))
    }

    /// One page of a deck, by its place from 0.
    pub(crate) fn page(&self, drawing: &DrawInput<'_>, index: usize) -> Option<Laid> {
        let look = Look::from(drawing.theme);
        self.with_setter(drawing.deck, |set| layout::single(drawing.order(&look), index, set))
    }

    /// One page of a deck that is being presented: where it asks people to join, it says how.
    pub(crate) fn page_inviting(&self, drawing: &DrawInput<'_>, index: usize, invite: Option<&Invite>) -> Option<Laid> {
        let look = Look::from(drawing.theme);
        let order = Order { invite, ..drawing.order(&look) };
        self.with_setter(drawing.deck, |set| layout::single(order, index, set))
    }

    /// What the pages of a deck share, without any: it is set in the faces that these slides would be set in.
    pub(crate) fn blank(&self, drawing: &DrawInput<'_>, slides: Vec<Slide>) -> Document {
        let look = Look::from(drawing.theme);
        let full = Deck { slides, ..drawing.deck.clone() };
        self.with_setter(&full, |set| layout::document(drawing.order(&look), set)).document
    }

    /// The speaker notes of every page, set in a column of a width; without lines where there are none.
    pub(crate) fn notes(&self, drawing: &DrawInput<'_>, width: scene::Px) -> Vec<scene::Text> {
        let look = Look::from(drawing.theme);
        self.with_setter(drawing.deck, |set| layout::notes(drawing.order(&look), width, set))
    }

    /// A face as pages of the app load it.
    pub(crate) fn whole_face(&self, font: scene::FontId) -> Option<Arc<[u8]>> {
        let index = usize::try_from(font.0).ok()?;
        let bundled = self.book(&self.bundled).faces();
        let face = bundled.get(index).or_else(|| self.book(&self.whole).faces().get(index))?;
        self.fonts.whole(face)
    }

    fn with_setter<T>(&self, deck: &Deck, work: impl FnOnce(&mut Typesetter) -> T) -> T {
        let shop = if fonts::needs_further(deck) { &self.whole } else { &self.bundled };
        let idle = || shop.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let warm = idle().pop();
        let mut setter = warm.unwrap_or_else(|| Typesetter::new(self.book(shop)));
        let done = work(&mut setter);
        idle().push(setter);
        done
    }

    fn book<'a>(&'a self, shop: &'a Shop) -> &'a FontBook {
        shop.book.get_or_init(|| {
            let further = std::ptr::eq(shop, &raw const self.whole);
            if further { FontBook::with(fonts::further(self.fonts_dir.as_deref())) } else { FontBook::bundled() }
        })
    }

    /// Runs a piece of work once there is a place for it. It is told when whoever asked has left.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce(&Waiting) -> T + Send + 'static) -> Result<T> {
        let waiting = Waiting(Arc::new(AtomicBool::new(true)));
        let _asker = Asker(Arc::clone(&waiting.0));
        at_a_place(&self.places, move || work(&waiting)).await
    }
}

impl DrawInput<'_> {
    fn order<'b>(&'b self, look: &'b Look) -> Order<'b> {
        Order { invite: self.invite, ..Order::new(self.deck, self.registry, look, self.pictures) }
    }
}

/// Whether somebody still waits for a piece of work.
#[derive(Debug, Clone)]
pub(crate) struct Waiting(Arc<AtomicBool>);

impl Waiting {
    /// Whether somebody does.
    pub(crate) fn still(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whoever asked for a piece of work; leaving is being dropped.
struct Asker(Arc<AtomicBool>);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
