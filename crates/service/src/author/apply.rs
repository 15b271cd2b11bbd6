//! Applies changes of the author to a deck: from the last slide to the first, all or none.

use deck::{Deck, Registry, Slide};

use super::plan::{ChangeKind, PlannedChange};
use super::write::new_slide;
use crate::error::Result;

/// A change with the slides as they would be stored: a slide that replaces another has its id.
#[derive(Debug, Clone)]
pub(super) struct ResolvedChange {
    pub(super) replaces: Vec<usize>,
    pub(super) at: usize,
    pub(super) slides: Vec<Slide>,
}

impl ResolvedChange {
    /// Resolves a change. Its first slide has the id, the visibility, the duration, the transition and the library link
    /// of the first slide it replaces, and also that slide's names for morph if both have the same type.
    pub(super) fn new(deck: &Deck, change: &PlannedChange) -> Self {
        if matches!(change.kind, ChangeKind::Hide | ChangeKind::Show) {
            let mut slide = deck.slides[change.at].clone();
            slide.visibility.hide_in_presentation = change.kind == ChangeKind::Hide;
            return Self { replaces: change.replaces.clone(), at: change.at, slides: vec![slide] };
        }
        let mut slides: Vec<Slide> = change.slides.iter().cloned().map(new_slide).collect();
        if let (Some(first), Some(replaced_slide)) = (slides.first_mut(), change.replaces.first()) {
            let replaced_slide = &deck.slides[*replaced_slide];
            first.id.clone_from(&replaced_slide.id);
            (first.visibility, first.duration) = (replaced_slide.visibility, replaced_slide.duration);
            first.transition = replaced_slide.transition;
            if first.key == replaced_slide.key {
                first.morph_names.clone_from(&replaced_slide.morph_names);
            }
            first.library.clone_from(&replaced_slide.library);
        }
        Self { replaces: change.replaces.clone(), at: change.at, slides }
    }

    /// Applies the change to `result`. The positions are those of `deck`, the deck before all changes.
    fn apply(self, registry: &Registry, deck: &Deck, result: &mut Deck) -> Result<()> {
        let mut slides = self.slides.into_iter();
        let replacement = if self.replaces.is_empty() { None } else { slides.next() };
        let replaced = usize::from(replacement.is_some());
        if let Some(slide) = replacement {
            result.replace_slide(registry, slide, None)?;
        }
        let new: Vec<_> = slides.map(Into::into).collect();
        if !new.is_empty() {
            // They stay behind the slide that they followed or that they split, wherever it was moved.
            let before = self.replaces.first().copied().or(self.at.checked_sub(1));
            let before = before.and_then(|at| result.position(&deck.slides[at].id));
            result.insert_slides(registry, before.map_or(self.at, |at| at + 1), new)?;
        }
        for at in self.replaces.iter().skip(replaced) {
            result.remove_slide(&deck.slides[*at].id)?;
        }
        Ok(())
    }
}

/// A deck after all changes.
pub(super) fn changed_deck(registry: &Registry, deck: &Deck, changes: &[PlannedChange]) -> Result<Deck> {
    // Insertions at one position are applied from the last to the first, so that they end up in order.
    let is_move = |change: &&PlannedChange| matches!(change.kind, ChangeKind::Move { .. });
    let mut order: Vec<&PlannedChange> = changes.iter().rev().filter(|change| !is_move(change)).collect();
    order.sort_by_key(|change| std::cmp::Reverse(change.at));
    let mut result = deck.clone();
    move_slides(&mut result, changes);
    for change in order {
        ResolvedChange::new(deck, change).apply(registry, deck, &mut result)?;
    }
    Ok(result)
}

/// Moves slides to their positions, all at once.
fn move_slides(deck: &mut Deck, changes: &[PlannedChange]) {
    let mut moves: Vec<(usize, usize)> = changes
        .iter()
        .filter_map(|change| match change.kind {
            ChangeKind::Move { to } => Some((change.at, to)),
            _ => None,
        })
        .collect();
    let ids: Vec<_> = moves.iter().map(|(from, _)| deck.slides[*from].id.clone()).collect();
    let mut moved: Vec<(usize, Slide)> = Vec::new();
    for ((_, to), id) in moves.drain(..).zip(ids) {
        if let Some(at) = deck.position(&id) {
            moved.push((to, deck.slides.remove(at)));
        }
    }
    moved.sort_by_key(|(to, _)| *to);
    for (to, slide) in moved {
        deck.slides.insert(to.min(deck.slides.len()), slide);
    }
}

#[cfg(test)]
mod tests {
    use ai::SlideDraft;
    use deck::Content;

    use super::*;

    #[test]
    fn new_slides_stay_behind_the_slides_that_they_follow_when_those_move() {
        let mut deck = Deck::new("Tide".to_owned(), "en");
        deck.slides.extend(["a", "b", "c", "d"].map(|id| Slide::new(id, "content-slide", Content::new())));
        let draft = |notes: &str| SlideDraft {
            key: "content-slide".to_owned(),
            content: Content::new(),
            notes: notes.to_owned(),
        };
        let change = |kind, replaces: &[usize], at, drafts: &[&str]| PlannedChange {
            kind,
            replaces: replaces.to_vec(),
            at,
            slides: drafts.iter().map(|notes| draft(notes)).collect(),
            why: String::new().into(),
        };
        let changes = [
            change(ChangeKind::Move { to: 3 }, &[], 0, &[]),
            change(ChangeKind::Split, &[0], 0, &["first part of a", "second part of a"]),
            change(ChangeKind::Insert, &[], 2, &["after b"]),
        ];
        let changed = changed_deck(Registry::core(), &deck, &changes).expect("changes of slides that exist");
        let names =
            changed.slides.iter().map(|slide| if slide.notes.is_empty() { slide.id.as_str() } else { &slide.notes });
        assert_eq!(names.collect::<Vec<_>>(), ["b", "after b", "c", "d", "first part of a", "second part of a"]);
    }
}
