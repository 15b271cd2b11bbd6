//! Themes: all that a deck can have, the organization's own, and one that is being made.

use axum::extract::State;
use serde_json::{Value, json};
use service::ThemeId;

use super::administrator::OrganizationAdministrator;
use super::drawing::slide_view;
use crate::http::{App, Body, By, Created, Json, JsonBody, Path, Read, Result};

/// The organization's own themes, then those of the system.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.themes(&caller).await?))
}

/// The organization's own themes as they were declared.
pub(crate) async fn list_custom(State(app): State<App>, caller: OrganizationAdministrator) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.custom_themes(&caller).await?))
}

/// Makes a theme.
pub(crate) async fn create(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    JsonBody(body): JsonBody,
) -> Result<Created<Value>> {
    Ok(Created(app.service.catalogue.put_custom_theme(&caller, None, &Value::Object(body)).await?))
}

/// Replaces what a theme declares.
pub(crate) async fn update(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<ThemeId>,
    body: Body,
) -> Result<Json<Value>> {
    app.service.catalogue.custom_theme(&caller, &id).await?;
    let body = body.object().await?;
    Ok(Json(app.service.catalogue.put_custom_theme(&caller, Some(&id), &Value::Object(body)).await?))
}

/// Removes a theme; decks that have it are drawn with the default.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<ThemeId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.delete_custom_theme(&caller, &id).await?))
}

/// Makes a theme the default of the organization.
pub(crate) async fn set_default(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<ThemeId>,
) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.set_default_theme(&caller, &id).await?))
}

/// Examples in a theme that is not stored, and what its declaration comes to.
pub(crate) async fn preview(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    JsonBody(body): JsonBody,
) -> Result<Json<Value>> {
    let sample = app.service.drawing.theme_sample(&caller, &body).await?;
    let slides: Vec<Value> = sample.drawn.slides.iter().map(slide_view).collect();
    Ok(Json(json!({
        "theme": sample.look, "families": sample.families, "slides": slides, "css": sample.drawn.css,
    })))
}
