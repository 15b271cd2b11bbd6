//! What diagrams share: their area between HEAD and the closing line, plates, paths and arrows.
//!
//! Paths are given in page coordinates for a left-to-right deck and mirrored here if needed.

use deck::Content;
use scene::{Color, Fill, Node, NodeKind, NodeRole, Path, PathSegment, Point, Px, Rect, Rgb, Shape, ShapeForm, Stroke};

use crate::sheet::Sheet;

/// An entry of a list field with its index in the list.
pub(crate) type Entry<'a> = (usize, &'a Content);

/// Draws HEAD, the content of BODY between two heights, and the closing line, in reading order.
pub(crate) fn draw_between<'a>(sheet: &mut Sheet<'a>, draw: impl FnOnce(&mut Sheet<'a>, Px, Px)) {
    let top = sheet.draw_head();
    let start = sheet.nodes.len();
    let bottom = sheet.draw_closing("bottomSubheading");
    let closing = sheet.nodes.split_off(start);
    draw(sheet, top, bottom);
    sheet.nodes.extend(closing);
}

/// A plate of one colour, with an optional border of a colour and a width.
pub(crate) fn plate(frame: Rect, fill: Color, line: Option<(Color, Px)>, radius: Px) -> Node {
    let mut shape = Shape::filled(fill, radius);
    if let Some((line, thickness)) = line {
        shape = shape.lined(line, thickness);
    }
    Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) }
}

/// A filled path.
pub(crate) fn filled(sheet: &Sheet<'_>, path: Path, color: Color) -> Node {
    drawn(sheet, path, Some(Fill::Solid(color)), None)
}

/// A path with any fill.
pub(crate) fn painted(sheet: &Sheet<'_>, path: Path, fill: Fill) -> Node {
    drawn(sheet, path, Some(fill), None)
}

/// A stroked path with round ends.
pub(crate) fn lined(sheet: &Sheet<'_>, path: Path, color: Color, width: f32) -> Node {
    stroked(sheet, path, Stroke { color, width: Px(width), dash: None, round: true })
}

/// A stroked path.
pub(crate) fn stroked(sheet: &Sheet<'_>, path: Path, stroke: Stroke) -> Node {
    drawn(sheet, path, None, Some(stroke))
}

/// A path with any fill and stroke.
pub(crate) fn drawn(sheet: &Sheet<'_>, mut path: Path, fill: Option<Fill>, stroke: Option<Stroke>) -> Node {
    if sheet.direction.is_right_to_left() {
        change_points(&mut path, &mut |point| point.x = Px(1920.0) - point.x);
    }
    in_place(path, fill, stroke)
}

/// A path in page coordinates that is not mirrored.
pub(crate) fn in_place(mut path: Path, fill: Option<Fill>, stroke: Option<Stroke>) -> Node {
    let (mut least, mut most) =
        (Point { x: Px(f32::MAX), y: Px(f32::MAX) }, Point { x: Px(f32::MIN), y: Px(f32::MIN) });
    change_points(&mut path, &mut |point| {
        least = Point { x: least.x.min(point.x), y: least.y.min(point.y) };
        most = Point { x: most.x.max(point.x), y: most.y.max(point.y) };
    });
    change_points(&mut path, &mut |point| *point = Point { x: point.x - least.x, y: point.y - least.y });
    let frame = Rect { x: least.x, y: least.y, width: most.x - least.x, height: most.y - least.y };
    Node::decoration(frame, NodeKind::Shape(Shape { form: ShapeForm::Path(path), fill, stroke, shadow: None }))
}

fn change_points(path: &mut Path, change: &mut dyn FnMut(&mut Point)) {
    for segment in &mut path.segments {
        match segment {
            PathSegment::Move(to) | PathSegment::Line(to) => change(to),
            PathSegment::Curve(one, two, to) => [one, two, to].into_iter().for_each(&mut *change),
            PathSegment::Close => {}
        }
    }
}

/// An ellipse by its centre and radii. Angles are clockwise from 12 o'clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ellipse {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) across: f32,
    pub(crate) down: f32,
}

impl Ellipse {
    /// A circle.
    pub(crate) fn circle(x: f32, y: f32, radius: f32) -> Ellipse {
        Ellipse { x, y, across: radius, down: radius }
    }

    /// The point at an angle.
    pub(crate) fn at(self, angle: f32) -> (f32, f32) {
        (self.x + self.across * angle.sin(), self.y - self.down * angle.cos())
    }

    /// The unit tangent at an angle, clockwise.
    pub(crate) fn heading(self, angle: f32) -> (f32, f32) {
        let (x, y) = (self.across * angle.cos(), self.down * angle.sin());
        let length = x.hypot(y).max(f32::EPSILON);
        (x / length, y / length)
    }

    /// Adds the arc between two angles to a path that ends at the first.
    pub(crate) fn arc(self, mut path: Path, from: f32, to: f32) -> Path {
        let parts = ((to - from).abs() / 0.6).ceil().max(1.0);
        let step = (to - from) / parts;
        let reach = 4.0 / 3.0 * (step / 4.0).tan();
        let mut angle = from;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a dozen")]
        for _ in 0..parts as usize {
            let next = angle + step;
            let handle = |angle: f32, reach: f32| {
                let (x, y) = self.at(angle);
                (x + self.across * angle.cos() * reach, y + self.down * angle.sin() * reach)
            };
            path = path.curve(handle(angle, reach), handle(next, -reach), self.at(next));
            angle = next;
        }
        path
    }
}

/// An arrow head: a filled triangle with its tip at a point, pointing along a unit vector.
pub(crate) fn arrow_head(sheet: &Sheet<'_>, tip: (f32, f32), along: (f32, f32), size: f32, color: Color) -> Node {
    let back = (tip.0 - along.0 * size, tip.1 - along.1 * size);
    let side = (-along.1 * size * 0.6, along.0 * size * 0.6);
    let path = Path::default()
        .to(tip.0, tip.1)
        .line(back.0 + side.0, back.1 + side.1)
        .line(back.0 - side.0, back.1 - side.1)
        .close();
    filled(sheet, path, color)
}

/// Shades from the accent of the surface to a lighter one, for the bands of a funnel or pyramid.
pub(crate) fn ramp(sheet: &Sheet<'_>, count: usize) -> Vec<Rgb> {
    let strong = sheet.look.palette.rgb(sheet.surface.mark);
    let page = sheet.surface.ground.rgb(sheet.look);
    let share = |index: usize| 1.0 - 0.72 * number(index) / number(count.saturating_sub(1).max(1));
    (0..count).map(|index| strong.over(page, share(index))).collect()
}

/// A count as a float.
#[expect(clippy::cast_precision_loss, reason = "a few entries of a list")]
pub(crate) fn number(count: usize) -> f32 {
    count as f32
}

/// Sets the build step of all nodes from an index on.
pub(crate) fn show_at(sheet: &mut Sheet<'_>, start: usize, step: usize) {
    for node in &mut sheet.nodes[start..] {
        node.step = Some(step);
    }
}

/// A rectangle with a radius for each corner: upper left, upper right, lower right, lower left.
pub(crate) fn rounded(frame: Rect, radii: [f32; 4]) -> Path {
    let (left, top, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    let [upper_left, upper_right, lower_right, lower_left] =
        radii.map(|radius| radius.min(frame.width.0 / 2.0).min(frame.height.0 / 2.0).max(0.0));
    // Distance of the control points of a quarter circle from its corner.
    let near = |radius: f32| radius * 0.447_715;
    Path::default()
        .to(left + upper_left, top)
        .line(right - upper_right, top)
        .curve((right - near(upper_right), top), (right, top + near(upper_right)), (right, top + upper_right))
        .line(right, bottom - lower_right)
        .curve((right, bottom - near(lower_right)), (right - near(lower_right), bottom), (right - lower_right, bottom))
        .line(left + lower_left, bottom)
        .curve((left + near(lower_left), bottom), (left, bottom - near(lower_left)), (left, bottom - lower_left))
        .line(left, top + upper_left)
        .curve((left, top + near(upper_left)), (left + near(upper_left), top), (left + upper_left, top))
        .close()
}
