//! The page of the editor. It contains the deck and its first slide, so that the slide is visible before any script
//! runs.
//!
//! As in the editor, the slide is in a shadow root, and its font faces are in the document.

use std::fmt::Write;

use axum::response::{IntoResponse, Response};
use serde_json::json;
use service::{Caller, DrawnSlides, OpenedDeck, Result};

use super::auth::ProfileJson;
use super::drawing::DrawnSlideWithCss;
use super::edits::FieldDraftJson;
use super::presentation_json::DeckJson;
use super::thumbnails::ThumbnailHashesJson;
use super::web::Shell;
use crate::http::App;

/// The address that the page preloads: the script requests it at once, and it is the same for all decks.
const CATALOGUE: &str = "/api/slide-types";

/// The page of a deck.
pub(crate) async fn page(app: &App, caller: &Caller, opened: &OpenedDeck) -> Result<Response> {
    let deck = opened.view.deck();
    let title = format!("{} · Lectern", deck.title);
    let (faces, body) = opened.drawn.as_ref().map(faces_and_frame).unwrap_or_default();
    let data = json!({
        "presentation": DeckJson::new(&opened.view, &deck),
        "drawn": opened.drawn.as_ref().map(DrawnSlideWithCss::new),
        "thumbnails": ThumbnailHashesJson::from(opened.thumbnails.clone()),
        "withdrawn": opened.withdrawn,
        "drafts": opened.drafts.iter().cloned().map(FieldDraftJson::from).collect::<Vec<_>>(),
        "me": ProfileJson::new(app, caller, &app.service.accounts.profile(caller).await?),
        "themes": app.service.catalogue.themes(caller).await?.listed().themes,
        "thumbnailVersions": app.service.catalogue.thumbnail_versions(caller, Some(&deck.theme)).await?,
    });
    let shell =
        Shell { data: Some(&data), body: &body, faces: &faces, requests: &[CATALOGUE], ..Shell::of("editor", &title) };
    Ok(shell.into_response())
}

/// Returns the CSS rules of the font faces, and the HTML of the editor's frame with the slide.
fn faces_and_frame(drawn: &DrawnSlides) -> (String, String) {
    let (mut faces, mut rest) = (String::new(), drawn.css.as_str());
    while let Some((_, rule)) = rest.split_once("@font-face") {
        let Some((rule, after)) = rule.split_once('}') else { break };
        let _ = write!(faces, "@font-face{rule}}}");
        rest = after;
    }
    let slide = drawn.slides.first().map_or("", |slide| slide.html.as_str());
    let body = format!(
        "<div id=\"opening\" aria-hidden=\"true\" inert><div class=\"bar\"></div><div class=\"list\"></div>\
         <div class=\"stage\"><div class=\"slide\"><template shadowrootmode=\"open\"><style>{css}</style>{slide}</template>\
         </div></div><div class=\"notes\"></div><div class=\"fields\"></div></div>\n",
        css = drawn.css,
    );
    (faces, body)
}

#[cfg(test)]
mod tests {
    use service::DrawnSlide;

    use super::*;

    #[test]
    fn the_font_faces_of_a_slide_are_in_the_document() {
        let slide = DrawnSlide { id: "s".into(), html: "<section>x</section>".into(), findings: Vec::new(), steps: 0 };
        let css = ".a{b:c}@font-face{font-family:F;src:url(/f)}.d{e:f}@font-face{g:h}".to_owned();
        let (faces, body) = faces_and_frame(&DrawnSlides { slides: vec![slide], css });
        assert_eq!(faces, "@font-face{font-family:F;src:url(/f)}@font-face{g:h}");
        assert!(body.contains("<style>.a{b:c}@font-face{") && body.contains("</style><section>x</section></template>"));
    }
}
