//! Texts under names, each with a life that begins anew when it is used. Of a family only so many are kept: the one
//! that was not used for longest makes room.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::records::Time;

/// Most texts of a family.
pub(super) const MOST: usize = 1000;

/// Families by name.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<HashMap<String, HashMap<String, Text>>>);

#[derive(Debug)]
struct Text {
    says: String,
    used: Time,
    life: Time,
}

impl Text {
    fn is_over(&self, now: Time) -> bool {
        now - self.used >= self.life
    }
}

impl Kept {
    fn families(&self) -> MutexGuard<'_, HashMap<String, HashMap<String, Text>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn keep(&self, family: &str, name: &str, text: &str, life: Time, now: Time) {
        let mut families = self.families();
        let family = families.entry(family.to_owned()).or_default();
        if family.len() >= MOST && !family.contains_key(name) {
            family.retain(|_, text| !text.is_over(now));
        }
        if family.len() >= MOST
            && !family.contains_key(name)
            && let Some(oldest) = family.iter().min_by_key(|(_, text)| text.used).map(|(name, _)| name.clone())
        {
            family.remove(&oldest);
        }
        family.insert(name.to_owned(), Text { says: text.to_owned(), used: now, life });
    }

    pub(super) fn kept(&self, family: &str, name: &str, now: Time) -> Option<String> {
        let mut families = self.families();
        let family = families.get_mut(family)?;
        let text = family.get_mut(name)?;
        if text.is_over(now) {
            family.remove(name);
            return None;
        }
        text.used = now;
        Some(text.says.clone())
    }

    pub(super) fn all(&self, family: &str, now: Time) -> Vec<(String, String)> {
        let families = self.families();
        let texts = families.get(family).into_iter().flatten().filter(|(_, text)| !text.is_over(now));
        texts.map(|(name, text)| (name.clone(), text.says.clone())).collect()
    }

    /// Forgets a text; answers whether there was one. A family without texts is forgotten too.
    pub(super) fn forget(&self, family: &str, name: &str) -> bool {
        let mut families = self.families();
        let Some(texts) = families.get_mut(family) else { return false };
        let was_there = texts.remove(name).is_some();
        if texts.is_empty() {
            families.remove(family);
        }
        was_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_lives_on_while_it_is_used() {
        let kept = Kept::default();
        kept.keep("agents", "one", "ann", 100, 0);
        assert_eq!(kept.kept("agents", "one", 99).as_deref(), Some("ann"));
        assert_eq!(kept.kept("agents", "one", 198).as_deref(), Some("ann"));
        assert_eq!(kept.kept("agents", "one", 298), None);
        kept.keep("agents", "two", "bob", 100, 300);
        assert_eq!(kept.kept("others", "two", 300), None);
        assert!(kept.forget("agents", "two"));
        assert!(!kept.forget("agents", "two"));
        assert_eq!(kept.kept("agents", "two", 300), None);
        assert!(kept.families().is_empty(), "a family without texts takes no room");
    }

    #[test]
    fn the_one_not_used_for_longest_makes_room() {
        let kept = Kept::default();
        for number in 0..MOST {
            kept.keep("agents", &number.to_string(), "ann", 1_000_000, Time::try_from(number).unwrap_or_default());
        }
        assert!(kept.kept("agents", "0", 2000).is_some());
        kept.keep("agents", "new", "ann", 1_000_000, 2001);
        assert!(kept.kept("agents", "0", 2002).is_some());
        assert!(kept.kept("agents", "1", 2002).is_none());
        assert!(kept.kept("agents", "2", 2002).is_some());
    }
}
