//! The clock, and times as text.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use jiff::Timestamp;
use jiff::tz::Offset;
use store::Time;

/// Milliseconds of a day.
const DAY: Time = 86_400_000;

/// When this process first read the steady clock.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The source of the current time: the system, or a test.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<Fixed>>);

/// A clock that stands still until it is set.
#[derive(Debug)]
struct Fixed {
    now: AtomicI64,
    steady: AtomicI64,
}

impl Clock {
    /// A clock that stands still until it is set.
    pub fn fixed(time: Time) -> Self {
        Self(Some(Arc::new(Fixed { now: AtomicI64::new(time), steady: AtomicI64::new(0) })))
    }

    /// Moves a fixed clock to a time, and its steady clock by the difference. Does nothing on the system's clock.
    pub fn set(&self, time: Time) {
        if let Some(fixed) = &self.0 {
            let before = fixed.now.swap(time, Ordering::Relaxed);
            fixed.steady.fetch_add((time - before).max(0), Ordering::Relaxed);
        }
    }

    /// Moves a fixed clock to a time but not its steady clock, as when an administrator or a time server sets the
    /// clock.
    pub fn jump(&self, time: Time) {
        if let Some(fixed) = &self.0 {
            fixed.now.store(time, Ordering::Relaxed);
        }
    }

    /// Milliseconds since 1970 UTC.
    pub fn now(&self) -> Time {
        self.0.as_ref().map_or_else(|| Timestamp::now().as_millisecond(), |fixed| fixed.now.load(Ordering::Relaxed))
    }

    /// Milliseconds since a fixed moment of this process. Setting the clock does not change it.
    pub(crate) fn steady(&self) -> Time {
        let passed = || Time::try_from(BEGAN.elapsed().as_millis()).unwrap_or(Time::MAX);
        self.0.as_ref().map_or_else(passed, |fixed| fixed.steady.load(Ordering::Relaxed))
    }
}

/// A time as text, such as `2026-01-31T09:30:00.000Z`; the start of 1970 when it is beyond the calendar. Formats the
/// digits itself for speed, since every row of a list has two times.
pub fn iso(time: Time) -> String {
    let time = Offset::UTC.to_datetime(Timestamp::from_millisecond(time).unwrap_or(Timestamp::UNIX_EPOCH));
    let year = time.year();
    let [month, day, hour, minute, second] =
        [time.month(), time.day(), time.hour(), time.minute(), time.second()].map(i16::from);
    let milli = time.millisecond();
    if year < 0 {
        return format!("{year:05}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z");
    }
    let mut text = *b"0000-00-00T00:00:00.000Z";
    let parts =
        [(0, 4, year), (5, 2, month), (8, 2, day), (11, 2, hour), (14, 2, minute), (17, 2, second), (20, 3, milli)];
    for (at, digits, mut number) in parts {
        for position in (at..at + digits).rev() {
            text[position] = b'0' + u8::try_from(number % 10).unwrap_or_default();
            number /= 10;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// The time in an ISO 8601 text; `None` when the text is not a time. A date without a time means its first moment in
/// UTC.
pub(crate) fn time_of(text: &str) -> Option<Time> {
    let text = text.trim();
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time.as_millisecond());
    }
    let civil: jiff::civil::DateTime = text.parse().ok()?;
    Some(civil.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

/// The UTC day of a time, in days since 1970.
pub fn day(time: Time) -> i64 {
    time.div_euclid(DAY)
}

/// A day as text, such as `2026-01-31`.
pub fn iso_day(day: i64) -> String {
    iso(day * DAY)[..10].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_of_the_clock_does_not_move_the_steady_clock() {
        let clock = Clock::fixed(1000);
        clock.jump(9000);
        assert_eq!((clock.now(), clock.steady()), (9000, 0));
        clock.set(9500);
        assert_eq!((clock.now(), clock.steady()), (9500, 500));
    }

    #[test]
    fn times_are_written_with_milliseconds_in_utc() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso(1_769_851_800_007), "2026-01-31T09:30:00.007Z");
        assert_eq!(iso(-1), "1969-12-31T23:59:59.999Z");
        for time in (-100..400).map(|century| century * 3_155_695_200_123 / 10) {
            let expected = Timestamp::from_millisecond(time).expect("a time within the calendar");
            assert_eq!(iso(time), expected.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string());
        }
        assert_eq!((day(-1), day(0), day(86_400_000)), (-1, 0, 1));
        assert_eq!(iso_day(day(1_769_851_800_007)), "2026-01-31");
    }
}
