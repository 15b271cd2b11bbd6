//! Where a message is dispatched, and the order in which a tool call is judged.

use std::sync::Arc;

use deck::Content;
use serde_json::{Value, json};
use service::{Caller, Error, Limit, Rate, Scope, Service, Spent};

use super::arguments::Arguments;
use super::extensions::Extension;
use super::prompts;
use super::rpc::{self, INVALID_PARAMS, INVALID_REQUEST, Message, NO_METHOD, REFUSED, Request, RpcError};
use super::tools::{self, Act, Answer, Call, Tool};

/// The version of the protocol that is spoken, whichever is asked for.
const PROTOCOL: &str = "2024-11-05";

/// Bytes of answers to a batch from which on the rest of it is refused: a short message can ask for a long answer.
const MOST_ANSWERED: usize = 32 * 1024 * 1024;
/// Most characters of a refusal: what was wrong is quoted, and may be as long as a message.
const MOST_REFUSAL: usize = 2000;

/// Tools and prompts over one service.
pub(crate) struct Desk {
    pub(super) service: Arc<Service>,
    tools: Vec<Tool>,
}

/// Who speaks.
#[derive(Clone, Copy)]
pub(super) enum Speaker<'a> {
    /// Somebody with a key.
    Key(&'a Caller),
    /// A local process, for the account with this e-mail or for nobody in particular.
    Local(Option<&'a str>),
}

/// What the headers of an answer tell.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The budget of the key.
    pub(super) rate: Option<Rate>,
    /// Seconds to wait, when a call was over a limit.
    pub(super) retry_after: Option<u64>,
}

impl Desk {
    /// The core tools, and those that a deployment adds.
    pub(crate) fn new(service: Arc<Service>, extensions: Vec<Extension>) -> Arc<Self> {
        let tools = tools::with_extensions(tools::core(), extensions);
        Arc::new(Self { service, tools })
    }

    /// The answer to a message, if it takes one.
    pub(super) async fn one(&self, speaker: Speaker<'_>, message: Message, told: &mut Told) -> Option<Value> {
        match message {
            Message::Request(request) => {
                let result = self.handle(speaker, &request, told).await;
                Some(rpc::answer(&request.id, result))
            }
            Message::Silent => None,
            Message::Wrong(id, error) => Some(rpc::answer(&id, Err(error))),
        }
    }

    /// The answers to several messages in their order, if there are any: a JSON array, written as they come.
    pub(super) async fn batch(&self, speaker: Speaker<'_>, messages: Vec<Message>, told: &mut Told) -> Option<String> {
        let mut answers = String::new();
        for message in messages {
            let answer = match message {
                Message::Request(request) if request.method == "initialize" => {
                    let error = RpcError::new(INVALID_REQUEST, "initialize does not stand in a batch");
                    Some(rpc::answer(&request.id, Err(error)))
                }
                Message::Request(request) if answers.len() > MOST_ANSWERED => {
                    let error = RpcError::new(REFUSED, "the batch has too long an answer: send this one again");
                    Some(rpc::answer(&request.id, Err(error)))
                }
                message => self.one(speaker, message, told).await,
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
        speaker: Speaker<'_>,
        request: &Request,
        told: &mut Told,
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
            "tools/list" => Ok(json!({ "tools": self.listed(speaker) })),
            "tools/call" => self.call(speaker, params, told).await,
            "prompts/list" => Ok(json!({ "prompts": prompts::listed() })),
            "prompts/get" => prompts::prompt(params, &self.service.config.lang),
            other => Err(RpcError::new(NO_METHOD, format!("there is no method `{other}`"))),
        }
    }

    /// The tools that a speaker may use.
    fn listed(&self, speaker: Speaker<'_>) -> Vec<Value> {
        let may = |tool: &&Tool| match speaker {
            Speaker::Local(_) => true,
            Speaker::Key(caller) => tool.permission.is_some_and(|scope| caller.needs(scope).is_ok()),
        };
        self.tools.iter().filter(may).map(Tool::described).collect()
    }

    async fn call(&self, speaker: Speaker<'_>, params: &Content, told: &mut Told) -> Result<Value, RpcError> {
        let Some(name) = params.get("name").and_then(Value::as_str) else {
            return Err(RpcError::new(INVALID_PARAMS, "name: expected the name of a tool"));
        };
        let Some(tool) = self.tools.iter().find(|tool| tool.name == name) else {
            return Err(RpcError::new(NO_METHOD, format!("there is no tool `{name}`; tools/list names them all")));
        };
        let given = match params.get("arguments") {
            None | Some(Value::Null) => Content::new(),
            Some(Value::Object(given)) => given.clone(),
            Some(_) => return Err(RpcError::new(INVALID_PARAMS, "arguments: expected an object")),
        };
        let arguments = Arguments::new(given, tool.takes_deck);
        match self.answered(speaker, tool, &arguments, told).await {
            Ok(answer) => Ok(answer.shown()),
            Err(Error::Internal(fault)) => {
                tracing::error!(tool = name, fault = format!("{fault:#}"), "a tool call failed");
                Err(RpcError::internal())
            }
            Err(error) => {
                if let Error::Unavailable(why) = &error {
                    tracing::warn!(tool = name, fault = why, "a tool call was put off");
                }
                Ok(refused(&error, &arguments))
            }
        }
    }

    /// Budget, daily limits, permission, maintenance; then the tool.
    async fn answered(
        &self,
        speaker: Speaker<'_>,
        tool: &Tool,
        arguments: &Arguments,
        told: &mut Told,
    ) -> Result<Answer, Error> {
        let local;
        let caller = match speaker {
            Speaker::Key(caller) => {
                self.admitted(caller, tool, told).await?;
                caller
            }
            Speaker::Local(email) => {
                if !tool.read_only {
                    self.service.maintenance.check()?;
                }
                local = self.service.accounts.stdio_caller(email).await?;
                &local
            }
        };
        arguments.check()?;
        match &tool.act {
            Act::Core(act) => act(Call { service: &self.service, caller, arguments }).await,
            Act::Extension(extension) => extension.call(caller, arguments).await.map(Answer::Text),
        }
    }

    async fn admitted(&self, caller: &Caller, tool: &Tool, told: &mut Told) -> Result<(), Error> {
        let (rate, spent) = self.service.limits.spend_request(caller).await?;
        told.rate = Some(rate);
        if let Some(spent) = spent {
            told.retry_after = Some(spent.retry_after);
            return Err(Error::Limited(spent));
        }
        let daily = match tool.permission {
            Some(Scope::Ai) => Some(Limit::Ai),
            Some(Scope::Export) => Some(Limit::Exports),
            _ => None,
        };
        if let Some(limit) = daily
            && let Err(error) = self.service.limits.count_daily(caller, limit).await
        {
            if let Error::Limited(Spent { limit, reset_at, retry_after, .. }) = &error {
                told.rate = Some(Rate { limit: *limit, remaining: 0, reset: reset_at.div_euclid(1000) });
                told.retry_after = Some(*retry_after);
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

/// A refusal as a tool answers it: a text that a model can act on.
fn refused(error: &Error, arguments: &Arguments) -> Value {
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
    json!({ "content": [{ "type": "text", "text": deck::shortened(&text, MOST_REFUSAL) }], "isError": true })
}
