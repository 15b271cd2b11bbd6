//! Rules that replace older keys of a slide's content by current ones.
//!
//! They are applied whenever content is read, before validation. The value of the old key moves to the new key unless
//! that is set, and the old key is removed. Applying a rule never fails, and applying it twice changes nothing.

use serde_json::{Map, Value};

use super::field::is_unset;
use crate::Content;

/// A rule that replaces older keys.
#[derive(Debug, Clone)]
pub enum ReadsAs {
    /// The value moves unchanged.
    Move {
        /// Older path.
        from: ContentPath,
        /// Path that it moves to.
        to: ContentPath,
    },
    /// The text is put before the text at the newer path.
    Prepend {
        /// Older path.
        from: ContentPath,
        /// Path of the text that it is put before.
        to: ContentPath,
    },
    /// Several texts become one.
    Join {
        /// Older keys, in order.
        from: Vec<String>,
        /// The key they become.
        to: String,
        /// Text between two of them.
        separator: String,
        /// Maximum length of the result, in code points.
        cut_at: usize,
    },
    /// One old word becomes several values.
    Map {
        /// Older key.
        from: String,
        /// The values of each word.
        words: Vec<(String, Content)>,
    },
    /// Numbered keys become entries of a list.
    Slots(Slots),
}

/// Path of a value in content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentPath {
    /// A key of the content.
    Key(String),
    /// A key of one entry of a list.
    Entry(String, usize, String),
    /// A key of every entry of a list.
    Entries(String, String),
}

/// Numbered keys such as `card1Title` that become entries of a list.
#[derive(Debug, Clone)]
pub struct Slots {
    /// Older key with `{n}` for the number, such as `card{n}`. Slots inside a slot have `{n}` for the number of the outer
    /// slot and `{m}` for their own.
    pub from: String,
    /// Key of the list.
    pub to: String,
    /// How many slots there were.
    pub slots: usize,
    /// Key that says how many slots are in use.
    pub count_key: Option<String>,
    /// Key that says whether a slot is in use, with `{n}`.
    pub enabled_key: Option<String>,
    /// Suffix of the old key, or a whole key with `{n}`, and key in the entry.
    pub fields: Vec<(String, String)>,
    /// Numbered keys inside a slot.
    pub inner: Option<Box<Slots>>,
}

impl ContentPath {
    /// Reads `key`, `list[0].key` or `list[].key`.
    pub fn parse(text: &str) -> Option<Self> {
        let Some((list, rest)) = text.split_once('[') else {
            return (!text.is_empty()).then(|| Self::Key(text.to_owned()));
        };
        let (index, key) = rest.split_once("].")?;
        if index.is_empty() {
            return Some(Self::Entries(list.to_owned(), key.to_owned()));
        }
        Some(Self::Entry(list.to_owned(), index.parse().ok()?, key.to_owned()))
    }
}

impl ReadsAs {
    /// Reads a rule of a declaration.
    pub(super) fn read(rule: &Value) -> Option<Self> {
        let path = |key: &str| ContentPath::parse(rule.get(key)?.as_str()?);
        match rule.get("how").and_then(Value::as_str) {
            None => Some(Self::Move { from: path("from")?, to: path("to")? }),
            Some("prepend") => Some(Self::Prepend { from: path("from")?, to: path("to")? }),
            Some("join") => Some(Self::Join {
                from: rule.get("from")?.as_array()?.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect(),
                to: rule.get("to")?.as_str()?.to_owned(),
                separator: rule.get("separator")?.as_str()?.to_owned(),
                cut_at: usize::try_from(rule.get("cutAt")?.as_u64()?).ok()?,
            }),
            Some("map") => Some(Self::Map {
                from: rule.get("from")?.as_str()?.to_owned(),
                words: rule
                    .get("map")?
                    .as_object()?
                    .iter()
                    .map(|(word, values)| Some((word.clone(), values.as_object()?.clone())))
                    .collect::<Option<_>>()?,
            }),
            Some("slots") => slots(rule).map(Self::Slots),
            Some(_) => None,
        }
    }

    /// Applies the rule to content.
    pub fn apply(&self, content: &mut Content) {
        match self {
            Self::Move { from: ContentPath::Key(from), to } => {
                if let Some(value) = content.shift_remove(from).filter(|value| !is_unset(value)) {
                    set_at_if_unset(content, to, value);
                }
            }
            Self::Move { from: ContentPath::Entries(list, from), to: ContentPath::Entries(_, to) } => {
                each_entry(content, list, |entry| {
                    if let Some(value) = entry.shift_remove(from).filter(|value| !is_unset(value)) {
                        set_if_unset(entry, to, value);
                    }
                });
            }
            Self::Prepend { from: ContentPath::Entries(list, from), to: ContentPath::Entries(_, to) } => {
                each_entry(content, list, |entry| {
                    if let Some(front) = entry.shift_remove(from).as_ref().and_then(text_of) {
                        let rest = entry.get(to).and_then(text_of).unwrap_or_default();
                        let joined = format!("{front} {rest}").trim().to_owned();
                        entry.insert(to.clone(), Value::String(joined));
                    }
                });
            }
            Self::Move { .. } | Self::Prepend { .. } => {}
            Self::Join { from, to, separator, cut_at } => {
                let texts: Vec<Value> = from.iter().filter_map(|key| content.shift_remove(key)).collect();
                let texts: Vec<String> = texts.iter().filter_map(text_of).collect();
                if !texts.is_empty() {
                    let joined: String = texts.join(separator).chars().take(*cut_at).collect();
                    set_if_unset(content, to, Value::String(joined));
                }
            }
            Self::Map { from, words } => {
                let Some(old) = content.shift_remove(from) else { return };
                let values = words.iter().find(|(word, _)| old.as_str() == Some(word));
                for (key, value) in values.into_iter().flat_map(|(_, values)| values) {
                    set_if_unset(content, key, value.clone());
                }
            }
            Self::Slots(slots) => slots.apply(content),
        }
    }
}

impl Slots {
    /// Moves the values of numbered keys to the list.
    fn apply(&self, content: &mut Content) {
        let (mut entries, used) = self.take_entries(content, None);
        if content.get(&self.to).is_none_or(is_unset) {
            entries.truncate(used);
            if !entries.is_empty() {
                content.insert(self.to.clone(), Value::Array(entries));
            }
            return;
        }
        // The list is set already: only values of keys that contain the number themselves are moved into it.
        let with_number = self.fields.iter().filter(|(old, _)| old.contains("{n}"));
        for (_, key) in with_number {
            for (index, entry) in entries.iter().enumerate() {
                if let (Some(value), Some(target)) = (entry.get(key), entry_at(content, &self.to, index)) {
                    set_if_unset(target, key, value.clone());
                }
            }
        }
    }

    /// Removes the old keys from the content. Returns the entries that they describe, and how many of them are in use:
    /// up to the last one that is not blank, but no more than the count key says.
    fn take_entries(&self, content: &mut Content, outer: Option<usize>) -> (Vec<Value>, usize) {
        let name =
            |template: &str| outer.map_or_else(|| template.to_owned(), |n| template.replacen("{n}", &n.to_string(), 1));
        let slot = |n: usize| {
            let from = name(&self.from);
            if outer.is_some() { from.replace("{m}", &n.to_string()) } else { numbered(&from, n) }
        };
        let count = self.count_key.as_ref().and_then(|key| content.shift_remove(&name(key))).and_then(|count| {
            count.as_u64().or_else(|| count.as_str()?.trim().parse().ok()).and_then(|count| usize::try_from(count).ok())
        });
        let mut entries = Vec::new();
        let mut used = 0;
        for n in 1..=self.slots {
            let mut entry = Map::new();
            for (suffix, key) in &self.fields {
                let old = if suffix.contains("{n}") { numbered(suffix, n) } else { format!("{}{suffix}", slot(n)) };
                if let Some(value) = content.shift_remove(&old) {
                    entry.insert(key.clone(), value);
                }
            }
            if let Some(inner) = &self.inner {
                let (mut blocks, used) = inner.take_entries(content, Some(n));
                blocks.truncate(used);
                if !blocks.is_empty() {
                    entry.insert(inner.to.clone(), Value::Array(blocks));
                }
            }
            let enabled = self.enabled_key.as_ref().and_then(|key| content.shift_remove(&numbered(key, n)));
            let is_off = matches!(&enabled, Some(Value::Bool(false)))
                || enabled.as_ref().and_then(Value::as_str).is_some_and(|word| matches!(word, "off" | "no" | "false"));
            if is_off {
                continue;
            }
            let has_number = |key: &String| self.fields.iter().any(|(old, new)| new == key && old.contains("{n}"));
            if entry.iter().any(|(key, value)| !is_unset(value) && !has_number(key)) {
                used = entries.len() + 1;
            }
            entries.push(Value::Object(entry));
        }
        (entries, count.map_or(used, |count| count.min(used)))
    }
}

/// The text of a value that is a non-blank text or a number.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A template with the number in place of `{n}`, else with the number at its end.
fn numbered(template: &str, n: usize) -> String {
    if template.contains("{n}") { template.replacen("{n}", &n.to_string(), 1) } else { format!("{template}{n}") }
}

/// Sets the value of a key, unless the key has a value.
fn set_if_unset(content: &mut Content, key: &str, value: Value) {
    if content.get(key).is_none_or(is_unset) {
        content.insert(key.to_owned(), value);
    }
}

/// Sets the value at a path, unless there is a value.
fn set_at_if_unset(content: &mut Content, to: &ContentPath, value: Value) {
    match to {
        ContentPath::Key(key) => set_if_unset(content, key, value),
        ContentPath::Entry(list, index, key) => {
            if content.get(list).is_none_or(is_unset) && *index == 0 {
                content.insert(list.clone(), Value::Array(vec![Value::Object(Map::new())]));
            }
            if let Some(entry) = entry_at(content, list, *index) {
                set_if_unset(entry, key, value);
            }
        }
        ContentPath::Entries(list, key) => each_entry(content, list, |entry| set_if_unset(entry, key, value.clone())),
    }
}

fn entry_at<'a>(content: &'a mut Content, list: &str, index: usize) -> Option<&'a mut Content> {
    content.get_mut(list)?.as_array_mut()?.get_mut(index)?.as_object_mut()
}

fn each_entry(content: &mut Content, list: &str, mut change: impl FnMut(&mut Content)) {
    if let Some(entries) = content.get_mut(list).and_then(Value::as_array_mut) {
        entries.iter_mut().filter_map(Value::as_object_mut).for_each(&mut change);
    }
}

/// Reads the rule for numbered keys; none when it is malformed.
fn slots(rule: &Value) -> Option<Slots> {
    let text = |key: &str| rule.get(key).and_then(Value::as_str).map(str::to_owned);
    // The target is written as `rows[n-1]` and, for an inner slot, `rows[n-1].blocks[m-1]`: the last key is the list.
    let to = text("to")?;
    let to = to.rsplit('.').next()?.split_once('[')?.0.to_owned();
    Some(Slots {
        from: text("from")?,
        to,
        slots: usize::try_from(rule.get("slots")?.as_u64()?).ok()?,
        count_key: text("countKey"),
        enabled_key: text("enabledKey"),
        fields: rule
            .get("fields")
            .and_then(Value::as_object)
            .map(|fields| fields.iter().filter_map(|(suffix, key)| Some((suffix.clone(), key.as_str()?.to_owned()))))
            .into_iter()
            .flatten()
            .collect(),
        inner: match rule.get("inner") {
            Some(inner) => Some(Box::new(slots(inner)?)),
            None => None,
        },
    })
}
