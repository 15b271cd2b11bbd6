//! Drafts of the editor: texts that break a rule of their field, stored until they are corrected.
//!
//! Only people who may write a deck see its drafts. They are not part of the deck: no export, copy or version contains
//! them.

use deck::FieldDraft;
use store::{DeckId, DraftChanges, StoredDeck};

use super::ClientName;
use crate::Editing;
use crate::error::Result;
use crate::rights::Writable;

impl Editing {
    /// The drafts of a deck, by slide, language and path.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn drafts(&self, deck: &Writable) -> Result<Vec<FieldDraft>> {
        self.current_drafts(deck.deck()).await
    }

    /// The drafts whose slides exist and whose stored values are the same as when they were written.
    pub(super) async fn current_drafts(&self, stored: &StoredDeck) -> Result<Vec<FieldDraft>> {
        let mut drafts = self.store.drafts(&stored.head.id).await?;
        if !drafts.is_empty() {
            let registry = self.catalogue.registry(&stored.head.organization).await?;
            drafts.retain(|draft| draft.is_current(&registry, &stored.deck));
        }
        Ok(drafts)
    }

    /// Notifies the other editors of a deck that its drafts changed, if they did.
    pub(super) async fn report_drafts(&self, id: &DeckId, client: &ClientName, changes: &DraftChanges) {
        if !changes.is_empty() {
            self.publish_drafts(id, client.as_str()).await;
        }
    }
}

/// The changes that turn one list of drafts into another.
pub(super) fn changes(before: &[FieldDraft], after: &[FieldDraft]) -> DraftChanges {
    let removed = before.iter().filter(|old| !after.iter().any(|new| is_same_field(old, new))).cloned().collect();
    let mut changes = DraftChanges { removed, ..DraftChanges::default() };
    for new in after.iter().filter(|new| !before.contains(new)) {
        match before.iter().find(|old| is_same_field(old, new)) {
            Some(old) => changes.replaced.push((old.clone(), new.clone())),
            None => changes.added.push(new.clone()),
        }
    }
    changes
}

/// Whether two drafts are of the same field in the same language.
fn is_same_field(one: &FieldDraft, other: &FieldDraft) -> bool {
    (&one.slide_id, &one.lang, &one.path) == (&other.slide_id, &other.lang, &other.path)
}
