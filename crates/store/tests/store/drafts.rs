//! Drafts of the editor.

use deck::FieldDraft;
use serde_json::{Value, json};
use store::{DraftChanges, Store, StoreError, WriteExtras};

use crate::storage::{TestStorage, by, deck, edited, trashed, written};

crate::on_every_backend!(
    drafts_are_written_replaced_and_removed,
    drafts_change_with_the_write_of_their_deck_or_not_at_all,
    drafts_that_were_changed_meanwhile_are_not_overwritten,
    drafts_end_with_their_deck,
);

fn draft(path: &str, lang: Option<&str>, value: Value) -> FieldDraft {
    let (lang, path) = (lang.map(str::to_owned), path.to_owned());
    FieldDraft { slide_id: Some("one".into()), lang, path, value, base: json!(null) }
}

fn adding(added: Vec<FieldDraft>) -> DraftChanges {
    DraftChanges { added, ..DraftChanges::default() }
}

async fn drafts(store: &Store, id: &str) -> Vec<FieldDraft> {
    store.drafts(&id.into()).await.expect("drafts")
}

async fn with_decks(storage: &TestStorage) -> Store {
    let store = storage.with_users(&["ann"]).await;
    for id in ["d", "e"] {
        store.create_deck(deck(id, "ann", "Harbour"), by("ann")).await.expect("it is made");
    }
    store
}

async fn drafts_are_written_replaced_and_removed(storage: TestStorage) {
    let store = with_decks(&storage).await;
    let other = storage.open().await;
    let title = draft("content.title", None, json!("A \"long\" text\n"));
    let dutch = FieldDraft { base: json!(""), ..draft("content.title", Some("nl"), json!("Een lange tekst")) };
    let items = FieldDraft { base: json!([]), ..draft("content.items", None, json!([{ "title": "One" }])) };
    let id = "d".into();
    store.change_drafts(&id, adding(vec![dutch.clone(), title.clone(), items.clone()])).await.expect("written");
    assert_eq!(drafts(&other, "d").await, [items.clone(), title.clone(), dutch.clone()]);
    assert!(drafts(&other, "e").await.is_empty(), "of another deck");
    let of_deck = FieldDraft { slide_id: None, ..draft("title", None, json!("A title")) };
    let longer = FieldDraft { value: json!("Longer"), base: json!("Stored"), ..title.clone() };
    let replaced = vec![(title, longer.clone())];
    let changes = DraftChanges { removed: vec![items], added: vec![of_deck.clone()], replaced };
    other.change_drafts(&id, changes).await.expect("changed");
    assert_eq!(drafts(&store, "d").await, [of_deck, longer, dutch]);
}

async fn drafts_that_were_changed_meanwhile_are_not_overwritten(storage: TestStorage) {
    let store = with_decks(&storage).await;
    let id = "d".into();
    let [first, second, third] = ["first", "second", "third"].map(|text| draft("notes", None, json!(text)));
    store.change_drafts(&id, adding(vec![first.clone()])).await.expect("written");
    let replacing = |before: &FieldDraft| DraftChanges {
        added: vec![draft("content.title", None, json!("beside it"))],
        replaced: vec![(before.clone(), third.clone())],
        ..DraftChanges::default()
    };
    let removing = DraftChanges { removed: vec![second.clone()], ..DraftChanges::default() };
    for changes in [adding(vec![second.clone()]), replacing(&second), removing] {
        let failed = store.change_drafts(&id, changes).await;
        assert!(matches!(failed, Err(StoreError::DraftsChanged)), "{failed:?}");
        assert_eq!(drafts(&store, "d").await, std::slice::from_ref(&first), "all or nothing");
    }
    let before = store.deck(&id).await.expect("an answer").expect("the deck");
    let (_, head, content) = edited(&before, "new");
    let extras = WriteExtras { drafts: replacing(&second), ..WriteExtras::default() };
    let write = store.submit_deck_write(before.head.revision, written(head, content), None, by("ann"), extras).await;
    let failed = write.expect("it is queued").done().await;
    assert!(matches!(failed, Err(StoreError::DraftsChanged)), "{failed:?}");
    let after = store.deck(&id).await.expect("an answer").expect("the deck");
    assert_eq!((after.head.revision, drafts(&store, "d").await), (before.head.revision, vec![first.clone()]));
    store.change_drafts(&id, replacing(&first)).await.expect("changed");
}

async fn drafts_change_with_the_write_of_their_deck_or_not_at_all(storage: TestStorage) {
    let store = with_decks(&storage).await;
    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let submit = async |expected: u64, value: &str| {
        let (_, head, content) = edited(&before, value);
        let extras = WriteExtras { drafts: adding(vec![draft("notes", None, json!(value))]), ..WriteExtras::default() };
        let pending = store.submit_deck_write(expected, written(head, content), None, by("ann"), extras).await?;
        pending.done().await
    };
    submit(before.head.revision, "kept").await.expect("it is written");
    let stale = submit(before.head.revision, "lost").await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    assert_eq!(drafts(&storage.open().await, "d").await, [draft("notes", None, json!("kept"))]);
}

async fn drafts_end_with_their_deck(storage: TestStorage) {
    let store = with_decks(&storage).await;
    for id in ["d", "e"] {
        store.change_drafts(&id.into(), adding(vec![draft("notes", None, json!(id))])).await.expect("written");
    }
    store.set_trashed(&"d".into(), Some(trashed(1)), by("ann")).await.expect("it is trashed");
    assert_eq!(drafts(&store, "d").await.len(), 1, "a deck may come back");
    store.purge_deck(&"d".into(), by("ann")).await.expect("it is removed");
    assert!(drafts(&store, "d").await.is_empty());
    assert_eq!(drafts(&store, "e").await, [draft("notes", None, json!("e"))]);
}
