//! Paper: forty pieces of confetti along the edges of the page.

use scene::{Fill, Node, NodeKind, Path, Rect, Rgb, Shape, ShapeForm};

use super::OrnamentContext;
use crate::random::SeededRandom;

const PIECES: usize = 40;
/// Width of the band along the edges that holds the pieces.
const BAND: f32 = 88.0;
/// Minimum distance between a colour and the background, summed over the three channels.
const MIN_DISTANCE: u16 = 110;
/// The areas of logos, on either side.
const LOGOS: [Rect; 2] = [Rect::new(96.0, 56.0, 232.0, 104.0), Rect::new(1592.0, 48.0, 232.0, 112.0)];

pub(super) fn nodes(context: &OrnamentContext<'_>, seed: &mut SeededRandom) -> Vec<Node> {
    let below: Vec<Rgb> = match context.ground {
        crate::surface::Ground::Gradient => context.look.gradient.colors().collect(),
        ground => vec![ground.rgb(context.look)],
    };
    let is_visible = |color: &&Rgb| below.iter().all(|below| distance(**color, *below) >= MIN_DISTANCE);
    let colors: Vec<Rgb> = context.look.brand.iter().filter(is_visible).copied().collect();
    if colors.is_empty() {
        return Vec::new();
    }
    let mut pieces: Vec<Node> = Vec::with_capacity(PIECES);
    for _ in 0..PIECES {
        let mut seed = seed.branch();
        let form = form(&mut seed);
        let color = seed.one(&colors);
        let place = (0..24).map(|_| place(&mut seed, form.1)).find(|place| {
            let is_free = |other: &Rect| !other.overlaps(place);
            LOGOS.iter().all(is_free) && pieces.iter().all(|piece| is_free(&piece.frame))
        });
        let Some(frame) = place else { continue };
        let shape = Shape { form: form.0, fill: Some(Fill::Solid(color.into())), stroke: None, shadow: None };
        pieces.push(Node::decoration(frame, NodeKind::Shape(shape)));
    }
    pieces
}

fn distance(one: Rgb, other: Rgb) -> u16 {
    let parts = [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)];
    parts.into_iter().map(|(one, other)| u16::from(one.abs_diff(other))).sum()
}

/// A disc, a bar or a quarter circle at a random angle, and its width and height.
fn form(seed: &mut SeededRandom) -> (ShapeForm, (f32, f32)) {
    match seed.one(&[0, 0, 1, 1, 2]) {
        0 => {
            let side = seed.between(16.0, 36.0).round();
            (ShapeForm::Ellipse, (side, side))
        }
        1 => turned(&bar(), seed.between(0.0, std::f32::consts::PI)),
        _ => turned(&quarter(), seed.between(0.0, std::f32::consts::TAU)),
    }
}

/// Points of a path: one for a line, or two control points and an end point for a curve.
type Points = Vec<Vec<(f32, f32)>>;

fn bar() -> Points {
    vec![vec![(-6.0, -24.0)], vec![(6.0, -24.0)], vec![(6.0, 24.0)], vec![(-6.0, 24.0)]]
}

fn quarter() -> Points {
    let handle = 40.0 * 0.552_285;
    vec![vec![(0.0, 0.0)], vec![(40.0, 0.0)], vec![(40.0, handle), (handle, 40.0), (0.0, 40.0)]]
}

/// A shape rotated by an angle and moved to the origin.
fn turned(points: &Points, angle: f32) -> (ShapeForm, (f32, f32)) {
    let (sine, cosine) = angle.sin_cos();
    let turn = |(x, y): (f32, f32)| (x * cosine - y * sine, x * sine + y * cosine);
    let points: Points = points.iter().map(|step| step.iter().copied().map(turn).collect()).collect();
    let all = || points.iter().flatten();
    let least = all().fold((f32::MAX, f32::MAX), |least, at| (least.0.min(at.0), least.1.min(at.1)));
    let most = all().fold((f32::MIN, f32::MIN), |most, at| (most.0.max(at.0), most.1.max(at.1)));
    let at = |(x, y): (f32, f32)| (x - least.0, y - least.1);
    let mut path = Path::default();
    for (index, step) in points.iter().enumerate() {
        path = match step.as_slice() {
            [first, second, end] => path.curve(at(*first), at(*second), at(*end)),
            [end, ..] if index == 0 => path.to(at(*end).0, at(*end).1),
            [end, ..] => path.line(at(*end).0, at(*end).1),
            [] => path,
        };
    }
    (ShapeForm::Path(path.close()), (most.0 - least.0, most.1 - least.1))
}

/// A random position in the band along one of the edges; the longer edges are chosen more often.
fn place(seed: &mut SeededRandom, (width, height): (f32, f32)) -> Rect {
    let across = seed.between(8.0, 1912.0 - width);
    let down = seed.between(8.0, 1072.0 - height);
    let (x, y) = match seed.one(&[0, 0, 1, 1, 2, 3]) {
        0 => (across, seed.between(8.0, BAND - height)),
        1 => (across, seed.between(1080.0 - BAND, 1072.0 - height)),
        2 => (seed.between(8.0, BAND - width), down),
        _ => (seed.between(1920.0 - BAND, 1912.0 - width), down),
    };
    Rect::new(x.round(), y.round(), width, height)
}
