//! Lines and pictures that recur on many pages: running heads and feet, page numbers, logos.

use std::collections::HashMap;

use super::interpret::{Page, Word};
use super::lines::{Line, rows};
use crate::furniture::is_page_number;
use crate::model::Furniture;
use crate::text::comparison_key;

/// A line at the edge of a page that is not content.
#[derive(Debug)]
pub(super) struct EdgeLine {
    pub(super) text: String,
    pub(super) furniture: Furniture,
}

/// Takes running heads, feet and page numbers out of pages, and pictures that repeat. Returns the lines of each page.
pub(super) fn take(pages: &mut [Page]) -> Vec<Vec<EdgeLine>> {
    let edges: Vec<Vec<(Line, bool)>> = pages.iter().map(edge_lines).collect();
    // The number of pages that have each text at each height.
    let mut counts: HashMap<(String, i32), usize> = HashMap::new();
    for lines in &edges {
        let mut page_keys: Vec<(String, i32)> = lines.iter().flat_map(|(line, _)| keys(line)).collect();
        page_keys.sort();
        page_keys.dedup();
        for key in page_keys {
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    let needed = match pages.len() {
        0 | 1 => usize::MAX,
        2..=4 => 2,
        count => (count / 12).clamp(3, 8),
    };
    // The number of repeated lines at each height.
    let mut repeated_at: HashMap<i32, usize> = HashMap::new();
    for (line, _) in edges.iter().flatten().filter(|(line, _)| is_repeated(line, &counts, needed)) {
        *repeated_at.entry(height(line)).or_insert(0) += 1;
    }
    let head_height = usual_head(pages, &edges);
    let mut found = Vec::with_capacity(pages.len());
    for (page, lines) in pages.iter_mut().zip(edges) {
        let mut page_lines = Vec::new();
        for (line, is_top) in lines {
            let text = line.text();
            let nearby = (-1..=1).filter_map(|step| repeated_at.get(&(height(&line) + step))).sum::<usize>();
            let furniture = if is_page_number(&text) && (is_far_out(page, &line) || nearby > 0) {
                Furniture::PageNumber
            } else if is_repeated(&line, &counts, needed)
                || line.is_artifact
                || is_at_running_height(nearby, found.len(), &text)
                || is_top && head_height.is_some_and(|head| separate_head_height(page, &line) == Some(head))
                || is_top && !found.is_empty() && is_split_head(page, &line)
            {
                if is_top { Furniture::RunningHead } else { Furniture::RunningFoot }
            } else {
                continue;
            };
            let (top, bottom) = (line.base - line.size * 0.5, line.base + line.size * 0.5);
            page.words.retain(|word| word.base < top || word.base > bottom);
            page_lines.push(EdgeLine { text, furniture });
        }
        found.push(page_lines);
    }
    // Artifacts elsewhere on the page: lines beside the text, watermarks.
    for page in pages.iter_mut() {
        page.words.retain(|word| !word.is_artifact);
        page.pictures.retain(|picture| !picture.is_artifact);
    }
    let mut uses: HashMap<u32, usize> = HashMap::new();
    for object in pages.iter().flat_map(|page| &page.pictures).filter_map(|picture| picture.object) {
        *uses.entry(object).or_insert(0) += 1;
    }
    for page in pages.iter_mut() {
        page.pictures.retain(|picture| picture.object.is_none_or(|object| uses[&object] < 3));
    }
    found
}

/// The height, in steps of four points, at which most pages have a separate line above their text: a running head, even
/// if its text differs from page to page. `None` when there is no such height.
fn usual_head(pages: &[Page], edges: &[Vec<(Line, bool)>]) -> Option<i32> {
    let mut heads: HashMap<i32, usize> = HashMap::new();
    for (page, lines) in pages.iter().zip(edges) {
        if let Some(head) =
            lines.first().filter(|(_, is_top)| *is_top).and_then(|(line, _)| separate_head_height(page, line))
        {
            *heads.entry(head).or_insert(0) += 1;
        }
    }
    let (head, count) = heads.into_iter().max_by_key(|(head, count)| (*count, -head))?;
    (count >= 5 && count * 10 >= pages.len() * 6).then_some(head)
}

/// The height of a line, in steps of four points, if it is the first of its page and the gap below it is wider than
/// between paragraphs.
fn separate_head_height(page: &Page, line: &Line) -> Option<i32> {
    let bases = || page.words.iter().map(|word| word.base);
    let is_first = bases().all(|base| base > line.base - line.size * 0.5);
    let next = bases().filter(|base| *base > line.base + line.size * 0.5).fold(f32::INFINITY, f32::min);
    (is_first && next - line.base >= line.size * 2.2).then(|| height(line))
}

/// Whether a line is the first of its page, apart from the text, and has a short text at either edge of the page and
/// nothing between: a running head, even if no other page has one.
fn is_split_head(page: &Page, line: &Line) -> bool {
    let cells = line.cells();
    let [(left, end, _), (start, right, _)] = cells.as_slice() else { return false };
    let edges =
        |edge: fn(f32, f32) -> f32, first: f32, side: fn(&Word) -> f32| page.words.iter().map(side).fold(first, edge);
    let text_left = edges(f32::min, f32::INFINITY, |word| word.left);
    let text_right = edges(f32::max, 0.0, |word| word.right);
    separate_head_height(page, line).is_some()
        && line.text().chars().count() < 90
        && left - text_left < 3.0
        && text_right - right < 3.0
        && start - end > (text_right - text_left) * 0.3
}

/// Whether a text is at the height of a running head or foot, and short enough to be one: of the `pages` pages before
/// it, enough have a repeated line at this height. `repeated` is the number of such lines.
fn is_at_running_height(repeated: usize, pages: usize, text: &str) -> bool {
    pages >= 4 && repeated * 10 >= pages * 7 && repeated >= 4 && text.chars().count() < 90
}

/// Whether the text of a line is at the same height on enough pages.
fn is_repeated(line: &Line, counts: &HashMap<(String, i32), usize>, needed: usize) -> bool {
    keys(line).iter().any(|key| counts.get(key).is_some_and(|count| *count >= needed))
}

/// The height of a line in steps of four points.
fn height(line: &Line) -> i32 {
    (line.base / 4.0).round() as i32
}

/// The text of a line without digits, with its height in steps of twelve points and with the next height. Lines with
/// the same text are at the same height when they have a key in common.
fn keys(line: &Line) -> Vec<(String, i32)> {
    let text: String = comparison_key(&line.text()).chars().filter(|c| !c.is_ascii_digit()).collect();
    if text.is_empty() {
        return Vec::new();
    }
    let step = (line.base / 12.0).round() as i32;
    vec![(text.clone(), step), (text, step + 1)]
}

/// Whether a line is in the outer tenth of its page.
fn is_far_out(page: &Page, line: &Line) -> bool {
    line.base < page.height * 0.11 || line.base > page.height * 0.89
}

/// The first and last three lines of a page that are near its edge, and whether they are at its top.
fn edge_lines(page: &Page) -> Vec<(Line, bool)> {
    let lines_of = |is_near: &dyn Fn(&Word) -> bool| -> Vec<Line> {
        rows(page.words.iter().filter(|word| is_near(word)).cloned().collect()).into_iter().map(Line::new).collect()
    };
    let top = lines_of(&|word| word.base < page.height * 0.16);
    let bottom = lines_of(&|word| word.base > page.height * 0.86);
    let top = top.into_iter().take(3).map(|line| (line, true));
    let bottom: Vec<Line> = bottom.into_iter().rev().take(3).collect();
    top.chain(bottom.into_iter().rev().map(|line| (line, false))).collect()
}
