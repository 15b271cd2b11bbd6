//! Tables, charts, key figures and code.

use deck::{ChartKind, Content, chart_data};
use serde_json::json;

use super::super::find::figures::{is_number, named};
use super::super::outline::{Grid, Outline, Point};
use super::super::text::length;
use super::collection;
use super::page::{Page, head_and_text};

/// Rows and columns.
pub(super) fn table(page: &mut Page<'_>, outline: &Outline) {
    page.heading(outline);
    let grid = outline.table.clone().unwrap_or_else(|| grid(&collection::points(outline, page)));
    let columns = grid.rows.iter().map(Vec::len).max().unwrap_or(1).clamp(1, 10);
    let rows = grid.rows.iter().map(|row| {
        let cells = (0..columns).map(|at| (format!("c{}", at + 1), json!(row.get(at).map_or("", |cell| cell.trim()))));
        cells.collect::<Content>()
    });
    let rows: Vec<Content> = rows.collect();
    let empty = rows.is_empty();
    page.entries("rows", rows);
    page.choose("colCount", json!(columns.to_string()));
    if !grid.head && !empty {
        page.choose("headerRow", json!("off"));
    }
    if !page.is_set("caption") {
        page.set(
            "caption",
            if outline.subheading.is_empty() {
                outline.paragraphs.first().map_or("", String::as_str)
            } else {
                &outline.subheading
            },
        );
    }
}

/// Points as rows: date or figure, head, text; columns that are empty throughout are left out.
fn grid(points: &[Point]) -> Grid {
    let rows = points.iter().map(|point| {
        let figure = format!("{} {}", point.mark, point.unit).trim().to_owned();
        vec![point.group.clone(), figure, point.title.clone(), point.text.replace('\n', " ")]
    });
    let mut rows: Vec<Vec<String>> = rows.collect();
    for column in (0..4).rev() {
        if rows.iter().all(|row| row[column].is_empty()) {
            for row in &mut rows {
                row.remove(column);
            }
        }
    }
    Grid { head: false, rows }
}

/// A bar, line or pie of the first numbers the outline has.
pub(super) fn chart(page: &mut Page<'_>, outline: &Outline) {
    page.heading(outline);
    let grid = outline.table.clone().unwrap_or_else(|| {
        let points = collection::points(outline, page);
        Grid { head: false, rows: points.iter().map(chart_row).collect() }
    });
    let kind = outline.chart.or_else(|| series(&grid));
    let drawn = kind
        .and_then(|kind| csv(&grid, kind))
        .or_else(|| csv(&grid, ChartKind::Bar).map(|(_, csv)| (ChartKind::Bar, csv)));
    if let Some((kind, csv)) = drawn {
        page.choose("chartType", json!(kind.name()));
        page.choose("data", json!(csv));
        if kind == ChartKind::Bar {
            page.choose("showValues", json!("yes"));
        }
    }
}

fn chart_row(point: &Point) -> Vec<String> {
    if is_number(&point.mark) {
        return vec![point.title.clone(), point.mark.clone()];
    }
    vec![point.title.clone(), point.text.clone()]
}

/// How a table is best drawn, when it is a series: a line over time, a pie of shares, else bars.
pub(crate) fn series(grid: &Grid) -> Option<ChartKind> {
    let rows = if grid.head { grid.rows.get(1..)? } else { &grid.rows };
    let columns = grid.rows.iter().map(Vec::len).max()?;
    let numeric = |column: usize| rows.iter().all(|row| row.get(column).is_some_and(|cell| is_number(cell)));
    if rows.len() < 3 || !(2..=3).contains(&columns) || !numeric(1) || (columns == 3 && !numeric(2)) {
        return None;
    }
    let in_time = rows.iter().all(|row| is_moment(&row[0]));
    if columns == 3 || (in_time && rows.len() >= 4) {
        return csv(grid, ChartKind::Line).map(|(kind, _)| kind);
    }
    let (_, text) = csv(grid, ChartKind::Bar)?;
    let data = chart_data(ChartKind::Bar, &text).ok()?;
    let values: Vec<f64> = data.series[0].figures.iter().flatten().map(|figure| figure.value).collect();
    let percent = rows.iter().all(|row| row[1].contains('%'))
        || grid.head && grid.rows[0].get(1).is_some_and(|name| name.contains('%'));
    let whole = (values.iter().sum::<f64>() - 100.0).abs() <= 1.5;
    let shares = percent && whole && values.len() <= 6 && values.iter().all(|value| *value >= 0.0);
    Some(if shares { ChartKind::Pie } else { ChartKind::Bar })
}

/// Whether a label is a point in time: a year, a month, a quarter, a week.
fn is_moment(label: &str) -> bool {
    super::super::language::all()
        .iter()
        .any(|language| super::super::find::dates::is_date(label, language) || language.is_month(&label.to_lowercase()))
}

/// The text of a chart's data in the form its field takes, with the kind it can be drawn as.
fn csv(grid: &Grid, kind: ChartKind) -> Option<(ChartKind, String)> {
    let columns = if kind == ChartKind::Line { 3 } else { 2 };
    let quoted = |cell: &str| {
        if cell.contains([';', '"', '\n', '\t']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    };
    let line =
        |row: &Vec<String>| row.iter().take(columns).map(|cell| quoted(cell.trim())).collect::<Vec<_>>().join(";");
    let text = grid.rows.iter().map(line).collect::<Vec<_>>().join("\n");
    (length(&text) <= 20_000 && chart_data(kind, &text).is_ok()).then_some((kind, text))
}

/// One to four large figures.
pub(super) fn figures(page: &mut Page<'_>, outline: &Outline) {
    page.heading(outline);
    let metrics = collection::points(outline, page).into_iter().map(|point| {
        let mut entry = Content::new();
        let found = if point.mark.is_empty() { named(&point.title, &point.text, page.language) } else { None };
        let (value, unit, label, note) = match found {
            Some(found) => (found.value, found.unit, found.label, found.note),
            None if length(&point.mark) > 30 || length(&point.unit) > 12 => (
                String::new(),
                String::new(),
                format!("{} {}", point.mark, point.unit),
                format!("{} {}", point.title, point.text),
            ),
            None => {
                let (label, note) = head_and_text(&point, 60, 100, page.language);
                (point.mark.clone(), point.unit.clone(), label, note)
            }
        };
        for (key, text) in [("value", value), ("unit", unit), ("label", label), ("note", note)] {
            if !text.is_empty() {
                entry.insert(key.to_owned(), json!(text));
            }
        }
        entry
    });
    let metrics: Vec<Content> = metrics.take(4).collect();
    if metrics.is_empty() {
        page.entries("metrics", vec![std::iter::once(("label".to_owned(), json!(outline.title))).collect()]);
    } else {
        page.entries("metrics", metrics);
    }
}

/// Source code with its lines as written.
pub(super) fn code(page: &mut Page<'_>, outline: &Outline) {
    page.set("title", &outline.title);
    let closing =
        [&outline.closing, &outline.subheading].into_iter().find(|line| !line.is_empty()).map_or("", String::as_str);
    page.set("caption", closing);
    let (language, text) = match &outline.code {
        Some(code) => (code.language.clone(), code.text.clone()),
        None => {
            (String::new(), super::markdown(&Outline { closing: String::new(), ..outline.clone() }, page.bound("code")))
        }
    };
    page.set("language", &language);
    let kept: String = lines_within(&text, page.bound("code"));
    page.choose("code", json!(kept));
}

/// As many whole lines as fit.
fn lines_within(text: &str, max: usize) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        if length(&kept) + length(line) + 1 > max {
            break;
        }
        if !kept.is_empty() {
            kept.push('\n');
        }
        kept.push_str(line);
    }
    kept
}
