//! Slides that hold several things of equal weight.
//!
//! How an entry is written follows from the declaration: the first field that names a thing, the first that says more
//! of it, and a date or figure where there is one. So types of organizations are written too.

use deck::{Content, Field, Kind};
use serde_json::{Value, json};

use super::super::outline::{Outline, Point};
use super::super::text::{capitalised, length, sentences};
use super::body::markdown;
use super::icons::icon;
use super::media;
use super::page::{Page, head_and_text, plain};

/// The points of an outline; where it has none, those of its table, else its sentences.
pub(super) fn points(outline: &Outline, page: &Page<'_>) -> Vec<Point> {
    let outline = outline.clone().with_points();
    if !outline.points.is_empty() {
        return outline.points;
    }
    let all = outline.paragraphs.iter().map(|paragraph| plain(paragraph));
    let all: Vec<String> = all.flat_map(|paragraph| sentences(&paragraph, page.language)).collect();
    all.into_iter().map(|sentence| Point::new("", sentence)).collect()
}

/// The paragraphs that stand beside points, as a supporting or closing line where there is room for one.
fn beside(page: &mut Page<'_>, outline: &Outline) {
    if outline.points.is_empty() && outline.table.is_none() {
        return;
    }
    let text: String = outline.paragraphs.iter().map(|paragraph| plain(paragraph)).collect::<Vec<_>>().join(" ");
    for key in ["subheading", "bottomSubheading"] {
        if page.has(key) && !page.is_set(key) && !text.is_empty() && length(&text) <= page.bound(key) {
            page.set(key, &text);
            return;
        }
    }
}

/// Any type with a list, and any other type of an organization.
pub(super) fn any(page: &mut Page<'_>, outline: &Outline) {
    page.heading(outline);
    beside(page, outline);
    let list =
        page.slide_type.fields.iter().find(|field| matches!(field.kind, Kind::Items { .. }) && field.key != "actions");
    match list {
        Some(list) => {
            let made = points(outline, page);
            let entries = made.iter().map(|point| entry(page, list, point, outline)).collect();
            page.entries(&list.key.clone(), entries);
        }
        None => fields(page, outline),
    }
    if page.slide_type.key == "list-slide" {
        if outline.ordered {
            page.choose("variant", json!("numbers"));
        }
    } else if page.slide_type.key == "process-slide"
        && points(outline, page).iter().any(|point| length(&point.text) > 110)
    {
        page.choose("direction", json!("vertical"));
    }
    media::pictures(page, outline);
}

/// A type without a list: the running text goes into the first field that takes Markdown, else into the first long one.
fn fields(page: &mut Page<'_>, outline: &Outline) {
    let free = |field: &&Field| !["title", "subheading", "bottomSubheading", "caption"].contains(&field.key.as_str());
    let long = |field: &&Field| matches!(field.kind, Kind::Markdown);
    let text = |field: &&Field| matches!(field.kind, Kind::String(None)) && !field.key.to_lowercase().contains("alt");
    let fields = &page.slide_type.fields;
    let body = fields.iter().filter(free).find(long).or_else(|| fields.iter().filter(free).find(text));
    if let Some(body) = body.filter(|field| !page.is_set(&field.key)) {
        let max = body.max_length.unwrap_or(usize::MAX);
        let words = markdown(outline, if matches!(body.kind, Kind::Markdown) { max } else { usize::MAX });
        let words = if matches!(body.kind, Kind::Markdown) { words } else { plain(&words) };
        page.set(&body.key.clone(), &words);
    }
}

/// One entry of a list, by the declared names of its fields.
fn entry(page: &Page<'_>, list: &Field, point: &Point, outline: &Outline) -> Content {
    let fields = list.kind.item_fields().unwrap_or_default();
    let named = |names: &[&str]| names.iter().find_map(|name| fields.iter().find(|field| field.key == *name));
    let texts = || fields.iter().filter(|field| matches!(field.kind, Kind::String(_) | Kind::Markdown));
    let mark = named(&["date", "value"]);
    let free = |field: &&Field| {
        mark.is_none_or(|mark| mark.key != field.key) && !["alt", "unit"].contains(&field.key.as_str())
    };
    let head = named(&["title", "label", "name", "question"]).or_else(|| texts().find(free));
    let rest = named(&["text", "body", "byline", "description"])
        .or_else(|| texts().filter(free).find(|field| head.is_none_or(|head| head.key != field.key)));
    let mut point = point.clone();
    let mut made = Content::new();
    match mark {
        Some(mark) => {
            let figure = format!("{} {}", point.mark, point.unit).trim().to_owned();
            if !figure.is_empty() {
                made.insert(mark.key.clone(), json!(figure));
            } else if mark.required {
                made.insert(mark.key.clone(), json!("–"));
            }
        }
        None if !point.mark.is_empty() => {
            let figure = format!("{} {}", point.mark, point.unit).trim().to_owned();
            point.title = if point.title.is_empty() { figure } else { format!("{figure}: {}", point.title) };
        }
        None => {}
    }
    let bound = |field: Option<&Field>| field.map_or(0, |field| field.max_length.unwrap_or(usize::MAX));
    let rich = rest.is_some_and(|rest| matches!(rest.kind, Kind::Markdown)) && point.text.contains('\n');
    let optional = head.is_some_and(|head| !head.required) && rest.is_some();
    let (title, text) = if optional && is_long(&point, bound(head)) {
        (String::new(), plain(&point.text))
    } else if rich && !point.title.is_empty() {
        (point.title.clone(), point.text.clone())
    } else {
        head_and_text(&point, bound(head), bound(rest), page.language)
    };
    for (field, words) in [(head, title), (rest, text)] {
        if let Some(field) = field {
            made.insert(field.key.clone(), json!(words));
        }
    }
    if let Some(picture) = point.picture.and_then(|at| outline.pictures.get(at)) {
        if let Some(field) =
            fields.iter().find(|field| matches!(field.kind, Kind::Image)).filter(|_| deck::is_picture(&picture.source))
        {
            made.insert(field.key.clone(), json!(picture.source));
        }
        if let Some(field) = named(&["alt"]) {
            made.insert(field.key.clone(), json!(picture.alt));
        }
    }
    if let Some(field) = fields.iter().find(|field| matches!(field.kind, Kind::Icon)) {
        made.insert(field.key.clone(), json!(icon(&format!("{} {}", point.title, point.text))));
    }
    made
}

/// Whether a point without a head of its own is too long to become one.
fn is_long(point: &Point, most: usize) -> bool {
    point.title.is_empty() && length(&point.text) > most && !point.text.contains('\n')
}

/// Rows of equal blocks: a row for each group, else one row, or two from five blocks on.
pub(super) fn blocks(page: &mut Page<'_>, outline: &Outline) {
    page.heading(outline);
    beside(page, outline);
    let all: Vec<Point> = points(outline, page).into_iter().take(12).collect();
    let grouped = all.iter().any(|point| !point.group.is_empty());
    let mut rows: Vec<(String, Vec<Value>)> = Vec::new();
    let per_row = if all.len() > 4 { all.len().div_ceil(2) } else { all.len().max(1) };
    for (at, point) in all.iter().enumerate() {
        let fresh =
            if grouped { rows.last().is_none_or(|(group, _)| *group != point.group) } else { at % per_row == 0 };
        if fresh {
            rows.push((point.group.clone(), Vec::new()));
        }
        let (title, text) = if is_long(point, 80) {
            (String::new(), plain(&point.text))
        } else {
            head_and_text(point, 80, 500, page.language)
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
    page.entries("rows", entries);
}

/// Two sides: the first two points where there are two, else the points in halves.
pub(super) fn comparison(page: &mut Page<'_>, outline: &Outline) {
    page.set("title", &outline.title);
    page.set("subheading", &outline.subheading);
    let closing = if outline.attribution.is_empty() { &outline.closing } else { &outline.attribution };
    page.set(if length(closing) <= page.bound("verdict") { "verdict" } else { "bottomSubheading" }, closing);
    beside(page, outline);
    let all = points(outline, page);
    if all.len() <= 2 {
        for (point, (title, body)) in all.iter().zip([("leftTitle", "leftBody"), ("rightTitle", "rightBody")]) {
            let (head, text) = head_and_text(point, page.bound(title), page.bound(body), page.language);
            let rich = point.text.contains('\n') && length(&point.text) <= page.bound(body);
            page.set(title, &head);
            page.set(body, if rich { &point.text } else { &text });
        }
        return;
    }
    let half = all.len().div_ceil(2);
    for (side, (title, body)) in all.chunks(half).zip([("leftTitle", "leftBody"), ("rightTitle", "rightBody")]) {
        let (head, text) = head_and_text(&side[0], page.bound(title), 400, page.language);
        page.set(title, &capitalised(&head));
        let mut lines: Vec<String> = (!text.is_empty()).then_some(text).into_iter().collect();
        lines.extend(side[1..].iter().map(|point| format!("- {}", plain(&point.line()))));
        page.set(body, &lines.join("\n"));
    }
}
