//! Paper: pieces of confetti along the edges of the page, and large shapes in its corners.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use scene::{Color, Node, Path, Px, Rect, Rgb};

use crate::diagram::{Ellipse, filled, rounded};
use crate::document::text_frames;
use crate::random::SeededRandom;
use crate::sheet::Sheet;
use crate::surface::Ground;

/// Number of pieces along a long and a short edge.
const PIECES: (u8, u8) = (13, 7);
/// Least and greatest distance of a piece from its edge.
const BAND: (f32, f32) = (10.0, 110.0);
/// Minimum distance between a colour and the background, summed over the three channels.
const MIN_DISTANCE: u16 = 110;
/// Distance of pieces from text.
const CLEAR: f32 = 20.0;

impl Sheet<'_> {
    /// The brand colours that are visible on the page, the accent first. Never empty.
    pub(crate) fn paper_colors(&self) -> Vec<Rgb> {
        let grounds: Vec<Rgb> = match self.surface.ground {
            Ground::Gradient => self.look.gradient.colors().collect(),
            _ => vec![self.ground_color()],
        };
        let is_visible = |color: &Rgb| grounds.iter().all(|ground| distance(*color, *ground) >= MIN_DISTANCE);
        let palette = &self.look.palette;
        let further = [palette.accent_on_deep, palette.accent2, palette.on_deep, palette.text];
        let brand = self.look.brand.iter().copied().chain(further).filter(is_visible);
        let mut colors: Vec<Rgb> = Vec::new();
        for color in brand {
            if !colors.contains(&color) && colors.len() < 4 {
                colors.push(color);
            }
        }
        if colors.is_empty() { vec![palette.rgb(self.surface.mark)] } else { colors }
    }

    /// Draws confetti along the edges, large or small. Called after the text is drawn.
    pub(crate) fn draw_confetti(&mut self, is_large: bool) {
        let colors = self.paper_colors();
        let text = text_frames(&self.nodes);
        let mut seed = self.scenery_seed();
        let sizes: &[f32] = if is_large { &[36.0, 48.0, 64.0, 88.0] } else { &[24.0, 36.0, 48.0] };
        let mut nodes: Vec<Node> = Vec::new();
        for side in 0_u8..4 {
            let count = if side % 2 == 0 { PIECES.0 } else { PIECES.1 };
            for piece in 0..count {
                let mut seed = seed.branch();
                let along = (f32::from(piece) + seed.between(0.15, 0.85)) / f32::from(count);
                let from_edge = seed.between(BAND.0, BAND.1);
                let (x, y) = match side {
                    0 => (along * 1920.0, from_edge),
                    1 => (1920.0 - from_edge, along * 1080.0),
                    2 => (along * 1920.0, 1080.0 - from_edge),
                    _ => (from_edge, along * 1080.0),
                };
                let size = seed.pick(sizes);
                let color = colors[nodes.len() % colors.len()];
                let node = filled(self, piece_path((x, y), size, &mut seed), color.into());
                let is_free = |other: &Rect| !other.inset(Px(-CLEAR)).overlaps(&node.frame);
                if text.iter().all(is_free) && nodes.iter().all(|other| !other.frame.overlaps(&node.frame)) {
                    nodes.push(node);
                }
            }
        }
        self.add_scenery("confetti", true, nodes);
    }

    /// Draws large shapes in the corners of a section opener and returns the colour of the quarter disc that carries the
    /// numeral.
    pub(crate) fn draw_opener_shapes(&mut self) -> Rgb {
        let colors = self.paper_colors();
        let at = |index: usize| Color::from(colors[index % colors.len()]);
        let (first, second, third, fourth) = shape_order(&colors);
        let quarter = Path::default().to(1920.0, 0.0).line(1920.0, 560.0);
        let quarter = Ellipse::circle(1920.0, 0.0, 560.0).arc(quarter, PI, PI + FRAC_PI_2).close();
        let nodes = vec![
            filled(self, quarter, at(first)),
            filled(self, disc(1500.0, 1010.0, 220.0), at(second)),
            filled(self, rounded(Rect::new(1660.0, 700.0, 380.0, 520.0), [72.0; 4]), at(third)),
            filled(self, disc(1180.0, 1080.0, 90.0), at(fourth)),
        ];
        self.add_scenery("shapes", false, nodes);
        colors[first % colors.len()]
    }

    /// Draws large shapes at the end side of a closing slide.
    pub(crate) fn draw_closing_shapes(&mut self) {
        let colors = self.paper_colors();
        let at = |index: usize| Color::from(colors[index % colors.len()]);
        let (first, second, third, fourth) = shape_order(&colors);
        let quarter = Path::default().to(1920.0, 1080.0).line(1340.0, 1080.0);
        let quarter = Ellipse::circle(1920.0, 1080.0, 580.0).arc(quarter, -FRAC_PI_2, 0.0).close();
        let nodes = vec![
            filled(self, quarter, at(first)),
            filled(self, disc(1690.0, 250.0, 190.0), at(second)),
            filled(self, disc(1330.0, 170.0, 70.0), at(fourth)),
            filled(self, rounded(Rect::new(1400.0, 640.0, 200.0, 200.0), [44.0; 4]), at(third)),
        ];
        self.add_scenery("shapes", false, nodes);
    }
}

/// Indices of the colours of the large shapes: the lightest of the first three, then the others in order.
fn shape_order(colors: &[Rgb]) -> (usize, usize, usize, usize) {
    let luminance = |index: &usize| colors[*index].luminance();
    let first = (0..colors.len().min(3)).max_by(|one, other| luminance(one).total_cmp(&luminance(other))).unwrap_or(0);
    let mut others = (0..colors.len()).filter(|index| *index != first).cycle();
    let mut next = || others.next().unwrap_or(first);
    (first, next(), next(), next())
}

fn disc(x: f32, y: f32, radius: f32) -> Path {
    let circle = Ellipse::circle(x, y, radius);
    let from = circle.at(0.0);
    circle.arc(Path::default().to(from.0, from.1), 0.0, TAU).close()
}

/// The sum of the differences of the three channels.
fn distance(one: Rgb, other: Rgb) -> u16 {
    let parts = [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)];
    parts.into_iter().map(|(one, other)| u16::from(one.abs_diff(other))).sum()
}

/// A disc, a bar, a quarter disc or half a disc at a random angle.
fn piece_path((x, y): (f32, f32), size: f32, seed: &mut SeededRandom) -> Path {
    let angle = seed.between(0.0, TAU);
    match seed.pick(&[0, 1, 2, 3]) {
        0 => disc(x, y, size / 2.0),
        1 => {
            let (sine, cosine) = angle.sin_cos();
            let turn =
                |(across, down): (f32, f32)| (x + across * cosine - down * sine, y + across * sine + down * cosine);
            let (across, down) = (size * 0.18, size * 0.7);
            let corners = [(-across, -down), (across, -down), (across, down), (-across, down)].map(turn);
            let path = Path::default().to(corners[0].0, corners[0].1);
            corners[1..].iter().fold(path, |path, corner| path.line(corner.0, corner.1)).close()
        }
        2 => {
            let circle = Ellipse::circle(x, y, size);
            let from = circle.at(angle);
            circle.arc(Path::default().to(x, y).line(from.0, from.1), angle, angle + FRAC_PI_2).close()
        }
        _ => {
            let circle = Ellipse::circle(x, y, size * 0.6);
            let from = circle.at(angle);
            circle.arc(Path::default().to(from.0, from.1), angle, angle + PI).close()
        }
    }
}
