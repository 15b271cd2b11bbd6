//! `lectern mcp`: agent tools over the standard streams, until the input ends.

use std::process::ExitCode;

use clap::Args;

use super::failed;
use super::storage::{Failure, OpenedStorage, open_storage, print_first_start, runtime};
use crate::mail::Mailer;
use crate::mcp::{Dispatcher, run_stdio};
use crate::serve::extensions;
use crate::settings::Settings;
use crate::settings::flags::ServeFlags;

/// Arguments of `lectern mcp`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: ServeFlags,
}

/// Serves one agent over the standard streams. Returns when the input ends or the service cannot start.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let served = runtime().and_then(|runtime| {
        let settings = Settings::read(arguments.flags, &|name| std::env::var_os(name))?;
        let served = runtime.block_on(serve(settings));
        // Does not wait for blocking threads: the one that reads the input may wait for a line that never comes.
        runtime.shutdown_background();
        served
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failed(failure),
    }
}

async fn serve(mut settings: Settings) -> Result<(), Failure> {
    let extensions = extensions(&settings)?;
    let mailer = Mailer::begin(&mut settings);
    let OpenedStorage { service, first_start } = open_storage(&settings.storage).await?;
    if let Some(first_start) = first_start {
        print_first_start(&first_start);
    }
    service.maintenance.join().await?;
    let dispatcher = Dispatcher::new(service.clone(), settings.mcp_extra_tools, extensions);
    let served = run_stdio(&dispatcher, settings.mcp_owner_email.as_deref()).await;
    mailer.end().await;
    service.operations.close().await;
    served.map_err(|fault| Failure::System(format!("the standard streams broke: {fault}")))
}
