//! Clients, codes and tokens of agents.

use std::sync::Arc;

use store::{ApiKey, CodeRequest, ConnectedAgent, OauthClient, OauthToken, OauthTokenKind, Store};

use crate::accounts::key;
use crate::on_every_backend;
use crate::storage::TestStorage;

const DAY: i64 = 86_400_000;

on_every_backend!(
    a_code_is_exchanged_once_and_agents_are_no_api_keys,
    spent_refresh_tokens_are_kept_for_a_while,
    what_ended_is_swept,
    unused_clients_displace_the_oldest_of_them,
);

fn client(id: &str, created_at: i64) -> OauthClient {
    let redirects = vec!["https://agent.test/cb".to_owned()];
    OauthClient { id: id.into(), name: "Quay".to_owned(), redirects, created_at, used_at: None }
}

fn agent(id: &str) -> ApiKey {
    let [host, resource] = ["agent.test", "https://decks.test/mcp"].map(str::to_owned);
    ApiKey { agent: Some(ConnectedAgent { client: "c".into(), host, resource }), ..key(id, "ann", "org") }
}

fn token(hash: &str, key: &str, kind: OauthTokenKind, expires_at: i64) -> OauthToken {
    let request = (kind == OauthTokenKind::Code)
        .then(|| CodeRequest { redirect: "https://agent.test/cb".to_owned(), challenge: "x".to_owned() });
    OauthToken { hash: hash.to_owned(), key: key.into(), kind, request, expires_at, spent_at: None }
}

/// Tokens named after a number.
fn pair(number: i64, expires_at: i64) -> [OauthToken; 2] {
    [("a", OauthTokenKind::Access), ("r", OauthTokenKind::Refresh)]
        .map(|(name, kind)| token(&format!("{name}{number}"), "k", kind, expires_at))
}

async fn connected(store: &Store) -> Arc<ApiKey> {
    store.create_oauth_client(client("c", 1), 10).await.expect("a client");
    let code = token("code", "k", OauthTokenKind::Code, 60);
    store.connect_agent(agent("k"), code).await.expect("connected");
    Arc::new(agent("k"))
}

async fn has(store: &Store, hash: &str) -> bool {
    store.oauth_token(hash).await.expect("an answer").is_some()
}

async fn agents(store: &Store, now: i64) -> usize {
    store.agents_of(&"ann".into(), &"org".into(), now).await.expect("agents").len()
}

async fn a_code_is_exchanged_once_and_agents_are_no_api_keys(storage: TestStorage) {
    let (store, other) = (storage.with_users(&["ann"]).await, storage.open().await);
    let key = connected(&store).await;
    assert_eq!(agents(&store, 10).await, 0, "its code was not exchanged yet");
    let (code, found) = other.oauth_token("code").await.expect("an answer").expect("the code");
    assert_eq!((code, &*found), (token("code", "k", OauthTokenKind::Code, 60), &*key));
    assert!(store.exchange_oauth_token("code", Arc::clone(&key), pair(1, 100), 10).await.expect("an answer"));
    assert!(!other.exchange_oauth_token("code", Arc::clone(&key), pair(2, 100), 11).await.expect("an answer"));
    assert!(has(&other, "a1").await && has(&other, "r1").await && !has(&other, "a2").await);
    assert_eq!(store.oauth_token("code").await.expect("an answer").expect("the code").0.spent_at, Some(10));
    assert_eq!((agents(&store, 99).await, agents(&store, 100).await), (1, 0));
    assert_eq!(store.keys_of(&"ann".into(), &"org".into(), true).await.expect("keys").len(), 0);
    assert_eq!(store.oauth_client(&"c".into()).await.expect("an answer").expect("the client").used_at, Some(10));
    assert!(store.revoke_key(&"k".into(), 20).await.expect("an answer"));
    assert_eq!(agents(&store, 21).await, 0);
}

async fn spent_refresh_tokens_are_kept_for_a_while(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    let key = connected(&store).await;
    assert!(store.exchange_oauth_token("code", Arc::clone(&key), pair(0, 10_000), 2).await.expect("an answer"));
    for number in 1..=60 {
        let used = format!("r{}", number - 1);
        let exchanged = store.exchange_oauth_token(&used, Arc::clone(&key), pair(number, 10_000), number + 100);
        assert!(exchanged.await.expect("an answer"));
    }
    assert!(has(&store, "r59").await && has(&store, "r10").await && has(&store, "r60").await);
    assert!(!has(&store, "r0").await, "the oldest are forgotten");
    assert!(store.exchange_oauth_token("r60", key, pair(61, 20_000), 10_000).await.expect("an answer"));
    assert!(!has(&store, "a60").await && has(&store, "a61").await, "expired tokens of the agent are deleted");
}

async fn what_ended_is_swept(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    connected(&store).await;
    store.create_oauth_client(client("unused", 1), 10).await.expect("a client");
    store.sweep(59).await.expect("swept");
    assert!(has(&store, "code").await);
    store.sweep(2 * DAY).await.expect("swept");
    assert!(!has(&store, "code").await);
    assert!(store.key(&"k".into()).await.expect("an answer").is_none(), "nothing is left of the connection");
    assert!(store.oauth_client(&"unused".into()).await.expect("an answer").is_none());
    assert!(store.oauth_client(&"c".into()).await.expect("an answer").is_some(), "a person connected it once");
    store.sweep(91 * DAY).await.expect("swept");
    assert!(store.oauth_client(&"c".into()).await.expect("an answer").is_none());
}

async fn unused_clients_displace_the_oldest_of_them(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    connected(&store).await;
    for number in 2..=6 {
        store.create_oauth_client(client(&number.to_string(), number), 3).await.expect("a client");
    }
    let mut left = Vec::new();
    for id in ["c", "2", "3", "4", "5", "6"] {
        if store.oauth_client(&id.into()).await.expect("an answer").is_some() {
            left.push(id);
        }
    }
    assert_eq!(left, ["c", "4", "5", "6"]);
}
