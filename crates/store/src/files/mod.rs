//! Storage in JSON files: one file per row, readable, and always replaced as a whole.
//!
//! A private SQLite database, built from the files at the start, serves queries. A write runs in the database first;
//! then the rows that it changed are written to files and flushed to the disk, and only then does it return. Processes
//! that share the folder lock it for a write, and first apply what other processes wrote.

mod disk;
mod log;
mod mirror;

pub(crate) use self::disk::{ignore_missing, make_folder};
pub(crate) use self::log::Log;
pub(crate) use self::mirror::Mirror;
