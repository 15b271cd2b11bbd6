//! Why a picture could not be used.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a picture could not be used: one variant per thing a caller can say about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The bytes do not follow their format.
    #[error("the picture is broken: {0}")]
    Broken(String),
    /// A format that is stored and served, but not decoded here.
    #[error("pictures of type `{0}` are not decoded")]
    Undecodable(&'static str),
    /// More pixels or bytes than are ever decoded.
    #[error("the picture is too large: {0}")]
    TooLarge(String),
    /// An SVG that would take too long or nest too deep.
    #[error("the picture is too complex: {0}")]
    TooComplex(&'static str),
}

impl Error {
    pub(crate) fn broken(fault: impl std::fmt::Display) -> Self {
        Self::Broken(fault.to_string())
    }
}

/// Runs a decoder that is not ours: should it panic on hostile bytes, the picture is broken and the process goes on.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|_| Err(Error::broken("its decoder gave up")))
}
