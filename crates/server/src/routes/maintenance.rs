//! The maintenance switch: anybody sees it, administrators turn it.

use axum::extract::State;
use serde_json::{Value, json};

use super::administrator::Administrator;
use crate::http::{ApiError, App, Json, JsonBody, Result, flag};

/// Whether writing waits, and for how long.
pub(crate) async fn read(State(app): State<App>) -> Json<Value> {
    Json(app.service.maintenance.view())
}

/// The same for an administrator, with how many talks are live.
pub(crate) async fn outlook(State(app): State<App>, caller: Administrator) -> Result<Json<Value>> {
    let live = app.service.operations.live_session_count(&caller).await?;
    let mut view = app.service.maintenance.view();
    view["liveSessions"] = json!(live);
    Ok(Json(view))
}

/// Switches maintenance on or off.
pub(crate) async fn set(
    State(app): State<App>,
    caller: Administrator,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>> {
    let active = flag(&body, "active")?.ok_or_else(|| ApiError::invalid("`active` is required"))?;
    let retry_after = match body.get("retryAfter").filter(|value| !value.is_null()) {
        None => None,
        Some(value) => {
            let wrong = || ApiError::invalid("`retryAfter` is a whole number of seconds from 1 to 86400");
            Some(value.as_u64().ok_or_else(wrong)?)
        }
    };
    Ok(Json(app.service.maintenance.set(&caller, active, retry_after).await?))
}
