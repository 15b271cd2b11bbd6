//! Words into lines, and lines into reading order over columns.

use super::interpret::Word;

/// Words on one baseline, within a column.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) base: f32,
    /// The font size of most of its letters, in points.
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) is_italic: bool,
    pub(super) is_mono: bool,
    pub(super) is_artifact: bool,
    /// Left and right edge of its column.
    pub(super) column: (f32, f32),
}

impl Line {
    /// A line of words, which need not be in order.
    pub(super) fn new(mut words: Vec<Word>) -> Self {
        words.sort_by(|a, b| a.left.total_cmp(&b.left));
        let letters = |word: &Word| word.text.chars().count();
        let total: usize = words.iter().map(letters).sum();
        let are_most = |is_counted: fn(&Word) -> bool| {
            let count: usize = words.iter().filter(|word| is_counted(word)).map(letters).sum();
            count * 10 >= total * 8 && total > 0
        };
        let main = words.iter().max_by(|a, b| {
            let weight = |word: &Word| letters(word) as f32 * if word.size > 0.0 { 1.0 } else { 0.0 };
            weight(a).total_cmp(&weight(b))
        });
        let (size, base) = main.map_or((0.0, 0.0), |word| (word.size, word.base));
        let left = words.iter().map(|word| word.left).fold(f32::MAX, f32::min);
        let right = words.iter().map(|word| word.right).fold(f32::MIN, f32::max);
        Self {
            left,
            right,
            base,
            size,
            is_bold: are_most(|word| word.is_bold),
            is_italic: are_most(|word| word.is_italic),
            is_mono: are_most(|word| word.is_mono),
            is_artifact: are_most(|word| word.is_artifact),
            column: (left, right),
            words,
        }
    }

    /// The words of the line, separated by spaces, with raised digits as superscripts.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let mut end = f32::MAX;
        for word in &self.words {
            let is_raised = word.size < self.size * 0.82 && word.base < self.base - self.size * 0.15;
            let raised = if is_raised { crate::text::as_superscript(&word.text) } else { None };
            let gap = word.left - end;
            // Marks and raised digits are close to their word.
            let is_close = gap < self.size * 0.09 || raised.is_some() && gap < self.size * 0.25;
            if !text.is_empty() && !is_close {
                text.push(' ');
            }
            text.push_str(raised.as_deref().unwrap_or(&word.text));
            end = word.right;
        }
        crate::text::with_accents(text)
    }

    /// The groups of words that wide gaps separate: left edge, right edge and text of each.
    pub(super) fn cells(&self) -> Vec<(f32, f32, String)> {
        let min_gap = (self.size * 0.95).max(6.0);
        let mut cells: Vec<Vec<Word>> = Vec::new();
        let mut end = f32::MIN;
        for word in &self.words {
            if cells.is_empty() || word.left - end >= min_gap {
                cells.push(Vec::new());
            }
            if let Some(cell) = cells.last_mut() {
                cell.push(word.clone());
            }
            end = end.max(word.right);
        }
        cells
            .into_iter()
            .map(|words| {
                let line = Line { size: self.size, base: self.base, ..Line::new(words) };
                (line.left, line.right, line.text())
            })
            .collect()
    }
}

/// Puts words on their baselines, from top to bottom.
pub(super) fn rows(mut words: Vec<Word>) -> Vec<Vec<Word>> {
    words.sort_by(|a, b| a.base.total_cmp(&b.base));
    let mut rows: Vec<Vec<Word>> = Vec::new();
    let mut base = f32::MIN;
    let mut largest = 0.0_f32;
    for word in words {
        let max_distance = largest.max(word.size).min(largest.max(1.0) * 2.0) * 0.42;
        if rows.is_empty() || word.base - base > max_distance {
            rows.push(Vec::new());
            base = word.base;
            largest = word.size;
        } else if word.size > largest {
            // Large words define the baseline: raised digits are sorted first and are above it.
            base = word.base;
            largest = word.size;
        }
        if let Some(row) = rows.last_mut() {
            row.push(word);
        }
    }
    rows
}

/// The lines of a page in reading order.
pub(super) fn ordered(words: Vec<Word>) -> Vec<Line> {
    let mut lines = Vec::new();
    add_lines(rows(words), 0, &mut lines);
    lines
}

/// Adds the lines of rows in reading order. Rows are split at the longest run of rows in two columns, and the parts
/// above, left, right and below are added in turn.
fn add_lines(rows: Vec<Vec<Word>>, depth: usize, lines: &mut Vec<Line>) {
    if rows.is_empty() {
        return;
    }
    let found = if depth < 12 { gutter(&rows) } else { None };
    let Some((from, to, at)) = found else {
        let start = lines.len();
        lines.extend(rows.into_iter().filter(|row| !row.is_empty()).map(Line::new));
        let column = &mut lines[start..];
        let left = column.iter().map(|line| line.left).fold(f32::MAX, f32::min);
        let right = column.iter().map(|line| line.right).fold(f32::MIN, f32::max);
        for line in column {
            line.column = (left, right);
        }
        return;
    };
    let mut above = rows;
    let below = above.split_off(to);
    let middle = above.split_off(from);
    add_lines(above, depth + 1, lines);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in middle {
        let (left_words, right_words): (Vec<Word>, Vec<Word>) = row.into_iter().partition(|word| word.left < at);
        left.extend(left_words);
        right.extend(right_words);
    }
    add_lines(self::rows(left), depth + 1, lines);
    add_lines(self::rows(right), depth + 1, lines);
    add_lines(below, depth + 1, lines);
}

/// A run of rows with text in two columns: its first row, the row after its last, and the position between the columns.
fn gutter(rows: &[Vec<Word>]) -> Option<(usize, usize, f32)> {
    if rows.len() < 5 {
        return None;
    }
    let left = rows.iter().flatten().map(|word| word.left).fold(f32::MAX, f32::min);
    let right = rows.iter().flatten().map(|word| word.right).fold(f32::MIN, f32::max);
    let width = right - left;
    if !(150.0..=5_000.0).contains(&width) {
        return None;
    }
    let mut best: Option<(usize, usize, f32)> = None;
    let steps = (width * 0.66 / 1.5) as usize;
    for step in 0..steps {
        let at = left + width * 0.17 + step as f32 * 1.5;
        let mut from = 0;
        for to in 0..=rows.len() {
            let crosses = to == rows.len() || rows[to].iter().any(|word| word.right > at - 3.5 && word.left < at + 3.5);
            if !crosses {
                continue;
            }
            if to - from >= 5 && best.is_none_or(|(a, b, _)| to - from > b - a) && are_columns(&rows[from..to], at) {
                best = Some((from, to, at));
            }
            from = to + 1;
        }
    }
    best
}

/// Whether rows are running text on both sides of the position `at`, rather than a table.
fn are_columns(rows: &[Vec<Word>], at: f32) -> bool {
    // Beside a full column of text, the other one may end early or have references, whose lines are often short.
    let is_text = |is_left: bool, min_full: usize, min_rows: usize| {
        let (mut words, mut letters, mut widths) = (0_usize, 0_usize, Vec::new());
        for row in rows {
            let side: Vec<&Word> = row.iter().filter(|word| (word.left < at) == is_left).collect();
            let Some(first) = side.first() else { continue };
            let left = side.iter().map(|word| word.left).fold(first.left, f32::min);
            let right = side.iter().map(|word| word.right).fold(first.right, f32::max);
            words += side.len();
            letters += side.iter().map(|word| word.text.chars().count()).sum::<usize>();
            widths.push(right - left);
        }
        let count = widths.len();
        let widest = widths.iter().copied().fold(0.0, f32::max);
        let full = widths.iter().filter(|width| **width > widest * 0.7).count();
        count >= min_rows
            && words * 10 >= count * 30
            && letters >= count * 14
            && full * 10 >= count * min_full
            && widest > 90.0
    };
    is_text(true, 5, 5) && is_text(false, 5, 5)
        || is_text(true, 5, 15) && is_text(false, 3, 8)
        || is_text(true, 3, 8) && is_text(false, 5, 15)
}
