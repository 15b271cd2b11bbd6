//! The time to write fifty text slides as HTML, with cached web fonts and without.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use std::sync::Arc;

use deck::{Deck, Registry, Slide, Themes};
use export::html::{FontCache, fragment, standalone};
use export::{ExportInput, PictureSource};
use layout::{FontBook, LayoutInput, Look, Typesetter, document};
use scene::{Document, PictureId};
use serde_json::json;

use stopwatch::measure;

struct NoPictures;

impl PictureSource for NoPictures {
    fn bytes(&self, _: &PictureId) -> Option<Arc<[u8]>> {
        None
    }
}

fn fifty() -> Document {
    let mut deck = Deck::new("Harbour plan".to_owned(), "en-GB".to_owned());
    let content = json!({
        "title": "Why we build now",
        "body": "Traffic grew by **a third** in five years, and *the quays are full* on [most mornings](https://example.test).\n\n\
            - Quays are full\n- Pilots wait for `tide >= 3.2 m`\n  - and so do barges\n- Draught is short\n\n1. Dredge\n2. Build",
    });
    let slide = |number: usize| {
        Slide::new(number.to_string(), "content-slide", content.as_object().cloned().unwrap_or_default())
    };
    deck.slides = (1..=50).map(slide).collect();
    let pictures = layout::Pictures::default();
    let look = Look::from(Themes::core().default());
    let order = LayoutInput::new(&deck, Registry::core(), &look, &pictures);
    document(order, &mut Typesetter::new(&FontBook::bundled())).document
}

fn main() {
    let document = fifty();
    let work = ExportInput { document: &document, pictures: &NoPictures, on_page: &|_| true };
    let fonts = FontCache::default();
    measure("html of 50 text slides, warm", || standalone(work, &fonts));
    measure("html of 50 text slides, cold", || standalone(work, &FontCache::default()));
    measure("fragment of a text slide", || fragment(&document, &document.pages[0], &|picture| picture.0.clone()));
}
