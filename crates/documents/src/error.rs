//! Why a document cannot be read, worded for its sender.

use deck::package::PackageError;

/// Why a document cannot be read. Every variant is a fault of the file.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ReadError {
    /// The format of the file is not supported.
    #[error("this is {found}; documents can be PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown or plain text")]
    Foreign {
        /// The kind of the file, with its article.
        found: &'static str,
    },
    /// The file is encrypted, and its password is not empty.
    #[error("the file is protected by a password: save it without one and send it again")]
    Protected,
    /// The file has a format of Office 97 to 2003.
    #[error("this is {found} of Office 97 to 2003: save it as {save_as}")]
    Legacy {
        /// The kind of the file, with its article.
        found: &'static str,
        /// The extension of the format that replaced it.
        save_as: &'static str,
    },
    /// The pages of the PDF are pictures.
    #[error("the pages of this PDF are pictures without text: run text recognition (OCR) on it first")]
    Scanned,
    /// The document has no text.
    #[error("the document has no text")]
    Empty,
    /// The file does not follow its format.
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
    /// The file has more of something than the limits allow.
    #[error("the file has more than {limit} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The file is too large, packed or unpacked.
    #[error("the file has or unpacks to more than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
}

impl ReadError {
    /// The error of a file that does not follow its format.
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
