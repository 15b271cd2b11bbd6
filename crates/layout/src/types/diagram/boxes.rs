//! Boxes of diagrams: their extents and outlines.

use diagrams::{BoxSize, NodeShape};
use scene::{AltText, Color, Fill, Group, Node, NodeKind, NodeRole, Path, Px, Rect, Shape, ShapeForm};

use super::Label;
use crate::diagram::{Ellipse, in_place, lead_color, shape_line, surface_on, tone};
use crate::sheet::Sheet;

/// Space at both sides of a text, and above and below it, in text sizes.
const PADDING: (f32, f32) = (0.62, 0.42);
/// The minimum width of a box, in text sizes.
const MIN_WIDTH: f32 = 2.8;
/// Width of a diamond as a factor of its height.
const DIAMOND: f32 = 1.75;
/// Height of the upper ellipse of a cylinder, in text sizes.
const LID: f32 = 0.5;

/// How a box is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    /// Somewhat stronger: decisions.
    Strong,
    /// The result that the diagram leads to.
    Lead,
    /// Only an outline: remarks.
    Empty,
}

/// The extent of a box around a text, in text sizes.
pub(super) fn extent(form: NodeShape, text: BoxSize, is_across: bool) -> BoxSize {
    let (across, down) = PADDING;
    let (width, height) = (text.width + across * 2.0, text.height + down * 2.0);
    let size = |width: f32, height: f32| BoxSize { width, height };
    match form {
        NodeShape::Start => size(0.8, 0.8),
        NodeShape::End => size(1.0, 1.0),
        NodeShape::Bar if is_across => size(0.24, 3.4),
        NodeShape::Bar => size(3.4, 0.24),
        NodeShape::Diamond if text.width == 0.0 => size(1.3, 1.3),
        NodeShape::Circle => {
            let side = text.width.hypot(text.height) + down * 1.4;
            size(side, side)
        }
        NodeShape::Diamond => {
            let half = (text.width / 2.0 + 0.1, text.height / 2.0 + 0.1);
            let reach = half.0 + DIAMOND * half.1;
            size(reach * 2.0, reach * 2.0 / DIAMOND)
        }
        NodeShape::Stadium => size((width + height * 0.35).max(MIN_WIDTH), height),
        NodeShape::Hexagon => size(width + height * 0.5, height),
        NodeShape::LeanRight | NodeShape::LeanLeft => size(width + height * 0.6, height),
        NodeShape::Cylinder => size(width.max(MIN_WIDTH), height + LID * 1.5),
        NodeShape::Box | NodeShape::Round | NodeShape::Table | NodeShape::Note => size(width.max(MIN_WIDTH), height),
    }
}

/// The colour of a box.
pub(super) fn fill(sheet: &Sheet<'_>, box_tone: Tone) -> Color {
    match box_tone {
        Tone::Plain => tone(sheet, 0.14).into(),
        Tone::Strong => tone(sheet, 0.28).into(),
        Tone::Lead => lead_color(sheet),
        Tone::Empty => sheet.surface.ground.rgb(sheet.look).into(),
    }
}

/// The outline of a box as a node with the role of boxes, which lines are attached to.
pub(super) fn outline(sheet: &Sheet<'_>, form: NodeShape, frame: Rect, size: f32, box_tone: Tone) -> Node {
    let color = fill(sheet, box_tone);
    let radius = sheet.look.voice.plate.radius.min(size * 0.5);
    let mut shape = match form {
        NodeShape::Start | NodeShape::End => Shape::disc(sheet.surface.text),
        NodeShape::Circle => Shape::disc(color),
        NodeShape::Bar => Shape::filled(sheet.surface.text, frame.width.min(frame.height) / 2.0),
        NodeShape::Stadium => Shape::filled(color, frame.height / 2.0),
        NodeShape::Round => Shape::filled(color, Px(radius.max(size * 0.5)).min(frame.height / 2.0)),
        NodeShape::Box | NodeShape::Table | NodeShape::Note => Shape::filled(color, Px(radius).min(frame.height / 2.0)),
        NodeShape::Diamond | NodeShape::Hexagon | NodeShape::LeanRight | NodeShape::LeanLeft | NodeShape::Cylinder => {
            return lined(sheet, path_node(form, frame, size, color), form, box_tone);
        }
    };
    if form == NodeShape::End {
        shape = Shape::disc(sheet.surface.ground.rgb(sheet.look)).lined(sheet.surface.text, Px((size * 0.1).max(3.0)));
    }
    lined(sheet, Node::decoration(frame, NodeKind::Shape(shape)), form, box_tone)
}

/// Sets the role of a box, and its outline unless it is a mark.
fn lined(sheet: &Sheet<'_>, mut node: Node, form: NodeShape, box_tone: Tone) -> Node {
    node.role = NodeRole::Label;
    if let NodeKind::Shape(shape) = &mut node.kind
        && !form.is_mark()
    {
        let voice = shape_line(sheet);
        shape.stroke = if box_tone == Tone::Empty {
            let color = sheet.readable_mark(sheet.surface.muted);
            Some(scene::Stroke { color, width: Px(2.0), dash: None, round: true })
        } else {
            voice
        };
    }
    node
}

/// A box whose outline is a path.
fn path_node(form: NodeShape, frame: Rect, size: f32, color: Color) -> Node {
    let (left, top, right, bottom) = (frame.x.0, frame.y.0, frame.right().0, frame.bottom().0);
    let (x, y) = (frame.center().x.0, frame.center().y.0);
    let aside = frame.height.0 * 0.3;
    let polygon = |points: &[(f32, f32)]| {
        let (first, rest) = points.split_first().expect("a polygon has points");
        rest.iter().fold(Path::default().to(first.0, first.1), |path, point| path.line(point.0, point.1)).close()
    };
    let path = match form {
        NodeShape::Hexagon => polygon(&[
            (left + aside, top),
            (right - aside, top),
            (right, y),
            (right - aside, bottom),
            (left + aside, bottom),
            (left, y),
        ]),
        NodeShape::LeanRight => polygon(&[(left + aside, top), (right, top), (right - aside, bottom), (left, bottom)]),
        NodeShape::LeanLeft => polygon(&[(left, top), (right - aside, top), (right, bottom), (left + aside, bottom)]),
        NodeShape::Cylinder => {
            let lid = size * LID / 2.0;
            let (upper, lower) = (top + lid, bottom - lid);
            let quarter = std::f32::consts::FRAC_PI_2;
            let half = Ellipse { x, y: upper, across: frame.width.0 / 2.0, down: lid };
            let path = half.arc(Path::default().to(left, upper), -quarter, quarter).line(right, lower);
            let path = Ellipse { y: lower, ..half }.arc(path, quarter, quarter * 3.0);
            path.line(left, upper).close()
        }
        _ => polygon(&[(x, top), (right, y), (x, bottom), (left, y)]),
    };
    in_place(path, Some(Fill::Solid(color)), None)
}

/// The lower edge of the lid of a cylinder.
fn lid_edge(sheet: &Sheet<'_>, frame: Rect, size: f32, ink: Color) -> Node {
    let down = size * LID / 2.0;
    let quarter = std::f32::consts::FRAC_PI_2;
    let half = Ellipse { x: frame.center().x.0, y: frame.y.0 + down, across: frame.width.0 / 2.0, down };
    let path = half.arc(Path::default().to(frame.x.0, half.y), -quarter, -quarter * 3.0);
    let width = shape_line(sheet).map_or(Px(2.0), |line| line.width);
    in_place(path, None, Some(scene::Stroke { color: ink, width, dash: None, round: true }))
}

/// Adds a box with its text in the middle.
pub(super) fn push(
    sheet: &mut Sheet<'_>,
    form: NodeShape,
    frame: Rect,
    size: f32,
    box_tone: Tone,
    label: Option<(&mut Label, BoxSize)>,
) {
    let plate = outline(sheet, form, frame, size, box_tone);
    let Some((label, extent)) = label else {
        sheet.nodes.push(plate);
        if form == NodeShape::End {
            let inner = frame.inset(frame.width * 0.26);
            sheet.nodes.push(Node::decoration(inner, NodeKind::Shape(Shape::disc(sheet.surface.text))));
        }
        return;
    };
    let color = fill(sheet, box_tone);
    let surface = if box_tone == Tone::Empty { sheet.surface } else { surface_on(sheet, color, size) };
    let (width, height) = (Px(extent.width * size), Px(extent.height * size));
    let center = frame.center();
    let down = if form == NodeShape::Cylinder { Px(size * LID * 0.4) } else { Px::ZERO };
    let place = Rect { x: center.x - width / 2.0, y: center.y - height / 2.0 + down, width, height };
    let mut text = label.node(sheet, place, size, NodeRole::Label);
    Label::set_color(&mut text, surface.text);
    if let (NodeShape::Cylinder, NodeKind::Shape(_)) = (form, &plate.kind) {
        let ink = surface.text.at(0.45);
        let lid = lid_edge(sheet, frame, size, ink);
        // The text is below the lid, not in the middle, so it is a node of its own.
        sheet.nodes.extend([plate, lid, text]);
        return;
    }
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Group(Group { nodes: vec![plate, text], clip: false }),
        role: NodeRole::Label,
        origin: None,
        step: None,
        alt: AltText::Own,
    });
}

/// Adds a text on a plate in the colour of the page, which hides the line behind it.
pub(super) fn push_on_line(sheet: &mut Sheet<'_>, frame: Rect, size: f32, label: &mut Label) {
    let ground: Color = sheet.surface.ground.rgb(sheet.look).into();
    let text = label.node(sheet, frame, size, NodeRole::Label);
    let frame = Rect { x: frame.x - Px(4.0), width: frame.width + Px(8.0), ..frame };
    let shape = Shape { form: ShapeForm::Rect { radius: Px(4.0) }, ..Shape::filled(ground, Px::ZERO) };
    let plate = Node { role: NodeRole::Label, ..Node::decoration(frame, NodeKind::Shape(shape)) };
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Group(Group { nodes: vec![plate, text], clip: false }),
        role: NodeRole::Label,
        origin: None,
        step: None,
        alt: AltText::Own,
    });
}
