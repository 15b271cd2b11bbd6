//! Ids, tokens, passwords and the secret of the instance.
//!
//! A token is returned once; only its hash is stored. Few passwords are hashed at once, so that many sign-ins do not
//! use every core.

use std::fmt::{self, Write};
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use store::Store;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::{Error, Result};
use crate::permits::run_holding;

/// How many passwords are hashed at once.
static HASHING: Semaphore = Semaphore::const_new(2);

/// The secret of an instance: 256 random bits, created once and stored in the database, so that all nodes have the
/// same. Backups do not contain it; a restored instance creates another one.
#[derive(Clone)]
pub struct InstanceSecret([u8; 32]);

impl InstanceSecret {
    /// The secret of the instance that uses a storage. It is created on the first call.
    ///
    /// # Errors
    /// Fails when storage does not respond, or what is stored is not a secret.
    pub(crate) async fn open(store: &Store) -> Result<Self> {
        let stored = store.instance_secret(new_token()).await?;
        let bytes = URL_SAFE_NO_PAD.decode(stored).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| Error::Internal(anyhow::anyhow!("the stored instance secret is not 32 bytes")))
    }

    /// The first bytes of a derived key, in letters of base64url.
    pub(crate) fn derive_text(&self, purpose: &str, data: &str, bytes: usize) -> String {
        URL_SAFE_NO_PAD.encode(&self.derive(purpose, data.as_bytes())[..bytes])
    }

    /// A key for one purpose and one piece of data: the HMAC-SHA-256 of both. Without the secret nobody can compute it.
    fn derive(&self, purpose: &str, data: &[u8]) -> [u8; 32] {
        let hmac: Hmac<Sha256> = Hmac::new_from_slice(&self.0).expect("a key may have any length");
        hmac.chain_update(purpose).chain_update([0]).chain_update(data).finalize().into_bytes().into()
    }
}

impl fmt::Debug for InstanceSecret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("InstanceSecret")
    }
}

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

/// Whether two secrets are the same, in a time that does not depend on where they differ.
pub fn same_secret(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |differing, (one, other)| differing | (one ^ other));
    one.len() == other.len() && differing == 0
}

/// The stored form of a token: its SHA-256 in hexadecimal.
pub(crate) fn token_hash(token: &str) -> String {
    sha256_hex(token.as_bytes())
}

/// The SHA-256 of bytes in hexadecimal.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The stored form of a password: Argon2id in PHC format.
pub(crate) async fn password_hash(password: &str) -> Result<String> {
    let password = password.to_owned();
    let permit = HashingPermit::acquire().await;
    permit
        .run(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|fault| anyhow::anyhow!("hashing a password: {fault}"))
        })
        .await?
        .map_err(Error::Internal)
}

/// A permit for hashing passwords. It is released when it is dropped and the hashing that it was used for has ended.
/// While it is held, at most one other sign-in is being checked.
pub(crate) struct HashingPermit(Arc<SemaphorePermit<'static>>);

impl HashingPermit {
    /// Waits for a permit.
    pub(crate) async fn acquire() -> Self {
        Self(Arc::new(HASHING.acquire().await.expect("the semaphore is never closed")))
    }

    /// Whether a password is the one that was hashed. Without a hash the same work is done, so that the time
    /// does not reveal who has an account.
    pub(crate) async fn matches(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let (password, hash) = (password.to_owned(), hash.map(str::to_owned));
        self.run(move || {
            if let Some(Ok(hash)) = hash.as_deref().map(PasswordHash::new) {
                return Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
            }
            let _ = Argon2::default().hash_password(password.as_bytes());
            false
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        run_holding(Arc::clone(&self.0), work).await
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

    #[test]
    fn a_derived_key_depends_on_the_secret_the_purpose_and_the_data() {
        let secret = InstanceSecret([1; 32]);
        let key = secret.derive("notes key", b"nonce");
        assert_eq!(key, secret.clone().derive("notes key", b"nonce"));
        assert_ne!(key, InstanceSecret([2; 32]).derive("notes key", b"nonce"));
        assert_ne!(key, secret.derive("device", b"nonce"));
        assert_ne!(key, secret.derive("notes key", b"other"));
        assert_ne!(secret.derive("a", b"bc"), secret.derive("ab", b"c"));
        assert_eq!(format!("{secret:?}"), "InstanceSecret");
    }

    #[tokio::test]
    async fn a_permit_is_held_until_the_hashing_ends_even_if_the_request_is_cancelled() {
        let permit = HashingPermit::acquire().await;
        let weak = Arc::downgrade(&permit.0);
        let (started, wait_for_start) = tokio::sync::oneshot::channel();
        let (finish, wait_for_finish) = std::sync::mpsc::channel::<()>();
        let request = tokio::spawn(async move {
            let work = move || {
                started.send(()).expect("the test waits for the start");
                let _ = wait_for_finish.recv();
            };
            permit.run(work).await
        });
        wait_for_start.await.expect("the work starts");
        request.abort();
        assert!(request.await.is_err() && weak.upgrade().is_some());
        drop(finish);
        while weak.upgrade().is_some() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_password_is_checked_against_its_hash() {
        let hash = password_hash("correct horse").await.expect("a hash");
        assert!(hash.starts_with("$argon2id$"));
        let permit = HashingPermit::acquire().await;
        assert!(permit.matches("correct horse", Some(&hash)).await.expect("a comparison"));
        assert!(!permit.matches("wrong", Some(&hash)).await.expect("a comparison"));
        assert!(!permit.matches("any", None).await.expect("a comparison"));
    }
}
