//! Opening and closing a store, and servers that stop.

use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection, SqliteConnection};
use store::{Backend, Store, StoreError};

use crate::postgres::Cluster;
use crate::storage::{TestStorage, by, deck};

crate::on_every_backend!(many_processes_open_at_the_same_time, a_closed_store_fails_and_loses_nothing);

const NEWER: &str = "INSERT INTO migrations (version) VALUES (999)";

async fn many_processes_open_at_the_same_time(storage: TestStorage) {
    let mut opening = tokio::task::JoinSet::new();
    for _ in 0..6 {
        opening.spawn(Store::open(storage.backend.clone()));
    }
    for opened in opening.join_all().await {
        assert!(opened.expect("it opens").is_reachable().await);
    }
}

async fn a_closed_store_fails_and_loses_nothing(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_deck(deck("d", "ann", "Plan"), by("ann")).await.expect("it is made");
    store.close().await;
    assert!(!store.is_reachable().await);
    let refused = store.create_deck(deck("e", "ann", "Plan"), by("ann")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    store.close().await;
    let again = storage.open().await;
    assert!(again.deck(&"d".into()).await.expect("an answer").is_some());
}

async fn refusal(storage: &TestStorage) -> String {
    let refused = Store::open(storage.backend.clone()).await.expect_err("it is refused");
    assert!(matches!(refused, StoreError::TooNew { found: 999, .. }));
    refused.to_string()
}

#[tokio::test]
async fn a_database_of_a_newer_release_is_refused() {
    let storage = TestStorage::sqlite();
    storage.open().await.close().await;
    let Backend::Sqlite { folder } = &storage.backend else { unreachable!() };
    let url = format!("sqlite://{}", folder.join("lectern.db").display());
    let mut connection = SqliteConnection::connect(&url).await.expect("it opens");
    sqlx::query(NEWER).execute(&mut connection).await.expect("it is set");
    let is_told = |refusal: String| {
        refusal.starts_with("storage is at version 999, this Lectern knows versions up to ")
            && refusal.ends_with(": start a newer one")
    };
    assert!(is_told(refusal(&storage).await));

    let storage = TestStorage::file();
    storage.open().await.close().await;
    let Backend::File { folder } = &storage.backend else { unreachable!() };
    std::fs::write(folder.join("store/version.json"), "999").expect("it is set");
    assert!(is_told(refusal(&storage).await));

    let storage = TestStorage::postgres().await;
    storage.open().await.close().await;
    let Backend::Postgres { url } = &storage.backend else { unreachable!() };
    let mut connection = PgConnection::connect(url).await.expect("it opens");
    sqlx::query(NEWER).execute(&mut connection).await.expect("it is set");
    assert!(is_told(refusal(&storage).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_missed_pruned_changes_is_told_so() {
    let storage = TestStorage::postgres().await;
    let store = storage.with_users(&["ann"]).await;
    assert_eq!(store.user(&"ann".into()).await.expect("an answer").expect("ann").name, "ANN");
    let mut heard = store.changes();
    let Backend::Postgres { url } = &storage.backend else { unreachable!() };
    let mut connection = PgConnection::connect(url).await.expect("it opens");
    // As if other processes had made thousands of changes and the table had been pruned.
    for statement in [
        "BEGIN",
        "UPDATE users SET name = 'Anna' WHERE id = 'ann'",
        "DELETE FROM changes",
        "INSERT INTO changes (seq, origin, touches) OVERRIDING SYSTEM VALUE VALUES (1000000, 'other', '[]')",
        "COMMIT",
    ] {
        sqlx::query(statement).execute(&mut connection).await.expect("it is done");
    }
    let change = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await;
    assert_eq!(*change.expect("news").expect("a change"), store::Change::Missed);
    assert_eq!(store.user(&"ann".into()).await.expect("an answer").expect("ann").name, "Anna");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_server_is_unavailable_for_writes_and_used_again_later() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let storage = TestStorage::on(Backend::Postgres { url: url.clone() });
    let store = storage.with_users(&["ann"]).await;
    let mut connection = PgConnection::connect(&url).await.expect("it opens");
    let mut set = async |setting: &'static str| {
        for statement in [setting, "SELECT pg_reload_conf()"] {
            sqlx::query(statement).execute(&mut connection).await.expect("it is set");
        }
    };
    let write = async |id: &str| store.create_deck(deck(id, "ann", "Plan"), by("ann")).await;
    set("ALTER SYSTEM SET default_transaction_read_only = on").await;
    let mut number = 0;
    let refused = loop {
        number += 1;
        if let Err(refused) = write(&format!("d{number}")).await {
            break refused;
        }
    };
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused:?}");
    assert!(store.user_by_email("ann@example.test").await.is_ok(), "reading goes on");
    set("ALTER SYSTEM RESET default_transaction_read_only").await;
    let started = Instant::now();
    while write("last").await.is_err() {
        assert!(started.elapsed() < Duration::from_secs(10), "it does not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_server_is_used_again() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let backend = Backend::Postgres { url };
    let storage = TestStorage::on(backend);
    let store = storage.with_users(&["ann"]).await;
    let mut heard = store.changes();
    cluster.end();
    assert!(!store.is_reachable().await);
    let refused = store.create_deck(deck("d", "ann", "Plan"), by("ann")).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    let refused = store.user_by_email("ann@example.test").await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    assert!(Store::open(storage.backend.clone()).await.is_err());
    cluster.begin();
    let started = Instant::now();
    while !store.is_reachable().await {
        assert!(started.elapsed() < Duration::from_secs(10), "it does not come back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    store.create_deck(deck("d", "ann", "Plan"), by("ann")).await.expect("it is made");
    let other = storage.open().await;
    other.create_deck(deck("e", "ann", "Plan"), by("ann")).await.expect("it is made");
    for id in ["d", "e"] {
        let change = tokio::time::timeout(Duration::from_secs(5), heard.recv()).await;
        let change = change.expect("news").expect("a change");
        assert!(matches!(&*change, store::Change::Deck { id: changed, .. } if changed == id), "{change:?}");
    }
}
