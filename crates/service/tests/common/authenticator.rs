//! An authenticator in software: what a browser returns after it was asked for a passkey.
//!
//! A [`Ceremony`] has the values that the browser and the authenticator sign. A test changes one of them to see it
//! refused.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
    RsaPublicKeyComponents,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Flags: the user is present and verified.
pub(crate) const VERIFIED: u8 = 0b101;
/// Flags: the passkey can be backed up.
pub(crate) const BACKUP_ELIGIBLE: u8 = 0b1000;
/// Flags: the passkey is backed up.
pub(crate) const BACKED_UP: u8 = 0b1_0000;

/// An RSA key of 2048 bits, since `ring` makes none. It protects nothing.
const RSA_KEY: &str = "\
    MIIEogIBAAKCAQEAsGuWSMbas3UPbdeaQAv7BFPHYMWbIuPmdTc0DMEqocJ21RRQFNMdKMEwioSjGHvQtHJT6NnnS9jrtJTiq9mv\
    pI8EqMjwleXMxep5NL+aqWIQA965Kn5VJZTEpI/OxhiK6JU8kiqIk8PPmgcrZYdO/7bUCiDAscVuuUIeACmkEzeZOZllZYtFSJ6/\
    KB5cmOl1F/gOpFI57dsaGKw2W2FTGjr73h3cdDCJQGi21tkuwyeTpV2ghU0Hl7iNUCq5m+QMx0PCPgqlD6jb+V91g5clsrXR7Lem\
    BG/Gx4jr7yZeg6tfT423/o7vne6bYteF55pjX+uKVlD7N75oWkK4vRuA9wIDAQABAoIBAAE3vbzSIHZU90+CNWwZHveMGcIpFfgn\
    vI8g/VBNOXUA6K4F2FhLnIvBu7oYM4v/xRsuzqGSW7AzBecq7t6piaJ3Txkv/1wUd2mJ5ZSZDO0kLIKMA0hYYpOnW5j2+63SDacy\
    SIOk7bnHzi1olDU1/TQvm1tlfLCzVnBD+jMJJAUoqb969qC/LDA0NIgYh8fybHCDj/Se5DETfXsyBQ3238M3ANDmjEqI+55HgQ95\
    BfiqBjLW+y5autnZItclaFsq4QkgftnxVt9/IkhP02WaWrF7OQ2o4fds2vZS7/8UHQg+wEB31NMOeRiMikItZxA6IpFt4qWlc64Z\
    Ewd9R6o0NtkCgYEA+RyFwcPEFEWma3Giz/2VZElZJScisHTuYotwexy755T9Ja/YYP1POFus1diPcua46wAoMWzJhLn4ZjLHuXoI\
    WDZjPNEzKtVbTV2YJQGYZQ47Xr/HTO93ghlCPNYdKA4bbGqObtAZRjjb546iZdmDGY+XVguO7X9j2fOztcnyaw0CgYEAtUx6izk6\
    Moap/mrp0pGuc8H2EI1qaJQelsIGuNdVXTuoJpgwQaKJ1zkp+sUsSx+38odpXeYUNV3kVrrWZnmPdeU5h8S3zSbovdVKj+KrGSL9\
    6kMLqeR2Pz9xuGlNp607yy/E+wAYWWFoNE00z23ENyWk2RaMhj7pTVv9ILqUCxMCgYAeWQsyf9bzYUjU7hMXo5z/irABhrMDLDue\
    Zb5eQTHjFJOCc9m4dyOfiguUQb24EcOVXX+IBejG8qEAUk9imStLE9UjI5lILpXg5vYSDA+0v/cbo+FzzfiRMOKQ5sTGjHFq09Bm\
    T5PEqkif/RBruAPwqT2WjfHrnQldFANgsimGQQKBgDJLji9zZ86+hwhalpVg7tmUNHQxFxT+CmJeX0kGC9t6glJ6o+CBe+XmKNw1\
    uOz6VqiEoll3S6Hmc0MQQAxbqs3VEpm0nBzgr26CblXuVvL5PyGvCdxO0fMH4b98Dxv2NgFPNkE/rIGXQTZJON5WoDmASvQiikdv\
    yn84hsd+mzVbAoGAOGK+YrPwrpmspikFlBuNxDDNXlfTpsmi9XYQSWkZKFaKvT9ZX9gR9OUA/mCsvBZ/pjVkWRr6IjUy+ajqW0xi\
    P8B4Rx6pfWV1cjwZXU6KEyn9imNmlmHsXeSe5CWfEU8kHH+1HHqQ8/Ixyk+xQ7wS0Egd6ymShZoTEt15ahDw1k0=";

/// A key pair.
enum Key {
    Es256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
    Rs256(RsaKeyPair),
}

/// A passkey in an authenticator.
pub(crate) struct Authenticator {
    key: Key,
    pub(crate) credential: Vec<u8>,
}

/// What is signed in a registration or a sign-in.
#[derive(Clone)]
pub(crate) struct Ceremony {
    pub(crate) challenge: String,
    pub(crate) origin: String,
    pub(crate) site: String,
    pub(crate) flags: u8,
    pub(crate) sign_count: u32,
}

impl Ceremony {
    /// A ceremony that a relying party at an origin accepts, if it made the challenge.
    pub(crate) fn at(origin: &str, challenge: &str) -> Self {
        let (_, authority) = origin.split_once("://").expect("a scheme");
        let site = authority.split(':').next().unwrap_or_default();
        let [challenge, origin, site] = [challenge, origin, site].map(str::to_owned);
        Self { challenge, origin, site, flags: VERIFIED, sign_count: 0 }
    }

    fn client_data(&self, client_type: &str) -> Vec<u8> {
        let data = json!({
            "type": client_type, "challenge": self.challenge, "origin": self.origin, "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn authenticator_data(&self, more_flags: u8, attested: &[u8]) -> Vec<u8> {
        let hash = Sha256::digest(&self.site);
        [hash.as_slice(), &[self.flags | more_flags], &self.sign_count.to_be_bytes(), attested].concat()
    }
}

impl Authenticator {
    /// A new passkey by ECDSA on P-256.
    pub(crate) fn es256(credential: &[u8]) -> Self {
        let random = SystemRandom::new();
        let secret = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, secret.as_ref(), &random).expect("a key");
        Self { key: Key::Es256(key), credential: credential.to_vec() }
    }

    /// A new passkey by Ed25519.
    pub(crate) fn ed25519(credential: &[u8]) -> Self {
        let secret = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        let key = Ed25519KeyPair::from_pkcs8(secret.as_ref()).expect("a key");
        Self { key: Key::Ed25519(key), credential: credential.to_vec() }
    }

    /// A passkey by RSA.
    pub(crate) fn rs256(credential: &[u8]) -> Self {
        let key = RsaKeyPair::from_der(&STANDARD.decode(RSA_KEY).expect("base64")).expect("a key");
        Self { key: Key::Rs256(key), credential: credential.to_vec() }
    }

    /// The public key as COSE.
    pub(crate) fn cose(&self) -> Vec<u8> {
        let entries: Vec<(i64, Vec<u8>)> = match &self.key {
            Key::Es256(key) => {
                let (x, y) = key.public_key().as_ref()[1..].split_at(32);
                vec![(1, int(2)), (3, int(-7)), (-1, int(1)), (-2, bytes(x)), (-3, bytes(y))]
            }
            Key::Ed25519(key) => {
                vec![(1, int(1)), (3, int(-8)), (-1, int(6)), (-2, bytes(key.public_key().as_ref()))]
            }
            Key::Rs256(key) => {
                let RsaPublicKeyComponents { n, e } = RsaPublicKeyComponents::<Vec<u8>>::from(key.public());
                vec![(1, int(3)), (3, int(-257)), (-1, bytes(&n)), (-2, bytes(&e))]
            }
        };
        let entries = entries.iter().flat_map(|(label, value)| [int(*label), value.clone()].concat());
        [head(5, 4 + u64::from(matches!(self.key, Key::Es256(_)))), entries.collect()].concat()
    }

    /// Client data and the attestation object of a new passkey.
    pub(crate) fn register(&self, ceremony: &Ceremony) -> (Vec<u8>, Vec<u8>) {
        let length = u16::try_from(self.credential.len()).expect("a short id").to_be_bytes();
        let attested = [[0; 16].as_slice(), &length, &self.credential, &self.cose()].concat();
        let data = ceremony.authenticator_data(1 << 6, &attested);
        (ceremony.client_data("webauthn.create"), attestation_object(&data))
    }

    /// Client data, authenticator data and the signature of a sign-in.
    pub(crate) fn sign(&self, ceremony: &Ceremony) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
        let (client, data) = (ceremony.client_data("webauthn.get"), ceremony.authenticator_data(0, &[]));
        let signed = [data.as_slice(), Sha256::digest(&client).as_slice()].concat();
        let random = SystemRandom::new();
        let signature = match &self.key {
            Key::Es256(key) => key.sign(&random, &signed).expect("a signature").as_ref().to_vec(),
            Key::Ed25519(key) => key.sign(&signed).as_ref().to_vec(),
            Key::Rs256(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &random, &signed, &mut signature).expect("a signature");
                signature
            }
        };
        (client, data, signature)
    }

    /// A registration as browsers send it (`RegistrationResponseJSON`).
    pub(crate) fn registration_json(&self, ceremony: &Ceremony) -> Value {
        let (client, attestation) = self.register(ceremony);
        json!({ "id": base64url(&self.credential), "type": "public-key", "response": {
            "clientDataJSON": base64url(&client),
            "attestationObject": base64url(&attestation),
            "transports": ["internal"],
        } })
    }

    /// A sign-in as browsers send it (`AuthenticationResponseJSON`).
    pub(crate) fn sign_in_json(&self, ceremony: &Ceremony, user: &str) -> Value {
        let (client, data, signature) = self.sign(ceremony);
        json!({ "id": base64url(&self.credential), "type": "public-key", "response": {
            "clientDataJSON": base64url(&client),
            "authenticatorData": base64url(&data),
            "signature": base64url(&signature),
            "userHandle": base64url(user.as_bytes()),
        } })
    }
}

/// An attestation object without a statement.
pub(crate) fn attestation_object(authenticator_data: &[u8]) -> Vec<u8> {
    let [format, none, statement, data] = ["fmt", "none", "attStmt", "authData"].map(text);
    [head(5, 3), format, none, statement, head(5, 0), data, bytes(authenticator_data)].concat()
}

/// Bytes in base64url.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The head of a CBOR value.
fn head(major: u8, argument: u64) -> Vec<u8> {
    let [high, low] = [argument >> 8, argument & 0xff].map(|byte| u8::try_from(byte).expect("a short value"));
    match argument {
        0..24 => vec![(major << 5) | low],
        24..256 => vec![(major << 5) | 0x18, low],
        _ => vec![(major << 5) | 0x19, high, low],
    }
}

fn int(value: i64) -> Vec<u8> {
    if value < 0 { head(1, (-1 - value).unsigned_abs()) } else { head(0, value.unsigned_abs()) }
}

fn bytes(value: &[u8]) -> Vec<u8> {
    [head(2, value.len() as u64), value.to_vec()].concat()
}

fn text(value: &str) -> Vec<u8> {
    [head(3, value.len() as u64), value.as_bytes().to_vec()].concat()
}
