//! Why a use case did not happen: one variant per answer a caller can act on.

use deck::{
    ConversionError, EditRefusal, Problem, SaveError, StructureError, ThemeError, WrongDeckField, WrongSetting,
    WrongTranslation,
};
use store::StoreError;

use crate::Scope;
use crate::limits::{Limit, Spent};

/// The result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a use case did not happen.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is wrong; the text says how.
    #[error("{0}")]
    Invalid(String),
    /// A slide breaks a rule.
    #[error("{0}")]
    Slide(#[from] Problem),
    /// A slide names a type that is not known here.
    #[error("{0}")]
    UnknownType(Problem),
    /// More of something than the instance takes.
    #[error("{0}")]
    OverLimit(String),
    /// A slide does not become what was asked for.
    #[error("{0}")]
    Conversion(#[from] ConversionError),
    /// A package cannot be read.
    #[error("{0}")]
    Package(String),
    /// It needs the database storage backend.
    #[error("{0} needs the database storage backend")]
    NeedsDatabase(&'static str),
    /// A vendor lacks a setting.
    #[error("{0}")]
    NoVendor(String),
    /// A vendor failed.
    #[error("{0}")]
    Vendor(String),
    /// No valid credentials.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// The key lacks a scope.
    #[error("this needs a key with the scope `{0}`")]
    MissingScope(Scope),
    /// The caller may see it but not do this.
    #[error("{0}")]
    Forbidden(&'static str),
    /// Unknown, or not for the caller to know.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// Something unique is taken.
    #[error("{0}")]
    Conflict(String),
    /// The deck moved on.
    #[error("the deck is at revision {latest}, not {yours}")]
    Stale {
        /// The revision that was asked for.
        yours: u64,
        /// The revision it has.
        latest: u64,
    },
    /// Over a size cap.
    #[error("{0}")]
    TooLarge(String),
    /// Over a request or daily limit.
    #[error("{0}")]
    Limited(Spent),
    /// Too many attempts.
    #[error("too many attempts; try again in {retry_after} seconds")]
    Throttled {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// Writing is switched off.
    #[error("maintenance is under way; try again in {retry_after} seconds")]
    Maintenance {
        /// Seconds to wait.
        retry_after: u64,
    },
    /// Storage does not answer. Why is logged where it is answered; the caller is only asked to wait.
    #[error("storage does not answer; try again shortly")]
    Unavailable(String),
    /// There is no room to write; reading goes on.
    #[error("storage is full: nothing was written, reading goes on")]
    Full,
    /// Our fault. Logged in full where it is answered; the caller sees a bare 500.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl Error {
    /// The word that programs tell it by.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) | Self::Slide(_) | Self::Conversion(_) => "bad_request",
            Self::UnknownType(_) => "unknown_slide_type",
            Self::OverLimit(_) => "limit_exceeded",
            Self::Package(_) => "invalid_package",
            Self::NeedsDatabase(_) => "database_required",
            Self::NoVendor(_) => "vendor_not_configured",
            Self::Vendor(_) => "bad_gateway",
            Self::Unauthorized(_) => "unauthorized",
            Self::MissingScope(_) => "missing_scope",
            Self::Forbidden(_) => "forbidden",
            Self::NotFound(_) => "not_found",
            Self::Conflict(_) => "conflict",
            Self::Stale { .. } => "stale_revision",
            Self::TooLarge(_) => "payload_too_large",
            Self::Limited(Spent { what: Limit::Requests, .. }) | Self::Throttled { .. } => "rate_limited",
            Self::Limited(_) => "daily_limit",
            Self::Maintenance { .. } => "maintenance",
            Self::Unavailable(_) | Self::Full => "service_unavailable",
            Self::Internal(_) => "internal_error",
        }
    }

    /// The input is wrong.
    pub fn invalid(details: impl Into<String>) -> Self {
        Self::Invalid(details.into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken(what) => Self::Conflict(format!("`{what}` is in use already")),
            StoreError::Stale { latest } => Self::Stale { yours: 0, latest },
            StoreError::Missing => Self::NotFound("it was"),
            StoreError::NotEmpty => Self::Conflict("it still holds something".to_owned()),
            StoreError::Refused(why) => Self::Invalid(why),
            StoreError::Full => Self::Full,
            StoreError::Unavailable(why) => Self::Unavailable(why),
            StoreError::TooNew { .. } => Self::Internal(anyhow::anyhow!("{error}")),
            StoreError::Internal(fault) => Self::Internal(fault),
        }
    }
}

impl From<WrongSetting> for Error {
    fn from(error: WrongSetting) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<SaveError> for Error {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::UnknownType(problem) => Self::UnknownType(problem),
            SaveError::Slide(problem) => Self::Slide(problem),
        }
    }
}

impl From<WrongTranslation> for Error {
    fn from(error: WrongTranslation) -> Self {
        Self::Invalid(error.to_string())
    }
}

/// A theme that is not stored yet has no name that its maker would know.
impl From<ThemeError> for Error {
    fn from(error: ThemeError) -> Self {
        Self::Invalid(format!("`{}`: {}", error.field, error.fault))
    }
}

impl From<StructureError> for Error {
    fn from(error: StructureError) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<WrongDeckField> for Error {
    fn from(error: WrongDeckField) -> Self {
        Self::Invalid(error.to_string())
    }
}

impl From<EditRefusal> for Error {
    fn from(refusal: EditRefusal) -> Self {
        match refusal {
            EditRefusal::TooManySlides { .. } => Self::OverLimit(refusal.to_string()),
            EditRefusal::Slide(error) => error.into(),
            EditRefusal::Conversion(error) => error.into(),
            _ => Self::Invalid(refusal.to_string()),
        }
    }
}
