//! Tables: drawn where they are a series, else shown as they are.

use super::super::find::figures::is_number;
use super::super::outline::{Grid, Outline};
use super::super::read::{Table, Unit};
use super::super::text::{length, without_stop};
use super::super::write::series;
use super::{Choice, Idea};

/// Most rows of a table on a slide, its header counted.
const MOST_ROWS: usize = 12;
/// Most bars of a chart made here.
const MOST_BARS: usize = 16;

/// The ideas of a table.
pub(super) fn ideas(table: &Table, caption: String) -> Vec<Idea> {
    let grid = Grid { head: table.head, rows: table.rows.clone() };
    let mut pieces = Unit::Table(table.clone()).pieces();
    let title = Some(without_stop(&caption).to_owned()).filter(|caption| !caption.is_empty() && length(caption) <= 72);
    let closing = if title.is_some() { String::new() } else { caption.clone() };
    pieces.extend(Some(caption).filter(|caption| !caption.is_empty()));
    let drawn = series(&grid);
    if let Some(kind) = drawn.filter(|_| grid.rows.len() <= 60) {
        let outline =
            Outline { chart: Some(kind), table: Some(grid.clone()), closing: closing.clone(), ..Outline::default() };
        let short = Outline { table: Some(first_rows(&grid)), ..outline.clone() };
        let title = title.or_else(|| series_name(&grid));
        let options = vec![
            Choice::new("chart-slide", &outline),
            Choice::new("table-slide", &short),
            Choice::new("content-slide", &short),
        ];
        return vec![Idea { title, options, pieces, weight: 0.4, ..Idea::default() }];
    }
    let outline = Outline { table: Some(first_rows(&grid)), closing, ..Outline::default() };
    let mut made = vec![Idea {
        title,
        options: ["table-slide", "content-slide", "list-slide"].map(|key| Choice::new(key, &outline)).to_vec(),
        pieces,
        weight: 0.4,
        ..Idea::default()
    }];
    made.extend(columns(&grid));
    made
}

/// The names of the columns of numbers.
pub(super) fn columns_named(unit: &Unit) -> Option<String> {
    let Unit::Table(table) = unit else { return None };
    series_name(&Grid { head: table.head, rows: table.rows.clone() })
}

fn series_name(grid: &Grid) -> Option<String> {
    let head = grid.rows.first().filter(|_| grid.head)?;
    let numeric =
        |column: usize| grid.rows.iter().skip(1).all(|row| row.get(column).is_some_and(|cell| is_number(cell)));
    let names: Vec<&str> = head
        .iter()
        .enumerate()
        .skip(1)
        .filter(|(at, name)| !name.is_empty() && numeric(*at))
        .map(|(_, name)| name.as_str())
        .collect();
    (!names.is_empty()).then(|| names.join(", ")).filter(|name| length(name) <= 72)
}

fn first_rows(grid: &Grid) -> Grid {
    Grid { head: grid.head, rows: grid.rows.iter().take(MOST_ROWS).cloned().collect() }
}

/// A chart for each of the first two columns of numbers in a wide table.
fn columns(grid: &Grid) -> Vec<Idea> {
    let Some((head, rows)) =
        grid.rows.split_first().filter(|(head, rows)| grid.head && head.len() >= 3 && rows.len() >= 3)
    else {
        return Vec::new();
    };
    let numeric = |column: &usize| rows.iter().all(|row| row.get(*column).is_some_and(|cell| is_number(cell)));
    let labels_differ = {
        let mut labels: Vec<&String> = rows.iter().filter_map(|row| row.first()).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.len() == rows.len()
    };
    let found = (1..head.len()).filter(numeric).take(2).filter(|_| labels_differ);
    found
        .filter_map(|column| {
            let rows: Vec<Vec<String>> = grid
                .rows
                .iter()
                .map(|row| vec![row[0].clone(), row.get(column).cloned().unwrap_or_default()])
                .collect();
            let one = Grid { head: true, rows };
            let kind = series(&one)?;
            if kind != deck::ChartKind::Line && one.rows.len() > MOST_BARS + 1 {
                return None;
            }
            let outline = Outline { chart: Some(kind), table: Some(one.clone()), ..Outline::default() };
            let pieces = one.rows.iter().map(|row| row.join(", ")).collect();
            Some(Idea {
                title: Some(head[column].clone()).filter(|name| !name.is_empty()),
                options: vec![Choice::new("chart-slide", &outline)],
                pieces,
                weight: -0.2,
                ..Idea::default()
            })
        })
        .collect()
}
