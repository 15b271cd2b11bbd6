//! Geometry, lines and shadows of shapes.

use scene::{Path, PathSegment, Point, Px, Rect, Shadow, Shape, ShapeForm, Stroke};

use super::scheme::Scheme;
use super::units::{Emu, EmuRect, angle, thousandths};
use super::xml::Xml;

/// Writes position and size. `flips` say whether the shape is mirrored horizontally and vertically.
pub(super) fn write_transform(xml: &mut Xml, element: &'static str, frame: EmuRect, flips: (bool, bool)) {
    write_turned_transform(xml, element, frame, flips, 0.0);
}

/// Writes position and size of a shape that is turned by degrees about its centre.
pub(super) fn write_turned_transform(
    xml: &mut Xml,
    element: &'static str,
    frame: EmuRect,
    flips: (bool, bool),
    degrees: f32,
) {
    let rotation = angle(degrees.to_radians());
    let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = Vec::new();
    if rotation != 0 {
        attributes.push(("rot", &rotation));
    }
    for (name, is_flipped) in [("flipH", flips.0), ("flipV", flips.1)] {
        if is_flipped {
            attributes.push((name, &1));
        }
    }
    xml.open(element, &attributes);
    xml.empty("a:off", &[("x", &frame.x), ("y", &frame.y)]);
    xml.empty("a:ext", &[("cx", &frame.width), ("cy", &frame.height)]);
    xml.close();
}

/// Writes a preset geometry.
pub(super) fn write_preset(xml: &mut Xml, name: &str) {
    write_adjusted_preset(xml, name, &[]);
}

/// Writes a preset geometry with the names and values of its adjustments.
pub(super) fn write_adjusted_preset(xml: &mut Xml, name: &str, adjustments: &[(&str, i32)]) {
    xml.open("a:prstGeom", &[("prst", &name)]);
    if adjustments.is_empty() {
        xml.empty("a:avLst", &[]);
    } else {
        xml.open("a:avLst", &[]);
        for (adjustment, value) in adjustments {
            xml.empty("a:gd", &[("name", adjustment), ("fmla", &format!("val {value}"))]);
        }
        xml.close();
    }
    xml.close();
}

/// Writes a rectangle with rounded corners.
pub(super) fn write_rounded_rectangle(xml: &mut Xml, radius: Px, frame: Rect) {
    let shorter = frame.width.min(frame.height);
    if radius <= Px::ZERO || shorter <= Px::ZERO {
        write_preset(xml, "rect");
        return;
    }
    write_adjusted_preset(xml, "roundRect", &[("adj", thousandths(radius / shorter).min(50_000))]);
}

/// Writes a rectangle whose upper edge is half a circle.
pub(super) fn write_arch(xml: &mut Xml) {
    write_adjusted_preset(xml, "round2SameRect", &[("adj1", 50_000), ("adj2", 0)]);
}

/// Writes the geometry of a shape.
pub(super) fn write_geometry(xml: &mut Xml, form: &ShapeForm, frame: Rect) {
    match form {
        ShapeForm::Rect { radius } => write_rounded_rectangle(xml, *radius, frame),
        ShapeForm::Ellipse => write_preset(xml, "ellipse"),
        ShapeForm::Path(path) if is_diamond(form, frame) => {
            debug_assert!(!path.even_odd, "a diamond has no holes");
            write_preset(xml, "diamond");
        }
        ShapeForm::Path(path) => write_path(xml, path, frame, false),
    }
}

/// Writes the geometry of a shape that connectors can be attached to at the middles of its sides: top, left, bottom and
/// right.
pub(super) fn write_attachable_geometry(xml: &mut Xml, form: &ShapeForm, frame: Rect) {
    match form {
        ShapeForm::Path(path) if !is_diamond(form, frame) => write_path(xml, path, frame, true),
        _ => write_geometry(xml, form, frame),
    }
}

/// Whether a form is a path through the middles of the four sides of its frame.
pub(super) fn is_diamond(form: &ShapeForm, frame: Rect) -> bool {
    let ShapeForm::Path(Path { segments, .. }) = form else { return false };
    let (middle_x, middle_y) = (frame.width / 2.0, frame.height / 2.0);
    let [
        PathSegment::Move(top),
        PathSegment::Line(right),
        PathSegment::Line(bottom),
        PathSegment::Line(left),
        PathSegment::Close,
    ] = segments[..]
    else {
        return false;
    };
    let corners = [
        (top, middle_x, Px::ZERO),
        (right, frame.width, middle_y),
        (bottom, middle_x, frame.height),
        (left, Px::ZERO, middle_y),
    ];
    corners.iter().all(|(point, x, y)| (point.x - *x).0.abs() < 0.5 && (point.y - *y).0.abs() < 0.5)
}

/// The largest rectangle that is `ratio` times as wide as high, in the middle of a frame.
#[expect(clippy::cast_possible_truncation, reason = "a length on a slide")]
pub(super) fn contained(ratio: f64, frame: Rect) -> Rect {
    let ratio = ratio as f32;
    let width = frame.width.min(frame.height * ratio);
    let height = frame.height.min(frame.width / ratio);
    Rect { x: frame.x + (frame.width - width) / 2.0, y: frame.y + (frame.height - height) / 2.0, width, height }
}

/// Writes a path as a custom geometry. With `is_attachable`, connectors can be attached to the middles of its sides.
fn write_path(xml: &mut Xml, path: &Path, frame: Rect, is_attachable: bool) {
    let size = EmuRect::from(frame);
    xml.open("a:custGeom", &[]);
    for list in ["a:avLst", "a:gdLst", "a:ahLst"] {
        xml.empty(list, &[]);
    }
    if is_attachable {
        xml.open("a:cxnLst", &[]);
        for (angle, x, y) in [("3cd4", "hc", "t"), ("cd2", "l", "vc"), ("cd4", "hc", "b"), ("0", "r", "vc")] {
            xml.open("a:cxn", &[("ang", &angle)]);
            xml.empty("a:pos", &[("x", &x), ("y", &y)]);
            xml.close();
        }
        xml.close();
    } else {
        xml.empty("a:cxnLst", &[]);
    }
    xml.empty("a:rect", &[("l", &"0"), ("t", &"0"), ("r", &"r"), ("b", &"b")]);
    xml.open("a:pathLst", &[]);
    xml.open("a:path", &[("w", &size.width), ("h", &size.height)]);
    let point = |xml: &mut Xml, at: Point| xml.empty("a:pt", &[("x", &Emu::from(at.x)), ("y", &Emu::from(at.y))]);
    for segment in &path.segments {
        match *segment {
            PathSegment::Move(to) => {
                xml.open("a:moveTo", &[]);
                point(xml, to);
                xml.close();
            }
            PathSegment::Line(to) => {
                xml.open("a:lnTo", &[]);
                point(xml, to);
                xml.close();
            }
            PathSegment::Curve(first, second, to) => {
                xml.open("a:cubicBezTo", &[]);
                for at in [first, second, to] {
                    point(xml, at);
                }
                xml.close();
            }
            PathSegment::Close => xml.empty("a:close", &[]),
        }
    }
    xml.close();
    xml.close();
    xml.close();
}

/// The two ends of a shape that is one straight line; `None` for other shapes.
pub(super) fn line_ends(shape: &Shape) -> Option<(Point, Point)> {
    match (&shape.form, &shape.fill, &shape.stroke) {
        (ShapeForm::Path(Path { segments, .. }), None, Some(_)) => match segments[..] {
            [PathSegment::Move(from), PathSegment::Line(to)] => Some((from, to)),
            _ => None,
        },
        _ => None,
    }
}

/// Writes the outline of a shape. Without a stroke, or with a stroke of no width, writes that the shape has none.
pub(super) fn write_line(scheme: &Scheme, xml: &mut Xml, element: &'static str, stroke: Option<&Stroke>) {
    let Some(stroke) = stroke.filter(|stroke| stroke.width > Px::ZERO) else {
        xml.open(element, &[]);
        xml.empty("a:noFill", &[]);
        xml.close();
        return;
    };
    open_line(scheme, xml, element, stroke);
    xml.close();
}

/// Writes the stroke of a connector, with the tips at its start and end.
pub(super) fn write_tipped_line(scheme: &Scheme, xml: &mut Xml, stroke: &Stroke, tips: [Option<&'static str>; 2]) {
    open_line(scheme, xml, "a:ln", stroke);
    for (element, tip) in ["a:headEnd", "a:tailEnd"].into_iter().zip(tips) {
        if let Some(tip) = tip {
            xml.empty(element, &[("type", &tip), ("w", &"lg"), ("len", &"lg")]);
        }
    }
    xml.close();
}

/// Opens the element of a stroke and writes its colour, dashes and joins.
fn open_line(scheme: &Scheme, xml: &mut Xml, element: &'static str, stroke: &Stroke) {
    let cap = if stroke.round { "rnd" } else { "flat" };
    xml.open(element, &[("w", &Emu::from(stroke.width)), ("cap", &cap)]);
    scheme.write_solid_fill(xml, stroke.color);
    if let Some((dash, gap)) = stroke.dash {
        let share = |length: Px| thousandths(length / stroke.width).max(1);
        xml.open("a:custDash", &[]);
        xml.empty("a:ds", &[("d", &share(dash)), ("sp", &share(gap))]);
        xml.close();
    }
    if stroke.round {
        xml.empty("a:round", &[]);
    }
}

/// Writes the shadow of a shape.
pub(super) fn write_shadow(scheme: &Scheme, xml: &mut Xml, shadow: Shadow) {
    xml.open("a:effectLst", &[]);
    xml.open(
        "a:outerShdw",
        &[
            // The blur radius of the format is twice the standard deviation.
            ("blurRad", &Emu::from(shadow.blur * 2.0)),
            ("dist", &Emu::from(shadow.down.max(Px::ZERO))),
            ("dir", &5_400_000),
            ("algn", &"ctr"),
            ("rotWithShape", &0),
        ],
    );
    scheme.write_color(xml, shadow.color);
    xml.close();
    xml.close();
}
