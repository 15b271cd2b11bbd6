//! Rooms on several nodes: each keeps its own copy, and one at a time may change it.
//!
//! Who changes a room claims it, catches up with what others entered in its journal, tells its own listeners, and gives
//! the room back with an entry: what is to be stored, and what was told. The others apply the entry to their copies and
//! tell their listeners. A node that may have missed an entry forgets its copy: its streams end, and whoever comes back
//! finds what is stored. In one process there is nobody to claim from, and nothing is entered.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Weak};

use serde::{Deserialize, Serialize};
use store::{Claim, Entries, Heard, LiveAnswer, LiveItem, LiveSession, LiveWrite, SessionId, Subscription};
use tokio::sync::MutexGuard;

use super::interactions::Poll;
use super::questions::Question;
use super::room::{Gone, Inside, Room};
use super::{Here, SESSION};
use crate::Live;
use crate::error::{Error, Result};

/// Milliseconds for which the number of followers on a node is believed.
const COUNTED: i64 = 20_000;

/// What a node did to a room.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Entry {
    turn: u64,
    moved: u64,
    settled: u64,
    told_revision: u64,
    #[serde(default)]
    told_edition: Option<u64>,
    promoted: Vec<String>,
    writes: Vec<LiveWrite>,
    events: Vec<String>,
    /// The copies of other nodes are to be forgotten, for it ended or could not be stored.
    forget: bool,
}

/// A room that this node alone may change.
#[derive(Debug)]
pub(super) struct Held<'a> {
    inside: MutexGuard<'a, Inside>,
    claim: Option<Claim>,
    /// The turn it had, unless its journal has to be begun.
    before: Option<u64>,
}

impl Deref for Held<'_> {
    type Target = Inside;

    fn deref(&self) -> &Inside {
        &self.inside
    }
}

impl DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut Inside {
        &mut self.inside
    }
}

impl Live {
    /// Takes a room to change it.
    pub(super) async fn lock_room<'r>(self: &Arc<Self>, room: &'r Arc<Room>) -> Result<Held<'r>> {
        let mut inside = room.inside.lock().await;
        inside.check()?;
        // What a failed change told goes no further.
        inside.told.clear();
        let (claim, entries) = self.shared.claim(&room.journal, inside.session.turn).await?;
        if claim.is_none() {
            return Ok(Held { before: Some(inside.session.turn), inside, claim });
        }
        let whole = entries.whole;
        if whole {
            self.follow_entries(room, &mut inside, entries);
        } else {
            self.reload_room(room, &mut inside, entries).await?;
        }
        Ok(Held { before: whole.then_some(inside.session.turn), inside, claim })
    }

    /// Gives a room back and stores what changed. It was told already.
    pub(super) async fn commit(
        self: &Arc<Self>,
        room: &Arc<Room>,
        held: Held<'_>,
        writes: Vec<LiveWrite>,
    ) -> Result<()> {
        let Held { mut inside, claim, before } = held;
        let told = std::mem::take(&mut inside.told);
        if let Some(claim) = claim
            && before != Some(inside.session.turn)
        {
            let entry = Entry {
                turn: inside.session.turn,
                moved: inside.moved,
                settled: inside.settled,
                told_revision: inside.told_revision,
                told_edition: inside.told_edition,
                promoted: inside.promoted.iter().cloned().collect(),
                writes: writes.clone(),
                events: told.iter().map(|event| event.as_ref().to_owned()).collect(),
                forget: false,
            };
            let text = serde_json::to_string(&entry).map_err(|fault| Error::Internal(fault.into()))?;
            if let Err(fault) = claim.release(entry.turn, &text).await {
                drop(inside);
                self.evict(room).await;
                return Err(fault.into());
            }
        }
        drop(inside);
        self.insert_room(room, writes).await
    }

    /// Has the other nodes forget their copies of a room.
    pub(super) async fn evict_on_other_nodes(self: &Arc<Self>, room: &Room) {
        if !self.shared.has_other_nodes() {
            return;
        }
        let entry = Entry { forget: true, ..Entry::default() };
        let cleared = self.shared.clear_journal(&room.journal).await;
        let told = match serde_json::to_string(&entry) {
            Ok(text) => self.shared.publish(&room.journal, text.into()).await,
            Err(_) => return,
        };
        if let Err(fault) = cleared.and(told) {
            tracing::warn!("other nodes were not told to forget a session: {fault:#}");
        }
    }

    /// Makes a stored session a room of this node, as it stands now. Nothing when it ended meanwhile.
    pub(super) async fn join_journal(self: &Arc<Self>, session: LiveSession) -> Result<Option<Arc<Room>>> {
        let id = session.id.clone();
        let heard = if self.shared.has_other_nodes() {
            Some(self.shared.subscribe(&Room::journal_of(&id)).await?)
        } else {
            None
        };
        // Whoever listens reads only then, so that nothing falls between.
        let session = if heard.is_some() { self.store.live_session(&id).await? } else { Some(session) };
        let Some(session) = session else { return Ok(None) };
        let (items, answers) = (self.store.live_items(&id).await?, self.store.live_answers(&id).await?);
        let (turn, codes) = (session.turn, session.codes.clone());
        let is_shared = heard.is_some();
        let room = Arc::new(Room::stored(session, items, answers, self.clock.now(), self.clock.steady(), is_shared));
        if let Some(heard) = heard {
            let entries = self.shared.entries(&room.journal, turn).await?;
            let mut inside = room.inside.lock().await;
            if !entries.entries.is_empty() || entries.whole {
                inside.session.turn = turn;
            }
            self.follow_entries(&room, &mut inside, entries);
            drop(inside);
            tokio::spawn(listen(Arc::downgrade(self), Arc::downgrade(&room), heard));
        }
        self.rooms.add(&room, &codes);
        Ok(self.rooms.by_id(&id))
    }

    /// Begins to listen to what other nodes do to a room that is new.
    pub(super) async fn listen_to_nodes(self: &Arc<Self>, room: &Arc<Room>) -> Result<()> {
        if self.shared.has_other_nodes() {
            let heard = self.shared.subscribe(&room.journal).await?;
            tokio::spawn(listen(Arc::downgrade(self), Arc::downgrade(room), heard));
        }
        Ok(())
    }

    /// Applies what other nodes entered, and tells the listeners of this one.
    fn follow_entries(self: &Arc<Self>, room: &Arc<Room>, inside: &mut Inside, entries: Entries) {
        for text in entries.entries {
            match serde_json::from_str::<Entry>(&text) {
                Ok(entry) => self.follow_entry(room, inside, entry),
                Err(fault) => tracing::error!("another node entered what this one cannot read: {fault}"),
            }
        }
    }

    fn follow_entry(self: &Arc<Self>, room: &Arc<Room>, inside: &mut Inside, entry: Entry) {
        if entry.turn <= inside.session.turn {
            return;
        }
        for write in entry.writes {
            if let LiveWrite::Session(session) = &write {
                self.rooms.index_codes(room, &session.codes);
            }
            inside.apply(write);
        }
        inside.session.turn = inside.session.turn.max(entry.turn);
        inside.moved = inside.moved.max(entry.moved);
        inside.settled = inside.settled.max(entry.settled);
        inside.told_revision = inside.told_revision.max(entry.told_revision);
        inside.told_edition = entry.told_edition.or(inside.told_edition);
        inside.promoted = entry.promoted.into_iter().collect();
        for event in entry.events {
            self.shared.publish_here(&room.topic, event.into());
        }
    }

    /// Takes what is stored in place of a copy that may lack something; its listeners come back.
    async fn reload_room(self: &Arc<Self>, room: &Arc<Room>, inside: &mut Inside, entries: Entries) -> Result<()> {
        let Some(session) = self.store.live_session(&room.id).await? else { return Err(SESSION) };
        let (items, answers) = (self.store.live_items(&room.id).await?, self.store.live_answers(&room.id).await?);
        let is_same = session.state == inside.session.state && session.turn <= inside.session.turn;
        let (turn, stored) = (inside.session.turn, session.turn);
        inside.empty(session);
        inside.fill(items, answers);
        inside.session.turn = stored;
        self.follow_entries(room, inside, entries);
        inside.session.turn = inside.session.turn.max(turn);
        if !is_same {
            inside.moved = inside.next_turn(self.clock.now());
            self.end_streams_here(room);
        }
        Ok(())
    }

    /// How many follow a session, on all nodes.
    pub(super) async fn followers(self: &Arc<Self>, session: &SessionId) -> usize {
        let here = self.rooms.seats.of(session);
        let Ok(elsewhere) = self.shared.all_kept(&format!("hall {session}"), self.clock.now()).await else {
            return here;
        };
        let others = elsewhere.iter().filter(|(node, _)| *node != self.rooms.node);
        here + others.filter_map(|(_, count)| count.parse::<usize>().ok()).sum::<usize>()
    }

    /// Tells other nodes how many follow here.
    pub(crate) async fn publish_follower_count(self: &Arc<Self>) {
        if !self.shared.has_other_nodes() {
            return;
        }
        for room in self.rooms.all() {
            let count = self.rooms.seats.of(&room.id);
            let (family, now) = (format!("hall {}", room.id), self.clock.now());
            if let Err(fault) = self.shared.keep(&family, &self.rooms.node, &count.to_string(), COUNTED, now).await {
                tracing::warn!("other nodes were not told how many follow here: {fault:#}");
                return;
            }
        }
    }
}

/// Follows what other nodes do to a room, for as long as both are there.
async fn listen(service: Weak<Live>, room: Weak<Room>, mut heard: Subscription) {
    loop {
        let heard = heard.next().await;
        let (Some(service), Some(room)) = (service.upgrade(), room.upgrade()) else { return };
        let entry = match heard {
            Heard::Event(text) => serde_json::from_str(&text).unwrap_or(Entry { forget: true, ..Entry::default() }),
            Heard::Missed(_) => Entry { forget: true, ..Entry::default() },
        };
        let mut inside = room.inside.lock().await;
        if inside.gone.is_some() {
            return;
        }
        if entry.forget {
            inside.gone = Some(Gone::Forgotten);
            drop(inside);
            service.evict_local(&room);
            return;
        }
        service.follow_entry(&room, &mut inside, entry);
    }
}

impl Here {
    /// Takes the room to change it.
    pub(super) async fn take(&self, service: &Arc<Live>) -> Result<Held<'_>> {
        service.lock_room(&self.room).await
    }
}

impl Inside {
    /// Forgets everything but what stands in a session.
    fn empty(&mut self, session: LiveSession) {
        self.session = session;
        self.polls.clear();
        self.questions.clear();
        self.text_bytes = 0;
    }

    /// Takes what is stored of a session.
    pub(super) fn fill(&mut self, items: Vec<LiveItem>, answers: Vec<LiveAnswer>) {
        for item in items {
            self.apply(LiveWrite::Item(item, 0));
        }
        for answer in answers {
            self.apply(LiveWrite::Answer(answer, 0));
        }
    }

    /// Changes what a write says.
    fn apply(&mut self, write: LiveWrite) {
        match write {
            LiveWrite::Session(session) => self.session = *session,
            LiveWrite::Active(at) => self.session.active_at = self.session.active_at.max(at),
            LiveWrite::Item(LiveItem { item, entry }, _) => match Question::stored(&item, &entry) {
                Some(mut question) => {
                    if let Some(known) = self.questions.iter_mut().find(|known| known.id == item) {
                        question.upvoters = std::mem::take(&mut known.upvoters);
                        *known = question;
                    } else {
                        self.text_bytes += question.text_bytes();
                        self.questions.push(question);
                    }
                }
                None => self.polls.entry(item).or_default().reopen(&Poll::stored(&entry)),
            },
            LiveWrite::NoItem(item) => {
                let bytes: usize =
                    self.questions.iter().filter(|known| known.id == item).map(Question::text_bytes).sum();
                self.text_bytes = self.text_bytes.saturating_sub(bytes);
                self.questions.retain(|known| known.id != item);
            }
            LiveWrite::Answer(LiveAnswer { item, device, answer, given_at }, _) => {
                if let Some(question) = self.questions.iter_mut().find(|question| question.id == item) {
                    question.upvoters.insert(device);
                    return;
                }
                let poll = self.polls.entry(item).or_default();
                let (more, fewer) = poll.swing(&device, &answer);
                self.text_bytes = (self.text_bytes + more).saturating_sub(fewer);
                poll.answer(device, &answer, given_at);
            }
            LiveWrite::NoAnswers(item, _) => {
                let poll = self.polls.entry(item).or_default();
                self.text_bytes = self.text_bytes.saturating_sub(poll.clear());
            }
        }
    }
}
