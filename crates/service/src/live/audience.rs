//! The audience: its devices, what they see, how fast they may write.
//!
//! Nobody in the audience signs in. A client that knows the session sees the deck without notes, hidden slides and
//! people.

use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::{Arc, PoisonError};

use bytes::Bytes;
use deck::{Content, SlideId};
use store::{DeviceId, LiveState, SessionId, TokenBucket};

use super::SessionContext;
use super::room::{CachedView, RoomState};
use super::slide_interaction::InteractionState;
use super::slides::Viewer;
use super::steering::Steering;
use crate::Live;
use crate::address::counted_network;
use crate::error::{Error, Result};
use crate::secret::{new_token, same_secret};

/// The rate of one device: bursts of 20, then one request a second.
const DEVICE: TokenBucket = TokenBucket { burst: 20, per_minute: 60 };
/// The rate of all devices behind one address: bursts of 600, then 100 requests a second.
const ADDRESS: TokenBucket = TokenBucket { burst: 600, per_minute: 6000 };
/// The rate of new devices behind one address in one session: as many as a hall has phones, then one a second.
const NEW_DEVICES: TokenBucket = TokenBucket { burst: 1000, per_minute: 60 };
/// The maximum number of languages in the cache of views.
const MAX_VIEWS: usize = 16;

/// A device of the audience in one session. It has one vote, and no name.
///
/// Its id is signed for the session, so that nobody can make up devices, or use those of another session.
#[derive(Debug, Clone)]
pub struct Device {
    /// Its id.
    pub(super) id: DeviceId,
    /// The network that its address belongs to; limits count requests by network.
    pub(super) network: String,
    /// The id with its signature, which only the device knows.
    pub cookie: String,
    /// Whether its id was made for this request.
    pub is_new: bool,
}

/// A deck as the audience may see it.
#[derive(Debug)]
pub struct AudienceView<'a> {
    /// The session.
    pub session: &'a SessionId,
    /// Title of the deck, in the language of the reader.
    pub title: &'a str,
    /// Name of its theme.
    pub theme: &'a str,
    /// The language in which it is shown.
    pub lang: &'a str,
    /// All its languages.
    pub languages: Vec<&'a str>,
    /// How many slides are not hidden.
    pub slide_count: usize,
    /// Whether the audience may move through the slides.
    pub control_enabled: bool,
    /// The current slide and step.
    pub state: &'a LiveState,
    /// The slides that the audience may see now.
    pub slides: Vec<AudienceSlide<'a>>,
}

/// A slide that the audience may see, without its notes.
#[derive(Debug)]
pub struct AudienceSlide<'a> {
    /// Id.
    pub id: &'a SlideId,
    /// Position in the whole deck.
    pub index: usize,
    /// Its canonical type.
    pub type_name: Cow<'a, str>,
    /// Its content.
    pub content: &'a Content,
}

/// The audience as the presenter sees it.
#[derive(Debug)]
pub struct AudienceSummary {
    /// How many streams are open for the audience, on all nodes.
    pub followers: usize,
    /// The interaction of the slide that is shown.
    pub interaction: Option<InteractionState>,
    /// How many questions there are.
    pub questions: usize,
    /// Whether further questions are accepted.
    pub questions_open: bool,
}

impl Live {
    /// The device with a cookie. Without a cookie, or with one that was not signed for this session, a new device.
    pub fn device(&self, session: &SessionId, cookie: Option<&str>, address: IpAddr) -> Device {
        let network = counted_network(address).to_string();
        let sent = cookie.and_then(|cookie| Some((cookie.split_once('.')?.0, cookie)));
        if let Some((id, cookie)) = sent.filter(|(id, cookie)| same_secret(cookie, &self.signed_device(session, id))) {
            return Device { id: id.into(), network, cookie: cookie.to_owned(), is_new: false };
        }
        let id = DeviceId::from(new_token());
        Device { cookie: self.signed_device(session, &id), id, network, is_new: true }
    }

    /// The id of a device with its signature for a session.
    fn signed_device(&self, session: &SessionId, id: &str) -> String {
        format!("{id}.{}", self.secret.derive_text("device", &format!("{session} {id}"), 32))
    }

    /// Counts a write of a device in a session: for its address, and for the device itself or, when it is new, for the
    /// new devices of its address.
    ///
    /// # Errors
    /// Fails when the session is unknown or expired, the device or its address writes too fast, or its address has too
    /// many new devices.
    pub async fn admit_device(self: &Arc<Self>, device: &Device, session: &SessionId) -> Result<()> {
        self.session(session).await?;
        let (now, network) = (self.clock.now(), &device.network);
        let address = (format!("audience {network}"), ADDRESS);
        let buckets = if device.is_new {
            [address, (format!("new devices {session} {network}"), NEW_DEVICES)]
        } else {
            [(format!("audience {network} {}", device.id), DEVICE), address]
        };
        for (name, bucket) in buckets {
            if let Some(retry_after) = self.shared.spend_token(&name, bucket, now).await? {
                return Err(Error::Throttled { retry_after });
            }
        }
        Ok(())
    }

    /// The deck as the audience may see it now, as bytes: the slide that is shown, or all that are not hidden while
    /// control is enabled. `write` makes the bytes once for all readers of a language, until something changes, so
    /// every caller must pass the same function.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished.
    pub async fn audience_view(
        self: &Arc<Self>,
        session: &SessionId,
        lang: Option<&str>,
        write: impl FnOnce(&AudienceView<'_>) -> Bytes + Send,
    ) -> Result<Bytes> {
        let context = self.open_session(session).await?;
        let room_state = context.room_state().await?;
        let (turn, revision) = (room_state.moved_turn, context.deck.head.revision);
        let requested = lang.unwrap_or_default();
        let views = || context.room.audience_views.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = views().get(requested).cloned();
        if let Some(view) = cached.filter(|view| (view.turn, view.revision) == (turn, revision)) {
            return Ok(view.bytes);
        }
        let bytes = context.with_audience_view(&room_state, lang, write);
        drop(room_state);
        let mut views = views();
        if views.len() >= MAX_VIEWS && !views.contains_key(requested) {
            views.clear();
        }
        views.insert(requested.to_owned(), CachedView { turn, revision, bytes: bytes.clone() });
        Ok(bytes)
    }

    /// The audience as the presenter sees it.
    ///
    /// # Errors
    /// Fails when the session ended.
    pub async fn audience(self: &Arc<Self>, steering: &Steering) -> Result<AudienceSummary> {
        let context = steering.context();
        let followers = self.followers(&context.room.id).await;
        let room_state = context.room_state().await?;
        let slide = room_state.session.state.slide_id.as_ref();
        let interaction = slide.and_then(|slide| context.interaction(slide));
        Ok(AudienceSummary {
            followers,
            interaction: interaction
                .map(|interaction| interaction.state(room_state.answers.get(&interaction.prompt.slide), true)),
            questions: room_state.questions.len(),
            questions_open: room_state.questions_open,
        })
    }
}

impl SessionContext {
    fn with_audience_view<T>(
        &self,
        room_state: &RoomState,
        lang: Option<&str>,
        read: impl FnOnce(&AudienceView<'_>) -> T,
    ) -> T {
        let deck = self.deck.deck.presented(&self.registry, lang);
        let session = &room_state.session;
        let visible = || deck.slides.iter().enumerate().filter(|(_, slide)| Viewer::Audience.sees(slide));
        let shown =
            visible().filter(|(_, slide)| session.control || session.state.slide_id.as_ref() == Some(&slide.id));
        read(&AudienceView {
            session: &session.id,
            title: &deck.title,
            theme: &deck.theme,
            lang: &deck.lang,
            languages: self.deck.deck.languages(),
            slide_count: visible().count(),
            control_enabled: session.control,
            state: &session.state,
            slides: shown
                .map(|(index, slide)| AudienceSlide {
                    id: &slide.id,
                    index,
                    type_name: self.registry.canonical(&slide.key),
                    content: &slide.content,
                })
                .collect(),
        })
    }
}
