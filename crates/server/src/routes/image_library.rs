//! The image library of an organization.

use axum::extract::State;
use serde_json::Value;
use service::{Caller, UploadChange, UploadId};

use crate::http::{AnyKey, App, Body, By, Json, Path, Query, Read, Result, Write, text, texts};

/// The library by key, whatever its scopes.
pub(crate) async fn list_by_key(State(app): State<App>, caller: AnyKey, query: Query) -> Result<Json<Value>> {
    found(&app, &caller, &query).await
}

/// The library for the web app.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Json<Value>> {
    found(&app, &caller, &query).await
}

async fn found(app: &App, caller: &Caller, query: &Query) -> Result<Json<Value>> {
    let (limit, offset) = query.page()?;
    let words = query.text("q").unwrap_or_default();
    Ok(Json(app.service.library.list(caller, &words, limit, offset).await?))
}

/// Describes a picture afresh. It is looked for before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<UploadId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.library.listed_image(&caller, &id).await?;
    let body = body.object().await?;
    let change = UploadChange {
        title: text(&body, "title")?.map(str::to_owned),
        alt: text(&body, "alt")?.map(str::to_owned),
        description: text(&body, "description")?.map(str::to_owned),
        tags: texts(&body, "tags")?,
    };
    Ok(Json(app.service.library.update(&caller, &id, change).await?))
}

/// Takes a picture out of the library.
pub(crate) async fn remove(State(app): State<App>, caller: By<Write>, Path(id): Path<UploadId>) -> Result<Json<Value>> {
    Ok(Json(app.service.library.remove(&caller, &id).await?))
}
