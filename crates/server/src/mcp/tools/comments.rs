//! Tools for comments: list, write, reply, set the status.

use deck::SlideId;
use serde_json::json;
use service::{CommentView, Error, MayComment, MayRead, Ownership, RecentComments, Scope};

use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional, required};
use crate::routes::{CommentJson, RecentCommentJson};

const STATUSES: [&str; 4] = ["open", "resolved", "dismissed", "all"];

pub(super) fn tools() -> Vec<Tool> {
    let status = || optional("status", "string", "Only threads in this state").of(&STATUSES, Some("all"));
    let since = || optional("since", "string", "Only what was written at or after this ISO 8601 date or time");
    let comment = || required("commentId", "string", "Id of the comment (from list_comments)");
    vec![
        Tool::new(
            "list_comments",
            Scope::CommentsRead,
            "Comments on a deck, newest first, each with its replies, status and the slide it is about.",
            &joined(
                deck_arguments(),
                [
                    status(),
                    optional("slideId", "string", "Only comments on this slide"),
                    since(),
                    optional("includeReplies", "boolean", "List replies as rows of their own instead of nested")
                        .with("default", json!(false)),
                ],
            ),
            |call| Box::pin(list_comments(call)),
        )
        .read_only(),
        Tool::new(
            "list_recent_comments",
            Scope::CommentsRead,
            "The newest comments over all decks you can reach.",
            &[
                optional("ownership", "string", "On your own decks, on those shared with you, or both")
                    .of(&["owned", "shared", "all"], Some("all")),
                optional("authorEmail", "string", "Only comments by this person"),
                status(),
                since(),
                optional("limit", "integer", "How many to list").within(1, Some(200)).with("default", json!(50)),
            ],
            |call| Box::pin(list_recent_comments(call)),
        )
        .read_only(),
        Tool::new(
            "add_comment",
            Scope::CommentsWrite,
            "Comments on a deck, or on one slide of it. People who follow the deck are notified. Mention somebody with \
             @[Name](user:e-mail).",
            &joined(
                deck_arguments(),
                [
                    required("body", "string", "The comment, 1 to 5000 characters").with("maxLength", json!(5000)),
                    optional("slideId", "string", "Id of the slide it is about (from get_presentation)"),
                ],
            ),
            |call| Box::pin(add_comment(call)),
        )
        .additive(),
        Tool::new(
            "reply_to_comment",
            Scope::CommentsWrite,
            "Answers a comment; an answer to an answer joins the same thread.",
            &joined(
                deck_arguments(),
                [
                    comment(),
                    required("body", "string", "The answer, 1 to 5000 characters").with("maxLength", json!(5000)),
                ],
            ),
            |call| Box::pin(reply_to_comment(call)),
        )
        .additive(),
        Tool::new(
            "set_comment_status",
            Scope::CommentsWrite,
            "Resolves, dismisses or reopens a thread. Only the deck's owner and the comment's author may; open can become \
             resolved or dismissed, resolved can become open.",
            &joined(
                deck_arguments(),
                [comment(), required("status", "string", "The new state").of(&STATUSES[..3], None)],
            ),
            |call| Box::pin(set_comment_status(call)),
        )
        .additive()
        .idempotent(),
    ]
}

async fn list_comments(call: Call<'_>) -> Result<ToolOutput, Error> {
    let arguments = call.arguments;
    let id = arguments.deck()?;
    let (status, slide) = (arguments.choice("status", &STATUSES, "all")?, arguments.nonblank_text("slideId")?);
    let slide = slide.map(SlideId::from);
    let filter = service::CommentFilter {
        status,
        slide: slide.as_ref(),
        since: arguments.nonblank_text("since")?,
        replies_as_rows: arguments.flag("includeReplies", false)?,
    };
    let deck = call.service.decks.granted::<MayRead>(call.caller, &id).await?;
    let comments = call.service.comments.list(&deck, filter).await?;
    let base = call.service.config.base_url.as_deref();
    let comments: Vec<CommentJson> = comments.into_iter().map(|comment| CommentJson::new(comment, base)).collect();
    Ok(ToolOutput::Json(json!({
        "presentationId": id, "presentationTitle": deck.title(), "total": comments.len(), "comments": comments,
    })))
}

async fn list_recent_comments(call: Call<'_>) -> Result<ToolOutput, Error> {
    let arguments = call.arguments;
    let ownership = arguments.choice("ownership", &["owned", "shared", "all"], "all")?;
    let filter = RecentComments {
        ownership: match ownership {
            "owned" => Ownership::Owned,
            "shared" => Ownership::Shared,
            _ => Ownership::All,
        },
        author: arguments.nonblank_text("authorEmail")?,
        status: arguments.choice("status", &STATUSES, "all")?,
        since: arguments.nonblank_text("since")?,
        limit: arguments.count("limit", 1..=200, 50)?,
    };
    let comments = call.service.comments.recent(call.caller, filter).await?;
    let base = call.service.config.base_url.as_deref();
    let comments: Vec<RecentCommentJson> =
        comments.into_iter().map(|comment| RecentCommentJson::new(comment, base)).collect();
    let owner_filter = (!call.caller.is_trusted()).then(|| call.caller.email());
    let total = comments.len();
    Ok(ToolOutput::Json(
        json!({ "comments": comments, "total": total, "ownership": ownership, "ownerFilter": owner_filter }),
    ))
}

async fn add_comment(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let (body, slide) = (call.arguments.required_text("body")?, call.arguments.nonblank_text("slideId")?);
    let deck = call.service.decks.granted::<MayComment>(call.caller, &id).await?;
    let comment = call.service.comments.add(&deck, body, slide.map(SlideId::from).as_ref()).await?;
    Ok(comment_output(&call, comment))
}

async fn reply_to_comment(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let (comment, body) = (call.arguments.required_text("commentId")?, call.arguments.required_text("body")?);
    let deck = call.service.decks.granted::<MayComment>(call.caller, &id).await?;
    let comment = call.service.comments.reply(&deck, &comment.into(), body).await?;
    Ok(comment_output(&call, comment))
}

async fn set_comment_status(call: Call<'_>) -> Result<ToolOutput, Error> {
    let id = call.arguments.deck()?;
    let (comment, status) = (call.arguments.required_text("commentId")?, call.arguments.required_text("status")?);
    let deck = call.service.decks.granted::<MayRead>(call.caller, &id).await?;
    let comment = call.service.comments.set_status(&deck, &comment.into(), status).await?;
    Ok(comment_output(&call, comment))
}

/// The output of a tool that created or changed a comment.
fn comment_output(call: &Call<'_>, comment: CommentView) -> ToolOutput {
    let comment = CommentJson::new(comment, call.service.config.base_url.as_deref());
    ToolOutput::Json(json!({ "ok": true, "comment": comment }))
}
