//! The rules for content: validation, repairs and warnings.

mod advice;
mod fix;
mod problem;
pub(crate) mod validate;

pub use self::advice::{Concern, Warning, warnings};
pub use self::fix::{Fix, Fixed, cut, fixed};
pub use self::problem::{Problem, Sent, changed, merged, problems, sent_problems, strict};
pub use self::validate::{Breach, Fault, is_address, is_link, is_picture};
