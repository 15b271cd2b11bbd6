//! Edits as the editor sends them: in batches, made on a revision that may be over, merged by slide and field.
//!
//! What somebody else changed since is never overwritten unseen: an edit that finds another value than the one it
//! replaces is answered as a conflict. A batch is applied once, however often it is sent.

mod apply;
mod sent;

use deck::{Content, Deck, Registry, Visibility};
use serde_json::{Value, json};
use store::{Batch, DeckId, StoredDeck};

use self::apply::{Bench, Stop};

pub(crate) use self::sent::client;
use self::sent::{SentBatch, SentEdit};
use crate::Editing;
use crate::caller::Caller;
use crate::decks::Change;
use crate::error::{Error, Result};
use crate::rights::Right;

/// What a batch is answered.
struct Sent {
    answer: Value,
    /// Whether it changed the deck.
    changed: bool,
}

/// What became of the edits of a batch.
#[derive(Debug, Default)]
struct Outcome {
    /// Places of the edits that changed something.
    applied: Vec<usize>,
    conflicts: Vec<Value>,
    refused: Vec<Value>,
}

impl Editing {
    /// Applies a batch of edits to a deck, as far as nobody else changed the same; answers the revision, the conflicts
    /// and the edits that break a rule.
    ///
    /// # Errors
    /// Not found, no right, or a body of another shape; then nothing is written.
    pub async fn send_edits(&self, caller: &Caller, id: &DeckId, body: &Content) -> Result<Value> {
        let stored = self.decks.deck_for(caller, id, Right::Write).await?;
        let batch = SentBatch::read(body)?;
        if batch.base > stored.head.revision {
            // Another node may have told the client of a revision that is not heard of here yet.
            self.store.catch_up().await?;
        }
        // One that was sent again waits until the first one is through.
        let _turn = self.locks.lock(&format!("edits {id} {}", batch.client)).await;
        if let Some(answer) = self.earlier_answer(&stored, &batch).await? {
            return Ok(answer);
        }
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let bench = Bench { registry: &registry, max_slides: self.config.max_slides };
        let sent = self.decks.change(caller, id, Right::Write, |stored| applied(&batch, stored, &bench)).await;
        if let Ok((_, Sent { answer, changed: true })) = sent {
            return Ok(answer);
        }
        // The same batch may have come to another process at once. Then that one was written, and this one was refused,
        // found nothing left to change, or its slides there already.
        match self.earlier_answer(&stored, &batch).await? {
            Some(answer) => Ok(answer),
            None => sent.map(|(_, Sent { answer, .. })| answer),
        }
    }

    /// What a batch was answered that was applied before.
    async fn earlier_answer(&self, stored: &StoredDeck, batch: &SentBatch) -> Result<Option<Value>> {
        let last = self.store.last_batch(&stored.head.id, &batch.client).await?;
        let Some(last) = last.filter(|last| batch.seq <= last.seq) else { return Ok(None) };
        let mut answer = if last.seq == batch.seq {
            last.answer
        } else {
            json!({ "revision": stored.head.revision, "conflicts": [], "refused": [] })
        };
        answer["again"] = json!(true);
        Ok(Some(answer))
    }
}

/// What a batch makes of a deck.
fn applied(batch: &SentBatch, stored: &StoredDeck, bench: &Bench<'_>) -> Result<Change<Sent>> {
    let revision = stored.head.revision;
    if batch.base > revision {
        return Err(Error::invalid(format!("base: the presentation is at revision {revision}, not {}", batch.base)));
    }
    let mut deck = stored.deck.clone();
    let outcome = merged(&batch.edits, &mut deck, bench);
    let answer =
        |revision: u64| json!({ "revision": revision, "conflicts": outcome.conflicts, "refused": outcome.refused });
    if outcome.applied.is_empty() {
        return Ok(Change::none(Sent { answer: answer(revision), changed: false }));
    }
    let answer = answer(revision + 1);
    let kept = Batch { client: batch.client.clone(), seq: batch.seq, answer: answer.clone() };
    let slide = only_slide(&batch.edits, &outcome.applied);
    let sent = Sent { answer, changed: true };
    Ok(Change { because: batch.because, batch: Some(kept), ..Change::new(deck, slide, sent) })
}

/// Applies edits one after the other; one that does not fit changes nothing.
fn merged(edits: &[SentEdit], deck: &mut Deck, bench: &Bench<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    for (index, edit) in edits.iter().enumerate() {
        match apply::apply(edit, deck, bench) {
            Ok(true) => outcome.applied.push(index),
            Ok(false) => {}
            Err(Stop::Refused(error)) => {
                let (code, details) = (error.code(), error.to_string());
                outcome.refused.push(json!({ "index": index, "code": code, "details": details }));
            }
            Err(Stop::Gone) => outcome.conflicts.push(conflict(index, "gone", edit)),
            Err(Stop::Changed(present)) => {
                let mut found = conflict(index, "changed", edit);
                found["present"] = present;
                outcome.conflicts.push(found);
            }
        }
    }
    outcome
}

/// A conflict as it is answered: which edit, and where.
fn conflict(index: usize, reason: &str, edit: &SentEdit) -> Value {
    let mut found = json!({ "index": index, "reason": reason });
    let (slide, path, lang) = edit.place();
    for (key, value) in [("slideId", slide), ("path", path), ("lang", lang)] {
        if let Some(value) = value {
            found[key] = json!(value);
        }
    }
    found
}

/// The one slide that all applied edits were about, empty where there are several or none.
fn only_slide(edits: &[SentEdit], applied: &[usize]) -> String {
    let mut slides = applied.iter().map(|index| edits[*index].slide());
    let first = slides.next().flatten();
    match first {
        Some(slide) if slides.all(|other| other == Some(slide)) => slide.to_owned(),
        _ => String::new(),
    }
}

/// A slide as it is read and sent, without its id.
fn slide_value(registry: &Registry, slide: &deck::Slide) -> Value {
    json!({
        "type": registry.canonical(&slide.key),
        "content": slide.content,
        "notes": slide.notes,
        "visibility": flags(slide.visibility),
        "duration": slide.duration,
    })
}

/// Every flag of a slide, set or not.
fn flags(visibility: Visibility) -> Value {
    json!({
        "hideInPresentation": visibility.hide_in_presentation,
        "hideInExport": visibility.hide_in_export,
        "hideInPublished": visibility.hide_in_published,
        "hideFromViewers": visibility.hide_from_viewers,
    })
}
