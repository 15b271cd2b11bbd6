//! Packs an envelope and the uploads that it refers to.
//!
//! The manifest comes before the assets, so every asset is read twice: to be hashed and to be written. The same
//! envelope and uploads give the same bytes. The output is written without seeking, so a package can be streamed.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, Read, Write};

use serde_json::Value;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, PreparedZipFile, System, ZipWriter};

use super::digest::{Digest, Hasher};
use super::manifest::Manifest;
use super::{DECK_ENTRY, MANIFEST_ENTRY, MIMETYPE, MIMETYPE_ENTRY, UNKNOWN_MIME, drain, media_type};
use crate::refs::{self, ASSETS, UPLOADS};

/// Opens the files of local references.
pub trait AssetSource {
    /// Opens the file of a `/uploads/...` reference. `None` and errors both mean that the asset is missing.
    ///
    /// # Errors
    /// Fails when the file cannot be opened.
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>>;

    /// The media type of a picture by its first bytes, at most 4096. With `None`, which is the default, the extension
    /// of its reference decides.
    fn media_type(&self, _start: &[u8]) -> Option<&'static str> {
        None
    }
}

/// Why a package could not be written. The output is then incomplete.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// An asset changed between the two times it was read.
    #[error("the bytes of `{reference}` changed while they were packed")]
    Changed {
        /// The local reference.
        reference: String,
    },
    /// Writing failed.
    #[error("the package could not be written: {0}")]
    Io(#[from] io::Error),
}

/// The result of writing a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenPackage {
    /// The local references whose files could not be read, in the order of their first use.
    pub missing: Vec<String>,
}

/// Writes an envelope with its assets as a package.
///
/// # Errors
/// Fails when an asset changes while it is packed, or writing fails.
pub fn write(mut envelope: Value, assets: &mut dyn AssetSource, out: impl Write) -> Result<WrittenPackage, WriteError> {
    let mut inventory = Inventory::default();
    refs::rewrite(&mut envelope, |reference| {
        reference.starts_with(UPLOADS).then(|| inventory.bundle_ref(reference, assets)).flatten()
    });
    let Inventory { assets: packed, missing, .. } = inventory;

    let state = OutputState::default();
    let mut zip = ZipWriter::new_stream(GuardedOutput { out, state: &state });
    if let Err(error) = write_entries(&mut zip, &state, &envelope, &packed, &missing, assets) {
        state.discard.set(true);
        return Err(error);
    }
    let mut output = zip.finish().map_err(io::Error::from)?.into_inner();
    state.check()?;
    output.out.flush()?;
    Ok(WrittenPackage { missing })
}

/// Writes all entries of a package.
fn write_entries<W: Write>(
    zip: &mut ZipWriter<StreamWriter<W>>,
    state: &OutputState,
    envelope: &Value,
    packed: &[AssetEntry],
    missing: &[String],
    assets: &mut dyn AssetSource,
) -> Result<(), WriteError> {
    let mut manifest = Manifest::new(missing);
    for asset in packed {
        manifest.add(&asset.reference, asset.digest, asset.mime, asset.bytes, &asset.sources);
    }
    let manifest = serde_json::to_vec_pretty(&manifest).map_err(io::Error::from)?;
    let deck = serde_json::to_vec_pretty(envelope).map_err(io::Error::from)?;
    add_document(zip, MIMETYPE_ENTRY, CompressionMethod::Stored, MIMETYPE.as_bytes())?;
    add_document(zip, MANIFEST_ENTRY, CompressionMethod::Deflated, &manifest)?;
    add_document(zip, DECK_ENTRY, CompressionMethod::Deflated, &deck)?;
    packed.iter().try_for_each(|asset| add_asset(zip, state, asset, assets))
}

fn options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(method).last_modified_time(DateTime::DEFAULT)
}

/// Adds an entry of known size, with its sizes in the local header.
///
/// The archive writer cannot seek, so it writes sizes after the data, unless the entry is prepared and has no file mode
/// (DOS, attributes zero).
fn add_document<W: Write>(
    zip: &mut ZipWriter<StreamWriter<W>>,
    name: &str,
    method: CompressionMethod,
    bytes: &[u8],
) -> Result<(), WriteError> {
    let options = options(method).system(System::Dos).external_attributes(0);
    let prepared = PreparedZipFile::from_data(name, options, bytes).map_err(io::Error::from)?;
    Ok(zip.add_prepared_file(prepared).map_err(io::Error::from)?)
}

/// Adds an asset and checks that its hash is the same as before.
///
/// The sizes of the entry follow its data (APPNOTE 4.3.9). Readers that use the directory find the sizes there.
fn add_asset<W: Write>(
    zip: &mut ZipWriter<StreamWriter<W>>,
    state: &OutputState,
    asset: &AssetEntry,
    assets: &mut dyn AssetSource,
) -> Result<(), WriteError> {
    let reference = &asset.sources[0];
    let changed = || WriteError::Changed { reference: reference.clone() };
    let is_compressed = media_type::is_compressed(asset.mime);
    let method = if is_compressed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
    let options = options(method).system(System::Unix).large_file(asset.bytes >= zip::ZIP64_BYTES_THR);
    zip.start_file(&asset.reference, options).map_err(io::Error::from)?;

    let mut reader = assets.open(reference).ok().flatten().ok_or_else(changed)?;
    let mut hasher = Hasher::default();
    let copied = drain(&mut reader, |piece| {
        hasher.update(piece);
        if hasher.bytes() > asset.bytes {
            return Err(CopyError::Asset);
        }
        zip.write_all(piece).and_then(|()| state.check()).map_err(CopyError::Output)
    });
    match copied {
        Err(CopyError::Output(error)) => Err(error.into()),
        Ok(()) if hasher.digest() == asset.digest => Ok(()),
        Ok(()) | Err(CopyError::Asset) => Err(changed()),
    }
}

/// Why copying an asset failed.
enum CopyError {
    Asset,
    Output(io::Error),
}

impl From<io::Error> for CopyError {
    /// An IO error of [`drain`] means that the asset could not be read.
    fn from(_: io::Error) -> Self {
        Self::Asset
    }
}

/// The assets of an envelope, in the order of their first use.
#[derive(Default)]
struct Inventory {
    assets: Vec<AssetEntry>,
    missing: Vec<String>,
    by_reference: HashMap<String, Option<usize>>,
    by_digest: HashMap<Digest, usize>,
}

/// An asset to be packed.
struct AssetEntry {
    /// Its bundle ref and entry name.
    reference: String,
    digest: Digest,
    bytes: u64,
    mime: &'static str,
    /// The local references that lead to these bytes.
    sources: Vec<String>,
}

impl Inventory {
    /// The bundle ref for a local reference; none when its file cannot be read.
    fn bundle_ref(&mut self, local: &str, assets: &mut dyn AssetSource) -> Option<String> {
        let index = if let Some(index) = self.by_reference.get(local) {
            *index
        } else {
            let index = self.index(local, assets);
            self.by_reference.insert(local.to_owned(), index);
            index
        };
        index.map(|index| self.assets[index].reference.clone())
    }

    /// The index of the asset for a new reference; identical bytes share one asset.
    fn index(&mut self, local: &str, assets: &mut dyn AssetSource) -> Option<usize> {
        let read = assets.open(local).ok().flatten().and_then(|mut reader| hash_and_start(&mut reader).ok());
        let Some((hasher, start)) = read else {
            self.missing.push(local.to_owned());
            return None;
        };
        let (bytes, digest) = (hasher.bytes(), hasher.digest());
        if let Some(&index) = self.by_digest.get(&digest) {
            self.assets[index].sources.push(local.to_owned());
            return Some(index);
        }
        let extension = extension(local);
        let reference = match &extension {
            Some(extension) => format!("{ASSETS}{}.{extension}", digest.hex()),
            None => format!("{ASSETS}{}", digest.hex()),
        };
        let mime = assets.media_type(&start).or_else(|| media_type::of_extension(extension.as_deref()?));
        let mime = mime.unwrap_or(UNKNOWN_MIME);
        let index = self.assets.len();
        self.by_digest.insert(digest, index);
        self.assets.push(AssetEntry { reference, digest, bytes, mime, sources: vec![local.to_owned()] });
        Some(index)
    }
}

/// The hash of all bytes, and the first bytes.
fn hash_and_start(reader: &mut dyn Read) -> io::Result<(Hasher, Vec<u8>)> {
    const START: usize = 4096;
    let mut hasher = Hasher::default();
    let mut start = Vec::new();
    drain(reader, |piece| {
        hasher.update(piece);
        start.extend_from_slice(&piece[..piece.len().min(START - start.len())]);
        Ok::<_, io::Error>(())
    })?;
    Ok((hasher, start))
}

/// The file extension of an upload in lower case, if it is short and alphanumeric.
fn extension(local: &str) -> Option<String> {
    let (_, extension) = local.rsplit_once('.')?;
    let is_plain = (1..=16).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_plain.then(|| extension.to_ascii_lowercase())
}

/// Whether output is discarded, and the error that caused it.
#[derive(Default)]
struct OutputState {
    discard: Cell<bool>,
    error: Cell<Option<io::Error>>,
}

impl OutputState {
    /// Fails with the error of the output, once.
    fn check(&self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }
}

/// Output that can be discarded.
///
/// When an archive writer is dropped it completes its archive, and prints to standard error if it cannot. A failed
/// package must not look complete, and the caller logs the error, so output is discarded after a failure.
struct GuardedOutput<'a, W> {
    out: W,
    state: &'a OutputState,
}

impl<W: Write> Write for GuardedOutput<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.state.discard.get()
            && let Err(error) = self.out.write_all(bytes)
        {
            self.state.discard.set(true);
            self.state.error.set(Some(error));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_is_short_and_plain() {
        for (local, expected) in [
            ("/uploads/quay.PNG", Some("png")),
            ("/uploads/quay.tar.gz", Some("gz")),
            ("/uploads/quay", None),
            ("/uploads/quay.", None),
            ("/uploads/quay.p%6eg", None),
            ("/uploads/quay.abcdefghijklmnopq", None),
        ] {
            assert_eq!(extension(local).as_deref(), expected, "{local}");
        }
    }
}
