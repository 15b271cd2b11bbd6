//! What a field of a slide type is: its kind, its bounds, who sees it.

use regex_lite::Regex;
use serde_json::Value;

/// One declared field. The editor's form, validation, both schemas and the agent catalogue all derive from it.
#[derive(Debug, Clone)]
pub struct Field {
    /// Name of the field in a slide's content.
    pub key: String,
    /// Name of the field for people.
    pub label: String,
    /// One line of help, empty when there is none.
    pub help: String,
    /// What the field holds, with the bounds of that kind.
    pub kind: Kind,
    /// A required field is present and not blank; a required list holds at least `min_items` entries.
    pub required: bool,
    /// Whether the text (or the text inside the entries) differs by language.
    pub translatable: bool,
    /// Most code points of a text.
    pub max_length: Option<usize>,
    /// Starting value of a new slide.
    pub default: Option<Value>,
    /// Whether agents are told of the field.
    pub agents: bool,
    /// Accepted, but neither published nor offered any more.
    pub hidden: bool,
    /// Extra facts for the editor's form.
    pub form: Form,
}

/// The kind of a field.
#[derive(Debug, Clone)]
pub enum Kind {
    /// One line of text, maybe held to a pattern.
    String(Option<Pattern>),
    /// Markdown; raw HTML in it is text.
    Markdown,
    /// Text kept verbatim.
    Code,
    /// CSV or TSV text.
    Csv,
    /// An address: http, https, mailto or root-relative.
    Url,
    /// A link: a slide of this deck, http, https or mailto.
    Link,
    /// A Lucide icon name.
    Icon,
    /// A picture: an upload, an https address, or an asset inside a package.
    Image,
    /// The id of a slide in the same deck.
    SlideRef,
    /// One of a few words.
    Enum {
        /// The listed values.
        options: Vec<String>,
        /// Whether any other slug is accepted too.
        open: bool,
        /// Older words and the listed ones they are read as.
        older: Vec<(String, String)>,
    },
    /// True or false.
    Boolean,
    /// A number inside its bounds.
    Number {
        /// Smallest value.
        min: Option<f64>,
        /// Largest value.
        max: Option<f64>,
    },
    /// A list of objects with fields of their own.
    Items {
        /// Fewest entries, once there are any.
        min: usize,
        /// Most entries.
        max: Option<usize>,
        /// The fields of an entry.
        fields: Vec<Field>,
        /// Whether the order of the entries carries meaning.
        ordered: bool,
    },
}

/// A regular expression with the text it was made from.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    regex: Regex,
}

impl Pattern {
    /// Compiles an expression; matching takes linear time.
    pub(crate) fn new(source: &str) -> Result<Self, String> {
        let regex = Regex::new(source).map_err(|fault| fault.to_string())?;
        Ok(Self { source: source.to_owned(), regex })
    }

    /// The expression as it was declared.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the text matches.
    pub fn matches(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

/// What only the editor's form needs.
#[derive(Debug, Clone, Default)]
pub struct Form {
    /// Show the field only while another has one of these values.
    pub visible_when: Option<(String, Vec<String>)>,
    /// Words for the values of a choice, value first.
    pub option_labels: Vec<(String, String)>,
    /// Step of a number.
    pub step: Option<f64>,
}

impl Kind {
    /// The name of the kind in a declaration.
    pub fn name(&self) -> &'static str {
        match self {
            Self::String(_) => "string",
            Self::Markdown => "markdown",
            Self::Code => "code",
            Self::Csv => "csv",
            Self::Url => "url",
            Self::Link => "link",
            Self::Icon => "icon",
            Self::Image => "image",
            Self::SlideRef => "slideRef",
            Self::Enum { .. } => "enum",
            Self::Boolean => "boolean",
            Self::Number { .. } => "number",
            Self::Items { .. } => "items",
        }
    }

    /// Whether a value of this kind is a JSON string that a person wrote: everything but choices, numbers and lists.
    pub fn is_text(&self) -> bool {
        !matches!(self, Self::Enum { .. } | Self::Boolean | Self::Number { .. } | Self::Items { .. } | Self::Image)
    }

    /// The fields of an entry, for a list.
    pub fn item_fields(&self) -> Option<&[Field]> {
        match self {
            Self::Items { fields, .. } => Some(fields),
            _ => None,
        }
    }
}

impl Field {
    /// The field of an entry by its key.
    pub fn item_field(&self, key: &str) -> Option<&Field> {
        self.kind.item_fields()?.iter().find(|field| field.key == key)
    }
}

/// Whether a value counts as unset: null, a blank text or an empty list.
pub fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(entries) => entries.is_empty(),
        _ => false,
    }
}

/// Whether a text is a slug: a lower-case letter or digit, then up to 31 of those or hyphens.
pub fn is_slug(text: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.len() <= 32 && text.bytes().next().is_some_and(word) && text.bytes().all(|byte| word(byte) || byte == b'-')
}
