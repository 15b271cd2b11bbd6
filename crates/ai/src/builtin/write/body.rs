//! Writes slides of running text.

use serde_json::{Value, json};

use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::read::DataTable;
use super::super::text::length;
use super::content_builder::ContentBuilder;
use super::media;

/// A headline and Markdown text, with pictures and buttons where the type has them.
pub(super) fn write_text(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set("title", &outline.title);
    let mut outline = outline.clone();
    if !builder.has("subheading") && !outline.subheading.is_empty() {
        outline.paragraphs.insert(0, std::mem::take(&mut outline.subheading));
    }
    builder.set("subheading", &outline.subheading);
    let body = markdown(&outline, builder.max_length("body"));
    builder.set("body", &body);
    media::set_pictures(builder, &outline);
    media::set_buttons(builder, &outline);
    let has_many_points = outline.points.len() >= 6 && outline.points.iter().all(|point| length(&point.line()) <= 80);
    if builder.slide_type.key == "content-slide" && has_many_points && outline.table.is_none() {
        builder.set_value("layout", json!("two-column"));
    }
}

/// An outline without its title as Markdown of at most `max` code points: paragraphs, points, table, code, closing
/// line.
pub(crate) fn markdown(outline: &SlideOutline, max: usize) -> String {
    let mut parts: Vec<String> = outline.paragraphs.clone();
    if !outline.points.is_empty() {
        parts.push(points(&outline.points, outline.ordered));
    }
    if let Some(table) = &outline.table {
        parts.push(table_text(table));
    }
    if let Some(code) = outline.code.as_ref().filter(|code| !code.text.trim().is_empty()) {
        parts.push(format!("```{}\n{}\n```", code.language, code.text));
    }
    for line in [&outline.attribution, &outline.closing] {
        if !line.is_empty() {
            parts.push(if line == &outline.attribution { format!("— {line}") } else { line.clone() });
        }
    }
    let mut body = String::new();
    for part in parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()) {
        if length(&body) + length(part) + 2 > max {
            // Some lines of a list may still fit.
            for line in part.lines() {
                if length(&body) + length(line) + 2 > max || line.starts_with(['`', '|']) {
                    break;
                }
                body.push('\n');
                body.push_str(line);
            }
            break;
        }
        if !body.is_empty() {
            body.push_str("\n\n");
        }
        body.push_str(part);
    }
    body.trim().to_owned()
}

/// Points as a Markdown list, with a heading for each group.
fn points(points: &[OutlinePoint], ordered: bool) -> String {
    let mut lines = Vec::new();
    let mut group = "";
    for (at, point) in points.iter().enumerate() {
        if point.group != group {
            group = &point.group;
            if !group.is_empty() {
                lines.push(format!("\n### {group}\n"));
            }
        }
        let line = point.line().replace("\n\n", "\n  ").replace('\n', "\n  ");
        lines.push(if ordered { format!("{}. {line}", at + 1) } else { format!("- {line}") });
    }
    lines.join("\n")
}

/// A table in Markdown.
fn table_text(table: &DataTable) -> String {
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let row = |row: &[String]| {
        let cells: Vec<String> =
            (0..columns).map(|at| row.get(at).map_or(String::new(), |cell| cell.replace('|', "\\|"))).collect();
        format!("| {} |", cells.join(" | "))
    };
    let (head, rows) = match table.rows.split_first() {
        Some((head, rows)) if table.has_header => (head.clone(), rows),
        _ => (vec![String::new(); columns], table.rows.as_slice()),
    };
    let mut lines = vec![row(&head), format!("|{}", " --- |".repeat(columns))];
    lines.extend(rows.iter().map(|cells| row(cells)));
    lines.join("\n")
}

/// An outline as HTML, for the type whose content is HTML.
pub(super) fn write_html(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut parts = vec![format!("<h2>{}</h2>", escaped(&outline.title))];
    let lines = markdown(outline, 18_000);
    for paragraph in
        std::iter::once(outline.subheading.as_str()).chain(lines.lines()).filter(|line| !line.trim().is_empty())
    {
        parts.push(format!("<p>{}</p>", escaped(paragraph)));
    }
    builder.set_value("html", Value::String(parts.join("\n")));
}
