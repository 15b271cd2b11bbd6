//! Edits by several people at once: merging, conflicts, refusals, and batches that are sent twice.

mod deck_level;
mod merging;
mod presence;
mod versions;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::Place;
use serde_json::{Value, json};
use service::{Caller, DeckId, Error, Tier};

/// A deck, and a member who edits it.
struct EditedDeck {
    place: Place,
    ann: Caller,
    id: DeckId,
    seq: AtomicU64,
}

impl EditedDeck {
    /// A deck with a list slide `a`, a quote `b` and a text slide `c`.
    async fn new() -> Self {
        let place = Place::new().await;
        let ann = place.member("ann", Tier::Enterprise).await;
        let made = json!({ "title": "Harbour", "slides": [
            { "type": "title", "content": { "title": "Harbour" } },
        ]});
        let id = place.create(&ann, &made).await;
        let edited = Self { place, ann, id, seq: AtomicU64::new(0) };
        let slides = json!([
            { "id": "a", "type": "list", "content": { "title": "Rules", "items": [
                { "title": "One" }, { "title": "Two" }, { "title": "Three" } ] } },
            { "id": "b", "type": "quote", "content": { "quote": "Build for the tide." } },
            { "id": "c", "type": "content", "content": { "title": "Why", "body": "Because" }, "notes": "Slowly." },
        ]);
        edited.put(json!({ "slides": slides })).await;
        edited
    }

    async fn put(&self, body: Value) {
        let body = body.as_object().cloned().expect("an object");
        let any = service::IfMatch::Any;
        self.place.service.decks.update(&self.ann, &self.id, any, &body).await.expect("it is written");
    }

    async fn read(&self) -> Value {
        self.place.read(&self.ann, &self.id).await
    }

    async fn slide(&self, id: &str) -> Value {
        let deck = self.read().await;
        let slides = deck["slides"].as_array().expect("slides");
        slides.iter().find(|slide| slide["id"] == id).cloned().unwrap_or_default()
    }

    /// The ids of the slides, in order.
    async fn order(&self) -> String {
        let deck = self.read().await;
        let ids = deck["slides"].as_array().expect("slides").iter().map(|slide| slide["id"].as_str().expect("an id"));
        ids.collect::<Vec<_>>().join(" ")
    }

    async fn try_send(&self, body: Value) -> Result<Value, Error> {
        let body = body.as_object().cloned().expect("an object");
        self.place.service.editing.send_edits(&self.ann, &self.id, &body).await
    }

    /// Sends edits as one batch, made on the first revision.
    async fn send(&self, edits: Value) -> Value {
        let seq = self.seq.fetch_add(1, Ordering::Relaxed) + 1;
        let body = json!({ "client": "tab", "seq": seq, "base": 1, "edits": edits });
        self.try_send(body).await.expect("an answer")
    }

    /// Sends one edit, which must be applied.
    async fn apply(&self, edit: Value) {
        let answer = self.send(json!([edit])).await;
        assert_eq!((&answer["conflicts"], &answer["refused"]), (&json!([]), &json!([])));
    }

    /// Sends one edit and returns the result as text.
    async fn outcome(&self, edit: Value) -> String {
        let before = self.read().await;
        let answer = self.send(json!([edit])).await;
        let after = self.read().await;
        if let Some(conflict) = answer["conflicts"].get(0) {
            assert_eq!(before, after, "a conflict changed the deck");
            return format!("{} {}", conflict["reason"].as_str().expect("a reason"), conflict["present"]);
        }
        if let Some(refused) = answer["refused"].get(0) {
            assert_eq!(before, after, "a refused edit changed the deck");
            return format!("{}: {}", refused["code"].as_str().expect("a code"), refused["details"]);
        }
        let wrote = after["revision"] != before["revision"];
        assert_eq!(answer["revision"], after["revision"]);
        if wrote { "applied".to_owned() } else { "nothing new".to_owned() }
    }
}
