//! Maintenance mode: reads are served, writes are refused.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use store::{Shared, Store};

use crate::audit::{Act, AuditLog, Details};
use crate::caller::Caller;
use crate::error::{Error, Result};

/// Name of the stored flag that carries the switch to other processes on the same storage.
const FLAG: &str = "maintenance";

/// Why writing is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaintenanceReason {
    /// Maintenance is configured.
    Configured,
    /// An administrator switched it on.
    Manual,
    /// The service is shutting down.
    Shutdown,
}

/// Maintenance that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActiveMaintenance {
    /// Why.
    pub reason: MaintenanceReason,
    /// After how many seconds callers should try again.
    pub retry_after: u64,
}

/// The stored flag.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Flag {
    #[serde(default)]
    active: bool,
    retry_after: Option<u64>,
}

/// The switch of this process.
#[derive(Debug)]
pub(crate) struct Switch {
    state: Mutex<Option<ActiveMaintenance>>,
    /// The state that the configuration sets. It applies until an administrator switches maintenance on or off.
    configured: Option<ActiveMaintenance>,
    retry_after: u64,
    /// Whether the node is about to shut down, so that a load balancer should send nothing more.
    is_leaving: AtomicBool,
}

impl Switch {
    pub(crate) fn new(configured: bool, retry_after: u64) -> Self {
        let configured = configured.then_some(ActiveMaintenance { reason: MaintenanceReason::Configured, retry_after });
        Self { state: Mutex::new(configured), configured, retry_after, is_leaving: AtomicBool::new(false) }
    }

    /// Sets the state. A shutdown cannot be undone.
    fn set(&self, state: Option<ActiveMaintenance>) {
        let mut current = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if current.is_none_or(|current| current.reason != MaintenanceReason::Shutdown) {
            *current = state;
        }
    }

    fn get(&self) -> Option<ActiveMaintenance> {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The maintenance switch, and whether this node accepts requests.
///
/// Uses storage, which carries the switch to other processes, the state that nodes share, and the audit log.
#[derive(Debug)]
pub struct Maintenance {
    pub(crate) switch: Switch,
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) audit: Arc<AuditLog>,
}

impl Maintenance {
    /// The maintenance that is under way, if any.
    pub fn current(&self) -> Option<ActiveMaintenance> {
        self.switch.get()
    }

    /// Refuses a write during maintenance.
    ///
    /// # Errors
    /// Fails during maintenance.
    pub fn check(&self) -> Result<()> {
        match self.current() {
            None => Ok(()),
            Some(ActiveMaintenance { retry_after, .. }) => Err(Error::Maintenance { retry_after }),
        }
    }

    /// Switches maintenance on or off in every process on this storage. Switching it off also overrides the setting
    /// until the next start.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator, or the seconds are out of bounds.
    pub async fn set(&self, caller: &Caller, active: bool, retry_after: Option<u64>) -> Result<()> {
        caller.needs_admin()?;
        let retry_after = retry_after.unwrap_or(self.switch.retry_after);
        if !(1..=86_400).contains(&retry_after) {
            return Err(Error::invalid("`retryAfter` is a whole number of seconds from 1 to 86400"));
        }
        let flag = serde_json::to_value(Flag { active, retry_after: Some(retry_after) });
        self.store.set_flag(FLAG, Some(flag.map_err(anyhow::Error::from)?)).await?;
        self.switch.set(active.then_some(ActiveMaintenance { reason: MaintenanceReason::Manual, retry_after }));
        self.audit.record(caller, Act::MaintenanceSwitched, "", Details::none().with("active", active)).await;
        Ok(())
    }

    /// Applies what an administrator switched in another process on this storage.
    pub(crate) async fn reload(&self) {
        match self.stored().await {
            Ok(stored) => self.switch.set(stored),
            Err(fault) => tracing::warn!("cannot read whether maintenance was switched: {fault:#}"),
        }
    }

    /// Begins in maintenance when an administrator has switched it on in another process.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn join(&self) -> Result<()> {
        if let Some(on) = self.stored().await? {
            self.switch.set(Some(on));
        }
        Ok(())
    }

    /// Sets the state for a server that starts. A single server starts without the switch that an administrator set
    /// before. Among other nodes, maintenance that was switched on stays on until it is switched off.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn begin(&self) -> Result<()> {
        if self.shared.has_other_nodes() {
            return self.join().await;
        }
        Ok(self.store.set_flag(FLAG, None).await?)
    }

    /// The state that an administrator switched, else the configured one.
    async fn stored(&self) -> Result<Option<ActiveMaintenance>> {
        let Some(flag) = self.store.flag(FLAG).await? else { return Ok(self.switch.configured) };
        let Flag { active, retry_after } = serde_json::from_value(flag).map_err(anyhow::Error::from)?;
        let retry_after = retry_after.unwrap_or(self.switch.retry_after);
        Ok(active.then_some(ActiveMaintenance { reason: MaintenanceReason::Manual, retry_after }))
    }

    /// Whether requests should be sent to this node.
    ///
    /// # Errors
    /// Fails when the node is shutting down, or storage or shared state do not respond.
    pub async fn check_ready(&self) -> Result<()> {
        if self.switch.is_leaving.load(Ordering::Acquire) {
            return Err(Error::Maintenance { retry_after: self.switch.retry_after });
        }
        let (storage, shared) = tokio::join!(self.store.is_reachable(), self.shared.is_reachable());
        match (storage, shared) {
            (true, true) => Ok(()),
            (false, _) => Err(Error::Unavailable("storage does not respond".to_owned())),
            (true, false) => Err(Error::Unavailable("the state that nodes share does not respond".to_owned())),
        }
    }

    /// Reports this node as not ready from now on. Requests are still served.
    pub fn begin_leaving(&self) {
        self.switch.is_leaving.store(true, Ordering::Release);
    }

    /// Refuses writes while the service shuts down.
    pub fn begin_shutdown(&self) {
        self.begin_leaving();
        let retry_after = self.switch.retry_after;
        self.switch.set(Some(ActiveMaintenance { reason: MaintenanceReason::Shutdown, retry_after }));
    }
}
