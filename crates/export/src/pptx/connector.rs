//! Connectors: lines that are attached to shapes and follow them when they are moved.

use scene::{AltText, Connector, ConnectorEnd, ConnectorTip, Node, Path, PathSegment, Point, Px, Rect, ShapeForm};

use super::geometry;
use super::tree::{ShapeName, ShapeTree};
use super::units::thousandths;
use super::xml::Xml;
use crate::Error;

/// By how much a line passes both of its shapes when it makes a detour, in px.
const PASSES_BY: f32 = 8.0;

/// A shape that connectors can be attached to.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttachableShape {
    pub(super) frame: Rect,
    pub(super) id: u32,
    /// Whether it is an ellipse, which has eight connection sites; others have four.
    pub(super) is_ellipse: bool,
}

impl ShapeTree<'_, '_> {
    /// Writes a connector, and as separate shapes the tips that the format does not have.
    pub(super) fn connector(&mut self, node: &Node, connector: &Connector) -> Result<(), Error> {
        let Connector { points, stroke, start, end, nodes, .. } = connector;
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return Ok(()) };
        self.xml.open("p:cxnSp", &[]);
        self.xml.open("p:nvCxnSpPr", &[]);
        let name =
            ShapeName { name: "Connector", alt: &AltText::Decorative, link: None, origin: None, texts: Vec::new() };
        self.write_name(&name);
        self.xml.open("p:cNvCxnSpPr", &[]);
        let detour = detour(connector);
        for (element, end, at) in [("a:stCxn", start, first), ("a:endCxn", end, last)] {
            if let Some((id, site)) = self.attachment(end, *at, detour) {
                self.xml.empty(element, &[("id", &id), ("idx", &site)]);
            }
        }
        self.xml.close();
        self.xml.empty("p:nvPr", &[]);
        self.xml.close();
        self.xml.open("p:spPr", &[]);
        write_route(&mut self.xml, connector);
        let is_drawn = [start, end].iter().any(|end| end.tip == ConnectorTip::Drawn);
        let tips = if is_drawn { [None; 2] } else { [start, end].map(|end| tip_name(end.tip)) };
        geometry::write_tipped_line(&self.file.scheme, &mut self.xml, stroke, tips);
        self.xml.close();
        self.xml.close();
        if is_drawn { self.nodes(nodes.get(1..).unwrap_or_default()) } else { Ok(()) }?;
        debug_assert!(node.origin.is_none() || !nodes.is_empty(), "other outputs paint the nodes");
        Ok(())
    }

    /// The id of the shape that an end is attached to, and the number of the connection site there: the one at the side
    /// of the detour, if the line makes one, else the nearest one.
    fn attachment(&self, end: &ConnectorEnd, at: Point, detour: Option<u32>) -> Option<(u32, u32)> {
        let frame = end.shape?;
        // The frame of a path is measured from its points, so it may differ by a pixel or two.
        let distance = |other: Rect| {
            let edges =
                [other.x - frame.x, other.y - frame.y, other.right() - frame.right(), other.bottom() - frame.bottom()];
            edges.iter().map(|edge| edge.0.abs()).fold(0.0, f32::max)
        };
        let candidates = self.attachable.iter().filter(|shape| distance(shape.frame) < 3.0);
        let shape = candidates.min_by(|one, other| distance(one.frame).total_cmp(&distance(other.frame)))?;
        let distances = [at.y - frame.y, at.x - frame.x, frame.bottom() - at.y, frame.right() - at.x];
        let nearest = (0_u32..).zip(distances).min_by(|one, other| one.1.0.abs().total_cmp(&other.1.0.abs()))?.0;
        let site = detour.unwrap_or(nearest);
        Some((shape.id, if shape.is_ellipse { site * 2 } else { site }))
    }
}

/// The side of both shapes (top, left, bottom, right) that a line passes on its way around other shapes. An office
/// program draws the line anew when a shape is moved, or when it opens the file, and then leads it from that side of
/// one shape to the same side of the other; between the sides at which the line is drawn it would run through shapes.
fn detour(connector: &Connector) -> Option<u32> {
    let (Some(start), Some(end)) = (connector.start.shape, connector.end.shape) else { return None };
    if connector.is_curved || connector.points.len() < 6 {
        return None;
    }
    let (first, second) = (connector.points[0], connector.points[1]);
    let is_across = (second.x - first.x).0.abs() >= (second.y - first.y).0.abs();
    let inner = &connector.points[1..connector.points.len() - 1];
    let extreme = |coordinate: fn(&Point) -> Px| {
        let values = inner.iter().map(|point| coordinate(point).0);
        (values.clone().fold(f32::MAX, f32::min), values.fold(f32::MIN, f32::max))
    };
    let both = start.union(&end);
    let (sides, before, after) = if is_across {
        let (top, bottom) = extreme(|point| point.y);
        ((0, 2), both.y.0 - top, bottom - both.bottom().0)
    } else {
        let (left, right) = extreme(|point| point.x);
        ((1, 3), both.x.0 - left, right - both.right().0)
    };
    match (before > PASSES_BY, after > PASSES_BY) {
        (true, false) => Some(sides.0),
        (false, true) => Some(sides.1),
        _ => None,
    }
}

/// The name in the format of a tip that the office program draws.
fn tip_name(tip: ConnectorTip) -> Option<&'static str> {
    match tip {
        ConnectorTip::None | ConnectorTip::Drawn => None,
        ConnectorTip::Arrow => Some("triangle"),
        ConnectorTip::Open => Some("arrow"),
        ConnectorTip::Diamond => Some("diamond"),
        ConnectorTip::Oval => Some("oval"),
    }
}

/// Writes position and geometry of a connector: a preset if the format has one, otherwise a path of its own.
fn write_route(xml: &mut Xml, connector: &Connector) {
    let points = &connector.points;
    let preset = match (points.len(), connector.is_curved) {
        (2, true) => "curvedConnector3",
        (2, false) => "straightConnector1",
        (3, _) => "bentConnector2",
        (4, _) => "bentConnector3",
        (5, _) => "bentConnector4",
        (6, _) => "bentConnector5",
        _ => {
            write_own_path(xml, points);
            return;
        }
    };
    let (start, end) = (points[0], points[points.len() - 1]);
    let first = points[1];
    // The presets start to the right: connectors that start in another direction are turned by quarter turns.
    let degrees: f32 = if preset == "straightConnector1" || connector.is_curved {
        0.0
    } else if (first.x - start.x).0.abs() >= (first.y - start.y).0.abs() {
        if first.x >= start.x { 0.0 } else { 180.0 }
    } else if first.y >= start.y {
        90.0
    } else {
        270.0
    };
    let center = Point { x: (start.x + end.x) / 2.0, y: (start.y + end.y) / 2.0 };
    let unturned: Vec<Point> = points.iter().map(|point| point.turned(-degrees, center)).collect();
    let (start, end) = (unturned[0], unturned[unturned.len() - 1]);
    let (across, down) = (end.x - start.x, end.y - start.y);
    // The bends are given as shares of the extent, so it must not be zero even if both ends are at the same height.
    let min_size = Px(0.5);
    let size =
        |length: Px, is_needed: bool| if is_needed { Px(length.0.abs()).max(min_size) } else { Px(length.0.abs()) };
    let is_bent = unturned.len() > 3;
    let (width, height) = (size(across, is_bent), size(down, unturned.len() > 4));
    let frame = Rect { x: center.x - width / 2.0, y: center.y - height / 2.0, width, height };
    geometry::write_turned_transform(xml, "a:xfrm", frame.into(), (across < Px::ZERO, down < Px::ZERO), degrees);
    let signed = |length: Px, size: Px| if length < Px::ZERO { -size } else { size };
    let share_across = |point: Point| thousandths((point.x - start.x) / signed(across, width));
    let share_down = |point: Point| thousandths((point.y - start.y) / signed(down, height));
    let shares: Vec<i32> = match unturned.len() {
        4 => vec![share_across(unturned[1])],
        5 => vec![share_across(unturned[1]), share_down(unturned[2])],
        6 => vec![share_across(unturned[1]), share_down(unturned[2]), share_across(unturned[3])],
        _ => Vec::new(),
    };
    let adjustments: Vec<(&str, i32)> = ["adj1", "adj2", "adj3"].into_iter().zip(shares).collect();
    geometry::write_adjusted_preset(xml, preset, &adjustments);
}

/// Writes a line with more bends than a preset has.
fn write_own_path(xml: &mut Xml, points: &[Point]) {
    let min = |coordinate: fn(&Point) -> f32| points.iter().map(coordinate).fold(f32::MAX, f32::min);
    let max = |coordinate: fn(&Point) -> f32| points.iter().map(coordinate).fold(f32::MIN, f32::max);
    let (x, y) = (min(|point| point.x.0), min(|point| point.y.0));
    let frame = Rect::new(x, y, max(|point| point.x.0) - x, max(|point| point.y.0) - y);
    geometry::write_transform(xml, "a:xfrm", frame.into(), (false, false));
    let mut path = Path::default();
    for point in points {
        let relative = Point { x: point.x - Px(x), y: point.y - Px(y) };
        path.segments.push(if path.segments.is_empty() {
            PathSegment::Move(relative)
        } else {
            PathSegment::Line(relative)
        });
    }
    geometry::write_geometry(xml, &ShapeForm::Path(path), frame);
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::{PaletteRole, Stroke};

    fn route_xml(points: &[(f32, f32)]) -> String {
        let stroke = Stroke { color: PaletteRole::Text.into(), width: Px(2.0), dash: None, round: false };
        let points = points.iter().map(|(x, y)| Point { x: Px(*x), y: Px(*y) }).collect();
        let (start, end) = (ConnectorEnd::default(), ConnectorEnd::default());
        let mut xml = Xml::default();
        write_route(&mut xml, &Connector { points, is_curved: false, stroke, start, end, nodes: Vec::new() });
        xml.finish()
    }

    #[test]
    fn lines_around_shapes_are_attached_at_the_side_that_they_pass() {
        let side = |points: &[(f32, f32)], shapes: [Rect; 2]| {
            let stroke = Stroke { color: PaletteRole::Text.into(), width: Px(2.0), dash: None, round: false };
            let points = points.iter().map(|(x, y)| Point { x: Px(*x), y: Px(*y) }).collect();
            let [start, end] = shapes.map(|shape| ConnectorEnd { shape: Some(shape), ..ConnectorEnd::default() });
            detour(&Connector { points, is_curved: false, stroke, start, end, nodes: Vec::new() })
        };
        let (left, right) = (Rect::new(0.0, 0.0, 100.0, 50.0), Rect::new(400.0, 0.0, 100.0, 50.0));
        let below = [(400.0, 40.0), (380.0, 40.0), (380.0, 90.0), (120.0, 90.0), (120.0, 40.0), (100.0, 40.0)];
        assert_eq!(side(&below, [right, left]), Some(2));
        let above = below.map(|(x, y)| (x, 50.0 - y));
        assert_eq!(side(&above, [right, left]), Some(0));
        let beside = below.map(|(x, y)| (y, x));
        let turned = |shape: Rect| Rect { x: shape.y, y: shape.x, width: shape.height, height: shape.width };
        assert_eq!(side(&beside, [turned(right), turned(left)]), Some(3));
        let steps = [(100.0, 25.0), (120.0, 25.0), (120.0, 30.0), (380.0, 30.0), (380.0, 20.0), (400.0, 20.0)];
        assert_eq!(side(&steps, [left, right]), None);
        assert_eq!(side(&[(100.0, 25.0), (250.0, 25.0), (250.0, 90.0), (400.0, 90.0)], [left, right]), None);
    }

    #[test]
    fn lines_with_bends_are_presets() {
        assert!(route_xml(&[(0.0, 0.0), (100.0, 0.0)]).contains("straightConnector1"));
        let across = route_xml(&[(0.0, 0.0), (25.0, 0.0), (25.0, 50.0), (100.0, 50.0)]);
        assert!(across.contains("bentConnector3") && across.contains("val 25000"), "{across}");
        let down = route_xml(&[(0.0, 0.0), (0.0, 30.0), (100.0, 30.0), (100.0, 60.0)]);
        assert!(
            down.contains("rot=\"5400000\"") && down.contains("flipV=\"1\"") && down.contains("val 50000"),
            "{down}"
        );
        assert!(
            route_xml(&[(0.0, 0.0), (0.0, 9.0), (9.0, 9.0), (9.0, 18.0), (18.0, 18.0), (18.0, 27.0), (27.0, 27.0)])
                .contains("custGeom")
        );
    }
}
