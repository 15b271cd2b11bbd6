//! The input of every exporter, and its error.

use std::io;

use scene::Document;
use zip::result::ZipError;

use crate::PictureSource;

/// A document to export.
#[derive(Clone, Copy)]
pub struct ExportInput<'a> {
    /// The pages.
    pub document: &'a Document,
    /// Returns the bytes of the pictures.
    pub pictures: &'a dyn PictureSource,
    /// Called with the number of pages written so far. The export stops when it returns `false`.
    pub on_page: &'a (dyn Fn(usize) -> bool + Sync),
}

impl ExportInput<'_> {
    /// Reports the number of pages written so far.
    ///
    /// # Errors
    /// Fails with `Stopped` when the caller no longer waits for the file.
    pub(crate) fn report(&self, pages: usize) -> Result<(), Error> {
        if (self.on_page)(pages.min(self.document.pages.len())) { Ok(()) } else { Err(Error::Stopped) }
    }
}

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `on_page` returned `false`: the caller no longer waits for the file.
    #[error("stopped")]
    Stopped,
    /// The output failed, for example because the disk is full.
    #[error("the file was not written: {0}")]
    Unwritten(#[from] io::Error),
    /// A fault of an exporter or of a library.
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
