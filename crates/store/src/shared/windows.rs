//! How many calls a name has left in its window, which is a minute for most.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::records::Time;

/// Names from which those whose window is over are forgotten.
const MANY: usize = 10_000;

/// What taking a call came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Whether there was one left.
    pub allowed: bool,
    /// How many are left now.
    pub remaining: u64,
    /// When the window is over.
    pub reset_at: Time,
}

/// Windows by name.
#[derive(Debug, Default)]
pub(super) struct Windows {
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    windows: HashMap<String, Window>,
    /// How many there may be before the next look for those that are over.
    enough: usize,
}

#[derive(Debug)]
struct Window {
    began: Time,
    length: Time,
    taken: u64,
}

impl Window {
    fn is_over(&self, now: Time) -> bool {
        // A clock that was set back does not lock anybody out.
        now >= self.began + self.length || now < self.began
    }
}

impl Windows {
    /// Takes a call, when there is one left.
    pub(super) fn take(&self, name: &str, limit: u64, length: Time, now: Time) -> Taken {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if !inside.windows.contains_key(name) {
            if inside.windows.len() >= inside.enough.max(MANY) {
                inside.windows.retain(|_, window| !window.is_over(now));
                inside.enough = inside.windows.len() * 2;
            }
            inside.windows.insert(name.to_owned(), Window { began: now, length, taken: 0 });
        }
        let Some(window) = inside.windows.get_mut(name) else {
            unreachable!("it was just put in");
        };
        if window.is_over(now) {
            *window = Window { began: now, length, taken: 0 };
        }
        let allowed = window.taken < limit;
        window.taken += u64::from(allowed);
        Taken { allowed, remaining: limit.saturating_sub(window.taken), reset_at: window.began + length }
    }

    /// How many calls were taken, and when the window is over; none when it is, or never began.
    pub(super) fn taken(&self, name: &str, now: Time) -> Option<(u64, Time)> {
        let inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let window = inside.windows.get(name).filter(|window| !window.is_over(now))?;
        Some((window.taken, window.began + window.length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Time = 60_000;

    fn taken(windows: &Windows, now: Time) -> String {
        let taken = windows.take("key", 3, MINUTE, now);
        format!("{} {} {}", taken.allowed, taken.remaining, taken.reset_at)
    }

    #[test]
    fn a_window_begins_with_the_first_call_and_lasts_a_minute() {
        let windows = Windows::default();
        assert_eq!(taken(&windows, 5_000), "true 2 65000");
        assert_eq!(taken(&windows, 10_000), "true 1 65000");
        assert_eq!(taken(&windows, 64_999), "true 0 65000");
        assert_eq!(taken(&windows, 64_999), "false 0 65000");
        assert_eq!(taken(&windows, 65_000), "true 2 125000");
        assert_eq!(windows.taken("key", 124_999), Some((1, 125_000)));
        assert_eq!((windows.taken("key", 125_000), windows.taken("other", 70_000)), (None, None));
    }

    #[test]
    fn windows_that_are_over_are_forgotten() {
        let windows = Windows::default();
        for number in 0..100_000 {
            windows.take(&number.to_string(), 1, MINUTE, number * 100);
        }
        let inside = windows.inside.lock().expect("nothing panicked");
        assert!(inside.windows.len() < 2 * MANY, "{}", inside.windows.len());
    }
}
