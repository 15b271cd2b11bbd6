//! What every export is handed, and how it can end early.

use std::io;

use scene::Document;
use zip::result::ZipError;

use crate::Pictures;

/// A document to be written, with what it needs.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The pages.
    pub document: &'a Document,
    /// The bytes behind their pictures.
    pub pictures: &'a dyn Pictures,
    /// Told how many pages are written; the work stops when it answers `false`.
    pub on_page: &'a (dyn Fn(usize) -> bool + Sync),
}

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Whoever asked is no longer waiting.
    #[error("stopped")]
    Stopped,
    /// What the file is written to does not take it: a disk without room, say.
    #[error("the file was not written: {0}")]
    Unwritten(#[from] io::Error),
    /// A fault of ours, or of a library.
    #[error("{0}")]
    Failed(String),
}

impl From<ZipError> for Error {
    fn from(fault: ZipError) -> Self {
        match fault {
            ZipError::Io(fault) => Self::Unwritten(fault),
            other => Self::Failed(format!("the archive was not written: {other}")),
        }
    }
}
