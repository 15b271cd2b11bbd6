//! Why a package is refused, in words for whoever sent it.

use std::io;

use zip::result::ZipError;

use super::{BUNDLE_VERSION, MIMETYPE};

/// Why a package was refused. All but [`Io`](Self::Io) are faults of the package.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// There are no bytes.
    #[error("the package is empty")]
    Empty,
    /// The bytes are something else.
    #[error("the package is not a zip archive")]
    NotAnArchive,
    /// The archive begins well and lacks its end.
    #[error("the package is cut short")]
    CutShort,
    /// The archive contradicts itself.
    #[error("the archive is malformed: {reason}")]
    Malformed {
        /// What is wrong.
        reason: String,
    },
    /// An entry that has to be there is not.
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
    /// `manifest.json` or `deck.json` is not the JSON it has to be.
    #[error("entry `{entry}` is not valid: {reason}")]
    Invalid {
        /// The entry.
        entry: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The package layout is of a later version.
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
        /// The hash the manifest gives.
        hash: String,
    },
    /// The bytes of an asset are not those its hash was made from.
    #[error("the bytes of `{entry}` do not match its hash")]
    HashMismatch {
        /// The asset's ref.
        entry: String,
    },
    /// There are too many entries.
    #[error("the package has more than {limit} entries")]
    TooManyEntries {
        /// The most there may be.
        limit: usize,
    },
    /// All entries together are too large.
    #[error("the package unpacks to more than {limit} bytes")]
    TooLarge {
        /// The most there may be.
        limit: u64,
    },
    /// One entry is too large.
    #[error("entry `{entry}` unpacks to more than {limit} bytes")]
    EntryTooLarge {
        /// The entry.
        entry: &'static str,
        /// The most it may have.
        limit: u64,
    },
    /// An entry is of a kind that only an attack needs.
    #[error("entry `{entry}` {reason}")]
    Unsafe {
        /// The entry.
        entry: String,
        /// What it does.
        reason: &'static str,
    },
    /// An entry does not unpack.
    #[error("entry `{entry}` is damaged: {reason}")]
    Damaged {
        /// The entry.
        entry: String,
        /// What is wrong.
        reason: String,
    },
    /// The package itself could not be read: our fault, not the package's.
    #[error("the package could not be read: {0}")]
    Io(#[from] io::Error),
}

/// Splits what the archive did wrong from what happened to us while reading it.
fn fault(error: ZipError, of_package: impl FnOnce(String) -> PackageError) -> PackageError {
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

/// What is wrong with an archive as a whole.
pub(super) fn malformed(error: ZipError) -> PackageError {
    fault(error, |reason| PackageError::Malformed { reason })
}

/// What kept an entry from being unpacked.
pub(super) fn damaged(entry: &str, error: ZipError) -> PackageError {
    fault(error, |reason| PackageError::Damaged { entry: shown(entry), reason })
}

/// A foreign text, short and plain enough for a message.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 120;
    let mut shown: String = text
        .chars()
        .take(MOST)
        .map(|character| if character.is_control() || character == '`' { '\u{fffd}' } else { character })
        .collect();
    if text.chars().nth(MOST).is_some() {
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
