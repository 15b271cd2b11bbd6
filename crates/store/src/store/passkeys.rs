//! Passkeys of accounts.

use super::Store;
use crate::StoreError;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::ids::{PasskeyId, UserId};
use crate::records::{Passkey, Time};

macro_rules! columns {
    () => {
        "id, credential, user_id, public_key, sign_count, name, transports, backup_eligible, backed_up, created_at, \
         last_used_at"
    };
}

const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM passkeys WHERE id = $1");
const OF_USER: &str = concat!("SELECT ", columns!(), " FROM passkeys WHERE user_id = $1 ORDER BY created_at, id");
const COUNT: &str = "SELECT COUNT(*) FROM passkeys WHERE user_id = $1";
const INSERT: &str = concat!(
    "INSERT INTO passkeys (",
    columns!(),
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING"
);
/// An authenticator that counts its signatures counts upwards; one that does not stays at 0.
const RECORD_USE: &str = "UPDATE passkeys SET sign_count = $2, backed_up = $3, last_used_at = $4 \
    WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0))";
const RENAME: &str = "UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2";
const DELETE: &str = "DELETE FROM passkeys WHERE id = $1 AND user_id = $2";
const DELETE_OF_USER: &str = "DELETE FROM passkeys WHERE user_id = $1";

impl Store {
    /// A passkey.
    pub async fn passkey(&self, id: &PasskeyId) -> Result<Option<Passkey>> {
        self.inner.refresh().await?;
        self.row(SELECT_ONE, params![id]).await?.map(|mut row| passkey(&mut row)).transpose()
    }

    /// The passkeys of an account, oldest first.
    pub async fn passkeys_of(&self, user: &UserId) -> Result<Vec<Passkey>> {
        self.inner.refresh().await?;
        self.rows(OF_USER, params![user]).await?.into_iter().map(|mut row| passkey(&mut row)).collect()
    }

    /// Adds a passkey. Returns false, and stores nothing, when its account has `max` already.
    ///
    /// # Errors
    /// Fails with `Taken` when any account has registered the credential.
    pub async fn add_passkey(&self, passkey: Passkey, max: usize) -> Result<bool> {
        self.write((passkey, max), |transaction, (passkey, max)| {
            Box::pin(async move {
                transaction.lock_accounts().await?;
                let count = transaction.row(COUNT, params![&passkey.user]).await?;
                if count.map_or(Ok(0), |mut row| row.count::<usize>())? >= *max {
                    return Ok(false);
                }
                let transports = serde_json::to_string(&passkey.transports).unwrap_or_default();
                let params = params![
                    &passkey.id,
                    &passkey.credential,
                    &passkey.user,
                    &passkey.public_key,
                    i64::from(passkey.sign_count),
                    &passkey.name,
                    transports,
                    passkey.backup_eligible,
                    passkey.backed_up,
                    passkey.created_at,
                    passkey.last_used_at
                ];
                if transaction.run(INSERT, params).await? == 0 {
                    return Err(StoreError::Taken(passkey.id.to_string()));
                }
                Ok(true)
            })
        })
        .await
    }

    /// Records a signature by a passkey. Returns false, and stores nothing, when the passkey is unknown or its count
    /// did not go up, which a copy of the authenticator would cause.
    pub async fn use_passkey(&self, id: &PasskeyId, sign_count: u32, backed_up: bool, now: Time) -> Result<bool> {
        let input = (id.to_owned(), i64::from(sign_count), backed_up, now);
        self.write(input, |transaction, (id, sign_count, backed_up, now)| {
            Box::pin(
                async move { Ok(transaction.run(RECORD_USE, params![id, *sign_count, *backed_up, *now]).await? > 0) },
            )
        })
        .await
    }

    /// Renames a passkey of an account. Returns whether the account has the passkey.
    pub async fn rename_passkey(&self, id: &PasskeyId, user: &UserId, name: &str) -> Result<bool> {
        let input = (id.to_owned(), user.to_owned(), name.to_owned());
        self.write(input, |transaction, (id, user, name)| {
            Box::pin(async move { Ok(transaction.run(RENAME, params![id, user, name]).await? > 0) })
        })
        .await
    }

    /// Deletes a passkey of an account. Returns whether there was one.
    pub async fn delete_passkey(&self, id: &PasskeyId, user: &UserId) -> Result<bool> {
        self.write((id.to_owned(), user.to_owned()), |transaction, (id, user)| {
            Box::pin(async move { Ok(transaction.run(DELETE, params![id, user]).await? > 0) })
        })
        .await
    }
}

/// Deletes the passkeys of an account.
pub(super) async fn delete_of_user(transaction: &mut Transaction, user: &UserId) -> Result<u64> {
    transaction.run(DELETE_OF_USER, params![user]).await
}

fn passkey(row: &mut Row) -> Result<Passkey> {
    Ok(Passkey {
        id: row.id()?,
        credential: row.text()?,
        user: row.id()?,
        public_key: row.text()?,
        sign_count: row.count()?,
        name: row.text()?,
        transports: row.json()?,
        backup_eligible: row.flag()?,
        backed_up: row.flag()?,
        created_at: row.int()?,
        last_used_at: row.maybe_int()?,
    })
}
