//! The error of this crate.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a picture could not be decoded, drawn or encoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The bytes do not follow their format.
    #[error("the picture is broken: {0}")]
    Broken(String),
    /// The format is stored and served, but there is no decoder for it.
    #[error("pictures of type `{0}` are not decoded")]
    Undecodable(&'static str),
    /// The picture exceeds the limit of pixels or bytes.
    #[error("the picture is too large: {0}")]
    TooLarge(String),
    /// The picture would take too long or nests too deep.
    #[error("the picture is too complex: {0}")]
    TooComplex(&'static str),
}

impl Error {
    pub(crate) fn broken(fault: impl std::fmt::Display) -> Self {
        Self::Broken(fault.to_string())
    }
}

/// Runs library code on untrusted bytes. Returns [`Error::Broken`] when it panics.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|_| Err(Error::broken("its decoder panicked")))
}
