//! Three-way merge of JSON values.
//!
//! Objects are merged by key and lists by entry. Texts are not merged: if both sides changed the same text, that is a
//! conflict.

use serde_json::Value;

use crate::Content;
use crate::language::old_positions;

/// A value that one side, `theirs`, changed, with the value that it has on the other side, `ours`.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueChange {
    /// Where the value is, such as `items.2.title`; empty for the whole value.
    pub path: String,
    /// The value before; `null` when there was none.
    pub before: Value,
    /// The value on the side whose changes are listed.
    pub theirs: Value,
    /// The value on the other side.
    pub ours: Value,
    /// The value with the changes of both sides; absent when they conflict.
    pub merged: Option<Value>,
}

/// The changes that `theirs` made to `base` and that `ours` does not have. A change of an object or list is returned as
/// changes of its values, unless a side added, removed or moved entries of the list.
pub fn value_changes(base: &Value, ours: &Value, theirs: &Value) -> Vec<ValueChange> {
    let mut changes = Vec::new();
    add_changes("", (base, ours, theirs), &mut changes);
    changes
}

/// Adds the changes of a value. `path` is its path.
fn add_changes(path: &str, (base, ours, theirs): (&Value, &Value, &Value), changes: &mut Vec<ValueChange>) {
    if same_value(base, theirs) || same_value(ours, theirs) {
        return;
    }
    let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (base, ours, theirs) {
        (Value::Object(base), Value::Object(ours), Value::Object(theirs)) => {
            let added = theirs.keys().filter(|key| !base.contains_key(*key));
            for key in base.keys().chain(added) {
                let at = |object: &Content| object.get(key).cloned().unwrap_or_default();
                add_changes(&inside(key), (&at(base), &at(ours), &at(theirs)), changes);
            }
        }
        (Value::Array(base), Value::Array(ours), Value::Array(theirs))
            if base.len() == theirs.len() && stays_in_place(base, ours) && stays_in_place(base, theirs) =>
        {
            for (index, entries) in base.iter().zip(ours).zip(theirs).enumerate() {
                let ((base, ours), theirs) = entries;
                add_changes(&inside(&index.to_string()), (base, ours, theirs), changes);
            }
        }
        _ => changes.push(ValueChange {
            path: path.to_owned(),
            before: base.clone(),
            theirs: theirs.clone(),
            ours: ours.clone(),
            merged: merged_changes(base, ours, theirs),
        }),
    }
}

/// Whether every entry of a list is where it was, maybe changed.
fn stays_in_place(base: &[Value], list: &[Value]) -> bool {
    let is_in_place = |(position, source): (usize, &Option<usize>)| source.is_none_or(|source| source == position);
    base.len() == list.len() && old_positions(base, list).iter().enumerate().all(is_in_place)
}

/// Returns `base` with the changes of both sides; none when they conflict.
///
/// In lists, an entry is recognised after it moved. Entries that either side added are kept. An entry that one side
/// removed is removed; if the other side changed it, that is a conflict.
pub(crate) fn merged_changes(base: &Value, ours: &Value, theirs: &Value) -> Option<Value> {
    if same_value(ours, theirs) || same_value(base, ours) {
        return Some(theirs.clone());
    }
    if same_value(base, theirs) {
        return Some(ours.clone());
    }
    match (base, ours, theirs) {
        (Value::Object(base), Value::Object(ours), Value::Object(theirs)) => {
            merged_objects(base, ours, theirs).map(Value::Object)
        }
        (Value::Array(base), Value::Array(ours), Value::Array(theirs)) => {
            merged_lists(base, ours, theirs).map(Value::Array)
        }
        _ => None,
    }
}

/// Whether two values are equal. `null` and the empty text count as equal.
pub(crate) fn same_value(value: &Value, other: &Value) -> bool {
    let is_empty = |value: &Value| value.is_null() || value.as_str() == Some("");
    value == other || (is_empty(value) && is_empty(other))
}

/// The object with the changes of both sides; none when they conflict.
fn merged_objects(base: &Content, ours: &Content, theirs: &Content) -> Option<Content> {
    let at = |object: &Content, key: &str| object.get(key).cloned().unwrap_or_default();
    let mut merged = Content::new();
    let added = ours.keys().filter(|key| !theirs.contains_key(*key));
    for key in theirs.keys().chain(added) {
        let value = merged_changes(&at(base, key), &at(ours, key), &at(theirs, key))?;
        if !value.is_null() {
            merged.insert(key.clone(), value);
        }
    }
    Some(merged)
}

/// The list with the changes of both sides; none when they conflict.
fn merged_lists(base: &[Value], ours: &[Value], theirs: &[Value]) -> Option<Vec<Value>> {
    let (our_sources, their_sources) = (old_positions(base, ours), old_positions(base, theirs));
    // The side that reordered entries determines the order.
    let ((lead, lead_sources), (other, other_sources)) = if in_order(&their_sources) {
        ((ours, our_sources), (theirs, their_sources))
    } else if in_order(&our_sources) {
        ((theirs, their_sources), (ours, our_sources))
    } else {
        return None;
    };
    let (lead_positions, other_positions) =
        (new_positions(&lead_sources, base.len()), new_positions(&other_sources, base.len()));
    let mut merged: Vec<(Value, Option<usize>)> = Vec::with_capacity(lead.len());
    for (entry, source) in lead.iter().zip(&lead_sources) {
        match source.map(|source| (&base[source], other_positions[source])) {
            None => merged.push((entry.clone(), None)),
            Some((before, Some(position))) => {
                merged.push((merged_changes(before, entry, &other[position])?, Some(position)));
            }
            Some((before, None)) if same_value(before, entry) => {}
            Some((_, None)) => return None,
        }
    }
    // An entry that only the other side added goes after the entry that precedes it on that side.
    let mut is_merged = vec![false; other.len()];
    for position in merged.iter().filter_map(|(_, position)| *position) {
        is_merged[position] = true;
    }
    let (mut list, mut added_after) = (Vec::new(), vec![Vec::new(); other.len()]);
    let mut last = None;
    for (position, source) in other_sources.iter().enumerate() {
        match source {
            _ if is_merged[position] => last = Some(position),
            None => last.map_or(&mut list, |last: usize| &mut added_after[last]).push(other[position].clone()),
            Some(source) if lead_positions[*source].is_none() && !same_value(&base[*source], &other[position]) => {
                return None;
            }
            Some(_) => {}
        }
    }
    for (entry, position) in merged {
        list.push(entry);
        if let Some(position) = position {
            list.append(&mut added_after[position]);
        }
    }
    Some(list)
}

/// Whether the old entries are still in their old order.
fn in_order(sources: &[Option<usize>]) -> bool {
    sources.iter().flatten().is_sorted()
}

/// For each old entry, its new position; none for a removed entry.
fn new_positions(sources: &[Option<usize>], count: usize) -> Vec<Option<usize>> {
    let mut positions = vec![None; count];
    for (position, source) in sources.iter().enumerate() {
        if let Some(source) = source {
            positions[*source] = Some(position);
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn check(base: &Value, ours: &Value, theirs: &Value) -> String {
        merged_changes(base, ours, theirs).map_or_else(|| "conflict".to_owned(), |merged| merged.to_string())
    }

    #[test]
    fn a_change_of_one_side_is_taken() {
        assert_eq!(check(&json!("a"), &json!("b"), &json!("a")), r#""b""#);
        assert_eq!(check(&json!("a"), &json!("a"), &json!("b")), r#""b""#);
        assert_eq!(check(&json!("a"), &json!("b"), &json!("b")), r#""b""#);
        assert_eq!(check(&json!("a"), &json!("b"), &json!("c")), "conflict");
        assert_eq!(check(&json!(""), &json!("b"), &Value::Null), r#""b""#);
    }

    #[test]
    fn changes_are_listed_with_their_paths() {
        let list = |base: &Value, ours: &Value, theirs: &Value| {
            let line = |change: &ValueChange| {
                let merged = change.merged.as_ref().map_or_else(|| "conflict".to_owned(), ToString::to_string);
                format!("{}: {} > {} | {} = {merged}", change.path, change.before, change.theirs, change.ours)
            };
            value_changes(base, ours, theirs).iter().map(line).collect::<Vec<_>>()
        };
        let base = json!({"title": "T", "rows": [{"c1": "a", "c2": "b"}, {"c1": "c", "c2": "d"}], "on": true});
        let mut theirs = base.clone();
        theirs["title"] = json!("T2");
        theirs["rows"][1]["c2"] = json!("D");
        theirs["added"] = json!(1);
        assert_eq!(
            list(&base, &base, &theirs),
            [r#"title: "T" > "T2" | "T" = "T2""#, r#"rows.1.c2: "d" > "D" | "d" = "D""#, "added: null > 1 | null = 1"]
        );
        let mut ours = base.clone();
        ours["title"] = json!("Tide");
        ours["rows"][1]["c1"] = json!("C");
        ours["added"] = json!(1);
        assert_eq!(
            list(&base, &ours, &theirs),
            [r#"title: "T" > "T2" | "Tide" = conflict"#, r#"rows.1.c2: "d" > "D" | "d" = "D""#]
        );
        assert_eq!(list(&base, &theirs, &base), [""; 0]);
        // A list that one side reordered is one change.
        let moved = json!({"rows": [base["rows"][1], base["rows"][0]]});
        assert_eq!(list(&json!({"rows": base["rows"]}), &moved, &json!({"rows": theirs["rows"]})).len(), 1);
        // An added row keeps the other rows.
        let longer = json!({"rows": [base["rows"][0], {"c1": "x"}, base["rows"][1]]});
        let shown = list(&json!({"rows": base["rows"]}), &json!({"rows": ours["rows"]}), &longer);
        assert!(shown[0].ends_with(r#"= [{"c1":"a","c2":"b"},{"c1":"x"},{"c1":"C","c2":"d"}]"#), "{shown:?}");
    }

    #[test]
    fn objects_are_merged_by_key() {
        let base = json!({"title": "T", "text": "X", "icon": "sun"});
        let ours = json!({"title": "T2", "text": "X", "icon": "sun", "new": 1});
        let theirs = json!({"title": "T", "text": "X2"});
        assert_eq!(check(&base, &ours, &theirs), r#"{"title":"T2","text":"X2","new":1}"#);
        assert_eq!(check(&base, &ours, &json!({"title": "T3"})), "conflict");
    }

    #[test]
    fn list_entries_are_recognised_after_they_moved() {
        let list = |titles: &str| -> Value {
            titles.split_whitespace().map(|title| json!({"title": title})).collect::<Vec<_>>().into()
        };
        let merged = |base: &str, ours: &str, theirs: &str| {
            let merged = merged_changes(&list(base), &list(ours), &list(theirs));
            let title = |entry: &Value| entry["title"].as_str().unwrap_or_default().to_owned();
            let titles = |list: Value| list.as_array().into_iter().flatten().map(title).collect::<Vec<_>>().join(" ");
            merged.map_or_else(|| "conflict".to_owned(), titles)
        };
        for (base, ours, theirs, expected) in [
            ("a b c", "a b c x", "a b c y", "a b c y x"),
            ("a b c", "x a b c", "a b c2", "x a b c2"),
            ("a b c", "c a b", "a b2 c", "c a b2"),
            ("a b2 c", "a b c", "c a b2", "c a b"),
            ("a b c", "a c", "a b c d", "a c d"),
            ("a b c", "a c", "a b2 c", "conflict"),
            ("a b c", "a b2 c", "a c", "conflict"),
            ("a b c", "c b a", "b a c", "conflict"),
            ("a b", "", "a b c", "c"),
            ("", "x", "y", "y x"),
        ] {
            assert_eq!(merged(base, ours, theirs), expected, "{base} / {ours} / {theirs}");
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(Value::Null), "[ab]{0,2}".prop_map(Value::from), (0..3).prop_map(Value::from)];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[xyz]", inner, 0..3)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_side_without_changes_takes_the_changes_of_the_other_side(base in value(), other in value()) {
            let is_other = |merged: Option<Value>| merged.is_some_and(|merged| same_value(&merged, &other));
            prop_assert!(is_other(merged_changes(&base, &base, &other)));
            prop_assert!(is_other(merged_changes(&base, &other, &base)));
            prop_assert!(is_other(merged_changes(&base, &other, &other)));
        }

        #[test]
        fn a_merged_list_has_the_entries_that_both_sides_added(
            base in prop::collection::vec(0..50, 0..6),
            ours in prop::collection::vec(100..150, 0..4),
            theirs in prop::collection::vec(200..250, 0..4),
            (at, other) in (0_usize..6, 0_usize..6),
        ) {
            let with = |added: &[i32], at: usize| {
                let mut list = base.clone();
                let at = at.min(list.len());
                list.splice(at..at, added.iter().copied());
                json!(list)
            };
            // Numbers are not merged, so two entries at one position may conflict, but none is ever lost.
            if let Some(merged) = merged_changes(&json!(base), &with(&ours, at), &with(&theirs, other)) {
                for added in base.iter().chain(&ours).chain(&theirs) {
                    prop_assert!(merged.as_array().is_some_and(|list| list.contains(&json!(added))), "{merged}");
                }
            }
        }
    }
}
