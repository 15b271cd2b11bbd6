//! The audit log, for administrators.

use axum::extract::State;
use serde_json::Value;

use super::administrator::Administrator;
use crate::http::{App, Json, Query, Result};

/// Administrative acts, newest first.
pub(crate) async fn list(State(app): State<App>, caller: Administrator, query: Query) -> Result<Json<Value>> {
    let (limit, offset) = query.page()?;
    Ok(Json(app.service.audit.list(&caller, limit, offset).await?))
}
