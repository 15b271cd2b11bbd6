//! Slide content that is imported, converted to another type, or kept in a placeholder.

mod convert;
mod normalise;
mod placeholder;

pub use self::convert::{ConversionError, conversion_targets, converted};
pub use self::normalise::normalised;
pub(crate) use self::placeholder::PLACEHOLDER;
pub use self::placeholder::placeholder;
