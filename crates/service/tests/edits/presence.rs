//! Presence: who has a deck open, and the events about it.

use std::time::Duration;

use service::{
    Caller, ClientName, EditorEvent, EditorEvents, Error, MayRead, PeopleAtDeck, Permission, Person, PresencePosition,
    Tier, UserChange,
};

use super::EditedDeck;

impl EditedDeck {
    async fn try_be(&self, caller: &Caller, client: &str, position: PresencePosition) -> Result<PeopleAtDeck, Error> {
        let deck = self.test.service.decks.granted::<MayRead>(caller, &self.id).await?;
        self.test.service.editing.set_presence(&deck, &ClientName::new(client)?, position).await
    }

    async fn be(&self, caller: &Caller, client: &str, position: PresencePosition) -> PeopleAtDeck {
        self.try_be(caller, client, position).await.expect("an answer")
    }

    async fn leave(&self, caller: &Caller, client: &str) {
        let deck = self.test.service.decks.granted::<MayRead>(caller, &self.id).await.expect("a readable deck");
        self.test.service.editing.end_presence(&deck, &ClientName::new(client).expect("a name")).await;
    }

    async fn try_listen(&self, caller: &Caller, client: Option<&str>) -> Result<EditorEvents, Error> {
        let deck = self.test.service.decks.granted::<MayRead>(caller, &self.id).await?;
        self.test.service.editing.events(&deck, client).await
    }

    async fn listen(&self, caller: &Caller, client: &str) -> EditorEvents {
        self.try_listen(caller, Some(client)).await.expect("a stream")
    }
}

fn at(slide: &str, field: Option<&str>) -> PresencePosition {
    let (slide_id, field) = (Some(slide.into()), field.map(str::to_owned));
    PresencePosition { slide_id, field, presenting: false }
}

fn nowhere() -> PresencePosition {
    PresencePosition::default()
}

async fn next(events: &mut EditorEvents) -> String {
    let event = tokio::time::timeout(Duration::from_mins(1), events.next()).await.expect("in time").expect("an event");
    match event {
        EditorEvent::Presence(change) => {
            let Person { client, colour, position, .. } = change.person;
            let slide = position.slide_id.unwrap_or("null".into());
            format!("{:?} {client} {colour} {slide}", change.action).to_lowercase()
        }
        EditorEvent::DeckUpdated { revision, .. } => format!("deckUpdated {revision}"),
        EditorEvent::CommentChanged { .. } => "commentChanged".to_owned(),
        EditorEvent::DraftsChanged { .. } => "draftsChanged".to_owned(),
    }
}

#[tokio::test]
async fn people_see_each_other_arrive_move_and_leave() {
    let edited = EditedDeck::new().await;
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::View).await.expect("shared");
    let mut heard = edited.listen(&edited.ann, "a1").await;
    let first = edited.be(&edited.ann, "a1", at("a", None)).await;
    assert_eq!(first, PeopleAtDeck { others: Vec::new(), own_colour: 1 });
    let second = edited.be(&bram, "b1", at("b", Some("content.quote"))).await;
    let ann = Person {
        client: "a1".to_owned(),
        name: "ann@example.test".to_owned(),
        email: "ann@example.test".to_owned(),
        colour: 1,
        position: at("a", None),
    };
    assert_eq!(second, PeopleAtDeck { others: vec![ann], own_colour: 2 });
    // Clients get no events about themselves.
    assert_eq!(next(&mut heard).await, "arrived b1 2 b");
    edited.be(&bram, "b1", at("b", Some("content.quote"))).await;
    edited.be(&bram, "b1", at("c", None)).await;
    assert_eq!(next(&mut heard).await, "moved b1 2 c");
    edited.apply(serde_json::json!({ "op": "set", "slideId": "c", "path": "notes", "value": "!" })).await;
    assert_eq!(next(&mut heard).await, "deckUpdated 3");
    edited.leave(&bram, "b1").await;
    assert_eq!(next(&mut heard).await, "left b1 2 c");
}

#[tokio::test]
async fn a_client_leaves_when_its_own_stream_ends() {
    let edited = EditedDeck::new().await;
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::View).await.expect("shared");
    let mut heard = edited.listen(&edited.ann, "a1").await;
    let streaming = edited.listen(&bram, "b1").await;
    edited.be(&bram, "b1", nowhere()).await;
    assert_eq!(next(&mut heard).await, "arrived b1 1 null");
    drop(edited.listen(&edited.ann, "b1").await);
    tokio::task::yield_now().await;
    let seen = edited.be(&edited.ann, "a1", nowhere()).await;
    assert_eq!(seen.others.len(), 1);
    drop(streaming);
    assert_eq!(next(&mut heard).await, "left b1 1 null");
}

#[tokio::test]
async fn a_client_leaves_after_forty_seconds_of_silence() {
    let edited = EditedDeck::new().await;
    let mut heard = edited.try_listen(&edited.ann, None).await.expect("a stream");
    edited.be(&edited.ann, "a1", nowhere()).await;
    assert_eq!(next(&mut heard).await, "arrived a1 1 null");
    edited.test.wait(Duration::from_secs(40));
    assert_eq!(next(&mut heard).await, "left a1 1 null");
}

#[tokio::test]
async fn only_readers_can_be_present() {
    let edited = EditedDeck::new().await;
    let bram = edited.test.member("bram", Tier::Free).await;
    let refused = edited.try_be(&bram, "b1", nowhere()).await;
    assert!(matches!(refused, Err(Error::NotFound(_))));
    let refused = edited.try_be(&edited.ann, "a1", at("a", Some(&"x".repeat(201)))).await;
    assert!(matches!(refused, Err(Error::Invalid(_))));
}

#[tokio::test]
async fn a_stream_ends_with_the_account_or_the_key_behind_it() {
    let edited = EditedDeck::new().await;
    let service = &edited.test.service;
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::View).await.expect("shared");
    let robot = edited.test.key_of(&edited.ann).await;
    let (mut by_key, mut of_bram) = (edited.listen(&robot, "k1").await, edited.listen(&bram, "b1").await);
    assert!(by_key.may_read().await && of_bram.may_read().await);

    let key = robot.key().expect("a key").id.clone();
    service.accounts.revoke_key(&edited.ann, &key).await.expect("revoked");
    let off = UserChange { disabled: Some(true), ..UserChange::default() };
    service.accounts.update_user(&edited.test.admin().await, &bram.user.id, off).await.expect("switched off");
    assert!(!by_key.may_read().await && !of_bram.may_read().await);
    edited.be(&edited.ann, "a1", nowhere()).await;
    assert!(by_key.next().await.is_none() && of_bram.next().await.is_none(), "no more events are sent");
}

#[tokio::test]
async fn the_open_editors_of_an_account_are_limited() {
    let edited = EditedDeck::new().await;
    let mut open = Vec::new();
    for number in 0..200 {
        open.push(edited.listen(&edited.ann, &format!("a{number}")).await);
    }
    let one_more = edited.try_listen(&edited.ann, None).await;
    assert!(matches!(one_more, Err(Error::Throttled { .. })));
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::View).await.expect("shared");
    drop(edited.listen(&bram, "b1").await);
    open.pop();
    drop(edited.listen(&edited.ann, "a200").await);
}
