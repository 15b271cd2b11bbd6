//! Links that show a deck without an account.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service::{DeckId, MayManage, MayRead, ShareLink, ShareLinkId};

use crate::http::{App, Body, By, Created, Deleted, Iso, Json, Path, Read, Result, Write};

/// A link, without its token.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LinkJson {
    id: ShareLinkId,
    name: String,
    expires_at: Option<Iso>,
    expired: bool,
    created_at: Iso,
    created_by: String,
}

#[derive(Serialize)]
pub(crate) struct LinkList {
    links: Vec<LinkJson>,
}

/// A new link, with its token this once.
#[derive(Serialize)]
pub(crate) struct NewLinkAnswer {
    link: LinkJson,
    token: String,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CreateLink {
    name: Option<String>,
    expires_at: Option<String>,
}

/// Lists the links of a deck.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, Path(id): Path<DeckId>) -> Result<Json<LinkList>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let links = app.service.share_links.list(&deck).await?;
    Ok(Json(LinkList { links: links.into_iter().map(|link| shown(&app, link)).collect() }))
}

/// Creates a link. The right to manage the deck is checked before the body is read.
pub(crate) async fn create(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Created<NewLinkAnswer>> {
    let deck = app.service.decks.granted::<MayManage>(&caller, &id).await?;
    let CreateLink { name, expires_at } = body.read_or_empty().await?;
    let made = app.service.share_links.create(&deck, name.as_deref(), expires_at.as_deref()).await?;
    let path = format!("/view/{}", made.token);
    let url = app.service.config.base_url.as_ref().map(|base| format!("{base}{path}"));
    Ok(Created(NewLinkAnswer { link: shown(&app, made.link), token: made.token, path, url }))
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

fn shown(app: &App, link: ShareLink) -> LinkJson {
    LinkJson {
        expired: app.service.share_links.is_expired(&link),
        id: link.id,
        name: link.name,
        expires_at: link.expires_at.map(Iso),
        created_at: Iso(link.created_at),
        created_by: link.created_by,
    }
}
