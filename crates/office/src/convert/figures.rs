//! Slides with tables and charts: each becomes a slide of its own. Other text becomes its caption or a slide after it.

use deck::{ChartKind, chart_data, shortened};
use serde_json::{Value, json};

use super::body;
use super::markdown;
use super::outcome::{Draft, Outcome, continued_title};
use super::text::{length, lines};
use super::view::{SlideItem, SortedSlide};
use crate::model::{Chart, Stacking, Table};
use crate::number_format::signs;
use crate::report_text::ImportText;

const TABLE: &str = "table-slide";
const CHART: &str = "chart-slide";

/// Converts the tables and charts of a slide, each into slides of its own. `None` if there is none, or if a single
/// small table is written as part of a text.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let (figures, mut others): (Vec<SlideItem<'_>>, Vec<SlideItem<'_>>) =
        view.items.iter().cloned().partition(|item| item.table().is_some() || item.chart().is_some());
    if let [only] = &figures[..]
        && only.table().is_some_and(|table| is_part_of_text(view, table, &others))
    {
        return None;
    }
    let mut figure_outcome = Outcome::default();
    let mut drafts = Vec::new();
    for item in &figures {
        if let Some(table) = item.table() {
            drafts.extend(table_drafts(view, item, table, &mut figure_outcome));
        } else if let Some(chart) = item.chart() {
            drafts.extend(chart_drafts(view, item, chart, &mut figure_outcome));
        }
    }
    let slide_type = if drafts.first()?.slide_type == CHART { CHART } else { TABLE };
    let mut outcome = Outcome::headed(view, slide_type);
    outcome.fates.extend(figure_outcome.fates);
    if view.title.is_none() {
        outcome.first().set("title", own_title(&figures));
    }
    let title = outcome.first().title().to_owned();
    for (draft, number) in drafts.into_iter().zip(1..) {
        if number == 1 {
            outcome.first().content.extend(draft.content);
            outcome.first().notes.extend(draft.notes);
        } else {
            outcome.add_continued(draft, &title, number);
        }
    }
    if let [only] = &figures[..] {
        others = put_captions(view, only, &mut outcome, others);
    }
    if !others.is_empty() {
        let added = body::drafts(view, &others, Some(&continued_title(&title, outcome.drafts.len() + 1)));
        outcome.add_after(added);
    }
    Some(outcome)
}

/// Whether a table is small and the other text of its slide too long for a caption, so that both are written as one
/// text.
fn is_part_of_text(view: &SortedSlide<'_>, table: &Table, others: &[SlideItem<'_>]) -> bool {
    let is_text = !others.is_empty() && others.iter().all(SlideItem::is_text);
    let long: usize = others.iter().map(|item| length(&item.line())).sum();
    let caption = view.scope.max_length(TABLE, "caption");
    is_text && long > caption && long < 700 && table.rows.len() <= 6 && table.rows.iter().all(|row| row.len() <= 6)
}

/// The title of the first chart that has one, for a slide without a title.
fn own_title(figures: &[SlideItem<'_>]) -> String {
    let title = figures.iter().find_map(|item| item.chart().and_then(|chart| chart.title.clone()));
    shortened(title.unwrap_or_default().trim(), 120)
}

/// Puts short texts around the only figure of a slide into its caption. Returns the other texts.
fn put_captions<'a>(
    view: &SortedSlide<'a>,
    figure: &SlideItem<'_>,
    outcome: &mut Outcome,
    others: Vec<SlideItem<'a>>,
) -> Vec<SlideItem<'a>> {
    let slide_type = if outcome.first().slide_type == CHART { CHART } else { TABLE };
    let is_above = |item: &SlideItem<'_>| item.frame().y + item.frame().height / 2 < figure.frame().y;
    let keys: &[&str] = if slide_type == CHART { &["subheading", "bottomSubheading"] } else { &["caption"] };
    let mut uncaptioned = Vec::new();
    for item in others {
        let preferred = if is_above(&item) { keys.first() } else { keys.last() };
        let key = preferred.into_iter().chain(keys).find(|key| !outcome.first().content.contains_key(**key)).copied();
        let is_plain = item.is_text() && item.lines().len() <= 2;
        match key.filter(|key| is_plain && view.scope.fits(slide_type, key, &item.line())) {
            Some(key) => outcome.put_line(view, &item, key),
            None => uncaptioned.push(item),
        }
    }
    uncaptioned
}

/// The rows of a table, equally long, with each cell as a line.
pub(super) fn table_rows(table: &Table) -> Vec<Vec<String>> {
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let row = |row: &Vec<crate::model::Cell>| {
        let mut cells: Vec<String> = row.iter().map(|cell| lines(&cell.paragraphs).join(" · ")).collect();
        cells.resize(columns, String::new());
        cells
    };
    table.rows.iter().map(row).collect()
}

fn table_drafts(view: &SortedSlide<'_>, item: &SlideItem<'_>, table: &Table, outcome: &mut Outcome) -> Vec<Draft> {
    let is_merged = table.rows.iter().flatten().any(|cell| cell.spans.0 > 1 || cell.spans.1 > 1);
    let (drafts, has_long) = row_drafts(view, &table_rows(table), table.has_header);
    let n = drafts.len();
    let change = match (n > 1, is_merged, has_long) {
        (false, false, false) => None,
        (true, false, false) => Some(ImportText::LongTable { n }),
        (false, true, false) => Some(ImportText::MergedCells),
        (false, false, true) => Some(ImportText::LongCells),
        (true, true, false) => Some(ImportText::LongTableMerged { n }),
        (true, false, true) => Some(ImportText::LongTableLongCells { n }),
        (false, true, true) => Some(ImportText::MergedLongCells),
        (true, true, true) => Some(ImportText::LongTableMergedLongCells { n }),
    };
    match change {
        None => outcome.place(item, "rows"),
        Some(change) => outcome.change(item, change),
    }
    drafts
}

/// Table slides for rows, as many as the limits of the type require, and whether a cell was shortened.
fn row_drafts(view: &SortedSlide<'_>, rows: &[Vec<String>], has_header: bool) -> (Vec<Draft>, bool) {
    let max_rows = view.scope.max_entries(TABLE, "rows").min(40);
    let max_columns = 10;
    let max_text = view.scope.max_length(TABLE, "rows.c1");
    let columns = rows.first().map_or(0, Vec::len);
    let (head, body) = if has_header && rows.len() > 1 { rows.split_at(1) } else { (&rows[..0], rows) };
    let mut column_sets: Vec<Vec<usize>> = vec![(0..columns.min(max_columns)).collect()];
    // The first column is repeated beside further ones, since it names the row.
    let further: Vec<usize> = (max_columns..columns).collect();
    column_sets
        .extend(further.chunks(max_columns - 1).map(|chunk| [0].into_iter().chain(chunk.iter().copied()).collect()));
    let mut drafts = Vec::new();
    let mut has_long = false;
    for columns in column_sets {
        for chunk in body.chunks(max_rows - head.len()) {
            let mut draft = Draft::new(TABLE);
            let mut written = Vec::new();
            for row in head.iter().chain(chunk) {
                let mut cells = deck::Content::new();
                for (column, number) in columns.iter().zip(1..) {
                    let text = row.get(*column).map(String::as_str).unwrap_or_default();
                    if length(text) > max_text {
                        has_long = true;
                        draft.notes.push(markdown::escaped(text));
                    }
                    cells.insert(format!("c{number}"), json!(shortened(text, max_text)));
                }
                written.push(Value::Object(cells));
            }
            draft.set("headerRow", if head.is_empty() { "off" } else { "on" });
            draft.set("colCount", columns.len().max(1).to_string());
            draft.set("rows", written);
            drafts.push(draft);
        }
    }
    (drafts, has_long)
}

/// The figures of a chart as rows of texts, with a header.
pub(super) fn chart_rows(chart: &Chart) -> Vec<Vec<String>> {
    let has_positions = chart.series.iter().any(|series| series.positions.iter().any(Option::is_some));
    let has_sizes = chart.series.iter().any(|series| series.sizes.iter().any(Option::is_some));
    let mut head = vec![String::new()];
    for series in &chart.series {
        if has_positions {
            head.push("x".to_owned());
        }
        head.push(series.name.trim().to_owned());
        if has_sizes {
            head.push("size".to_owned());
        }
    }
    let count = chart.series.iter().map(|series| series.values.len().max(series.positions.len())).max().unwrap_or(0);
    let figure =
        |value: Option<&Option<f64>>| value.copied().flatten().map(|value| written(chart, value)).unwrap_or_default();
    let number =
        |value: Option<&Option<f64>>| value.copied().flatten().map(|value| value.to_string()).unwrap_or_default();
    let mut rows = vec![head];
    for index in 0..count.max(chart.categories.len()) {
        let category = chart.categories.get(index).map(|name| name.replace('\n', " ").trim().to_owned());
        let mut row = vec![category.unwrap_or_default()];
        for series in &chart.series {
            if has_positions {
                row.push(number(series.positions.get(index)));
            }
            row.push(figure(series.values.get(index)));
            if has_sizes {
                row.push(number(series.sizes.get(index)));
            }
        }
        rows.push(row);
    }
    rows
}

/// A figure as the chart writes it: a percentage with its sign, all others as plain numbers.
fn written(chart: &Chart, value: f64) -> String {
    if let Some(factor) = percent_factor(chart) {
        let percent = (value * factor * 1e6).round() / 1e6;
        format!("{percent}%")
    } else {
        format!("{value}")
    }
}

/// The factor for figures that a chart writes as percentages: 100 for the number format `0%`, 1 if the sign is only
/// text as in `0"%"`. `None` if the chart does not write percentages.
fn percent_factor(chart: &Chart) -> Option<f64> {
    let format = chart.number_format.as_deref()?;
    if signs(format).contains('%') {
        return Some(100.0);
    }
    ["\"%\"", "\\%"].iter().any(|text| format.contains(text)).then_some(1.0)
}

/// A chart slide, or table slides if no chart of a deck draws such a chart.
fn chart_drafts(view: &SortedSlide<'_>, item: &SlideItem<'_>, chart: &Chart, outcome: &mut Outcome) -> Vec<Draft> {
    let rows = chart_rows(chart);
    let candidates = drawn_kinds(chart);
    let data = candidates.iter().find_map(|(kind, change)| Some((kind, change, csv(*kind, chart, &rows)?)));
    if let Some((kind, change, data)) = data
        && length(&data) <= view.scope.max_length(CHART, "data")
    {
        let mut draft = Draft::new(CHART);
        draft.set("chartType", kind.name());
        draft.set("data", data);
        let title = chart.title.as_deref().unwrap_or_default().trim();
        if !title.is_empty() && view.title.is_some() && title != view.title_line() {
            if view.scope.fits(CHART, "subheading", title) && view.subtitle.is_none() {
                draft.set("subheading", title);
            } else {
                draft.notes.push(markdown::escaped(title));
            }
        }
        match change {
            None => outcome.place(item, "data"),
            Some(change) => outcome.change(item, change.clone()),
        }
        return vec![draft];
    }
    let (mut drafts, _) = row_drafts(view, &rows, true);
    if let Some((title, first)) = chart.title.as_deref().map(str::trim).zip(drafts.first_mut())
        && !title.is_empty()
        && view.title.is_some()
    {
        first.set("caption", shortened(title, view.scope.max_length(TABLE, "caption")));
    }
    let what = if chart.is_combined { "a combined chart" } else { kind_name(&chart.kind) };
    outcome.change(item, ImportText::chart_as_table(what));
    drafts
}

/// The kinds of chart of a deck that can draw a chart, the best first, each with what is different from the file.
fn drawn_kinds(chart: &Chart) -> Vec<(ChartKind, Option<ImportText>)> {
    let has_several = chart.series.len() > 1;
    let flat = chart.kind.contains("3D").then_some(ImportText::ChartFlat);
    let kind = chart.kind.replace("3DChart", "Chart");
    match (kind.as_str(), chart.stacking) {
        ("barChart", Stacking::None) if is_combo(chart) => vec![(ChartKind::Combo, None)],
        ("barChart", _) if is_combo(chart) => vec![(ChartKind::Combo, Some(ImportText::BarsSideBySide))],
        _ if chart.is_combined => Vec::new(),
        ("barChart", Stacking::None) if chart.is_horizontal => vec![(ChartKind::BarHorizontal, flat)],
        ("barChart", Stacking::None) if has_several => vec![(ChartKind::BarGrouped, flat)],
        ("barChart", _) if !has_several && chart.is_horizontal => vec![(ChartKind::BarHorizontal, flat)],
        ("barChart", _) if !has_several => vec![(ChartKind::Bar, flat)],
        ("barChart", stacking) => {
            let change = if chart.is_horizontal { Some(ImportText::BarsVertical) } else { flat };
            if stacking == Stacking::Full {
                let added = Some(ImportText::BarsAddUp);
                vec![(ChartKind::BarStacked100, change), (ChartKind::BarStacked, added)]
            } else {
                vec![(ChartKind::BarStacked, change)]
            }
        }
        ("lineChart", Stacking::Stacked | Stacking::Full) if has_several => {
            vec![(ChartKind::Line, Some(ImportText::LinesApart))]
        }
        ("lineChart", _) => vec![(ChartKind::Line, flat)],
        ("areaChart", Stacking::Stacked | Stacking::Full) if has_several => {
            let full = (chart.stacking == Stacking::Full).then_some(ImportText::AreasAddUp);
            let line = Some(ImportText::AreasAsLines);
            vec![(ChartKind::AreaStacked, full.or(flat)), (ChartKind::Line, line)]
        }
        ("areaChart", _) => vec![(ChartKind::Area, flat)],
        ("pieChart" | "ofPieChart" | "doughnutChart", _) if !has_several => {
            let kind = if kind == "doughnutChart" { ChartKind::Doughnut } else { ChartKind::Pie };
            let change =
                if kind == ChartKind::Pie && chart.kind == "ofPieChart" { Some(ImportText::OnePie) } else { flat };
            vec![(kind, change), (ChartKind::Bar, Some(ImportText::SlicesAsBars))]
        }
        ("scatterChart", _) if !has_several => vec![(ChartKind::Scatter, None)],
        _ => Vec::new(),
    }
}

/// Whether a combined chart has bars, and a line for its last series alone.
fn is_combo(chart: &Chart) -> bool {
    let Some((last, others)) = chart.series.split_last() else { return false };
    let are_bars = !others.is_empty() && others.iter().all(|series| series.kind == "barChart");
    chart.is_combined && !chart.is_horizontal && last.kind == "lineChart" && are_bars
}

/// The data of a chart as CSV. `None` if no CSV text is read back as the same figures.
pub(super) fn csv(kind: ChartKind, chart: &Chart, rows: &[Vec<String>]) -> Option<String> {
    let count = rows.len().saturating_sub(1);
    let mut rows = rows.to_vec();
    let is_unnamed = rows.first()?.iter().skip(1).all(String::is_empty);
    let first_has_figure = rows.get(1)?.iter().skip(1).any(|cell| !cell.is_empty());
    if is_unnamed && first_has_figure && kind != ChartKind::Scatter {
        rows.remove(0);
    } else {
        for (index, name) in rows.first_mut()?.iter_mut().enumerate().skip(1) {
            if name.is_empty() {
                *name = if kind == ChartKind::Scatter { "y".to_owned() } else { format!("({index})") };
            }
        }
    }
    let text = csv_text(&rows);
    let expected: Vec<Option<f64>> = chart
        .series
        .iter()
        .flat_map(|series| (0..count).map(|index| series.values.get(index).copied().flatten()))
        .collect();
    let is_same = |text: &str| {
        chart_data(kind, text).is_ok_and(|data| {
            let skipped = usize::from(kind == ChartKind::Scatter);
            let found = data.series.iter().skip(skipped).flat_map(|series| &series.figures);
            let scale = percent_factor(chart).unwrap_or(1.0);
            let found: Vec<Option<f64>> =
                found.map(|figure| figure.as_ref().map(|figure| figure.value / scale)).collect();
            let same = |(one, other): (&Option<f64>, &Option<f64>)| match (one, other) {
                (Some(one), Some(other)) => (one - other).abs() <= 1e-6 * other.abs().max(1.0),
                (None, None) => true,
                _ => false,
            };
            found.len() == expected.len() && found.iter().zip(&expected).all(same)
        })
    };
    if is_same(&text) {
        return Some(text);
    }
    // Names of series that are numbers would be read as figures.
    for name in rows.first_mut()?.iter_mut().skip(1) {
        *name = format!("({name})");
    }
    Some(csv_text(&rows)).filter(|text| is_same(text))
}

/// Rows as CSV, with quotes where a cell needs them.
fn csv_text(rows: &[Vec<String>]) -> String {
    let cell = |text: &String| {
        if text.contains([',', ';', '\t', '"', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.clone()
        }
    };
    rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",")).collect::<Vec<_>>().join("\n")
}

/// The kind of a chart in words.
fn kind_name(kind: &str) -> &'static str {
    match kind {
        "radarChart" => "a radar chart",
        "bubbleChart" => "a bubble chart",
        "stockChart" => "a stock chart",
        "surfaceChart" | "surface3DChart" => "a surface chart",
        "scatterChart" => "a scatter chart with several series",
        "pieChart" | "pie3DChart" | "ofPieChart" | "doughnutChart" => "a pie chart that cannot be drawn",
        "barChart" | "bar3DChart" => "a bar chart that cannot be drawn",
        "lineChart" | "line3DChart" => "a line chart that cannot be drawn",
        "areaChart" | "area3DChart" => "an area chart that cannot be drawn",
        _ => "a chart of another kind",
    }
}
