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
            sqlx::Error::Database(fault) => fault.code().is_some_and(|code| is_away(&code)),
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
        match error.kind() {
            _ if is_full(&error) => Self::Full,
            // Until somebody mounts it anew.
            std::io::ErrorKind::ReadOnlyFilesystem => Self::Unavailable(error.to_string()),
            _ => Self::Internal(error.into()),
        }
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

/// Whether a code of a database means that it may be well again later.
fn is_away(code: &str) -> bool {
    // Of PostgreSQL: a connection is lost or not let in, there are too many, the server stops, starts, ends what takes
    // too long, or is a stand-in that only reads.
    let classes = ["08", "28", "3D", "53", "57"];
    let codes = ["25006", "55P03"];
    // Of SQLite: somebody else holds the database (`SQLITE_BUSY` and its kinds), or its disk only reads.
    let numbers = ["5", "261", "517", "773", "8"];
    let is_of_postgres = code.len() == 5;
    (is_of_postgres && (codes.contains(&code) || classes.iter().any(|class| code.starts_with(class))))
        || numbers.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_engines_that_may_be_well_again_are_told_from_faults_of_ours() {
        for code in ["08006", "57P01", "57014", "53300", "25006", "55P03", "28P01", "3D000", "5", "261", "8"] {
            assert!(is_away(code), "{code}");
        }
        // A constraint, wrong SQL, a table that is missing; `SQLITE_ERROR`, `SQLITE_CORRUPT`, `SQLITE_CONSTRAINT_UNIQUE`.
        for code in ["23505", "42601", "42P01", "1", "11", "2067", "5382"] {
            assert!(!is_away(code), "{code}");
        }
    }
}
