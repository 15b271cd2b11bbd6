//! The features of the SCIM interface, and its schemas (RFC 7644, section 4; RFC 7643, sections 5 to 7).

use axum::http::StatusCode;
use axum::response::Response;
use deck::Content;
use serde_json::{Value, json};

use super::list::{MAX_COUNT, list_answer};
use super::{GROUP, Provider, Result, USER, resource_answer};
use crate::http::{ApiError, Path, Query};

/// Returns the service provider configuration: which features of SCIM are supported.
pub(crate) async fn service_provider(provider: Provider) -> Response {
    let body = json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
        "patch": { "supported": true },
        "bulk": { "supported": false, "maxOperations": 0, "maxPayloadSize": 0 },
        "filter": { "supported": true, "maxResults": MAX_COUNT },
        "changePassword": { "supported": false },
        "sort": { "supported": false },
        "etag": { "supported": false },
        "authenticationSchemes": [{
            "type": "oauthbearertoken",
            "name": "Bearer token",
            "description": "The provisioning token of the organization, made in its settings",
            "primary": true,
        }],
        "meta": {
            "resourceType": "ServiceProviderConfig",
            "location": format!("{}/ServiceProviderConfig", provider.base),
        },
    });
    resource_answer(StatusCode::OK, &object(body))
}

/// Lists the resource types.
pub(crate) async fn resource_types(provider: Provider, query: Query) -> Result<Response> {
    list_answer(&query, types(&provider).into_iter())
}

/// Returns a resource type.
pub(crate) async fn resource_type(provider: Provider, Path(id): Path<String>) -> Result<Response> {
    resource_with_id(types(&provider), &id)
}

/// Lists the schemas.
pub(crate) async fn schemas(provider: Provider, query: Query) -> Result<Response> {
    list_answer(&query, all_schemas(&provider).into_iter())
}

/// Returns a schema.
pub(crate) async fn schema(provider: Provider, Path(id): Path<String>) -> Result<Response> {
    resource_with_id(all_schemas(&provider), &id)
}

/// A response with the resource that has this id. Fails as for an unknown path when there is none.
fn resource_with_id(resources: Vec<Content>, id: &str) -> Result<Response> {
    let found = resources.into_iter().find(|resource| resource.get("id").and_then(Value::as_str) == Some(id));
    Ok(resource_answer(StatusCode::OK, &found.ok_or(ApiError::NoSuchPath)?))
}

fn object(value: Value) -> Content {
    match value {
        Value::Object(object) => object,
        _ => Content::new(),
    }
}

fn types(provider: &Provider) -> Vec<Content> {
    let kind = |name: &str, endpoint: &str, about: &str, schema: &str| {
        object(json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
            "id": name,
            "name": name,
            "endpoint": endpoint,
            "description": about,
            "schema": schema,
            "meta": { "resourceType": "ResourceType", "location": provider.location("ResourceTypes", name) },
        }))
    };
    vec![
        kind("User", "/Users", "A member of the organization", USER),
        kind("Group", "/Groups", "A group of members", GROUP),
    ]
}

fn all_schemas(provider: &Provider) -> Vec<Content> {
    let emails = [
        attribute("value", "string", "The e-mail of the account. It does not change after the person was added"),
        attribute("type", "string", "Always `work`"),
        attribute("primary", "boolean", "Always true"),
    ];
    let name = [
        attribute("formatted", "string", "The name to show"),
        attribute("givenName", "string", "Given name"),
        attribute("familyName", "string", "Family name"),
    ];
    let members = [
        attribute("value", "string", "The id of a person"),
        with(attribute("$ref", "reference", "The address of the person"), "referenceTypes", json!(["User"])),
        attribute("type", "string", "Always `User`"),
    ];
    let user_name =
        attribute("userName", "string", "The name of the account at the identity provider, usually the e-mail");
    let user = [
        with(with(user_name, "required", json!(true)), "uniqueness", json!("server")),
        attribute("displayName", "string", "The name to show"),
        complex("name", false, &name, "The parts of the name"),
        with(complex("emails", true, &emails, "One e-mail, the one of the account"), "mutability", json!("immutable")),
        attribute("active", "boolean", "Whether the person has rights in the organization"),
    ];
    let display_name = attribute("displayName", "string", "The name of the group");
    let group = [
        with(with(display_name, "required", json!(true)), "uniqueness", json!("server")),
        complex("members", true, &members, "The people in the group"),
    ];
    let schema = |id: &str, name: &str, about: &str, attributes: &[Value]| {
        object(json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
            "id": id,
            "name": name,
            "description": about,
            "attributes": attributes,
            "meta": { "resourceType": "Schema", "location": provider.location("Schemas", id) },
        }))
    };
    vec![
        schema(USER, "User", "A member of the organization", &user),
        schema(GROUP, "Group", "A group of members", &group),
    ]
}

fn attribute(name: &str, kind: &str, about: &str) -> Value {
    json!({
        "name": name,
        "type": kind,
        "multiValued": false,
        "description": about,
        "required": false,
        "caseExact": false,
        "mutability": "readWrite",
        "returned": "default",
        "uniqueness": "none",
    })
}

/// An attribute with sub-attributes.
fn complex(name: &str, is_list: bool, attributes: &[Value], about: &str) -> Value {
    let complex = with(attribute(name, "complex", about), "multiValued", json!(is_list));
    with(complex, "subAttributes", json!(attributes))
}

/// The attribute with one of its characteristics changed.
fn with(mut attribute: Value, name: &str, value: Value) -> Value {
    attribute[name] = value;
    attribute
}
