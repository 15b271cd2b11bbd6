//! One file per command.

pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod gallery;
pub(crate) mod key;
pub(crate) mod mcp;
pub(crate) mod migrate;
pub(crate) mod serve;
pub(crate) mod storage;
pub(crate) mod user;

use std::fmt::Display;
use std::process::ExitCode;

/// Ends a command that failed, with the reason.
pub(crate) fn failed(reason: impl Display) -> ExitCode {
    eprintln!("lectern: {reason:#}");
    ExitCode::FAILURE
}
