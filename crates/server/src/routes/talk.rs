//! Requests of the presenter's pages: slides as HTML, and QR codes.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use deck::{Content, SlideId};
use serde::Deserialize;
use service::{DeckId, Invite, qr_svg};

use super::drawing::RenderedSlidesJson;
use crate::http::{ApiError, App, Body, By, Json, Path, Query, Read, Result, Session, optional_text_list, read};

/// The maximum number of characters in a QR code.
const MAX_CHARACTERS: usize = 1000;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct DrawTalk {
    #[serde(default, deserialize_with = "optional_text_list")]
    slide_ids: Option<Vec<SlideId>>,
    /// The invitation to join. It is parsed separately, so that errors name its fields without the prefix `invite`.
    #[cfg_attr(test, schemars(with = "Option<InviteRequest>"))]
    invite: Option<Content>,
    lang: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Invite"))]
struct InviteRequest {
    address: String,
    link: String,
    code: String,
}

/// Draws all or some slides of a deck as HTML, with an invitation to join if the request has one.
pub(crate) async fn draw(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<RenderedSlidesJson>> {
    let deck = app.service.decks.granted(&caller, &id).await?;
    let DrawTalk { slide_ids, invite, lang } = body.read_or_empty().await?;
    let invite = invite.map(read::<InviteRequest>).transpose()?;
    let invite = invite.map(|InviteRequest { address, link, code }| Invite { address, link, code });
    let drawn = app.service.drawing.session_slides(&deck, slide_ids.as_deref(), lang.as_deref(), invite).await?;
    Ok(Json(drawn.into()))
}

/// Returns a text as a QR code.
pub(crate) async fn qr(_: Session, query: Query) -> Result<Response> {
    let text = query.text("text").filter(|text| text.chars().count() <= MAX_CHARACTERS);
    let svg = text.as_deref().filter(|text| !text.is_empty()).and_then(qr_svg);
    let svg = svg.ok_or_else(|| ApiError::invalid(format!("`text` has 1 to {MAX_CHARACTERS} characters")))?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")),
        (CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400")),
    ];
    Ok((headers, svg).into_response())
}
