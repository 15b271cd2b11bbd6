//! A deck as an article: the texts, tables and pictures of its slides, to be read from top to bottom.

use std::sync::Arc;

use export::html;

use super::pictures::Drawable;
use crate::Drawing;
use crate::error::Result;

impl Drawing {
    /// The slides of a deck as HTML that flows, one text for each slide.
    pub(crate) async fn article(self: &Arc<Self>, drawable: Drawable) -> Result<Vec<String>> {
        let service = Arc::clone(self);
        self.renderer
            .run(move |_| {
                let document = service.renderer.document(&drawable.drawing()).document;
                let address = |picture: &scene::PictureId| picture.0.clone();
                document.pages.iter().map(|page| html::article(&document, page, &address)).collect()
            })
            .await
    }
}
