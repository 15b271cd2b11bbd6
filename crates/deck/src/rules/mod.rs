//! What content must keep to, and what happens when it does not.

mod advice;
mod fix;
pub(crate) mod judge;
mod problem;

pub use self::advice::{Concern, Warning, warnings};
pub use self::fix::{Fix, Fixed, cut, fixed};
pub use self::judge::{Breach, Fault, is_address, is_link, is_picture};
pub use self::problem::{Problem, Sent, changed, merged, problems, sent_problems, strict};
