//! Versions, share links and batches of edits.

use std::collections::BTreeMap;

use serde_json::json;
use store::{AppliedBatch, ShareLink, Store, StoreError, StoredDeck, Version, VersionReason, WriteExtras};

use crate::storage::{TestStorage, by, deck, edited, trashed, written};

crate::on_every_backend!(
    a_version_has_the_state_before_a_write,
    a_revision_has_at_most_one_version_and_a_reason_one_per_minute,
    automatic_versions_are_bounded_in_number_and_age,
    a_named_version_is_of_the_expected_revision,
    a_batch_is_applied_once,
    a_link_is_found_by_its_hash_until_it_is_deleted,
    the_records_of_a_deck_are_deleted_with_it,
);

const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;

fn version(of: &StoredDeck, id: &str, reason: VersionReason, at: i64) -> Version {
    Version {
        id: id.into(),
        deck: of.head.id.clone(),
        revision: of.head.revision,
        reason,
        name: (reason == VersionReason::Named).then(|| id.into()),
        by_email: "ann@example.test".into(),
        by_name: "ANN".into(),
        title: of.head.title.clone(),
        slide_count: of.deck.slides.len(),
        slides: BTreeMap::from([("one".into(), of.head.title.clone())]),
        created_at: at,
    }
}

fn batch(seq: u64) -> AppliedBatch {
    AppliedBatch { client: "tab".into(), seq, answer: json!({ "revision": seq }) }
}

fn link(id: &str, expires_at: Option<i64>) -> ShareLink {
    ShareLink {
        id: id.into(),
        deck: "d".into(),
        hash: format!("hash of {id}"),
        name: "Council".into(),
        created_by: "ann@example.test".into(),
        created_at: 1,
        expires_at,
        maker: Some("ann".into()),
    }
}

/// Writes a title, together with further records.
async fn write(store: &Store, title: &str, extras: WriteExtras) -> Result<(), StoreError> {
    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let (expected, head, content) = edited(&before, title);
    let writing = store.submit_deck_write(expected, written(head, content), None, by("ann"), extras).await?;
    writing.done().await
}

/// Writes a title, together with a version of the state before.
async fn write_with_version(store: &Store, title: &str, id: &str, reason: VersionReason, at: i64) {
    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let extras = WriteExtras { version: Some(version(&before, id, reason, at)), ..WriteExtras::default() };
    write(store, title, extras).await.expect("it is written");
}

async fn ids(store: &Store) -> String {
    let page = store.versions(&"d".into(), 100, 0).await.expect("versions");
    let ids: Vec<&str> = page.rows.iter().map(|version| version.id.as_str()).collect();
    assert_eq!(page.total, ids.len());
    ids.join(" ")
}

async fn with_deck(storage: &TestStorage) -> Store {
    let store = storage.with_users(&["ann"]).await;
    store.create_deck(deck("d", "ann", "Harbour"), by("ann")).await.expect("it is made");
    store
}

async fn a_version_has_the_state_before_a_write(storage: TestStorage) {
    let store = with_deck(&storage).await;
    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    write_with_version(&store, "Quay", "v1", VersionReason::Deletion, 5).await;
    write_with_version(&store, "Mole", "v2", VersionReason::Replaced, 6).await;
    let other = storage.open().await;
    assert_eq!(ids(&other).await, "v2 v1");
    let page = other.versions(&"d".into(), 1, 1).await.expect("versions");
    assert_eq!((page.rows[0].id.as_str(), page.total), ("v1", 2));
    let (found, content) = other.version(&"d".into(), &"v1".into()).await.expect("an answer").expect("the version");
    assert_eq!(found, version(&before, "v1", VersionReason::Deletion, 5));
    assert_eq!(content, before.deck);
    assert_eq!(other.version_of(&"d".into(), 2).await.expect("an answer").expect("it").id, "v2");
    assert!(other.version_of(&"d".into(), 3).await.expect("an answer").is_none());
    assert!(other.version(&"other".into(), &"v1".into()).await.expect("an answer").is_none());
}

async fn a_revision_has_at_most_one_version_and_a_reason_one_per_minute(storage: TestStorage) {
    let store = with_deck(&storage).await;
    write_with_version(&store, "2", "v1", VersionReason::Deletion, MINUTE).await;
    write_with_version(&store, "3", "too soon", VersionReason::Deletion, 2 * MINUTE - 1).await;
    write_with_version(&store, "4", "v2", VersionReason::Assistant, 2 * MINUTE - 1).await;
    write_with_version(&store, "5", "v3", VersionReason::Deletion, 2 * MINUTE + 1).await;
    write_with_version(&store, "6", "v4", VersionReason::Restore, 2 * MINUTE + 1).await;
    write_with_version(&store, "7", "v5", VersionReason::Restore, 2 * MINUTE + 2).await;
    let held = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let named = version(&held, "n1", VersionReason::Named, 3 * MINUTE);
    assert!(store.create_named_version(named, 9).await.expect("an answer"));
    write_with_version(&store, "8", "named already", VersionReason::Rest, 9 * MINUTE).await;
    assert_eq!(ids(&store).await, "n1 v5 v4 v3 v2 v1");
}

async fn automatic_versions_are_bounded_in_number_and_age(storage: TestStorage) {
    let store = with_deck(&storage).await;
    let first = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert!(store.create_named_version(version(&first, "n", VersionReason::Named, 0), 1).await.expect("an answer"));
    write(&store, "begun", WriteExtras::default()).await.expect("it is written");
    for number in 1..=52 {
        let title = number.to_string();
        write_with_version(&store, &title, &format!("v{number}"), VersionReason::Rest, number * 10 * MINUTE).await;
    }
    let kept = ids(&store).await;
    assert!(kept.starts_with("v52 v51 ") && kept.ends_with(" v4 v3 n"), "{kept}");
    store.sweep(90 * DAY + 500 * MINUTE + 1).await.expect("it is swept");
    assert_eq!(ids(&store).await, "v52 v51 n");
}

async fn a_named_version_is_of_the_expected_revision(storage: TestStorage) {
    let store = with_deck(&storage).await;
    let seen = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    write(&store, "Quay", WriteExtras::default()).await.expect("it is written");
    let late = store.create_named_version(version(&seen, "n", VersionReason::Named, 1), 2).await;
    assert!(matches!(late, Err(StoreError::Stale { latest: 2 })), "{late:?}");
    let seen = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    for (id, kept) in [("n1", true), ("n2", true), ("n3", false)] {
        let done = store.create_named_version(version(&seen, id, VersionReason::Named, 1), 2).await;
        assert_eq!(done.expect("an answer"), kept);
    }
    assert_eq!(store.version(&"d".into(), &"n1".into()).await.expect("an answer").expect("it").1.title, "Quay");
    store.set_trashed(&"d".into(), Some(trashed(1)), by("ann")).await.expect("it is trashed");
    let gone = store.create_named_version(version(&seen, "n4", VersionReason::Named, 1), 9).await;
    assert!(matches!(gone, Err(StoreError::Missing)), "{gone:?}");
}

async fn a_batch_is_applied_once(storage: TestStorage) {
    let store = with_deck(&storage).await;
    assert_eq!(store.last_batch(&"d".into(), "tab").await.expect("an answer"), None);
    let extras = |seq| WriteExtras { batch: Some(batch(seq)), ..WriteExtras::default() };
    write(&store, "one", extras(1)).await.expect("it is written");
    write(&store, "three", extras(3)).await.expect("it is written");
    for seq in [1, 2, 3] {
        let again = write(&store, "again", extras(seq)).await;
        assert!(matches!(again, Err(StoreError::Taken(_))), "{again:?}");
    }
    let other = storage.open().await;
    assert_eq!(other.last_batch(&"d".into(), "tab").await.expect("an answer"), Some(batch(3)));
    assert_eq!(other.last_batch(&"d".into(), "other tab").await.expect("an answer"), None);
    let held = other.deck(&"d".into()).await.expect("an answer").expect("the deck");
    assert_eq!((held.head.revision, held.deck.title.as_str()), (3, "three"));
    store.sweep(31 * DAY).await.expect("it is swept");
    assert_eq!(store.last_batch(&"d".into(), "tab").await.expect("an answer"), None);
}

async fn a_link_is_found_by_its_hash_until_it_is_deleted(storage: TestStorage) {
    let store = with_deck(&storage).await;
    for (id, expires_at, kept) in [("a", None, true), ("b", Some(DAY), true), ("c", None, false)] {
        assert_eq!(store.create_share_link(link(id, expires_at), 2).await.expect("an answer"), kept);
    }
    let other = storage.open().await;
    let names = async || {
        let links = other.share_links(&"d".into()).await.expect("links");
        links.into_iter().map(|link| link.id).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names().await, "a b");
    assert_eq!(other.share_link("hash of b").await.expect("an answer"), Some(link("b", Some(DAY))));
    assert!(!store.delete_share_link(&"other".into(), &"a".into()).await.expect("an answer"));
    assert!(store.delete_share_link(&"d".into(), &"a".into()).await.expect("an answer"));
    assert!(!store.delete_share_link(&"d".into(), &"a".into()).await.expect("an answer"));
    assert_eq!(other.share_link("hash of a").await.expect("an answer"), None);
    store.sweep(91 * DAY).await.expect("it is swept");
    assert_eq!(names().await, "b");
    store.sweep(91 * DAY + 1).await.expect("it is swept");
    assert_eq!(names().await, "");
}

async fn the_records_of_a_deck_are_deleted_with_it(storage: TestStorage) {
    let store = with_deck(&storage).await;
    let before = store.deck(&"d".into()).await.expect("an answer").expect("the deck");
    let version = version(&before, "v", VersionReason::Deletion, 1);
    let extras = WriteExtras { version: Some(version), batch: Some(batch(1)), ..WriteExtras::default() };
    write(&store, "Quay", extras).await.expect("it is written");
    store.create_share_link(link("a", None), 9).await.expect("it is made");
    store.set_trashed(&"d".into(), Some(trashed(1)), by("ann")).await.expect("it is trashed");
    assert_eq!(store.share_link("hash of a").await.expect("an answer"), None);
    let late = store.create_share_link(link("b", None), 9).await;
    assert!(matches!(late, Err(StoreError::Missing)), "{late:?}");
    assert_eq!(ids(&store).await, "v");
    store.purge_deck(&"d".into(), by("ann")).await.expect("it is removed");
    assert_eq!(ids(&store).await, "");
    assert_eq!(store.last_batch(&"d".into(), "tab").await.expect("an answer"), None);
}
