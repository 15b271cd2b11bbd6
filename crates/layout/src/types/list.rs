//! List: parallel points, each a short headline with one line of detail, bulleted or numbered.

use deck::voice::{Numeral, PreferList, TextAlign};
use scene::{Align, NodeRole, PaletteRole, Px, Rect, VerticalAlign};

use crate::diagram::number;
use crate::entry::EntryText;
use crate::fit::{Chosen, Composition, Fit, Step, choose_even};
use crate::frame::FULL_WIDTH;
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};
use crate::surface::Ground;

/// Text sizes of up to three points, one below the other.
const FEW: [Step; 3] = [Step::pair(64.0, 48.0), Step::pair(60.0, 44.0), Step::pair(56.0, 40.0)];
/// Text sizes of up to five points, one below the other.
const SOME: [Step; 3] = [Step::pair(56.0, 40.0), Step::pair(52.0, 40.0), Step::pair(48.0, 36.0)];
/// Text sizes of points in two columns.
const MANY: [Step; 7] = [
    Step::pair(64.0, 48.0),
    Step::pair(60.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(52.0, 40.0),
    Step::pair(48.0, 36.0),
    Step::pair(44.0, 36.0),
    Step::pair(40.0, 36.0),
];
/// Text sizes of points on plates in two columns.
const GRID: [Step; 6] = [
    Step::pair(64.0, 48.0),
    Step::pair(60.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(52.0, 40.0),
    Step::pair(48.0, 36.0),
    Step::pair(44.0, 36.0),
];
/// Text sizes of points with large numerals.
const LARGE_ROWS: [Step; 6] = [
    Step::pair(80.0, 44.0),
    Step::pair(72.0, 44.0),
    Step::pair(64.0, 40.0),
    Step::pair(60.0, 40.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
];
/// Text sizes of points side by side.
const COLUMNS: [Step; 5] = [
    Step::pair(64.0, 48.0),
    Step::pair(56.0, 44.0),
    Step::pair(52.0, 40.0),
    Step::pair(48.0, 40.0),
    Step::pair(44.0, 36.0),
];
/// Text sizes of points on bars.
const BARS: [Step; 5] = [
    Step::pair(72.0, 52.0),
    Step::pair(64.0, 48.0),
    Step::pair(60.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
];

/// Space between headline and detail.
const BETWEEN: f32 = 8.0;
/// Size at which texts are shaped.
const SHAPED: Step = Step::pair(64.0, 48.0);
/// Space between plates.
const GAP: f32 = 24.0;
/// Minimum and maximum space between bars.
const BAR_GAP: (f32, f32) = (20.0, 40.0);
/// Space around the text on a plate of the grid.
const GRID_PAD: f32 = 32.0;
/// Space above and below the text of a bar.
const BAR_PAD: f32 = 12.0;
/// Size of a numeral on a plate of the grid.
const GRID_NUMERAL: f32 = 104.0;
/// Left edge of a detail on the line of its title, and the minimum size of such titles.
const SAME_LINE: (f32, f32) = (888.0, 56.0);
/// The largest titles that may wrap in two columns.
const LARGEST_WRAPPED: f32 = 48.0;
/// Height of rows with one line each, where there is room.
const ROW: f32 = 240.0;
/// Minimum height of columns without numerals, as a share of BODY.
const MIN_OF_PAGE: f32 = 0.4;
/// Size of the largest numerals.
const GIANT: f32 = 330.0;
/// Space between the numeral and the title of a column.
const BELOW_NUMERAL: f32 = 32.0;

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
    /// One below the other with large numerals, each detail on the line of its title.
    SameLine,
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
    let mut points = aligned_points(sheet, sheet.start_align());
    if !points.is_empty() {
        let chosen = choose_arrangement(sheet, &mut points, &body);
        if chosen.arrangement == Arrangement::Columns && sheet.look.voice.plate.align == TextAlign::Center {
            points = aligned_points(sheet, Align::Center);
        }
        draw_points(sheet, points, &body, chosen);
    }
    sheet.close_page(body);
}

fn aligned_points(sheet: &mut Sheet<'_>, align: Align) -> Vec<Point> {
    let title = sheet.heading().size(SHAPED.title).leading(1.1).align(align);
    let detail = sheet.body().size(SHAPED.text).leading(1.22).color(sheet.surface.muted).align(align);
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

fn choose_arrangement(sheet: &mut Sheet<'_>, points: &mut [Point], body: &BodyArea) -> Chosen<Arrangement> {
    let count = points.len();
    let (is_one_column, is_two_column) = (sheet.text("layout") == "one-column", sheet.text("layout") == "two-column");
    let is_compact = sheet.text("density") == "compact";
    let compositions = [
        Composition::new(ROWS_OF_FEW, &FEW).when(count <= 3).unless(is_two_column || is_compact),
        Composition::new(ROWS_OF_SOME, &SOME).when(count <= 5).unless(is_two_column || (is_compact && count > 3)),
        // With fewer points, the sizes start larger.
        Composition::new(
            Arrangement::TwoColumns,
            match count {
                ..=4 => &MANY,
                5 | 6 => &MANY[2..],
                _ => &MANY[4..],
            },
        )
        .unless(is_one_column),
    ];
    let limits = sheet.step_limits(body);
    let numbered = is_numbered(sheet);
    let same_line = body.is_full_width()
        && LARGE_ROWS.into_iter().any(|step| {
            let chosen = Chosen { arrangement: Arrangement::SameLine, step, gap: 1.0 };
            step.title <= limits.title && Plan::new(sheet, points, body, chosen).fits
        });
    let rows = if same_line { Arrangement::SameLine } else { Arrangement::LargeRows };
    let preferred = match sheet.look.voice.prefer.list {
        _ if is_one_column || is_two_column || is_compact => None,
        // Columns need a numeral or a plate to set them apart.
        PreferList::Columns if !numbered && !sheet.has_sided_plates() => None,
        PreferList::Grid => matches!(count, 4 | 6 | 8).then(|| Composition::new(Arrangement::Grid, &GRID[..])),
        PreferList::Rows => (2..=5).contains(&count).then(|| Composition::new(rows, &LARGE_ROWS[..])),
        PreferList::Columns => (2..=4).contains(&count).then(|| Composition::new(Arrangement::Columns, &COLUMNS[..])),
        PreferList::Bars => (2..=5).contains(&count).then(|| Composition::new(Arrangement::Bars, &BARS[..])),
    };
    choose_even(limits, &compositions, preferred, |arrangement, step, gap| {
        let plan = Plan::new(sheet, points, body, Chosen { arrangement, step, gap });
        match (plan.fits, plan.is_even) {
            (false, _) => Fit::No,
            // Large titles must fit on one line.
            (true, false) if arrangement == Arrangement::TwoColumns && step.title > LARGEST_WRAPPED => Fit::No,
            (true, false) => Fit::Uneven,
            (true, true) => Fit::Even,
        }
    })
}

/// Boxes of the points in an arrangement.
struct Plan {
    /// The box of each point.
    boxes: Vec<Rect>,
    /// Distance of the texts from the start side and from the end side of their boxes.
    inset: (f32, f32),
    /// Height that the content of a column leaves free above and below it.
    spare: f32,
    fits: bool,
    /// Whether the titles of points side by side are on one line each.
    is_even: bool,
}

impl Plan {
    fn new(sheet: &mut Sheet<'_>, points: &mut [Point], body: &BodyArea, chosen: Chosen<Arrangement>) -> Plan {
        let numbered = is_numbered(sheet);
        let count = points.len();
        let (columns, gap, inset, pad) = match chosen.arrangement {
            Arrangement::Rows { numerals, bullets, .. } => {
                (1, 0.0, (if numbered { numerals } else { bullets }, 0.0), 0.0)
            }
            Arrangement::TwoColumns => (2, 0.0, (if numbered { 122.0 } else { 72.0 }, 0.0), 0.0),
            Arrangement::Grid if numbered => (2, GAP, (GRID_PAD * 2.0 + GRID_NUMERAL, GRID_PAD), GRID_PAD),
            Arrangement::Grid => (2, GAP, (48.0, 48.0), GRID_PAD),
            Arrangement::LargeRows | Arrangement::SameLine => (1, 0.0, (if numbered { 200.0 } else { 72.0 }, 0.0), 0.0),
            Arrangement::Columns => return Plan::columns(sheet, points, body, chosen),
            Arrangement::Bars => (1, BAR_GAP.0, (if numbered { 0.0 } else { 48.0 }, 48.0), BAR_PAD),
        };
        let lines = count.div_ceil(columns);
        let width = if columns == 1 { body.width } else { body.wide(852.0) };
        let pitch = body.wide(876.0);
        let mut inset = inset;
        let row = (body.height() - gap * number(lines - 1)) / number(lines);
        if chosen.arrangement == Arrangement::Bars && numbered {
            inset.0 = row + 36.0;
        }
        let (mut tallest, mut shortest) = (0.0_f32, f32::MAX);
        let mut all_fit = width >= 300.0;
        let mut is_even = true;
        for point in points.iter_mut() {
            if let Some(title) = &mut point.text.title
                && columns > 1
            {
                is_even &= title.lines_at(sheet, width - inset.0 - inset.1, chosen.step.title) < 2;
            }
            let (fits, height) = match chosen.arrangement {
                Arrangement::SameLine => same_line(sheet, &mut point.text, (inset.0, width), chosen.step),
                _ => point.text.measure(sheet, width - inset.0 - inset.1, chosen.step),
            };
            all_fit &= fits;
            tallest = tallest.max(height);
            shortest = shortest.min(height);
        }
        let min_height = tallest + pad * 2.0 + if pad > 0.0 { 0.0 } else { 24.0 * chosen.gap };
        let max_height = match chosen.arrangement {
            Arrangement::SameLine => tallest * 3.0,
            // A plate with one line is not half empty beside one with two; a numeral fills it as well.
            Arrangement::Grid if numbered => shortest.max(GRID_NUMERAL) * 2.2,
            Arrangement::Grid => shortest * 2.2,
            Arrangement::Bars if !numbered => shortest * 2.2,
            _ => (tallest * 2.0).max(ROW),
        };
        let height = row.min(max_height.max(min_height)).max(min_height.min(row));
        if chosen.arrangement == Arrangement::Bars && numbered {
            inset.0 = height + 36.0;
        }
        let spare = (body.height() - height * number(lines)) / number(lines.max(2) - 1);
        let gap = if chosen.arrangement == Arrangement::Bars { spare.clamp(gap, BAR_GAP.1) } else { gap };
        let total = height * number(lines) + gap * number(lines - 1);
        let top = body.optical_top(total);
        let boxes = (0..count).map(|place| {
            let (column, line) = match chosen.arrangement {
                Arrangement::Grid => (place % columns, place / columns),
                _ => (place / lines, place % lines),
            };
            sheet.rect(body.x + pitch * number(column), top + (height + gap) * number(line), width, height)
        });
        let fits = all_fit && min_height <= row + 0.5;
        Plan { boxes: boxes.collect(), inset, spare: 0.0, fits, is_even }
    }

    fn columns(sheet: &mut Sheet<'_>, points: &mut [Point], body: &BodyArea, chosen: Chosen<Arrangement>) -> Plan {
        let count = points.len();
        let gap = sheet.plate_gap();
        let width = (body.width - gap * number(count - 1)) / number(count);
        let insets = sheet.plate_insets(sheet.look.voice.plate.pad.min(40.0), 1);
        let (mut fits, mut details) = (width >= 300.0, 0.0_f32);
        let mut sum = 0.0;
        let titles = title_height(sheet, points, width - insets.side * 2.0, chosen.step);
        for point in points.iter_mut() {
            let (is_whole, height) = point.text.measure(sheet, width - insets.side * 2.0, chosen.step);
            fits &= is_whole;
            sum += height;
            if let Some(title) = &mut point.text.title {
                fits &= title.lines_at(sheet, width - insets.side * 2.0, chosen.step.title) <= 2;
            }
            if let Some(detail) = &mut point.text.text {
                details = details.max(detail.height_at(sheet, width - insets.side * 2.0, chosen.step.text) + BETWEEN);
            }
        }
        let numeral = column_numeral(sheet);
        let needed = titles + details + numeral + insets.top + insets.bottom;
        fits &= needed <= body.height();
        // Little text without numerals is better in rows over the whole page.
        fits &= is_numbered(sheet) || needed >= body.height() * MIN_OF_PAGE;
        // A plate is about twice as high as its content on average.
        let max_height = (sum / number(count) + numeral) * 2.0;
        let height = if sheet.has_sided_plates() {
            (needed * 1.35).min(max_height).max(needed).min(body.height())
        } else {
            needed
        };
        // Rules at the top of columns belong to the head.
        let top = if sheet.has_sided_plates() { body.optical_top(height) } else { body.top };
        let boxes = (0..count).map(|place| sheet.rect(body.x + (width + gap) * number(place), top, width, height));
        Plan {
            boxes: boxes.collect(),
            inset: (insets.side, insets.side),
            spare: (height - needed) / 2.0,
            fits,
            is_even: true,
        }
    }
}

/// Height of the highest title at a width.
fn title_height(sheet: &mut Sheet<'_>, points: &mut [Point], width: f32, step: Step) -> f32 {
    let titles = points.iter_mut().filter_map(|point| point.text.title.as_mut());
    titles.map(|title| title.height_at(sheet, width, step.title)).fold(0.0, f32::max)
}

/// Whether a title fits on one line before its detail, and the height of the taller of both.
fn same_line(sheet: &mut Sheet<'_>, text: &mut EntryText, (start, width): (f32, f32), step: Step) -> (bool, f32) {
    let (mut fits, mut height) = (step.title >= SAME_LINE.1, 0.0_f32);
    if let Some(title) = &mut text.title {
        fits &= title.width_at(sheet, step.title) <= SAME_LINE.0 - start - 32.0;
        height = title.height_at(sheet, FULL_WIDTH, step.title);
    }
    match &mut text.text {
        Some(detail) => {
            fits &= detail.lines_at(sheet, width - SAME_LINE.0, step.text) <= 2;
            height = height.max(detail.height_at(sheet, width - SAME_LINE.0, step.text));
        }
        // Without a detail, this arrangement does not suit.
        None => fits = false,
    }
    (fits, height)
}

/// Height of the numeral over a column, with the space below it.
fn column_numeral(sheet: &Sheet<'_>) -> f32 {
    match (is_numbered(sheet), sheet.look.voice.marker.numeral) {
        (false, _) => 0.0,
        // The line of a giant digit has room below its baseline.
        (true, Numeral::Giant) => GIANT * 0.86,
        (true, Numeral::Serif) => 192.0 + BELOW_NUMERAL,
        (true, _) => 120.0 + BELOW_NUMERAL,
    }
}

fn draw_points(sheet: &mut Sheet<'_>, mut points: Vec<Point>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let Plan { boxes, inset, spare, .. } = Plan::new(sheet, &mut points, body, chosen);
    let arrangement = chosen.arrangement;
    let width = boxes.first().map_or(0.0, |frame| frame.width.0) - inset.0 - inset.1;
    let titles = title_height(sheet, &mut points, width, chosen.step);
    for (place, (point, frame)) in points.into_iter().zip(boxes.iter().copied()).enumerate() {
        let start = sheet.nodes.len();
        let field = format!("items.{}", point.index);
        if arrangement.has_plates() {
            sheet.push_voice_plate(frame, place);
        } else {
            draw_rule_above(sheet, frame, &boxes, place);
        }
        let surface = if arrangement.has_plates() { sheet.entry_surface(place) } else { sheet.surface };
        let mut point = point;
        // A bullet is level with the middle of the first line.
        let bullet_y = if arrangement == Arrangement::SameLine {
            frame.center().y.0
        } else {
            let height = point.text.measure(sheet, width, chosen.step).1;
            frame.center().y.0 - height / 2.0 + point.text.first_line_height(chosen.step) / 2.0
        };
        sheet.with_surface(surface, |sheet| {
            draw_marker(sheet, frame, (arrangement, chosen.step), (inset.0, spare, bullet_y), place);
        });
        let words = sheet.inside(frame, inset.0, 0.0, width, frame.height.0);
        sheet.with_plate_ink(arrangement.has_plates(), place, |sheet| match arrangement {
            Arrangement::Columns => {
                let insets = sheet.plate_insets(sheet.look.voice.plate.pad.min(40.0), 1);
                let top = frame.y.0 + insets.top + spare + column_numeral(sheet);
                put_in_column(sheet, point.text, words, (top, titles), chosen.step);
            }
            Arrangement::SameLine => {
                let title = sheet.inside(frame, inset.0, 0.0, SAME_LINE.0 - inset.0 - 32.0, frame.height.0);
                let room = frame.width.0 - SAME_LINE.0;
                let detail = sheet.inside(frame, SAME_LINE.0, 0.0, room, frame.height.0);
                if let Some(text) = point.text.title {
                    text.put_at(sheet, title, chosen.step.title, VerticalAlign::Middle);
                }
                if let Some(text) = point.text.text {
                    text.put_at(sheet, detail, chosen.step.text, VerticalAlign::Middle);
                }
            }
            _ => point.text.put(sheet, words, chosen.step, VerticalAlign::Middle),
        });
        sheet.finish_entry(start, &field, Some(place + 1));
    }
}

/// Draws title and detail below one another; the titles of all columns have the same height.
fn put_in_column(sheet: &mut Sheet<'_>, text: EntryText, room: Rect, (top, titles): (f32, f32), step: Step) {
    let room_from = |y: f32| Rect { y: Px(y), height: (room.bottom() - Px(y)).max(Px::ZERO), ..room };
    if let Some(title) = text.title {
        title.put_at(sheet, room_from(top), step.title, VerticalAlign::Top);
    }
    if let Some(detail) = text.text {
        detail.put_at(sheet, room_from(top + titles + BETWEEN), step.text, VerticalAlign::Top);
    }
}

impl Arrangement {
    fn has_plates(self) -> bool {
        matches!(self, Arrangement::Grid | Arrangement::Bars | Arrangement::Columns)
    }
}

/// Draws a hairline above a row that has another one above it.
fn draw_rule_above(sheet: &mut Sheet<'_>, frame: Rect, boxes: &[Rect], place: usize) {
    if place > 0 && boxes[place - 1].x == frame.x {
        let rule = Rect { y: frame.y - Px(1.0), height: Px(2.0), ..frame };
        sheet.nodes.push(Sheet::shape(rule, sheet.surface.line, Px::ZERO));
    }
}

/// Draws the numeral or the bullet of a point. `inset` is the distance of its text from the start side of the box,
/// `spare` the free height above the content of a column, `bullet_y` the middle of a bullet.
fn draw_marker(
    sheet: &mut Sheet<'_>,
    frame: Rect,
    (arrangement, step): (Arrangement, Step),
    (inset, spare, bullet_y): (f32, f32, f32),
    place: usize,
) {
    let column = |sheet: &Sheet<'_>, width: f32| sheet.inside(frame, 0.0, 0.0, width, frame.height.0);
    let voice = sheet.look.voice.marker.numeral;
    if !is_numbered(sheet) {
        let size = match arrangement {
            Arrangement::Rows { bullet, .. } => bullet,
            Arrangement::TwoColumns => 32.0,
            Arrangement::LargeRows | Arrangement::SameLine => 36.0,
            Arrangement::Grid | Arrangement::Bars | Arrangement::Columns => return,
        };
        let x = match sheet.start_align() {
            Align::Right => frame.right().0 - size / 2.0,
            _ => frame.x.0 + size / 2.0,
        };
        sheet.draw_bullet((x, bullet_y), size, place);
        return;
    }
    let max_side = frame.height.0;
    match arrangement {
        Arrangement::Rows { numeral, numerals, .. } => {
            let room = column(sheet, numerals - 24.0);
            sheet.draw_start_numeral(room, numeral.min(max_side), place + 1);
        }
        Arrangement::TwoColumns => {
            // Eight is the widest Roman numeral of a list.
            let side = if voice == Numeral::Roman { sheet.bare_numeral_size(8, 98.0, 64.0) } else { 88.0_f32 };
            sheet.draw_start_numeral(column(sheet, 110.0), side.min(max_side), place + 1);
        }
        Arrangement::LargeRows | Arrangement::SameLine => {
            let side = match voice {
                Numeral::Roman => step.title * 1.3,
                Numeral::Serif => 192.0,
                _ => 128.0,
            };
            sheet.draw_start_numeral(column(sheet, 176.0), side.min(max_side), place + 1);
        }
        Arrangement::Grid => {
            let room = sheet.inside(frame, GRID_PAD, 0.0, GRID_NUMERAL, frame.height.0);
            sheet.draw_numeral(room, GRID_NUMERAL.min(max_side - 16.0), place + 1);
        }
        Arrangement::Bars => {
            let square = column(sheet, frame.height.0);
            if voice == Numeral::Block {
                draw_block(sheet, square, place + 1);
            } else {
                sheet.draw_numeral(square, max_side.min(111.0), place + 1);
            }
        }
        Arrangement::Columns => {
            let is_centred = sheet.look.voice.plate.align == TextAlign::Center;
            let top = sheet.plate_insets(sheet.look.voice.plate.pad.min(40.0), 1).top;
            let width = frame.width.0 - inset * 2.0;
            let (side, shift_up) = match voice {
                // The line of a giant digit has room above its top.
                Numeral::Giant => (GIANT, GIANT * 0.12),
                Numeral::Serif => (192.0, 0.0),
                _ => (120.0, 0.0),
            };
            let room = sheet.inside(frame, inset, top + spare - shift_up, width, side);
            let align = if is_centred { Align::Center } else { sheet.start_align() };
            sheet.draw_marked_numeral(room, side, place + 1, align);
        }
    }
}

/// Draws a number on a dark square as high as its bar.
fn draw_block(sheet: &mut Sheet<'_>, square: Rect, number: usize) {
    let deep = Ground::Deep.surface(sheet.look);
    let radius = Px(sheet.look.voice.plate.radius);
    sheet.nodes.push(Sheet::shape(square, PaletteRole::Deep.into(), radius));
    let size = (square.height.0 * 0.56).min(104.0);
    let pen = sheet.heading().size(size).leading(1.0).color(deep.mark).align(Align::Center);
    let text = sheet.short_text(pen.plain(&number.to_string()), square.width, &[size], 1);
    sheet.push_text_in_middle(square, text, NodeRole::Label, None);
}
