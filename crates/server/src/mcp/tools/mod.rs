//! The tools: name, arguments, permission and use case of each.
//!
//! Descriptions are written for models: what a tool does, its bounds and defaults, and alternatives.

mod author;
mod catalogue;
mod comments;
mod decks;
mod preview;
mod slides;
mod writing;

use std::pin::Pin;

use serde_json::{Value, json};
use service::{Caller, Error, Scope, Service};

use super::arguments::Arguments;
use super::extensions::Extension;

/// A tool.
pub(super) struct Tool {
    pub(super) name: String,
    description: String,
    schema: Value,
    /// The scope that a key needs; without one, no key may use the tool.
    pub(super) permission: Option<Scope>,
    /// Whether it changes nothing, so that it is available during maintenance.
    pub(super) read_only: bool,
    /// Whether it is about a deck, so that `id` counts as `presentationId`.
    pub(super) takes_deck: bool,
    pub(super) action: Action,
}

/// The implementation of a tool.
pub(super) enum Action {
    /// A core tool.
    Core(Core),
    /// A tool of the deployment.
    Extension(Extension),
}

type Future<'a> = Pin<Box<dyn std::future::Future<Output = Result<ToolOutput, Error>> + Send + 'a>>;
type Core = for<'a> fn(Call<'a>) -> Future<'a>;

/// A call of a tool, after its checks.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) service: &'a Service,
    pub(super) caller: &'a Caller,
    pub(super) arguments: &'a Arguments,
}

/// The output of a tool.
pub(super) enum ToolOutput {
    /// An object.
    Json(Value),
    /// An HTML page, or the text of an extension.
    Text(String),
}

impl ToolOutput {
    /// The output as the result of a tool call.
    pub(super) fn into_result(self) -> Value {
        let text = match self {
            Self::Json(value) => format!("{value:#}"),
            Self::Text(text) => text,
        };
        json!({ "content": [{ "type": "text", "text": text }] })
    }
}

impl Call<'_> {
    /// Adds the addresses of a deck, if the address of the instance is configured.
    fn with_urls(self, mut answer: Value, id: &str, present: bool) -> Value {
        if let Some(base) = &self.service.config.base_url {
            answer["editUrl"] = json!(format!("{base}/app/{id}"));
            if present {
                answer["presentUrl"] = json!(format!("{base}/present/{id}"));
            }
        }
        answer
    }
}

impl Tool {
    /// A core tool.
    fn new(name: &str, permission: Scope, description: &str, takes: &[Argument<'_>], act: Core) -> Self {
        let properties: serde_json::Map<String, Value> =
            takes.iter().map(|argument| (argument.name.to_owned(), argument.schema.clone())).collect();
        let required: Vec<&str> =
            takes.iter().filter(|argument| argument.required).map(|argument| argument.name).collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        Self {
            name: name.to_owned(),
            description: description.to_owned(),
            takes_deck: takes.iter().any(|argument| argument.name == "presentationId"),
            schema,
            permission: Some(permission),
            read_only: false,
            action: Action::Core(act),
        }
    }

    /// The same tool, marked as read-only.
    fn read_only(self) -> Self {
        Self { read_only: true, ..self }
    }

    /// The tool as an entry of `tools/list`.
    pub(super) fn as_entry(&self) -> Value {
        let mut view = json!({ "name": self.name, "description": self.description, "inputSchema": self.schema });
        if self.read_only {
            view["annotations"] = json!({ "readOnlyHint": true });
        }
        view
    }
}

/// An argument of a tool.
struct Argument<'a> {
    name: &'a str,
    required: bool,
    schema: Value,
}

/// An optional argument.
fn optional<'a>(name: &'a str, kind: &str, about: &str) -> Argument<'a> {
    Argument { name, required: false, schema: json!({ "type": kind, "description": about }) }
}

/// A required argument.
fn required<'a>(name: &'a str, kind: &str, about: &str) -> Argument<'a> {
    Argument { required: true, ..optional(name, kind, about) }
}

impl Argument<'_> {
    /// The argument with a key added to its schema.
    fn with(mut self, key: &str, value: Value) -> Self {
        self.schema[key] = value;
        self
    }

    /// The argument with a list of its values, and its default.
    fn of(self, words: &[&str], unset: Option<&str>) -> Self {
        let argument = self.with("enum", json!(words));
        match unset {
            Some(unset) => argument.with("default", json!(unset)),
            None => argument,
        }
    }

    /// The argument with its bounds.
    fn within(self, least: i64, most: Option<i64>) -> Self {
        let argument = self.with("minimum", json!(least));
        match most {
            Some(most) => argument.with("maximum", json!(most)),
            None => argument,
        }
    }
}

/// The arguments that name a deck, with `presentationId` required.
fn deck_arguments() -> [Argument<'static>; 2] {
    [required("presentationId", "string", "Id of the presentation (from list_presentations)"), id_alias()]
}

/// The arguments that name a deck, by `presentationId` or `id`.
fn deck_or_alias() -> [Argument<'static>; 2] {
    [optional("presentationId", "string", "Id of the presentation (from list_presentations)"), id_alias()]
}

fn id_alias() -> Argument<'static> {
    optional("id", "string", "Same as presentationId")
}

/// Two lists of arguments as one.
fn joined<const A: usize, const B: usize>(
    first: [Argument<'static>; A],
    rest: [Argument<'static>; B],
) -> Vec<Argument<'static>> {
    first.into_iter().chain(rest).collect()
}

/// The core tools.
pub(super) fn core() -> Vec<Tool> {
    [
        catalogue::tools(),
        decks::tools(),
        writing::tools(),
        slides::tools(),
        author::tools(),
        preview::tools(),
        comments::tools(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The core tools and those of the deployment. A tool of the deployment replaces a core tool with the same name, and has
/// its permission and read-only mark unless it declares its own.
pub(super) fn with_extensions(mut tools: Vec<Tool>, extensions: Vec<Extension>) -> Vec<Tool> {
    for extension in extensions {
        let former = tools.iter().position(|tool| tool.name == extension.name);
        let former = former.map(|index| tools.remove(index));
        let takes_deck = extension.takes("presentationId") && !extension.takes("id");
        tools.push(Tool {
            name: extension.name.clone(),
            description: extension.description.clone(),
            schema: extension.schema.clone(),
            permission: extension.permission.or_else(|| former.as_ref().and_then(|tool| tool.permission)),
            read_only: extension.read_only.unwrap_or_else(|| former.as_ref().is_some_and(|tool| tool.read_only)),
            takes_deck,
            action: Action::Extension(extension),
        });
    }
    tools
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_27_tools_with_plain_schemas() {
        let tools = core();
        assert_eq!(tools.len(), 27);
        for tool in &tools {
            assert_eq!(tool.schema["type"], "object", "{}", tool.name);
            assert!(tool.schema.get("anyOf").is_none() && tool.permission.is_some(), "{}", tool.name);
            assert!(tool.description.len() < 900, "{} is described at length", tool.name);
            for (name, property) in tool.schema["properties"].as_object().unwrap() {
                assert!(property["description"].is_string(), "{} {name}", tool.name);
            }
        }
    }
}
