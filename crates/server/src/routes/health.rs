//! Health checks: whether the process runs, accepts requests and reaches storage.

use axum::extract::State;
use serde_json::{Value, json};
use service::{Error, iso};

use crate::http::{App, Json, Result};

/// Liveness: always succeeds. It checks no dependency, so an outage of storage does not cause a restart.
pub(crate) async fn alive() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

/// Readiness: fails while the node is shutting down, or while storage or shared state does not respond.
pub(crate) async fn ready(State(app): State<App>) -> Result<Json<Value>> {
    app.service.maintenance.check_ready().await?;
    Ok(Json(json!({ "status": "ready" })))
}

/// The health report. Fails when storage does not respond.
pub(crate) async fn read(State(app): State<App>) -> Result<Json<Value>> {
    if !app.service.operations.healthy().await {
        return Err(Error::Unavailable("storage does not answer".to_owned()).into());
    }
    let timestamp = iso(app.service.clock.now());
    Ok(Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION"), "timestamp": timestamp })))
}
