//! The presenters of a session, who began or steered it, and the key to its notes.
//!
//! Everybody who began or steered a session was given the notes key. When one of them may no longer write the deck, or
//! the sign-in or API key they used has ended, the notes key changes. When none of them may write the deck any more,
//! the session ends.

use std::sync::Arc;

use store::{LiveCredential, LivePresenter, LiveSession, StoredDeck};

use super::room::{Room, RoomState, StreamMessage};
use super::{NO_SESSION, SessionContext};
use crate::Live;
use crate::caller::{Caller, Via};
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::{new_short_token, same_secret};

/// The number of bytes of a notes key.
const KEY_BYTES: usize = 16;

/// A key that a presenter gives to a speaker or to their own phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpeakerKey {
    /// Opens the notes, and steers while control is enabled.
    Notes,
    /// Opens the notes and always steers.
    Remote,
}

impl Live {
    /// The key to the notes of a session. It is derived and stored nowhere.
    pub(super) fn notes_key(&self, session: &LiveSession) -> String {
        self.secret.derive_text("notes key", &format!("{} {}", session.id, session.nonce), KEY_BYTES)
    }

    /// The key of the speaker's phone. It changes with the notes key.
    pub(super) fn remote_key(&self, session: &LiveSession) -> String {
        self.secret.derive_text("remote key", &format!("{} {}", session.id, session.nonce), KEY_BYTES)
    }

    /// What a key opens; `None` when it is not a key of the session.
    pub(super) fn speaker_key(&self, session: &LiveSession, key: &str) -> Option<SpeakerKey> {
        if same_secret(key, &self.remote_key(session)) {
            Some(SpeakerKey::Remote)
        } else {
            same_secret(key, &self.notes_key(session)).then_some(SpeakerKey::Notes)
        }
    }

    /// Checks again whether the presenters of a session may write its deck. Changes the notes key when one of them lost
    /// the right, a sign-in or a key.
    ///
    /// # Errors
    /// Fails with `NotFound` when none of the presenters may write the deck, which ends the session.
    pub(super) async fn check_presenters(self: &Arc<Self>, room: &Arc<Room>, deck: &StoredDeck) -> Result<()> {
        let room_state = room.state.lock().await;
        room_state.check()?;
        let presenters = room_state.session.presenters.clone();
        drop(room_state);
        if self.remaining_presenters(deck, &presenters).await? == presenters {
            return Ok(());
        }
        let mut locked = self.lock_room(room).await?;
        // Another request or node may have been first.
        let remaining = self.remaining_presenters(deck, &locked.session.presenters).await?;
        if remaining == locked.session.presenters {
            return Ok(());
        }
        if remaining.is_empty() {
            drop(locked);
            self.end(room).await;
            return Err(NO_SESSION);
        }
        locked.session.presenters = remaining;
        locked.session.nonce = new_short_token();
        room.send(StreamMessage::KeyChanged);
        let write = locked.session_write(self.clock.now());
        self.commit(room, locked, vec![write]).await
    }

    /// Checks the presenters of a room after a change of rights.
    pub(super) async fn follow_rights(self: &Arc<Self>, room: &Arc<Room>) {
        let checked = async {
            match self.store.deck(&room.deck).await? {
                Some(deck) => self.check_presenters(room, &deck).await,
                None => Ok(()),
            }
        };
        match checked.await {
            Ok(()) | Err(Error::NotFound(_)) => {}
            Err(fault) => tracing::warn!("the presenters of a live session could not be checked: {fault:#}"),
        }
    }

    /// Checks the presenters of all rooms, after a change of accounts, memberships, sign-ins or keys.
    pub(crate) async fn follow_accounts(self: &Arc<Self>) {
        for room in self.rooms.all() {
            self.follow_rights(&room).await;
        }
    }

    /// Records a presenter, if they are new.
    pub(super) async fn record_presenter(self: &Arc<Self>, context: &SessionContext, caller: &Caller) -> Result<()> {
        let presenter = presenter(caller);
        if context.room_state().await?.session.presenters.contains(&presenter) {
            return Ok(());
        }
        let mut locked = context.lock(self).await?;
        locked.add_presenter(caller);
        let write = locked.session_write(self.clock.now());
        self.commit(&context.room, locked, vec![write]).await
    }

    /// The presenters who may still write the deck, without sign-ins and keys that have ended.
    async fn remaining_presenters(
        &self,
        deck: &StoredDeck,
        presenters: &[LivePresenter],
    ) -> Result<Vec<LivePresenter>> {
        let mut remaining = Vec::new();
        for LivePresenter { user, credential } in presenters {
            if !self.accounts.account_holds(user, deck, Right::Write).await? {
                continue;
            }
            let credential = match credential {
                Some(credential) if self.accounts.is_valid(credential).await? => Some(credential.clone()),
                _ => None,
            };
            let presenter = LivePresenter { user: user.clone(), credential };
            if !remaining.contains(&presenter) {
                remaining.push(presenter);
            }
        }
        Ok(remaining)
    }
}

impl RoomState {
    /// Records a caller who steers the session.
    pub(super) fn add_presenter(&mut self, caller: &Caller) {
        let presenter = presenter(caller);
        if !self.session.presenters.contains(&presenter) {
            self.session.presenters.push(presenter);
        }
    }
}

/// A caller as a presenter.
pub(super) fn presenter(caller: &Caller) -> LivePresenter {
    let credential = match &caller.via {
        Via::Session(session) => Some(LiveCredential::Session(session.hash.clone())),
        Via::Key(key) => Some(LiveCredential::Key(key.hash.clone())),
        Via::Local | Via::Trusted => None,
    };
    LivePresenter { user: caller.user.id.clone(), credential }
}
