//! Three-way merge of JSON values.
//!
//! Objects are merged by key and lists by entry. Texts are not merged: if both sides changed the same text, that is a
//! conflict.

use serde_json::Value;

use crate::Content;
use crate::language::sources;

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
            objects(base, ours, theirs).map(Value::Object)
        }
        (Value::Array(base), Value::Array(ours), Value::Array(theirs)) => lists(base, ours, theirs).map(Value::Array),
        _ => None,
    }
}

/// Whether two values are equal. `null` and the empty text count as equal.
pub(crate) fn same_value(one: &Value, other: &Value) -> bool {
    let empty = |value: &Value| value.is_null() || value.as_str() == Some("");
    one == other || (empty(one) && empty(other))
}

fn objects(base: &Content, ours: &Content, theirs: &Content) -> Option<Content> {
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

fn lists(base: &[Value], ours: &[Value], theirs: &[Value]) -> Option<Vec<Value>> {
    let (our_sources, their_sources) = (sources(base, ours), sources(base, theirs));
    // The side that reordered entries determines the order.
    let ((lead, lead_sources), (other, other_sources)) = if in_order(&their_sources) {
        ((ours, our_sources), (theirs, their_sources))
    } else if in_order(&our_sources) {
        ((theirs, their_sources), (ours, our_sources))
    } else {
        return None;
    };
    let (lead_positions, other_positions) =
        (positions(&lead_sources, base.len()), positions(&other_sources, base.len()));
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
    // An entry that the other side added stays after the entry that precedes it there.
    let mut is_merged = vec![false; other.len()];
    for position in merged.iter().filter_map(|(_, position)| *position) {
        is_merged[position] = true;
    }
    let (mut first, mut behind) = (Vec::new(), vec![Vec::new(); other.len()]);
    let mut last = None;
    for (position, source) in other_sources.iter().enumerate() {
        match source {
            _ if is_merged[position] => last = Some(position),
            None => last.map_or(&mut first, |last: usize| &mut behind[last]).push(other[position].clone()),
            Some(source) if lead_positions[*source].is_none() && !same_value(&base[*source], &other[position]) => {
                return None;
            }
            Some(_) => {}
        }
    }
    for (entry, position) in merged {
        first.push(entry);
        if let Some(position) = position {
            first.append(&mut behind[position]);
        }
    }
    Some(first)
}

/// Whether the old entries are still in their old order.
fn in_order(sources: &[Option<usize>]) -> bool {
    sources.iter().flatten().is_sorted()
}

/// For each old entry, its new position.
fn positions(sources: &[Option<usize>], count: usize) -> Vec<Option<usize>> {
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
        fn a_side_without_changes_takes_those_of_the_other(base in value(), other in value()) {
            let alike = |merged: Option<Value>| merged.is_some_and(|merged| same_value(&merged, &other));
            prop_assert!(alike(merged_changes(&base, &base, &other)));
            prop_assert!(alike(merged_changes(&base, &other, &base)));
            prop_assert!(alike(merged_changes(&base, &other, &other)));
        }

        #[test]
        fn entries_that_both_sides_add_are_all_there(
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
