//! Compares an exported file that was edited elsewhere with its deck, and converts the accepted changes to edits.
//!
//! Three versions of each slide are compared: the exported one, the one in the file, and the current one of the deck. A
//! change of the file conflicts if the deck was changed in the same place. Slides are compared field by field; the list
//! of slides is compared by id.

use std::collections::{HashMap, HashSet};

use deck::{Deck, Edit, Registry, SlideId, SlidePosition, value_changes};
use serde_json::{Value, json};

use crate::convert::{Returned, ReturnedSlide, title_of};
use crate::model::ExportedSlide;

/// The input that a file is compared with.
#[derive(Debug, Clone, Copy)]
pub struct MergeInput<'a> {
    /// The slide types.
    pub registry: &'a Registry,
    /// The current deck, in the language of the file.
    pub deck: &'a Deck,
    /// The slides that were exported, in order.
    pub exported: &'a [ExportedSlide],
    /// Whether the exported slides are those of the exported revision. If not, it is unknown which side made a change,
    /// so every change conflicts.
    pub has_base: bool,
}

/// A change that a file makes to a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its id: the same as long as neither the file nor the deck changes.
    pub id: String,
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// The slide of the deck that it changes or copies, or the deleted slide that it adds again; `None` for a new
    /// slide.
    pub slide: Option<SlideId>,
    /// The number of the slide in the file, from 1; `None` for a slide that the file no longer has.
    pub source: Option<usize>,
    /// The title of the slide, or its first words.
    pub title: String,
    /// The exported value: that of a field or slide, or the number of a slide that was moved; null for a new,
    /// copied or removed slide.
    pub before: Value,
    /// The value in the file; null for a removed slide.
    pub theirs: Value,
    /// The value in the deck; null for an added or copied slide.
    pub ours: Value,
    /// Whether the deck was changed in the same place.
    pub is_conflict: bool,
    /// The value that is written when the change is accepted.
    value: Value,
}

/// What a change does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    /// Sets a value of a slide, such as `content.title` or `notes`; the whole slide when the path is empty.
    Field {
        /// Path of the value.
        path: String,
    },
    /// Adds a slide.
    Added,
    /// Adds a copy of a slide of the deck, which may have changes of its own.
    Duplicated,
    /// Removes a slide.
    Removed,
    /// Moves a slide.
    Moved,
}

/// The changes that a file makes to a deck.
#[derive(Debug, Clone, Default)]
pub struct Merge {
    /// The changes: by slide of the file in its order, then the slides that it no longer has.
    pub changes: Vec<Change>,
    /// The slides of the file in order: those of the deck by id, and the indexes of changes that add a slide.
    order: Vec<MergedSlide>,
}

#[derive(Debug, Clone)]
enum MergedSlide {
    Slide(SlideId),
    Added(usize),
}

/// The checksum that an export writes for a slide: that of the slide in an envelope, with its id.
pub fn slide_checksum(registry: &Registry, slide: &deck::Slide) -> String {
    format!("{:08x}", crc32fast::hash(slide.source(registry).to_string().as_bytes()))
}

/// Compares a file with a deck.
pub fn merge(returned: &Returned, input: MergeInput<'_>) -> Merge {
    let ours: HashMap<&str, &deck::Slide> = input.deck.slides.iter().map(|slide| (slide.id.as_str(), slide)).collect();
    let originals = originals(&returned.slides);
    let moves = Moves::new(&returned.slides, &originals, input);
    let mut merge = Merge::default();
    for (index, slide) in returned.slides.iter().enumerate() {
        let source = index + 1;
        let id = slide.exported.as_ref().and_then(id_of);
        let (Some(exported), Some(id)) = (&slide.exported, id) else {
            for (count, added) in slide.slides.iter().enumerate() {
                merge.add_slide(source, count, ChangeKind::Added, None, added);
            }
            continue;
        };
        let Some(theirs) = slide.slides.first() else { continue };
        if originals.get(id) != Some(&index) {
            merge.add_slide(source, 0, ChangeKind::Duplicated, Some(id), theirs);
            continue;
        }
        match ours.get(id) {
            Some(ours) => {
                merge.order.push(MergedSlide::Slide(id.into()));
                let ours = ours.source(input.registry);
                merge.compare(source, id, (exported, &ours, theirs), input.has_base);
                merge.changes.extend(moves.change(id, source, title_of(&ours)));
            }
            None => merge.compare_removed(source, id, exported, theirs, input.has_base),
        }
    }
    for slide in input.exported.iter().filter(|slide| !originals.contains_key(slide.id.as_str())) {
        let Some(ours) = ours.get(slide.id.as_str()) else { continue };
        let is_changed = slide_checksum(input.registry, ours) != slide.checksum;
        let ours = ours.source(input.registry);
        merge.changes.push(Change {
            id: format!("{}:removed", slide.id),
            kind: ChangeKind::Removed,
            slide: Some(slide.id.as_str().into()),
            source: None,
            title: title_of(&ours),
            before: Value::Null,
            theirs: Value::Null,
            ours,
            is_conflict: is_changed || !input.has_base,
            value: Value::Null,
        });
    }
    merge
}

impl Merge {
    /// Adds a change that adds a slide. `count` is the number of slides that the same slide of the file added before.
    fn add_slide(&mut self, source: usize, count: usize, kind: ChangeKind, copied: Option<&str>, slide: &Value) {
        let part = if count == 0 { String::new() } else { format!(".{}", count + 1) };
        self.order.push(MergedSlide::Added(self.changes.len()));
        self.changes.push(Change {
            id: format!("file:{source}{part}"),
            kind,
            slide: copied.map(Into::into),
            source: Some(source),
            title: title_of(slide),
            before: Value::Null,
            theirs: slide.clone(),
            ours: Value::Null,
            is_conflict: false,
            value: slide.clone(),
        });
    }

    /// Compares the three states of a slide.
    fn compare(&mut self, number: usize, id: &str, (base, ours, theirs): (&Value, &Value, &Value), has_base: bool) {
        let title = title_of(ours);
        let change = |path: &str, before, theirs: Value, ours, merged: Option<Value>| Change {
            id: if path.is_empty() { id.to_owned() } else { format!("{id}:{path}") },
            kind: ChangeKind::Field { path: path.to_owned() },
            slide: Some(id.into()),
            source: Some(number),
            title: title.clone(),
            before,
            is_conflict: merged.is_none() || !has_base,
            value: merged.unwrap_or_else(|| theirs.clone()),
            theirs,
            ours,
        };
        let parts = [comparable(base), comparable(ours), comparable(theirs)];
        if base.get("type") != ours.get("type") {
            // Fields of different types cannot be compared, so the slides are compared as a whole.
            if parts[0] != parts[2] {
                self.changes.push(change("", base.clone(), theirs.clone(), ours.clone(), None));
            }
            return;
        }
        for found in value_changes(&parts[0], &parts[1], &parts[2]) {
            self.changes.push(change(&found.path, found.before, found.theirs, found.ours, found.merged));
        }
    }

    /// A slide that was deleted from the deck. It is restored only if the file changed it and a person accepts that.
    fn compare_removed(&mut self, number: usize, id: &str, base: &Value, theirs: &Value, has_base: bool) {
        if comparable(base) == comparable(theirs) && has_base {
            return;
        }
        self.order.push(MergedSlide::Added(self.changes.len()));
        self.changes.push(Change {
            id: id.to_owned(),
            kind: ChangeKind::Added,
            slide: Some(id.into()),
            source: Some(number),
            title: title_of(theirs),
            before: base.clone(),
            theirs: theirs.clone(),
            ours: Value::Null,
            is_conflict: true,
            value: theirs.clone(),
        });
    }

    /// The edits that apply the accepted changes to a deck, each with the index of its change. `lang` is the language
    /// of the file if it is not the main language of the deck. `new_id` makes ids for added slides.
    pub fn edits(
        &self,
        is_accepted: &dyn Fn(&Change) -> bool,
        deck: &Deck,
        lang: Option<&str>,
        new_id: &mut dyn FnMut() -> String,
    ) -> Vec<(usize, Edit)> {
        let mut edits = Vec::new();
        let mut moved: HashMap<&SlideId, usize> = HashMap::new();
        let mut removed = Vec::new();
        for (index, change) in self.changes.iter().enumerate().filter(|(_, change)| is_accepted(change)) {
            let Some(slide) = &change.slide else { continue };
            match &change.kind {
                ChangeKind::Field { path } => {
                    let (slide_id, value) = (slide.clone(), change.value.clone());
                    let lang = lang.map(str::to_owned);
                    edits.push((index, Edit::Set { slide_id, lang, path: path.clone(), value, replaces: None }));
                }
                ChangeKind::Moved => drop(moved.insert(slide, index)),
                ChangeKind::Removed => {
                    removed.push((index, Edit::Remove { slide_id: slide.clone(), replaces: None }));
                }
                ChangeKind::Added | ChangeKind::Duplicated => {}
            }
        }
        // Each slide that is moved or added follows the slide that is before it in the file and in the deck.
        let mut previous: Option<SlideId> = None;
        for merged in &self.order {
            let after = || previous.clone().map_or(SlidePosition::First, SlidePosition::After);
            match merged {
                MergedSlide::Slide(id) => {
                    if let Some(index) = moved.get(id) {
                        edits.push((*index, Edit::Move { slide_id: id.clone(), after: after() }));
                    }
                    if deck.position(id).is_some() {
                        previous = Some(id.clone());
                    }
                }
                MergedSlide::Added(index) => {
                    let change = &self.changes[*index];
                    if !is_accepted(change) {
                        continue;
                    }
                    let former = change.slide.clone().filter(|_| change.kind == ChangeKind::Added);
                    let id = former.unwrap_or_else(|| new_id().as_str().into());
                    let mut slide = change.value.clone();
                    slide["id"] = json!(id);
                    edits.push((*index, Edit::Insert { after: after(), slides: vec![slide] }));
                    previous = Some(id);
                }
            }
        }
        edits.append(&mut removed);
        edits
    }

    /// Calls `map` for each reference to a picture in the changes for which `is_selected` is true, and replaces the
    /// reference where `map` returns one.
    pub fn rewrite_pictures(
        &mut self,
        is_selected: &dyn Fn(&Change) -> bool,
        mut map: impl FnMut(&str) -> Option<String>,
    ) {
        for change in &mut self.changes {
            if is_selected(change) {
                deck::refs::rewrite_value(&mut change.value, &mut map);
                deck::refs::rewrite_value(&mut change.theirs, &mut map);
            }
        }
    }
}

/// The id of a slide as JSON.
fn id_of(slide: &Value) -> Option<&str> {
    slide.get("id").and_then(Value::as_str)
}

/// The properties of a slide that a file can change.
fn comparable(slide: &Value) -> Value {
    let is_hidden = slide.pointer("/visibility/hideInPresentation") == Some(&json!(true));
    json!({
        "content": slide.get("content"),
        "notes": slide.get("notes").and_then(Value::as_str).unwrap_or_default(),
        "visibility": { "hideInPresentation": is_hidden },
    })
}

/// The index in the file of the slide that counts as the original, by exported id. Of several slides with the same id
/// this is the first unchanged one, otherwise the first. The others are copies of it.
fn originals(slides: &[ReturnedSlide]) -> HashMap<&str, usize> {
    let mut originals: HashMap<&str, (usize, bool)> = HashMap::new();
    for (index, slide) in slides.iter().enumerate() {
        let Some((exported, id)) = slide.exported.as_ref().and_then(|exported| Some((exported, id_of(exported)?)))
        else {
            continue;
        };
        let is_same = slide.slides.first().is_some_and(|theirs| comparable(theirs) == comparable(exported));
        let original = originals.entry(id).or_insert((index, is_same));
        if is_same && !original.1 {
            *original = (index, true);
        }
    }
    originals.into_iter().map(|(id, (index, _))| (id, index)).collect()
}

/// The slides that were moved in the file.
struct Moves<'a> {
    /// The slides that the export, the file and the deck have, in the order of each.
    exported: Vec<&'a str>,
    theirs: Vec<&'a str>,
    ours: Vec<&'a str>,
    /// Those of them that the file and the deck moved since the export.
    moved_by_them: HashSet<&'a str>,
    moved_by_us: HashSet<&'a str>,
    input: MergeInput<'a>,
}

impl<'a> Moves<'a> {
    fn new(slides: &'a [ReturnedSlide], originals: &HashMap<&'a str, usize>, input: MergeInput<'a>) -> Self {
        let exported: Vec<&str> = input.exported.iter().map(|slide| slide.id.as_str()).collect();
        let in_file = slides.iter().enumerate().filter_map(|(index, slide)| {
            let id = slide.exported.as_ref().and_then(id_of)?;
            (originals.get(id) == Some(&index)).then_some(id)
        });
        let theirs: Vec<&str> = in_file.collect();
        let ours: Vec<&str> = input.deck.slides.iter().map(|slide| slide.id.as_str()).collect();
        let sets: [HashSet<&str>; 3] = [&exported, &theirs, &ours].map(|list| list.iter().copied().collect());
        let common = |list: Vec<&'a str>| -> Vec<&'a str> {
            list.into_iter().filter(|id| sets.iter().all(|set| set.contains(id))).collect()
        };
        let (exported, theirs, ours) = (common(exported), common(theirs), common(ours));
        let (moved_by_them, moved_by_us) = (moved_entries(&exported, &theirs), moved_entries(&exported, &ours));
        Self { exported, theirs, ours, moved_by_them, moved_by_us, input }
    }

    /// The change that moves a slide, if the file did and the deck did not do the same.
    fn change(&self, id: &str, source: usize, title: String) -> Option<Change> {
        let before = |list: &[&'a str]| -> Option<&'a str> {
            let index = list.iter().position(|listed| *listed == id)?;
            index.checked_sub(1).map(|index| list[index])
        };
        if !self.moved_by_them.contains(id) || before(&self.theirs) == before(&self.ours) {
            return None;
        }
        let number = |index: Option<usize>| json!(index.map(|index| index + 1));
        let exported = self.input.exported.iter().position(|slide| slide.id.as_str() == id);
        let ours = self.input.deck.slides.iter().position(|slide| slide.id.as_str() == id);
        Some(Change {
            id: format!("{id}:moved"),
            kind: ChangeKind::Moved,
            slide: Some(id.into()),
            source: Some(source),
            title,
            before: number(exported),
            theirs: json!(source),
            ours: number(ours),
            // Of two slides that changed places in the deck, either may have been moved.
            is_conflict: self.moved_by_us.contains(id)
                || before(&self.ours) != before(&self.exported)
                || !self.input.has_base,
            value: Value::Null,
        })
    }
}

/// The smallest set of entries whose moves turn the list `before` into the list `after`, which has the same entries.
fn moved_entries<'a>(before: &[&'a str], after: &[&'a str]) -> HashSet<&'a str> {
    let positions: HashMap<&str, usize> = before.iter().enumerate().map(|(index, id)| (*id, index)).collect();
    let order: Vec<usize> = after.iter().filter_map(|id| positions.get(id).copied()).collect();
    // The longest increasing subsequence: the length of the best one that ends at each entry, and the entry before it.
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(order.len());
    for (index, position) in order.iter().enumerate() {
        let longest = (0..index).filter(|other| order[*other] < *position).max_by_key(|other| (best[*other].0, *other));
        best.push(longest.map_or((1, None), |other| (best[other].0 + 1, Some(other))));
    }
    let mut stays = HashSet::new();
    let mut next = (0..order.len()).rev().max_by_key(|index| best[*index].0);
    while let Some(index) = next {
        stays.insert(after[index]);
        next = best[index].1;
    }
    after.iter().copied().filter(|id| !stays.contains(id)).collect()
}

#[cfg(test)]
mod tests;
