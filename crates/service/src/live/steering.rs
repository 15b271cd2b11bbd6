//! Rights on a session, as values: a use case that takes one cannot be called without the check.

use std::sync::Arc;

use deck::SlideId;
use store::SessionId;

use super::SessionContext;
use super::presenters::SpeakerKey;
use crate::Live;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Right;

/// A running session and a caller who may steer it: one who may write its deck.
#[derive(Debug, Clone)]
pub struct Steering {
    caller: Caller,
    context: SessionContext,
}

/// A running session and a remote that may send commands.
#[derive(Debug, Clone)]
pub struct Remote {
    context: SessionContext,
    /// The caller, when they may write the deck.
    writer: Option<Caller>,
}

/// A running session, and the right to see its notes.
#[derive(Debug, Clone)]
pub struct SpeakerAccess {
    context: SessionContext,
    /// Whether they may also write the deck.
    pub may_write: bool,
}

impl Live {
    /// The right to steer a session.
    ///
    /// # Errors
    /// Fails with `NotFound` when the session is unknown or expired, and with `Forbidden` when the caller may not write
    /// its deck. A caller who knows the id of a session also knows that it exists, so that is no secret.
    pub async fn steering(self: &Arc<Self>, caller: &Caller, session: &SessionId) -> Result<Steering> {
        let context = self.session(session).await?;
        if context.may(caller, Right::Write) {
            Ok(Steering { caller: caller.clone(), context })
        } else {
            Err(Error::Forbidden("you may not steer this presentation"))
        }
    }

    /// The right to send commands: callers who may write the deck and holders of the remote key have it always, holders
    /// of the notes key while control is enabled.
    ///
    /// # Errors
    /// Fails with `Unauthorized` without credentials or with a wrong notes key, with `NotFound` when the session is
    /// unknown or expired, and with `Forbidden` otherwise.
    pub async fn remote(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
    ) -> Result<Remote> {
        let context = self.context_for(caller, session, notes_key, Right::Write).await?;
        let writer = caller.filter(|caller| context.may(caller, Right::Write)).cloned();
        let room_state = context.room_state().await?;
        let key = notes_key.and_then(|key| self.speaker_key(&room_state.session, key));
        let may_steer = writer.is_some() || key == Some(SpeakerKey::Remote) || room_state.session.control;
        drop(room_state);
        if !may_steer {
            return Err(Error::Forbidden("the presenter has not opened the controls"));
        }
        Ok(Remote { context, writer })
    }

    /// The right to see the notes: for callers who may read the deck and holders of the notes key.
    ///
    /// # Errors
    /// Fails with `Unauthorized` without credentials or with a wrong notes key, with `NotFound` when the session is
    /// unknown or expired, and with `Forbidden` otherwise.
    pub async fn speaker_access(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
    ) -> Result<SpeakerAccess> {
        let context = self.context_for(caller, session, notes_key, Right::Read).await?;
        let may_write = caller.is_some_and(|caller| context.may(caller, Right::Write));
        Ok(SpeakerAccess { context, may_write })
    }

    /// A running session, for a caller who holds a right on its deck or knows the notes key.
    async fn context_for(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
        right: Right,
    ) -> Result<SessionContext> {
        if caller.is_none() && notes_key.is_none() {
            return Err(Error::Unauthorized("sign in, or send the notes key"));
        }
        let context = self.session(session).await?;
        if caller.is_some_and(|caller| context.may(caller, right)) {
            return Ok(context);
        }
        let Some(key) = notes_key else {
            return Err(Error::Forbidden("this presentation is not shared with you"));
        };
        self.check_notes_key(&context, key).await?;
        // A presenter may have lost the right to write just now. Then this check changes the key.
        self.check_presenters(&context.room, &context.deck).await?;
        self.check_notes_key(&context, key).await?;
        Ok(context)
    }

    /// Fails when a key does not open the notes of a session.
    async fn check_notes_key(self: &Arc<Self>, context: &SessionContext, key: &str) -> Result<()> {
        if self.speaker_key(&context.room_state().await?.session, key).is_some() {
            Ok(())
        } else {
            Err(Error::Unauthorized("the notes key is wrong"))
        }
    }
}

impl Steering {
    /// Title of the deck.
    pub fn title(&self) -> &str {
        &self.context.deck.deck.title
    }

    /// Number of a slide among all slides, from 1; `None` when the deck does not have it.
    pub fn slide_number(&self, slide: &SlideId) -> Option<usize> {
        Some(self.context.deck.deck.position(slide)? + 1)
    }

    pub(super) fn caller(&self) -> &Caller {
        &self.caller
    }

    pub(super) fn context(&self) -> &SessionContext {
        &self.context
    }
}

impl Remote {
    pub(super) fn writer(&self) -> Option<&Caller> {
        self.writer.as_ref()
    }

    pub(super) fn context(&self) -> &SessionContext {
        &self.context
    }
}

impl SpeakerAccess {
    pub(super) fn context(&self) -> &SessionContext {
        &self.context
    }
}
