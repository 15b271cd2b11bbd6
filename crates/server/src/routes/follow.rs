//! Live sessions from the audience's side. Nobody signs in: the id of the session is enough, and a device is told apart
//! by a cookie that it is given with its first answer.

use axum::extract::{FromRequestParts, State};
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use service::{Device, SessionId};

use crate::http::{
    ApiError, App, Body, ClientAddress, Created, Json, Path, Query, Result, cookie, is_https, written_json,
};

/// The cookie that tells a device from others.
const COOKIE: &str = "svc_device";
/// How long it lasts: 90 days.
const COOKIE_SECONDS: u32 = 90 * 24 * 60 * 60;

/// A device that reads: known or not.
pub(crate) struct Reader(Device);

/// A device that writes, and is given a cookie if it has none.
pub(crate) struct Writer {
    device: Device,
    address: String,
    https: bool,
}

impl FromRequestParts<App> for Reader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        Ok(Self(Device::with(cookie(&parts.headers, COOKIE))))
    }
}

impl FromRequestParts<App> for Writer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Ok(ClientAddress(address)) = ClientAddress::from_request_parts(parts, app).await;
        let device = Device::with(cookie(&parts.headers, COOKIE));
        Ok(Self { device, address: address.to_string(), https: is_https(&parts.headers, &app.settings) })
    }
}

impl Writer {
    /// Lets it write, unless it writes too fast.
    async fn admitted(&self, app: &App, session: &SessionId) -> Result<()> {
        Ok(app.service.live.admit_device(&self.device, session, &self.address).await?)
    }

    /// An answer, with the cookie for a device that had none.
    fn answer(&self, answer: impl IntoResponse) -> Response {
        let mut answer = answer.into_response();
        if self.device.is_new {
            let secure = if self.https { "; Secure" } else { "" };
            let id = &self.device.id;
            let cookie = format!("{COOKIE}={id}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_SECONDS}{secure}");
            if let Ok(mut cookie) = HeaderValue::from_str(&cookie) {
                cookie.set_sensitive(true);
                answer.headers_mut().insert(SET_COOKIE, cookie);
            }
        }
        answer
    }
}

/// Where a follow code leads.
pub(crate) async fn code(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(code): Path<String>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.follow_code(&code, &address.to_string()).await?))
}

/// What the hall sees.
pub(crate) async fn presentation(State(app): State<App>, Path(id): Path<SessionId>, query: Query) -> Result<Response> {
    Ok(written_json(app.service.live.follow(&id, query.text("lang").as_deref()).await?))
}

/// What the slide that is shown asks.
pub(crate) async fn current_interaction(
    State(app): State<App>,
    Reader(device): Reader,
    Path(id): Path<SessionId>,
    query: Query,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.current_interaction(&device, &id, query.text("lang").as_deref()).await?))
}

/// A vote.
pub(crate) async fn vote(
    State(app): State<App>,
    writer: Writer,
    Path((id, slide)): Path<(SessionId, String)>,
    body: Body,
) -> Result<Response> {
    writer.admitted(&app, &id).await?;
    let body = body.object().await?;
    Ok(writer.answer(Json(app.service.live.vote(&writer.device, &id, &slide, &body).await?)))
}

/// Feedback.
pub(crate) async fn feedback(
    State(app): State<App>,
    writer: Writer,
    Path((id, slide)): Path<(SessionId, String)>,
    body: Body,
) -> Result<Response> {
    writer.admitted(&app, &id).await?;
    let body = body.object().await?;
    Ok(writer.answer(Json(app.service.live.give_feedback(&writer.device, &id, &slide, &body).await?)))
}

/// The questions.
pub(crate) async fn questions(
    State(app): State<App>,
    Reader(device): Reader,
    Path(id): Path<SessionId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.live.questions(&device, &id).await?))
}

/// A question.
pub(crate) async fn ask(
    State(app): State<App>,
    writer: Writer,
    Path(id): Path<SessionId>,
    body: Body,
) -> Result<Response> {
    writer.admitted(&app, &id).await?;
    let body = body.object().await?;
    Ok(writer.answer(Created(app.service.live.ask(&writer.device, &id, &body).await?)))
}

/// A vote for a question.
pub(crate) async fn upvote(
    State(app): State<App>,
    writer: Writer,
    Path((id, question)): Path<(SessionId, String)>,
) -> Result<Response> {
    writer.admitted(&app, &id).await?;
    Ok(writer.answer(Json(app.service.live.upvote(&writer.device, &id, &question).await?)))
}

/// Takes a question back.
pub(crate) async fn cancel(
    State(app): State<App>,
    writer: Writer,
    Path((id, question)): Path<(SessionId, String)>,
) -> Result<Response> {
    writer.admitted(&app, &id).await?;
    Ok(writer.answer(Json(app.service.live.cancel_question(&writer.device, &id, &question).await?)))
}
