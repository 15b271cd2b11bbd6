//! Reads public keys in COSE format (RFC 9052, section 7; RFC 9053, section 7; RFC 8230) and verifies signatures with
//! them.

use ring::signature::{self, RsaPublicKeyComponents, UnparsedPublicKey};

use super::Refusal;
use super::cbor::{self, Map, Value};

/// The algorithms that a new passkey may use, by their COSE numbers, the preferred one first.
pub(super) const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];
const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

// Labels and values of key parameters.
const KEY_TYPE: i64 = 1;
const ALGORITHM: i64 = 3;
const CURVE: i64 = -1;
const OCTET_KEY_PAIR: i64 = 1;
const ELLIPTIC_CURVE: i64 = 2;
const RSA: i64 = 3;
const P256: i64 = 1;
const ED25519: i64 = 6;
/// Bytes of a coordinate on either curve.
const COORDINATE: usize = 32;
/// Bytes of an RSA modulus, from 2048 to 8192 bits.
const MODULUS: std::ops::RangeInclusive<usize> = 256..=1024;

/// A key for tests, whose private half nobody has.
#[cfg(any(test, feature = "fuzz"))]
pub(super) const UNUSED: &[u8] = b"\
    \xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20\x9c\xe9\x3c\x6b\x96\x83\x77\xf4\x63\x2d\xbc\x79\x7a\xe2\
    \xfe\x83\xd2\xe5\xd1\xa5\x50\x3c\x4f\x6a\xf1\x08\xba\x92\x6f\x5d\x7f\x89\x22\x58\x20\x86\x15\xe1\
    \xf8\x5e\xc8\xf4\x83\x19\x12\x40\xe6\x3e\x4c\xa9\x6b\x28\xb7\xd0\x07\x79\x4d\xd0\xf2\x0c\xf6\x25\
    \x2e\xf3\x91\xc3\xa0";

/// The public key of a passkey.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PublicKey<'a> {
    Es256 { x: &'a [u8], y: &'a [u8] },
    Ed25519 { x: &'a [u8] },
    Rs256 { n: &'a [u8], e: &'a [u8] },
}

impl<'a> PublicKey<'a> {
    /// Reads a key. Fails when its algorithm is not one of [`ALGORITHMS`].
    pub(super) fn read(cose: &'a [u8]) -> Result<Self, Refusal> {
        let (key, rest) = cbor::map(cose)?;
        if !rest.is_empty() {
            return Err("bytes follow its public key");
        }
        let part = |label: i64| part(&key, label);
        let is_curve = |key_type, curve| key.int(KEY_TYPE) == Some(key_type) && key.int(CURVE) == Some(curve);
        match key.int(ALGORITHM) {
            Some(ES256) if is_curve(ELLIPTIC_CURVE, P256) => {
                Ok(Self::Es256 { x: coordinate(part(-2)?)?, y: coordinate(part(-3)?)? })
            }
            Some(EDDSA) if is_curve(OCTET_KEY_PAIR, ED25519) => Ok(Self::Ed25519 { x: coordinate(part(-2)?)? }),
            Some(RS256) if key.int(KEY_TYPE) == Some(RSA) => {
                let (n, e) = (part(-1)?, part(-2)?);
                if MODULUS.contains(&n.len()) {
                    Ok(Self::Rs256 { n, e })
                } else {
                    Err("its RSA key has a wrong length")
                }
            }
            _ => Err("the algorithm of its key is not supported"),
        }
    }

    /// Verifies a signature.
    pub(super) fn verify(&self, signed: &[u8], signature: &[u8]) -> Result<(), Refusal> {
        let verified = match self {
            Self::Es256 { x, y } => {
                // An uncompressed point (SEC 1, section 2.3.3).
                let point = [[4].as_slice(), x, y].concat();
                UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_ASN1, point).verify(signed, signature)
            }
            Self::Ed25519 { x } => UnparsedPublicKey::new(&signature::ED25519, x).verify(signed, signature),
            Self::Rs256 { n, e } => {
                RsaPublicKeyComponents { n, e }.verify(&signature::RSA_PKCS1_2048_8192_SHA256, signed, signature)
            }
        };
        verified.map_err(|_| "its signature is wrong")
    }
}

fn part<'a>(key: &Map<'a>, label: i64) -> Result<&'a [u8], Refusal> {
    key.bytes(&Value::Int(label)).ok_or("its public key is incomplete")
}

fn coordinate(bytes: &[u8]) -> Result<&[u8], Refusal> {
    if bytes.len() == COORDINATE { Ok(bytes) } else { Err("its public key has a wrong length") }
}
