//! Changes decks with the author and saves them: converts slides, follows instructions, compresses decks. Also analyzes
//! decks.

use std::sync::Arc;

use ai::{DeckEdit, Intensity, Suggestion};
use deck::{Content, Registry, Slide, SlideId};
use store::{StoredDeck, VersionReason};

use super::apply::changed_deck;
use super::plan::{AuthorTask, ChangeKind, EditRequest, Plan, PlannedChange};
use super::write::same_revision;
use crate::Author;
use crate::decks::{Change, SlideRef};
use crate::error::Result;
use crate::rights::{Readable, Writable};

/// A slide that was converted.
#[derive(Debug)]
pub struct Converted {
    /// Its id.
    pub slide: SlideId,
    /// Its position, from 0.
    pub index: usize,
    /// The canonical type it had.
    pub from: String,
    /// The canonical type it has.
    pub to: String,
    /// Its content.
    pub content: Content,
}

/// The result of an instruction.
#[derive(Debug)]
pub struct Iterated {
    /// Position of the slide that was named, from 0; `None` for the whole deck.
    pub target: Option<usize>,
    /// What was done, in a sentence.
    pub summary: String,
    /// Whether the instruction was followed, even if there was nothing to change.
    pub followed: bool,
    /// The changes that were saved.
    pub changes: Vec<AppliedChange>,
    /// The change of the deck itself that was saved; a theme by its id.
    pub deck_edit: Option<DeckEdit>,
    /// Name of the author.
    pub author: &'static str,
    /// The slides that are new or changed.
    pub slides: Vec<SlideId>,
    /// How many slides the deck has now.
    pub total: usize,
}

/// A change that was saved.
#[derive(Debug)]
pub struct AppliedChange {
    /// Position of the slide, from 0.
    pub index: usize,
    /// What was done to it.
    pub kind: ChangeKind,
    /// Why.
    pub reason: String,
}

/// What compressing does, or did.
#[derive(Debug)]
pub struct Compressed {
    /// Slides that become one.
    pub merges: Vec<SlideMerge>,
    /// Slides that are removed.
    pub removals: Vec<SlideRemoval>,
    /// What is gained, in a sentence.
    pub summary: String,
    /// How many slides there were.
    pub before: usize,
    /// How many slides the deck has now, if it was saved.
    pub after: Option<usize>,
    /// The slides that are new or changed, if it was saved.
    pub slides: Vec<SlideId>,
    /// Id of the vendor.
    pub vendor: &'static str,
}

/// Slides that become one.
#[derive(Debug)]
pub struct SlideMerge {
    /// Positions of the slides, from 0.
    pub slides: Vec<usize>,
    /// Why.
    pub reason: String,
    /// Title of the merged slide.
    pub title: String,
}

/// A slide that is removed.
#[derive(Debug)]
pub struct SlideRemoval {
    /// Position of the slide, from 0.
    pub index: usize,
    /// Why.
    pub reason: String,
}

impl Compressed {
    /// How many slides the deck would have.
    pub fn recommended(&self) -> usize {
        let merged: usize = self.merges.iter().map(|merge| merge.slides.len().saturating_sub(1)).sum();
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
    /// Fails when there is no such slide or type, the vendor fails, or the deck was changed meanwhile.
    pub async fn convert_slide(
        self: &Arc<Self>,
        deck: &Writable,
        slide: &SlideRef,
        target: &str,
        vendor: Option<&str>,
    ) -> Result<Converted> {
        let index = slide.position(&deck.deck().deck)?;
        let slides = vec![i64::try_from(index).unwrap_or(i64::MAX)];
        let task = AuthorTask::Convert { slides, target: target.to_owned() };
        let request = self.check_edit_request(&deck.readable(), vendor, task).await?;
        let plan = self.plan_edit(&request).await?;
        let EditRequest { registry, target, .. } = request;
        let index = target.unwrap_or_default();
        let from = registry.canonical(&deck.deck().deck.slides[index].key).into_owned();
        let stored = self.save_plan(deck, &registry, &plan).await?;
        let slide = &stored.deck.slides[index];
        Ok(Converted {
            slide: slide.id.clone(),
            index,
            from,
            to: registry.canonical(&slide.key).into_owned(),
            content: slide.content.clone(),
        })
    }

    /// Follows an instruction and saves the changes.
    ///
    /// # Errors
    /// Fails when the instruction cannot be followed, the vendor failed, or the deck changed meanwhile.
    pub async fn iterate(self: &Arc<Self>, deck: &Writable, command: &str, vendor: Option<&str>) -> Result<Iterated> {
        let task = AuthorTask::Iterate { command: command.to_owned(), only: Vec::new() };
        let request = self.check_edit_request(&deck.readable(), vendor, task).await?;
        let plan = self.plan_edit(&request).await?;
        let before = &deck.deck().deck.slides;
        let (mut total, mut slides) = (before.len(), Vec::new());
        if !plan.changes.is_empty() || plan.deck_edit.is_some() {
            let after = self.save_plan(deck, &request.registry, &plan).await?;
            (total, slides) = (after.deck.slides.len(), new_slides(before, &after.deck.slides));
        }
        let applied =
            |change: PlannedChange| AppliedChange { index: change.at, kind: change.kind, reason: change.why.into() };
        Ok(Iterated {
            target: request.target,
            summary: plan.summary.into(),
            followed: !plan.declined,
            changes: plan.changes.into_iter().map(applied).collect(),
            deck_edit: plan.deck_edit,
            author: request.chosen.name(),
            slides,
            total,
        })
    }

    /// Finds slides to merge and to remove. Nothing is saved.
    ///
    /// # Errors
    /// Fails when the vendor failed.
    pub async fn find_compression(
        self: &Arc<Self>,
        deck: &Readable,
        intensity: Intensity,
        vendor: Option<&str>,
    ) -> Result<Compressed> {
        let request = self.check_edit_request(deck, vendor, AuthorTask::Compress(intensity)).await?;
        let plan = self.plan_edit(&request).await?;
        Ok(compressed(&request, plan, None))
    }

    /// Merges and removes slides, and saves the deck.
    ///
    /// # Errors
    /// Fails when the vendor failed, or the deck changed meanwhile.
    pub async fn compress(
        self: &Arc<Self>,
        deck: &Writable,
        intensity: Intensity,
        vendor: Option<&str>,
    ) -> Result<Compressed> {
        let request = self.check_edit_request(&deck.readable(), vendor, AuthorTask::Compress(intensity)).await?;
        let plan = self.plan_edit(&request).await?;
        let before = &deck.deck().deck.slides;
        let (mut total, mut slides) = (before.len(), Vec::new());
        if !plan.changes.is_empty() {
            let after = self.save_plan(deck, &request.registry, &plan).await?;
            (total, slides) = (after.deck.slides.len(), new_slides(before, &after.deck.slides));
        }
        Ok(Compressed { slides, ..compressed(&request, plan, Some(total)) })
    }

    /// Finds what could be better in a deck. Nothing is saved.
    ///
    /// # Errors
    /// Fails when the vendor failed.
    pub async fn analyze(self: &Arc<Self>, deck: &Readable, vendor: Option<&str>) -> Result<Analysis> {
        let request = self.check_edit_request(deck, vendor, AuthorTask::Analyze { only: Vec::new() }).await?;
        let plan = self.plan_edit(&request).await?;
        let canonical = |suggestion: &Suggestion| {
            suggestion.proposed.as_ref().map(|proposed| request.registry.canonical(&proposed.key).into_owned())
        };
        let suggestions = plan.suggestions.into_iter().map(|(suggestion, _)| (canonical(&suggestion), suggestion));
        Ok(Analysis {
            slide_count: deck.deck().deck.slides.len(),
            suggestions: suggestions.map(|(key, suggestion)| (suggestion, key)).collect(),
        })
    }

    /// Saves changes, on the revision that they were made for.
    async fn save_plan(&self, deck: &Writable, registry: &Registry, plan: &Plan) -> Result<Arc<StoredDeck>> {
        let stored = deck.deck();
        let planned_for = stored.head.revision;
        let slide = match plan.changes.as_slice() {
            [only] if plan.deck_edit.is_none() => only.replaces.first().map(|at| stored.deck.slides[*at].id.clone()),
            _ => None,
        };
        let apply = |stored: &StoredDeck| {
            same_revision(stored, planned_for)?;
            let mut deck = changed_deck(registry, &stored.deck, &plan.changes)?;
            match &plan.deck_edit {
                Some(DeckEdit::Title(title)) => deck.title.clone_from(title),
                Some(DeckEdit::Theme(theme)) => deck.theme.clone_from(theme),
                None => {}
            }
            Ok(Change { because: Some(VersionReason::Assistant), ..Change::new(deck, slide.clone(), ()) })
        };
        let (stored, ()) = self.decks.change(deck.caller(), deck.id(), apply).await?;
        Ok(stored)
    }
}

/// The slides that are new or changed.
fn new_slides(before: &[Slide], after: &[Slide]) -> Vec<SlideId> {
    after.iter().filter(|slide| !before.contains(slide)).map(|slide| slide.id.clone()).collect()
}

/// A compression by its merges and removals; `after` is the number of slides if it was saved.
fn compressed(request: &EditRequest, plan: Plan, after: Option<usize>) -> Compressed {
    let (mut merges, mut removals) = (Vec::new(), Vec::new());
    for PlannedChange { kind, replaces, at, slides, why } in plan.changes {
        match (kind, slides.first()) {
            (ChangeKind::Merge, Some(merged)) => {
                let slide_type = request.registry.by_key(&merged.key);
                let title = slide_type.map_or("", |slide_type| slide_type.title_of(&merged.content)).to_owned();
                merges.push(SlideMerge { slides: replaces, reason: why.into(), title });
            }
            _ => removals.push(SlideRemoval { index: at, reason: why.into() }),
        }
    }
    let before = request.deck.deck().deck.slides.len();
    Compressed {
        merges,
        removals,
        summary: plan.summary.into(),
        before,
        after,
        slides: Vec::new(),
        vendor: request.chosen.vendor.id(),
    }
}
