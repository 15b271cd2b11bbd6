//! The image library of an organization.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service::{Caller, Upload, UploadChange, UploadId};

use crate::http::{
    AnyKey, App, Body, By, Deleted, Iso, Json, Pagination, Path, Query, Read, Result, Write, optional_text_list,
};

/// The media type of a picture.
#[cfg(test)]
struct PictureType;

#[cfg(test)]
impl schemars::JsonSchema for PictureType {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PictureType".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": service::picture_types() })
    }
}

/// A picture of the library.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct ImageJson {
    id: UploadId,
    url: String,
    title: String,
    alt: String,
    description: String,
    tags: Vec<String>,
    #[cfg_attr(test, schemars(with = "PictureType"))]
    mime: String,
    bytes: u64,
    width: u32,
    height: u32,
    uploaded_by: String,
    created_at: Iso,
    updated_at: Iso,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ImageAnswer {
    image: ImageJson,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ImageList {
    images: Vec<ImageJson>,
    tags: Vec<String>,
    pagination: Pagination,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct UpdateImage {
    title: Option<String>,
    alt: Option<String>,
    description: Option<String>,
    #[serde(default, deserialize_with = "optional_text_list")]
    tags: Option<Vec<String>>,
}

/// Lists the library for any key, whatever its scopes.
pub(crate) async fn list_by_key(State(app): State<App>, caller: AnyKey, query: Query) -> Result<Json<ImageList>> {
    image_list(&app, &caller, &query).await
}

/// Lists the library for the web app.
pub(crate) async fn list(State(app): State<App>, caller: By<Read>, query: Query) -> Result<Json<ImageList>> {
    image_list(&app, &caller, &query).await
}

async fn image_list(app: &App, caller: &Caller, query: &Query) -> Result<Json<ImageList>> {
    let (limit, offset) = query.page()?;
    let search = query.text("q").unwrap_or_default();
    let (page, tags) = app.service.library.list(caller, &search, limit, offset).await?;
    let pagination = Pagination::new(page.total, limit, offset);
    Ok(Json(ImageList { images: page.rows.into_iter().map(ImageJson::from).collect(), tags, pagination }))
}

/// Changes the texts and tags of a picture. Fails for an unknown picture before the body is read.
pub(crate) async fn update(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<UploadId>,
    body: Body,
) -> Result<Json<ImageAnswer>> {
    let image = app.service.library.image(&caller, &id).await?;
    let UpdateImage { title, alt, description, tags } = body.read().await?;
    let change = UploadChange { title, alt, description, tags };
    Ok(Json(ImageAnswer { image: app.service.library.update(image, change).await?.into() }))
}

/// Removes a picture from the library.
pub(crate) async fn remove(
    State(app): State<App>,
    caller: By<Write>,
    Path(id): Path<UploadId>,
) -> Result<Json<Deleted>> {
    let image = app.service.library.image(&caller, &id).await?;
    app.service.library.remove(&caller, image).await?;
    Ok(Json(Deleted::OK))
}

impl From<Upload> for ImageJson {
    fn from(upload: Upload) -> Self {
        Self {
            url: format!("/uploads/{}", upload.file),
            id: upload.id,
            title: upload.title,
            alt: upload.alt,
            description: upload.description,
            tags: upload.tags,
            mime: upload.mime,
            bytes: upload.bytes,
            width: upload.width,
            height: upload.height,
            uploaded_by: upload.uploaded_by,
            created_at: Iso(upload.created_at),
            updated_at: Iso(upload.updated_at),
        }
    }
}
