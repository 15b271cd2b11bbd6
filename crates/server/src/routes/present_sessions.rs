//! Live sessions from the presenter's side, and their event stream.

use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use deck::Content;
use serde_json::Value;
use service::{Download, SessionId};

use crate::http::{
    ApiError, App, Body, By, ClientAddress, Created, Json, Path, Perhaps, Query, Read, Result, Write, attachment,
    event_stream, needed_text,
};

/// The session of a deck, new or found again. While maintenance lasts only one that runs is found, which the body has to
/// tell before anybody is asked who he is.
pub(crate) async fn create(State(app): State<App>, request: Request) -> Result<Created<Value>> {
    let (mut parts, sent) = request.into_parts();
    let body = Body::from_request(Request::from_parts(parts.clone(), sent), &app).await?;
    if app.service.maintenance.current().is_none() {
        let caller = By::<Write>::from_request_parts(&mut parts, &app).await?;
        let body = body.object().await?;
        return begin(&app, &caller, &body).await;
    }
    let body = body.object().await.unwrap_or_default();
    let deck = body.get("presentationId").and_then(Value::as_str).unwrap_or_default();
    if !app.service.live.is_live(&deck.into()).await? {
        app.service.maintenance.check()?;
    }
    let caller = By::<Write>::from_request_parts(&mut parts, &app).await?;
    begin(&app, &caller, &body).await
}

async fn begin(app: &App, caller: &By<Write>, body: &Content) -> Result<Created<Value>> {
    Ok(Created(app.service.live.begin(caller, &needed_text(body, "presentationId")?.into()).await?))
}

/// Where it stands.
pub(crate) async fn state(State(app): State<App>, Path(id): Path<SessionId>) -> Result<Json<Value>> {
    Ok(Json(app.service.live.state(&id).await?))
}

/// Moves it. Session and right are looked at before the body is read.
pub(crate) async fn set_state(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.live.may_steer(&caller, &id).await?;
    Ok(Json(app.service.live.set_state(&caller, &id, &body.object().await?).await?))
}

/// Moves it by remote.
pub(crate) async fn command(
    State(app): State<App>,
    caller: Perhaps<Write>,
    Path(id): Path<SessionId>,
    query: Query,
    body: Body,
) -> Result<Json<Value>> {
    let (caller, key) = (caller.caller(), query.text("key"));
    app.service.live.may_command(caller, &id, key.as_deref()).await?;
    let body = body.object().await?;
    Ok(Json(app.service.live.command(caller, &id, key.as_deref(), &body).await?))
}

/// Lets the audience move by itself.
pub(crate) async fn enable_control(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.set_control(&caller, &id, true).await?))
}

/// Locks the audience to the presenter.
pub(crate) async fn disable_control(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.set_control(&caller, &id, false).await?))
}

/// Everything that happens, as it happens.
pub(crate) async fn events(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<SessionId>,
) -> Result<Response> {
    Ok(event_stream(app.service.live.listen(&id, address).await?))
}

/// The deck with its notes.
pub(crate) async fn deck(
    State(app): State<App>,
    caller: Perhaps<Read>,
    Path(id): Path<SessionId>,
    query: Query,
) -> Result<Json<Value>> {
    let (key, lang) = (query.text("key"), query.text("lang"));
    Ok(Json(app.service.live.deck_with_notes(caller.caller(), &id, key.as_deref(), lang.as_deref()).await?))
}

/// Saves the notes of a slide.
pub(crate) async fn save_notes(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, String)>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.live.may_steer(&caller, &id).await?;
    let body = body.object().await?;
    Ok(Json(app.service.live.save_notes(&caller, &id, &slide, needed_text(&body, "notes")?).await?))
}

/// Who listens, and what came in.
pub(crate) async fn audience(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.audience(&caller, &id).await?))
}

/// Opens a poll, a scale or feedback.
pub(crate) async fn open_interaction(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, String)>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.open_interaction(&caller, &id, &slide).await?))
}

/// Closes it.
pub(crate) async fn close_interaction(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, String)>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.close_interaction(&caller, &id, &slide).await?))
}

/// Empties it.
pub(crate) async fn reset_interaction(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, String)>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.reset_interaction(&caller, &id, &slide).await?))
}

/// Removes a question.
pub(crate) async fn remove_question(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, question)): Path<(SessionId, String)>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.remove_question(&caller, &id, &question).await?))
}

/// Marks a question answered.
pub(crate) async fn answer_question(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, question)): Path<(SessionId, String)>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.mark_answered(&caller, &id, &question).await?))
}

/// Makes a slide of a question. Without a body it comes next.
pub(crate) async fn promote_question(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, question)): Path<(SessionId, String)>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.live.may_steer(&caller, &id).await?;
    let body = body.object_or_empty().await?;
    Ok(Json(app.service.live.promote_question(&caller, &id, &question, &body).await?))
}

/// The questions as a table.
pub(crate) async fn questions_table(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Response> {
    Ok(table(&app.service.live.questions_table(&caller, &id).await?))
}

/// The votes on a slide: `{slideId}.csv`.
pub(crate) async fn results(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, file)): Path<(SessionId, String)>,
) -> Result<Response> {
    match file.rsplit_once('.') {
        Some((slide, "csv")) => Ok(table(&app.service.live.results_table(&caller, &id, slide).await?)),
        _ => Err(ApiError::NoSuchPath),
    }
}

/// The feedback on a slide: `{slideId}.json` or `{slideId}.csv`.
pub(crate) async fn feedback(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, file)): Path<(SessionId, String)>,
) -> Result<Response> {
    match file.rsplit_once('.') {
        Some((slide, "csv")) => Ok(table(&app.service.live.feedback_table(&caller, &id, slide).await?)),
        Some((slide, "json")) => Ok(Json(app.service.live.feedback(&caller, &id, slide).await?).into_response()),
        _ => Err(ApiError::NoSuchPath),
    }
}

/// A table as a file.
fn table(download: &Download) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".parse()),
        (CACHE_CONTROL, "no-store".parse()),
        (CONTENT_DISPOSITION, Ok(attachment(&download.title, ".csv"))),
    ];
    let mut answer = download.text.clone().into_response();
    for (name, value) in headers {
        if let Ok(value) = value {
            answer.headers_mut().insert(name, value);
        }
    }
    answer
}
