//! List: parallel points, each a short headline with one line of detail, bulleted or numbered.

use deck::voice::{Numeral, PlateForm, PreferList};
use scene::{Align, Px, Rect, VerticalAlign};

use crate::diagram::number;
use crate::entry::EntryText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};

const FEW: [Step; 3] = [Step::pair(64.0, 48.0), Step::pair(60.0, 44.0), Step::pair(56.0, 40.0)];
const SOME: [Step; 3] = [Step::pair(56.0, 40.0), Step::pair(52.0, 40.0), Step::pair(48.0, 36.0)];
const MANY: [Step; 3] = [Step::pair(48.0, 36.0), Step::pair(44.0, 36.0), Step::pair(40.0, 36.0)];
const GRID: [Step; 4] =
    [Step::pair(56.0, 40.0), Step::pair(52.0, 40.0), Step::pair(48.0, 36.0), Step::pair(44.0, 36.0)];
const LARGE_ROWS: [Step; 5] = [
    Step::pair(80.0, 44.0),
    Step::pair(72.0, 44.0),
    Step::pair(64.0, 40.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
];
const COLUMNS: [Step; 4] =
    [Step::pair(56.0, 44.0), Step::pair(52.0, 40.0), Step::pair(48.0, 40.0), Step::pair(44.0, 36.0)];
const BARS: [Step; 3] = [Step::pair(60.0, 44.0), Step::pair(56.0, 40.0), Step::pair(48.0, 36.0)];

/// Space between headline and detail.
const BETWEEN: f32 = 8.0;
/// Size at which texts are shaped.
const SHAPED: Step = Step::pair(64.0, 48.0);
/// Space between plates, and between bars.
const GAP: f32 = 24.0;
const BAR_GAP: f32 = 20.0;
/// Space around the text on a plate of the grid.
const GRID_PAD: f32 = 36.0;

/// How the points are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// One below the other: size of the numeral, width of the column of numerals, of bullets, and size of a bullet.
    Rows { numeral: f32, numerals: f32, bullets: f32, bullet: f32 },
    /// In two columns, the first filled first.
    TwoColumns,
    /// On plates in two columns.
    Grid,
    /// One below the other with large numerals.
    LargeRows,
    /// Side by side.
    Columns,
    /// On bars, with the numeral on a square.
    Bars,
}

const ROWS_OF_FEW: Arrangement = Arrangement::Rows { numeral: 200.0, numerals: 292.0, bullets: 100.0, bullet: 40.0 };
const ROWS_OF_SOME: Arrangement = Arrangement::Rows { numeral: 72.0, numerals: 146.0, bullets: 72.0, bullet: 32.0 };

/// A point of the list.
struct Point {
    index: usize,
    text: EntryText,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions::default());
    let mut points = points(sheet);
    if !points.is_empty() {
        let chosen = chosen(sheet, &mut points, &body);
        draw_points(sheet, points, &body, chosen);
    }
    sheet.close_page(body);
}

fn points(sheet: &mut Sheet<'_>) -> Vec<Point> {
    let title = sheet.heading().size(SHAPED.title).leading(1.1);
    let detail = sheet.body().size(SHAPED.text).leading(1.22).color(sheet.surface.muted);
    let entries = sheet.filled_entries("items", &["title", "text"]);
    let mut points = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let field = |name: &str| format!("items.{index}.{name}");
        let text = EntryText::new(
            sheet,
            (field("title"), text_of(entry, "title"), &title),
            (field("text"), text_of(entry, "text"), &detail),
            BETWEEN,
        );
        points.push(Point { index, text });
    }
    points
}

fn is_numbered(sheet: &Sheet<'_>) -> bool {
    sheet.text("variant") == "numbers"
}

fn chosen(sheet: &mut Sheet<'_>, points: &mut [Point], body: &BodyArea) -> Chosen<Arrangement> {
    let count = points.len();
    let (one_column, two_column) = (sheet.text("layout") == "one-column", sheet.text("layout") == "two-column");
    let is_compact = sheet.text("density") == "compact";
    let compositions = [
        Composition::new(ROWS_OF_FEW, &FEW).when(count <= 3).unless(two_column || is_compact),
        Composition::new(ROWS_OF_SOME, &SOME).when(count <= 5).unless(two_column || (is_compact && count > 3)),
        Composition::new(Arrangement::TwoColumns, &MANY).unless(one_column),
    ];
    let preferred = match sheet.look.voice.prefer.list {
        _ if one_column || two_column || is_compact => None,
        PreferList::Grid => matches!(count, 4 | 6 | 8).then(|| Composition::new(Arrangement::Grid, &GRID[..])),
        PreferList::Rows => (2..=5).contains(&count).then(|| Composition::new(Arrangement::LargeRows, &LARGE_ROWS[..])),
        PreferList::Columns => (2..=4).contains(&count).then(|| Composition::new(Arrangement::Columns, &COLUMNS[..])),
        PreferList::Bars => (2..=5).contains(&count).then(|| Composition::new(Arrangement::Bars, &BARS[..])),
    };
    let limits = sheet.step_limits(body);
    choose(limits, &compositions, preferred, |arrangement, step, gap| {
        Plan::new(sheet, points, body, Chosen { arrangement, step, gap }).fits
    })
}

/// Boxes of the points in an arrangement.
struct Plan {
    /// Where each point stands.
    boxes: Vec<Rect>,
    /// Where each text stands in its box: distance from the start side and from the end side.
    inset: (f32, f32),
    fits: bool,
}

impl Plan {
    fn new(sheet: &mut Sheet<'_>, points: &mut [Point], body: &BodyArea, chosen: Chosen<Arrangement>) -> Plan {
        let numbered = is_numbered(sheet);
        let count = points.len();
        let (columns, gap, inset, pad) = match chosen.arrangement {
            Arrangement::Rows { numerals, bullets, .. } => {
                (1, 0.0, (if numbered { numerals } else { bullets }, 0.0), 0.0)
            }
            Arrangement::TwoColumns => (2, 0.0, (122.0, 0.0), 0.0),
            Arrangement::Grid if numbered => (2, GAP, (GRID_PAD * 2.0 + 104.0, GRID_PAD), GRID_PAD),
            Arrangement::Grid => (2, GAP, (48.0, 48.0), GRID_PAD),
            Arrangement::LargeRows => (1, 0.0, (if numbered { 200.0 } else { 72.0 }, 0.0), 0.0),
            Arrangement::Columns => return Plan::columns(sheet, points, body, chosen),
            Arrangement::Bars => (1, BAR_GAP, (if numbered { 0.0 } else { 48.0 }, 48.0), 20.0),
        };
        let lines = count.div_ceil(columns);
        let width = if columns == 1 { body.width } else { body.wide(852.0) };
        let pitch = body.wide(876.0);
        let mut inset = inset;
        let row = (body.height() - gap * number(lines - 1)) / number(lines);
        if chosen.arrangement == Arrangement::Bars && numbered {
            inset.0 = row + 36.0;
        }
        let mut tallest: f32 = 0.0;
        let mut whole = width >= 300.0;
        for point in points.iter_mut() {
            let (fits, height) = point.text.measure(sheet, width - inset.0 - inset.1, chosen.step);
            whole &= fits;
            tallest = tallest.max(height);
        }
        let least = tallest + pad * 2.0 + if pad > 0.0 { 0.0 } else { 24.0 * chosen.gap };
        let height = row.min((tallest * 2.0).max(least)).max(least.min(row));
        let total = height * number(lines) + gap * number(lines - 1);
        let top = body.optical_top(total);
        let boxes = (0..count).map(|place| {
            let (column, line) = match chosen.arrangement {
                Arrangement::Grid => (place % columns, place / columns),
                _ => (place / lines, place % lines),
            };
            sheet.rect(body.x + pitch * number(column), top + (height + gap) * number(line), width, height)
        });
        let fits = whole && least <= row + 0.5;
        Plan { boxes: boxes.collect(), inset, fits }
    }

    fn columns(sheet: &mut Sheet<'_>, points: &mut [Point], body: &BodyArea, chosen: Chosen<Arrangement>) -> Plan {
        let count = points.len();
        let gap = if has_plates(sheet) { GAP } else { 48.0 };
        let width = (body.width - gap * number(count - 1)) / number(count);
        let pad = if has_plates(sheet) { sheet.look.voice.plate.pad } else { 0.0 };
        let (mut fits, mut tallest) = (width >= 300.0, 0.0_f32);
        for point in points.iter_mut() {
            let (whole, height) = point.text.measure(sheet, width - pad * 2.0, chosen.step);
            fits &= whole;
            tallest = tallest.max(height);
        }
        let height = tallest + column_numeral(sheet) + pad * 2.0 + 48.0;
        fits &= height <= body.height();
        let height = (height * 1.35).min(body.height());
        let top = body.optical_top(height);
        let boxes = (0..count).map(|place| sheet.rect(body.x + (width + gap) * number(place), top, width, height));
        Plan { boxes: boxes.collect(), inset: (pad, pad), fits }
    }
}

/// Whether the plates of the voice have sides.
fn has_plates(sheet: &Sheet<'_>) -> bool {
    !matches!(sheet.look.voice.plate.form, PlateForm::Hairlines | PlateForm::None | PlateForm::RuleTop)
}

/// Size of the numeral over a column.
fn column_numeral(sheet: &Sheet<'_>) -> f32 {
    match (is_numbered(sheet), sheet.look.voice.marker.numeral) {
        (false, _) => 0.0,
        (true, Numeral::Giant) => 330.0,
        (true, Numeral::Serif) => 192.0,
        (true, _) => 120.0,
    }
}

fn draw_points(sheet: &mut Sheet<'_>, mut points: Vec<Point>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let Plan { boxes, inset, .. } = Plan::new(sheet, &mut points, body, chosen);
    let numbered = is_numbered(sheet);
    for (place, (point, frame)) in points.into_iter().zip(boxes.iter().copied()).enumerate() {
        let start = sheet.nodes.len();
        let field = format!("items.{}", point.index);
        let width = frame.width.0 - inset.0 - inset.1;
        let mut words = sheet.inside(frame, inset.0, 0.0, width, frame.height.0);
        let marker = |sheet: &Sheet<'_>, room: f32| sheet.inside(frame, 0.0, 0.0, room, frame.height.0);
        match chosen.arrangement {
            Arrangement::Rows { numeral, numerals, bullet, .. } => {
                rule_above(sheet, frame, &boxes, place);
                let room = if numbered { numeral.max(numerals - 48.0) } else { bullet };
                draw_marker(sheet, marker(sheet, room), numbered.then_some(numeral), bullet, place);
            }
            Arrangement::TwoColumns => {
                rule_above(sheet, frame, &boxes, place);
                draw_marker(sheet, marker(sheet, 88.0), numbered.then_some(88.0), 32.0, place);
            }
            Arrangement::LargeRows => {
                rule_above(sheet, frame, &boxes, place);
                let side = frame.height.0.min(128.0);
                draw_marker(
                    sheet,
                    marker(sheet, if numbered { 160.0 } else { 40.0 }),
                    numbered.then_some(side),
                    36.0,
                    place,
                );
            }
            Arrangement::Grid => {
                sheet.push_voice_plate(frame, place);
                if numbered {
                    let room = sheet.inside(frame, GRID_PAD, 0.0, 104.0, frame.height.0);
                    draw_marker(sheet, room, Some(104.0), 0.0, place);
                }
            }
            Arrangement::Bars => {
                sheet.push_voice_plate(frame, place);
                if numbered {
                    let square = sheet.inside(frame, 0.0, 0.0, frame.height.0, frame.height.0);
                    draw_marker(sheet, square, Some(frame.height.0.min(111.0)), 0.0, place);
                }
            }
            Arrangement::Columns => {
                sheet.push_voice_plate(frame, place);
                let side = column_numeral(sheet);
                if numbered {
                    let room = sheet.inside(frame, inset.0, inset.1, width, side);
                    let align = sheet.look.voice.plate.align == deck::voice::TextAlign::Center;
                    let room = if align { room } else { sheet.inside(room, 0.0, 0.0, side, side) };
                    draw_marker(sheet, room, Some(side), 0.0, place);
                }
                let below = inset.1 + side + if numbered { 32.0 } else { 0.0 };
                words = sheet.inside(frame, inset.0, below, width, frame.height.0 - below - inset.1);
            }
        }
        let anchor =
            if chosen.arrangement == Arrangement::Columns { VerticalAlign::Top } else { VerticalAlign::Middle };
        sheet.with_plate_ink(chosen.arrangement.has_plates(), place, |sheet| {
            point.text.put(sheet, words, chosen.step, anchor)
        });
        sheet.finish_entry(start, &field, Some(place + 1));
    }
}

impl Arrangement {
    fn has_plates(self) -> bool {
        matches!(self, Arrangement::Grid | Arrangement::Bars | Arrangement::Columns)
    }
}

/// A hairline above a row that has another one above it.
fn rule_above(sheet: &mut Sheet<'_>, frame: Rect, boxes: &[Rect], place: usize) {
    if place > 0 && boxes[place - 1].x == frame.x {
        let rule = Rect { y: frame.y - Px(1.0), height: Px(2.0), ..frame };
        sheet.nodes.push(Sheet::shape(rule, sheet.surface.line, Px::ZERO));
    }
}

/// Draws a numeral of a size, or a bullet, in a box.
fn draw_marker(sheet: &mut Sheet<'_>, frame: Rect, numeral: Option<f32>, bullet: f32, place: usize) {
    if let Some(side) = numeral {
        sheet.draw_numeral(frame, side.min(frame.height.0), place + 1);
    } else {
        let center = frame.center();
        let x = match sheet.start_align() {
            Align::Right => frame.right().0 - bullet / 2.0,
            _ => frame.x.0 + bullet / 2.0,
        };
        sheet.draw_bullet((x, center.y.0), bullet, place);
    }
}
