//! A service on a SQLite file in a temporary folder, with a clock that the test sets.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod authenticator;

use std::time::Duration;

use serde_json::{Value, json};
use service::{
    Backend, Caller, Clock, Config, DeckFields, DeckId, DeckView, Error, IfMatch, MayManage, MayOwn, MayRead, MayWrite,
    NewUser, Permission, Service, Tier, read_description, read_language, read_theme, read_title,
};
use tempfile::TempDir;

/// 2026-01-31 09:30 UTC.
pub(crate) const NOW: i64 = 1_769_851_800_000;

/// A running service and its folder.
pub(crate) struct TestService {
    pub(crate) service: std::sync::Arc<Service>,
    pub(crate) clock: Clock,
    pub(crate) folder: TempDir,
}

impl TestService {
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

    /// The same storage opened by another process.
    pub(crate) async fn beside(&self) -> std::sync::Arc<Service> {
        let folder = self.folder.path().to_owned();
        let config = Config { data_dir: folder.clone(), ..Config::default() };
        Service::open(Backend::Sqlite { folder }, config, self.clock.clone()).await.expect("it opens")
    }

    /// Advances the clock.
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

    /// Creates a deck with one content slide and returns its id.
    pub(crate) async fn deck(&self, caller: &Caller) -> DeckId {
        let slides = json!([{"type": "content", "content": {"title": "Why now"}}]);
        self.create(caller, &json!({"title": "Harbour plan", "slides": slides})).await
    }

    pub(crate) async fn create(&self, caller: &Caller, body: &Value) -> DeckId {
        let fields = deck_fields(body).expect("good fields");
        self.service.decks.create(caller, fields).await.expect("a deck").id().clone()
    }

    pub(crate) async fn read(&self, caller: &Caller, id: &DeckId) -> Value {
        self.try_read(caller, id).await.expect("a readable deck")
    }

    pub(crate) async fn try_read(&self, caller: &Caller, id: &DeckId) -> Result<Value, Error> {
        let deck = self.service.decks.granted::<MayRead>(caller, id).await?;
        Ok(deck_value(&self.service.decks.read(&deck, None).await?))
    }

    /// Writes fields of a deck, whatever its revision.
    pub(crate) async fn put(&self, caller: &Caller, id: &DeckId, body: &Value) -> Result<DeckView, Error> {
        put(&self.service, caller, id, IfMatch::Any, body).await
    }

    pub(crate) async fn share(
        &self,
        caller: &Caller,
        id: &DeckId,
        email: &str,
        permission: Permission,
    ) -> Result<(), Error> {
        let deck = self.service.decks.granted::<MayManage>(caller, id).await?;
        self.service.decks.add_collaborator(&deck, email, permission).await.map(drop)
    }

    /// Changes what a collaborator may do.
    pub(crate) async fn share_again(&self, caller: &Caller, id: &DeckId, email: &str, permission: Permission) {
        let deck = self.service.decks.granted::<MayManage>(caller, id).await.expect("a manageable deck");
        let collaborator = self.service.decks.collaborator(&deck, email).await.expect("a collaborator");
        self.service.decks.update_collaborator(&deck, collaborator, permission).await.expect("changed");
    }

    pub(crate) async fn end_sharing(&self, caller: &Caller, id: &DeckId, email: &str) {
        let deck = self.service.decks.granted::<MayManage>(caller, id).await.expect("a manageable deck");
        self.service.decks.remove_collaborator(&deck, email).await.expect("removed");
    }

    /// Gives a deck to somebody else, and keeps no access.
    pub(crate) async fn transfer(&self, caller: &Caller, id: &DeckId, email: &str) {
        let deck = self.service.decks.granted::<MayOwn>(caller, id).await.expect("an own deck");
        self.service.decks.transfer(&deck, email, false).await.expect("transferred");
    }

    pub(crate) async fn trash(&self, caller: &Caller, id: &DeckId) -> Result<(), Error> {
        trash(&self.service, caller, id).await
    }
}

/// Writes fields of a deck through a service.
pub(crate) async fn put(
    service: &Service,
    caller: &Caller,
    id: &DeckId,
    if_match: IfMatch,
    body: &Value,
) -> Result<DeckView, Error> {
    let deck = service.decks.granted::<MayWrite>(caller, id).await?;
    service.decks.update(&deck, if_match, deck_fields(body)?).await
}

/// Moves a deck to the trash through a service.
pub(crate) async fn trash(service: &Service, caller: &Caller, id: &DeckId) -> Result<(), Error> {
    let deck = service.decks.granted::<MayOwn>(caller, id).await?;
    service.decks.trash(&deck).await
}

/// Fields of a deck from JSON.
fn deck_fields(body: &Value) -> Result<DeckFields, Error> {
    Ok(DeckFields {
        title: body.get("title").map(read_title).transpose()?,
        description: body.get("description").map(read_description).transpose()?,
        theme: body.get("theme").map(|theme| read_theme("theme", theme)).transpose()?,
        language: body.get("language").map(|language| read_language("language", language)).transpose()?,
        slides: body.get("slides").map(|slides| slides.as_array().cloned().expect("a list")),
        settings: body.get("settings").map(|settings| settings.as_object().cloned().expect("an object")),
        translations: body.get("translations").map(|texts| texts.as_object().cloned().expect("an object")),
        access: None,
    })
}

/// A deck as JSON, for assertions.
pub(crate) fn deck_value(view: &DeckView) -> Value {
    let (deck, head) = (view.deck(), view.head());
    let slides = deck.slides.iter().map(|slide| {
        let mut value = json!({
            "id": slide.id, "type": view.type_name(slide), "content": slide.content, "notes": slide.notes,
        });
        if !slide.visibility.is_visible() {
            value["visibility"] = json!(slide.visibility);
        }
        if let Some(duration) = slide.duration {
            value["duration"] = json!(duration);
        }
        if let Some(transition) = slide.transition {
            value["transition"] = json!(transition);
        }
        if !slide.morph_names.is_empty() {
            value["morphNames"] = json!(slide.morph_names);
        }
        value
    });
    json!({
        "id": head.id, "title": deck.title, "description": deck.description, "theme": head.theme,
        "language": head.lang, "languages": head.languages, "slideCount": head.slide_count,
        "revision": head.revision, "ownerEmail": view.owner_email, "visibility": head.access,
        "permission": view.access_level.name(), "slides": slides.collect::<Vec<_>>(),
        "settings": deck.settings.complete(), "translations": view.translations(),
    })
}
