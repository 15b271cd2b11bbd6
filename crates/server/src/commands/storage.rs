//! What every command over storage does first and last: read the settings, open the service, close it again.

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
    Setting(#[from] crate::settings::Wrong),
    /// A use case did not happen.
    #[error(transparent)]
    Service(#[from] service::Error),
    /// The machine does not play along.
    #[error("{0}")]
    Machine(String),
}

/// A service that was opened, and what its first start made if this was it.
pub(crate) struct Opened {
    /// The use cases.
    pub(crate) service: Arc<Service>,
    /// What the first start made.
    pub(crate) first: Option<FirstStart>,
}

/// Opens storage, and sets it up when it holds no account.
pub(crate) async fn opened(settings: &StorageSettings) -> Result<Opened, Failure> {
    let service = Service::open(settings.backend(), settings.config.clone(), Clock::default()).await?;
    let password = settings.admin_password.as_ref().map(Secret::reveal);
    let first = service.accounts.first_start(settings.admin_email.as_deref(), password).await?;
    Ok(Opened { service, first })
}

/// Runs a command over storage on behalf of whoever may touch the data folder. What the first start made is told on
/// the standard error stream.
pub(crate) fn run(flags: StorageFlags, act: impl AsyncFnOnce(&Service, &Caller) -> Result<(), Failure>) -> ExitCode {
    let done = runtime().and_then(|runtime| {
        let settings = StorageSettings::read(flags, &|name| std::env::var_os(name))?;
        runtime.block_on(async {
            let Opened { service, first } = opened(&settings).await?;
            if let Some(first) = first {
                tell(&first);
            }
            let done = match service.accounts.trusted_caller().await {
                Ok(caller) => act(&service, &caller).await,
                Err(fault) => Err(fault.into()),
            };
            service.operations.close().await;
            done
        })
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failed(failure),
    }
}

/// The threads that work over storage. What they write is for this account alone, also in a folder that was made for
/// others to look into.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    umask(Mode::RWXG | Mode::RWXO);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|fault| Failure::Machine(format!("no threads can be started: {fault}")))
}

pub(crate) fn tell(first: &FirstStart) {
    eprintln!("lectern: the folder was empty; the administrator is {}", first.email);
    if let Some(password) = &first.password {
        eprintln!("lectern: the password is {password}");
    }
}
