//! Finds a value in JSON by its path, such as `content.items.2.title`.

use serde_json::Value;

use crate::Content;

/// A value in its object or list. In an object it may be absent.
pub(super) enum ValueSlot<'v> {
    Member(&'v mut Content, &'v str),
    Entry(&'v mut Vec<Value>, usize),
}

impl<'v> ValueSlot<'v> {
    /// The slot that a path leads to. None when anything on the way to its last key is missing, or an entry of a list.
    pub(super) fn find(root: &'v mut Value, path: &'v str) -> Option<Self> {
        let (parent, key) = match path.rsplit_once('.') {
            None => (root, path),
            Some((parents, key)) => (parents.split('.').try_fold(root, child)?, key),
        };
        match parent {
            Value::Object(members) => Some(Self::Member(members, key)),
            Value::Array(entries) => {
                let at = key.parse().ok().filter(|at| *at < entries.len())?;
                Some(Self::Entry(entries, at))
            }
            _ => None,
        }
    }

    /// The value in the slot, `null` when there is none.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Member(members, key) => members.get(*key).cloned().unwrap_or_default(),
            Self::Entry(entries, at) => entries[*at].clone(),
        }
    }

    /// Sets the value; `null` removes it.
    pub(super) fn set(self, value: Value) {
        match (self, value.is_null()) {
            (Self::Member(members, key), true) => {
                members.shift_remove(key);
            }
            (Self::Member(members, key), false) => {
                members.insert(key.to_owned(), value);
            }
            (Self::Entry(entries, at), true) => {
                entries.remove(at);
            }
            (Self::Entry(entries, at), false) => entries[at] = value,
        }
    }
}

fn child<'v>(parent: &'v mut Value, key: &str) -> Option<&'v mut Value> {
    match parent {
        Value::Object(members) => members.get_mut(key),
        Value::Array(entries) => entries.get_mut(key.parse::<usize>().ok()?),
        _ => None,
    }
}
