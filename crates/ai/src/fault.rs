//! Why somebody who writes gives no answer.

use crate::{Refusal, Vendor};

/// Why there is no answer. Names the vendor and the status, never what the vendor said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The vendor answered with a status that is no success.
    #[error("the vendor `{}` answered with status {status}", .vendor.id())]
    Status {
        /// Which vendor.
        vendor: Vendor,
        /// The status.
        status: u16,
    },
    /// The vendor cannot be reached.
    #[error("the vendor `{}` cannot be reached", .0.id())]
    Unreachable(Vendor),
    /// The vendor took too long.
    #[error("the vendor `{}` did not answer in time", .0.id())]
    TooSlow(Vendor),
    /// The answer cannot be used.
    #[error("the vendor `{}` gave no usable answer", .0.id())]
    Unusable(Vendor),
    /// The instruction cannot be followed, whoever is asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Whoever asked no longer wants it.
    #[error("the work was stopped")]
    Stopped,
}
