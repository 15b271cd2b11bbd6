//! The icons that slides can show.

use axum::extract::State;
use serde::Serialize;
use service::Icon;

use crate::http::{App, By, Json, Query, Read, Result};

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct IconJson {
    name: &'static str,
    path: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct IconList {
    icons: Vec<IconJson>,
    total: usize,
}

/// Lists icons whose names match the words of `q`.
pub(crate) async fn list(State(app): State<App>, _caller: By<Read>, query: Query) -> Result<Json<IconList>> {
    let search = query.text("q");
    let (limit, offset) = (query.number("limit", 1..=500, 60)?, query.number("offset", 0..=100_000, 0)?);
    let (icons, total) = app.service.catalogue.icons(search.as_deref().unwrap_or_default(), (limit, offset));
    let icon_json = |Icon { name, path }| IconJson { name, path };
    Ok(Json(IconList { icons: icons.into_iter().map(icon_json).collect(), total }))
}
