//! Rate limits by window: the number of calls of a name in its window.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::records::Time;

/// Minimum number of windows at which ended ones are removed.
const SWEEP_FROM: usize = 10_000;

/// The state of a rate limit after a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimitStatus {
    /// Whether the call is allowed.
    pub allowed: bool,
    /// Number of calls that are left in the window.
    pub remaining: u64,
    /// When the window ends.
    pub reset_at: Time,
}

/// Windows by name.
#[derive(Debug, Default)]
pub(super) struct Windows {
    state: Mutex<WindowState>,
}

#[derive(Debug, Default)]
struct WindowState {
    windows: HashMap<String, Window>,
    /// Number of windows at which ended ones are removed again.
    next_sweep: usize,
}

#[derive(Debug)]
struct Window {
    began: Time,
    length: Time,
    taken: u64,
}

impl Window {
    fn has_ended(&self, now: Time) -> bool {
        // A clock that was set back ends the window, so that nobody is locked out.
        now >= self.began + self.length || now < self.began
    }
}

impl Windows {
    /// Counts a call, if the limit allows it.
    pub(super) fn take(&self, name: &str, limit: u64, length: Time, now: Time) -> RateLimitStatus {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.windows.contains_key(name) {
            if state.windows.len() >= state.next_sweep.max(SWEEP_FROM) {
                state.windows.retain(|_, window| !window.has_ended(now));
                state.next_sweep = state.windows.len() * 2;
            }
            state.windows.insert(name.to_owned(), Window { began: now, length, taken: 0 });
        }
        let Some(window) = state.windows.get_mut(name) else {
            unreachable!("it was just inserted");
        };
        if window.has_ended(now) {
            *window = Window { began: now, length, taken: 0 };
        }
        let allowed = window.taken < limit;
        window.taken += u64::from(allowed);
        RateLimitStatus { allowed, remaining: limit.saturating_sub(window.taken), reset_at: window.began + length }
    }

    /// The number of calls in a window, and when it ends; none when there is no window.
    pub(super) fn usage(&self, name: &str, now: Time) -> Option<(u64, Time)> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let window = state.windows.get(name).filter(|window| !window.has_ended(now))?;
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
        assert_eq!(windows.usage("key", 124_999), Some((1, 125_000)));
        assert_eq!((windows.usage("key", 125_000), windows.usage("other", 70_000)), (None, None));
    }

    #[test]
    fn ended_windows_are_removed() {
        let windows = Windows::default();
        for number in 0..100_000 {
            windows.take(&number.to_string(), 1, MINUTE, number * 100);
        }
        let state = windows.state.lock().expect("nothing panicked");
        assert!(state.windows.len() < 2 * SWEEP_FROM, "{}", state.windows.len());
    }
}
