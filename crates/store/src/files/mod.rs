//! JSON files as the truth: one for each row, readable and replaced whole.
//!
//! Questions are answered by a private SQLite database that is made from the files at the start. A write runs there
//! first; the rows it touched are then written out, flushed to the disk and only then answered. Processes that share the
//! folder take turns with a lock and read again what another one wrote before they act.

mod disk;
mod log;
mod mirror;

pub(crate) use self::disk::{make_folder, unless_gone};
pub(crate) use self::log::Log;
pub(crate) use self::mirror::Mirror;
