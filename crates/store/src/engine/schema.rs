//! The tables, and the steps that lead to them.
//!
//! Steps are written for SQLite; the few words in which PostgreSQL differs are put in their place. A step that was ever
//! released never changes.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, SqliteConnection};

use crate::StoreError;
use crate::error::Result;

/// The steps in order; the first makes version 1.
const STEPS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
    include_str!("migrations/0005.sql"),
    include_str!("migrations/0006.sql"),
];
/// Keeps nodes that start at once from changing the same tables. An arbitrary number.
const STARTING: i64 = 0x6c65_6374_6572_6e01;

const MIGRATIONS: &str = "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)";
const VERSION: &str = "SELECT COALESCE(MAX(version), 0) FROM migrations";
const APPLIED: &str = "INSERT INTO migrations (version) VALUES ($1)";

/// The version that this build makes, also of files that a database is made from.
pub(crate) fn version() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

/// Brings a database file up to date.
pub(super) async fn migrate_sqlite(connection: &mut SqliteConnection) -> Result<()> {
    migrate_sqlite_with(connection, STEPS).await
}

async fn migrate_sqlite_with(connection: &mut SqliteConnection, steps: &[&'static str]) -> Result<()> {
    loop {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        transaction.execute(MIGRATIONS).await?;
        let version: i64 = sqlx::query_scalar(VERSION).fetch_one(&mut *transaction).await?;
        let Some((number, step)) = next_step(version, steps)? else {
            return Ok(transaction.commit().await?);
        };
        sqlx::raw_sql(step).execute(&mut *transaction).await?;
        sqlx::query(APPLIED).bind(number).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
}

/// Brings a PostgreSQL database up to date.
pub(super) async fn migrate_postgres(connection: &mut PgConnection) -> Result<()> {
    migrate_postgres_with(connection, STEPS).await
}

async fn migrate_postgres_with(connection: &mut PgConnection, steps: &[&'static str]) -> Result<()> {
    loop {
        let mut transaction = connection.begin().await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(STARTING).execute(&mut *transaction).await?;
        transaction.execute(MIGRATIONS).await?;
        let version: i64 = sqlx::query_scalar(VERSION).fetch_one(&mut *transaction).await?;
        let Some((number, step)) = next_step(version, steps)? else {
            return Ok(transaction.commit().await?);
        };
        let step = AssertSqlSafe(for_postgres(step));
        sqlx::raw_sql(step).execute(&mut *transaction).await?;
        sqlx::query(APPLIED).bind(number).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
}

/// The step after a version, with its number.
fn next_step(version: i64, steps: &[&'static str]) -> Result<Option<(i64, &'static str)>> {
    let known = i64::try_from(steps.len()).unwrap_or(i64::MAX);
    if version > known {
        return Err(StoreError::TooNew { found: version, known });
    }
    let step = usize::try_from(version).ok().and_then(|version| steps.get(version));
    Ok(step.map(|step| (version + 1, *step)))
}

/// A step in the words of PostgreSQL. Text is compared byte by byte, as SQLite does.
fn for_postgres(step: &str) -> String {
    step.replace(" INTEGER PRIMARY KEY AUTOINCREMENT", " BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
        .replace(" INTEGER", " BIGINT")
        .replace(" TEXT", " TEXT COLLATE \"C\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "CREATE TABLE one (id TEXT PRIMARY KEY, at INTEGER NOT NULL); CREATE INDEX by_at ON one (at);";
    const TWO: &str = "ALTER TABLE one ADD COLUMN name TEXT; INSERT INTO one VALUES ('a', 1, 'n');";
    const BROKEN: &str = "CREATE TABLE two (id TEXT PRIMARY KEY); CREATE NONSENSE;";

    async fn empty() -> SqliteConnection {
        SqliteConnection::connect("sqlite::memory:").await.expect("it opens")
    }

    async fn tables(connection: &mut SqliteConnection) -> Vec<String> {
        let tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
        sqlx::query_scalar(tables).fetch_all(connection).await.expect("names")
    }

    #[tokio::test]
    async fn steps_are_taken_once_and_in_order() {
        let mut connection = empty().await;
        for steps in [&[ONE][..], &[ONE, TWO], &[ONE, TWO]] {
            migrate_sqlite_with(&mut connection, steps).await.expect("it is brought up to date");
        }
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM one").fetch_one(&mut connection).await.expect("rows");
        assert_eq!(count, 1);
    }

    #[tokio::test]
    async fn a_step_that_fails_leaves_nothing() {
        let mut connection = empty().await;
        let failed = migrate_sqlite_with(&mut connection, &[ONE, BROKEN]).await;
        assert!(failed.is_err());
        assert_eq!(tables(&mut connection).await, ["migrations", "one"]);
        migrate_sqlite_with(&mut connection, &[ONE, TWO]).await.expect("it goes on from there");
    }

    #[tokio::test]
    async fn what_a_newer_release_made_is_refused() {
        let mut connection = empty().await;
        migrate_sqlite_with(&mut connection, &[ONE, TWO]).await.expect("it is made");
        let refused = migrate_sqlite_with(&mut connection, &[ONE]).await;
        assert!(matches!(refused, Err(StoreError::TooNew { found: 2, known: 1 })));
    }

    #[test]
    fn a_step_reads_in_the_words_of_postgres() {
        assert_eq!(
            for_postgres("CREATE TABLE t (seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, at INTEGER)"),
            "CREATE TABLE t (seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT COLLATE \"C\" NOT NULL, \
             at BIGINT)"
        );
    }
}
