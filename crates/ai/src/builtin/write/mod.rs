//! Writes an outline as a slide of a given type.
//!
//! Bounds come from the declarations of the type, so whatever is written passes strict validation. A text that is too
//! long is cut where it may be cut; the caller finds what is missing and puts it into the notes. Nothing is made up:
//! where a type demands more than the outline has, the placeholders of the type stand in.

mod body;
mod collection;
mod data;
mod icons;
mod media;
mod page;
mod structure;

pub(crate) use self::body::markdown;
pub(crate) use self::data::series;
use self::page::Page;
pub(crate) use self::page::within;

use deck::{Content, Registry};

use super::language::Language;
use super::outline::Outline;

/// The content of a slide of type `key` that says what the outline says, as far as the type can.
pub(crate) fn content(
    registry: &Registry,
    lang: &str,
    language: &Language,
    key: &str,
    outline: &Outline,
) -> Option<Content> {
    let slide_type = registry.by_key(key)?;
    let mut page = Page::new(slide_type, lang, language);
    match key {
        "title-slide" | "chapter-title-slide" => structure::opener(&mut page, outline),
        "content-slide" | "image-text-slide" => body::text(&mut page, outline),
        "table-slide" => data::table(&mut page, outline),
        "chart-slide" => data::chart(&mut page, outline),
        "kpi-metrics-slide" => data::figures(&mut page, outline),
        "code-slide" => data::code(&mut page, outline),
        "text-blocks-slide" => collection::blocks(&mut page, outline),
        "comparison-slide" => collection::comparison(&mut page, outline),
        "quote-slide" => structure::quote(&mut page, outline),
        "poll-slide" | "likert-slide" | "likert-slider-slide" | "feedback-slide" => {
            structure::question(&mut page, outline);
        }
        "image-slide" => media::picture(&mut page, outline),
        "gallery-slide" => media::gallery(&mut page, outline),
        "video-slide" | "embed-slide" => media::address(&mut page, outline),
        "end-slide" => structure::end(&mut page, outline),
        "payoff-slide" | "follow-invite-slide" => {}
        "custom-html-slide" => body::html(&mut page, outline),
        _ => collection::any(&mut page, outline),
    }
    page.keep(registry, outline);
    Some(page.finished())
}
