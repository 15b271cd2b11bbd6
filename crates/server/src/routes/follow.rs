//! Live sessions for the audience. They need no sign-in, only the id of the session. A device is recognised by a
//! cookie, which is set in the response to its first write and is valid for one session.

use std::net::IpAddr;

use axum::extract::{FromRequestParts, State};
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use deck::{Content, Interaction, SlideId};
use serde::{Deserialize, Serialize};
use service::{AudienceView, Device, InteractionPrompt, NewQuestion, QuestionId, SessionId};

use super::live::{
    InteractionAnswer, InteractionKind, InteractionStateJson, LiveStateJson, QuestionAnswer, QuestionJson, follow_path,
    lenient_position, lenient_text,
};
use crate::http::{
    ApiError, App, Body, ClientAddress, Created, Done, Json, Path, Query, Result, cookie, is_https, written_json,
};

/// The cookie with the id of a device.
const COOKIE: &str = "svc_device";
/// The lifetime of the cookie in seconds: 90 days.
const COOKIE_SECONDS: u32 = 90 * 24 * 60 * 60;

/// The session of a follow code.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct FollowTargetJson {
    follow_url: String,
    session_id: SessionId,
    lang: String,
}

/// The deck as the audience may see it now.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct AudienceViewJson<'a> {
    session_id: &'a SessionId,
    title: &'a str,
    theme: &'a str,
    lang: &'a str,
    languages: &'a [&'a str],
    slide_count: usize,
    control_enabled: bool,
    state: LiveStateJson,
    slides: Vec<AudienceSlideJson<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AudienceSlideJson<'a> {
    id: &'a SlideId,
    index: usize,
    #[serde(rename = "type")]
    type_name: &'a str,
    content: &'a Content,
}

/// The interaction of the current slide. Both fields are null when the slide has none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CurrentInteractionJson {
    interaction: Option<InteractionPromptJson>,
    interaction_state: Option<InteractionStateJson>,
}

/// The question of an interactive slide.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct InteractionPromptJson {
    slide_id: SlideId,
    #[serde(rename = "type")]
    kind: InteractionKind,
    question: String,
    /// Null for feedback.
    options: Option<Vec<String>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct QuestionsAnswer {
    questions: Vec<QuestionJson>,
    /// Whether the presenter lets people ask further questions.
    open: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AskedQuestion {
    question: QuestionJson,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct Vote {
    #[serde(default, deserialize_with = "lenient_position")]
    option_index: Option<usize>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct React {
    /// `like`, `love`, `bravo`, `laugh` or `wow`.
    #[serde(default, deserialize_with = "lenient_text")]
    reaction: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct GiveFeedback {
    #[serde(default, deserialize_with = "lenient_text")]
    text: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct AskQuestion {
    #[serde(default = "empty_text", deserialize_with = "lenient_text")]
    text: Option<String>,
    #[serde(default = "empty_text", deserialize_with = "lenient_text")]
    author_name: Option<String>,
}

/// Extractor: what identifies the device that sent a request, and whether it uses https.
pub(crate) struct DeviceRequest {
    cookie: Option<String>,
    address: IpAddr,
    https: bool,
}

/// A device that may write. The response sets a cookie if the device is new.
struct Writer<'a> {
    device: Device,
    session: &'a SessionId,
    https: bool,
}

impl FromRequestParts<App> for DeviceRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, app).await;
        let cookie = cookie(&parts.headers, COOKIE).map(str::to_owned);
        Ok(Self { cookie, address, https: is_https(&parts.headers, &app.settings) })
    }
}

impl DeviceRequest {
    /// The device in a session, for requests that only read. The response sets no cookie.
    fn device(&self, app: &App, session: &SessionId) -> Device {
        app.service.live.device(session, self.cookie.as_deref(), self.address)
    }

    /// The device in a session, for requests that write. Fails when the session is unknown, or the device writes too
    /// often.
    async fn writer<'a>(&self, app: &App, session: &'a SessionId) -> Result<Writer<'a>> {
        let device = self.device(app, session);
        app.service.live.admit_device(&device, session).await?;
        Ok(Writer { device, session, https: self.https })
    }
}

impl Writer<'_> {
    /// Adds the cookie to a response, if the device is new.
    fn with_cookie(&self, answer: impl IntoResponse) -> Response {
        let mut answer = answer.into_response();
        if self.device.is_new {
            let secure = if self.https { "; Secure" } else { "" };
            let (value, path) = (&self.device.cookie, format!("/api/follow/{}", self.session));
            let cookie =
                format!("{COOKIE}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={COOKIE_SECONDS}{secure}");
            if let Ok(mut cookie) = HeaderValue::from_str(&cookie) {
                cookie.set_sensitive(true);
                answer.headers_mut().insert(SET_COOKIE, cookie);
            }
        }
        answer
    }
}

/// Returns the session of a follow code.
pub(crate) async fn code(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(code): Path<String>,
) -> Result<Json<FollowTargetJson>> {
    let target = app.service.live.follow_code(&code, &address.to_string()).await?;
    Ok(Json(FollowTargetJson { follow_url: follow_path(&target), session_id: target.session, lang: target.lang }))
}

/// Returns the deck as the audience may see it now.
pub(crate) async fn presentation(State(app): State<App>, Path(id): Path<SessionId>, query: Query) -> Result<Response> {
    let lang = query.text("lang");
    Ok(written_json(app.service.live.audience_view(&id, lang.as_deref(), audience_json).await?))
}

/// Returns the interaction of the current slide, and the state of its answers.
pub(crate) async fn current_interaction(
    State(app): State<App>,
    request: DeviceRequest,
    Path(id): Path<SessionId>,
    query: Query,
) -> Result<Json<CurrentInteractionJson>> {
    let device = request.device(&app, &id);
    let current = app.service.live.current_interaction(&device, &id, query.text("lang").as_deref()).await?;
    let (interaction, interaction_state) = current.map(|current| (current.prompt, current.state)).unzip();
    Ok(Json(CurrentInteractionJson {
        interaction: interaction.map(InteractionPromptJson::from),
        interaction_state: interaction_state.map(InteractionStateJson::from),
    }))
}

/// Votes for an option of a poll or scale.
pub(crate) async fn vote(
    State(app): State<App>,
    request: DeviceRequest,
    Path((id, slide)): Path<(SessionId, SlideId)>,
    body: Body,
) -> Result<Response> {
    let writer = request.writer(&app, &id).await?;
    let Vote { option_index } = body.read().await?;
    let state = app.service.live.vote(&writer.device, &id, &slide, option_index).await?;
    Ok(writer.with_cookie(Json(InteractionAnswer::from(state))))
}

/// Gives feedback.
pub(crate) async fn feedback(
    State(app): State<App>,
    request: DeviceRequest,
    Path((id, slide)): Path<(SessionId, SlideId)>,
    body: Body,
) -> Result<Response> {
    let writer = request.writer(&app, &id).await?;
    let GiveFeedback { text } = body.read().await?;
    let text = text.unwrap_or_default();
    let state = app.service.live.give_feedback(&writer.device, &id, &slide, &text).await?;
    Ok(writer.with_cookie(Json(InteractionAnswer::from(state))))
}

/// Lists the questions.
pub(crate) async fn questions(
    State(app): State<App>,
    request: DeviceRequest,
    Path(id): Path<SessionId>,
) -> Result<Json<QuestionsAnswer>> {
    let list = app.service.live.questions(&request.device(&app, &id), &id).await?;
    let questions = list.questions.into_iter().map(QuestionJson::from).collect();
    Ok(Json(QuestionsAnswer { questions, open: list.is_open }))
}

/// Asks a question.
pub(crate) async fn ask(
    State(app): State<App>,
    request: DeviceRequest,
    Path(id): Path<SessionId>,
    body: Body,
) -> Result<Response> {
    let writer = request.writer(&app, &id).await?;
    let AskQuestion { text, author_name } = body.read().await?;
    let new_question = NewQuestion { text, author: author_name };
    let question = app.service.live.ask(&writer.device, &id, new_question).await?;
    Ok(writer.with_cookie(Created(AskedQuestion { question: question.into() })))
}

/// Gives a reaction.
pub(crate) async fn react(
    State(app): State<App>,
    request: DeviceRequest,
    Path(id): Path<SessionId>,
    body: Body,
) -> Result<Response> {
    let writer = request.writer(&app, &id).await?;
    let React { reaction } = body.read().await?;
    app.service.live.react(&writer.device, &id, &reaction.unwrap_or_default()).await?;
    Ok(writer.with_cookie(Json(Done::OK)))
}

/// Votes for a question.
pub(crate) async fn upvote(
    State(app): State<App>,
    request: DeviceRequest,
    Path((id, question)): Path<(SessionId, QuestionId)>,
) -> Result<Response> {
    let writer = request.writer(&app, &id).await?;
    let question = app.service.live.upvote(&writer.device, &id, &question).await?;
    Ok(writer.with_cookie(Json(QuestionAnswer::from(question))))
}

/// Deletes a question that the same device asked.
pub(crate) async fn cancel(
    State(app): State<App>,
    request: DeviceRequest,
    Path((id, question)): Path<(SessionId, QuestionId)>,
) -> Result<Response> {
    let writer = request.writer(&app, &id).await?;
    app.service.live.cancel_question(&writer.device, &id, &question).await?;
    Ok(writer.with_cookie(Json(Done::OK)))
}

/// The audience's view of a deck as JSON.
fn audience_json(view: &AudienceView<'_>) -> Bytes {
    let slides = view.slides.iter().map(|slide| AudienceSlideJson {
        id: slide.id,
        index: slide.index,
        type_name: &slide.type_name,
        content: slide.content,
    });
    let view = AudienceViewJson {
        session_id: view.session,
        title: view.title,
        theme: view.theme,
        lang: view.lang,
        languages: &view.languages,
        slide_count: view.slide_count,
        control_enabled: view.control_enabled,
        state: view.state.clone().into(),
        slides: slides.collect(),
    };
    serde_json::to_vec(&view).expect("every field of the view can be JSON").into()
}

/// The default of a text: an absent field counts as empty. A value that is not a text counts as none, which the use
/// case rejects.
#[expect(clippy::unnecessary_wraps, reason = "a default of serde has the type of its field")]
fn empty_text() -> Option<String> {
    Some(String::new())
}

impl From<InteractionPrompt> for InteractionPromptJson {
    fn from(prompt: InteractionPrompt) -> Self {
        let is_feedback = prompt.kind == Interaction::Feedback;
        Self {
            slide_id: prompt.slide,
            kind: prompt.kind.into(),
            question: prompt.question,
            options: (!is_feedback).then_some(prompt.options),
        }
    }
}
