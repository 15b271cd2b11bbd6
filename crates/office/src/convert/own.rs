//! Slides that Lectern exported: restores their content, with the changes made in the file since.
//!
//! A tag of the slide has its content, and the text that each field showed. The names of its shapes end with their
//! slide and field. An unchanged text keeps the exported content with all of its markup; a changed text replaces it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use deck::{ChartKind, Kind, chart_data};
use serde_json::{Value, json};

use super::figures::{chart_rows, csv, table_rows};
use super::markdown;
use super::outcome::{Draft, Exported, Outcome};
use super::scope::Scope;
use super::text::{line, words};
use super::view::SortedSlide;
use crate::model::{Chart, Content as ShapeContent, Paragraph, Shape, Slide};
use crate::report::Fate;
use crate::report_text::ImportText;

/// Maximum number of pairs of rows that are compared to recognise the rows of a table.
const MAX_ROW_PAIRS: usize = 250_000;
/// The prefix of a link to a slide, before the id of the slide.
const SLIDE_LINK: &str = "#slide:";

/// Restores a slide that Lectern exported, with the changes made in the file. `None` for other slides.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let origin: Value = serde_json::from_str(view.slide.origin.as_deref()?).ok()?;
    let source = origin.get("slide")?;
    let slide_type = view.scope.registry.resolve(source.get("type")?.as_str()?)?;
    let id = source.get("id")?.as_str()?;
    let mut draft = Draft {
        slide_type: Cow::Owned(slide_type.key.clone()),
        content: source.get("content")?.as_object()?.clone(),
        notes: Vec::new(),
    };
    let shown = origin.get("shown")?.as_object()?;
    let others: HashSet<&str> = origin.get("others")?.as_array()?.iter().filter_map(Value::as_str).collect();
    let pictures = |field: &str| -> Vec<&str> {
        let checksums = origin.get("pictures").and_then(|pictures| pictures.get(field)).and_then(Value::as_array);
        checksums.into_iter().flatten().filter_map(Value::as_str).collect()
    };

    let mut fates: BTreeMap<usize, Fate> = BTreeMap::new();
    let mut fields: BTreeMap<&str, Vec<(usize, &Shape)>> = BTreeMap::new();
    for (index, shape) in view.slide.shapes.iter().enumerate() {
        if let Some(field) = field_name(&shape.name, id) {
            fields.entry(field).or_default().push((index, shape));
        } else if others.contains(&shape.name.as_str()) {
            fates.insert(index, Fate::Dropped("drawn by the slide type".to_owned()));
        }
    }
    for (field, shapes) in &fields {
        let before = shown.get(*field).and_then(Value::as_str).unwrap_or_default();
        let joined = origin.get("joined").and_then(|joined| joined.get(*field));
        let fate = match joined {
            Some(fields) => {
                super::joined::update_fields(view.scope, &mut draft, &super::joined::fields(fields), shapes)
            }
            None => update_field(view.scope, &mut draft, (field, &pictures(field)), shapes, before),
        };
        fates.extend(shapes.iter().map(|(index, _)| (*index, fate.clone())));
    }
    for (field, before) in shown {
        let was_text = before.as_str().is_some_and(|text| !text.trim().is_empty());
        if was_text
            && !fields.contains_key(field.as_str())
            && let Some(Value::String(text)) = value_at(&mut draft.content, field)
        {
            text.clear();
        }
    }
    if !view.scope.is_return {
        draft.content.values_mut().for_each(|value| renumber(view.scope, value));
    }
    let is_exported = |part: &str| view.scope.is_exported_picture(part, &pictures("slideBgImage"));
    let exported = Exported {
        notes: unchanged_notes(view.slide, source.get("notes").and_then(Value::as_str).unwrap_or_default()),
        visibility: source.get("visibility").cloned(),
        duration: source.get("duration").cloned(),
        transition: source.get("transition").cloned(),
        morph_names: source.get("morphNames").cloned(),
        library: source.get("library").cloned(),
        source: source.clone(),
        has_same_background: view.slide.background.as_deref().is_some_and(is_exported),
    };
    Some(Outcome { drafts: vec![draft], fates, exported: Some(exported) })
}

/// The field that the name of a shape ends with, for a shape of this slide: `Title 2 [<id>/title]`.
fn field_name<'s>(name: &'s str, id: &str) -> Option<&'s str> {
    let (_, origin) = name.strip_suffix(']')?.rsplit_once(" [")?;
    origin.strip_prefix(id)?.strip_prefix('/')
}

/// Sets a field from its shapes, if they were changed. `pictures` are the checksums of its exported pictures, `before`
/// is its exported text. Returns the fate of the shapes.
fn update_field(
    scope: &Scope<'_>,
    draft: &mut Draft,
    (field, pictures): (&str, &[&str]),
    shapes: &[(usize, &Shape)],
    before: &str,
) -> Fate {
    let in_field = || Fate::Field(report_path(field));
    let slide_type = draft.slide_type.clone();
    if slide_type == "diagram-slide" && field == "diagram" {
        // The words in the boxes are only a part of the text that the diagram is drawn from, so they are only compared.
        let after: String = shapes.iter().map(|(_, shape)| shape_text(shape)).collect();
        let is_same = visible_text(&after) == visible_text(before);
        return if is_same { in_field() } else { Fate::Changed(ImportText::DiagramNotRead.into()) };
    }
    let parts = || shapes.iter().flat_map(|(_, shape)| picture_parts(shape));
    if scope.is_return && parts().any(|part| scope.is_exported_picture(part, pictures)) {
        return in_field();
    }
    if let Some(reference) = shapes.iter().find_map(|(_, shape)| picture_reference(scope, shape)) {
        match value_at(&mut draft.content, field) {
            Some(Value::String(address)) => reference.clone_into(address),
            Some(Value::Object(entry)) => {
                let key = if entry.contains_key("image") { "image" } else { "src" };
                entry.insert(key.to_owned(), json!(reference));
            }
            _ => return Fate::Dropped("drawn by the slide type".to_owned()),
        }
        return in_field();
    }
    if let Some(chart) = shapes.iter().find_map(|(_, shape)| chart_of(shape)) {
        return update_chart(draft, chart);
    }
    let after: String = shapes.iter().map(|(_, shape)| shape_text(shape)).collect();
    if visible_text(&after) == visible_text(before) {
        return in_field();
    }
    let table = shapes.iter().find_map(|(_, shape)| match &shape.content {
        ShapeContent::Table(table) => Some(table_rows(table)),
        _ => None,
    });
    let paragraphs: Vec<Paragraph> = shapes.iter().flat_map(|(_, shape)| shape_paragraphs(shape)).cloned().collect();
    let kind = kind_of(scope, &slide_type, field);
    let text = text_of(scope, kind, &paragraphs);
    match (value_at(&mut draft.content, field), table) {
        (Some(Value::String(value)), None) => {
            *value = without_surroundings(&text, before.trim(), value).to_owned();
            in_field()
        }
        (Some(Value::Array(rows)), Some(cells)) => {
            *rows = changed_rows(rows, &cells);
            if let Some(columns) = cells.first().map(Vec::len) {
                draft.set("colCount", columns.to_string());
            }
            in_field()
        }
        (None, None) if kind.is_some() && !field.contains('.') => {
            draft.set(field, text);
            in_field()
        }
        _ => {
            draft.notes.push(markdown::joined(&markdown::blocks(&paragraphs, scope)));
            Fate::Changed(ImportText::TextInNotes.into())
        }
    }
}

/// The declared kind of a field such as `items.2.title`.
pub(super) fn kind_of<'s>(scope: &'s Scope<'_>, slide_type: &str, field: &str) -> Option<&'s Kind> {
    let declared: String = field.split('.').filter(|part| part.parse::<usize>().is_err()).collect::<Vec<_>>().join(".");
    scope.field(slide_type, &declared).map(|field| &field.kind)
}

/// The value of a field of a kind that shows these paragraphs.
pub(super) fn text_of(scope: &Scope<'_>, kind: Option<&Kind>, paragraphs: &[Paragraph]) -> String {
    match kind {
        Some(Kind::Markdown) => markdown::joined(&markdown::blocks(paragraphs, scope)),
        Some(Kind::Code) => paragraphs.iter().map(words).collect::<Vec<_>>().join("\n"),
        _ => line(paragraphs),
    }
}

/// The rows of a table with changed cells. A row with unchanged words is found in `before` at any position. A cell
/// whose words are unchanged keeps its markup.
fn changed_rows(before: &[Value], cells: &[Vec<String>]) -> Vec<Value> {
    let key = |column: usize| format!("c{}", column + 1);
    let is_same = |row: &Value, column: usize, text: &str| {
        let value = row.get(key(column)).and_then(Value::as_str).unwrap_or_default();
        visible_text(&deck::plain_text(&deck::blocks(value))) == visible_text(text)
            || visible_text(value) == visible_text(text)
    };
    let is_row = |row: &Value, cells: &Vec<String>| (0..cells.len()).all(|column| is_same(row, column, &cells[column]));
    let may_compare = before.len().saturating_mul(cells.len()) <= MAX_ROW_PAIRS;
    let mut unmatched = before.iter().filter(|_| may_compare).collect::<Vec<_>>();
    let matched: Vec<Option<&Value>> = cells
        .iter()
        .map(|cells| unmatched.iter().position(|row| is_row(row, cells)).map(|index| unmatched.remove(index)))
        .collect();
    let has_same_count = before.len() == cells.len();
    let row = |(index, cells): (usize, &Vec<String>)| {
        let old = matched[index].or_else(|| before.get(index).filter(|_| has_same_count));
        let mut row = old.and_then(Value::as_object).cloned().unwrap_or_default();
        row.retain(|name, _| name.strip_prefix('c').is_none_or(|number| number.parse::<usize>().is_err()));
        for (column, text) in cells.iter().enumerate() {
            let unchanged = old.filter(|old| is_same(old, column, text)).and_then(|old| old.get(key(column)));
            row.insert(key(column), unchanged.cloned().unwrap_or_else(|| json!(text)));
        }
        Value::Object(row)
    };
    cells.iter().enumerate().map(row).collect()
}

/// A changed text without the signs that were exported around the value, such as quotation marks or a unit.
fn without_surroundings<'t>(after: &'t str, before: &str, value: &str) -> &'t str {
    let Some((start, end)) = before.split_once(value).filter(|_| !value.is_empty()) else { return after };
    let after = after.strip_prefix(start).unwrap_or(after);
    after.strip_suffix(end).unwrap_or(after).trim()
}

/// Sets the data of a chart from its figures in the file, if they were changed.
fn update_chart(draft: &mut Draft, chart: &Chart) -> Fate {
    let in_field = Fate::Field("data".to_owned());
    let text = |key: &str| draft.content.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let kind = ChartKind::named(&text("chartType")).unwrap_or(ChartKind::Bar);
    let Ok(data) = chart_data(kind, &text("data")) else { return in_field };
    // Series after those of the data are parts of the drawing, such as the area below a line.
    let mut chart = chart.clone();
    chart.series.truncate(data.series.len());
    let present = |values: &[Option<f64>]| values.iter().copied().flatten().collect::<Vec<f64>>();
    let before: Vec<f64> = data.figures().map(|figure| figure.value).collect();
    let positions = chart.series.iter().flat_map(|series| present(&series.positions));
    let after: Vec<f64> = positions.chain(chart.series.iter().flat_map(|series| present(&series.values))).collect();
    let is_close = |one: f64, other: f64| (one - other).abs() <= 1e-6 * one.abs().max(1.0);
    if before.len() == after.len() && before.iter().zip(&after).all(|(one, other)| is_close(*one, *other)) {
        return in_field;
    }
    if kind == ChartKind::Waterfall {
        return Fate::Changed(ImportText::FiguresNotRead.into());
    }
    let rows = chart_rows(&chart);
    if let Some(data) = csv(kind, &chart, &rows) {
        draft.set("data", data);
        return in_field;
    }
    draft.notes.push(markdown::table(&rows));
    Fate::Changed(ImportText::FiguresInNotes.into())
}

/// The names of the parts of a picture, or of a sound or video without its poster.
fn picture_parts(shape: &Shape) -> impl Iterator<Item = &str> {
    let parts = match &shape.content {
        ShapeContent::Picture(picture) => [&picture.part, &picture.raster],
        ShapeContent::Media(media) => [&media.part, &None],
        _ => [&None, &None],
    };
    parts.into_iter().flatten().map(String::as_str)
}

/// The text with which the envelope refers to the picture, sound or video of a shape.
fn picture_reference<'s>(scope: &'s Scope<'_>, shape: &Shape) -> Option<&'s str> {
    match &shape.content {
        ShapeContent::Picture(picture) => scope.reference(picture.part.as_deref()?),
        ShapeContent::Media(media) => scope.reference(media.part.as_deref()?),
        _ => None,
    }
}

/// The chart of a shape.
fn chart_of(shape: &Shape) -> Option<&Chart> {
    match &shape.content {
        ShapeContent::Chart(chart) => Some(chart),
        _ => None,
    }
}

/// The paragraphs of a text shape; none for other shapes.
pub(super) fn shape_paragraphs(shape: &Shape) -> &[Paragraph] {
    match &shape.content {
        ShapeContent::Text(text) => &text.paragraphs,
        _ => &[],
    }
}

/// All words of a shape.
fn shape_text(shape: &Shape) -> String {
    match &shape.content {
        ShapeContent::Text(text) => text.paragraphs.iter().map(words).collect(),
        ShapeContent::Table(table) => {
            table.rows.iter().flatten().flat_map(|cell| &cell.paragraphs).map(words).collect()
        }
        _ => String::new(),
    }
}

/// A text without white space and invisible characters, for comparisons.
pub(super) fn visible_text(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !c.is_control() && !"\u{ad}\u{200b}\u{2060}\u{feff}".contains(*c))
        .collect()
}

/// The value at a path such as `items.2.title`.
pub(super) fn value_at<'c>(content: &'c mut deck::Content, path: &str) -> Option<&'c mut Value> {
    let mut names = path.split('.');
    let mut value = content.get_mut(names.next()?)?;
    for name in names {
        value = match value {
            Value::Array(entries) => entries.get_mut(name.parse::<usize>().ok()?)?,
            Value::Object(fields) => fields.get_mut(name)?,
            _ => return None,
        };
    }
    Some(value)
}

/// A path as reports write it: `items[2].title`.
pub(super) fn report_path(path: &str) -> String {
    let part = |name: &str| if name.parse::<usize>().is_ok() { format!("[{name}]") } else { format!(".{name}") };
    path.split('.').map(part).collect::<String>().trim_start_matches('.').to_owned()
}

/// Replaces the ids of slides by their numbers in the deck.
fn renumber(scope: &Scope<'_>, value: &mut Value) {
    match value {
        Value::String(text) => {
            let target = text.trim();
            let id = target.strip_prefix(SLIDE_LINK).unwrap_or(target);
            if let Some(number) = scope.number_of(id) {
                *text = format!("#{number}");
            } else if text.contains(SLIDE_LINK) {
                *text = renumbered(scope, text);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| renumber(scope, value)),
        Value::Object(values) => values.values_mut().for_each(|value| renumber(scope, value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A text whose links to slides of the file have the numbers of these slides in the deck.
fn renumbered(scope: &Scope<'_>, text: &str) -> String {
    let mut pieces = text.split(SLIDE_LINK);
    let mut renumbered = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c));
        let (id, text_after) = piece.split_at(piece.find(is_end).unwrap_or(piece.len()));
        match scope.number_of(id) {
            Some(number) => renumbered.extend(["#", number.to_string().as_str()]),
            None => renumbered.extend([SLIDE_LINK, id]),
        }
        renumbered.push_str(text_after);
    }
    renumbered
}

/// The notes as they were exported, if the file still has their words.
fn unchanged_notes(slide: &Slide, before: &str) -> Option<String> {
    let after: String = slide.notes.iter().map(words).collect();
    let plain = deck::plain_text(&deck::blocks(before));
    let without_marks = |text: &str| visible_text(text).replace(['-', '*', '•'], "");
    (without_marks(&plain) == without_marks(&after) || visible_text(before) == visible_text(&after))
        .then(|| before.to_owned())
}
