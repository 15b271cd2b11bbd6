//! What a key may spend: requests a minute, AI calls and exports a day. Shared by every door.

use std::fmt;
use std::sync::Arc;

use store::{Shared, Tier, Time};

use crate::Config;
use crate::caller::Caller;
use crate::clock::{Clock, day};
use crate::error::{Error, Result};

const DAY: Time = 86_400_000;

/// The budget of a key, as answers tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Calls in the window.
    pub limit: u64,
    /// Calls left.
    pub remaining: u64,
    /// End of the window, in seconds since 1970.
    pub reset: i64,
}

/// A limit that is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// Which limit.
    pub what: Limit,
    /// How much it allows.
    pub limit: u64,
    /// How much was used.
    pub used: u64,
    /// When it begins anew.
    pub reset_at: Time,
    /// Whole seconds until then, at least 1.
    pub retry_after: u64,
}

/// How far a daily limit is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Daily {
    /// How much it allows.
    pub limit: u64,
    /// How much of it was used, never more than it allows.
    pub used: u64,
    /// When it begins anew.
    pub reset_at: Time,
}

/// The limits of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Requests a minute.
    Requests,
    /// AI calls a day.
    Ai,
    /// Exports a day.
    Exports,
}

impl fmt::Display for Spent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, retry_after, .. } = self;
        let what = match self.what {
            Limit::Requests => "requests a minute",
            Limit::Ai => "AI calls a day",
            Limit::Exports => "exports a day",
        };
        write!(out, "the limit of {limit} {what} is spent; try again in {retry_after} seconds")
    }
}

/// Requests a minute.
pub(crate) fn requests_a_minute(tier: Tier) -> u64 {
    match tier {
        Tier::Free => 60,
        Tier::Pro => 300,
        Tier::Enterprise => 1000,
    }
}

/// AI calls or exports a day; none means unlimited.
pub(crate) fn daily(tier: Tier, limit: Limit) -> Option<u64> {
    match (limit, tier) {
        (Limit::Ai, Tier::Free) => Some(10),
        (Limit::Ai, Tier::Pro) => Some(100),
        (Limit::Exports, Tier::Free) => Some(50),
        (Limit::Exports, Tier::Pro) => Some(500),
        _ => None,
    }
}

/// Request rates and daily limits of API keys.
///
/// Uses shared counters.
#[derive(Debug)]
pub struct Limits {
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
}

impl Limits {
    /// Spends one request of the caller's key. The rate is told whether or not there was one left.
    ///
    /// # Errors
    /// Storage of the counters does not answer.
    pub async fn spend_request(&self, caller: &Caller) -> Result<(Rate, Option<Spent>)> {
        let Some(key) = caller.key() else { return Err(Error::Internal(anyhow::anyhow!("only keys have a budget"))) };
        let limit = self.config.requests_a_minute.unwrap_or_else(|| requests_a_minute(caller.user.tier));
        let now = self.clock.now();
        let taken = self.shared.take_request(&key.id, limit, now).await?;
        let rate = Rate { limit, remaining: taken.remaining, reset: seconds(taken.reset_at) };
        let spent = (!taken.allowed).then(|| Spent {
            what: Limit::Requests,
            limit,
            used: limit,
            reset_at: taken.reset_at,
            retry_after: wait(taken.reset_at - now),
        });
        Ok((rate, spent))
    }

    /// What the caller's key has left of its minute. Nothing is spent.
    ///
    /// # Errors
    /// Storage of the counters does not answer.
    pub async fn rate(&self, caller: &Caller) -> Result<Rate> {
        let Some(key) = caller.key() else { return Err(Error::Internal(anyhow::anyhow!("only keys have a budget"))) };
        let limit = self.config.requests_a_minute.unwrap_or_else(|| requests_a_minute(caller.user.tier));
        let left = self.shared.requests_left(&key.id, limit, self.clock.now()).await?;
        Ok(Rate { limit, remaining: left.remaining, reset: seconds(left.reset_at) })
    }

    /// How far the caller's key used a daily limit; nothing where there is none: people and unlimited tiers.
    ///
    /// # Errors
    /// Storage of the counters does not answer.
    pub async fn daily(&self, caller: &Caller, what: Limit) -> Result<Option<Daily>> {
        let (Some(key), Some(limit)) = (caller.key(), daily(caller.user.tier, what)) else { return Ok(None) };
        let today = day(self.clock.now());
        let usage = self.shared.usage_on(&key.id, today).await?;
        let used = if what == Limit::Ai { usage.ai } else { usage.exports };
        Ok(Some(Daily { limit, used: used.min(limit), reset_at: (today + 1) * DAY }))
    }

    /// Whether the caller's key has some of a daily limit left. Nothing is counted.
    ///
    /// # Errors
    /// The limit is spent.
    pub async fn check_daily(&self, caller: &Caller, what: Limit) -> Result<()> {
        match self.daily(caller, what).await? {
            Some(Daily { limit, used, .. }) if used == limit => Err(spent(what, limit, self.clock.now())),
            _ => Ok(()),
        }
    }

    /// Counts one AI call or export of the caller's key, if there is one left: of two calls for the last one, one is
    /// refused.
    ///
    /// # Errors
    /// The limit is spent, or the counters cannot be written.
    pub async fn count_daily(&self, caller: &Caller, what: Limit) -> Result<()> {
        let Some(key) = caller.key() else { return Ok(()) };
        let (limit, now) = (daily(caller.user.tier, what), self.clock.now());
        let taken = match what {
            Limit::Ai => self.shared.take_ai(&key.id, limit, now).await?,
            Limit::Exports => self.shared.take_export(&key.id, limit, now).await?,
            Limit::Requests => return Err(Error::Internal(anyhow::anyhow!("requests are counted by the minute"))),
        };
        match limit {
            Some(limit) if !taken => Err(spent(what, limit, now)),
            _ => Ok(()),
        }
    }
}

/// A daily limit that is spent.
fn spent(what: Limit, limit: u64, now: Time) -> Error {
    let reset_at = (day(now) + 1) * DAY;
    Error::Limited(Spent { what, limit, used: limit, reset_at, retry_after: wait(reset_at - now) })
}

/// A time in whole seconds, the one after it where it lies between two.
fn seconds(time: Time) -> i64 {
    time.div_euclid(1000) + i64::from(time.rem_euclid(1000) > 0)
}

fn wait(milliseconds: Time) -> u64 {
    u64::try_from(milliseconds.max(0)).unwrap_or_default().div_ceil(1000).max(1)
}
