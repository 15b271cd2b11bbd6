//! What every export is handed, and how it can end early.

use scene::Document;

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
    /// A fault of ours, or of a library.
    #[error("{0}")]
    Failed(String),
}
