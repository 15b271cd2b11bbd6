//! Counts the audience of running sessions for the views of their decks.

use std::sync::Arc;

use store::{SessionCounts, Time};

use super::room::{Room, RoomState};
use super::slide_answers::SlideAnswers;
use crate::Live;

const MINUTE: Time = 60_000;

impl Live {
    /// Stores how many people follow each running session now. A session that nobody follows is left out.
    pub(crate) async fn count_audiences(self: &Arc<Self>) {
        for room in self.rooms.all() {
            let followers = self.followers(&room.id).await;
            if followers == 0 {
                continue;
            }
            let room_state = room.state.lock().await;
            if room_state.closed.is_some() || room_state.session.is_finished() {
                continue;
            }
            let counts = counts(&room, &room_state, followers, self.clock.now());
            drop(room_state);
            self.store_counts(counts).await;
        }
    }

    /// Stores the counts of a session that ends, at a time, unless it had neither followers nor answers.
    pub(super) async fn count_at_end(self: &Arc<Self>, room: &Room, room_state: &RoomState, at: Time) {
        let followers = self.followers(&room.id).await;
        let counts = counts(room, room_state, followers, at);
        if counts.followers + counts.answers + counts.questions > 0 {
            self.store_counts(counts).await;
        }
    }

    async fn store_counts(self: &Arc<Self>, counts: SessionCounts) {
        if let Err(fault) = self.store.put_session_counts(counts).await {
            tracing::warn!("the audience of a session was not counted: {fault:#}");
        }
    }
}

fn counts(room: &Room, room_state: &RoomState, followers: usize, at: Time) -> SessionCounts {
    SessionCounts {
        session: room.id.clone(),
        minute: at.div_euclid(MINUTE),
        deck: room.deck.clone(),
        followers: followers as u64,
        answers: room_state.answers.values().map(SlideAnswers::len).sum::<usize>() as u64,
        questions: room_state.questions.len() as u64,
    }
}
