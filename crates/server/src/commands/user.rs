//! `lectern user`: accounts from the command line.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use service::{NewUser, Role, Tier, UserChange};

use super::storage::{Failure, run as over_storage};
use super::{escaped, print};
use crate::routes::UserJson;
use crate::settings::flags::StorageFlags;

/// Subcommands of `lectern user`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Make an account; without --password a random one is made and printed.
    Create(Create),
    /// List the accounts.
    List(List),
    /// Change an account.
    Set(Set),
}

/// A new account.
#[derive(Args)]
pub(crate) struct Create {
    /// The e-mail address of the account.
    #[arg(long)]
    email: String,
    /// The name of the person.
    #[arg(long)]
    name: Option<String>,
    /// The password of the account, 8 to 1024 characters.
    #[arg(long)]
    password: Option<String>,
    /// The role of the account in the instance: admin or member.
    #[arg(long, value_parser = role)]
    role: Option<Role>,
    /// The tier of the account, which sets the limits of its keys: free, pro or enterprise.
    #[arg(long, value_parser = tier)]
    tier: Option<Tier>,
    #[command(flatten)]
    storage: StorageFlags,
}

/// The accounts.
#[derive(Args)]
pub(crate) struct List {
    /// Print JSON, for programs.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageFlags,
}

/// Changes to an account.
#[derive(Args)]
pub(crate) struct Set {
    /// The e-mail address of the account.
    #[arg(long)]
    email: String,
    /// The tier of the account, which sets the limits of its keys: free, pro or enterprise.
    #[arg(long, value_parser = tier)]
    tier: Option<Tier>,
    /// The role of the account in the instance: admin or member.
    #[arg(long, value_parser = role)]
    role: Option<Role>,
    /// The name of the person.
    #[arg(long)]
    name: Option<String>,
    /// A new password, 8 to 1024 characters.
    #[arg(long)]
    password: Option<String>,
    /// Unbind the account from single sign-on. The next person who signs in there with its e-mail is bound to it.
    #[arg(long)]
    forget_sign_on: bool,
    /// Remove all passkeys of the account, such as those that a stranger added.
    #[arg(long)]
    remove_passkeys: bool,
    #[command(flatten)]
    storage: StorageFlags,
}

/// Runs a subcommand of `lectern user`.
pub(crate) fn run(command: Command) -> ExitCode {
    match command {
        Command::Create(arguments) => create(arguments),
        Command::List(arguments) => list(arguments),
        Command::Set(arguments) => set(arguments),
    }
}

fn create(Create { email, name, password, role, tier, storage }: Create) -> ExitCode {
    over_storage(storage, async |service, caller| {
        let new = NewUser { email, name, role, tier, password };
        let (user, password) = service.accounts.create_user_in(caller, new, false).await?;
        eprintln!("lectern: {} is {}, {}", user.email, user.role.name(), user.tier.name());
        if let Some(password) = password {
            println!("{password}");
        }
        Ok(())
    })
}

fn list(List { json, storage }: List) -> ExitCode {
    over_storage(storage, async |service, caller| {
        let users = service.accounts.users(caller).await?;
        if json {
            let records: Vec<_> = users.iter().map(|user| UserJson::from(&**user)).collect();
            print(&serde_json::to_string(&records).unwrap_or_default());
            return Ok(());
        }
        let email = users.iter().map(|user| user.email.chars().count()).max().unwrap_or_default();
        print(&format!("{:email$}  {:6}  {:10}  NAME", "EMAIL", "ROLE", "TIER"));
        for user in users {
            let state = if user.disabled { "  (switched off)" } else { "" };
            let (role, tier) = (user.role.name(), user.tier.name());
            let name = escaped(&user.name);
            print(&format!("{:email$}  {role:6}  {tier:10}  {name}{state}", user.email));
        }
        Ok(())
    })
}

fn set(Set { email, tier, role, name, password, forget_sign_on, remove_passkeys, storage }: Set) -> ExitCode {
    over_storage(storage, async |service, caller| {
        let change = UserChange { name, role, tier, password, disabled: None };
        let user = service.accounts.update_user_by_email(caller, &email, change).await;
        let user = user.map_err(|error| Failure::of_account(&email, error))?;
        if forget_sign_on {
            service.accounts.remove_sign_on_identities(caller, &email).await?;
        }
        if remove_passkeys {
            service.accounts.remove_passkeys_of(caller, &email).await?;
        }
        eprintln!("lectern: {} is {}, {}", user.email, user.role.name(), user.tier.name());
        Ok(())
    })
}

fn role(name: &str) -> Result<Role, String> {
    Role::named(name).ok_or_else(|| "expected admin or member".to_owned())
}

fn tier(name: &str) -> Result<Tier, String> {
    Tier::named(name).ok_or_else(|| "expected free, pro or enterprise".to_owned())
}
