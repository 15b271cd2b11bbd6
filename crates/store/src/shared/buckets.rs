//! Token buckets: a burst is allowed at once, then a number of tokens per minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::records::Time;

/// Maximum number of buckets. Above it the fullest ones are removed, so that a flood of addresses cannot exhaust
/// memory.
const MAX_BUCKETS: usize = 50_000;
/// Milliseconds of a minute. Levels are counted in 1/60,000 of a token, of which a bucket gains `per_minute` per
/// millisecond.
const MINUTE: i64 = 60_000;

/// The size and fill rate of a token bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenBucket {
    /// Tokens of a full bucket.
    pub burst: u32,
    /// Tokens added per minute.
    pub per_minute: u32,
}

/// Buckets by name.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    levels: Mutex<HashMap<String, BucketLevel>>,
}

/// How much a bucket lacked to be full at a time, in 1/60,000 of a token.
#[derive(Debug, Clone, Copy)]
struct BucketLevel {
    missing: i64,
    at: Time,
    per_minute: u32,
}

impl BucketLevel {
    /// What the bucket lacks now to be full, in 1/60,000 of a token. When the clock was set back, time counts from the
    /// new time on, so that nobody waits until the clock has caught up.
    fn missing(&mut self, now: Time) -> i64 {
        self.at = self.at.min(now);
        let added = (now - self.at).saturating_mul(i64::from(self.per_minute));
        (self.missing - added).max(0)
    }
}

impl TokenBucket {
    /// Seconds until there is a token; none when there is one.
    fn wait(self, missing: i64) -> Option<u64> {
        let lacking = missing - i64::from(self.burst) * MINUTE + MINUTE;
        if lacking <= 0 {
            return None;
        }
        let lacking = u64::try_from(lacking).unwrap_or_default();
        Some(lacking.div_ceil(u64::from(self.per_minute.max(1)) * 1000))
    }
}

impl Buckets {
    /// Seconds until a bucket has a token; none when it has one.
    pub(super) fn wait(&self, name: &str, bucket: TokenBucket, now: Time) -> Option<u64> {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        bucket.wait(levels.get_mut(name).map_or(0, |level| level.missing(now)))
    }

    /// Takes a token. When there is none, returns the seconds until there is one.
    pub(super) fn spend(&self, name: &str, bucket: TokenBucket, now: Time) -> Option<u64> {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = levels.get_mut(name).map_or(0, |level| level.missing(now));
        let wait = bucket.wait(missing);
        if wait.is_none() {
            let level = BucketLevel { missing: missing + MINUTE, at: now, per_minute: bucket.per_minute };
            levels.insert(name.to_owned(), level);
            if levels.len() > MAX_BUCKETS {
                remove_fullest(&mut levels, now);
            }
        }
        wait
    }
}

/// Removes the full buckets, and at least the half that lacks least.
fn remove_fullest(levels: &mut HashMap<String, BucketLevel>, now: Time) {
    let mut missing: Vec<i64> = levels.values_mut().map(|level| level.missing(now)).collect();
    let middle = missing.len() / 2;
    let (_, median, _) = missing.select_nth_unstable(middle);
    let median = *median;
    let mut spare = MAX_BUCKETS / 2;
    levels.retain(|_, level| {
        let missing = level.missing(now);
        // Buckets that lack as much as the median stay while there is room.
        let stays = missing > median || (missing == median && missing > 0 && spare > 0);
        spare = spare.saturating_sub(usize::from(stays));
        stays
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGN_IN: TokenBucket = TokenBucket { burst: 3, per_minute: 6 };

    #[test]
    fn a_burst_is_free_and_then_tokens_come_one_by_one() {
        let buckets = Buckets::default();
        for _ in 0..3 {
            assert_eq!(buckets.wait("a", SIGN_IN, 0), None);
            assert_eq!(buckets.spend("a", SIGN_IN, 0), None);
        }
        assert_eq!(buckets.spend("a", SIGN_IN, 0), Some(10));
        assert_eq!(buckets.wait("a", SIGN_IN, 9_000), Some(1));
        assert_eq!(buckets.wait("a", SIGN_IN, 8_999), Some(2));
        assert_eq!(buckets.wait("a", SIGN_IN, 10_000), None);
        assert_eq!(buckets.spend("a", SIGN_IN, 10_000), None);
        assert_eq!(buckets.wait("a", SIGN_IN, 10_000), Some(10));
        assert_eq!(buckets.wait("b", SIGN_IN, 10_000), None);
        for _ in 0..3 {
            assert_eq!(buckets.spend("a", SIGN_IN, 10_000_000), None);
        }
        assert!(buckets.spend("a", SIGN_IN, 10_000_000).is_some());
    }

    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out() {
        const HOURS: Time = 5 * 3_600_000;
        let buckets = Buckets::default();
        while buckets.spend("a", SIGN_IN, HOURS).is_none() {}
        assert_eq!(buckets.wait("a", SIGN_IN, 0), Some(10));
        assert_eq!(buckets.spend("a", SIGN_IN, 10_000), None);
        assert_eq!(buckets.spend("a", SIGN_IN, 10_000), Some(10));
    }

    #[test]
    fn a_flood_of_names_does_not_exhaust_memory_or_free_a_throttled_name() {
        let buckets = Buckets::default();
        while buckets.spend("attacker", SIGN_IN, 0).is_none() {}
        for number in 0..200_000 {
            buckets.spend(&number.to_string(), SIGN_IN, 0);
        }
        assert!(buckets.levels.lock().expect("nothing panicked").len() <= MAX_BUCKETS);
        assert!(buckets.wait("attacker", SIGN_IN, 0).is_some());
    }
}
