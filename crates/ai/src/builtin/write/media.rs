//! Pictures, films, embedded pages and buttons.

use deck::{Content, is_address, is_picture};
use serde_json::json;

use super::super::outline::{Outline, Shot};
use super::super::text::length;
use super::page::Page;

fn drawable(outline: &Outline) -> impl Iterator<Item = &Shot> {
    outline.pictures.iter().filter(|picture| is_picture(&picture.source))
}

/// The pictures of a slide that has a list of them.
pub(super) fn pictures(page: &mut Page<'_>, outline: &Outline) {
    if page.slide_type.key != "image-text-slide" {
        return;
    }
    let entries = drawable(outline).take(3).map(|picture| {
        let mut entry = Content::new();
        entry.insert("src".to_owned(), json!(picture.source));
        if !picture.alt.is_empty() {
            entry.insert("alt".to_owned(), json!(picture.alt));
        }
        entry
    });
    let entries: Vec<Content> = entries.collect();
    match entries.len() {
        0 => {}
        count => {
            page.choose("layout", json!(["split", "duo", "row-top"][count - 1]));
            page.entries("images", entries);
        }
    }
    if let Some(caption) = drawable(outline).map(|picture| &picture.caption).find(|caption| !caption.is_empty()) {
        page.set("caption", caption);
    }
}

/// One picture that speaks alone.
pub(super) fn picture(page: &mut Page<'_>, outline: &Outline) {
    page.heading(outline);
    if !page.is_set("subheading")
        && let Some(text) = outline.paragraphs.first()
        && length(text) <= page.bound("subheading")
    {
        page.set("subheading", text);
    }
    if let Some(picture) = drawable(outline).next() {
        page.choose("image", json!(picture.source));
        page.set("alt", &picture.alt);
        if !picture.caption.is_empty() {
            page.set("caption", &picture.caption);
        }
    }
}

/// Two to six pictures.
pub(super) fn gallery(page: &mut Page<'_>, outline: &Outline) {
    page.heading(outline);
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
    page.entries("images", entries);
}

/// A film or a page by its address.
pub(super) fn address(page: &mut Page<'_>, outline: &Outline) {
    page.set("title", &outline.title);
    let (key, secure) = if page.has("embedUrl") { ("embedUrl", true) } else { ("source", false) };
    let good = |url: &&str| {
        length(url) <= page.bound(key) && (url.starts_with("https://") || !secure && url.starts_with("http://"))
    };
    let found = outline.links.iter().map(|link| link.url.as_str()).find(good).map(str::to_owned);
    if let Some(url) = found {
        page.choose(key, json!(url));
    }
}

/// Links as buttons, where the type has them.
pub(super) fn buttons(page: &mut Page<'_>, outline: &Outline) {
    let good =
        outline.links.iter().filter(|link| is_address(&link.url) && length(&link.url) <= 500 && link.url != "https://");
    let entries = good.take(3).map(|link| {
        let label = if link.label.is_empty() { link.url.split("://").nth(1).unwrap_or(&link.url) } else { &link.label };
        let mut entry = Content::new();
        entry.insert("label".to_owned(), json!(deck::cut(label, 40)));
        entry.insert("url".to_owned(), json!(link.url));
        entry.insert("style".to_owned(), json!("outline"));
        entry
    });
    let entries: Vec<Content> = entries.collect();
    if !entries.is_empty() {
        page.entries("actions", entries);
    }
}
