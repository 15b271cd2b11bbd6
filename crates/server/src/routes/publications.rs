//! Publishing a deck at a readable address, and what an organization allows.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::{
    DeckId, MayManage, MayRead, OptionChange, OrganizationId, PublicationOptions, PublicationState, PublicationView,
    Publishing, VersionId,
};

use crate::http::{
    ApiError, App, Body, By, Deleted, Iso, Json, Path, Read, Result, Session, Write, nullable, optional_text_list,
    site_address,
};

/// The publication of a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct PublicationJson {
    slug: String,
    /// The path of the page.
    path: String,
    /// The address of the page.
    url: String,
    /// The address for frames on other sites.
    embed_url: String,
    indexable: bool,
    notes: bool,
    downloads: bool,
    has_password: bool,
    ends_at: Option<Iso>,
    /// Whether the page is shown now: it has not ended, and the organization allows publishing.
    shown: bool,
    /// Whether the deck has changed since it was published.
    changed: bool,
    /// The revision of the deck that is shown.
    revision: u64,
    /// The version that is shown.
    version: VersionId,
    published_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublicationAnswer {
    /// Null when the deck is not published.
    publication: Option<PublicationJson>,
    /// Whether the organization allows publishing.
    allowed: bool,
    /// The sites that may embed the page.
    sites: Vec<String>,
}

/// Options of a publication. Absent ones stay as they are.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PublishDeck {
    slug: Option<String>,
    indexable: Option<bool>,
    notes: Option<bool>,
    downloads: Option<bool>,
    /// The password; null removes it.
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    password: Option<Value>,
    /// The time at which the publication ends; null removes it.
    #[serde(default, deserialize_with = "nullable")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    ends_at: Option<Value>,
}

/// Whether an organization allows publishing, and the sites that may embed published decks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PublishingAnswer {
    /// Whether decks may be published.
    allowed: bool,
    /// The sites that may show published decks in a frame.
    sites: Vec<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SetPublishing {
    allowed: Option<bool>,
    #[serde(default, deserialize_with = "optional_text_list")]
    sites: Option<Vec<String>>,
}

/// Returns the publication of a deck.
pub(crate) async fn read(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
    headers: HeaderMap,
) -> Result<Json<PublicationAnswer>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let view = app.service.publications.read(&deck).await?;
    Ok(Json(PublicationAnswer::new(view, &site_address(&headers, &app.settings))))
}

/// Publishes the current state of a deck. The right is checked before the body is read.
pub(crate) async fn publish(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<PublicationAnswer>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    let options = options(body).await?;
    let base = site_address(&headers, &app.settings);
    let view = app.service.publications.publish(&deck, options, &base).await?;
    Ok(Json(PublicationAnswer::new(view, &base)))
}

/// Changes options of a publication. The published version of the deck stays the same.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<PublicationAnswer>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    let options = options(body).await?;
    let view = app.service.publications.set_options(&deck, options).await?;
    Ok(Json(PublicationAnswer::new(view, &site_address(&headers, &app.settings))))
}

/// Removes the publication of a deck.
pub(crate) async fn unpublish(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<Deleted>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    app.service.publications.unpublish(&deck).await?;
    Ok(Json(Deleted::OK))
}

/// Returns what an organization allows about published decks.
pub(crate) async fn publishing(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
) -> Result<Json<PublishingAnswer>> {
    let managed = app.service.accounts.managed_organization(&caller, &id).await?;
    Ok(Json(app.service.publications.publishing(&managed).await?.into()))
}

/// Sets what an organization allows about published decks.
pub(crate) async fn set_publishing(
    State(app): State<App>,
    caller: Session,
    Path(id): Path<OrganizationId>,
    body: Body,
) -> Result<Json<PublishingAnswer>> {
    let managed = app.service.accounts.managed_organization(&caller, &id).await?;
    let SetPublishing { allowed, sites } = body.read().await?;
    let set = app.service.publications.set_publishing(&caller, &managed, allowed, sites.as_deref()).await?;
    Ok(Json(set.into()))
}

/// Reads the options of a publication from a body, which may be empty.
async fn options(body: Body) -> Result<PublicationOptions> {
    let object = body.object_or_empty().await?;
    let PublishDeck { slug, indexable, notes, downloads, password, ends_at } = crate::http::read_with_nulls(object)?;
    let (password, ends_at) = (text_or_null("password", password)?, text_or_null("endsAt", ends_at)?);
    Ok(PublicationOptions { slug, indexable, notes, downloads, password, ends_at })
}

/// The change of an option: a text sets it, `null` removes it, an absent field leaves it.
fn text_or_null(name: &str, value: Option<Value>) -> Result<OptionChange<String>> {
    match value {
        None => Ok(OptionChange::Keep),
        Some(Value::Null) => Ok(OptionChange::Remove),
        Some(Value::String(text)) => Ok(OptionChange::Set(text)),
        Some(_) => Err(ApiError::invalid(format!("`{name}` is a text or null"))),
    }
}

impl PublicationAnswer {
    fn new(PublicationView { publication, publishing }: PublicationView, base: &str) -> Self {
        let Publishing { allowed, sites } = publishing;
        Self { publication: publication.map(|state| PublicationJson::new(state, base)), allowed, sites }
    }
}

impl PublicationJson {
    fn new(PublicationState { publication, is_changed, is_shown }: PublicationState, base: &str) -> Self {
        let path = format!("/p/{}", publication.slug);
        Self {
            url: format!("{base}{path}"),
            embed_url: format!("{base}/embed/{}", publication.slug),
            path,
            slug: publication.slug,
            indexable: publication.indexable,
            notes: publication.notes,
            downloads: publication.downloads,
            has_password: publication.password.is_some(),
            ends_at: publication.ends_at.map(Iso),
            shown: is_shown,
            changed: is_changed,
            revision: publication.revision,
            version: publication.version,
            published_at: Iso(publication.published_at),
        }
    }
}

impl From<Publishing> for PublishingAnswer {
    fn from(Publishing { allowed, sites }: Publishing) -> Self {
        Self { allowed, sites }
    }
}
