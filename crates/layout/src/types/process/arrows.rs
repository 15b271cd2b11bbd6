//! Steps on arrows: side by side across the slide, or one below the other.

use scene::{Color, VerticalAlign};

use super::{ProcessStep, SharedHeights};
use crate::diagram::{lead_color, number, push_hairline, push_polygon, set_inks, surface_on, tones};
use crate::fit::Step;
use crate::head::BodyArea;
use crate::sheet::Sheet;

/// Space between two arrows.
const APART: f32 = 12.0;
/// Space between two rows of arrows.
const ROW_GAP: f32 = 24.0;
/// Space between title and text.
const BETWEEN: f32 = 12.0;
/// The minimum width of a column.
const MIN_WIDTH: f32 = 300.0;

/// The minimum width of the texts on an arrow.
const MIN_INNER: f32 = 240.0;

/// Fills of the arrows: rising tones, the last in the colour of emphasis.
fn fills(sheet: &Sheet<'_>, count: usize) -> Vec<Color> {
    let mut fills: Vec<Color> =
        tones(sheet, count.saturating_sub(1), 0.07, 0.23).into_iter().map(Color::from).collect();
    fills.push(lead_color(sheet));
    fills
}

/// Arrows side by side.
pub(super) struct Across {
    /// Left edge, top and width of each arrow.
    cells: Vec<(f32, f32, f32)>,
    height: f32,
    tip: f32,
    pad: f32,
    /// Space above the number, and below the text.
    ends: (f32, f32),
    numeral: f32,
    heights: SharedHeights,
    step: Step,
    pub(super) fits: bool,
}

impl Across {
    pub(super) fn new(
        sheet: &mut Sheet<'_>,
        steps: &mut [ProcessStep],
        body: &BodyArea,
        step: Step,
        rows: usize,
    ) -> Across {
        let count = steps.len();
        let is_single = rows == 1;
        let tip = if is_single { 40.0 } else { 32.0 };
        let pad = if is_single && count <= 4 { 44.0 } else { 32.0 };
        let per_row = if is_single { count } else { count.div_ceil(2) };
        let overlap = tip - APART;
        let width = |cells: usize| (body.width + overlap * number(cells - 1)) / number(cells);
        let height = (body.height() - ROW_GAP * number(rows - 1)) / number(rows);
        let mut cells = Vec::with_capacity(count);
        for place in 0..count {
            let (row, column) = (place / per_row, place % per_row);
            // A second row with fewer steps has wider arrows.
            let width = width(per_row.min(count - row * per_row).max(if is_single { 3 } else { 1 }));
            let x = body.x + (width - overlap) * number(column);
            cells.push((x, body.top + (height + ROW_GAP) * number(row), width));
        }
        let inner = cells[0].2 - pad - tip * 1.5 - 20.0;
        let lines = if is_single && count <= 4 { 3 } else { 2 };
        let heights = SharedHeights::new(sheet, steps, inner, step, lines);
        let ends = if is_single { (28.0, 36.0) } else { (16.0, 24.0) };
        let max_numeral = match (is_single, count) {
            (false, _) => 112.0,
            (_, 0..=3) => 320.0,
            (_, 4) => 260.0,
            _ => 220.0,
        };
        let room = height - ends.0 - ends.1 - heights.total(BETWEEN) - if is_single { 16.0 } else { 0.0 };
        let numeral = sheet.bare_numeral_size(count, inner, room.clamp(1.0, max_numeral));
        let min_numeral = if is_single && step.title > 36.0 { 88.0 } else { step.title };
        let fits = heights.fits && cells[0].2 >= MIN_WIDTH && inner >= MIN_INNER && room >= min_numeral;
        Across { cells, height, tip, pad, ends, numeral, heights, step, fits }
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let fills = fills(sheet, steps.len());
        let align = sheet.start_align();
        for (place, entry) in steps.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let (x, y, width) = self.cells[place];
            let notch = if place == 0 { 0.0 } else { self.tip };
            let (right, middle, bottom) = (x + width, y + self.height / 2.0, y + self.height);
            let edge = right - self.tip;
            let mut points = vec![(x, y), (edge, y), (right, middle), (edge, bottom), (x, bottom)];
            if place > 0 {
                points.push((x + notch, middle));
            }
            push_polygon(sheet, &points, fills[place]);
            let surface = surface_on(sheet, fills[place], self.numeral);
            let left = x + self.pad + notch / 2.0;
            let inner = width - self.pad - self.tip * 1.5 - 20.0;
            // Compensates for the white space at the left of a digit.
            let indent = self.numeral * 0.04;
            let frame = sheet.rect(left - indent, y + self.ends.0, inner + indent, self.numeral);
            // Texts that are too long leave no room for the number.
            let has_number = self.numeral >= 24.0;
            if has_number {
                sheet.draw_bare_numeral(frame, self.numeral, place + 1, surface.mark, align);
            }
            let words = sheet.nodes.len();
            let below = bottom - self.ends.1;
            let above = y + self.ends.0 + if has_number { self.numeral } else { 0.0 };
            let title_top = (below - self.heights.total(BETWEEN)).max(above);
            let text_top = (below - self.heights.text).max(title_top + self.heights.title + BETWEEN);
            let title = sheet.rect(left, title_top, inner, self.heights.title);
            let text = sheet.rect(left, text_top, inner, below - text_top);
            entry.text.put_apart(sheet, title, text, self.step, VerticalAlign::Top);
            set_inks(sheet, words, surface.text, surface.text);
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
        }
    }
}

/// Rows beside arrows that point down.
pub(super) struct Down {
    /// Left edge and top of each row.
    rows: Vec<(f32, f32)>,
    /// Number of rows in a column.
    per_column: usize,
    height: f32,
    width: f32,
    plate: f32,
    numeral: f32,
    /// Width of the titles, and of the texts if these are beside the titles.
    words: (f32, Option<f32>),
    step: Step,
    pub(super) fits: bool,
}

/// Height of the tip of an arrow that points down.
const DOWN_TIP: f32 = 28.0;
/// Space between an arrow and the titles.
const BESIDE_ARROW: f32 = 46.0;
/// Space between a title and the text beside it.
const BESIDE_TITLE: f32 = 32.0;

impl Down {
    pub(super) fn new(
        sheet: &mut Sheet<'_>,
        steps: &mut [ProcessStep],
        body: &BodyArea,
        step: Step,
        columns: usize,
    ) -> Down {
        let count = steps.len();
        let per_column = count.div_ceil(columns);
        let gap = if columns > 1 { 48.0 } else { 0.0 };
        let width = (body.width - gap) / number(columns);
        let height = body.height() / number(per_column);
        let (plate, max_numeral, title_width): (f32, f32, f32) = match (columns, count) {
            (1, 0..=3) => (220.0, 176.0, 414.0),
            (1, 4) => (160.0, 120.0, 460.0),
            (1, _) => (160.0, 104.0, 460.0),
            _ => (100.0, 88.0, 0.0),
        };
        let text_width = width - plate - BESIDE_ARROW;
        let has_texts = steps.iter().any(|entry| entry.text.text.is_some());
        let title_width = body.wide(title_width).max(300.0).min(text_width);
        let words = match columns {
            1 if has_texts => (title_width, Some(text_width - title_width - BESIDE_TITLE)),
            _ => (text_width, None),
        };
        let room = height - APART - 12.0;
        let mut fits = words.1.is_none_or(|width| width >= MIN_WIDTH) && text_width >= MIN_WIDTH;
        for entry in steps.iter_mut() {
            let (title_fits, title) = entry.text.measure_title(sheet, words.0, step.title, 2);
            let (text_fits, text) = entry.text.measure_text(sheet, words.1.unwrap_or(text_width), step.text);
            let total = if words.1.is_some() { title.max(text) } else { title + 4.0 + text };
            fits &= title_fits && text_fits && total <= room;
        }
        let top = |place: usize| body.top + height * number(place % per_column);
        let rows = (0..count).map(|place| (body.x + (width + gap) * number(place / per_column), top(place))).collect();
        let numeral = sheet.bare_numeral_size(count, plate * 0.72, max_numeral.min(height - 48.0));
        Down { rows, per_column, height, width, plate, numeral, words, step, fits }
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let count = steps.len();
        let fills = fills(sheet, count);
        for (place, mut entry) in steps.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let (x, y) = self.rows[place];
            let row = place % self.per_column;
            let is_end = row + 1 == self.per_column || place + 1 == count;
            let bottom = y + self.height - if is_end { 0.0 } else { APART };
            let (middle, right) = (x + self.plate / 2.0, x + self.plate);
            let mut points = vec![(x, y)];
            if place > 0 {
                points.push((middle, y + DOWN_TIP));
            }
            points.extend([(right, y), (right, bottom)]);
            if !is_end {
                points.push((middle, bottom + DOWN_TIP));
            }
            points.push((x, bottom));
            let words = x + self.plate + BESIDE_ARROW;
            if row > 0 {
                push_hairline(sheet, words, x + self.width, y - APART / 2.0);
            }
            push_polygon(sheet, &points, fills[place]);
            let surface = surface_on(sheet, fills[place], self.numeral);
            // The notch moves the middle of an arrow down.
            let numeral_offset =
                if place > 0 { DOWN_TIP / 2.0 } else { 0.0 } + if is_end { 0.0 } else { DOWN_TIP / 4.0 };
            let frame = sheet.rect(x, y + numeral_offset, self.plate, bottom - y - numeral_offset / 2.0);
            sheet.draw_bare_numeral(frame, self.numeral, place + 1, surface.mark, scene::Align::Center);
            let room = self.height - APART;
            let title = sheet.rect(words, y, self.words.0, room);
            if let Some(width) = self.words.1 {
                let text = sheet.rect(words + self.words.0 + BESIDE_TITLE, y, width, room);
                entry.text.put_apart(sheet, title, text, self.step, VerticalAlign::Middle);
            } else {
                entry.text.between = 4.0;
                entry.text.put(sheet, title, self.step, VerticalAlign::Middle);
            }
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
        }
    }
}
