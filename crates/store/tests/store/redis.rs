//! Two nodes on one Redis, and a Redis that stops and starts again.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use store::{Received, Shared, StoreError, TokenBucket};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::storage::TestStorage;

const NOW: i64 = 1_000_000;

/// A Redis for a test, on a free port.
struct RedisServer {
    port: u16,
    folder: TempDir,
    child: Child,
}

impl RedisServer {
    fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its number").port();
        let folder = TempDir::new().expect("a folder");
        let child = Self::run(port, &folder);
        Self { port, folder, child }
    }

    fn run(port: u16, folder: &TempDir) -> Child {
        let mut child = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server is installed");
        for _ in 0..500 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return child;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        let _ = child.wait();
        panic!("Redis does not come up");
    }

    fn stop(&mut self) {
        self.child.kill().expect("it dies");
        self.child.wait().expect("it is dead");
    }

    fn again(&mut self) {
        self.child = Self::run(self.port, &self.folder);
    }

    /// Sends a command.
    fn say(&self, words: &[&str]) {
        let port = self.port.to_string();
        let said = Command::new("redis-cli").args(["-p", &port]).args(words).stdout(Stdio::null()).status();
        assert!(said.expect("redis-cli is installed").success(), "{words:?}");
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Nodes {
    redis: RedisServer,
    one: Shared,
    other: Shared,
    folders: [TempDir; 2],
    storage: TestStorage,
}

async fn nodes() -> Nodes {
    let (redis, storage) = (RedisServer::start(), TestStorage::sqlite());
    let folders = [TempDir::new().expect("a folder"), TempDir::new().expect("a folder")];
    let store = storage.with_users(&["ann"]).await;
    let url = redis.url();
    let open = async |folder: &TempDir| Shared::open(folder.path(), store.clone(), Some(&url)).await.expect("it opens");
    let (one, other) = (open(&folders[0]).await, open(&folders[1]).await);
    Nodes { redis, one, other, folders, storage }
}

async fn next(heard: &mut store::Subscription) -> Received {
    timeout(Duration::from_secs(10), heard.next()).await.expect("something is heard")
}

#[tokio::test]
async fn a_window_is_counted_once_over_all_nodes() {
    let Nodes { one, other, redis: _redis, folders: _folders, storage: _place } = nodes().await;
    for (number, node) in [&one, &other, &one, &other].into_iter().enumerate() {
        let taken = node.take_request(&"key".into(), 3, NOW).await.expect("an answer");
        assert_eq!(taken.allowed, number < 3, "{number}");
        assert!(taken.reset_at > NOW && taken.reset_at <= NOW + 60_000);
    }
    assert_eq!(one.requests_left(&"key".into(), 3, NOW).await.expect("an answer").remaining, 0);
    assert_eq!(other.requests_left(&"another".into(), 3, NOW).await.expect("an answer").remaining, 3);
    let short = one.take_within("short", 1, 50, NOW).await.expect("an answer");
    assert!(short.allowed && !other.take_within("short", 1, 50, NOW).await.expect("an answer").allowed);
    tokio::time::sleep(Duration::from_millis(80)).await;
    assert!(other.take_within("short", 1, 50, NOW).await.expect("an answer").allowed);
}

#[tokio::test]
async fn a_bucket_and_a_day_are_counted_once_over_all_nodes() {
    let Nodes { one, other, redis: _redis, folders: _folders, storage: _place } = nodes().await;
    let bucket = TokenBucket { burst: 2, per_minute: 6 };
    assert_eq!(one.spend_token("door", bucket, NOW).await.expect("an answer"), None);
    assert_eq!(other.wait_for_token("door", bucket, NOW).await.expect("an answer"), None);
    assert_eq!(other.spend_token("door", bucket, NOW).await.expect("an answer"), None);
    let wait = one.spend_token("door", bucket, NOW).await.expect("an answer").expect("it is empty");
    assert!((9..=10).contains(&wait), "{wait}");
    assert_eq!(other.wait_for_token("door", bucket, NOW).await.expect("an answer"), Some(wait));

    for (number, node) in [&one, &other, &one, &other].into_iter().enumerate() {
        assert_eq!(node.take_export(&"key".into(), Some(3), NOW).await.expect("an answer"), number < 3, "{number}");
    }
}

#[tokio::test]
async fn an_event_reaches_the_subscribers_of_every_node_in_order() {
    let Nodes { one, other, redis: _redis, folders: _folders, storage: _place } = nodes().await;
    let (mut here, mut there) =
        (one.subscribe("deck").await.expect("it listens"), other.subscribe("deck").await.expect("it listens"));
    let elsewhere = other.subscribe("another").await.expect("it listens");
    for number in 0..20 {
        let node = if number % 2 == 0 { &one } else { &other };
        node.publish("deck", number.to_string().into()).await.expect("it is passed on");
    }
    for number in 0..20 {
        assert_eq!(next(&mut here).await, Received::Event(number.to_string().into()));
        assert_eq!(next(&mut there).await, Received::Event(number.to_string().into()));
    }
    assert_eq!(elsewhere.backlog(), 0);
    drop((here, there));
    let mut again = one.subscribe("deck").await.expect("it listens");
    other.publish("deck", "later".into()).await.expect("it is passed on");
    assert_eq!(next(&mut again).await, Received::Event("later".into()));
}

#[tokio::test]
async fn a_text_is_read_on_every_node_and_expires() {
    let Nodes { one, other, redis: _redis, folders: _folders, storage: _place } = nodes().await;
    one.put_text("agents", "s1", "ann of here", 60_000, NOW).await.expect("it is kept");
    one.put_text("agents", "s2", "bob", 30, NOW).await.expect("it is kept");
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert_eq!(other.text("agents", "s2", NOW).await.expect("an answer"), None);
    let long = other.text("agents", "s1", NOW).await.expect("an answer");
    assert_eq!(long.as_deref(), Some("ann of here"), "a shorter lifetime beside it changes nothing");
    assert_eq!(other.text("others", "s1", NOW).await.expect("an answer"), None);
    other.remove_text("agents", "s1").await.expect("it is forgotten");
    assert_eq!(one.text("agents", "s1", NOW).await.expect("an answer"), None);
    for number in 0..1001 {
        one.put_text("many", &number.to_string(), "ann", 60_000, NOW).await.expect("it is kept");
    }
    assert_eq!(one.text("many", "0", NOW).await.expect("an answer"), None);
    assert!(one.text("many", "1000", NOW).await.expect("an answer").is_some());
}

#[tokio::test]
async fn of_too_many_texts_one_of_the_owner_with_the_most_is_removed() {
    let Nodes { one, other, redis: _redis, folders: _folders, storage: _place } = nodes().await;
    one.put_text("agents", "of bob", "bob", 60_000, NOW).await.expect("it is kept");
    for number in 0..1010 {
        one.put_text("agents", &number.to_string(), "ann", 60_000, NOW).await.expect("it is kept");
    }
    assert_eq!(other.texts("agents", NOW).await.expect("an answer").len(), 1000);
    assert!(other.text("agents", "of bob", NOW).await.expect("an answer").is_some());
    assert_eq!(other.text("agents", "10", NOW).await.expect("an answer"), None);
    other.put_text("agents", "another of bob", "bob", 60_000, NOW).await.expect("it is kept");
    assert!(other.text("agents", "of bob", NOW).await.expect("an answer").is_some(), "ann still has most");
}

#[tokio::test]
async fn a_lease_is_held_as_long_as_its_process_runs() {
    let Nodes { one, other, redis: _redis, folders: _folders, storage: _place } = nodes().await;
    let (lease, _) = one.acquire_lease("room", 0).await.expect("it is free");
    let refused = other.acquire_lease("room", 0).await;
    assert!(matches!(refused, Err(StoreError::Held(_))), "{refused:?}");
    lease.expect("a lease").release(7, "entry").await.expect("it did not expire");
    let (lease, found) = other.acquire_lease("room", 7).await.expect("it is free");
    assert!(lease.is_some() && found.complete && found.entries.is_empty(), "{found:?}");
}

#[tokio::test]
async fn a_lease_of_a_process_that_died_is_taken_over_and_the_journal_counts_as_incomplete() {
    let Nodes { other, redis, folders, storage, .. } = nodes().await;
    let (lease, _) = other.acquire_lease("room", 0).await.expect("it is free");
    lease.expect("a lease").release(7, "entry").await.expect("it did not expire");
    let (url, folder) = (redis.url(), folders[0].path().to_owned());
    let store = storage.open().await;
    // A runtime that is shut down renews and releases nothing, as a killed process. The runtime of this test must keep
    // running meanwhile, since the store was opened on it.
    let dying = tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let node = Shared::open(&folder, store, Some(&url)).await.expect("it opens");
            std::mem::forget(node.acquire_lease("room", 7).await.expect("it is free"));
        });
        runtime.shutdown_background();
    });
    dying.await.expect("it ran");
    let (lease, found) = other.acquire_lease("room", 7).await.expect("it is taken over");
    assert!(lease.is_some() && !found.complete, "{found:?}");
}

#[tokio::test]
async fn a_redis_that_starts_a_moment_later_is_waited_for() {
    let Nodes { mut redis, folders, storage, .. } = nodes().await;
    redis.stop();
    let (url, store) = (redis.url(), storage.open().await);
    let opening = tokio::spawn(async move { Shared::open(folders[0].path(), store, Some(&url)).await.map(drop) });
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(!opening.is_finished(), "it waits");
    redis.again();
    opening.await.expect("it ran").expect("it opens");
}

#[tokio::test]
async fn without_redis_a_node_is_stricter_and_reports_a_gap_later() {
    let Nodes { mut redis, one, other, folders: _folders, storage: _place } = nodes().await;
    let (mut here, mut there) =
        (one.subscribe("deck").await.expect("it listens"), other.subscribe("deck").await.expect("it listens"));
    redis.stop();
    let mut allowed = 0;
    for _ in 0..20 {
        allowed += u32::from(one.take_request(&"key".into(), 8, NOW).await.expect("an answer").allowed);
    }
    assert_eq!(allowed, 2, "a quarter of eight");
    assert!(one.take_ai(&"key".into(), Some(1), NOW).await.expect("an answer"));
    assert!(
        !one.take_ai(&"key".into(), Some(1), NOW).await.expect("an answer"),
        "storage and this node still bound it"
    );
    assert!(one.text("agents", "s1", NOW).await.is_err());
    one.publish("deck", "alone".into()).await.expect("its own hear it");
    assert_eq!(next(&mut here).await, Received::Event("alone".into()));
    redis.again();
    assert_eq!(next(&mut here).await, Received::Missed);
    assert_eq!(next(&mut there).await, Received::Missed);
    tokio::time::sleep(Duration::from_millis(700)).await;
    other.publish("deck", "together".into()).await.expect("it is passed on");
    assert_eq!(next(&mut here).await, Received::Event("together".into()));
    assert_eq!(next(&mut there).await, Received::Event("together".into()));
}

#[tokio::test]
async fn a_redis_that_cannot_serve_counts_as_unavailable() {
    let Nodes { redis, one, folders: _folders, storage: _place, .. } = nodes().await;
    for (begin, end) in [
        (&["CONFIG", "SET", "maxmemory", "1"][..], &["CONFIG", "SET", "maxmemory", "0"][..]),
        (&["REPLICAOF", "127.0.0.1", "1"], &["REPLICAOF", "NO", "ONE"]),
    ] {
        redis.say(begin);
        let kept = one.put_text("family", "name", "text", 60_000, NOW).await;
        assert!(matches!(kept, Err(StoreError::Unavailable(_))), "{begin:?}: {kept:?}");
        assert!(one.take_request(&"key".into(), 8, NOW).await.expect("limits go on").allowed);
        redis.say(end);
        tokio::time::sleep(Duration::from_millis(600)).await;
        one.put_text("family", "name", "text", 60_000, NOW).await.expect("it is well again");
    }
}

#[tokio::test]
async fn a_wrong_address_fails_at_the_start() {
    let (folder, storage) = (TempDir::new().expect("a folder"), TestStorage::sqlite());
    let store = storage.with_users(&["ann"]).await;
    for url in ["http://127.0.0.1/", "redis://127.0.0.1:1/"] {
        let opened = Shared::open(folder.path(), store.clone(), Some(url)).await;
        assert!(opened.is_err_and(|fault| fault.to_string().contains("Redis")), "{url}");
    }
}
