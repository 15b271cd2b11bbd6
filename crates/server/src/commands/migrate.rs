//! `lectern migrate`: migrates storage. Opening storage migrates its tables; this command migrates the decks.

use std::process::ExitCode;

use clap::Args;

use super::storage::run as over_storage;
use crate::settings::flags::StorageFlags;

/// Arguments of `lectern migrate`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    storage: StorageFlags,
}

/// Migrates all decks to the current version.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    over_storage(arguments.storage, async |service, _| {
        let decks = service.operations.migrate_decks().await?;
        eprintln!("lectern: storage is up to date; presentations that had an older form: {decks}");
        Ok(())
    })
}
