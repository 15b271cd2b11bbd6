//! Hashes of assets.

use std::fmt::Write as _;
use std::io::{self, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Digest([u8; 32]);

impl Digest {
    /// The hash in hexadecimal, as in manifests and entry names.
    pub(super) fn hex(self) -> String {
        self.0.iter().fold(String::with_capacity(64), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a string takes any text");
            hex
        })
    }

    /// The integrity id: `sha256-` and padded standard base64.
    pub(super) fn integrity_id(self) -> String {
        format!("sha256-{}", STANDARD.encode(self.0))
    }
}

/// Computes hash and length of a stream of bytes.
#[derive(Debug, Clone, Default)]
pub(super) struct Hasher {
    hash: Sha256,
    bytes: u64,
}

impl Hasher {
    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// The number of bytes that were hashed so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn digest(self) -> Digest {
        Digest(self.hash.finalize().into())
    }
}

/// A reader of bytes whose hash was verified before. The last read fails if the bytes have changed since then.
pub(super) struct VerifiedReader<R> {
    bytes: R,
    hasher: Hasher,
    expected: Digest,
    /// Error of the last failed read.
    pub(super) fault: Option<io::Error>,
}

impl<R: Read> VerifiedReader<R> {
    pub(super) fn new(bytes: R, expected: Digest) -> Self {
        Self { bytes, hasher: Hasher::default(), expected, fault: None }
    }

    fn checked(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.hasher.update(&buffer[..count]);
        if count == 0 && !buffer.is_empty() && self.hasher.clone().digest() != self.expected {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its bytes changed after they were verified"));
        }
        Ok(count)
    }
}

impl<R: Read> Read for VerifiedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.checked(buffer);
        if let Err(error) = &count
            && error.kind() != io::ErrorKind::Interrupted
        {
            self.fault = Some(io::Error::new(error.kind(), error.to_string()));
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(bytes: &[u8]) -> Digest {
        let mut hasher = Hasher::default();
        hasher.update(bytes);
        hasher.digest()
    }

    #[test]
    fn a_digest_is_written_as_hex_and_as_padded_base64() {
        let digest = digest(b"test");
        assert_eq!(digest.hex(), "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
        assert_eq!(digest.integrity_id(), "sha256-n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=");
    }

    #[test]
    fn changed_bytes_are_an_error_at_the_end() {
        let mut same = VerifiedReader::new(&b"test"[..], digest(b"test"));
        assert_eq!(io::read_to_string(&mut same).ok().as_deref(), Some("test"));
        assert!(same.fault.is_none());
        let mut other = VerifiedReader::new(&b"Test"[..], digest(b"test"));
        assert!(io::read_to_string(&mut other).is_err());
        assert!(other.fault.is_some());
    }
}
