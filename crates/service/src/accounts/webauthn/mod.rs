//! Web Authentication (Level 3) as far as a relying party needs it: the checks of section 7.1 for a new passkey and of
//! section 7.2 for a sign-in.
//!
//! Attestation is neither requested nor verified: any authenticator that verifies its user is accepted. The caller
//! checks challenges, accounts and signature counters; nothing here reads storage or a clock.

mod cbor;
mod public_key;
#[cfg(test)]
mod tests;

use std::net::Ipv4Addr;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use self::cbor::Value;
use self::public_key::PublicKey;

/// Why a passkey was refused, as the words that follow "the passkey was refused: ".
pub(super) type Refusal = &'static str;

/// The maximum number of bytes of a credential id (section 7.1).
const MAX_CREDENTIAL: usize = 1023;
/// Bytes of authenticator data before its optional parts: hash, flags and signature counter.
const FIXED_LENGTH: usize = 37;
/// Bytes of the identifier of a model of authenticators.
const AAGUID_LENGTH: usize = 16;

/// The site that passkeys belong to: its domain, and the origin of its pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelyingParty {
    id: String,
    origin: String,
}

impl RelyingParty {
    /// The algorithms that a new passkey may have, as COSE numbers them, the preferred one first.
    pub const ALGORITHMS: [i64; 3] = public_key::ALGORITHMS;

    /// The site at an address. `None` when browsers offer no passkeys for it: without TLS (except on this machine), or
    /// with an IP address as host.
    pub fn at(address: &str) -> Option<Self> {
        let address = address.to_ascii_lowercase();
        let (scheme, rest) = address.split_once("://")?;
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
        let is_local = host == "localhost" || host.ends_with(".localhost");
        let is_name = !host.is_empty() && !host.contains(['@', '[']) && host.parse::<Ipv4Addr>().is_err();
        let default_port = match scheme {
            "https" => "443",
            "http" if is_local => "80",
            _ => return None,
        };
        let port = if port.is_empty() || port == default_port { String::new() } else { format!(":{port}") };
        is_name.then(|| Self { id: host.to_owned(), origin: format!("{scheme}://{host}{port}") })
    }

    /// The domain, which passkeys are bound to.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// What an authenticator was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ceremony {
    Registration,
    SignIn,
}

impl Ceremony {
    fn client_type(self) -> &'static str {
        match self {
            Self::Registration => "webauthn.create",
            Self::SignIn => "webauthn.get",
        }
    }
}

/// What the browser says about a ceremony (section 5.8.1). The authenticator signs its hash.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    client_type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// Checks the type and the origin of client data, and returns its challenge (sections 7.1 and 7.2).
pub(super) fn challenge(client_data: &[u8], ceremony: Ceremony, party: &RelyingParty) -> Result<String, Refusal> {
    let client_data: ClientData = serde_json::from_slice(client_data).map_err(|_| "its client data is malformed")?;
    if client_data.client_type != ceremony.client_type() {
        return Err("its client data is of another type");
    }
    if client_data.origin != party.origin || client_data.cross_origin {
        return Err("it is for a page of another origin");
    }
    Ok(client_data.challenge)
}

/// A new passkey, as its authenticator describes it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Registered<'a> {
    pub(super) credential: &'a [u8],
    /// The public key as COSE.
    pub(super) public_key: &'a [u8],
    pub(super) signed: AuthenticatorState,
}

/// What authenticator data always states about the authenticator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AuthenticatorState {
    pub(super) sign_count: u32,
    pub(super) backup_eligible: bool,
    pub(super) backed_up: bool,
}

/// Checks an attestation object (section 7.1). The attestation statement is ignored.
pub(super) fn registered<'a>(attestation_object: &'a [u8], party: &RelyingParty) -> Result<Registered<'a>, Refusal> {
    let (attestation, rest) = cbor::map(attestation_object)?;
    if !rest.is_empty() {
        return Err("bytes follow its attestation");
    }
    let data = attestation.bytes(&Value::Text("authData")).ok_or("its attestation has no authenticator data")?;
    let data = AuthenticatorData::read(data)?;
    let signed = data.check(party)?;
    let Some((credential, public_key)) = data.attested else { return Err("it has no public key") };
    if credential.is_empty() || credential.len() > MAX_CREDENTIAL {
        return Err("its credential id has a wrong length");
    }
    PublicKey::read(public_key)?;
    Ok(Registered { credential, public_key, signed })
}

/// A signature by a passkey.
pub(super) struct Assertion<'a> {
    pub(super) client_data: &'a [u8],
    pub(super) authenticator_data: &'a [u8],
    pub(super) signature: &'a [u8],
}

impl Assertion<'_> {
    /// Checks the authenticator data and the signature (section 7.2). The caller has to check the client data and the
    /// signature counter.
    pub(super) fn verify(&self, public_key: &[u8], party: &RelyingParty) -> Result<AuthenticatorState, Refusal> {
        let signed = AuthenticatorData::read(self.authenticator_data)?.check(party)?;
        let hash = Sha256::digest(self.client_data);
        PublicKey::read(public_key)?.verify(&[self.authenticator_data, hash.as_slice()].concat(), self.signature)?;
        Ok(signed)
    }
}

/// Authenticator data (section 6.1).
struct AuthenticatorData<'a> {
    party_hash: &'a [u8],
    flags: u8,
    sign_count: u32,
    /// Credential id and public key, in data about a new passkey.
    attested: Option<(&'a [u8], &'a [u8])>,
}

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const ATTESTED: u8 = 1 << 6;
const EXTENDED: u8 = 1 << 7;

impl<'a> AuthenticatorData<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, Refusal> {
        const SHORT: Refusal = "its authenticator data is too short";
        let (head, mut rest) = bytes.split_at_checked(FIXED_LENGTH).ok_or(SHORT)?;
        let (party_hash, flags) = (&head[..32], head[32]);
        let sign_count = head[33..].iter().fold(0, |sum, byte| (sum << 8) | u32::from(*byte));
        let mut attested = None;
        if flags & ATTESTED != 0 {
            let (length, after) = rest.get(AAGUID_LENGTH..).and_then(<[u8]>::split_first_chunk::<2>).ok_or(SHORT)?;
            let (credential, after) = after.split_at_checked(u16::from_be_bytes(*length).into()).ok_or(SHORT)?;
            let (_, end) = cbor::map(after)?;
            attested = Some((credential, &after[..after.len() - end.len()]));
            rest = end;
        }
        if flags & EXTENDED != 0 {
            (_, rest) = cbor::map(rest)?;
        }
        if !rest.is_empty() {
            return Err("bytes follow its authenticator data");
        }
        Ok(Self { party_hash, flags, sign_count, attested })
    }

    /// Checks that the data is for the site and that the user was present and verified.
    fn check(&self, party: &RelyingParty) -> Result<AuthenticatorState, Refusal> {
        let is_set = |flag| self.flags & flag != 0;
        if self.party_hash != Sha256::digest(&party.id).as_slice() {
            return Err("it belongs to another site");
        }
        if !is_set(USER_PRESENT) {
            return Err("nobody confirmed it");
        }
        if !is_set(USER_VERIFIED) {
            return Err("the authenticator did not verify its user");
        }
        if is_set(BACKED_UP) && !is_set(BACKUP_ELIGIBLE) {
            return Err("it is backed up though it cannot be");
        }
        Ok(AuthenticatorState {
            sign_count: self.sign_count,
            backup_eligible: is_set(BACKUP_ELIGIBLE),
            backed_up: is_set(BACKED_UP),
        })
    }
}

/// Reads arbitrary bytes as each of the things that browsers send about passkeys. Panics when they pass as a signature
/// of a key that signed nothing, or as a new passkey that could not sign in.
#[cfg(any(test, feature = "fuzz"))]
pub fn check_passkey(bytes: &[u8]) {
    let party = RelyingParty::at("https://decks.example").expect("a site");
    let _ = RelyingParty::at(&String::from_utf8_lossy(bytes));
    for ceremony in [Ceremony::Registration, Ceremony::SignIn] {
        let _ = challenge(bytes, ceremony, &party);
    }
    let _ = AuthenticatorData::read(bytes);
    if let Ok(key) = PublicKey::read(bytes) {
        let _ = key.verify(bytes, bytes);
    }
    if let Ok(new) = registered(bytes, &party) {
        assert!((1..=MAX_CREDENTIAL).contains(&new.credential.len()), "a credential id of a wrong length");
        assert!(PublicKey::read(new.public_key).is_ok(), "a key that verifies nothing");
    }
    let head = [Sha256::digest(&party.id).as_slice(), &[USER_PRESENT | USER_VERIFIED, 0, 0, 0, 0]].concat();
    let assertion = Assertion { client_data: bytes, authenticator_data: &head, signature: bytes };
    assert_eq!(assertion.verify(public_key::UNUSED, &party), Err("its signature is wrong"), "a forged signature");
}
