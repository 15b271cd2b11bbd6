//! Who is at a deck, and that everybody hears of it.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Caller, EditorEvents, Error, Tier, UserChange};

use crate::Desk;

impl Desk {
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
    let desk = Desk::new().await;
    let bram = desk.place.member("bram", Tier::Free).await;
    desk.place.service.decks.add_collaborator(&desk.ann, &desk.id, bram.email(), "view").await.expect("shared");
    let mut heard = desk.listen(&desk.ann, "a1").await;
    let first = desk.be(&desk.ann, json!({ "client": "a1", "slideId": "a", "field": null })).await;
    assert_eq!(first, json!({ "people": [], "colour": 1 }));
    let second = desk.be(&bram, json!({ "client": "b1", "slideId": "b", "field": "content.quote" })).await;
    assert_eq!(
        second,
        json!({ "colour": 2, "people": [{ "client": "a1", "name": "ann@example.test", "email": "ann@example.test",
            "colour": 1, "slideId": "a", "field": null, "presenting": false }] })
    );
    // Not of oneself.
    assert_eq!(next(&mut heard).await, "arrived b1 2 b");
    desk.be(&bram, json!({ "client": "b1", "slideId": "b", "field": "content.quote" })).await;
    desk.be(&bram, json!({ "client": "b1", "slideId": "c" })).await;
    assert_eq!(next(&mut heard).await, "moved b1 2 c");
    desk.apply(json!({ "op": "set", "slideId": "c", "path": "notes", "value": "!" })).await;
    assert_eq!(next(&mut heard).await, "deckUpdated 3");
    desk.be(&bram, json!({ "client": "b1", "left": true })).await;
    assert_eq!(next(&mut heard).await, "left b1 2 c");
}

#[tokio::test]
async fn whose_stream_ends_is_gone_and_nobody_ends_that_of_another() {
    let desk = Desk::new().await;
    let bram = desk.place.member("bram", Tier::Free).await;
    desk.place.service.decks.add_collaborator(&desk.ann, &desk.id, bram.email(), "view").await.expect("shared");
    let mut heard = desk.listen(&desk.ann, "a1").await;
    let streaming = desk.listen(&bram, "b1").await;
    desk.be(&bram, json!({ "client": "b1" })).await;
    assert_eq!(next(&mut heard).await, "arrived b1 2 null".replace('2', "1"));
    drop(desk.listen(&desk.ann, "b1").await);
    tokio::task::yield_now().await;
    let seen = desk.be(&desk.ann, json!({ "client": "a1" })).await;
    assert_eq!(seen["people"].as_array().map(Vec::len), Some(1));
    drop(streaming);
    assert_eq!(next(&mut heard).await, "left b1 1 null");
}

#[tokio::test]
async fn who_is_silent_for_forty_seconds_is_gone() {
    let desk = Desk::new().await;
    let mut heard = desk.place.service.editing.events(&desk.ann, &desk.id, None).await.expect("a stream");
    desk.be(&desk.ann, json!({ "client": "a1" })).await;
    assert_eq!(next(&mut heard).await, "arrived a1 1 null");
    desk.place.wait(Duration::from_secs(40));
    assert_eq!(next(&mut heard).await, "left a1 1 null");
}

#[tokio::test]
async fn who_may_not_read_is_not_present() {
    let desk = Desk::new().await;
    let bram = desk.place.member("bram", Tier::Free).await;
    let body = json!({ "client": "b1" });
    let refused = desk.place.service.editing.set_presence(&bram, &desk.id, body.as_object().expect("an object")).await;
    assert!(matches!(refused, Err(Error::NotFound(_))));
    let long = json!({ "client": "a1", "field": "x".repeat(201) });
    let refused =
        desk.place.service.editing.set_presence(&desk.ann, &desk.id, long.as_object().expect("an object")).await;
    assert!(matches!(refused, Err(Error::Invalid(_))));
}

#[tokio::test]
async fn a_stream_ends_with_the_account_or_the_key_behind_it() {
    let desk = Desk::new().await;
    let service = &desk.place.service;
    let bram = desk.place.member("bram", Tier::Free).await;
    service.decks.add_collaborator(&desk.ann, &desk.id, bram.email(), "view").await.expect("shared");
    let robot = desk.place.key_of(&desk.ann).await;
    let (mut by_key, mut of_bram) = (desk.listen(&robot, "k1").await, desk.listen(&bram, "b1").await);
    assert!(by_key.may_read().await && of_bram.may_read().await);

    let key = robot.key().expect("a key").id.clone();
    service.accounts.revoke_key(&desk.ann, &key).await.expect("revoked");
    let off = UserChange { disabled: Some(true), ..UserChange::default() };
    service.accounts.update_user(&desk.place.admin().await, &bram.user.id, off).await.expect("switched off");
    assert!(!by_key.may_read().await && !of_bram.may_read().await);
    desk.be(&desk.ann, json!({ "client": "a1" })).await;
    assert!(by_key.next().await.is_none() && of_bram.next().await.is_none(), "nothing is told any more");
}

#[tokio::test]
async fn an_account_has_so_many_editors_open_and_no_more() {
    let desk = Desk::new().await;
    let mut open = Vec::new();
    for number in 0..200 {
        open.push(desk.listen(&desk.ann, &format!("a{number}")).await);
    }
    let one_more = desk.place.service.editing.events(&desk.ann, &desk.id, None).await;
    assert!(matches!(one_more, Err(Error::Throttled { .. })));
    let bram = desk.place.member("bram", Tier::Free).await;
    desk.place.service.decks.add_collaborator(&desk.ann, &desk.id, bram.email(), "view").await.expect("shared");
    drop(desk.listen(&bram, "b1").await);
    open.pop();
    drop(desk.listen(&desk.ann, "a200").await);
}
