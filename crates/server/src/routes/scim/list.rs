//! Lists of resources: filters, pages, and which attributes are returned (RFC 7644, sections 3.4.2 and 3.9).

use axum::http::StatusCode;
use axum::response::Response;
use deck::Content;
use serde::Serialize;
use serde_json::Value;

use super::error::ScimError;
use super::filter::{AttributePath, Filter};
use super::{Result, resource_answer};
use crate::http::{Query, json_answer};

/// The maximum number of resources of a page.
pub(super) const MAX_COUNT: usize = 500;
const DEFAULT_COUNT: i64 = 100;
/// Attributes that every response contains, whatever the client selects.
const ALWAYS: [&str; 2] = ["id", "schemas"];

#[derive(Serialize)]
struct ListBody<'a> {
    schemas: [&'static str; 1],
    #[serde(rename = "totalResults")]
    total: usize,
    #[serde(rename = "startIndex")]
    start: usize,
    #[serde(rename = "itemsPerPage")]
    count: usize,
    #[serde(rename = "Resources")]
    resources: &'a [Content],
}

/// The attributes that a client selects.
pub(super) enum Selection {
    Default,
    Only(Vec<AttributePath>),
    Without(Vec<AttributePath>),
}

/// A response with the requested page of the resources that match the filter of the request.
///
/// # Errors
/// The filter, the page or the attributes cannot be read.
pub(super) fn list_answer(query: &Query, resources: impl Iterator<Item = Content>) -> Result<Response> {
    let filter = match query.text("filter") {
        Some(text) => Some(Filter::parse(&text).map_err(|error| ScimError::filter(format!("`filter`: {error}")))?),
        None => None,
    };
    let start = number(query, "startIndex", 1)?.max(1);
    let count = number(query, "count", DEFAULT_COUNT)?.min(MAX_COUNT);
    let selection = Selection::of(query)?;
    let found = resources.filter(|resource| filter.as_ref().is_none_or(|filter| filter.matches(resource)));
    let found: Vec<Content> = found.collect();
    let total = found.len();
    let mut page: Vec<Content> = found.into_iter().skip(start - 1).take(count).collect();
    for resource in &mut page {
        selection.apply(resource);
    }
    let body = ListBody {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        total,
        start,
        count: page.len(),
        resources: &page,
    };
    Ok(json_answer(StatusCode::OK, &body, 512 * (page.len() + 1)))
}

/// A response with the selected attributes of one resource.
///
/// # Errors
/// The attributes cannot be read.
pub(super) fn selected_answer(query: &Query, status: StatusCode, mut resource: Content) -> Result<Response> {
    Selection::of(query)?.apply(&mut resource);
    Ok(resource_answer(status, &resource))
}

/// A whole number from the query; `default` when it is absent. Negative numbers count as zero, and anything else is an
/// error.
fn number(query: &Query, name: &str, default: i64) -> Result<usize> {
    let number = match query.text(name) {
        Some(text) => {
            text.trim().parse::<i64>().map_err(|_| ScimError::value(format!("`{name}` is a whole number")))?
        }
        None => default,
    };
    Ok(usize::try_from(number).unwrap_or_default())
}

impl Selection {
    /// The selection of a request: `attributes`, `excludedAttributes`, or the default.
    ///
    /// # Errors
    /// `attributes` and `excludedAttributes` are both sent, or a name is not that of an attribute.
    pub(super) fn of(query: &Query) -> Result<Self> {
        let paths = |name: &str| -> Result<Option<Vec<AttributePath>>> {
            let Some(list) = query.text(name) else { return Ok(None) };
            let paths = list.split(',').map(str::trim).filter(|path| !path.is_empty());
            let fault = || ScimError::value(format!("`{name}` names attributes, with commas between them"));
            let paths = paths.map(|path| AttributePath::parse(path).ok_or_else(fault)).collect::<Result<Vec<_>>>()?;
            Ok(Some(paths).filter(|paths| !paths.is_empty()))
        };
        match (paths("attributes")?, paths("excludedAttributes")?) {
            (Some(_), Some(_)) => Err(ScimError::value("`attributes` and `excludedAttributes` exclude each other")),
            (Some(only), None) => Ok(Self::Only(only)),
            (None, Some(without)) => Ok(Self::Without(without)),
            (None, None) => Ok(Self::Default),
        }
    }

    /// Removes the attributes that were not selected.
    pub(super) fn apply(&self, resource: &mut Content) {
        resource.retain(|name, value| {
            let names = |path: &&AttributePath| name.eq_ignore_ascii_case(&path.attribute);
            if ALWAYS.contains(&name.as_str()) {
                return true;
            }
            match self {
                Self::Default => true,
                Self::Only(paths) => {
                    let named: Vec<&AttributePath> = paths.iter().filter(names).collect();
                    if named.iter().all(|path| path.sub.is_some()) {
                        retain_sub_attributes(value, |sub| named.iter().any(|path| names_sub_attribute(path, sub)));
                    }
                    !named.is_empty()
                }
                Self::Without(paths) => {
                    let named: Vec<&AttributePath> = paths.iter().filter(names).collect();
                    retain_sub_attributes(value, |sub| !named.iter().any(|path| names_sub_attribute(path, sub)));
                    named.iter().all(|path| path.sub.is_some())
                }
            }
        });
    }
}

fn names_sub_attribute(path: &AttributePath, name: &str) -> bool {
    path.sub.as_ref().is_some_and(|sub| sub.eq_ignore_ascii_case(name))
}

fn retain_sub_attributes(value: &mut Value, keep: impl Fn(&str) -> bool) {
    match value {
        Value::Object(complex) => complex.retain(|name, _| keep(name)),
        Value::Array(values) => {
            for complex in values.iter_mut().filter_map(Value::as_object_mut) {
                complex.retain(|name, _| keep(name));
            }
        }
        _ => {}
    }
}
