//! Sessions of agents over HTTP: who opened one, and when it was last used.
//!
//! A session holds nothing but its owner, since every request brings its key; it exists because clients expect one. It
//! is usable on every node.

use store::{Heard, Subscription, Time};

use crate::Service;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::secret::new_id;

/// Milliseconds without a request after which a session is over.
const IDLE: Time = 30 * 60 * 1000;
const FAMILY: &str = "agents";

/// The open stream of a session.
#[derive(Debug)]
pub struct AgentStream {
    service: Service,
    session: String,
    /// Names this stream among those of its session.
    own: String,
    heard: Subscription,
}

impl Service {
    /// Opens a session; answers its id. Of a thousand the least recently active one makes room.
    ///
    /// # Errors
    /// Shared state does not answer.
    pub async fn begin_agent_session(&self, caller: &Caller) -> Result<String> {
        let id = new_id();
        self.shared.keep(FAMILY, &id, &caller.user.id, IDLE, self.clock.steady()).await?;
        Ok(id)
    }

    /// Uses a session.
    ///
    /// # Errors
    /// Unknown, closed or over; or somebody else's.
    pub async fn use_agent_session(&self, caller: &Caller, id: &str) -> Result<()> {
        match self.shared.kept(FAMILY, id, self.clock.steady()).await? {
            None => Err(Error::NotFound("session")),
            Some(owner) if owner != caller.user.id => Err(Error::Forbidden("the session belongs to another account")),
            Some(_) => Ok(()),
        }
    }

    /// Closes a session, and its stream with it.
    ///
    /// # Errors
    /// As [`Service::use_agent_session`].
    pub async fn end_agent_session(&self, caller: &Caller, id: &str) -> Result<()> {
        self.use_agent_session(caller, id).await?;
        self.shared.forget(FAMILY, id).await?;
        Ok(self.shared.publish(&topic(id), "".into()).await?)
    }

    /// Opens the stream of a session, which ends the one before it.
    ///
    /// # Errors
    /// As [`Service::use_agent_session`].
    pub async fn agent_stream(&self, caller: &Caller, id: &str) -> Result<AgentStream> {
        self.use_agent_session(caller, id).await?;
        let (topic, own) = (topic(id), new_id());
        let heard = self.shared.subscribe(&topic).await?;
        self.shared.publish(&topic, own.as_str().into()).await?;
        Ok(AgentStream { service: self.clone(), session: id.to_owned(), own, heard })
    }
}

impl AgentStream {
    /// Waits until another stream takes its place, or the session is closed.
    pub async fn ended(&mut self) {
        loop {
            match self.heard.next().await {
                Heard::Event(stream) if *stream == *self.own => {}
                // Who missed something asks whether the session is still there.
                Heard::Missed(_) if !self.is_over().await => {}
                Heard::Event(_) | Heard::Missed(_) => return,
            }
        }
    }

    /// Whether the session is over; a stream that is open counts as activity. While nobody can tell, it is not.
    pub async fn is_over(&self) -> bool {
        let kept = self.service.shared.kept(FAMILY, &self.session, self.service.clock.steady()).await;
        matches!(kept, Ok(None))
    }
}

fn topic(id: &str) -> String {
    format!("agent {id}")
}
