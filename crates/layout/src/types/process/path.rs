//! Steps along a path: rings on a shallow arc, or shapes up and down along a dotted line.

use scene::{Align, Color, Fill, Node, NodeKind, Path, Px, Shape, ShapeForm, Stroke, VerticalAlign};

use super::{ProcessStep, SharedHeights};
use crate::diagram::{Ellipse, drawn, lead_color, number, set_inks, surface_on, tone};
use crate::fit::Step;
use crate::head::BodyArea;
use crate::sheet::Sheet;

/// Radius of the arc, and the distance of its top from the top of BODY.
const ARC: (f32, f32) = (2600.0, 96.0);
/// Radius of the rings on the arc.
const RING: f32 = 64.0;
/// Distance of the titles from the top of BODY.
const BELOW_ARC: f32 = 330.0;

/// Rings on a shallow arc, with the texts below it.
pub(super) struct Arc {
    left: f32,
    pitch: f32,
    /// Top of the arrangement.
    top: f32,
    heights: SharedHeights,
    step: Step,
    pub(super) fits: bool,
}

impl Arc {
    pub(super) fn new(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], body: &BodyArea, step: Step) -> Arc {
        let pitch = body.width / number(steps.len());
        let heights = SharedHeights::new(sheet, steps, pitch - 28.0, step, 2);
        let total = BELOW_ARC + heights.total(20.0);
        let fits = heights.fits && pitch >= 300.0 && total <= body.height();
        // There is free space above the arc, so less of the spare height is put there.
        let top = body.top + (body.height() - total).max(0.0) * 0.35;
        Arc { left: body.x, pitch, top, heights, step, fits }
    }

    /// The y of the arc at a given x.
    fn height_at(&self, x: f32, middle: f32) -> f32 {
        let (radius, above) = ARC;
        self.top + above + radius - (radius * radius - (x - middle) * (x - middle)).max(0.0).sqrt()
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let count = steps.len();
        let middle = self.left + self.pitch * number(count) / 2.0;
        let circle = Ellipse::circle(middle, self.top + ARC.1 + ARC.0, ARC.0);
        let (from, to) = (-(middle / ARC.0).asin(), ((1920.0 - middle) / ARC.0).asin());
        let start = circle.at(from);
        let arc = circle.arc(Path::default().to(start.0, start.1), from, to);
        let mark = sheet.surface.mark;
        let stroke = Stroke { color: mark.at(0.7), width: Px(4.0), dash: None, round: false };
        let line = drawn(sheet, arc, None, Some(stroke));
        sheet.nodes.push(line);
        for (place, entry) in steps.into_iter().enumerate() {
            let x = self.left + self.pitch * (number(place) + 0.5);
            let y = self.height_at(x, middle);
            let disc = |sheet: &Sheet<'_>, radius: f32| sheet.rect(x - radius, y - radius, radius * 2.0, radius * 2.0);
            let (fill, edge): (Color, Color) = if place + 1 == count {
                (lead_color(sheet), lead_color(sheet))
            } else {
                (tone(sheet, 0.12).into(), mark)
            };
            // The line ends a little before a ring.
            let gap = Node::decoration(disc(sheet, RING + 10.0), NodeKind::Shape(Shape::disc(sheet.page_color())));
            let ring = Shape {
                form: ShapeForm::Ellipse,
                fill: Some(Fill::Solid(fill)),
                stroke: Some(Stroke { color: edge, width: Px(5.0), dash: None, round: false }),
                shadow: None,
            };
            let ring = Node::decoration(disc(sheet, RING), NodeKind::Shape(ring));
            sheet.nodes.extend([gap, ring]);
            let ink = surface_on(sheet, fill, 60.0).text;
            let frame = disc(sheet, RING);
            let start = sheet.nodes.len() - 2;
            sheet.draw_bare_numeral(frame, 60.0, place + 1, ink, Align::Center);
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
            let left = x - self.pitch / 2.0 + 14.0;
            put_below(sheet, entry, (left, self.top + BELOW_ARC, self.pitch - 28.0), (self.heights, 20.0), self.step);
        }
    }
}

/// Side of the shapes.
const SHAPE: f32 = 192.0;
/// Distances of the middles of the shapes from the top of BODY: of every first and of every second one.
const LEVELS: [f32; 2] = [230.0, 110.0];
/// Distance of a title from the middle of its shape.
const BELOW_SHAPE: f32 = 130.0;

/// Shapes up and down along a dotted line, each with its texts below it.
pub(super) struct Zigzag {
    left: f32,
    pitch: f32,
    top: f32,
    heights: SharedHeights,
    step: Step,
    pub(super) fits: bool,
}

impl Zigzag {
    pub(super) fn new(sheet: &mut Sheet<'_>, steps: &mut [ProcessStep], body: &BodyArea, step: Step) -> Zigzag {
        let pitch = body.width / number(steps.len());
        let heights = SharedHeights::new(sheet, steps, pitch - 32.0, step, 2);
        let total = LEVELS[0] + BELOW_SHAPE + heights.total(16.0);
        let fits = heights.fits && pitch >= 300.0 && total <= body.height();
        let top = body.optical_top(total);
        Zigzag { left: body.x, pitch, top, heights, step, fits }
    }

    pub(super) fn draw(self, sheet: &mut Sheet<'_>, steps: Vec<ProcessStep>) {
        let center_of =
            |place: usize| (self.left + self.pitch * (number(place) + 0.5), self.top + LEVELS[place % LEVELS.len()]);
        let first = center_of(0);
        let mut path = Path::default().to(first.0, first.1);
        for place in 1..steps.len() {
            let (from, to) = (center_of(place - 1), center_of(place));
            path = path.curve((from.0 + self.pitch / 2.0, from.1), (to.0 - self.pitch / 2.0, to.1), to);
        }
        let stroke = Stroke { color: sheet.surface.text, width: Px(6.0), dash: Some((Px(0.1), Px(22.0))), round: true };
        let line = drawn(sheet, path, None, Some(stroke));
        sheet.nodes.push(line);
        for (place, entry) in steps.into_iter().enumerate() {
            let (x, y) = center_of(place);
            let start = sheet.nodes.len();
            let square = |sheet: &Sheet<'_>, side: f32| sheet.rect(x - side / 2.0, y - side / 2.0, side, side);
            let gap = Node::decoration(square(sheet, SHAPE + 44.0), NodeKind::Shape(Shape::disc(sheet.page_color())));
            sheet.nodes.push(gap);
            let frame = square(sheet, SHAPE);
            sheet.draw_marked_numeral(frame, SHAPE, place + 1, Align::Center);
            sheet.finish_entry(start, &format!("items.{}", entry.index), None);
            let left = x - self.pitch / 2.0 + 16.0;
            put_below(sheet, entry, (left, y + BELOW_SHAPE, self.pitch - 32.0), (self.heights, 16.0), self.step);
        }
    }
}

/// Draws title and text of a step one below the other, in a box with this left edge, top and width.
fn put_below(
    sheet: &mut Sheet<'_>,
    entry: ProcessStep,
    (left, top, width): (f32, f32, f32),
    (heights, gap): (SharedHeights, f32),
    step: Step,
) {
    let start = sheet.nodes.len();
    let text_top = top + heights.total(gap) - heights.text;
    let title = sheet.rect(left, top, width, heights.title);
    let text = sheet.rect(left, text_top, width, heights.text);
    entry.text.put_apart(sheet, title, text, step, VerticalAlign::Top);
    set_inks(sheet, start, sheet.surface.text, sheet.surface.muted);
    sheet.finish_entry(start, &format!("items.{}", entry.index), None);
}
