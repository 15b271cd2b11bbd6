//! Live sessions, their items and answers.

use serde_json::json;
use store::{
    ChangeContext, LiveAnswer, LiveCodes, LiveCredential, LiveItem, LivePresenter, LiveSession, LiveState, LiveWrite,
    Store, StoreError,
};

use crate::storage::{TestStorage, deck, trashed};

crate::on_every_backend!(
    a_live_session_is_stored_with_items_and_answers,
    a_deck_has_one_session,
    decks_with_an_active_session_are_found,
    a_write_with_an_earlier_turn_replaces_nothing,
    a_change_is_stored_only_after_the_one_that_it_follows,
    trashing_a_deck_ends_its_session,
    items_without_a_session_are_swept,
    many_concurrent_writes_all_return,
);

fn session(id: &str, deck: &str) -> LiveSession {
    LiveSession {
        id: id.into(),
        deck: deck.into(),
        nonce: "nonce".into(),
        presenters: vec![LivePresenter {
            user: "ann".into(),
            credential: Some(LiveCredential::Session("hash".into())),
        }],
        state: LiveState {
            slide_id: Some("one".into()),
            slide_index: 0,
            slide_type: Some("eu.svc.slide.title".into()),
            step_idx: 0,
            step_paragraphs: true,
            updated_at: 5,
            started_at: Some(4),
        },
        control: false,
        codes: LiveCodes { current: vec![("de".into(), "ABCD".into())], created_at: 5, ..LiveCodes::default() },
        turn: 5,
        created_at: 5,
        active_at: 5,
    }
}

fn item(name: &str, entry: &str) -> LiveItem {
    LiveItem { item: name.into(), entry: json!({ "text": entry }) }
}

fn answer(device: &str, text: &str) -> LiveAnswer {
    LiveAnswer { item: "poll".into(), device: device.into(), answer: text.into(), given_at: 6 }
}

async fn all(store: &Store) -> String {
    let mut lines = Vec::new();
    for session in store.live_sessions().await.expect("sessions") {
        lines.push(format!("{} at {} turn {}", session.id, session.state.step_idx, session.turn));
    }
    for item in store.live_items(&"s".into()).await.expect("items") {
        lines.push(format!("{} {}", item.item, item.entry["text"]));
    }
    for answer in store.live_answers(&"s".into()).await.expect("answers") {
        lines.push(format!("{}: {}", answer.device, answer.answer));
    }
    lines.join(", ")
}

async fn a_live_session_is_stored_with_items_and_answers(storage: TestStorage) {
    let store = storage.open().await;
    let mut live = session("s", "d");
    store.create_live_session(live.clone(), None).await.expect("it begins");
    (live.state.step_idx, live.control, live.turn, live.active_at) = (3, true, 6, 9);
    live.codes.former = vec![("de".into(), "WXYA".into())];
    live.nonce = "another nonce".into();
    live.presenters.push(LivePresenter { user: "bram".into(), credential: None });
    let changes = vec![
        LiveWrite::Session(Box::new(live.clone())),
        LiveWrite::Item(item("poll", "open"), 7),
        LiveWrite::Answer(answer("phone", "1"), 8),
    ];
    store.write_live_session(&"s".into(), changes).await.expect("it is written");
    store.close().await;
    let again = storage.open().await;
    assert_eq!(again.live_sessions().await.expect("sessions"), [live.clone()]);
    assert_eq!(again.live_items(&"s".into()).await.expect("items"), [item("poll", "open")]);
    assert_eq!(again.live_answers(&"s".into()).await.expect("answers"), [answer("phone", "1")]);
    again.write_live_session(&"s".into(), vec![LiveWrite::Active(20)]).await.expect("it is written");
    assert_eq!(again.live_sessions().await.expect("sessions")[0].active_at, 20);
    again.delete_live_session(&"s".into(), None).await.expect("it ends");
    assert_eq!(all(&again).await, "");
}

async fn a_deck_has_one_session(storage: TestStorage) {
    let store = storage.open().await;
    store.create_live_session(session("s", "d"), None).await.expect("it begins");
    let second = store.create_live_session(session("t", "d"), None).await;
    assert!(matches!(second, Err(StoreError::Taken(_))));
    store.create_live_session(session("t", "d"), Some("s".into())).await.expect("it replaces the other");
    assert_eq!(all(&store).await, "t at 0 turn 5");
}

async fn decks_with_an_active_session_are_found(storage: TestStorage) {
    let store = storage.open().await;
    store.create_live_session(session("s", "d"), None).await.expect("it begins");
    store.create_live_session(session("t", "e"), None).await.expect("it begins");
    store.write_live_session(&"t".into(), vec![LiveWrite::Active(20)]).await.expect("it is written");
    assert_eq!(store.live_decks(5).await.expect("decks"), ["e"]);
    assert_eq!(store.live_decks(20).await.expect("decks"), [""; 0]);
    assert!(store.is_live(&"e".into(), 5).await.expect("an answer"));
    let finished = LiveSession { codes: LiveCodes::default(), active_at: 20, turn: 6, ..session("t", "e") };
    let finished = vec![LiveWrite::Session(Box::new(finished))];
    store.write_live_session(&"t".into(), finished).await.expect("it is finished");
    assert_eq!(store.live_decks(5).await.expect("decks"), [""; 0]);
    assert!(!store.is_live(&"e".into(), 5).await.expect("an answer"));
}

async fn a_write_with_an_earlier_turn_replaces_nothing(storage: TestStorage) {
    let store = storage.open().await;
    store.create_live_session(session("s", "d"), None).await.expect("it begins");
    let at = |step: u64, turn: u64| {
        let mut live = session("s", "d");
        (live.state.step_idx, live.turn) = (step, turn);
        LiveWrite::Session(Box::new(live))
    };
    let changes = vec![
        at(2, 12),
        at(1, 11),
        LiveWrite::Item(item("poll", "later"), 12),
        LiveWrite::Item(item("poll", "earlier"), 11),
        LiveWrite::Answer(answer("phone", "later"), 14),
        LiveWrite::Answer(answer("phone", "earlier"), 13),
        LiveWrite::Answer(answer("other", "early"), 13),
        LiveWrite::DeleteAnswers("poll".into(), 14),
    ];
    store.write_live_session(&"s".into(), changes).await.expect("it is written");
    assert_eq!(all(&store).await, "s at 2 turn 12, poll \"later\", phone: later");
    store.write_live_session(&"s".into(), vec![LiveWrite::DeleteItem("poll".into())]).await.expect("it is written");
    assert_eq!(all(&store).await, "s at 2 turn 12");
}

async fn a_change_is_stored_only_after_the_one_that_it_follows(storage: TestStorage) {
    let store = storage.open().await;
    store.create_live_session(session("s", "d"), None).await.expect("it begins");
    let commit = async |after: Option<u64>, turn: u64, text: &str| {
        let changes = vec![LiveWrite::Answer(answer("phone", text), turn)];
        store.commit_live_session(&"s".into(), after, turn, changes, None).await.expect("an answer")
    };
    assert!(commit(Some(5), 8, "one").await);
    assert!(!commit(Some(5), 9, "by a node that missed it").await);
    assert_eq!(all(&store).await, "s at 0 turn 8, phone: one");
    assert!(commit(None, 9, "in one process").await);
    assert_eq!(all(&store).await, "s at 0 turn 9, phone: in one process");
    store.delete_live_session(&"s".into(), None).await.expect("it ends");
    assert!(!commit(Some(9), 10, "after the end").await);
}

async fn trashing_a_deck_ends_its_session(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_deck(deck("d", "ann", "Tides"), ChangeContext::default()).await.expect("a deck");
    store.create_live_session(session("s", "d"), None).await.expect("it begins");
    let changes = vec![LiveWrite::Item(item("poll", "open"), 7), LiveWrite::Answer(answer("phone", "1"), 8)];
    store.write_live_session(&"s".into(), changes).await.expect("it is written");
    store.set_trashed(&"d".into(), Some(trashed(9)), ChangeContext::default()).await.expect("it is trashed");
    assert_eq!(all(&store).await, "");
}

async fn items_without_a_session_are_swept(storage: TestStorage) {
    let store = storage.open().await;
    store.create_live_session(session("s", "d"), None).await.expect("it begins");
    store.delete_live_session(&"s".into(), None).await.expect("it ends");
    let late = vec![LiveWrite::Item(item("poll", "open"), 7), LiveWrite::Answer(answer("phone", "1"), 8)];
    store.write_live_session(&"s".into(), late).await.expect("it is written");
    store.sweep_live_items().await.expect("it sweeps");
    assert_eq!(all(&store).await, "");
}

async fn many_concurrent_writes_all_return(storage: TestStorage) {
    let store = storage.open().await;
    store.create_live_session(session("s", "d"), None).await.expect("it begins");
    let writes: Vec<_> = (0..600_u64)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let write = LiveWrite::Answer(answer(&format!("phone {number}"), "1"), number);
                store.write_live_session(&"s".into(), vec![write]).await
            })
        })
        .collect();
    for write in writes {
        write.await.expect("it ran").expect("it is written");
    }
    assert_eq!(store.live_answers(&"s".into()).await.expect("answers").len(), 600);
}
