//! Signed tokens of the issuer, and the keys that verify them.
//!
//! JSON Web Signature in its compact form (RFC 7515), keys as JSON (RFC 7517), algorithms of RFC 7518 and RFC 8037.
//! Only signatures by a private key are verified: `none` and the HMAC algorithms are not supported, so knowing the
//! client's secret is not enough to sign. This module does not check the claims of a token.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use ring::signature::{self, RsaPublicKeyComponents, UnparsedPublicKey};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A signature algorithm (RFC 7518, section 3.1; RFC 8037, section 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Rs384,
    Rs512,
    Ps256,
    Ps384,
    Ps512,
    Es256,
    Es384,
    EdDsa,
}

/// A parsed token. Nothing about it has been verified.
#[derive(Debug)]
pub(super) struct Token {
    header: Header,
    payload: Vec<u8>,
    /// The header and the payload as they were sent, which is what the signature is computed over.
    signed: String,
    signature: Vec<u8>,
}

/// The header parameters that are used. Keys in the header of a token (`jwk`, `jku`, `x5c`) are ignored.
#[derive(Debug, Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    cty: Option<Value>,
    crit: Option<Value>,
}

/// The public keys of an issuer. Entries that are not understood are left out, as RFC 7517, section 5, requires.
#[derive(Debug, Default)]
pub(super) struct Keys(Vec<Key>);

#[derive(Debug, Deserialize)]
struct Key {
    kty: String,
    #[serde(rename = "use")]
    usage: Option<String>,
    kid: Option<String>,
    alg: Option<String>,
    crv: Option<String>,
    n: Option<Base64Url>,
    e: Option<Base64Url>,
    x: Option<Base64Url>,
    y: Option<Base64Url>,
}

#[derive(Debug)]
struct Base64Url(Vec<u8>);

impl Algorithm {
    const NAMES: [(&str, Self); 9] = [
        ("RS256", Self::Rs256),
        ("RS384", Self::Rs384),
        ("RS512", Self::Rs512),
        ("PS256", Self::Ps256),
        ("PS384", Self::Ps384),
        ("PS512", Self::Ps512),
        ("ES256", Self::Es256),
        ("ES384", Self::Es384),
        ("EdDSA", Self::EdDsa),
    ];

    /// The algorithm with this case-sensitive name; none when it is not supported.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, algorithm)| *algorithm)
    }

    /// The first half of a text's digest in base64url, as in `at_hash` (OpenID Connect Core, section 3.1.3.6). EdDSA
    /// means Ed25519, whose digest is SHA-512.
    pub(super) fn half_hash(self, text: &str) -> String {
        let algorithm = match self {
            Self::Rs256 | Self::Ps256 | Self::Es256 => &digest::SHA256,
            Self::Rs384 | Self::Ps384 | Self::Es384 => &digest::SHA384,
            Self::Rs512 | Self::Ps512 | Self::EdDsa => &digest::SHA512,
        };
        let hash = digest::digest(algorithm, text.as_bytes());
        let (half, _) = hash.as_ref().split_at(hash.as_ref().len() / 2);
        URL_SAFE_NO_PAD.encode(half)
    }

    /// The type and the curve that a key for this algorithm must have.
    fn key_type(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Rs256 | Self::Rs384 | Self::Rs512 | Self::Ps256 | Self::Ps384 | Self::Ps512 => ("RSA", None),
            Self::Es256 => ("EC", Some("P-256")),
            Self::Es384 => ("EC", Some("P-384")),
            Self::EdDsa => ("OKP", Some("Ed25519")),
        }
    }
}

impl Token {
    /// Parses a token. Fails when it is not a signed token in the compact form.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let malformed = || "it is no signed token".to_owned();
        let (signed, signature) = text.rsplit_once('.').ok_or_else(malformed)?;
        let (header, payload) = signed.split_once('.').ok_or_else(malformed)?;
        let decoded = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| malformed());
        let header = serde_json::from_slice(&decoded(header)?).map_err(|fault| format!("its header: {fault}"))?;
        Ok(Self { header, payload: decoded(payload)?, signed: signed.to_owned(), signature: decoded(signature)? })
    }

    /// The claims. They must not be trusted before [`Keys::verify`] has succeeded. Fails when the payload is not JSON
    /// of this type.
    pub(super) fn claims<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_slice(&self.payload).map_err(|fault| format!("cannot read its claims: {fault}"))
    }

    /// Fails on headers that announce something other than a token whose payload is JSON.
    fn check_header(&self) -> Result<(), String> {
        let Header { typ, cty, crit, .. } = &self.header;
        if let Some(found) = typ {
            let lower = found.to_lowercase();
            let short = lower.strip_prefix("application/").unwrap_or(&lower);
            if !matches!(short, "jwt" | "jose") {
                return Err(format!("unexpected type `{found}`"));
            }
        }
        if cty.is_some() {
            return Err("tokens within tokens are not supported".to_owned());
        }
        if crit.is_some() {
            return Err("critical header fields are not supported".to_owned());
        }
        Ok(())
    }
}

impl Keys {
    /// Verifies a token's signature by one of the allowed algorithms, and returns which it was.
    ///
    /// Fails when the algorithm is not allowed, when not exactly one key fits, or when the signature is wrong.
    pub(super) fn verify(&self, token: &Token, allowed: &[Algorithm]) -> Result<Algorithm, String> {
        token.check_header()?;
        let name = &token.header.alg;
        let algorithm = Algorithm::named(name).filter(|algorithm| allowed.contains(algorithm));
        let algorithm = algorithm.ok_or_else(|| format!("signature algorithm `{name}` is not allowed"))?;
        let mut fitting = self.0.iter().filter(|key| key.fits(algorithm, name, token.header.kid.as_deref()));
        let key = fitting.next().ok_or("no key fits the signature")?;
        // OpenID Connect Core, section 10.1: a token names its key where several fit.
        if fitting.next().is_some() {
            return Err("more than one key fits the signature".to_owned());
        }
        key.verify(algorithm, token.signed.as_bytes(), &token.signature)?;
        Ok(algorithm)
    }
}

impl Key {
    /// Whether the key can verify signatures by this algorithm, and has this id if the token names one.
    fn fits(&self, algorithm: Algorithm, name: &str, id: Option<&str>) -> bool {
        let (key_type, curve) = algorithm.key_type();
        self.kty == key_type
            && curve.is_none_or(|curve| self.crv.as_deref() == Some(curve))
            && self.usage.as_deref().is_none_or(|usage| usage == "sig")
            && self.alg.as_deref().is_none_or(|alg| alg == name)
            && (id.is_none() || id == self.kid.as_deref())
    }

    /// Verifies a signature. Fails when it is wrong, or the key lacks a value.
    fn verify(&self, algorithm: Algorithm, signed: &[u8], signature: &[u8]) -> Result<(), String> {
        let coordinate = |part: &Option<Base64Url>, name: &str| {
            part.as_ref().map(|part| part.0.clone()).ok_or_else(|| format!("the key has no `{name}`"))
        };
        let rsa = |parameters| {
            let (n, e) = (coordinate(&self.n, "n")?, coordinate(&self.e, "e")?);
            let key = RsaPublicKeyComponents { n: without_leading_zeros(&n), e: without_leading_zeros(&e) };
            Ok(key.verify(parameters, signed, signature))
        };
        let curve = |parameters: &'static dyn signature::VerificationAlgorithm, point: Vec<u8>| {
            Ok(UnparsedPublicKey::new(parameters, point).verify(signed, signature))
        };
        // An uncompressed point (SEC 1, section 2.3.3).
        let point = || Ok([vec![4], coordinate(&self.x, "x")?, coordinate(&self.y, "y")?].concat());
        let verified: Result<_, String> = match algorithm {
            Algorithm::Rs256 => rsa(&signature::RSA_PKCS1_2048_8192_SHA256),
            Algorithm::Rs384 => rsa(&signature::RSA_PKCS1_2048_8192_SHA384),
            Algorithm::Rs512 => rsa(&signature::RSA_PKCS1_2048_8192_SHA512),
            Algorithm::Ps256 => rsa(&signature::RSA_PSS_2048_8192_SHA256),
            Algorithm::Ps384 => rsa(&signature::RSA_PSS_2048_8192_SHA384),
            Algorithm::Ps512 => rsa(&signature::RSA_PSS_2048_8192_SHA512),
            Algorithm::Es256 => point().and_then(|point| curve(&signature::ECDSA_P256_SHA256_FIXED, point)),
            Algorithm::Es384 => point().and_then(|point| curve(&signature::ECDSA_P384_SHA384_FIXED, point)),
            Algorithm::EdDsa => coordinate(&self.x, "x").and_then(|point| curve(&signature::ED25519, point)),
        };
        verified?.map_err(|_| "the signature is wrong".to_owned())
    }
}

/// A number without leading zeros, which some issuers write although RFC 7518, section 6.3.1.1, forbids it.
fn without_leading_zeros(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    &number[zeros..]
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Value>,
        }
        let Set { keys } = Set::deserialize(deserializer)?;
        Ok(Self(keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect()))
    }
}

impl<'de> Deserialize<'de> for Base64Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        URL_SAFE_NO_PAD.decode(text).map(Self).map_err(serde::de::Error::custom)
    }
}

/// Reads arbitrary bytes as keys of an issuer on the first line and a token on the second, and verifies the token.
#[cfg(any(test, feature = "fuzz"))]
pub fn check_token(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (keys, token) = text.split_once('\n').unwrap_or(("", &text));
    let keys: Keys = serde_json::from_str(keys).unwrap_or_default();
    let Ok(token) = Token::parse(token.trim()) else { return };
    let _ = token.claims::<Value>();
    let _ = keys.verify(&token, &Algorithm::NAMES.map(|(_, algorithm)| algorithm));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Keys, and a token by each algorithm, all made by Node.js.
    const SAMPLES: &str = include_str!("jwt_samples.json");

    fn samples() -> (Value, Vec<(String, String)>) {
        let samples: Value = serde_json::from_str(SAMPLES).expect("it is JSON");
        let tokens = samples["tokens"].as_object().expect("tokens");
        let tokens = tokens.iter().map(|(name, token)| (name.clone(), token.as_str().expect("a text").to_owned()));
        (samples["jwks"].clone(), tokens.collect())
    }

    fn keys(jwks: &Value) -> Keys {
        serde_json::from_value(jwks.clone()).expect("keys")
    }

    fn every_algorithm() -> Vec<Algorithm> {
        Algorithm::NAMES.iter().map(|(_, algorithm)| *algorithm).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_token_is_read_safely(which in 0..9usize, at in any::<prop::sample::Index>(), letter in "[ -~]") {
            let (jwks, tokens) = samples();
            let mut text = format!("{jwks}\n{}", tokens[which].1);
            let at = at.index(text.len());
            text.replace_range(at..=at, &letter);
            check_token(text.as_bytes());
        }
    }

    #[test]
    fn a_token_by_each_algorithm_is_verified_unless_it_was_altered() {
        let (jwks, tokens) = samples();
        assert_eq!(tokens.len(), Algorithm::NAMES.len());
        for (name, text) in tokens {
            let algorithm = Algorithm::named(&name).expect("a known algorithm");
            let token = Token::parse(&text).expect("a token");
            assert_eq!(keys(&jwks).verify(&token, &[algorithm]), Ok(algorithm), "{name}");
            assert_eq!(token.claims::<Value>().expect("claims")["sub"], "ada");

            let not_allowed: Vec<_> = every_algorithm().into_iter().filter(|other| *other != algorithm).collect();
            assert!(keys(&jwks).verify(&token, &not_allowed).is_err(), "{name} is not allowed");

            let mut altered = Token::parse(&text).expect("a token");
            altered.signed.push('A');
            assert_eq!(keys(&jwks).verify(&altered, &[algorithm]), Err("the signature is wrong".to_owned()), "{name}");
            let mut altered = Token::parse(&text).expect("a token");
            altered.signature[10] ^= 1;
            assert!(keys(&jwks).verify(&altered, &[algorithm]).is_err(), "{name}");
            altered.signature.clear();
            assert!(keys(&jwks).verify(&altered, &[algorithm]).is_err(), "{name}");
        }
    }

    /// The sample that RFC 8037, appendix A.4, signs.
    #[test]
    fn the_sample_of_the_standard_is_verified() {
        let token = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR\
                     6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";
        let key = json!({ "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" });
        let keys = keys(&json!({ "keys": [key] }));
        assert_eq!(keys.verify(&Token::parse(token).expect("a token"), &[Algorithm::EdDsa]), Ok(Algorithm::EdDsa));
    }

    #[test]
    fn unsigned_tokens_and_those_signed_by_a_shared_secret_are_refused() {
        let (jwks, _) = samples();
        for name in ["none", "None", "HS256", "HS384", "HS512", "ES512", "rs256", ""] {
            let header = URL_SAFE_NO_PAD.encode(json!({ "alg": name }).to_string());
            let token = Token::parse(&format!("{header}.e30.")).expect("a token");
            assert!(keys(&jwks).verify(&token, &every_algorithm()).is_err(), "{name}");
        }
    }

    #[test]
    fn exactly_one_key_has_to_fit() {
        let (jwks, tokens) = samples();
        let (_, text) = tokens.iter().find(|(name, _)| name == "RS256").expect("a sample");
        let token = Token::parse(text).expect("a token");
        let rsa = jwks["keys"].as_array().expect("keys").iter().find(|key| key["kty"] == "RSA").expect("one").clone();
        let changed = |name: &str, value: Value| {
            let mut key = rsa.clone();
            key[name] = value;
            key
        };
        let verified = |set: &[Value]| keys(&json!({ "keys": set })).verify(&token, &every_algorithm());
        assert_eq!(verified(std::slice::from_ref(&rsa)), Ok(Algorithm::Rs256));
        assert_eq!(verified(&[changed("kid", json!("other")), rsa.clone()]), Ok(Algorithm::Rs256));
        assert_eq!(verified(&[changed("use", json!("sig"))]), Ok(Algorithm::Rs256));
        assert_eq!(verified(&[json!({ "kty": 7 }), json!("no key"), rsa.clone()]), Ok(Algorithm::Rs256));
        let padded = URL_SAFE_NO_PAD.decode(rsa["n"].as_str().expect("a number")).expect("bytes");
        assert_eq!(
            verified(&[changed("n", json!(URL_SAFE_NO_PAD.encode([vec![0], padded].concat())))]),
            Ok(Algorithm::Rs256)
        );
        let none_fits = Err("no key fits the signature".to_owned());
        assert_eq!(verified(&[]), none_fits);
        assert_eq!(verified(&[changed("kid", json!("other"))]), none_fits);
        assert_eq!(verified(&[changed("use", json!("enc"))]), none_fits);
        assert_eq!(verified(&[changed("alg", json!("PS256"))]), none_fits);
        assert_eq!(verified(&[changed("kty", json!("EC"))]), none_fits);
        assert_eq!(verified(&[rsa.clone(), rsa.clone()]), Err("more than one key fits the signature".to_owned()));
        assert_eq!(verified(&[changed("e", Value::Null)]), Err("the key has no `e`".to_owned()));
    }

    #[test]
    fn headers_of_other_kinds_of_tokens_are_refused() {
        let (jwks, _) = samples();
        let verified = |header: Value| {
            let token = format!("{}.e30.", URL_SAFE_NO_PAD.encode(header.to_string()));
            keys(&jwks).verify(&Token::parse(&token).expect("a token"), &every_algorithm()).expect_err("unsigned")
        };
        assert_eq!(verified(json!({ "alg": "EdDSA", "kid": "x", "typ": "JWT" })), "no key fits the signature");
        assert_eq!(verified(json!({ "alg": "EdDSA", "typ": "at+jwt" })), "unexpected type `at+jwt`");
        assert_eq!(verified(json!({ "alg": "EdDSA", "cty": "JWT" })), "tokens within tokens are not supported");
        assert_eq!(verified(json!({ "alg": "EdDSA", "crit": ["b64"] })), "critical header fields are not supported");
    }

    #[test]
    fn what_is_no_token_is_refused() {
        for text in ["", "a", "a.b", "a.b.c", "e30.e30.", "e30.e30.e30.e30", "eyJhbGciOiJFUzI1NiJ9.e30.!"] {
            assert!(Token::parse(text).is_err(), "{text}");
        }
    }
}
