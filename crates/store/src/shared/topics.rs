//! Events by topic.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::broadcast;

/// Events that a slow listener may lag behind before it misses some.
const BACKLOG: usize = 256;

type Senders = Arc<Mutex<HashMap<String, broadcast::Sender<Arc<str>>>>>;

/// Topics that somebody listens to.
#[derive(Debug, Default)]
pub(super) struct Topics {
    senders: Senders,
}

/// Somebody who listens to a topic.
#[derive(Debug)]
pub struct Subscription {
    topic: String,
    events: broadcast::Receiver<Arc<str>>,
    senders: Senders,
}

/// What a listener hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// An event.
    Event(Arc<str>),
    /// So many events were missed, for being too slow.
    Missed(u64),
}

impl Topics {
    pub(super) fn publish(&self, topic: &str, event: Arc<str>) {
        let senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = senders.get(topic) {
            // Nobody listening any more is no fault.
            let _ = sender.send(event);
        }
    }

    pub(super) fn subscribe(&self, topic: &str) -> Subscription {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = senders.entry(topic.to_owned()).or_insert_with(|| broadcast::channel(BACKLOG).0);
        Subscription { topic: topic.to_owned(), events: sender.subscribe(), senders: Arc::clone(&self.senders) }
    }
}

impl Subscription {
    /// Waits for what comes next. It can be broken off without losing anything.
    pub async fn next(&mut self) -> Heard {
        match self.events.recv().await {
            Ok(event) => Heard::Event(event),
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
        }
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
