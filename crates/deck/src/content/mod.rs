//! Content in motion: taken in from outside, turned into another type, kept when its type is unknown.

mod convert;
mod normalise;
mod placeholder;

pub use self::convert::{ConversionError, conversion_targets, converted};
pub use self::normalise::normalised;
pub(crate) use self::placeholder::PLACEHOLDER;
pub use self::placeholder::placeholder;
