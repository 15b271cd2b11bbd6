//! Why a document cannot be read, worded for its sender.

use deck::package::PackageError;

/// Why a document cannot be read. Every variant is a fault of the file.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ReadError {
    /// It is something else.
    #[error("this is {found}; documents can be PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown or plain text")]
    Foreign {
        /// What it is.
        found: &'static str,
    },
    /// It is encrypted.
    #[error("the file is protected by a password: save it without one and send it again")]
    Protected,
    /// It has a format of Office 97 to 2003.
    #[error("this is {found} of Office 97 to 2003: save it as {save_as}")]
    Legacy {
        /// What it is.
        found: &'static str,
        /// The format of today.
        save_as: &'static str,
    },
    /// Its pages are pictures.
    #[error("the pages of this PDF are pictures without text: run text recognition (OCR) on it first")]
    Scanned,
    /// It has no text.
    #[error("the document has no text")]
    Empty,
    /// It cannot be understood.
    #[error("the file is damaged: {reason}")]
    Damaged {
        /// What is wrong.
        reason: String,
    },
    /// A part that such a file always has is missing.
    #[error("the file is damaged: `{part}` is missing")]
    Missing {
        /// The part.
        part: String,
    },
    /// There is more of something than a document needs.
    #[error("the file has more than {limit} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// It is too large, packed or unpacked.
    #[error("the file has or unpacks to more than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
}

impl ReadError {
    /// The error of a file that cannot be understood.
    pub(crate) fn damaged(reason: &dyn ToString) -> Self {
        Self::Damaged { reason: shown(&reason.to_string()) }
    }
}

/// A text from the file for a message: shortened, without control characters.
pub(crate) fn shown(text: &str) -> String {
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
            PackageError::TooManyEntries { limit } => Self::TooMany { what: "entries", limit },
            PackageError::CutShort => Self::Damaged { reason: "it is cut short".to_owned() },
            other => Self::damaged(&other),
        }
    }
}
