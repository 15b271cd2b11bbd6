//! Ids, tokens and passwords.
//!
//! Tokens leave this module once, in plain; what is kept is their hash. Password hashing is bounded: a flood of
//! sign-ins waits its turn rather than taking every core.

use std::fmt::Write;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// How many passwords are hashed at once.
static HASHING: Semaphore = Semaphore::const_new(2);

/// A new id.
pub(crate) fn new_id() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// A new secret of 256 random bits as 43 URL-safe characters.
pub(crate) fn new_token() -> String {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).expect("the system has a random source");
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What is kept of a token: its SHA-256, hex.
pub(crate) fn token_hash(token: &str) -> String {
    let digest = Sha256::digest(token.as_bytes());
    digest.iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// What is kept of a password: Argon2id in PHC form.
pub(crate) async fn password_hash(password: &str) -> Result<String> {
    let password = password.to_owned();
    hashing(move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string()).map_err(|fault| anyhow::anyhow!("hashing a password: {fault}"))
    })
    .await?
    .map_err(Error::Internal)
}

/// Whether a password is the one that was hashed. Without a hash the same work is done, so that the time taken tells
/// nothing about who has an account.
pub(crate) async fn password_matches(password: &str, hash: Option<&str>) -> Result<bool> {
    let (password, hash) = (password.to_owned(), hash.map(str::to_owned));
    hashing(move || {
        if let Some(Ok(hash)) = hash.as_deref().map(PasswordHash::new) {
            return Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
        }
        let _ = Argon2::default().hash_password(password.as_bytes());
        false
    })
    .await
}

async fn hashing<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let _turn = HASHING.acquire().await.expect("the semaphore is never closed");
    tokio::task::spawn_blocking(work).await.map_err(|fault| Error::Internal(fault.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_distinct_and_url_safe() {
        let (one, other) = (new_token(), new_token());
        assert_ne!(one, other);
        assert_eq!(one.len(), 43);
        assert!(one.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
        assert_eq!(token_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[tokio::test]
    async fn a_password_is_checked_against_its_hash() {
        let hash = password_hash("correct horse").await.expect("it hashes");
        assert!(hash.starts_with("$argon2id$"));
        assert!(password_matches("correct horse", Some(&hash)).await.expect("it checks"));
        assert!(!password_matches("wrong", Some(&hash)).await.expect("it checks"));
        assert!(!password_matches("any", None).await.expect("it checks"));
    }
}
