//! Named values, such as the maintenance switch.

use std::sync::Arc;

use serde_json::Value;

use super::Store;
use crate::cache::Held;
use crate::engine::cells;
use crate::error::Result;
use crate::feed::Touch;
use crate::records::Change;

const ONE: &str = "SELECT value FROM flags WHERE name = $1";
const SET: &str = "INSERT INTO flags (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
const UNSET: &str = "DELETE FROM flags WHERE name = $1";

impl Store {
    /// A named value.
    pub async fn flag(&self, name: &str) -> Result<Option<Value>> {
        let ticket = match self.caches().await?.flags.get(name) {
            Ok(value) => return Ok(Option::clone(&value)),
            Err(ticket) => ticket,
        };
        let row = self.row(ONE, cells![name]).await?;
        let value: Option<Value> = row.map(|mut row| row.json()).transpose()?;
        let caches = &self.inside.feed.caches;
        caches.flags.put(name, Arc::new(value.clone()), 1, ticket);
        Ok(value)
    }

    /// Sets a named value, or removes it.
    pub async fn set_flag(&self, name: &str, value: Option<Value>) -> Result<()> {
        self.write((name.to_owned(), value), |transaction, (name, value)| {
            Box::pin(async move {
                match value {
                    Some(value) => transaction.run(SET, cells![name, value.to_string()]).await?,
                    None => transaction.run(UNSET, cells![name]).await?,
                };
                transaction.touch(Touch {
                    change: Some(Change::Flag { name: name.clone() }),
                    drops: vec![Held::Flag(name.clone())],
                });
                Ok(())
            })
        })
        .await
    }
}
