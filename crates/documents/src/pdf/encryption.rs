//! Opens encrypted files that anybody may read: their user password is empty, and the encryption only enforces
//! permissions (ISO 32000-2, 7.6).

use sha2::{Digest as _, Sha256, Sha384, Sha512};

use super::cipher::{Aes, md5, rc4};
use super::object::{Dict, Object};

/// The bytes that pad a password to 32 bytes. The user password is empty, so all of it is padding.
const PADDING: [u8; 32] = [
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
    0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
];

/// How the streams of a file are encrypted.
#[derive(Debug)]
pub(super) struct Encryption {
    key: Vec<u8>,
    method: Method,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    None,
    Rc4,
    Aes128,
    Aes256,
}

impl Encryption {
    /// Reads the dictionary of the encryption; `id` is the first identifier of the file. `None` when the file needs a
    /// password, or is encrypted in another way.
    pub(super) fn open(dict: &Dict, id: &[u8]) -> Option<Self> {
        if dict.get("Filter").name() != Some("Standard") {
            return None;
        }
        let number = |key: &str| dict.get(key).number();
        let (version, revision) = (number("V")? as u32, number("R")? as u32);
        let (owner, user) = (string(dict.get("O"))?, string(dict.get("U"))?);
        let method = match version {
            1 | 2 => Method::Rc4,
            4 | 5 => method(dict),
            _ => return None,
        };
        if version == 5 {
            let key = long_key(revision, user, string(dict.get("UE"))?)?;
            return Some(Self { key, method });
        }
        let length = if version == 1 { 5 } else { (number("Length").unwrap_or(128.0) / 8.0).clamp(5.0, 16.0) as usize };
        let length = if version == 4 { 16 } else { length };
        let permissions = number("P")? as i64 as u32;
        let mut text = [&PADDING[..], owner.get(..32)?, &permissions.to_le_bytes(), id].concat();
        if revision >= 4 && dict.get("EncryptMetadata") == &Object::Bool(false) {
            text.extend([0xff; 4]);
        }
        let mut key = md5(&text);
        if revision >= 3 {
            for _ in 0..50 {
                key = md5(&key[..length]);
            }
        }
        let key = key[..length].to_vec();
        let is_open = if revision == 2 {
            rc4(&key, &PADDING) == user.get(..32)?
        } else {
            let mut check = md5(&[&PADDING[..], id].concat()).to_vec();
            for round in 0..20_u8 {
                check = rc4(&key.iter().map(|byte| byte ^ round).collect::<Vec<_>>(), &check);
            }
            check == user.get(..16)?
        };
        is_open.then_some(Self { key, method })
    }

    /// The decrypted bytes of the stream of the object with a number.
    pub(super) fn decrypted(&self, number: u32, bytes: &[u8]) -> Vec<u8> {
        let object_key = |salt: &[u8]| {
            // The generation of the object is taken to be 0, as it is in files that were saved once.
            let number = &number.to_le_bytes()[..3];
            let key = md5(&[&self.key, number, &[0, 0], salt].concat());
            key[..(self.key.len() + 5).min(16)].to_vec()
        };
        match self.method {
            Method::None => bytes.to_vec(),
            Method::Rc4 => rc4(&object_key(&[]), bytes),
            Method::Aes128 => unpadded(&object_key(b"sAlT"), bytes),
            Method::Aes256 => unpadded(&self.key, bytes),
        }
    }
}

fn string(object: &Object) -> Option<&[u8]> {
    match object {
        Object::String(bytes) => Some(bytes),
        _ => None,
    }
}

/// The method for streams that the crypt filters of a file name.
fn method(dict: &Dict) -> Method {
    let Some(name) = dict.get("StmF").name().filter(|name| *name != "Identity") else { return Method::None };
    let filter = match dict.get("CF") {
        Object::Dict(filters) => match filters.get(name) {
            Object::Dict(filter) => filter.get("CFM").name().unwrap_or_default().to_owned(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    match filter.as_str() {
        "V2" => Method::Rc4,
        "AESV2" => Method::Aes128,
        "AESV3" => Method::Aes256,
        _ => Method::None,
    }
}

/// Decrypts bytes that begin with the initialization vector, and removes the padding.
fn unpadded(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    let Some((vector, rest)) = bytes.split_first_chunk::<16>() else { return Vec::new() };
    let mut plain = Aes::new(key).decrypt(vector, rest);
    let padding = plain.last().map_or(0, |last| usize::from(*last));
    if (1..=16).contains(&padding) {
        plain.truncate(plain.len().saturating_sub(padding));
    }
    plain
}

/// The key of 256 bits. `None` when the file needs a password.
fn long_key(revision: u32, user: &[u8], encrypted: &[u8]) -> Option<Vec<u8>> {
    let (check, key_salt) = (user.get(32..40)?, user.get(40..48)?);
    let digest = |salt: &[u8]| if revision == 5 { Sha256::digest(salt).to_vec() } else { hardened(salt) };
    if digest(check) != user.get(..32)? {
        return None;
    }
    Some(Aes::new(&digest(key_salt)).decrypt(&[0; 16], encrypted.get(..32)?))
}

/// The digest of revision 6 for an empty password.
fn hardened(salt: &[u8]) -> Vec<u8> {
    let mut key = Sha256::digest(salt).to_vec();
    for round in 0.. {
        let text = key.repeat(64);
        let vector: [u8; 16] = std::array::from_fn(|at| key[16 + at]);
        let crypted = Aes::new(&key[..16]).encrypt(&vector, &text);
        let remainder = crypted.iter().take(16).map(|byte| u32::from(*byte)).sum::<u32>() % 3;
        key = match remainder {
            0 => Sha256::digest(&crypted).to_vec(),
            1 => Sha384::digest(&crypted).to_vec(),
            _ => Sha512::digest(&crypted).to_vec(),
        };
        let last = crypted.last().map_or(0, |last| u32::from(*last));
        if round >= 63 && last + 32 <= round + 1 || round > 1_000 {
            break;
        }
    }
    key.truncate(32);
    key
}
