//! Packs an envelope and the uploads it refers to.
//!
//! The inventory stands before the assets, so every asset is read twice: once to be hashed, once to be written. The
//! same envelope over the same uploads gives the same bytes. Output is never sought in, so a package can be sent
//! while it is made.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::{self, Read, Write};

use serde_json::Value;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, PreparedZipFile, System, ZipWriter};

use super::digest::{Digest, Hasher};
use super::manifest::Manifest;
use super::picture::{PictureType, picture_type};
use super::{DECK_ENTRY, MANIFEST_ENTRY, MIMETYPE, MIMETYPE_ENTRY, UNKNOWN_MIME, drain};
use crate::refs::{self, ASSETS, UPLOADS};

/// Where the bytes behind local references come from.
pub trait AssetSource {
    /// Opens what `/uploads/...` refers to. `None` and errors alike make it a missing asset.
    fn open(&mut self, reference: &str) -> io::Result<Option<Box<dyn Read + '_>>>;
}

/// Why a package could not be written. What has been written by then is no package.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// An asset was not the same when it was read again.
    #[error("the bytes of `{reference}` changed while they were packed")]
    Changed {
        /// The local reference.
        reference: String,
    },
    /// The output failed.
    #[error("the package could not be written: {0}")]
    Io(#[from] io::Error),
}

/// What became of a written package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The local references whose bytes could not be read, in the order of their first use.
    pub missing: Vec<String>,
}

/// Writes an envelope with its assets as a package.
pub fn write(mut envelope: Value, assets: &mut dyn AssetSource, out: impl Write) -> Result<Written, WriteError> {
    let mut inventory = Inventory::default();
    refs::rewrite(&mut envelope, |reference| {
        reference.starts_with(UPLOADS).then(|| inventory.bundle_ref(reference, assets)).flatten()
    });
    let Inventory { assets: packed, missing, .. } = inventory;

    let gate = Gate::default();
    let mut zip = ZipWriter::new_stream(Outlet { out, gate: &gate });
    if let Err(error) = write_entries(&mut zip, &gate, &envelope, &packed, &missing, assets) {
        gate.shut.set(true);
        return Err(error);
    }
    let mut outlet = zip.finish().map_err(io::Error::from)?.into_inner();
    gate.check()?;
    outlet.out.flush()?;
    Ok(Written { missing })
}

fn write_entries<W: Write>(
    zip: &mut ZipWriter<StreamWriter<W>>,
    gate: &Gate,
    envelope: &Value,
    packed: &[Packed],
    missing: &[String],
    assets: &mut dyn AssetSource,
) -> Result<(), WriteError> {
    let mut manifest = Manifest::new(missing);
    for asset in packed {
        manifest.add(&asset.reference, asset.digest, asset.mime(), asset.bytes, &asset.sources);
    }
    let manifest = serde_json::to_vec_pretty(&manifest).map_err(io::Error::from)?;
    let deck = serde_json::to_vec_pretty(envelope).map_err(io::Error::from)?;
    add_document(zip, MIMETYPE_ENTRY, CompressionMethod::Stored, MIMETYPE.as_bytes())?;
    add_document(zip, MANIFEST_ENTRY, CompressionMethod::Deflated, &manifest)?;
    add_document(zip, DECK_ENTRY, CompressionMethod::Deflated, &deck)?;
    packed.iter().try_for_each(|asset| add_asset(zip, gate, asset, assets))
}

fn options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(method).last_modified_time(DateTime::DEFAULT)
}

/// Adds an entry whose sizes are known, so that its local header carries them.
///
/// The archive writer, which cannot seek here, puts sizes behind the data unless an entry is prepared and says
/// nothing of file modes: DOS, attributes zero.
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

/// Adds an asset and holds it against what was hashed before.
///
/// Its sizes stand behind its data (APPNOTE 4.3.9), which readers that go by the directory take as any other.
fn add_asset<W: Write>(
    zip: &mut ZipWriter<StreamWriter<W>>,
    gate: &Gate,
    asset: &Packed,
    assets: &mut dyn AssetSource,
) -> Result<(), WriteError> {
    let reference = &asset.sources[0];
    let changed = || WriteError::Changed { reference: reference.clone() };
    let stored = asset.picture.is_some_and(PictureType::is_compressed);
    let method = if stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
    let options = options(method).system(System::Unix).large_file(asset.bytes >= zip::ZIP64_BYTES_THR);
    zip.start_file(&asset.reference, options).map_err(io::Error::from)?;

    let mut reader = assets.open(reference).ok().flatten().ok_or_else(changed)?;
    let mut hasher = Hasher::default();
    let copied = drain(&mut reader, |piece| {
        hasher.update(piece);
        if hasher.bytes() > asset.bytes {
            return Err(Fault::Asset);
        }
        zip.write_all(piece).and_then(|()| gate.check()).map_err(Fault::Output)
    });
    match copied {
        Err(Fault::Output(error)) => Err(error.into()),
        Ok(()) if hasher.digest() == asset.digest => Ok(()),
        Ok(()) | Err(Fault::Asset) => Err(changed()),
    }
}

/// What ended the copying of an asset.
enum Fault {
    Asset,
    Output(io::Error),
}

impl From<io::Error> for Fault {
    /// What reading fails with.
    fn from(_: io::Error) -> Self {
        Self::Asset
    }
}

/// The assets of a deck in the order of their first use.
#[derive(Default)]
struct Inventory {
    assets: Vec<Packed>,
    missing: Vec<String>,
    by_reference: HashMap<String, Option<usize>>,
    by_digest: HashMap<Digest, usize>,
}

/// An asset to be packed.
struct Packed {
    /// Its bundle ref and entry name.
    reference: String,
    digest: Digest,
    bytes: u64,
    picture: Option<PictureType>,
    /// The local references that lead to these bytes.
    sources: Vec<String>,
}

impl Packed {
    fn mime(&self) -> &'static str {
        self.picture.map_or(UNKNOWN_MIME, PictureType::mime)
    }
}

impl Inventory {
    /// The bundle ref of a local reference, `None` when its bytes cannot be read.
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

    /// The place of a reference that has not been met before; identical bytes share one.
    fn index(&mut self, local: &str, assets: &mut dyn AssetSource) -> Option<usize> {
        let surveyed = assets.open(local).ok().flatten().and_then(|mut reader| survey(&mut reader).ok());
        let Some((hasher, head)) = surveyed else {
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
        let picture = picture_type(&head).or_else(|| PictureType::of_extension(extension.as_deref()?));
        let index = self.assets.len();
        self.by_digest.insert(digest, index);
        self.assets.push(Packed { reference, digest, bytes, picture, sources: vec![local.to_owned()] });
        Some(index)
    }
}

/// The hash of all bytes, and the first of them.
fn survey(reader: &mut dyn Read) -> io::Result<(Hasher, Vec<u8>)> {
    const HEAD: usize = 4096;
    let mut hasher = Hasher::default();
    let mut head = Vec::new();
    drain(reader, |piece| {
        hasher.update(piece);
        head.extend_from_slice(&piece[..piece.len().min(HEAD - head.len())]);
        Ok::<_, io::Error>(())
    })?;
    Ok((hasher, head))
}

/// The extension of an upload's name in lower case, when it is a plain one.
fn extension(local: &str) -> Option<String> {
    let (_, extension) = local.rsplit_once('.')?;
    let plain = (1..=16).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| extension.to_ascii_lowercase())
}

/// Whether bytes may still go out, and what stopped them.
#[derive(Default)]
struct Gate {
    shut: Cell<bool>,
    fault: Cell<Option<io::Error>>,
}

impl Gate {
    /// What the output failed with, once.
    fn check(&self) -> io::Result<()> {
        self.fault.take().map_or(Ok(()), Err)
    }
}

/// The output behind its gate.
///
/// An archive writer that is dropped ends its archive in good order and complains on the standard error when it
/// cannot. A failed package must not look whole, and its fault is the caller's to log, so behind a shut gate bytes
/// vanish.
struct Outlet<'a, W> {
    out: W,
    gate: &'a Gate,
}

impl<W: Write> Write for Outlet<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.gate.shut.get()
            && let Err(error) = self.out.write_all(bytes)
        {
            self.gate.shut.set(true);
            self.gate.fault.set(Some(error));
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
