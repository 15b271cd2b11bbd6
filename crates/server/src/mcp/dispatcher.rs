//! Dispatches messages to methods and tools, and checks tool calls against rate limit, daily limits, permission and
//! maintenance.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use deck::Content;
use serde_json::{Value, json};
use service::{AgentSessionId, Caller, Error, ExhaustedLimit, Limit, RateLimit, Scope, Service};

use super::arguments::Arguments;
use super::extensions::Extension;
use super::prompts;
use super::rpc::{self, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message, Request, RpcError, SERVER_ERROR};
use super::stdio::Output;
use super::tools::{self, Action, Call, Tool, ToolOutput, UnknownArgument};

/// The protocol version in every response to `initialize`, whichever version the client requests.
const PROTOCOL_VERSION: &str = "2024-11-05";

/// The instructions that a model reads before it calls a tool: at most 150 words.
const INSTRUCTIONS: &str = "\
A deck is a list of slides. A slide has a type, which decides its fields and its look, and speaker notes. Themes decide \
colours and fonts; you never place anything yourself.

How to work: read the slide types (get_slide_types with detail index, then types for the few you want). Create the deck \
with create_presentation_from_slides. Look at it (preview_presentation with sheet true) and read the \
findings: what is cut, small, empty or hard to read. Mend with edit_slides: several changes at once, nothing is written \
when one is wrong. Look again.

Slides count from 0; slideId stays the same when slides move. Texts that fit are short: the types say how many \
characters. Pictures are addresses from upload_image or find_images; other sites are not loaded.

Limits: 1 MB a message, 50 slides in one creation, 500 in a deck. Errors say what to change.";

/// The length in bytes of the response to a batch after which the remaining requests of the batch fail. A short request
/// can have a long response.
const MAX_BATCH_RESPONSE: usize = 32 * 1024 * 1024;
/// The interval at which a client with a progress token is notified that its call still runs.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);
/// The maximum length of an error text, in characters, since it may quote an argument.
const MAX_ERROR: usize = 8000;
/// The maximum number of characters of an id that an error quotes.
const MAX_QUOTED: usize = 200;

/// The tools and prompts of an instance.
pub(crate) struct Dispatcher {
    pub(super) service: Arc<Service>,
    tools: Vec<Tool>,
}

/// The sender of a message.
#[derive(Clone, Copy)]
pub(super) enum Client<'a> {
    /// A caller with a key, and the id of their session if there is one.
    Key(&'a Caller, Option<&'a AgentSessionId>),
    /// A local process over the standard streams. It acts for the account with this e-mail, or as a trusted caller when
    /// there is none. Notifications are written to the output.
    Local(Option<&'a str>, &'a Output),
}

/// The limits that the headers of a response report.
#[derive(Debug, Default)]
pub(super) struct LimitStatus {
    /// The rate limit of the key.
    pub(super) rate: Option<RateLimit>,
    /// Seconds after which the client may retry, when a limit is used up.
    pub(super) retry_after: Option<u64>,
}

impl Dispatcher {
    /// A dispatcher for the tools of the original interface, the additional ones if `with_additional` is set, and those
    /// of the deployment.
    pub(crate) fn new(service: Arc<Service>, with_additional: bool, extensions: Vec<Extension>) -> Arc<Self> {
        let mut tools = tools::core();
        if with_additional {
            tools.extend(tools::additional());
        }
        let tools = tools::with_extensions(tools, extensions);
        Arc::new(Self { service, tools })
    }

    /// Handles a message and returns the response; none for a notification.
    pub(super) async fn respond(
        &self,
        client: Client<'_>,
        message: Message,
        limits: &mut LimitStatus,
    ) -> Option<Value> {
        match message {
            Message::Request(request) => {
                let result = self.handle(client, &request, limits).await;
                Some(rpc::response(&request.id, result))
            }
            Message::Ignored => None,
            Message::Invalid(id, error) => Some(rpc::response(&id, Err(error))),
        }
    }

    /// Handles the messages of a batch in order and returns the responses as a JSON array; none when there are only
    /// notifications.
    pub(super) async fn respond_to_batch(
        &self,
        client: Client<'_>,
        messages: Vec<Message>,
        limits: &mut LimitStatus,
    ) -> Option<String> {
        let mut answers = String::new();
        for message in messages {
            let answer = match message {
                Message::Request(request) if request.method == "initialize" => {
                    let error = RpcError::new(INVALID_REQUEST, "initialize cannot be part of a batch: send it alone");
                    Some(rpc::response(&request.id, Err(error)))
                }
                Message::Request(request) if answers.len() > MAX_BATCH_RESPONSE => {
                    let error =
                        RpcError::new(SERVER_ERROR, "the response to the batch is too long: send this request again");
                    Some(rpc::response(&request.id, Err(error)))
                }
                message => self.respond(client, message, limits).await,
            };
            if let Some(answer) = answer {
                answers.push(if answers.is_empty() { '[' } else { ',' });
                answers += &answer.to_string();
            }
        }
        (!answers.is_empty()).then(|| answers + "]")
    }

    /// Handles a request and returns its result.
    pub(super) async fn handle(
        &self,
        client: Client<'_>,
        request: &Request,
        limits: &mut LimitStatus,
    ) -> Result<Value, RpcError> {
        let empty = Content::new();
        let params = match &request.params {
            Value::Null => &empty,
            Value::Object(params) => params,
            _ => return Err(RpcError::new(INVALID_PARAMS, "params: expected an object")),
        };
        match request.method.as_str() {
            "initialize" => Ok(json!({
                "protocolVersion": PROTOCOL_VERSION,
                "capabilities": { "tools": {}, "prompts": {} },
                "serverInfo": { "name": "lectern", "version": env!("CARGO_PKG_VERSION") },
                "instructions": INSTRUCTIONS,
            })),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": self.visible_tools(client) })),
            "tools/call" => self.call(client, params, limits).await,
            "prompts/list" => Ok(json!({ "prompts": prompts::entries() })),
            "prompts/get" => prompts::prompt(params, &self.service.config.lang),
            other => Err(RpcError::new(METHOD_NOT_FOUND, format!("there is no method `{other}`"))),
        }
    }

    /// The tools that a client may use.
    fn visible_tools(&self, client: Client<'_>) -> Vec<Value> {
        let is_visible = |tool: &&Tool| match client {
            Client::Local(..) => true,
            Client::Key(caller, _) => tool.permission.is_some_and(|scope| caller.needs(scope).is_ok()),
        };
        self.tools.iter().filter(is_visible).map(Tool::as_entry).collect()
    }

    /// Handles `tools/call`. A tool that fails has a result with an error text for the model.
    ///
    /// # Errors
    /// The parameters are invalid, there is no such tool, or an internal error occurred.
    async fn call(&self, client: Client<'_>, params: &Content, limits: &mut LimitStatus) -> Result<Value, RpcError> {
        let Some(name) = params.get("name").and_then(Value::as_str) else {
            return Err(RpcError::new(INVALID_PARAMS, "name: expected the name of a tool"));
        };
        let Some(tool) = self.tools.iter().find(|tool| tool.name == name) else {
            return Err(RpcError::new(
                METHOD_NOT_FOUND,
                match deck::nearest(name, self.tools.iter().map(|tool| tool.name.as_str())).first() {
                    Some(similar) => {
                        format!("there is no tool `{name}`: did you mean `{similar}`? tools/list names them all")
                    }
                    None => format!("there is no tool `{name}`; tools/list names them all"),
                },
            ));
        };
        let given = match params.get("arguments") {
            None | Some(Value::Null) => Content::new(),
            Some(Value::Object(given)) => given.clone(),
            Some(_) => return Err(RpcError::new(INVALID_PARAMS, "arguments: expected an object")),
        };
        let arguments = Arguments::new(given, tool.takes_deck);
        let progress_token = params.get("_meta").and_then(|meta| meta.get("progressToken"));
        let work = self.run_tool(client, tool, &arguments, limits);
        let outcome = match progress_token.filter(|token| token.is_string() || token.is_number()) {
            Some(token) => self.with_progress(client, name, token, work).await,
            None => work.await,
        };
        match outcome {
            Ok(answer) => Ok(answer.with_ignored(&tool.unknown_arguments(&arguments)).into_result()),
            Err(Error::Internal(fault)) => {
                tracing::error!(tool = name, fault = format!("{fault:#}"), "a tool call failed");
                Err(RpcError::internal())
            }
            Err(error) => {
                if let Error::Unavailable(why) = &error {
                    tracing::warn!(tool = name, fault = why, "a tool call failed, storage is unavailable");
                }
                Ok(error_result(&error, &arguments, &tool.unknown_arguments(&arguments)))
            }
        }
    }

    /// Waits for a call, and notifies its client every [`PROGRESS_INTERVAL`] that it still runs.
    async fn with_progress<T>(
        &self,
        client: Client<'_>,
        name: &str,
        token: &Value,
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = pin!(work);
        let mut waited = 0;
        loop {
            if let Ok(output) = tokio::time::timeout(PROGRESS_INTERVAL, &mut work).await {
                return output;
            }
            waited += PROGRESS_INTERVAL.as_secs();
            let notification = json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": {
                "progressToken": token, "progress": waited, "message": format!("{name} has run for {waited} seconds"),
            } });
            // A lost notification does not fail the call.
            match client {
                Client::Key(_, Some(session)) => {
                    let _ = self.service.agent_sessions.notify(session, &notification.to_string()).await;
                }
                Client::Key(_, None) => {}
                Client::Local(_, output) => {
                    let _ = output.write(&notification.to_string()).await;
                }
            }
        }
    }

    /// Checks a call and runs its tool.
    async fn run_tool(
        &self,
        client: Client<'_>,
        tool: &Tool,
        arguments: &Arguments,
        limits: &mut LimitStatus,
    ) -> Result<ToolOutput, Error> {
        let local;
        let caller = match client {
            Client::Key(caller, _) => {
                self.check_call(caller, tool, limits).await?;
                caller
            }
            Client::Local(email, _) => {
                if !tool.read_only {
                    self.service.maintenance.check()?;
                }
                local = self.service.accounts.stdio_caller(email).await?;
                &local
            }
        };
        arguments.refuse_nul()?;
        tool.refuse_unknown_arguments(arguments)?;
        match &tool.action {
            Action::Core(act) => act(Call { service: &self.service, caller, arguments }).await,
            Action::Extension(extension) => extension.call(caller, arguments).await.map(ToolOutput::Text),
        }
    }

    /// Checks, in this order: rate limit, daily limit, permission, maintenance.
    async fn check_call(&self, caller: &Caller, tool: &Tool, limits: &mut LimitStatus) -> Result<(), Error> {
        let (rate, exhausted) = self.service.limits.count_request(caller).await?;
        limits.rate = Some(rate);
        if let Some(exhausted) = exhausted {
            limits.retry_after = Some(exhausted.retry_after);
            return Err(Error::Limited(exhausted));
        }
        let daily = match tool.permission {
            Some(Scope::Ai) => Some(Limit::Ai),
            Some(Scope::Export) => Some(Limit::Exports),
            _ => None,
        };
        if let Some(limit) = daily
            && let Err(error) = self.service.limits.count_daily(caller, limit).await
        {
            if let Error::Limited(ExhaustedLimit { limit, reset_at, retry_after, .. }) = &error {
                limits.rate = Some(RateLimit { limit: *limit, remaining: 0, reset: reset_at.div_euclid(1000) });
                limits.retry_after = Some(*retry_after);
            }
            return Err(error);
        }
        match tool.permission {
            Some(scope) => caller.needs(scope)?,
            None => return Err(Error::Forbidden("this tool declares no permission, so no key may use it")),
        }
        if !tool.read_only {
            self.service.maintenance.check()?;
        }
        Ok(())
    }
}

/// The result of a tool call that failed: a text that a model can act on.
fn error_result(error: &Error, arguments: &Arguments, unknown: &[UnknownArgument<'_>]) -> Value {
    let quoted = |name: &str| {
        let id = arguments.all().get(name).and_then(Value::as_str).unwrap_or_default();
        deck::shortened(id.trim(), MAX_QUOTED)
    };
    let text = match error {
        Error::NotFound("presentation") => format!("Error: Presentation not found: {}", quoted("presentationId")),
        Error::NotFound("comment") => {
            format!("Error: Comment not found: {} (list_comments gives ids)", quoted("commentId"))
        }
        Error::NotFound("slide of the library") => {
            format!("Error: slide of the library not found: {} (search_library gives ids)", quoted("libraryId"))
        }
        Error::NotFound("slide") => "Error: The presentation has no such slide (get_presentation gives ids)".to_owned(),
        Error::NotFound("version") => "Error: There is no such version (list_versions gives ids)".to_owned(),
        Error::Stale { yours, latest } => format!(
            "Error: The deck is at revision {latest}, not {yours}: it was changed meanwhile. Nothing was written; read it \
             again with get_presentation"
        ),
        Error::Slide(problem) | Error::UnknownType(problem) => format!("Error: Validation failed: {problem}"),
        Error::Slides(first, further) if further.is_empty() => format!("Error: Validation failed: {first}"),
        Error::Slides(first, further) => {
            let further: Vec<String> = further.iter().map(|problem| format!("\n- {problem}")).collect();
            format!("Error: Validation failed: {first}\nNothing was written. Further problems:{}", further.concat())
        }
        other => format!("Error: {other}"),
    };
    let mut text = deck::shortened(&text, MAX_ERROR);
    text.extend(unknown.iter().map(|argument| format!("\n{argument}")));
    json!({ "content": [{ "type": "text", "text": text }], "isError": true })
}
