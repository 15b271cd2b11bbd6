//! `lectern mcp`: agent tools over the standard streams. Today it judges the settings and says that it comes later.

use std::process::ExitCode;

use clap::Args;

use super::failed;
use crate::settings::Settings;
use crate::settings::flags::ServeFlags;

/// What the tools work with.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: ServeFlags,
}

/// Answers agents over the standard streams.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    match Settings::read(arguments.flags, &|name| std::env::var_os(name)) {
        Ok(_) => failed("agent tools over the standard streams are not there yet"),
        Err(wrong) => failed(wrong),
    }
}
