//! Stars and folders, which callers give to the decks that they may read. Nobody else sees them.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service::{DeckId, Filing, MayRead};

use crate::http::{App, Body, By, Json, Path, Request, Result, Write};

/// The name of a folder.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FolderName {
    /// 1 to 60 characters.
    name: String,
}

/// The star and the folder that the caller gave a deck.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FilingJson {
    starred: bool,
    folder: Option<String>,
}

/// The name that a folder has now; `null` when it was removed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RenamedFolder {
    folder: Option<String>,
}

impl From<Filing> for Json<FilingJson> {
    fn from(Filing { starred, folder }: Filing) -> Self {
        Self(FilingJson { starred, folder })
    }
}

/// Adds the caller's star to a deck.
pub(crate) async fn star(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<FilingJson>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(app.service.decks.set_star(&deck, true).await?.into())
}

/// Removes the caller's star from a deck.
pub(crate) async fn unstar(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<FilingJson>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(app.service.decks.set_star(&deck, false).await?.into())
}

/// Puts a deck into a folder of the caller, and takes it out of another. The right is checked before the body is read.
pub(crate) async fn put_into_folder(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
    body: Body,
) -> Result<Json<FilingJson>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    let FolderName { name } = body.read().await?;
    Ok(app.service.decks.set_folder(&deck, Some(&name)).await?.into())
}

/// Removes a deck from the caller's folder.
pub(crate) async fn take_out_of_folder(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<DeckId>,
) -> Result<Json<FilingJson>> {
    let deck = app.service.decks.granted::<MayRead>(&caller, &id).await?;
    Ok(app.service.decks.set_folder(&deck, None).await?.into())
}

/// Renames a folder.
pub(crate) async fn rename_folder(
    State(app): State<App>,
    caller: By<Write>,
    Path(folder): Path<String>,
    Request(FolderName { name }): Request<FolderName>,
) -> Result<Json<RenamedFolder>> {
    app.service.decks.rename_folder(&caller, &folder, Some(&name)).await?;
    Ok(Json(RenamedFolder { folder: Some(name.trim().to_owned()) }))
}

/// Removes a folder. Its decks are not deleted.
pub(crate) async fn remove_folder(
    State(app): State<App>,
    caller: By<Write>,
    Path(folder): Path<String>,
) -> Result<Json<RenamedFolder>> {
    app.service.decks.rename_folder(&caller, &folder, None).await?;
    Ok(Json(RenamedFolder { folder: None }))
}
