//! Lines of diagrams, with their tips.

use diagrams::{LineStyle, Position, Tip};
use scene::{
    Color, Connector, ConnectorEnd, ConnectorTip, Fill, Node, NodeKind, Path, PathSegment, Point, Px, Rect, Stroke,
};

use crate::diagram::{Ellipse, in_place};
use crate::sheet::Sheet;

/// A line of a diagram on the page.
pub(super) struct Line {
    /// Its points, on the page.
    pub(super) points: Vec<Position>,
    /// Whether it is a curve that leaves and arrives horizontally.
    pub(super) is_curved: bool,
    pub(super) style: LineStyle,
    pub(super) tips: (Tip, Tip),
    /// The frames of the boxes that it is attached to.
    pub(super) shapes: (Option<Rect>, Option<Rect>),
}

/// The width of a line at a text size.
pub(super) fn width(size: f32, style: LineStyle) -> f32 {
    let width = (size * 0.065).clamp(2.0, 4.0);
    if style == LineStyle::Thick { width * 2.0 } else { width }
}

/// Adds a line with its tips.
pub(super) fn push(sheet: &mut Sheet<'_>, line: &Line, size: f32, color: Color) {
    if line.style == LineStyle::Invisible || line.points.len() < 2 {
        return;
    }
    let width = width(size, line.style);
    let dash = (line.style == LineStyle::Dotted).then_some((Px(width * 2.4), Px(width * 2.4)));
    let stroke = Stroke { color, width: Px(width), dash, round: false };
    let head = (size * 0.42).max(width * 3.5);
    let last = line.points.len() - 1;
    let ends = [(line.points[0], line.points[1], line.tips.0), (line.points[last], line.points[last - 1], line.tips.1)];
    let mut heads = Vec::new();
    let mut points = line.points.clone();
    for (index, (at, from, tip)) in ends.into_iter().enumerate() {
        // A curve arrives horizontally.
        let from = if line.is_curved { Position { y: at.y, ..from } } else { from };
        let along = unit(from, at);
        let (nodes, shorter) = tip_nodes(sheet, tip, at, along, head, stroke);
        heads.extend(nodes);
        let place = if index == 0 { 0 } else { last };
        points[place] = Position { x: at.x - along.x * shorter, y: at.y - along.y * shorter };
    }
    let path = if line.is_curved { curve(points[0], points[last]) } else { rounded(&points, size * 0.3) };
    let node = in_place(path, None, Some(stroke));
    let frame = node.frame;
    let mut nodes = vec![node];
    nodes.extend(heads);
    let end = |tip: Tip, shape: Option<Rect>| ConnectorEnd { tip: native_tip(tip), shape };
    let connector = Connector {
        points: line.points.iter().map(|point| Point { x: Px(point.x), y: Px(point.y) }).collect(),
        is_curved: line.is_curved,
        stroke,
        start: end(line.tips.0, line.shapes.0),
        end: end(line.tips.1, line.shapes.1),
        nodes,
    };
    sheet.nodes.push(Node::decoration(frame, NodeKind::Connector(connector)));
}

fn native_tip(tip: Tip) -> ConnectorTip {
    match tip {
        Tip::None => ConnectorTip::None,
        Tip::Arrow => ConnectorTip::Arrow,
        Tip::Open => ConnectorTip::Open,
        Tip::Diamond => ConnectorTip::Diamond,
        Tip::Dot => ConnectorTip::Oval,
        Tip::Triangle | Tip::EmptyDiamond | Tip::Cross | Tip::One | Tip::ZeroOrOne | Tip::Many | Tip::ZeroOrMany => {
            ConnectorTip::Drawn
        }
    }
}

/// The direction from one point to another, with the length 1.
fn unit(from: Position, to: Position) -> Position {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y).max(0.001);
    Position { x: x / length, y: y / length }
}

/// A curve that leaves and arrives horizontally.
fn curve(from: Position, to: Position) -> Path {
    let middle = f32::midpoint(from.x, to.x);
    Path::default().to(from.x, from.y).curve((middle, from.y), (middle, to.y), (to.x, to.y))
}

/// A line whose corners are round.
fn rounded(points: &[Position], radius: f32) -> Path {
    let mut path = Path::default().to(points[0].x, points[0].y);
    for corner in points.windows(3) {
        let (before, at, after) = (corner[0], corner[1], corner[2]);
        let distance = |one: Position, other: Position| (one.x - other.x).hypot(one.y - other.y);
        let own = radius.min(distance(before, at) / 2.0).min(distance(at, after) / 2.0);
        let (coming, going) = (unit(before, at), unit(at, after));
        let (start, end) =
            ((at.x - coming.x * own, at.y - coming.y * own), (at.x + going.x * own, at.y + going.y * own));
        let handle = 0.55;
        path = path.line(start.0, start.1).curve(
            (start.0 + coming.x * own * handle, start.1 + coming.y * own * handle),
            (end.0 - going.x * own * handle, end.1 - going.y * own * handle),
            end,
        );
    }
    let last = points[points.len() - 1];
    path.line(last.x, last.y)
}

/// The nodes at an end of a line, and by how many pixels the line is shortened there.
fn tip_nodes(
    sheet: &Sheet<'_>,
    tip: Tip,
    at: Position,
    along: Position,
    head: f32,
    stroke: Stroke,
) -> (Vec<Node>, f32) {
    let side = Position { x: -along.y, y: along.x };
    let point =
        |back: f32, aside: f32| (at.x - along.x * back + side.x * aside, at.y - along.y * back + side.y * aside);
    let polygon = |points: &[(f32, f32)], is_closed: bool| {
        let mut path = Path::default().to(points[0].0, points[0].1);
        for (x, y) in &points[1..] {
            path = path.line(*x, *y);
        }
        if is_closed {
            path.segments.push(PathSegment::Close);
        }
        path
    };
    let solid = Stroke { dash: None, ..stroke };
    let filled = |path: Path| in_place(path, Some(Fill::Solid(stroke.color)), None);
    let ground: Color = sheet.surface.ground.rgb(sheet.look).into();
    let empty = |path: Path| in_place(path, Some(Fill::Solid(ground)), Some(solid));
    let open = |path: Path| in_place(path, None, Some(solid));
    let triangle = |length: f32| [point(0.0, 0.0), point(length, length * 0.5), point(length, -length * 0.5)];
    let diamond =
        || [point(0.0, 0.0), point(head * 0.8, head * 0.45), point(head * 1.6, 0.0), point(head * 0.8, -head * 0.45)];
    let circle = |back: f32, radius: f32| {
        let (x, y) = point(back, 0.0);
        let ellipse = Ellipse::circle(x, y, radius);
        let start = ellipse.at(0.0);
        ellipse.arc(Path::default().to(start.0, start.1), 0.0, std::f32::consts::TAU).close()
    };
    let bar = |back: f32| open(polygon(&[point(back, head * 0.5), point(back, -head * 0.5)], false));
    let crows_foot = || open(polygon(&[point(0.0, head * 0.55), point(head, 0.0), point(0.0, -head * 0.55)], false));
    match tip {
        Tip::None => (Vec::new(), 0.0),
        Tip::Arrow => (vec![filled(polygon(&triangle(head), true))], head * 0.85),
        Tip::Open => {
            let [tip, one, other] = triangle(head * 0.9);
            (vec![open(polygon(&[one, tip, other], false))], stroke.width.0 / 2.0)
        }
        Tip::Triangle => (vec![empty(polygon(&triangle(head * 1.15), true))], head * 1.15),
        Tip::Diamond => (vec![filled(polygon(&diamond(), true))], head * 1.5),
        Tip::EmptyDiamond => (vec![empty(polygon(&diamond(), true))], head * 1.6),
        Tip::Dot => (vec![filled(circle(head * 0.3, head * 0.3))], head * 0.3),
        Tip::Cross => {
            let reach = head * 0.35;
            let one = open(polygon(&[point(0.0, reach), point(reach * 2.0, -reach)], false));
            let other = open(polygon(&[point(0.0, -reach), point(reach * 2.0, reach)], false));
            (vec![one, other], 0.0)
        }
        Tip::One => (vec![bar(head * 0.5), bar(head * 0.85)], 0.0),
        Tip::ZeroOrOne => (vec![bar(head * 0.5), empty(circle(head * 1.1, head * 0.3))], 0.0),
        Tip::Many => (vec![crows_foot(), bar(head * 1.2)], 0.0),
        Tip::ZeroOrMany => (vec![crows_foot(), empty(circle(head * 1.35, head * 0.3))], 0.0),
    }
}
