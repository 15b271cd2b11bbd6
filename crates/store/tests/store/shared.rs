//! Usage of keys, across processes and kills.

use store::{Shared, Usage};
use tempfile::TempDir;

use crate::storage::TestStorage;

crate::on_every_backend!(usage_is_counted_at_once_and_stored_once, usage_of_a_dead_process_is_stored,);

const NOON: i64 = 86_400_000 * 5 + 43_200_000;

fn usage(requests: u64, ai: u64, exports: u64) -> Usage {
    Usage { day: 5, requests, ai, exports }
}

async fn usage_is_counted_at_once_and_stored_once(storage: TestStorage) {
    let folder = TempDir::new().expect("a folder");
    let store = storage.with_users(&["ann"]).await;
    let shared = Shared::open(folder.path(), store.clone(), None).await.expect("it opens");
    for minute in 0..3 {
        let taken = shared.take_request(&"k".into(), 2, NOON + minute).await.expect("an answer");
        assert_eq!(taken.allowed, minute < 2);
    }
    assert!(shared.take_ai(&"k".into(), Some(1), NOON + 9).await.expect("it counts"));
    assert!(!shared.take_ai(&"k".into(), Some(1), NOON + 9).await.expect("it counts"), "there was one");
    assert!(shared.take_export(&"k".into(), None, NOON + 9).await.expect("it counts"));
    assert_eq!(shared.usage_on(&"k".into(), 5).await.expect("usage"), usage(3, 1, 1));
    assert_eq!(shared.last_used(&"k".into()), Some(NOON + 9));
    assert!(store.usage(&"k".into(), 0).await.expect("usage").is_empty());
    for _ in 0..2 {
        shared.close().await;
        assert_eq!(store.usage(&"k".into(), 0).await.expect("usage"), [usage(3, 1, 1)]);
        assert_eq!(shared.usage(&"k".into(), 0).await.expect("usage"), [usage(3, 1, 1)]);
    }
    shared.take_request(&"k".into(), 2, NOON).await.expect("an answer");
    assert_eq!(shared.usage_on(&"k".into(), 5).await.expect("usage"), usage(4, 1, 1));
    assert_eq!(shared.usage_on(&"k".into(), 6).await.expect("usage").requests, 0);
}

async fn usage_of_a_dead_process_is_stored(storage: TestStorage) {
    let folder = TempDir::new().expect("a folder");
    let store = storage.with_users(&["ann"]).await;
    let dead = Shared::open(folder.path(), store.clone(), None).await.expect("it opens");
    assert!(dead.take_export(&"k".into(), Some(1), NOON).await.expect("it counts"));
    let living = Shared::open(folder.path(), store.clone(), None).await.expect("it opens");
    assert_eq!(living.usage_on(&"k".into(), 5).await.expect("usage"), usage(0, 0, 0), "its journal is its own");
    drop((dead, living));
    let after = Shared::open(folder.path(), store.clone(), None).await.expect("it opens");
    assert_eq!(after.usage_on(&"k".into(), 5).await.expect("usage"), usage(0, 0, 1));
    assert_eq!(store.usage(&"k".into(), 0).await.expect("usage"), [usage(0, 0, 1)]);
    drop(after);
    let again = Shared::open(folder.path(), store.clone(), None).await.expect("it opens");
    assert_eq!(again.usage_on(&"k".into(), 5).await.expect("usage"), usage(0, 0, 1));
}
