//! The migrations of the two databases.
//!
//! `migrations/sqlite` and `migrations/postgres` hold the same steps, one file each, under the same names. In
//! PostgreSQL text has the collation `C`, so that it is ordered by bytes as in SQLite. The columns that steps 0012 to
//! 0014, 0017, 0019 and 0021 added have the collation of the database: nothing that people see may depend on the order
//! of their text. The table `migrations` has the numbers of the steps that were applied, counted without gaps: there is
//! no file 0020, so step 0021 has number 20. The statements of a released step never change.

use sqlx::{Connection as _, Executor as _, PgConnection, SqliteConnection};

use crate::StoreError;
use crate::error::Result;

/// Embeds the files of both folders, in the order of their names. The first migration makes version 1.
macro_rules! migrations {
    ($($name:literal),+ $(,)?) => {
        const SQLITE: &[&str] = &[$(include_str!(concat!("../../migrations/sqlite/", $name, ".sql"))),+];
        const POSTGRES: &[&str] = &[$(include_str!(concat!("../../migrations/postgres/", $name, ".sql"))),+];
        #[cfg(test)]
        const NAMES: &[&str] = &[$($name),+];
    };
}

migrations! {
    "0001_initial",
    "0002_comments",
    "0003_live_sessions",
    "0004_versions_links_batches",
    "0005_identities",
    "0006_audit",
    "0007_live_presenters",
    "0008_oauth",
    "0009_fonts",
    "0010_publications",
    "0011_webhooks",
    "0012_stretches",
    "0013_link_purpose",
    "0014_session_counts_and_starters",
    "0015_passkeys",
    "0016_provisioning",
    "0017_library_slides",
    "0018_mail_preferences",
    "0019_filed_decks",
    "0021_rehearsals",
    "0022_drafts",
    "0023_uploads_by_uploader",
}

/// Advisory lock for migrations, so that nodes that start at the same time do not change the same tables. An arbitrary
/// number.
const MIGRATION_LOCK: i64 = 0x6c65_6374_6572_6e01;

const CREATE_TABLE: &str = "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY)";
const SELECT_VERSION: &str = "SELECT COALESCE(MAX(version), 0) FROM migrations";
const INSERT_VERSION: &str = "INSERT INTO migrations (version) VALUES ($1)";

/// The schema version of this build. It also is the version of the files of `file` storage and of backups.
pub(crate) fn version() -> i64 {
    i64::try_from(SQLITE.len()).unwrap_or(i64::MAX)
}

/// Applies the pending migrations to a database file, each in a transaction. Fails with `TooNew` when a newer release
/// migrated it.
pub(super) async fn migrate_sqlite(connection: &mut SqliteConnection) -> Result<()> {
    migrate_sqlite_with(connection, SQLITE).await
}

async fn migrate_sqlite_with(connection: &mut SqliteConnection, migrations: &[&'static str]) -> Result<()> {
    loop {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        transaction.execute(CREATE_TABLE).await?;
        let version: i64 = sqlx::query_scalar(SELECT_VERSION).fetch_one(&mut *transaction).await?;
        let Some((number, migration)) = next_migration(version, migrations)? else {
            return Ok(transaction.commit().await?);
        };
        sqlx::raw_sql(migration).execute(&mut *transaction).await?;
        sqlx::query(INSERT_VERSION).bind(number).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
}

/// Applies the pending migrations to a PostgreSQL database, each in a transaction. Fails with `TooNew` when a newer
/// release migrated it.
pub(super) async fn migrate_postgres(connection: &mut PgConnection) -> Result<()> {
    loop {
        let mut transaction = connection.begin().await?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK).execute(&mut *transaction).await?;
        transaction.execute(CREATE_TABLE).await?;
        let version: i64 = sqlx::query_scalar(SELECT_VERSION).fetch_one(&mut *transaction).await?;
        let Some((number, migration)) = next_migration(version, POSTGRES)? else {
            return Ok(transaction.commit().await?);
        };
        sqlx::raw_sql(migration).execute(&mut *transaction).await?;
        sqlx::query(INSERT_VERSION).bind(number).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
}

/// The migration after a version, with its number; none when the version is the latest.
fn next_migration(version: i64, migrations: &[&'static str]) -> Result<Option<(i64, &'static str)>> {
    let known = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    if version > known {
        return Err(StoreError::TooNew { found: version, known });
    }
    let migration = usize::try_from(version).ok().and_then(|version| migrations.get(version));
    Ok(migration.map(|migration| (version + 1, *migration)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "CREATE TABLE one (id TEXT PRIMARY KEY, at INTEGER NOT NULL); CREATE INDEX by_at ON one (at);";
    const TWO: &str = "ALTER TABLE one ADD COLUMN name TEXT; INSERT INTO one VALUES ('a', 1, 'n');";
    const BROKEN: &str = "CREATE TABLE two (id TEXT PRIMARY KEY); CREATE NONSENSE;";

    async fn empty_database() -> SqliteConnection {
        SqliteConnection::connect("sqlite::memory:").await.expect("it opens")
    }

    async fn tables(connection: &mut SqliteConnection) -> Vec<String> {
        let tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
        sqlx::query_scalar(tables).fetch_all(connection).await.expect("names")
    }

    #[tokio::test]
    async fn migrations_are_applied_once_and_in_order() {
        let mut connection = empty_database().await;
        for migrations in [&[ONE][..], &[ONE, TWO], &[ONE, TWO]] {
            migrate_sqlite_with(&mut connection, migrations).await.expect("it is migrated");
        }
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM one").fetch_one(&mut connection).await.expect("rows");
        assert_eq!(count, 1);
    }

    #[tokio::test]
    async fn a_migration_that_fails_changes_nothing() {
        let mut connection = empty_database().await;
        let failed = migrate_sqlite_with(&mut connection, &[ONE, BROKEN]).await;
        assert!(failed.is_err());
        assert_eq!(tables(&mut connection).await, ["migrations", "one"]);
        migrate_sqlite_with(&mut connection, &[ONE, TWO]).await.expect("it continues from there");
    }

    #[tokio::test]
    async fn a_database_of_a_newer_release_is_refused() {
        let mut connection = empty_database().await;
        migrate_sqlite_with(&mut connection, &[ONE, TWO]).await.expect("it is migrated");
        let refused = migrate_sqlite_with(&mut connection, &[ONE]).await;
        assert!(matches!(refused, Err(StoreError::TooNew { found: 2, known: 1 })));
    }

    #[tokio::test]
    async fn links_get_the_account_of_their_maker_and_sessions_no_presenters() {
        let mut connection = empty_database().await;
        migrate_sqlite_with(&mut connection, &SQLITE[..6]).await.expect("it is migrated");
        let rows = "INSERT INTO users VALUES ('u', 'ann@example.test', 'Ann', 'member', 'free', NULL, 0, 1, 1); \
            INSERT INTO share_links VALUES ('known', 'd', 'h1', '', 'ann@example.test', 1, NULL); \
            INSERT INTO share_links VALUES ('unknown', 'd', 'h2', '', 'gone@example.test', 1, NULL); \
            INSERT INTO live_sessions VALUES ('s', 'd', 'key', '{}', 0, '{}', 1, 1, 1);";
        sqlx::raw_sql(rows).execute(&mut connection).await.expect("rows of an earlier release");
        migrate_sqlite(&mut connection).await.expect("it is migrated");
        let makers: Vec<Option<String>> = sqlx::query_scalar("SELECT maker FROM share_links ORDER BY id")
            .fetch_all(&mut connection)
            .await
            .expect("links");
        assert_eq!(makers, [Some("u".to_owned()), None]);
        let presenters: String = sqlx::query_scalar("SELECT presenters FROM live_sessions")
            .fetch_one(&mut connection)
            .await
            .expect("a session");
        assert_eq!(presenters, "null");
    }

    #[tokio::test]
    async fn the_sounds_and_videos_of_a_person_are_found_by_an_index() {
        let mut connection = empty_database().await;
        migrate_sqlite(&mut connection).await.expect("it is migrated");
        let plan = "EXPLAIN QUERY PLAN SELECT SUM(bytes) FROM uploads \
            WHERE uploader = 'u' AND (mime LIKE 'video/%' OR mime LIKE 'audio/%')";
        let steps: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(plan).fetch_all(&mut connection).await.expect("a plan");
        assert!(steps.iter().any(|(_, _, _, step)| step.contains("uploads_by_uploader")), "{steps:?}");
    }

    #[test]
    fn text_of_postgres_has_the_collation_c() {
        let without = [
            "0012_stretches",
            "0013_link_purpose",
            "0014_session_counts_and_starters",
            "0017_library_slides",
            "0019_filed_decks",
            "0021_rehearsals",
        ];
        for (name, migration) in NAMES.iter().zip(POSTGRES).filter(|(name, _)| !without.contains(name)) {
            for line in migration.lines().filter(|line| !line.starts_with("--")) {
                let collated = line.matches(r#" TEXT COLLATE "C""#).count();
                assert_eq!(line.matches(" TEXT").count(), collated, "{name}: {line}");
            }
        }
    }

    #[test]
    fn both_folders_hold_the_migrations_that_are_embedded() {
        for folder in ["sqlite", "postgres"] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let files = std::fs::read_dir(path).expect("the folder").map(|file| file.expect("a file").path());
            let mut names: Vec<_> =
                files.map(|file| file.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
            names.sort();
            assert_eq!(names, NAMES, "{folder}");
        }
    }
}
