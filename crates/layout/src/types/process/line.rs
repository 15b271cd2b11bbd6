//! Steps without plates: numbers over a line, or rows, each indented further.

use scene::{Px, VerticalAlign};

use super::{ProcessStep, SharedHeights};
use crate::diagram::{arrow_head, lead_ink, number, push_hairline};
use crate::fit::Step;
use crate::head::BodyArea;
use crate::sheet::Sheet;

/// Width of the line.
const THICKNESS: f32 = 3.0;

/// Numbers over a line, with the texts below it.
pub(super) struct Line {
    /// Left edge of each step and the y of its line.
    places: Vec<(f32, f32)>,
    per_row: usize,
    left: f32,
    right: f32,
    /// Width of the texts.
    width: f32,
    numeral: f32,
    /// Space between number and line, line and title, title and text.
    gaps: (f32, f32, f32),
    heights: SharedHeights,
    step: Step,
    pub(super) fits: bool,
}

impl Line {
    pub(super) fn new(
        sheet: &mut Sheet<'_>,
        steps: &mut [ProcessStep],
        body: &BodyArea,
        step: Step,
        rows: usize,
    ) -> Line {
        let count = steps.len();
        let per_row = count.div_ceil(rows);
        let pitch = body.width / number(per_row);
        let width = pitch - 40.0;
        let (max_numeral, gaps, row_gap) =
            if rows == 1 { (160.0, (16.0, 44.0, 16.0), 0.0) } else { (88.0, (8.0, 28.0, 8.0), 40.0) };
        let heights = SharedHeights::new(sheet, steps, width, step, 2);
        // Numbers and gaps of a single row grow into the spare height.
        let used = max_numeral + gaps.0 + THICKNESS + gaps.1 + heights.total(gaps.2);
        let spare = if rows == 1 { (body.height() - used).max(0.0) } else { 0.0 };
        let max_numeral = max_numeral + (spare * 0.25).min(80.0);
        let gaps = (gaps.0 + (spare * 0.04).min(16.0), gaps.1 + (spare * 0.08).min(32.0), gaps.2);
        let numeral = sheet.bare_numeral_size(count, width, max_numeral);
        let row = numeral + gaps.0 + THICKNESS + gaps.1 + heights.total(gaps.2);
        let spare = (body.height() - row * number(rows) - row_gap).max(0.0);
        let row_gap = if rows > 1 { row_gap + (spare * 0.4).min(64.0) } else { row_gap };
        let total = row * number(rows) + row_gap * number(rows - 1);
        let top = body.optical_top(total);
        let places = (0..count).map(|place| {
            let y = top + (row + row_gap) * number(place / per_row) + numeral + gaps.0;
            (body.x + pitch * number(place % per_row), y)
        });
        let fits = heights.fits && pitch >= 300.0 && total <= body.height();
        let (left, right) = (body.x, body.x + body.width);
        Line { places: places.collect(), per_row, left, right, width, numeral, gaps, heights, step, fits }
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let (color, align) = (sheet.surface.text, sheet.start_align());
        for row in self.places.iter().step_by(self.per_row) {
            let y = row.1 + THICKNESS / 2.0;
            let line = sheet.rect(self.left, row.1, self.right - self.left - 20.0, THICKNESS);
            sheet.nodes.push(Sheet::shape(line, color, Px::ZERO));
            let head = arrow_head(sheet, (self.right, y), (1.0, 0.0), 28.0, color);
            sheet.nodes.push(head);
        }
        let ink = sheet.numeral_ink();
        for (place, entry) in steps.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let (x, y) = self.places[place];
            let tick = sheet.rect(x, y - 16.0, THICKNESS, 32.0 + THICKNESS);
            sheet.nodes.push(Sheet::shape(tick, color, Px::ZERO));
            let frame = sheet.rect(x, y - self.gaps.0 - self.numeral, self.width, self.numeral);
            sheet.draw_bare_numeral(frame, self.numeral, place + 1, ink, align);
            let top = y + THICKNESS + self.gaps.1;
            let text_top = top + self.heights.total(self.gaps.2) - self.heights.text;
            let title = sheet.rect(x, top, self.width, self.heights.title);
            let text = sheet.rect(x, text_top, self.width, self.heights.text);
            entry.text.put_apart(sheet, title, text, self.step, VerticalAlign::Top);
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
        }
    }
}

/// Rows that are each further indented.
pub(super) struct Stairs {
    left: f32,
    right: f32,
    top: f32,
    height: f32,
    /// Indent of a row relative to the one above.
    shift: f32,
    numeral: f32,
    step: Step,
    pub(super) fits: bool,
}

/// Width of the column of numbers.
const NUMERALS: f32 = 150.0;

impl Stairs {
    pub(super) fn new(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], body: &BodyArea, step: Step) -> Stairs {
        let count = steps.len();
        let row = body.height() / number(count);
        let width = body.width - NUMERALS;
        let (mut fits, mut tallest) = (true, 0.0_f32);
        for entry in steps.iter_mut() {
            let (whole, height) = entry.text.measure(sheet, width, step);
            fits &= whole && height <= row - 24.0;
            tallest = tallest.max(height);
        }
        let mut keeps_lines = |shift: f32| {
            steps.iter_mut().enumerate().all(|(place, entry)| {
                let narrow = width - shift * number(place);
                let (whole, height) = entry.text.measure(sheet, narrow, step);
                whole && (height - entry.text.measure(sheet, width, step).1).abs() < 1.0
            })
        };
        let shift = [72.0, 48.0, 24.0].into_iter().find(|shift| keeps_lines(*shift)).unwrap_or(0.0);
        let height = row.min((tallest * 2.2).max(row * 0.75));
        let top = body.optical_top(height * number(count));
        let numeral = sheet.bare_numeral_size(count, NUMERALS - 24.0, (height * 0.8).min(160.0));
        Stairs { left: body.x, right: body.x + body.width, top, height, shift, numeral, step, fits }
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let (count, align) = (steps.len(), sheet.start_align());
        let ink = sheet.numeral_ink();
        for (place, entry) in steps.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let x = self.left + self.shift * number(place);
            let y = self.top + self.height * number(place);
            if place + 1 < count {
                push_hairline(sheet, x, self.right, y + self.height);
            }
            let frame = sheet.rect(x, y, NUMERALS - 24.0, self.height);
            let ink = if place + 1 == count { lead_ink(sheet, self.numeral) } else { ink };
            sheet.draw_bare_numeral(frame, self.numeral, place + 1, ink, align);
            let left = x + NUMERALS;
            let words = sheet.rect(left, y, self.right - left, self.height);
            entry.text.put(sheet, words, self.step, VerticalAlign::Middle);
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
        }
    }
}
