//! Events by topic.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::broadcast;

/// Events that a slow listener may lag behind before it misses some.
const BACKLOG: usize = 256;

/// Nothing stands for a gap: events may have been missed.
type Senders = Arc<Mutex<HashMap<String, broadcast::Sender<Option<Arc<str>>>>>>;

/// Topics that somebody listens to.
#[derive(Debug, Default)]
pub(super) struct Topics {
    senders: Senders,
}

/// Somebody who listens to a topic.
pub struct Subscription {
    topic: String,
    events: broadcast::Receiver<Option<Arc<str>>>,
    senders: Senders,
    /// Called when the last listener of the topic leaves.
    on_last: Option<Box<dyn FnOnce() + Send + Sync>>,
}

/// What a listener hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// An event.
    Event(Arc<str>),
    /// Events were missed: so many for being too slow, an unknown number (0) when whoever passes them on was away.
    Missed(u64),
}

impl Topics {
    pub(super) fn publish(&self, topic: &str, event: Arc<str>) {
        let senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = senders.get(topic) {
            // Nobody listening any more is no fault.
            let _ = sender.send(Some(event));
        }
    }

    /// Tells the listeners of a topic that they may have missed something.
    pub(super) fn gap(&self, topic: &str) {
        let senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = senders.get(topic) {
            let _ = sender.send(None);
        }
    }

    /// Topics that somebody listens to.
    pub(super) fn heard(&self) -> Vec<String> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Whether somebody listens to a topic.
    pub(super) fn is_heard(&self, topic: &str) -> bool {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner).contains_key(topic)
    }

    pub(super) fn subscribe(&self, topic: &str) -> Subscription {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = senders.entry(topic.to_owned()).or_insert_with(|| broadcast::channel(BACKLOG).0);
        let (topic, events, senders) = (topic.to_owned(), sender.subscribe(), Arc::clone(&self.senders));
        Subscription { topic, events, senders, on_last: None }
    }
}

impl Subscription {
    /// Has something done when the last listener of the topic leaves.
    pub(super) fn on_last(mut self, act: Box<dyn FnOnce() + Send + Sync>) -> Self {
        self.on_last = Some(act);
        self
    }

    /// Waits for what comes next. It can be broken off without losing anything.
    pub async fn next(&mut self) -> Heard {
        match self.events.recv().await {
            Ok(Some(event)) => Heard::Event(event),
            Ok(None) => Heard::Missed(0),
            Err(broadcast::error::RecvError::Lagged(missed)) => Heard::Missed(missed),
            // Its topic is kept as long as anybody listens, so this does not happen.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }

    /// How many events wait to be heard.
    pub fn behind(&self) -> usize {
        self.events.len()
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if senders.get(&self.topic).is_some_and(|sender| sender.receiver_count() <= 1) {
            senders.remove(&self.topic);
            if let Some(act) = self.on_last.take() {
                act();
            }
        }
    }
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Subscription({})", self.topic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn listeners_of_a_topic_hear_its_events_and_leave_nothing() {
        let topics = Topics::default();
        topics.publish("deck:1", "early".into());
        let (mut one, mut other) = (topics.subscribe("deck:1"), topics.subscribe("deck:1"));
        topics.publish("deck:2", "elsewhere".into());
        topics.publish("deck:1", "now".into());
        assert_eq!(one.next().await, Heard::Event("now".into()));
        assert_eq!(other.next().await, Heard::Event("now".into()));
        assert_eq!(one.behind(), 0);
        for number in 0..300 {
            topics.publish("deck:1", number.to_string().into());
        }
        assert_eq!(one.behind(), 300);
        assert_eq!(one.next().await, Heard::Missed(44));
        drop(one);
        topics.publish("deck:1", "last".into());
        drop(other);
        assert!(topics.senders.lock().expect("nothing panicked").is_empty());
    }
}
