//! Reads declarations of slide types from JSON.
//!
//! Used for the compiled-in catalogue, files in a data folder and types of organizations. Errors name file, type and
//! field.

use serde_json::{Map, Value};

use super::Catalogue;
use super::declared_field::{ReadResult, field, fields, flag, optional_text, texts, wrong};
use super::field::{Field, Kind, is_slug};
use super::reads_as::ReadsAs;
use super::slide_type::{BuildMode, Category, DeckRole, InstanceKey, Interaction, LogoPlacement, Origin, SlideType};
use crate::Content;
use crate::rules::validate;

/// Why a declaration was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {}{fault}", location(.type_name, .field))]
pub struct DeclarationError {
    /// File name, or another name of the source.
    pub file: String,
    /// Key or id of the type, or empty when it is not known.
    pub type_name: String,
    /// Path of the field, or empty when the fault is not in a field.
    pub field: String,
    /// What is wrong.
    pub fault: String,
}

fn location(type_name: &str, field: &str) -> String {
    match (type_name, field) {
        ("", "") => String::new(),
        ("", field) => format!("`{field}`: "),
        (name, "") => format!("type `{name}`: "),
        (name, field) => format!("type `{name}`, field `{field}`: "),
    }
}

/// Reads one declaration.
///
/// # Errors
/// Fails at the first fault.
pub(super) fn slide_type(
    file: &str,
    value: &Value,
    origin: Origin,
    catalogue: &Catalogue,
) -> Result<SlideType, DeclarationError> {
    let name = ["key", "id", "slug"].iter().find_map(|key| value.get(key)?.as_str()).unwrap_or_default();
    read_type(value, origin, catalogue).map_err(|(field, fault)| DeclarationError {
        file: file.to_owned(),
        type_name: name.to_owned(),
        field,
        fault,
    })
}

/// Reads a declaration, and checks its example and its defaults.
fn read_type(value: &Value, origin: Origin, catalogue: &Catalogue) -> ReadResult<SlideType> {
    let Some(raw) = value.as_object() else {
        return wrong("", "a declaration is a JSON object");
    };
    let (key, id) = identity(raw, origin)?;
    let fields = fields(raw, "fields", "", catalogue)?;
    let given = match raw.get("defaults") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(given)) => given.clone(),
        Some(_) => return wrong("defaults", "expected an object"),
    };
    let defaults = defaults(&fields, given)?;
    let example = match raw.get("example") {
        None | Some(Value::Null) => defaults.clone(),
        Some(Value::Object(example)) => example.clone(),
        Some(_) => return wrong("example", "expected an object"),
    };
    let text = |key: &str| optional_text(raw, key);
    let label = match text("label")? {
        Some(label) if !label.trim().is_empty() => label,
        _ => return wrong("label", "a type needs a label"),
    };
    let label_field = match text("labelField")? {
        Some(named) if fields.iter().any(|field| field.key == named && field.kind.is_text()) => Some(named),
        Some(named) => return wrong("labelField", format!("`{named}` is not a declared text field")),
        None if origin == Origin::Core => None,
        None => fields
            .iter()
            .find(|field| field.key == "title" && field.kind.is_text())
            .or_else(|| fields.iter().find(|field| field.kind.is_text()))
            .map(|field| field.key.clone()),
    };
    let logo_field = text("logoField")?;
    if let Some(named) = logo_field.as_deref().filter(|named| fields.iter().all(|field| field.key != *named)) {
        return wrong("logoField", format!("`{named}` is not a declared field"));
    }
    let best_for = texts(raw, "bestFor")?;
    let usage = text("usage")?.filter(|usage| !usage.trim().is_empty());
    let slide_type = SlideType {
        documented: flag(raw, "documented")?.unwrap_or(!best_for.is_empty() || usage.is_some()),
        category: match text("category")?.as_deref() {
            Some("structural") => Category::Structural,
            Some("content") | None => Category::Content,
            Some(other) => return wrong("category", format!("expected structural or content, got `{other}`")),
        },
        interaction: match text("interaction")?.as_deref() {
            None => None,
            Some("poll") => Some(Interaction::Poll),
            Some("likert") => Some(Interaction::Likert),
            Some("feedback") => Some(Interaction::Feedback),
            Some(other) => {
                return wrong("interaction", format!("expected poll, likert or feedback, got `{other}`"));
            }
        },
        build: match text("buildMode")?.as_deref() {
            None => None,
            Some("body") => Some(BuildMode::Body),
            Some("cards") => Some(BuildMode::Cards),
            Some("chart") => Some(BuildMode::Chart),
            Some("image-zoom") => Some(BuildMode::ImageZoom),
            Some("code") => Some(BuildMode::Code),
            Some(other) => {
                return wrong("buildMode", format!("expected body, cards, chart, image-zoom or code, got `{other}`"));
            }
        },
        deck_role: match text("deckRole")?.as_deref() {
            None => None,
            Some("title") => Some(DeckRole::Title),
            Some("section") => Some(DeckRole::Section),
            Some(other) => return wrong("deckRole", format!("expected title or section, got `{other}`")),
        },
        logo: match text("logo")?.as_deref() {
            Some("corner") | None => LogoPlacement::Corner,
            Some("own") => LogoPlacement::Own,
            Some(other) => return wrong("logo", format!("expected corner or own, got `{other}`")),
        },
        description: text("description")?.unwrap_or_default(),
        not_for: texts(raw, "notFor")?,
        group: text("group")?.unwrap_or_else(|| "other".to_owned()),
        fallback: text("fallback")?,
        agents: flag(raw, "ai")?.unwrap_or(true),
        deprecated: flag(raw, "deprecated")?.unwrap_or(false),
        enabled: true,
        live_only: flag(raw, "liveOnly")?.unwrap_or(false),
        defaults_by_lang: defaults_by_lang(raw)?,
        reads_as: reads_as(raw)?,
        instance_keys: instance_keys(raw, origin)?,
        reserved: reserved(raw, catalogue)?,
        key,
        id,
        origin,
        label,
        best_for,
        usage,
        label_field,
        logo_field,
        fields,
        defaults,
        example,
    };
    check_samples(&slide_type, catalogue)?;
    Ok(slide_type)
}

/// Key and canonical id of a type. The rules depend on its origin.
fn identity(raw: &Content, origin: Origin) -> ReadResult<(String, String)> {
    let text = |key: &str| optional_text(raw, key);
    match origin {
        Origin::Core => {
            let (Some(key), Some(id)) = (text("key")?, text("id")?) else {
                return wrong("id", "a core type has a key and an id");
            };
            let short = key.strip_suffix("-slide").unwrap_or_default();
            if short.is_empty() || id != format!("eu.svc.slide.{short}") {
                return wrong("id", format!("`{id}` does not follow from the key `{key}`"));
            }
            Ok((key, id))
        }
        Origin::File => {
            let Some(id) = text("id")?.filter(|id| !id.is_empty()) else {
                return wrong("id", "a type from a file declares its id");
            };
            if id == "eu.svc" || id.starts_with("eu.svc.") || id.starts_with("eu.svc/") {
                return wrong("id", format!("`{id}` lies under `eu.svc`, which is kept for built-in types"));
            }
            if id.starts_with("core/") || id.starts_with("custom/") {
                return wrong("id", format!("the namespace of `{id}` is kept for the service"));
            }
            let is_valid_id = id.len() <= 200
                && id.chars().all(|sign| sign.is_ascii_alphanumeric() || "._-/".contains(sign))
                && (id.split('/').count() == 2 || (id.contains('.') && !id.contains('/')))
                && id.split(['.', '/']).all(|part| !part.is_empty());
            if !is_valid_id {
                return wrong("id", format!("`{id}` is neither of the form `org.example.name` nor `namespace/name`"));
            }
            let key = text("key")?.filter(|key| !key.is_empty()).unwrap_or_else(|| id.clone());
            if key != id && (!is_slug(&key) || key.starts_with("custom-")) {
                return wrong("key", format!("`{key}` is not a free slug"));
            }
            Ok((key, id))
        }
        Origin::Organization => match text("slug")? {
            Some(slug) if is_slug(&slug) => Ok((format!("custom-{slug}"), format!("custom/{slug}"))),
            Some(slug) => {
                wrong("slug", format!("`{slug}` is not a slug: lower-case letters, digits and hyphens, 32 at most"))
            }
            None => wrong("slug", "a type of an organization has a slug"),
        },
    }
}

/// The declared defaults, completed by the defaults of the fields. A required text without default gets the label of
/// its field, so that a new slide is valid.
fn defaults(fields: &[Field], mut given: Content) -> ReadResult<Content> {
    for field in fields {
        if given.contains_key(&field.key) {
            continue;
        }
        let value = match (&field.default, &field.kind) {
            (Some(default), _) => default.clone(),
            (None, _) if !field.required => continue,
            (None, Kind::Enum { options, .. }) if !options.is_empty() => Value::String(options[0].clone()),
            (None, Kind::Url) => Value::String("https://".to_owned()),
            (None, Kind::String(None) | Kind::Markdown | Kind::Code) => {
                Value::String(field.label.chars().take(field.max_length.unwrap_or(usize::MAX)).collect())
            }
            _ => return wrong(&field.key, "a required field of this kind needs a default"),
        };
        given.insert(field.key.clone(), value);
    }
    Ok(given)
}

/// Checks that the example and the defaults in every language are valid.
fn check_samples(slide_type: &SlideType, catalogue: &Catalogue) -> ReadResult<()> {
    let localised = slide_type
        .defaults_by_lang
        .iter()
        .map(|(lang, _)| (format!("defaultsByLang.{lang}"), slide_type.defaults_in(lang)));
    let samples =
        [("defaults".to_owned(), slide_type.defaults.clone()), ("example".to_owned(), slide_type.example.clone())];
    for (name, content) in samples.into_iter().chain(localised) {
        if let Some(fault) = validate::first_fault(slide_type, catalogue, &content) {
            return wrong(&fault.path, format!("{name}: expected {}, got {}", fault.expected, fault.got));
        }
    }
    Ok(())
}

fn defaults_by_lang(raw: &Content) -> ReadResult<Vec<(String, Content)>> {
    match raw.get("defaultsByLang") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(langs)) => langs
            .iter()
            .map(|(lang, content)| match content {
                Value::Object(content) => Ok((lang.clone(), content.clone())),
                _ => wrong(&format!("defaultsByLang.{lang}"), "expected an object"),
            })
            .collect(),
        Some(_) => wrong("defaultsByLang", "expected an object"),
    }
}

fn instance_keys(raw: &Content, origin: Origin) -> ReadResult<Vec<InstanceKey>> {
    let Some(keys) = raw.get("instanceKeys").and_then(Value::as_object).filter(|_| origin == Origin::Core) else {
        return Ok(Vec::new());
    };
    keys.keys()
        .map(|key| match key.as_str() {
            "pollId" => Ok(InstanceKey::PollId),
            "presentationId" => Ok(InstanceKey::PresentationId),
            other => wrong("instanceKeys", format!("unknown instance key `{other}`")),
        })
        .collect()
}

fn reserved(raw: &Content, catalogue: &Catalogue) -> ReadResult<Vec<Field>> {
    let Some(keys) = raw.get("reservedKeys").and_then(Value::as_object) else {
        return Ok(Vec::new());
    };
    keys.iter()
        .map(|(key, value)| {
            let mut raw = value.as_object().cloned().unwrap_or_default();
            raw.insert("key".to_owned(), Value::String(key.clone()));
            field(&raw, "", catalogue)
        })
        .collect()
}

fn reads_as(raw: &Content) -> ReadResult<Vec<ReadsAs>> {
    let rules = match raw.get("readsAs") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(rules)) => rules,
        Some(_) => return wrong("readsAs", "expected a list"),
    };
    rules
        .iter()
        .enumerate()
        .map(|(index, rule)| {
            ReadsAs::read(rule).ok_or_else(|| (format!("readsAs[{index}]"), format!("unknown rule: `{rule}`")))
        })
        .collect()
}
