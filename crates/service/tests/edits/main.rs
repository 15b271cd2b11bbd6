//! Edits by several people at once: merging, conflicts, refusals, and batches that are sent twice.

mod deck_level;
mod drafts;
mod merging;
mod presence;
mod versions;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::TestService;
use serde_json::{Value, json};
use service::{Caller, ClientName, DeckId, EditBatch, Error, MayWrite, Service, Tier};

/// A deck, and a member who edits it.
struct EditedDeck {
    test: TestService,
    ann: Caller,
    id: DeckId,
    seq: AtomicU64,
}

impl EditedDeck {
    /// A deck with a list slide `a`, a quote `b` and a text slide `c`.
    async fn new() -> Self {
        let test = TestService::new().await;
        let ann = test.member("ann", Tier::Enterprise).await;
        let made = json!({ "title": "Harbour", "slides": [
            { "type": "title", "content": { "title": "Harbour" } },
        ]});
        let id = test.create(&ann, &made).await;
        let edited = Self { test, ann, id, seq: AtomicU64::new(0) };
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
        self.test.put(&self.ann, &self.id, &body).await.expect("it is written");
    }

    async fn read(&self) -> Value {
        self.test.read(&self.ann, &self.id).await
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
        self.try_send_by(&self.ann, body).await
    }

    async fn try_send_by(&self, caller: &Caller, body: Value) -> Result<Value, Error> {
        self.try_send_to(&self.test.service, caller, body).await
    }

    /// Sends a batch to a service, which may be of another process.
    async fn try_send_to(&self, service: &Service, caller: &Caller, body: Value) -> Result<Value, Error> {
        let batch = EditBatch {
            client: ClientName::new(body["client"].as_str().expect("a name"))?,
            seq: body["seq"].as_u64().expect("a number"),
            base: body["base"].as_u64().expect("a revision"),
            by_assistant: body["because"] == "assistant",
            with_drafts: body["drafts"] == true,
            edits: serde_json::from_value(body["edits"].clone()).expect("edits"),
        };
        let deck = service.decks.granted::<MayWrite>(caller, &self.id).await?;
        let result = service.editing.send_edits(&deck, batch).await?;
        let mut value = json!(result);
        if result.again {
            value["again"] = json!(true);
        }
        Ok(value)
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
