//! JSON Schemas of decks and slide types. They need no authentication, and clients may cache them for an hour.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::http::{ApiError, App, Json, Path, Result};

/// Returns the schema of a deck.
pub(crate) async fn deck(State(app): State<App>) -> Result<Response> {
    Ok(cached(app.service.catalogue.deck_schema().await?))
}

/// Returns the schema of a slide type's content, under any spelling of its name.
pub(crate) async fn slide_type(State(app): State<App>, Path(file): Path<String>) -> Result<Response> {
    let name = file.strip_suffix(".json").ok_or(ApiError::NoSuchPath)?;
    Ok(cached(app.service.catalogue.type_schema(name).await?))
}

/// A response with a schema that clients may cache for an hour.
fn cached(schema: Value) -> Response {
    let mut answer = Json(schema).into_response();
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    answer
}
