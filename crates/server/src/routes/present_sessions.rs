//! Live sessions for their presenter: start, state, control, notes; and their event stream.
//!
//! The right to control the session is checked before the body is read.

use std::fmt;

use axum::extract::{FromRequest, FromRequestParts, State};
use axum::response::Response;
use deck::{Content, SlideId, Visibility};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use service::{
    DeckId, DeckWithNotes, LiveSession, MayWrite, RemoteCommand, RunningSession, SessionId, SessionStatus, StateChange,
    Time,
};

use super::live::{FollowCodes, LiveStateJson, lenient_position};
use crate::http::{
    ApiError, App, Body, By, ClientAddress, Created, Done, Fixed, Json, OptionalCaller, Path, Query, Read, Result,
    Write, event_stream, read,
};

/// The maximum length of an id in a request to move a session, in characters.
const MAX_ID: usize = 200;

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct BeginSession {
    presentation_id: DeckId,
    /// Whether a finished session ends, with its answers, and a new one starts. A session that is not finished
    /// continues in any case.
    #[serde(default)]
    anew: bool,
}

/// A session as its presenter sees it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LiveSessionJson {
    session_id: SessionId,
    join_path: String,
    follow_codes: FollowCodes,
    notes_key: String,
    remote_key: String,
    presentation_id: DeckId,
    control_enabled: bool,
    state: LiveStateJson,
    follow_codes_created_at: Time,
    created_at: Time,
    last_activity_at: Time,
    followers: usize,
}

/// The status of a session, for everybody who knows its id. The fields of `state` are also at the top level, for older
/// clients.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionStatusJson {
    session_id: SessionId,
    presentation_id: DeckId,
    control_enabled: bool,
    #[serde(flatten)]
    flat_state: LiveStateJson,
    state: LiveStateJson,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct SetLiveState {
    #[serde(default, deserialize_with = "short_text")]
    presentation_id: Option<DeckId>,
    #[serde(default, deserialize_with = "short_text")]
    slide_id: Option<SlideId>,
    slide_index: Option<u64>,
    step_idx: Option<u64>,
    step_paragraphs: Option<bool>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(super) struct SendCommand {
    #[cfg_attr(test, schemars(required))]
    action: Option<RemoteAction>,
    /// Only used by `goto`.
    #[serde(default, deserialize_with = "lenient_position")]
    slide_index: Option<usize>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum RemoteAction {
    Next,
    Prev,
    Goto,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CommandAnswer {
    ok: Fixed<true>,
    state: LiveStateJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ControlAnswer {
    control_enabled: bool,
}

/// The deck of a session with its notes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeckWithNotesJson {
    session_id: SessionId,
    presentation_id: DeckId,
    title: String,
    theme: String,
    language: String,
    languages: Vec<String>,
    control_enabled: bool,
    slides: Vec<SlideWithNotes>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SlideWithNotes {
    id: SlideId,
    #[serde(rename = "type")]
    type_name: String,
    content: Content,
    notes: String,
    #[serde(skip_serializing_if = "Visibility::is_visible")]
    visibility: Visibility,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transition: Option<deck::Transition>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SaveNotes {
    notes: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct NotesAnswer {
    slide_id: SlideId,
    notes: String,
    revision: u64,
}

/// Returns the session of a deck, and starts one if none is running. During maintenance no session is started, only a
/// running one is returned. Whether one runs depends on the deck, so the body is then read before the credentials are
/// checked.
pub(crate) async fn create(
    State(app): State<App>,
    request: axum::extract::Request,
) -> Result<Created<LiveSessionJson>> {
    let (mut parts, sent) = request.into_parts();
    let body = Body::from_request(axum::extract::Request::from_parts(parts.clone(), sent), &app).await?;
    if app.service.maintenance.current().is_none() {
        let caller = By::<Write>::from_request_parts(&mut parts, &app).await?;
        return begin(&app, &caller, body.read().await?).await;
    }
    let request: Result<BeginSession> = read(body.object().await.unwrap_or_default());
    let is_live = match &request {
        Ok(request) => app.service.live.is_live(&request.presentation_id).await?,
        Err(_) => false,
    };
    if !is_live {
        app.service.maintenance.check()?;
    }
    let caller = By::<Write>::from_request_parts(&mut parts, &app).await?;
    begin(&app, &caller, request?).await
}

/// Begins the session of a deck, or resumes a running one.
async fn begin(app: &App, caller: &By<Write>, request: BeginSession) -> Result<Created<LiveSessionJson>> {
    let deck = app.service.decks.granted::<MayWrite>(caller, &request.presentation_id).await?;
    let live = &app.service.live;
    let session = if request.anew { live.begin_anew(&deck).await? } else { live.begin(&deck).await? };
    Ok(Created(session.into()))
}

/// Returns the status of a session.
pub(crate) async fn state(State(app): State<App>, Path(id): Path<SessionId>) -> Result<Json<SessionStatusJson>> {
    Ok(Json(app.service.live.status(&id).await?.into()))
}

/// Moves a session to a slide and step.
pub(crate) async fn set_state(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
    body: Body,
) -> Result<Json<LiveStateJson>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    let request: SetLiveState = body.read().await?;
    Ok(Json(app.service.live.set_state(&steering, &request.into()).await?.into()))
}

/// Moves a session by a command of a remote control.
pub(crate) async fn command(
    State(app): State<App>,
    caller: OptionalCaller<Write>,
    Path(id): Path<SessionId>,
    query: Query,
    body: Body,
) -> Result<Json<CommandAnswer>> {
    let key = query.text("key");
    let remote = app.service.live.remote(caller.caller(), &id, key.as_deref()).await?;
    let request: SendCommand = body.read().await?;
    let state = app.service.live.command(&remote, request.command()?).await?;
    Ok(Json(CommandAnswer { ok: Fixed, state: state.into() }))
}

/// Ends the talk for its audience.
pub(crate) async fn finish(State(app): State<App>, caller: By<Write>, Path(id): Path<SessionId>) -> Result<Json<Done>> {
    let live = &app.service.live;
    live.finish(&live.steering(&caller, &id).await?).await?;
    Ok(Json(Done::OK))
}

/// Lets every follower move through the slides on their own.
pub(crate) async fn enable_control(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<ControlAnswer>> {
    set_control(&app, &caller, &id, true).await
}

/// Makes all followers show the presenter's slide again.
pub(crate) async fn disable_control(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<SessionId>,
) -> Result<Json<ControlAnswer>> {
    set_control(&app, &caller, &id, false).await
}

async fn set_control(app: &App, caller: &By<Write>, id: &SessionId, enabled: bool) -> Result<Json<ControlAnswer>> {
    let steering = app.service.live.steering(caller, id).await?;
    app.service.live.set_control(&steering, enabled).await?;
    Ok(Json(ControlAnswer { control_enabled: enabled }))
}

/// Streams the events of a session. A stream that was opened with the notes key ends when the key changes. Pages of the
/// presenter send `presenter`, so that they are not counted as followers.
pub(crate) async fn events(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(id): Path<SessionId>,
    query: Query,
) -> Result<Response> {
    let stream = match query.text("key") {
        None if query.switch("presenter")? => app.service.live.presenter_stream(&id, address).await?,
        None => app.service.live.stream(&id, address).await?,
        Some(key) => app.service.live.speaker_stream(&id, &key, address).await?,
    };
    Ok(event_stream(stream))
}

/// Returns the deck of a session with its notes.
pub(crate) async fn deck(
    State(app): State<App>,
    caller: OptionalCaller<Read>,
    Path(id): Path<SessionId>,
    query: Query,
) -> Result<Json<DeckWithNotesJson>> {
    let (key, lang) = (query.text("key"), query.text("lang"));
    let access = app.service.live.speaker_access(caller.caller(), &id, key.as_deref()).await?;
    Ok(Json(app.service.live.deck_with_notes(&access, lang.as_deref()).await?.into()))
}

/// Saves the notes of a slide.
pub(crate) async fn save_notes(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, slide)): Path<(SessionId, SlideId)>,
    body: Body,
) -> Result<Json<NotesAnswer>> {
    let steering = app.service.live.steering(&caller, &id).await?;
    let SaveNotes { notes } = body.read().await?;
    let revision = app.service.live.save_notes(&steering, &slide, &notes).await?;
    Ok(Json(NotesAnswer { slide_id: slide, notes, revision }))
}

/// Reads a text of at most [`MAX_ID`] characters.
fn short_text<'de, T: From<String>, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<T>, D::Error> {
    struct ShortText;

    impl Visitor<'_> for ShortText {
        type Value = String;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(out, "a text of at most {MAX_ID} characters")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> std::result::Result<String, E> {
            if text.chars().count() > MAX_ID {
                return Err(E::invalid_value(serde::de::Unexpected::Str(text), &self));
            }
            Ok(text.to_owned())
        }
    }
    Ok(Some(deserializer.deserialize_str(ShortText)?.into()))
}

impl From<SetLiveState> for StateChange {
    fn from(request: SetLiveState) -> Self {
        Self {
            deck: request.presentation_id,
            slide: request.slide_id.filter(|id| !id.is_empty()),
            index: request.slide_index,
            step: request.step_idx,
            step_paragraphs: request.step_paragraphs,
        }
    }
}

impl SendCommand {
    fn command(&self) -> Result<RemoteCommand> {
        match self.action {
            Some(RemoteAction::Next) => Ok(RemoteCommand::Next),
            Some(RemoteAction::Prev) => Ok(RemoteCommand::Previous),
            Some(RemoteAction::Goto) => self
                .slide_index
                .map(RemoteCommand::Goto)
                .ok_or_else(|| ApiError::invalid("`slideIndex` is the position of a slide, from 0")),
            None => Err(ApiError::invalid("`action` is `next`, `prev` or `goto`")),
        }
    }
}

impl From<RunningSession> for LiveSessionJson {
    fn from(RunningSession { session, notes_key, remote_key, active_at, followers }: RunningSession) -> Self {
        let LiveSession { id, deck, state, control, codes, created_at, .. } = session;
        Self {
            join_path: format!("/notes/{id}"),
            session_id: id,
            follow_codes: FollowCodes(codes.current),
            notes_key,
            remote_key,
            presentation_id: deck,
            control_enabled: control,
            state: state.into(),
            follow_codes_created_at: codes.created_at,
            created_at,
            last_activity_at: active_at,
            followers,
        }
    }
}

impl From<SessionStatus> for SessionStatusJson {
    fn from(status: SessionStatus) -> Self {
        Self {
            session_id: status.id,
            presentation_id: status.deck,
            control_enabled: status.control_enabled,
            flat_state: status.state.clone().into(),
            state: status.state.into(),
        }
    }
}

impl From<DeckWithNotes> for DeckWithNotesJson {
    fn from(notes: DeckWithNotes) -> Self {
        let registry = notes.registry;
        let slides = notes.deck.slides.into_iter().map(|slide| SlideWithNotes {
            type_name: registry.canonical(&slide.key).into_owned(),
            id: slide.id,
            content: slide.content,
            notes: slide.notes,
            visibility: slide.visibility,
            duration: slide.duration,
            transition: slide.transition,
        });
        Self {
            session_id: notes.session,
            presentation_id: notes.id,
            title: notes.deck.title,
            theme: notes.deck.theme,
            language: notes.deck.lang,
            languages: notes.languages,
            control_enabled: notes.control_enabled,
            slides: slides.collect(),
        }
    }
}
