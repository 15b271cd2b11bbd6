//! Slide types: one file each, and the table that maps keys to drawing functions.
//!
//! A type draws the content of its fields on a [`Sheet`]. Backdrop, background picture, ornament and FOOT are drawn by
//! `document`.

mod chapter_title;
mod chart;
mod code;
mod comparison;
mod content;
mod countdown;
mod custom_html;
mod cycle;
mod diagram;
mod embed;
mod end;
mod feedback;
mod follow_invite;
mod formula;
mod funnel;
mod gallery;
mod icon_card_grid;
mod image;
mod image_text;
mod kpi_metrics;
mod likert;
mod likert_slider;
mod list;
mod logo_wall;
mod matrix;
mod payoff;
mod plain;
mod poll;
mod process;
mod pyramid;
mod quote;
mod table;
mod table_look;
mod team_cards;
mod text_blocks;
mod timeline;
mod title;
mod video;

use deck::{Registry, Slide};
use scene::PageContent;

use crate::sheet::Sheet;
use crate::surface::Ground;

/// How a slide type is drawn.
pub(crate) struct Drawing {
    /// Draws the content.
    pub(crate) draw: fn(&mut Sheet<'_>),
    /// Whether the slide has FOOT: deck title and page number.
    pub(crate) foot: bool,
    /// Name of the backdrop for slides that choose none.
    pub(crate) ground: &'static str,
    /// What the content consists of.
    pub(crate) content: PageContent,
}

/// The drawing of a slide type: its own, that of its fallback type, or the generic one.
pub(crate) fn drawing(registry: &Registry, key: &str) -> Drawing {
    let generic = Drawing { draw: plain::draw, foot: true, ground: "base", content: PageContent::Drawn };
    builtin(key).or_else(|| builtin(plain::fallback_key(registry, key)?)).unwrap_or(generic)
}

/// The ground that the content of a slide calls for if the author chose none: deep for a single figure, otherwise
/// `None`.
pub(crate) fn own_ground(slide: &Slide) -> Option<Ground> {
    (slide.key == "kpi-metrics-slide" && kpi_metrics::is_single(&slide.content)).then_some(Ground::Deep)
}

/// The drawing of a type that has a file in this folder.
fn builtin(key: &str) -> Option<Drawing> {
    let (draw, foot, ground): (fn(&mut Sheet<'_>), bool, &'static str) = match key {
        "title-slide" => (title::draw, false, "base"),
        "chapter-title-slide" => (chapter_title::draw, false, "deep"),
        "content-slide" => (content::draw, true, "base"),
        "table-slide" => (table::draw, true, "base"),
        "list-slide" => (list::draw, true, "base"),
        "kpi-metrics-slide" => (kpi_metrics::draw, true, "tint"),
        "image-text-slide" => (image_text::draw, true, "base"),
        "video-slide" => (video::draw, true, "deep"),
        "team-cards-slide" => (team_cards::draw, true, "tint"),
        "logo-wall-slide" => (logo_wall::draw, true, "base"),
        "icon-card-grid-slide" => (icon_card_grid::draw, true, "base"),
        "payoff-slide" => (payoff::draw, false, "deep"),
        "quote-slide" => (quote::draw, false, "deep"),
        "image-slide" => (image::draw, true, "base"),
        "embed-slide" => (embed::draw, true, "base"),
        "countdown-slide" => (countdown::draw, false, "deep"),
        "poll-slide" => (poll::draw, true, "base"),
        "likert-slide" => (likert::draw, true, "base"),
        "likert-slider-slide" => (likert_slider::draw, true, "base"),
        "feedback-slide" => (feedback::draw, true, "base"),
        "follow-invite-slide" => (follow_invite::draw, false, "deep"),
        "chart-slide" => (chart::draw, true, "base"),
        "text-blocks-slide" => (text_blocks::draw, true, "base"),
        "comparison-slide" => (comparison::draw, true, "tint"),
        "process-slide" => (process::draw, true, "base"),
        "timeline-slide" => (timeline::draw, true, "base"),
        "matrix-slide" => (matrix::draw, true, "base"),
        "funnel-slide" => (funnel::draw, true, "base"),
        "pyramid-slide" => (pyramid::draw, true, "base"),
        "cycle-slide" => (cycle::draw, true, "base"),
        "gallery-slide" => (gallery::draw, true, "base"),
        "custom-html-slide" => (custom_html::draw, true, "base"),
        "end-slide" => (end::draw, false, "deep"),
        "code-slide" => (code::draw, true, "base"),
        "formula-slide" => (formula::draw, true, "base"),
        "diagram-slide" => (diagram::draw, true, "base"),
        _ => return None,
    };
    Some(Drawing { draw, foot, ground, content: content(key) })
}

/// What the content of a type that has a file in this folder consists of.
fn content(key: &str) -> PageContent {
    match key {
        "title-slide"
        | "chapter-title-slide"
        | "content-slide"
        | "list-slide"
        | "image-text-slide"
        | "image-slide"
        | "end-slide" => PageContent::Text,
        "comparison-slide" => PageContent::Columns,
        _ => PageContent::Drawn,
    }
}
