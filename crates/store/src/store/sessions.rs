//! Sign-in sessions and one-time links.

use std::sync::Arc;

use super::{Store, audit, batches, oauth, session_counts, share_links, versions, view_counts, webhooks};
use crate::StoreError;
use crate::cache::CacheKey;
use crate::engine::{Row, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::UserId;
use crate::records::{LinkPurpose, OneTimeLink, Session, Time};

const INSERT: &str = "INSERT INTO sessions (hash, user_id, organization, by_link, created_at, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
const SELECT_ONE: &str =
    "SELECT hash, user_id, organization, by_link, created_at, expires_at FROM sessions WHERE hash = $1";
const UPDATE: &str = "UPDATE sessions SET organization = $2, by_link = $3, expires_at = $4 WHERE hash = $1";
const DELETE: &str = "DELETE FROM sessions WHERE hash = $1";
const DELETE_OTHERS: &str = "DELETE FROM sessions WHERE user_id = $1 AND hash <> $2 RETURNING hash";
const DELETE_LINKS: &str = "DELETE FROM links WHERE user_id = $1";
const INSERT_LINK: &str =
    "INSERT INTO links (hash, user_id, expires_at, purpose) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
const DELETE_LINK: &str = "DELETE FROM links WHERE hash = $1 RETURNING user_id, expires_at, purpose";
const SWEEP_SESSIONS: &str = "DELETE FROM sessions WHERE expires_at <= $1 RETURNING hash";
const SWEEP_LINKS: &str = "DELETE FROM links WHERE expires_at <= $1";
const SWEEP_USAGE: &str = "DELETE FROM usage WHERE day < $1";
/// Milliseconds of a day.
const DAY: Time = 86_400_000;
/// Days after which usage is deleted.
const USAGE_DAYS: i64 = 90;

impl Store {
    /// Creates a session.
    pub async fn create_session(&self, session: Session) -> Result<()> {
        self.write(session, |transaction, session| {
            Box::pin(async move {
                let Session { hash, user, organization, by_link, created_at, expires_at } = session;
                let params = params![hash, user, organization, *by_link, *created_at, *expires_at];
                if transaction.run(INSERT, params).await? == 0 {
                    return Err(StoreError::Taken(hash.clone()));
                }
                transaction.add_effect(session_effect(vec![hash.clone()]));
                Ok(())
            })
        })
        .await
    }

    /// A session by the hash of its token, expired or not.
    pub async fn session(&self, hash: &str) -> Result<Option<Arc<Session>>> {
        let epoch = match self.caches().await?.sessions.get_if(self.has_current_credentials(), hash) {
            Ok(session) => return Ok(Some(session)),
            Err(epoch) => epoch,
        };
        let found = self.row(SELECT_ONE, params![hash]).await?;
        let found = found.map(|mut row| session(&mut row).map(Arc::new)).transpose()?;
        if let Some(session) = &found {
            self.inner.feed.caches.sessions.put(hash, Arc::clone(session), 1, epoch);
        }
        Ok(found)
    }

    /// Replaces organization, `by_link` and expiry of a session. Fails with `Missing` when there is no such session.
    pub async fn update_session(&self, session: Session) -> Result<()> {
        self.write(session, |transaction, session| {
            Box::pin(async move {
                let Session { hash, organization, by_link, expires_at, .. } = session;
                if transaction.run(UPDATE, params![hash, organization, *by_link, *expires_at]).await? == 0 {
                    return Err(StoreError::Missing);
                }
                transaction.add_effect(session_effect(vec![hash.clone()]));
                Ok(())
            })
        })
        .await
    }

    /// Deletes a session, if it exists.
    pub async fn end_session(&self, hash: &str) -> Result<()> {
        self.write(hash.to_owned(), |transaction, hash| {
            Box::pin(async move {
                if transaction.run(DELETE, params![hash]).await? > 0 {
                    transaction.add_effect(session_effect(vec![hash.clone()]));
                }
                Ok(())
            })
        })
        .await
    }

    /// Deletes all one-time links of a user, and all sessions but the one with the hash `except`.
    pub async fn end_sessions_of(&self, user: &UserId, except: Option<&str>) -> Result<()> {
        let input = (user.to_owned(), except.unwrap_or_default().to_owned());
        self.write(input, |transaction, (user, except)| {
            Box::pin(async move {
                transaction.run(DELETE_LINKS, params![user]).await?;
                let ended = transaction.rows(DELETE_OTHERS, params![user, except]).await?;
                if !ended.is_empty() {
                    transaction.add_effect(session_effect(hashes(ended)?));
                }
                Ok(())
            })
        })
        .await
    }

    /// Creates a one-time link.
    pub async fn create_link(&self, link: OneTimeLink) -> Result<()> {
        self.write(link, |transaction, link| {
            Box::pin(async move {
                let params = params![&link.hash, &link.user, link.expires_at, variant_name(link.purpose)];
                if transaction.run(INSERT_LINK, params).await? == 0 {
                    return Err(StoreError::Taken(link.hash.clone()));
                }
                Ok(())
            })
        })
        .await
    }

    /// Deletes a one-time link and returns it; none when the link is unknown, used or expired.
    pub async fn redeem_link(&self, hash: &str, now: Time) -> Result<Option<OneTimeLink>> {
        self.write((hash.to_owned(), now), |transaction, (hash, now)| {
            Box::pin(async move {
                let Some(mut row) = transaction.row(DELETE_LINK, params![hash]).await? else {
                    return Ok(None);
                };
                let (user, expires_at) = (row.id()?, row.int()?);
                let purpose = row.maybe_variant()?.unwrap_or(LinkPurpose::Invitation);
                let link = OneTimeLink { hash: hash.clone(), user, purpose, expires_at };
                Ok(Some(link).filter(|link| link.expires_at > *now))
            })
        })
        .await
    }

    /// Deletes expired sessions and links, and old usage, audit entries, versions, share links, batches,
    /// connections of agents, counts of views and of audiences, and deliveries to webhooks.
    pub async fn sweep(&self, now: Time) -> Result<()> {
        self.write(now, |transaction, now| {
            Box::pin(async move {
                let ended = transaction.rows(SWEEP_SESSIONS, params![*now]).await?;
                if !ended.is_empty() {
                    transaction.add_effect(session_effect(hashes(ended)?));
                }
                transaction.run(SWEEP_LINKS, params![*now]).await?;
                transaction.run(SWEEP_USAGE, params![now.div_euclid(DAY) - USAGE_DAYS]).await?;
                versions::sweep(transaction, *now).await?;
                share_links::sweep(transaction, *now).await?;
                batches::sweep(transaction, *now).await?;
                audit::sweep(transaction, *now).await?;
                oauth::sweep(transaction, *now).await?;
                view_counts::sweep(transaction, *now).await?;
                session_counts::sweep(transaction, *now).await?;
                webhooks::sweep(transaction, *now).await
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

fn session_effect(hashes: Vec<String>) -> WriteEffect {
    WriteEffect::accounts(hashes.into_iter().map(CacheKey::Session).collect())
}
