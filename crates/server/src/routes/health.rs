//! Health checks: whether the process runs, accepts requests and reaches storage.

use axum::extract::State;
use serde::Serialize;
use service::Error;

use crate::http::{App, Iso, Json, Result};

/// The response of a check that succeeds.
#[derive(Serialize)]
pub(crate) struct CheckJson {
    status: &'static str,
}

/// The health report.
#[derive(Serialize)]
pub(crate) struct HealthJson {
    status: &'static str,
    version: &'static str,
    timestamp: Iso,
}

/// Liveness: always succeeds. It checks no dependency, so an outage of storage does not cause a restart.
pub(crate) async fn alive() -> Json<CheckJson> {
    Json(CheckJson { status: "ok" })
}

/// Readiness: fails while the node is shutting down, or while storage or shared state does not respond.
pub(crate) async fn ready(State(app): State<App>) -> Result<Json<CheckJson>> {
    app.service.maintenance.check_ready().await?;
    Ok(Json(CheckJson { status: "ready" }))
}

/// The health report. Fails when storage does not respond.
pub(crate) async fn read(State(app): State<App>) -> Result<Json<HealthJson>> {
    if !app.service.operations.healthy().await {
        return Err(Error::Unavailable("storage does not answer".to_owned()).into());
    }
    let timestamp = Iso(app.service.clock.now());
    Ok(Json(HealthJson { status: "ok", version: env!("CARGO_PKG_VERSION"), timestamp }))
}
