//! Side by side: two plates with a heading and text each, and a one-line conclusion.

use scene::{
    Align, Color, Fill, Node, NodeKind, NodeRole, ParagraphKind, Path, Px, Rect, Shape, ShapeForm, VerticalAlign,
};

use crate::body::Body;
use crate::diagram::number;
use crate::fit::{FittedSize, fitted};
use crate::frame::{FULL_WIDTH, MARGIN, PLATE_PADDING};
use crate::sheet::Sheet;
use crate::surface::Surface;
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the text.
const STEPS: [f32; 4] = [32.0, 28.0, 26.0, 24.0];
/// Font sizes of the headings, and the space below them.
const HEADINGS: [f32; 3] = [40.0, 36.0, 32.0];
const BELOW_HEADING: f32 = 20.0;
/// Width of a plate, and the left edges of both.
const WIDTH: f32 = 816.0;
const PLACES: [f32; 2] = [MARGIN, 992.0];
/// Height of the bar on top of a plate.
const BAR: f32 = 6.0;
/// Diameter of the disc between the plates.
const DISC: f32 = 72.0;
/// The conclusion: its height, its sizes, and the space above it.
const VERDICT: f32 = 80.0;
const VERDICTS: [f32; 3] = [34.0, 30.0, 26.0];
const ABOVE_VERDICT: f32 = 32.0;
/// The fields of the two sides.
const SIDES: [(&str, &str); 2] = [("leftTitle", "leftBody"), ("rightTitle", "rightBody")];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let closing = !sheet.text("bottomSubheading").is_empty();
    let verdict = !sheet.text("verdict").is_empty();
    let bottom = match (verdict, closing) {
        (false, false) => 968.0,
        (false, true) => 896.0,
        (true, false) => 888.0 - ABOVE_VERDICT,
        (true, true) => 816.0 - ABOVE_VERDICT,
    };
    draw_sides(sheet, top, Px(bottom));
    if verdict {
        draw_verdict(sheet, bottom + ABOVE_VERDICT);
    }
    sheet.draw_closing("bottomSubheading");
}

fn draw_sides(sheet: &mut Sheet<'_>, top: Px, bottom: Px) {
    let surface = sheet.plate_surface();
    let inner = Px(WIDTH - PLATE_PADDING * 2.0);
    let (mut headings, mut bodies) = sheet.with_surface(surface, |sheet| (headings(sheet), bodies(sheet, surface)));
    let at = |step: f32| BlockOptions { width: inner, scale: step / HEADINGS[0], gap: 1.0 };
    let size = fitted(&HEADINGS, Px(2.0), |fitted| {
        let lines = headings.iter_mut().flatten().map(|block| number(block.lines(sheet.typesetter, at(fitted.step))));
        Px(lines.fold(0.0, f32::max))
    });
    // At the smallest size a heading may have one more line.
    let mut texts = headings.map(|block| Some(block?.text(sheet.typesetter, at(size.step), Px(f32::MAX), 3)));
    let heading = texts.iter().flatten().map(scene::Text::height).fold(Px::ZERO, Px::max);
    let above = Px(PLATE_PADDING + BAR);
    let below = if heading > Px::ZERO { heading + Px(BELOW_HEADING) } else { Px::ZERO };
    let body_top = top + above + below;
    let room = bottom - Px(PLATE_PADDING) - body_top;
    let words = fitted(&STEPS, room, |fitted| highest(sheet, &mut bodies, inner, fitted));

    for (side, body) in bodies.into_iter().enumerate() {
        let plate = sheet.rect(PLACES[side], top.0, WIDTH, (bottom - top).0);
        let node = sheet.plate(plate, sheet.look.radius);
        let start = sheet.nodes.len();
        sheet.nodes.push(node);
        sheet.with_surface(surface, |sheet| {
            let color = if side == 0 { surface.muted } else { surface.mark };
            let bar = bar(sheet, plate, color);
            sheet.nodes.push(bar);
            let column = Rect { x: plate.x + Px(PLATE_PADDING), y: plate.y + above, width: inner, height: Px::ZERO };
            if let Some(text) = texts[side].take() {
                let frame = Rect { height: text.height(), ..column };
                sheet.push_text(frame, text, NodeRole::Label, Some(SIDES[side].0));
            }
            if !body.is_empty() {
                body.draw(sheet, &[Rect { y: body_top, height: room, ..column }], words);
            }
        });
        sheet.finish_entry(start, SIDES[side].1, None);
    }
    draw_middle(sheet, top, bottom);
}

fn headings(sheet: &mut Sheet<'_>) -> [Option<TextBlock>; 2] {
    let pen = sheet.heading().size(HEADINGS[0]).leading(1.2);
    SIDES.map(|(field, _)| {
        let words = sheet.text(field);
        (!words.is_empty()).then(|| {
            let mut paragraph = pen.plain(words);
            paragraph.kind = ParagraphKind::Heading(3);
            TextBlock::balanced(sheet.typesetter, paragraph)
        })
    })
}

/// The texts of both sides; the bullets of the left one are muted like its bar.
fn bodies(sheet: &mut Sheet<'_>, surface: Surface) -> [Body; 2] {
    let body = |sheet: &mut Sheet<'_>, field: &str| {
        let markdown = sheet.text(field);
        Body::new(sheet, field, markdown, STEPS[0])
    };
    let quiet = Surface { mark: surface.muted, ..surface };
    let left = sheet.with_surface(quiet, |sheet| body(sheet, SIDES[0].1));
    [left, body(sheet, SIDES[1].1)]
}

fn highest(sheet: &mut Sheet<'_>, bodies: &mut [Body; 2], width: Px, fitted: FittedSize) -> Px {
    bodies.iter_mut().map(|body| body.height(sheet, width, fitted)).fold(Px::ZERO, Px::max)
}

/// The bar on top of a plate, following its rounded corners.
fn bar(sheet: &Sheet<'_>, plate: Rect, color: Color) -> Node {
    let frame = Rect { height: Px(BAR), ..plate };
    let radius = sheet.look.radius.0;
    if radius <= BAR {
        return Sheet::shape(frame, color, Px::ZERO);
    }
    let width = plate.width.0;
    // The arc of the corner from the bottom of the bar to its top.
    let angle = ((radius - BAR) / radius).acos();
    let (sin, cos) = angle.sin_cos();
    let handle = radius * 4.0 / 3.0 * (angle / 4.0).tan();
    let low = radius - radius * sin;
    let near = (low + handle * cos, BAR - handle * sin);
    let path = Path::default()
        .to(low, BAR)
        .curve(near, (radius - handle, 0.0), (radius, 0.0))
        .line(width - radius, 0.0)
        .curve((width - radius + handle, 0.0), (width - near.0, near.1), (width - low, BAR))
        .close();
    let shape = Shape { form: ShapeForm::Path(path), fill: Some(Fill::Solid(color)), stroke: None, shadow: None };
    Node::decoration(frame, NodeKind::Shape(shape))
}

/// Draws a thin line between the plates with a disc in its middle.
fn draw_middle(sheet: &mut Sheet<'_>, top: Px, bottom: Px) {
    let (mark, line, sign) = (sheet.surface.mark, sheet.surface.line, sheet.surface.color_on_mark(&sheet.look.palette));
    let frame = Rect { x: Px(959.0), y: top, width: Px(2.0), height: bottom - top };
    sheet.nodes.push(Sheet::shape(frame, line, Px::ZERO));
    let middle = (top + bottom) / 2.0;
    let disc = Rect { x: Px(960.0 - DISC / 2.0), y: middle - Px(DISC / 2.0), width: Px(DISC), height: Px(DISC) };
    sheet.nodes.push(Node::decoration(disc, NodeKind::Shape(Shape::disc(mark))));
    let icon = sheet.icon("arrow-left-right", disc.inset(Px(20.0)), sign);
    sheet.nodes.extend(icon);
}

fn draw_verdict(sheet: &mut Sheet<'_>, y: f32) {
    let ground = sheet.strong_ground();
    let surface = ground.surface(sheet.look);
    let frame = sheet.rect(MARGIN, y, FULL_WIDTH, VERDICT);
    let mut pill = sheet.plate_of(ground, frame);
    if let NodeKind::Shape(Shape { form: ShapeForm::Rect { radius }, .. }) = &mut pill.kind {
        // A pill shape only in themes with rounded plates.
        *radius = if *radius >= Px(12.0) { Px(VERDICT / 2.0) } else { *radius };
    }
    sheet.nodes.push(pill);
    let pen = sheet.body().size(VERDICTS[0]).leading(1.3).stressed().color(surface.text).align(Align::Center);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(sheet.text("verdict"))]);
    let at = |step: f32| BlockOptions { width: Px(FULL_WIDTH - VERDICT), scale: step / VERDICTS[0], gap: 1.0 };
    let size = fitted(&VERDICTS, Px(1.0), |fitted| Px(number(block.lines(sheet.typesetter, at(fitted.step)))));
    let mut text = block.text(sheet.typesetter, at(size.step), Px(f32::MAX), 1);
    text.anchor = VerticalAlign::Middle;
    let height = text.height();
    let words = Rect {
        x: frame.x + Px(VERDICT / 2.0),
        y: frame.y + (frame.height - height) / 2.0,
        width: frame.width - Px(VERDICT),
        height,
    };
    sheet.push_text(words, text, NodeRole::Body, Some("verdict"));
}
