//! The backdrop: what fills the page behind everything, one colour or the gradient of the theme.

use deck::{GradientOverlay, OverlayForm};
use scene::{
    Color, Fill, Gradient, GradientStop, Node, NodeKind, NodeRole, PaletteRole, Point, Px, Rect, Rgb, Shape, ShapeForm,
};

use crate::look::{GradientBackdrop, Look};
use crate::ornament::{frame, grid};
use crate::surface::Ground;

/// Horizontal and vertical radius of a spot.
const SPOT_REACH: (Px, Px) = (Px(1440.0), Px(1080.0));

/// The backdrop nodes of a ground, for a page with or without FOOT.
pub(crate) fn ground(ground: Ground, look: &Look, has_foot: bool) -> Vec<Node> {
    let solid = |color: Color| vec![backdrop(Fill::Solid(color))];
    match ground {
        Ground::Base => solid(PaletteRole::Base.into()),
        Ground::Tint => solid(PaletteRole::Tint.into()),
        Ground::Deep => solid(PaletteRole::Deep.into()),
        Ground::Accent => solid(PaletteRole::Accent.into()),
        Ground::Accent2 => solid(PaletteRole::Accent2.into()),
        Ground::Surface => solid(PaletteRole::Surface.into()),
        Ground::Custom(color) | Ground::Picture { below: color, .. } => solid(color.into()),
        Ground::Gradient => gradient(&look.gradient, has_foot),
    }
}

/// A node that fills the whole page.
pub(crate) fn backdrop(fill: Fill) -> Node {
    let shape = Shape { form: ShapeForm::Rect { radius: Px::ZERO }, fill: Some(fill), stroke: None, shadow: None };
    Node { role: NodeRole::Backdrop, ..Node::decoration(Rect::CANVAS, NodeKind::Shape(shape)) }
}

fn gradient(gradient: &GradientBackdrop, has_foot: bool) -> Vec<Node> {
    let fill = match gradient.linear {
        None => Fill::Solid(gradient.ground.into()),
        Some((angle, to)) => {
            let (from, end) = gradient_line(angle);
            let stops = vec![stop(0.0, gradient.ground, 1.0), stop(1.0, to, 1.0)];
            Fill::Gradient(Gradient::Linear { from, to: end, stops })
        }
    };
    // The first spot is on top.
    let spots = gradient.spots.iter().rev().map(|spot| {
        let center = Point { x: Rect::CANVAS.width * spot.at.0, y: Rect::CANVAS.height * spot.at.1 };
        // The spot fades fast near its centre and slowly towards its edge.
        let fade = [(0.0, 1.0), (0.25, 0.68), (0.5, 0.36), (0.75, 0.12), (1.0, 0.0)];
        backdrop(Fill::Gradient(Gradient::Radial {
            center,
            radius_x: SPOT_REACH.0,
            radius_y: SPOT_REACH.1,
            stops: fade.map(|(at, share)| stop(at, spot.color, spot.alpha * share)).to_vec(),
        }))
    });
    std::iter::once(backdrop(fill))
        .chain(spots)
        .chain(gradient.over.map(|drawing| overlay(drawing, has_foot)))
        .collect()
}

/// The node of a drawing over the gradient.
fn overlay(over: GradientOverlay, has_foot: bool) -> Node {
    let (color, alpha) = (over.color, f32::from(over.percent) / 100.0);
    match over.form {
        OverlayForm::Ring => {
            let band = [(0.0, 0.0), (0.5, 0.0), (0.74, alpha), (1.0, 0.0)];
            backdrop(Fill::Gradient(Gradient::Radial {
                center: Point { x: Px(1990.0), y: Px(1150.0) },
                radius_x: Px(900.0),
                radius_y: Px(900.0),
                stops: band.map(|(at, alpha)| stop(at, color, alpha)).to_vec(),
            }))
        }
        OverlayForm::Frame => {
            let mut frame = frame(48.0, Color::from(color).at(alpha), 2.0);
            if has_foot {
                // The frame ends above FOOT.
                frame.frame.height = Px(992.0) - frame.frame.y;
            }
            frame
        }
        OverlayForm::Grid => grid(Color::from(color).at(alpha)),
    }
}

/// A stop of a gradient.
pub(crate) fn stop(at: f32, color: Rgb, alpha: f32) -> GradientStop {
    GradientStop { at, color: Color::from(color).at(alpha) }
}

/// The end points of a linear gradient across the page at an angle, as in CSS: the corners get the pure colours.
fn gradient_line(angle: f32) -> (Point, Point) {
    let (sine, cosine) = angle.to_radians().sin_cos();
    let (width, height) = (Rect::CANVAS.width.0, Rect::CANVAS.height.0);
    let half = f32::midpoint(width * sine.abs(), height * cosine.abs());
    let at = |sign: f32| Point { x: Px(width / 2.0 + sign * half * sine), y: Px(height / 2.0 - sign * half * cosine) };
    (at(-1.0), at(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gradient_runs_from_corner_to_corner() {
        let (from, to) = gradient_line(90.0);
        assert_eq!((from.x.round(), to.x.round()), (Px(0.0), Px(1920.0)));
        let (from, to) = gradient_line(180.0);
        assert_eq!((from.y.round(), to.y.round()), (Px(0.0), Px(1080.0)));
    }
}
