//! The audit log, for administrators.

use axum::extract::State;
use deck::Content;
use serde::Serialize;
use serde_json::Value;
use service::{AuditEntry, AuditEntryId};

use super::administrator::Administrator;
use crate::http::{App, Iso, Json, Pagination, Query, Result};

/// An administrative act. The fields of `details` depend on the act.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AuditEntryJson {
    id: AuditEntryId,
    at: Iso,
    act: String,
    /// An e-mail address; empty where no user acted.
    actor: String,
    door: String,
    address: String,
    subject: String,
    details: Content,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EntryList {
    entries: Vec<AuditEntryJson>,
    pagination: Pagination,
}

/// Lists administrative acts, newest first.
pub(crate) async fn list(State(app): State<App>, caller: Administrator, query: Query) -> Result<Json<EntryList>> {
    let (limit, offset) = query.page()?;
    let page = app.service.audit.list(&caller, limit, offset).await?;
    let pagination = Pagination::new(page.total, limit, offset);
    Ok(Json(EntryList { entries: page.rows.into_iter().map(AuditEntryJson::from).collect(), pagination }))
}

impl From<AuditEntry> for AuditEntryJson {
    fn from(entry: AuditEntry) -> Self {
        let AuditEntry { id, at, act, actor, entry_point, address, subject, details } = entry;
        let details = if let Value::Object(details) = details { details } else { Content::new() };
        Self {
            id,
            at: Iso(at),
            act,
            actor: actor.unwrap_or_default(),
            door: entry_point,
            address: address.unwrap_or_default(),
            subject: subject.unwrap_or_default(),
            details,
        }
    }
}
