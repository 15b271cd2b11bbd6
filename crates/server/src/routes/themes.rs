//! Themes: all that a deck can have, the organization's own, and previews of themes that are not stored.

use axum::extract::State;
use deck::{Content, Palette, Rgb, Theme};
use serde::Serialize;
use serde_json::Value;
use service::{CustomTheme, ThemeFields, ThemeId};

use super::administrator::OrganizationAdministrator;
use super::drawing::RenderedSlideJson;
use crate::http::{App, Body, By, Created, Deleted, Fixed, Iso, Json, JsonBody, Path, Read, Result};

/// One of the organization's own themes as it was declared. Colours and fonts are open: only those that differ from the
/// default theme are given.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CustomThemeJson {
    id: ThemeId,
    slug: String,
    label: Option<Value>,
    colors: Value,
    fonts: Value,
    logo_url: Option<Value>,
    created_at: Iso,
}

#[derive(Serialize)]
pub(crate) struct CustomThemeList {
    themes: Vec<CustomThemeJson>,
}

#[derive(Serialize)]
pub(crate) struct CustomThemeAnswer {
    theme: CustomThemeJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DefaultTheme {
    id: ThemeId,
    is_default: Fixed<true>,
}

/// A theme that is not stored: what its declaration resolves to, and examples in it.
#[derive(Serialize)]
pub(crate) struct ThemePreview {
    theme: ResolvedTheme,
    families: Vec<String>,
    slides: Vec<RenderedSlideJson>,
    css: String,
}

/// A theme with everything filled in that its declaration leaves out.
#[derive(Serialize)]
struct ResolvedTheme {
    palette: Content,
    chart: Vec<String>,
    gradient: String,
    radius: u16,
    fonts: FamiliesJson,
}

#[derive(Serialize)]
struct FamiliesJson {
    heading: String,
    body: String,
    mono: String,
}

/// A request that creates or changes a theme.
struct ThemeRequest {
    /// Ignored unless it is a text.
    slug: Option<String>,
    fields: ThemeFields,
}

/// Lists the organization's own themes, then those of the system.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>) -> Result<Json<Value>> {
    Ok(Json(app.service.catalogue.themes(&caller).await?.listed()))
}

/// Lists the organization's own themes as they were declared.
pub(crate) async fn list_custom(
    State(app): State<App>,
    caller: OrganizationAdministrator,
) -> Result<Json<CustomThemeList>> {
    let themes = app.service.catalogue.custom_themes(&caller).await?;
    Ok(Json(CustomThemeList { themes: themes.into_iter().map(CustomThemeJson::from).collect() }))
}

/// Creates a theme.
pub(crate) async fn create(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    JsonBody(body): JsonBody,
) -> Result<Created<CustomThemeAnswer>> {
    let ThemeRequest { slug, fields } = ThemeRequest::new(body);
    let theme = app.service.catalogue.create_custom_theme(&caller, slug, fields).await?;
    Ok(Created(CustomThemeAnswer { theme: theme.into() }))
}

/// Changes what a theme declares. The theme is looked up before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<ThemeId>,
    body: Body,
) -> Result<Json<CustomThemeAnswer>> {
    app.service.catalogue.custom_theme(&caller, &id).await?;
    let ThemeRequest { slug, fields } = ThemeRequest::new(body.object().await?);
    let theme = app.service.catalogue.update_custom_theme(&caller, &id, slug, fields).await?;
    Ok(Json(CustomThemeAnswer { theme: theme.into() }))
}

/// Removes a theme. Decks that have it are drawn with the default.
pub(crate) async fn delete(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<ThemeId>,
) -> Result<Json<Deleted>> {
    app.service.catalogue.delete_custom_theme(&caller, &id).await?;
    Ok(Json(Deleted::OK))
}

/// Makes a theme the default of the organization.
pub(crate) async fn set_default(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<ThemeId>,
) -> Result<Json<DefaultTheme>> {
    app.service.catalogue.set_default_theme(&caller, &id).await?;
    Ok(Json(DefaultTheme { id, is_default: Fixed }))
}

/// Draws examples in a theme that is not stored, and returns what its declaration resolves to.
pub(crate) async fn preview(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    JsonBody(body): JsonBody,
) -> Result<Json<ThemePreview>> {
    let sample = app.service.drawing.theme_sample(&caller, ThemeRequest::new(body).fields).await?;
    Ok(Json(ThemePreview {
        theme: ResolvedTheme::new(&sample.theme),
        families: sample.families,
        slides: sample.drawn.slides.into_iter().map(RenderedSlideJson::from).collect(),
        css: sample.drawn.css,
    }))
}

impl ThemeRequest {
    /// Reads a body by hand: unlike elsewhere, `null` is not absent but clears a field.
    fn new(mut body: Content) -> Self {
        let mut field = |name: &str| body.shift_remove(name);
        let fields = ThemeFields {
            label: field("label"),
            colors: field("colors"),
            fonts: field("fonts"),
            logo_url: field("logoUrl"),
        };
        let slug = match field("slug") {
            Some(Value::String(slug)) => Some(slug),
            _ => None,
        };
        Self { slug, fields }
    }
}

impl From<CustomTheme> for CustomThemeJson {
    fn from(theme: CustomTheme) -> Self {
        let field = |key: &str| theme.declaration.get(key).filter(|value| !value.is_null()).cloned();
        let chosen = |key: &str| field(key).unwrap_or_else(|| Value::Object(Content::new()));
        Self {
            label: field("label"),
            colors: chosen("colors"),
            fonts: chosen("fonts"),
            logo_url: field("logoUrl"),
            id: theme.id,
            slug: theme.slug,
            created_at: Iso(theme.created_at),
        }
    }
}

impl ResolvedTheme {
    fn new(theme: &Theme) -> Self {
        let named = Palette::KEYS.iter().zip(theme.palette.colors());
        let fonts = &theme.fonts;
        Self {
            palette: named.map(|(key, color)| ((*key).to_owned(), color.to_string().into())).collect(),
            chart: theme.chart.iter().map(Rgb::to_string).collect(),
            gradient: theme.gradient.lightest.to_string(),
            radius: theme.radius,
            fonts: FamiliesJson {
                heading: fonts.heading.family.clone(),
                body: fonts.body.family.clone(),
                mono: fonts.mono.family.clone(),
            },
        }
    }
}
