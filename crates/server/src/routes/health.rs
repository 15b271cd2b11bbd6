//! Whether the service works, for whatever watches over it.

use axum::extract::State;
use serde_json::{Value, json};
use service::{Error, iso};

use crate::http::{App, Json, Result};

/// The process lives: it asks nothing of anybody, so that a storage that is away is no reason to start it anew.
pub(crate) async fn alive() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

/// Whether requests should be sent here.
pub(crate) async fn ready(State(app): State<App>) -> Result<Json<Value>> {
    app.service.maintenance.takes_requests().await?;
    Ok(Json(json!({ "status": "ready" })))
}

/// Fine, as long as storage answers.
pub(crate) async fn read(State(app): State<App>) -> Result<Json<Value>> {
    if !app.service.operations.healthy().await {
        return Err(Error::Unavailable("storage does not answer".to_owned()).into());
    }
    let timestamp = iso(app.service.clock.now());
    Ok(Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION"), "timestamp": timestamp })))
}
