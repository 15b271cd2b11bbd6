//! What SQLite and PostgreSQL have in common: statements with numbered placeholders, cells in, rows out.
//!
//! Both decode alike because the schema keeps to three kinds of cells: whole numbers (also for truth values and times),
//! text (also for JSON) and bytes. It knows no table.

mod cell;
mod connection;
mod job;
pub(crate) mod postgres;
mod row;
pub(crate) mod schema;
pub(crate) mod sqlite;
mod transaction;
mod writer;

pub(crate) use self::cell::{Cell, cells};
pub(crate) use self::connection::Connection;
pub(crate) use self::job::Act;
pub(crate) use self::row::{Row, word};
pub(crate) use self::transaction::{Put, Transaction};
