//! Agents that connect by address: clients, codes and tokens. A connected agent is a key with an `agent`.

use std::sync::Arc;

use super::Store;
use super::keys::{insert, key, key_columns};
use crate::cache::CacheKey;
use crate::engine::{Row, Transaction, params, variant_name};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{OauthClientId, OrganizationId, UserId};
use crate::records::{ApiKey, OauthClient, OauthToken, Time};

/// Days after which a client that nobody connected is deleted.
const UNUSED_DAYS: Time = 1;
/// Days after which a client without a connected agent is deleted.
const USED_DAYS: Time = 90;
/// Number of used refresh tokens that are stored for each agent, so that it is noticed when one is used again.
const SPENT_TOKENS: usize = 50;
/// Milliseconds of a day.
const DAY: Time = 86_400_000;

const INSERT_CLIENT: &str = "INSERT INTO oauth_clients (id, name, redirects, created_at, used_at) \
    VALUES ($1, $2, $3, $4, $5)";
const CLIENT: &str = "SELECT id, name, redirects, created_at, used_at FROM oauth_clients WHERE id = $1";
const USE_CLIENT: &str = "UPDATE oauth_clients SET used_at = $2 WHERE id = $1";
/// Deletes the oldest unused clients beyond a number.
const TRIM_CLIENTS: &str = "DELETE FROM oauth_clients WHERE used_at IS NULL AND created_at < (SELECT created_at \
    FROM oauth_clients WHERE used_at IS NULL ORDER BY created_at DESC, id LIMIT 1 OFFSET $1)";
const INSERT_TOKEN: &str = "INSERT INTO oauth_tokens (hash, key_id, kind, request, expires_at, spent_at) \
    VALUES ($1, $2, $3, $4, $5, $6)";
const TOKEN: &str = "SELECT hash, key_id, kind, request, expires_at, spent_at FROM oauth_tokens WHERE hash = $1";
const SPEND: &str = "UPDATE oauth_tokens SET spent_at = $2 WHERE hash = $1 AND spent_at IS NULL RETURNING key_id";
const TRIM_TOKENS: &str = "DELETE FROM oauth_tokens WHERE key_id = $1 AND (expires_at <= $2 OR (kind = 'refresh' \
    AND spent_at < (SELECT spent_at FROM oauth_tokens WHERE key_id = $1 AND kind = 'refresh' AND spent_at IS NOT NULL \
    ORDER BY spent_at DESC LIMIT 1 OFFSET $3)))";
const AGENTS: &str = concat!(
    "SELECT ",
    key_columns!(),
    " FROM keys WHERE user_id = $1 AND organization = $2 AND agent <> 'null' AND revoked_at IS NULL",
    " AND EXISTS (SELECT 1 FROM oauth_tokens t WHERE t.key_id = keys.id AND t.kind = 'refresh' AND t.spent_at IS NULL",
    " AND t.expires_at > $3) ORDER BY created_at DESC, id"
);
const SWEEP_TOKENS: &str = "DELETE FROM oauth_tokens WHERE expires_at <= $1";
const SWEEP_AGENTS: &str = "DELETE FROM keys WHERE agent <> 'null' \
    AND NOT EXISTS (SELECT 1 FROM oauth_tokens t WHERE t.key_id = keys.id) RETURNING hash";
const SWEEP_CLIENTS: &str = "DELETE FROM oauth_clients WHERE (used_at IS NULL AND created_at < $1) OR used_at < $2";

impl Store {
    /// Creates a client, and deletes the oldest ones that nobody connected when there are more than `max_unused`.
    pub async fn create_oauth_client(&self, client: OauthClient, max_unused: usize) -> Result<()> {
        self.write((client, max_unused), |transaction, (client, max_unused)| {
            Box::pin(async move {
                let OauthClient { id, name, redirects, created_at, used_at } = client;
                let params = params![id, name, serde_json::to_string(redirects)?, *created_at, *used_at];
                transaction.run(INSERT_CLIENT, params).await?;
                transaction.run(TRIM_CLIENTS, params![max_unused.saturating_sub(1)]).await?;
                Ok(())
            })
        })
        .await
    }

    /// A client by its id.
    pub async fn oauth_client(&self, id: &OauthClientId) -> Result<Option<OauthClient>> {
        self.inner.refresh().await?;
        self.row(CLIENT, params![id]).await?.as_mut().map(client).transpose()
    }

    /// Creates the key of an agent with its code. Its client counts as used.
    pub async fn connect_agent(&self, key: ApiKey, code: OauthToken) -> Result<()> {
        self.write((key, code), |transaction, (key, code)| {
            Box::pin(async move {
                insert(transaction, key).await?;
                insert_token(transaction, code).await?;
                use_client(transaction, key, key.created_at).await
            })
        })
        .await
    }

    /// A code or token by its hash, expired and used or not, with the key of its agent, revoked or not.
    pub async fn oauth_token(&self, hash: &str) -> Result<Option<(OauthToken, Arc<ApiKey>)>> {
        self.inner.refresh().await?;
        let Some(mut row) = self.row(TOKEN, params![hash]).await? else { return Ok(None) };
        let token = token(&mut row)?;
        Ok(self.key(&token.key).await?.map(|key| (token, key)))
    }

    /// Exchanges a code or refresh token for new tokens. Returns false, and stores nothing, when it was used already.
    pub async fn exchange_oauth_token(
        &self,
        hash: &str,
        key: Arc<ApiKey>,
        issued: [OauthToken; 2],
        at: Time,
    ) -> Result<bool> {
        self.write((hash.to_owned(), key, issued, at), |transaction, (hash, key, issued, at)| {
            Box::pin(async move {
                if transaction.row(SPEND, params![hash, *at]).await?.is_none() {
                    return Ok(false);
                }
                for token in issued {
                    insert_token(transaction, token).await?;
                }
                transaction.run(TRIM_TOKENS, params![&key.id, *at, SPENT_TOKENS]).await?;
                use_client(transaction, key, *at).await?;
                Ok(true)
            })
        })
        .await
    }

    /// The agents that a user connected in an organization and that can still refresh their tokens, newest first.
    pub async fn agents_of(&self, user: &UserId, organization: &OrganizationId, now: Time) -> Result<Vec<ApiKey>> {
        self.inner.refresh().await?;
        self.rows(AGENTS, params![user, organization, now]).await?.iter_mut().map(key).collect()
    }
}

/// Deletes expired codes and tokens, agents without any, and clients that are not used.
pub(super) async fn sweep(transaction: &mut Transaction, now: Time) -> Result<()> {
    transaction.run(SWEEP_TOKENS, params![now]).await?;
    let ended = transaction.rows(SWEEP_AGENTS, Vec::new()).await?;
    if !ended.is_empty() {
        let evictions = ended.into_iter().map(|mut row| Ok(CacheKey::Key(row.text()?))).collect::<Result<_>>()?;
        transaction.add_effect(WriteEffect::accounts(evictions));
    }
    transaction.run(SWEEP_CLIENTS, params![now - UNUSED_DAYS * DAY, now - USED_DAYS * DAY]).await?;
    Ok(())
}

async fn use_client(transaction: &mut Transaction, key: &ApiKey, at: Time) -> Result<()> {
    if let Some(agent) = &key.agent {
        transaction.run(USE_CLIENT, params![&agent.client, at]).await?;
    }
    Ok(())
}

async fn insert_token(transaction: &mut Transaction, token: &OauthToken) -> Result<()> {
    let OauthToken { hash, key, kind, request, expires_at, spent_at } = token;
    let request = serde_json::to_string(request)?;
    let params = params![hash, key, variant_name(kind), request, *expires_at, *spent_at];
    transaction.run(INSERT_TOKEN, params).await?;
    Ok(())
}

fn client(row: &mut Row) -> Result<OauthClient> {
    Ok(OauthClient {
        id: row.id()?,
        name: row.text()?,
        redirects: row.json()?,
        created_at: row.int()?,
        used_at: row.maybe_int()?,
    })
}

fn token(row: &mut Row) -> Result<OauthToken> {
    Ok(OauthToken {
        hash: row.text()?,
        key: row.id()?,
        kind: row.variant()?,
        request: row.json()?,
        expires_at: row.int()?,
        spent_at: row.maybe_int()?,
    })
}
