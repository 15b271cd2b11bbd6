//! Comments on a deck, and notifications of them.
//!
//! The right on the deck is checked before the body is read.

use axum::extract::State;
use deck::{Content, SlideId};
use serde::{Deserialize, Serialize};
use service::{
    Comment, CommentFilter, CommentId, CommentStatus, CommentView, CommentedSlide, DeckId, MayComment, MayRead,
    Mention, NoticeId, NoticeKind, NoticeView, RecentComment,
};

use crate::http::{
    App, Body, By, CommentsRead, CommentsWrite, Created, Fixed, Iso, Json, Path, Query, Request, Result, Session,
    optional_text_list,
};

/// A comment with its replies.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentJson {
    id: CommentId,
    presentation_id: DeckId,
    /// Null for a comment on the whole deck.
    slide_id: Option<SlideId>,
    parent_id: Option<CommentId>,
    /// An e-mail address.
    author: String,
    author_name: String,
    body: String,
    status: CommentStatus,
    resolved_by: Option<String>,
    resolved_at: Option<Iso>,
    created_at: Iso,
    updated_at: Iso,
    mentions: Vec<Mention>,
    /// The slide as it was when the comment was written.
    slide_snapshot: Option<SlideSnapshotJson>,
    /// The slide as it is now.
    slide: Option<CommentedSlideJson>,
    replies: Vec<CommentJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edit_url: Option<String>,
}

/// A thread in the list over all decks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecentCommentJson {
    id: CommentId,
    presentation_id: DeckId,
    presentation_title: String,
    slide_id: Option<SlideId>,
    slide: Option<CommentedSlideJson>,
    slide_snapshot: Option<SlideSnapshotJson>,
    author: String,
    author_name: String,
    body: String,
    status: CommentStatus,
    created_at: Iso,
    #[serde(skip_serializing_if = "Option::is_none")]
    edit_url: Option<String>,
}

/// A slide as it was when a comment on it was written.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SlideSnapshotJson {
    id: SlideId,
    #[serde(rename = "type")]
    type_name: String,
    content: Content,
}

/// The slide that a comment is about.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum CommentedSlideJson {
    Deleted {
        deleted: Fixed<true>,
    },
    Present {
        deleted: Fixed<false>,
        index: usize,
        number: usize,
        #[serde(rename = "type")]
        type_name: String,
        title: String,
    },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CommentList {
    comments: Vec<CommentJson>,
    total: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CommentAnswer {
    comment: CommentJson,
}

/// A notification.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct NotificationJson {
    id: NoticeId,
    kind: NoticeKind,
    presentation_id: DeckId,
    presentation_title: String,
    comment_id: CommentId,
    slide_id: Option<SlideId>,
    /// An e-mail address.
    actor: String,
    /// Empty where the user has no name.
    actor_name: String,
    created_at: Iso,
    read_at: Option<Iso>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NotificationList {
    notifications: Vec<NotificationJson>,
    unread: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UnreadNotifications {
    unread: usize,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateComment {
    body: String,
    slide_id: Option<SlideId>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReplyToComment {
    body: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SetCommentStatus {
    status: String,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MarkNotificationsRead {
    /// The ids of the notifications; all of the caller's when absent.
    #[serde(default, deserialize_with = "optional_text_list")]
    ids: Option<Vec<String>>,
}

/// Lists the comments on a deck.
pub(crate) async fn list(
    State(app): State<App>,
    caller: By<CommentsRead>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Json<CommentList>> {
    let (status, slide, since) =
        (query.text("status"), query.text("slideId").as_deref().map(SlideId::from), query.text("since"));
    let filter = CommentFilter {
        status: status.as_deref().unwrap_or("all"),
        slide: slide.as_ref(),
        since: since.as_deref(),
        replies_as_rows: false,
    };
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let comments = app.service.comments.list(&deck, filter).await?;
    let base = app.service.config.base_url.as_deref();
    let comments: Vec<CommentJson> = comments.into_iter().map(|comment| CommentJson::new(comment, base)).collect();
    Ok(Json(CommentList { total: comments.len(), comments }))
}

/// Adds a comment on a deck or a slide.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<CommentsWrite>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<CommentAnswer>> {
    let deck = app.service.decks.granted::<MayComment>(&caller, &id).await?;
    let CreateComment { body, slide_id } = body.read().await?;
    let slide = slide_id.as_ref().filter(|slide| !slide.is_empty());
    let comment = app.service.comments.add(&deck, &body, slide).await?;
    Ok(Created(CommentAnswer::new(&app, comment)))
}

/// Replies to a comment.
pub(crate) async fn reply(
    State(app): State<App>,
    caller: By<CommentsWrite>,
    Path((id, comment)): Path<(DeckId, CommentId)>,
    body: Body,
) -> Result<Created<CommentAnswer>> {
    let deck = app.service.decks.granted::<MayComment>(&caller, &id).await?;
    let ReplyToComment { body } = body.read().await?;
    let comment = app.service.comments.reply(&deck, &comment, &body).await?;
    Ok(Created(CommentAnswer::new(&app, comment)))
}

/// Resolves, dismisses or reopens a thread.
pub(crate) async fn set_status(
    State(app): State<App>,
    caller: By<CommentsWrite>,
    Path((id, comment)): Path<(DeckId, CommentId)>,
    body: Body,
) -> Result<Json<CommentAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let SetCommentStatus { status } = body.read().await?;
    let comment = app.service.comments.set_status(&deck, &comment, &status).await?;
    Ok(Json(CommentAnswer::new(&app, comment)))
}

/// Lists the caller's notifications.
pub(crate) async fn notices(State(app): State<App>, caller: Session) -> Result<Json<NotificationList>> {
    let (notices, unread) = app.service.comments.notices(&caller).await?;
    Ok(Json(NotificationList { notifications: notices.into_iter().map(NotificationJson::from).collect(), unread }))
}

/// Marks notifications of the caller as read.
pub(crate) async fn read_notices(
    State(app): State<App>,
    caller: Session,
    Request(MarkNotificationsRead { ids }): Request<MarkNotificationsRead>,
) -> Result<Json<UnreadNotifications>> {
    Ok(Json(UnreadNotifications { unread: app.service.comments.mark_notices_read(&caller, ids).await? }))
}

impl CommentAnswer {
    fn new(app: &App, comment: CommentView) -> Self {
        Self { comment: CommentJson::new(comment, app.service.config.base_url.as_deref()) }
    }
}

impl CommentJson {
    /// A comment as JSON. `base` is the public address of the instance, for links; without it there are no links.
    pub(crate) fn new(view: CommentView, base: Option<&str>) -> Self {
        let CommentView { comment, status, slide, replies } = view;
        Self {
            edit_url: edit_url(&comment, base),
            mentions: serde_json::from_str(&comment.mentions).unwrap_or_default(),
            slide_snapshot: snapshot(&comment),
            id: comment.id,
            presentation_id: comment.deck,
            slide_id: comment.slide,
            parent_id: comment.parent,
            author: comment.author_email,
            author_name: comment.author_name,
            body: comment.body,
            status,
            resolved_by: comment.settled_by,
            resolved_at: comment.settled_at.map(Iso),
            created_at: Iso(comment.created_at),
            updated_at: Iso(comment.updated_at),
            slide: slide.map(CommentedSlideJson::from),
            replies: replies.into_iter().map(|reply| Self::new(reply, base)).collect(),
        }
    }
}

impl RecentCommentJson {
    /// A thread as JSON. `base` is the public address of the instance, for links; without it there are no links.
    pub(crate) fn new(recent: RecentComment, base: Option<&str>) -> Self {
        let RecentComment { comment, deck_title, slide } = recent;
        Self {
            edit_url: edit_url(&comment, base),
            slide_snapshot: snapshot(&comment),
            id: comment.id,
            presentation_id: comment.deck,
            presentation_title: deck_title,
            slide_id: comment.slide,
            slide: slide.map(CommentedSlideJson::from),
            author: comment.author_email,
            author_name: comment.author_name,
            body: comment.body,
            status: comment.status,
            created_at: Iso(comment.created_at),
        }
    }
}

/// The address of the editor at the slide of a comment; none without a public address.
fn edit_url(comment: &Comment, base: Option<&str>) -> Option<String> {
    let slide = comment.slide.as_ref().map(|slide| format!("?slideId={slide}")).unwrap_or_default();
    Some(format!("{}/app/{}{slide}", base?, comment.deck))
}

fn snapshot(comment: &Comment) -> Option<SlideSnapshotJson> {
    serde_json::from_str(comment.snapshot.as_deref()?).ok()
}

impl From<CommentedSlide> for CommentedSlideJson {
    fn from(slide: CommentedSlide) -> Self {
        match slide {
            CommentedSlide::Deleted => Self::Deleted { deleted: Fixed },
            CommentedSlide::Present { index, type_name, title } => {
                Self::Present { deleted: Fixed, index, number: index + 1, type_name, title }
            }
        }
    }
}

impl From<NoticeView> for NotificationJson {
    fn from(NoticeView { notice, deck_title, actor_name }: NoticeView) -> Self {
        Self {
            id: notice.id,
            kind: notice.kind,
            presentation_id: notice.deck,
            presentation_title: deck_title,
            comment_id: notice.comment,
            slide_id: notice.slide,
            actor: notice.actor,
            actor_name,
            created_at: Iso(notice.created_at),
            read_at: notice.read_at.map(Iso),
        }
    }
}
