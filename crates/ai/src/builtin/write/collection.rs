//! Writes slides with several points of equal weight.
//!
//! The fields of an entry are found by the declaration of its type: a field for the title, one for the text, and one
//! for a date or figure. So types of organizations can be written too.

use deck::{Content, Field, Kind};
use serde_json::{Value, json};

use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::text::{length, sentences};
use super::body::markdown;
use super::content_builder::{ContentBuilder, plain_text, title_and_text};
use super::icons::icon;
use super::media;
use crate::slide_types::max_length;

/// The points of an outline; where it has none, the rows of its table, else its sentences.
pub(super) fn points(outline: &SlideOutline, builder: &ContentBuilder<'_>) -> Vec<OutlinePoint> {
    let outline = outline.clone().with_points();
    if !outline.points.is_empty() {
        return outline.points;
    }
    let all = outline.paragraphs.iter().map(|paragraph| plain_text(paragraph));
    let all: Vec<String> = all.flat_map(|paragraph| sentences(&paragraph, builder.language)).collect();
    all.into_iter().map(|sentence| OutlinePoint::new("", sentence)).collect()
}

/// Sets the paragraphs of an outline with points as the supporting or closing line, if they fit there.
fn set_supporting_line(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    if outline.points.is_empty() && outline.table.is_none() {
        return;
    }
    let text: String = outline.paragraphs.iter().map(|paragraph| plain_text(paragraph)).collect::<Vec<_>>().join(" ");
    for key in ["subheading", "bottomSubheading"] {
        if builder.has(key) && !builder.is_set(key) && !text.is_empty() && length(&text) <= builder.max_length(key) {
            builder.set(key, &text);
            return;
        }
    }
}

/// Writes a slide of any other type, by the declaration of its fields.
pub(super) fn write_any_type(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    set_supporting_line(builder, outline);
    let list = builder
        .slide_type
        .fields
        .iter()
        .find(|field| matches!(field.kind, Kind::Items { .. }) && field.key != "actions");
    match list {
        Some(list) => {
            let points = points(outline, builder);
            let entries = points.iter().map(|point| entry(builder, list, point, outline)).collect();
            builder.set_entries(&list.key.clone(), entries);
        }
        None => set_body(builder, outline),
    }
    if builder.slide_type.key == "list-slide" {
        if outline.ordered {
            builder.set_value("variant", json!("numbers"));
        }
    } else if builder.slide_type.key == "process-slide"
        && points(outline, builder).iter().any(|point| length(&point.text) > 110)
    {
        builder.set_value("direction", json!("vertical"));
    }
    media::set_pictures(builder, outline);
}

/// Writes the text of a type without a list into its first Markdown field, else into its first plain text field.
fn set_body(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    let is_free =
        |field: &&Field| !["title", "subheading", "bottomSubheading", "caption"].contains(&field.key.as_str());
    let is_markdown = |field: &&Field| matches!(field.kind, Kind::Markdown);
    let is_text =
        |field: &&Field| matches!(field.kind, Kind::String(None)) && !field.key.to_lowercase().contains("alt");
    let fields = &builder.slide_type.fields;
    let body = fields.iter().filter(is_free).find(is_markdown).or_else(|| fields.iter().filter(is_free).find(is_text));
    if let Some(body) = body.filter(|field| !builder.is_set(&field.key)) {
        let text = if is_markdown(&body) {
            markdown(outline, max_length(body))
        } else {
            plain_text(&markdown(outline, usize::MAX))
        };
        builder.set(&body.key.clone(), &text);
    }
}

/// One entry of a list, with the point's texts in the fields that its declaration has for them.
fn entry(builder: &ContentBuilder<'_>, list: &Field, point: &OutlinePoint, outline: &SlideOutline) -> Content {
    let fields = list.kind.item_fields().unwrap_or_default();
    let named = |names: &[&str]| names.iter().find_map(|name| fields.iter().find(|field| field.key == *name));
    let texts = || fields.iter().filter(|field| matches!(field.kind, Kind::String(_) | Kind::Markdown));
    let figure_field = named(&["date", "value"]);
    let is_free = |field: &&Field| {
        figure_field.is_none_or(|figure_field| figure_field.key != field.key)
            && !["alt", "unit"].contains(&field.key.as_str())
    };
    let title_field = named(&["title", "label", "name", "question"]).or_else(|| texts().find(is_free));
    let text_field = named(&["text", "body", "byline", "description"])
        .or_else(|| texts().filter(is_free).find(|field| title_field.is_none_or(|title| title.key != field.key)));
    let mut point = point.clone();
    let mut content = Content::new();
    match figure_field {
        Some(figure_field) => {
            let figure = point.figure();
            if !figure.is_empty() {
                content.insert(figure_field.key.clone(), json!(figure));
            } else if figure_field.required {
                content.insert(figure_field.key.clone(), json!("–"));
            }
        }
        None if !point.date_or_value.is_empty() => {
            let figure = point.figure();
            point.title = if point.title.is_empty() { figure } else { format!("{figure}: {}", point.title) };
        }
        None => {}
    }
    let limit = |field: Option<&Field>| field.map_or(0, max_length);
    let is_rich = text_field.is_some_and(|field| matches!(field.kind, Kind::Markdown)) && point.text.contains('\n');
    let is_title_optional = title_field.is_some_and(|field| !field.required) && text_field.is_some();
    let (title, text) = if is_title_optional && is_long(&point, limit(title_field)) {
        (String::new(), plain_text(&point.text))
    } else if is_rich && !point.title.is_empty() {
        (point.title.clone(), point.text.clone())
    } else {
        title_and_text(&point, limit(title_field), limit(text_field), builder.language)
    };
    for (field, words) in [(title_field, title), (text_field, text)] {
        if let Some(field) = field {
            content.insert(field.key.clone(), json!(words));
        }
    }
    if let Some(picture) = point.picture.and_then(|at| outline.pictures.get(at)) {
        if let Some(field) = fields.iter().find(|field| matches!(field.kind, Kind::Image))
            && deck::is_picture(&picture.source)
        {
            content.insert(field.key.clone(), json!(picture.source));
        }
        if let Some(field) = named(&["alt"]) {
            content.insert(field.key.clone(), json!(picture.alt));
        }
    }
    if let Some(field) = fields.iter().find(|field| matches!(field.kind, Kind::Icon)) {
        content.insert(field.key.clone(), json!(icon(&format!("{} {}", point.title, point.text))));
    }
    content
}

/// Whether a point without a title is too long to be a title itself.
fn is_long(point: &OutlinePoint, max: usize) -> bool {
    point.title.is_empty() && length(&point.text) > max && !point.text.contains('\n')
}

/// Writes rows of blocks: a row for each group; without groups one row, or two rows for five or more blocks.
pub(super) fn write_blocks(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    set_supporting_line(builder, outline);
    let all: Vec<OutlinePoint> = points(outline, builder).into_iter().take(12).collect();
    // If another point is a long text without a title, a short point is a text, too, and not a title.
    let has_texts = all.iter().any(|point| is_long(point, 80));
    let grouped = all.iter().any(|point| !point.group.is_empty());
    let mut rows: Vec<(String, Vec<Value>)> = Vec::new();
    let per_row = if all.len() > 4 { all.len().div_ceil(2) } else { all.len().max(1) };
    for (at, point) in all.iter().enumerate() {
        let is_new_row =
            if grouped { rows.last().is_none_or(|(group, _)| *group != point.group) } else { at % per_row == 0 };
        if is_new_row {
            rows.push((point.group.clone(), Vec::new()));
        }
        let (title, text) = if has_texts && (point.title.is_empty() || point.text.is_empty()) {
            (String::new(), plain_text(&format!("{}{}", point.title, point.text)))
        } else {
            title_and_text(point, 80, 500, builder.language)
        };
        let text = if point.text.contains('\n') && length(&point.text) <= 500 { point.text.clone() } else { text };
        let mut block = if title.is_empty() { json!({}) } else { json!({ "title": title }) };
        if !text.is_empty() {
            block["body"] = json!(text);
        }
        if let Some((_, blocks)) = rows.last_mut().filter(|(_, blocks)| blocks.len() < 6) {
            blocks.push(block);
        }
    }
    let count = rows.len();
    let entries = rows.into_iter().enumerate().map(|(at, (group, blocks))| {
        let mut row = Content::new();
        row.insert("title".to_owned(), json!(group));
        row.insert("color".to_owned(), json!(if at + 1 == count && count > 1 { "deep" } else { "light" }));
        row.insert("blocks".to_owned(), Value::Array(blocks));
        row
    });
    let entries = entries.collect();
    builder.set_entries("rows", entries);
}

/// Writes the two sides of a comparison: of two points each side has one, of more points each side has half.
pub(super) fn write_comparison(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set("title", &outline.title);
    builder.set("subheading", &outline.subheading);
    let closing = if outline.attribution.is_empty() { &outline.closing } else { &outline.attribution };
    builder.set(if length(closing) <= builder.max_length("verdict") { "verdict" } else { "bottomSubheading" }, closing);
    set_supporting_line(builder, outline);
    let all = points(outline, builder);
    if all.len() <= 2 {
        for (point, (title, body)) in all.iter().zip([("leftTitle", "leftBody"), ("rightTitle", "rightBody")]) {
            let (head, text) =
                title_and_text(point, builder.max_length(title), builder.max_length(body), builder.language);
            let is_rich = point.text.contains('\n') && length(&point.text) <= builder.max_length(body);
            builder.set(title, &head);
            builder.set(body, if is_rich { &point.text } else { &text });
        }
        return;
    }
    let half = all.len().div_ceil(2);
    let mut first = 1;
    for (side, (title, body)) in all.chunks(half).zip([("leftTitle", "leftBody"), ("rightTitle", "rightBody")]) {
        // A point is not a heading for the others. Sides without a common group are named by the numbers of their
        // points.
        let last = first + side.len() - 1;
        let group = side[0].group.trim();
        let is_group = !group.is_empty() && side.iter().all(|point| point.group.trim() == group);
        let numbers = if first == last { first.to_string() } else { format!("{first}–{last}") };
        builder.set(title, if is_group { group } else { &numbers });
        let lines: Vec<String> = side.iter().map(|point| format!("- {}", plain_text(&point.line()))).collect();
        builder.set(body, &lines.join("\n"));
        first = last + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    #[test]
    fn a_short_text_among_texts_without_a_title_is_no_title() {
        let long =
            "The north gate was closed for nine weeks, because both of its wheels had to be cast anew in a foundry.";
        let points = [("", long), ("Boats waited", ""), ("", long)].map(|(title, text)| OutlinePoint::new(title, text));
        let outline = SlideOutline { points: points.to_vec(), ..SlideOutline::default() };
        let registry = deck::Registry::core();
        let content = super::super::content(registry, "en", of("en"), "text-blocks-slide", &outline).expect("a slide");
        let blocks = &content["rows"][0]["blocks"];
        assert_eq!(blocks[1]["body"], "Boats waited");
        assert!(blocks.as_array().expect("blocks").iter().all(|block| block.get("title").is_none()), "{blocks}");
    }
}
