//! Merges edits of morph names with moves of list entries: a name follows its entry to the new position.

use std::collections::HashMap;

use serde_json::Value;

use super::NewValue;
use super::error::EditError;
use crate::Content;
use crate::model::is_position;

/// The names to write over `present`, the current ones, see [`NewValue::merged`]. A client gives the path at which it
/// saw a name; the name is changed or removed at the path that its entry has now.
pub(super) fn merged(new: &NewValue<'_>, present: &Value) -> Result<Option<Value>, EditError> {
    if let (Value::Object(names), Some(Value::Object(seen)), Value::Object(now)) = (new.value, new.replaces, present) {
        let moves = moves(seen, now);
        if !moves.is_empty()
            && let Some((names, seen)) = at_new_paths(names, seen, &moves)
        {
            let (value, replaces) = (Value::Object(names), Value::Object(seen));
            return NewValue { path: new.path, value: &value, replaces: Some(&replaces) }.merged(present);
        }
    }
    new.merged(present)
}

/// For each name that moved to another entry of the same list, its old path and its new one, such as `items.0` and
/// `items.1`.
fn moves<'a>(seen: &'a Content, now: &'a Content) -> HashMap<&'a str, &'a str> {
    // The names of `names` that `others` does not have at the same path, with their path if it is the only one.
    let changed = |names: &'a Content, others: &'a Content| {
        let mut paths: HashMap<&'a Value, Option<&'a str>> = HashMap::new();
        for (path, name) in names.iter().filter(|(path, name)| others.get(*path) != Some(*name)) {
            paths.entry(name).and_modify(|path| *path = None).or_insert(Some(path));
        }
        paths
    };
    let added = changed(now, seen);
    let removed = changed(seen, now).into_iter();
    let paths = removed.filter_map(|(name, from)| Some((from?, (*added.get(name)?)?)));
    paths.filter(|(from, to)| is_same_field(from, to)).collect()
}

/// Whether two paths differ in nothing but positions in lists.
fn is_same_field(path: &str, other: &str) -> bool {
    keys(path).eq(keys(other))
}

/// The keys of a path, with none for each position in a list.
fn keys(path: &str) -> impl Iterator<Item = Option<&str>> {
    path.split('.').map(|part| (!is_position(part)).then_some(part))
}

/// The sent and the seen names by their new paths; none when the client changed the name at a path that another name
/// moved to.
fn at_new_paths(names: &Content, seen: &Content, moves: &HashMap<&str, &str>) -> Option<(Content, Content)> {
    let is_taken = |path: &str| moves.values().any(|to| *to == path) && !moves.contains_key(path);
    if names.iter().any(|(path, name)| is_taken(path) && seen.get(path) != Some(name)) {
        return None;
    }
    // A name at the target of a move belonged to a deleted entry, so it is removed.
    let moved = |names: &Content| {
        let kept = names.iter().filter(|(path, _)| !is_taken(path));
        let new_path = |path: &str| moves.get(path).copied().unwrap_or(path).to_owned();
        kept.map(|(path, name)| (new_path(path), name.clone())).collect()
    };
    Some((moved(names), moved(seen)))
}
