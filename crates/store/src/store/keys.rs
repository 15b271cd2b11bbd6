//! API keys and what they did.

use std::sync::Arc;

use super::Store;
use crate::StoreError;
use crate::cache::Held;
use crate::engine::{Row, Transaction, cells};
use crate::error::Result;
use crate::feed::Touch;
use crate::ids::{KeyId, OrganizationId, UserId};
use crate::records::{ApiKey, Time, Usage};

macro_rules! columns {
    () => {
        "id, hash, prefix, name, scopes, user_id, organization, created_at, last_used_at, revoked_at"
    };
}

const INSERT: &str = concat!(
    "INSERT INTO keys (",
    columns!(),
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING"
);
const BY_HASH: &str = concat!("SELECT ", columns!(), " FROM keys WHERE hash = $1");
const ONE: &str = concat!("SELECT ", columns!(), " FROM keys WHERE id = $1");
const OF_USER: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM keys WHERE user_id = $1 AND organization = $2 AND (revoked_at IS NULL OR $3 = 1)",
    " ORDER BY created_at DESC, id"
);
const REVOKE: &str = "UPDATE keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING hash";
const REVOKE_ALL: &str = "UPDATE keys SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL RETURNING hash";
const REVOKE_THERE: &str = "UPDATE keys SET revoked_at = $2 WHERE user_id = $1 AND organization = $3 \
    AND revoked_at IS NULL RETURNING hash";
const ADD: &str = "INSERT INTO usage (key_id, day, requests, ai, exports) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (key_id, day) DO UPDATE SET requests = usage.requests + $3, ai = usage.ai + $4, \
    exports = usage.exports + $5";
const REMEMBER: &str = "INSERT INTO flags (name, value) VALUES ($1, 'true') ON CONFLICT DO NOTHING";
const FORGET: &str = "DELETE FROM flags WHERE name = $1";
const USED: &str = "UPDATE keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)";
const DAYS: &str = "SELECT day, requests, ai, exports FROM usage WHERE key_id = $1 AND day >= $2 ORDER BY day DESC";

impl Store {
    /// A new key.
    pub async fn create_key(&self, key: ApiKey) -> Result<()> {
        self.write(key, |transaction, key| {
            Box::pin(async move {
                let cells = cells![
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
                ];
                if transaction.run(INSERT, cells).await? == 0 {
                    return Err(StoreError::Taken(key.id.to_string()));
                }
                transaction.touch(Touch::accounts(vec![Held::Key(key.hash.clone())]));
                Ok(())
            })
        })
        .await
    }

    /// A key by its hash, also a revoked one. When it was used last may lag.
    pub async fn key_by_hash(&self, hash: &str) -> Result<Option<Arc<ApiKey>>> {
        let ticket = match self.caches().await?.keys.get(hash) {
            Ok(key) => return Ok(Some(key)),
            Err(ticket) => ticket,
        };
        let found = self.row(BY_HASH, cells![hash]).await?;
        let found = found.map(|mut row| key(&mut row).map(Arc::new)).transpose()?;
        if let Some(key) = &found {
            self.inside.feed.caches.keys.put(hash, Arc::clone(key), 1, ticket);
        }
        Ok(found)
    }

    /// A key by its id, also a revoked one.
    pub async fn key(&self, id: &KeyId) -> Result<Option<Arc<ApiKey>>> {
        self.inside.freshen().await?;
        let found = self.row(ONE, cells![id]).await?;
        found.map(|mut row| key(&mut row).map(Arc::new)).transpose()
    }

    /// A user's keys in an organization, newest first.
    pub async fn keys_of(
        &self,
        user: &UserId,
        organization: &OrganizationId,
        revoked_too: bool,
    ) -> Result<Vec<Arc<ApiKey>>> {
        self.inside.freshen().await?;
        let rows = self.rows(OF_USER, cells![user, organization, revoked_too]).await?;
        rows.into_iter().map(|mut row| Ok(Arc::new(key(&mut row)?))).collect()
    }

    /// False when unknown or revoked already.
    pub async fn revoke_key(&self, id: &KeyId, at: Time) -> Result<bool> {
        self.write((id.to_owned(), at), |transaction, (id, at)| {
            Box::pin(async move {
                let Some(mut row) = transaction.row(REVOKE, cells![id, *at]).await? else {
                    return Ok(false);
                };
                transaction.touch(Touch::accounts(vec![Held::Key(row.text()?)]));
                Ok(true)
            })
        })
        .await
    }

    /// Adds to what keys did on a day, and notes when they were used last.
    pub async fn add_usage(&self, usage: &[(KeyId, Usage, Time)]) -> Result<()> {
        self.write(usage.to_vec(), |transaction, usage| Box::pin(add(transaction, usage))).await
    }

    /// The same, unless it was done under this name before; names in `gone` will not be used again.
    pub(crate) async fn add_usage_once(
        &self,
        name: &str,
        gone: &[String],
        usage: Vec<(KeyId, Usage, Time)>,
    ) -> Result<()> {
        let given = (name.to_owned(), gone.to_vec(), usage);
        self.write(given, |transaction, (name, gone, usage)| {
            Box::pin(async move {
                for name in gone {
                    transaction.run(FORGET, cells![name]).await?;
                }
                if transaction.run(REMEMBER, cells![name]).await? > 0 {
                    add(transaction, usage).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Days from `since` on, newest first.
    pub async fn usage(&self, key: &KeyId, since_day: i64) -> Result<Vec<Usage>> {
        self.inside.freshen().await?;
        let rows = self.rows(DAYS, cells![key, since_day]).await?;
        rows.into_iter()
            .map(|mut row| {
                Ok(Usage { day: row.int()?, requests: row.count()?, ai: row.count()?, exports: row.count()? })
            })
            .collect()
    }
}

async fn add(transaction: &mut Transaction, usage: &[(KeyId, Usage, Time)]) -> Result<()> {
    for (key, did, at) in usage {
        let cells = cells![key, did.day, did.requests, did.ai, did.exports];
        transaction.run(ADD, cells).await?;
        transaction.run(USED, cells![key, *at]).await?;
    }
    Ok(())
}

/// Revokes the keys of a user, of one organization or of all; answers which ones.
pub(super) async fn revoke_all(
    transaction: &mut Transaction,
    user: &UserId,
    organization: Option<&OrganizationId>,
    at: Time,
) -> Result<Vec<Held>> {
    let rows = match organization {
        Some(organization) => transaction.rows(REVOKE_THERE, cells![user, at, organization]).await?,
        None => transaction.rows(REVOKE_ALL, cells![user, at]).await?,
    };
    rows.into_iter().map(|mut row| Ok(Held::Key(row.text()?))).collect()
}

fn key(row: &mut Row) -> Result<ApiKey> {
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
    })
}
