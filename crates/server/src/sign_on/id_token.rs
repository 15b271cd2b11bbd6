//! Validates ID tokens by OpenID Connect Core, section 3.1.3.7, clause by clause.

use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};
use service::same_secret;

use super::jwt::Token;
use super::provider::Provider;

/// What an ID token has to match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
    /// The access token that was issued together with the ID token.
    pub(super) access_token: &'a str,
    /// Seconds since 1970.
    pub(super) now: f64,
}

/// Claims of the issuer about a person, in an ID token or in the response of its userinfo endpoint.
#[derive(Debug, Deserialize)]
pub(super) struct Person {
    /// The issuer's identifier of the person.
    pub(super) sub: String,
    pub(super) email: Option<String>,
    #[serde(default, deserialize_with = "flag")]
    pub(super) email_verified: bool,
    pub(super) name: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Claims {
    iss: String,
    #[serde(default)]
    aud: Audience,
    azp: Option<String>,
    exp: Number,
    /// Required by section 2. The age of a token is limited by `exp` alone.
    #[serde(rename = "iat")]
    _issued_at: Number,
    nonce: Option<String>,
    at_hash: Option<String>,
    #[serde(flatten)]
    person: Person,
}

/// The issuer and the audience of a signed userinfo response (section 5.3.2).
#[derive(Debug, Deserialize)]
struct SignedPerson {
    iss: String,
    #[serde(default)]
    aud: Audience,
    #[serde(flatten)]
    person: Person,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Many(Vec<String>),
}

impl Default for Audience {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

/// Verifies an ID token and returns the claims about the person.
///
/// Fails at the first clause of section 3.1.3.7 that the token violates. Clause 1 (decryption) does not apply:
/// [`Token::parse`] rejects encrypted tokens.
pub(super) fn verify(token: &Token, provider: &Provider, expected: Expected<'_>) -> Result<Person, String> {
    let claims: Claims = token.claims()?;
    // 2 and 3: issuer and audience.
    check_parties(&claims.iss, &claims.aud, expected.issuer, expected.client_id)?;
    // 4 and 5: the authorized party, where one is named.
    if let Some(party) = claims.azp.filter(|party| party != expected.client_id) {
        return Err(format!("it was issued to `{party}`"));
    }
    // 6 to 8: the signature, by an algorithm that the issuer announced and with its keys.
    let algorithm = provider.keys.verify(token, &provider.algorithms)?;
    // 9: the expiry.
    if claims.exp.as_f64().is_none_or(|expiry| expiry <= expected.now) {
        return Err(format!("it expired at {} (the time is {:.0})", claims.exp, expected.now));
    }
    // 11: the nonce. (10, 12 and 13 need no check: `iat` has no limit, and `acr` and `auth_time` are not requested.)
    if !claims.nonce.is_some_and(|nonce| same_secret(&nonce, expected.nonce)) {
        return Err("its nonce is not that of the request".to_owned());
    }
    // 3.1.3.8: the hash of the access token, where the ID token contains it.
    if claims.at_hash.is_some_and(|hash| hash != algorithm.half_hash(expected.access_token)) {
        return Err("its `at_hash` does not match the access token".to_owned());
    }
    Ok(claims.person)
}

/// Verifies a signed userinfo response and returns its claims about the person. Fails when its issuer, audience or
/// signature is wrong.
pub(super) fn verify_person(
    token: &Token,
    provider: &Provider,
    issuer: &str,
    client_id: &str,
) -> Result<Person, String> {
    let claims: SignedPerson = token.claims()?;
    check_parties(&claims.iss, &claims.aud, issuer, client_id)?;
    provider.keys.verify(token, &provider.algorithms)?;
    Ok(claims.person)
}

/// Fails unless a token was issued by the issuer, and for this client as its only audience.
fn check_parties(token_issuer: &str, audience: &Audience, issuer: &str, client_id: &str) -> Result<(), String> {
    if token_issuer != issuer {
        return Err(format!("unexpected issuer `{token_issuer}` (expected `{issuer}`)"));
    }
    let audience = match audience {
        Audience::One(one) => std::slice::from_ref(one),
        Audience::Many(many) => many,
    };
    if audience.is_empty() {
        return Err("it names no audience".to_owned());
    }
    match audience.iter().find(|one| *one != client_id) {
        Some(other) => Err(format!("`{other}` is not a trusted audience (expected `{client_id}`)")),
        None => Ok(()),
    }
}

/// A boolean, which some issuers write as a text.
fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(flag),
        Value::String(text) => text.parse().map_err(serde::de::Error::custom),
        other => Err(serde::de::Error::custom(format!("`{other}` is neither true nor false"))),
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use ring::signature::{Ed25519KeyPair, KeyPair as _};
    use serde_json::json;

    use super::super::jwt::Algorithm;
    use super::super::provider::ClientAuthentication;
    use super::*;

    const EXPECTED: Expected<'static> = Expected {
        issuer: "https://login.test",
        client_id: "lectern",
        nonce: "n-0S6_WzA2Mj",
        access_token: "SlAV32hkKG",
        now: 1_311_281_000.0,
    };

    fn key() -> Ed25519KeyPair {
        Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a key")
    }

    fn provider(algorithms: &[Algorithm]) -> Provider {
        let x = URL_SAFE_NO_PAD.encode(key().public_key());
        let jwks = json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "x": x }] });
        Provider {
            authorization_endpoint: String::new(),
            token_endpoint: None,
            userinfo_endpoint: None,
            client_authentication: ClientAuthentication::Basic,
            algorithms: algorithms.to_vec(),
            keys: serde_json::from_value(jwks).expect("keys"),
        }
    }

    fn signed(claims: &Value) -> Token {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({ "alg": "EdDSA", "typ": "JWT" })), part(claims));
        let signature = URL_SAFE_NO_PAD.encode(key().sign(signed.as_bytes()));
        Token::parse(&format!("{signed}.{signature}")).expect("a token")
    }

    /// Verifies a valid token in which the claim `name` is replaced; `null` leaves the claim out.
    fn verified_with(name: &str, value: Value) -> Result<Person, String> {
        let mut claims = json!({
            "iss": "https://login.test", "aud": "lectern", "sub": "248289761001", "nonce": "n-0S6_WzA2Mj",
            "exp": 1_311_281_970, "iat": 1_311_280_970, "email": "ada@tide.test", "email_verified": true,
        });
        claims[name] = value;
        if claims[name].is_null() {
            claims.as_object_mut().expect("an object").remove(name);
        }
        verify(&signed(&claims), &provider(&[Algorithm::EdDsa]), EXPECTED)
    }

    #[test]
    fn a_valid_token_names_the_person() {
        let person = verified_with("name", json!("Ada")).expect("a person");
        assert_eq!((person.sub.as_str(), person.email.as_deref()), ("248289761001", Some("ada@tide.test")));
        assert_eq!((person.email_verified, person.name.as_deref()), (true, Some("Ada")));
        // The first half of the token's SHA-512, since Ed25519 signs.
        let half = Algorithm::EdDsa.half_hash("SlAV32hkKG");
        for (name, value) in [
            ("aud", json!(["lectern"])),
            ("aud", json!(["lectern", "lectern"])),
            ("azp", json!("lectern")),
            ("exp", json!(1_311_281_000.5)),
            ("at_hash", json!(half)),
            ("picture", json!({ "not": "read" })),
        ] {
            assert!(verified_with(name, value.clone()).is_ok(), "{name} {value}");
        }
    }

    #[test]
    fn a_token_that_violates_a_clause_is_refused() {
        for (name, value, why) in [
            (
                "iss",
                json!("https://else.test"),
                "unexpected issuer `https://else.test` (expected `https://login.test`)",
            ),
            ("iss", json!("https://login.test/"), "unexpected issuer"),
            ("iss", Value::Null, "cannot read its claims: missing field `iss`"),
            ("aud", json!("somebody"), "`somebody` is not a trusted audience (expected `lectern`)"),
            ("aud", json!(["lectern", "somebody"]), "`somebody` is not a trusted audience"),
            ("aud", json!([]), "it names no audience"),
            ("aud", Value::Null, "it names no audience"),
            ("azp", json!("somebody"), "it was issued to `somebody`"),
            ("exp", json!(1_311_281_000), "it expired at 1311281000 (the time is 1311281000)"),
            ("exp", json!(0), "it expired at 0"),
            ("exp", json!("never"), "cannot read its claims"),
            ("exp", Value::Null, "cannot read its claims"),
            ("iat", Value::Null, "cannot read its claims"),
            ("nonce", json!("replayed"), "its nonce is not that of the request"),
            ("nonce", Value::Null, "its nonce is not that of the request"),
            ("at_hash", json!("77QmUPtjPfzWtF2AnpK9RQ"), "its `at_hash` does not match the access token"),
            ("sub", Value::Null, "cannot read its claims: missing field `sub`"),
        ] {
            let fault = verified_with(name, value.clone()).expect_err(name);
            assert!(fault.starts_with(why), "{name} {value}: {fault}");
        }
    }

    #[test]
    fn the_algorithm_has_to_be_one_that_the_issuer_announced() {
        let claims = json!({
            "iss": "https://login.test", "aud": "lectern", "sub": "1", "nonce": "n-0S6_WzA2Mj",
            "exp": 1_311_281_970, "iat": 1_311_280_970,
        });
        let fault =
            verify(&signed(&claims), &provider(&[Algorithm::Rs256]), EXPECTED).expect_err("it is not announced");
        assert_eq!(fault, "signature algorithm `EdDSA` is not allowed");
    }

    /// The `at_hash` of OpenID Connect Core, appendix A.4, for the access token of appendix A.3.
    #[test]
    fn the_hash_of_an_access_token_is_that_of_the_standard() {
        let access_token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y";
        assert_eq!(Algorithm::Rs256.half_hash(access_token), "77QmUPtjPfzWtF2AnpK9RQ");
    }

    #[test]
    fn an_e_mail_is_verified_when_the_issuer_says_so() {
        for (value, verified) in [
            (json!(true), true),
            (json!("true"), true),
            (json!(false), false),
            (json!("false"), false),
            (Value::Null, false),
        ] {
            let person = verified_with("email_verified", value.clone()).expect("a person");
            assert_eq!(person.email_verified, verified, "{value}");
        }
        assert!(verified_with("email_verified", json!("yes")).is_err());
    }

    #[test]
    fn a_signed_userinfo_response_names_the_issuer_and_this_client() {
        let verified = |claims: Value| {
            let provider = provider(&[Algorithm::EdDsa]);
            verify_person(&signed(&claims), &provider, EXPECTED.issuer, EXPECTED.client_id).map(|person| person.sub)
        };
        let good = json!({ "iss": "https://login.test", "aud": "lectern", "sub": "1" });
        assert_eq!(verified(good), Ok("1".to_owned()));
        assert!(verified(json!({ "iss": "https://else.test", "aud": "lectern", "sub": "1" })).is_err());
        assert!(verified(json!({ "iss": "https://login.test", "aud": "other", "sub": "1" })).is_err());
    }
}
