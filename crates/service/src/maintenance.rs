//! Maintenance: reading goes on, writing waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use store::{Shared, Store};

use crate::AuditLog;
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
pub struct ActiveMaintenance {
    /// Why.
    pub reason: Reason,
    /// Seconds to tell callers.
    pub retry_after: u64,
}

/// The switch of this process.
#[derive(Debug)]
pub(crate) struct Switch {
    state: Mutex<Option<ActiveMaintenance>>,
    /// What it says unless somebody switches it.
    configured: Option<ActiveMaintenance>,
    retry_after: u64,
    /// Whether the service is about to go: nobody should be sent here any more.
    leaving: AtomicBool,
}

impl Switch {
    pub(crate) fn new(configured: bool, retry_after: u64) -> Self {
        let configured = configured.then_some(ActiveMaintenance { reason: Reason::Configured, retry_after });
        Self { state: Mutex::new(configured), configured, retry_after, leaving: AtomicBool::new(false) }
    }

    /// Whoever goes down stays so, whatever is switched meanwhile.
    fn set(&self, state: Option<ActiveMaintenance>) {
        let mut now = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if now.is_none_or(|now| now.reason != Reason::Shutdown) {
            *now = state;
        }
    }

    fn get(&self) -> Option<ActiveMaintenance> {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The maintenance switch, and whether this node takes requests.
///
/// Uses storage, which carries the switch to other processes, and the audit log.
#[derive(Debug)]
pub struct Maintenance {
    pub(crate) switch: Switch,
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) audit: Arc<AuditLog>,
}

impl Maintenance {
    /// Whether writing waits, and why.
    pub fn current(&self) -> Option<ActiveMaintenance> {
        self.switch.get()
    }

    /// Refuses writing during maintenance.
    ///
    /// # Errors
    /// Maintenance is under way.
    pub fn check(&self) -> Result<()> {
        match self.current() {
            None => Ok(()),
            Some(ActiveMaintenance { retry_after, .. }) => Err(Error::Maintenance { retry_after }),
        }
    }

    /// The state as it is answered.
    pub fn view(&self) -> Value {
        match self.current() {
            None => json!({ "active": false, "reason": null, "retryAfter": null }),
            Some(ActiveMaintenance { reason, retry_after }) => {
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
    pub async fn set(&self, caller: &Caller, active: bool, retry_after: Option<u64>) -> Result<Value> {
        caller.needs_admin()?;
        let retry_after = retry_after.unwrap_or(self.switch.retry_after);
        if !(1..=86_400).contains(&retry_after) {
            return Err(Error::invalid("`retryAfter` is a whole number of seconds from 1 to 86400"));
        }
        self.store.set_flag(FLAG, Some(json!({ "active": active, "retryAfter": retry_after }))).await?;
        self.switch.set(active.then_some(ActiveMaintenance { reason: Reason::Manual, retry_after }));
        self.audit.record(caller, Act::MaintenanceSwitched, "", json!({ "active": active })).await;
        Ok(self.view())
    }

    /// Follows what an administrator switched in another process on this storage.
    pub(crate) async fn reload(&self) {
        match self.flagged().await {
            Ok(flagged) => self.switch.set(flagged),
            Err(fault) => tracing::warn!("whether maintenance was switched is not known: {fault:#}"),
        }
    }

    /// Begins in maintenance when an administrator has it switched on beside this process.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn join(&self) -> Result<()> {
        if let Some(on) = self.flagged().await? {
            self.switch.set(Some(on));
        }
        Ok(())
    }

    /// What holds when a server starts. Alone, it forgets what was switched before; among other nodes, what was switched
    /// on stays on until it is switched off.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn begin(&self) -> Result<()> {
        if self.shared.has_other_nodes() {
            return self.join().await;
        }
        Ok(self.store.set_flag(FLAG, None).await?)
    }

    /// What an administrator switched, else what is set.
    async fn flagged(&self) -> Result<Option<ActiveMaintenance>> {
        let Some(flag) = self.store.flag(FLAG).await? else { return Ok(self.switch.configured) };
        let is_on = flag.get("active") == Some(&json!(true));
        let retry_after = flag.get("retryAfter").and_then(Value::as_u64).unwrap_or(self.switch.retry_after);
        Ok(is_on.then_some(ActiveMaintenance { reason: Reason::Manual, retry_after }))
    }

    /// Whether requests should be sent here: storage and what nodes share answer, and the service is not about to go.
    ///
    /// # Errors
    /// They should not.
    pub async fn takes_requests(&self) -> Result<()> {
        if self.switch.leaving.load(Ordering::Acquire) {
            return Err(Error::Maintenance { retry_after: self.switch.retry_after });
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
        self.switch.leaving.store(true, Ordering::Release);
    }

    /// Writing waits while the service goes down.
    pub fn begin_shutdown(&self) {
        self.begin_leaving();
        let retry_after = self.switch.retry_after;
        self.switch.set(Some(ActiveMaintenance { reason: Reason::Shutdown, retry_after }));
    }
}
