//! Decks of an older shape, brought up to today's in storage. Reading does the same for a single deck in passing; here
//! it is done for all, and lasts.

use deck::Registry;

use super::{Store, body};
use crate::cache::Held;
use crate::engine::{Transaction, cells};
use crate::error::Result;
use crate::feed::Touch;
use crate::ids::DeckId;

const OLDER: &str = "SELECT deck FROM deck_bodies WHERE body NOT LIKE $1 ORDER BY deck";
const BODY: &str = "SELECT body FROM deck_bodies WHERE deck = $1 FOR UPDATE";
const REPLACE: &str = "UPDATE deck_bodies SET search_text = $2, body = $3 WHERE deck = $1";

impl Store {
    /// Writes every deck of an older shape in today's and answers how many there were. Their revisions stay: what they
    /// show is the same. A deck that a later release wrote is left alone.
    pub async fn migrate_decks(&self) -> Result<usize> {
        self.inside.freshen().await?;
        let mut migrated = 0;
        for mut row in self.rows(OLDER, cells![format!("{}%", body::beginning())]).await? {
            let changed = self.write(row.id()?, |transaction, deck| Box::pin(migrate_one(transaction, deck))).await?;
            migrated += usize::from(changed);
        }
        Ok(migrated)
    }
}

async fn migrate_one(transaction: &mut Transaction, id: &DeckId) -> Result<bool> {
    let Some(mut row) = transaction.row(BODY, cells![id]).await? else { return Ok(false) };
    let kept = row.text()?;
    let stored = deck::read_stored(serde_json::from_str(&kept)?, Registry::core()).map_err(anyhow::Error::from)?;
    if stored.is_newer() {
        return Ok(false);
    }
    let written = body::written(&stored.deck)?;
    if written == kept {
        return Ok(false);
    }
    transaction.run(REPLACE, cells![id, body::search_text(&stored.deck), written]).await?;
    transaction.touch(Touch { change: None, drops: vec![Held::Deck(id.clone())] });
    Ok(true)
}
