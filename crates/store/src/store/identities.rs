//! Identities of users at issuers of single sign-on.

use super::Store;
use crate::engine::{Transaction, params};
use crate::error::Result;
use crate::ids::{IdentityId, UserId};
use crate::records::Identity;

const USER: &str = "SELECT user_id FROM identities WHERE id = $1";
const HAS_ONE: &str = "SELECT 1 FROM identities WHERE user_id = $1 LIMIT 1";
const INSERT: &str = "INSERT INTO identities (id, issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT DO NOTHING";
const DELETE: &str = "DELETE FROM identities WHERE user_id = $1";

impl Store {
    /// The account to which an identity is linked; `None` when it is linked to none.
    pub async fn user_of_identity(&self, id: &IdentityId) -> Result<Option<UserId>> {
        self.inner.refresh().await?;
        self.row(USER, params![id]).await?.map(|mut row| row.id()).transpose()
    }

    /// Whether an account has an identity at any issuer.
    pub async fn has_identity(&self, user: &UserId) -> Result<bool> {
        self.inner.refresh().await?;
        Ok(self.row(HAS_ONE, params![user]).await?.is_some())
    }

    /// Links an identity to an account. Returns `true` when they are linked now or were before, and `false` when the
    /// identity is linked to another account or the account has another identity of the issuer.
    pub async fn bind_identity(&self, identity: Identity) -> Result<bool> {
        self.write(identity, |transaction, identity| {
            Box::pin(async move {
                let Identity { id, issuer, subject, user, created_at } = identity;
                transaction.run(INSERT, params![id, issuer, subject, user, *created_at]).await?;
                let linked = transaction.row(USER, params![id]).await?.map(|mut row| row.id::<UserId>()).transpose()?;
                Ok(linked.as_ref() == Some(user))
            })
        })
        .await
    }

    /// Deletes the identities of an account and returns how many. The next identity that signs in with the account's
    /// e-mail address can then be linked to it.
    pub async fn delete_identities(&self, user: &UserId) -> Result<u64> {
        self.write(user.to_owned(), |transaction, user| {
            Box::pin(async move { delete_of_user(transaction, user).await })
        })
        .await
    }
}

/// Deletes the identities of an account and returns how many.
pub(super) async fn delete_of_user(transaction: &mut Transaction, user: &UserId) -> Result<u64> {
    transaction.run(DELETE, params![user]).await
}
