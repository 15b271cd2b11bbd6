//! Whether the service works, for whatever watches over it.

use axum::extract::State;
use serde_json::{Value, json};
use service::{Error, iso};

use crate::http::{App, Json, Result};

/// Fine, as long as storage answers.
pub(crate) async fn read(State(app): State<App>) -> Result<Json<Value>> {
    if !app.service.healthy().await {
        return Err(Error::Unavailable.into());
    }
    let timestamp = iso(app.service.clock().now());
    Ok(Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION"), "timestamp": timestamp })))
}
