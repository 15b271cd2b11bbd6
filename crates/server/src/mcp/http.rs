//! `/mcp`: POST for messages, GET for a stream, DELETE to close, OPTIONS for browsers.
//!
//! Answers to POST are always JSON. Neither `Accept` nor `Content-Type` nor a protocol version is asked for, so every
//! client works.

use axum::extract::State;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE,
    RETRY_AFTER,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use service::{AgentStream, Caller};

use super::desk::{Desk, Speaker, Told};
use super::rpc::{self, INVALID_REQUEST, Incoming, Message, REFUSED, RpcError};
use crate::http::{
    ApiError, App, Body, Json, Result, Source, StreamItem, bearer, event_stream, tell_rate, written_json,
};

const SESSION: &str = "mcp-session-id";
const METHODS: &str = "GET, POST, DELETE, OPTIONS";
/// Headers that a browser may send.
const TAKEN: &str = "Authorization, Content-Type, Accept, Mcp-Session-Id, MCP-Protocol-Version, Last-Event-ID";
/// Headers that a browser may read.
const EXPOSED: &str = "Mcp-Session-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After";

/// Every method. Which one it is is judged before the key.
pub(crate) async fn any(State(app): State<App>, method: Method, headers: HeaderMap, body: Body) -> Response {
    let mut answer = match method {
        Method::POST => post(app, headers, body).await,
        Method::GET => in_session(&app, &headers, listen).await,
        Method::DELETE => in_session(&app, &headers, close).await,
        Method::OPTIONS => preflight(),
        _ => {
            let mut answer = ApiError::NoSuchMethod.into_response();
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static(METHODS));
            answer
        }
    };
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    answer
}

/// Messages in, answers out.
async fn post(app: App, headers: HeaderMap, body: Body) -> Response {
    let desk = &app.agents;
    let caller = match caller(&app, &headers).await {
        Ok(caller) => caller,
        Err(error) => return failed(error, &Value::Null, REFUSED),
    };
    let mut told = Told { rate: app.service.limits.rate(&caller).await.ok(), retry_after: None };
    let mut answer = match body.bytes().await {
        Ok(bytes) => answered(desk, &caller, &headers, &bytes, &mut told).await,
        Err(error) => failed(error, &Value::Null, INVALID_REQUEST),
    };
    if let Some(rate) = told.rate {
        tell_rate(answer.headers_mut(), rate);
    }
    if let Some(seconds) = told.retry_after {
        answer.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    answer
}

async fn answered(desk: &Desk, caller: &Caller, headers: &HeaderMap, bytes: &[u8], told: &mut Told) -> Response {
    let incoming = match rpc::read(bytes) {
        Ok(incoming) => incoming,
        Err(error) => return json_rpc(StatusCode::BAD_REQUEST, &rpc::answer(&Value::Null, Err(error))),
    };
    if let Incoming::One(Message::Request(request)) = &incoming
        && request.method == "initialize"
    {
        let result = desk.handle(Speaker::Key(caller), request, told).await;
        let mut answer = json_rpc(StatusCode::OK, &rpc::answer(&request.id, result));
        match desk.service.agent_sessions.begin(caller).await {
            Ok(id) => name_session(&mut answer, &id),
            Err(error) => return failed(error, &request.id, REFUSED),
        }
        return answer;
    }
    let session = headers.get(SESSION).map(|id| id.to_str().unwrap_or_default());
    if let Some(id) = session
        && let Err(refused) = desk.service.agent_sessions.touch(caller, id).await
    {
        return failed(refused, &first_id(&incoming), REFUSED);
    }
    let answers = match incoming {
        Incoming::One(message) => desk.one(Speaker::Key(caller), message, told).await.map(|answer| answer.to_string()),
        Incoming::Batch(messages) => desk.batch(Speaker::Key(caller), messages, told).await,
    };
    let mut answer = match answers {
        Some(answers) => written_json(answers.into()),
        None => StatusCode::ACCEPTED.into_response(),
    };
    if let Some(id) = session {
        name_session(&mut answer, id);
    }
    answer
}

/// What is done with the session that the headers name. Refusals tell the budget too, once the key is known.
async fn in_session(
    app: &App,
    headers: &HeaderMap,
    act: impl AsyncFnOnce(&App, &Caller, &str) -> Result<Response>,
) -> Response {
    let caller = match caller(app, headers).await {
        Ok(caller) => caller,
        Err(error) => return error.into_response(),
    };
    let acted = match headers.get(SESSION).and_then(|id| id.to_str().ok()) {
        Some(id) => act(app, &caller, id).await,
        None => Err(ApiError::invalid("the header Mcp-Session-Id is missing; initialize gives one")),
    };
    let mut answer = acted.into_response();
    if let Ok(rate) = app.service.limits.rate(&caller).await {
        tell_rate(answer.headers_mut(), rate);
    }
    answer
}

/// The stream of a session. Nothing is ever sent on it but signs of life.
async fn listen(app: &App, caller: &Caller, id: &str) -> Result<Response> {
    let stream = app.service.agent_sessions.stream(caller, id).await?;
    let mut answer = event_stream(SignsOfLife { stream, begun: false });
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    name_session(&mut answer, id);
    Ok(answer)
}

/// A session whose stream is open.
struct SignsOfLife {
    stream: AgentStream,
    begun: bool,
}

impl Source for SignsOfLife {
    async fn next(&mut self) -> StreamItem {
        if !self.begun {
            self.begun = true;
            return StreamItem::Frames(": open\n\n".into());
        }
        self.stream.ended().await;
        StreamItem::End
    }

    async fn is_over(&self) -> bool {
        self.stream.is_over().await
    }
}

/// Closes a session.
async fn close(app: &App, caller: &Caller, id: &str) -> Result<Response> {
    app.service.agent_sessions.end(caller, id).await?;
    Ok(Json(json!({ "ok": true })).into_response())
}

/// What a browser asks before it sends anything.
fn preflight() -> Response {
    let mut answer = StatusCode::NO_CONTENT.into_response();
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(TAKEN));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    answer
}

async fn caller(app: &App, headers: &HeaderMap) -> Result<Caller> {
    Ok(app.service.accounts.caller_by_key(bearer(headers)).await?)
}

/// The id of the request that is refused, where there is one.
fn first_id(incoming: &Incoming) -> Value {
    match incoming {
        Incoming::One(Message::Request(request)) => request.id.clone(),
        _ => Value::Null,
    }
}

fn name_session(answer: &mut Response, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        answer.headers_mut().insert(SESSION, id);
    }
}

/// A refusal before the first message, as JSON-RPC writes one.
fn failed(error: impl Into<ApiError>, id: &Value, code: i64) -> Response {
    let error = error.into();
    let body = rpc::answer(id, Err(RpcError::new(code, error.to_string())));
    let (parts, _) = error.into_response().into_parts();
    let mut answer = json_rpc(parts.status, &body);
    for (name, value) in &parts.headers {
        if name != CONTENT_TYPE && name != CONTENT_LENGTH {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    *answer.extensions_mut() = parts.extensions;
    answer
}

fn json_rpc(status: StatusCode, body: &Value) -> Response {
    crate::http::json_answer(status, body, 4096)
}
