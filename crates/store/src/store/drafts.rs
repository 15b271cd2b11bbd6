//! Drafts of the editor: values that break a rule of their field, kept beside the deck until they are mended.

use deck::{FieldDraft, SlideId};

use super::Store;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::DeckId;
use crate::records::DraftChanges;

const OF_DECK: &str = "SELECT slide, lang, path, value, base FROM drafts WHERE deck = $1 ORDER BY slide, lang, path";
const SET: &str = "INSERT INTO drafts (deck, slide, lang, path, value, base) VALUES ($1, $2, $3, $4, $5, $6) \
    ON CONFLICT (deck, slide, lang, path) DO UPDATE SET value = excluded.value, base = excluded.base";
const DELETE: &str = "DELETE FROM drafts WHERE deck = $1 AND slide = $2 AND lang = $3 AND path = $4";
const DELETE_OF_DECK: &str = "DELETE FROM drafts WHERE deck = $1";

impl Store {
    /// The drafts of a deck, by slide, language and path.
    pub async fn drafts(&self, deck: &DeckId) -> Result<Vec<FieldDraft>> {
        self.inner.refresh().await?;
        self.rows(OF_DECK, params![deck]).await?.into_iter().map(draft).collect()
    }

    /// Changes the drafts of a deck.
    pub async fn change_drafts(&self, deck: &DeckId, changes: DraftChanges) -> Result<()> {
        self.write((deck.to_owned(), changes), |transaction, (deck, changes)| {
            Box::pin(async move { change(transaction, deck, changes).await })
        })
        .await
    }
}

fn draft(mut row: Row) -> Result<FieldDraft> {
    Ok(FieldDraft {
        slide_id: SlideId::from(row.text()?),
        lang: Some(row.text()?).filter(|lang| !lang.is_empty()),
        path: row.text()?,
        value: row.json()?,
        base: row.json()?,
    })
}

/// Changes the drafts of a deck.
pub(super) async fn change(transaction: &mut Transaction, deck: &DeckId, changes: &DraftChanges) -> Result<()> {
    for FieldDraft { slide_id, lang, path, .. } in &changes.removed {
        transaction.run(DELETE, params![deck, slide_id.as_str(), lang.as_deref().unwrap_or_default(), path]).await?;
    }
    for FieldDraft { slide_id, lang, path, value, base } in &changes.written {
        let lang = lang.as_deref().unwrap_or_default();
        let params = params![deck, slide_id.as_str(), lang, path, value.to_string(), base.to_string()];
        transaction.run(SET, params).await?;
    }
    Ok(())
}

/// Deletes the drafts of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    Ok(())
}
