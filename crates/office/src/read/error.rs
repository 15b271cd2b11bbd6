//! The errors of files that cannot be read, with messages for the person who uploaded the file.

use std::io;

use deck::package::PackageError;
use zip::result::ZipError;

/// Why a file cannot be read. Every variant but [`Io`](Self::Io) is a fault of the file.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is a file of another format.
    #[error("this is {found}, not a PowerPoint file")]
    Foreign {
        /// What it is.
        found: &'static str,
    },
    /// It is encrypted.
    #[error("the file is protected by a password: open it in PowerPoint, remove the password and save it")]
    Protected,
    /// It has the format of PowerPoint 97 to 2003.
    #[error("this is a file of PowerPoint 97 to 2003: save it as .pptx")]
    Legacy,
    /// It is an OpenDocument presentation.
    #[error("this is an OpenDocument presentation: save it as .pptx")]
    OpenDocument,
    /// The end of the archive is missing.
    #[error("the file is cut short")]
    CutShort,
    /// The archive is inconsistent.
    #[error("the file is malformed: {reason}")]
    Malformed {
        /// What is wrong.
        reason: String,
    },
    /// A part that every presentation has is missing.
    #[error("part `{part}` is missing")]
    Missing {
        /// The part.
        part: String,
    },
    /// A part cannot be unpacked, or its XML is not well-formed.
    #[error("part `{part}` is damaged: {reason}")]
    Damaged {
        /// The part.
        part: String,
        /// What is wrong.
        reason: String,
    },
    /// There is more of something than a presentation needs.
    #[error("{place} has more than {limit} {what}")]
    TooMany {
        /// What has too many: the file or one of its parts.
        place: String,
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// All parts together are too large.
    #[error("the file unpacks to more than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// One part is too large.
    #[error("part `{part}` unpacks to more than {limit} bytes")]
    PartTooLarge {
        /// The part.
        part: String,
        /// The limit.
        limit: u64,
    },
    /// Reading failed; the file may be fine.
    #[error("the file could not be read: {0}")]
    Io(#[from] io::Error),
}

impl ReadError {
    /// The error of a part that cannot be read.
    pub(super) fn damaged(part: &str, reason: &dyn ToString) -> Self {
        Self::Damaged { part: shown(part), reason: shown(&reason.to_string()) }
    }

    /// The error of a part with too much of something.
    pub(super) fn too_many(part: &str, what: &'static str, limit: usize) -> Self {
        Self::TooMany { place: format!("part `{}`", shown(part)), what, limit }
    }
}

/// Distinguishes faults of the file from failures to read it.
fn classify(error: ZipError, of_file: impl FnOnce(String) -> ReadError) -> ReadError {
    match error {
        ZipError::Io(error) => match error.kind() {
            io::ErrorKind::InvalidData
            | io::ErrorKind::InvalidInput
            | io::ErrorKind::UnexpectedEof
            | io::ErrorKind::Unsupported => of_file(error.to_string()),
            _ => ReadError::Io(error),
        },
        ZipError::InvalidArchive(reason) => of_file(reason.into_owned()),
        other => of_file(other.to_string()),
    }
}

/// The error of an archive that is malformed as a whole.
pub(super) fn malformed(error: ZipError) -> ReadError {
    classify(error, |reason| ReadError::Malformed { reason })
}

/// The error of an entry that cannot be unpacked.
pub(super) fn undecodable(part: &str, error: impl Into<ZipError>) -> ReadError {
    classify(error.into(), |reason| ReadError::damaged(part, &reason))
}

/// A text from the file for a message: at most 120 characters, with signs in place of control characters.
pub(super) fn shown(text: &str) -> String {
    const MAX_CHARS: usize = 120;
    let clean = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let mut shown: String = text.chars().take(MAX_CHARS).map(clean).collect();
    if text.chars().nth(MAX_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

impl From<PackageError> for ReadError {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::Empty => Self::Foreign { found: "an empty file" },
            PackageError::NotAnArchive => Self::Foreign { found: "a file of another kind" },
            PackageError::CutShort => Self::CutShort,
            PackageError::TooManyEntries { limit } => {
                Self::TooMany { place: "the file".to_owned(), what: "entries", limit }
            }
            PackageError::Malformed { reason } => Self::Malformed { reason },
            PackageError::Io(fault) => Self::Io(fault),
            other => Self::Malformed { reason: other.to_string() },
        }
    }
}
