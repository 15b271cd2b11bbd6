//! A slide as a caller names it.

use deck::{Deck, SlideId};

use super::position;
use crate::error::{Error, Result};

/// A slide of a deck, by its position from 0 or by its id. With both, they must name the same slide.
#[derive(Debug, Clone, Default)]
pub struct SlideRef {
    /// Position of the slide, from 0.
    pub index: Option<i64>,
    /// Id of the slide.
    pub id: Option<SlideId>,
}

impl SlideRef {
    /// The position of the slide in a deck.
    pub(crate) fn position(&self, deck: &Deck) -> Result<usize> {
        let by_index = self.index.map(|index| position(deck, "slideIndex", index)).transpose()?;
        let Some(id) = &self.id else {
            return by_index.ok_or_else(|| Error::invalid("slideIndex: expected the position of a slide, got nothing"));
        };
        let at = deck.position(id).ok_or_else(|| {
            Error::invalid(format!("slideId: the presentation has no slide `{id}` (get_presentation gives ids)"))
        })?;
        match by_index {
            Some(index) if index != at => Err(Error::invalid(format!(
                "slideIndex: slide `{id}` is at {at}, not at {index}; pass slideId or slideIndex, not both"
            ))),
            _ => Ok(at),
        }
    }
}

impl From<i64> for SlideRef {
    fn from(index: i64) -> Self {
        Self { index: Some(index), id: None }
    }
}
