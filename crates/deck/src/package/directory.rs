//! Checks the directory of an archive before it is loaded.
//!
//! An archive declares the size of its own directory, so a hostile one could claim any amount of memory. This module
//! reads only the end record, and rejects what no honest package needs: too many entries, a large directory, bytes
//! before or after the archive, ZIP64. An archive that passes can be read in one way only.

use std::collections::HashSet;
use std::io::{Read, Seek, SeekFrom};

use super::error::{PackageError, shown};
use super::read::Limits;

/// APPNOTE 4.3.16: the end of central directory record.
const END: &[u8; 4] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
/// APPNOTE 4.3.7: the local file header.
const LOCAL: &[u8; 4] = b"PK\x03\x04";
/// APPNOTE 4.3.12: a header of the central directory.
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const CENTRAL_LENGTH: usize = 46;

/// Position and size of the central directory of an archive.
#[derive(Debug, PartialEq)]
pub(super) struct Directory {
    start: u64,
    size: u64,
}

/// Checks the end record of an archive, and that the archive has at most `entries` entries and `directory` bytes of
/// directory.
///
/// # Errors
/// Fails when the archive is rejected or cannot be read.
pub fn check_directory(input: &mut (impl Read + Seek), entries: usize, directory: u64) -> Result<(), PackageError> {
    Directory::find(input, &Limits { entries, directory, ..Limits::default() }).map(drop)
}

impl Directory {
    /// Finds the directory and checks its size.
    pub(super) fn find(input: &mut (impl Read + Seek), limits: &Limits) -> Result<Self, PackageError> {
        let length = input.seek(SeekFrom::End(0))?;
        if length == 0 {
            return Err(PackageError::Empty);
        }
        let tail_start = length.saturating_sub((END_LENGTH + usize::from(u16::MAX)) as u64);
        let tail = bytes(input, tail_start, length - tail_start)?;
        let Some(at) = tail.windows(END.len()).rposition(|window| window == END) else {
            let is_zip_start = bytes(input, 0, length.min(LOCAL.len() as u64))? == LOCAL;
            return Err(if is_zip_start { PackageError::CutShort } else { PackageError::NotAnArchive });
        };
        let Some(end) = tail.get(at..at + END_LENGTH) else {
            return Err(PackageError::CutShort);
        };
        let entries = usize::from(u16_at(end, 10));
        let (size, start) = (u32_at(end, 12), u32_at(end, 16));
        let comment = usize::from(u16_at(end, 20));

        if entries > limits.entries {
            return Err(PackageError::TooManyEntries { limit: limits.entries });
        }
        if entries == usize::from(u16::MAX) || size == u32::MAX || start == u32::MAX {
            return malformed("it is in ZIP64 form, which no package needs");
        }
        if (u16_at(end, 4), u16_at(end, 6)) != (0, 0) || usize::from(u16_at(end, 8)) != entries {
            return malformed("it is one of several volumes");
        }
        match (at + END_LENGTH + comment).cmp(&tail.len()) {
            std::cmp::Ordering::Less => return malformed("it continues after its end record"),
            std::cmp::Ordering::Greater => return Err(PackageError::CutShort),
            std::cmp::Ordering::Equal => {}
        }
        let (size, start) = (u64::from(size), u64::from(start));
        if start + size != tail_start + at as u64 {
            return malformed("its directory is not where its end record says");
        }
        if size > limits.directory {
            return malformed("its directory is too large");
        }
        Ok(Self { start, size })
    }

    /// The error of an archive with two entries of the same name.
    pub(super) fn repeated(&self, input: &mut (impl Read + Seek)) -> Result<PackageError, PackageError> {
        let directory = bytes(input, self.start, self.size)?;
        let mut known = HashSet::new();
        let repeated = names(&directory).find(|name| !known.insert(*name));
        let entry = shown(&String::from_utf8_lossy(repeated.unwrap_or_default()));
        Ok(PackageError::Unsafe { entry, reason: "occurs twice" })
    }
}

fn malformed<T>(reason: &str) -> Result<T, PackageError> {
    Err(PackageError::Malformed { reason: reason.to_owned() })
}

/// The entry names of a central directory, up to the first malformed header.
fn names(mut directory: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let header = directory.get(..CENTRAL_LENGTH).filter(|header| header.starts_with(CENTRAL))?;
        let name_end = CENTRAL_LENGTH + usize::from(u16_at(header, 28));
        let header_end = name_end + usize::from(u16_at(header, 30)) + usize::from(u16_at(header, 32));
        let name = directory.get(CENTRAL_LENGTH..name_end)?;
        directory = directory.get(header_end..)?;
        Some(name)
    })
}

fn bytes(input: &mut (impl Read + Seek), start: u64, length: u64) -> Result<Vec<u8>, PackageError> {
    let mut bytes = Vec::new();
    input.seek(SeekFrom::Start(start))?;
    input.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn u16_at(record: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([record[at], record[at + 1]])
}

fn u32_at(record: &[u8], at: usize) -> u32 {
    u32::from(u16_at(record, at)) | u32::from(u16_at(record, at + 2)) << 16
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(names: &[&str]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            zip.start_file(name, SimpleFileOptions::default()).expect("a fresh name");
            zip.write_all(b"words").expect("memory takes all");
        }
        zip.finish().expect("memory takes all").into_inner()
    }

    #[track_caller]
    fn check(archive: &[u8], expected: &str) {
        let limits = Limits { entries: 2, directory: 200, ..Limits::default() };
        let result = Directory::find(&mut Cursor::new(archive), &limits);
        assert_eq!(result.map_or_else(|fault| fault.to_string(), |_| "fine".to_owned()), expected);
    }

    #[test]
    fn an_archive_has_one_end_and_its_directory_before_it() {
        let good = archive(&["a", "b"]);
        check(&good, "fine");
        check(&archive(&[]), "fine");
        check(&[&good, &b"more"[..]].concat(), "the archive is malformed: it continues after its end record");
        check(
            &[&b"more"[..], &good].concat(),
            "the archive is malformed: its directory is not where its end record says",
        );
        check(&good[..good.len() - 1], "the package is cut short");
        check(&good[..good.len() - 30], "the package is cut short");
        check(b"PK", "the package is not a zip archive");
        check(b"", "the package is empty");
    }

    #[test]
    fn a_comment_is_accepted_unless_it_contains_another_end_record() {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.set_comment("a deck").expect("a short comment");
        check(&zip.finish().expect("memory takes all").into_inner(), "fine");
        let mut double = archive(&["a"]);
        let comment = double.len() - 2;
        double[comment] = 22;
        double.extend_from_slice(&archive(&[]));
        check(&double, "the archive is malformed: its directory is not where its end record says");
    }

    #[test]
    fn a_directory_is_limited() {
        check(&archive(&["a", "b", "c"]), "the package has more than 2 entries");
        check(&archive(&[&"a".repeat(200)]), "the archive is malformed: its directory is too large");
    }

    #[test]
    fn zip64_and_volumes_are_refused() {
        let mut volumes = archive(&["a"]);
        let end = volumes.len() - END_LENGTH;
        volumes[end + 4] = 1;
        check(&volumes, "the archive is malformed: it is one of several volumes");
        let mut zip64 = archive(&["a"]);
        zip64[end + 16..end + 20].fill(0xff);
        check(&zip64, "the archive is malformed: it is in ZIP64 form, which no package needs");
    }

    #[test]
    fn names_are_listed_up_to_the_first_malformed_header() {
        let archive = archive(&["a", "b/c"]);
        let directory = Directory::find(&mut Cursor::new(&archive), &Limits::default()).expect("a good archive");
        let directory = bytes(&mut Cursor::new(&archive), directory.start, directory.size).expect("memory gives all");
        assert_eq!(names(&directory).collect::<Vec<_>>(), [&b"a"[..], b"b/c"]);
        assert_eq!(names(&directory[..60]).collect::<Vec<_>>(), [b"a"]);
        assert_eq!(names(&directory[1..]).count(), 0);
    }
}
