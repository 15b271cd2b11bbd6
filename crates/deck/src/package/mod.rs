//! The `.deck` package: a zip archive of an envelope and the pictures it refers to.
//!
//! [`write()`] packs an envelope, [`read()`] checks a package completely before any of it is used, and
//! [`Package::unpack`] passes its assets to a sink and returns the envelope. Assets are named by the SHA-256 of their
//! bytes and streamed in both directions, so only the envelope and one buffer are in memory. Where uploads are stored
//! and what the envelope means is up to the caller.

use std::io::{self, Read};

mod digest;
mod directory;
mod document;
mod error;
mod manifest;
mod media_type;
mod read;
mod unpack;
mod write;

pub use directory::check_directory;
pub use error::PackageError;
pub use read::{Limits, Package, read, read_within};
pub(crate) use unpack::AssetText;
pub use unpack::{AssetSink, FailedAsset, PackedAsset, UnpackedDeck};
pub use write::{AssetSource, WriteError, WrittenPackage, write};

/// The media type of a package, and the text of its `mimetype` entry.
pub const MIMETYPE: &str = "application/vnd.svc.deck";
/// The media type of packages of releases before 1.7.0, which is accepted but not written.
pub const LEGACY_MIMETYPE: &str = "application/vnd.legacy.deck";

/// The `format` of manifests and envelopes.
const FORMAT: &str = "svc.deck";
/// The package layout that is written, and the newest that can be read.
const BUNDLE_VERSION: u64 = 1;
/// The media type of an asset that is not a known picture.
const UNKNOWN_MIME: &str = "application/octet-stream";

const MIMETYPE_ENTRY: &str = "mimetype";
const MANIFEST_ENTRY: &str = "manifest.json";
const DECK_ENTRY: &str = "deck.json";

/// Reads to the end through one fixed buffer and calls `each` with every piece.
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
