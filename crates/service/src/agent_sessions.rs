//! Sessions of agents over HTTP: who opened one, and when it was last used.
//!
//! A session holds nothing but its owner, since every request brings its key; it exists because clients expect one. It
//! is usable on every node.

use std::sync::Arc;

use store::{Received, Shared, Subscription, Time};

use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::secret::new_id;

/// Milliseconds without a request after which a session is over.
const IDLE: Time = 30 * 60 * 1000;
const FAMILY: &str = "agents";

/// The open stream of a session.
#[derive(Debug)]
pub struct AgentStream {
    service: Arc<AgentSessions>,
    session: String,
    /// Names this stream among those of its session.
    own: String,
    heard: Subscription,
}

/// Sessions of agents that connect over HTTP.
///
/// Uses the state that nodes share.
#[derive(Debug)]
pub struct AgentSessions {
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
}

impl AgentSessions {
    /// Opens a session; answers its id. Of a thousand the least recently active one makes room.
    ///
    /// # Errors
    /// Shared state does not answer.
    pub async fn begin(&self, caller: &Caller) -> Result<String> {
        let id: String = new_id();
        self.shared.put_text(FAMILY, &id, &caller.user.id, IDLE, self.clock.steady()).await?;
        Ok(id)
    }

    /// Uses a session.
    ///
    /// # Errors
    /// Unknown, closed or over; or somebody else's.
    pub async fn touch(&self, caller: &Caller, id: &str) -> Result<()> {
        match self.shared.text(FAMILY, id, self.clock.steady()).await? {
            None => Err(Error::NotFound("session")),
            Some(owner) if caller.user.id != *owner.as_str() => {
                Err(Error::Forbidden("the session belongs to another account"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Closes a session, and its stream with it.
    ///
    /// # Errors
    /// As [`AgentSessions::touch`].
    pub async fn end(&self, caller: &Caller, id: &str) -> Result<()> {
        self.touch(caller, id).await?;
        self.shared.remove_text(FAMILY, id).await?;
        Ok(self.shared.publish(&topic(id), "".into()).await?)
    }

    /// Opens the stream of a session, which ends the one before it.
    ///
    /// # Errors
    /// As [`AgentSessions::touch`].
    pub async fn stream(self: &Arc<Self>, caller: &Caller, id: &str) -> Result<AgentStream> {
        self.touch(caller, id).await?;
        let (topic, own) = (topic(id), new_id::<String>());
        let heard = self.shared.subscribe(&topic).await?;
        self.shared.publish(&topic, own.as_str().into()).await?;
        Ok(AgentStream { service: Arc::clone(self), session: id.to_owned(), own, heard })
    }
}

impl AgentStream {
    /// Waits until another stream takes its place, or the session is closed.
    pub async fn ended(&mut self) {
        loop {
            match self.heard.next().await {
                Received::Event(stream) if *stream == *self.own => {}
                // Who missed something asks whether the session is still there.
                Received::Missed if !self.is_over().await => {}
                Received::Event(_) | Received::Missed => return,
            }
        }
    }

    /// Whether the session is over; a stream that is open counts as activity. While nobody can tell, it is not.
    pub async fn is_over(&self) -> bool {
        let kept = self.service.shared.text(FAMILY, &self.session, self.service.clock.steady()).await;
        matches!(kept, Ok(None))
    }
}

fn topic(id: &str) -> String {
    format!("agent {id}")
}
