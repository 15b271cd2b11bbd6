//! Orbits: three circles around a point at the upper right, and sixty stars that keep clear of text.

use scene::{Color, Node, NodeKind, PaletteRole, Px, Rect, Shape, ShapeForm, Stroke};

use super::OrnamentContext;
use crate::random::SeededRandom;

/// Centre of the circles.
const CENTER: (f32, f32) = (1620.0, 180.0);
const STARS: usize = 60;
/// Distance of stars from text.
const CLEAR: f32 = 16.0;

pub(super) fn nodes(context: &OrnamentContext<'_>, seed: &mut SeededRandom) -> Vec<Node> {
    let x = if context.is_right_to_left { 1920.0 - CENTER.0 } else { CENTER.0 };
    let stroke = Stroke { color: Color::from(PaletteRole::Accent).at(0.25), width: Px(2.0), dash: None, round: false };
    let arcs = [420.0, 620.0, 820.0].map(|radius| {
        let frame = Rect::new(x - radius, CENTER.1 - radius, radius * 2.0, radius * 2.0);
        let shape = Shape { form: ShapeForm::Ellipse, fill: None, stroke: Some(stroke), shadow: None };
        Node::decoration(frame, NodeKind::Shape(shape))
    });
    let stars = (0..STARS).filter_map(|_| star(context, &mut seed.branch()));
    arcs.into_iter().chain(stars).collect()
}

/// A star at a random position; `None` when the page has no free place.
fn star(context: &OrnamentContext<'_>, seed: &mut SeededRandom) -> Option<Node> {
    let size = seed.between(2.0, 6.0).round();
    let color = Color::from(PaletteRole::Text).at(seed.between(0.2, 0.6));
    let is_free = |star: &Rect| context.text_frames.iter().all(|text| !text.inset(Px(-CLEAR)).overlaps(star));
    let frame = (0..24)
        .map(|_| Rect::new(seed.between(12.0, 1902.0).round(), seed.between(12.0, 1062.0).round(), size, size))
        .find(is_free)?;
    Some(Node::decoration(frame, NodeKind::Shape(Shape::disc(color))))
}
