//! Live sessions: where a presentation stands, and what its audience answered.
//!
//! Whoever holds a session keeps it in memory and writes changes here, so nothing is read but at a start. Changes carry
//! their turn, so that it does not matter in which order they arrive.

use super::Store;
use crate::StoreError;
use crate::engine::{Row, Transaction, cells};
use crate::error::Result;
use crate::ids::{DeckId, SessionId};
use crate::records::{LiveAnswer, LiveItem, LiveSession, LiveWrite, Time};

const ALL: &str = "SELECT id, deck, notes_key, state, control, codes, turn, created_at, active_at FROM live_sessions";
const DECKS: &str = "SELECT deck FROM live_sessions WHERE active_at > $1";
const IS_LIVE: &str = "SELECT 1 FROM live_sessions WHERE deck = $1 AND active_at > $2";
const ONE: &str =
    "SELECT id, deck, notes_key, state, control, codes, turn, created_at, active_at FROM live_sessions WHERE id = $1";
const INSERT: &str = "INSERT INTO live_sessions (id, deck, notes_key, state, control, codes, turn, created_at, \
    active_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
const UPDATE: &str = "UPDATE live_sessions SET state = $2, control = $3, codes = $4, turn = $5, active_at = $6 \
    WHERE id = $1 AND turn < $5";
const ACTIVE: &str = "UPDATE live_sessions SET active_at = $2 WHERE id = $1";
const OF_DECK: &str = "DELETE FROM live_sessions WHERE deck = $1 RETURNING id";
const END: &str = "DELETE FROM live_sessions WHERE id = $1";
const ITEMS: &str = "SELECT item, entry FROM live_items WHERE session = $1 ORDER BY turn, item";
const PUT_ITEM: &str = "INSERT INTO live_items (session, item, entry, turn) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (session, item) DO UPDATE SET entry = excluded.entry, turn = excluded.turn \
    WHERE live_items.turn < excluded.turn";
const NO_ITEM: &str = "DELETE FROM live_items WHERE session = $1 AND item = $2";
const NO_ITEMS: &str = "DELETE FROM live_items WHERE session = $1";
const ANSWERS: &str =
    "SELECT item, device, answer, given_at FROM live_answers WHERE session = $1 ORDER BY turn, device";
const PUT_ANSWER: &str = "INSERT INTO live_answers (session, item, device, answer, given_at, turn) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (session, item, device) DO UPDATE SET answer = excluded.answer, \
    given_at = excluded.given_at, turn = excluded.turn WHERE live_answers.turn < excluded.turn";
const FEWER_ANSWERS: &str = "DELETE FROM live_answers WHERE session = $1 AND item = $2 AND turn < $3";
const NO_ANSWERS: &str = "DELETE FROM live_answers WHERE session = $1";
const LOST_ITEMS: &str = "DELETE FROM live_items WHERE session NOT IN (SELECT id FROM live_sessions)";
const LOST_ANSWERS: &str = "DELETE FROM live_answers WHERE session NOT IN (SELECT id FROM live_sessions)";

impl Store {
    /// All live sessions, expired or not.
    pub async fn live_sessions(&self) -> Result<Vec<LiveSession>> {
        self.inside.freshen().await?;
        self.rows(ALL, Vec::new()).await?.iter_mut().map(session).collect()
    }

    /// The decks whose live sessions were used after a time.
    pub async fn live_decks(&self, after: Time) -> Result<Vec<DeckId>> {
        self.rows(DECKS, cells![after]).await?.iter_mut().map(Row::id).collect()
    }

    /// Whether the live session of a deck was used after a time.
    pub async fn is_live(&self, deck: &DeckId, after: Time) -> Result<bool> {
        Ok(self.row(IS_LIVE, cells![deck, after]).await?.is_some())
    }

    /// A live session, expired or not.
    pub async fn live_session(&self, id: &SessionId) -> Result<Option<LiveSession>> {
        self.inside.freshen().await?;
        self.rows(ONE, cells![id]).await?.first_mut().map(session).transpose()
    }

    /// What the audience of a session answers to, oldest first.
    pub async fn live_items(&self, session: &SessionId) -> Result<Vec<LiveItem>> {
        let rows = self.rows(ITEMS, cells![session]).await?;
        rows.into_iter().map(|mut row| Ok(LiveItem { item: row.text()?, entry: row.json()? })).collect()
    }

    /// What the audience of a session answered, oldest first.
    pub async fn live_answers(&self, session: &SessionId) -> Result<Vec<LiveAnswer>> {
        let rows = self.rows(ANSWERS, cells![session]).await?;
        rows.into_iter()
            .map(|mut row| {
                let (item, device, answer) = (row.text()?, row.text()?, row.text()?);
                Ok(LiveAnswer { item, device, answer, given_at: row.int()? })
            })
            .collect()
    }

    /// Begins a session, in place of one that ended. `Taken` when the deck has another.
    pub async fn create_live(&self, new: LiveSession, ended: Option<SessionId>) -> Result<()> {
        self.write((new, ended), |transaction, (new, ended)| {
            Box::pin(async move {
                if let Some(ended) = ended {
                    end(transaction, ended).await?;
                }
                let (state, codes) = (serde_json::to_string(&new.state)?, serde_json::to_string(&new.codes)?);
                let LiveSession { id, deck, notes_key, control, turn, created_at, active_at, .. } = new;
                let cells = cells![id, deck, notes_key, state, *control, codes, *turn, *created_at, *active_at];
                if transaction.run(INSERT, cells).await? == 0 {
                    return Err(StoreError::Taken(deck.to_string()));
                }
                Ok(())
            })
        })
        .await
    }

    /// Writes changes of a session, all or none.
    pub async fn write_live(&self, session: &SessionId, changes: Vec<LiveWrite>) -> Result<()> {
        self.write((session.to_owned(), changes), |transaction, (session, changes)| {
            Box::pin(async move {
                for change in changes {
                    write(transaction, session, change).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Removes a session with everything in it.
    pub async fn end_live(&self, session: &SessionId) -> Result<()> {
        self.write(session.to_owned(), |transaction, session| Box::pin(end(transaction, session))).await
    }

    /// Removes what belongs to no session any more: a late answer may outlive its session.
    pub async fn sweep_live(&self) -> Result<()> {
        self.write((), |transaction, ()| {
            Box::pin(async move {
                transaction.run(LOST_ITEMS, Vec::new()).await?;
                transaction.run(LOST_ANSWERS, Vec::new()).await?;
                Ok(())
            })
        })
        .await
    }
}

/// Ends the session of a deck, if it has one.
pub(super) async fn end_of(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    for mut row in transaction.rows(OF_DECK, cells![deck]).await? {
        end(transaction, &row.id()?).await?;
    }
    Ok(())
}

async fn end(transaction: &mut Transaction, session: &SessionId) -> Result<()> {
    for statement in [END, NO_ITEMS, NO_ANSWERS] {
        transaction.run(statement, cells![session]).await?;
    }
    Ok(())
}

async fn write(transaction: &mut Transaction, session: &SessionId, change: &LiveWrite) -> Result<()> {
    match change {
        LiveWrite::Session(changed) => {
            let (state, codes) = (serde_json::to_string(&changed.state)?, serde_json::to_string(&changed.codes)?);
            let cells = cells![session, state, changed.control, codes, changed.turn, changed.active_at];
            transaction.run(UPDATE, cells).await?;
        }
        LiveWrite::Active(at) => {
            transaction.run(ACTIVE, cells![session, *at]).await?;
        }
        LiveWrite::Item(LiveItem { item, entry }, turn) => {
            transaction.run(PUT_ITEM, cells![session, item, entry.to_string(), *turn]).await?;
        }
        LiveWrite::NoItem(item) => {
            transaction.run(NO_ITEM, cells![session, item]).await?;
            transaction.run(FEWER_ANSWERS, cells![session, item, i64::MAX]).await?;
        }
        LiveWrite::Answer(LiveAnswer { item, device, answer, given_at }, turn) => {
            transaction.run(PUT_ANSWER, cells![session, item, device, answer, *given_at, *turn]).await?;
        }
        LiveWrite::NoAnswers(item, turn) => {
            transaction.run(FEWER_ANSWERS, cells![session, item, *turn]).await?;
        }
    }
    Ok(())
}

fn session(row: &mut Row) -> Result<LiveSession> {
    Ok(LiveSession {
        id: row.id()?,
        deck: row.id()?,
        notes_key: row.text()?,
        state: row.json()?,
        control: row.flag()?,
        codes: row.json()?,
        turn: row.count()?,
        created_at: row.int()?,
        active_at: row.int()?,
    })
}
