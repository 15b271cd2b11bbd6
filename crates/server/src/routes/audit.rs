//! The audit log, for administrators.

use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use service::AuditEntry;

use super::administrator::Administrator;
use crate::http::{App, Iso, Json, Pagination, Query, Result};

/// An administrative act. Its details are open: each act has its own.
#[derive(Serialize)]
pub(crate) struct EntryJson {
    id: String,
    at: Iso,
    act: String,
    actor: String,
    door: String,
    address: String,
    subject: String,
    details: Value,
}

#[derive(Serialize)]
pub(crate) struct EntryList {
    entries: Vec<EntryJson>,
    pagination: Pagination,
}

/// Lists administrative acts, newest first.
pub(crate) async fn list(State(app): State<App>, caller: Administrator, query: Query) -> Result<Json<EntryList>> {
    let (limit, offset) = query.page()?;
    let page = app.service.audit.list(&caller, limit, offset).await?;
    let pagination = Pagination::new(page.total, limit, offset);
    Ok(Json(EntryList { entries: page.rows.into_iter().map(EntryJson::from).collect(), pagination }))
}

impl From<AuditEntry> for EntryJson {
    fn from(entry: AuditEntry) -> Self {
        let AuditEntry { id, at, act, actor, door, address, subject, details } = entry;
        Self { id, at: Iso(at), act, actor, door, address, subject, details }
    }
}
