//! SCIM 2.0 (RFC 7643, RFC 7644): an identity provider manages the people and groups of an organization.
//!
//! The gate has checked the provider's token. A PATCH is applied to the current resource as JSON, which is then parsed
//! like the body of a PUT. The use cases are in [`service::Provisioning`].

mod discovery;
mod error;
mod filter;
#[cfg(any(test, feature = "fuzz"))]
mod fuzz;
mod groups;
mod list;
mod patch;
mod users;

use axum::extract::FromRequestParts;
use axum::http::header::LOCATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use deck::Content;
use serde_json::Value;
use service::Provisioner;

pub(crate) use self::discovery::{resource_type, resource_types, schema, schemas, service_provider};
use self::error::ScimError;
#[cfg(any(test, feature = "fuzz"))]
pub use self::fuzz::check_scim;
pub(crate) use self::groups::{
    create as create_group, delete as delete_group, list as list_groups, patch as patch_group, read as read_group,
    replace as replace_group,
};
pub(crate) use self::users::{
    create as create_user, delete as delete_user, list as list_users, patch as patch_user, read as read_user,
    replace as replace_user,
};
use crate::http::{ApiError, App, Body, json_answer, site_address};

/// The schema of people.
const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
/// The schema of groups.
const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";

type Result<T> = std::result::Result<T, ScimError>;

/// Extractor: the identity provider that the gate has authenticated, and the address of the SCIM interface that it
/// called.
pub(crate) struct Provider {
    provisioner: Provisioner,
    base: String,
}

impl FromRequestParts<App> for Provider {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> std::result::Result<Self, ApiError> {
        let provisioner = parts.extensions.get::<Provisioner>().cloned().ok_or(ApiError::NoSuchPath)?;
        Ok(Self { provisioner, base: base(app, &parts.headers) })
    }
}

impl Provider {
    /// The web address of a resource.
    fn location(&self, kind: &str, id: &str) -> String {
        format!("{}/{kind}/{id}", self.base)
    }
}

/// Handles all other paths below `/scim/v2`: always 404.
pub(crate) async fn unknown_path() -> ApiError {
    ApiError::NoSuchPath
}

/// The web address of the SCIM interface.
fn base(app: &App, headers: &HeaderMap) -> String {
    format!("{}/scim/v2", site_address(headers, &app.settings))
}

/// A response with a resource.
fn resource_answer(status: StatusCode, resource: &Content) -> Response {
    let mut answer = json_answer(status, resource, 1024);
    let location = resource.get("meta").and_then(|meta| meta.get("location")).and_then(Value::as_str);
    if status == StatusCode::CREATED
        && let Some(Ok(location)) = location.map(HeaderValue::from_str)
    {
        answer.headers_mut().insert(LOCATION, location);
    }
    answer
}

/// The body of a request as a JSON object.
async fn object(body: Body) -> Result<Content> {
    body.object().await.map_err(ScimError::body)
}

fn no_content() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// An attribute that is a text; none when it is absent or empty.
fn text(resource: &Content, name: &str) -> Result<Option<String>> {
    match filter::field(resource, name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone()).filter(|text| !text.is_empty())),
        Some(_) => Err(ScimError::value(format!("`{name}` is a text"))),
    }
}

/// The values of an attribute that is a list; empty when it is absent. A single value counts as a list with one entry.
fn values<'a>(resource: &'a Content, name: &str) -> &'a [Value] {
    match filter::field(resource, name) {
        None | Some(Value::Null) => &[],
        Some(Value::Array(values)) => values,
        Some(value) => std::slice::from_ref(value),
    }
}
