//! Tables: found by the rules around their cells, or by the alignment of words in columns.

use super::interpret::{Page, Rule, Word};
use super::lines::{Line, rows};
use crate::model::Table;
use crate::plain::marker;
use crate::text::{collapsed, ends_sentence};

/// Maximum number of rules of a page that may belong to tables; a page with more is a drawing.
const MAX_RULES: usize = 3_000;

/// A table and its position on the page.
#[derive(Debug)]
pub(super) struct PlacedTable {
    pub(super) table: Table,
    pub(super) area: Rule,
}

/// Takes tables with rules out of a page.
pub(super) fn ruled(page: &mut Page) -> Vec<PlacedTable> {
    let mut found = Vec::new();
    if page.rules.len() > MAX_RULES {
        return found;
    }
    for group in connected(&page.rules) {
        let Some(placed) = grid(&group, &page.words) else { continue };
        let area = placed.area;
        page.words.retain(|word| !is_inside(word, &area));
        found.push(placed);
    }
    found
}

/// The rule that stands for the group of the rule at an index. Entries of `group` lead from rule to rule up to it.
fn root(group: &mut [usize], mut at: usize) -> usize {
    while group[at] != at {
        group[at] = group[group[at]];
        at = group[at];
    }
    at
}

/// The groups of at least four rules that touch one another.
fn connected(rules: &[Rule]) -> Vec<Vec<Rule>> {
    let mut order: Vec<usize> = (0..rules.len()).collect();
    order.sort_by(|one, other| rules[*one].top.total_cmp(&rules[*other].top));
    let mut group: Vec<usize> = (0..rules.len()).collect();
    for (position, one) in order.iter().enumerate() {
        for other in &order[position + 1..] {
            let (a, b) = (&rules[*one], &rules[*other]);
            if b.top > a.bottom + 3.0 {
                break;
            }
            if a.left <= b.right + 3.0 && b.left <= a.right + 3.0 {
                let (a, b) = (root(&mut group, *one), root(&mut group, *other));
                group[a] = b;
            }
        }
    }
    let mut groups: std::collections::BTreeMap<usize, Vec<Rule>> = std::collections::BTreeMap::new();
    for (at, rule) in rules.iter().enumerate() {
        groups.entry(root(&mut group, at)).or_default().push(*rule);
    }
    groups.into_values().filter(|rules| rules.len() >= 4).collect()
}

/// Positions in order, with positions that are close together merged into one.
fn distinct(mut values: Vec<f32>) -> Vec<f32> {
    values.sort_by(f32::total_cmp);
    let mut result: Vec<f32> = Vec::new();
    for value in values {
        if result.last().is_none_or(|last| value - last > 4.0) {
            result.push(value);
        }
    }
    result
}

/// Whether the middle of a word is in an area.
fn is_inside(word: &Word, area: &Rule) -> bool {
    let middle = f32::midpoint(word.left, word.right);
    let height = word.base - word.size * 0.3;
    (area.left..=area.right).contains(&middle) && (area.top..=area.bottom).contains(&height)
}

/// The table that rules make with the words between them.
fn grid(rules: &[Rule], words: &[Word]) -> Option<PlacedTable> {
    let is_horizontal = |rule: &&Rule| rule.right - rule.left > rule.bottom - rule.top;
    let columns = distinct(rules.iter().filter(|rule| !is_horizontal(rule)).map(|rule| rule.left).collect());
    let bands = distinct(rules.iter().filter(is_horizontal).map(|rule| rule.top).collect());
    if columns.len() < 3 || bands.len() < 2 || columns.len() > 40 {
        return None;
    }
    let area =
        Rule { left: columns[0], right: columns[columns.len() - 1], top: bands[0], bottom: bands[bands.len() - 1] };
    let inside: Vec<&Word> = words.iter().filter(|word| is_inside(word, &area)).collect();
    let column_of = |word: &Word| {
        let middle = f32::midpoint(word.left, word.right);
        columns.windows(2).position(|pair| middle >= pair[0] && middle <= pair[1])
    };
    let mut table: Vec<Vec<String>> = Vec::new();
    for band in bands.windows(2) {
        let mut cells: Vec<Vec<Word>> = vec![Vec::new(); columns.len() - 1];
        for word in &inside {
            let height = word.base - word.size * 0.3;
            if height >= band[0]
                && height < band[1]
                && let Some(column) = column_of(word)
            {
                cells[column].push((*word).clone());
            }
        }
        let lines: Vec<Vec<Line>> =
            cells.into_iter().map(|words| rows(words).into_iter().map(Line::new).collect()).collect();
        let counts: Vec<usize> = lines.iter().map(Vec::len).filter(|count| *count > 0).collect();
        // In a band whose columns have equally many lines, each line is a row: there are no rules between the rows.
        let is_many = counts.len() >= 2 && counts[0] >= 3 && counts.iter().all(|count| *count == counts[0]);
        if is_many {
            for at in 0..counts[0] {
                table.push(lines.iter().map(|cell| cell.get(at).map(Line::text).unwrap_or_default()).collect());
            }
        } else {
            let text = |cell: &Vec<Line>| {
                let mut text = String::new();
                for line in cell {
                    crate::plain::append(&mut text, &line.text());
                }
                collapsed(&text)
            };
            table.push(lines.iter().map(text).collect());
        }
    }
    let filled = table.iter().flatten().filter(|cell| !cell.is_empty()).count();
    table.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    let cells: usize = table.iter().map(Vec::len).sum();
    if table.len() < 2 || filled * 10 < cells * 4 || filled < 4 {
        return None;
    }
    let has_header = is_header(&table) || inside.iter().filter(|word| word.base < bands[1]).all(|word| word.is_bold);
    let used: Vec<bool> = (0..columns.len() - 1).map(|at| table.iter().any(|row| !row[at].is_empty())).collect();
    for row in &mut table {
        let mut at = 0;
        row.retain(|_| {
            at += 1;
            used[at - 1]
        });
    }
    if table[0].len() < 2 {
        return None;
    }
    Some(PlacedTable { table: Table { caption: None, has_header, rows: table }, area })
}

/// Whether the first row names the columns: it has no figures, and the others do.
pub(super) fn is_header(rows: &[Vec<String>]) -> bool {
    let is_figure = |cell: &String| cell.chars().any(|c| c.is_ascii_digit());
    let Some((first, others)) = rows.split_first() else { return false };
    let filled = first.iter().filter(|cell| !cell.is_empty()).count();
    filled * 2 > first.len()
        && !first.iter().skip(1).any(is_figure)
        && others.iter().any(|row| row.iter().skip(1).any(is_figure))
}

/// Whether a row continues the row before it: that row has a hyphenated word or an open bracket, or a first cell that
/// ends with a comma and a last cell that does not end a sentence, or the row has only remarks in brackets.
fn continues_row(before: &[String], row: &[String]) -> bool {
    let is_cut = |(cell, next): (&String, &String)| {
        let mut end = cell.chars().rev();
        end.next() == Some('-') && end.next().is_some_and(char::is_alphabetic) && next.starts_with(char::is_lowercase)
    };
    let is_open =
        |(cell, next): (&String, &String)| cell.matches('(').count() > cell.matches(')').count() && next.contains(')');
    let names_more = before.first().is_some_and(|name| name.ends_with(','))
        && before.last().is_some_and(|last| last.split_whitespace().count() >= 4 && !ends_sentence(last));
    let mut filled = row.iter().filter(|cell| !cell.is_empty()).peekable();
    let is_remark = filled.peek().is_some() && filled.all(|cell| cell.starts_with('('));
    before.iter().zip(row).any(|pair| is_cut(pair) || is_open(pair)) || names_more || is_remark
}

/// The table that lines begin with, and the number of its lines.
pub(super) fn unruled(lines: &[&Line]) -> Option<(Table, usize)> {
    let first = lines.first()?;
    let mut run: Vec<Vec<(f32, f32, String)>> = Vec::new();
    let mut columns: Vec<(f32, f32)> = Vec::new();
    let mut previous = *first;
    for line in lines.iter().take(400) {
        let pitch = (line.base - previous.base) / line.size.max(1.0);
        let is_near = run.is_empty() || (0.3..=2.4).contains(&pitch);
        let is_same = (line.size - first.size).abs() < first.size * 0.2 && line.column == first.column && !line.is_mono;
        if !is_near || !is_same {
            break;
        }
        let cells = line.cells();
        let merged = merge(&columns, &cells);
        // A line that closes the gaps between columns is not part of the table.
        if cells.len() == 1 {
            let fits = columns.iter().filter(|(left, right)| cells[0].0 < *right && cells[0].1 > *left).count() <= 1
                && cells[0].0 > columns.first().map_or(f32::MAX, |first| first.0 - 4.0);
            if run.is_empty() || !fits || columns.len() < 2 {
                break;
            }
        } else if merged.len() < 2 || !run.is_empty() && merged.len() < columns.len() && merged.len() < cells.len() {
            break;
        }
        if cells.len() > 1 || !run.is_empty() {
            columns = merged;
            run.push(cells);
            previous = line;
        }
    }
    while run.last().is_some_and(|cells| cells.len() == 1) {
        // A last line of one cell continues the row above only if it is not in the first column.
        if run.last().is_some_and(|cells| columns.first().is_some_and(|first| cells[0].0 > first.1)) {
            break;
        }
        run.pop();
    }
    let full = run.iter().filter(|cells| cells.len() > 1).count();
    if full < 3 || columns.len() < 2 || columns.len() > 20 || full * 2 < run.len() {
        return None;
    }
    let count = run.len();
    let mut table: Vec<Vec<String>> = Vec::new();
    for cells in run {
        let mut row = vec![String::new(); columns.len()];
        for (left, right, text) in cells {
            let middle = f32::midpoint(left, right);
            let at = columns.iter().position(|(from, to)| (*from..=*to).contains(&middle)).unwrap_or(0);
            if !row[at].is_empty() {
                row[at].push(' ');
            }
            row[at].push_str(&text);
        }
        match table.last_mut() {
            Some(before)
                if row[0].is_empty()
                    && row.iter().filter(|cell| !cell.is_empty()).count() < columns.len().max(2)
                    && columns.len() > 1
                    && !before[0].is_empty()
                    && row.iter().all(|cell| !cell.chars().next().is_some_and(|c| c.is_ascii_digit()))
                    || continues_row(before, &row) =>
            {
                for (cell, continuation) in before.iter_mut().zip(row) {
                    if !continuation.is_empty() {
                        crate::plain::append(cell, &continuation);
                    }
                }
            }
            _ => table.push(row),
        }
    }
    let markers = table.iter().filter(|row| marker(&format!("{} x", row[0])).is_some() || row[0] == "•").count();
    let words = |at: usize| table.iter().map(|row| row[at].split_whitespace().count()).sum::<usize>() / table.len();
    let is_prose = (0..columns.len()).all(|at| words(at) > 8);
    let filled = table.iter().flatten().filter(|cell| !cell.is_empty()).count();
    let is_sparse = filled * 10 < table.len() * columns.len() * 5;
    if table.len() < 3 || markers * 2 > table.len() || is_prose || is_sparse {
        return None;
    }
    let has_header = is_header(&table) || first.is_bold;
    Some((Table { caption: None, has_header, rows: table }, count))
}

/// The columns, widened to include some cells. Columns that a cell connects become one.
fn merge(columns: &[(f32, f32)], cells: &[(f32, f32, String)]) -> Vec<(f32, f32)> {
    let mut all: Vec<(f32, f32)> = columns.to_vec();
    all.extend(cells.iter().map(|(left, right, _)| (*left, *right)));
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut merged: Vec<(f32, f32)> = Vec::new();
    for (left, right) in all {
        match merged.last_mut() {
            Some(last) if left < last.1 + 2.0 => last.1 = last.1.max(right),
            _ => merged.push((left, right)),
        }
    }
    merged
}
