//! Reading, creating and writing a deck.

use std::sync::Arc;

use super::{ChangeContext, Store, WriteResult, batches, body, drafts, readers, sharing, versions, webhooks};
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{DeckReplacement, Row, Transaction, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::DeckId;
use crate::records::{Access, Change, DeckChange, DeckHead, StoredDeck, Time, Trashed, WriteExtras};

macro_rules! head_columns {
    () => {
        "d.id, d.organization, d.owner, d.creator, d.title, d.description, d.theme, d.lang, d.languages, \
         d.slide_count, d.access, d.view_only, d.revision, d.created_at, d.updated_at, d.trashed_at, d.trashed_by, \
         d.updated_by, d.stretch_at"
    };
}
pub(super) use head_columns;

const SELECT_ONE: &str =
    concat!("SELECT ", head_columns!(), ", b.body FROM decks d JOIN deck_bodies b ON b.deck = d.id WHERE d.id = $1");
const INSERT: &str = "INSERT INTO decks (id, organization, owner, creator, title, description, theme, lang, languages, \
    slide_count, access, view_only, revision, created_at, updated_at, trashed_at, trashed_by, updated_by, stretch_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) ON CONFLICT DO NOTHING";
const INSERT_BODY: &str = "INSERT INTO deck_bodies (deck, search_text, body) VALUES ($1, $2, $3)";
const REVISION: &str = "SELECT revision, trashed_at FROM decks WHERE id = $1";
const UPDATE: &str = "UPDATE decks SET title = $2, description = $3, theme = $4, lang = $5, languages = $6, \
    slide_count = $7, revision = $8, updated_at = $9, updated_by = $10, stretch_at = $11 WHERE id = $1 AND revision = $12 AND trashed_at IS NULL \
    RETURNING organization, owner, creator, access, view_only, created_at";
const SET_ACCESS: &str = "UPDATE decks SET access = $2, view_only = 0 WHERE id = $1";
const UPDATE_BODY: &str = "UPDATE deck_bodies SET search_text = $2, body = $3 WHERE deck = $1";

/// Approximate number of bytes in memory for each byte of JSON.
const MEMORY_FACTOR: usize = 3;

impl Store {
    /// A deck with its content and grants, whether or not it is in the trash.
    pub async fn deck(&self, id: &DeckId) -> Result<Option<Arc<StoredDeck>>> {
        let epoch = match self.caches().await?.decks.get(id) {
            Ok(deck) => return Ok(Some(deck)),
            Err(epoch) => epoch,
        };
        let Some(mut row) = self.row(SELECT_ONE, params![id]).await? else {
            return Ok(None);
        };
        let head = head(&mut row)?;
        let body = row.text()?;
        let grants = sharing::grants(self.rows(sharing::GRANTS, params![id]).await?)?;
        let deck = body::from_json(&body)?;
        let found = Arc::new(StoredDeck { head, deck, grants });
        let caches = &self.inner.feed.caches;
        caches.decks.put(id, Arc::clone(&found), weight(&body), epoch);
        Ok(Some(found))
    }

    /// Creates a deck with its grants. Fails with `Taken` when there is a deck with this id.
    pub async fn create_deck(&self, deck: StoredDeck, changed: ChangeContext) -> Result<()> {
        self.write((deck, changed), |transaction, (deck, changed)| {
            Box::pin(async move {
                let StoredDeck { head, deck, grants } = deck;
                insert(transaction, head, &body::search_text(deck), &body::to_json(deck)?).await?;
                for grant in grants {
                    sharing::insert(transaction, &head.id, grant).await?;
                }
                let granted = grants.iter().map(|grant| &grant.user);
                listing(head).insert(transaction, granted).await?;
                transaction.add_effect(deck_effect(&head.id, DeckChange::Created, head.revision, changed));
                webhooks::enqueue(transaction, changed.event.as_ref()).await
            })
        })
        .await
    }

    /// Replaces the content of a deck and the fields of its head that follow from it. The head's revision is the new
    /// one. With `access` it also sets the access and clears `view_only`; it never changes owner and grants.
    ///
    /// Fails with `Stale` when the deck is not at the revision `expected`, with `Missing` when there is no such deck or
    /// it is in the trash.
    pub async fn write_deck(
        &self,
        expected: u64,
        written: Arc<StoredDeck>,
        access: Option<Access>,
        changed: ChangeContext,
    ) -> Result<()> {
        self.submit_deck_write(expected, written, access, changed, WriteExtras::default()).await?.done().await
    }

    /// Queues a write like that of [`Self::write_deck`], together with further records. Queued writes run in order, so
    /// that the next write may build on this one before it is stored.
    pub async fn submit_deck_write(
        &self,
        expected: u64,
        written: Arc<StoredDeck>,
        access: Option<Access>,
        changed: ChangeContext,
        extras: WriteExtras,
    ) -> Result<PendingWrite> {
        // Serialized before the write is queued, so that later writes do not wait for the serialization.
        let texts = StoredTexts { body: body::to_json(&written.deck)?, search: body::search_text(&written.deck) };
        let deck = written.head.id.clone();
        let input = (expected, written, texts, access, (changed, extras));
        let result = self
            .enqueue(input, |transaction, (expected, written, texts, access, (changed, extras))| {
                Box::pin(async move {
                    batches::record(transaction, &written.head.id, extras.batch.as_ref(), changed.at).await?;
                    write(transaction, *expected, written, texts, *access, (changed, extras)).await
                })
            })
            .await?;
        Ok(PendingWrite { store: self.clone(), deck, result })
    }

    /// Waits until all writes that were queued before are stored or have failed.
    pub async fn wait_for_writes(&self) -> Result<()> {
        self.write((), |_, ()| Box::pin(async { Ok(()) })).await
    }
}

/// A queued write of a deck. It runs whether or not the caller waits for it.
#[derive(Debug)]
pub struct PendingWrite {
    store: Store,
    deck: DeckId,
    result: WriteResult<()>,
}

impl PendingWrite {
    /// Waits until the write is stored. Fails as [`Store::write_deck`] does.
    pub async fn done(self) -> Result<()> {
        let done = self.result.wait().await;
        if matches!(done, Err(StoreError::Stale { .. })) {
            // Another node wrote, and its change did not arrive yet: a retry must not read the cached deck again.
            self.store.inner.feed.caches.decks.remove(&self.deck);
        }
        done
    }
}

/// The stored texts of a deck's content.
struct StoredTexts {
    body: String,
    search: String,
}

/// Writes a deck at the expected revision, and its further records.
async fn write(
    transaction: &mut Transaction,
    expected: u64,
    written: &Arc<StoredDeck>,
    texts: &StoredTexts,
    access: Option<Access>,
    (changed, extras): (&ChangeContext, &WriteExtras),
) -> Result<()> {
    let head = &written.head;
    let params = params![
        &head.id,
        &head.title,
        &head.description,
        &head.theme,
        &head.lang,
        serde_json::to_string(&head.languages)?,
        head.slide_count,
        head.revision,
        head.updated_at,
        &head.updated_by,
        head.stretch_at,
        expected,
    ];
    let Some(row) = transaction.row(UPDATE, params).await? else {
        return Err(write_error(transaction, &head.id).await?);
    };
    let mut stored = stored_head(head, row)?;
    drafts::change(transaction, &head.id, &extras.drafts).await?;
    if let Some(version) = &extras.version {
        versions::store_automatic(transaction, version).await?;
    }
    transaction.run(UPDATE_BODY, params![&head.id, &texts.search, &texts.body]).await?;
    if let Some(access) = access {
        transaction.run(SET_ACCESS, params![&head.id, variant_name(access)]).await?;
        (stored.access, stored.view_only) = (access, false);
        readers::update(transaction, &head.id).await?;
    } else {
        readers::refresh(transaction, &head.id, &stored.owner, &head.title, head.updated_at).await?;
    }
    transaction.add_effect(deck_effect(&head.id, DeckChange::Written, head.revision, changed));
    let deck = if stored == *head {
        Arc::clone(written)
    } else {
        Arc::new(StoredDeck { head: stored, deck: written.deck.clone(), grants: written.grants.clone() })
    };
    transaction.add_replacement(DeckReplacement { after: expected, weight: weight(&texts.body), deck });
    Ok(())
}

/// The error of a write that did not find the deck at the expected revision.
async fn write_error(transaction: &mut Transaction, id: &DeckId) -> Result<StoreError> {
    let Some(mut row) = transaction.row(REVISION, params![id]).await? else { return Ok(StoreError::Missing) };
    let (latest, trashed_at) = (row.count::<u64>()?, row.maybe_int()?);
    Ok(if trashed_at.is_some() { StoreError::Missing } else { StoreError::Stale { latest } })
}

/// The head after a write: fields that a write does not change come from storage.
fn stored_head(head: &DeckHead, mut row: Row) -> Result<DeckHead> {
    Ok(DeckHead {
        organization: row.id()?,
        owner: row.id()?,
        creator: row.maybe_id()?,
        access: row.variant()?,
        view_only: row.flag()?,
        created_at: row.int()?,
        trashed: None,
        ..head.clone()
    })
}

/// Inserts a deck's head and content. Fails with `Taken` when there is a deck with this id.
pub(crate) async fn insert(
    transaction: &mut Transaction,
    head: &DeckHead,
    search_text: &str,
    body: &str,
) -> Result<()> {
    let (trashed_at, trashed_by) = match &head.trashed {
        Some(Trashed { at, by }) => (Some(*at), Some(by.as_str())),
        None => (None, None),
    };
    let params = params![
        &head.id,
        &head.organization,
        &head.owner,
        &head.creator,
        &head.title,
        &head.description,
        &head.theme,
        &head.lang,
        serde_json::to_string(&head.languages)?,
        head.slide_count,
        variant_name(head.access),
        head.view_only,
        head.revision,
        head.created_at,
        head.updated_at,
        trashed_at,
        trashed_by,
        &head.updated_by,
        head.stretch_at,
    ];
    if transaction.run(INSERT, params).await? == 0 {
        return Err(StoreError::Taken(head.id.to_string()));
    }
    transaction.run(INSERT_BODY, params![&head.id, search_text, body]).await?;
    Ok(())
}

fn listing(head: &DeckHead) -> readers::DeckListing<'_> {
    readers::DeckListing {
        id: &head.id,
        organization: &head.organization,
        owner: &head.owner,
        creator: head.creator.as_ref(),
        title: &head.title,
        access: head.access,
        created_at: head.created_at,
        updated_at: head.updated_at,
        trashed: head.trashed.is_some(),
    }
}

/// Reads a head from the columns of a row.
pub(super) fn head(row: &mut Row) -> Result<DeckHead> {
    Ok(DeckHead {
        id: row.id()?,
        organization: row.id()?,
        owner: row.id()?,
        creator: row.maybe_id()?,
        title: row.text()?,
        description: row.text()?,
        theme: row.text()?,
        lang: row.text()?,
        languages: row.json()?,
        slide_count: row.count()?,
        access: row.variant()?,
        view_only: row.flag()?,
        revision: row.count()?,
        created_at: row.int()?,
        updated_at: row.int()?,
        trashed: trashed(row.maybe_int()?, row.maybe_text()?),
        updated_by: row.maybe_id()?,
        stretch_at: row.maybe_int()?.unwrap_or_default(),
    })
}

/// The trash entry of a deck, from its two columns.
pub(super) fn trashed(at: Option<Time>, by: Option<String>) -> Option<Trashed> {
    Some(Trashed { at: at?, by: by? })
}

/// The effect of a change of a deck.
pub(super) fn deck_effect(id: &DeckId, what: DeckChange, revision: u64, changed: &ChangeContext) -> WriteEffect {
    WriteEffect {
        change: Some(Change::Deck {
            id: id.to_owned(),
            what,
            revision,
            slide: changed.slide.clone(),
            by: changed.by.clone(),
            at: changed.at,
        }),
        evictions: vec![CacheKey::Deck(id.to_owned())],
        ..WriteEffect::default()
    }
}

fn weight(body: &str) -> usize {
    body.len() * MEMORY_FACTOR + 1024
}
