//! Why a package is rejected, worded for its sender.

use std::io;

use zip::result::ZipError;

use super::{BUNDLE_VERSION, MIMETYPE};

/// Why a package was rejected. Every variant but [`Io`](Self::Io) is a fault of the package.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// There are no bytes.
    #[error("the package is empty")]
    Empty,
    /// The bytes are not a zip archive.
    #[error("the package is not a zip archive")]
    NotAnArchive,
    /// The end of the archive is missing.
    #[error("the package is cut short")]
    CutShort,
    /// The archive is inconsistent.
    #[error("the archive is malformed: {reason}")]
    Malformed {
        /// What is wrong.
        reason: String,
    },
    /// A required entry is missing.
    #[error("entry `{entry}` is missing")]
    Missing {
        /// The entry.
        entry: String,
    },
    /// The `mimetype` entry names another format.
    #[error("entry `mimetype` says `{found}`, not `{MIMETYPE}`")]
    Foreign {
        /// The media type found.
        found: String,
    },
    /// `manifest.json` or `deck.json` is not valid.
    #[error("entry `{entry}` is not valid: {reason}")]
    Invalid {
        /// The entry.
        entry: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The package layout has a newer version.
    #[error("entry `manifest.json` has bundleVersion `{found}`; packages are read up to version {BUNDLE_VERSION}")]
    Newer {
        /// The version found.
        found: String,
    },
    /// The name of an asset is not its hash.
    #[error("asset `{entry}` is not named after its hash `{hash}`")]
    Misnamed {
        /// The asset's ref.
        entry: String,
        /// The hash in the manifest.
        hash: String,
    },
    /// The bytes of an asset do not have its hash.
    #[error("the bytes of `{entry}` do not match its hash")]
    HashMismatch {
        /// The asset's ref.
        entry: String,
    },
    /// There are too many entries.
    #[error("the package has more than {limit} entries")]
    TooManyEntries {
        /// The limit.
        limit: usize,
    },
    /// All entries together are too large.
    #[error("the package unpacks to more than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// One entry is too large.
    #[error("entry `{entry}` unpacks to more than {limit} bytes")]
    EntryTooLarge {
        /// The entry.
        entry: &'static str,
        /// The limit.
        limit: u64,
    },
    /// An entry that only occurs in attacks.
    #[error("entry `{entry}` {reason}")]
    Unsafe {
        /// The entry.
        entry: String,
        /// What is unsafe about it.
        reason: &'static str,
    },
    /// An entry cannot be unpacked.
    #[error("entry `{entry}` is damaged: {reason}")]
    Damaged {
        /// The entry.
        entry: String,
        /// What is wrong.
        reason: String,
    },
    /// Reading failed; the package may be fine.
    #[error("the package could not be read: {0}")]
    Io(#[from] io::Error),
}

/// The error for a fault of the package, from `of_package`, or for a failure to read it.
fn classified(error: ZipError, of_package: impl FnOnce(String) -> PackageError) -> PackageError {
    match error {
        ZipError::Io(error) => match error.kind() {
            io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::UnexpectedEof
            | io::ErrorKind::Unsupported => of_package(error.to_string()),
            _ => PackageError::Io(error),
        },
        ZipError::InvalidArchive(reason) => of_package(reason.into_owned()),
        other => of_package(other.to_string()),
    }
}

/// The error of an archive that is malformed as a whole.
pub(super) fn malformed(error: ZipError) -> PackageError {
    classified(error, |reason| PackageError::Malformed { reason })
}

/// The error of an entry that cannot be unpacked.
pub(super) fn damaged(entry: &str, error: ZipError) -> PackageError {
    classified(error, |reason| PackageError::Damaged { entry: shown(entry), reason })
}

/// A text from the package for a message: shortened, without control characters.
pub(super) fn shown(text: &str) -> String {
    const MAX_CHARS: usize = 120;
    let mut shown: String = text
        .chars()
        .take(MAX_CHARS)
        .map(|character| if character.is_control() || character == '`' { '\u{fffd}' } else { character })
        .collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_cut_and_cleaned_for_a_message() {
        assert_eq!(shown("assets/a.png"), "assets/a.png");
        assert_eq!(shown("a`b\n"), "a\u{fffd}b\u{fffd}");
        assert_eq!(shown(&"é".repeat(121)), "é".repeat(120) + "…");
    }
}
