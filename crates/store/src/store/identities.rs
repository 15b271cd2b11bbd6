//! Whom issuers of single sign-on vouch for.

use super::Store;
use crate::engine::{Transaction, cells};
use crate::error::Result;
use crate::ids::UserId;
use crate::records::Identity;

const USER: &str = "SELECT user_id FROM identities WHERE id = $1";
const INSERT: &str = "INSERT INTO identities (id, issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT DO NOTHING";
const END: &str = "DELETE FROM identities WHERE user_id = $1";

impl Store {
    /// The account that belongs to an identity.
    pub async fn user_of_identity(&self, id: &str) -> Result<Option<UserId>> {
        self.inside.freshen().await?;
        self.row(USER, cells![id]).await?.map(|mut row| row.id()).transpose()
    }

    /// Binds an identity to an account. Answers whether they belong together now: not when the identity is another's, nor
    /// when the account has another identity of that issuer.
    pub async fn bind_identity(&self, identity: Identity) -> Result<bool> {
        self.write(identity, |transaction, identity| {
            Box::pin(async move {
                let Identity { id, issuer, subject, user, created_at } = identity;
                transaction.run(INSERT, cells![id, issuer, subject, user, *created_at]).await?;
                let bound = transaction.row(USER, cells![id]).await?.map(|mut row| row.id::<UserId>()).transpose()?;
                Ok(bound.as_ref() == Some(user))
            })
        })
        .await
    }

    /// Forgets the identities of an account: whoever signs in next with its e-mail is bound to it. Answers how many
    /// there were.
    pub async fn forget_identities(&self, user: &UserId) -> Result<u64> {
        self.write(user.to_owned(), |transaction, user| Box::pin(async move { end_of(transaction, user).await })).await
    }
}

/// Forgets the identities of an account.
pub(super) async fn end_of(transaction: &mut Transaction, user: &UserId) -> Result<u64> {
    transaction.run(END, cells![user]).await
}
