//! A deck that is being presented, and those who listen.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use service::{Backend, Caller, Config, DeckId, Device, Error, Listening, Service, SessionId, Told};

use crate::common::Place;

/// Where most of the audience sits.
pub(crate) const ADDRESS: &str = "203.0.113.7";

/// A presenter, a deck and its session.
pub(crate) struct Hall {
    pub(crate) place: Place,
    pub(crate) presenter: Caller,
    pub(crate) deck: DeckId,
    pub(crate) session: SessionId,
}

/// An event that was heard: its number, name and data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) data: Value,
}

impl Hall {
    /// A hall in front of a deck with three slides.
    pub(crate) async fn new() -> Self {
        Self::with(&json!([plain("One"), plain("Two"), plain("Three")]), |_| {}).await
    }

    pub(crate) async fn with(slides: &Value, change: impl FnOnce(&mut Config)) -> Self {
        let place = Place::with(change).await;
        let presenter = place.admin().await;
        let deck = place.create(&presenter, &json!({ "title": "Harbour plan", "slides": slides })).await;
        let session = begin(&place.service, &presenter, &deck).await;
        Self { place, presenter, deck, session }
    }

    pub(crate) fn service(&self) -> &Arc<Service> {
        &self.place.service
    }

    /// The same storage opened by another process.
    pub(crate) async fn beside(&self) -> Arc<Service> {
        let folder = self.place.folder.path().to_owned();
        let config = Config { data_dir: folder.clone(), ..Config::default() };
        Service::open(Backend::Sqlite { folder }, config, self.place.clock.clone()).await.expect("it opens")
    }

    /// Ids of the slides.
    pub(crate) async fn slides(&self) -> Vec<String> {
        let deck = self.place.read(&self.presenter, &self.deck).await;
        let slides = deck["slides"].as_array().expect("slides").iter();
        slides.map(|slide| slide["id"].as_str().expect("an id").to_owned()).collect()
    }

    pub(crate) async fn listen(&self) -> Listening {
        self.try_listen(ADDRESS).await.expect("a seat")
    }

    pub(crate) async fn try_listen(&self, address: &str) -> Result<Listening, Error> {
        let address: IpAddr = address.parse().expect("an address");
        self.service().live.listen(&self.session, address).await
    }

    pub(crate) async fn show(&self, place: &Value) -> Value {
        let place = place.as_object().expect("an object");
        self.service().live.set_state(&self.presenter, &self.session, place).await.expect("it moves")
    }

    pub(crate) async fn state(&self) -> Result<Value, Error> {
        self.service().live.state(&self.session).await
    }

    /// Writes the deck with these slides.
    pub(crate) async fn put(&self, slides: &Value) {
        let body = json!({ "slides": slides });
        self.place.put(&self.presenter, &self.deck, &body).await.expect("it is written");
    }

    pub(crate) async fn vote(&self, device: &Device, slide: &str, option: usize) -> Result<Value, Error> {
        let body = json!({ "optionIndex": option });
        self.service().live.vote(device, &self.session, slide, body.as_object().expect("an object")).await
    }

    pub(crate) async fn ask(&self, device: &Device, text: &str) -> String {
        let body = json!({ "text": text });
        let asked = self.service().live.ask(device, &self.session, body.as_object().expect("an object")).await;
        asked.expect("a question")["question"]["id"].as_str().expect("an id").to_owned()
    }
}

/// A plain slide.
pub(crate) fn plain(title: &str) -> Value {
    json!({ "type": "content-slide", "content": { "title": title } })
}

/// A poll with two answers.
pub(crate) fn poll(more: &Value) -> Value {
    let mut content = json!({ "question": "Which quay?", "option1": "North", "option2": "South" });
    let (content_members, more) = (content.as_object_mut().expect("an object"), more.as_object().expect("an object"));
    content_members.extend(more.clone());
    json!({ "type": "poll-slide", "content": content })
}

/// A device that has been here before.
pub(crate) fn device() -> Device {
    Device::with(Some(&Device::with(None).id))
}

pub(crate) async fn begin(service: &Service, presenter: &Caller, deck: &DeckId) -> SessionId {
    let begun = service.live.begin(presenter, deck).await.expect("a session");
    begun["sessionId"].as_str().expect("an id").into()
}

/// The events of what is told next; nothing when the stream ended or was cut.
pub(crate) async fn heard(listening: &mut Listening) -> Vec<Event> {
    let told = tokio::time::timeout(Duration::from_secs(10), listening.next()).await.expect("something happens");
    match told {
        Told::Frames(frames) => frames.split("\n\n").filter(|frame| !frame.is_empty()).map(event).collect(),
        Told::End | Told::TooSlow => Vec::new(),
    }
}

/// The next event of a name.
pub(crate) async fn heard_of(listening: &mut Listening, name: &str) -> Event {
    loop {
        let events = heard(listening).await;
        assert!(!events.is_empty(), "the stream ended");
        if let Some(event) = events.into_iter().find(|event| event.name == name) {
            return event;
        }
    }
}

/// Whether anything is told within a moment.
pub(crate) async fn is_silent(listening: &mut Listening) -> bool {
    tokio::time::timeout(Duration::from_millis(400), listening.next()).await.is_err()
}

fn event(frame: &str) -> Event {
    let field = |name: &str| frame.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    Event {
        id: field("id: ").parse().expect("a number"),
        name: field("event: ").to_owned(),
        data: serde_json::from_str(field("data: ")).expect("JSON"),
    }
}
