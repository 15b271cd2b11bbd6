//! Responses of the SCIM interface, for identity providers, in the form of RFC 7644.

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::Response;
use serde::Serialize;

use super::error::ErrorText;

const SCIM_JSON: HeaderValue = HeaderValue::from_static("application/scim+json; charset=utf-8");

/// The `scimType` of an error, such as `uniqueness`, as an extension of its response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ScimType(pub(crate) &'static str);

/// The body of an error, RFC 7644, section 3.12.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScimErrorBody<'a> {
    schemas: [&'static str; 1],
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scim_type: Option<&'static str>,
    detail: &'a str,
}

/// Converts a response to the form of SCIM: the content type, if the response has one, and the body of an error.
pub(super) fn in_scim_form(mut answer: Response) -> Response {
    if answer.headers().contains_key(CONTENT_TYPE) {
        answer.headers_mut().insert(CONTENT_TYPE, SCIM_JSON);
    }
    let Some(ErrorText(detail)) = answer.extensions_mut().remove() else { return answer };
    let status = answer.status();
    let body = ScimErrorBody {
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        status: status.as_str(),
        scim_type: answer.extensions().get().map(|ScimType(kind)| *kind),
        detail: &detail,
    };
    let body = serde_json::to_vec(&body).unwrap_or_default();
    answer.headers_mut().remove(CONTENT_LENGTH);
    *answer.body_mut() = Body::from(body);
    answer
}
