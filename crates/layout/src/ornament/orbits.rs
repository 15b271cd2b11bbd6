//! Orbits: circles around a point with planets on them, and stars. Planets and stars keep clear of text.

use scene::{Color, Node, NodeKind, PaletteRole, Px, Rect, Shape, ShapeForm, Stroke};

use crate::document::text_frames;
use crate::random::SeededRandom;
use crate::sheet::Sheet;

/// Number of stars on a page.
const STARS: usize = 60;
/// Minimum distance of stars and planets from text.
const CLEAR: f32 = 24.0;
/// Degrees by which a planet moves along its orbit, again and again, until it is clear of text.
const TURN: f32 = 4.0;

/// A disc on an orbit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Planet {
    /// Radius of the orbit.
    pub(crate) orbit: f32,
    /// Position on the orbit, in degrees clockwise from 3 o'clock.
    pub(crate) degrees: f32,
    /// Radius of the disc.
    pub(crate) radius: f32,
    pub(crate) color: Color,
}

impl Sheet<'_> {
    /// The colours of planets: text, accent and second accent, adjusted so that they are visible on the page.
    pub(crate) fn planet_colors(&self) -> (Color, Color, Color) {
        (self.surface.text, self.surface.mark, self.visible(PaletteRole::Accent2))
    }

    /// The colour of orbits: the strongest on which large text can be read.
    fn orbit_color(&self) -> Color {
        let palette = &self.look.palette;
        let (page, mark) = (self.surface.ground.rgb(self.look), self.surface.mark);
        let is_readable = |share: f32| {
            let line = palette.rgb(mark).over(page, share);
            [self.surface.text, self.surface.muted].into_iter().all(|text| palette.rgb(text).contrast(line) >= 3.05)
        };
        mark.at([0.4, 0.3, 0.2].into_iter().find(|share| is_readable(*share)).unwrap_or(0.12))
    }

    /// Draws orbits and planets around a point, and stars on the whole page. Called after the text is drawn. A planet
    /// whose orbit has no free place is left out.
    pub(crate) fn draw_orbits(&mut self, center: (f32, f32), radii: &[f32], planets: &[Planet]) {
        let text = text_frames(&self.nodes);
        let mirrored = self.direction.is_right_to_left();
        let x = if mirrored { 1920.0 - center.0 } else { center.0 };
        let stroke = Stroke { color: self.orbit_color(), width: Px(2.0), dash: None, round: false };
        let mut nodes: Vec<Node> = Vec::new();
        for radius in radii {
            let frame = Rect::new(x - radius, center.1 - radius, radius * 2.0, radius * 2.0);
            let shape = Shape { form: ShapeForm::Ellipse, fill: None, stroke: Some(stroke), shadow: None };
            nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
        }
        let is_free = |frame: &Rect| text.iter().all(|text| !text.inset(Px(-CLEAR)).overlaps(frame));
        for planet in planets {
            let mut frames = (0_u8..45).map(|turn| {
                let degrees = planet.degrees + TURN * f32::from(turn);
                let (sine, cosine) = degrees.to_radians().sin_cos();
                let across = if mirrored { -cosine } else { cosine };
                let (x, y) = (x + planet.orbit * across, center.1 + planet.orbit * sine);
                Rect::new(x - planet.radius, y - planet.radius, planet.radius * 2.0, planet.radius * 2.0)
            });
            let place = frames.find(|frame| is_free(frame) && Rect::CANVAS.contains(frame));
            let disc = Shape::disc(planet.color);
            nodes.extend(place.map(|frame| Node::decoration(frame, NodeKind::Shape(disc))));
        }
        let mut seed = self.scenery_seed();
        let color = self.surface.text;
        nodes.extend((0..STARS).filter_map(|_| star(&mut seed.branch(), color, &is_free)));
        self.add_scenery("orbits", true, nodes);
    }
}

/// A star at a random position; `None` when 24 positions in a row are too near to text.
fn star(seed: &mut SeededRandom, color: Color, is_free: &dyn Fn(&Rect) -> bool) -> Option<Node> {
    let size = seed.between(2.0, 6.0).round();
    let color = color.at(seed.between(0.2, 0.6));
    let frame = (0..24)
        .map(|_| Rect::new(seed.between(12.0, 1902.0).round(), seed.between(12.0, 1062.0).round(), size, size))
        .find(is_free)?;
    Some(Node::decoration(frame, NodeKind::Shape(Shape::disc(color))))
}
