//! Waves: three sine curves filled down to the lower edge.

use scene::{Color, Fill, Node, NodeKind, PaletteRole, Path, Rect, Shape, ShapeForm};

use crate::random::SeededRandom;

/// Baseline, amplitude, wavelength and opacity of each wave.
const WAVES: [(f32, f32, f32, f32); 3] =
    [(780.0, 28.0, 960.0, 0.04), (860.0, 36.0, 1280.0, 0.05), (940.0, 44.0, 1600.0, 0.06)];

pub(super) fn nodes(role: PaletteRole, seed: &mut SeededRandom) -> Vec<Node> {
    let wave = |(baseline, amplitude, length, alpha): (f32, f32, f32, f32)| {
        let top = baseline - amplitude;
        let path = wave(amplitude, length, seed.share() * length, 1080.0 - top);
        let shape = Shape {
            form: ShapeForm::Path(path),
            fill: Some(Fill::Solid(Color::from(role).at(alpha))),
            stroke: None,
            shadow: None,
        };
        Node::decoration(Rect::new(0.0, top, 1920.0, 1080.0 - top), NodeKind::Shape(shape))
    };
    WAVES.into_iter().map(wave).collect()
}

/// A sine curve as cubic Bézier pieces of an eighth of a wavelength, exact to less than a pixel.
fn wave(amplitude: f32, length: f32, shift: f32, depth: f32) -> Path {
    let turn = std::f32::consts::TAU / length;
    let at = |x: f32| amplitude * (1.0 - ((x + shift) * turn).sin());
    let slope = |x: f32| -amplitude * turn * ((x + shift) * turn).cos();
    let step = length / 8.0;
    let mut path = Path::default().to(0.0, depth).line(0.0, at(0.0));
    let mut x = 0.0;
    while x < 1920.0 {
        let end = (x + step).min(1920.0);
        let third = (end - x) / 3.0;
        path = path.curve(
            (x + third, at(x) + slope(x) * third),
            (end - third, at(end) - slope(end) * third),
            (end, at(end)),
        );
        x = end;
    }
    path.line(1920.0, depth).close()
}
