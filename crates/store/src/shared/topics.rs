//! Publish and subscribe by topic, within a process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::broadcast;

/// Number of events by which a slow subscriber may lag before it misses some.
const BACKLOG: usize = 256;

/// Senders by topic. None stands for a gap, in which events may have been missed.
type Senders = Arc<Mutex<HashMap<String, broadcast::Sender<Option<Arc<str>>>>>>;

/// The topics that have subscribers.
#[derive(Debug, Default)]
pub(super) struct Topics {
    senders: Senders,
}

/// A subscription to a topic. It ends when it is dropped.
pub struct Subscription {
    topic: String,
    events: broadcast::Receiver<Option<Arc<str>>>,
    senders: Senders,
    /// Called when the last subscription to the topic ends.
    on_last: Option<Box<dyn FnOnce() + Send + Sync>>,
}

/// What a subscription receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// An event.
    Event(Arc<str>),
    /// Events may have been missed: the subscriber was too slow, or the connection to Redis broke.
    Missed,
}

impl Topics {
    pub(super) fn publish(&self, topic: &str, event: Arc<str>) {
        let senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = senders.get(topic) {
            // Sending fails when there is no subscriber, which is not an error.
            let _ = sender.send(Some(event));
        }
    }

    /// Reports to the subscribers of a topic that they may have missed events.
    pub(super) fn report_gap(&self, topic: &str) {
        let senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = senders.get(topic) {
            let _ = sender.send(None);
        }
    }

    /// The topics that have subscribers.
    pub(super) fn subscribed(&self) -> Vec<String> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Whether a topic has subscribers.
    pub(super) fn is_subscribed(&self, topic: &str) -> bool {
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
    /// Sets a function that is called when the last subscription to the topic ends.
    pub(super) fn on_last(mut self, callback: Box<dyn FnOnce() + Send + Sync>) -> Self {
        self.on_last = Some(callback);
        self
    }

    /// Waits for the next event. Cancelling it loses no event.
    pub async fn next(&mut self) -> Received {
        match self.events.recv().await {
            Ok(Some(event)) => Received::Event(event),
            Ok(None) | Err(broadcast::error::RecvError::Lagged(_)) => Received::Missed,
            // Does not happen, since the sender of a topic exists as long as it has subscribers.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }

    /// Number of events that wait to be received.
    pub fn backlog(&self) -> usize {
        self.events.len()
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if senders.get(&self.topic).is_some_and(|sender| sender.receiver_count() <= 1) {
            senders.remove(&self.topic);
            if let Some(callback) = self.on_last.take() {
                callback();
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
    async fn subscribers_of_a_topic_receive_its_events_and_the_last_one_removes_the_topic() {
        let topics = Topics::default();
        topics.publish("deck:1", "early".into());
        let (mut first, mut second) = (topics.subscribe("deck:1"), topics.subscribe("deck:1"));
        topics.publish("deck:2", "elsewhere".into());
        topics.publish("deck:1", "now".into());
        assert_eq!(first.next().await, Received::Event("now".into()));
        assert_eq!(second.next().await, Received::Event("now".into()));
        assert_eq!(first.backlog(), 0);
        for number in 0..300 {
            topics.publish("deck:1", number.to_string().into());
        }
        assert_eq!(first.backlog(), 300);
        assert_eq!(first.next().await, Received::Missed);
        drop(first);
        topics.publish("deck:1", "last".into());
        drop(second);
        assert!(topics.senders.lock().expect("nothing panicked").is_empty());
    }
}
