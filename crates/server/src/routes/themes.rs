//! Themes: all that decks can use, the organization's own, and previews of themes that are not stored.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use deck::{Content, Palette, Rgb, Theme, ThemeListView, Themes, Voice};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{CustomTheme, ImportedTheme, TemplateRemarks, ThemeFields, ThemeId};

use super::administrator::OrganizationAdministrator;
use super::drawing::RenderedSlideJson;
use super::powerpoint::receive_file;
use crate::http::{
    App, Body, By, Created, Deleted, Fixed, Iso, Json, Path, Query, Read, RequestWithNulls, Result, nullable,
};

/// One of the organization's own themes as it was declared. Colours and fonts contain only what differs from the
/// default theme. A theme without a voice has that of the default theme.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct CustomThemeJson {
    id: ThemeId,
    slug: String,
    label: String,
    #[cfg_attr(test, schemars(with = "BTreeMap<String, String>"))]
    colors: Content,
    /// Each is the name of a family, or an object with `family` and `weight`.
    fonts: Content,
    /// Colours of charts, in order. Absent when they are derived from the other colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    chart: Option<Vec<Value>>,
    /// Groups of tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    voice: Option<Content>,
    logo_url: Option<String>,
    /// What slides may not change: `background`, `logo`. With `logo`, every slide shows the logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    locks: Option<Vec<Value>>,
    /// Whether decks can be exported onto the layouts of its PowerPoint file.
    has_template: bool,
    created_at: Iso,
}

/// All themes, with the versions of the thumbnails that show them or slide types in them.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThemesWithVersions {
    #[serde(flatten)]
    list: ThemeListView,
    /// Versions by the id of the theme. Clients may cache the picture of an address with its version, `v`, forever.
    thumbnail_versions: BTreeMap<String, String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CustomThemeList {
    themes: Vec<CustomThemeJson>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ThemePreview {
    theme: ResolvedTheme,
    families: Vec<String>,
    /// The tokens with a fixed set of values, as `group.token`, each with its values.
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<String>>"))]
    tokens: BTreeMap<String, &'static [&'static str]>,
    /// The voices of the built-in themes, as starting points.
    voices: Vec<ThemeVoiceJson>,
    slides: Vec<RenderedSlideJson>,
    css: String,
}

/// A theme with defaults for everything that its declaration leaves out.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ResolvedTheme {
    #[cfg_attr(test, schemars(with = "BTreeMap<String, String>"))]
    palette: Content,
    chart: Vec<String>,
    gradient: String,
    fonts: FamiliesJson,
    /// The voice with every token.
    voice: Content,
}

/// The voice of a built-in theme, with every token.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ThemeVoiceJson {
    id: String,
    label: String,
    voice: Content,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FamiliesJson {
    heading: String,
    body: String,
    mono: String,
}

/// A theme from a PowerPoint file, with a report on the look of the file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ImportedThemeAnswer {
    theme: CustomThemeJson,
    report: ThemeReport,
}

/// A report on the look of a PowerPoint file, in sentences.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ThemeReport {
    /// What the theme took over unchanged.
    taken: Vec<String>,
    /// What differs, with the reason.
    changed: Vec<String>,
    /// What a theme cannot contain.
    left_out: Vec<String>,
}

/// The declaration of a theme, and its slug. `null` clears a field of the declaration. The crate `deck` validates the
/// values.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ThemeDeclaration {
    slug: Option<String>,
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    label: Option<Value>,
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<BTreeMap<String, String>>"))]
    colors: Option<Value>,
    /// Each is the name of a family, or an object with `family` and `weight`.
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<Content>"))]
    fonts: Option<Value>,
    /// Colours of charts, in order. `null` derives them from the other colours.
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<Value>"))]
    chart: Option<Value>,
    /// Groups of tokens. `null` stands for the voice of the default theme.
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<Value>"))]
    voice: Option<Value>,
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    logo_url: Option<Value>,
    /// What slides may not change: `background`, `logo`. With `logo`, every slide shows the logo.
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    locks: Option<Value>,
}

/// Lists the organization's own themes, then those of the system.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>) -> Result<Json<ThemeListView>> {
    Ok(Json(app.service.catalogue.themes(&caller).await?.listed()))
}

/// Lists the themes with the versions of their thumbnails.
pub(crate) async fn list_with_versions(State(app): State<App>, caller: By<Read>) -> Result<Json<ThemesWithVersions>> {
    let list = app.service.catalogue.themes(&caller).await?.listed();
    let thumbnail_versions = app.service.catalogue.thumbnail_versions(&caller, None).await?;
    Ok(Json(ThemesWithVersions { list, thumbnail_versions }))
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
    RequestWithNulls(request): RequestWithNulls<ThemeDeclaration>,
) -> Result<Created<CustomThemeAnswer>> {
    let (slug, fields) = request.into_parts();
    let theme = app.service.catalogue.create_custom_theme(&caller, slug, fields).await?;
    Ok(Created(CustomThemeAnswer { theme: theme.into() }))
}

/// Creates a theme from a PowerPoint file, which is written to disk as it arrives.
pub(crate) async fn import(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    query: Query,
    headers: HeaderMap,
    body: Body,
) -> Result<Created<ImportedThemeAnswer>> {
    let (file, name) = receive_file(&app, &query, &headers, body).await?;
    let ImportedTheme { theme, remarks } = app.service.interchange.import_theme(&caller, file, &name).await?;
    let TemplateRemarks { taken, changed, left_out } = remarks;
    Ok(Created(ImportedThemeAnswer { theme: theme.into(), report: ThemeReport { taken, changed, left_out } }))
}

/// Changes the declaration of a theme. Fails for an unknown theme before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: OrganizationAdministrator,
    Path(id): Path<ThemeId>,
    body: Body,
) -> Result<Json<CustomThemeAnswer>> {
    app.service.catalogue.custom_theme(&caller, &id).await?;
    let (slug, fields) = body.read_with_nulls::<ThemeDeclaration>().await?.into_parts();
    let theme = app.service.catalogue.update_custom_theme(&caller, &id, slug, fields).await?;
    Ok(Json(CustomThemeAnswer { theme: theme.into() }))
}

/// Deletes a theme. Decks that use it are drawn with the default theme.
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
    RequestWithNulls(request): RequestWithNulls<ThemeDeclaration>,
) -> Result<Json<ThemePreview>> {
    let (_, fields) = request.into_parts();
    let sample = app.service.drawing.theme_sample(&caller, fields).await?;
    Ok(Json(ThemePreview {
        theme: ResolvedTheme::new(&sample.theme),
        families: sample.families,
        tokens: Voice::words(),
        voices: Themes::core().iter().map(ThemeVoiceJson::new).collect(),
        slides: sample.drawn.slides.into_iter().map(RenderedSlideJson::from).collect(),
        css: sample.drawn.css,
    }))
}

impl ThemeDeclaration {
    /// Splits the request into the slug and the fields of the declaration.
    fn into_parts(self) -> (Option<String>, ThemeFields) {
        let Self { slug, label, colors, fonts, chart, voice, logo_url, locks } = self;
        (slug, ThemeFields { label, colors, fonts, chart, voice, logo_url, locks, ..ThemeFields::default() })
    }
}

impl From<CustomTheme> for CustomThemeJson {
    fn from(theme: CustomTheme) -> Self {
        let text = |key: &str| theme.declaration.get(key).and_then(Value::as_str).map(str::to_owned);
        let chosen = |key: &str| theme.declaration.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
        let list = |key: &str| theme.declaration.get(key).and_then(Value::as_array).cloned();
        Self {
            label: text("label").unwrap_or_default(),
            colors: chosen("colors"),
            fonts: chosen("fonts"),
            chart: list("chart"),
            locks: list("locks"),
            voice: theme.declaration.get("voice").and_then(Value::as_object).cloned(),
            logo_url: text("logoUrl"),
            has_template: text("template").is_some(),
            id: theme.id,
            slug: theme.slug,
            created_at: Iso(theme.created_at),
        }
    }
}

impl ThemeVoiceJson {
    fn new(theme: &Theme) -> Self {
        Self { id: theme.id.clone(), label: theme.label.clone(), voice: theme.voice.declaration() }
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
            fonts: FamiliesJson {
                heading: fonts.heading.family.clone(),
                body: fonts.body.family.clone(),
                mono: fonts.mono.family.clone(),
            },
            voice: theme.voice.declaration(),
        }
    }
}
