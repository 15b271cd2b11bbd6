//! Batches of edits: storing, and applying each batch once however often it is sent.
//!
//! What an edit does to a deck is decided by [`deck::Edit`].

mod batch;
mod operations;

use deck::{Deck, Edit, EditContext, EditError, SlideId};
use store::{StoredDeck, VersionReason};

pub use self::batch::{BatchResult, ClientName, ConflictReason, EditBatch, EditConflict, RefusedEdit};
pub use self::operations::{EditedDeck, SentOperation, SlideOperation};
use crate::Editing;
use crate::decks::Change;
use crate::error::{Error, Result};
use crate::rights::Writable;

/// What became of the edits of a batch.
#[derive(Debug, Default)]
struct BatchOutcome {
    /// Indexes of the edits that changed the deck.
    applied: Vec<usize>,
    conflicts: Vec<EditConflict>,
    refused: Vec<RefusedEdit>,
}

impl Editing {
    /// Applies a batch of edits to a deck. Returns the new revision, the edits that conflict with a change by somebody
    /// else, and the edits that break a rule; all others are applied. A batch that was applied before changes nothing.
    ///
    /// # Errors
    /// The batch has the number 0 or too many edits, its base is newer than the deck, or the right was lost meanwhile.
    /// Then nothing is written.
    pub async fn send_edits(&self, deck: &Writable, batch: EditBatch) -> Result<BatchResult> {
        batch.check()?;
        let (id, stored) = (deck.id(), deck.deck());
        if batch.base > stored.head.revision {
            // The client may know a revision from another node that this node has not seen yet.
            self.store.catch_up().await?;
        }
        // A batch that is sent again waits until the first attempt is finished.
        let _guard = self.locks.lock(&format!("edits {id} {}", batch.client.as_str())).await;
        if let Some(result) = self.earlier_result(stored, &batch).await? {
            return Ok(result);
        }
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let context = EditContext { registry: &registry, max_slides: self.config.max_slides };
        let apply = |stored: &StoredDeck| apply_batch(&batch, stored, &context);
        let sent = self.decks.change(deck.caller(), id, apply).await;
        if let Ok((_, BatchChange { result, changed: true })) = sent {
            return Ok(result);
        }
        // Another process may have written the same batch at the same time. Then this attempt failed, or changed nothing.
        match self.earlier_result(stored, &batch).await? {
            Some(result) => Ok(result),
            None => sent.map(|(_, BatchChange { result, .. })| result),
        }
    }

    /// The result of a batch that was applied before.
    async fn earlier_result(&self, stored: &StoredDeck, batch: &EditBatch) -> Result<Option<BatchResult>> {
        let last = self.store.last_batch(&stored.head.id, batch.client.as_str()).await?;
        let Some(last) = last.filter(|last| batch.seq <= last.seq) else { return Ok(None) };
        if last.seq > batch.seq {
            let revision = stored.head.revision;
            return Ok(Some(BatchResult { revision, conflicts: Vec::new(), refused: Vec::new(), again: true }));
        }
        let result: BatchResult = serde_json::from_value(last.answer).map_err(anyhow::Error::from)?;
        Ok(Some(BatchResult { again: true, ..result }))
    }
}

/// What a batch did to a deck.
struct BatchChange {
    result: BatchResult,
    /// Whether the batch changed the deck.
    changed: bool,
}

/// The change that a batch makes to a stored deck.
fn apply_batch(batch: &EditBatch, stored: &StoredDeck, context: &EditContext<'_>) -> Result<Change<BatchChange>> {
    let revision = stored.head.revision;
    if batch.base > revision {
        return Err(Error::invalid(format!("base: the presentation is at revision {revision}, not {}", batch.base)));
    }
    let mut deck = stored.deck.clone();
    let BatchOutcome { applied, conflicts, refused } = apply_edits(&batch.edits, &mut deck, context);
    let changed = !applied.is_empty();
    let result = BatchResult { revision: revision + u64::from(changed), conflicts, refused, again: false };
    if !changed {
        return Ok(Change::none(BatchChange { result, changed }));
    }
    let answer = serde_json::to_value(&result).map_err(anyhow::Error::from)?;
    let written = store::AppliedBatch { client: batch.client.as_str().to_owned(), seq: batch.seq, answer };
    let slide = only_slide(&batch.edits, &applied);
    let because = batch.by_assistant.then_some(VersionReason::Assistant);
    Ok(Change { because, batch: Some(written), ..Change::new(deck, slide, BatchChange { result, changed }) })
}

/// Applies edits in order. An edit that fails changes nothing, and the next ones are still applied.
fn apply_edits(edits: &[Edit], deck: &mut Deck, context: &EditContext<'_>) -> BatchOutcome {
    let mut outcome = BatchOutcome::default();
    for (index, edit) in edits.iter().enumerate() {
        let conflict = |reason, present| EditConflict {
            index,
            reason,
            slide_id: edit.slide_id().cloned(),
            path: edit.path().map(str::to_owned),
            lang: edit.lang().map(str::to_owned),
            present,
        };
        match edit.apply(deck, context) {
            Ok(true) => outcome.applied.push(index),
            Ok(false) => {}
            Err(EditError::Refused(refusal)) => {
                let error = Error::from(refusal);
                outcome.refused.push(RefusedEdit { index, code: error.code().to_owned(), details: error.to_string() });
            }
            Err(EditError::SlideGone) => outcome.conflicts.push(conflict(ConflictReason::Gone, None)),
            Err(EditError::Changed { present }) => {
                outcome.conflicts.push(conflict(ConflictReason::Changed, Some(present)));
            }
        }
    }
    outcome
}

/// The slide that all applied edits set; none when there are several or none.
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
