//! Ephemeral texts by family and name. A text expires when it is not read for its lifetime. A family has a maximum
//! number of texts: of the names that share the most frequent text, the least recently used is evicted. So when the
//! text is the owner of the name, an owner who adds many names evicts their own names and not those of others. A family
//! whose texts have all expired is removed.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::records::Time;

/// Maximum number of texts in a family.
pub(super) const MAX_TEXTS: usize = 1000;
/// Minimum number of families at which expired ones are removed.
const SWEEP_FROM: usize = 64;

/// Families by name.
#[derive(Debug, Default)]
pub(super) struct Texts(Mutex<HashMap<String, Family>>);

type Family = HashMap<String, Text>;

#[derive(Debug)]
struct Text {
    value: String,
    used_at: Time,
    lifetime: Time,
}

impl Text {
    fn is_expired(&self, now: Time) -> bool {
        now - self.used_at >= self.lifetime
    }
}

impl Texts {
    fn families(&self) -> MutexGuard<'_, HashMap<String, Family>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds or replaces a text.
    pub(super) fn put(&self, family: &str, name: &str, text: &str, lifetime: Time, now: Time) {
        let mut families = self.families();
        // At powers of two, so that a sweep over all families is rare.
        if families.len() >= SWEEP_FROM && families.len().is_power_of_two() && !families.contains_key(family) {
            families.retain(|_, family| family.values().any(|text| !text.is_expired(now)));
        }
        let family = families.entry(family.to_owned()).or_default();
        family.insert(name.to_owned(), Text { value: text.to_owned(), used_at: now, lifetime });
        if family.len() > MAX_TEXTS {
            family.retain(|_, text| !text.is_expired(now));
        }
        if family.len() > MAX_TEXTS
            && let Some(evicted) = next_evicted(family, name)
        {
            family.remove(&evicted);
        }
    }

    /// A text, whose lifetime starts again.
    pub(super) fn get(&self, family: &str, name: &str, now: Time) -> Option<String> {
        let mut families = self.families();
        let family = families.get_mut(family)?;
        let text = family.get_mut(name)?;
        if text.is_expired(now) {
            family.remove(name);
            return None;
        }
        text.used_at = now;
        Some(text.value.clone())
    }

    /// The names and texts of a family.
    pub(super) fn all(&self, family: &str, now: Time) -> Vec<(String, String)> {
        let families = self.families();
        let texts = families.get(family).into_iter().flatten().filter(|(_, text)| !text.is_expired(now));
        texts.map(|(name, text)| (name.clone(), text.value.clone())).collect()
    }

    /// Removes a text and returns whether it existed. A family without texts is removed too.
    pub(super) fn remove(&self, family: &str, name: &str) -> bool {
        let mut families = self.families();
        let Some(texts) = families.get_mut(family) else { return false };
        let existed = texts.remove(name).is_some();
        if texts.is_empty() {
            families.remove(family);
        }
        existed
    }
}

/// The name that is evicted for a new one: of those that share the most frequent text, the least recently used.
fn next_evicted(family: &Family, new: &str) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for text in family.values() {
        *counts.entry(&text.value).or_default() += 1;
    }
    let count = |text: &Text| counts.get(text.value.as_str()).copied().unwrap_or_default();
    let others = family.iter().filter(|(name, _)| *name != new);
    others.min_by_key(|(_, text)| (Reverse(count(text)), text.used_at)).map(|(name, _)| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_does_not_expire_while_it_is_used() {
        let texts = Texts::default();
        texts.put("agents", "one", "ann", 100, 0);
        assert_eq!(texts.get("agents", "one", 99).as_deref(), Some("ann"));
        assert_eq!(texts.get("agents", "one", 198).as_deref(), Some("ann"));
        assert_eq!(texts.get("agents", "one", 298), None);
        texts.put("agents", "two", "bob", 100, 300);
        assert_eq!(texts.get("others", "two", 300), None);
        assert!(texts.remove("agents", "two"));
        assert!(!texts.remove("agents", "two"));
        assert_eq!(texts.get("agents", "two", 300), None);
        assert!(texts.families().is_empty(), "a family without texts takes no memory");
    }

    #[test]
    fn families_without_a_valid_text_are_removed() {
        let texts = Texts::default();
        for number in 0..10_000 {
            texts.put(&format!("session {number}"), "203.0.113.7", "", 1000, number * 100);
        }
        assert!(texts.families().len() <= SWEEP_FROM, "{}", texts.families().len());
        assert!(texts.get("session 9999", "203.0.113.7", 1_000_000).is_some());
    }

    #[test]
    fn the_text_that_was_not_used_for_longest_is_evicted() {
        let texts = Texts::default();
        for number in 0..MAX_TEXTS {
            texts.put("agents", &number.to_string(), "ann", 1_000_000, Time::try_from(number).unwrap_or_default());
        }
        assert!(texts.get("agents", "0", 2000).is_some());
        texts.put("agents", "new", "ann", 1_000_000, 2001);
        assert!(texts.get("agents", "0", 2002).is_some());
        assert!(texts.get("agents", "1", 2002).is_none());
        assert!(texts.get("agents", "2", 2002).is_some());
    }

    #[test]
    fn a_text_of_the_owner_who_has_most_is_evicted() {
        let texts = Texts::default();
        texts.put("agents", "of bob", "bob", 1_000_000, 0);
        for number in 1..MAX_TEXTS + 500 {
            texts.put("agents", &number.to_string(), "ann", 1_000_000, Time::try_from(number).unwrap_or_default());
        }
        assert!(texts.get("agents", "of bob", 2000).is_some());
        assert_eq!(texts.all("agents", 2000).len(), MAX_TEXTS);
        assert!(texts.get("agents", "500", 2000).is_none());
        assert!(texts.get("agents", "501", 2000).is_some());
        texts.put("agents", "another of bob", "bob", 1_000_000, 2001);
        assert!(texts.get("agents", "of bob", 2002).is_some(), "ann still has most");
    }
}
