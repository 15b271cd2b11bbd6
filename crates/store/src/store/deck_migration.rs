//! Migration of stored decks to the current schema version. Reading migrates a single deck in memory; this migrates all
//! decks in storage.

use deck::Registry;

use super::{Store, body};
use crate::cache::CacheKey;
use crate::engine::{Transaction, params};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::DeckId;

/// Decks whose body does not begin with the current schema version: most are older, some may be newer.
const OTHER_VERSIONS: &str = "SELECT deck FROM deck_bodies WHERE body NOT LIKE $1 ORDER BY deck";
const BODY: &str = "SELECT body FROM deck_bodies WHERE deck = $1 FOR UPDATE";
const UPDATE_BODY: &str = "UPDATE deck_bodies SET search_text = $2, body = $3 WHERE deck = $1";

impl Store {
    /// Migrates all decks of an older schema version and returns how many there were. Their revisions stay, since their
    /// content is the same. A deck of a newer schema version is left as it is.
    pub async fn migrate_decks(&self) -> Result<usize> {
        self.inner.refresh().await?;
        let mut migrated = 0;
        for mut row in self.rows(OTHER_VERSIONS, params![format!("{}%", body::current_prefix())]).await? {
            let changed = self.write(row.id()?, |transaction, deck| Box::pin(migrate_deck(transaction, deck))).await?;
            migrated += usize::from(changed);
        }
        Ok(migrated)
    }
}

/// Migrates a deck, unless it has the current schema version or a newer one. Returns whether it was migrated.
async fn migrate_deck(transaction: &mut Transaction, id: &DeckId) -> Result<bool> {
    let Some(mut row) = transaction.row(BODY, params![id]).await? else { return Ok(false) };
    let before = row.text()?;
    let stored = deck::read_stored(serde_json::from_str(&before)?, Registry::core()).map_err(anyhow::Error::from)?;
    if stored.is_newer() {
        return Ok(false);
    }
    let after = body::to_json(&stored.deck)?;
    if after == before {
        return Ok(false);
    }
    transaction.run(UPDATE_BODY, params![id, body::search_text(&stored.deck), after]).await?;
    transaction.add_effect(WriteEffect {
        change: None,
        evictions: vec![CacheKey::Deck(id.clone())],
        ..WriteEffect::default()
    });
    Ok(true)
}
