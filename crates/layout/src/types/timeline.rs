//! Timeline: two to ten dated stops along one rail.

use deck::voice::Bullet;
use scene::{Color, Fill, Node, NodeKind, NodeRole, Px, Shape, ShapeForm, Stroke, VerticalAlign};

use crate::diagram::{
    diagram_steps, entry_text_pen, entry_title_pen, largest_figure, lead_color, lead_ink, number, set_inks,
};
use crate::entry::EntryText;
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};

/// Steps of five or six stops side by side.
const TIGHT: [Step; 3] = [Step::pair(48.0, 40.0), Step::pair(44.0, 40.0), Step::pair(40.0, 40.0)];
/// Largest and smallest size of dates over the rail.
const DATES: (f32, f32) = (176.0, 40.0);
/// The largest size of dates if only some of them are on two lines.
const WRAPPED: f32 = 72.0;
/// Minimum factor by which dates must be larger on two lines each than on one.
const GAIN: f32 = 1.15;
/// Thickness of the rail.
const RAIL: f32 = 8.0;
/// Space between the dates and the rail.
const ABOVE_RAIL: f32 = 44.0;
/// Space between the rail and the titles.
const BELOW_RAIL: f32 = 52.0;
/// Space between the titles and the texts.
const BETWEEN: f32 = 16.0;
/// The maximum by which the spaces around the rail grow, and the share of the spare height that is added to each.
const GROWTH: (f32, f32) = (48.0, 0.15);
/// Diameter of a stop, and of the last one.
const STOPS: (f32, f32) = (36.0, 44.0);
/// In columns, space between the dates and the rail.
const BESIDE_DATE: f32 = 32.0;
/// In columns, space between the rail and the texts.
const BESIDE_RAIL: f32 = 46.0;
/// Maximum width of the dates, as a share of their column.
const DATE_SHARE: f32 = 0.4;

/// How the stops are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Along a rail across the slide.
    Across,
    /// Along rails down the slide.
    Columns(usize),
}

/// A dated entry of the timeline.
struct Stop {
    index: usize,
    date: Option<FieldText>,
    text: EntryText,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "bottomSubheading", ..PageOptions::default() });
    let mut stops = stops(sheet);
    if !stops.is_empty() {
        let Chosen { arrangement, step, .. } = choose_arrangement(sheet, &mut stops, &body);
        match arrangement {
            Arrangement::Across => Across::new(sheet, &mut stops, &body, step).draw(sheet, stops),
            Arrangement::Columns(columns) => {
                Columns::new(sheet, &mut stops, &body, step, columns).draw(sheet, stops);
            }
        }
    }
    sheet.close_page(body);
}

fn stops(sheet: &mut Sheet<'_>) -> Vec<Stop> {
    let date = sheet.heading().size(DATES.0).leading(1.0);
    let (title, text) = (entry_title_pen(sheet), entry_text_pen(sheet));
    let entries = sheet.filled_entries("items", &["date", "title", "text"]);
    let mut stops = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let field = |name: &str| format!("items.{index}.{name}");
        let words = (field("title"), text_of(entry, "title"), &title);
        let detail = (field("text"), text_of(entry, "text"), &text);
        let text = EntryText::new(sheet, words, detail, 4.0).with_even_lines();
        let date = FieldText::new(sheet, field("date"), NodeRole::Label, &date, text_of(entry, "date"));
        stops.push(Stop { index, date, text });
    }
    stops
}

fn choose_arrangement(sheet: &mut Sheet<'_>, stops: &mut [Stop], body: &BodyArea) -> Chosen<Arrangement> {
    let count = stops.len();
    let across = match count {
        0..=3 => diagram_steps((72.0, 36.0), 56.0),
        4 => diagram_steps((56.0, 36.0), 48.0),
        _ => TIGHT.to_vec(),
    };
    let columns = diagram_steps((48.0, 36.0), 40.0);
    let wide_column = diagram_steps((64.0, 36.0), 48.0);
    let compositions = [
        Composition::new(Arrangement::Across, &across).when(count <= 6),
        Composition::new(Arrangement::Columns(1), &wide_column).when(count <= 6),
        Composition::new(Arrangement::Columns(2), &columns).when(count > 6),
    ];
    let limits = sheet.step_limits(body);
    choose(limits, &compositions, None, |arrangement, step, _| match arrangement {
        Arrangement::Across => Across::new(sheet, stops, body, step).fits,
        Arrangement::Columns(columns) => Columns::new(sheet, stops, body, step, columns).fits,
    })
}

/// Whether all dates fit at a width and size in a number of lines.
fn dates_fit(sheet: &mut Sheet<'_>, stops: &mut [Stop], width: f32, size: f32, lines: usize) -> bool {
    stops.iter_mut().filter_map(|stop| stop.date.as_mut()).all(|date| {
        if lines == 1 {
            return date.width_at(sheet, size) <= width;
        }
        date.fits(sheet, width, size) && date.lines_at(sheet, width, size) <= lines
    })
}

/// Height of the highest date at a width and size.
fn date_height(sheet: &mut Sheet<'_>, stops: &mut [Stop], width: f32, size: f32) -> f32 {
    let dates = stops.iter_mut().filter_map(|stop| stop.date.as_mut());
    dates.map(|date| date.height_at(sheet, width, size)).fold(0.0, f32::max)
}

/// Stops along a rail across the slide.
struct Across {
    left: f32,
    right: f32,
    pitch: f32,
    width: f32,
    /// Size and height of the dates.
    date: (f32, f32),
    /// Shared height of the titles, and of the texts.
    words: (f32, f32),
    top: f32,
    /// The length that is added to the distances from the rail.
    growth: f32,
    step: Step,
    fits: bool,
}

impl Across {
    fn new(sheet: &mut Sheet<'_>, stops: &mut [Stop], body: &BodyArea, step: Step) -> Across {
        let count = number(stops.len());
        let gap = if stops.len() <= 4 { 48.0 } else { 32.0 };
        let width = (body.width - gap * (count - 1.0)) / count;
        let mut fits = body.is_full_width() || width >= 300.0;
        let mut words = (0.0_f32, 0.0_f32);
        for stop in stops.iter_mut() {
            let (title_fits, title) = stop.text.measure_title(sheet, width, step.title, 2);
            let (text_fits, text) = stop.text.measure_text(sheet, width, step.text);
            fits &= title_fits && text_fits;
            words = (words.0.max(title), words.1.max(text));
        }
        let below = BELOW_RAIL + words.0 + if words.1 > 0.0 { BETWEEN + words.1 } else { 0.0 };
        let room = body.height() - ABOVE_RAIL - below;
        // Dates side by side need more than a word space between them.
        let one_line_size = largest_figure(DATES.0, DATES.1, |size| dates_fit(sheet, stops, width - 32.0, size, 1));
        // Long dates are larger on two lines.
        let wrapped_size = match one_line_size {
            Some(size) if size >= WRAPPED => None,
            _ => largest_figure(WRAPPED, DATES.1, |size| dates_fit(sheet, stops, width, size, 2)),
        };
        // If all dates have two lines, they may be as large as fits.
        let min_size = one_line_size.or(wrapped_size).unwrap_or(DATES.1) * GAIN;
        let two_line_size = largest_figure(DATES.0, min_size, |size| {
            dates_fit(sheet, stops, width, size, 2)
                && stops
                    .iter_mut()
                    .filter_map(|stop| stop.date.as_mut())
                    .all(|date| date.lines_at(sheet, width, size) == 2)
                && date_height(sheet, stops, width + 1.0, size) <= room
        });
        let max_size = two_line_size.or(wrapped_size).or(one_line_size);
        let mut height_at = |size: f32| date_height(sheet, stops, width + 1.0, size);
        let size =
            largest_figure(max_size.unwrap_or(DATES.1), DATES.1, |size| height_at(size) <= room).unwrap_or(DATES.1);
        let height = height_at(size);
        // Dates must be larger than titles, if their width allows it.
        fits &= max_size.is_some() && height <= room && size >= max_size.unwrap_or(0.0).min(step.title * 1.2);
        fits &= step.title <= size.max(48.0);
        let spare = (body.height() - height - ABOVE_RAIL - below).max(0.0);
        let growth = (spare * GROWTH.1).min(GROWTH.0);
        let top = body.optical_top(height + ABOVE_RAIL + below + growth * 2.0);
        let (left, right) = (body.x, body.x + body.width);
        Across { left, right, pitch: width + gap, width, date: (size, height), words, top, growth, step, fits }
    }

    fn draw(self, sheet: &mut Sheet<'_>, stops: Vec<Stop>) {
        let count = stops.len();
        let rail = self.top + self.date.1 + ABOVE_RAIL + self.growth;
        let last = self.pitch * number(count - 1);
        let (mark, line) = (sheet.surface.mark, sheet.surface.line);
        for (width, color) in [(self.right - self.left, line), (last, mark)] {
            if width < 1.0 {
                continue;
            }
            let frame = sheet.rect(self.left, rail - RAIL / 2.0, width, RAIL);
            sheet.nodes.push(Sheet::shape(frame, color, Px::ZERO));
        }
        for (place, stop) in stops.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let is_last = place + 1 == count;
            let x = self.left + self.pitch * number(place);
            if let Some(date) = stop.date {
                let from = sheet.nodes.len();
                let frame = sheet.rect(x, self.top, self.width, self.date.1);
                date.put_at(sheet, frame, self.date.0, VerticalAlign::Bottom);
                if is_last {
                    let ink = lead_ink(sheet, self.date.0);
                    set_inks(sheet, from, ink, ink);
                }
            }
            draw_stop(sheet, (x + STOPS.1 / 2.0, rail), is_last);
            let top = rail + BELOW_RAIL + self.growth;
            let title = sheet.rect(x, top, self.width, self.words.0);
            let text = sheet.rect(x, top + self.words.0 + BETWEEN, self.width, self.words.1);
            stop.text.put_apart(sheet, title, text, self.step, VerticalAlign::Top);
            sheet.finish_entry(start, &format!("items.{}", stop.index), Some(place + 1));
        }
    }
}

/// Draws a stop on the rail: a ring, or a square in voices with square bullets. The last one is filled.
fn draw_stop(sheet: &mut Sheet<'_>, (x, y): (f32, f32), is_last: bool) {
    let side = if is_last { STOPS.1 } else { STOPS.0 - RAIL };
    let frame = sheet.rect(x - side / 2.0, y - side / 2.0, side, side);
    let is_square = matches!(sheet.look.voice.marker.bullet, Bullet::Square | Bullet::Box);
    let form = if is_square { ShapeForm::Rect { radius: Px::ZERO } } else { ShapeForm::Ellipse };
    let fill: Color = if is_last { lead_color(sheet) } else { sheet.page_color() };
    let stroke = Stroke { color: sheet.surface.mark, width: Px(RAIL), dash: None, round: false };
    let shape = Shape { form, fill: Some(Fill::Solid(fill)), stroke: (!is_last).then_some(stroke), shadow: None };
    sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
}

/// Stops along rails down the slide.
struct Columns {
    /// Left edge and top of each stop.
    rows: Vec<(f32, f32)>,
    per_column: usize,
    height: f32,
    /// Size of the dates and width of their column.
    date: (f32, f32),
    /// Width of the texts.
    width: f32,
    step: Step,
    fits: bool,
}

impl Columns {
    fn new(sheet: &mut Sheet<'_>, stops: &mut [Stop], body: &BodyArea, step: Step, columns: usize) -> Columns {
        let count = stops.len();
        let per_column = count.div_ceil(columns);
        let gap = if columns > 1 { 64.0 } else { 0.0 };
        let column = (body.width - gap) / number(columns);
        let max_width = column * DATE_SHARE;
        let small = step.title.min(40.0);
        // Dates are as large as the titles, or a little larger.
        let dates: &[f32] = if columns > 1 { &[48.0, 40.0] } else { &[72.0, 64.0, 56.0, 48.0, 40.0] };
        let mut dates = dates.iter().copied().filter(|size| columns > 1 || *size <= step.title + 8.0);
        let size = dates.find(|size| dates_fit(sheet, stops, max_width.min(260.0), *size, 1));
        let size = size.unwrap_or(small);
        let mut widest: f32 = 0.0;
        for date in stops.iter_mut().filter_map(|stop| stop.date.as_mut()) {
            widest = widest.max(date.width_at(sheet, size));
        }
        let dates = (widest + 12.0).min(max_width);
        let width = column - dates - BESIDE_DATE - BESIDE_RAIL;
        let row = body.height() / number(per_column);
        let (mut fits, mut tallest) = (width >= 280.0, date_height(sheet, stops, dates, size));
        fits &= dates_fit(sheet, stops, dates, size, 3);
        for stop in stops.iter_mut() {
            let lines = if step.title > 36.0 { 1 } else { 2 };
            let (title_fits, _) = stop.text.measure_title(sheet, width, step.title, lines);
            let (whole, height) = stop.text.measure(sheet, width, step);
            fits &= title_fits && whole;
            tallest = tallest.max(height);
        }
        fits &= tallest + 16.0 <= row;
        let height = row.min(tallest * 1.9);
        // The last row needs no space below it.
        let total = height * number(per_column - 1) + tallest.min(height);
        let top = body.optical_top(total);
        let rows = (0..count).map(|place| {
            (body.x + (column + gap) * number(place / per_column), top + height * number(place % per_column))
        });
        Columns { rows: rows.collect(), per_column, height, date: (size, dates), width, step, fits }
    }

    fn draw(self, sheet: &mut Sheet<'_>, stops: Vec<Stop>) {
        let count = stops.len();
        for (place, stop) in stops.into_iter().enumerate() {
            let start = sheet.nodes.len();
            let is_last = place + 1 == count;
            let (x, y) = self.rows[place];
            let line = stop.text.first_line_height(self.step).max(self.date.0);
            let middle = y + line / 2.0;
            let rail = x + self.date.1 + BESIDE_DATE;
            let is_end = is_last || (place + 1) % self.per_column == 0;
            if !is_end {
                let frame = sheet.rect(rail - RAIL / 2.0, middle, RAIL, self.height);
                sheet.nodes.push(Sheet::shape(frame, sheet.surface.mark, Px::ZERO));
            }
            if let Some(date) = stop.date {
                let from = sheet.nodes.len();
                let frame = sheet.rect(x, middle - self.date.0 / 2.0, self.date.1, self.height - 8.0);
                date.put_at(sheet, frame, self.date.0, VerticalAlign::Top);
                if is_last {
                    let ink = lead_ink(sheet, self.date.0);
                    set_inks(sheet, from, ink, ink);
                }
            }
            draw_stop(sheet, (rail, middle), is_last);
            let text_offset = (line - stop.text.first_line_height(self.step)) / 2.0;
            let words = sheet.rect(rail + BESIDE_RAIL, y + text_offset, self.width, self.height - text_offset);
            let from = sheet.nodes.len();
            stop.text.put(sheet, words, self.step, VerticalAlign::Top);
            set_inks(sheet, from, sheet.surface.text, sheet.surface.muted);
            sheet.finish_entry(start, &format!("items.{}", stop.index), Some(place + 1));
        }
    }
}
