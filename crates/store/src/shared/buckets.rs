//! Token buckets: bursts are free, then so many a minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::records::Time;

/// Most names. Beyond, those that are closest to full are forgotten, so that a flood of addresses cannot eat memory.
const MOST: usize = 50_000;
/// Milliseconds of a minute, which is also how finely tokens are counted.
const MINUTE: i64 = 60_000;

/// How a bucket fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    /// Tokens of a full bucket.
    pub burst: u32,
    /// Tokens added a minute.
    pub per_minute: u32,
}

/// Buckets by name.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    levels: Mutex<HashMap<String, Level>>,
}

/// What is missing in a bucket, in parts of a token, and when it was so.
#[derive(Debug, Clone, Copy)]
struct Level {
    missing: i64,
    at: Time,
    per_minute: u32,
}

impl Level {
    /// What is missing by now. A clock that was set back does not tell how much time passed: it counts from there on, so
    /// that nobody waits until it is as late again.
    fn missing(&mut self, now: Time) -> i64 {
        self.at = self.at.min(now);
        let added = (now - self.at).saturating_mul(i64::from(self.per_minute));
        (self.missing - added).max(0)
    }
}

impl Bucket {
    /// Seconds until there is a token, when so much is missing.
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
    /// Seconds until there is a token; none when there is one.
    pub(super) fn wait(&self, name: &str, bucket: Bucket, now: Time) -> Option<u64> {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        bucket.wait(levels.get_mut(name).map_or(0, |level| level.missing(now)))
    }

    /// Spends a token, or answers how many seconds it takes until there is one.
    pub(super) fn spend(&self, name: &str, bucket: Bucket, now: Time) -> Option<u64> {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = levels.get_mut(name).map_or(0, |level| level.missing(now));
        let wait = bucket.wait(missing);
        if wait.is_none() {
            let level = Level { missing: missing + MINUTE, at: now, per_minute: bucket.per_minute };
            levels.insert(name.to_owned(), level);
            if levels.len() > MOST {
                forget(&mut levels, now);
            }
        }
        wait
    }
}

/// Forgets the full ones, and at least the half that lacks least.
fn forget(levels: &mut HashMap<String, Level>, now: Time) {
    let mut missing: Vec<i64> = levels.values_mut().map(|level| level.missing(now)).collect();
    let middle = missing.len() / 2;
    let (_, median, _) = missing.select_nth_unstable(middle);
    let median = *median;
    let mut spare = MOST / 2;
    levels.retain(|_, level| {
        let missing = level.missing(now);
        // Those that lack as much as the middle one stay while there is room.
        let stays = missing > median || (missing == median && missing > 0 && spare > 0);
        spare = spare.saturating_sub(usize::from(stays));
        stays
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGN_IN: Bucket = Bucket { burst: 3, per_minute: 6 };

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
    fn a_flood_of_names_does_not_eat_memory_or_free_the_throttled() {
        let buckets = Buckets::default();
        while buckets.spend("attacker", SIGN_IN, 0).is_none() {}
        for number in 0..200_000 {
            buckets.spend(&number.to_string(), SIGN_IN, 0);
        }
        assert!(buckets.levels.lock().expect("nothing panicked").len() <= MOST);
        assert!(buckets.wait("attacker", SIGN_IN, 0).is_some());
    }
}
