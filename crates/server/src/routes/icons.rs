//! The icons that slides can show.

use axum::extract::State;
use serde_json::{Value, json};

use crate::http::{App, By, Json, Query, Read, Result};

/// Icons by their names.
pub(crate) async fn list(State(app): State<App>, _caller: By<Read>, query: Query) -> Result<Json<Value>> {
    let text = query.text("q");
    let (limit, offset) = (query.number("limit", 1..=500, 60)?, query.number("offset", 0..=100_000, 0)?);
    let (icons, total) = app.service.catalogue.icons(text.as_deref().unwrap_or_default(), (limit, offset));
    Ok(Json(json!({ "icons": icons, "total": total })))
}
