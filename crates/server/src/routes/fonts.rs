//! Fonts that an organization uploads for its themes.

use axum::extract::State;
use axum::http::header::HeaderMap;
use serde::Serialize;
use service::{FontId, MAX_FONT_FILE, StoredFont};

use super::administrator::OrganizationAdministrator;
use super::uploads::sent_file;
use crate::http::{App, Body, Created, Deleted, Iso, Json, Path, Result};

/// A font that the organization uploaded.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct OwnFontJson {
    id: FontId,
    family: String,
    /// 1 to 1000: 400 is regular, 700 is bold.
    weight: u16,
    italic: bool,
    /// Whether its licence allows embedding it in PowerPoint files, which other people edit.
    editable: bool,
    /// The text about the licence in the file; empty when there is none.
    licence: String,
    bytes: u64,
    created_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FontList {
    fonts: Vec<OwnFontJson>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FontAnswer {
    font: OwnFontJson,
}

/// Lists the fonts that the organization uploaded.
pub(crate) async fn list(State(app): State<App>, caller: OrganizationAdministrator) -> Result<Json<FontList>> {
    let fonts = app.service.catalogue.fonts(&caller).await?;
    Ok(Json(FontList { fonts: fonts.into_iter().map(OwnFontJson::from).collect() }))
}

/// Stores a font file, sent as the body itself or as the file of a form.
pub(crate) async fn create(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<FontAnswer>> {
    let file = sent_file(&app, &headers, body, MAX_FONT_FILE, &[]).await?.file;
    let font = app.service.catalogue.add_font(&caller, file).await?;
    Ok(Created(FontAnswer { font: font.into() }))
}

/// Removes a font.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<FontId>,
) -> Result<Json<Deleted>> {
    app.service.catalogue.delete_font(&caller, &id).await?;
    Ok(Json(Deleted::OK))
}

impl From<StoredFont> for OwnFontJson {
    fn from(font: StoredFont) -> Self {
        let StoredFont { id, family, weight, italic, editable, licence, bytes, created_at, .. } = font;
        Self { id, family, weight, italic, editable, licence, bytes, created_at: Iso(created_at) }
    }
}
