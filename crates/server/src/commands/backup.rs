//! `lectern backup` and `lectern restore`: writes everything that is stored into one file, and restores it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use service::{Backend, BackupContents, Clock, Restored, RestoredKey, Service};

use super::storage::{Failure, runtime};
use super::{failed, note};
use crate::settings::StorageSettings;
use crate::settings::flags::StorageFlags;

/// Arguments of `lectern backup`.
#[derive(Args)]
pub(crate) struct BackupArguments {
    /// The file to write; it must not exist yet.
    #[arg(value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    storage: StorageFlags,
}

/// Arguments of `lectern restore`.
#[derive(Args)]
pub(crate) struct RestoreArguments {
    /// The backup.
    #[arg(value_name = "FILE")]
    source: PathBuf,
    /// Leave the API keys valid. Without it they are revoked, since some may have been revoked after the backup was made.
    #[arg(long)]
    keep_keys: bool,
    #[command(flatten)]
    storage: StorageFlags,
}

/// Writes a backup, also while a service runs. Storage that does not exist is not created.
pub(crate) fn back_up(arguments: BackupArguments) -> ExitCode {
    let BackupArguments { out, storage } = arguments;
    let written = runtime().and_then(|runtime| {
        let settings = StorageSettings::read(storage, &|name| std::env::var_os(name))?;
        let (backend, folder) = (settings.backend(), &settings.config.data_dir);
        if !matches!(backend, Backend::Postgres { .. }) && !folder.is_dir() {
            return Err(Failure::System(format!("`{}` is not there; is it the right folder?", folder.display())));
        }
        runtime.block_on(async {
            let service = Service::open(backend, settings.config.clone(), Clock::default()).await?;
            let contents = service.operations.back_up(&out).await;
            service.operations.close().await;
            Ok(contents?)
        })
    });
    let contents = match written {
        Ok(contents) => contents,
        Err(failure) => return failed(failure),
    };
    eprintln!("lectern: `{}` holds {}", out.display(), summary(&contents));
    for hash in &contents.missing {
        eprintln!("lectern: the picture {hash} is lost or damaged in storage, and so not in the backup");
    }
    ExitCode::SUCCESS
}

/// Restores a backup into empty storage. No first account is created.
pub(crate) fn restore(arguments: RestoreArguments) -> ExitCode {
    let RestoreArguments { source, keep_keys, storage } = arguments;
    let restored = runtime().and_then(|runtime| {
        let settings = StorageSettings::read(storage, &|name| std::env::var_os(name))?;
        let backend = settings.backend();
        let restored = service::restore(&backend, &settings.config, &source, keep_keys);
        let Restored { contents, keys } = runtime.block_on(restored).map_err(Failure::from)?;
        let folder = settings.config.data_dir.display();
        eprintln!("lectern: restored into `{folder}`: {}", summary(&contents));
        eprintln!("lectern: the backup was made at {} by Lectern {}", contents.made_at, contents.lectern);
        note("everybody has to sign in again: sessions and one-time links are not restored");
        for RestoredKey { prefix, name, owner } in keys {
            let state = if keep_keys { "is valid again" } else { "is revoked" };
            note(&format!("the key `{prefix}...` (`{name}`) of {owner} {state}"));
        }
        Ok(())
    });
    match restored {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failed(failure),
    }
}

fn summary(contents: &BackupContents) -> String {
    let BackupContents { accounts, decks, versions, assets, .. } = contents;
    format!("{accounts} accounts, {decks} presentations, {versions} versions, {assets} pictures")
}
