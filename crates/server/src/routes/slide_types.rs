//! Slide types: all that are offered, the organization's own, and what it set for any of them.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};

use super::administrator::OrganizationAdministrator;
use super::drawing::slide_view;
use crate::http::{ApiError, App, Body, By, Created, Json, JsonBody, Path, Read, Result, flag, text, written_json};

/// Every slide type that is offered, in full.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>) -> Result<Response> {
    Ok(written_json(app.service.catalogue.slide_types(&caller).await?))
}

/// The organization's own slide types, published or not.
pub(crate) async fn list_custom(State(app): State<App>, caller: OrganizationAdministrator) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.custom_types(&caller).await?))
}

/// Declares a slide type.
pub(crate) async fn create(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    JsonBody(body): JsonBody,
) -> Result<Created<Value>> {
    Ok(Created(app.service.catalogue.create_custom_type(&caller, Value::Object(body)).await?))
}

/// Replaces the declaration of a slide type.
pub(crate) async fn update(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.catalogue.custom_type(&caller, &slug).await?;
    let body = body.object().await?;
    Ok(Json(app.service.catalogue.update_custom_type(&caller, &slug, Value::Object(body)).await?))
}

/// Withdraws a slide type.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.delete_custom_type(&caller, &slug).await?))
}

/// Offers a slide type.
pub(crate) async fn publish(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.publish_custom_type(&caller, &slug).await?))
}

/// Switches a slide type on or off, or says how it is to be used.
pub(crate) async fn set(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(key): Path<String>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.catalogue.type_key(&caller, &key).await?;
    let body = body.object().await?;
    let (enabled, usage) = (flag(&body, "enabled")?, text(&body, "usage")?);
    Ok(Json(app.service.catalogue.set_type(&caller, &key, enabled, usage).await?))
}

/// How many slides have a type of the organization's own.
pub(crate) async fn uses(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.custom_type_uses(&caller, &slug).await?))
}

/// Every slide type with what was set for it, those that are switched off too.
pub(crate) async fn settings(State(app): State<App>, caller: OrganizationAdministrator) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.type_settings(&caller).await?))
}

/// The example of a slide type that is not stored, drawn, and the schema of its content.
pub(crate) async fn preview(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    JsonBody(mut body): JsonBody,
) -> Result<Json<Value>> {
    let Some(Value::Object(declaration)) = body.remove("declaration") else {
        return Err(ApiError::invalid("`declaration` is an object"));
    };
    let sample = app.service.drawing.type_sample(&caller, declaration, text(&body, "theme")?).await?;
    let mut answer = slide_view(&sample.slide);
    answer["css"] = json!(sample.css);
    answer["schema"] = sample.schema;
    Ok(Json(answer))
}
