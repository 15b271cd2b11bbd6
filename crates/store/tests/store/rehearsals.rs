//! Recorded rehearsals.

use store::{Moment, Rehearsal, Store};

use crate::storage::{TestStorage, by, deck};

crate::on_every_backend!(
    a_person_has_one_rehearsal_of_a_deck,
    all_recordings_of_a_person_have_a_limit,
    rehearsals_end_with_the_deck_and_with_the_account,
);

const MAX_BYTES: u64 = 1000;

fn recorded(id: &str, deck: &str, user: &str, bytes: u64) -> Rehearsal {
    let moment = |at, slide: &str, step| Moment { at, slide_id: slide.into(), step };
    Rehearsal {
        id: id.into(),
        deck: deck.into(),
        user: user.into(),
        hash: format!("sound of {id}"),
        mime: "audio/webm".to_owned(),
        bytes,
        duration: 9000,
        moments: vec![moment(0, "s1", Some(0)), moment(4000, "s2", None)],
        created_at: 7,
    }
}

async fn put(store: &Store, rehearsal: Rehearsal) -> bool {
    store.put_rehearsal(rehearsal, MAX_BYTES).await.expect("an answer")
}

/// The hashes of the files of removed rehearsals that nothing else has. They are forgotten.
pub(crate) async fn forgotten(store: &Store) -> Vec<String> {
    let hashes = store.removed_rehearsals().await.expect("hashes");
    assert_eq!(store.removed_rehearsals().await.expect("hashes"), hashes, "they stay until the files are deleted");
    for hash in &hashes {
        store.forget_removed_rehearsal(hash).await.expect("forgotten");
    }
    hashes
}

async fn id_of(store: &Store, deck: &str, user: &str) -> Option<String> {
    let found = store.rehearsal(&deck.into(), &user.into()).await.expect("an answer");
    found.map(|rehearsal| rehearsal.id.as_str().to_owned())
}

async fn a_person_has_one_rehearsal_of_a_deck(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    let other = storage.open().await;
    assert_eq!(id_of(&store, "1", "ann").await, None);
    assert!(put(&store, recorded("a", "1", "ann", 10)).await);
    assert!(put(&store, recorded("b", "1", "bob", 10)).await);
    let found = other.rehearsal(&"1".into(), &"ann".into()).await.expect("an answer");
    assert_eq!(found, Some(recorded("a", "1", "ann", 10)));
    assert_eq!(forgotten(&store).await, Vec::<String>::new());

    let again = Rehearsal { hash: "sound of b".to_owned(), ..recorded("c", "1", "ann", 10) };
    assert!(put(&store, again).await);
    assert_eq!(id_of(&other, "1", "ann").await.as_deref(), Some("c"));
    assert_eq!(forgotten(&store).await, ["sound of a"]);
    assert!(store.remove_rehearsal(&"1".into(), &"ann".into()).await.expect("an answer"));
    assert!(!store.remove_rehearsal(&"1".into(), &"ann".into()).await.expect("an answer"));
    assert_eq!(id_of(&other, "1", "ann").await, None);
    assert_eq!(forgotten(&store).await, Vec::<String>::new(), "the other has it");
    assert_eq!(id_of(&other, "1", "bob").await.as_deref(), Some("b"));
}

async fn all_recordings_of_a_person_have_a_limit(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    assert!(put(&store, recorded("a", "1", "ann", 600)).await);
    assert!(!put(&store, recorded("b", "2", "ann", 401)).await);
    for (deck, bytes, expected) in [("2", 401, false), ("2", 400, true), ("1", 1000, true), ("1", 1001, false)] {
        let has_room = store.has_rehearsal_room(&deck.into(), &"ann".into(), bytes, MAX_BYTES).await;
        assert_eq!(has_room.expect("an answer"), expected, "{deck} {bytes}");
    }
    assert_eq!(id_of(&store, "2", "ann").await, None);
    assert!(put(&store, recorded("b", "2", "ann", 400)).await);
    assert!(put(&store, recorded("c", "1", "ann", 600)).await, "it takes the place of the first");
    assert!(put(&store, recorded("d", "1", "bob", 1000)).await);
    assert!(!put(&store, recorded("e", "1", "bob", 1001)).await);
    assert_eq!(id_of(&store, "1", "bob").await.as_deref(), Some("d"));
}

async fn rehearsals_end_with_the_deck_and_with_the_account(storage: TestStorage) {
    let store = storage.with_users(&["ann", "bob"]).await;
    if !store.is_database() {
        return;
    }
    for id in ["1", "2"] {
        store.create_deck(deck(id, "ann", id), by("ann")).await.expect("it is made");
        for user in ["ann", "bob"] {
            assert!(put(&store, recorded(&format!("{user} {id}"), id, user, 10)).await);
        }
    }
    store.purge_deck(&"1".into(), by("ann")).await.expect("it is deleted");
    let mut hashes = forgotten(&store).await;
    hashes.sort();
    assert_eq!(hashes, ["sound of ann 1", "sound of bob 1"]);
    store.delete_user(&"bob".into(), &"ann".into(), 1).await.expect("the account is deleted");
    assert_eq!(forgotten(&store).await, ["sound of bob 2"]);
    assert_eq!(id_of(&store, "2", "ann").await.as_deref(), Some("ann 2"));
}
