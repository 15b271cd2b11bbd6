//! The tools: name, arguments, permission and use case of each.
//!
//! Descriptions are written for models: what a tool does, its bounds and defaults, and alternatives.

mod author;
mod catalogue;
mod comments;
mod decks;
mod edit;
mod findings;
mod images;
mod library;
mod outline;
mod preview;
mod slides;
mod sources;
mod texts;
mod versions;
mod writing;

use std::pin::Pin;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use service::{Caller, Error, Scope, Service, SlideRef};

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
    /// Whether it only adds data, so that it destroys nothing.
    is_additive: bool,
    /// Whether repeating a call with the same arguments has no further effect.
    is_idempotent: bool,
    /// Whether it is not one of the 27 tools of the original interface. An additional tool rejects unknown arguments.
    is_additional: bool,
    /// Whether it has the argument `presentationId`, for which `id` is accepted as well.
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

/// A tool call that passed all checks.
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
    /// Pictures as PNG, and an object that describes them.
    Pictures(Vec<Vec<u8>>, Value),
}

/// An argument that a tool does not have, and the most similar name of one that it has.
#[derive(Debug)]
pub(super) struct UnknownArgument<'a> {
    name: &'a str,
    nearest: Option<&'a str>,
}

impl std::fmt::Display for UnknownArgument<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = deck::shortened(self.name, 60);
        match self.nearest {
            Some(nearest) => write!(out, "Ignored the unknown argument `{name}`: did you mean `{nearest}`?"),
            None => write!(out, "Ignored the unknown argument `{name}`"),
        }
    }
}

impl ToolOutput {
    /// Adds the ignored arguments to the output, if there are any.
    pub(super) fn with_ignored(self, unknown: &[UnknownArgument<'_>]) -> Self {
        if unknown.is_empty() {
            return self;
        }
        let listed = || unknown.iter().map(|argument| json!({ "name": argument.name, "nearest": argument.nearest }));
        match self {
            Self::Json(mut value) => {
                value["ignored"] = listed().collect();
                Self::Json(value)
            }
            Self::Pictures(pictures, mut about) => {
                about["ignored"] = listed().collect();
                Self::Pictures(pictures, about)
            }
            Self::Text(mut page) => {
                // A name that contains `--` could end the comment.
                let names: Vec<String> =
                    unknown.iter().map(|argument| argument.to_string().replace("--", "")).collect();
                page.extend(["\n<!-- ", &names.join("; "), " -->"]);
                Self::Text(page)
            }
        }
    }

    /// The output as the result of a tool call.
    pub(super) fn into_result(self) -> Value {
        let (pictures, text) = match self {
            Self::Json(value) => (Vec::new(), value.to_string()),
            Self::Text(text) => (Vec::new(), text),
            Self::Pictures(pictures, about) => (pictures, about.to_string()),
        };
        let block = |png: &Vec<u8>| json!({ "type": "image", "data": STANDARD.encode(png), "mimeType": "image/png" });
        let text = json!({ "type": "text", "text": text });
        json!({ "content": pictures.iter().map(block).chain([text]).collect::<Vec<_>>() })
    }
}

/// Adds notices to an answer, if there are any.
fn with_notices(mut answer: Value, notices: &[String]) -> Value {
    if !notices.is_empty() {
        answer["notices"] = json!(notices);
    }
    answer
}

impl Call<'_> {
    /// Adds `editUrl`, and `presentUrl` if `with_present_url` is set, unless the address of the instance is unknown.
    fn with_urls(self, mut answer: Value, id: &str, with_present_url: bool) -> Value {
        if let Some(base) = &self.service.config.base_url {
            answer["editUrl"] = json!(format!("{base}/app/{id}"));
            if with_present_url {
                answer["presentUrl"] = json!(format!("{base}/present/{id}"));
            }
        }
        answer
    }

    /// The slide that `slideIndex` or `slideId` names.
    fn slide(self) -> Result<SlideRef, Error> {
        let (index, id) = (self.arguments.integer("slideIndex")?, self.arguments.nonblank_text("slideId")?);
        if index.is_none() && id.is_none() {
            return Err(Error::invalid(
                "slideIndex: expected a whole number (or slideId: the id of a slide), got nothing",
            ));
        }
        Ok(SlideRef { index, id: id.map(Into::into) })
    }
}

impl Tool {
    /// A core tool.
    fn new(name: &str, permission: Scope, description: &str, arguments: &[Argument<'_>], implementation: Core) -> Self {
        let properties: serde_json::Map<String, Value> =
            arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema.clone())).collect();
        let required: Vec<&str> =
            arguments.iter().filter(|argument| argument.required).map(|argument| argument.name).collect();
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        Self {
            name: name.to_owned(),
            description: description.to_owned(),
            takes_deck: arguments.iter().any(|argument| argument.name == "presentationId"),
            schema,
            permission: Some(permission),
            read_only: false,
            is_additive: false,
            is_idempotent: false,
            is_additional: false,
            action: Action::Core(implementation),
        }
    }

    /// The arguments of a call that this tool ignores because it does not have them. Always empty for an additional
    /// tool, which rejects them, and for a tool of the deployment, which receives all arguments.
    pub(super) fn unknown_arguments<'a>(&'a self, arguments: &'a Arguments) -> Vec<UnknownArgument<'a>> {
        let ignores = matches!(self.action, Action::Core(_)) && !self.is_additional;
        let properties = self.schema["properties"].as_object().filter(|_| ignores);
        let Some(properties) = properties else { return Vec::new() };
        let unknown = arguments.all().keys().filter(|name| !properties.contains_key(*name));
        let nearest = |name: &str| {
            let free = properties.keys().map(String::as_str).filter(|known| !arguments.all().contains_key(*known));
            deck::nearest(name, free).first().copied()
        };
        unknown.map(|name| UnknownArgument { name, nearest: nearest(name) }).collect()
    }

    /// The same tool, marked as read-only.
    fn read_only(self) -> Self {
        Self { read_only: true, ..self }
    }

    /// The same tool, marked as one that only adds.
    fn additive(self) -> Self {
        Self { is_additive: true, ..self }
    }

    /// The same tool, marked as one that may be called again without further effect.
    fn idempotent(self) -> Self {
        Self { is_idempotent: true, ..self }
    }

    /// Fails when an additional tool gets an argument that it does not have.
    ///
    /// # Errors
    /// The error names the unknown argument, and the most similar argument or else all arguments of the tool.
    pub(super) fn refuse_unknown_arguments(&self, arguments: &Arguments) -> Result<(), Error> {
        let known = self.schema["properties"].as_object().filter(|_| self.is_additional);
        let Some(known) = known else { return Ok(()) };
        let Some(other) = arguments.all().keys().find(|name| !known.contains_key(*name)) else { return Ok(()) };
        let names: Vec<&str> = known.keys().map(String::as_str).collect();
        let hint = match deck::nearest(other, names.iter().copied()).first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it takes {}", names.join(", ")),
        };
        Err(Error::invalid(format!("`{other}`: {} has no such argument; {hint}", self.name)))
    }

    /// The tool as an entry of `tools/list`.
    pub(super) fn as_entry(&self) -> Value {
        let mut view = json!({ "name": self.name, "description": self.description, "inputSchema": self.schema });
        view["annotations"] = match &self.action {
            _ if self.read_only => json!({ "title": title_of(&self.name), "readOnlyHint": true }),
            Action::Core(_) => json!({
                "title": title_of(&self.name), "destructiveHint": !self.is_additive,
                "idempotentHint": self.is_idempotent,
            }),
            Action::Extension(_) => json!({ "title": title_of(&self.name) }),
        };
        view
    }
}

/// The name of a tool for people, such as `Add slide`.
fn title_of(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
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
    /// Sets a key of the argument's schema.
    fn with(mut self, key: &str, value: Value) -> Self {
        self.schema[key] = value;
        self
    }

    /// Limits the argument to these values, and names its default.
    fn of(self, values: &[&str], default: Option<&str>) -> Self {
        let argument = self.with("enum", json!(values));
        match default {
            Some(default) => argument.with("default", json!(default)),
            None => argument,
        }
    }

    /// Sets the bounds of the argument: at least `least`, and at most `most` if given.
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
    [required("presentationId", "string", "Id of the deck"), id_alias()]
}

/// The arguments that name a deck, by `presentationId` or `id`.
fn deck_or_alias() -> [Argument<'static>; 2] {
    [optional("presentationId", "string", "Id of the deck"), id_alias()]
}

fn id_alias() -> Argument<'static> {
    optional("id", "string", "Same as presentationId")
}

/// The arguments that name a slide, by `slideIndex` or `slideId`.
fn slide_arguments() -> [Argument<'static>; 2] {
    [
        optional("slideIndex", "integer", "Counts from 0; this or slideId is required").within(0, None),
        optional("slideId", "string", "Id of the slide; stays the same when slides move"),
    ]
}

/// Concatenates two lists of arguments.
fn joined(
    first: impl IntoIterator<Item = Argument<'static>>,
    rest: impl IntoIterator<Item = Argument<'static>>,
) -> Vec<Argument<'static>> {
    first.into_iter().chain(rest).collect()
}

/// The 27 tools of the original interface, whose names, arguments and results are fixed.
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

/// The tools beyond those of the original interface.
pub(super) fn additional() -> Vec<Tool> {
    let tools = [
        edit::tools(),
        texts::tools(),
        versions::tools(),
        images::tools(),
        outline::tools(),
        sources::tools(),
        library::tools(),
    ];
    tools.into_iter().flatten().map(|tool| Tool { is_additional: true, ..tool }).collect()
}

/// The core tools and those of the deployment. A tool of the deployment replaces a core tool with the same name, and
/// inherits its permission and read-only mark unless it declares its own.
pub(super) fn with_extensions(mut tools: Vec<Tool>, extensions: Vec<Extension>) -> Vec<Tool> {
    for extension in extensions {
        let replaced = tools.iter().position(|tool| tool.name == extension.name);
        let replaced = replaced.map(|index| tools.remove(index));
        let takes_deck = extension.takes("presentationId") && !extension.takes("id");
        tools.push(Tool {
            name: extension.name.clone(),
            description: extension.description.clone(),
            schema: extension.schema.clone(),
            permission: extension.permission.or_else(|| replaced.as_ref().and_then(|tool| tool.permission)),
            read_only: extension.read_only.unwrap_or_else(|| replaced.as_ref().is_some_and(|tool| tool.read_only)),
            is_additive: false,
            is_idempotent: false,
            is_additional: false,
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
    fn the_original_interface_has_27_tools_and_all_schemas_are_plain() {
        assert_eq!(core().len(), 27);
        for tool in core().iter().chain(&additional()) {
            assert_eq!(tool.schema["type"], "object", "{}", tool.name);
            assert!(tool.schema.get("anyOf").is_none() && tool.permission.is_some(), "{}", tool.name);
            assert!(tool.description.len() < 900, "{} is described at length", tool.name);
            for (name, property) in tool.schema["properties"].as_object().unwrap() {
                assert!(property["description"].is_string(), "{} {name}", tool.name);
            }
        }
    }
}
