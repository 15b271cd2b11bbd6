//! Starting a session, and finding it again.

use std::collections::HashSet;
use std::sync::Arc;

use store::{DeckId, LiveCodes, LiveSession, StoreError, Time};

use super::presenters::presenter;
use super::room::Room;
use super::state::first_state;
use super::{MAX_IDLE, SessionContext};
use crate::error::{Error, Result};
use crate::rights::Writable;
use crate::secret::{new_id, new_short_token};
use crate::{DeckList, Live};

/// A running session with all that its presenter may know.
#[derive(Debug)]
pub struct RunningSession {
    /// The session.
    pub session: LiveSession,
    /// The key that opens the speaker's notes.
    pub notes_key: String,
    /// The key of the speaker's own phone: it opens the notes and always steers.
    pub remote_key: String,
    /// When it was used last. The stored time may be older.
    pub active_at: Time,
    /// How many streams are open for the audience, on all nodes.
    pub followers: usize,
}

impl Live {
    /// A page of decks with what cards show of them: the owner's name, whether the deck is being presented, and the
    /// version of its thumbnails.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn with_cards(self: &Arc<Self>, list: DeckList) -> Result<DeckList> {
        list.with_cards(self.running_decks().await?, &self.catalogue).await
    }

    /// The session of a deck: the one that is running or was finished, or a new one.
    ///
    /// # Errors
    /// Fails when there is no session and maintenance is on, or storage does not respond.
    pub async fn begin(self: &Arc<Self>, deck: &Writable) -> Result<RunningSession> {
        self.begin_session(deck, true).await
    }

    /// The session of a deck: the one that is running, or a new one. A finished session is deleted with its answers.
    ///
    /// # Errors
    /// Fails when no session runs and maintenance is on, or storage does not respond.
    pub async fn begin_anew(self: &Arc<Self>, deck: &Writable) -> Result<RunningSession> {
        self.begin_session(deck, false).await
    }

    async fn begin_session(self: &Arc<Self>, deck: &Writable, resumes_finished: bool) -> Result<RunningSession> {
        let _lock = self.locks.lock(&format!("live {}", deck.id())).await;
        let running = self.running(deck.id()).await?;
        let is_over = match &running {
            Some(context) if !resumes_finished => context.room_state().await?.session.is_finished(),
            _ => false,
        };
        let context = match running {
            Some(context) if !is_over => context,
            finished => {
                if let Some(context) = finished {
                    self.end(&context.room).await;
                }
                self.new_session(deck).await?
            }
        };
        self.record_presenter(&context, deck.caller()).await?;
        self.open_with_codes(&context).await?;
        self.running_session(&context).await
    }

    /// Whether a deck is being presented.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn is_live(self: &Arc<Self>, deck: &DeckId) -> Result<bool> {
        self.load_sessions().await?;
        let room = self.rooms.by_deck(deck).filter(|room| room.idle(self.clock.steady()) < MAX_IDLE);
        let is_here = match room {
            Some(room) if room.state.lock().await.session.is_finished() => return Ok(false),
            room => room.is_some(),
        };
        Ok(is_here || (self.shared.has_other_nodes() && self.store.is_live(deck, self.clock.now() - MAX_IDLE).await?))
    }

    /// The decks that are being presented, on all nodes.
    pub(crate) async fn running_decks(self: &Arc<Self>) -> Result<HashSet<DeckId>> {
        self.load_sessions().await?;
        let steady = self.clock.steady();
        let rooms = self.rooms.all();
        let used = rooms.iter().filter(|room| room.idle(steady) < MAX_IDLE);
        let mut decks: HashSet<DeckId> = used.map(|room| room.deck.clone()).collect();
        if self.shared.has_other_nodes() {
            decks.extend(self.store.live_decks(self.clock.now() - MAX_IDLE).await?);
        }
        for room in &rooms {
            if room.state.lock().await.session.is_finished() {
                decks.remove(&room.deck);
            }
        }
        Ok(decks)
    }

    async fn running(self: &Arc<Self>, deck: &DeckId) -> Result<Option<SessionContext>> {
        let Some(room) = self.find_room(|| self.rooms.by_deck(deck)).await? else { return Ok(None) };
        let used = async {
            let context = self.use_room(room).await?;
            self.check_presenters(&context.room, &context.deck).await?;
            Ok::<_, Error>(context)
        };
        match used.await {
            Ok(context) => Ok(Some(context)),
            Err(Error::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn new_session(self: &Arc<Self>, granted: &Writable) -> Result<SessionContext> {
        self.maintenance.check()?;
        let (stored, deck) = (granted.deck(), granted.id());
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let now = self.clock.now();
        let session = LiveSession {
            id: new_id(),
            deck: deck.clone(),
            nonce: new_short_token(),
            presenters: vec![presenter(granted.caller())],
            state: first_state(&stored.deck, &registry, now),
            control: false,
            codes: LiveCodes::default(),
            turn: u64::try_from(now).unwrap_or_default(),
            created_at: now,
            active_at: now,
        };
        // The subscription begins before the session is stored, so that no change by another node is missed.
        let messages = self.subscribe_to_nodes(&session.id).await?;
        match self.store.create_live_session(session.clone(), None).await {
            Ok(()) => {}
            Err(StoreError::Taken(_)) => {
                // Another process started one meanwhile, or one that ended could not be deleted.
                self.rooms.request_load();
                let lost = || Error::Unavailable(format!("deck `{deck}` has a session that cannot be found"));
                return self.running(deck).await?.ok_or_else(lost);
            }
            Err(error) => return Err(error.into()),
        }
        let room = Arc::new(Room::new(session, stored.head.revision, self.clock.steady()));
        self.listen_to_nodes(&room, messages);
        self.rooms.add(&room, &LiveCodes::default());
        self.decks.keep_presented(granted.caller(), stored).await?;
        Ok(SessionContext { room, deck: Arc::clone(stored), registry })
    }

    async fn running_session(self: &Arc<Self>, context: &SessionContext) -> Result<RunningSession> {
        let followers = self.followers(&context.room.id).await;
        let session = context.room_state().await?.session.clone();
        let notes_key = self.notes_key(&session);
        let remote_key = self.remote_key(&session);
        Ok(RunningSession { session, notes_key, remote_key, active_at: context.room.active_at(), followers })
    }
}
