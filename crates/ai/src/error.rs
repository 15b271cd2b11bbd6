//! The error of this crate.

use crate::{Refusal, Vendor};

/// Why a [`crate::Writer`] returned no result. The message names the vendor and the status, never the text of the
/// vendor's response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The vendor responded with a status outside 200 to 299.
    #[error("the vendor `{}` answered with status {status}", .vendor.id())]
    Status {
        /// The vendor.
        vendor: Vendor,
        /// The HTTP status.
        status: u16,
    },
    /// The vendor cannot be reached.
    #[error("the vendor `{}` cannot be reached", .0.id())]
    Unreachable(Vendor),
    /// The vendor did not respond before the deadline.
    #[error("the vendor `{}` did not answer in time", .0.id())]
    TimedOut(Vendor),
    /// The vendor's response is not what was asked for.
    #[error("the vendor `{}` gave no usable answer", .0.id())]
    UnusableAnswer(Vendor),
    /// Neither the built-in author nor a model can follow the instruction.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The caller cancelled the work.
    #[error("the work was stopped")]
    Cancelled,
}
