//! API keys and their usage.

use std::sync::Arc;

use super::{Store, webhooks};
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{KeyId, OrganizationId, UserId};
use crate::records::{ApiKey, Time, Usage, WebhookEvent};

macro_rules! columns {
    () => {
        "id, hash, prefix, name, scopes, user_id, organization, created_at, last_used_at, revoked_at, agent"
    };
}
pub(super) use columns as key_columns;

const INSERT: &str = concat!(
    "INSERT INTO keys (",
    columns!(),
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING"
);
const BY_HASH: &str = concat!("SELECT ", columns!(), " FROM keys WHERE hash = $1");
const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM keys WHERE id = $1");
const OF_USER: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM keys WHERE user_id = $1 AND organization = $2 AND agent = 'null' AND (revoked_at IS NULL OR $3 = 1)",
    " ORDER BY created_at DESC, id"
);
const COUNT: &str = "SELECT COUNT(*) FROM keys WHERE user_id = $1 AND agent = 'null' AND revoked_at IS NULL";
const REVOKE: &str = "UPDATE keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING hash";
const REVOKE_ALL: &str = "UPDATE keys SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL RETURNING hash";
const REVOKE_IN_ORGANIZATION: &str = "UPDATE keys SET revoked_at = $2 WHERE user_id = $1 AND organization = $3 \
    AND revoked_at IS NULL RETURNING hash";
const ADD_USAGE: &str = "INSERT INTO usage (key_id, day, requests, ai, exports) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (key_id, day) DO UPDATE SET requests = usage.requests + $3, ai = usage.ai + $4, \
    exports = usage.exports + $5";
const INSERT_FLAG: &str = "INSERT INTO flags (name, value) VALUES ($1, 'true') ON CONFLICT DO NOTHING";
const DELETE_FLAG: &str = "DELETE FROM flags WHERE name = $1";
const SET_LAST_USED: &str =
    "UPDATE keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)";
const USAGE: &str = "SELECT day, requests, ai, exports FROM usage WHERE key_id = $1 AND day >= $2 ORDER BY day DESC";

impl Store {
    /// Creates a key, and stores the event for webhooks. Returns false, and stores nothing, when the account has `max`
    /// keys that are not revoked, counted in all organizations.
    pub async fn create_key(&self, key: ApiKey, event: Option<WebhookEvent>, max: usize) -> Result<bool> {
        self.write((key, event, max), |transaction, (key, event, max)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let count = transaction.row(COUNT, params![&key.user]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *max {
                    return Ok(false);
                }
                insert(transaction, key).await?;
                webhooks::enqueue(transaction, event.as_ref()).await?;
                Ok(true)
            })
        })
        .await
    }

    /// A key by its hash, revoked or not. Its time of last use may lag.
    pub async fn key_by_hash(&self, hash: &str) -> Result<Option<Arc<ApiKey>>> {
        let epoch = match self.caches().await?.keys.get_if(self.has_current_credentials(), hash) {
            Ok(key) => return Ok(Some(key)),
            Err(epoch) => epoch,
        };
        let found = self.row(BY_HASH, params![hash]).await?;
        let found = found.map(|mut row| key(&mut row).map(Arc::new)).transpose()?;
        if let Some(key) = &found {
            self.inner.feed.caches.keys.put(hash, Arc::clone(key), 1, epoch);
        }
        Ok(found)
    }

    /// A key by its id, revoked or not.
    pub async fn key(&self, id: &KeyId) -> Result<Option<Arc<ApiKey>>> {
        self.inner.refresh().await?;
        let found = self.row(SELECT_ONE, params![id]).await?;
        found.map(|mut row| key(&mut row).map(Arc::new)).transpose()
    }

    /// The API keys of a user in an organization, newest first; with `include_revoked` also revoked ones.
    pub async fn keys_of(
        &self,
        user: &UserId,
        organization: &OrganizationId,
        include_revoked: bool,
    ) -> Result<Vec<Arc<ApiKey>>> {
        self.inner.refresh().await?;
        let rows = self.rows(OF_USER, params![user, organization, include_revoked]).await?;
        rows.into_iter().map(|mut row| Ok(Arc::new(key(&mut row)?))).collect()
    }

    /// Revokes a key. Returns false when there is no such key or it is revoked already.
    pub async fn revoke_key(&self, id: &KeyId, at: Time) -> Result<bool> {
        self.write((id.to_owned(), at), |transaction, (id, at)| {
            Box::pin(async move {
                let Some(mut row) = transaction.row(REVOKE, params![id, *at]).await? else {
                    return Ok(false);
                };
                transaction.add_effect(WriteEffect::accounts(vec![CacheKey::Key(row.text()?)]));
                Ok(true)
            })
        })
        .await
    }

    /// Adds usage of keys, with their times of last use.
    pub async fn add_usage(&self, usage: &[(KeyId, Usage, Time)]) -> Result<()> {
        self.write(usage.to_vec(), |transaction, usage| Box::pin(add_usage(transaction, usage))).await
    }

    /// Adds usage of keys, unless it was added under this name before. Names in `obsolete` are deleted, since they will
    /// not be used again.
    pub(crate) async fn add_usage_once(
        &self,
        name: &str,
        obsolete: &[String],
        usage: Vec<(KeyId, Usage, Time)>,
    ) -> Result<()> {
        let input = (name.to_owned(), obsolete.to_vec(), usage);
        self.write(input, |transaction, (name, obsolete, usage)| {
            Box::pin(async move {
                for name in obsolete {
                    transaction.run(DELETE_FLAG, params![name]).await?;
                }
                if transaction.run(INSERT_FLAG, params![name]).await? > 0 {
                    add_usage(transaction, usage).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Usage of a key per day from `since_day` on, newest first.
    pub async fn usage(&self, key: &KeyId, since_day: i64) -> Result<Vec<Usage>> {
        self.inner.refresh().await?;
        let rows = self.rows(USAGE, params![key, since_day]).await?;
        rows.into_iter()
            .map(|mut row| {
                Ok(Usage { day: row.int()?, requests: row.count()?, ai: row.count()?, exports: row.count()? })
            })
            .collect()
    }
}

/// Adds usage of keys, with their times of last use.
async fn add_usage(transaction: &mut Transaction, usage: &[(KeyId, Usage, Time)]) -> Result<()> {
    for (key, day, at) in usage {
        let params = params![key, day.day, day.requests, day.ai, day.exports];
        transaction.run(ADD_USAGE, params).await?;
        transaction.run(SET_LAST_USED, params![key, *at]).await?;
    }
    Ok(())
}

/// Revokes the keys of a user, in one organization or in all. Returns their cache keys.
pub(super) async fn revoke_all(
    transaction: &mut Transaction,
    user: &UserId,
    organization: Option<&OrganizationId>,
    at: Time,
) -> Result<Vec<CacheKey>> {
    let rows = match organization {
        Some(organization) => transaction.rows(REVOKE_IN_ORGANIZATION, params![user, at, organization]).await?,
        None => transaction.rows(REVOKE_ALL, params![user, at]).await?,
    };
    rows.into_iter().map(|mut row| Ok(CacheKey::Key(row.text()?))).collect()
}

/// Inserts a key, of a program or of a connected agent.
pub(super) async fn insert(transaction: &mut Transaction, key: &ApiKey) -> Result<()> {
    let params = params![
        &key.id,
        &key.hash,
        &key.prefix,
        &key.name,
        serde_json::to_string(&key.scopes)?,
        &key.user,
        &key.organization,
        key.created_at,
        key.last_used_at,
        key.revoked_at,
        serde_json::to_string(&key.agent)?,
    ];
    if transaction.run(INSERT, params).await? == 0 {
        return Err(StoreError::Taken(key.id.to_string()));
    }
    transaction.add_effect(WriteEffect::accounts(vec![CacheKey::Key(key.hash.clone())]));
    Ok(())
}

pub(super) fn key(row: &mut Row) -> Result<ApiKey> {
    Ok(ApiKey {
        id: row.id()?,
        hash: row.text()?,
        prefix: row.text()?,
        name: row.text()?,
        scopes: row.json()?,
        user: row.id()?,
        organization: row.id()?,
        created_at: row.int()?,
        last_used_at: row.maybe_int()?,
        revoked_at: row.maybe_int()?,
        agent: row.json()?,
    })
}
