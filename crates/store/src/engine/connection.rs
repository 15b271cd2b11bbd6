//! A connection to either database, and the statements that run on it.
//!
//! An async function is compiled in each crate that awaits it. Boxed futures keep the code of the database drivers out
//! of the crates that depend on this one: those are compiled last, when no other crate is left to compile in parallel.

use futures_util::future::BoxFuture;
use sqlx::Postgres;
use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};

use super::{Row, SqlValue};
use crate::error::Result;

/// A connection to one of the databases.
#[derive(Debug)]
pub(crate) enum Connection {
    /// The connection that writes to a database file.
    SqliteWriter(SqliteConnection),
    /// One of the connections that read a database file.
    SqliteReader(PoolConnection<Sqlite>),
    /// One of the connections to a PostgreSQL server.
    Postgres(PoolConnection<Postgres>),
}

/// The end of a statement that locks the rows it reads. Removed for SQLite, which has one writer at a time.
const FOR_UPDATE: &str = " FOR UPDATE";

impl Connection {
    /// Runs a statement and returns the number of rows that it changed.
    pub(crate) fn run(&mut self, sql: &'static str, params: Vec<SqlValue>) -> BoxFuture<'_, Result<u64>> {
        Box::pin(async move {
            Ok(match self {
                Self::SqliteWriter(connection) => sqlite_query(sql, params).execute(connection).await?.rows_affected(),
                Self::SqliteReader(connection) => {
                    sqlite_query(sql, params).execute(&mut **connection).await?.rows_affected()
                }
                Self::Postgres(connection) => {
                    let connection: &mut PgConnection = connection;
                    postgres_query(sql, params).execute(connection).await?.rows_affected()
                }
            })
        })
    }

    /// Runs a statement and returns its rows.
    pub(crate) fn rows(&mut self, sql: &'static str, params: Vec<SqlValue>) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(async move {
            Ok(match self {
                Self::SqliteWriter(connection) => into_rows(sqlite_query(sql, params).fetch_all(connection).await?),
                Self::SqliteReader(connection) => {
                    into_rows(sqlite_query(sql, params).fetch_all(&mut **connection).await?)
                }
                Self::Postgres(connection) => postgres_rows(connection, sql, params).await?,
            })
        })
    }

    /// Ends the transaction of a snapshot.
    pub(crate) async fn end_snapshot(mut self) -> Result<()> {
        self.run("ROLLBACK", Vec::new()).await?;
        Ok(())
    }

    /// Whether it is a connection to a PostgreSQL server.
    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

/// Runs a statement on a connection to a PostgreSQL server and returns its rows.
pub(super) async fn postgres_rows(
    connection: &mut PgConnection,
    sql: &'static str,
    params: Vec<SqlValue>,
) -> Result<Vec<Row>> {
    Ok(into_rows(postgres_query(sql, params).fetch_all(connection).await?))
}

fn into_rows<R: Into<Row>>(rows: Vec<R>) -> Vec<Row> {
    rows.into_iter().map(Into::into).collect()
}

fn sqlite_query<'q>(sql: &'static str, params: Vec<SqlValue>) -> Query<'q, Sqlite, SqliteArguments> {
    let sql = sql.strip_suffix(FOR_UPDATE).unwrap_or(sql);
    params.into_iter().fold(sqlx::query::<Sqlite>(sql), |query, cell| match cell {
        SqlValue::Int(value) => query.bind(value),
        SqlValue::Text(value) => query.bind(value),
    })
}

fn postgres_query<'q>(sql: &'static str, params: Vec<SqlValue>) -> Query<'q, Postgres, PgArguments> {
    params.into_iter().fold(sqlx::query::<Postgres>(sql), |query, cell| match cell {
        SqlValue::Int(value) => query.bind(value),
        SqlValue::Text(value) => query.bind(value.map(without_nul)),
    })
}

/// The text with U+FFFD in place of the character NUL, which PostgreSQL cannot store.
fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}
