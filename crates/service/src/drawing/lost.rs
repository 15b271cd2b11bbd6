//! The slide in place of a page that is not there.

use std::sync::Arc;

use deck::{Deck, Registry, Slide, Themes};
use store::OrganizationId;

use super::draft::Drawn;
use crate::Drawing;
use crate::decks::title_slide;
use crate::error::Result;

impl Drawing {
    /// A title in the default theme and a language, for whoever looks for what is not here. It belongs to no organization.
    ///
    /// # Errors
    /// The work broke off.
    pub async fn not_found_page(self: &Arc<Self>, title: &str, lang: &str) -> Result<Drawn> {
        let registry = Arc::new(Registry::core().clone());
        let theme = Themes::core().get("").clone();
        let mut deck = Deck::new(title, lang);
        let opening = title_slide(&registry, &deck, &theme.default_title_type);
        deck.slides.push(Slide { id: "lost".to_owned(), ..opening });
        let drawable = self.drawable_with(&OrganizationId::from(""), deck, registry, theme).await?;
        self.draw_slides(drawable, vec![0]).await
    }
}
