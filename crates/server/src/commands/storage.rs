//! Functions that all commands on storage share: they read the settings, open the service and close it.

use std::process::ExitCode;
use std::sync::Arc;

use rustix::fs::Mode;
use rustix::process::umask;
use service::{Caller, Clock, FirstStart, Service};

use super::failed;
use crate::settings::StorageSettings;
use crate::settings::flags::StorageFlags;
use crate::settings::value::Secret;

/// Why a command fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] crate::settings::InvalidSetting),
    /// A use case failed.
    #[error(transparent)]
    Service(#[from] service::Error),
    /// The account that the command names does not exist.
    #[error("no account has the e-mail `{0}`; `lectern user list` lists all accounts")]
    NoAccount(String),
    /// The system does not provide what the command needs.
    #[error("{0}")]
    System(String),
}

impl Failure {
    /// The failure of a use case on the account with this e-mail.
    pub(crate) fn of_account(email: &str, error: service::Error) -> Self {
        match error {
            service::Error::NotFound("user") => Self::NoAccount(email.to_owned()),
            other => Self::Service(other),
        }
    }
}

/// An open service, and the first administrator if opening it created one.
pub(crate) struct OpenedStorage {
    /// The use cases.
    pub(crate) service: Arc<Service>,
    /// The administrator that was created; none unless storage was empty.
    pub(crate) first_start: Option<FirstStart>,
}

/// Opens storage, and creates the first administrator when storage has no account.
pub(crate) async fn open_storage(settings: &StorageSettings) -> Result<OpenedStorage, Failure> {
    let service = Service::open(settings.backend(), settings.config.clone(), Clock::default()).await?;
    let password = settings.admin_password.as_ref().map(Secret::reveal);
    let first_start = service.accounts.first_start(settings.admin_email.as_deref(), password).await?;
    Ok(OpenedStorage { service, first_start })
}

/// Runs a command on storage as a trusted caller. The result of a first start is printed to the standard error stream.
pub(crate) fn run(flags: StorageFlags, act: impl AsyncFnOnce(&Service, &Caller) -> Result<(), Failure>) -> ExitCode {
    let result = runtime().and_then(|runtime| {
        let settings = StorageSettings::read(flags, &|name| std::env::var_os(name))?;
        runtime.block_on(async {
            let OpenedStorage { service, first_start } = open_storage(&settings).await?;
            if let Some(first_start) = first_start {
                print_first_start(&first_start);
            }
            let result = match service.accounts.trusted_caller().await {
                Ok(caller) => act(&service, &caller).await,
                Err(fault) => Err(fault.into()),
            };
            service.operations.close().await;
            result
        })
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failed(failure),
    }
}

/// The async runtime of a command on storage. Files that it creates are readable for this user alone.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    umask(Mode::RWXG | Mode::RWXO);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|fault| Failure::System(format!("no threads can be started: {fault}")))
}

/// Prints the e-mail of the first administrator to the standard error stream, and the password if it was generated.
pub(crate) fn print_first_start(first_start: &FirstStart) {
    eprintln!("lectern: the folder was empty; the administrator is {}", first_start.email);
    if let Some(password) = &first_start.password {
        eprintln!("lectern: the password is {password}");
    }
}
