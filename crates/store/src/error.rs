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
    /// Storage does not answer; trying again later may help.
    #[error("storage does not answer: {0}")]
    Unavailable(String),
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
        if lost { Self::Unavailable(error.to_string()) } else { Self::Internal(error.into()) }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        Self::Internal(error.into())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(error.into())
    }
}

/// Whether a code of SQLite means that somebody else holds the database: `SQLITE_BUSY` and its kinds.
fn is_busy(code: &str) -> bool {
    ["5", "261", "517", "773"].contains(&code)
}
