//! What the presenter of a live session sees and controls of its audience: interactions, questions, and tables of the
//! answers.
//!
//! The right to control the session is checked before the body is read.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use deck::SlideId;
use serde::{Deserialize, Serialize};
use service::{FeedbackEntry, PromotedPosition, QuestionId, SessionId, Steering};

use super::csv::csv;
use super::live::{InteractionAnswer, InteractionStateJson, QuestionAnswer, status_name};
use crate::http::{ApiError, App, Body, By, Done, Fixed, Iso, Json, Path, Result, Write, attachment};

/// The audience as the presenter sees it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AudienceStatusJson {
    session_id: SessionId,
    followers: usize,
    interaction_state: Option<InteractionStateJson>,
    questions: usize,
    /// Whether people may ask further questions.
    questions_open: bool,
}

/// `{"ok": true}` with whether people may ask further questions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct QuestionsOpenAnswer {
    ok: Fixed<true>,
    open: bool,
}

/// `{"ok": true}` with how many questions were removed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RemovedQuestionsAnswer {
    ok: Fixed<true>,
    removed: usize,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PromoteQuestion {
    position: Option<QuestionPosition>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum QuestionPosition {
    Next,
    End,
}

/// The feedback on a slide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct FeedbackJson<'a> {
    slide_id: &'a SlideId,
    count: usize,
    entries: Vec<FeedbackEntryJson>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct FeedbackEntryJson {
    text: String,
    created_at: Iso,
}

/// Returns the number of followers, and what they answered.
pub(crate) async fn audience(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<AudienceStatusJson>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    let audience = app.service.live.audience(&steering).await?;
    Ok(Json(AudienceStatusJson {
        session_id: id,
        followers: audience.followers,
        interaction_state: audience.interaction.map(InteractionStateJson::from),
        questions: audience.questions,
        questions_open: audience.questions_open,
    }))
}

/// Opens a poll, a scale or feedback.
pub(crate) async fn open_interaction(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, SlideId)>,
) -> Result<Json<InteractionAnswer>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    Ok(Json(app.service.live.open_interaction(&steering, &slide).await?.into()))
}

/// Closes a poll, a scale or feedback.
pub(crate) async fn close_interaction(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, SlideId)>,
) -> Result<Json<InteractionAnswer>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    Ok(Json(app.service.live.close_interaction(&steering, &slide).await?.into()))
}

/// Deletes the answers to a poll, a scale or feedback.
pub(crate) async fn reset_interaction(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, SlideId)>,
) -> Result<Json<InteractionAnswer>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    Ok(Json(app.service.live.reset_interaction(&steering, &slide).await?.into()))
}

/// Accepts questions.
pub(crate) async fn open_questions(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<QuestionsOpenAnswer>> {
    set_questions_open(&app, &caller, &id, true).await
}

/// Accepts no further questions.
pub(crate) async fn close_questions(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<QuestionsOpenAnswer>> {
    set_questions_open(&app, &caller, &id, false).await
}

async fn set_questions_open(
    app: &App,
    caller: &By<Write>,
    id: &SessionId,
    open: bool,
) -> Result<Json<QuestionsOpenAnswer>> {
    let steering = app.service.live.steering(caller, id).await?;
    app.service.live.set_questions_open(&steering, open).await?;
    Ok(Json(QuestionsOpenAnswer { ok: Fixed, open }))
}

/// Deletes all questions of the device that asked a question.
pub(crate) async fn remove_asker(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, question)): Path<(SessionId, QuestionId)>,
) -> Result<Json<RemovedQuestionsAnswer>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    let removed = app.service.live.remove_questions_of_asker(&steering, &question).await?;
    Ok(Json(RemovedQuestionsAnswer { ok: Fixed, removed }))
}

/// Deletes a question.
pub(crate) async fn remove_question(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, question)): Path<(SessionId, QuestionId)>,
) -> Result<Json<Done>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    app.service.live.remove_question(&steering, &question).await?;
    Ok(Json(Done::OK))
}

/// Marks a question answered.
pub(crate) async fn answer_question(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, question)): Path<(SessionId, QuestionId)>,
) -> Result<Json<QuestionAnswer>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    Ok(Json(app.service.live.mark_answered(&steering, &question).await?.into()))
}

/// Makes a slide from a question. It becomes the next slide unless the body says otherwise.
pub(crate) async fn promote_question(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, question)): Path<(SessionId, QuestionId)>,
    body: Body,
) -> Result<Json<QuestionAnswer>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    let request: PromoteQuestion = body.read_or_empty().await?;
    let position = match request.position {
        None | Some(QuestionPosition::Next) => PromotedPosition::Next,
        Some(QuestionPosition::End) => PromotedPosition::End,
    };
    Ok(Json(app.service.live.promote_question(&steering, &question, position).await?.into()))
}

/// Returns the questions as CSV.
pub(crate) async fn questions_table(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Response> {
    let steering = app.service.live.steering(&caller, &id).await?;
    let questions = app.service.live.questions_for_presenter(&steering).await?.into_iter();
    let rows = questions.map(|question| {
        let (upvotes, status) = (question.upvotes.to_string(), status_name(question.status).to_owned());
        vec![question.text, question.author, upvotes, status, service::iso(question.created_at)]
    });
    Ok(table(&steering, "questions", csv(&["question", "author", "upvotes", "status", "asked at"], rows)))
}

/// Returns the votes on a slide: `{slideId}.csv`.
pub(crate) async fn results(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, file)): Path<(SessionId, String)>,
) -> Result<Response> {
    let Some((slide, "csv")) = file.rsplit_once('.') else { return Err(ApiError::NoSuchPath) };
    let steering = app.service.live.steering(&caller, &id).await?;
    let slide = SlideId::from(slide);
    let results = app.service.live.results(&steering, &slide).await?.into_iter();
    let rows = results.map(|result| vec![result.option, result.votes.to_string()]);
    Ok(table(&steering, &table_name(&steering, "votes", &slide), csv(&["option", "votes"], rows)))
}

/// Returns the feedback on a slide: `{slideId}.json` or `{slideId}.csv`.
pub(crate) async fn feedback(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, file)): Path<(SessionId, String)>,
) -> Result<Response> {
    let Some((slide, ending @ ("csv" | "json"))) = file.rsplit_once('.') else { return Err(ApiError::NoSuchPath) };
    let steering = app.service.live.steering(&caller, &id).await?;
    let slide = SlideId::from(slide);
    let entries = app.service.live.feedback(&steering, &slide).await?;
    if ending == "csv" {
        let rows = entries.into_iter().map(|entry| vec![entry.text, service::iso(entry.given_at)]);
        return Ok(table(&steering, &table_name(&steering, "feedback", &slide), csv(&["feedback", "given at"], rows)));
    }
    let entries: Vec<FeedbackEntryJson> = entries.into_iter().map(FeedbackEntryJson::from).collect();
    Ok(Json(FeedbackJson { slide_id: &slide, count: entries.len(), entries }).into_response())
}

/// The name of a table with the number of its slide, such as `votes on slide 3`; without the number when the slide is
/// gone.
fn table_name(steering: &Steering, what: &str, slide: &SlideId) -> String {
    steering.slide_number(slide).map_or_else(|| what.to_owned(), |number| format!("{what} on slide {number}"))
}

/// A CSV table as a download. The name of the file has the title of the deck and `what`.
fn table(steering: &Steering, what: &str, text: String) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_DISPOSITION, attachment(steering.title(), &format!(" - {what}.csv"))),
    ];
    (headers, text).into_response()
}

impl From<FeedbackEntry> for FeedbackEntryJson {
    fn from(entry: FeedbackEntry) -> Self {
        Self { text: entry.text, created_at: Iso(entry.given_at) }
    }
}
