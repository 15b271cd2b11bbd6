//! What passes: how often a key called, who is throttled, events on their way to listeners.
//!
//! Kept in memory by this process, but for what keys did, which outlives it. Asynchronous where a server shared by several
//! nodes will have to be asked. Reads no clock: the time is handed in.

mod buckets;
mod journal;
mod tally;
mod topics;
mod windows;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub use self::buckets::Bucket;
use self::buckets::Buckets;
use self::tally::{Did, Tally};
use self::topics::Topics;
pub use self::topics::{Heard, Subscription};
pub use self::windows::Taken;
use self::windows::Windows;
use crate::error::Result;
use crate::records::{Time, Usage};
use crate::store::Store;

/// Milliseconds of a minute.
const MINUTE: Time = 60_000;
/// How often counts are written to storage.
const FLUSH: Duration = Duration::from_secs(3);

/// Shared state, cheap to clone.
#[derive(Debug, Clone)]
pub struct Shared {
    inside: Arc<Inside>,
}

#[derive(Debug)]
struct Inside {
    windows: Windows,
    buckets: Buckets,
    tally: Tally,
    topics: Topics,
}

#[expect(clippy::unused_async, reason = "a server shared by several nodes will have to be asked")]
impl Shared {
    /// Opens shared state; counts that a dead process did not write to storage are made up for.
    pub async fn open(folder: &Path, store: Store) -> Result<Self> {
        let inside = Arc::new(Inside {
            windows: Windows::default(),
            buckets: Buckets::default(),
            tally: Tally::open(&folder.join("usage"), store).await?,
            topics: Topics::default(),
        });
        let flushed = Arc::downgrade(&inside);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(FLUSH).await;
                let Some(inside) = flushed.upgrade() else { return };
                if let Err(error) = inside.tally.flush().await {
                    tracing::warn!("what keys did waits to be written: {error:#}");
                }
            }
        });
        Ok(Self { inside })
    }

    /// Writes down what is still in memory.
    pub async fn close(&self) {
        if let Err(error) = self.inside.tally.flush().await {
            tracing::warn!("what keys did waits for the next start: {error:#}");
        }
    }

    /// Takes one of `limit` calls from the minute of a name, which begins with its first call.
    pub async fn take(&self, name: &str, limit: u64, now: Time) -> Result<Taken> {
        self.take_within(name, limit, MINUTE, now).await
    }

    /// Takes one of `limit` calls from a window of a name, which has a length and begins with its first call.
    pub async fn take_within(&self, name: &str, limit: u64, length: Time, now: Time) -> Result<Taken> {
        Ok(self.inside.windows.take(name, limit, length, now))
    }

    /// How many calls a name took in its window, and when that is over; none when there is no window. Takes nothing.
    pub async fn taken(&self, name: &str, now: Time) -> Result<Option<(u64, Time)>> {
        Ok(self.inside.windows.taken(name, now))
    }

    /// What a key has left of its minute. Nothing is taken.
    pub async fn requests_left(&self, key: &str, limit: u64, now: Time) -> Result<Taken> {
        let (taken, reset_at) = self.inside.windows.taken(key, now).unwrap_or((0, now + MINUTE));
        Ok(Taken { allowed: taken < limit, remaining: limit.saturating_sub(taken), reset_at })
    }

    /// Takes one request from a key's minute, and counts it for the day whether or not there was one left.
    pub async fn take_request(&self, key: &str, limit: u64, now: Time) -> Result<Taken> {
        self.inside.tally.add(key, Did::Request, now)?;
        self.take(key, limit, now).await
    }

    /// Counts an AI call of a key, unless it made as many as it may today; answers whether it did.
    pub async fn take_ai(&self, key: &str, limit: Option<u64>, now: Time) -> Result<bool> {
        self.inside.tally.take(key, Did::Ai, limit, now).await
    }

    /// Counts an export of a key, unless it made as many as it may today; answers whether it did.
    pub async fn take_export(&self, key: &str, limit: Option<u64>, now: Time) -> Result<bool> {
        self.inside.tally.take(key, Did::Export, limit, now).await
    }

    /// What a key did on a day.
    pub async fn today(&self, key: &str, day: i64) -> Result<Usage> {
        let days = self.usage(key, day).await?;
        let none = Usage { day, ..Usage::default() };
        Ok(days.into_iter().find(|usage| usage.day == day).unwrap_or(none))
    }

    /// What a key did from a day on, newest first.
    pub async fn usage(&self, key: &str, since_day: i64) -> Result<Vec<Usage>> {
        self.inside.tally.usage(key, since_day).await
    }

    /// When a key was used last, if this process knows better than storage.
    pub fn last_used(&self, key: &str) -> Option<Time> {
        self.inside.tally.last_used(key)
    }

    /// Spends a token of a bucket. When there is none, answers how many seconds it takes until there is one.
    pub async fn spend_token(&self, name: &str, bucket: Bucket, now: Time) -> Result<Option<u64>> {
        Ok(self.inside.buckets.spend(name, bucket, now))
    }

    /// How many seconds it takes until a bucket has a token; none when it has one. Nothing is spent.
    pub async fn wait_for_token(&self, name: &str, bucket: Bucket, now: Time) -> Result<Option<u64>> {
        Ok(self.inside.buckets.wait(name, bucket, now))
    }

    /// Sends an event to whoever listens to a topic.
    pub async fn publish(&self, topic: &str, event: Arc<str>) -> Result<()> {
        self.inside.topics.publish(topic, event);
        Ok(())
    }

    /// Listens to a topic from now on.
    pub async fn subscribe(&self, topic: &str) -> Result<Subscription> {
        Ok(self.inside.topics.subscribe(topic))
    }
}
