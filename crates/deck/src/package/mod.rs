//! The `.deck` package: a zip archive of an envelope and the pictures it refers to.
//!
//! [`write()`] packs an envelope, [`read()`] checks a package in full before anything of it is used, and
//! [`Package::unpack`] hands its assets over and answers the envelope. Assets are addressed by the SHA-256 of their
//! bytes and streamed both ways, so memory holds the deck and one buffer. What the envelope means, where uploads
//! live and who may write them is not known here.

use std::io::{self, Read};

mod digest;
mod directory;
mod document;
mod error;
mod manifest;
mod picture;
mod read;
mod unpack;
mod write;

pub use error::PackageError;
pub use picture::{PictureType, picture_type};
pub use read::{Limits, Package, read, read_within};
pub use unpack::{AssetSink, FailedAsset, PackedAsset, Unpacked};
pub use write::{AssetSource, WriteError, Written, write};

/// The media type of a package, and the text of its `mimetype` entry.
pub const MIMETYPE: &str = "application/vnd.svc.deck";
/// The media type of packages from before version 1.7.0; accepted, never written.
pub const LEGACY_MIMETYPE: &str = "application/vnd.legacy.deck";

/// The format sentinel of manifests and envelopes.
const FORMAT: &str = "svc.deck";
/// The newest package layout that is understood, and the one that is written.
const BUNDLE_VERSION: u64 = 1;
/// The media type of an asset that is no known picture.
const UNKNOWN_MIME: &str = "application/octet-stream";

const MIMETYPE_ENTRY: &str = "mimetype";
const MANIFEST_ENTRY: &str = "manifest.json";
const DECK_ENTRY: &str = "deck.json";

/// Reads to the end through one fixed buffer, showing every piece to `each`.
fn drain<E: From<io::Error>>(reader: &mut dyn Read, mut each: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => each(&buffer[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}
