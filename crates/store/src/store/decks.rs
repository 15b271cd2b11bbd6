//! Decks: reading, making and writing one.

use std::sync::Arc;

use super::{Changed, Coming, Store, batches, body, readers, sharing, versions};
use crate::StoreError;
use crate::cache::Held;
use crate::engine::{Put, Row, Transaction, cells, word};
use crate::error::Result;
use crate::feed::Touch;
use crate::ids::DeckId;
use crate::records::{Access, Beside, Change, DeckChange, DeckHead, StoredDeck};

macro_rules! head_columns {
    () => {
        "d.id, d.organization, d.owner, d.creator, d.title, d.description, d.theme, d.lang, d.languages, \
         d.slide_count, d.access, d.view_only, d.revision, d.created_at, d.updated_at, d.trashed_at, d.trashed_by"
    };
}
pub(super) use head_columns;

const ONE: &str =
    concat!("SELECT ", head_columns!(), ", b.body FROM decks d JOIN deck_bodies b ON b.deck = d.id WHERE d.id = $1");
const INSERT: &str = "INSERT INTO decks (id, organization, owner, creator, title, description, theme, lang, languages, \
    slide_count, access, view_only, revision, created_at, updated_at, trashed_at, trashed_by) VALUES ($1, $2, $3, $4, \
    $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT DO NOTHING";
const INSERT_BODY: &str = "INSERT INTO deck_bodies (deck, search_text, body) VALUES ($1, $2, $3)";
const STATE: &str = "SELECT revision, trashed_at FROM decks WHERE id = $1";
const UPDATE: &str = "UPDATE decks SET title = $2, description = $3, theme = $4, lang = $5, languages = $6, \
    slide_count = $7, revision = $8, updated_at = $9 WHERE id = $1 AND revision = $10 AND trashed_at IS NULL \
    RETURNING organization, owner, creator, access, view_only, created_at";
const OPEN: &str = "UPDATE decks SET access = $2, view_only = 0 WHERE id = $1";
const UPDATE_BODY: &str = "UPDATE deck_bodies SET search_text = $2, body = $3 WHERE deck = $1";

/// Bytes in memory for each byte of JSON, roughly.
const SPREAD: usize = 3;

impl Store {
    /// A deck with everything about it, also from the trash.
    pub async fn deck(&self, id: &DeckId) -> Result<Option<Arc<StoredDeck>>> {
        let ticket = match self.caches().await?.decks.get(id) {
            Ok(deck) => return Ok(Some(deck)),
            Err(ticket) => ticket,
        };
        let Some(mut row) = self.row(ONE, cells![id]).await? else {
            return Ok(None);
        };
        let head = head(&mut row)?;
        let body = row.text()?;
        let grants = sharing::grants(self.rows(sharing::GRANTS, cells![id]).await?)?;
        let deck = body::read(&body)?;
        let found = Arc::new(StoredDeck { head, deck, grants });
        let caches = &self.inside.feed.caches;
        caches.decks.put(id, Arc::clone(&found), weight(&body), ticket);
        Ok(Some(found))
    }

    /// A new deck, with the grants it comes with. `Taken` when the id is.
    pub async fn create_deck(&self, deck: StoredDeck, changed: Changed) -> Result<()> {
        self.write((deck, changed), |transaction, (deck, changed)| {
            Box::pin(async move {
                let StoredDeck { head, deck, grants } = deck;
                insert(transaction, head, &body::search_text(deck), &body::written(deck)?).await?;
                for grant in grants {
                    sharing::insert(transaction, &head.id, grant).await?;
                }
                let granted = grants.iter().map(|grant| &grant.user);
                placed(head).enter(transaction, granted).await?;
                transaction.touch(deck_touch(&head.id, DeckChange::Created, head.revision, changed));
                Ok(())
            })
        })
        .await
    }

    /// Replaces title, description, theme, languages, slides and so on, when the deck is still at `expected` and not in
    /// the trash. The head's revision is the new one. Who reads it changes only when `access` says so, which also ends
    /// `view_only`; owner and grants never do.
    pub async fn write_deck(
        &self,
        expected: u64,
        written: Arc<StoredDeck>,
        access: Option<Access>,
        changed: Changed,
    ) -> Result<()> {
        self.hand_in_deck(expected, written, access, changed, Beside::default()).await?.done().await
    }

    /// Hands in what [`Self::write_deck`] writes. Writes that are handed in one after the other are done in that order,
    /// so the next one may already build on this one. What is to be kept beside it is kept in the same transaction.
    pub async fn hand_in_deck(
        &self,
        expected: u64,
        written: Arc<StoredDeck>,
        access: Option<Access>,
        changed: Changed,
        beside: Beside,
    ) -> Result<HandedIn> {
        // Written out before its turn comes, so that those behind it do not wait for it.
        let texts = Texts { body: body::written(&written.deck)?, search: body::search_text(&written.deck) };
        let deck = written.head.id.clone();
        let given = (expected, written, texts, access, (changed, beside));
        let answer = self
            .hand_in(given, |transaction, (expected, written, texts, access, (changed, beside))| {
                Box::pin(async move {
                    batches::note(transaction, &written.head.id, beside.batch.as_ref(), changed.at).await?;
                    write(transaction, *expected, written, texts, *access, (changed, beside)).await
                })
            })
            .await?;
        Ok(HandedIn { store: self.clone(), deck, answer })
    }

    /// Waits until all that was handed in before is stored or has failed.
    pub async fn settled(&self) -> Result<()> {
        self.write((), |_, ()| Box::pin(async { Ok(()) })).await
    }
}

/// A write of a deck on its way. It takes place whether or not anybody waits for it.
#[derive(Debug)]
pub struct HandedIn {
    store: Store,
    deck: DeckId,
    answer: Coming<()>,
}

impl HandedIn {
    /// Waits until the write is safe.
    pub async fn done(self) -> Result<()> {
        let done = self.answer.come().await;
        if matches!(done, Err(StoreError::Stale { .. })) {
            // Another node was faster than the news of it: whoever tries again must not be handed the same deck.
            self.store.inside.feed.caches.decks.remove(&self.deck);
        }
        done
    }
}

/// What is kept of a deck's content.
struct Texts {
    body: String,
    search: String,
}

async fn write(
    transaction: &mut Transaction,
    expected: u64,
    written: &Arc<StoredDeck>,
    texts: &Texts,
    access: Option<Access>,
    (changed, beside): (&Changed, &Beside),
) -> Result<()> {
    let head = &written.head;
    let cells = cells![
        &head.id,
        &head.title,
        &head.description,
        &head.theme,
        &head.lang,
        serde_json::to_string(&head.languages)?,
        head.slide_count,
        head.revision,
        head.updated_at,
        expected,
    ];
    let Some(row) = transaction.row(UPDATE, cells).await? else {
        return Err(refusal(transaction, &head.id).await?);
    };
    let mut kept = kept(head, row)?;
    if let Some(version) = &beside.version {
        versions::keep(transaction, version).await?;
    }
    transaction.run(UPDATE_BODY, cells![&head.id, &texts.search, &texts.body]).await?;
    if let Some(access) = access {
        transaction.run(OPEN, cells![&head.id, word(access)]).await?;
        (kept.access, kept.view_only) = (access, false);
        readers::place(transaction, &head.id).await?;
    } else {
        readers::refresh(transaction, &head.id, &kept.owner, &head.title, head.updated_at).await?;
    }
    transaction.touch(deck_touch(&head.id, DeckChange::Written, head.revision, changed));
    let deck = if kept == *head {
        Arc::clone(written)
    } else {
        Arc::new(StoredDeck { head: kept, deck: written.deck.clone(), grants: written.grants.clone() })
    };
    transaction.put(Put { after: expected, weight: weight(&texts.body), deck });
    Ok(())
}

/// Why a deck was not at the revision that a write was meant for.
async fn refusal(transaction: &mut Transaction, id: &DeckId) -> Result<StoreError> {
    let Some(mut row) = transaction.row(STATE, cells![id]).await? else { return Ok(StoreError::Missing) };
    let (latest, trashed_at) = (row.count::<u64>()?, row.maybe_int()?);
    Ok(if trashed_at.is_some() { StoreError::Missing } else { StoreError::Stale { latest } })
}

/// A head as it is kept after a write: what a write does not change comes from storage.
fn kept(head: &DeckHead, mut row: Row) -> Result<DeckHead> {
    Ok(DeckHead {
        organization: row.id()?,
        owner: row.id()?,
        creator: row.maybe_id()?,
        access: row.word()?,
        view_only: row.flag()?,
        created_at: row.int()?,
        trashed: None,
        ..head.clone()
    })
}

/// Puts in a deck's head and content.
pub(crate) async fn insert(
    transaction: &mut Transaction,
    head: &DeckHead,
    search_text: &str,
    body: &str,
) -> Result<()> {
    let (trashed_at, trashed_by) = match &head.trashed {
        Some((at, by)) => (Some(*at), Some(by.as_str())),
        None => (None, None),
    };
    let cells = cells![
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
        word(head.access),
        head.view_only,
        head.revision,
        head.created_at,
        head.updated_at,
        trashed_at,
        trashed_by,
    ];
    if transaction.run(INSERT, cells).await? == 0 {
        return Err(StoreError::Taken(head.id.to_string()));
    }
    transaction.run(INSERT_BODY, cells![&head.id, search_text, body]).await?;
    Ok(())
}

fn placed(head: &DeckHead) -> readers::Placed<'_> {
    readers::Placed {
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

/// A head from its columns.
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
        access: row.word()?,
        view_only: row.flag()?,
        revision: row.count()?,
        created_at: row.int()?,
        updated_at: row.int()?,
        trashed: row.maybe_int()?.zip(row.maybe_text()?),
    })
}

/// What a change of a deck touches.
pub(super) fn deck_touch(id: &DeckId, what: DeckChange, revision: u64, changed: &Changed) -> Touch {
    Touch {
        change: Some(Change::Deck {
            id: id.to_owned(),
            what,
            revision,
            slide: changed.slide.clone(),
            by: changed.by.clone(),
            at: changed.at,
        }),
        drops: vec![Held::Deck(id.to_owned())],
    }
}

fn weight(body: &str) -> usize {
    body.len() * SPREAD + 1024
}
