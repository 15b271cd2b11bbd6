//! Versions: when a state is kept, and how one goes back to it.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Error, Tier};

use crate::Desk;

impl Desk {
    async fn versions(&self) -> Vec<Value> {
        let listed = self.place.service.decks.versions(&self.ann, &self.id, (50, 0)).await.expect("versions");
        listed["versions"].as_array().cloned().expect("a list")
    }

    /// Reason and revision of each, newest first.
    async fn reasons(&self) -> String {
        let versions = self.versions().await;
        let told = versions.iter().map(|version| format!("{} {}", version["reason"], version["revision"]));
        told.collect::<Vec<_>>().join(", ").replace('"', "")
    }

    fn pause(&self, minutes: u64) {
        self.place.wait(Duration::from_mins(minutes));
    }
}

fn set(slide: &str, value: &str) -> Value {
    json!({ "op": "set", "slideId": slide, "path": "notes", "value": value })
}

#[tokio::test]
async fn a_state_is_kept_after_a_rest_before_many_deletions_and_before_the_assistant() {
    let desk = Desk::new().await;
    assert_eq!(desk.reasons().await, "", "a deck that was just begun has none");
    desk.apply(set("a", "1")).await;
    desk.pause(9);
    desk.apply(set("a", "2")).await;
    assert_eq!(desk.reasons().await, "");
    desk.pause(10);
    desk.apply(set("a", "3")).await;
    assert_eq!(desk.reasons().await, "rest 4");
    let gone = |slide: &str| json!({ "op": "remove", "slideId": slide });
    desk.send(json!([gone("a"), gone("b")])).await;
    assert_eq!(desk.reasons().await, "rest 4", "two of three are few");
    desk.apply(gone("c")).await;
    assert_eq!(desk.reasons().await, "deletion 6, rest 4");
    let body = json!({ "client": "other", "seq": 1, "base": 7, "because": "assistant",
        "edits": [{ "op": "deck", "path": "title", "value": "Better" }] });
    desk.try_send(body).await.expect("applied");
    assert_eq!(desk.reasons().await, "assistant 7, deletion 6, rest 4");
}

#[tokio::test]
async fn a_put_that_rewrites_half_the_deck_keeps_what_was_there() {
    let desk = Desk::new().await;
    let mut slides = desk.read().await["slides"].clone();
    slides[0]["notes"] = json!("other");
    desk.put(json!({ "slides": slides })).await;
    assert_eq!(desk.reasons().await, "");
    for at in 0..3 {
        slides[at]["notes"] = json!("all other");
    }
    desk.put(json!({ "slides": slides })).await;
    assert_eq!(desk.reasons().await, "replaced 3");
    desk.put(json!({ "slides": [] })).await;
    assert_eq!(desk.reasons().await, "deletion 4, replaced 3");
}

#[tokio::test]
async fn a_version_is_named_read_and_restored() {
    let desk = Desk::new().await;
    let before = desk.read().await;
    let named = desk.place.service.decks.name_version(&desk.ann, &desk.id, " Sent to council ").await.expect("kept");
    let version = named["version"]["id"].as_str().expect("an id").to_owned();
    assert_eq!((&named["version"]["name"], &named["version"]["slideCount"]), (&json!("Sent to council"), &json!(3)));
    desk.send(
        json!([set("a", "x"), { "op": "remove", "slideId": "b" }, { "op": "deck", "path": "title", "value": "T" }]),
    )
    .await;
    let (found, then) =
        desk.place.service.decks.version(&desk.ann, &desk.id, &version.as_str().into()).await.expect("the version");
    let then = json!(then);
    assert_eq!((&found["revision"], &then["revision"], &then["title"]), (&json!(2), &json!(2), &json!("Harbour")));
    assert_eq!(then["slides"], before["slides"]);
    let restored = desk
        .place
        .service
        .decks
        .restore_version(&desk.ann, &desk.id, &version.as_str().into())
        .await
        .expect("restored");
    assert_eq!((&restored.kept["reason"], &restored.kept["revision"]), (&json!("restore"), &json!(3)));
    let now = desk.read().await;
    assert_eq!((&now["slides"], &now["title"], &now["revision"]), (&before["slides"], &json!("Harbour"), &json!(4)));
    // And back again.
    let kept = restored.kept["id"].as_str().expect("an id");
    desk.place.service.decks.restore_version(&desk.ann, &desk.id, &kept.into()).await.expect("restored");
    assert_eq!((desk.order().await.as_str(), &desk.read().await["title"]), ("a c", &json!("T")));
    let listed = desk.versions().await;
    assert_eq!(desk.reasons().await, "restore 4, restore 3, named 2");
    assert_eq!((&listed[1]["slidesChanged"], &listed[2]["slidesChanged"]), (&json!(2), &Value::Null));
}

#[tokio::test]
async fn names_have_bounds_and_versions_are_for_writers() {
    let desk = Desk::new().await;
    for wrong in ["", "  ", &"x".repeat(121)] {
        let refused = desk.place.service.decks.name_version(&desk.ann, &desk.id, wrong).await;
        assert!(matches!(refused, Err(Error::Invalid(_))), "{wrong}");
    }
    for _ in 0..100 {
        desk.place.service.decks.name_version(&desk.ann, &desk.id, "again").await.expect("kept");
    }
    let full = desk.place.service.decks.name_version(&desk.ann, &desk.id, "once more").await;
    assert!(matches!(full, Err(Error::Conflict(_))), "{full:?}");
    let bram = desk.place.member("bram", Tier::Free).await;
    desk.place.service.decks.add_collaborator(&desk.ann, &desk.id, bram.email(), "comment").await.expect("shared");
    let refused = desk.place.service.decks.versions(&bram, &desk.id, (50, 0)).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))));
    let missing = desk.place.service.decks.version(&desk.ann, &desk.id, &"none".into()).await;
    assert!(matches!(missing, Err(Error::NotFound("version"))));
    let missing = desk.place.service.decks.restore_version(&desk.ann, &desk.id, &"none".into()).await;
    assert!(matches!(missing, Err(Error::NotFound("version"))));
}
