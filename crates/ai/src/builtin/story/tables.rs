//! Turns tables into slide ideas: charts of tables that are series of numbers, tables of all others.

use super::super::find::figures::{is_number, number_and_unit};
use super::super::headline::is_cut_off;
use super::super::language::Language;
use super::super::outline::SlideOutline;
use super::super::read::{DataTable, SectionElement};
use super::super::text::{length, without_final_mark, word_count};
use super::super::write::chart_kind;
use super::{SlideIdea, SlideOption};

/// Maximum number of rows of a table on a slide, including its header.
const MAX_ROWS: usize = 12;
/// Maximum number of bars of a chart.
const MAX_BARS: usize = 16;

/// The ideas of a table: a chart of the whole table, else the table and charts of its columns.
pub(super) fn ideas(table: &DataTable, caption: String) -> Vec<SlideIdea> {
    let table = &unfolded(table);
    let mut pieces = table.pieces();
    let title =
        Some(without_final_mark(&caption).to_owned()).filter(|caption| !caption.is_empty() && length(caption) <= 72);
    let closing = if title.is_some() { String::new() } else { caption.clone() };
    pieces.extend(Some(caption).filter(|caption| !caption.is_empty()));
    let plain = units_in_header(table);
    if let Some(kind) = chart_kind(&plain).filter(|_| table.rows.len() <= 60) {
        let title = title.or_else(|| series_name(&plain));
        let outline =
            SlideOutline { chart: Some(kind), table: Some(plain), closing: closing.clone(), ..SlideOutline::default() };
        let short = SlideOutline { table: Some(first_rows(table)), ..outline.clone() };
        let options = vec![
            SlideOption::new("chart-slide", &outline),
            SlideOption::new("table-slide", &short),
            SlideOption::new("content-slide", &short),
        ];
        return vec![SlideIdea { title, options, pieces, weight: 1.0, ..SlideIdea::default() }];
    }
    let outline = SlideOutline { table: Some(first_rows(table)), closing, ..SlideOutline::default() };
    let mut ideas = vec![SlideIdea {
        title,
        options: SlideOption::each(&["table-slide", "content-slide", "list-slide"], &outline),
        pieces,
        weight: 1.0,
        ..SlideIdea::default()
    }];
    ideas.extend(column_charts(&plain));
    ideas.extend(further_rows(table));
    ideas
}

/// A table in which the same columns stand side by side several times to save paper ("No. | Name | No. | Name"), turned
/// into one with each column once. Other tables are returned unchanged.
fn unfolded(table: &DataTable) -> DataTable {
    let Some((head, rows)) = table.rows.split_first().filter(|_| table.has_header) else { return table.clone() };
    let repeats = |width: &usize| {
        head.len() % width == 0
            && head.chunks(*width).all(|part| part == &head[..*width])
            && head[..*width].iter().any(|name| !name.is_empty())
    };
    let Some(width) = (2..=head.len() / 2).find(repeats) else { return table.clone() };
    let part = |row: &Vec<String>, at: usize| row.get(at..(at + width).min(row.len())).map(<[String]>::to_vec);
    let says_something = |row: &Vec<String>| row.iter().any(|cell| !cell.is_empty());
    let stacked = (0..head.len()).step_by(width).flat_map(|at| rows.iter().filter_map(move |row| part(row, at)));
    let rows = std::iter::once(head[..width].to_vec()).chain(stacked.filter(says_something)).collect();
    DataTable { has_header: true, rows }
}

/// A table with the units of its columns in the header, since charts need plain numbers: `1.5 ms` under `Time` becomes
/// `1.5` under `Time (ms)`.
fn units_in_header(table: &DataTable) -> DataTable {
    let mut plain = table.clone();
    let Some((head, rows)) = plain.rows.split_first_mut().filter(|_| table.has_header) else { return plain };
    for (column, name) in head.iter_mut().enumerate().skip(1) {
        let cell = |row: &Vec<String>| {
            row.get(column)
                .and_then(|cell| number_and_unit(cell))
                .map(|(number, unit)| (number.to_owned(), unit.to_owned()))
        };
        let Some(cells) = rows.iter().map(cell).collect::<Option<Vec<_>>>() else { continue };
        let Some((_, unit)) = cells.first().filter(|(_, unit)| !unit.is_empty()) else { continue };
        if cells.iter().all(|(_, other)| other == unit) {
            *name = format!("{name} ({unit})");
            for (row, (number, _)) in rows.iter_mut().zip(&cells) {
                row[column].clone_from(number);
            }
        }
    }
    plain
}

/// Up to two ideas for the rows of a long table that its first slide does not show.
fn further_rows(table: &DataTable) -> Vec<SlideIdea> {
    let head: &[Vec<String>] = if table.has_header { &table.rows[..1] } else { &[] };
    let rest = table.rows.get(MAX_ROWS..).unwrap_or_default();
    let slide = |rows: &[Vec<String>]| {
        let name = |row: Option<&Vec<String>>| {
            row.and_then(|row| row.first()).filter(|name| !name.is_empty() && length(name) <= 30).cloned()
        };
        let title = Some(format!("{} – {}", name(rows.first())?, name(rows.last())?));
        let rows = head.iter().chain(rows).cloned().collect();
        let table = Some(DataTable { has_header: table.has_header, rows });
        let outline = SlideOutline { table, ..SlideOutline::default() };
        let options = SlideOption::each(&["table-slide", "content-slide"], &outline);
        // The idea has no pieces, since the idea of the first rows has those of the whole table.
        Some(SlideIdea { title, options, weight: -0.4, ..SlideIdea::default() })
    };
    rest.chunks(MAX_ROWS - 1).filter(|rows| rows.len() >= 3).take(2).filter_map(slide).collect()
}

/// A table with whole rows: a row that has the second lines of the cells above is joined with the row above. Fails when
/// a cell still ends in the middle of a sentence, so that the table is running text in columns: the error has the text
/// of each column.
pub(super) fn whole_rows(table: &DataTable, language: &Language) -> Result<DataTable, Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::with_capacity(table.rows.len());
    for row in &table.rows {
        let continues_cell = |(before, cell): (&String, &String)| {
            !before.is_empty() && (is_cut_off(before, language) || cell.starts_with(char::is_lowercase))
        };
        let is_second_line = row.first().is_some_and(String::is_empty) && row.iter().any(|cell| !cell.is_empty());
        match rows.last_mut().filter(|last| is_second_line && last.iter().zip(row).any(continues_cell)) {
            Some(last) => {
                for (before, cell) in last.iter_mut().zip(row).filter(|(_, cell)| !cell.is_empty()) {
                    format!("{before} {cell}").trim().clone_into(before);
                }
            }
            None => rows.push(row.clone()),
        }
    }
    if rows.iter().flatten().any(|cell| is_cut_off(cell, language)) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let column = |at: usize| rows.iter().filter_map(|row| row.get(at)).cloned().collect::<Vec<_>>().join(" ");
        return Err((0..columns).map(column).filter(|text| !text.trim().is_empty()).collect());
    }
    Ok(DataTable { has_header: table.has_header, rows })
}

/// The name of the only numeric column of an element that is a table, if the name has several words.
pub(super) fn numeric_column_name(element: &SectionElement) -> Option<String> {
    let SectionElement::Table(table) = element else { return None };
    series_name(table)
}

/// The name of the only numeric column of a table, if the name has several words.
fn series_name(table: &DataTable) -> Option<String> {
    let head = table.rows.first().filter(|_| table.has_header)?;
    let names: Vec<&str> = head
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(at, name)| !name.is_empty() && is_numeric(&table.rows[1..], *at))
        .map(|(_, name)| name.as_str())
        .collect();
    match names[..] {
        [name] if word_count(name) > 1 && length(name) <= 72 => Some(name.to_owned()),
        _ => None,
    }
}

/// Whether a column has a number in every row.
fn is_numeric(rows: &[Vec<String>], column: usize) -> bool {
    rows.iter().all(|row| row.get(column).is_some_and(|cell| is_number(cell)))
}

/// The rows of a table that fit a slide, with the header.
fn first_rows(table: &DataTable) -> DataTable {
    DataTable { has_header: table.has_header, rows: table.rows.iter().take(MAX_ROWS).cloned().collect() }
}

/// A chart for each of the first two numeric columns of a wide table.
fn column_charts(table: &DataTable) -> Vec<SlideIdea> {
    let Some((head, rows)) =
        table.rows.split_first().filter(|(head, rows)| table.has_header && head.len() >= 3 && rows.len() >= 3)
    else {
        return Vec::new();
    };
    let are_labels_unique = {
        let mut labels: Vec<&String> = rows.iter().filter_map(|row| row.first()).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.len() == rows.len()
    };
    (1..head.len())
        .filter(|column| is_numeric(rows, *column))
        .take(2)
        .filter(|_| are_labels_unique)
        .filter_map(|column| {
            let rows: Vec<Vec<String>> = table
                .rows
                .iter()
                .map(|row| vec![row[0].clone(), row.get(column).cloned().unwrap_or_default()])
                .collect();
            let single = DataTable { has_header: true, rows };
            let kind = chart_kind(&single)?;
            if kind != deck::ChartKind::Line && single.rows.len() > MAX_BARS + 1 {
                return None;
            }
            let outline = SlideOutline { chart: Some(kind), table: Some(single), ..SlideOutline::default() };
            Some(SlideIdea {
                title: Some(head[column].clone()).filter(|name| !name.is_empty()),
                options: vec![SlideOption::new("chart-slide", &outline)],
                // The idea of the whole table has these pieces.
                pieces: Vec::new(),
                weight: -0.2,
                ..SlideIdea::default()
            })
        })
        .collect()
}
