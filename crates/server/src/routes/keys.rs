//! The caller's own API keys and their usage. Only a session can manage keys.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service::{ApiKey, KeyId, Scope, Tier, Usage, iso_day};

use crate::http::{App, Created, Fixed, Iso, Json, Path, Query, Request, Result, Session, text_list};

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CreateKey {
    name: String,
    #[serde(deserialize_with = "text_list")]
    scopes: Vec<String>,
}

/// A new key. Only this response contains it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewApiKey {
    key: String,
    id: KeyId,
    name: String,
    prefix: String,
    scopes: Vec<String>,
    tier: Tier,
    created_at: Iso,
}

/// A key in a list, without the key itself.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ApiKeyJson {
    id: KeyId,
    name: String,
    prefix: String,
    scopes: Vec<String>,
    tier: Tier,
    owner_email: String,
    last_used_at: Option<Iso>,
    revoked_at: Option<Iso>,
    created_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyList {
    keys: Vec<ApiKeyJson>,
    available_scopes: [Scope; 6],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RevokedKey {
    revoked: Fixed<true>,
    id: KeyId,
    revoked_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct UsedKey {
    id: KeyId,
    name: String,
    prefix: String,
    tier: Tier,
}

/// How often a key was used.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct UsageCounts {
    #[serde(rename = "requestCount")]
    requests: u64,
    #[serde(rename = "aiRequestCount")]
    ai: u64,
    #[serde(rename = "exportCount")]
    exports: u64,
}

/// The usage of one day.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DailyUsage {
    /// A day in UTC, `2026-01-31`.
    date: String,
    #[serde(flatten)]
    counts: UsageCounts,
}

/// The usage of a key by day.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ApiKeyUsage {
    key: UsedKey,
    today: UsageCounts,
    totals: UsageCounts,
    /// Days without a request are left out.
    history: Vec<DailyUsage>,
    days: usize,
}

/// Lists the caller's keys, with revoked ones when `includeRevoked` is `true`.
pub(crate) async fn list(State(app): State<App>, caller: Session, query: Query) -> Result<Json<KeyList>> {
    let include_revoked = query.text("includeRevoked").as_deref() == Some("true");
    let keys = app.service.accounts.keys(&caller, include_revoked).await?;
    let key_json = |key: ApiKey| ApiKeyJson {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        scopes: key.scopes,
        tier: caller.user.tier,
        owner_email: caller.email().to_owned(),
        last_used_at: key.last_used_at.map(Iso),
        revoked_at: key.revoked_at.map(Iso),
        created_at: Iso(key.created_at),
    };
    Ok(Json(KeyList { keys: keys.into_iter().map(key_json).collect(), available_scopes: Scope::ALL }))
}

/// Creates a key.
pub(crate) async fn create(
    State(app): State<App>,
    caller: Session,
    Request(CreateKey { name, scopes }): Request<CreateKey>,
) -> Result<Created<NewApiKey>> {
    let created = app.service.accounts.create_key(&caller, &name, &scopes).await?;
    Ok(Created(NewApiKey {
        key: created.token,
        id: created.key.id,
        name: created.key.name,
        prefix: created.key.prefix,
        scopes: created.key.scopes,
        tier: caller.user.tier,
        created_at: Iso(created.key.created_at),
    }))
}

/// Revokes a key at once.
pub(crate) async fn revoke(State(app): State<App>, caller: Session, Path(id): Path<KeyId>) -> Result<Json<RevokedKey>> {
    let revoked_at = Iso(app.service.accounts.revoke_key(&caller, &id).await?);
    Ok(Json(RevokedKey { revoked: Fixed, id, revoked_at }))
}

/// Returns the usage of a key by day.
pub(crate) async fn usage(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<KeyId>,
    query: Query,
) -> Result<Json<ApiKeyUsage>> {
    let days = query.number("days", 1..=90, 30)?;
    let used = app.service.accounts.key_usage(&caller, &id, i64::try_from(days).unwrap_or(30)).await?;
    let day = |usage: &Usage| DailyUsage { date: iso_day(usage.day), counts: UsageCounts::from(*usage) };
    Ok(Json(ApiKeyUsage {
        key: UsedKey {
            id: used.key.id.clone(),
            name: used.key.name.clone(),
            prefix: used.key.prefix.clone(),
            tier: caller.user.tier,
        },
        today: UsageCounts::from(used.today),
        totals: UsageCounts::from(used.totals),
        history: used.history.iter().map(day).collect(),
        days,
    }))
}

impl From<Usage> for UsageCounts {
    fn from(usage: Usage) -> Self {
        Self { requests: usage.requests, ai: usage.ai, exports: usage.exports }
    }
}
