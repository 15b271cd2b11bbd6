//! Ids, tokens and passwords.
//!
//! Tokens leave this module once, in plain; what is kept is their hash. Password hashing is bounded: a flood of
//! sign-ins waits its turn rather than taking every core.

use std::fmt::Write;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::{Error, Result};
use crate::places::holding;

/// How many passwords are hashed at once.
static HASHING: Semaphore = Semaphore::const_new(2);

/// A new id.
pub(crate) fn new_id<T: From<String>>() -> T {
    uuid::Uuid::new_v4().to_string().into()
}

/// A new secret of 256 random bits as 43 URL-safe characters.
pub(crate) fn new_token() -> String {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).expect("the system has a random source");
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A new secret of 128 random bits as 22 URL-safe characters.
pub(crate) fn new_short_token() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("the system has a random source");
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Whether two secrets are the same, in a time that does not tell where they differ.
pub fn same_secret(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |differing, (one, other)| differing | (one ^ other));
    one.len() == other.len() && differing == 0
}

/// What is kept of a token: its SHA-256, hex.
pub(crate) fn token_hash(token: &str) -> String {
    sha256_hex(token.as_bytes())
}

/// The SHA-256 of bytes, hex.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// What is kept of a password: Argon2id in PHC form.
pub(crate) async fn password_hash(password: &str) -> Result<String> {
    let password = password.to_owned();
    let turn = HashingTurn::next().await;
    turn.hashing(move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string()).map_err(|fault| anyhow::anyhow!("hashing a password: {fault}"))
    })
    .await?
    .map_err(Error::Internal)
}

/// A turn at hashing, which is over when it is dropped and what was begun in it is done. Whoever has it knows that hardly
/// anybody else is being judged.
pub(crate) struct HashingTurn(Arc<SemaphorePermit<'static>>);

impl HashingTurn {
    /// The next turn.
    pub(crate) async fn next() -> Self {
        Self(Arc::new(HASHING.acquire().await.expect("the semaphore is never closed")))
    }

    /// Whether a password is the one that was hashed. Without a hash the same work is done, so that the time taken tells
    /// nothing about who has an account.
    pub(crate) async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let (password, hash) = (password.to_owned(), hash.map(str::to_owned));
        self.hashing(move || {
            if let Some(Ok(hash)) = hash.as_deref().map(PasswordHash::new) {
                return Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
            }
            let _ = Argon2::default().hash_password(password.as_bytes());
            false
        })
        .await
    }

    async fn hashing<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        holding(Arc::clone(&self.0), work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_distinct_and_url_safe() {
        let (one, other) = (new_token(), new_token());
        assert_ne!(one, other);
        assert_eq!((one.len(), new_short_token().len()), (43, 22));
        assert!(same_secret(&one, &one.clone()) && !same_secret(&one, &other) && !same_secret(&one, &one[..42]));
        assert!(one.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
        assert_eq!(token_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[tokio::test]
    async fn a_turn_lasts_until_the_hashing_is_done_though_nobody_waits_for_it() {
        let turn = HashingTurn::next().await;
        let held = Arc::downgrade(&turn.0);
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (done, ends) = std::sync::mpsc::channel::<()>();
        let asked = tokio::spawn(async move {
            let work = move || {
                begun.send(()).expect("somebody listens");
                let _ = ends.recv();
            };
            turn.hashing(work).await
        });
        begins.await.expect("it begins");
        asked.abort();
        assert!(asked.await.is_err() && held.upgrade().is_some());
        drop(done);
        while held.upgrade().is_some() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_password_is_checked_against_its_hash() {
        let hash = password_hash("correct horse").await.expect("it hashes");
        assert!(hash.starts_with("$argon2id$"));
        let turn = HashingTurn::next().await;
        assert!(turn.matches("correct horse", Some(&hash)).await.expect("it checks"));
        assert!(!turn.matches("wrong", Some(&hash)).await.expect("it checks"));
        assert!(!turn.matches("any", None).await.expect("it checks"));
    }
}
