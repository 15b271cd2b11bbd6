//! Dispatches messages to methods and tools, and checks tool calls: rate limit, daily limits, permission, maintenance.

use std::sync::Arc;

use deck::Content;
use serde_json::{Value, json};
use service::{Caller, Error, ExhaustedLimit, Limit, Rate, Scope, Service};

use super::arguments::Arguments;
use super::extensions::Extension;
use super::prompts;
use super::rpc::{self, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message, Request, RpcError, SERVER_ERROR};
use super::tools::{self, Action, Call, Tool, ToolOutput};

/// The version of the protocol, whichever the client requests.
const PROTOCOL: &str = "2024-11-05";

/// The length of the response to a batch after which its other requests fail: a short request can have a long response.
const MAX_BATCH_RESPONSE: usize = 32 * 1024 * 1024;
/// The most characters of an error text, since it may quote an argument.
const MAX_ERROR: usize = 2000;

/// The tools and prompts of an instance.
pub(crate) struct Dispatcher {
    pub(super) service: Arc<Service>,
    tools: Vec<Tool>,
}

/// The sender of a message.
#[derive(Clone, Copy)]
pub(super) enum Client<'a> {
    /// A caller with a key.
    Key(&'a Caller),
    /// A local process: for the account with this e-mail, or trusted when there is none.
    Local(Option<&'a str>),
}

/// The limits that the headers of a response report.
#[derive(Debug, Default)]
pub(super) struct LimitStatus {
    /// The rate limit of the key.
    pub(super) rate: Option<Rate>,
    /// Seconds after which the client may retry, when a limit is used up.
    pub(super) retry_after: Option<u64>,
}

impl Dispatcher {
    /// A dispatcher for the core tools and those of the deployment.
    pub(crate) fn new(service: Arc<Service>, extensions: Vec<Extension>) -> Arc<Self> {
        let tools = tools::with_extensions(tools::core(), extensions);
        Arc::new(Self { service, tools })
    }

    /// The response to a message; none for a notification.
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

    /// The responses to a batch in order, as a JSON array; none when it has only notifications.
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
                    let error = RpcError::new(INVALID_REQUEST, "initialize does not stand in a batch");
                    Some(rpc::response(&request.id, Err(error)))
                }
                Message::Request(request) if answers.len() > MAX_BATCH_RESPONSE => {
                    let error = RpcError::new(SERVER_ERROR, "the batch has too long an answer: send this one again");
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

    /// The result of a request.
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
                "protocolVersion": PROTOCOL,
                "capabilities": { "tools": {}, "prompts": {} },
                "serverInfo": { "name": "lectern", "version": env!("CARGO_PKG_VERSION") },
            })),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": self.visible_tools(client) })),
            "tools/call" => self.call(client, params, limits).await,
            "prompts/list" => Ok(json!({ "prompts": prompts::listed() })),
            "prompts/get" => prompts::prompt(params, &self.service.config.lang),
            other => Err(RpcError::new(METHOD_NOT_FOUND, format!("there is no method `{other}`"))),
        }
    }

    /// The tools that a client may use.
    fn visible_tools(&self, client: Client<'_>) -> Vec<Value> {
        let is_visible = |tool: &&Tool| match client {
            Client::Local(_) => true,
            Client::Key(caller) => tool.permission.is_some_and(|scope| caller.needs(scope).is_ok()),
        };
        self.tools.iter().filter(is_visible).map(Tool::as_entry).collect()
    }

    async fn call(&self, client: Client<'_>, params: &Content, limits: &mut LimitStatus) -> Result<Value, RpcError> {
        let Some(name) = params.get("name").and_then(Value::as_str) else {
            return Err(RpcError::new(INVALID_PARAMS, "name: expected the name of a tool"));
        };
        let Some(tool) = self.tools.iter().find(|tool| tool.name == name) else {
            return Err(RpcError::new(
                METHOD_NOT_FOUND,
                format!("there is no tool `{name}`; tools/list names them all"),
            ));
        };
        let given = match params.get("arguments") {
            None | Some(Value::Null) => Content::new(),
            Some(Value::Object(given)) => given.clone(),
            Some(_) => return Err(RpcError::new(INVALID_PARAMS, "arguments: expected an object")),
        };
        let arguments = Arguments::new(given, tool.takes_deck);
        match self.run_tool(client, tool, &arguments, limits).await {
            Ok(answer) => Ok(answer.into_result()),
            Err(Error::Internal(fault)) => {
                tracing::error!(tool = name, fault = format!("{fault:#}"), "a tool call failed");
                Err(RpcError::internal())
            }
            Err(error) => {
                if let Error::Unavailable(why) = &error {
                    tracing::warn!(tool = name, fault = why, "a tool call failed, storage is unavailable");
                }
                Ok(error_result(&error, &arguments))
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
            Client::Key(caller) => {
                self.check_call(caller, tool, limits).await?;
                caller
            }
            Client::Local(email) => {
                if !tool.read_only {
                    self.service.maintenance.check()?;
                }
                local = self.service.accounts.stdio_caller(email).await?;
                &local
            }
        };
        arguments.check()?;
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
                limits.rate = Some(Rate { limit: *limit, remaining: 0, reset: reset_at.div_euclid(1000) });
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
fn error_result(error: &Error, arguments: &Arguments) -> Value {
    let text = match error {
        Error::NotFound("presentation") => {
            let id = arguments.all().get("presentationId").and_then(Value::as_str).unwrap_or_default();
            format!("Error: Presentation not found: {}", id.trim())
        }
        Error::NotFound("comment") => {
            let id = arguments.all().get("commentId").and_then(Value::as_str).unwrap_or_default();
            format!("Error: Comment not found: {} (list_comments gives ids)", id.trim())
        }
        Error::Slide(problem) | Error::UnknownType(problem) => format!("Error: Validation failed: {problem}"),
        other => format!("Error: {other}"),
    };
    json!({ "content": [{ "type": "text", "text": deck::shortened(&text, MAX_ERROR) }], "isError": true })
}
