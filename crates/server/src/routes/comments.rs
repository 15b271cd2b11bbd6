//! Comments on a deck, and the bell that tells of them.

use axum::extract::State;
use serde_json::{Value, json};
use service::{CommentFilter, CommentId, DeckId, Right};

use crate::http::{
    App, Body, By, CommentsRead, CommentsWrite, Created, Json, JsonBody, Path, Query, Result, Session, needed_text,
    text, texts,
};

/// The comments on a deck.
pub(crate) async fn list(
    State(app): State<App>,
    caller: By<CommentsRead>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Json<Value>> {
    let (status, slide, since) = (query.text("status"), query.text("slideId"), query.text("since"));
    let wanted = CommentFilter {
        status: status.as_deref().unwrap_or("all"),
        slide: slide.as_deref(),
        since: since.as_deref(),
        replies_as_rows: false,
    };
    let listed = app.service.comments.list(&caller, &id, wanted).await?;
    Ok(Json(json!({ "comments": listed["comments"], "total": listed["total"] })))
}

/// Comments on a deck or a slide.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<CommentsWrite>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Comment).await?;
    let body = body.object().await?;
    let (said, slide) = (needed_text(&body, "body")?, text(&body, "slideId")?);
    let comment = app.service.comments.add(&caller, &id, said, slide.filter(|slide| !slide.is_empty())).await?;
    Ok(Created(json!({ "comment": comment })))
}

/// Replies to a comment.
pub(crate) async fn reply(
    State(app): State<App>,
    caller: By<CommentsWrite>,
    Path((id, comment)): Path<(DeckId, CommentId)>,
    body: Body,
) -> Result<Created<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Comment).await?;
    let body = body.object().await?;
    let comment = app.service.comments.reply(&caller, &id, &comment, needed_text(&body, "body")?).await?;
    Ok(Created(json!({ "comment": comment })))
}

/// Settles a thread or opens it again.
pub(crate) async fn settle(
    State(app): State<App>,
    caller: By<CommentsWrite>,
    Path((id, comment)): Path<(DeckId, CommentId)>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.decks.deck_for(&caller, &id, Right::Read).await?;
    let body = body.object().await?;
    let comment = app.service.comments.set_status(&caller, &id, &comment, needed_text(&body, "status")?).await?;
    Ok(Json(json!({ "comment": comment })))
}

/// What the caller is told.
pub(crate) async fn notices(State(app): State<App>, caller: Session) -> Result<Json<Value>> {
    Ok(Json(app.service.comments.notices(&caller).await?))
}

/// Marks what the caller was told as read.
pub(crate) async fn read_notices(
    State(app): State<App>,
    caller: Session,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>> {
    Ok(Json(app.service.comments.mark_notices_read(&caller, texts(&body, "ids")?).await?))
}
