//! Events that webhooks receive: their names and contents.
//!
//! An administrator of an organization may not read every deck of it. So the title of a deck and the text of a comment
//! are in an event only where every member may read the deck. A live session was shown to an audience, and its results
//! are sent in full; so is the title of a deck that was published.

use deck::{Interaction, SlideId};
use serde::Serialize;
use store::{
    Access, ApiKey, Comment, CommentId, DeckHead, DeckId, KeyId, OrganizationId, SessionId, Time, Webhook,
    WebhookEvent, WebhookId,
};

use crate::caller::Caller;
use crate::clock::iso;
use crate::live::{OptionVotes, QuestionStatus};
use crate::secret::new_id;

/// The name of the event that tests a receiver. No webhook subscribes to it.
const TEST_EVENT: &str = "webhook.test";

/// The kind of an event that webhooks receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookEventKind {
    /// A deck was created, in any way.
    PresentationCreated,
    /// A deck was published, or published again.
    PresentationPublished,
    /// A deck was exported.
    PresentationExported,
    /// A deck was moved to the trash.
    PresentationTrashed,
    /// A comment or a reply was written.
    CommentCreated,
    /// A live session was finished by its presenter, or was not used any more.
    SessionEnded,
    /// An API key was created.
    KeyCreated,
}

impl WebhookEventKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::PresentationCreated,
        Self::PresentationPublished,
        Self::PresentationExported,
        Self::PresentationTrashed,
        Self::CommentCreated,
        Self::SessionEnded,
        Self::KeyCreated,
    ];

    /// The name in requests and in what is sent.
    pub fn name(self) -> &'static str {
        match self {
            Self::PresentationCreated => "presentation.created",
            Self::PresentationPublished => "presentation.published",
            Self::PresentationExported => "presentation.exported",
            Self::PresentationTrashed => "presentation.trashed",
            Self::CommentCreated => "comment.created",
            Self::SessionEnded => "session.ended",
            Self::KeyCreated => "key.created",
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The body of a message: the same frame for all events.
#[derive(Serialize)]
struct EventBody<'a, D> {
    r#type: &'a str,
    timestamp: String,
    data: &'a D,
}

/// What an event says of a deck.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PresentationData<'a> {
    id: &'a DeckId,
    organization_id: &'a OrganizationId,
    /// `None` where not every member may read the deck.
    title: Option<&'a str>,
    visibility: Access,
    slide_count: usize,
    theme: &'a str,
    lang: &'a str,
    revision: u64,
    created_at: String,
    updated_at: String,
}

/// A deck, and who did something to it.
#[derive(Serialize)]
struct DeckEvent<'a> {
    presentation: PresentationData<'a>,
    by: Option<&'a str>,
}

#[derive(Serialize)]
struct PublishedEvent<'a> {
    presentation: PresentationData<'a>,
    url: &'a str,
    by: Option<&'a str>,
}

#[derive(Serialize)]
struct ExportedEvent<'a> {
    presentation: PresentationData<'a>,
    format: &'a str,
    lang: Option<&'a str>,
    by: Option<&'a str>,
}

#[derive(Serialize)]
struct CommentEvent<'a> {
    presentation: PresentationData<'a>,
    comment: CommentData<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CommentData<'a> {
    id: &'a CommentId,
    parent_id: Option<&'a CommentId>,
    slide_id: Option<&'a SlideId>,
    author: &'a str,
    /// `None` where not every member may read the deck.
    body: Option<&'a str>,
    created_at: String,
}

#[derive(Serialize)]
struct SessionEvent<'a> {
    session: SessionData<'a>,
    presentation: PresentationData<'a>,
    results: &'a [SlideResult],
    questions: &'a [QuestionResult],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionData<'a> {
    id: &'a SessionId,
    started_at: String,
    ended_at: String,
    reason: EndReason,
}

#[derive(Serialize)]
struct KeyEvent<'a> {
    key: KeyData<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KeyData<'a> {
    id: &'a KeyId,
    organization_id: &'a OrganizationId,
    name: &'a str,
    prefix: &'a str,
    scopes: &'a [String],
    owner_email: &'a str,
    created_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TestEvent<'a> {
    webhook_id: &'a WebhookId,
    by: &'a str,
}

/// A live session that ended.
#[derive(Debug)]
pub(crate) struct EndedSession<'a> {
    /// Its id.
    pub(crate) id: &'a SessionId,
    /// When it began.
    pub(crate) started_at: Time,
    /// When it ended.
    pub(crate) ended_at: Time,
    /// Why it ended.
    pub(crate) reason: EndReason,
    /// What the audience answered, for each slide that asks something.
    pub(crate) results: Vec<SlideResult>,
    /// What the audience asked.
    pub(crate) questions: Vec<QuestionResult>,
}

/// Why a live session ended.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum EndReason {
    /// Its presenter finished it.
    Finished,
    /// Nobody used it for a while.
    Expired,
}

/// What the audience answered to a slide.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SlideResult {
    /// The slide.
    pub(crate) slide_id: SlideId,
    /// What it asks for.
    pub(crate) kind: Interaction,
    /// The question.
    pub(crate) question: String,
    /// How many devices answered.
    #[serde(rename = "answers")]
    pub(crate) answer_count: usize,
    /// The answers.
    #[serde(flatten)]
    pub(crate) answers: AnswerSummary,
}

/// The answers to a slide.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AnswerSummary {
    /// Texts, oldest first.
    Texts(Vec<String>),
    /// Votes for each option.
    Options(Vec<OptionVotes>),
}

/// A question of the audience.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuestionResult {
    /// The question.
    pub(crate) text: String,
    /// The name that its author gave; `None` for an anonymous one.
    pub(crate) author: Option<String>,
    /// How many devices voted for it.
    pub(crate) upvotes: usize,
    /// Whether it was answered.
    pub(crate) status: QuestionStatus,
    /// When it was asked, in ISO 8601.
    pub(crate) asked_at: String,
}

fn named_event<D: Serialize>(name: &str, organization: &OrganizationId, at: Time, data: &D) -> WebhookEvent {
    let body = EventBody { r#type: name, timestamp: iso(at), data };
    WebhookEvent {
        message: format!("msg_{}", new_id::<String>()),
        organization: organization.clone(),
        event: name.to_owned(),
        body: serde_json::to_string(&body).expect("texts and numbers can be written as JSON"),
        at,
    }
}

fn event<D: Serialize>(kind: WebhookEventKind, organization: &OrganizationId, at: Time, data: &D) -> WebhookEvent {
    named_event(kind.name(), organization, at, data)
}

/// The e-mail of an account that did something; `None` for a trusted process, which acts for no account.
fn actor(caller: &Caller) -> Option<&str> {
    (!caller.is_trusted()).then(|| caller.email())
}

fn every_member_may_read(head: &DeckHead) -> bool {
    head.access == Access::Organization
}

/// A deck in an event.
fn presentation(head: &DeckHead, with_title: bool) -> PresentationData<'_> {
    PresentationData {
        id: &head.id,
        organization_id: &head.organization,
        title: with_title.then_some(head.title.as_str()),
        visibility: head.access,
        slide_count: head.slide_count,
        theme: &head.theme,
        lang: &head.lang,
        revision: head.revision,
        created_at: iso(head.created_at),
        updated_at: iso(head.updated_at),
    }
}

/// The event of a new deck.
pub(crate) fn presentation_created(caller: &Caller, head: &DeckHead) -> WebhookEvent {
    let data = DeckEvent { presentation: presentation(head, every_member_may_read(head)), by: actor(caller) };
    event(WebhookEventKind::PresentationCreated, &head.organization, head.created_at, &data)
}

/// The event of a deck that is published at an address.
pub(crate) fn presentation_published(caller: &Caller, head: &DeckHead, url: &str, at: Time) -> WebhookEvent {
    let data = PublishedEvent { presentation: presentation(head, true), url, by: actor(caller) };
    event(WebhookEventKind::PresentationPublished, &head.organization, at, &data)
}

/// The event of an export in a format, and in a language where one was chosen.
pub(crate) fn presentation_exported(
    caller: &Caller,
    head: &DeckHead,
    format: &str,
    lang: Option<&str>,
    at: Time,
) -> WebhookEvent {
    let data = ExportedEvent {
        presentation: presentation(head, every_member_may_read(head)),
        format,
        lang,
        by: actor(caller),
    };
    event(WebhookEventKind::PresentationExported, &head.organization, at, &data)
}

/// The event of a deck that is moved to the trash.
pub(crate) fn presentation_trashed(caller: &Caller, head: &DeckHead, at: Time) -> WebhookEvent {
    let data = DeckEvent { presentation: presentation(head, every_member_may_read(head)), by: actor(caller) };
    event(WebhookEventKind::PresentationTrashed, &head.organization, at, &data)
}

/// The event of a new comment or reply.
pub(crate) fn comment_created(head: &DeckHead, comment: &Comment) -> WebhookEvent {
    let data = CommentEvent {
        presentation: presentation(head, every_member_may_read(head)),
        comment: CommentData {
            id: &comment.id,
            parent_id: comment.parent.as_ref(),
            slide_id: comment.slide.as_ref(),
            author: &comment.author_email,
            body: every_member_may_read(head).then_some(comment.body.as_str()),
            created_at: iso(comment.created_at),
        },
    };
    event(WebhookEventKind::CommentCreated, &head.organization, comment.created_at, &data)
}

/// The event of a live session that ended, with what the audience answered and asked.
pub(crate) fn session_ended(head: &DeckHead, ended: &EndedSession<'_>) -> WebhookEvent {
    let data = SessionEvent {
        session: SessionData {
            id: ended.id,
            started_at: iso(ended.started_at),
            ended_at: iso(ended.ended_at),
            reason: ended.reason,
        },
        presentation: presentation(head, true),
        results: &ended.results,
        questions: &ended.questions,
    };
    event(WebhookEventKind::SessionEnded, &head.organization, ended.ended_at, &data)
}

/// The event of a new key.
pub(crate) fn key_created(caller: &Caller, key: &ApiKey) -> WebhookEvent {
    let data = KeyEvent {
        key: KeyData {
            id: &key.id,
            organization_id: &key.organization,
            name: &key.name,
            prefix: &key.prefix,
            scopes: &key.scopes,
            owner_email: caller.email(),
            created_at: iso(key.created_at),
        },
    };
    event(WebhookEventKind::KeyCreated, &key.organization, key.created_at, &data)
}

/// The event that tests the receiver of a webhook.
pub(super) fn test_event(caller: &Caller, webhook: &Webhook, at: Time) -> WebhookEvent {
    let data = TestEvent { webhook_id: &webhook.id, by: caller.email() };
    named_event(TEST_EVENT, &webhook.organization, at, &data)
}
