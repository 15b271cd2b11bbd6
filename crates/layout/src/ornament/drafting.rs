//! Drafting: a grid of hairlines, dimension lines and a flange in section.

use std::f32::consts::TAU;

use scene::{Color, Fill, Node, NodeKind, Path, Px, Rect, Shape, ShapeForm, Stroke};

use crate::diagram::{Ellipse, drawn};
use crate::sheet::Sheet;

/// Distance between grid lines.
const STEP: usize = 48;
/// The circles of a flange: the radius as a share of the flange's radius, and the line width.
const FLANGE: [(f32, f32); 4] = [(1.0, 4.0), (0.86, 2.0), (0.62, 4.0), (0.5, 2.0)];
/// Number of bolt holes of a flange.
const BOLTS: u8 = 8;

/// A grid over the whole page, in one shape.
pub(crate) fn grid(color: Color) -> Node {
    let mut path = Path::default();
    for at in (STEP..1920).step_by(STEP).map(pixel_middle) {
        path = path.to(at, 0.0).line(at, 1080.0);
    }
    for at in (STEP..1080).step_by(STEP).map(pixel_middle) {
        path = path.to(0.0, at).line(1920.0, at);
    }
    let stroke = Stroke { color, width: Px(1.0), dash: None, round: false };
    let shape = Shape { form: ShapeForm::Path(path), fill: None, stroke: Some(stroke), shadow: None };
    Node::decoration(Rect::CANVAS, NodeKind::Shape(shape))
}

/// The middle of a pixel, where a hairline is sharp.
#[expect(clippy::cast_precision_loss, reason = "less than a page")]
fn pixel_middle(pixel: usize) -> f32 {
    pixel as f32 + 0.5
}

/// A horizontal line between two ticks.
pub(super) fn dimension_line(from: f32, to: f32, y: f32) -> Path {
    let tick = |path: Path, x: f32| path.to(x, y - 16.0).line(x, y + 16.0);
    tick(tick(Path::default().to(from, y).line(to, y), from), to)
}

impl Sheet<'_> {
    /// Draws a dimension line with ticks and arrow heads. The line is not scenery, because its length
    /// depends on the text.
    pub(crate) fn draw_dimension(&mut self, from: f32, to: f32, y: f32) {
        let color = self.surface.mark;
        let stroke = Stroke { color, width: Px(3.0), dash: None, round: false };
        let line = drawn(self, dimension_line(from, to, y), None, Some(stroke));
        let head =
            |path: Path, x: f32, back: f32| path.to(x, y).line(x + back, y - 8.0).line(x + back, y + 8.0).close();
        let heads = head(head(Path::default(), from, 22.0), to, -22.0);
        let heads = drawn(self, heads, Some(Fill::Solid(color)), None);
        self.nodes.extend([line, heads]);
    }

    /// Draws a flange in section: circles, bolt holes and centre lines.
    pub(crate) fn draw_flange(&mut self, (x, y): (f32, f32), radius: f32) {
        let color = self.look.palette.rgb(self.surface.mark).over(self.ground_color(), 0.62).into();
        let stroke = |width: f32, dash: Option<(Px, Px)>| Stroke { color, width: Px(width), dash, round: false };
        let circle = |path: Path, x: f32, y: f32, radius: f32| {
            let circle = Ellipse::circle(x, y, radius);
            let from = circle.at(0.0);
            circle.arc(path.to(from.0, from.1), 0.0, TAU).close()
        };
        let mut nodes: Vec<Node> = Vec::new();
        for (share, width) in FLANGE {
            let path = circle(Path::default(), x, y, radius * share);
            nodes.push(drawn(self, path, None, Some(stroke(width, None))));
        }
        let bolts = Ellipse::circle(x, y, radius * 0.74);
        let mut path = Path::default();
        for bolt in 0..BOLTS {
            let at = bolts.at(TAU * (f32::from(bolt) + 0.5) / f32::from(BOLTS));
            path = circle(path, at.0, at.1, radius * 0.06);
        }
        nodes.push(drawn(self, path, None, Some(stroke(3.0, None))));
        let arm = radius * 1.2;
        let cross = Path::default().to(x - arm, y).line(x + arm, y).to(x, (y - arm).max(0.0)).line(x, y + arm);
        nodes.push(drawn(self, cross, None, Some(stroke(2.0, Some((Px(48.0), Px(12.0)))))));
        self.add_scenery("flange", false, nodes);
    }
}
