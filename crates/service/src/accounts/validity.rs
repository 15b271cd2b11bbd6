//! Checks callers again: an open stream or a stored secret may outlive a sign-out, a revoked key, a disabled account or
//! a membership.

use std::sync::Arc;

use store::{LiveCredential, StoredDeck, UserId};
use tokio::sync::watch;

use super::Accounts;
use crate::caller::{Caller, Via};
use crate::error::{Error, Result};
use crate::rights::{Right, access_level};

/// Reports when a caller is no longer valid: signed out, disabled, or no longer a member of the organization they acted
/// in.
#[derive(Debug)]
pub struct CallerWatch {
    accounts: Arc<Accounts>,
    caller: Caller,
    changes: watch::Receiver<()>,
    /// Whether something changed since the last check. It is `true` at first, since something may have changed between
    /// the check of the caller and the start of the watch.
    is_unchecked: bool,
}

impl Accounts {
    /// Watches a caller.
    pub fn watch(self: &Arc<Self>, caller: &Caller) -> CallerWatch {
        CallerWatch { accounts: Arc::clone(self), caller: caller.clone(), changes: self.changes(), is_unchecked: true }
    }

    /// Changes of accounts, memberships, sessions and keys from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Notifies everybody who watches a caller that accounts may have changed.
    pub(crate) fn notify_changed(&self) {
        self.changed.send_replace(());
    }

    /// The caller as they are now, in the organization that they acted in.
    ///
    /// # Errors
    /// Fails with `Unauthorized` when the session or key has ended, or the account is no longer a member of the
    /// organization.
    pub(crate) async fn current_caller(&self, caller: &Caller) -> Result<Caller> {
        let via = self.renewed_caller(caller).await?.via;
        let current = self.caller_in(&caller.user.id, &caller.organization.id, via).await?;
        let current = current.ok_or(Error::Unauthorized("your membership of the organization has ended"))?;
        Ok(Caller { address: caller.address, ..current })
    }

    /// Whether an account has a right on a deck. An account that does not exist, is disabled or does not belong to the
    /// organization of the deck has none.
    pub(crate) async fn account_holds(&self, user: &UserId, deck: &StoredDeck, right: Right) -> Result<bool> {
        let caller = self.caller_in(user, &deck.head.organization, Via::Local).await?;
        let access = caller.and_then(|caller| access_level(&caller, deck));
        Ok(access.is_some_and(|access| access.holds(right)))
    }

    /// Whether a sign-in or an API key is still valid.
    pub(crate) async fn is_valid(&self, credential: &LiveCredential) -> Result<bool> {
        let caller = match credential {
            LiveCredential::Session(hash) => self.caller_of_session(hash).await,
            LiveCredential::Key(hash) => self.caller_of_key(hash).await,
        };
        match caller {
            Ok(_) => Ok(true),
            Err(Error::Unauthorized(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl CallerWatch {
    /// Waits until the caller is no longer valid. It can be cancelled at any time.
    pub async fn ended(&mut self) {
        loop {
            if !self.is_unchecked {
                if self.changes.changed().await.is_err() {
                    return;
                }
                self.is_unchecked = true;
            }
            if self.is_over().await {
                return;
            }
            self.is_unchecked = false;
        }
    }

    /// Whether the caller is no longer valid. Also `false` while storage does not respond.
    pub async fn is_over(&self) -> bool {
        matches!(self.accounts.current_caller(&self.caller).await, Err(Error::Unauthorized(_)))
    }
}
