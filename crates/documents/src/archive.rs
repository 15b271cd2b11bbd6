//! Unpacks the parts of an archive within the limits.

use std::collections::HashMap;
use std::io::{Cursor, Read as _};

use deck::package::check_directory;
use zip::ZipArchive;

use crate::{Limits, ReadError, text};

/// Maximum number of entries of an archive.
const MAX_ENTRIES: usize = 5_000;
/// Maximum size of an archive's directory, in bytes for each of the [`MAX_ENTRIES`].
const DIRECTORY_ENTRY_BYTES: u64 = 1_600;

/// An archive whose directory passed all checks.
pub(crate) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Index of each entry by its name in lower case.
    entries: HashMap<String, usize>,
    limits: &'a Limits,
    /// Bytes that may still be unpacked.
    remaining: u64,
}

impl<'a> Archive<'a> {
    /// Opens an archive. Fails when its directory is damaged or larger than the limits allow.
    pub(crate) fn open(bytes: &'a [u8], limits: &'a Limits) -> Result<Self, ReadError> {
        check_directory(&mut Cursor::new(bytes), MAX_ENTRIES, MAX_ENTRIES as u64 * DIRECTORY_ENTRY_BYTES)?;
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| ReadError::damaged(&error))?;
        let mut entries = HashMap::with_capacity(zip.len());
        for (index, name) in zip.file_names().enumerate() {
            let name = name.map_err(|error| ReadError::damaged(&error))?;
            entries.insert(key(&name), index);
        }
        Ok(Self { zip, entries: without_outer_folder(entries), limits, remaining: limits.unpacked })
    }

    /// Whether the archive has a part with this name, ignoring case.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(&key(name))
    }

    /// The bytes of a part. Fails when there is no such part, or it cannot be unpacked within the limits.
    pub(crate) fn bytes(&mut self, name: &str) -> Result<Vec<u8>, ReadError> {
        let Some(index) = self.entries.get(&key(name)) else {
            return Err(ReadError::Missing { part: crate::error::shown(name) });
        };
        let limit = self.limits.part.min(self.remaining);
        let entry = self.zip.by_index(*index).map_err(|error| ReadError::damaged(&error))?;
        let mut bytes = Vec::new();
        entry.take(limit + 1).read_to_end(&mut bytes).map_err(|error| ReadError::damaged(&error))?;
        if bytes.len() as u64 > limit {
            let limit = if limit < self.limits.part { self.limits.unpacked } else { limit };
            return Err(ReadError::TooLarge { limit });
        }
        self.remaining -= bytes.len() as u64;
        Ok(bytes)
    }

    /// The text of a part, or `None` when there is no such part. Fails when it cannot be unpacked within the limits.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, ReadError> {
        if !self.has(name) {
            return Ok(None);
        }
        self.bytes(name).map(|bytes| Some(text::decoded(&bytes)))
    }

    /// The text of a part. Fails when there is no such part, or it cannot be unpacked within the limits.
    pub(crate) fn required_text(&mut self, name: &str) -> Result<String, ReadError> {
        self.bytes(name).map(|bytes| text::decoded(&bytes))
    }
}

/// Entries without the folder that holds all of them: some programs pack the folder of a book instead of its contents.
/// The folder that macOS adds beside it does not count.
fn without_outer_folder(mut entries: HashMap<String, usize>) -> HashMap<String, usize> {
    entries.retain(|name, _| !name.starts_with("__macosx/"));
    let folder = entries.keys().next().and_then(|name| name.split_once('/')).map(|(folder, _)| format!("{folder}/"));
    match folder {
        Some(folder) if entries.keys().all(|name| name.starts_with(&folder)) => {
            entries.into_iter().map(|(name, index)| (name[folder.len()..].to_owned(), index)).collect()
        }
        _ => entries,
    }
}

/// The name by which an entry is found. Some programs write backslashes or a slash at the beginning.
fn key(name: &str) -> String {
    name.replace('\\', "/").trim_start_matches('/').to_lowercase()
}
