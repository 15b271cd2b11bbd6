//! Writes pictures, videos, embedded pages and buttons.

use deck::{Content, is_address, is_picture};
use serde_json::json;

use super::super::outline::{SlideOutline, SlidePicture};
use super::super::text::length;
use super::content_builder::ContentBuilder;

/// The pictures with a usable address.
fn drawable(outline: &SlideOutline) -> impl Iterator<Item = &SlidePicture> {
    outline.pictures.iter().filter(|picture| is_picture(&picture.source))
}

/// Sets the pictures of a picture-and-text slide. Does nothing for other types.
pub(super) fn set_pictures(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    if builder.slide_type.key != "image-text-slide" {
        return;
    }
    let entries = drawable(outline).take(3).map(|picture| {
        let mut entry = Content::new();
        entry.insert("src".to_owned(), json!(picture.source));
        if !picture.alt.is_empty() {
            entry.insert("alt".to_owned(), json!(picture.alt));
        }
        if picture.is_whole {
            entry.insert("fit".to_owned(), json!("contain"));
        }
        entry
    });
    let entries: Vec<Content> = entries.collect();
    if !entries.is_empty() {
        builder.set_value("layout", json!(["split", "duo", "row-top"][entries.len() - 1]));
        builder.set_entries("images", entries);
    }
    if let Some(caption) = drawable(outline).map(|picture| &picture.caption).find(|caption| !caption.is_empty()) {
        builder.set("caption", caption);
    }
}

/// Writes a slide with one picture.
pub(super) fn write_picture(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    if !builder.is_set("subheading")
        && let Some(text) = outline.paragraphs.first()
        && length(text) <= builder.max_length("subheading")
    {
        builder.set("subheading", text);
    }
    if let Some(picture) = drawable(outline).next() {
        builder.set_value("image", json!(picture.source));
        builder.set("alt", &picture.alt);
        if picture.is_whole {
            builder.set_value("fit", json!("contain"));
        }
        if !picture.caption.is_empty() {
            builder.set("caption", &picture.caption);
        }
    }
}

/// Writes a gallery.
pub(super) fn write_gallery(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    let entries = drawable(outline).map(|picture| {
        let mut entry = Content::new();
        for (key, text) in [("src", &picture.source), ("alt", &picture.alt), ("caption", &picture.caption)] {
            if !text.is_empty() {
                entry.insert(key.to_owned(), json!(text));
            }
        }
        entry
    });
    let entries = entries.collect();
    builder.set_entries("images", entries);
}

/// Writes a video or an embedded page, from the first suitable link.
pub(super) fn write_address(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set("title", &outline.title);
    let (key, must_be_secure) = if builder.has("embedUrl") { ("embedUrl", true) } else { ("source", false) };
    let is_usable = |url: &&str| {
        length(url) <= builder.max_length(key)
            && (url.starts_with("https://") || !must_be_secure && url.starts_with("http://"))
    };
    let found = outline.links.iter().map(|link| link.url.as_str()).find(is_usable).map(str::to_owned);
    if let Some(url) = found {
        builder.set_value(key, json!(url));
    }
}

/// Sets up to three links as buttons.
pub(super) fn set_buttons(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    let usable =
        outline.links.iter().filter(|link| is_address(&link.url) && length(&link.url) <= 500 && link.url != "https://");
    let entries = usable.take(3).map(|link| {
        let label = if link.label.is_empty() { link.url.split("://").nth(1).unwrap_or(&link.url) } else { &link.label };
        let mut entry = Content::new();
        entry.insert("label".to_owned(), json!(deck::shortened(label, 40)));
        entry.insert("url".to_owned(), json!(link.url));
        entry.insert("style".to_owned(), json!("outline"));
        entry
    });
    let entries: Vec<Content> = entries.collect();
    if !entries.is_empty() {
        builder.set_entries("actions", entries);
    }
}
