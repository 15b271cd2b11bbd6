//! Cached credentials on a node that cannot read the changes of other nodes.

use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};
use store::{Backend, Change, Store};

use crate::accounts::key;
use crate::storage::{TestStorage, by, deck};

/// A store that has cached the key `k` of ann and her account, and a connection beside it.
async fn store_with_key() -> (TestStorage, Store, PgConnection) {
    let storage = TestStorage::postgres().await;
    let store = storage.with_users(&["ann"]).await;
    store.create_key(key("k", "ann", "org"), None, 9).await.expect("a key");
    assert!(!is_revoked(&store).await && !is_disabled(&store).await, "both are cached from now on");
    let Backend::Postgres { url } = &storage.backend else { unreachable!("it is PostgreSQL") };
    let connection = PgConnection::connect(url).await.expect("it opens");
    (storage, store, connection)
}

async fn is_revoked(store: &Store) -> bool {
    let hash = key("k", "ann", "org").hash;
    store.key_by_hash(&hash).await.expect("an answer").expect("the key").revoked_at.is_some()
}

async fn is_disabled(store: &Store) -> bool {
    store.user(&"ann".into()).await.expect("an answer").expect("ann").disabled
}

#[tokio::test(flavor = "multi_thread")]
async fn credentials_are_read_from_storage_while_changes_cannot_be_read() {
    let (_storage, store, mut connection) = store_with_key().await;
    // Stands for another node whose change this one does not see.
    for statement in [
        "UPDATE keys SET revoked_at = 90 WHERE id = 'k'",
        "UPDATE users SET disabled = 1 WHERE id = 'ann'",
        "BEGIN",
        "LOCK TABLE changes IN ACCESS EXCLUSIVE MODE",
    ] {
        sqlx::query(statement).execute(&mut connection).await.expect("it is done");
    }
    let started = Instant::now();
    while !is_revoked(&store).await {
        assert!(started.elapsed() < Duration::from_secs(2), "the cache is used for more than a second");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(is_disabled(&store).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_read_while_all_connections_of_requests_are_in_use() {
    let (storage, store, mut connection) = store_with_key().await;
    for statement in ["BEGIN", "LOCK TABLE decks IN EXCLUSIVE MODE"] {
        sqlx::query(statement).execute(&mut connection).await.expect("it is done");
    }
    for number in 0..20 {
        let store = store.clone();
        tokio::spawn(async move { store.create_deck(deck(&format!("d{number}"), "ann", "Plan"), by("ann")).await });
    }
    // Once a read has to wait too, the writes that wait for the lock use all connections of the pool.
    let started = Instant::now();
    while tokio::time::timeout(Duration::from_millis(100), store.is_reachable()).await.is_ok() {
        assert!(started.elapsed() < Duration::from_secs(5), "the connections are not in use");
    }
    let (mut heard, other) = (store.changes(), storage.open().await);
    assert!(other.revoke_key(&"k".into(), 90).await.expect("an answer"));
    let change = tokio::time::timeout(Duration::from_secs(1), heard.recv()).await;
    assert_eq!(*change.expect("news").expect("a change"), Change::Accounts);
    sqlx::query("ROLLBACK").execute(&mut connection).await.expect("it is done");
}
