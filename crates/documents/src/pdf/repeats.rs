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
    // On how many pages each text is at each height. Below, `places` has the number of repeated lines at each height.
    let mut counts: HashMap<(String, i32), usize> = HashMap::new();
    for lines in &edges {
        let mut own: Vec<(String, i32)> = lines.iter().flat_map(|(line, _)| keys(line)).collect();
        own.sort();
        own.dedup();
        for key in own {
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    let needed = match pages.len() {
        0 | 1 => usize::MAX,
        2..=4 => 2,
        count => (count / 12).clamp(3, 8),
    };
    let mut places: HashMap<i32, usize> = HashMap::new();
    for (line, _) in edges.iter().flatten().filter(|(line, _)| is_repeated(line, &counts, needed)) {
        *places.entry(place(line)).or_insert(0) += 1;
    }
    let head_place = usual_head(pages, &edges);
    let mut found = Vec::with_capacity(pages.len());
    for (page, lines) in pages.iter_mut().zip(edges) {
        let mut own = Vec::new();
        for (line, is_top) in lines {
            let text = line.text();
            let usual = (-1..=1).filter_map(|step| places.get(&(place(&line) + step))).sum::<usize>();
            let furniture = if is_page_number(&text) && (is_far_out(page, &line) || usual > 0) {
                Furniture::PageNumber
            } else if is_repeated(&line, &counts, needed)
                || line.is_artifact
                || found_place(usual, found.len(), &text)
                || is_top && head_place.is_some_and(|head| lone_head(page, &line) == Some(head))
            {
                if is_top { Furniture::RunningHead } else { Furniture::RunningFoot }
            } else {
                continue;
            };
            let (top, bottom) = (line.base - line.size * 0.5, line.base + line.size * 0.5);
            page.words.retain(|word| word.base < top || word.base > bottom);
            own.push(EdgeLine { text, furniture });
        }
        found.push(own);
    }
    // Artifacts elsewhere on the page: lines beside the text, watermarks.
    for page in pages.iter_mut() {
        page.words.retain(|word| !word.is_artifact);
        page.pictures.retain(|own| !own.is_artifact);
    }
    let mut pictures: HashMap<u32, usize> = HashMap::new();
    for own in pages.iter().flat_map(|page| &page.pictures) {
        if let Some(object) = own.object {
            *pictures.entry(object).or_insert(0) += 1;
        }
    }
    for page in pages.iter_mut() {
        page.pictures.retain(|own| own.object.is_none_or(|object| pictures[&object] < 3));
    }
    found
}

/// The height, in steps of four points, at which most pages have a separate line above their text: a running head, even
/// if its text differs from page to page. `None` when there is no such height.
fn usual_head(pages: &[Page], edges: &[Vec<(Line, bool)>]) -> Option<i32> {
    let mut heads: HashMap<i32, usize> = HashMap::new();
    for (page, lines) in pages.iter().zip(edges) {
        if let Some(head) = lines.first().filter(|(_, is_top)| *is_top).and_then(|(line, _)| lone_head(page, line)) {
            *heads.entry(head).or_insert(0) += 1;
        }
    }
    let (head, count) = heads.into_iter().max_by_key(|(head, count)| (*count, -head))?;
    (count >= 5 && count * 10 >= pages.len() * 6).then_some(head)
}

/// The height of a line, in steps of four points, if it is the first of its page and the gap below it is wider than
/// between paragraphs.
fn lone_head(page: &Page, line: &Line) -> Option<i32> {
    let bases = || page.words.iter().map(|word| word.base);
    let is_first = bases().all(|base| base > line.base - line.size * 0.5);
    let next = bases().filter(|base| *base > line.base + line.size * 0.5).fold(f32::INFINITY, f32::min);
    (is_first && next - line.base >= line.size * 2.2).then(|| place(line))
}

/// Whether `usual` of `pages` pages are enough for a running line at a height, and a text is short enough to be one.
fn found_place(usual: usize, pages: usize, text: &str) -> bool {
    pages >= 4 && usual * 10 >= pages * 7 && usual >= 4 && text.chars().count() < 90
}

fn is_repeated(line: &Line, counts: &HashMap<(String, i32), usize>, needed: usize) -> bool {
    keys(line).iter().any(|key| counts.get(key).is_some_and(|count| *count >= needed))
}

/// The height of a line in steps of four points.
fn place(line: &Line) -> i32 {
    (line.base / 4.0).round() as i32
}

/// The text of a line without digits, with each of the two heights, in steps of twelve points, that are compared.
fn keys(line: &Line) -> Vec<(String, i32)> {
    let text: String = comparison_key(&line.text()).chars().filter(|c| !c.is_ascii_digit()).collect();
    if text.is_empty() {
        return Vec::new();
    }
    let place = (line.base / 12.0).round() as i32;
    vec![(text.clone(), place), (text, place + 1)]
}

/// Whether a line is in the outer tenth of its page.
fn is_far_out(page: &Page, line: &Line) -> bool {
    line.base < page.height * 0.11 || line.base > page.height * 0.89
}

/// The first and last three lines of a page that are near its edge, and whether they are at its top.
fn edge_lines(page: &Page) -> Vec<(Line, bool)> {
    let near = |is: &dyn Fn(&Word) -> bool| -> Vec<Line> {
        rows(page.words.iter().filter(|word| is(word)).cloned().collect()).into_iter().map(Line::new).collect()
    };
    let top = near(&|word| word.base < page.height * 0.16);
    let bottom = near(&|word| word.base > page.height * 0.86);
    let top = top.into_iter().take(3).map(|line| (line, true));
    let bottom: Vec<Line> = bottom.into_iter().rev().take(3).collect();
    top.chain(bottom.into_iter().rev().map(|line| (line, false))).collect()
}
