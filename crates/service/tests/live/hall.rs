//! A deck that is being presented, and readers of its streams.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use deck::SlideId;
use serde_json::{Value, json};
use service::{
    Caller, Config, DeckId, DeckUpdate, Device, Error, InteractionState, LiveEvent, LiveState, LiveStream, LiveUpdate,
    MayWrite, NewQuestion, OptionVotes, QuestionId, Questions, RunningSession, Service, SessionId, SessionStatus,
    StateChange, Steering,
};

use crate::common::TestService;

/// Where most of the audience sits.
pub(crate) const ADDRESS: &str = "203.0.113.7";

/// A presenter, a deck and its session.
pub(crate) struct Hall {
    pub(crate) test: TestService,
    pub(crate) presenter: Caller,
    pub(crate) deck: DeckId,
    pub(crate) session: SessionId,
}

/// An event with its number.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) id: u64,
    pub(crate) event: LiveEvent,
}

impl Event {
    /// What the event is about.
    pub(crate) fn name(&self) -> &'static str {
        match self.event {
            LiveEvent::State(_) => "state",
            LiveEvent::Control(_) => "control",
            LiveEvent::DeckUpdated(_) => "deck",
            LiveEvent::Interaction(_) => "interaction",
            LiveEvent::Questions(_) => "questions",
            LiveEvent::Reactions(_) => "reactions",
            LiveEvent::Branch(_) => "branch",
            LiveEvent::Marks(_) => "marks",
        }
    }
}

impl Hall {
    /// A hall with the session of a deck with three slides.
    pub(crate) async fn new() -> Self {
        Self::with(&json!([plain("One"), plain("Two"), plain("Three")]), |_| {}).await
    }

    pub(crate) async fn with(slides: &Value, change: impl FnOnce(&mut Config)) -> Self {
        let test = TestService::with(change).await;
        let presenter = test.admin().await;
        let deck = test.create(&presenter, &json!({ "title": "Harbour plan", "slides": slides })).await;
        let session = begin(&test.service, &presenter, &deck).await;
        Self { test, presenter, deck, session }
    }

    pub(crate) fn service(&self) -> &Arc<Service> {
        &self.test.service
    }

    /// The same storage opened by another process.
    pub(crate) async fn beside(&self) -> Arc<Service> {
        self.test.beside().await
    }

    /// Ids of the slides.
    pub(crate) async fn slides(&self) -> Vec<SlideId> {
        let deck = self.test.read(&self.presenter, &self.deck).await;
        let slides = deck["slides"].as_array().expect("slides").iter();
        slides.map(|slide| slide["id"].as_str().expect("an id").into()).collect()
    }

    pub(crate) async fn listen(&self) -> LiveStream {
        self.try_listen(ADDRESS).await.expect("a slot")
    }

    pub(crate) async fn try_listen(&self, address: &str) -> Result<LiveStream, Error> {
        let address: IpAddr = address.parse().expect("an address");
        self.service().live.stream(&self.session, address).await
    }

    /// The presenter's right to steer.
    pub(crate) async fn steering(&self) -> Steering {
        self.service().live.steering(&self.presenter, &self.session).await.expect("the presenter may")
    }

    /// The session with its codes and its notes key.
    pub(crate) async fn running(&self) -> RunningSession {
        running(self.service(), &self.presenter, &self.deck).await.expect("the session")
    }

    /// Moves to a step of the slide at a position.
    pub(crate) async fn show(&self, index: u64, step: u64) -> LiveState {
        self.service().live.set_state(&self.steering().await, &at(index, step)).await.expect("it moves")
    }

    pub(crate) async fn state(&self) -> Result<SessionStatus, Error> {
        self.service().live.status(&self.session).await
    }

    /// The votes on a slide, in the order of its options.
    pub(crate) async fn results(&self, slide: &SlideId) -> Vec<String> {
        let results = self.service().live.results(&self.steering().await, slide).await.expect("results");
        results.into_iter().map(|OptionVotes { option, votes }| format!("{option} {votes}")).collect()
    }

    /// Closes a slide for answers.
    pub(crate) async fn close(&self, slide: &SlideId) {
        self.service().live.close_interaction(&self.steering().await, slide).await.expect("it closes");
    }

    /// Lets the audience move through the slides.
    pub(crate) async fn enable_control(&self) {
        self.service().live.set_control(&self.steering().await, true).await.expect("it opens");
    }

    /// Writes the deck with these slides.
    pub(crate) async fn put(&self, slides: &Value) {
        let body = json!({ "slides": slides });
        self.test.put(&self.presenter, &self.deck, &body).await.expect("it is written");
    }

    /// A device that has been here before.
    pub(crate) fn device(&self) -> Device {
        let (live, address) = (&self.service().live, ADDRESS.parse().expect("an address"));
        let new = live.device(&self.session, None, address);
        live.device(&self.session, Some(&new.cookie), address)
    }

    pub(crate) async fn vote(
        &self,
        device: &Device,
        slide: &SlideId,
        option: usize,
    ) -> Result<InteractionState, Error> {
        self.service().live.vote(device, &self.session, slide, Some(option)).await
    }

    pub(crate) async fn ask(&self, device: &Device, text: &str) -> QuestionId {
        self.try_ask(device, text).await.expect("a question")
    }

    pub(crate) async fn try_ask(&self, device: &Device, text: &str) -> Result<QuestionId, Error> {
        let asked = NewQuestion { text: Some(text.to_owned()), author: Some(String::new()) };
        Ok(self.service().live.ask(device, &self.session, asked).await?.id)
    }

    /// The questions as everybody sees them.
    pub(crate) async fn questions(&self) -> Questions {
        self.service().live.questions(&self.device(), &self.session).await.expect("questions")
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

/// A step of the slide at a position.
pub(crate) fn at(index: u64, step: u64) -> StateChange {
    StateChange { index: Some(index), step: Some(step), ..StateChange::default() }
}

/// The session of a deck, found or begun.
pub(crate) async fn running(service: &Service, presenter: &Caller, deck: &DeckId) -> Result<RunningSession, Error> {
    let deck = service.decks.granted::<MayWrite>(presenter, deck).await?;
    service.live.begin(&deck).await
}

pub(crate) async fn begin(service: &Service, presenter: &Caller, deck: &DeckId) -> SessionId {
    running(service, presenter, deck).await.expect("a session").session.id
}

/// The next events; nothing when the stream ended or was cut.
pub(crate) async fn heard(stream: &mut LiveStream) -> Vec<Event> {
    let update = tokio::time::timeout(Duration::from_secs(10), stream.next()).await.expect("something happens");
    match update {
        LiveUpdate::Snapshot(snapshot) => {
            let number = snapshot.number;
            snapshot.events.into_iter().map(|event| Event { id: number, event }).collect()
        }
        LiveUpdate::Event(event) => vec![Event { id: event.number, event: event.event.clone() }],
        LiveUpdate::End | LiveUpdate::TooSlow => Vec::new(),
    }
}

/// The next event of a kind, with its number.
pub(crate) async fn heard_of<T>(stream: &mut LiveStream, kind: impl Fn(LiveEvent) -> Option<T>) -> (u64, T) {
    loop {
        let events = heard(stream).await;
        assert!(!events.is_empty(), "the stream ended");
        if let Some(found) = events.into_iter().find_map(|Event { id, event }| Some((id, kind(event)?))) {
            return found;
        }
    }
}

pub(crate) async fn heard_state(stream: &mut LiveStream) -> LiveState {
    let state = |event| if let LiveEvent::State(state) = event { Some(state) } else { None };
    heard_of(stream, state).await.1
}

pub(crate) async fn heard_update(stream: &mut LiveStream) -> DeckUpdate {
    let update = |event| if let LiveEvent::DeckUpdated(update) = event { Some(update) } else { None };
    heard_of(stream, update).await.1
}

pub(crate) async fn heard_interaction(stream: &mut LiveStream) -> InteractionState {
    let interaction = |event| if let LiveEvent::Interaction(state) = event { Some(state) } else { None };
    heard_of(stream, interaction).await.1
}

/// Whether nothing happens for a moment.
pub(crate) async fn is_silent(stream: &mut LiveStream) -> bool {
    tokio::time::timeout(Duration::from_millis(400), stream.next()).await.is_err()
}
