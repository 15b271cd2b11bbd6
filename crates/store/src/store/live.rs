//! Live sessions, with their items and answers.
//!
//! The service keeps live sessions in memory and writes their changes here, so that storage is read only when a session
//! is loaded. Changes of a session are numbered by turns. Within one process they may be stored in any order. With
//! several nodes, a change is stored only if the stored turn is the last one that its node knows.

use super::{Store, webhooks};
use crate::StoreError;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::{DeckId, SessionId};
use crate::records::{LiveAnswer, LiveItem, LivePresenter, LiveSession, LiveWrite, Time, WebhookEvent};

const SELECT_ALL: &str = "SELECT id, deck, notes_key, state, control, codes, turn, created_at, active_at, presenters \
    FROM live_sessions";
/// A session that is finished has no follow codes.
macro_rules! is_open {
    () => {
        " AND codes NOT LIKE '%\"current\":[]%'"
    };
}
const DECKS: &str = concat!("SELECT deck FROM live_sessions WHERE active_at > $1", is_open!());
const IS_LIVE: &str = concat!("SELECT 1 FROM live_sessions WHERE deck = $1 AND active_at > $2", is_open!());
const SELECT_ONE: &str = "SELECT id, deck, notes_key, state, control, codes, turn, created_at, active_at, presenters \
    FROM live_sessions WHERE id = $1";
const INSERT: &str = "INSERT INTO live_sessions (id, deck, notes_key, state, control, codes, turn, created_at, \
    active_at, presenters) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE live_sessions SET state = $2, control = $3, codes = $4, turn = $5, active_at = $6, \
    notes_key = $7, presenters = $8 WHERE id = $1 AND turn <= $5";
const ADVANCE: &str = "UPDATE live_sessions SET turn = $2 WHERE id = $1 AND turn < $2";
const ADVANCE_FROM: &str = "UPDATE live_sessions SET turn = $2 WHERE id = $1 AND turn = $3";
const SET_ACTIVE_AT: &str = "UPDATE live_sessions SET active_at = $2 WHERE id = $1";
const DELETE_OF_DECK: &str = "DELETE FROM live_sessions WHERE deck = $1 RETURNING id";
const DELETE: &str = "DELETE FROM live_sessions WHERE id = $1";
const ITEMS: &str = "SELECT item, entry FROM live_items WHERE session = $1 ORDER BY turn, item";
const PUT_ITEM: &str = "INSERT INTO live_items (session, item, entry, turn) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (session, item) DO UPDATE SET entry = excluded.entry, turn = excluded.turn \
    WHERE live_items.turn < excluded.turn";
const DELETE_ITEM: &str = "DELETE FROM live_items WHERE session = $1 AND item = $2";
const DELETE_ITEMS: &str = "DELETE FROM live_items WHERE session = $1";
const ANSWERS: &str =
    "SELECT item, device, answer, given_at FROM live_answers WHERE session = $1 ORDER BY turn, device";
const PUT_ANSWER: &str = "INSERT INTO live_answers (session, item, device, answer, given_at, turn) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (session, item, device) DO UPDATE SET answer = excluded.answer, \
    given_at = excluded.given_at, turn = excluded.turn WHERE live_answers.turn < excluded.turn";
const DELETE_OLDER_ANSWERS: &str = "DELETE FROM live_answers WHERE session = $1 AND item = $2 AND turn < $3";
const DELETE_ANSWERS: &str = "DELETE FROM live_answers WHERE session = $1";
const DELETE_ORPHANED_ITEMS: &str = "DELETE FROM live_items WHERE session NOT IN (SELECT id FROM live_sessions)";
const DELETE_ORPHANED_ANSWERS: &str = "DELETE FROM live_answers WHERE session NOT IN (SELECT id FROM live_sessions)";

impl Store {
    /// All live sessions, expired or not.
    pub async fn live_sessions(&self) -> Result<Vec<LiveSession>> {
        self.inner.refresh().await?;
        self.rows(SELECT_ALL, Vec::new()).await?.iter_mut().map(session).collect()
    }

    /// Ids of the decks whose live session was used after a time and is not finished.
    pub async fn live_decks(&self, after: Time) -> Result<Vec<DeckId>> {
        self.rows(DECKS, params![after]).await?.iter_mut().map(Row::id).collect()
    }

    /// Whether the live session of a deck was used after a time and is not finished.
    pub async fn is_live(&self, deck: &DeckId, after: Time) -> Result<bool> {
        Ok(self.row(IS_LIVE, params![deck, after]).await?.is_some())
    }

    /// A live session by id, expired or not.
    pub async fn live_session(&self, id: &SessionId) -> Result<Option<LiveSession>> {
        self.inner.refresh().await?;
        self.rows(SELECT_ONE, params![id]).await?.first_mut().map(session).transpose()
    }

    /// The items of a session, oldest first.
    pub async fn live_items(&self, session: &SessionId) -> Result<Vec<LiveItem>> {
        let rows = self.rows(ITEMS, params![session]).await?;
        rows.into_iter().map(|mut row| Ok(LiveItem { item: row.text()?, entry: row.json()? })).collect()
    }

    /// The answers in a session, oldest first.
    pub async fn live_answers(&self, session: &SessionId) -> Result<Vec<LiveAnswer>> {
        let rows = self.rows(ANSWERS, params![session]).await?;
        rows.into_iter()
            .map(|mut row| {
                let (item, device, answer) = (row.text()?, row.id()?, row.text()?);
                Ok(LiveAnswer { item, device, answer, given_at: row.int()? })
            })
            .collect()
    }

    /// Creates a session, and deletes one that it replaces. Fails with `Taken` when the deck has another session.
    pub async fn create_live_session(&self, new: LiveSession, replaced: Option<SessionId>) -> Result<()> {
        self.write((new, replaced), |transaction, (new, replaced)| {
            Box::pin(async move {
                if let Some(replaced) = replaced {
                    delete_session(transaction, replaced).await?;
                }
                let (state, codes) = (serde_json::to_string(&new.state)?, serde_json::to_string(&new.codes)?);
                let presenters = serde_json::to_string(&new.presenters)?;
                let LiveSession { id, deck, nonce, control, turn, created_at, active_at, .. } = new;
                let params =
                    params![id, deck, nonce, state, *control, codes, *turn, *created_at, *active_at, presenters];
                if transaction.run(INSERT, params).await? == 0 {
                    return Err(StoreError::Taken(deck.to_string()));
                }
                Ok(())
            })
        })
        .await
    }

    /// Writes changes of a session in one transaction.
    pub async fn write_live_session(&self, session: &SessionId, changes: Vec<LiveWrite>) -> Result<()> {
        self.write((session.to_owned(), changes), |transaction, (session, changes)| {
            Box::pin(async move {
                for change in changes {
                    write_change(transaction, session, change).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Writes changes of a session in one transaction, sets its turn, and stores the event for webhooks. With `after`,
    /// nothing is written unless the stored session has that turn. Returns whether the changes were written.
    pub async fn commit_live_session(
        &self,
        session: &SessionId,
        after: Option<u64>,
        turn: u64,
        changes: Vec<LiveWrite>,
        event: Option<WebhookEvent>,
    ) -> Result<bool> {
        let input = (session.to_owned(), after, turn, changes, event);
        self.write(input, |transaction, (session, after, turn, changes, event)| {
            Box::pin(async move {
                let has_advanced = match after {
                    Some(after) => transaction.run(ADVANCE_FROM, params![session, *turn, *after]).await? > 0,
                    None => transaction.run(ADVANCE, params![session, *turn]).await.map(|_| true)?,
                };
                if has_advanced {
                    for change in changes {
                        write_change(transaction, session, change).await?;
                    }
                    webhooks::enqueue(transaction, event.as_ref()).await?;
                }
                Ok(has_advanced)
            })
        })
        .await
    }

    /// Deletes a session with its items and answers. The event for webhooks is stored by the process that deletes it.
    pub async fn delete_live_session(&self, session: &SessionId, event: Option<WebhookEvent>) -> Result<()> {
        self.write((session.to_owned(), event), |transaction, (session, event)| {
            Box::pin(async move {
                if delete_session(transaction, session).await? {
                    webhooks::enqueue(transaction, event.as_ref()).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Deletes items and answers without a session, such as an answer that was written after its session was deleted.
    pub async fn sweep_live_items(&self) -> Result<()> {
        self.write((), |transaction, ()| {
            Box::pin(async move {
                transaction.run(DELETE_ORPHANED_ITEMS, Vec::new()).await?;
                transaction.run(DELETE_ORPHANED_ANSWERS, Vec::new()).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Deletes the session of a deck, if it has one.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    for mut row in transaction.rows(DELETE_OF_DECK, params![deck]).await? {
        delete_session(transaction, &row.id()?).await?;
    }
    Ok(())
}

/// Deletes a session with its items and answers. Returns whether there was one.
async fn delete_session(transaction: &mut Transaction, session: &SessionId) -> Result<bool> {
    let existed = transaction.run(DELETE, params![session]).await? > 0;
    for statement in [DELETE_ITEMS, DELETE_ANSWERS] {
        transaction.run(statement, params![session]).await?;
    }
    Ok(existed)
}

/// Writes one change of a session.
async fn write_change(transaction: &mut Transaction, session: &SessionId, change: &LiveWrite) -> Result<()> {
    match change {
        LiveWrite::Session(changed) => {
            let (state, codes) = (serde_json::to_string(&changed.state)?, serde_json::to_string(&changed.codes)?);
            let LiveSession { nonce, presenters, control, turn, active_at, .. } = &**changed;
            let presenters = serde_json::to_string(presenters)?;
            let params = params![session, state, *control, codes, *turn, *active_at, nonce, presenters];
            transaction.run(UPDATE, params).await?;
        }
        LiveWrite::Active(at) => {
            transaction.run(SET_ACTIVE_AT, params![session, *at]).await?;
        }
        LiveWrite::Item(LiveItem { item, entry }, turn) => {
            transaction.run(PUT_ITEM, params![session, item, entry.to_string(), *turn]).await?;
        }
        LiveWrite::DeleteItem(item) => {
            transaction.run(DELETE_ITEM, params![session, item]).await?;
            transaction.run(DELETE_OLDER_ANSWERS, params![session, item, i64::MAX]).await?;
        }
        LiveWrite::Answer(LiveAnswer { item, device, answer, given_at }, turn) => {
            transaction.run(PUT_ANSWER, params![session, item, device, answer, *given_at, *turn]).await?;
        }
        LiveWrite::DeleteAnswers(item, turn) => {
            transaction.run(DELETE_OLDER_ANSWERS, params![session, item, *turn]).await?;
        }
    }
    Ok(())
}

fn session(row: &mut Row) -> Result<LiveSession> {
    let (id, deck, nonce) = (row.id()?, row.id()?, row.text()?);
    let (state, control, codes) = (row.json()?, row.flag()?, row.json()?);
    let (turn, created_at, active_at) = (row.count()?, row.int()?, row.int()?);
    let presenters: Option<Vec<LivePresenter>> = row.json()?;
    let presenters = presenters.unwrap_or_default();
    Ok(LiveSession { id, deck, nonce, presenters, state, control, codes, turn, created_at, active_at })
}
