//! Events that webhooks receive: their names, and what each says.
//!
//! An administrator of an organization may not read every deck of it. So the title of a deck and the text of a comment are
//! in an event only where every member may read the deck. A live session was shown to an audience, and its results are
//! sent in full; so is the title of a deck that was published.

use serde_json::{Value, json};
use store::{Access, ApiKey, Comment, DeckHead, OrganizationId, Time, WebhookEvent};

use crate::caller::Caller;
use crate::clock::iso;
use crate::secret::new_id;

/// The kind of an event that webhooks receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookEventKind {
    /// A deck was created, in any way.
    PresentationCreated,
    /// A deck was published, or published anew.
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

/// An event with a name of its own, such as that of a test.
pub(super) fn event_named(name: &str, organization: &OrganizationId, at: Time, data: &Value) -> WebhookEvent {
    WebhookEvent {
        message: format!("msg_{}", new_id::<String>()),
        organization: organization.clone(),
        event: name.to_owned(),
        body: json!({ "type": name, "timestamp": iso(at), "data": data }).to_string(),
        at,
    }
}

fn event(kind: WebhookEventKind, organization: &OrganizationId, at: Time, data: &Value) -> WebhookEvent {
    event_named(kind.name(), organization, at, data)
}

/// The e-mail of an account that did something; none for a trusted process, which acts for no account.
fn actor(caller: &Caller) -> Option<&str> {
    (!caller.is_trusted()).then(|| caller.email())
}

fn is_open(head: &DeckHead) -> bool {
    head.access == Access::Organization
}

/// A deck in an event.
fn presentation(head: &DeckHead, with_title: bool) -> Value {
    json!({
        "id": head.id,
        "organizationId": head.organization,
        "title": with_title.then_some(&head.title),
        "visibility": head.access,
        "slideCount": head.slide_count,
        "theme": head.theme,
        "lang": head.lang,
        "revision": head.revision,
        "createdAt": iso(head.created_at),
        "updatedAt": iso(head.updated_at),
    })
}

/// The event of a new deck.
pub(crate) fn presentation_created(caller: &Caller, head: &DeckHead) -> WebhookEvent {
    let data = json!({ "presentation": presentation(head, is_open(head)), "by": actor(caller) });
    event(WebhookEventKind::PresentationCreated, &head.organization, head.created_at, &data)
}

/// The event of a deck that is published at an address.
pub(crate) fn presentation_published(caller: &Caller, head: &DeckHead, url: &str, at: Time) -> WebhookEvent {
    let data = json!({ "presentation": presentation(head, true), "url": url, "by": actor(caller) });
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
    let presentation = presentation(head, is_open(head));
    let data = json!({ "presentation": presentation, "format": format, "lang": lang, "by": actor(caller) });
    event(WebhookEventKind::PresentationExported, &head.organization, at, &data)
}

/// The event of a deck that is moved to the trash.
pub(crate) fn presentation_trashed(caller: &Caller, head: &DeckHead, at: Time) -> WebhookEvent {
    let data = json!({ "presentation": presentation(head, is_open(head)), "by": actor(caller) });
    event(WebhookEventKind::PresentationTrashed, &head.organization, at, &data)
}

/// The event of a new comment or reply.
pub(crate) fn comment_created(head: &DeckHead, comment: &Comment) -> WebhookEvent {
    let data = json!({
        "presentation": presentation(head, is_open(head)),
        "comment": {
            "id": comment.id,
            "parentId": comment.parent,
            "slideId": comment.slide,
            "author": comment.author_email,
            "body": is_open(head).then_some(&comment.body),
            "createdAt": iso(comment.created_at),
        },
    });
    event(WebhookEventKind::CommentCreated, &head.organization, comment.created_at, &data)
}

/// The event of a live session that ended. `session` says which and why, `results` has an entry for each slide that was
/// answered, `questions` those of the audience.
pub(crate) fn session_ended(
    head: &DeckHead,
    at: Time,
    session: &Value,
    results: &[Value],
    questions: &[Value],
) -> WebhookEvent {
    let presentation = presentation(head, true);
    let data = json!({ "session": session, "presentation": presentation, "results": results, "questions": questions });
    event(WebhookEventKind::SessionEnded, &head.organization, at, &data)
}

/// The event of a new key.
pub(crate) fn key_created(caller: &Caller, key: &ApiKey) -> WebhookEvent {
    let data = json!({
        "key": {
            "id": key.id,
            "organizationId": key.organization,
            "name": key.name,
            "prefix": key.prefix,
            "scopes": key.scopes,
            "ownerEmail": caller.email(),
            "createdAt": iso(key.created_at),
        },
    });
    event(WebhookEventKind::KeyCreated, &key.organization, key.created_at, &data)
}
