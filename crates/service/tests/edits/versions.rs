//! Versions: when one is stored, and how it is restored.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Error, IfMatch, ListedVersion, Permission, RestoredVersion, Tier, VersionId, VersionReason, Writable};

use super::EditedDeck;
use crate::common::deck_value;

impl EditedDeck {
    async fn writable(&self) -> Writable {
        self.test.service.decks.granted(&self.ann, &self.id).await.expect("her own deck")
    }

    async fn versions(&self) -> Vec<ListedVersion> {
        self.test.service.decks.versions(&self.writable().await, (50, 0)).await.expect("versions").rows
    }

    async fn name_version(&self, name: &str) -> Result<ListedVersion, Error> {
        self.test.service.decks.name_version(&self.writable().await, name).await
    }

    async fn restore_version(&self, version: &VersionId) -> Result<RestoredVersion, Error> {
        self.test.service.decks.restore_version(&self.writable().await, version, IfMatch::Any).await
    }

    /// Reason and revision of each version, newest first.
    async fn reasons(&self) -> String {
        let versions = self.versions().await;
        let versions = versions.iter().map(|listed| &listed.version);
        let reasons = versions.map(|version| format!("{} {}", json!(version.reason), version.revision));
        reasons.collect::<Vec<_>>().join(", ").replace('"', "")
    }

    fn pause(&self, minutes: u64) {
        self.test.wait(Duration::from_mins(minutes));
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
async fn work_without_a_pause_stores_a_version_every_ten_minutes() {
    let edited = EditedDeck::new().await;
    for minute in 1..=25 {
        edited.pause(1);
        edited.apply(set("a", &format!("minute {minute}"))).await;
    }
    assert_eq!(edited.reasons().await, "work 21, work 11");
}

#[tokio::test]
async fn a_version_is_stored_when_another_user_goes_on_and_when_the_deck_is_presented() {
    let edited = EditedDeck::new().await;
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::Edit).await.expect("shared");
    for by in [&edited.ann, &bram, &edited.ann, &bram] {
        let seq = edited.read().await["revision"].as_u64().expect("a number");
        let body = json!({ "client": by.email(), "seq": seq, "base": seq, "edits": [set("a", by.email())] });
        edited.try_send_by(by, body).await.expect("applied");
    }
    assert_eq!(edited.reasons().await, "hands 3", "one in ten minutes");
    assert_eq!(edited.versions().await[0].version.by_email, edited.ann.email(), "it is her work");
    edited.test.service.live.begin(&edited.writable().await).await.expect("a session");
    assert_eq!(edited.reasons().await, "presented 6, hands 3");
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
    let named = edited.name_version(" Sent to council ").await.expect("stored").version;
    assert_eq!((named.name.as_deref(), named.slide_count), (Some("Sent to council"), 3));
    edited
        .send(
            json!([set("a", "x"), { "op": "remove", "slideId": "b" }, { "op": "deck", "path": "title", "value": "T" }]),
        )
        .await;
    let found = edited.test.service.decks.version(&edited.writable().await, &named.id).await;
    let (found, then) = found.expect("the version");
    let then = deck_value(&then);
    assert_eq!((found.revision, &then["revision"], &then["title"]), (2, &json!(2), &json!("Harbour")));
    assert_eq!(then["slides"], before["slides"]);
    let restored = edited.restore_version(&named.id).await.expect("restored");
    let undone = restored.before.expect("the version before");
    assert_eq!((undone.reason, undone.revision), (VersionReason::Restore, 3));
    let now = edited.read().await;
    assert_eq!((&now["slides"], &now["title"], &now["revision"]), (&before["slides"], &json!("Harbour"), &json!(4)));
    // Undo the restore.
    edited.restore_version(&undone.id).await.expect("restored");
    assert_eq!((edited.order().await.as_str(), &edited.read().await["title"]), ("a c", &json!("T")));
    let listed = edited.versions().await;
    assert_eq!(edited.reasons().await, "restore 4, restore 3, named 2");
    assert_eq!((listed[1].slides_changed, listed[2].slides_changed), (Some(2), None));
    assert_eq!(listed[1].changed_titles, ["Rules", "Build for the tide."], "the removed one is named, too");
    assert!(listed[2].changed_titles.is_empty());
}

#[tokio::test]
async fn names_are_limited_and_versions_are_for_writers() {
    let edited = EditedDeck::new().await;
    for wrong in ["", "  ", &"x".repeat(121)] {
        let refused = edited.name_version(wrong).await;
        assert!(matches!(refused, Err(Error::Invalid(_))), "{wrong}");
    }
    for _ in 0..100 {
        edited.name_version("again").await.expect("stored");
    }
    let full = edited.name_version("once more").await;
    assert!(matches!(full, Err(Error::Conflict(_))), "{full:?}");
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::Comment).await.expect("shared");
    let refused: Result<Writable, Error> = edited.test.service.decks.granted(&bram, &edited.id).await;
    assert!(matches!(refused, Err(Error::Forbidden(_))));
    let missing = edited.test.service.decks.version(&edited.writable().await, &"none".into()).await;
    assert!(matches!(missing, Err(Error::NotFound("version"))));
    let missing = edited.restore_version(&"none".into()).await;
    assert!(matches!(missing, Err(Error::NotFound("version"))));
}
