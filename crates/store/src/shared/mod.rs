//! What passes: how often a key called, who is throttled, events on their way to listeners.
//!
//! Kept in memory by this process, but for what keys did, which outlives it; or on a Redis that several nodes share.
//! Nothing above knows which. Reads no clock: the time is handed in.

mod buckets;
mod journal;
mod kept;
mod redis;
mod tally;
mod topics;
mod windows;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub use self::buckets::Bucket;
use self::buckets::Buckets;
use self::kept::Kept;
pub use self::redis::Entries;
use self::redis::Redis;
use self::tally::{Did, Tally};
use self::topics::Topics;
pub use self::topics::{Heard, Subscription};
pub use self::windows::Taken;
use self::windows::Windows;
use crate::error::Result;
use crate::ids::KeyId;
use crate::records::{Time, Usage};
use crate::store::Store;

/// Milliseconds of a minute.
const MINUTE: Time = 60_000;
/// Milliseconds of a day.
const DAY: Time = 86_400_000;
/// How often counts are written to storage.
const FLUSH: Duration = Duration::from_secs(3);

/// Shared state, cheap to clone.
#[derive(Debug, Clone)]
pub struct Shared {
    inside: Arc<Inside>,
}

#[derive(Debug)]
struct Inside {
    place: Place,
    tally: Tally,
}

/// Where what passes is kept.
#[derive(Debug)]
enum Place {
    /// In this process.
    Here { windows: Windows, buckets: Buckets, topics: Topics, kept: Kept },
    /// Where all nodes find it.
    Redis(Box<Redis>),
}

impl Shared {
    /// Opens shared state, on a Redis when there is the address of one; counts that a dead process did not write to
    /// storage are made up for.
    ///
    /// # Errors
    /// The journal of counts cannot be written, or Redis does not answer.
    pub async fn open(folder: &Path, store: Store, redis: Option<&str>) -> Result<Self> {
        let place = match redis {
            Some(url) => Place::Redis(Box::new(Redis::open(url).await?)),
            None => Place::Here {
                windows: Windows::default(),
                buckets: Buckets::default(),
                topics: Topics::default(),
                kept: Kept::default(),
            },
        };
        let inside = Arc::new(Inside { place, tally: Tally::open(&folder.join("usage"), store).await? });
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

    /// Whether what several nodes share can be reached; in one process it always can.
    pub async fn answers(&self) -> bool {
        match &self.inside.place {
            Place::Here { .. } => true,
            Place::Redis(redis) => redis.answers().await,
        }
    }

    /// Takes one of `limit` calls from the minute of a name, which begins with its first call.
    pub async fn take(&self, name: &str, limit: u64, now: Time) -> Result<Taken> {
        self.take_within(name, limit, MINUTE, now).await
    }

    /// Takes one of `limit` calls from a window of a name, which has a length and begins with its first call.
    pub async fn take_within(&self, name: &str, limit: u64, length: Time, now: Time) -> Result<Taken> {
        Ok(match &self.inside.place {
            Place::Here { windows, .. } => windows.take(name, limit, length, now),
            Place::Redis(redis) => redis.take(name, limit, length, now).await,
        })
    }

    /// How many calls a name took in its window, and when that is over; none when there is no window. Takes nothing.
    pub async fn taken(&self, name: &str, now: Time) -> Result<Option<(u64, Time)>> {
        Ok(match &self.inside.place {
            Place::Here { windows, .. } => windows.taken(name, now),
            Place::Redis(redis) => redis.taken(name, now).await,
        })
    }

    /// What a key has left of its minute. Nothing is taken.
    pub async fn requests_left(&self, key: &KeyId, limit: u64, now: Time) -> Result<Taken> {
        let (taken, reset_at) = self.taken(key, now).await?.unwrap_or((0, now + MINUTE));
        Ok(Taken { allowed: taken < limit, remaining: limit.saturating_sub(taken), reset_at })
    }

    /// Takes one request from a key's minute, and counts it for the day whether or not there was one left.
    pub async fn take_request(&self, key: &KeyId, limit: u64, now: Time) -> Result<Taken> {
        self.inside.tally.add(key, Did::Request, now)?;
        self.take(key, limit, now).await
    }

    /// Counts an AI call of a key, unless it made as many as it may today; answers whether it did.
    pub async fn take_ai(&self, key: &KeyId, limit: Option<u64>, now: Time) -> Result<bool> {
        self.take_daily(key, Did::Ai, limit, now).await
    }

    /// Counts an export of a key, unless it made as many as it may today; answers whether it did.
    pub async fn take_export(&self, key: &KeyId, limit: Option<u64>, now: Time) -> Result<bool> {
        self.take_daily(key, Did::Export, limit, now).await
    }

    async fn take_daily(&self, key: &KeyId, did: Did, limit: Option<u64>, now: Time) -> Result<bool> {
        let tally = &self.inside.tally;
        if let (Place::Redis(redis), Some(limit)) = (&self.inside.place, limit) {
            let day = now.div_euclid(DAY);
            let name = format!("{key}:{day}:{}", did.letter());
            let known = || async { Ok(did.of(&self.today(key, day).await?)) };
            match redis.count(&name, limit, known).await {
                Ok(true) => {
                    tally.add(key, did, now)?;
                    return Ok(true);
                }
                Ok(false) => return Ok(false),
                // What storage and this node know still bounds it.
                Err(_) => {}
            }
        }
        tally.take(key, did, limit, now).await
    }

    /// What a key did on a day.
    pub async fn today(&self, key: &KeyId, day: i64) -> Result<Usage> {
        let days = self.usage(key, day).await?;
        let none = Usage { day, ..Usage::default() };
        Ok(days.into_iter().find(|usage| usage.day == day).unwrap_or(none))
    }

    /// What a key did from a day on, newest first.
    pub async fn usage(&self, key: &KeyId, since_day: i64) -> Result<Vec<Usage>> {
        self.inside.tally.usage(key, since_day).await
    }

    /// When a key was used last, if this process knows better than storage.
    pub fn last_used(&self, key: &KeyId) -> Option<Time> {
        self.inside.tally.last_used(key)
    }

    /// Spends a token of a bucket. When there is none, answers how many seconds it takes until there is one.
    pub async fn spend_token(&self, name: &str, bucket: Bucket, now: Time) -> Result<Option<u64>> {
        Ok(match &self.inside.place {
            Place::Here { buckets, .. } => buckets.spend(name, bucket, now),
            Place::Redis(redis) => redis.spend(name, bucket, now, true).await,
        })
    }

    /// How many seconds it takes until a bucket has a token; none when it has one. Nothing is spent.
    pub async fn wait_for_token(&self, name: &str, bucket: Bucket, now: Time) -> Result<Option<u64>> {
        Ok(match &self.inside.place {
            Place::Here { buckets, .. } => buckets.wait(name, bucket, now),
            Place::Redis(redis) => redis.spend(name, bucket, now, false).await,
        })
    }

    /// Sends an event to whoever listens to a topic.
    pub async fn publish(&self, topic: &str, event: Arc<str>) -> Result<()> {
        match &self.inside.place {
            Place::Here { topics, .. } => topics.publish(topic, event),
            Place::Redis(redis) => redis.publish(topic, event).await,
        }
        Ok(())
    }

    /// Listens to a topic from now on.
    pub async fn subscribe(&self, topic: &str) -> Result<Subscription> {
        Ok(match &self.inside.place {
            Place::Here { topics, .. } => topics.subscribe(topic),
            Place::Redis(redis) => redis.subscribe(topic).await,
        })
    }

    /// Keeps a text under a name of a family for so many milliseconds, for every node to find. When a family has too
    /// many, the one that was not used for longest makes room.
    ///
    /// # Errors
    /// Redis does not answer.
    pub async fn keep(&self, family: &str, name: &str, text: &str, life: Time, now: Time) -> Result<()> {
        match &self.inside.place {
            Place::Here { kept, .. } => kept.keep(family, name, text, life, now),
            Place::Redis(redis) => redis.keep(family, name, text, life).await?,
        }
        Ok(())
    }

    /// The text under a name, whose life begins anew; none when it was never kept, was forgotten or outlived its time.
    ///
    /// # Errors
    /// Redis does not answer.
    pub async fn kept(&self, family: &str, name: &str, now: Time) -> Result<Option<String>> {
        match &self.inside.place {
            Place::Here { kept, .. } => Ok(kept.kept(family, name, now)),
            Place::Redis(redis) => redis.kept(family, name).await,
        }
    }

    /// Forgets what was kept under a name; answers whether there was something. Of several who forget the same, one is
    /// answered so.
    ///
    /// # Errors
    /// Redis does not answer.
    pub async fn forget(&self, family: &str, name: &str) -> Result<bool> {
        match &self.inside.place {
            Place::Here { kept, .. } => Ok(kept.forget(family, name)),
            Place::Redis(redis) => redis.forget(family, name).await,
        }
    }

    /// Everything that is kept of a family, by name.
    ///
    /// # Errors
    /// Redis does not answer.
    pub async fn all_kept(&self, family: &str, now: Time) -> Result<Vec<(String, String)>> {
        match &self.inside.place {
            Place::Here { kept, .. } => Ok(kept.all(family, now)),
            Place::Redis(redis) => redis.all_kept(family).await,
        }
    }

    /// Forgets the journal of a name: who claims it next begins from storage.
    ///
    /// # Errors
    /// Redis does not answer.
    pub async fn clear_journal(&self, name: &str) -> Result<()> {
        match &self.inside.place {
            Place::Here { .. } => Ok(()),
            Place::Redis(redis) => redis.clear_journal(name).await,
        }
    }

    /// Sends an event to those who listen to a topic on this node.
    pub fn publish_here(&self, topic: &str, event: Arc<str>) {
        match &self.inside.place {
            Place::Here { topics, .. } => topics.publish(topic, event),
            Place::Redis(redis) => redis.publish_here(topic, event),
        }
    }

    /// Tells those who listen on this node to topics that begin so that they may have missed something.
    pub fn gap_here(&self, beginning: &str) {
        let topics = match &self.inside.place {
            Place::Here { topics, .. } => topics,
            Place::Redis(redis) => redis.topics(),
        };
        for topic in topics.heard().iter().filter(|topic| topic.starts_with(beginning)) {
            topics.gap(topic);
        }
    }

    /// Listens to what is sent to a topic on this node.
    pub fn subscribe_here(&self, topic: &str) -> Subscription {
        match &self.inside.place {
            Place::Here { topics, .. } => topics.subscribe(topic),
            Place::Redis(redis) => redis.subscribe_here(topic),
        }
    }

    /// Whether several nodes may share this.
    pub fn has_other_nodes(&self) -> bool {
        matches!(self.inside.place, Place::Redis(_))
    }

    /// Claims a name among all nodes; in one process nothing has to be claimed. Answers what other nodes entered in its
    /// journal after a number.
    ///
    /// # Errors
    /// Redis does not answer, or another node does not let go.
    pub async fn claim(&self, name: &str, after: u64) -> Result<(Option<Claim>, Entries)> {
        let Place::Redis(redis) = &self.inside.place else {
            return Ok((None, Entries { entries: Vec::new(), whole: true }));
        };
        let (token, entries) = redis.claim(name, after).await?;
        Ok((Some(Claim { shared: self.clone(), name: name.to_owned(), token: Some(token) }), entries))
    }

    /// What was entered in the journal of a name after a number.
    ///
    /// # Errors
    /// Redis does not answer.
    pub async fn entries(&self, name: &str, after: u64) -> Result<Entries> {
        match &self.inside.place {
            Place::Here { .. } => Ok(Entries { entries: Vec::new(), whole: true }),
            Place::Redis(redis) => redis.entries(name, after).await,
        }
    }
}

/// A name that this node alone may change for now. Dropped, it is given back as it was.
#[derive(Debug)]
pub struct Claim {
    shared: Shared,
    name: String,
    token: Option<String>,
}

impl Claim {
    /// Gives the name back with an entry in its journal, which all who listen to the topic of that name hear.
    ///
    /// # Errors
    /// Redis does not answer, or the claim was lost meanwhile.
    pub async fn release(mut self, number: u64, entry: &str) -> Result<()> {
        let token = self.token.take().unwrap_or_default();
        match &self.shared.inside.place {
            Place::Here { .. } => Ok(()),
            Place::Redis(redis) => redis.release(&self.name, &token, Some((number, entry))).await,
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some(token) = self.token.take() else { return };
        let (shared, name) = (self.shared.clone(), std::mem::take(&mut self.name));
        tokio::spawn(async move {
            if let Place::Redis(redis) = &shared.inside.place {
                // A claim that cannot be given back runs out.
                let _ = redis.release(&name, &token, None).await;
            }
        });
    }
}
