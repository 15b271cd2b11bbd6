//! Ephemeral state that nodes share: rate limits, usage counters, topics, texts and leases.
//!
//! The state is in the memory of this process, or on a Redis that several nodes share; callers do not know which. Usage
//! of keys is persisted. The module reads no clock: the time is an argument.

mod buckets;
mod redis;
mod texts;
mod topics;
mod usage_counter;
mod usage_journal;
mod windows;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use self::buckets::Buckets;
pub use self::buckets::TokenBucket;
pub use self::redis::JournalEntries;
use self::redis::{LEASE_RENEWAL, Redis};
use self::texts::Texts;
use self::topics::Topics;
pub use self::topics::{Received, Subscription};
use self::usage_counter::{UsageCounter, UsageKind};
pub use self::windows::RateLimitStatus;
use self::windows::Windows;
use crate::error::Result;
use crate::ids::KeyId;
use crate::records::{Time, Usage};
use crate::store::Store;

/// Milliseconds of a minute.
const MINUTE: Time = 60_000;
/// Milliseconds of a day.
const DAY: Time = 86_400_000;
/// How often usage is written to storage.
const FLUSH_INTERVAL: Duration = Duration::from_secs(3);

/// Ephemeral shared state. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Shared {
    inner: Arc<SharedInner>,
}

#[derive(Debug)]
struct SharedInner {
    backend: EphemeralBackend,
    usage: UsageCounter,
}

/// Where ephemeral state is.
#[derive(Debug)]
enum EphemeralBackend {
    /// In the memory of this process.
    Memory { windows: Windows, buckets: Buckets, topics: Topics, texts: Texts },
    /// On a Redis that all nodes share.
    Redis(Box<Redis>),
}

impl Shared {
    /// Opens shared state, on a Redis when its address is given. Usage that dead processes left in their journals is
    /// written to storage.
    ///
    /// # Errors
    /// Fails when the journal of usage cannot be written, or Redis does not respond for a few seconds.
    pub fn open<'a>(folder: &'a Path, store: Store, redis: Option<&'a str>) -> BoxFuture<'a, Result<Self>> {
        Box::pin(Self::open_unboxed(folder, store, redis))
    }

    async fn open_unboxed(folder: &Path, store: Store, redis: Option<&str>) -> Result<Self> {
        let backend = match redis {
            Some(url) => EphemeralBackend::Redis(Box::new(Redis::open(url).await?)),
            None => EphemeralBackend::Memory {
                windows: Windows::default(),
                buckets: Buckets::default(),
                topics: Topics::default(),
                texts: Texts::default(),
            },
        };
        let inner = Arc::new(SharedInner { backend, usage: UsageCounter::open(&folder.join("usage"), store).await? });
        let weak = Arc::downgrade(&inner);
        crate::tasks::spawn(async move {
            loop {
                tokio::time::sleep(FLUSH_INTERVAL).await;
                let Some(inner) = weak.upgrade() else { return };
                if let Err(error) = inner.usage.flush().await {
                    tracing::warn!("usage of keys is not written to storage yet: {error:#}");
                }
            }
        });
        Ok(Self { inner })
    }

    /// Writes pending usage to storage.
    pub async fn close(&self) {
        if let Err(error) = self.inner.usage.flush().await {
            tracing::warn!("usage of keys is written to storage at the next start: {error:#}");
        }
    }

    /// Whether Redis responds; always true in a single process.
    pub async fn is_reachable(&self) -> bool {
        match &self.inner.backend {
            EphemeralBackend::Memory { .. } => true,
            EphemeralBackend::Redis(redis) => redis.is_reachable().await,
        }
    }

    /// Counts a call under a name, unless `limit` calls were counted under it within a minute. The minute begins with
    /// the first call.
    pub async fn take(&self, name: &str, limit: u64, now: Time) -> Result<RateLimitStatus> {
        self.take_within(name, limit, MINUTE, now).await
    }

    /// Counts a call under a name, unless `limit` calls were counted under it within a window of `length` milliseconds.
    /// The window begins with the first call.
    pub async fn take_within(&self, name: &str, limit: u64, length: Time, now: Time) -> Result<RateLimitStatus> {
        Ok(match &self.inner.backend {
            EphemeralBackend::Memory { windows, .. } => windows.take(name, limit, length, now),
            EphemeralBackend::Redis(redis) => redis.take(name, limit, length, now).await,
        })
    }

    /// The number of calls of a name in its window, and when the window ends; none when there is no window.
    pub async fn window_usage(&self, name: &str, now: Time) -> Result<Option<(u64, Time)>> {
        Ok(match &self.inner.backend {
            EphemeralBackend::Memory { windows, .. } => windows.usage(name, now),
            EphemeralBackend::Redis(redis) => redis.window_usage(name, now).await,
        })
    }

    /// The rate limit of a key, without counting a call.
    pub async fn requests_left(&self, key: &KeyId, limit: u64, now: Time) -> Result<RateLimitStatus> {
        let (calls, reset_at) = self.window_usage(key, now).await?.unwrap_or((0, now + MINUTE));
        Ok(RateLimitStatus { allowed: calls < limit, remaining: limit.saturating_sub(calls), reset_at })
    }

    /// Counts a request of a key against its limit per minute. The request is added to the usage of the day, whether or
    /// not it is allowed.
    pub async fn take_request(&self, key: &KeyId, limit: u64, now: Time) -> Result<RateLimitStatus> {
        self.inner.usage.add(key, UsageKind::Request, now)?;
        self.take(key, limit, now).await
    }

    /// Counts an AI call of a key, unless it has reached the limit of the day. Returns whether it was counted.
    pub async fn take_ai(&self, key: &KeyId, limit: Option<u64>, now: Time) -> Result<bool> {
        self.take_daily(key, UsageKind::Ai, limit, now).await
    }

    /// Counts an export of a key, unless it has reached the limit of the day. Returns whether it was counted.
    pub async fn take_export(&self, key: &KeyId, limit: Option<u64>, now: Time) -> Result<bool> {
        self.take_daily(key, UsageKind::Export, limit, now).await
    }

    /// Counts a call against the limit of the day; with Redis, the calls on all nodes count.
    async fn take_daily(&self, key: &KeyId, kind: UsageKind, limit: Option<u64>, now: Time) -> Result<bool> {
        let usage = &self.inner.usage;
        if let (EphemeralBackend::Redis(redis), Some(limit)) = (&self.inner.backend, limit) {
            let day = now.div_euclid(DAY);
            let name = format!("{key}:{day}:{}", kind.letter());
            let known = || async { Ok(kind.count_in(&self.usage_on(key, day).await?)) };
            match redis.count(&name, limit, known).await {
                Ok(true) => {
                    usage.add(key, kind, now)?;
                    return Ok(true);
                }
                Ok(false) => return Ok(false),
                // Without Redis, the usage in storage and on this node is compared with the limit.
                Err(_) => {}
            }
        }
        usage.take(key, kind, limit, now).await
    }

    /// Usage of a key on a day.
    pub async fn usage_on(&self, key: &KeyId, day: i64) -> Result<Usage> {
        let days = self.usage(key, day).await?;
        let none = Usage { day, ..Usage::default() };
        Ok(days.into_iter().find(|usage| usage.day == day).unwrap_or(none))
    }

    /// Usage of a key per day from `since_day` on, newest first.
    pub async fn usage(&self, key: &KeyId, since_day: i64) -> Result<Vec<Usage>> {
        self.inner.usage.usage(key, since_day).await
    }

    /// When a key was last used, if this process has the time in memory; none when only storage has it.
    pub fn last_used(&self, key: &KeyId) -> Option<Time> {
        self.inner.usage.last_used(key)
    }

    /// Takes a token from a bucket. When there is none, returns the seconds until there is one.
    pub async fn spend_token(&self, name: &str, bucket: TokenBucket, now: Time) -> Result<Option<u64>> {
        Ok(match &self.inner.backend {
            EphemeralBackend::Memory { buckets, .. } => buckets.spend(name, bucket, now),
            EphemeralBackend::Redis(redis) => redis.spend(name, bucket, now, true).await,
        })
    }

    /// The seconds until a bucket has a token; none when it has one. Takes no token.
    pub async fn wait_for_token(&self, name: &str, bucket: TokenBucket, now: Time) -> Result<Option<u64>> {
        Ok(match &self.inner.backend {
            EphemeralBackend::Memory { buckets, .. } => buckets.wait(name, bucket, now),
            EphemeralBackend::Redis(redis) => redis.spend(name, bucket, now, false).await,
        })
    }

    /// Publishes an event to the subscribers of a topic on all nodes.
    pub async fn publish(&self, topic: &str, event: Arc<str>) -> Result<()> {
        match &self.inner.backend {
            EphemeralBackend::Memory { topics, .. } => topics.publish(topic, event),
            EphemeralBackend::Redis(redis) => redis.publish(topic, event).await,
        }
        Ok(())
    }

    /// Subscribes to a topic from now on.
    pub async fn subscribe(&self, topic: &str) -> Result<Subscription> {
        Ok(match &self.inner.backend {
            EphemeralBackend::Memory { topics, .. } => topics.subscribe(topic),
            EphemeralBackend::Redis(redis) => redis.subscribe(topic).await,
        })
    }

    /// Stores an ephemeral text, which all nodes can read. It expires when it is not read for `lifetime` milliseconds.
    /// When a family has too many, one of those that share the most frequent text is removed: the one that was not used
    /// for longest.
    ///
    /// # Errors
    /// Fails when Redis does not respond.
    pub async fn put_text(&self, family: &str, name: &str, text: &str, lifetime: Time, now: Time) -> Result<()> {
        match &self.inner.backend {
            EphemeralBackend::Memory { texts, .. } => texts.put(family, name, text, lifetime, now),
            EphemeralBackend::Redis(redis) => redis.put_text(family, name, text, lifetime).await?,
        }
        Ok(())
    }

    /// An ephemeral text; none when there is no such text or it expired. The lifetime of the text starts again.
    ///
    /// # Errors
    /// Fails when Redis does not respond.
    pub async fn text(&self, family: &str, name: &str, now: Time) -> Result<Option<String>> {
        match &self.inner.backend {
            EphemeralBackend::Memory { texts, .. } => Ok(texts.get(family, name, now)),
            EphemeralBackend::Redis(redis) => redis.text(family, name).await,
        }
    }

    /// Removes an ephemeral text and returns whether it existed. Of several callers that remove the same text, one
    /// receives true.
    ///
    /// # Errors
    /// Fails when Redis does not respond.
    pub async fn remove_text(&self, family: &str, name: &str) -> Result<bool> {
        match &self.inner.backend {
            EphemeralBackend::Memory { texts, .. } => Ok(texts.remove(family, name)),
            EphemeralBackend::Redis(redis) => redis.remove_text(family, name).await,
        }
    }

    /// The names and texts of a family.
    ///
    /// # Errors
    /// Fails when Redis does not respond.
    pub async fn texts(&self, family: &str, now: Time) -> Result<Vec<(String, String)>> {
        match &self.inner.backend {
            EphemeralBackend::Memory { texts, .. } => Ok(texts.all(family, now)),
            EphemeralBackend::Redis(redis) => redis.texts(family).await,
        }
    }

    /// Deletes the journal of a name, so that the next node that acquires its lease starts from storage.
    ///
    /// # Errors
    /// Fails when Redis does not respond.
    pub async fn clear_journal(&self, name: &str) -> Result<()> {
        match &self.inner.backend {
            EphemeralBackend::Memory { .. } => Ok(()),
            EphemeralBackend::Redis(redis) => redis.clear_journal(name).await,
        }
    }

    /// Publishes an event to the subscribers of a topic on this node.
    pub fn publish_locally(&self, topic: &str, event: Arc<str>) {
        match &self.inner.backend {
            EphemeralBackend::Memory { topics, .. } => topics.publish(topic, event),
            EphemeralBackend::Redis(redis) => redis.publish_locally(topic, event),
        }
    }

    /// Reports to the subscribers on this node of all topics with a prefix that they may have missed events.
    pub fn report_gap_locally(&self, prefix: &str) {
        let topics = match &self.inner.backend {
            EphemeralBackend::Memory { topics, .. } => topics,
            EphemeralBackend::Redis(redis) => redis.topics(),
        };
        for topic in topics.subscribed().iter().filter(|topic| topic.starts_with(prefix)) {
            topics.report_gap(topic);
        }
    }

    /// Subscribes to events that are published to a topic on this node.
    pub fn subscribe_locally(&self, topic: &str) -> Subscription {
        match &self.inner.backend {
            EphemeralBackend::Memory { topics, .. } => topics.subscribe(topic),
            EphemeralBackend::Redis(redis) => redis.subscribe_locally(topic),
        }
    }

    /// Whether other nodes may share this state.
    pub fn has_other_nodes(&self) -> bool {
        matches!(self.inner.backend, EphemeralBackend::Redis(_))
    }

    /// Acquires the lease of a name among all nodes, and returns the entries of its journal after a number. They are
    /// not complete when the last holder did not release its lease. In a single process there is no lease and no
    /// journal.
    ///
    /// # Errors
    /// Fails when Redis does not respond; `Held` when another node does not release the lease in time.
    pub async fn acquire_lease(&self, name: &str, after: u64) -> Result<(Option<Lease>, JournalEntries)> {
        let EphemeralBackend::Redis(redis) = &self.inner.backend else {
            return Ok((None, JournalEntries { entries: Vec::new(), complete: true }));
        };
        let (token, entries) = redis.acquire_lease(name, after).await?;
        let renewal = crate::tasks::spawn(renew(self.clone(), name.to_owned(), token.clone())).abort_handle();
        Ok((Some(Lease { shared: self.clone(), name: name.to_owned(), token: Some(token), renewal }), entries))
    }

    /// The entries of the journal of a name after a number.
    ///
    /// # Errors
    /// Fails when Redis does not respond.
    pub async fn journal_entries(&self, name: &str, after: u64) -> Result<JournalEntries> {
        match &self.inner.backend {
            EphemeralBackend::Memory { .. } => Ok(JournalEntries { entries: Vec::new(), complete: true }),
            EphemeralBackend::Redis(redis) => redis.journal_entries(name, after).await,
        }
    }
}

/// The exclusive right of this node to append to the journal of a name. The lease is renewed while this process runs,
/// and expires two seconds after the process was killed. A lease that is dropped is released without an entry.
#[derive(Debug)]
pub struct Lease {
    shared: Shared,
    name: String,
    token: Option<String>,
    renewal: tokio::task::AbortHandle,
}

/// Renews a lease until the task is aborted.
async fn renew(shared: Shared, name: String, token: String) {
    loop {
        tokio::time::sleep(LEASE_RENEWAL).await;
        if let EphemeralBackend::Redis(redis) = &shared.inner.backend {
            // A lease outlives several attempts, so one that fails does no harm.
            let _ = redis.renew(&name, &token).await;
        }
    }
}

impl Lease {
    /// Appends an entry to the journal, publishes it to the topic of the same name, and releases the lease.
    ///
    /// # Errors
    /// Fails when Redis does not respond, or the lease has expired.
    pub async fn release(mut self, number: u64, entry: &str) -> Result<()> {
        let token = self.token.take().unwrap_or_default();
        match &self.shared.inner.backend {
            EphemeralBackend::Memory { .. } => Ok(()),
            EphemeralBackend::Redis(redis) => redis.release(&self.name, &token, Some((number, entry))).await,
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.renewal.abort();
        let Some(token) = self.token.take() else { return };
        let (shared, name) = (self.shared.clone(), std::mem::take(&mut self.name));
        crate::tasks::spawn(async move {
            if let EphemeralBackend::Redis(redis) = &shared.inner.backend {
                // A lease that cannot be released expires.
                let _ = redis.release(&name, &token, None).await;
            }
        });
    }
}
