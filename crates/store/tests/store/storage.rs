//! Storage for a test: empty at the start, and removed at the end. Records to fill it with.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deck::{Deck, Slide};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use store::{
    Access, Backend, ChangeContext, DeckHead, Grant, ListQuery, MailPreferences, Membership, Organization, Ownership,
    Permission, Role, Sort, Store, StoredDeck, Tier, Time, Trashed, User,
};
use tempfile::TempDir;

use crate::postgres::Cluster;

pub(crate) struct TestStorage {
    pub(crate) backend: Backend,
    _folder: Option<TempDir>,
}

impl TestStorage {
    pub(crate) fn sqlite() -> Self {
        let folder = TempDir::new().expect("a folder");
        let backend = Backend::Sqlite { folder: folder.path().to_owned() };
        Self { backend, _folder: Some(folder) }
    }

    pub(crate) fn file() -> Self {
        let folder = TempDir::new().expect("a folder");
        let backend = Backend::File { folder: folder.path().to_owned() };
        Self { backend, _folder: Some(folder) }
    }

    pub(crate) async fn postgres() -> Self {
        Self::on(Backend::Postgres { url: Cluster::shared().database().await })
    }

    pub(crate) fn on(backend: Backend) -> Self {
        Self { backend, _folder: None }
    }

    /// Opens a store, as a further process does.
    pub(crate) async fn open(&self) -> Store {
        Store::open(self.backend.clone()).await.expect("it opens")
    }

    /// Checks what `read` returns after a change by another process. On a folder it has to be seen at the next call;
    /// between nodes on a PostgreSQL server it is seen a moment later.
    pub(crate) async fn sees<T: PartialEq + std::fmt::Debug>(&self, expected: T, read: impl AsyncFn() -> T) {
        let started = std::time::Instant::now();
        loop {
            let answer = read().await;
            let patient = matches!(self.backend, Backend::Postgres { .. }) && started.elapsed().as_secs() < 2;
            if answer == expected || !patient {
                return assert_eq!(answer, expected);
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }

    /// Opens a store and creates an organization with users of these names.
    pub(crate) async fn with_users(&self, names: &[&str]) -> Store {
        let store = self.open().await;
        store.create_first_account(organization("org"), user(names[0])).await.expect("the first user");
        for name in &names[1..] {
            store.create_user(user(name), member("org", name)).await.expect("another user");
        }
        store
    }
}

pub(crate) fn organization(id: &str) -> Organization {
    Organization {
        id: id.into(),
        slug: format!("{id}-slug"),
        name: id.to_uppercase(),
        default_theme: None,
        created_at: 1,
    }
}

pub(crate) fn user(id: &str) -> User {
    User {
        id: id.into(),
        email: format!("{id}@example.test"),
        name: id.to_uppercase(),
        role: Role::Member,
        tier: Tier::Free,
        password: None,
        disabled: false,
        created_at: 10,
        updated_at: 10,
        mail: MailPreferences::default(),
    }
}

pub(crate) fn member(organization: &str, user: &str) -> Membership {
    Membership { organization: organization.into(), user: user.into(), role: Role::Member, created_at: 20 }
}

pub(crate) fn deck(id: &str, owner: &str, title: &str) -> StoredDeck {
    let mut deck = Deck::new(title, "en-GB");
    deck.slides.push(Slide::new(
        "one",
        "title-slide",
        json!({ "title": title }).as_object().cloned().unwrap_or_default(),
    ));
    let head = DeckHead {
        id: id.into(),
        organization: "org".into(),
        owner: owner.into(),
        creator: None,
        title: title.into(),
        description: String::new(),
        theme: "default".into(),
        lang: "en-GB".into(),
        languages: vec!["en-GB".into()],
        slide_count: 1,
        access: Access::Private,
        view_only: false,
        revision: 1,
        created_at: next(),
        updated_at: next(),
        updated_by: None,
        stretch_at: next(),
        trashed: None,
    };
    StoredDeck { head, deck, grants: Vec::new() }
}

/// A deck in its next revision.
pub(crate) fn edited(before: &StoredDeck, title: &str) -> (u64, DeckHead, Deck) {
    let mut head = before.head.clone();
    head.title = title.into();
    head.revision += 1;
    head.updated_at = next();
    let mut deck = before.deck.clone();
    deck.title = title.into();
    (before.head.revision, head, deck)
}

impl TestStorage {
    /// Replaces the stored content of a deck while no store is open.
    pub(crate) async fn set_body(&self, deck: &str, body: &str) {
        const SET: &str = "UPDATE deck_bodies SET body = $2 WHERE deck = $1";
        match &self.backend {
            Backend::Sqlite { folder } => {
                let mut connection = SqliteConnection::connect(&database(folder)).await.expect("it opens");
                sqlx::query(SET).bind(deck).bind(body).execute(&mut connection).await.expect("it is set");
                connection.close().await.expect("it closes");
            }
            Backend::Postgres { url } => {
                let mut connection = PgConnection::connect(url).await.expect("it opens");
                sqlx::query(SET).bind(deck).bind(body).execute(&mut connection).await.expect("it is set");
            }
            Backend::File { folder } => {
                let (path, mut file) = deck_file(folder, deck);
                file["body"] = serde_json::from_str(body).expect("JSON");
                std::fs::write(path, file.to_string()).expect("it is set");
            }
        }
    }

    /// The stored content of a deck while no store is open.
    pub(crate) async fn body(&self, deck: &str) -> Value {
        const BODY: &str = "SELECT body FROM deck_bodies WHERE deck = $1";
        let text: String = match &self.backend {
            Backend::Sqlite { folder } => {
                let mut connection = SqliteConnection::connect(&database(folder)).await.expect("it opens");
                sqlx::query_scalar(BODY).bind(deck).fetch_one(&mut connection).await.expect("a row")
            }
            Backend::Postgres { url } => {
                let mut connection = PgConnection::connect(url).await.expect("it opens");
                sqlx::query_scalar(BODY).bind(deck).fetch_one(&mut connection).await.expect("a row")
            }
            Backend::File { folder } => return deck_file(folder, deck).1["body"].clone(),
        };
        serde_json::from_str(&text).expect("JSON")
    }
}

fn database(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("lectern.db").display())
}

fn deck_file(folder: &Path, deck: &str) -> (PathBuf, Value) {
    let path = folder.join(format!("store/decks/{deck}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    (path, serde_json::from_str(&text).expect("JSON"))
}

/// The argument of a deck write.
pub(crate) fn written(head: DeckHead, deck: Deck) -> Arc<StoredDeck> {
    Arc::new(StoredDeck { head, deck, grants: Vec::new() })
}

pub(crate) fn grant(user: &str, permission: Permission) -> Grant {
    Grant {
        id: format!("grant-{user}").into(),
        user: user.into(),
        permission,
        invited_by: "somebody@example.test".into(),
        created_at: next(),
    }
}

pub(crate) fn trashed(at: Time) -> Trashed {
    Trashed { at, by: "ann@example.test".into() }
}

pub(crate) fn by(name: &str) -> ChangeContext {
    ChangeContext { by: Some(format!("{name}@example.test")), at: next(), ..ChangeContext::default() }
}

pub(crate) fn list(reader: &str, ownership: Ownership) -> ListQuery {
    ListQuery {
        reader: reader.into(),
        organization: "org".into(),
        ownership,
        search: None,
        filed: None,
        sort: Sort::Updated,
        limit: 100,
        offset: 0,
    }
}

/// The titles of a list with its total, such as `2: Harbour, Quay`.
pub(crate) async fn titles(store: &Store, query: &ListQuery) -> String {
    let page = store.list_decks(query).await.expect("a list");
    let titles: Vec<&str> = page.rows.iter().map(|row| row.head.title.as_str()).collect();
    format!("{}: {}", page.total, titles.join(", "))
}

/// A time that is later than all times before.
pub(crate) fn next() -> i64 {
    static CLOCK: AtomicU64 = AtomicU64::new(1_000);
    CLOCK.fetch_add(1, Ordering::Relaxed).cast_signed()
}
