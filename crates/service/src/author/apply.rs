//! Changes of the author, applied to a deck: from the last slide to the first, all or none.

use deck::{Deck, Registry, Slide};

use super::plan::Planned;
use super::write::new_slide;
use crate::error::Result;

/// A change with the slides as they would be kept: those that take the place of others have their ids.
#[derive(Debug, Clone)]
pub(super) struct Settled {
    pub(super) takes: Vec<usize>,
    pub(super) at: usize,
    pub(super) slides: Vec<Slide>,
}

impl Settled {
    /// The change as it would be kept. The first slide keeps id, visibility and pace of the first it takes.
    pub(super) fn new(deck: &Deck, change: &Planned) -> Self {
        let mut slides: Vec<Slide> = change.slides.iter().cloned().map(new_slide).collect();
        if let (Some(first), Some(taken)) = (slides.first_mut(), change.takes.first()) {
            let taken = &deck.slides[*taken];
            first.id.clone_from(&taken.id);
            (first.visibility, first.duration) = (taken.visibility, taken.duration);
        }
        Self { takes: change.takes.clone(), at: change.at, slides }
    }

    /// Applies the change to `result`. The positions are those of `deck`, the deck before all changes.
    fn apply(self, registry: &Registry, deck: &Deck, result: &mut Deck) -> Result<()> {
        let mut slides = self.slides.into_iter();
        let replacement = if self.takes.is_empty() { None } else { slides.next() };
        let replaced = usize::from(replacement.is_some());
        if let Some(slide) = replacement {
            result.replace_slide(registry, slide, None)?;
        }
        let new: Vec<_> = slides.map(Into::into).collect();
        if !new.is_empty() {
            result.insert_slides(registry, self.at + replaced, new)?;
        }
        for at in self.takes.iter().skip(replaced) {
            result.remove_slide(&deck.slides[*at].id)?;
        }
        Ok(())
    }
}

/// A deck after all changes.
pub(super) fn changed(registry: &Registry, deck: &Deck, changes: &[Planned]) -> Result<Deck> {
    // Among insertions at one place the last goes in first, so that they end up in their order.
    let mut order: Vec<&Planned> = changes.iter().rev().collect();
    order.sort_by_key(|change| std::cmp::Reverse(change.at));
    let mut result = deck.clone();
    for change in order {
        Settled::new(deck, change).apply(registry, deck, &mut result)?;
    }
    Ok(result)
}
