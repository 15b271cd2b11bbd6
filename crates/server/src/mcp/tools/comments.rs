//! Comments: read, written, answered and settled.

use serde_json::json;
use service::{CommentView, Error, MayComment, MayRead, Ownership, RecentComments, Scope};

use super::{Answer, Call, Tool, and, deck, may, must};
use crate::routes::{CommentJson, RecentCommentJson};

const STATUSES: [&str; 4] = ["open", "resolved", "dismissed", "all"];

pub(super) fn tools() -> Vec<Tool> {
    let status = || may("status", "string", "Only threads in this state").of(&STATUSES, Some("all"));
    let since = || may("since", "string", "Only what was written at or after this ISO 8601 date or time");
    let comment = || must("commentId", "string", "Id of the comment (from list_comments)");
    vec![
        Tool::new(
            "list_comments",
            Scope::CommentsRead,
            "Comments on a deck, newest first, each with its replies, status and the slide it is about.",
            &and(
                deck(),
                [
                    status(),
                    may("slideId", "string", "Only comments on this slide"),
                    since(),
                    may("includeReplies", "boolean", "List replies as rows of their own instead of nested")
                        .with("default", json!(false)),
                ],
            ),
            |call| Box::pin(list_comments(call)),
        )
        .reading(),
        Tool::new(
            "list_recent_comments",
            Scope::CommentsRead,
            "The newest comments over all decks you can reach.",
            &[
                may("ownership", "string", "On your own decks, on those shared with you, or both")
                    .of(&["owned", "shared", "all"], Some("all")),
                may("authorEmail", "string", "Only comments by this person"),
                status(),
                since(),
                may("limit", "integer", "How many to list").within(1, Some(200)).with("default", json!(50)),
            ],
            |call| Box::pin(list_recent_comments(call)),
        )
        .reading(),
        Tool::new(
            "add_comment",
            Scope::CommentsWrite,
            "Comments on a deck, or on one slide of it. People who follow the deck are told. Mention somebody with \
             @[Name](user:e-mail).",
            &and(
                deck(),
                [
                    must("body", "string", "The comment, 1 to 5000 characters").with("maxLength", json!(5000)),
                    may("slideId", "string", "Id of the slide it is about (from get_presentation)"),
                ],
            ),
            |call| Box::pin(add_comment(call)),
        ),
        Tool::new(
            "reply_to_comment",
            Scope::CommentsWrite,
            "Answers a comment; an answer to an answer joins the same thread.",
            &and(
                deck(),
                [comment(), must("body", "string", "The answer, 1 to 5000 characters").with("maxLength", json!(5000))],
            ),
            |call| Box::pin(reply_to_comment(call)),
        ),
        Tool::new(
            "set_comment_status",
            Scope::CommentsWrite,
            "Resolves, dismisses or reopens a thread. Only the deck's owner and the comment's author may; open can become \
             resolved or dismissed, resolved can become open.",
            &and(deck(), [comment(), must("status", "string", "The new state").of(&STATUSES[..3], None)]),
            |call| Box::pin(set_comment_status(call)),
        ),
    ]
}

async fn list_comments(call: Call<'_>) -> Result<Answer, Error> {
    let arguments = call.arguments;
    let id = arguments.deck()?;
    let wanted = service::CommentFilter {
        status: arguments.choice("status", &STATUSES, "all")?,
        slide: arguments.said("slideId")?,
        since: arguments.said("since")?,
        replies_as_rows: arguments.flag("includeReplies", false)?,
    };
    let deck = call.service.decks.granted::<MayRead>(call.caller, &id).await?;
    let comments = call.service.comments.list(&deck, wanted).await?;
    let base = call.service.config.base_url.as_deref();
    let comments: Vec<CommentJson> = comments.into_iter().map(|comment| CommentJson::new(comment, base)).collect();
    Ok(Answer::Json(json!({
        "presentationId": id, "presentationTitle": deck.title(), "total": comments.len(), "comments": comments,
    })))
}

async fn list_recent_comments(call: Call<'_>) -> Result<Answer, Error> {
    let arguments = call.arguments;
    let word = arguments.choice("ownership", &["owned", "shared", "all"], "all")?;
    let wanted = RecentComments {
        ownership: match word {
            "owned" => Ownership::Owned,
            "shared" => Ownership::Shared,
            _ => Ownership::All,
        },
        author: arguments.said("authorEmail")?,
        status: arguments.choice("status", &STATUSES, "all")?,
        since: arguments.said("since")?,
        limit: arguments.count("limit", 1..=200, 50)?,
    };
    let comments = call.service.comments.recent(call.caller, wanted).await?;
    let base = call.service.config.base_url.as_deref();
    let comments: Vec<RecentCommentJson> =
        comments.into_iter().map(|comment| RecentCommentJson::new(comment, base)).collect();
    let filter = (!call.caller.is_trusted()).then(|| call.caller.email());
    let total = comments.len();
    Ok(Answer::Json(json!({ "comments": comments, "total": total, "ownership": word, "ownerFilter": filter })))
}

async fn add_comment(call: Call<'_>) -> Result<Answer, Error> {
    let id = call.arguments.deck()?;
    let (body, slide) = (call.arguments.needed_text("body")?, call.arguments.said("slideId")?);
    let deck = call.service.decks.granted::<MayComment>(call.caller, &id).await?;
    let comment = call.service.comments.add(&deck, body, slide).await?;
    Ok(stored(&call, comment))
}

async fn reply_to_comment(call: Call<'_>) -> Result<Answer, Error> {
    let id = call.arguments.deck()?;
    let (comment, body) = (call.arguments.needed_text("commentId")?, call.arguments.needed_text("body")?);
    let deck = call.service.decks.granted::<MayComment>(call.caller, &id).await?;
    let comment = call.service.comments.reply(&deck, &comment.into(), body).await?;
    Ok(stored(&call, comment))
}

async fn set_comment_status(call: Call<'_>) -> Result<Answer, Error> {
    let id = call.arguments.deck()?;
    let (comment, status) = (call.arguments.needed_text("commentId")?, call.arguments.needed_text("status")?);
    let deck = call.service.decks.granted::<MayRead>(call.caller, &id).await?;
    let comment = call.service.comments.set_status(&deck, &comment.into(), status).await?;
    Ok(stored(&call, comment))
}

/// The answer of a tool that wrote a comment.
fn stored(call: &Call<'_>, comment: CommentView) -> Answer {
    let comment = CommentJson::new(comment, call.service.config.base_url.as_deref());
    Answer::Json(json!({ "ok": true, "comment": comment }))
}
