//! The state of a pending sign-in, in a signed cookie.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// For how many minutes a pending sign-in is valid.
pub(crate) const LIFETIME_MINUTES: i64 = 10;
/// The maximum size of a cookie, in bytes.
const MAX_BYTES: usize = 4096;

/// A pending sign-in.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PendingSignIn {
    /// `state`: the issuer returns it with the code.
    pub(super) state: String,
    /// `nonce`: the ID token has to contain it.
    pub(super) nonce: String,
    /// `code_verifier` of PKCE: it proves to the issuer that this client requested the code.
    pub(super) verifier: String,
    /// The path to redirect to after the sign-in.
    pub(super) next: String,
}

/// Signs and verifies cookies. Every node with the same settings has the same key.
pub(super) struct Seal(Hmac<Sha256>);

impl Seal {
    pub(super) fn new(secret: &str) -> Self {
        let key = Sha256::new().chain_update("lectern single sign-on\n").chain_update(secret).finalize();
        Self(Hmac::new_from_slice(&key).expect("a key may have any length"))
    }

    /// The value of a cookie that is valid for [`LIFETIME_MINUTES`] from `now`, in milliseconds since 1970.
    pub(super) fn seal(&self, pending: &PendingSignIn, now: i64) -> String {
        let until = now + LIFETIME_MINUTES * 60_000;
        let content = serde_json::to_vec(&(until, pending)).expect("plain texts are JSON");
        let tag = self.0.clone().chain_update(&content).finalize().into_bytes();
        format!("{}.{}", URL_SAFE_NO_PAD.encode(content), URL_SAFE_NO_PAD.encode(tag))
    }

    /// The state in a cookie; none when it was not signed with this key, or has expired.
    pub(super) fn open(&self, cookie: &str, now: i64) -> Option<PendingSignIn> {
        let (content, tag) = cookie.split_once('.').filter(|_| cookie.len() <= MAX_BYTES)?;
        let (content, tag) = (URL_SAFE_NO_PAD.decode(content).ok()?, URL_SAFE_NO_PAD.decode(tag).ok()?);
        self.0.clone().chain_update(&content).verify_slice(&tag).ok()?;
        let (until, pending): (i64, PendingSignIn) = serde_json::from_slice(&content).ok()?;
        (now < until).then_some(pending)
    }
}

/// Opens arbitrary bytes as a sealed cookie, and seals them as content. Panics when the unsealed bytes can be opened,
/// or when the sealed content differs after opening.
#[cfg(any(test, feature = "fuzz"))]
pub fn check_sealed_cookie(bytes: &[u8]) {
    let (seal, text) = (Seal::new("secret"), String::from_utf8_lossy(bytes));
    assert_eq!(seal.open(&text, 0), None, "a forged cookie opens");
    let [state, nonce, verifier] = ["s", "n", "v"].map(str::to_owned);
    let pending = || PendingSignIn {
        state: state.clone(),
        nonce: nonce.clone(),
        verifier: verifier.clone(),
        next: text.clone().into_owned(),
    };
    let mut cookie = seal.seal(&pending(), 0);
    let expected = (cookie.len() <= MAX_BYTES).then(pending);
    assert_eq!(seal.open(&cookie, 0), expected, "a sealed cookie does not open");
    let at =
        bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte))) % cookie.len();
    let other = if cookie.as_bytes()[at] == b'A' { "B" } else { "A" };
    cookie.replace_range(at..=at, other);
    assert_eq!(seal.open(&cookie, 0), None, "an altered cookie opens");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_cookie_is_forged(text in "[A-Za-z0-9_-]{0,90}\\.?[A-Za-z0-9_-]{0,50}", bytes in any::<Vec<u8>>()) {
            check_sealed_cookie(text.as_bytes());
            check_sealed_cookie(&bytes);
        }
    }

    fn pending() -> PendingSignIn {
        let [state, nonce, verifier, next] = ["s", "n", "v", "/app/7"].map(str::to_owned);
        PendingSignIn { state, nonce, verifier, next }
    }

    #[test]
    fn a_cookie_opens_for_ten_minutes_with_the_same_key() {
        let (seal, cookie) = (Seal::new("secret"), Seal::new("secret").seal(&pending(), 1000));
        assert_eq!(seal.open(&cookie, 1000 + 599_999), Some(pending()));
        assert_eq!(seal.open(&cookie, 1000 + 600_000), None);
        assert_eq!(Seal::new("other").open(&cookie, 1000), None);
    }

    #[test]
    fn an_altered_cookie_does_not_open() {
        let seal = Seal::new("secret");
        let cookie = seal.seal(&pending(), 0);
        let (content, tag) = cookie.split_once('.').expect("two parts");
        let evil = PendingSignIn { next: "/evil".to_owned(), ..pending() };
        let (other, _) =
            Seal::new("x").seal(&evil, 0).split_once('.').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("two");
        for altered in [
            format!("{other}.{tag}"),
            format!("{content}."),
            content.to_owned(),
            format!("{content}.{}", &tag[1..]),
            format!(".{tag}"),
            String::new(),
            "x".repeat(5000),
        ] {
            assert_eq!(seal.open(&altered, 0), None, "{altered}");
        }
    }

    #[test]
    fn a_long_path_fits_into_a_cookie() {
        let long = PendingSignIn { next: format!("/{}", "x".repeat(2047)), ..pending() };
        let seal = Seal::new("secret");
        let cookie = seal.seal(&long, 0);
        assert!(cookie.len() < 3500, "{}", cookie.len());
        assert_eq!(seal.open(&cookie, 0), Some(long));
    }
}
