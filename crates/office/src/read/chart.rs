//! Charts: the figures that are cached in a chart part. Its embedded workbook is not opened.

mod category;
mod extended;
mod points;

use std::borrow::Cow;

use super::error::ReadError;
use super::scope::Scope;
use super::style::ListStyle;
use super::tally::Tally;
use super::text;
use super::xml::{self, Element, MAX_KEYWORD_CHARS};
use crate::model::{Chart, Series, Stacking};
use points::Points;

/// Reads the chart that a frame refers to; `None` if its part is missing or has no series.
pub(super) fn read(scope: &mut Scope<'_, '_>, reference: &Element<'_>) -> Result<Option<Chart>, ReadError> {
    let Some(part) = scope.target(reference, "id").map(str::to_owned) else { return Ok(None) };
    let Some(source) = scope.parts.text(&part)? else { return Ok(None) };
    let root = xml::parse(&part, &source)?;
    let mut points = Points::new(&part, scope.tally.limits());
    let chart = if root.child("chartData").is_some() {
        extended::read(&root, &mut points)?
    } else {
        read_plain(&root, &mut points)?
    };
    let title = match root.at(&["chart", "title"]) {
        Some(title) => read_title(scope, title)?,
        None => None,
    };
    scope.tally.add_pieces(points.count().max(cell_count(&chart)))?;
    count_text(scope.tally, &chart)?;
    Ok((!chart.series.is_empty()).then_some(Chart { title, ..chart }))
}

/// How many cells a table of all figures has. Series of different lengths make it larger than the count of the figures.
fn cell_count(chart: &Chart) -> usize {
    let length = |series: &Series| series.values.len().max(series.positions.len()).max(series.sizes.len());
    let rows = chart.series.iter().map(length).max().unwrap_or(0).max(chart.categories.len());
    rows.saturating_mul(chart.series.len())
}

/// Counts the text of a chart, and fails when the presentation has too much of it.
fn count_text(tally: &mut Tally<'_>, chart: &Chart) -> Result<(), ReadError> {
    let names = chart.series.iter().map(|series| &series.name);
    names.chain(&chart.categories).chain(&chart.number_format).try_for_each(|text| tally.add_text(text))
}

/// Reads a chart of a kind that all versions of the format have.
fn read_plain(root: &Element<'_>, points: &mut Points<'_>) -> Result<Chart, ReadError> {
    let Some(area) = root.at(&["chart", "plotArea"]) else { return Ok(Chart::default()) };
    let has_1904_dates = root.child("date1904").is_some_and(|start| start.flag("val").unwrap_or(true));
    let groups: Vec<&Element<'_>> = area.children.iter().filter(|child| child.name.ends_with("Chart")).collect();
    let Some(first) = groups.first() else { return Ok(Chart::default()) };
    let mut chart = Chart {
        kind: keyword(first.name),
        is_horizontal: first.setting("barDir").is_some_and(|direction| direction == "bar"),
        stacking: match first.setting("grouping").as_deref() {
            Some("stacked") => Stacking::Stacked,
            Some("percentStacked") => Stacking::Full,
            _ => Stacking::None,
        },
        is_combined: groups.iter().any(|group| group.name != first.name),
        ..Chart::default()
    };
    let mut ordered: Vec<(u32, &str, &Element<'_>)> = Vec::new();
    for (group, series) in groups.iter().flat_map(|group| group.children_named("ser").map(move |ser| (group, ser))) {
        let order = series.child("order").and_then(|order| order.number("val")).unwrap_or(u32::MAX);
        ordered.push((order, group.name, series));
    }
    ordered.sort_by_key(|(order, ..)| *order);
    let mut format = None;
    for (_, kind, element) in ordered {
        points.add(1)?;
        let values = element.child("val").or_else(|| element.child("yVal"));
        let figures = |source: Option<&Element<'_>>, points: &mut Points<'_>| match source {
            Some(source) => points.numbers(source),
            None => Ok(Vec::new()),
        };
        chart.series.push(Series {
            name: element.child("tx").map(name).unwrap_or_default(),
            kind: keyword(kind),
            values: figures(values, points)?,
            positions: figures(element.child("xVal"), points)?,
            sizes: figures(element.child("bubbleSize"), points)?,
        });
        if let Some(categories) = element.child("cat").filter(|_| chart.categories.is_empty()) {
            chart.categories = category::names(categories, points, has_1904_dates)?;
        }
        format = format.or_else(|| values?.descendant("formatCode").map(|code| code.text.trim().to_owned()));
    }
    let has_own_format =
        |element: &&Element<'_>| element.name == "numFmt" && element.flag("sourceLinked") == Some(false);
    let labels = groups.iter().find_map(|group| {
        group
            .all()
            .filter(|element| element.name == "dLbls")
            .find_map(|labels| labels.children.iter().find(has_own_format))
    });
    let axis = || area.child("valAx")?.children.iter().find(has_own_format);
    let shown_format = labels.or_else(axis).and_then(|format| format.attribute("formatCode")).map(Cow::into_owned);
    chart.number_format = shown_format.or(format).filter(|format| !format.is_empty() && format != "General");
    Ok(chart)
}

/// A keyword of the format, cut to [`MAX_KEYWORD_CHARS`] characters.
fn keyword(name: &str) -> String {
    name.chars().take(MAX_KEYWORD_CHARS).collect()
}

/// The name of a series.
fn name(element: &Element<'_>) -> String {
    let name = element.descendant("v").map(|value| value.text.trim().to_owned());
    name.unwrap_or_default()
}

/// Reads the text of a title, which is in the chart or cached from a cell. `None` for a blank title.
fn read_title(scope: &mut Scope<'_, '_>, title: &Element<'_>) -> Result<Option<String>, ReadError> {
    let Some(text) = title.child("tx") else { return Ok(None) };
    let heading = match text.child("rich") {
        Some(body) => text::plain(&text::paragraphs(scope, body, &ListStyle::default())?),
        None => text.descendant("v").map(|value| value.text.trim().to_owned()).unwrap_or_default(),
    };
    scope.tally.add_text(&heading)?;
    Ok(Some(heading).filter(|heading| !heading.is_empty()))
}
