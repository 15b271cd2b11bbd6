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
    pub(super) fn new(mut words: Vec<Word>) -> Self {
        words.sort_by(|one, other| one.left.total_cmp(&other.left));
        let letters = |word: &Word| word.text.chars().count();
        let total: usize = words.iter().map(letters).sum();
        let share = |is: fn(&Word) -> bool| {
            let count: usize = words.iter().filter(|word| is(word)).map(letters).sum();
            count * 10 >= total * 8 && total > 0
        };
        let main = words.iter().max_by(|one, other| {
            let weight = |word: &Word| letters(word) as f32 * if word.size > 0.0 { 1.0 } else { 0.0 };
            weight(one).total_cmp(&weight(other))
        });
        let (size, base) = main.map_or((0.0, 0.0), |word| (word.size, word.base));
        let left = words.iter().map(|word| word.left).fold(f32::MAX, f32::min);
        let right = words.iter().map(|word| word.right).fold(f32::MIN, f32::max);
        Self {
            left,
            right,
            base,
            size,
            is_bold: share(|word| word.is_bold),
            is_italic: share(|word| word.is_italic),
            is_mono: share(|word| word.is_mono),
            is_artifact: share(|word| word.is_artifact),
            column: (left, right),
            words,
        }
    }

    /// Its words with spaces; raised digits as superscripts.
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

    /// Its words in groups that wide gaps separate.
    pub(super) fn cells(&self) -> Vec<(f32, f32, String)> {
        let least = (self.size * 0.95).max(6.0);
        let mut cells: Vec<Vec<Word>> = Vec::new();
        let mut end = f32::MIN;
        for word in &self.words {
            if cells.is_empty() || word.left - end >= least {
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
    words.sort_by(|one, other| one.base.total_cmp(&other.base));
    let mut rows: Vec<Vec<Word>> = Vec::new();
    let mut base = f32::MIN;
    let mut largest = 0.0_f32;
    for word in words {
        let reach = largest.max(word.size).min(largest.max(1.0) * 2.0) * 0.42;
        if rows.is_empty() || word.base - base > reach {
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
    split(rows(words), 0, &mut lines);
    lines
}

/// Splits rows at the longest run of rows in two columns, then splits the parts above, left, right and below in turn.
fn split(rows: Vec<Vec<Word>>, depth: usize, lines: &mut Vec<Line>) {
    if rows.is_empty() {
        return;
    }
    let found = if depth < 12 { gutter(&rows) } else { None };
    let Some((from, to, at)) = found else {
        let start = lines.len();
        lines.extend(rows.into_iter().filter(|row| !row.is_empty()).map(Line::new));
        let own = &mut lines[start..];
        let left = own.iter().map(|line| line.left).fold(f32::MAX, f32::min);
        let right = own.iter().map(|line| line.right).fold(f32::MIN, f32::max);
        for line in own {
            line.column = (left, right);
        }
        return;
    };
    let mut above = rows;
    let below = above.split_off(to);
    let middle = above.split_off(from);
    split(above, depth + 1, lines);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in middle {
        let (one, other): (Vec<Word>, Vec<Word>) = row.into_iter().partition(|word| word.left < at);
        left.extend(one);
        right.extend(other);
    }
    split(self::rows(left), depth + 1, lines);
    split(self::rows(right), depth + 1, lines);
    split(below, depth + 1, lines);
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
    let side = |is_left: bool| {
        let (mut count, mut words, mut letters, mut widths) = (0_usize, 0_usize, 0_usize, Vec::new());
        for row in rows {
            let own: Vec<&Word> = row.iter().filter(|word| (word.left < at) == is_left).collect();
            let Some(first) = own.first() else { continue };
            let left = own.iter().map(|word| word.left).fold(first.left, f32::min);
            let right = own.iter().map(|word| word.right).fold(first.right, f32::max);
            count += 1;
            words += own.len();
            letters += own.iter().map(|word| word.text.chars().count()).sum::<usize>();
            widths.push(right - left);
        }
        let widest = widths.iter().copied().fold(0.0, f32::max);
        let full = widths.iter().filter(|width| **width > widest * 0.7).count();
        (count, words, letters, full, widest)
    };
    let is_text = |(count, words, letters, full, widest): (usize, usize, usize, usize, f32)| {
        count >= 5 && words * 10 >= count * 30 && letters >= count * 14 && full * 10 >= count * 5 && widest > 90.0
    };
    is_text(side(true)) && is_text(side(false))
}
