//! `lectern key`: API keys from the command line. Only the key itself is on the standard output.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use service::Scope;

use super::storage::{Failure, run as over_storage};
use crate::settings::flags::StorageFlags;

/// Subcommands of `lectern key`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Make a key and print it; it is shown this once.
    Create(Create),
}

/// A new key.
#[derive(Args)]
pub(crate) struct Create {
    /// The e-mail address of the account that the key acts for.
    #[arg(long)]
    email: String,
    /// The name of the key: what it is for, in a few words.
    #[arg(long)]
    name: String,
    /// The scopes of the key, such as read,write,export.
    #[arg(long, value_delimiter = ',', value_parser = scope, required = true)]
    scopes: Vec<Scope>,
    #[command(flatten)]
    storage: StorageFlags,
}

/// Runs a subcommand of `lectern key`.
pub(crate) fn run(Command::Create(Create { email, name, scopes, storage }): Command) -> ExitCode {
    over_storage(storage, async |service, _| {
        let owner = service.accounts.local_caller(&email).await;
        let owner = owner.map_err(|error| Failure::of_account(&email, error))?;
        let names: Vec<String> = scopes.iter().map(|scope| scope.name().to_owned()).collect();
        let created = service.accounts.create_key(&owner, &name, &names).await?;
        eprintln!("lectern: a key of {} in `{}`", owner.email(), owner.organization.slug);
        println!("{}", created.token);
        Ok(())
    })
}

fn scope(name: &str) -> Result<Scope, String> {
    Scope::named(name.trim()).ok_or_else(|| format!("expected some of {}", Scope::ALL.map(Scope::name).join(", ")))
}
