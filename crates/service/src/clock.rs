//! The time, and how it is written.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use jiff::Timestamp;
use store::Time;

/// Milliseconds of a day.
const DAY: Time = 86_400_000;

/// When this process first asked for the time that passes.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Where the time comes from: the system, or a test.
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

    /// Lets time pass on a fixed clock until it shows this; the system's cannot be set.
    pub fn set(&self, time: Time) {
        if let Some(fixed) = &self.0 {
            let before = fixed.now.swap(time, Ordering::Relaxed);
            fixed.steady.fetch_add((time - before).max(0), Ordering::Relaxed);
        }
    }

    /// Sets the hands of a fixed clock without time passing, as an administrator or a time server may do.
    pub fn jump(&self, time: Time) {
        if let Some(fixed) = &self.0 {
            fixed.now.store(time, Ordering::Relaxed);
        }
    }

    /// Milliseconds since 1970 UTC.
    pub fn now(&self) -> Time {
        self.0.as_ref().map_or_else(|| Timestamp::now().as_millisecond(), |fixed| fixed.now.load(Ordering::Relaxed))
    }

    /// Milliseconds that passed since some moment, whatever was done to the hands of the clock.
    pub(crate) fn steady(&self) -> Time {
        let passed = || Time::try_from(BEGAN.elapsed().as_millis()).unwrap_or(Time::MAX);
        self.0.as_ref().map_or_else(passed, |fixed| fixed.steady.load(Ordering::Relaxed))
    }
}

/// A time as answers write it: `2026-01-31T09:30:00.000Z`. Written by hand, since every row of a list has two.
pub fn iso(time: Time) -> String {
    let time = Timestamp::from_millisecond(time).unwrap_or(Timestamp::UNIX_EPOCH).as_millisecond();
    let (year, month, day) = civil(day(time));
    let within = time.rem_euclid(DAY);
    let (hour, minute) = (within / 3_600_000, within / 60_000 % 60);
    let (second, milli) = (within / 1000 % 60, within % 1000);
    if !(0..=9999).contains(&year) {
        return format!("{year:05}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z");
    }
    let mut text = *b"0000-00-00T00:00:00.000Z";
    let parts =
        [(0, 4, year), (5, 2, month), (8, 2, day), (11, 2, hour), (14, 2, minute), (17, 2, second), (20, 3, milli)];
    for (at, digits, mut number) in parts {
        for place in (at..at + digits).rev() {
            text[place] = b'0' + u8::try_from(number % 10).unwrap_or_default();
            number /= 10;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Year, month and day of a day since 1970 in the Gregorian calendar. A year counts from March here, so that the leap
/// day is its last, and 400 of them are an era.
fn civil(day: i64) -> (i64, i64, i64) {
    let since = day + 719_468;
    let (era, of_era) = (since.div_euclid(146_097), since.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

/// The time that an ISO 8601 date or time names; a date is its first moment in UTC.
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

/// A day as answers write it: `2026-01-31`.
pub fn iso_day(day: i64) -> String {
    iso(day * DAY)[..10].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_the_hands_lets_no_time_pass() {
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
            let expected = Timestamp::from_millisecond(time).expect("within its years");
            assert_eq!(iso(time), expected.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string());
        }
        assert_eq!((day(-1), day(0), day(86_400_000)), (-1, 0, 1));
        assert_eq!(iso_day(day(1_769_851_800_007)), "2026-01-31");
    }
}
