//! What content must keep to, and what happens when it does not.

pub(crate) mod judge;

pub use self::judge::{Breach, Fault, is_address, is_link, is_picture};
