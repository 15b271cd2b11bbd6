//! Turns an outline into the content of a slide of a given type.
//!
//! Limits come from the declarations of the type, so the content passes strict validation. A text that is too long is
//! shortened; the caller puts the missing text into the notes. Nothing is invented: required fields without a text get
//! the placeholders of the type.

mod body;
mod collection;
mod content_builder;
mod data;
mod icons;
mod media;
mod structure;

pub(crate) use self::body::markdown;
use self::content_builder::ContentBuilder;
pub(crate) use self::content_builder::text_within;
pub(crate) use self::data::chart_kind;

use deck::{Content, Registry};

use super::language::Language;
use super::outline::SlideOutline;

/// The content of a slide of type `key` made from an outline. `None` for an unknown type.
pub(crate) fn content(
    registry: &Registry,
    lang: &str,
    language: &Language,
    key: &str,
    outline: &SlideOutline,
) -> Option<Content> {
    let slide_type = registry.by_key(key)?;
    let mut builder = ContentBuilder::new(slide_type, lang, language);
    match key {
        "title-slide" | "chapter-title-slide" => structure::write_opener(&mut builder, outline),
        "content-slide" | "image-text-slide" => body::write_text(&mut builder, outline),
        "table-slide" => data::write_table(&mut builder, outline),
        "chart-slide" => data::write_chart(&mut builder, outline),
        "kpi-metrics-slide" => data::write_figures(&mut builder, outline),
        "code-slide" => data::write_code(&mut builder, outline),
        "diagram-slide" => data::write_diagram(&mut builder, outline),
        "formula-slide" => data::write_formula(&mut builder, outline),
        "text-blocks-slide" => collection::write_blocks(&mut builder, outline),
        "comparison-slide" => collection::write_comparison(&mut builder, outline),
        "quote-slide" => structure::write_quote(&mut builder, outline),
        "poll-slide" | "likert-slide" | "likert-slider-slide" | "feedback-slide" => {
            structure::write_question(&mut builder, outline);
        }
        "image-slide" => media::write_picture(&mut builder, outline),
        "gallery-slide" => media::write_gallery(&mut builder, outline),
        "video-slide" | "embed-slide" => media::write_address(&mut builder, outline),
        "end-slide" => structure::write_end(&mut builder, outline),
        "payoff-slide" | "follow-invite-slide" => {}
        "custom-html-slide" => body::write_html(&mut builder, outline),
        _ => collection::write_any_type(&mut builder, outline),
    }
    builder.copy_options(registry, outline);
    Some(builder.into_content())
}
