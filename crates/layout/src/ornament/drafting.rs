//! Drafting: a grid of hairlines and a dimension line.

use scene::{Color, Node, NodeKind, PaletteRole, Path, Px, Rect, Rgb, Shape, ShapeForm, Stroke};

use super::OrnamentContext;
use crate::surface::Ground;

/// Distance between grid lines.
const STEP: usize = 48;

pub(super) fn nodes(context: &OrnamentContext<'_>) -> Vec<Node> {
    let color = match context.ground {
        Ground::Deep => Color::from(Rgb::WHITE).at(0.07),
        _ => PaletteRole::Line.into(),
    };
    vec![grid(color), dimension(context.accent().into())]
}

/// A grid over the whole page, in one shape.
pub(crate) fn grid(color: Color) -> Node {
    let mut path = Path::default();
    for at in (STEP..1920).step_by(STEP).map(half) {
        path = path.to(at, 0.0).line(at, 1080.0);
    }
    for at in (STEP..1080).step_by(STEP).map(half) {
        path = path.to(0.0, at).line(1920.0, at);
    }
    Node::decoration(Rect::CANVAS, lined(path, color, 1.0))
}

/// The middle of a pixel, where a hairline is sharp.
#[expect(clippy::cast_precision_loss, reason = "less than a page")]
fn half(at: usize) -> f32 {
    at as f32 + 0.5
}

fn dimension(color: Color) -> Node {
    let path = Path::default();
    let path = path.to(0.0, 6.0).line(1696.0, 6.0).to(1.0, 0.0).line(1.0, 12.0).to(1695.0, 0.0).line(1695.0, 12.0);
    Node::decoration(Rect::new(112.0, 986.0, 1696.0, 12.0), lined(path, color, 2.0))
}

fn lined(path: Path, color: Color, width: f32) -> NodeKind {
    let stroke = Stroke { color, width: Px(width), dash: None, round: false };
    NodeKind::Shape(Shape { form: ShapeForm::Path(path), fill: None, stroke: Some(stroke), shadow: None })
}
