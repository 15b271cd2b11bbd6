//! A connection to either database, and how statements run on it.

use sqlx::Postgres;
use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};

use super::{Cell, Row};
use crate::error::Result;

/// A connection that statements run on, one after the other.
#[derive(Debug)]
pub(crate) enum Connection {
    /// The one that writes to a database file.
    SqliteWriter(SqliteConnection),
    /// One of those that read it.
    SqliteReader(PoolConnection<Sqlite>),
    /// One of those to a PostgreSQL server.
    Postgres(PoolConnection<Postgres>),
}

/// Rows that are read to be changed. Only PostgreSQL has to be told: SQLite has one writer at a time.
const TO_CHANGE: &str = " FOR UPDATE";

impl Connection {
    /// Runs a statement and answers how many rows it changed.
    pub(crate) async fn run(&mut self, sql: &'static str, cells: Vec<Cell>) -> Result<u64> {
        Ok(match self {
            Self::SqliteWriter(connection) => sqlite_query(sql, cells).execute(connection).await?.rows_affected(),
            Self::SqliteReader(connection) => {
                sqlite_query(sql, cells).execute(&mut **connection).await?.rows_affected()
            }
            Self::Postgres(connection) => {
                let connection: &mut PgConnection = connection;
                postgres_query(sql, cells).execute(connection).await?.rows_affected()
            }
        })
    }

    /// Runs a statement and answers its rows.
    pub(crate) async fn rows(&mut self, sql: &'static str, cells: Vec<Cell>) -> Result<Vec<Row>> {
        Ok(match self {
            Self::SqliteWriter(connection) => rows_of(sqlite_query(sql, cells).fetch_all(connection).await?),
            Self::SqliteReader(connection) => rows_of(sqlite_query(sql, cells).fetch_all(&mut **connection).await?),
            Self::Postgres(connection) => {
                let connection: &mut PgConnection = connection;
                rows_of(postgres_query(sql, cells).fetch_all(connection).await?)
            }
        })
    }

    /// Ends a snapshot.
    pub(crate) async fn let_go(mut self) -> Result<()> {
        self.run("ROLLBACK", Vec::new()).await?;
        Ok(())
    }

    /// Whether it is a connection to a PostgreSQL server.
    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

fn rows_of<R: Into<Row>>(rows: Vec<R>) -> Vec<Row> {
    rows.into_iter().map(Into::into).collect()
}

fn sqlite_query<'q>(sql: &'static str, cells: Vec<Cell>) -> Query<'q, Sqlite, SqliteArguments> {
    let sql = sql.strip_suffix(TO_CHANGE).unwrap_or(sql);
    cells.into_iter().fold(sqlx::query::<Sqlite>(sql), |query, cell| match cell {
        Cell::Int(value) => query.bind(value),
        Cell::Text(value) => query.bind(value),
    })
}

fn postgres_query<'q>(sql: &'static str, cells: Vec<Cell>) -> Query<'q, Postgres, PgArguments> {
    cells.into_iter().fold(sqlx::query::<Postgres>(sql), |query, cell| match cell {
        Cell::Int(value) => query.bind(value),
        Cell::Text(value) => query.bind(value.map(without_nul)),
    })
}

/// PostgreSQL cannot keep the character NUL in text; the one that stands for what cannot be shown takes its place.
fn without_nul(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text }
}
