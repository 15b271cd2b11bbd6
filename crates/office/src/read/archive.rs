//! Finds the parts of a package by name, and unpacks them within the limits.
//!
//! Unpacked bytes are counted while they are read; sizes in headers are not trusted.

use std::collections::HashMap;
use std::io::{self, Read, Seek, Write};

use deck::package::{PackageError, check_directory};
use percent_encoding::percent_decode_str;
use zip::ZipArchive;

use super::error::{ReadError, malformed, undecodable};
use super::relationships::Relationships;
use super::{Limits, compound};

/// Maximum size of an archive's directory, in bytes for each entry that the limits allow.
const DIRECTORY_ENTRY_BYTES: u64 = 1600;

/// Access to the parts of a package.
pub(super) trait Parts {
    /// The name of a part in the archive, or `None` if there is no such part.
    fn find(&self, name: &str) -> Option<&str>;

    /// The text of an XML part, or `None` if there is no such part. Fails when it is damaged or too large.
    fn text(&mut self, part: &str) -> Result<Option<String>, ReadError>;
}

impl dyn Parts + '_ {
    /// The text of an XML part. Fails if there is no such part.
    pub(super) fn required_text(&mut self, part: &str) -> Result<String, ReadError> {
        self.text(part)?.ok_or_else(|| ReadError::Missing { part: super::error::shown(part) })
    }

    /// The relationships of a part.
    pub(super) fn relationships(&mut self, part: &str) -> Result<Relationships, ReadError> {
        Relationships::read(self, part)
    }
}

/// The archive of a package.
#[derive(Debug)]
pub(super) struct Archive<R> {
    zip: ZipArchive<R>,
    /// Index and name of each entry, by its name in lower case: names of parts never differ only by case.
    entries: HashMap<String, (usize, String)>,
    limits: Limits,
    /// How many bytes may still be unpacked.
    remaining_bytes: u64,
    /// How many tags may still be read.
    remaining_tags: usize,
}

impl<R: Read + Seek> Archive<R> {
    /// Opens an archive and lists its entries.
    pub(super) fn open(mut input: R, limits: Limits) -> Result<Self, ReadError> {
        compound::refuse(&mut input)?;
        check_directory(&mut input, limits.entries, limits.entries as u64 * DIRECTORY_ENTRY_BYTES)?;
        let zip = ZipArchive::new(input).map_err(malformed)?;
        if zip.len() > limits.entries {
            return Err(PackageError::TooManyEntries { limit: limits.entries }.into());
        }
        let mut entries = HashMap::with_capacity(zip.len());
        for (index, name) in zip.file_names().enumerate() {
            let name = name.map_err(malformed)?;
            entries.insert(key(&name), (index, name.into_owned()));
        }
        Ok(Self { zip, entries, remaining_bytes: limits.unpacked, remaining_tags: limits.tags, limits })
    }

    /// Resets the counts of unpacked bytes and tags, so that the full limits apply again.
    pub(super) fn start_over(&mut self) {
        self.remaining_bytes = self.limits.unpacked;
        self.remaining_tags = self.limits.tags;
    }

    /// The checksum of a part, as in the directory of the archive. `None` if there is no such part.
    pub(super) fn checksum(&mut self, part: &str) -> Option<u32> {
        let (index, _) = self.entries.get(&key(part))?;
        Some(self.zip.by_index_raw(*index).ok()?.crc32())
    }

    /// Writes the bytes of a part to `out`. Fails when there is no such part, it is damaged, or it has more than
    /// `limit` bytes.
    pub(super) fn unpack(&mut self, part: &str, limit: u64, out: &mut dyn Write) -> Result<(), ReadError> {
        let Some((index, _)) = self.entries.get(&key(part)) else {
            return Err(ReadError::Missing { part: super::error::shown(part) });
        };
        let mut reader = self.zip.by_index(*index).map_err(|error| undecodable(part, error))?;
        let mut buffer = vec![0; 64 << 10];
        let mut unpacked = 0;
        loop {
            let count = match reader.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(undecodable(part, error)),
            };
            unpacked += count as u64;
            if unpacked > limit {
                return Err(ReadError::PartTooLarge { part: super::error::shown(part), limit });
            }
            self.remaining_bytes = match self.remaining_bytes.checked_sub(count as u64) {
                Some(remaining) => remaining,
                None => return Err(ReadError::TooLarge { limit: self.limits.unpacked }),
            };
            out.write_all(&buffer[..count])?;
        }
    }
}

impl<R: Read + Seek> Parts for Archive<R> {
    fn find(&self, name: &str) -> Option<&str> {
        let decoded = || percent_decode_str(name).decode_utf8().ok();
        let entry = self.entries.get(&key(name)).or_else(|| self.entries.get(&key(&decoded()?)));
        entry.map(|(_, name)| name.as_str())
    }

    fn text(&mut self, part: &str) -> Result<Option<String>, ReadError> {
        let Some(part) = self.find(part).map(str::to_owned) else { return Ok(None) };
        let mut bytes = Vec::new();
        self.unpack(&part, self.limits.part, &mut bytes)?;
        let tags = bytes.split(|byte| *byte == b'<').skip(1).count();
        let Some(remaining_tags) = self.remaining_tags.checked_sub(tags) else {
            return Err(ReadError::TooMany { place: "the file".to_owned(), what: "XML tags", limit: self.limits.tags });
        };
        self.remaining_tags = remaining_tags;
        decoded(bytes).map(Some).ok_or_else(|| ReadError::damaged(&part, &"it is not encoded in UTF-8 or UTF-16"))
    }
}

/// The name by which an entry is found: in lower case, with slashes, and none at the beginning. Some programs write
/// backslashes or a slash at the beginning.
fn key(name: &str) -> String {
    name.replace('\\', "/").trim_start_matches('/').to_lowercase()
}

/// The text of an XML document in UTF-8 or UTF-16, the encodings that packages may have. `None` if it is malformed.
fn decoded(bytes: Vec<u8>) -> Option<String> {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16(&units).ok()
    };
    match &bytes[..] {
        [0xff, 0xfe, text @ ..] => utf16(text, u16::from_le_bytes),
        [0xfe, 0xff, text @ ..] => utf16(text, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, text @ ..] => String::from_utf8(text.to_vec()).ok(),
        _ => String::from_utf8(bytes).ok(),
    }
}
