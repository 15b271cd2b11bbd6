//! The fields of a slide type.

use regex_lite::Regex;
use serde::Serialize;
use serde_json::Value;

/// A declared field. The editor's form, validation, schemas and the agents' catalogue are derived from it.
#[derive(Debug, Clone)]
pub struct Field {
    /// Key of the field in a slide's content.
    pub key: String,
    /// Name of the field for people.
    pub label: String,
    /// One line of help, or empty.
    pub help: String,
    /// Kind of the values, with its bounds.
    pub kind: Kind,
    /// Whether the field must be present and not blank. A required list has at least `min_items` entries.
    pub required: bool,
    /// Whether the text, or the texts in the entries, are translated.
    pub translatable: bool,
    /// Maximum length of a text, in code points.
    pub max_length: Option<usize>,
    /// Value in a new slide.
    pub default: Option<Value>,
    /// Whether the field is offered to agents.
    pub agents: bool,
    /// Whether the field is accepted but neither published nor offered.
    pub hidden: bool,
    /// Hints for the editor's form.
    pub form: FormHints,
}

/// The kind of a field.
#[derive(Debug, Clone)]
pub enum Kind {
    /// One line of text, which may have to match a pattern.
    String(Option<Pattern>),
    /// Markdown; raw HTML in it is text.
    Markdown,
    /// Text that is stored verbatim.
    Code,
    /// CSV or TSV text.
    Csv,
    /// An address: http, https, mailto or root-relative.
    Url,
    /// A link: a slide of this deck, http, https or mailto.
    Link,
    /// A Lucide icon name.
    Icon,
    /// A picture: an upload, an https address, or an asset in a package.
    Image,
    /// The id of a slide in the same deck.
    SlideRef,
    /// One of several words.
    Enum {
        /// The listed values.
        options: Vec<String>,
        /// Whether any other slug is accepted too.
        open: bool,
        /// Older words and the listed ones that replace them.
        older: Vec<(String, String)>,
    },
    /// True or false.
    Boolean,
    /// A number within bounds.
    Number {
        /// Smallest value.
        min: Option<f64>,
        /// Largest value.
        max: Option<f64>,
    },
    /// A list of objects with fields.
    Items {
        /// Minimum number of entries, unless the list is empty.
        min: usize,
        /// Maximum number of entries.
        max: Option<usize>,
        /// The fields of an entry.
        fields: Vec<Field>,
        /// Whether the order of the entries has a meaning.
        ordered: bool,
    },
}

/// The kind of a field without its bounds, named as in a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "`Kind` documents them")]
pub enum FieldType {
    String,
    Markdown,
    Code,
    Csv,
    Url,
    Link,
    Icon,
    Image,
    SlideRef,
    Enum,
    Boolean,
    Number,
    Items,
}

impl FieldType {
    /// The name in a declaration.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Markdown => "markdown",
            Self::Code => "code",
            Self::Csv => "csv",
            Self::Url => "url",
            Self::Link => "link",
            Self::Icon => "icon",
            Self::Image => "image",
            Self::SlideRef => "slideRef",
            Self::Enum => "enum",
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::Items => "items",
        }
    }
}

/// A regular expression with its source.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    regex: Regex,
}

impl Pattern {
    /// Compiles an expression. Matching takes linear time.
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

/// Hints for the editor's form.
#[derive(Debug, Clone, Default)]
pub struct FormHints {
    /// Key and values of another field; the field is shown only while that field has one of them.
    pub visible_when: Option<(String, Vec<String>)>,
    /// Labels for the values of a choice: value, label.
    pub option_labels: Vec<(String, String)>,
    /// Step of a number.
    pub step: Option<f64>,
    /// Whether the address may be that of a sound or video which is uploaded here.
    pub media: bool,
}

impl Kind {
    /// The kind without its bounds.
    pub fn field_type(&self) -> FieldType {
        match self {
            Self::String(_) => FieldType::String,
            Self::Markdown => FieldType::Markdown,
            Self::Code => FieldType::Code,
            Self::Csv => FieldType::Csv,
            Self::Url => FieldType::Url,
            Self::Link => FieldType::Link,
            Self::Icon => FieldType::Icon,
            Self::Image => FieldType::Image,
            Self::SlideRef => FieldType::SlideRef,
            Self::Enum { .. } => FieldType::Enum,
            Self::Boolean => FieldType::Boolean,
            Self::Number { .. } => FieldType::Number,
            Self::Items { .. } => FieldType::Items,
        }
    }

    /// Whether values of this kind are texts that an author writes: neither choices, numbers, lists nor pictures.
    pub fn is_text(&self) -> bool {
        !matches!(self, Self::Enum { .. } | Self::Boolean | Self::Number { .. } | Self::Items { .. } | Self::Image)
    }

    /// The fields of a list entry; none for other kinds.
    pub fn item_fields(&self) -> Option<&[Field]> {
        match self {
            Self::Items { fields, .. } => Some(fields),
            _ => None,
        }
    }
}

impl Field {
    /// A field of a list entry, by its key.
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
