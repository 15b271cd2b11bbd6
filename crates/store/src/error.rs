//! Errors of storage.

/// An error of storage, with one variant for each thing that a caller can do next.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique value is in use: an e-mail, a slug, a grant.
    #[error("`{0}` is taken")]
    Taken(String),
    /// The deck was changed since it was read.
    #[error("the deck is at revision {latest}")]
    Stale {
        /// The current revision of the deck.
        latest: u64,
    },
    /// Drafts of the deck were changed since they were read.
    #[error("drafts of the deck were changed meanwhile")]
    DraftsChanged,
    /// There is no such record.
    #[error("not found")]
    Missing,
    /// An organization that is in use, or a member who owns decks, cannot be removed.
    #[error("not empty")]
    NotEmpty,
    /// The instance would have no administrator who can sign in.
    #[error("it is the last administrator")]
    LastAdministrator,
    /// An administrator would belong to no organization.
    #[error("it is the last membership of an administrator")]
    LastMembership,
    /// The account is an administrator of the instance, whom the caller may not change.
    #[error("it is an administrator of the instance")]
    Protected,
    /// A newer release wrote the storage.
    #[error("storage is at version {found}, this Lectern knows versions up to {known}: start a newer one")]
    TooNew {
        /// The version of the storage.
        found: i64,
        /// The latest version that this release knows.
        known: i64,
    },
    /// A command of an operator cannot be carried out; the text says why.
    #[error("{0}")]
    Refused(String),
    /// Another node holds a lease.
    #[error("another node holds the lease of `{0}`")]
    Held(String),
    /// Storage does not respond; a later attempt may succeed.
    #[error("storage does not answer: {0}")]
    Unavailable(String),
    /// The disk or a quota is full. Nothing was written.
    #[error("storage is full")]
    Full,
    /// A fault of this program or of the disk.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl StoreError {
    /// The error of a store that was closed during a call.
    pub(crate) fn closed() -> Self {
        Self::Unavailable("the store is closed".to_owned())
    }
}

/// The result of all fallible functions of this crate.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let is_unavailable = match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => true,
            sqlx::Error::Database(fault) => fault.code().is_some_and(|code| is_temporary(&code)),
            _ => false,
        };
        match &error {
            sqlx::Error::Io(fault) if is_full(fault) => Self::Full,
            sqlx::Error::Database(fault) if fault.code().is_some_and(|code| is_full_code(&code)) => Self::Full,
            _ if is_unavailable => Self::Unavailable(error.to_string()),
            _ => Self::Internal(error.into()),
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            _ if is_full(&error) => Self::Full,
            // The disk may be mounted for writing again.
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

/// Whether an error means that the disk, a quota or a limit on files is exceeded.
pub(crate) fn is_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

/// Whether an error code of a database means that the disk is full: `SQLITE_FULL`, `SQLITE_IOERR_WRITE` (a quota or a
/// limit), `SQLITE_IOERR_SHMSIZE`, and `disk_full` of PostgreSQL.
fn is_full_code(code: &str) -> bool {
    ["13", "778", "4874", "53100"].contains(&code)
}

/// Whether an error code of a database means that a later attempt may succeed.
fn is_temporary(code: &str) -> bool {
    // PostgreSQL: a connection is lost or refused, there are too many connections, or the server stops, starts, cancels
    // a statement, or is a read-only replica.
    let classes = ["08", "28", "3D", "53", "57"];
    let codes = ["25006", "55P03"];
    // SQLite: the database is locked (`SQLITE_BUSY` and its kinds), or its disk is read-only.
    let numbers = ["5", "261", "517", "773", "8"];
    let is_postgres_code = code.len() == 5;
    (is_postgres_code && (codes.contains(&code) || classes.iter().any(|class| code.starts_with(class))))
        || numbers.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_error_codes_are_recognized() {
        for code in ["08006", "57P01", "57014", "53300", "25006", "55P03", "28P01", "3D000", "5", "261", "8"] {
            assert!(is_temporary(code), "{code}");
        }
        // A constraint, wrong SQL, a missing table; `SQLITE_ERROR`, `SQLITE_CORRUPT`, `SQLITE_CONSTRAINT_UNIQUE`.
        for code in ["23505", "42601", "42P01", "1", "11", "2067", "5382"] {
            assert!(!is_temporary(code), "{code}");
        }
    }
}
