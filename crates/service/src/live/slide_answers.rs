//! The answers of the audience to one slide, counted by their texts.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{DeviceId, Time};

/// The answers of the audience to a slide.
#[derive(Debug)]
pub(super) struct SlideAnswers {
    pub(super) is_open: bool,
    pub(super) updated_at: Time,
    by_device: HashMap<DeviceId, GivenAnswer>,
    /// How often each text was given.
    counts: HashMap<Arc<str>, u64>,
}

/// One answer.
#[derive(Debug)]
struct GivenAnswer {
    /// Shared by all devices that gave the same answer.
    text: Arc<str>,
    at: Time,
}

/// The stored form of an interaction, without its answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StoredInteraction {
    pub(super) open: bool,
    pub(super) updated_at: Time,
}

impl Default for SlideAnswers {
    fn default() -> Self {
        Self { is_open: true, updated_at: 0, by_device: HashMap::new(), counts: HashMap::new() }
    }
}

impl Default for StoredInteraction {
    fn default() -> Self {
        Self { open: true, updated_at: 0 }
    }
}

impl SlideAnswers {
    /// Opens or closes the slide as a stored entry says.
    pub(super) fn apply_stored(&mut self, entry: Value) {
        let stored: StoredInteraction = serde_json::from_value(entry).unwrap_or_default();
        (self.is_open, self.updated_at) = (stored.open, self.updated_at.max(stored.updated_at));
    }

    /// Whether nobody answered.
    pub(super) fn is_empty(&self) -> bool {
        self.by_device.is_empty()
    }

    /// How many devices answered.
    pub(super) fn len(&self) -> usize {
        self.by_device.len()
    }

    /// The answer of a device.
    pub(super) fn of_device(&self, device: &DeviceId) -> Option<&str> {
        self.by_device.get(device).map(|given| &*given.text)
    }

    /// All texts with the times they were given, oldest first.
    pub(super) fn texts(&self) -> Vec<(&str, Time)> {
        let mut texts: Vec<_> = self.by_device.values().map(|given| (&*given.text, given.at)).collect();
        texts.sort_by_key(|(text, at)| (*at, *text));
        texts
    }

    /// Deletes the answers. Returns the bytes of their texts.
    pub(super) fn clear(&mut self) -> usize {
        self.by_device.clear();
        self.counts.drain().map(|(text, _)| text.len()).sum()
    }

    /// The bytes that an answer adds to the texts, and those that it frees.
    pub(super) fn text_change(&self, device: &DeviceId, text: &str) -> (usize, usize) {
        let added = if self.counts.contains_key(text) { 0 } else { text.len() };
        let before = self.by_device.get(device).map(|given| &given.text).filter(|before| ***before != *text);
        let freed = before.filter(|before| self.counts.get(*before) == Some(&1)).map_or(0, |before| before.len());
        (added, freed)
    }

    /// Stores an answer in place of the device's previous one.
    pub(super) fn insert(&mut self, device: DeviceId, text: &str, at: Time) {
        let text =
            self.counts.get_key_value(text).map_or_else(|| Arc::from(text), |(existing, _)| Arc::clone(existing));
        *self.counts.entry(Arc::clone(&text)).or_default() += 1;
        self.updated_at = self.updated_at.max(at);
        let Some(before) = self.by_device.insert(device, GivenAnswer { text, at }) else { return };
        if let Some(count) = self.counts.get_mut(&before.text) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&before.text);
            }
        }
    }

    /// How often each choice was made.
    pub(super) fn totals(&self, choices: &[String]) -> Vec<u64> {
        choices.iter().map(|choice| self.counts.get(choice.as_str()).copied().unwrap_or_default()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_counts_once_for_what_it_chose_last() {
        let mut answers = SlideAnswers::default();
        for (device, option, at) in [("a", "Yes", 1), ("b", "No", 2), ("a", "No", 3)] {
            answers.insert(device.into(), option, at);
        }
        let totals =
            |options: &[&str]| answers.totals(&options.iter().map(|&option| option.into()).collect::<Vec<_>>());
        let counted = (totals(&["Yes", "No", "Maybe"]), answers.len(), answers.updated_at);
        assert_eq!(counted, (vec![0, 2, 0], 2, 3));
        assert_eq!(totals(&["Maybe", "No"]), [0, 2]);
        let change = |text: &str| answers.text_change(&"b".into(), text);
        assert_eq!((change("Yes"), change("No")), ((3, 0), (0, 0)));
        assert_eq!(answers.clear(), 2, "the bytes of an answer that several devices gave are counted once");
    }
}
