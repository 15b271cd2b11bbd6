//! `/mcp`: POST for messages, GET for a stream, DELETE to close, OPTIONS for browsers.
//!
//! Responses to POST are always JSON. `Accept`, `Content-Type` and the protocol version are ignored, so that every
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
use service::{AgentSessionId, AgentStream, Caller, Resource};

use super::dispatcher::{Client, Dispatcher, LimitStatus};
use super::rpc::{self, INVALID_REQUEST, Incoming, Message, RpcError, SERVER_ERROR};
use crate::http::{
    ApiError, App, Body, Json, Result, Source, StreamItem, bearer, event_stream_for, insert_rate_headers, json_frame,
    written_json,
};

const SESSION_HEADER: &str = "mcp-session-id";
const METHODS: &str = "GET, POST, DELETE, OPTIONS";
/// Request headers that pages of other sites may send.
const ALLOWED_HEADERS: &str =
    "Authorization, Content-Type, Accept, Mcp-Session-Id, MCP-Protocol-Version, Last-Event-ID";
/// Response headers that pages of other sites may read.
const EXPOSED_HEADERS: &str =
    "Mcp-Session-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After";

/// Handles every method. The method is checked before the key.
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
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED_HEADERS));
    answer
}

/// Handles a message or a batch.
async fn post(app: App, headers: HeaderMap, body: Body) -> Response {
    let dispatcher = &app.agents;
    let caller = match caller(&app, &headers).await {
        Ok(caller) => caller,
        Err(error) => return error_response(error, &Value::Null, SERVER_ERROR),
    };
    let mut limits = LimitStatus { rate: app.service.limits.rate(&caller).await.ok(), retry_after: None };
    let mut answer = match body.bytes().await {
        Ok(bytes) => respond(dispatcher, &caller, &headers, &bytes, &mut limits).await,
        Err(error) => error_response(error, &Value::Null, INVALID_REQUEST),
    };
    if let Some(rate) = limits.rate {
        insert_rate_headers(answer.headers_mut(), rate);
    }
    if let Some(seconds) = limits.retry_after {
        answer.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    answer
}

/// Handles the body of a request: a message or a batch.
async fn respond(
    dispatcher: &Dispatcher,
    caller: &Caller,
    headers: &HeaderMap,
    bytes: &[u8],
    limits: &mut LimitStatus,
) -> Response {
    let incoming = match rpc::read(bytes) {
        Ok(incoming) => incoming,
        Err(error) => return json_rpc(StatusCode::BAD_REQUEST, &rpc::response(&Value::Null, Err(error))),
    };
    if let Incoming::One(Message::Request(request)) = &incoming
        && request.method == "initialize"
    {
        let result = dispatcher.handle(Client::Key(caller, None), request, limits).await;
        let mut answer = json_rpc(StatusCode::OK, &rpc::response(&request.id, result));
        match dispatcher.service.agent_sessions.begin(caller).await {
            Ok(id) => set_session_header(&mut answer, &id),
            Err(error) => return error_response(error, &request.id, SERVER_ERROR),
        }
        return answer;
    }
    let session = headers.get(SESSION_HEADER).map(|id| AgentSessionId::from(id.to_str().unwrap_or_default()));
    let session = session.as_ref();
    if let Some(id) = session
        && let Err(error) = dispatcher.service.agent_sessions.touch(caller, id).await
    {
        return error_response(error, &first_id(&incoming), SERVER_ERROR);
    }
    let answers = match incoming {
        Incoming::One(message) => {
            dispatcher.respond(Client::Key(caller, session), message, limits).await.map(|answer| answer.to_string())
        }
        Incoming::Batch(messages) => dispatcher.respond_to_batch(Client::Key(caller, session), messages, limits).await,
    };
    let mut answer = match answers {
        Some(answers) => written_json(answers.into()),
        None => StatusCode::ACCEPTED.into_response(),
    };
    if let Some(id) = session {
        set_session_header(&mut answer, id);
    }
    answer
}

/// Runs an action on the session that the headers name. The response reports the rate limit of the key, on failure too.
async fn in_session(
    app: &App,
    headers: &HeaderMap,
    action: impl AsyncFnOnce(&App, &Caller, &AgentSessionId) -> Result<Response>,
) -> Response {
    let caller = match caller(app, headers).await {
        Ok(caller) => caller,
        Err(error) => return error.into_response(),
    };
    let result = match headers.get(SESSION_HEADER).and_then(|id| id.to_str().ok()) {
        Some(id) => action(app, &caller, &id.into()).await,
        None => Err(ApiError::invalid("the header Mcp-Session-Id is missing; initialize gives one")),
    };
    let mut answer = result.into_response();
    if let Ok(rate) = app.service.limits.rate(&caller).await {
        insert_rate_headers(answer.headers_mut(), rate);
    }
    answer
}

/// Opens the stream of a session. The stream contains progress notifications of running calls, and heartbeats.
async fn listen(app: &App, caller: &Caller, id: &AgentSessionId) -> Result<Response> {
    let stream = app.service.agent_sessions.stream(caller, id).await?;
    let watch = app.service.accounts.watch(caller);
    let mut answer = event_stream_for(watch, SessionStream { stream, is_started: false });
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    set_session_header(&mut answer, id);
    Ok(answer)
}

/// The open stream of a session.
struct SessionStream {
    stream: AgentStream,
    is_started: bool,
}

impl Source for SessionStream {
    async fn next(&mut self) -> StreamItem {
        if !self.is_started {
            self.is_started = true;
            return StreamItem::Frames(": open\n\n".into());
        }
        match self.stream.next().await {
            Some(notification) => StreamItem::Frames(json_frame(None, "message", &notification).into()),
            None => StreamItem::End,
        }
    }

    async fn is_over(&self) -> bool {
        self.stream.is_over().await
    }
}

/// Closes a session.
async fn close(app: &App, caller: &Caller, id: &AgentSessionId) -> Result<Response> {
    app.service.agent_sessions.end(caller, id).await?;
    Ok(Json(json!({ "ok": true })).into_response())
}

/// The response to a CORS preflight request.
fn preflight() -> Response {
    let mut answer = StatusCode::NO_CONTENT.into_response();
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(ALLOWED_HEADERS));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    answer
}

async fn caller(app: &App, headers: &HeaderMap) -> Result<Caller> {
    Ok(app.service.accounts.caller_by_bearer(bearer(headers), Resource::Mcp).await?)
}

/// The id of a single request; null for anything else.
fn first_id(incoming: &Incoming) -> Value {
    match incoming {
        Incoming::One(Message::Request(request)) => request.id.clone(),
        _ => Value::Null,
    }
}

fn set_session_header(answer: &mut Response, id: &AgentSessionId) {
    if let Ok(id) = HeaderValue::from_str(id) {
        answer.headers_mut().insert(SESSION_HEADER, id);
    }
}

/// The response to a request that failed before its messages were handled: a JSON-RPC error.
fn error_response(error: impl Into<ApiError>, id: &Value, code: i64) -> Response {
    let error = error.into();
    let body = rpc::response(id, Err(RpcError::new(code, error.to_string())));
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
