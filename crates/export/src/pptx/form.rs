//! Forms, lines and shadows of shapes.

use scene::{Path, Point, Px, Rect, Segment, Shadow, Shape, ShapeForm, Stroke};

use super::scheme::Scheme;
use super::units::{Emu, Place, thousandths, whole};
use super::xml::Xml;

/// Writes where something stands.
pub(super) fn transform(xml: &mut Xml, element: &'static str, place: Place, flips: (bool, bool)) {
    match flips {
        (false, false) => xml.open(element, &[]),
        (true, false) => xml.open(element, &[("flipH", &1)]),
        (false, true) => xml.open(element, &[("flipV", &1)]),
        (true, true) => xml.open(element, &[("flipH", &1), ("flipV", &1)]),
    }
    xml.empty("a:off", &[("x", &place.x), ("y", &place.y)]);
    xml.empty("a:ext", &[("cx", &place.width), ("cy", &place.height)]);
    xml.close();
}

/// Writes a form that has a name.
pub(super) fn preset(xml: &mut Xml, name: &str) {
    xml.open("a:prstGeom", &[("prst", &name)]);
    xml.empty("a:avLst", &[]);
    xml.close();
}

/// Writes a rectangle, its corners rounded.
pub(super) fn rounded(xml: &mut Xml, radius: Px, frame: Rect) {
    let shorter = frame.width.min(frame.height);
    if radius <= Px::ZERO || shorter <= Px::ZERO {
        preset(xml, "rect");
        return;
    }
    let share = thousandths(radius / shorter).min(50_000);
    xml.open("a:prstGeom", &[("prst", &"roundRect")]);
    xml.open("a:avLst", &[]);
    xml.empty("a:gd", &[("name", &"adj"), ("fmla", &format!("val {share}"))]);
    xml.close();
    xml.close();
}

/// Writes the form of a shape.
pub(super) fn form(xml: &mut Xml, form: &ShapeForm, frame: Rect) {
    match form {
        ShapeForm::Rect { radius } => rounded(xml, *radius, frame),
        ShapeForm::Ellipse => preset(xml, "ellipse"),
        ShapeForm::Path(path) => custom(xml, path, frame),
    }
}

fn custom(xml: &mut Xml, path: &Path, frame: Rect) {
    let place = Place::from(frame);
    xml.open("a:custGeom", &[]);
    for list in ["a:avLst", "a:gdLst", "a:ahLst", "a:cxnLst"] {
        xml.empty(list, &[]);
    }
    xml.empty("a:rect", &[("l", &"0"), ("t", &"0"), ("r", &"r"), ("b", &"b")]);
    xml.open("a:pathLst", &[]);
    xml.open("a:path", &[("w", &place.width), ("h", &place.height)]);
    let point = |xml: &mut Xml, at: Point| xml.empty("a:pt", &[("x", &Emu::from(at.x)), ("y", &Emu::from(at.y))]);
    for segment in &path.segments {
        match *segment {
            Segment::Move(to) => {
                xml.open("a:moveTo", &[]);
                point(xml, to);
                xml.close();
            }
            Segment::Line(to) => {
                xml.open("a:lnTo", &[]);
                point(xml, to);
                xml.close();
            }
            Segment::Curve(first, second, to) => {
                xml.open("a:cubicBezTo", &[]);
                for at in [first, second, to] {
                    point(xml, at);
                }
                xml.close();
            }
            Segment::Close => xml.empty("a:close", &[]),
        }
    }
    xml.close();
    xml.close();
    xml.close();
}

/// The two ends of a shape that is nothing but a straight line.
pub(super) fn straight(shape: &Shape) -> Option<(Point, Point)> {
    match (&shape.form, &shape.fill, &shape.stroke) {
        (ShapeForm::Path(Path { segments, .. }), None, Some(_)) => match segments[..] {
            [Segment::Move(from), Segment::Line(to)] => Some((from, to)),
            _ => None,
        },
        _ => None,
    }
}

/// Writes a line around or along something; none where there is none.
pub(super) fn line(scheme: &Scheme, xml: &mut Xml, element: &'static str, stroke: Option<&Stroke>) {
    let Some(stroke) = stroke.filter(|stroke| stroke.width > Px::ZERO) else {
        xml.open(element, &[]);
        xml.empty("a:noFill", &[]);
        xml.close();
        return;
    };
    let cap = if stroke.round { "rnd" } else { "flat" };
    xml.open(element, &[("w", &Emu::from(stroke.width)), ("cap", &cap)]);
    scheme.solid(xml, stroke.color);
    if let Some((dash, gap)) = stroke.dash {
        let share = |length: Px| whole(f64::from(length / stroke.width) * 100_000.0).max(1);
        xml.open("a:custDash", &[]);
        xml.empty("a:ds", &[("d", &share(dash)), ("sp", &share(gap))]);
        xml.close();
    }
    if stroke.round {
        xml.empty("a:round", &[]);
    }
    xml.close();
}

/// Writes the shadow of a shape.
pub(super) fn shadow(scheme: &Scheme, xml: &mut Xml, shadow: Shadow) {
    xml.open("a:effectLst", &[]);
    xml.open(
        "a:outerShdw",
        &[
            // The format names the reach of a blur, twice its deviation.
            ("blurRad", &Emu::from(shadow.blur * 2.0)),
            ("dist", &Emu::from(shadow.down.max(Px::ZERO))),
            ("dir", &5_400_000),
            ("algn", &"ctr"),
            ("rotWithShape", &0),
        ],
    );
    scheme.color(xml, shadow.color);
    xml.close();
    xml.close();
}
