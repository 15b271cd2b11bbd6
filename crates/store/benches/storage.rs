//! Measures the throughput of storage. A plain program without a benchmark harness, whose short samples suit neither
//! group commits nor large stores.
//!
//! `cargo bench -p store`; results go to the standard output, one per line.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deck::{Deck, Slide};
use serde_json::json;
use store::{
    Access, Backend, ChangeContext, DeckHead, ListQuery, MailPreferences, Organization, Ownership, Role, Sort, Store,
    StoredDeck, Tier, User,
};
use tempfile::TempDir;

const TASKS: usize = 16;
const SECONDS: u64 = 3;

#[tokio::main]
async fn main() {
    // In the folder of the build and not in memory, so that flushes reach the disk.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for kind in ["sqlite", "file"] {
        let folder = TempDir::new_in(target).expect("a folder");
        let folder = folder.path().to_owned();
        let store = open(match kind {
            "sqlite" => Backend::Sqlite { folder },
            _ => Backend::File { folder },
        });
        writes(kind, &store.await).await;
    }
    let folder = TempDir::new_in(target).expect("a folder");
    let backend = Backend::Sqlite { folder: folder.path().to_owned() };
    let store = open(backend).await;
    reads(&store).await;
}

async fn open(backend: Backend) -> Store {
    let store = Store::open(backend).await.expect("it opens");
    let organization =
        Organization { id: "org".into(), slug: "org".into(), name: "Org".into(), default_theme: None, created_at: 1 };
    let user = User {
        id: "ann".into(),
        email: "ann@example.test".into(),
        name: "Ann".into(),
        role: Role::Admin,
        tier: Tier::Enterprise,
        password: None,
        disabled: false,
        created_at: 1,
        updated_at: 1,
        mail: MailPreferences::default(),
    };
    store.create_first_account(organization, user).await.expect("the first user");
    store
}

async fn writes(kind: &str, store: &Store) {
    let created = rate(TASKS, async |task, round| {
        let made = stored(&format!("{task}-{round}"), 1, Access::Private);
        store.create_deck(made, ChangeContext::default()).await.expect("it is made");
    })
    .await;
    println!("{kind}: create a deck of 1 slide, {TASKS} tasks: {created:.0}/s");
    for task in 0..TASKS {
        let made = stored(&format!("w{task}"), 20, Access::Private);
        store.create_deck(made, ChangeContext::default()).await.expect("it is made");
    }
    for tasks in [1, TASKS] {
        let written = rate(tasks, async |task, _| {
            let before = store.deck(&format!("w{task}").into()).await.expect("an answer").expect("the deck");
            let mut head = before.head.clone();
            head.revision += 1;
            head.updated_at += 1;
            let write = store.write_deck(
                before.head.revision,
                written(head, before.deck.clone()),
                None,
                ChangeContext::default(),
            );
            write.await.expect("it is written");
        })
        .await;
        println!("{kind}: read and write a deck of 20 slides, {tasks} tasks: {written:.0}/s");
    }
}

async fn reads(store: &Store) {
    let made = stored("twenty", 20, Access::Private);
    store.create_deck(made, ChangeContext::default()).await.expect("it is made");
    let read = rate(1, async |_, _| {
        black_box(store.deck(&"twenty".into()).await.expect("an answer"));
    })
    .await;
    println!("sqlite: a deck of 20 slides from memory, 1 task: {read:.0}/s");
    let mut stored_so_far = 1;
    for count in [100, 100_000] {
        fill(store, stored_so_far, count).await;
        stored_so_far = count;
        for (name, ownership, sort) in [
            ("all", Ownership::All, Sort::Updated),
            ("shared", Ownership::Shared, Sort::Updated),
            ("all, by title", Ownership::All, Sort::Title),
        ] {
            let query = |reader: String| ListQuery {
                reader: reader.into(),
                organization: "org".into(),
                ownership,
                search: None,
                filed: None,
                sort,
                limit: 50,
                offset: 0,
            };
            // Another user each time, whose list is not cached.
            let listed = rate(TASKS, async |task, round| {
                let query = query(format!("guest-{task}-{round}"));
                black_box(store.list_decks(&query).await.expect("a list"));
            });
            let listed = listed.await;
            println!("sqlite: list 50 of {count} ({name}) from the database, {TASKS} tasks: {listed:.0}/s");
            let listed = rate(TASKS, async |_, _| {
                black_box(store.list_decks(&query("ann".into())).await.expect("a list"));
            });
            let listed = listed.await;
            println!("sqlite: list 50 of {count} ({name}) from memory, {TASKS} tasks: {listed:.0}/s");
        }
    }
}

async fn fill(store: &Store, from: usize, to: usize) {
    let mut making = tokio::task::JoinSet::new();
    for task in 0..64 {
        let store = store.clone();
        making.spawn(async move {
            for number in (from + task..to).step_by(64) {
                let access = if number % 2 == 0 { Access::Organization } else { Access::Private };
                let made = stored(&format!("f{number}"), 1, access);
                store.create_deck(made, ChangeContext::default()).await.expect("it is made");
            }
        });
    }
    making.join_all().await;
}

/// Calls of `work` per second, made by `tasks` concurrent tasks. `work` receives the number of its task and of the
/// call.
async fn rate(tasks: usize, work: impl AsyncFn(usize, usize)) -> f64 {
    let started = Instant::now();
    let end = started + Duration::from_secs(SECONDS);
    let each = async |task: usize| {
        let mut rounds = 0;
        while Instant::now() < end {
            work(task, rounds).await;
            rounds += 1;
            if rounds % 64 == 0 {
                tokio::task::yield_now().await;
            }
        }
        rounds
    };
    let mut running: Vec<_> = (0..tasks).map(|task| Box::pin(each(task))).collect();
    let mut done = 0;
    let mut finished = vec![false; tasks];
    std::future::poll_fn(|context| {
        for (task, running) in running.iter_mut().enumerate() {
            if !finished[task]
                && let std::task::Poll::Ready(rounds) = running.as_mut().poll(context)
            {
                finished[task] = true;
                done += rounds;
            }
        }
        if finished.iter().all(|finished| *finished) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    let rate = done as f64 / started.elapsed().as_secs_f64();
    rate
}

fn written(head: DeckHead, deck: Deck) -> Arc<StoredDeck> {
    Arc::new(StoredDeck { head, deck, grants: Vec::new() })
}

fn stored(id: &str, slides: usize, access: Access) -> StoredDeck {
    let mut deck = Deck::new("Harbour plan", "en-GB");
    let text = "Traffic through the harbour grew every year, and the quay did not. ".repeat(6);
    for number in 0..slides {
        let content = json!({ "title": format!("Slide {number}"), "body": text, "items": ["one", "two", "three"] });
        deck.slides.push(Slide {
            id: format!("00000000-0000-4000-8000-{number:012}").into(),
            key: "content-slide".into(),
            content: content.as_object().cloned().unwrap_or_default(),
            notes: "Pause here.".into(),
            visibility: deck::Visibility::default(),
            duration: None,
            transition: None,
            morph_names: deck::MorphNames::default(),
            library: None,
        });
    }
    let head = DeckHead {
        id: id.into(),
        organization: "org".into(),
        owner: "ann".into(),
        creator: None,
        title: format!("Harbour plan {id}"),
        description: String::new(),
        theme: "default".into(),
        lang: "en-GB".into(),
        languages: vec!["en-GB".into()],
        slide_count: slides,
        access,
        view_only: false,
        revision: 1,
        created_at: 1,
        updated_at: 1,
        updated_by: None,
        stretch_at: 1,
        trashed: None,
    };
    StoredDeck { head, deck, grants: Vec::new() }
}
