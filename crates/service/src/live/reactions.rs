//! Reactions of the audience: a tap on a phone that the hall sees. They are counted, published a few times a second and
//! stored nowhere.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use store::{DeviceId, SessionId, Time};
use tokio::time::sleep;

use super::audience::Device;
use super::event::LiveEvent;
use super::room::Room;
use crate::Live;
use crate::error::{Error, Result};

/// The time for which reactions are collected before they are published.
const COLLECTION_TIME: Duration = Duration::from_millis(250);
/// The maximum number of reactions of one device that count in that time.
const MAX_OF_DEVICE: u8 = 2;
/// The maximum number of devices that count in that time. Devices are not authenticated, so memory has to be bounded.
const MAX_DEVICES: usize = 5000;

/// A reaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reaction {
    /// Thumbs up.
    Like,
    /// A heart.
    Love,
    /// Applause.
    Bravo,
    /// A laughing face.
    Laugh,
    /// A surprised face.
    Wow,
}

impl Reaction {
    /// All reactions.
    pub const ALL: [Self; 5] = [Self::Like, Self::Love, Self::Bravo, Self::Laugh, Self::Wow];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Like => "like",
            Self::Love => "love",
            Self::Bravo => "bravo",
            Self::Laugh => "laugh",
            Self::Wow => "wow",
        }
    }
}

/// The reactions since the last event.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reactions {
    /// Each reaction with how often it was given.
    pub counts: Vec<(Reaction, u32)>,
    /// When they were counted.
    pub updated_at: Time,
}

/// Reactions that are not published yet.
#[derive(Debug, Default)]
pub(super) struct PendingReactions {
    counts: HashMap<Reaction, u32>,
    devices: HashMap<DeviceId, u8>,
}

impl PendingReactions {
    /// Counts a reaction, unless the device gave too many or too many devices reacted. Returns whether it is the first
    /// since the last event.
    fn add(&mut self, device: &DeviceId, reaction: Reaction) -> bool {
        let is_first = self.devices.is_empty();
        if self.devices.len() >= MAX_DEVICES && !self.devices.contains_key(device) {
            return false;
        }
        let given = self.devices.entry(device.clone()).or_default();
        if *given < MAX_OF_DEVICE {
            *given += 1;
            *self.counts.entry(reaction).or_default() += 1;
        }
        is_first
    }
}

impl Live {
    /// Counts a reaction of a device. Too many in a short time are ignored without an error.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished, or there is no such reaction.
    pub async fn react(self: &Arc<Self>, device: &Device, session: &SessionId, reaction: &str) -> Result<()> {
        let room = self.open_session(session).await?.room;
        let Some(reaction) = Reaction::ALL.into_iter().find(|candidate| candidate.name() == reaction) else {
            let names = Reaction::ALL.map(Reaction::name).join(", ");
            return Err(Error::invalid(format!("`reaction` is one of {names}")));
        };
        let is_first = {
            let mut pending = room.reactions.lock().unwrap_or_else(PoisonError::into_inner);
            pending.add(&device.id, reaction)
        };
        if is_first {
            let service = Arc::clone(self);
            store::spawn(async move {
                sleep(COLLECTION_TIME).await;
                if let Err(fault) = service.publish_reactions(&room).await {
                    tracing::debug!("reactions were not published: {fault:#}");
                }
            });
        }
        Ok(())
    }

    async fn publish_reactions(self: &Arc<Self>, room: &Arc<Room>) -> Result<()> {
        let pending = std::mem::take(&mut *room.reactions.lock().unwrap_or_else(PoisonError::into_inner));
        let mut counts: Vec<(Reaction, u32)> = pending.counts.into_iter().collect();
        counts.sort_unstable();
        let mut locked = self.lock_room(room).await?;
        self.publish(&mut locked, LiveEvent::Reactions(Reactions { counts, updated_at: self.clock.now() }));
        self.commit(room, locked, Vec::new()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_two_reactions_of_a_device_count_until_they_are_published() {
        let mut pending = PendingReactions::default();
        assert!(pending.add(&"a".into(), Reaction::Love));
        assert!(!pending.add(&"a".into(), Reaction::Love));
        assert!(!pending.add(&"a".into(), Reaction::Wow));
        assert!(!pending.add(&"b".into(), Reaction::Wow));
        assert_eq!(pending.counts, HashMap::from([(Reaction::Love, 2), (Reaction::Wow, 1)]));
    }

    #[test]
    fn memory_is_bounded() {
        let mut pending = PendingReactions::default();
        for device in 0..MAX_DEVICES + 10 {
            pending.add(&device.to_string().into(), Reaction::Bravo);
        }
        assert_eq!(pending.devices.len(), MAX_DEVICES);
    }
}
