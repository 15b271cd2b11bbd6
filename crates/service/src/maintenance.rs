//! Maintenance: reading goes on, writing waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::Service;
use crate::audit::Act;
use crate::caller::Caller;
use crate::error::{Error, Result};

/// Name of the flag that other processes on the same storage see.
const FLAG: &str = "maintenance";

/// Why writing waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// By a setting.
    Configured,
    /// By an administrator.
    Manual,
    /// The service is going down.
    Shutdown,
}

/// The state of the switch: none while everything works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Maintenance {
    /// Why.
    pub reason: Reason,
    /// Seconds to tell callers.
    pub retry_after: u64,
}

/// The switch of this process.
#[derive(Debug)]
pub(crate) struct Switch {
    state: Mutex<Option<Maintenance>>,
    /// What it says unless somebody switches it.
    configured: Option<Maintenance>,
    retry_after: u64,
    /// Whether the service is about to go: nobody should be sent here any more.
    leaving: AtomicBool,
}

impl Switch {
    pub(crate) fn new(configured: bool, retry_after: u64) -> Self {
        let configured = configured.then_some(Maintenance { reason: Reason::Configured, retry_after });
        Self { state: Mutex::new(configured), configured, retry_after, leaving: AtomicBool::new(false) }
    }

    /// Whoever goes down stays so, whatever is switched meanwhile.
    fn set(&self, state: Option<Maintenance>) {
        let mut now = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if now.is_none_or(|now| now.reason != Reason::Shutdown) {
            *now = state;
        }
    }

    fn get(&self) -> Option<Maintenance> {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Service {
    /// Whether writing waits, and why.
    pub fn maintenance(&self) -> Option<Maintenance> {
        self.maintenance.get()
    }

    /// Refuses writing during maintenance.
    ///
    /// # Errors
    /// Maintenance is under way.
    pub fn not_in_maintenance(&self) -> Result<()> {
        match self.maintenance() {
            None => Ok(()),
            Some(Maintenance { retry_after, .. }) => Err(Error::Maintenance { retry_after }),
        }
    }

    /// The state as it is answered.
    pub fn maintenance_view(&self) -> Value {
        match self.maintenance() {
            None => json!({ "active": false, "reason": null, "retryAfter": null }),
            Some(Maintenance { reason, retry_after }) => {
                let reason = match reason {
                    Reason::Configured => "configured",
                    Reason::Manual => "manual",
                    Reason::Shutdown => "shutdown",
                };
                json!({ "active": true, "reason": reason, "retryAfter": retry_after })
            }
        }
    }

    /// Switches maintenance on or off, in every process on this storage. Off also lifts the setting until the next start.
    ///
    /// # Errors
    /// Not an administrator, or seconds out of bounds.
    pub async fn set_maintenance(&self, caller: &Caller, active: bool, retry_after: Option<u64>) -> Result<Value> {
        caller.needs_admin()?;
        let retry_after = retry_after.unwrap_or(self.maintenance.retry_after);
        if !(1..=86_400).contains(&retry_after) {
            return Err(Error::invalid("`retryAfter` is a whole number of seconds from 1 to 86400"));
        }
        self.store.set_flag(FLAG, Some(json!({ "active": active, "retryAfter": retry_after }))).await?;
        self.maintenance.set(active.then_some(Maintenance { reason: Reason::Manual, retry_after }));
        self.record(caller, Act::MaintenanceSwitched, "", json!({ "active": active })).await;
        Ok(self.maintenance_view())
    }

    /// The state and what goes on meanwhile, for an administrator about to switch: also `liveSessions`.
    ///
    /// # Errors
    /// Not an administrator, or storage does not answer.
    pub async fn maintenance_outlook(&self, caller: &Caller) -> Result<Value> {
        caller.needs_admin()?;
        let mut view = self.maintenance_view();
        view["liveSessions"] = json!(self.live_decks().await?.len());
        Ok(view)
    }

    /// Follows what an administrator switched in another process on this storage.
    pub(crate) async fn follow_maintenance(&self) {
        match self.flagged().await {
            Ok(flagged) => self.maintenance.set(flagged),
            Err(fault) => tracing::warn!("whether maintenance was switched is not known: {fault:#}"),
        }
    }

    /// Begins in maintenance when an administrator has it switched on beside this process.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn join_maintenance(&self) -> Result<()> {
        if let Some(on) = self.flagged().await? {
            self.maintenance.set(Some(on));
        }
        Ok(())
    }

    /// What holds when a server starts. Alone, it forgets what was switched before; among other nodes, what was switched
    /// on stays on until it is switched off.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn begin_maintenance(&self) -> Result<()> {
        if self.shared.has_other_nodes() {
            return self.join_maintenance().await;
        }
        Ok(self.store.set_flag(FLAG, None).await?)
    }

    /// What an administrator switched, else what is set.
    async fn flagged(&self) -> Result<Option<Maintenance>> {
        let Some(flag) = self.store.flag(FLAG).await? else { return Ok(self.maintenance.configured) };
        let is_on = flag.get("active") == Some(&json!(true));
        let retry_after = flag.get("retryAfter").and_then(Value::as_u64).unwrap_or(self.maintenance.retry_after);
        Ok(is_on.then_some(Maintenance { reason: Reason::Manual, retry_after }))
    }

    /// Whether requests should be sent here: storage and what nodes share answer, and the service is not about to go.
    ///
    /// # Errors
    /// They should not.
    pub async fn takes_requests(&self) -> Result<()> {
        if self.maintenance.leaving.load(Ordering::Acquire) {
            return Err(Error::Maintenance { retry_after: self.maintenance.retry_after });
        }
        let (storage, shared) = tokio::join!(self.store.healthy(), self.shared.answers());
        match (storage, shared) {
            (true, true) => Ok(()),
            (false, _) => Err(Error::Unavailable("storage does not answer".to_owned())),
            (true, false) => Err(Error::Unavailable("what nodes share does not answer".to_owned())),
        }
    }

    /// From now on it is not ready; everything goes on for those who come nevertheless.
    pub fn begin_leaving(&self) {
        self.maintenance.leaving.store(true, Ordering::Release);
    }

    /// Writing waits while the service goes down.
    pub fn begin_shutdown(&self) {
        self.begin_leaving();
        let retry_after = self.maintenance.retry_after;
        self.maintenance.set(Some(Maintenance { reason: Reason::Shutdown, retry_after }));
    }
}
