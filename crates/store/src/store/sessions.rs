//! Sign-ins and links that sign in once.

use std::sync::Arc;

use super::{Store, audit, batches, share_links, versions};
use crate::StoreError;
use crate::cache::Held;
use crate::engine::{Row, cells};
use crate::error::Result;
use crate::feed::Touch;
use crate::ids::UserId;
use crate::records::{OneTimeLink, Session, Time};

const INSERT: &str = "INSERT INTO sessions (hash, user_id, organization, by_link, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
const ONE: &str = "SELECT hash, user_id, organization, by_link, created_at, expires_at FROM sessions WHERE hash = $1";
const UPDATE: &str = "UPDATE sessions SET organization = $2, by_link = $3, expires_at = $4 WHERE hash = $1";
const END: &str = "DELETE FROM sessions WHERE hash = $1";
const END_OTHERS: &str = "DELETE FROM sessions WHERE user_id = $1 AND hash <> $2 RETURNING hash";
const END_LINKS: &str = "DELETE FROM links WHERE user_id = $1";
const LINK: &str = "INSERT INTO links (hash, user_id, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const REDEEM: &str = "DELETE FROM links WHERE hash = $1 RETURNING user_id, expires_at";
const SWEEP_SESSIONS: &str = "DELETE FROM sessions WHERE expires_at <= $1 RETURNING hash";
const SWEEP_LINKS: &str = "DELETE FROM links WHERE expires_at <= $1";
const SWEEP_USAGE: &str = "DELETE FROM usage WHERE day < $1";
/// Milliseconds of a day.
const DAY: Time = 86_400_000;
/// Days that usage is kept.
const USAGE_DAYS: i64 = 90;

impl Store {
    /// Begins a session.
    pub async fn create_session(&self, session: Session) -> Result<()> {
        self.write(session, |transaction, session| {
            Box::pin(async move {
                let Session { hash, user, organization, by_link, created_at, expires_at } = session;
                let cells = cells![hash, user, organization, *by_link, *created_at, *expires_at];
                if transaction.run(INSERT, cells).await? == 0 {
                    return Err(StoreError::Taken(hash.clone()));
                }
                transaction.touch(session_touch(vec![hash.clone()]));
                Ok(())
            })
        })
        .await
    }

    /// A session by the hash of its token, expired or not.
    pub async fn session(&self, hash: &str) -> Result<Option<Arc<Session>>> {
        let ticket = match self.caches().await?.sessions.get(hash) {
            Ok(session) => return Ok(Some(session)),
            Err(ticket) => ticket,
        };
        let found = self.row(ONE, cells![hash]).await?;
        let found = found.map(|mut row| session(&mut row).map(Arc::new)).transpose()?;
        if let Some(session) = &found {
            self.inside.feed.caches.sessions.put(hash, Arc::clone(session), 1, ticket);
        }
        Ok(found)
    }

    /// Replaces organization, kind and end of a session.
    pub async fn update_session(&self, session: Session) -> Result<()> {
        self.write(session, |transaction, session| {
            Box::pin(async move {
                let Session { hash, organization, by_link, expires_at, .. } = session;
                if transaction.run(UPDATE, cells![hash, organization, *by_link, *expires_at]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.touch(session_touch(vec![hash.clone()]));
                Ok(())
            })
        })
        .await
    }

    /// Ends a session, if there is one.
    pub async fn end_session(&self, hash: &str) -> Result<()> {
        self.write(hash.to_owned(), |transaction, hash| {
            Box::pin(async move {
                if transaction.run(END, cells![hash]).await? > 0 {
                    transaction.touch(session_touch(vec![hash.clone()]));
                }
                Ok(())
            })
        })
        .await
    }

    /// Ends all sessions of a user but one, and the links that would begin another.
    pub async fn end_sessions_of(&self, user: &UserId, except: Option<&str>) -> Result<()> {
        let given = (user.to_owned(), except.unwrap_or_default().to_owned());
        self.write(given, |transaction, (user, except)| {
            Box::pin(async move {
                transaction.run(END_LINKS, cells![user]).await?;
                let ended = transaction.rows(END_OTHERS, cells![user, except]).await?;
                if !ended.is_empty() {
                    transaction.touch(session_touch(hashes(ended)?));
                }
                Ok(())
            })
        })
        .await
    }

    /// A link that signs in once.
    pub async fn create_link(&self, link: OneTimeLink) -> Result<()> {
        self.write(link, |transaction, link| {
            Box::pin(async move {
                let cells = cells![&link.hash, &link.user, link.expires_at];
                if transaction.run(LINK, cells).await? == 0 {
                    return Err(StoreError::Taken(link.hash.clone()));
                }
                Ok(())
            })
        })
        .await
    }

    /// Spends a link and answers whose it was; none when unknown, spent or expired.
    pub async fn redeem_link(&self, hash: &str, now: Time) -> Result<Option<UserId>> {
        self.write((hash.to_owned(), now), |transaction, (hash, now)| {
            Box::pin(async move {
                let Some(mut row) = transaction.row(REDEEM, cells![hash]).await? else {
                    return Ok(None);
                };
                let user = row.id()?;
                Ok((row.int()? > *now).then_some(user))
            })
        })
        .await
    }

    /// Drops expired sessions and links, usage older than 90 days, old entries of the audit log, and
    /// what was kept of decks for long enough.
    pub async fn sweep(&self, now: Time) -> Result<()> {
        self.write(now, |transaction, now| {
            Box::pin(async move {
                let ended = transaction.rows(SWEEP_SESSIONS, cells![*now]).await?;
                if !ended.is_empty() {
                    transaction.touch(session_touch(hashes(ended)?));
                }
                transaction.run(SWEEP_LINKS, cells![*now]).await?;
                transaction.run(SWEEP_USAGE, cells![now.div_euclid(DAY) - USAGE_DAYS]).await?;
                versions::sweep(transaction, *now).await?;
                share_links::sweep(transaction, *now).await?;
                batches::sweep(transaction, *now).await?;
                audit::sweep(transaction, *now).await?;
                Ok(())
            })
        })
        .await
    }
}

fn session(row: &mut Row) -> Result<Session> {
    Ok(Session {
        hash: row.text()?,
        user: row.id()?,
        organization: row.id()?,
        by_link: row.flag()?,
        created_at: row.int()?,
        expires_at: row.int()?,
    })
}

fn hashes(rows: Vec<Row>) -> Result<Vec<String>> {
    rows.into_iter().map(|mut row| row.text()).collect()
}

fn session_touch(hashes: Vec<String>) -> Touch {
    Touch::accounts(hashes.into_iter().map(Held::Session).collect())
}
