//! Presence: who has a deck open, and the events about it.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Caller, EditorEvents, Error, Tier, UserChange};

use super::EditedDeck;

impl EditedDeck {
    async fn be(&self, caller: &Caller, body: Value) -> Value {
        let body = body.as_object().cloned().expect("an object");
        self.place.service.editing.set_presence(caller, &self.id, &body).await.expect("an answer")
    }

    async fn listen(&self, caller: &Caller, client: &str) -> EditorEvents {
        self.place.service.editing.events(caller, &self.id, Some(client)).await.expect("a stream")
    }
}

async fn next(events: &mut EditorEvents) -> String {
    let event = tokio::time::timeout(Duration::from_mins(1), events.next()).await.expect("in time").expect("an event");
    let data = event.data;
    match event.name {
        "presence" => format!("{} {} {} {}", data["action"], data["client"], data["colour"], data["slideId"]),
        name => format!("{name} {}", data["revision"]),
    }
    .replace('"', "")
}

#[tokio::test]
async fn people_see_each_other_arrive_move_and_leave() {
    let edited = EditedDeck::new().await;
    let bram = edited.place.member("bram", Tier::Free).await;
    edited.place.service.decks.add_collaborator(&edited.ann, &edited.id, bram.email(), "view").await.expect("shared");
    let mut heard = edited.listen(&edited.ann, "a1").await;
    let first = edited.be(&edited.ann, json!({ "client": "a1", "slideId": "a", "field": null })).await;
    assert_eq!(first, json!({ "people": [], "colour": 1 }));
    let second = edited.be(&bram, json!({ "client": "b1", "slideId": "b", "field": "content.quote" })).await;
    assert_eq!(
        second,
        json!({ "colour": 2, "people": [{ "client": "a1", "name": "ann@example.test", "email": "ann@example.test",
            "colour": 1, "slideId": "a", "field": null, "presenting": false }] })
    );
    // Clients get no events about themselves.
    assert_eq!(next(&mut heard).await, "arrived b1 2 b");
    edited.be(&bram, json!({ "client": "b1", "slideId": "b", "field": "content.quote" })).await;
    edited.be(&bram, json!({ "client": "b1", "slideId": "c" })).await;
    assert_eq!(next(&mut heard).await, "moved b1 2 c");
    edited.apply(json!({ "op": "set", "slideId": "c", "path": "notes", "value": "!" })).await;
    assert_eq!(next(&mut heard).await, "deckUpdated 3");
    edited.be(&bram, json!({ "client": "b1", "left": true })).await;
    assert_eq!(next(&mut heard).await, "left b1 2 c");
}

#[tokio::test]
async fn a_client_leaves_when_its_own_stream_ends() {
    let edited = EditedDeck::new().await;
    let bram = edited.place.member("bram", Tier::Free).await;
    edited.place.service.decks.add_collaborator(&edited.ann, &edited.id, bram.email(), "view").await.expect("shared");
    let mut heard = edited.listen(&edited.ann, "a1").await;
    let streaming = edited.listen(&bram, "b1").await;
    edited.be(&bram, json!({ "client": "b1" })).await;
    assert_eq!(next(&mut heard).await, "arrived b1 2 null".replace('2', "1"));
    drop(edited.listen(&edited.ann, "b1").await);
    tokio::task::yield_now().await;
    let seen = edited.be(&edited.ann, json!({ "client": "a1" })).await;
    assert_eq!(seen["people"].as_array().map(Vec::len), Some(1));
    drop(streaming);
    assert_eq!(next(&mut heard).await, "left b1 1 null");
}

#[tokio::test]
async fn a_client_leaves_after_forty_seconds_of_silence() {
    let edited = EditedDeck::new().await;
    let mut heard = edited.place.service.editing.events(&edited.ann, &edited.id, None).await.expect("a stream");
    edited.be(&edited.ann, json!({ "client": "a1" })).await;
    assert_eq!(next(&mut heard).await, "arrived a1 1 null");
    edited.place.wait(Duration::from_secs(40));
    assert_eq!(next(&mut heard).await, "left a1 1 null");
}

#[tokio::test]
async fn only_readers_can_be_present() {
    let edited = EditedDeck::new().await;
    let bram = edited.place.member("bram", Tier::Free).await;
    let body = json!({ "client": "b1" });
    let refused =
        edited.place.service.editing.set_presence(&bram, &edited.id, body.as_object().expect("an object")).await;
    assert!(matches!(refused, Err(Error::NotFound(_))));
    let long = json!({ "client": "a1", "field": "x".repeat(201) });
    let refused =
        edited.place.service.editing.set_presence(&edited.ann, &edited.id, long.as_object().expect("an object")).await;
    assert!(matches!(refused, Err(Error::Invalid(_))));
}

#[tokio::test]
async fn a_stream_ends_with_the_account_or_the_key_behind_it() {
    let edited = EditedDeck::new().await;
    let service = &edited.place.service;
    let bram = edited.place.member("bram", Tier::Free).await;
    service.decks.add_collaborator(&edited.ann, &edited.id, bram.email(), "view").await.expect("shared");
    let robot = edited.place.key_of(&edited.ann).await;
    let (mut by_key, mut of_bram) = (edited.listen(&robot, "k1").await, edited.listen(&bram, "b1").await);
    assert!(by_key.may_read().await && of_bram.may_read().await);

    let key = robot.key().expect("a key").id.clone();
    service.accounts.revoke_key(&edited.ann, &key).await.expect("revoked");
    let off = UserChange { disabled: Some(true), ..UserChange::default() };
    service.accounts.update_user(&edited.place.admin().await, &bram.user.id, off).await.expect("switched off");
    assert!(!by_key.may_read().await && !of_bram.may_read().await);
    edited.be(&edited.ann, json!({ "client": "a1" })).await;
    assert!(by_key.next().await.is_none() && of_bram.next().await.is_none(), "no more events are sent");
}

#[tokio::test]
async fn the_open_editors_of_an_account_are_limited() {
    let edited = EditedDeck::new().await;
    let mut open = Vec::new();
    for number in 0..200 {
        open.push(edited.listen(&edited.ann, &format!("a{number}")).await);
    }
    let one_more = edited.place.service.editing.events(&edited.ann, &edited.id, None).await;
    assert!(matches!(one_more, Err(Error::Throttled { .. })));
    let bram = edited.place.member("bram", Tier::Free).await;
    edited.place.service.decks.add_collaborator(&edited.ann, &edited.id, bram.email(), "view").await.expect("shared");
    drop(edited.listen(&bram, "b1").await);
    open.pop();
    drop(edited.listen(&edited.ann, "a200").await);
}
