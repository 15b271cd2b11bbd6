//! The audience: who it is, what it sees, how fast it may write.
//!
//! Nobody in the hall signs in. Whoever knows the session sees the deck without notes, hidden slides and people.

use std::sync::{Arc, PoisonError};

use bytes::Bytes;
use serde_json::{Value, json};
use store::{Bucket, SessionId};

use super::Here;
use super::interactions::state_of;
use super::room::{Inside, Shown};
use super::slides::Eyes;
use super::state::state_view;
use crate::Live;
use crate::address::household_of;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::secret::new_token;

/// What one device writes: bursts of 20, then one a second.
const DEVICE: Bucket = Bucket { burst: 20, per_minute: 60 };
/// What all devices behind one address write: bursts of 600, then 100 a second.
const ADDRESS: Bucket = Bucket { burst: 600, per_minute: 6000 };
/// Languages whose answers are kept ready.
const MOST_SHOWN: usize = 16;
/// Characters of a device id.
const ID_LENGTH: usize = 43;

/// A phone in the hall. It has one vote, and no name.
#[derive(Debug, Clone)]
pub struct Device {
    /// Its id, a secret of its own.
    pub id: String,
    /// Whether it was given its id just now.
    pub is_new: bool,
}

impl Device {
    /// The device with an id, or a new one where there is none that was given here.
    pub fn with(id: Option<&str>) -> Self {
        let plain = |id: &&str| {
            id.len() == ID_LENGTH && id.bytes().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_'))
        };
        match id.filter(plain) {
            Some(id) => Self { id: id.to_owned(), is_new: false },
            None => Self { id: new_token(), is_new: true },
        }
    }
}

impl Live {
    /// Lets a device write in a session, unless it writes too fast. A device that is new counts for its address alone.
    ///
    /// # Errors
    /// Unknown or expired, or too fast.
    pub async fn admit_device(self: &Arc<Self>, device: &Device, session: &SessionId, address: &str) -> Result<()> {
        self.session(session).await?;
        let (now, address) = (self.clock.now(), household_of(address));
        let mut buckets = vec![(format!("hall {address}"), ADDRESS)];
        if !device.is_new {
            buckets.insert(0, (format!("hall {address} {}", device.id), DEVICE));
        }
        for (name, bucket) in buckets {
            if let Some(retry_after) = self.shared.spend_token(&name, bucket, now).await? {
                return Err(Error::Throttled { retry_after });
            }
        }
        Ok(())
    }

    /// The deck as the audience sees it, as JSON: the slide that is shown, or every one while control is enabled.
    ///
    /// # Errors
    /// Unknown or expired.
    pub async fn follow(self: &Arc<Self>, session: &SessionId, lang: Option<&str>) -> Result<Bytes> {
        let here = self.session(session).await?;
        let inside = here.hold().await?;
        let (turn, revision) = (inside.moved, here.deck.head.revision);
        let asked = lang.unwrap_or_default();
        let ready = here.room.shown.lock().unwrap_or_else(PoisonError::into_inner).get(asked).cloned();
        if let Some(shown) = ready.filter(|shown| (shown.turn, shown.revision) == (turn, revision)) {
            return Ok(shown.json);
        }
        let json = Bytes::from(here.audience_view(&inside, lang).to_string());
        drop(inside);
        let mut ready = here.room.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if ready.len() >= MOST_SHOWN && !ready.contains_key(asked) {
            ready.clear();
        }
        ready.insert(asked.to_owned(), Shown { turn, revision, json: json.clone() });
        Ok(json)
    }

    /// What the presenter sees of the hall.
    ///
    /// # Errors
    /// Unknown or expired, or no right.
    pub async fn audience(self: &Arc<Self>, caller: &Caller, session: &SessionId) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let followers = self.followers(session).await;
        let inside = here.hold().await?;
        let slide = &inside.session.state.slide_id;
        let state = here.asking(slide).map(|asking| state_of(&asking, inside.polls.get(slide), true));
        Ok(json!({
            "sessionId": session,
            "followers": followers,
            "interactionState": state,
            "questions": inside.questions.len(),
        }))
    }
}

impl Here {
    fn audience_view(&self, inside: &Inside, lang: Option<&str>) -> Value {
        let deck = self.deck.deck.shown(&self.registry, lang);
        let session = &inside.session;
        let open = deck.slides.iter().enumerate().filter(|(_, slide)| Eyes::Hall.see(slide));
        let slides: Vec<Value> = open
            .clone()
            .filter(|(_, slide)| session.control || slide.id == session.state.slide_id)
            .map(|(index, slide)| {
                json!({
                    "id": slide.id, "index": index, "type": self.registry.canonical(&slide.key),
                    "content": slide.content,
                })
            })
            .collect();
        json!({
            "sessionId": session.id,
            "title": deck.title,
            "theme": deck.theme,
            "lang": deck.lang,
            "languages": self.deck.deck.languages(),
            "slideCount": open.count(),
            "controlEnabled": session.control,
            "state": state_view(&session.state),
            "slides": slides,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_keeps_an_id_that_was_given_and_nothing_else() {
        let given = Device::with(None);
        assert!(given.is_new);
        let back = Device::with(Some(&given.id));
        assert!(!back.is_new && back.id == given.id);
        for odd in ["", "short", &"x".repeat(44), &"ü".repeat(43), &format!("{}=", "x".repeat(42))] {
            assert!(Device::with(Some(odd)).is_new, "{odd}");
        }
    }
}
