//! Slide types: all that are offered, the organization's own, and its settings for any of them.

use axum::extract::State;
use axum::response::Response;
use deck::{Content, Origin, SlideType};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{CustomType, TypeSetting};

use super::administrator::OrganizationAdministrator;
use super::drawing::RenderedSlideJson;
use crate::http::{ApiError, App, Body, By, Created, Deleted, Iso, Json, Path, Read, Request, Result, written_json};

/// One of the organization's own slide types: its names, whether it is offered, since when it exists, and the other
/// fields of its declaration.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct CustomTypeJson {
    slug: String,
    key: String,
    type_id: String,
    published: bool,
    created_at: Iso,
    #[serde(flatten)]
    declaration: Content,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomTypeList {
    slide_types: Vec<CustomTypeJson>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CustomTypeAnswer {
    slide_type: CustomTypeJson,
}

/// A slide type with the settings of the organization.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct SlideTypeSettingsJson {
    key: String,
    type_id: String,
    label: String,
    group: String,
    description: String,
    enabled: bool,
    usage: Option<String>,
    is_custom: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TypeSettingList {
    slide_types: Vec<SlideTypeSettingsJson>,
}

/// The current settings of a slide type.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NewTypeSetting {
    key: String,
    enabled: bool,
    usage: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TypeSettingAnswer {
    slide_type: NewTypeSetting,
}

/// The number of slides that use a slide type, and of decks with such slides.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UsesAnswer {
    slides: usize,
    decks: usize,
}

/// The example of a slide type, and the schema of its content.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TypePreview {
    #[serde(flatten)]
    slide: RenderedSlideJson,
    css: String,
    #[cfg_attr(test, schemars(with = "Content"))]
    schema: Value,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SetType {
    enabled: Option<bool>,
    usage: Option<String>,
}

/// The declaration of a slide type. It has no fixed schema: the crate `deck` validates it.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub(crate) struct TypeDeclaration(Content);

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PreviewType {
    // An absent declaration gets the same error as one of the wrong kind.
    #[cfg_attr(test, schemars(with = "TypeDeclaration"))]
    declaration: Option<Value>,
    theme: Option<String>,
}

/// Lists every slide type that is offered, in full.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>) -> Result<Response> {
    Ok(written_json(app.service.catalogue.described_types(&caller).await?))
}

/// Lists the organization's own slide types, published or not.
pub(crate) async fn list_custom(
    State(app): State<App>,
    caller: OrganizationAdministrator,
) -> Result<Json<CustomTypeList>> {
    let types = app.service.catalogue.custom_types(&caller).await?;
    Ok(Json(CustomTypeList { slide_types: types.into_iter().map(CustomTypeJson::from).collect() }))
}

/// Creates a slide type from its declaration, not yet published.
pub(crate) async fn create(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Request(TypeDeclaration(declaration)): Request<TypeDeclaration>,
) -> Result<Created<CustomTypeAnswer>> {
    let custom = app.service.catalogue.create_custom_type(&caller, declaration).await?;
    Ok(Created(CustomTypeAnswer { slide_type: custom.into() }))
}

/// Replaces the declaration of a slide type. The type is looked up before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
    body: Body,
) -> Result<Json<CustomTypeAnswer>> {
    app.service.catalogue.custom_type(&caller, &slug).await?;
    let TypeDeclaration(declaration) = body.read().await?;
    let custom = app.service.catalogue.update_custom_type(&caller, &slug, declaration).await?;
    Ok(Json(CustomTypeAnswer { slide_type: custom.into() }))
}

/// Deletes a slide type of the organization's own.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
) -> Result<Json<Deleted>> {
    app.service.catalogue.delete_custom_type(&caller, &slug).await?;
    Ok(Json(Deleted::OK))
}

/// Publishes a slide type of the organization's own, so that it is offered.
pub(crate) async fn publish(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
) -> Result<Json<CustomTypeAnswer>> {
    let custom = app.service.catalogue.publish_custom_type(&caller, &slug).await?;
    Ok(Json(CustomTypeAnswer { slide_type: custom.into() }))
}

/// Switches a slide type on or off, or sets the rules for its use. The type is looked up before the body is read.
pub(crate) async fn set(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(name): Path<String>,
    body: Body,
) -> Result<Json<TypeSettingAnswer>> {
    let key = app.service.catalogue.type_key(&caller, &name).await?;
    let SetType { enabled, usage } = body.read().await?;
    let TypeSetting { key, enabled, usage } = app.service.catalogue.set_type(&caller, &key, enabled, usage).await?;
    Ok(Json(TypeSettingAnswer { slide_type: NewTypeSetting { key, enabled, usage } }))
}

/// Returns how many slides use a slide type of the organization's own.
pub(crate) async fn uses(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(slug): Path<String>,
) -> Result<Json<UsesAnswer>> {
    let uses = app.service.catalogue.custom_type_uses(&caller, &slug).await?;
    Ok(Json(UsesAnswer { slides: uses.slides, decks: uses.decks }))
}

/// Lists every slide type with its settings, including those that are switched off.
pub(crate) async fn settings(
    State(app): State<App>,
    caller: OrganizationAdministrator,
) -> Result<Json<TypeSettingList>> {
    let registry = app.service.catalogue.types(&caller).await?;
    Ok(Json(TypeSettingList { slide_types: registry.types().map(SlideTypeSettingsJson::from).collect() }))
}

/// Draws the example of a slide type that is not stored, and returns the schema of its content.
pub(crate) async fn preview(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Request(PreviewType { declaration, theme }): Request<PreviewType>,
) -> Result<Json<TypePreview>> {
    let Some(Value::Object(declaration)) = declaration else {
        return Err(ApiError::invalid("`declaration` is an object"));
    };
    let sample = app.service.drawing.type_sample(&caller, declaration, theme.as_deref()).await?;
    Ok(Json(TypePreview { slide: sample.slide.into(), css: sample.css, schema: sample.schema }))
}

impl From<CustomType> for CustomTypeJson {
    fn from(custom: CustomType) -> Self {
        let (key, type_id) = (custom.key(), custom.type_id());
        let mut declaration = match custom.declaration {
            Value::Object(declaration) => declaration,
            _ => Content::new(),
        };
        declaration.retain(|name, _| !["slug", "key", "typeId", "published", "createdAt"].contains(&name.as_str()));
        let CustomType { slug, published, created_at, .. } = custom;
        Self { slug, key, type_id, published, created_at: Iso(created_at), declaration }
    }
}

impl From<&SlideType> for SlideTypeSettingsJson {
    fn from(slide_type: &SlideType) -> Self {
        Self {
            key: slide_type.key.clone(),
            type_id: slide_type.id.clone(),
            label: slide_type.label.clone(),
            group: slide_type.group.clone(),
            description: slide_type.description.clone(),
            enabled: slide_type.enabled,
            usage: slide_type.usage.clone(),
            is_custom: slide_type.origin != Origin::Core,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_of_lectern_replace_those_of_the_declaration() {
        let custom = CustomType {
            organization: "o".into(),
            slug: "berth".to_owned(),
            declaration: json!({ "slug": "berth", "label": "Berth", "key": "mine", "published": true }),
            published: false,
            created_at: 0,
        };
        assert_eq!(
            serde_json::to_string(&CustomTypeJson::from(custom)).expect("it is JSON"),
            r#"{"slug":"berth","key":"custom-berth","typeId":"custom/berth","published":false,"#.to_owned()
                + r#""createdAt":"1970-01-01T00:00:00.000Z","label":"Berth"}"#
        );
    }
}
