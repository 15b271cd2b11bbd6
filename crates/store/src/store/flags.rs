//! Flags: values by name, such as the maintenance switch.

use std::sync::Arc;

use serde_json::Value;

use super::Store;
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::params;
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::records::Change;

const SELECT_ONE: &str = "SELECT value FROM flags WHERE name = $1";
const SET: &str = "INSERT INTO flags (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
const UNSET: &str = "DELETE FROM flags WHERE name = $1";
const INSERT: &str = "INSERT INTO flags (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/// Name of the flag that holds the secret of the instance. Backups do not contain it.
pub(crate) const INSTANCE_SECRET: &str = "instance secret";

impl Store {
    /// The value of a flag; none when it is not set.
    pub async fn flag(&self, name: &str) -> Result<Option<Value>> {
        let epoch = match self.caches().await?.flags.get(name) {
            Ok(value) => return Ok(Option::clone(&value)),
            Err(epoch) => epoch,
        };
        let row = self.row(SELECT_ONE, params![name]).await?;
        let value: Option<Value> = row.map(|mut row| row.json()).transpose()?;
        let caches = &self.inner.feed.caches;
        caches.flags.put(name, Arc::new(value.clone()), 1, epoch);
        Ok(value)
    }

    /// The secret of the instance, which all processes on this storage share. The first call stores `new` as the secret.
    pub async fn instance_secret(&self, new: String) -> Result<String> {
        if let Some(mut row) = self.row(SELECT_ONE, params![INSTANCE_SECRET]).await? {
            return row.json();
        }
        self.write(Value::String(new), |transaction, new| {
            Box::pin(async move {
                transaction.run(INSERT, params![INSTANCE_SECRET, new.to_string()]).await?;
                // Another process may have stored a secret first.
                transaction.row(SELECT_ONE, params![INSTANCE_SECRET]).await?.ok_or(StoreError::Missing)?.json()
            })
        })
        .await
    }

    /// Sets a flag, or removes it.
    pub async fn set_flag(&self, name: &str, value: Option<Value>) -> Result<()> {
        self.write((name.to_owned(), value), |transaction, (name, value)| {
            Box::pin(async move {
                match value {
                    Some(value) => transaction.run(SET, params![name, value.to_string()]).await?,
                    None => transaction.run(UNSET, params![name]).await?,
                };
                transaction.add_effect(WriteEffect {
                    change: Some(Change::Flag { name: name.clone() }),
                    evictions: vec![CacheKey::Flag(name.clone())],
                    ..WriteEffect::default()
                });
                Ok(())
            })
        })
        .await
    }
}
