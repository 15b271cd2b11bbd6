//! A cache of what is drawn for people without an account: each thing is drawn once, however many people open it at the
//! same moment, and the things that were not requested for longest are evicted first.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use deck::Deck;
use tokio::sync::OnceCell;

use crate::drawing::DrawnSlides;
use crate::error::{Error, Result};

/// A value whose size in memory is known.
pub(crate) trait HasSize {
    /// Its approximate size in memory, in bytes.
    fn bytes(&self) -> usize;
}

impl HasSize for DrawnSlides {
    fn bytes(&self) -> usize {
        self.css.len() + self.slides.iter().map(|slide| slide.html.len()).sum::<usize>()
    }
}

impl HasSize for Deck {
    fn bytes(&self) -> usize {
        /// The usual size of a slide in memory, in bytes.
        const SLIDE: usize = 4096;
        self.slides.len() * (1 + self.translations.len()) * SLIDE
    }
}

impl HasSize for Vec<u8> {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl HasSize for Vec<String> {
    fn bytes(&self) -> usize {
        self.iter().map(String::len).sum()
    }
}

/// Drawings by name, each with the state that it was drawn from.
pub(crate) struct RenderCache<T> {
    max_bytes: usize,
    max_drawings: usize,
    state: Mutex<CacheState<T>>,
}

struct CacheState<T> {
    drawings: HashMap<String, CachedDrawing<T>>,
    /// Counts visits. The drawing with the oldest last visit is evicted first.
    visits: u64,
}

struct CachedDrawing<T> {
    /// The state that it was drawn from.
    drawn_from: String,
    visit: u64,
    drawn: Arc<OnceCell<Arc<T>>>,
}

impl<T> fmt::Debug for RenderCache<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RenderCache").finish_non_exhaustive()
    }
}

impl<T: HasSize> RenderCache<T> {
    /// An empty cache with bounds.
    pub(crate) fn new(max_bytes: usize, max_drawings: usize) -> Self {
        let state = CacheState { drawings: HashMap::new(), visits: 0 };
        Self { max_bytes, max_drawings, state: Mutex::new(state) }
    }

    /// The drawing of a name from a state. It is drawn when the cache has no drawing of the name, or one that was drawn
    /// from another state.
    ///
    /// # Errors
    /// Fails when `draw` fails.
    pub(crate) async fn get_or_draw(
        &self,
        name: String,
        drawn_from: String,
        draw: Pin<Box<impl Future<Output = Result<T>>>>,
    ) -> Result<Arc<T>> {
        let cell = self.cell(name, drawn_from);
        let drawn = cell.get_or_try_init(|| async { Ok::<_, Error>(Arc::new(draw.await?)) });
        let drawn = Arc::clone(drawn.await?);
        self.evict();
        Ok(drawn)
    }

    fn with<R>(&self, work: impl FnOnce(&mut CacheState<T>) -> R) -> R {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The cell of a drawing, which may be empty.
    fn cell(&self, name: String, drawn_from: String) -> Arc<OnceCell<Arc<T>>> {
        self.with(|state| {
            state.visits += 1;
            let visit = state.visits;
            let drawing = state.drawings.entry(name).or_insert_with(|| CachedDrawing::new(drawn_from.clone()));
            if drawing.drawn_from != drawn_from {
                *drawing = CachedDrawing::new(drawn_from);
            }
            drawing.visit = visit;
            Arc::clone(&drawing.drawn)
        })
    }

    /// Evicts the drawings that were not visited for longest, until the cache is within its bounds.
    fn evict(&self) {
        self.with(|state| {
            let mut bytes: usize = state.drawings.values().map(CachedDrawing::bytes).sum();
            while bytes > self.max_bytes || state.drawings.len() > self.max_drawings {
                let oldest = state.drawings.iter().min_by_key(|(_, drawing)| drawing.visit);
                let Some(name) = oldest.map(|(name, _)| name.clone()) else { return };
                // The drawing may have been finished since the bytes were counted.
                bytes = bytes.saturating_sub(state.drawings.remove(&name).map_or(0, |drawing| drawing.bytes()));
            }
        });
    }
}

impl<T> CachedDrawing<T> {
    fn new(drawn_from: String) -> Self {
        Self { drawn_from, visit: 0, drawn: Arc::default() }
    }
}

impl<T: HasSize> CachedDrawing<T> {
    fn bytes(&self) -> usize {
        self.drawn.get().map_or(0, |drawn| drawn.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_cache_is_bounded_and_evicts_what_was_not_visited_for_longest() {
        let cache: RenderCache<Vec<u8>> = RenderCache::new(3000, 200);
        let visit = async |name: &str, bytes: usize| {
            let mut was_cached = true;
            let draw = Box::pin(async {
                was_cached = false;
                Ok(vec![0; bytes])
            });
            cache.get_or_draw(name.to_owned(), "1".to_owned(), draw).await.expect("a drawing");
            was_cached
        };
        for name in ["a", "b", "c"] {
            assert!(!visit(name, 1000).await);
        }
        assert!(visit("a", 1000).await);
        assert!(!visit("d", 1000).await, "there is room for three");
        assert!(visit("a", 1000).await && visit("c", 1000).await && !visit("b", 1000).await);
        for number in 0..400 {
            visit(&number.to_string(), 1).await;
        }
        assert_eq!(cache.with(|state| state.drawings.len()), 200);
        assert!(!visit("whale", 3001).await && !visit("whale", 3001).await, "what is too large is not cached");
    }

    #[tokio::test]
    async fn a_drawing_from_another_state_is_drawn_again() {
        let cache: RenderCache<Vec<u8>> = RenderCache::new(3000, 2);
        let drawn = async |state: &str, byte: u8| {
            let draw = Box::pin(async { Ok(vec![byte]) });
            cache.get_or_draw("a".to_owned(), state.to_owned(), draw).await.expect("a drawing")[0]
        };
        assert_eq!((drawn("1", 1).await, drawn("1", 2).await, drawn("2", 3).await), (1, 1, 3));
    }
}
