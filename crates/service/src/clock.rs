//! The time, and how it is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use store::Time;

/// Where the time comes from: the system, or a test.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// A clock that stands still until it is set.
    pub fn fixed(time: Time) -> Self {
        Self(Some(Arc::new(AtomicI64::new(time))))
    }

    /// Sets a fixed clock; the system's cannot be set.
    pub fn set(&self, time: Time) {
        if let Some(fixed) = &self.0 {
            fixed.store(time, Ordering::Relaxed);
        }
    }

    /// Milliseconds since 1970 UTC.
    pub fn now(&self) -> Time {
        self.0.as_ref().map_or_else(|| Timestamp::now().as_millisecond(), |fixed| fixed.load(Ordering::Relaxed))
    }
}

/// A time as answers write it: `2026-01-31T09:30:00.000Z`.
pub fn iso(time: Time) -> String {
    let time = Timestamp::from_millisecond(time).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

/// The UTC day of a time, in days since 1970.
pub fn day(time: Time) -> i64 {
    time.div_euclid(86_400_000)
}

/// A day as answers write it: `2026-01-31`.
pub fn iso_day(day: i64) -> String {
    iso(day * 86_400_000)[..10].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_with_milliseconds_in_utc() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso(1_769_851_800_007), "2026-01-31T09:30:00.007Z");
        assert_eq!((day(-1), day(0), day(86_400_000)), (-1, 0, 1));
        assert_eq!(iso_day(day(1_769_851_800_007)), "2026-01-31");
    }
}
