//! Validates content against the declarations of its type.
//!
//! The accepted values of each kind of field are defined only here. Memory is allocated only when a fault is found.

use std::fmt;

use serde_json::Value;

use crate::Content;
use crate::nearest::nearest;
use crate::registry::{Catalogue, Field, Kind, SlideType, is_slug, is_unset};

/// A value that breaks a rule of its declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The rule that is broken.
    pub breach: Breach,
    /// Path of the value, such as `items[2].title`.
    pub path: String,
    /// What the declaration expects.
    pub expected: String,
    /// The value, shortened for a message.
    pub got: String,
}

/// The ways to break a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// A key that is not declared.
    UnknownKey,
    /// Fewer list entries than required.
    TooFew,
    /// More list entries than allowed.
    TooMany,
    /// More code points than allowed.
    TooLong,
    /// A required field is absent or blank.
    Missing,
    /// A value of the wrong kind, or outside its choices or range.
    Kind,
}

impl Breach {
    /// Order in which strict validation reports faults: unknown keys, counts, lengths, everything else.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::UnknownKey => 0,
            Self::TooFew | Self::TooMany => 1,
            Self::TooLong => 2,
            Self::Missing | Self::Kind => 3,
        }
    }
}

/// The fault that strict validation reports, if any.
pub(crate) fn first_fault(slide_type: &SlideType, catalogue: &Catalogue, content: &Content) -> Option<Fault> {
    let mut first: Option<Fault> = None;
    each_fault(slide_type, catalogue, content, &mut |fault| {
        if first.as_ref().is_none_or(|best| fault.breach.rank() < best.breach.rank()) {
            first = Some(fault);
        }
    });
    first
}

/// Calls `report` for every fault of a slide's content.
pub(crate) fn each_fault(
    slide_type: &SlideType,
    catalogue: &Catalogue,
    content: &Content,
    report: &mut dyn FnMut(Fault),
) {
    for entry in content {
        if !is_known_key(slide_type, catalogue, entry.0) {
            report(unknown(entry, &Path::Root, &slide_type.fields));
        }
    }
    let root = Path::Root;
    for field in slide_type.fields.iter().chain(&slide_type.reserved).chain(&catalogue.global_options) {
        validate(field, content.get(&field.key), &Path::Key(&root, &field.key), report);
    }
}

/// Whether content of this type may have a key: that of a field of the type, of an option of all types, of a field that
/// the catalogue reserves for all types, or of a value that belongs to one stored slide.
pub(crate) fn is_known_key(slide_type: &SlideType, catalogue: &Catalogue, key: &str) -> bool {
    slide_type.any_field(key).is_some()
        || catalogue.global_options.iter().any(|option| option.key == key)
        || catalogue.reserved_keys.iter().any(|reserved| reserved == key)
        || slide_type.instance_keys.iter().any(|instance| instance.name() == key)
}

/// The first fault of one value. A blank value counts as valid, even if the field is required.
pub(crate) fn value_fault(field: &Field, value: &Value) -> Option<Fault> {
    let mut first = None;
    validate(field, Some(value), &Path::Key(&Path::Root, &field.key), &mut |fault| {
        if fault.path != field.key || fault.breach != Breach::Missing {
            first.get_or_insert(fault);
        }
    });
    first
}

/// A path that is not formatted before it is needed.
enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key(Self::Root, key) => out.write_str(key),
            Self::Key(parent, key) => write!(out, "{parent}.{key}"),
            Self::Index(parent, index) => write!(out, "{parent}[{index}]"),
        }
    }
}

fn fault(breach: Breach, path: &Path, expected: impl Into<String>, got: impl Into<String>) -> Fault {
    Fault { breach, path: path.to_string(), expected: expected.into(), got: got.into() }
}

/// The fault of a key that is not declared, with the nearest declared key.
fn unknown((key, value): (&String, &Value), parent: &Path, declared: &[Field]) -> Fault {
    let fields: Vec<&Field> = declared.iter().filter(|field| !field.hidden).collect();
    let names: Vec<&str> = fields.iter().map(|field| field.key.as_str()).collect();
    let expected = match names.as_slice() {
        [] => "no field of its own".to_owned(),
        names => format!("one of {}", names.join(", ")),
    };
    // Plain text is not meant for a picture, so a picture's key is not suggested for it: `authorImage` for `author`.
    let pictures = || fields.iter().filter(|field| matches!(field.kind, Kind::Image)).map(|field| field.key.as_str());
    let is_of_picture = |field: &Field| {
        pictures().any(|key| field.key.strip_prefix(key).is_some_and(|rest| matches!(rest, "" | "Alt")))
    };
    let is_plain_text = value.as_str().is_some_and(|text| !is_picture(text));
    let candidates = fields.iter().filter(|field| !is_plain_text || !is_of_picture(field));
    let got = match nearest(key, candidates.map(|field| field.key.as_str())).first() {
        Some(near) => format!("an unknown field: did you mean `{near}`?"),
        None => "an unknown field".to_owned(),
    };
    fault(Breach::UnknownKey, &Path::Key(parent, key), expected, got)
}

/// Reports the faults in the value of a field.
fn validate(field: &Field, value: Option<&Value>, path: &Path, report: &mut dyn FnMut(Fault)) {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        if field.required {
            report(fault(Breach::Missing, path, expectation(field), "nothing"));
        }
        return;
    };
    if let Kind::Items { min, max, fields, .. } = &field.kind {
        validate_items(field, (*min, *max), fields, value, path, report);
        return;
    }
    if is_unset(value) && value.is_string() {
        if field.required {
            report(fault(Breach::Missing, path, expectation(field), "a blank text"));
        }
        return;
    }
    if !fits(&field.kind, value) {
        report(fault(Breach::Kind, path, expectation(field), for_message(value)));
        return;
    }
    if let (Some(max), Value::String(text)) = (field.max_length, value)
        && text.len() > max
    {
        let length = text.chars().count();
        if length > max {
            report(fault(Breach::TooLong, path, format!("at most {max} characters"), format!("{length}")));
        }
    }
}

/// Whether a value is a string that is bound to every row of a data source (`{{…[*]}}`).
fn is_bound_to_rows(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.contains("{{") && text.contains("[*]"))
}

/// Reports the faults of a list and of its entries.
fn validate_items(
    field: &Field,
    (min, max): (usize, Option<usize>),
    fields: &[Field],
    value: &Value,
    path: &Path,
    report: &mut dyn FnMut(Fault),
) {
    let Value::Array(entries) = value else {
        let breach = if is_unset(value) && field.required { Breach::Missing } else { Breach::Kind };
        if breach == Breach::Missing || !is_unset(value) {
            report(fault(breach, path, expectation(field), for_message(value)));
        }
        return;
    };
    let count = entries.len();
    // An entry that repeats over the rows of a source may become any number of entries.
    let repeats = entries.iter().filter_map(Value::as_object).flat_map(Content::values).any(is_bound_to_rows);
    if !repeats && (count > 0 || field.required) && count < min.max(usize::from(field.required)) {
        report(fault(Breach::TooFew, path, expectation(field), entries_text(count)));
    } else if max.is_some_and(|max| count > max) {
        report(fault(Breach::TooMany, path, expectation(field), entries_text(count)));
    }
    for (index, entry) in entries.iter().enumerate() {
        let path = Path::Index(path, index);
        let Value::Object(entry) = entry else {
            report(fault(Breach::Kind, &path, "an object", for_message(entry)));
            continue;
        };
        for (key, value) in entry {
            if !fields.iter().any(|field| field.key == *key) {
                report(unknown((key, value), &path, fields));
            }
        }
        for field in fields {
            validate(field, entry.get(&field.key), &Path::Key(&path, &field.key), report);
        }
    }
}

/// Whether a value has the right kind and is among the choices or in the range.
fn fits(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::Number { min, max }, value) => number(value)
            .is_some_and(|number| min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)),
        (Kind::Boolean, Value::Bool(_))
        | (
            Kind::String(None) | Kind::Markdown | Kind::Code | Kind::Csv | Kind::Icon | Kind::SlideRef,
            Value::String(_),
        ) => true,
        (Kind::String(Some(pattern)), Value::String(text)) => pattern.matches(text),
        (Kind::Url, Value::String(text)) => is_address(text),
        (Kind::Link, Value::String(text)) => is_link(text),
        (Kind::Image, Value::String(text)) => is_picture(text),
        (Kind::Enum { options, open, older }, Value::String(text)) => {
            options.contains(text) || (*open && is_slug(text)) || older.iter().any(|(word, _)| word == text)
        }
        _ => false,
    }
}

/// The number that a JSON number or a numeric text contains.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

fn starts_with(text: &str, scheme: &str) -> bool {
    text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// Whether a text is an http, https or mailto address.
fn is_absolute_address(text: &str) -> bool {
    !text.contains(char::is_control)
        && ["http://", "https://", "mailto:"].iter().any(|scheme| starts_with(text, scheme))
}

/// Whether a text is an http, https, mailto or root-relative address. `https://` alone is accepted: it stands
/// for an address that is not filled in yet.
pub fn is_address(text: &str) -> bool {
    let text = text.trim();
    is_absolute_address(text) || (text.starts_with('/') && !text.starts_with("//") && !text.contains(char::is_control))
}

/// Whether a text is a link to a slide (`#slide:<id>`, `#<number>`) or an http, https or mailto address.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    match text.strip_prefix('#') {
        Some(rest) => match rest.strip_prefix("slide:") {
            Some(id) => !id.is_empty(),
            None => {
                rest.bytes().all(|byte| byte.is_ascii_digit()) && rest.parse::<u32>().is_ok_and(|number| number > 0)
            }
        },
        None => is_absolute_address(text),
    }
}

/// Whether a text is the address of a picture: an upload, an https address, or an asset in a package.
pub fn is_picture(text: &str) -> bool {
    let text = text.trim();
    let local = |rest: &str| !rest.is_empty() && !rest.contains(['/', '\\']) && rest != "..";
    text.strip_prefix("/uploads/").is_some_and(local)
        || text.strip_prefix("assets/").is_some_and(local)
        || (starts_with(text, "https://") && !text.contains(char::is_control))
}

/// What a declaration expects, for a message.
pub(crate) fn expectation(field: &Field) -> String {
    let blank = if field.required { " that is not blank" } else { "" };
    let length = field.max_length.map(|max| format!(" of at most {max} characters")).unwrap_or_default();
    match &field.kind {
        Kind::String(Some(pattern)) => format!("a text{length} of the form `{}`", pattern.source()),
        Kind::String(None) => format!("a text{length}{blank}"),
        Kind::Markdown => format!("Markdown text{length}{blank}"),
        Kind::Code | Kind::Csv => format!("{} text{length}{blank}", field.kind.field_type().name()),
        Kind::Icon => format!("the name of an icon{length}"),
        Kind::SlideRef => "the id of a slide".to_owned(),
        Kind::Url => format!("an http, https, mailto or root-relative address{length}"),
        Kind::Link => format!("`#slide:<id>`, `#<number>`, or an http, https or mailto address{length}"),
        Kind::Image => "a picture: `/uploads/<name>` or an https address".to_owned(),
        Kind::Enum { options, open, .. } => {
            let listed: Vec<&str> = options.iter().map(String::as_str).filter(|option| !option.is_empty()).collect();
            let more = if *open { ", or another slug" } else { "" };
            format!("one of {}{more}", listed.join(", "))
        }
        Kind::Boolean => "true or false".to_owned(),
        Kind::Number { min, max } => match (min, max) {
            (Some(min), Some(max)) => format!("a number from {min} to {max}"),
            (Some(min), None) => format!("a number of {min} or more"),
            (None, Some(max)) => format!("a number of {max} or less"),
            (None, None) => "a number".to_owned(),
        },
        Kind::Items { min, max, .. } => match (min, max) {
            (0, None) => "a list of objects".to_owned(),
            (min, None) => format!("a list of {min} or more entries"),
            (min, Some(max)) if min == max => format!("a list of exactly {max} entries"),
            (min, Some(max)) => format!("a list of {min} to {max} entries"),
        },
    }
}

fn entries_text(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

/// A value for a message: shortened, in backticks.
pub(crate) fn for_message(value: &Value) -> String {
    const MAX_CHARS: usize = 60;
    let text = match value {
        Value::Object(_) => return "an object".to_owned(),
        Value::Array(entries) => return format!("a list of {}", entries_text(entries.len())),
        Value::String(text) => format!("\"{text}\""),
        other => other.to_string(),
    };
    if text.chars().count() <= MAX_CHARS {
        return format!("`{text}`");
    }
    format!("`{}…`", text.chars().take(MAX_CHARS).collect::<String>())
}
