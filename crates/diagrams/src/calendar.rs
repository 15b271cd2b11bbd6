//! Converts between calendar dates and days since 1 January 1970.

use jiff::SignedDuration;
use jiff::civil::Date;

const EPOCH: Date = Date::constant(1970, 1, 1);
const SECONDS_OF_A_DAY: i64 = 24 * 60 * 60;

/// The year, month and day that is `days` days after 1 January 1970. The result is limited to the years -9999 to 9999.
pub fn date(days: i64) -> (i64, i64, i64) {
    let date = EPOCH.saturating_add(SignedDuration::from_secs(days.saturating_mul(SECONDS_OF_A_DAY)));
    (date.year().into(), date.month().into(), date.day().into())
}

/// The number of days from 1 January 1970 to a date. A `day` after the end of the month counts on into the next month.
/// Returns `None` if there is no such year or month.
pub(crate) fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    let first = Date::new(year.try_into().ok()?, month.try_into().ok()?, 1).ok()?;
    Some(first.duration_since(EPOCH).as_secs() / SECONDS_OF_A_DAY + day - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_since_1970_are_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(19_782), (2024, 2, 29));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(-1), (1969, 12, 31));
        assert_eq!(date(i64::MAX), (9999, 12, 31));
    }

    #[test]
    fn dates_are_days_since_1970() {
        assert_eq!(days_since_1970(1970, 1, 1), Some(0));
        assert_eq!(days_since_1970(2024, 2, 29), Some(19_782));
        assert_eq!(days_since_1970(1969, 12, 31), Some(-1));
        assert_eq!(days_since_1970(2023, 2, 31), days_since_1970(2023, 3, 3));
        assert_eq!(days_since_1970(2023, 13, 1), None);
    }
}
