//! Sessions of agents over HTTP: who opened one, and when it was last used.
//!
//! A session stores only its owner, since every request is authenticated by its key; it exists because clients expect
//! one. Every node accepts it.

use std::sync::Arc;

use store::{Received, Shared, Subscription, Time};

use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::secret::new_id;

/// Milliseconds without a request after which a session has expired.
const LIFETIME: Time = 30 * 60 * 1000;
const FAMILY: &str = "agents";

deck::text_ids! {
    /// Id of a session of an agent.
    AgentSessionId;
}

/// The open stream of a session.
#[derive(Debug)]
pub struct AgentStream {
    service: Arc<AgentSessions>,
    session: AgentSessionId,
    /// An id of this stream. It is published when the stream is opened, which ends an earlier stream of the session.
    id: String,
    messages: Subscription,
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
    /// Opens a session and returns its id. When there are more than a thousand sessions, the account with the most
    /// sessions loses its least recently used one.
    ///
    /// # Errors
    /// Fails when the shared state does not respond.
    pub async fn begin(&self, caller: &Caller) -> Result<AgentSessionId> {
        let id: AgentSessionId = new_id();
        self.shared.put_text(FAMILY, &id, &caller.user.id, LIFETIME, self.clock.steady()).await?;
        Ok(id)
    }

    /// Checks that a session exists and belongs to the caller. This counts as a use of it.
    ///
    /// # Errors
    /// Fails when the session is unknown, closed or expired, or belongs to another account.
    pub async fn touch(&self, caller: &Caller, id: &AgentSessionId) -> Result<()> {
        match self.shared.text(FAMILY, id, self.clock.steady()).await? {
            None => Err(Error::NotFound("session")),
            Some(owner) if caller.user.id != *owner.as_str() => {
                Err(Error::Forbidden("the session belongs to another account"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Closes a session and its stream.
    ///
    /// # Errors
    /// Fails as [`AgentSessions::touch`] does.
    pub async fn end(&self, caller: &Caller, id: &AgentSessionId) -> Result<()> {
        self.touch(caller, id).await?;
        self.shared.remove_text(FAMILY, id).await?;
        Ok(self.shared.publish(&topic(id), "".into()).await?)
    }

    /// Sends a notification to the open stream of a session. Without one, it is lost.
    ///
    /// # Errors
    /// Fails when the shared state does not respond.
    pub async fn notify(&self, id: &AgentSessionId, notification: &str) -> Result<()> {
        Ok(self.shared.publish(&topic(id), notification.into()).await?)
    }

    /// Opens the stream of a session. An earlier stream of it ends.
    ///
    /// # Errors
    /// Fails as [`AgentSessions::touch`] does.
    pub async fn stream(self: &Arc<Self>, caller: &Caller, id: &AgentSessionId) -> Result<AgentStream> {
        self.touch(caller, id).await?;
        let (topic, stream) = (topic(id), new_id::<String>());
        let messages = self.shared.subscribe(&topic).await?;
        self.shared.publish(&topic, stream.as_str().into()).await?;
        Ok(AgentStream { service: Arc::clone(self), session: id.to_owned(), id: stream, messages })
    }
}

impl AgentStream {
    /// Waits for the next notification; `None` when another stream of the session is opened, or the session is closed.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        loop {
            match self.messages.next().await {
                Received::Event(stream) if *stream == *self.id => {}
                // A notification is a JSON object. Any other message ends this stream: it is the id of a newer stream,
                // or empty when the session is closed.
                Received::Event(notification) if notification.starts_with('{') => return Some(notification),
                // The missed message may have closed the session.
                Received::Missed if !self.is_over().await => {}
                Received::Event(_) | Received::Missed => return None,
            }
        }
    }

    /// Whether the session has expired. The check counts as a use, so a session with an open stream does not expire.
    /// Also `false` while the shared state does not respond.
    pub async fn is_over(&self) -> bool {
        let owner = self.service.shared.text(FAMILY, &self.session, self.service.clock.steady()).await;
        matches!(owner, Ok(None))
    }
}

fn topic(id: &AgentSessionId) -> String {
    format!("agent {id}")
}
