//! Four quadrants: four equal plates, each with a heading, text and a tone.

use deck::voice::PlateForm;
use deck::{Content, located_blocks, plain_text};
use scene::{AltText, Color, Node, NodeKind, NodeRole, Path, Px, Rect, Rgb, Shape, VerticalAlign};

use crate::body::Body;
use crate::diagram::{lined, number, push_hairline};
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, FittedSize, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST, Surface, text_color_on};

/// Sizes of titles and texts when each quadrant has one short line.
const LINE: [Step; 11] = [
    Step::pair(72.0, 64.0),
    Step::pair(72.0, 56.0),
    Step::pair(72.0, 52.0),
    Step::pair(64.0, 56.0),
    Step::pair(64.0, 52.0),
    Step::pair(64.0, 48.0),
    Step::pair(56.0, 48.0),
    Step::pair(56.0, 44.0),
    Step::pair(52.0, 44.0),
    Step::pair(48.0, 40.0),
    Step::pair(48.0, 36.0),
];
/// Sizes when all quadrants together have a few short entries.
const FEW: [Step; 8] = [
    Step::pair(64.0, 56.0),
    Step::pair(64.0, 52.0),
    Step::pair(64.0, 48.0),
    Step::pair(56.0, 48.0),
    Step::pair(56.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 40.0),
    Step::pair(48.0, 36.0),
];
/// Sizes for everything else.
const MANY: [Step; 6] = [
    Step::pair(48.0, 40.0),
    Step::pair(48.0, 36.0),
    Step::pair(44.0, 40.0),
    Step::pair(44.0, 36.0),
    Step::pair(40.0, 36.0),
    Step::one(36.0),
];

/// Space between two plates.
const GUTTER: f32 = 24.0;
/// Maximum number of characters of a short entry.
const SHORT: usize = 34;
/// Maximum number of entries of all quadrants together for `Arrangement::Few`.
const MAX_SHORT: usize = 8;
/// Size at which texts are shaped.
const BASE: f32 = 48.0;
/// Space between heading and sign.
const BESIDE_SIGN: f32 = 24.0;
/// Share of a tone's colour in the fill of its plate.
const TINT: f32 = 0.12;
/// Height of a plate that has only a title, as a multiple of the title's height.
const TITLE_PLATE: f32 = 2.3;
/// Factors for the gaps between entries that are tried when there is room.
const WIDER_GAPS: [f32; 5] = [2.4, 2.0, 1.6, 1.3, 1.0];
/// Factor for the gaps between many entries.
const CLOSER: f32 = 0.5;

/// How much text the quadrants contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    /// One short line in each, at the foot of the plate.
    Line,
    /// A few short entries.
    Few,
    /// More entries, or longer ones.
    Many,
}

impl Arrangement {
    /// Space between the edge of a plate and its text.
    fn padding(self) -> f32 {
        if self == Arrangement::Many { 32.0 } else { 44.0 }
    }

    /// Space between heading and text.
    fn below_title(self) -> f32 {
        if self == Arrangement::Many { 6.0 } else { 12.0 }
    }

    /// Diameter of the sign.
    fn sign(self) -> f32 {
        if self == Arrangement::Many { 44.0 } else { 60.0 }
    }
}

/// The tone of a quadrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tone {
    Default,
    Positive,
    Negative,
    Neutral,
}

impl Tone {
    fn named(name: &str) -> Tone {
        match name {
            "positive" => Tone::Positive,
            "negative" => Tone::Negative,
            "neutral" => Tone::Neutral,
            _ => Tone::Default,
        }
    }

    /// The colour of the tone on the page; `None` for `Default`, which has the colours of the theme. Themes define no
    /// green and red.
    fn rgb(self, sheet: &Sheet<'_>) -> Option<Rgb> {
        let is_dark = sheet.surface.ground.is_dark(sheet.look);
        match (self, is_dark) {
            (Tone::Default, _) => None,
            (Tone::Positive, false) => Some(Rgb::hex(0x17_60_3A)),
            (Tone::Positive, true) => Some(Rgb::hex(0x7F_D8_A4)),
            (Tone::Negative, false) => Some(Rgb::hex(0xA3_32_0A)),
            (Tone::Negative, true) => Some(Rgb::hex(0xFF_9C_7D)),
            (Tone::Neutral, _) => Some(sheet.look.palette.rgb(sheet.surface.muted)),
        }
    }

    /// The sign in the disc of the tone; `None` for `Default`, which has no disc.
    fn sign(self) -> Option<&'static str> {
        match self {
            Tone::Default => None,
            Tone::Positive => Some("+"),
            Tone::Negative => Some("−"),
            Tone::Neutral => Some("="),
        }
    }
}

/// A quadrant with its shaped texts.
struct Quadrant {
    index: usize,
    tone: Tone,
    /// The colours of its texts.
    surface: Surface,
    title: Option<FieldText>,
    body: Body,
    /// The plain text of each entry of the body.
    entries: Vec<String>,
    has_list: bool,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let options = PageOptions { closing: "bottomSubheading", folds_rail: true, ..PageOptions::default() };
    let body = sheet.open_page(options);
    let cells = sheet.filled_entries("cells", &["title", "body"]);
    let mut quadrants: Vec<Quadrant> = Vec::with_capacity(4);
    // A blank quadrant stays empty, because the position of the others has a meaning.
    for (index, cell) in cells.into_iter().take_while(|(index, _)| *index < 4) {
        quadrants.push(quadrant(sheet, index, cell));
    }
    if !quadrants.is_empty() {
        let chosen = choose_arrangement(sheet, &mut quadrants, &body);
        let area = quadrants_area(sheet, &mut quadrants, &body, chosen);
        draw_rules(sheet, &area);
        draw_quadrants(sheet, quadrants, &area, chosen);
    }
    sheet.close_page(body);
}

/// The frame of a quadrant.
fn frame(sheet: &Sheet<'_>, body: &BodyArea, index: usize) -> Rect {
    let (width, height) = ((body.width - GUTTER) / 2.0, (body.height() - GUTTER) / 2.0);
    let (column, row) = (number(index % 2), number(index / 2));
    sheet.rect(body.x + (width + GUTTER) * column, body.top + (height + GUTTER) * row, width, height)
}

fn quadrant(sheet: &mut Sheet<'_>, index: usize, cell: &Content) -> Quadrant {
    let tone = Tone::named(text_of(cell, "tone"));
    let surface = surface(sheet, tone, index);
    let markdown = text_of(cell, "body");
    let (blocks, _) = located_blocks(markdown);
    let plain = plain_text(&blocks);
    let entries = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_item = |line: &str| line.starts_with("- ");
    let has_list = plain.lines().any(|line| is_item(line.trim()));
    let entries = entries.map(|line| line.strip_prefix("- ").unwrap_or(line).to_owned()).collect();
    sheet.with_surface(surface, |sheet| {
        let color = title_color(sheet, tone);
        let pen = sheet.heading().size(72.0).leading(1.1).color(color);
        let field = format!("cells.{index}.title");
        let title = FieldText::new(sheet, field, NodeRole::Label, &pen, text_of(cell, "title"));
        let body = Body::new(sheet, &format!("cells.{index}.body"), markdown, BASE).leading(1.22);
        Quadrant { index, tone, surface, title, body, entries, has_list }
    })
}

/// Whether the voice has no plates, or plates without a fill.
fn has_unfilled_plates(sheet: &Sheet<'_>) -> bool {
    matches!(sheet.look.voice.plate.form, PlateForm::Hairlines | PlateForm::None | PlateForm::RuleTop)
}

/// The surface that the texts of a quadrant are on. Its mark colour is that of the tone.
fn surface(sheet: &Sheet<'_>, tone: Tone, place: usize) -> Surface {
    match tone.rgb(sheet) {
        None => sheet.entry_surface(place),
        Some(color) if has_unfilled_plates(sheet) => Surface { mark: color.into(), ..sheet.surface },
        Some(color) => {
            let plate = color.over(sheet.surface.ground.rgb(sheet.look), TINT);
            Surface { mark: color.into(), ..Ground::Custom(plate).surface(sheet.look) }
        }
    }
}

/// The colour of a title on the current surface: that of its tone if readable, otherwise the text colour. Themes that
/// require more contrast than usual always have the text colour.
fn title_color(sheet: &Sheet<'_>, tone: Tone) -> Color {
    if sheet.look.voice.other.contrast > MIN_TEXT_CONTRAST {
        return sheet.surface.text;
    }
    let least = if tone == Tone::Default { MIN_MARK_CONTRAST } else { MIN_TEXT_CONTRAST };
    sheet.readable(sheet.surface.mark, least)
}

/// The most generous arrangement, sizes and gap with which all quadrants fit, else the densest.
fn choose_arrangement(sheet: &mut Sheet<'_>, quadrants: &mut [Quadrant], body: &BodyArea) -> Chosen<Arrangement> {
    let is_short = |entry: &String| entry.chars().count() <= SHORT;
    let are_short = quadrants.iter().all(|quadrant| quadrant.entries.iter().all(is_short));
    let is_line = quadrants.iter().all(|quadrant| quadrant.entries.len() <= 1 && !quadrant.has_list);
    let count = quadrants.iter().map(|quadrant| quadrant.entries.len()).sum::<usize>();
    let compositions = [
        Composition::new(Arrangement::Line, &LINE).when(is_line && are_short),
        Composition::new(Arrangement::Few, &FEW).when(count <= MAX_SHORT && are_short),
        Composition::new(Arrangement::Many, &MANY),
    ];
    let limits = sheet.step_limits(body);
    choose(limits, &compositions, None, |arrangement, step, gap| {
        // Many entries may be closer together before they become smaller.
        let gap = if arrangement == Arrangement::Many { gap * CLOSER } else { gap };
        let sizes = FittedSize { step: step.text, gap };
        quadrants.iter_mut().all(|quadrant| {
            let frame = frame(sheet, body, quadrant.index);
            let Measured { title_fits, room, .. } = quadrant.measure(sheet, frame, arrangement, step);
            let (before, after) = sides(sheet, arrangement, quadrant.index);
            let width = frame.width - Px(before + after);
            title_fits && quadrant.body.height(sheet, width, sizes).0 <= room
        })
    })
}

/// The area of the quadrants: the whole body. When all have only titles, a lower one in the optical middle of the body.
fn quadrants_area(
    sheet: &mut Sheet<'_>,
    quadrants: &mut [Quadrant],
    body: &BodyArea,
    chosen: Chosen<Arrangement>,
) -> BodyArea {
    if quadrants.iter().any(|quadrant| !quadrant.body.is_empty()) {
        return body.clone();
    }
    let mut tallest = 0.0_f32;
    for quadrant in quadrants {
        let frame = frame(sheet, body, quadrant.index);
        let width = quadrant.title_width(sheet, frame, chosen.arrangement);
        if let Some(title) = &mut quadrant.title {
            tallest = tallest.max(title.height_at(sheet, width, chosen.step.title));
        }
    }
    let height = (tallest * TITLE_PLATE * 2.0 + GUTTER).min(body.height());
    let top = body.optical_top(height);
    let mut area = body.clone();
    (area.top, area.bottom) = (top, top + height);
    area
}

/// Space between the start side of a quadrant and its text, and between its text and the end side.
fn sides(sheet: &Sheet<'_>, arrangement: Arrangement, index: usize) -> (f32, f32) {
    let pad = arrangement.padding();
    match (sheet.look.voice.plate.form, index % 2) {
        // Without plates the texts start at the margin, or beside the line between the columns.
        (PlateForm::Hairlines, 0) => (0.0, pad),
        (PlateForm::Hairlines, _) => (pad, 0.0),
        (PlateForm::None | PlateForm::RuleTop, 0) => (0.0, 40.0),
        (PlateForm::None | PlateForm::RuleTop, _) => (0.0, 0.0),
        _ => (pad, pad),
    }
}

/// The measures of a quadrant.
struct Measured {
    /// Height of the title with the space below it.
    title: f32,
    /// Whether the title fits its width in at most two lines.
    title_fits: bool,
    /// Height that is left for the text below the title.
    room: f32,
}

impl Quadrant {
    /// Width of the title, which ends before the sign.
    fn title_width(&self, sheet: &Sheet<'_>, frame: Rect, arrangement: Arrangement) -> f32 {
        let sign = if self.tone.sign().is_some() { arrangement.sign() + BESIDE_SIGN } else { 0.0 };
        let (before, after) = sides(sheet, arrangement, self.index);
        frame.width.0 - before - after - sign
    }

    /// Measures the quadrant in a frame, with the sizes of a step.
    fn measure(&mut self, sheet: &mut Sheet<'_>, frame: Rect, arrangement: Arrangement, step: Step) -> Measured {
        let width = self.title_width(sheet, frame, arrangement);
        let pad = arrangement.padding();
        let (title_fits, title) = match &mut self.title {
            Some(title) => {
                let fits = title.fits(sheet, width, step.title) && title.lines_at(sheet, width, step.title) <= 2;
                (fits, title.height_at(sheet, width, step.title) + arrangement.below_title())
            }
            None => (true, 0.0),
        };
        // The first and the last line have white space of their own, so they have 20 px more.
        Measured { title, title_fits, room: frame.height.0 - pad * 2.0 + 20.0 - title }
    }
}

/// Draws the lines between the quadrants in voices without plates.
fn draw_rules(sheet: &mut Sheet<'_>, body: &BodyArea) {
    let form = sheet.look.voice.plate.form;
    let (middle, y) = (body.x + body.width / 2.0, f32::midpoint(body.top, body.bottom));
    if matches!(form, PlateForm::Hairlines | PlateForm::None) {
        push_hairline(sheet, body.x, body.x + body.width, y);
    }
    if form == PlateForm::Hairlines {
        let line = sheet.rect(middle - 1.0, body.top, 2.0, body.height());
        sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
    }
}

fn draw_quadrants(sheet: &mut Sheet<'_>, mut quadrants: Vec<Quadrant>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let Chosen { arrangement, step, gap } = chosen;
    let pad = arrangement.padding();
    let mut has_room = |gap: f32, spare: f32| {
        quadrants.iter_mut().all(|quadrant| {
            let frame = frame(sheet, body, quadrant.index);
            let Measured { room, .. } = quadrant.measure(sheet, frame, arrangement, step);
            let (before, after) = sides(sheet, arrangement, quadrant.index);
            let width = frame.width - Px(before + after);
            quadrant.body.height(sheet, width, FittedSize { step: step.text, gap }).0 + spare <= room
        })
    };
    let closest = if arrangement == Arrangement::Many { gap * CLOSER } else { gap };
    // The first entry is further from the heading if there is room.
    let spare = if arrangement == Arrangement::Many { 12.0 } else { 24.0 };
    let spare = if has_room(closest, spare) { spare } else { 0.0 };
    let wider = if gap < 1.0 { None } else { WIDER_GAPS.into_iter().find(|gap| has_room(*gap, spare)) };
    let gap = wider.unwrap_or(closest);
    let sizes = FittedSize { step: step.text, gap };
    let are_titles = quadrants.iter().all(|quadrant| quadrant.body.is_empty());
    for mut quadrant in quadrants {
        let frame = frame(sheet, body, quadrant.index);
        let Measured { title: title_height, room, .. } = quadrant.measure(sheet, frame, arrangement, step);
        match quadrant.tone.rgb(sheet) {
            Some(color) => {
                let fill = color.over(sheet.surface.ground.rgb(sheet.look), TINT);
                sheet.push_toned_plate(frame, fill.into(), color.into());
            }
            None => sheet.push_voice_plate(frame, quadrant.index),
        }
        let title_width = quadrant.title_width(sheet, frame, arrangement);
        let (before, after) = sides(sheet, arrangement, quadrant.index);
        sheet.with_surface(quadrant.surface, |sheet| {
            let top = if are_titles { (frame.height.0 - title_height) / 2.0 } else { pad - 10.0 };
            if let Some(title) = quadrant.title.take() {
                let line = title.line(title.scale(step.title)).0;
                let middle = frame.y.0 + top + line / 2.0;
                let size = arrangement.sign();
                let disc = sheet.inside(frame, frame.width.0 - after - size, 0.0, size, size);
                draw_sign(sheet, quadrant.tone, Rect { y: Px(middle - size / 2.0), ..disc });
                let words = sheet.inside(frame, before, top, title_width, title_height);
                title.put_at(sheet, words, step.title, VerticalAlign::Top);
            }
            if !quadrant.body.is_empty() {
                let width = frame.width.0 - before - after;
                let height = quadrant.body.height(sheet, Px(width), sizes).0;
                // A single line is at the foot of its plate.
                let lower = if arrangement == Arrangement::Line { (room - height).max(0.0) } else { spare };
                let words = sheet.inside(frame, before, top + title_height + lower, width, room - lower + 2.0);
                quadrant.body.draw(sheet, &[words], sizes);
            }
        });
    }
}

/// Draws a disc with the sign of a tone, so that the tone is not shown by colour alone.
fn draw_sign(sheet: &mut Sheet<'_>, tone: Tone, disc: Rect) {
    let Some(sign) = tone.sign() else { return };
    let strong = sheet.surface.mark;
    let alt = AltText::Text(sign.to_owned());
    sheet.nodes.push(Node { alt, ..Node::decoration(disc, NodeKind::Shape(Shape::disc(strong))) });
    let palette = &sheet.look.palette;
    let color = text_color_on(palette, palette.rgb(strong));
    let middle = disc.center();
    // Only the position is mirrored, not the sign.
    let (x, y) = (if sheet.direction.is_right_to_left() { 1920.0 - middle.x.0 } else { middle.x.0 }, middle.y.0);
    let arm = disc.width.0 * 0.25;
    let across = |y: f32| Path::default().to(x - arm, y).line(x + arm, y);
    let path = match tone {
        Tone::Positive => across(y).to(x, y - arm).line(x, y + arm),
        Tone::Negative => across(y),
        _ => {
            let apart = arm * 0.42;
            across(y - apart).to(x - arm, y + apart).line(x + arm, y + apart)
        }
    };
    let node = lined(sheet, path, color, disc.width.0 * 0.11);
    sheet.nodes.push(node);
}
