//! Beginning a session, and finding it again.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Value, json};
use store::{DeckId, LiveCodes, LiveSession, StoreError};

use super::room::Room;
use super::state::{first_state, state_view};
use super::{Here, IDLE};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Right;
use crate::secret::{new_id, new_short_token};
use crate::{DeckList, Live};

impl Live {
    /// A page of decks with what cards show of them: the owner's name, and whether a talk is on.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn with_cards(self: &Arc<Self>, list: DeckList) -> Result<DeckList> {
        Ok(list.with_running(self.running_decks().await?))
    }

    /// The session of a deck that the caller may write: the one that runs, or a new one.
    ///
    /// # Errors
    /// The deck is not found or not writable; during maintenance no session begins.
    pub async fn begin(self: &Arc<Self>, caller: &Caller, deck: &DeckId) -> Result<Value> {
        self.decks.deck_for(caller, deck, Right::Write).await?;
        let _alone = self.locks.lock(&format!("live {deck}")).await;
        let here = match self.running(deck).await? {
            Some(here) => here,
            None => self.new_session(caller, deck).await?,
        };
        self.refresh_codes(&here).await?;
        self.session_view(&here).await
    }

    /// Whether a deck is being presented.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn is_live(self: &Arc<Self>, deck: &DeckId) -> Result<bool> {
        self.load_sessions().await?;
        let is_here = self.rooms.by_deck(deck).is_some_and(|room| room.idle(self.clock.steady()) < IDLE);
        Ok(is_here || (self.shared.has_other_nodes() && self.store.is_live(deck, self.clock.now() - IDLE).await?))
    }

    /// The decks that are being presented, on whichever node.
    pub(crate) async fn running_decks(self: &Arc<Self>) -> Result<HashSet<DeckId>> {
        self.load_sessions().await?;
        let steady = self.clock.steady();
        let rooms = self.rooms.all();
        let used = rooms.iter().filter(|room| room.idle(steady) < IDLE);
        let mut decks: HashSet<DeckId> = used.map(|room| room.deck.clone()).collect();
        if self.shared.has_other_nodes() {
            decks.extend(self.store.live_decks(self.clock.now() - IDLE).await?);
        }
        Ok(decks)
    }

    async fn running(self: &Arc<Self>, deck: &DeckId) -> Result<Option<Here>> {
        let Some(room) = self.find_room(|| self.rooms.by_deck(deck)).await? else { return Ok(None) };
        match self.room_of(room).await {
            Ok(here) => Ok(Some(here)),
            Err(Error::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn new_session(self: &Arc<Self>, caller: &Caller, deck: &DeckId) -> Result<Here> {
        self.maintenance.check()?;
        let stored = self.decks.deck_for(caller, deck, Right::Write).await?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let now = self.clock.now();
        let session = LiveSession {
            id: new_id(),
            deck: deck.to_owned(),
            notes_key: new_short_token(),
            state: first_state(&stored.deck, &registry, now),
            control: false,
            codes: LiveCodes::default(),
            turn: u64::try_from(now).unwrap_or_default(),
            created_at: now,
            active_at: now,
        };
        match self.store.create_live(session.clone(), None).await {
            Ok(()) => {}
            Err(StoreError::Taken(_)) => {
                // Another process was faster, or one that ended could not be removed.
                self.rooms.load_again();
                let lost = || Error::Unavailable(format!("deck `{deck}` has a session that cannot be found"));
                return self.running(deck).await?.ok_or_else(lost);
            }
            Err(error) => return Err(error.into()),
        }
        let room = Arc::new(Room::new(session, stored.head.revision, self.clock.steady()));
        self.listen_to_nodes(&room).await?;
        self.rooms.add(&room, &LiveCodes::default());
        Ok(Here { room, deck: stored, registry })
    }

    async fn session_view(self: &Arc<Self>, here: &Here) -> Result<Value> {
        let followers = self.followers(&here.room.id).await;
        let inside = here.hold().await?;
        let session = &inside.session;
        let codes: serde_json::Map<String, Value> =
            session.codes.current.iter().map(|(lang, code)| (lang.clone(), json!(code))).collect();
        Ok(json!({
            "sessionId": session.id,
            "joinPath": format!("/notes/{}", session.id),
            "followCodes": codes,
            "notesKey": session.notes_key,
            "presentationId": session.deck,
            "controlEnabled": session.control,
            "state": state_view(&session.state),
            "followCodesCreatedAt": session.codes.created_at,
            "createdAt": session.created_at,
            "lastActivityAt": here.room.active_at(),
            "followers": followers,
        }))
    }
}
