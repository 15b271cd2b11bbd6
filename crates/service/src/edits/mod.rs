//! Batches of edits: rights, storing, and applying each batch once however often it is sent.
//!
//! What an edit does to a deck is decided by [`deck::Edit`].

mod batch;

use deck::{Content, Deck, Edit, EditContext, EditError};
use serde::Serialize;
use serde_json::{Value, json};
use store::{Batch, DeckId, StoredDeck};

use self::batch::EditBatch;
pub(crate) use self::batch::client;
use crate::Editing;
use crate::caller::Caller;
use crate::decks::Change;
use crate::error::{Error, Result};
use crate::rights::Right;

/// The response to a batch.
struct BatchResponse {
    body: Value,
    /// Whether the batch changed the deck.
    changed: bool,
}

/// What became of the edits of a batch.
#[derive(Debug, Default)]
struct BatchOutcome<'a> {
    /// Indexes of the edits that changed the deck.
    applied: Vec<usize>,
    conflicts: Vec<Conflict<'a>>,
    refused: Vec<Refused>,
}

/// An edit that was not applied because somebody else changed the same.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Conflict<'a> {
    /// Index of the edit in the batch.
    index: usize,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    slide_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'a str>,
    /// The value that is there; absent when the slide is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    present: Option<Value>,
}

/// An edit that was not applied because it breaks a rule.
#[derive(Debug, Serialize)]
struct Refused {
    /// Index of the edit in the batch.
    index: usize,
    code: &'static str,
    details: String,
}

impl Editing {
    /// Applies a batch of edits to a deck. Returns the new revision, the edits that conflict with a change by somebody
    /// else, and the edits that break a rule; all others are applied.
    ///
    /// # Errors
    /// Fails when the deck is not found, the caller may not write it, or the body has the wrong shape. Then nothing is
    /// written.
    pub async fn send_edits(&self, caller: &Caller, id: &DeckId, body: &Content) -> Result<Value> {
        let stored = self.decks.deck_for(caller, id, Right::Write).await?;
        let batch = EditBatch::read(body)?;
        if batch.base > stored.head.revision {
            // The client may know a revision from another node that this node has not seen yet.
            self.store.catch_up().await?;
        }
        // A batch that is sent again waits until the first attempt is finished.
        let _guard = self.locks.lock(&format!("edits {id} {}", batch.client)).await;
        if let Some(response) = self.earlier_response(&stored, &batch).await? {
            return Ok(response);
        }
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let context = EditContext { registry: &registry, max_slides: self.config.max_slides };
        let sent = self.decks.change(caller, id, Right::Write, |stored| apply_batch(&batch, stored, &context)).await;
        if let Ok((_, BatchResponse { body, changed: true })) = sent {
            return Ok(body);
        }
        // Another process may have written the same batch at the same time. Then this attempt failed, or changed nothing.
        match self.earlier_response(&stored, &batch).await? {
            Some(response) => Ok(response),
            None => sent.map(|(_, BatchResponse { body, .. })| body),
        }
    }

    /// The response to a batch that was applied before.
    async fn earlier_response(&self, stored: &StoredDeck, batch: &EditBatch) -> Result<Option<Value>> {
        let last = self.store.last_batch(&stored.head.id, &batch.client).await?;
        let Some(last) = last.filter(|last| batch.seq <= last.seq) else { return Ok(None) };
        let mut response = if last.seq == batch.seq {
            last.answer
        } else {
            json!({ "revision": stored.head.revision, "conflicts": [], "refused": [] })
        };
        response["again"] = json!(true);
        Ok(Some(response))
    }
}

/// The change that a batch makes to a stored deck.
fn apply_batch(batch: &EditBatch, stored: &StoredDeck, context: &EditContext<'_>) -> Result<Change<BatchResponse>> {
    let revision = stored.head.revision;
    if batch.base > revision {
        return Err(Error::invalid(format!("base: the presentation is at revision {revision}, not {}", batch.base)));
    }
    let mut deck = stored.deck.clone();
    let BatchOutcome { applied, conflicts, refused } = apply_edits(&batch.edits, &mut deck, context);
    let changed = !applied.is_empty();
    let revision = revision + u64::from(changed);
    let body = json!({ "revision": revision, "conflicts": conflicts, "refused": refused });
    if !changed {
        return Ok(Change::none(BatchResponse { body, changed }));
    }
    let written = Batch { client: batch.client.clone(), seq: batch.seq, answer: body.clone() };
    let slide = only_slide(&batch.edits, &applied);
    let response = BatchResponse { body, changed };
    Ok(Change { because: batch.because, batch: Some(written), ..Change::new(deck, slide, response) })
}

/// Applies edits in order. An edit that fails changes nothing, and the next ones are still applied.
fn apply_edits<'a>(edits: &'a [Edit], deck: &mut Deck, context: &EditContext<'_>) -> BatchOutcome<'a> {
    let mut outcome = BatchOutcome::default();
    for (index, edit) in edits.iter().enumerate() {
        let conflict = |reason, present| Conflict {
            index,
            reason,
            slide_id: edit.slide_id(),
            path: edit.path(),
            lang: edit.lang(),
            present,
        };
        match edit.apply(deck, context) {
            Ok(true) => outcome.applied.push(index),
            Ok(false) => {}
            Err(EditError::Refused(refusal)) => {
                let error = Error::from(refusal);
                outcome.refused.push(Refused { index, code: error.code(), details: error.to_string() });
            }
            Err(EditError::SlideGone) => outcome.conflicts.push(conflict("gone", None)),
            Err(EditError::Changed { present }) => outcome.conflicts.push(conflict("changed", Some(present))),
        }
    }
    outcome
}

/// The slide that all applied edits set, empty when there are several or none.
fn only_slide(edits: &[Edit], applied: &[usize]) -> String {
    let set_slide = |index: &usize| match &edits[*index] {
        Edit::Set { slide_id, .. } => Some(slide_id),
        _ => None,
    };
    let mut slides = applied.iter().map(set_slide);
    match slides.next().flatten() {
        Some(slide) if slides.all(|other| other == Some(slide)) => slide.clone(),
        _ => String::new(),
    }
}
