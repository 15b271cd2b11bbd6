//! Decks bettered by the author and saved: slides converted, instructions followed, decks compressed and judged.

use std::sync::Arc;

use ai::{Intensity, Suggestion};
use deck::Content;
use store::{DeckId, StoredDeck, VersionReason};

use super::apply::changed;
use super::plan::{EditOrder, Kind, Plan, Planned, Task};
use super::write::same_revision;
use crate::Author;
use crate::caller::Caller;
use crate::decks::Change;
use crate::error::Result;
use crate::rights::Right;

/// A slide that was converted.
#[derive(Debug)]
pub struct Converted {
    /// Its position, from 0.
    pub index: usize,
    /// The canonical type it had.
    pub from: String,
    /// The canonical type it has.
    pub to: String,
    /// What it shows.
    pub content: Content,
}

/// What became of an instruction.
#[derive(Debug)]
pub struct Iterated {
    /// The slide that was named, from 0; none for the whole deck.
    pub target: Option<usize>,
    /// What was done, in a sentence.
    pub summary: String,
    /// Position, action and reason of each change.
    pub changes: Vec<(usize, &'static str, String)>,
    /// How many slides the deck has now.
    pub total: usize,
}

/// What compressing does, or did.
#[derive(Debug)]
pub struct Compressed {
    /// Positions, reason and title of slides that become one.
    pub merges: Vec<(Vec<usize>, String, String)>,
    /// Position and reason of slides that go.
    pub removals: Vec<(usize, String)>,
    /// What is gained, in a sentence.
    pub summary: String,
    /// How many slides there were.
    pub before: usize,
    /// How many slides the deck has now, where it was changed.
    pub after: Option<usize>,
    /// Who was asked.
    pub vendor: &'static str,
}

impl Compressed {
    /// How many slides there would be.
    pub fn recommended(&self) -> usize {
        let merged: usize = self.merges.iter().map(|(slides, ..)| slides.len().saturating_sub(1)).sum();
        self.before.saturating_sub(merged + self.removals.len())
    }
}

/// What could be better in a deck.
#[derive(Debug)]
pub struct Analysis {
    /// How many slides it has.
    pub slide_count: usize,
    /// What could be better, with the canonical type that is proposed.
    pub suggestions: Vec<(Suggestion, Option<String>)>,
}

impl Author {
    /// Restructures a slide for another type and saves it.
    ///
    /// # Errors
    /// Not found, no right, no such slide or type, the vendor failed, or the deck changed meanwhile.
    pub async fn convert_slide(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        index: i64,
        target: &str,
        vendor: Option<&str>,
    ) -> Result<Converted> {
        let task = Task::Convert { slides: vec![index], target: target.to_owned() };
        let order = self.check_edit_request(caller, id, Right::Write, vendor, task).await?;
        let plan = self.plan_edit(&order).await?;
        let index = order.target.unwrap_or_default();
        let from = order.registry.canonical(&order.stored.deck.slides[index].key).into_owned();
        let registry = Arc::clone(&order.registry);
        let stored = self.apply_plan(caller, order, &plan.changes).await?;
        let slide = &stored.deck.slides[index];
        Ok(Converted { index, from, to: registry.canonical(&slide.key).into_owned(), content: slide.content.clone() })
    }

    /// Follows an instruction and saves what comes of it.
    ///
    /// # Errors
    /// Not found, no right, an instruction that cannot be followed, the vendor failed, or the deck changed meanwhile.
    pub async fn iterate(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        command: &str,
        vendor: Option<&str>,
    ) -> Result<Iterated> {
        let task = Task::Iterate { command: command.to_owned(), only: Vec::new() };
        let order = self.check_edit_request(caller, id, Right::Write, vendor, task).await?;
        let Plan { summary, changes, .. } = self.plan_edit(&order).await?;
        let (target, mut total) = (order.target, order.stored.deck.slides.len());
        if !changes.is_empty() {
            total = self.apply_plan(caller, order, &changes).await?.deck.slides.len();
        }
        let changes = changes.into_iter().map(|change| (change.at, change.kind.name(), change.why)).collect();
        Ok(Iterated { target, summary, changes, total })
    }

    /// Finds slides to merge and remove; does it where that is asked for.
    ///
    /// # Errors
    /// Not found, no right, the vendor failed, or the deck changed meanwhile.
    pub async fn compress(
        self: &Arc<Self>,
        caller: &Caller,
        id: &DeckId,
        intensity: Intensity,
        apply: bool,
        vendor: Option<&str>,
    ) -> Result<Compressed> {
        let right = if apply { Right::Write } else { Right::Read };
        let order = self.check_edit_request(caller, id, right, vendor, Task::Compress(intensity)).await?;
        let Plan { summary, changes, .. } = self.plan_edit(&order).await?;
        let (vendor, before) = (order.pen.vendor.id(), order.stored.deck.slides.len());
        let registry = Arc::clone(&order.registry);
        let mut after = apply.then_some(before);
        if apply && !changes.is_empty() {
            after = Some(self.apply_plan(caller, order, &changes).await?.deck.slides.len());
        }
        let (mut merges, mut removals) = (Vec::new(), Vec::new());
        for Planned { kind, takes, at, slides, why } in changes {
            match (kind, slides.first()) {
                (Kind::Merge, Some(merged)) => {
                    let known = registry.by_key(&merged.key);
                    let title = known.map_or("", |known| known.title_of(&merged.content)).to_owned();
                    merges.push((takes, why, title));
                }
                _ => removals.push((at, why)),
            }
        }
        Ok(Compressed { merges, removals, summary, before, after, vendor })
    }

    /// Says what could be better in a deck. Changes nothing.
    ///
    /// # Errors
    /// Not found, or the vendor failed.
    pub async fn analyze(self: &Arc<Self>, caller: &Caller, id: &DeckId, vendor: Option<&str>) -> Result<Analysis> {
        let task = Task::Analyze { only: Vec::new() };
        let order = self.check_edit_request(caller, id, Right::Read, vendor, task).await?;
        let plan = self.plan_edit(&order).await?;
        let canonical = |suggestion: &Suggestion| {
            suggestion.proposed.as_ref().map(|proposed| order.registry.canonical(&proposed.key).into_owned())
        };
        let suggestions = plan.suggestions.into_iter().map(|(suggestion, _)| (canonical(&suggestion), suggestion));
        Ok(Analysis {
            slide_count: order.stored.deck.slides.len(),
            suggestions: suggestions.map(|(key, suggestion)| (suggestion, key)).collect(),
        })
    }

    /// Saves changes, on the revision they were made for.
    async fn apply_plan(&self, caller: &Caller, order: EditOrder, changes: &[Planned]) -> Result<Arc<StoredDeck>> {
        let EditOrder { stored, registry, .. } = order;
        let yours = stored.head.revision;
        let slide = match changes {
            [only] => only.takes.first().map(|at| stored.deck.slides[*at].id.clone()).unwrap_or_default(),
            _ => String::new(),
        };
        let apply = |stored: &StoredDeck| {
            same_revision(stored, yours)?;
            let deck = changed(&registry, &stored.deck, changes)?;
            Ok(Change { because: Some(VersionReason::Assistant), ..Change::new(deck, slide.clone(), ()) })
        };
        let (stored, ()) = self.decks.change(caller, &stored.head.id, Right::Write, apply).await?;
        Ok(stored)
    }
}
