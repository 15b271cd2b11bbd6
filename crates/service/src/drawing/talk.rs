//! Slides for a live session: skipped slides do not count in slide numbers, and invitations say how to join.

use std::collections::HashSet;
use std::sync::Arc;

use deck::SlideId;

use super::draft::DrawnSlides;
use crate::Drawing;
use crate::error::{Error, Result};
use crate::rights::Readable;

pub use layout::{Invite, qr_svg};

impl Drawing {
    /// Draws slides of a deck for a live session, all of them when none are named. Skipped slides are drawn too, since
    /// the speaker may choose to show one.
    ///
    /// # Errors
    /// Fails when the deck has no such slide.
    pub async fn session_slides(
        self: &Arc<Self>,
        deck: &Readable,
        slides: Option<&[SlideId]>,
        lang: Option<&str>,
        invite: Option<Invite>,
    ) -> Result<DrawnSlides> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let all = stored.deck.shown(&registry, lang).into_owned();
        if let Some(unknown) = slides.into_iter().flatten().find(|slide| all.position(slide).is_none()) {
            return Err(Error::invalid(format!("the deck has no slide `{unknown}`")));
        }
        let named: Option<HashSet<&SlideId>> = slides.map(|slides| slides.iter().collect());
        let is_named = |id: &SlideId| named.as_ref().is_none_or(|named| named.contains(id));
        let mut shown = all.clone();
        shown.slides.retain(|slide| !slide.visibility.hide_in_presentation);
        let positions = |deck: &deck::Deck, skipped: bool| -> Vec<usize> {
            let matches = |slide: &deck::Slide| slide.visibility.hide_in_presentation == skipped && is_named(&slide.id);
            (0..deck.slides.len()).filter(|position| matches(&deck.slides[*position])).collect()
        };
        let (shown_positions, skipped_positions) = (positions(&shown, false), positions(&all, true));
        let mut drawn = DrawnSlides { slides: Vec::new(), css: String::new() };
        for (deck, positions) in [(shown, shown_positions), (all, skipped_positions)] {
            if positions.is_empty() {
                continue;
            }
            let mut drawable = self.drawable_deck(&stored.head.organization, deck).await?;
            drawable.invite.clone_from(&invite);
            let more = self.draw_slides(drawable, positions).await?;
            drawn.slides.extend(more.slides);
            drawn.css.push_str(&more.css);
        }
        Ok(drawn)
    }
}
