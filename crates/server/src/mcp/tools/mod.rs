//! The tools: what each is called, what it takes, who may use it, and the use case behind it.
//!
//! A description is written for a model: what the tool does, its bounds and defaults, what to call instead.

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
    /// The scope that a key needs; without one no key may use it.
    pub(super) permission: Option<Scope>,
    /// Whether it changes nothing, and so stays available during maintenance.
    pub(super) read_only: bool,
    /// Whether it is about a deck, so that `id` stands for `presentationId`.
    pub(super) takes_deck: bool,
    pub(super) act: Act,
}

/// What a tool does.
pub(super) enum Act {
    /// One of ours.
    Core(Core),
    /// One that a deployment adds.
    Extension(Extension),
}

type Future<'a> = Pin<Box<dyn std::future::Future<Output = Result<Answer, Error>> + Send + 'a>>;
type Core = for<'a> fn(Call<'a>) -> Future<'a>;

/// A call of a tool by somebody who may use it.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) service: &'a Service,
    pub(super) caller: &'a Caller,
    pub(super) arguments: &'a Arguments,
}

/// What a tool answers.
pub(super) enum Answer {
    /// An object.
    Json(Value),
    /// A page, or whatever an extension says.
    Text(String),
}

impl Answer {
    /// The result of the call.
    pub(super) fn shown(self) -> Value {
        let text = match self {
            Self::Json(value) => format!("{value:#}"),
            Self::Text(text) => text,
        };
        json!({ "content": [{ "type": "text", "text": text }] })
    }
}

impl Call<'_> {
    /// Adds the addresses of a deck, where the instance knows its own.
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
    /// One of ours.
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
            act: Act::Core(act),
        }
    }

    /// The same tool, said to change nothing.
    fn reading(self) -> Self {
        Self { read_only: true, ..self }
    }

    /// The tool as `tools/list` shows it.
    pub(super) fn described(&self) -> Value {
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

/// An argument that may be left out.
fn may<'a>(name: &'a str, kind: &str, about: &str) -> Argument<'a> {
    Argument { name, required: false, schema: json!({ "type": kind, "description": about }) }
}

/// An argument that must be there.
fn must<'a>(name: &'a str, kind: &str, about: &str) -> Argument<'a> {
    Argument { required: true, ..may(name, kind, about) }
}

impl Argument<'_> {
    /// With more to its schema.
    fn with(mut self, key: &str, value: Value) -> Self {
        self.schema[key] = value;
        self
    }

    /// One of some words.
    fn of(self, words: &[&str], unset: Option<&str>) -> Self {
        let argument = self.with("enum", json!(words));
        match unset {
            Some(unset) => argument.with("default", json!(unset)),
            None => argument,
        }
    }

    /// A whole number within bounds.
    fn within(self, least: i64, most: Option<i64>) -> Self {
        let argument = self.with("minimum", json!(least));
        match most {
            Some(most) => argument.with("maximum", json!(most)),
            None => argument,
        }
    }
}

/// The deck of a call that must name one.
fn deck() -> [Argument<'static>; 2] {
    [must("presentationId", "string", "Id of the presentation (from list_presentations)"), alias()]
}

/// The deck of a call that may name it either way.
fn deck_either_way() -> [Argument<'static>; 2] {
    [may("presentationId", "string", "Id of the presentation (from list_presentations)"), alias()]
}

fn alias() -> Argument<'static> {
    may("id", "string", "Same as presentationId")
}

/// A tool's arguments after the deck's.
fn and<const A: usize, const B: usize>(
    first: [Argument<'static>; A],
    rest: [Argument<'static>; B],
) -> Vec<Argument<'static>> {
    first.into_iter().chain(rest).collect()
}

/// The tools that every deployment has.
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

/// The core tools and those that a deployment adds. One of the same name takes the place of ours and keeps its
/// permission and read-only mark unless it states its own.
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
            act: Act::Extension(extension),
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
