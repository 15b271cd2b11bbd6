//! Drafts of the editor: values that break a rule of their field, stored beside the deck until they are corrected.

use deck::{FieldDraft, SlideId};

use super::Store;
use crate::StoreError;
use crate::engine::{Row, SqlValue, Transaction, params};
use crate::error::Result;
use crate::ids::DeckId;
use crate::records::DraftChanges;

const OF_DECK: &str = "SELECT slide, lang, path, value, base FROM drafts WHERE deck = $1 ORDER BY slide, lang, path";
const ADD: &str = "INSERT INTO drafts (deck, slide, lang, path, value, base) VALUES ($1, $2, $3, $4, $5, $6) \
    ON CONFLICT (deck, slide, lang, path) DO NOTHING";
const REPLACE: &str = "UPDATE drafts SET value = $5, base = $6 \
    WHERE deck = $1 AND slide = $2 AND lang = $3 AND path = $4 AND value = $7 AND base = $8";
const DELETE: &str = "DELETE FROM drafts \
    WHERE deck = $1 AND slide = $2 AND lang = $3 AND path = $4 AND value = $5 AND base = $6";
const DELETE_OF_DECK: &str = "DELETE FROM drafts WHERE deck = $1";

impl Store {
    /// The drafts of a deck, by slide, language and path.
    pub async fn drafts(&self, deck: &DeckId) -> Result<Vec<FieldDraft>> {
        self.inner.refresh().await?;
        self.rows(OF_DECK, params![deck]).await?.into_iter().map(draft).collect()
    }

    /// Changes the drafts of a deck. Fails with `DraftsChanged`, and changes nothing, when one of them is not as it was
    /// read.
    pub async fn change_drafts(&self, deck: &DeckId, changes: DraftChanges) -> Result<()> {
        self.write((deck.to_owned(), changes), |transaction, (deck, changes)| {
            Box::pin(async move { change(transaction, deck, changes).await })
        })
        .await
    }
}

fn draft(mut row: Row) -> Result<FieldDraft> {
    Ok(FieldDraft {
        slide_id: Some(row.text()?).filter(|slide| !slide.is_empty()).map(SlideId::from),
        lang: Some(row.text()?).filter(|lang| !lang.is_empty()),
        path: row.text()?,
        value: row.json()?,
        base: row.json()?,
    })
}

/// Changes the drafts of a deck. A stored draft is matched by all of its columns as they were read, so that two nodes
/// which write at once do not overwrite each other.
pub(super) async fn change(transaction: &mut Transaction, deck: &DeckId, changes: &DraftChanges) -> Result<()> {
    for draft in &changes.removed {
        check_one_row(transaction.run(DELETE, columns(deck, draft)).await?)?;
    }
    for (before, after) in &changes.replaced {
        let expected = params![before.value.to_string(), before.base.to_string()];
        let params = columns(deck, after).into_iter().chain(expected).collect();
        check_one_row(transaction.run(REPLACE, params).await?)?;
    }
    for draft in &changes.added {
        check_one_row(transaction.run(ADD, columns(deck, draft)).await?)?;
    }
    Ok(())
}

/// The columns of a draft, in the order of the table.
fn columns(deck: &DeckId, draft: &FieldDraft) -> Vec<SqlValue> {
    let FieldDraft { slide_id, lang, path, value, base } = draft;
    let slide = slide_id.as_ref().map(SlideId::as_str).unwrap_or_default();
    let lang = lang.as_deref().unwrap_or_default();
    params![deck, slide, lang, path, value.to_string(), base.to_string()]
}

/// Fails unless a statement changed one row. It changes none when the stored draft is not as expected, or a draft
/// exists where a new one is added.
fn check_one_row(changed: u64) -> Result<()> {
    if changed == 1 { Ok(()) } else { Err(StoreError::DraftsChanged) }
}

/// Deletes the drafts of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    Ok(())
}
