//! Four quadrants: four equal plates, each with a heading, text and a tone.

use deck::Content;
use scene::{AltText, Color, Node, NodeKind, NodeRole, PaletteRole, Path, Px, Rect, Rgb, Shape, VerticalAlign};

use crate::body::Body;
use crate::diagram::{draw_between, filled, lined, number, plate, rounded};
use crate::field_text::FieldText;
use crate::fit::FittedSize;
use crate::frame::{MARGIN, PLATE_PADDING, columns};
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, text_color_on};

/// Font sizes of the texts.
const STEPS: [f32; 3] = [28.0, 26.0, 24.0];
/// Space between two plates.
const GUTTER: f32 = 32.0;
/// Maximum height of a plate.
const MOST: f32 = 340.0;
/// Spare height up to which the quadrants stay at the top.
const SPARE: f32 = 48.0;
/// Width of the bar at the start of a plate.
const BAR: f32 = 8.0;
/// The chip that shows a tone, and the space after it.
const CHIP: (f32, f32) = (36.0, 16.0);
/// Padding of a plate, less than usual above and below so that four texts fit.
const PADDING: (f32, f32) = (PLATE_PADDING, 32.0);

/// The tone of a quadrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Feeling {
    Default,
    Positive,
    Negative,
    Neutral,
}

impl Feeling {
    fn named(name: &str) -> Feeling {
        match name {
            "positive" => Feeling::Positive,
            "negative" => Feeling::Negative,
            "neutral" => Feeling::Neutral,
            _ => Feeling::Default,
        }
    }

    /// The colour of the tone; `None` for the accent of the theme. Themes define no green and red.
    fn rgb(self) -> Option<Rgb> {
        match self {
            Feeling::Default => None,
            Feeling::Positive => Some(Rgb::hex(0x2E_7D_4F)),
            Feeling::Negative => Some(Rgb::hex(0xC0_39_2B)),
            Feeling::Neutral => Some(Rgb::hex(0x6B_74_80)),
        }
    }

    /// The sign on its chip.
    fn sign(self) -> Option<&'static str> {
        match self {
            Feeling::Default => None,
            Feeling::Positive => Some("+"),
            Feeling::Negative => Some("−"),
            Feeling::Neutral => Some("○"),
        }
    }
}

/// A quadrant with its shaped texts.
struct Quadrant {
    frame: Rect,
    feeling: Feeling,
    title: Option<FieldText>,
    title_height: Px,
    body: Body,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_between(sheet, |sheet, top, bottom| {
        let height = Px((bottom.0 - top.0 - GUTTER) / 2.0).min(Px(MOST));
        let spare = bottom.0 - top.0 - GUTTER - height.0 * 2.0;
        // Without HEAD the quadrants are centred on the page.
        let first = top.0 + if spare > SPARE { spare / 2.0 } else { 0.0 };
        let page = sheet.surface;
        let cells = sheet.filled_entries("cells", &["title", "body"]);
        let mut quadrants: Vec<Quadrant> = Vec::with_capacity(4);
        // A blank quadrant stays empty, because the position of the others has a meaning.
        for (index, cell) in cells.into_iter().take_while(|(index, _)| *index < 4) {
            let (column, row) = (number(index % 2), number(index / 2));
            let (x, y) = (MARGIN + (columns(6) + GUTTER) * column, first + (height.0 + GUTTER) * row);
            let frame = sheet.rect(x, y, columns(6), height.0);
            quadrants.push(quadrant(sheet, index, cell, frame));
        }
        let fitted = fitted(sheet, &mut quadrants);
        for quadrant in quadrants {
            draw_quadrant(sheet, quadrant, fitted);
        }
        sheet.surface = page;
    });
}

fn quadrant(sheet: &mut Sheet<'_>, index: usize, cell: &Content, frame: Rect) -> Quadrant {
    let feeling = Feeling::named(text_of(cell, "tone"));
    sheet.surface = ground(sheet, feeling).surface(sheet.look);
    let pen = sheet.body().size(32.0).leading(1.2).stressed();
    let mut title =
        FieldText::new(sheet, format!("cells.{index}.title"), NodeRole::Label, &pen, text_of(cell, "title"));
    let width = frame.width - Px(PADDING.0 * 2.0 + BAR + chip_room(feeling));
    let title_height =
        title.as_mut().map_or(Px::ZERO, |title| title.height(sheet, width, 1.0).max(Px(CHIP.0)) + Px(12.0));
    let body = Body::new(sheet, &format!("cells.{index}.body"), text_of(cell, "body"), STEPS[0]);
    Quadrant { frame, feeling, title, title_height, body }
}

/// The ground of a plate: the surface colour, tinted by the tone.
fn ground(sheet: &Sheet<'_>, feeling: Feeling) -> Ground {
    match feeling.rgb() {
        Some(color) => Ground::Custom(color.over(sheet.look.palette.surface, 0.12)),
        None => Ground::Surface,
    }
}

fn chip_room(feeling: Feeling) -> f32 {
    if feeling.sign().is_some() { CHIP.0 + CHIP.1 } else { 0.0 }
}

impl Quadrant {
    /// The area of its text.
    fn inner(&self, sheet: &Sheet<'_>) -> Rect {
        let Rect { x, y, width, height } = self.frame;
        let bar = if sheet.direction.is_right_to_left() { Px::ZERO } else { Px(BAR) };
        Rect {
            x: x + Px(PADDING.0) + bar,
            y: y + Px(PADDING.1),
            width: width - Px(PADDING.0 * 2.0 + BAR),
            height: height - Px(PADDING.1 * 2.0),
        }
    }

    fn text_frame(&self, sheet: &Sheet<'_>) -> Rect {
        let inner = self.inner(sheet);
        Rect { y: inner.y + self.title_height, height: inner.height - self.title_height, ..inner }
    }
}

/// The size and gaps at which all four texts fit.
fn fitted(sheet: &mut Sheet<'_>, quadrants: &mut [Quadrant]) -> FittedSize {
    let mut all = FittedSize { step: STEPS[0], gap: 1.0 };
    for quadrant in quadrants {
        let frame = quadrant.text_frame(sheet);
        let own = quadrant.body.fitted(sheet, &[frame], &STEPS);
        all = FittedSize { step: all.step.min(own.step), gap: all.gap.min(own.gap) };
    }
    all
}

fn draw_quadrant(sheet: &mut Sheet<'_>, quadrant: Quadrant, fitted: FittedSize) {
    let ground = ground(sheet, quadrant.feeling);
    sheet.surface = ground.surface(sheet.look);
    let fill: Color = match ground {
        Ground::Custom(color) => color.into(),
        _ => PaletteRole::Surface.into(),
    };
    let frame = quadrant.frame;
    let strong = quadrant.feeling.rgb().map_or(PaletteRole::Accent.into(), Color::from);
    let mirrored = sheet.direction.is_right_to_left();
    // The bar is the visible part of a plate in the tone's colour behind the light one, so it follows the corners.
    let radius = sheet.look.radius;
    sheet.nodes.push(plate(frame, strong, None, radius));
    let light = Rect {
        x: Px(if mirrored { 1920.0 - frame.right().0 } else { frame.x.0 } + BAR),
        width: frame.width - Px(BAR),
        ..frame
    };
    let path = rounded(light, [0.0, radius.0, radius.0, 0.0]);
    let mut node = filled(sheet, path, fill);
    if let (NodeKind::Shape(shape), Feeling::Default) = (&mut node.kind, quadrant.feeling) {
        *shape = shape.clone().lined(PaletteRole::Line, sheet.look.edge);
    }
    sheet.nodes.push(Node { role: NodeRole::Plate, ..node });

    let inner = quadrant.inner(sheet);
    let text_frame = quadrant.text_frame(sheet);
    let aside = Px(chip_room(quadrant.feeling));
    if let Some(title) = quadrant.title {
        let line = title.line(1.0).max(Px(CHIP.0));
        draw_chip(sheet, quadrant.feeling, inner, line, strong);
        let x = if mirrored { inner.x } else { inner.x + aside };
        let above = (line - title.line(1.0)) / 2.0;
        let height = (quadrant.title_height - Px(12.0)).min(inner.height);
        let frame = Rect { x, y: inner.y + above, width: inner.width - aside, height };
        title.put(sheet, frame, 1.0, VerticalAlign::Top);
    }
    if !quadrant.body.is_empty() {
        quadrant.body.draw(sheet, &[text_frame], fitted);
    }
}

/// Draws a disc with the sign of a tone before the title, so that the tone is not shown by colour alone.
fn draw_chip(sheet: &mut Sheet<'_>, feeling: Feeling, inner: Rect, line: Px, strong: Color) {
    let Some(sign) = feeling.sign() else { return };
    let mirrored = sheet.direction.is_right_to_left();
    let x = if mirrored { inner.right() - Px(CHIP.0) } else { inner.x };
    let disc = Rect { x, y: inner.y + (line - Px(CHIP.0)) / 2.0, width: Px(CHIP.0), height: Px(CHIP.0) };
    let alt = AltText::Text(sign.to_owned());
    sheet.nodes.push(Node { alt, ..Node::decoration(disc, NodeKind::Shape(Shape::disc(strong))) });
    let palette = &sheet.look.palette;
    let color = text_color_on(palette, palette.rgb(strong));
    let middle = disc.center();
    // Only the position is mirrored, not the sign.
    let (x, y) = (if mirrored { 1920.0 - middle.x.0 } else { middle.x.0 }, middle.y.0);
    let across = || Path::default().to(x - 8.0, y).line(x + 8.0, y);
    let node = match feeling {
        Feeling::Positive => lined(sheet, across().to(x, y - 8.0).line(x, y + 8.0), color, 3.5),
        Feeling::Negative => lined(sheet, across(), color, 3.5),
        _ => Node::decoration(disc.inset(Px(CHIP.0 / 2.0 - 6.0)), NodeKind::Shape(Shape::disc(color))),
    };
    sheet.nodes.push(node);
}
