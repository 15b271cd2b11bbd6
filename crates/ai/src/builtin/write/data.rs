//! Writes tables, charts, key figures and code.

use deck::{ChartKind, Content, MAX_SERIES, chart_data};
use serde_json::json;

use super::super::find::figures::{is_number, labelled_metric};
use super::super::language::Language;
use super::super::outline::{OutlinePoint, SlideOutline};
use super::super::read::DataTable;
use super::super::text::length;
use super::collection;
use super::content_builder::{ContentBuilder, title_and_text};

/// Writes the table of the outline; where it has none, its points as rows.
pub(super) fn write_table(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    let table = outline.table.clone().unwrap_or_else(|| point_table(&collection::points(outline, builder)));
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(1).clamp(1, 10);
    let rows = table.rows.iter().map(|row| {
        let cells = (0..columns).map(|at| (format!("c{}", at + 1), json!(row.get(at).map_or("", |cell| cell.trim()))));
        cells.collect::<Content>()
    });
    let rows: Vec<Content> = rows.collect();
    let is_empty = rows.is_empty();
    builder.set_entries("rows", rows);
    builder.set_value("colCount", json!(columns.to_string()));
    if !table.has_header && !is_empty {
        builder.set_value("headerRow", json!("off"));
    }
    if !builder.is_set("caption") {
        builder.set(
            "caption",
            if outline.subheading.is_empty() {
                outline.paragraphs.first().map_or("", String::as_str)
            } else {
                &outline.subheading
            },
        );
    }
}

/// Points as rows of group, date or figure, title and text, without columns that are empty in all rows.
fn point_table(points: &[OutlinePoint]) -> DataTable {
    let rows = points
        .iter()
        .map(|point| vec![point.group.clone(), point.figure(), point.title.clone(), point.text.replace('\n', " ")]);
    let mut rows: Vec<Vec<String>> = rows.collect();
    for column in (0..4).rev() {
        if rows.iter().all(|row| row[column].is_empty()) {
            for row in &mut rows {
                row.remove(column);
            }
        }
    }
    DataTable { has_header: false, rows }
}

/// Maximum number of series in a chart with grouped bars, which is the number of bars in a group.
const MAX_GROUP: usize = 4;
/// Maximum number of groups in a chart with grouped bars.
const MAX_GROUPS: usize = 8;

/// Writes a chart of the outline's table; where it has none, of the numbers in its points.
pub(super) fn write_chart(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    let table = outline.table.clone().unwrap_or_else(|| {
        let points = collection::points(outline, builder);
        DataTable { has_header: false, rows: points.iter().map(chart_row).collect() }
    });
    let table = with_clear_thousands(table, builder.language);
    let kind = outline.chart.or_else(|| chart_kind(&table));
    let drawn = kind
        .and_then(|kind| csv(&table, kind))
        .or_else(|| csv(&table, ChartKind::Bar).map(|(_, csv)| (ChartKind::Bar, csv)));
    if let Some((kind, csv)) = drawn {
        builder.set_value("chartType", json!(kind.name()));
        builder.set_value("data", json!(csv));
    }
}

/// The label and the number of a point.
fn chart_row(point: &OutlinePoint) -> Vec<String> {
    if is_number(&point.date_or_value) {
        return vec![point.title.clone(), point.date_or_value.clone()];
    }
    vec![point.title.clone(), point.text.clone()]
}

/// The kind of chart that shows a table best: a line over time, a pie of shares that add up to 100 percent, else bars,
/// grouped for several series. `None` when the table is not a series of numbers, or its columns have different units.
pub(crate) fn chart_kind(table: &DataTable) -> Option<ChartKind> {
    let rows = if table.has_header { table.rows.get(1..)? } else { &table.rows };
    let columns = table.rows.iter().map(Vec::len).max()?;
    let is_numeric = |column: usize| rows.iter().all(|row| row.get(column).is_some_and(|cell| is_number(cell)));
    if rows.len() < 3 || !(2..=MAX_GROUP + 1).contains(&columns) || !(1..columns).all(is_numeric) {
        return None;
    }
    if !(2..columns).all(|column| unit(table, rows, column) == unit(table, rows, 1)) {
        return None;
    }
    let is_over_time = rows.iter().all(|row| is_point_in_time(&row[0]));
    let cannot_be_compared = |column: usize| has_mixed_units(rows, column) || !is_over_time && has_years(rows, column);
    if (1..columns).any(cannot_be_compared) {
        return None;
    }
    if is_over_time && rows.len() >= 4 {
        return csv(table, ChartKind::Line).map(|(kind, _)| kind);
    }
    if columns > 2 && has_invisible_bars(rows) {
        return None;
    }
    if columns > 2 {
        let kind = if rows.len() > MAX_GROUPS { ChartKind::Line } else { ChartKind::BarGrouped };
        return csv(table, kind).map(|(kind, _)| kind);
    }
    let (_, text) = csv(table, ChartKind::Bar)?;
    let data = chart_data(ChartKind::Bar, &text).ok()?;
    let values: Vec<f64> = data.series[0].figures.iter().flatten().map(|figure| figure.value).collect();
    let is_percent = rows.iter().all(|row| row[1].contains('%'))
        || table.has_header && table.rows[0].get(1).is_some_and(|name| name.contains('%'));
    let adds_up = (values.iter().sum::<f64>() - 100.0).abs() <= 1.5;
    let are_shares = is_percent && adds_up && values.len() <= 6 && values.iter().all(|value| *value >= 0.0);
    Some(if are_shares { ChartKind::Pie } else { ChartKind::Bar })
}

/// Whether a group of bars would be too low to be seen beside the others: 212 events beside 140,000 loans.
fn has_invisible_bars(rows: &[Vec<String>]) -> bool {
    const MIN_SHARE: f64 = 0.01;
    let highest = |row: &Vec<String>| row.iter().skip(1).map(|cell| size(cell)).fold(0.0, f64::max);
    let heights: Vec<f64> = rows.iter().map(highest).collect();
    let top = heights.iter().copied().fold(0.0, f64::max);
    heights.iter().any(|height| *height > 0.0 && *height < top * MIN_SHARE)
}

/// The number in a cell without its sign. Three digits after a mark are thousands in some languages, so they count as
/// such.
fn size(cell: &str) -> f64 {
    let is_mark = |c: char| matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}');
    let number = cell.trim_matches(|c: char| !c.is_ascii_digit());
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let decimals = number.rsplit(is_mark).next().map_or(0, str::len);
    let has_decimals = number.contains(is_mark) && decimals != 3;
    let whole = if has_decimals { &digits[..digits.len() - decimals.min(digits.len())] } else { &digits };
    whole.parse().unwrap_or(0.0)
}

/// The unit of the numbers in a column: the first sign of a currency or percent in its cells, and the text in
/// parentheses in the name of the column.
fn unit<'a>(table: &'a DataTable, rows: &'a [Vec<String>], column: usize) -> (Option<char>, Option<&'a str>) {
    let sign = rows.iter().find_map(|row| row[column].chars().find(|c| matches!(c, '%' | '€' | '$' | '£')));
    let name = table.rows.first().filter(|_| table.has_header).and_then(|head| head.get(column));
    let counted = name.and_then(|name| name.split_once('(')?.1.split_once(')')).map(|(unit, _)| unit.trim());
    (sign, counted)
}

/// Whether a column has different currencies, or percentages beside other numbers. Accounts often have the sign of the
/// currency in their first row only.
fn has_mixed_units(rows: &[Vec<String>], column: usize) -> bool {
    let sign = |row: &Vec<String>| row[column].chars().find(|c| matches!(c, '%' | '€' | '$' | '£'));
    let signs: Vec<char> = rows.iter().filter_map(sign).collect();
    let is_partly_percent = signs.contains(&'%') && signs.len() < rows.len();
    is_partly_percent || signs.windows(2).any(|pair| pair[0] != pair[1])
}

/// Whether all numbers of a column are years, which name a time and measure nothing.
fn has_years(rows: &[Vec<String>], column: usize) -> bool {
    rows.iter().all(|row| {
        let cell = row[column].trim();
        let has_century = cell.starts_with("19") || cell.starts_with("20");
        cell.len() == 4 && has_century && cell.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The table with spaces instead of the points that separate thousands in German, Dutch and Spanish: a chart would read
/// `1.240` as a decimal where no other cell shows what the points mean. Unchanged in other languages, and where a cell
/// has decimals after a point.
fn with_clear_thousands(mut table: DataTable, language: &Language) -> DataTable {
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let bare = |cell: &str| cell.trim_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let is_grouped = |cell: &str| {
        bare(cell).split_once('.').is_some_and(|(thousands, group)| {
            let are_thousands = (1..=3).contains(&thousands.len()) && !thousands.starts_with('0');
            are_thousands && are_digits(thousands) && group.len() == 3 && are_digits(group)
        })
    };
    let has_decimals = |cell: &str| {
        bare(cell).split_once('.').is_some_and(|(whole, decimals)| are_digits(whole) && are_digits(decimals))
            && !is_grouped(cell)
    };
    let mut cells = table.rows.iter().flat_map(|row| row.iter().skip(1));
    if !matches!(language.table.tag, "de" | "nl" | "es") || cells.any(|cell| has_decimals(cell)) {
        return table;
    }
    for cell in table.rows.iter_mut().flat_map(|row| row.iter_mut().skip(1)) {
        if is_grouped(cell) {
            *cell = cell.replace('.', "\u{a0}");
        }
    }
    table
}

/// Whether a label is a year, a month, a quarter, a week or another date in any language.
fn is_point_in_time(label: &str) -> bool {
    super::super::language::all()
        .iter()
        .any(|language| super::super::find::dates::is_date(label, language) || language.is_month(&label.to_lowercase()))
}

/// The CSV text of a chart, with its kind. `None` when the table cannot be drawn as that kind.
fn csv(table: &DataTable, kind: ChartKind) -> Option<(ChartKind, String)> {
    let columns = if matches!(kind, ChartKind::Bar | ChartKind::Pie) { 2 } else { MAX_SERIES + 1 };
    let quoted = |cell: &str| {
        if cell.contains([';', '"', '\n', '\t']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    };
    let line =
        |row: &Vec<String>| row.iter().take(columns).map(|cell| quoted(cell.trim())).collect::<Vec<_>>().join(";");
    let text = table.rows.iter().map(line).collect::<Vec<_>>().join("\n");
    (length(&text) <= 20_000 && chart_data(kind, &text).is_ok()).then_some((kind, text))
}

/// Writes one to four key figures.
pub(super) fn write_figures(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    let metrics = collection::points(outline, builder).into_iter().map(|point| {
        let mut entry = Content::new();
        let found = if point.date_or_value.is_empty() {
            labelled_metric(&point.title, &point.text, builder.language)
        } else {
            None
        };
        let (value, unit, label, note) = match found {
            Some(found) => (found.value, found.unit, found.label, found.note),
            None if length(&point.date_or_value) > 30 || length(&point.unit) > 12 => (
                String::new(),
                String::new(),
                format!("{} {}", point.date_or_value, point.unit),
                format!("{} {}", point.title, point.text),
            ),
            None => {
                let (label, note) = title_and_text(&point, 60, 100, builder.language);
                (point.date_or_value.clone(), point.unit.clone(), label, note)
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
        builder.set_entries("metrics", vec![std::iter::once(("label".to_owned(), json!(outline.title))).collect()]);
    } else {
        builder.set_entries("metrics", metrics);
    }
}

/// Writes the source code of the outline; where it has none, its text in Markdown.
pub(super) fn write_code(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set("title", &outline.title);
    let closing =
        [&outline.closing, &outline.subheading].into_iter().find(|line| !line.is_empty()).map_or("", String::as_str);
    builder.set("caption", closing);
    let (language, text) = match &outline.code {
        Some(code) => (code.language.clone(), code.text.clone()),
        None => (
            String::new(),
            super::markdown(&SlideOutline { closing: String::new(), ..outline.clone() }, builder.max_length("code")),
        ),
    };
    builder.set("language", &language);
    let kept: String = lines_within(&text, builder.max_length("code"));
    builder.set_value("code", json!(kept));
}

/// Writes a diagram slide from the text of the diagram.
pub(super) fn write_diagram(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set("title", &outline.title);
    let closing = [&outline.closing, &outline.subheading].into_iter().find(|line| !line.is_empty());
    builder.set("caption", closing.map_or("", String::as_str));
    if let Some(code) = &outline.code {
        builder.set_value("diagram", json!(code.text.trim_end()));
    }
}

/// Writes a formula slide from code in LaTeX notation, else from the first formula in the text. The points are the
/// symbols of the formula.
pub(super) fn write_formula(builder: &mut ContentBuilder<'_>, outline: &SlideOutline) {
    builder.set_heading(outline);
    let code = outline.code.as_ref().filter(|code| matches!(code.language.as_str(), "" | "latex" | "tex" | "math"));
    let in_text = || {
        outline.paragraphs.iter().flat_map(|text| deck::text_parts(text)).find_map(|part| match part {
            deck::TextPart::Formula(formula) => Some(formula.source),
            deck::TextPart::Words(_) => None,
        })
    };
    let latex = code.map(|code| code.text.clone()).or_else(in_text);
    if let Some(latex) = latex.filter(|latex| length(latex) <= builder.max_length("formula")) {
        builder.set_value("formula", json!(latex.trim()));
    }
    // A symbol stays as it is written: "d" is not "D".
    let entries = outline.points.iter().filter(|point| !point.title.is_empty()).map(|point| {
        let mut entry = Content::new();
        entry.insert("symbol".to_owned(), json!(point.title));
        entry.insert("text".to_owned(), json!(point.text));
        entry
    });
    let entries: Vec<Content> = entries.collect();
    if !entries.is_empty() {
        builder.set_entries("parts", entries);
    }
}

/// The first lines of a text, at most `max` code points.
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

#[cfg(test)]
mod tests {
    use super::super::super::language::of;
    use super::*;

    fn table(rows: &[[&str; 2]]) -> DataTable {
        let rows = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        DataTable { has_header: false, rows }
    }

    #[test]
    fn figures_that_cannot_be_compared_are_no_chart() {
        let is_chart = |rows: &[[&str; 2]]| chart_kind(&table(rows)).is_some();
        assert!(!is_chart(&[["Customers", "1,240"], ["Growth", "12%"], ["Staff", "85"], ["Revenue", "$420,000"]]));
        assert!(!is_chart(&[["Rent", "$420"], ["Power", "€120"], ["Water", "€40"]]));
        assert!(!is_chart(&[["Lyon", "1998"], ["Berlin", "2004"], ["Madrid", "2011"]]));
        assert!(is_chart(&[["2021", "1998"], ["2022", "2004"], ["2023", "2011"]]));
        assert!(is_chart(&[["Rent", "$ 1,200"], ["Power", "300"], ["Water", "120"]]));
    }

    #[test]
    fn bars_that_could_not_be_seen_are_a_table() {
        let is_chart = |rows: &[[&str; 3]]| {
            let rows = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
            chart_kind(&DataTable { has_header: false, rows }).is_some()
        };
        assert!(!is_chart(&[
            ["Visits", "93,150", "117,600"],
            ["Loans", "139,500", "141,200"],
            ["Events", "240", "318"]
        ]));
        assert!(is_chart(&[
            ["Visits", "93,150", "117,600"],
            ["Loans", "139,500", "141,200"],
            ["Members", "11,480", "13,050"]
        ]));
        assert!(is_chart(&[["Mai", "1.240", "1.310"], ["Juni", "980", "1.020"], ["Juli", "2.310", "2.400"]]));
    }

    #[test]
    fn points_between_thousands_are_no_decimal_marks() {
        let figures = |tag: &str, rows: &[[&str; 2]]| {
            let table = with_clear_thousands(table(rows), of(tag));
            table.rows.iter().map(|row| row[1].clone()).collect::<Vec<_>>().join("; ")
        };
        let tons = [["Mai", "1.240"], ["Juni", "980"], ["Juli", "2.310 €"]];
        assert_eq!(figures("de", &tons), "1\u{a0}240; 980; 2\u{a0}310 €");
        assert_eq!(figures("en", &tons), "1.240; 980; 2.310 €");
        assert_eq!(figures("de", &[["Mai", "1.240"], ["Juni", "2.5"]]), "1.240; 2.5");
    }
}
