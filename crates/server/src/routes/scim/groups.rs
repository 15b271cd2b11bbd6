//! `/Groups`: groups of people of the organization.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use deck::Content;
use serde_json::{Value, json};
use service::{GroupFields, GroupId, MemberGroup, UserId, iso};

use super::error::ScimError;
use super::list::{list_answer, selected_answer};
use super::patch::{Attributes, Shape, apply};
use super::{GROUP, Provider, Result, no_content, object, text, values};
use crate::http::{App, Body, Path, Query};

/// The attributes of groups that Lectern stores.
pub(super) const ATTRIBUTES: Attributes = &[
    ("schemas", Shape::ReadOnly),
    ("id", Shape::ReadOnly),
    ("meta", Shape::ReadOnly),
    ("externalId", Shape::Simple),
    ("displayName", Shape::Simple),
    ("members", Shape::Many),
];

/// Lists groups.
pub(crate) async fn list(State(app): State<App>, provider: Provider, query: Query) -> Result<Response> {
    let groups = app.service.provisioning.groups(&provider.provisioner).await?;
    list_answer(&query, groups.iter().map(|group| resource(&provider, group)))
}

/// Returns a group.
pub(crate) async fn read(
    State(app): State<App>,
    provider: Provider,
    Path(id): Path<GroupId>,
    query: Query,
) -> Result<Response> {
    let group = app.service.provisioning.group(&provider.provisioner, &id).await?;
    selected_answer(&query, StatusCode::OK, resource(&provider, &group))
}

/// Creates a group.
pub(crate) async fn create(State(app): State<App>, provider: Provider, query: Query, body: Body) -> Result<Response> {
    let fields = fields(&object(body).await?)?;
    let group = app.service.provisioning.create_group(&provider.provisioner, fields).await?;
    selected_answer(&query, StatusCode::CREATED, resource(&provider, &group))
}

/// Replaces the name and the members of a group.
pub(crate) async fn replace(
    State(app): State<App>,
    provider: Provider,
    Path(id): Path<GroupId>,
    query: Query,
    body: Body,
) -> Result<Response> {
    app.service.provisioning.group(&provider.provisioner, &id).await?;
    let fields = fields(&object(body).await?)?;
    let group = app.service.provisioning.update_group(&provider.provisioner, &id, fields).await?;
    selected_answer(&query, StatusCode::OK, resource(&provider, &group))
}

/// Changes a group. The response is empty, since a group may have many members.
pub(crate) async fn patch(
    State(app): State<App>,
    provider: Provider,
    Path(id): Path<GroupId>,
    body: Body,
) -> Result<Response> {
    app.service.provisioning.group(&provider.provisioner, &id).await?;
    let request = object(body).await?;
    let change = |group: &MemberGroup| {
        let mut changed = resource(&provider, group);
        apply(&mut changed, &request, ATTRIBUTES)?;
        fields(&changed)
    };
    app.service.provisioning.change_group(&provider.provisioner, &id, change).await?;
    Ok(no_content())
}

/// Deletes a group.
pub(crate) async fn delete(State(app): State<App>, provider: Provider, Path(id): Path<GroupId>) -> Result<Response> {
    app.service.provisioning.delete_group(&provider.provisioner, &id).await?;
    Ok(no_content())
}

/// A group as a SCIM resource.
fn resource(provider: &Provider, group: &MemberGroup) -> Content {
    let members: Vec<Value> = group
        .members
        .iter()
        .map(|user| json!({ "value": user, "type": "User", "$ref": provider.location("Users", user.as_str()) }))
        .collect();
    let mut resource = Content::new();
    resource.insert("schemas".to_owned(), json!([GROUP]));
    resource.insert("id".to_owned(), json!(group.id));
    if let Some(id) = &group.external_id {
        resource.insert("externalId".to_owned(), json!(id));
    }
    resource.insert("displayName".to_owned(), json!(group.name));
    resource.insert("members".to_owned(), Value::Array(members));
    let meta = json!({
        "resourceType": "Group",
        "created": iso(group.created_at),
        "lastModified": iso(group.updated_at),
        "location": provider.location("Groups", group.id.as_str()),
    });
    resource.insert("meta".to_owned(), meta);
    resource
}

/// Parses a group from a SCIM resource.
///
/// # Errors
/// An attribute has another form than the schema says, `displayName` is missing, or a member is a group.
pub(super) fn fields(resource: &Content) -> Result<GroupFields> {
    let mut members = Vec::new();
    for value in values(resource, "members") {
        let member = match value {
            Value::String(id) => Some(id.clone()),
            Value::Object(member) => {
                if text(member, "type")?.is_some_and(|kind| kind.eq_ignore_ascii_case("group")) {
                    return Err(ScimError::value("`members`: groups within groups are not supported"));
                }
                text(member, "value")?
            }
            _ => None,
        };
        members.push(UserId::from(
            member.ok_or_else(|| ScimError::value("`members` is a list of objects with a `value`"))?,
        ));
    }
    members.sort();
    members.dedup();
    Ok(GroupFields {
        name: text(resource, "displayName")?.ok_or_else(|| ScimError::value("`displayName` is required"))?,
        external_id: text(resource, "externalId")?,
        members,
    })
}
