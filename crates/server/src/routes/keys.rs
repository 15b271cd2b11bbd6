//! The caller's own API keys and what they did. No key manages keys.

use axum::extract::State;
use serde_json::Value;
use service::KeyId;

use crate::http::{ApiError, App, Created, Json, JsonBody, Path, Query, Result, Session, needed_text, texts};

/// The caller's keys, revoked ones on demand.
pub(crate) async fn list(State(app): State<App>, caller: Session, query: Query) -> Result<Json<Value>> {
    let revoked_too = query.text("includeRevoked").as_deref() == Some("true");
    Ok(Json(app.service.accounts.keys(&caller, revoked_too).await?))
}

/// Makes a key and shows it, this once.
pub(crate) async fn create(
    State(app): State<App>,
    caller: Session,
    JsonBody(body): JsonBody,
) -> Result<Created<Value>> {
    let scopes = texts(&body, "scopes")?.ok_or_else(|| ApiError::invalid("`scopes` is required"))?;
    Ok(Created(app.service.accounts.create_key(&caller, needed_text(&body, "name")?, &scopes).await?))
}

/// Revokes a key at once.
pub(crate) async fn revoke(State(app): State<App>, caller: Session, Path(id): Path<KeyId>) -> Result<Json<Value>> {
    Ok(Json(app.service.accounts.revoke_key(&caller, &id).await?))
}

/// What a key did, day by day.
pub(crate) async fn usage(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<KeyId>,
    query: Query,
) -> Result<Json<Value>> {
    let days = query.number("days", 1..=90, 30)?;
    Ok(Json(app.service.accounts.key_usage(&caller, &id, i64::try_from(days).unwrap_or(30)).await?))
}
