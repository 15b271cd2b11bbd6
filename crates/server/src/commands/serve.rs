//! `lectern serve`: runs the service until it receives a signal to stop.

use std::process::ExitCode;

use clap::Args;
use listenfd::ListenFd;

use super::failed;
use super::storage::runtime;
use crate::settings::Settings;
use crate::settings::flags::ServeFlags;

/// Arguments of `lectern serve`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: ServeFlags,
}

/// Runs the service.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    // Called before any thread starts, since it changes the environment.
    let inherited = ListenFd::from_env();
    let served = runtime().and_then(|runtime| {
        let settings = Settings::read(arguments.flags, &|name| std::env::var_os(name))?;
        let served = runtime.block_on(crate::serve::serve(settings, inherited));
        // Does not wait for blocking threads: one may still wait for the response of a vendor, which is no longer
        // needed.
        runtime.shutdown_background();
        served
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failed(failure),
    }
}
