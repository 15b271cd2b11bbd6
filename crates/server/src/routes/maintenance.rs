//! Maintenance mode. Everybody may read its state; administrators may switch it on and off.

use std::fmt;

use axum::extract::State;
use serde::{Deserialize, Deserializer, Serialize};
use service::{ActiveMaintenance, MaintenanceReason};

use super::administrator::Administrator;
use crate::http::{App, Json, Request, Result};

/// The state of the maintenance switch.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MaintenanceJson {
    active: bool,
    reason: Option<&'static str>,
    retry_after: Option<u64>,
}

/// The state of the maintenance switch and the number of live sessions, for administrators.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MaintenanceOutlook {
    #[serde(flatten)]
    state: MaintenanceJson,
    live_sessions: usize,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetMaintenance {
    active: bool,
    retry_after: Option<Seconds>,
}

/// The number of seconds after which clients should try again, 1 to 86400.
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Seconds(u64);

/// Returns the state.
pub(crate) async fn read(State(app): State<App>) -> Json<MaintenanceJson> {
    Json(state(&app))
}

/// Returns the state for an administrator, with the number of live sessions.
pub(crate) async fn outlook(State(app): State<App>, caller: Administrator) -> Result<Json<MaintenanceOutlook>> {
    let live_sessions = app.service.operations.live_session_count(&caller).await?;
    Ok(Json(MaintenanceOutlook { state: state(&app), live_sessions }))
}

/// Switches maintenance on or off.
pub(crate) async fn set(
    State(app): State<App>,
    caller: Administrator,
    Request(SetMaintenance { active, retry_after }): Request<SetMaintenance>,
) -> Result<Json<MaintenanceJson>> {
    app.service.maintenance.set(&caller, active, retry_after.map(|Seconds(seconds)| seconds)).await?;
    Ok(Json(state(&app)))
}

fn state(app: &App) -> MaintenanceJson {
    let current = app.service.maintenance.current();
    MaintenanceJson {
        active: current.is_some(),
        reason: current.map(|ActiveMaintenance { reason, .. }| match reason {
            MaintenanceReason::Configured => "configured",
            MaintenanceReason::Manual => "manual",
            MaintenanceReason::Shutdown => "shutdown",
        }),
        retry_after: current.map(|current| current.retry_after),
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Visitor;

        impl serde::de::Visitor<'_> for Visitor {
            type Value = Seconds;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a whole number of seconds from 1 to 86400")
            }

            fn visit_u64<E>(self, seconds: u64) -> std::result::Result<Seconds, E> {
                Ok(Seconds(seconds))
            }
        }
        deserializer.deserialize_u64(Visitor)
    }
}
