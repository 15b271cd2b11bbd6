//! Orbits: three arcs around a point off to the upper right, and sixty stars that keep clear of words.

use scene::{Color, Kind, Node, PaletteRole, Px, Rect, Shape, ShapeForm, Stroke};

use super::Scene;
use crate::seed::Seed;

/// The middle of the arcs.
const CENTER: (f32, f32) = (1620.0, 180.0);
const STARS: usize = 60;
/// How far a star keeps from words.
const CLEAR: f32 = 16.0;

pub(super) fn nodes(scene: &Scene<'_>, seed: &mut Seed) -> Vec<Node> {
    let x = if scene.mirrored { 1920.0 - CENTER.0 } else { CENTER.0 };
    let stroke = Stroke { color: Color::from(PaletteRole::Accent).at(0.25), width: Px(2.0), dash: None, round: false };
    let arcs = [420.0, 620.0, 820.0].map(|radius| {
        let frame = Rect::new(x - radius, CENTER.1 - radius, radius * 2.0, radius * 2.0);
        let shape = Shape { form: ShapeForm::Ellipse, fill: None, stroke: Some(stroke), shadow: None };
        Node::decoration(frame, Kind::Shape(shape))
    });
    let stars = (0..STARS).filter_map(|_| star(scene, &mut seed.branch()));
    arcs.into_iter().chain(stars).collect()
}

/// A star somewhere. A page full of words may leave it no place.
fn star(scene: &Scene<'_>, seed: &mut Seed) -> Option<Node> {
    let size = seed.between(2.0, 6.0).round();
    let color = Color::from(PaletteRole::Text).at(seed.between(0.2, 0.6));
    let is_free = |star: &Rect| scene.words.iter().all(|words| !words.inset(Px(-CLEAR)).overlaps(star));
    let frame = (0..24)
        .map(|_| Rect::new(seed.between(12.0, 1902.0).round(), seed.between(12.0, 1062.0).round(), size, size))
        .find(is_free)?;
    Some(Node::decoration(frame, Kind::Shape(Shape::disc(color))))
}
