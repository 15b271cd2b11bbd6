//! Share links, which show a deck to people without an account.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service::{DeckId, ListedShareLink, MayManage, MayRead, ShareLinkId};

use crate::http::{App, Body, By, Created, Deleted, Iso, Json, Path, Read, Result, Write};

/// A link, without its token.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ShareLinkJson {
    id: ShareLinkId,
    name: String,
    expires_at: Option<Iso>,
    /// Whether it no longer shows the deck: it has expired, or its creator may no longer share the deck.
    expired: bool,
    created_at: Iso,
    created_by: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShareLinkList {
    links: Vec<ShareLinkJson>,
}

/// A new link. Only this response contains its token.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NewShareLink {
    link: ShareLinkJson,
    token: String,
    path: String,
    /// The web address of the link; absent when the instance has no public address.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreateLink {
    name: Option<String>,
    expires_at: Option<String>,
}

/// Lists the links of a deck.
pub(crate) async fn list(
    State(app): State<App>,
    caller: By<Read>,
    Path(id): Path<DeckId>,
) -> Result<Json<ShareLinkList>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let links = app.service.share_links.list(&deck).await?;
    Ok(Json(ShareLinkList { links: links.into_iter().map(ShareLinkJson::from).collect() }))
}

/// Creates a link. The right to manage the deck is checked before the body is read.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<NewShareLink>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    let CreateLink { name, expires_at } = body.read_or_empty().await?;
    let created = app.service.share_links.create(&deck, name.as_deref(), expires_at.as_deref()).await?;
    let path = format!("/view/{}", created.token);
    let url = app.service.config.base_url.as_ref().map(|base| format!("{base}{path}"));
    let link = ListedShareLink { link: created.link, is_expired: false }.into();
    Ok(Created(NewShareLink { link, token: created.token, path, url }))
}

/// Revokes a link.
pub(crate) async fn revoke(
    State(app): State<App>,
    caller: By<Write>,
    Path((id, link)): Path<(DeckId, ShareLinkId)>,
) -> Result<Json<Deleted>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    app.service.share_links.revoke(&deck, &link).await?;
    Ok(Json(Deleted::OK))
}

impl From<ListedShareLink> for ShareLinkJson {
    fn from(ListedShareLink { link, is_expired }: ListedShareLink) -> Self {
        Self {
            id: link.id,
            name: link.name,
            expires_at: link.expires_at.map(Iso),
            expired: is_expired,
            created_at: Iso(link.created_at),
            created_by: link.created_by,
        }
    }
}
