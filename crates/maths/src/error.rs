//! Errors in the notation of a formula.

use std::ops::Range;

/// Why a formula cannot be drawn. Byte ranges refer to the source of the formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A command that is not known.
    #[error("the command `{name}` is not known")]
    UnknownCommand {
        /// The command with its backslash.
        name: String,
        /// Where it is.
        at: Range<usize>,
    },
    /// An environment that is not known.
    #[error("the environment `{name}` is not known")]
    UnknownEnvironment {
        /// The name of the environment.
        name: String,
        /// Where it is.
        at: Range<usize>,
    },
    /// Notation that is known but not supported.
    #[error("{what} not supported in formulas")]
    Unsupported {
        /// What is not supported, with its verb.
        what: &'static str,
    },
    /// Broken notation, such as a brace that is never closed.
    #[error("{message}")]
    Syntax {
        /// What is wrong.
        message: String,
        /// The notation around the error, when it is known.
        at: Option<Range<usize>>,
    },
    /// A character that the font for mathematics lacks.
    #[error("the character `{0}` is not in the font for mathematics")]
    MissingCharacter(char),
    /// The source is too long.
    #[error("the formula has {length} bytes, at most {max} are allowed")]
    TooLong {
        /// Length of the source in bytes.
        length: usize,
        /// Largest allowed length.
        max: usize,
    },
    /// The formula is nested too deeply.
    #[error("the formula is nested more than {max} levels deep")]
    TooDeep {
        /// Largest allowed depth.
        max: usize,
    },
    /// The formula has too many parts.
    #[error("the formula has more than {max} parts")]
    TooLarge {
        /// Largest allowed number.
        max: usize,
    },
    /// There is nothing between the dollars.
    #[error("the formula is empty")]
    Empty,
}

impl Error {
    /// The bytes of the source that the error is about, when they are known.
    pub fn at(&self) -> Option<Range<usize>> {
        match self {
            Error::UnknownCommand { at, .. } | Error::UnknownEnvironment { at, .. } => Some(at.clone()),
            Error::Syntax { at, .. } => at.clone(),
            _ => None,
        }
    }

    /// Converts an error about a part of the source that begins at the byte `start`: its range becomes one of the whole
    /// source.
    pub(crate) fn moved(mut self, start: usize) -> Error {
        if let Error::UnknownCommand { at, .. }
        | Error::UnknownEnvironment { at, .. }
        | Error::Syntax { at: Some(at), .. } = &mut self
        {
            *at = at.start + start..at.end + start;
        }
        self
    }
}
