//! Keeps translations with the list entries they belong to when a slide's content is replaced.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::tidy_overlay;
use crate::{Content, MorphNames, Overlay, Registry, Slide};

/// Returns the overlay of a slide after its content changed from `old` to `new`.
///
/// A new entry that equals an old one takes over its texts, at whatever positions the two are. A new entry that equals
/// no old one takes over the texts of the old entry at its position, unless the old entry moved. Texts of removed
/// entries are dropped. The same holds for lists in entries.
pub fn carried(registry: &Registry, old: &Slide, new: &Slide, overlay: &Overlay) -> Overlay {
    let mut moves = HashMap::new();
    record_moves(&old.content, &new.content, ("", ""), &mut moves);
    let new_path = |path: &str| match path.rsplit_once('.') {
        None => Some(path.to_owned()),
        Some((entry, key)) => Some(format!("{}.{key}", moves.get(entry)?)),
    };
    let mut carried = Overlay {
        content: overlay.content.iter().filter_map(|(path, text)| Some((new_path(path)?, text.clone()))).collect(),
        notes: overlay.notes.clone(),
    };
    tidy_overlay(registry, new, &mut carried);
    carried
}

/// Returns the morph names of a slide after it changed from `old` to `new`. The names of a list entry move with the
/// entry, and those of removed entries are dropped. Names that the change itself set are returned unchanged.
pub(crate) fn carried_names(old: &Slide, new: &Slide) -> MorphNames {
    if new.morph_names.is_empty() || new.morph_names != old.morph_names || new.content == old.content {
        return new.morph_names.clone();
    }
    let mut moves = HashMap::new();
    record_moves(&old.content, &new.content, ("", ""), &mut moves);
    new.morph_names.moved(&moves)
}

/// Records the new path of each list entry, at any depth, such as `rows.2` to `rows.0`. `from` and `to` are the old and
/// the new path of the object that has the lists: empty, or with a full stop at the end.
fn record_moves(old: &Content, new: &Content, (from, to): (&str, &str), moves: &mut HashMap<String, String>) {
    for (list, value) in old {
        let (Value::Array(before), Some(Value::Array(after))) = (value, new.get(list)) else {
            continue;
        };
        for (position, source) in old_positions(before, after).into_iter().enumerate() {
            let Some(source) = source else { continue };
            let (Value::Object(old), Value::Object(new)) = (&before[source], &after[position]) else {
                continue;
            };
            let (from, to) = (format!("{from}{list}.{source}"), format!("{to}{list}.{position}"));
            record_moves(old, new, (&format!("{from}."), &format!("{to}.")), moves);
            moves.insert(from, to);
        }
    }
}

/// For each new entry, the position of the old entry that it continues; none for an added entry. Runs in linear time.
pub(crate) fn old_positions(old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    let mut sources: Vec<Option<usize>> = vec![None; new.len()];
    let mut is_unmatched = vec![true; old.len()];
    for (position, (before, after)) in old.iter().zip(new).enumerate() {
        if before == after {
            sources[position] = Some(position);
            is_unmatched[position] = false;
        }
    }
    let mut equal: HashMap<&Value, VecDeque<usize>> = HashMap::new();
    for (position, entry) in old.iter().enumerate().filter(|(position, _)| is_unmatched[*position]) {
        equal.entry(entry).or_default().push_back(position);
    }
    for (source, entry) in sources.iter_mut().zip(new).filter(|(source, _)| source.is_none()) {
        *source = equal.get_mut(entry).and_then(VecDeque::pop_front);
        if let Some(position) = *source {
            is_unmatched[position] = false;
        }
    }
    for (position, source) in sources.iter_mut().enumerate() {
        if source.is_none() && is_unmatched.get(position) == Some(&true) {
            *source = Some(position);
        }
    }
    sources
}
