//! SQLite and PostgreSQL behind one interface: statements with numbered placeholders, parameters and rows.
//!
//! Rows of both decode alike because the schema has two kinds of columns: whole numbers (also for booleans and times)
//! and text (also for JSON). The statements are passed in, except those on the table of changes.

mod connection;
mod job;
pub(crate) mod postgres;
mod row;
pub(crate) mod schema;
mod sql_value;
pub(crate) mod sqlite;
mod transaction;
mod writer;

pub(crate) use self::connection::Connection;
pub(crate) use self::job::{Job, WriteFn, WriteJob};
pub(crate) use self::row::{Row, variant_name};
pub(crate) use self::sql_value::{SqlValue, or_empty, params};
pub(crate) use self::transaction::{DeckReplacement, Transaction};
