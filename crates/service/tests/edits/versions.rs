//! Versions: when one is stored, and how it is restored.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Error, Tier};

use super::EditedDeck;

impl EditedDeck {
    async fn versions(&self) -> Vec<Value> {
        let listed = self.place.service.decks.versions(&self.ann, &self.id, (50, 0)).await.expect("versions");
        listed["versions"].as_array().cloned().expect("a list")
    }

    /// Reason and revision of each version, newest first.
    async fn reasons(&self) -> String {
        let versions = self.versions().await;
        let reasons = versions.iter().map(|version| format!("{} {}", version["reason"], version["revision"]));
        reasons.collect::<Vec<_>>().join(", ").replace('"', "")
    }

    fn pause(&self, minutes: u64) {
        self.place.wait(Duration::from_mins(minutes));
    }
}

fn set(slide: &str, value: &str) -> Value {
    json!({ "op": "set", "slideId": slide, "path": "notes", "value": value })
}

#[tokio::test]
async fn a_version_is_stored_after_a_pause_and_before_many_deletions_and_the_assistant() {
    let edited = EditedDeck::new().await;
    assert_eq!(edited.reasons().await, "", "a deck that was just begun has none");
    edited.apply(set("a", "1")).await;
    edited.pause(9);
    edited.apply(set("a", "2")).await;
    assert_eq!(edited.reasons().await, "");
    edited.pause(10);
    edited.apply(set("a", "3")).await;
    assert_eq!(edited.reasons().await, "rest 4");
    let gone = |slide: &str| json!({ "op": "remove", "slideId": slide });
    edited.send(json!([gone("a"), gone("b")])).await;
    assert_eq!(edited.reasons().await, "rest 4", "two of three are few");
    edited.apply(gone("c")).await;
    assert_eq!(edited.reasons().await, "deletion 6, rest 4");
    let body = json!({ "client": "other", "seq": 1, "base": 7, "because": "assistant",
        "edits": [{ "op": "deck", "path": "title", "value": "Better" }] });
    edited.try_send(body).await.expect("applied");
    assert_eq!(edited.reasons().await, "assistant 7, deletion 6, rest 4");
}

#[tokio::test]
async fn a_put_that_rewrites_half_the_deck_stores_a_version() {
    let edited = EditedDeck::new().await;
    let mut slides = edited.read().await["slides"].clone();
    slides[0]["notes"] = json!("other");
    edited.put(json!({ "slides": slides })).await;
    assert_eq!(edited.reasons().await, "");
    for at in 0..3 {
        slides[at]["notes"] = json!("all other");
    }
    edited.put(json!({ "slides": slides })).await;
    assert_eq!(edited.reasons().await, "replaced 3");
    edited.put(json!({ "slides": [] })).await;
    assert_eq!(edited.reasons().await, "deletion 4, replaced 3");
}

#[tokio::test]
async fn a_version_is_named_read_and_restored() {
    let edited = EditedDeck::new().await;
    let before = edited.read().await;
    let named =
        edited.place.service.decks.name_version(&edited.ann, &edited.id, " Sent to council ").await.expect("kept");
    let version = named["version"]["id"].as_str().expect("an id").to_owned();
    assert_eq!((&named["version"]["name"], &named["version"]["slideCount"]), (&json!("Sent to council"), &json!(3)));
    edited
        .send(
            json!([set("a", "x"), { "op": "remove", "slideId": "b" }, { "op": "deck", "path": "title", "value": "T" }]),
        )
        .await;
    let (found, then) = edited
        .place
        .service
        .decks
        .version(&edited.ann, &edited.id, &version.as_str().into())
        .await
        .expect("the version");
    let then = json!(then);
    assert_eq!((&found["revision"], &then["revision"], &then["title"]), (&json!(2), &json!(2), &json!("Harbour")));
    assert_eq!(then["slides"], before["slides"]);
    let restored = edited
        .place
        .service
        .decks
        .restore_version(&edited.ann, &edited.id, &version.as_str().into())
        .await
        .expect("restored");
    assert_eq!((&restored.kept["reason"], &restored.kept["revision"]), (&json!("restore"), &json!(3)));
    let now = edited.read().await;
    assert_eq!((&now["slides"], &now["title"], &now["revision"]), (&before["slides"], &json!("Harbour"), &json!(4)));
    // Undo the restore.
    let kept = restored.kept["id"].as_str().expect("an id");
    edited.place.service.decks.restore_version(&edited.ann, &edited.id, &kept.into()).await.expect("restored");
    assert_eq!((edited.order().await.as_str(), &edited.read().await["title"]), ("a c", &json!("T")));
    let listed = edited.versions().await;
    assert_eq!(edited.reasons().await, "restore 4, restore 3, named 2");
    assert_eq!((&listed[1]["slidesChanged"], &listed[2]["slidesChanged"]), (&json!(2), &Value::Null));
}

#[tokio::test]
async fn names_are_limited_and_versions_are_for_writers() {
    let edited = EditedDeck::new().await;
    for wrong in ["", "  ", &"x".repeat(121)] {
        let refused = edited.place.service.decks.name_version(&edited.ann, &edited.id, wrong).await;
        assert!(matches!(refused, Err(Error::Invalid(_))), "{wrong}");
    }
    for _ in 0..100 {
        edited.place.service.decks.name_version(&edited.ann, &edited.id, "again").await.expect("kept");
    }
    let full = edited.place.service.decks.name_version(&edited.ann, &edited.id, "once more").await;
    assert!(matches!(full, Err(Error::Conflict(_))), "{full:?}");
    let bram = edited.place.member("bram", Tier::Free).await;
    edited
        .place
        .service
        .decks
        .add_collaborator(&edited.ann, &edited.id, bram.email(), "comment")
        .await
        .expect("shared");
    let refused = edited.place.service.decks.versions(&bram, &edited.id, (50, 0)).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))));
    let missing = edited.place.service.decks.version(&edited.ann, &edited.id, &"none".into()).await;
    assert!(matches!(missing, Err(Error::NotFound("version"))));
    let missing = edited.place.service.decks.restore_version(&edited.ann, &edited.id, &"none".into()).await;
    assert!(matches!(missing, Err(Error::NotFound("version"))));
}
