//! Real processes on one folder: a killed process loses no write that returned, and processes see each other's writes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use store::{Backend, Store, StoreError};

use crate::storage::{TestStorage, by, deck, edited, written};

/// Environment variable with the storage of the child process: its kind and folder.
const CHILD: &str = "LECTERN_TEST_CHILD";

/// A child process that runs commands, one per line.
struct Process {
    child: Child,
    commands: ChildStdin,
    responses: BufReader<ChildStdout>,
}

impl Process {
    /// Starts [`child`] in a further process of this test program.
    fn start(backend: &Backend) -> Self {
        let (kind, folder) = match backend {
            Backend::Sqlite { folder } => ("sqlite", folder),
            Backend::File { folder } => ("file", folder),
            Backend::Postgres { .. } => unreachable!("PostgreSQL has no folder"),
        };
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "processes::child", "--ignored", "--nocapture", "--test-threads=1"])
            .env(CHILD, format!("{kind} {}", folder.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child");
        let commands = child.stdin.take().expect("its input");
        let responses = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, commands, responses }
    }

    fn send(&mut self, command: &str) {
        writeln!(self.commands, "{command}").expect("the child reads its input");
    }

    /// The next response; lines of the test harness are skipped. `None` once the process ended.
    fn response(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.responses.read_line(&mut line).expect("its output is readable") == 0 {
                return None;
            }
            if let Some((_, response)) = line.trim_end().split_once("> ") {
                return Some(response.to_owned());
            }
        }
    }

    fn request(&mut self, command: &str) -> String {
        self.send(command);
        self.response().expect("a response")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it is the child process of the other tests here"]
async fn child() {
    let storage = std::env::var(CHILD).expect("the variable");
    let (kind, folder) = storage.split_once(' ').expect("kind and folder");
    let folder = Path::new(folder).to_owned();
    let store = Store::open(match kind {
        "sqlite" => Backend::Sqlite { folder },
        _ => Backend::File { folder },
    });
    let store = store.await.expect("it opens");
    for command in std::io::stdin().lines() {
        let command = command.expect("a line");
        match command.split_once(' ').unwrap_or((&command, "")) {
            ("read", id) => {
                let found = store.deck(&id.into()).await.expect("a response");
                println!("> {}", found.map_or_else(|| "none".into(), |deck| deck.head.title.clone()));
            }
            ("write", what) => {
                let (id, title) = what.split_once(' ').expect("id and title");
                write(&store, id, title).await;
                println!("> done");
            }
            ("storm", _) => {
                let mut writers = tokio::task::JoinSet::new();
                for number in 0..4 {
                    writers.spawn(storm(store.clone(), number));
                }
                writers.join_all().await;
            }
            other => panic!("unknown command {other:?}"),
        }
    }
}

/// Writes a title, and tries again while other writers were first.
async fn write(store: &Store, id: &str, title: &str) {
    loop {
        let before = store.deck(&id.into()).await.expect("a response").expect("the deck");
        let (expected, head, content) = edited(&before, title);
        match store.write_deck(expected, written(head, content), None, by("ann")).await {
            Ok(()) => return,
            Err(StoreError::Stale { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// Creates and writes decks without end, and prints each write that returned.
async fn storm(store: Store, number: u32) {
    for round in 0.. {
        let id = format!("{number}-{round}");
        let made = deck(&id, "ann", "1");
        store.create_deck(made.clone(), by("ann")).await.expect("it is made");
        println!("> {id} 1");
        write(&store, &id, "2").await;
        println!("> {id} 2");
    }
}

async fn a_returned_write_survives_a_kill(storage: TestStorage) {
    storage.with_users(&["ann"]).await.close().await;
    for _ in 0..3 {
        let mut process = Process::start(&storage.backend);
        process.send("storm");
        let mut responses = Vec::new();
        while responses.len() < 60 {
            responses.push(process.response().expect("a response"));
        }
        process.child.kill().expect("it is killed");
        responses.extend(std::iter::from_fn(|| process.response()));
        let store = storage.open().await;
        for line in responses {
            let (id, revision) = line.split_once(' ').expect("id and revision");
            let Ok(revision) = revision.parse::<u64>() else {
                continue;
            };
            let found = store.deck(&id.into()).await.expect("a response").expect(&line);
            assert!(found.head.revision >= revision, "{line}: {:?}", found.head);
            assert_eq!(found.head.title, found.head.revision.to_string());
            assert_eq!(found.head.title, found.deck.title);
        }
        let page = store.all_decks(100_000).await.expect("a list");
        for row in &page.rows {
            store.purge_deck(&row.head.id, by("ann")).await.expect("it is purged");
        }
        assert_eq!(store.all_decks(1).await.expect("a list").total, 0);
        store.close().await;
    }
}

async fn two_processes_see_each_others_writes_at_the_next_call(storage: TestStorage) {
    let store = storage.with_users(&["ann"]).await;
    store.create_deck(deck("d", "ann", "begin"), by("ann")).await.expect("it is made");
    let mut process = Process::start(&storage.backend);
    assert_eq!(process.request("read d"), "begin");
    for round in 0..30 {
        if round % 2 == 0 {
            write(&store, "d", &round.to_string()).await;
            assert_eq!(process.request("read d"), round.to_string());
        } else {
            assert_eq!(process.request(&format!("write d {round}")), "done");
            let found = store.deck(&"d".into()).await.expect("a response").expect("the deck");
            assert_eq!(found.head.title, round.to_string());
        }
    }
    store.purge_deck(&"d".into(), by("ann")).await.expect("it is purged");
    assert_eq!(process.request("read d"), "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returned_write_survives_a_kill_on_sqlite() {
    a_returned_write_survives_a_kill(TestStorage::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returned_write_survives_a_kill_on_files() {
    a_returned_write_survives_a_kill(TestStorage::file()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_see_each_others_writes_at_the_next_call_on_sqlite() {
    two_processes_see_each_others_writes_at_the_next_call(TestStorage::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_see_each_others_writes_at_the_next_call_on_files() {
    two_processes_see_each_others_writes_at_the_next_call(TestStorage::file()).await;
}
