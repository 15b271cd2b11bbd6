//! `/Users`: the people of the organization.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use deck::Content;
use serde_json::{Value, json};
use service::{ProvisionedUser, UserFields, UserId, iso};

use super::error::ScimError;
use super::list::{list_answer, selected_answer};
use super::patch::{Attributes, Shape, apply};
use super::{Provider, Result, USER, filter, no_content, object, text, values};
use crate::http::{App, Body, Path, Query};

/// The attributes of people that Lectern stores.
pub(super) const ATTRIBUTES: Attributes = &[
    ("schemas", Shape::ReadOnly),
    ("id", Shape::ReadOnly),
    ("meta", Shape::ReadOnly),
    ("externalId", Shape::Simple),
    ("userName", Shape::Simple),
    ("displayName", Shape::Simple),
    ("active", Shape::Simple),
    ("name", Shape::Complex),
    ("emails", Shape::Many),
];

/// Lists people.
pub(crate) async fn list(State(app): State<App>, provider: Provider, query: Query) -> Result<Response> {
    let users = app.service.provisioning.users(&provider.provisioner).await?;
    list_answer(&query, users.iter().map(|user| resource(&provider, user)))
}

/// Returns a person.
pub(crate) async fn read(
    State(app): State<App>,
    provider: Provider,
    Path(id): Path<UserId>,
    query: Query,
) -> Result<Response> {
    let user = app.service.provisioning.user(&provider.provisioner, &id).await?;
    selected_answer(&query, StatusCode::OK, resource(&provider, &user))
}

/// Adds a person.
pub(crate) async fn create(State(app): State<App>, provider: Provider, query: Query, body: Body) -> Result<Response> {
    let fields = fields(&object(body).await?)?;
    let user = app.service.provisioning.create_user(&provider.provisioner, fields).await?;
    selected_answer(&query, StatusCode::CREATED, resource(&provider, &user))
}

/// Replaces all attributes of a person.
pub(crate) async fn replace(
    State(app): State<App>,
    provider: Provider,
    Path(id): Path<UserId>,
    query: Query,
    body: Body,
) -> Result<Response> {
    app.service.provisioning.user(&provider.provisioner, &id).await?;
    let fields = fields(&object(body).await?)?;
    let user = app.service.provisioning.update_user(&provider.provisioner, &id, fields).await?;
    selected_answer(&query, StatusCode::OK, resource(&provider, &user))
}

/// Changes a person.
pub(crate) async fn patch(
    State(app): State<App>,
    provider: Provider,
    Path(id): Path<UserId>,
    query: Query,
    body: Body,
) -> Result<Response> {
    app.service.provisioning.user(&provider.provisioner, &id).await?;
    let request = object(body).await?;
    let change = |user: &ProvisionedUser| {
        let mut changed = without_derived_names(resource(&provider, user), user);
        apply(&mut changed, &request, ATTRIBUTES)?;
        fields(&changed)
    };
    let user = app.service.provisioning.change_user(&provider.provisioner, &id, change).await?;
    selected_answer(&query, StatusCode::OK, resource(&provider, &user))
}

/// Deletes a person.
pub(crate) async fn delete(State(app): State<App>, provider: Provider, Path(id): Path<UserId>) -> Result<Response> {
    app.service.provisioning.delete_user(&provider.provisioner, &id).await?;
    Ok(no_content())
}

/// A person as a SCIM resource.
fn resource(provider: &Provider, user: &ProvisionedUser) -> Content {
    let UserFields { user_name, email, external_id, display_name, given_name, family_name, .. } = &user.fields;
    let mut resource = Content::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() {
            resource.insert(name.to_owned(), value);
        }
    };
    put("schemas", json!([USER]));
    put("id", json!(user.id));
    put("externalId", json!(external_id));
    put("userName", json!(user_name));
    let shown_name = display_name.as_deref().or(Some(user.name.as_str())).filter(|name| !name.is_empty());
    put("displayName", json!(shown_name));
    let mut name = Content::new();
    for (key, value) in
        [("formatted", shown_name), ("givenName", given_name.as_deref()), ("familyName", family_name.as_deref())]
    {
        if let Some(value) = value {
            name.insert(key.to_owned(), json!(value));
        }
    }
    put("name", if name.is_empty() { Value::Null } else { Value::Object(name) });
    put("emails", json!([{ "value": email, "type": "work", "primary": true }]));
    put("active", json!(user.active));
    put(
        "meta",
        json!({
            "resourceType": "User",
            "created": iso(user.created_at),
            "lastModified": iso(user.updated_at),
            "location": provider.location("Users", user.id.as_str()),
        }),
    );
    resource
}

/// A resource without the names that Lectern derived because the identity provider sent none.
fn without_derived_names(mut resource: Content, user: &ProvisionedUser) -> Content {
    if user.fields.display_name.is_none() {
        resource.remove("displayName");
    }
    if let Some(Value::Object(name)) = resource.get_mut("name") {
        name.remove("formatted");
    }
    resource
}

/// Parses a person from a SCIM resource.
///
/// # Errors
/// An attribute has another form than the schema says, or `userName` is missing.
pub(super) fn fields(resource: &Content) -> Result<UserFields> {
    let none = Content::new();
    let name = match filter::field(resource, "name") {
        None | Some(Value::Null) => &none,
        Some(Value::Object(name)) => name,
        Some(_) => return Err(ScimError::value("`name` is an object")),
    };
    let (given_name, family_name) = (text(name, "givenName")?, text(name, "familyName")?);
    let formatted = text(name, "formatted")?.filter(|_| given_name.is_none() && family_name.is_none());
    Ok(UserFields {
        user_name: text(resource, "userName")?.ok_or_else(|| ScimError::value("`userName` is required"))?,
        email: email(resource)?,
        external_id: text(resource, "externalId")?,
        display_name: text(resource, "displayName")?.or(formatted),
        given_name,
        family_name,
        active: filter::field(resource, "active").map(boolean).transpose()?.flatten(),
    })
}

/// A boolean, which some identity providers write as a text.
fn boolean(value: &Value) -> Result<Option<bool>> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(active) => Ok(Some(*active)),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
        _ => Err(ScimError::value("`active` is `true` or `false`")),
    }
}

/// The primary e-mail, else the one of type `work`, else the first; none when there are no e-mails.
fn email(resource: &Content) -> Result<Option<String>> {
    let mut best: Option<(u8, String)> = None;
    for value in values(resource, "emails") {
        let (rank, address) = match value {
            Value::String(address) => (1, Some(address.clone())),
            Value::Object(email) => {
                let is_primary = filter::field(email, "primary").map(boolean).transpose()?.flatten() == Some(true);
                let is_work = text(email, "type")?.is_some_and(|kind| kind.eq_ignore_ascii_case("work"));
                let rank = match (is_primary, is_work) {
                    (true, _) => 3,
                    (false, true) => 2,
                    (false, false) => 1,
                };
                (rank, text(email, "value")?)
            }
            _ => return Err(ScimError::value("`emails` is a list of objects")),
        };
        if let Some(address) = address
            && best.as_ref().is_none_or(|(best_rank, _)| rank > *best_rank)
        {
            best = Some((rank, address));
        }
    }
    Ok(best.map(|(_, address)| address))
}
