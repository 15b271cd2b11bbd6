//! List: parallel points, each a short headline with one line of detail, bulleted or numbered.

use scene::{Align, Node, NodeKind, NodeRole, Px, Rect, Shape, VerticalAlign};

use crate::diagram::number;
use crate::finding::FindingKind;
use crate::fit::{FittedSize, fitted, steps_from};
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::plate::shared_heights;
use crate::sheet::{Sheet, text_of};
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the headlines, and of the detail below each of them.
const STEPS: [f32; 3] = [36.0, 32.0, 28.0];
const DETAILS: [f32; 3] = [28.0, 26.0, 24.0];
/// Width of the column of markers.
const MARKER: f32 = 72.0;
/// Diameter of a bullet and of the disc behind a number.
const BULLET: f32 = 20.0;
const DISC: f32 = 56.0;
/// Space between headline and detail.
const BELOW_HEADLINE: f32 = 6.0;
/// Minimum and maximum space between two rows.
const LEAST_GAP: f32 = 28.0;
const MOST_GAP: f32 = 44.0;
/// Width of one of two columns, and the left edge of the second.
const COLUMN: (f32, f32) = (816.0, 992.0);

/// A point of the list.
struct Row {
    index: usize,
    headline: Option<TextBlock>,
    detail: Option<TextBlock>,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let numbered = sheet.text("variant") == "numbers";
    let mut rows = rows(sheet);
    if rows.is_empty() {
        return;
    }
    let room = Px(BODY_BOTTOM.0) - top;
    let (steps, most_gap) = match sheet.text("density") {
        "comfortable" => (&STEPS[..], 64.0),
        "compact" => (steps_from(&STEPS, 28.0), LEAST_GAP),
        _ => (&STEPS[..], MOST_GAP),
    };
    let columns = columns(sheet, &mut rows, steps[0], room, numbered);
    let width = Px(if columns == 1 { FULL_WIDTH } else { COLUMN.0 } - MARKER);
    let lines = rows.len().div_ceil(columns);
    let gaps = number(lines - 1);
    let fitted = fitted(steps, room, |fitted| {
        let heights = heights(sheet, &mut rows, lines, width, fitted.step, numbered);
        heights.into_iter().sum::<Px>() + Px(LEAST_GAP * fitted.gap * gaps)
    });
    let least = LEAST_GAP * fitted.gap;
    let heights = heights(sheet, &mut rows, lines, width, fitted.step, numbered);
    let heights = shared_heights(&heights, room - Px(least * gaps));
    let left = room - heights.iter().copied().sum();
    let gap = if lines > 1 { (left / gaps).0.clamp(least, most_gap.max(least)) } else { 0.0 };

    for (place, row) in rows.into_iter().enumerate() {
        let (column, line) = (place / lines, place % lines);
        let above: Px = heights[..line].iter().copied().sum();
        let x = if column == 0 { MARGIN } else { COLUMN.1 };
        let y = top + above + Px(gap * number(line));
        let frame = sheet.rect(x, y.0, width.0 + MARKER, heights[line].0);
        let start = sheet.nodes.len();
        let field = format!("items.{}", row.index);
        draw_row(sheet, row, frame, fitted, numbered.then_some(place + 1));
        sheet.finish_entry(start, &field, Some(place + 1));
    }
}

fn rows(sheet: &mut Sheet<'_>) -> Vec<Row> {
    let headline = sheet.body().size(STEPS[0]).leading(1.25).stressed();
    let detail = sheet.body().size(DETAILS[0]).leading(1.35).color(sheet.surface.muted);
    let entries = sheet.filled_entries("items", &["title", "text"]);
    let mut rows = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let (title, text) = (text_of(entry, "title"), text_of(entry, "text"));
        let headline = (!title.is_empty()).then(|| TextBlock::balanced(sheet.typesetter, headline.plain(title)));
        let detail = (!text.is_empty()).then(|| TextBlock::new(sheet.typesetter, vec![detail.plain(text)]));
        rows.push(Row { index, headline, detail });
    }
    rows
}

/// Number of columns: one for up to five rows of single lines that fit, otherwise two.
fn columns(sheet: &mut Sheet<'_>, rows: &mut [Row], step: f32, room: Px, numbered: bool) -> usize {
    match sheet.text("layout") {
        "one-column" => return 1,
        "two-column" => return 2,
        _ => {}
    }
    let width = Px(FULL_WIDTH - MARKER);
    let short = rows.iter_mut().all(|row| {
        let mut is_line = |block: &mut Option<TextBlock>, options: BlockOptions| {
            block.as_mut().is_none_or(|block| block.lines(sheet.typesetter, options) < 2)
        };
        is_line(&mut row.headline, headline_at(width, step)) && is_line(&mut row.detail, detail_at(width, step))
    });
    let lines = rows.len();
    let height = heights(sheet, rows, lines, width, step, numbered).into_iter().sum::<Px>();
    let fits = height + Px(LEAST_GAP * number(lines - 1)) <= room;
    if lines <= 5 && short && fits { 1 } else { 2 }
}

/// Height of each line of rows; rows beside each other are equally high.
fn heights(sheet: &mut Sheet<'_>, rows: &mut [Row], lines: usize, width: Px, step: f32, numbered: bool) -> Vec<Px> {
    let mut heights = vec![Px::ZERO; lines];
    for (place, row) in rows.iter_mut().enumerate() {
        let height = row.height(sheet, width, step, numbered);
        heights[place % lines] = heights[place % lines].max(height);
    }
    heights
}

fn headline_at(width: Px, step: f32) -> BlockOptions {
    BlockOptions { width, scale: step / STEPS[0], gap: 1.0 }
}

fn detail_at(width: Px, step: f32) -> BlockOptions {
    let place = STEPS.iter().position(|other| *other <= step).unwrap_or(STEPS.len() - 1);
    BlockOptions { width, scale: DETAILS[place] / DETAILS[0], gap: 1.0 }
}

impl Row {
    /// Distance of the text from the top of the row, so that a disc beside the first line stays inside the row.
    fn drop(&self, width: Px, step: f32, numbered: bool) -> Px {
        let line = self.first_line(width, step);
        if numbered { ((Px(DISC) - line) / 2.0).max(Px::ZERO) } else { Px::ZERO }
    }

    fn first_line(&self, width: Px, step: f32) -> Px {
        match (&self.headline, &self.detail) {
            (Some(block), _) => block.first_line(headline_at(width, step)),
            (None, Some(block)) => block.first_line(detail_at(width, step)),
            (None, None) => Px::ZERO,
        }
    }

    fn between(&self) -> Px {
        if self.headline.is_some() && self.detail.is_some() { Px(BELOW_HEADLINE) } else { Px::ZERO }
    }

    fn height(&mut self, sheet: &mut Sheet<'_>, width: Px, step: f32, numbered: bool) -> Px {
        let (drop, between) = (self.drop(width, step, numbered), self.between());
        let height = |block: &mut Option<TextBlock>, typesetter: &mut crate::Typesetter, options: BlockOptions| {
            block.as_mut().map_or(Px::ZERO, |block| block.height(typesetter, options))
        };
        let headline = height(&mut self.headline, sheet.typesetter, headline_at(width, step));
        let detail = height(&mut self.detail, sheet.typesetter, detail_at(width, step));
        let least = if numbered { Px(DISC) } else { Px::ZERO };
        (drop + headline + between + detail).max(least)
    }
}

fn draw_row(sheet: &mut Sheet<'_>, mut row: Row, frame: Rect, fitted: FittedSize, number: Option<usize>) {
    let width = frame.width - Px(MARKER);
    let drop = row.drop(width, fitted.step, number.is_some());
    let middle = frame.y + drop + row.first_line(width, fitted.step) / 2.0;
    draw_marker(sheet, frame, middle, number);
    let x = if sheet.direction.is_right_to_left() { frame.x } else { frame.x + Px(MARKER) };
    let words = Rect { x, y: frame.y + drop, width, height: frame.height - drop };
    let mut y = words.y;
    let between = row.between();
    let detail_line = row.detail.as_ref().map_or(Px::ZERO, |block| block.first_line(detail_at(width, fitted.step)));
    if let Some(block) = &mut row.headline {
        let room = words.height - between - detail_line;
        let text = block.text(sheet.typesetter, headline_at(width, fitted.step), room, usize::MAX);
        let frame = Rect { height: text.height(), ..words };
        y = frame.bottom() + between;
        sheet.push_text(frame, text, NodeRole::Body, Some(&format!("items.{}.title", row.index)));
    }
    if let Some(block) = &mut row.detail {
        let field = format!("items.{}.text", row.index);
        let room = words.bottom() - y;
        if room + Px(0.5) < detail_line {
            sheet.report(&field, FindingKind::Overflow);
            return;
        }
        let text = block.text(sheet.typesetter, detail_at(width, fitted.step), room, usize::MAX);
        let frame = Rect { y, height: text.height(), ..words };
        sheet.push_text(frame, text, NodeRole::Body, Some(&field));
    }
}

/// Draws a bullet, or a number in a disc, beside the first line.
fn draw_marker(sheet: &mut Sheet<'_>, row: Rect, middle: Px, number: Option<usize>) {
    let side = Px(if number.is_some() { DISC } else { BULLET });
    let x = if sheet.direction.is_right_to_left() { row.right() - side } else { row.x };
    let frame = Rect { x, y: middle - side / 2.0, width: side, height: side };
    let disc = Shape::disc(sheet.surface.mark);
    sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(disc)));
    let Some(number) = number else { return };
    let pen = sheet
        .body()
        .size(28.0)
        .leading(1.3)
        .stressed()
        .color(sheet.surface.color_on_mark(&sheet.look.palette))
        .align(Align::Center);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(&number.to_string())]);
    let mut text = block.text(sheet.typesetter, BlockOptions::width(side), Px(f32::MAX), 1);
    text.anchor = VerticalAlign::Middle;
    let height = text.height();
    let frame = Rect { y: middle - height / 2.0, height, ..frame };
    sheet.push_text(frame, text, NodeRole::Label, None);
}
