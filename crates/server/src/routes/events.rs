//! The event stream of an open editor.

use axum::extract::State;
use axum::response::Response;
use deck::SlideId;
use serde::Serialize;
use service::{
    CommentChange, CommentId, DeckChange, DeckId, EditorEvent, EditorEvents, MayRead, PresenceAction, PresenceChange,
};

use super::edits::PersonJson;
use crate::http::{App, By, Iso, Path, Query, Read, Result, Source, StreamItem, event_frame, event_stream};

/// The data of the event `deckUpdated`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DeckUpdatedJson {
    presentation_id: DeckId,
    /// Empty when the whole deck changed.
    slide_id: String,
    revision: u64,
    reason: DeckChange,
    /// Empty when it is not known.
    by: String,
    updated_at: Iso,
}

/// The data of the event `commentChanged`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CommentChangedJson {
    presentation_id: DeckId,
    comment_id: CommentId,
    slide_id: Option<SlideId>,
    action: CommentChange,
    updated_at: Iso,
}

/// The data of the event `presence`.
#[derive(Serialize)]
struct PresenceJson {
    action: PresenceAction,
    #[serde(flatten)]
    person: PersonJson,
}

/// The data of the event `draftsChanged`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DraftsChangedJson {
    presentation_id: DeckId,
}

/// Streams the events of a deck until the right to read it ends.
pub(crate) async fn listen(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let events = app.service.editing.events(&deck, query.text("client").as_deref()).await?;
    Ok(event_stream(EditorStream { events, sent: 0 }))
}

/// The stream of an open editor, and the number of frames sent so far, which numbers the events.
struct EditorStream {
    events: EditorEvents,
    sent: u64,
}

impl Source for EditorStream {
    async fn next(&mut self) -> StreamItem {
        let frame = match self.sent {
            0 => ": open\n\n".to_owned(),
            id => match self.events.next().await {
                Some(event) => frame(id, event),
                None => return StreamItem::End,
            },
        };
        self.sent += 1;
        StreamItem::Frames(frame.into())
    }

    async fn is_over(&self) -> bool {
        !self.events.may_read().await
    }
}

/// An event as a frame of `text/event-stream`.
fn frame(id: u64, event: EditorEvent) -> String {
    match event {
        EditorEvent::DeckUpdated { deck, slide, revision, reason, by, at } => {
            let updated = DeckUpdatedJson {
                presentation_id: deck,
                slide_id: slide.map(String::from).unwrap_or_default(),
                revision,
                reason,
                by: by.unwrap_or_default(),
                updated_at: Iso(at),
            };
            event_frame(Some(id), "deckUpdated", &updated)
        }
        EditorEvent::CommentChanged { deck, comment, slide, change, at } => {
            let changed = CommentChangedJson {
                presentation_id: deck,
                comment_id: comment,
                slide_id: slide,
                action: change,
                updated_at: Iso(at),
            };
            event_frame(Some(id), "commentChanged", &changed)
        }
        EditorEvent::Presence(PresenceChange { action, person }) => {
            event_frame(Some(id), "presence", &PresenceJson { action, person: person.into() })
        }
        EditorEvent::DraftsChanged { deck } => {
            event_frame(Some(id), "draftsChanged", &DraftsChangedJson { presentation_id: deck })
        }
    }
}

#[cfg(test)]
mod tests {
    use service::{Person, PresencePosition};

    use super::*;

    #[test]
    fn a_frame_has_a_number_a_name_and_data() {
        let (deck, at) = (DeckId::from("d"), 1_769_851_800_000);
        let reason = DeckChange::Written;
        let updated = EditorEvent::DeckUpdated { deck: deck.clone(), slide: None, revision: 3, reason, by: None, at };
        assert_eq!(
            frame(1, updated),
            "id: 1\nevent: deckUpdated\ndata: {\"presentationId\":\"d\",\"slideId\":\"\",\"revision\":3,\
             \"reason\":\"written\",\"by\":\"\",\"updatedAt\":\"2026-01-31T09:30:00.000Z\"}\n\n"
        );
        let change = CommentChange::Status;
        let commented = EditorEvent::CommentChanged { deck, comment: "c".into(), slide: None, change, at };
        assert_eq!(
            frame(2, commented),
            "id: 2\nevent: commentChanged\ndata: {\"presentationId\":\"d\",\"commentId\":\"c\",\"slideId\":null,\
             \"action\":\"status\",\"updatedAt\":\"2026-01-31T09:30:00.000Z\"}\n\n"
        );
        let person = Person {
            client: "a1".to_owned(),
            name: "Ann".to_owned(),
            email: "ann@example.test".to_owned(),
            colour: 1,
            position: PresencePosition { slide_id: Some("s".into()), ..PresencePosition::default() },
        };
        let arrived = EditorEvent::Presence(PresenceChange { action: PresenceAction::Arrived, person });
        assert_eq!(
            frame(3, arrived),
            "id: 3\nevent: presence\ndata: {\"action\":\"arrived\",\"client\":\"a1\",\"name\":\"Ann\",\
             \"email\":\"ann@example.test\",\"colour\":1,\"slideId\":\"s\",\"field\":null,\"presenting\":false}\n\n"
        );
    }
}
