//! Limits of API keys: requests a minute, AI calls and exports a day. All entry points share them.

use std::fmt;
use std::sync::Arc;

use store::{KeyId, Shared, Tier, Time};

use crate::Config;
use crate::caller::Caller;
use crate::clock::{Clock, day};
use crate::error::{Error, Result};

const DAY: Time = 86_400_000;

/// The rate limit of a key, as responses report it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// The maximum number of requests a minute.
    pub limit: u64,
    /// Requests that are left.
    pub remaining: u64,
    /// End of the window, in seconds since 1970.
    pub reset: i64,
}

/// A limit that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExhaustedLimit {
    /// Which limit.
    pub what: Limit,
    /// How much it allows.
    pub limit: u64,
    /// How much was used.
    pub used: u64,
    /// When it is reset.
    pub reset_at: Time,
    /// Whole seconds until then, at least 1.
    pub retry_after: u64,
}

/// The use of a daily limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyUsage {
    /// How much it allows.
    pub limit: u64,
    /// How much of it was used, never more than it allows.
    pub used: u64,
    /// When it is reset.
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

impl fmt::Display for ExhaustedLimit {
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

/// AI calls or exports a day; `None` when unlimited.
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
    /// Counts one request of the caller's key. Returns the rate limit, and an error value when no request was left.
    ///
    /// # Errors
    /// Fails when the shared counters do not respond.
    pub async fn count_request(&self, caller: &Caller) -> Result<(RateLimit, Option<ExhaustedLimit>)> {
        let Some(key) = caller.key() else {
            return Err(Error::Internal(anyhow::anyhow!("only keys have a rate limit")));
        };
        self.count(&key.id, requests_a_minute(caller.user.tier)).await
    }

    /// Counts one request of a key or token that may send `limit` a minute, unless the instance says otherwise.
    pub(crate) async fn count(&self, key: &KeyId, limit: u64) -> Result<(RateLimit, Option<ExhaustedLimit>)> {
        let limit = self.config.requests_a_minute.unwrap_or(limit);
        let now = self.clock.now();
        let counted = self.shared.take_request(key, limit, now).await?;
        let rate = RateLimit { limit, remaining: counted.remaining, reset: seconds(counted.reset_at) };
        let exhausted = (!counted.allowed).then(|| ExhaustedLimit {
            what: Limit::Requests,
            limit,
            used: limit,
            reset_at: counted.reset_at,
            retry_after: whole_seconds(counted.reset_at - now),
        });
        Ok((rate, exhausted))
    }

    /// The rate limit of the caller's key. Nothing is counted.
    ///
    /// # Errors
    /// Fails when the shared counters do not respond.
    pub async fn rate(&self, caller: &Caller) -> Result<RateLimit> {
        let Some(key) = caller.key() else {
            return Err(Error::Internal(anyhow::anyhow!("only keys have a rate limit")));
        };
        let limit = self.config.requests_a_minute.unwrap_or_else(|| requests_a_minute(caller.user.tier));
        let left = self.shared.requests_left(&key.id, limit, self.clock.now()).await?;
        Ok(RateLimit { limit, remaining: left.remaining, reset: seconds(left.reset_at) })
    }

    /// The use of a daily limit by the caller's key; `None` for callers without a key and for unlimited tiers.
    ///
    /// # Errors
    /// Fails when the shared counters do not respond.
    pub async fn daily(&self, caller: &Caller, what: Limit) -> Result<Option<DailyUsage>> {
        let (Some(key), Some(limit)) = (caller.key(), daily(caller.user.tier, what)) else { return Ok(None) };
        let today = day(self.clock.now());
        let usage = self.shared.usage_on(&key.id, today).await?;
        let used = if what == Limit::Ai { usage.ai } else { usage.exports };
        Ok(Some(DailyUsage { limit, used: used.min(limit), reset_at: (today + 1) * DAY }))
    }

    /// Checks that a daily limit of the caller's key is not used up. Nothing is counted.
    ///
    /// # Errors
    /// Fails when the limit is used up, or the shared counters do not respond.
    pub async fn check_daily(&self, caller: &Caller, what: Limit) -> Result<()> {
        match self.daily(caller, what).await? {
            Some(DailyUsage { limit, used, .. }) if used == limit => Err(exhausted(what, limit, self.clock.now())),
            _ => Ok(()),
        }
    }

    /// Counts one AI call or export of the caller's key. Of two simultaneous calls for the last one, one fails.
    ///
    /// # Errors
    /// Fails when the limit is used up, or the counters cannot be written.
    pub async fn count_daily(&self, caller: &Caller, what: Limit) -> Result<()> {
        let Some(key) = caller.key() else { return Ok(()) };
        let (limit, now) = (daily(caller.user.tier, what), self.clock.now());
        let was_counted = match what {
            Limit::Ai => self.shared.take_ai(&key.id, limit, now).await?,
            Limit::Exports => self.shared.take_export(&key.id, limit, now).await?,
            Limit::Requests => return Err(Error::Internal(anyhow::anyhow!("requests are counted by the minute"))),
        };
        match limit {
            Some(limit) if !was_counted => Err(exhausted(what, limit, now)),
            _ => Ok(()),
        }
    }
}

/// The error for a daily limit that is used up.
fn exhausted(what: Limit, limit: u64, now: Time) -> Error {
    let reset_at = (day(now) + 1) * DAY;
    Error::Limited(ExhaustedLimit { what, limit, used: limit, reset_at, retry_after: whole_seconds(reset_at - now) })
}

/// A time in whole seconds, rounded up.
fn seconds(time: Time) -> i64 {
    time.div_euclid(1000) + i64::from(time.rem_euclid(1000) > 0)
}

/// A waiting time in whole seconds, rounded up, at least 1.
fn whole_seconds(milliseconds: Time) -> u64 {
    u64::try_from(milliseconds.max(0)).unwrap_or_default().div_ceil(1000).max(1)
}
