//! Tools for pictures: upload, the image library, icons.

use std::borrow::Cow;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use service::{Error, Icon, NewUpload, Scope, Upload, UploadPurpose};

use super::{Call, Tool, ToolOutput, optional, required};
use crate::http::Iso;
use crate::routes::{MeasuredUpload, picture_bytes};

/// The maximum size in bytes of a picture in the arguments, so that its base64 fits into a message of 1 MiB.
const MAX_INLINE: usize = 700 * 1024;

pub(super) fn tools() -> Vec<Tool> {
    let description_arguments = || {
        [
            optional("name", "string", "Name of the file"),
            optional("title", "string", "Title in the library; the name when left out"),
            optional("alt", "string", "What the picture shows, for people who do not see it"),
            optional("tags", "array", "Words to find it by").with("items", json!({ "type": "string" })),
        ]
    };
    vec![
        Tool::new(
            "upload_image",
            Scope::Write,
            "Stores a picture (png, jpeg, gif, webp, svg, avif; 700 KB at most, larger ones with begin_upload) and returns \
             its path, which any picture field takes, its size, and where it is empty enough for text.",
            &super::joined(
                [required("image", "string", "The file as base64 or as a data: URL")],
                description_arguments(),
            ),
            |call| Box::pin(upload_image(call)),
        )
        .additive(),
        Tool::new(
            "begin_upload",
            Scope::Write,
            "An address that takes one file within 15 minutes: a picture of up to 20 MB, a PowerPoint file, which becomes a \
             new deck, or a document of up to 50 MB (PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown, text) for create_outline. \
             Send the bytes by PUT, without a key. The answer to a picture is that of upload_image; to a PowerPoint file it \
             is the presentationId, and remarks on what was lost, changed or moved to the notes; to a document it is its \
             id, the documentId of other tools, which is kept for an hour.",
            &super::joined(
                [optional("purpose", "string", "What is sent")
                    .with("enum", json!(["picture", "pptx", "document"]))
                    .with("default", json!("picture"))],
                description_arguments(),
            ),
            |call| Box::pin(begin_upload(call)),
        )
        .additive(),
        Tool::new(
            "find_images",
            Scope::Read,
            "Pictures in the image library, newest first: path, title, alt, tags and size. A path goes into any picture \
             field.",
            &[
                optional("query", "string", "Words in title, description or tags; all pictures when left out"),
                optional("limit", "integer", "How many to list").within(1, Some(100)).with("default", json!(20)),
                optional("offset", "integer", "How many to skip").within(0, None).with("default", json!(0)),
            ],
            |call| Box::pin(find_images(call)),
        )
        .read_only(),
        Tool::new(
            "find_icons",
            Scope::Read,
            "Names of icons for icon fields, by English word, such as ship or chart.",
            &[
                required("query", "string", "Words in the name of the icon"),
                optional("limit", "integer", "How many to list").within(1, Some(200)).with("default", json!(40)),
            ],
            |call| Box::pin(std::future::ready(find_icons(call))),
        )
        .read_only(),
    ]
}

/// The name, texts and tags that describe a file, from the arguments.
fn description(call: Call<'_>) -> Result<NewUpload, Error> {
    let text = |name: &str| Ok::<_, Error>(call.arguments.nonblank_text(name)?.map(str::to_owned));
    let tags = if call.arguments.all().contains_key("tags") { call.arguments.list("tags")? } else { Cow::default() };
    let tag =
        |tag: &Value| tag.as_str().map(str::to_owned).ok_or_else(|| Error::invalid("tags: expected a list of texts"));
    Ok(NewUpload {
        name: text("name")?.unwrap_or_default(),
        title: text("title")?,
        alt: text("alt")?,
        tags: tags.iter().map(tag).collect::<Result<_, _>>()?,
    })
}

async fn upload_image(call: Call<'_>) -> Result<ToolOutput, Error> {
    let new = description(call)?;
    let bytes = picture_bytes(call.arguments.required_text("image")?)
        .ok_or_else(|| Error::invalid("image: expected a file as base64 or as data:image/png;base64,..."))?;
    // Messages of a local process, which has no key, have no size limit.
    if bytes.len() > MAX_INLINE && call.caller.key().is_some() {
        return Err(Error::invalid(format!(
            "image: {} KB, {} KB at most here: use begin_upload",
            bytes.len().div_ceil(1024),
            MAX_INLINE / 1024
        )));
    }
    let library = &call.service.library;
    let upload = library.add_bytes(call.caller, bytes.into(), new).await?;
    let areas = library.calm_areas(&upload).await?;
    Ok(ToolOutput::Json(json!(MeasuredUpload::new(upload, &areas))))
}

/// The purpose of an upload, from the argument `purpose`.
fn purpose(call: Call<'_>) -> Result<UploadPurpose, Error> {
    match call.arguments.nonblank_text("purpose")? {
        None | Some("picture") => Ok(UploadPurpose::Picture),
        Some("pptx") => Ok(UploadPurpose::PowerPoint),
        Some("document") => Ok(UploadPurpose::Document),
        Some(other) => Err(Error::invalid(format!("purpose: expected picture, pptx or document, got `{other}`"))),
    }
}

async fn begin_upload(call: Call<'_>) -> Result<ToolOutput, Error> {
    let new = description(call)?;
    let purpose = purpose(call)?;
    let picture_argument = ["title", "alt", "tags"].into_iter().find(|name| call.arguments.all().contains_key(*name));
    if let (UploadPurpose::PowerPoint | UploadPurpose::Document, Some(name)) = (purpose, picture_argument) {
        return Err(Error::invalid(format!("{name}: describes a picture; leave it out for another file")));
    }
    let begun = call.service.library.begin_upload(call.caller, purpose).await?;
    let parameters =
        [("name", Some(new.name)), ("title", new.title), ("alt", new.alt), ("tags", Some(new.tags.join(",")))];
    let query: Vec<String> = parameters
        .into_iter()
        .filter_map(|(name, text)| Some((name, text.filter(|text| !text.is_empty())?)))
        .map(|(name, text)| format!("{name}={}", utf8_percent_encode(&text, NON_ALPHANUMERIC)))
        .collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let folder = match purpose {
        UploadPurpose::Picture => "/api/uploads/once",
        UploadPurpose::PowerPoint => "/api/presentations/import/pptx/once",
        UploadPurpose::Document => "/api/ai/documents/once",
    };
    let path = format!("{folder}/{}{query}", begun.token);
    let base = call.service.config.base_url.as_deref();
    let mut answer = json!({
        "url": format!("{}{path}", base.unwrap_or_default()), "method": "PUT", "expiresAt": Iso(begun.expires_at),
    });
    match purpose {
        UploadPurpose::Picture => answer["maxBytes"] = json!(service::MAX_UPLOAD),
        UploadPurpose::Document => answer["maxBytes"] = json!(service::MAX_DOCUMENT),
        UploadPurpose::PowerPoint => {}
    }
    if base.is_none() {
        answer["note"] = json!("The url is relative to the address that you reach this server at.");
    }
    Ok(ToolOutput::Json(answer))
}

async fn find_images(call: Call<'_>) -> Result<ToolOutput, Error> {
    let search = call.arguments.nonblank_text("query")?.unwrap_or_default();
    let (limit, offset) =
        (call.arguments.count("limit", 1..=100, 20)?, call.arguments.count("offset", 0..=100_000, 0)?);
    let (page, tags) = call.service.library.list(call.caller, search, limit, offset).await?;
    let row = |upload: &Upload| {
        json!({
            "path": format!("/uploads/{}", upload.file), "title": upload.title, "alt": upload.alt, "tags": upload.tags,
            "width": upload.width, "height": upload.height,
        })
    };
    let images: Vec<Value> = page.rows.iter().map(row).collect();
    let mut answer = json!({ "images": images, "total": page.total });
    if images.is_empty() && !tags.is_empty() {
        answer["tags"] = json!(tags);
    }
    Ok(ToolOutput::Json(answer))
}

fn find_icons(call: Call<'_>) -> Result<ToolOutput, Error> {
    let search = call.arguments.required_text("query")?;
    let limit = call.arguments.count("limit", 1..=200, 40)?;
    let (icons, total) = call.service.catalogue.icons(search, (limit, 0));
    let names: Vec<&str> = icons.iter().map(|Icon { name, .. }| *name).collect();
    let mut answer = json!({ "icons": names, "total": total });
    if names.is_empty() {
        answer["note"] =
            json!("No name has all these words. Names say what is drawn: trending-up, not growth; users, not team.");
    }
    Ok(ToolOutput::Json(answer))
}
