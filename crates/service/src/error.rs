//! Errors of use cases: one variant per case that a caller handles differently.

use deck::{
    ConversionError, EditRefusal, Problem, SaveError, StructureError, ThemeError, WrongDeckField, WrongSetting,
    WrongTranslation,
};
use serde::{Deserialize, Serialize};
use store::StoreError;

use crate::Scope;
use crate::limits::{ExhaustedLimit, Limit};

/// The result of a use case.
pub type Result<T> = std::result::Result<T, Error>;

/// The error of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is invalid; the text says why.
    #[error("{0}")]
    Invalid(String),
    /// A slide breaks a rule.
    #[error("{0}")]
    Slide(#[from] Problem),
    /// A slide breaks a rule, and so do others: the first problem, and further ones.
    #[error("{0}")]
    Slides(Box<Problem>, Vec<Problem>),
    /// A slide names a type that the organization does not have.
    #[error("{0}")]
    UnknownType(Problem),
    /// A limit of the instance is exceeded.
    #[error("{0}")]
    OverLimit(String),
    /// A slide cannot be converted to the requested type.
    #[error("{0}")]
    Conversion(#[from] ConversionError),
    /// A package cannot be read.
    #[error("{0}")]
    Package(String),
    /// The use case needs the database storage backend.
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
    /// The caller may see the object but not do this with it.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The object does not exist, or the caller may not know of it.
    #[error("{0} not found")]
    NotFound(&'static str),
    /// Something unique exists already, or the state does not allow it.
    #[error("{0}")]
    Conflict(String),
    /// The deck has another revision than the write expects.
    #[error("the deck is at revision {latest}, not {yours}")]
    Stale {
        /// The expected revision.
        yours: u64,
        /// The current revision.
        latest: u64,
    },
    /// The input is too large.
    #[error("{0}")]
    TooLarge(String),
    /// A rate limit or a daily limit is used up.
    #[error("{0}")]
    Limited(ExhaustedLimit),
    /// Too many attempts.
    #[error("too many attempts; try again in {retry_after} seconds")]
    Throttled {
        /// Seconds after which the caller may retry.
        retry_after: u64,
    },
    /// Writes are rejected during maintenance.
    #[error("maintenance is under way; try again in {retry_after} seconds")]
    Maintenance {
        /// Seconds after which the caller may retry.
        retry_after: u64,
    },
    /// Storage does not respond. The entry point logs the cause; the text only says to retry.
    #[error("storage does not answer; try again shortly")]
    Unavailable(String),
    /// The object cannot be changed at present; the text names the cause.
    #[error("{0}; try again shortly")]
    Busy(&'static str),
    /// Storage is full. Reading still works.
    #[error("storage is full: nothing was written, reading goes on")]
    Full,
    /// An internal error. The entry point logs it; the caller gets no details.
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

/// The kind of an error, for programs. Codes are part of the interface of all entry points and do not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The input is invalid.
    BadRequest,
    /// A slide names a type that the organization does not have.
    UnknownSlideType,
    /// A file cannot be read.
    InvalidPackage,
    /// A limit of the instance is exceeded.
    LimitExceeded,
    /// The use case needs the database storage backend.
    DatabaseRequired,
    /// A vendor lacks a setting.
    VendorNotConfigured,
    /// No valid credentials.
    Unauthorized,
    /// The caller may not do this.
    Forbidden,
    /// The key lacks a scope.
    MissingScope,
    /// A page of another site sent the request with the cookie of the caller.
    Csrf,
    /// The object does not exist, or the caller may not know of it.
    NotFound,
    /// The address does not take the method.
    MethodNotAllowed,
    /// Something unique exists already, or the state does not allow it.
    Conflict,
    /// The deck has another revision than the write expects.
    StaleRevision,
    /// The input is too large.
    PayloadTooLarge,
    /// Too many requests or attempts.
    RateLimited,
    /// A daily limit is used up.
    DailyLimit,
    /// An internal error.
    InternalError,
    /// A vendor failed.
    BadGateway,
    /// Writes are rejected during maintenance.
    Maintenance,
    /// Storage does not answer or is full, or the object cannot be changed at present.
    ServiceUnavailable,
}

impl Error {
    /// The code of the error.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid(_) | Self::Slide(_) | Self::Slides(..) | Self::Conversion(_) => ErrorCode::BadRequest,
            Self::UnknownType(_) => ErrorCode::UnknownSlideType,
            Self::OverLimit(_) => ErrorCode::LimitExceeded,
            Self::Package(_) => ErrorCode::InvalidPackage,
            Self::NeedsDatabase(_) => ErrorCode::DatabaseRequired,
            Self::NoVendor(_) => ErrorCode::VendorNotConfigured,
            Self::Vendor(_) => ErrorCode::BadGateway,
            Self::Unauthorized(_) => ErrorCode::Unauthorized,
            Self::MissingScope(_) => ErrorCode::MissingScope,
            Self::Forbidden(_) => ErrorCode::Forbidden,
            Self::NotFound(_) => ErrorCode::NotFound,
            Self::Conflict(_) => ErrorCode::Conflict,
            Self::Stale { .. } => ErrorCode::StaleRevision,
            Self::TooLarge(_) => ErrorCode::PayloadTooLarge,
            Self::Limited(ExhaustedLimit { what: Limit::Requests, .. }) | Self::Throttled { .. } => {
                ErrorCode::RateLimited
            }
            Self::Limited(_) => ErrorCode::DailyLimit,
            Self::Maintenance { .. } => ErrorCode::Maintenance,
            Self::Unavailable(_) | Self::Busy(_) | Self::Full => ErrorCode::ServiceUnavailable,
            Self::Internal(_) => ErrorCode::InternalError,
        }
    }

    /// An error for invalid input.
    pub fn invalid(details: impl Into<String>) -> Self {
        Self::Invalid(details.into())
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken(what) => Self::Conflict(format!("`{what}` is in use already")),
            StoreError::Stale { latest } => Self::Stale { yours: 0, latest },
            // Reads "it was not found": storage does not say what is missing.
            StoreError::Missing => Self::NotFound("it was"),
            StoreError::NotEmpty => Self::Conflict("it still holds something".to_owned()),
            StoreError::LastAdministrator => Self::invalid("the last administrator keeps the role"),
            StoreError::LastMembership => Self::invalid("an administrator belongs to one organization at least"),
            StoreError::Protected => {
                Self::Forbidden("an administrator of the instance is changed by another administrator only")
            }
            StoreError::Refused(why) => Self::Invalid(why),
            StoreError::Full => Self::Full,
            StoreError::DraftsChanged => Self::Busy("others are changing drafts of this deck"),
            StoreError::Held(_) => Self::Busy("another node is changing this talk"),
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

/// The name of the theme is left out, since a theme that is not stored yet has none.
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
