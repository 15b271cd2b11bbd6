//! A service on a real SQLite file in a temporary folder, with a clock that stands still.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::time::Duration;

use serde_json::{Value, json};
use service::{Backend, Caller, Clock, Config, DeckId, NewUser, Service, Tier};
use tempfile::TempDir;

/// 2026-01-31 09:30 UTC.
pub(crate) const NOW: i64 = 1_769_851_800_000;

/// A running service and its folder.
pub(crate) struct Place {
    pub(crate) service: std::sync::Arc<Service>,
    pub(crate) clock: Clock,
    pub(crate) folder: TempDir,
}

impl Place {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut config = Config { data_dir: folder.path().to_owned(), ..Config::default() };
        change(&mut config);
        let clock = Clock::fixed(NOW);
        let backend = Backend::Sqlite { folder: folder.path().to_owned() };
        let service = Service::open(backend, config, clock.clone()).await.expect("it opens");
        service.accounts.first_start(Some("admin@example.test"), Some("correct horse")).await.expect("it is set up");
        Self { service, clock, folder }
    }

    /// Moves the clock on.
    pub(crate) fn wait(&self, time: Duration) {
        self.clock.set(self.clock.now() + i64::try_from(time.as_millis()).expect("a short time"));
    }

    /// The first administrator, signed in.
    pub(crate) async fn admin(&self) -> Caller {
        self.signed_in("admin@example.test", "correct horse").await
    }

    pub(crate) async fn signed_in(&self, email: &str, password: &str) -> Caller {
        let signed_in = self.service.accounts.sign_in("10.0.0.1", email, password).await.expect("the right pair");
        self.service.accounts.caller_by_session(&signed_in.token).await.expect("just signed in")
    }

    /// A new member, signed in.
    pub(crate) async fn member(&self, name: &str, tier: Tier) -> Caller {
        let email = format!("{name}@example.test");
        let new = NewUser {
            email: email.clone(),
            password: Some("long enough".to_owned()),
            tier: Some(tier),
            ..NewUser::default()
        };
        self.service.accounts.create_user(&self.admin().await, new).await.expect("a new account");
        self.signed_in(&email, "long enough").await
    }

    /// A caller with a key of all scopes.
    pub(crate) async fn key_of(&self, caller: &Caller) -> Caller {
        let scopes: Vec<String> = service::Scope::ALL.iter().map(|scope| scope.name().to_owned()).collect();
        let made = self.service.accounts.create_key(caller, "robot", &scopes).await.expect("a key");
        self.service.accounts.caller_by_key(&made.token).await.expect("a good key")
    }

    /// A deck with one content slide; answers its id.
    pub(crate) async fn deck(&self, caller: &Caller) -> DeckId {
        let slides = json!([{"type": "content", "content": {"title": "Why now"}}]);
        self.create(caller, &json!({"title": "Harbour plan", "slides": slides})).await
    }

    pub(crate) async fn create(&self, caller: &Caller, body: &Value) -> DeckId {
        let made = self.service.decks.create(caller, body.as_object().expect("an object")).await.expect("a deck");
        made.id().clone()
    }

    pub(crate) async fn read(&self, caller: &Caller, id: &DeckId) -> Value {
        json!(self.service.decks.read(caller, id, None).await.expect("a readable deck"))
    }
}
