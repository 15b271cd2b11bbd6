//! Batches of edits: storing, and applying each batch once however often it is sent.
//!
//! What an edit does to a deck is decided by [`deck::Edit`].

mod batch;
mod drafts;
mod operations;

use deck::{Deck, Edit, EditContext, EditError, EditOutcome, FieldDraft, SlideId};
use store::{DraftChanges, StoredDeck, VersionReason};

pub use self::batch::{BatchResult, ClientName, ConflictReason, EditBatch, EditConflict, RefusedEdit};
pub use self::operations::{EditedDeck, SentOperation, SlideOperation};
use crate::Editing;
use crate::decks::Change;
use crate::error::{Error, Result};
use crate::rights::Writable;

/// The maximum number of attempts to write a batch while other nodes change drafts of the deck.
const MAX_ATTEMPTS: usize = 10;

/// What became of the edits of a batch.
#[derive(Debug, Default)]
struct BatchOutcome {
    /// Indexes of the edits that changed the deck.
    applied: Vec<usize>,
    conflicts: Vec<EditConflict>,
    refused: Vec<RefusedEdit>,
    /// The drafts after the edits.
    drafts: Vec<FieldDraft>,
}

impl Editing {
    /// Applies a batch of edits to a deck. Returns the new revision, the edits that conflict with a change by somebody
    /// else, and the edits that break a rule; all others are applied. A batch that was applied before changes nothing.
    /// For a client that shows drafts, texts that break a rule become drafts, and the result has the drafts of the
    /// deck.
    ///
    /// # Errors
    /// Fails when the batch has the number 0 or too many edits, its base is newer than the deck, or the right was lost
    /// meanwhile. Then nothing is written.
    pub async fn send_edits(&self, deck: &Writable, batch: EditBatch) -> Result<BatchResult> {
        batch.check()?;
        let (id, stored) = (deck.id(), deck.deck());
        if batch.base > stored.head.revision {
            // The client may know a revision from another node that this node has not seen yet.
            self.store.catch_up().await?;
        }
        // A batch that is sent again waits until the first attempt is finished.
        let _guard = self.locks.lock(&format!("edits {id} {}", batch.client.as_str())).await;
        // Drafts are read and written in turn, or else one of two clients that write at once would lose its text.
        let _drafts_guard = if batch.with_drafts { Some(self.locks.lock(&format!("drafts {id}")).await) } else { None };
        for _ in 1..MAX_ATTEMPTS {
            match self.apply_once(deck, &batch).await {
                // Another node changed a draft meanwhile. The batch is merged with it.
                Err(Error::Busy(_)) => {}
                result => return result,
            }
        }
        self.apply_once(deck, &batch).await
    }

    /// Applies a batch with the drafts as they are stored now. Fails with [`Error::Busy`] when another node changes one
    /// of them meanwhile.
    async fn apply_once(&self, deck: &Writable, batch: &EditBatch) -> Result<BatchResult> {
        let (id, stored) = (deck.id(), deck.deck());
        if let Some(result) = self.earlier_result(stored, batch).await? {
            return Ok(result);
        }
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let context = EditContext { registry: &registry, max_slides: self.config.max_slides };
        let drafts = if batch.with_drafts { self.store.drafts(id).await? } else { Vec::new() };
        let apply = |stored: &StoredDeck| apply_batch(batch, stored, &drafts, &context);
        let written = self.decks.change(deck.caller(), id, apply).await;
        if let Ok((_, BatchChange { result, changed: true, drafts })) = written {
            self.report_drafts(id, &batch.client, &drafts).await;
            return Ok(result);
        }
        // Another process may have written the same batch at the same time. Then this attempt failed, or changed
        // nothing.
        if let Some(result) = self.earlier_result(stored, batch).await? {
            return Ok(result);
        }
        let (_, BatchChange { result, drafts, .. }) = written?;
        if !drafts.is_empty() {
            self.store.change_drafts(id, drafts.clone()).await?;
            self.report_drafts(id, &batch.client, &drafts).await;
        }
        Ok(result)
    }

    /// The result of a batch that was applied before.
    async fn earlier_result(&self, stored: &StoredDeck, batch: &EditBatch) -> Result<Option<BatchResult>> {
        let last = self.store.last_batch(&stored.head.id, batch.client.as_str()).await?;
        let Some(last) = last.filter(|last| batch.seq <= last.seq) else { return Ok(None) };
        let drafts = if batch.with_drafts { Some(self.current_drafts(stored).await?) } else { None };
        if last.seq > batch.seq {
            let revision = stored.head.revision;
            return Ok(Some(BatchResult { revision, conflicts: Vec::new(), refused: Vec::new(), again: true, drafts }));
        }
        let result: BatchResult = serde_json::from_value(last.answer).map_err(anyhow::Error::from)?;
        Ok(Some(BatchResult { again: true, drafts, ..result }))
    }
}

/// What a batch did to a deck.
struct BatchChange {
    result: BatchResult,
    /// Whether the batch changed the deck.
    changed: bool,
    /// The changes of the drafts. They are written together with the deck if the deck changed.
    drafts: DraftChanges,
}

/// The change that a batch makes to a stored deck.
fn apply_batch(
    batch: &EditBatch,
    stored: &StoredDeck,
    drafts: &[FieldDraft],
    context: &EditContext<'_>,
) -> Result<Change<BatchChange>> {
    let revision = stored.head.revision;
    if batch.base > revision {
        return Err(Error::invalid(format!("base: the presentation is at revision {revision}, not {}", batch.base)));
    }
    let mut deck = stored.deck.clone();
    // Drafts of values that somebody else changed meanwhile are dropped.
    let current = drafts.iter().filter(|draft| draft.is_current(context.registry, &deck)).cloned().collect();
    let outcome = apply_edits(batch, &mut deck, current, context);
    let BatchOutcome { applied, conflicts, refused, drafts: remaining } = outcome;
    let changed = !applied.is_empty();
    let changes = drafts::changes(drafts, &remaining);
    let drafts = batch.with_drafts.then_some(remaining);
    let result = BatchResult { revision: revision + u64::from(changed), conflicts, refused, again: false, drafts };
    if !changed {
        return Ok(Change::none(BatchChange { result, changed, drafts: changes }));
    }
    let answer = serde_json::to_value(&result).map_err(anyhow::Error::from)?;
    let written = store::AppliedBatch { client: batch.client.as_str().to_owned(), seq: batch.seq, answer };
    let slide = only_slide(&batch.edits, &applied);
    let because = batch.by_assistant.then_some(VersionReason::Assistant);
    let change = BatchChange { result, changed, drafts: changes.clone() };
    Ok(Change { because, batch: Some(written), drafts: changes, ..Change::new(deck, slide, change) })
}

/// Applies edits in order. An edit that fails changes nothing, and the next ones are still applied.
fn apply_edits(batch: &EditBatch, deck: &mut Deck, drafts: Vec<FieldDraft>, context: &EditContext<'_>) -> BatchOutcome {
    let mut outcome = BatchOutcome { drafts, ..BatchOutcome::default() };
    for (index, edit) in batch.edits.iter().enumerate() {
        let conflict = |reason, present| EditConflict {
            index,
            reason,
            slide_id: edit.slide_id().cloned(),
            path: edit.path().map(str::to_owned),
            lang: edit.lang().map(str::to_owned),
            present,
        };
        let refused =
            |error: Error, drafted| RefusedEdit { index, code: error.code(), details: error.to_string(), drafted };
        let result = if batch.with_drafts {
            edit.apply_with_drafts(deck, &mut outcome.drafts, context)
        } else {
            edit.apply(deck, context).map(EditOutcome::from)
        };
        match result {
            Ok(EditOutcome::Applied) => outcome.applied.push(index),
            Ok(EditOutcome::Unchanged) => {}
            Ok(EditOutcome::Drafted(refusal)) => outcome.refused.push(refused(refusal.into(), true)),
            Err(EditError::Refused(refusal)) => outcome.refused.push(refused(refusal.into(), false)),
            Err(EditError::SlideGone) => outcome.conflicts.push(conflict(ConflictReason::Gone, None)),
            Err(EditError::Changed { present }) => {
                outcome.conflicts.push(conflict(ConflictReason::Changed, Some(present)));
            }
        }
    }
    outcome
}

/// The slide that all applied edits set; `None` when there are several or none.
fn only_slide(edits: &[Edit], applied: &[usize]) -> Option<SlideId> {
    let set_slide = |index: &usize| match &edits[*index] {
        Edit::Set { slide_id, .. } => Some(slide_id),
        _ => None,
    };
    let mut slides = applied.iter().map(set_slide);
    match slides.next().flatten() {
        Some(slide) if slides.all(|other| other == Some(slide)) => Some(slide.clone()),
        _ => None,
    }
}
