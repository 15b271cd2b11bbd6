//! QR codes: one path on a white plate with a quiet zone.

use std::collections::BTreeMap;
use std::fmt::Write;

use fast_qr::{ECL, QRBuilder, QRCode};
use scene::{
    AltText, Fill, Node, NodeKind, NodeRole, Path, PathSegment, Px, Rect, Rgb, Shape, ShapeForm, Widget, WidgetKind,
};

use crate::diagram::number;

/// Number of light modules on each side of a code, as the standard requires.
const QUIET_ZONE: usize = 4;
/// Number of light modules on each side of a large code. The smaller quiet zone leaves room for larger modules, which
/// phones can read from far away in a hall.
const SMALL_QUIET_ZONE: usize = 2;

/// Creates the QR code of a URL in a square frame. Returns `None` when the URL is too long.
pub(crate) fn code(address: &str, frame: Rect) -> Option<Node> {
    code_with(address, frame, QUIET_ZONE, None)
}

/// Creates a QR code with larger modules in the same frame, for people in a hall. Returns `None` when the URL is too
/// long.
pub(crate) fn large_code(address: &str, frame: Rect, radius: Px) -> Option<Node> {
    code_with(address, frame, SMALL_QUIET_ZONE, Some(radius))
}

fn code_with(address: &str, frame: Rect, quiet_zone: usize, radius: Option<Px>) -> Option<Node> {
    let code = encoded(address)?;
    let exact = frame.width.0 / number(code.size + quiet_zone * 2);
    // Whole pixels give sharp edges.
    let module = if exact >= 2.0 { exact.floor() } else { exact };
    let side = module * number(code.size);
    let middle = frame.center();
    let drawn = Rect::new((middle.x.0 - side / 2.0).round(), (middle.y.0 - side / 2.0).round(), side, side);
    let dark = Shape {
        form: ShapeForm::Path(outline(&code, module)),
        fill: Some(Fill::Solid(Rgb::BLACK.into())),
        stroke: None,
        shadow: None,
    };
    let static_nodes = vec![
        Node::decoration(frame, NodeKind::Shape(Shape::filled(Rgb::WHITE, radius.unwrap_or(Px(module * 2.0))))),
        Node::decoration(drawn, NodeKind::Shape(dark)),
    ];
    Some(Node {
        frame,
        kind: NodeKind::Widget(Widget { kind: WidgetKind::Qr { address: address.to_owned() }, static_nodes }),
        role: NodeRole::Content,
        origin: None,
        step: None,
        alt: AltText::Text(address.to_owned()),
    })
}

/// The QR code of a URL as an SVG document with a quiet zone. Returns `None` when the URL is too long.
pub fn qr_svg(address: &str) -> Option<String> {
    let code = encoded(address)?;
    let side = code.size + QUIET_ZONE * 2;
    let mut path_data = String::new();
    for segment in &outline(&code, 1.0).segments {
        let _ = match segment {
            PathSegment::Move(to) => write!(path_data, "M{} {}", to.x.0, to.y.0),
            PathSegment::Line(to) => write!(path_data, "L{} {}", to.x.0, to.y.0),
            // Outlines of modules have no curves.
            PathSegment::Curve(..) => Ok(()),
            PathSegment::Close => write!(path_data, "Z"),
        };
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{QUIET_ZONE} -{QUIET_ZONE} {side} {side}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M-{QUIET_ZONE}-{QUIET_ZONE}h{side}v{side}h-{side}z\"/>\
         <path d=\"{path_data}\" fill-rule=\"evenodd\"/></svg>"
    ))
}

/// The code of a URL: with medium error correction or, if the URL is too long for that, with low. `None` if it is
/// too long for both.
fn encoded(address: &str) -> Option<QRCode> {
    let code = QRBuilder::new(address).ecl(ECL::M).build().or_else(|_| QRBuilder::new(address).ecl(ECL::L).build());
    code.ok()
}

/// A corner of a module: column and row.
type Corner = (usize, usize);

/// The outline of all dark modules as closed rings. A single path leaves no seams between modules.
fn outline(code: &QRCode, module: f32) -> Path {
    let size = code.size;
    let dark = |x: usize, y: usize| x < size && y < size && code[y][x].value();
    let mut edges: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for y in 0..size {
        for x in (0..size).filter(|x| dark(*x, y)) {
            let sides = [
                (y == 0 || !dark(x, y - 1), (x, y), (x + 1, y)),
                (!dark(x + 1, y), (x + 1, y), (x + 1, y + 1)),
                (!dark(x, y + 1), (x + 1, y + 1), (x, y + 1)),
                (x == 0 || !dark(x - 1, y), (x, y + 1), (x, y)),
            ];
            for (_, from, to) in sides.into_iter().filter(|(is_edge, ..)| *is_edge) {
                edges.entry(from).or_default().push(to);
            }
        }
    }
    let mut path = Path::default();
    while let Some(ring) = remove_ring(&mut edges) {
        for (index, (x, y)) in ring.into_iter().enumerate() {
            let (x, y) = (number(x) * module, number(y) * module);
            path = if index == 0 { path.to(x, y) } else { path.line(x, y) };
        }
        path = path.close();
    }
    path
}

/// Removes one ring of edges and returns its corners.
fn remove_ring(edges: &mut BTreeMap<Corner, Vec<Corner>>) -> Option<Vec<Corner>> {
    let start = *edges.first_key_value()?.0;
    let mut ring: Vec<Corner> = Vec::new();
    let mut at = start;
    loop {
        let next = remove_edge(edges, at)?;
        let straight = |from: Corner, over: Corner, to: Corner| {
            (from.0 == over.0 && over.0 == to.0) || (from.1 == over.1 && over.1 == to.1)
        };
        if !ring.last().is_some_and(|from| straight(*from, at, next)) {
            ring.push(at);
        }
        at = next;
        if at == start {
            return Some(ring);
        }
    }
}

/// Removes an edge that starts at a corner and returns its end. Returns `None` if there is none.
fn remove_edge(edges: &mut BTreeMap<Corner, Vec<Corner>>, from: Corner) -> Option<Corner> {
    let open = edges.get_mut(&from)?;
    let to = open.pop();
    if open.is_empty() {
        edges.remove(&from);
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a point is inside the path, by counting the vertical edges to its left.
    fn is_dark(path: &Path, x: f32, y: f32) -> bool {
        let mut inside = false;
        let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
        for segment in &path.segments {
            let to = match segment {
                PathSegment::Move(to) => {
                    start = (to.x.0, to.y.0);
                    at = start;
                    continue;
                }
                PathSegment::Line(to) => (to.x.0, to.y.0),
                PathSegment::Close => start,
                PathSegment::Curve(..) => panic!("a code has no curves"),
            };
            let crosses = (at.1 > y) != (to.1 > y);
            inside ^= crosses && at.0 < x;
            at = to;
        }
        inside
    }

    #[test]
    fn the_path_is_dark_where_the_code_is() {
        let code = QRBuilder::new("https://example.org/go?code=ABCD").build().expect("a code");
        let path = outline(&code, 1.0);
        for y in 0..code.size {
            for x in 0..code.size {
                let dark = is_dark(&path, number(x) + 0.5, number(y) + 0.5);
                assert_eq!(dark, code[y][x].value(), "{x},{y}");
            }
        }
    }

    #[test]
    fn an_svg_has_a_quiet_zone() {
        let svg = qr_svg("https://example.org").expect("a code");
        assert!(svg.contains("viewBox=\"-4 -4 33 33\""), "{svg}");
        assert!(svg.contains("<path d=\"M0 0L7 0L7 7L0 7Z"), "{svg}");
        assert!(qr_svg(&"x".repeat(4000)).is_none());
    }

    #[test]
    fn a_large_code_has_larger_modules_in_the_same_frame() {
        let frame = Rect::new(100.0, 100.0, 920.0, 920.0);
        let side = |node: Node| match node.kind {
            NodeKind::Widget(widget) => widget.static_nodes[1].frame.width.0,
            _ => panic!("a widget"),
        };
        let (usual, large) = (code("https://example.org", frame), large_code("https://example.org", frame, Px(18.0)));
        let (usual, large) = (side(usual.expect("a code")), side(large.expect("a code")));
        assert!(large > usual * 1.1 && (frame.width.0 - large) / 2.0 >= large / 25.0 * 2.0, "{usual} {large}");
    }

    #[test]
    fn a_code_has_a_quiet_zone_and_a_very_long_url_has_no_code() {
        let frame = Rect::new(100.0, 100.0, 360.0, 360.0);
        let node = code("https://example.org", frame).expect("a code");
        let NodeKind::Widget(widget) = &node.kind else { panic!("a widget") };
        let dark = widget.static_nodes[1].frame;
        let module = dark.width / 25.0;
        assert!(dark.x - frame.x >= module * 4.0, "{dark}");
        assert!(code(&"x".repeat(4000), frame).is_none());
    }
}
