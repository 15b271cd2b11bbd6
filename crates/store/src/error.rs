//! Why storage did not do what it was asked.

/// One variant per thing a caller can do next.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Something unique is taken: an e-mail, a slug, a grant.
    #[error("`{0}` is taken")]
    Taken(String),
    /// The deck moved on since it was read.
    #[error("the deck is at revision {latest}")]
    Stale {
        /// Its revision now.
        latest: u64,
    },
    /// There is no such thing.
    #[error("not there")]
    Missing,
    /// It still holds something.
    #[error("not empty")]
    NotEmpty,
    /// Storage was written by a newer Lectern.
    #[error("storage is at version {found}, this Lectern knows versions up to {known}: start a newer one")]
    TooNew {
        /// Version found.
        found: i64,
        /// Latest version known here.
        known: i64,
    },
    /// What an operator asked for cannot be done as it stands; the text says why.
    #[error("{0}")]
    Refused(String),
    /// Storage does not answer; trying again later may help.
    #[error("storage does not answer: {0}")]
    Unavailable(String),
    /// The disk is full, or a quota is. Nothing was written.
    #[error("storage is full")]
    Full,
    /// Our fault, or the disk's.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl StoreError {
    /// Storage that was closed while somebody waited for it.
    pub(crate) fn closed() -> Self {
        Self::Unavailable("it is closed".to_owned())
    }
}

/// What every fallible function of this crate answers.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let lost = match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => true,
            // Classes of PostgreSQL for a lost connection, too many of them and a server that stops or starts; the
            // numbers are SQLite's for a database that stays locked.
            sqlx::Error::Database(fault) => fault.code().is_some_and(|code| {
                code.starts_with("08") || code.starts_with("57P") || code.starts_with("53") || is_busy(&code)
            }),
            _ => false,
        };
        match &error {
            sqlx::Error::Io(fault) if is_full(fault) => Self::Full,
            sqlx::Error::Database(fault) if fault.code().is_some_and(|code| is_refused_write(&code)) => Self::Full,
            _ if lost => Self::Unavailable(error.to_string()),
            _ => Self::Internal(error.into()),
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        if is_full(&error) { Self::Full } else { Self::Internal(error.into()) }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.into())
    }
}

/// Whether the disk, a quota or a limit on files leaves no room.
pub(crate) fn is_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// Whether a code of a database means that there is no room: `SQLITE_FULL`, `SQLITE_IOERR_WRITE` (a quota or a limit),
/// `SQLITE_IOERR_SHMSIZE`, and `disk_full` of PostgreSQL.
fn is_refused_write(code: &str) -> bool {
    ["13", "778", "4874", "53100"].contains(&code)
}

/// Whether a code of SQLite means that somebody else holds the database: `SQLITE_BUSY` and its kinds.
fn is_busy(code: &str) -> bool {
    ["5", "261", "517", "773"].contains(&code)
}
