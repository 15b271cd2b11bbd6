//! The slide on the page for unknown addresses.

use std::sync::Arc;

use deck::{Deck, Registry, Slide, Themes};
use store::OrganizationId;

use super::draft::DrawnSlides;
use crate::Drawing;
use crate::decks::title_slide;
use crate::error::Result;

impl Drawing {
    /// A title slide in the default theme, for the page that reports an unknown address. It belongs to no organization.
    ///
    /// # Errors
    /// Fails when the drawing task was aborted.
    pub async fn not_found_page(self: &Arc<Self>, title: &str, lang: &str) -> Result<DrawnSlides> {
        let registry = Arc::new(Registry::core().clone());
        let theme = Themes::core().get("").clone();
        let mut deck = Deck::new(title, lang);
        let opening = title_slide(&registry, &deck, &theme.default_title_type);
        deck.slides.push(Slide { id: "lost".into(), ..opening });
        let drawable = self.drawable_with(&OrganizationId::from(""), deck, registry, theme).await?;
        self.draw_slides(drawable, vec![0]).await
    }
}
