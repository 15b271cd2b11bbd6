//! What fills a page behind its content: a ground, a picture with its veil, the ornament of the theme.

use scene::{Alt, Fill, Gradient, Kind, Node, Path, Point, Px, Rect, Rgb, Role, Shape, ShapeForm, Stop};

use crate::look::{Look, Ornament, Wash};
use crate::picture::{Fit, PictureFacts};
use crate::sheet::Sheet;
use crate::surface::Ground;

/// Types that show the ornament of the theme.
const ORNAMENTED: [&str; 3] = ["title-slide", "chapter-title-slide", "end-slide"];

/// The nodes of a ground.
pub(crate) fn ground(ground: Ground, look: &Look) -> Vec<Node> {
    let solid = |color: scene::Color| vec![backdrop(Fill::Solid(color))];
    match ground {
        Ground::Base => solid(scene::PaletteRole::Base.into()),
        Ground::Tint => solid(scene::PaletteRole::Tint.into()),
        Ground::Deep => solid(scene::PaletteRole::Deep.into()),
        Ground::Accent => solid(scene::PaletteRole::Accent.into()),
        Ground::Accent2 => solid(scene::PaletteRole::Accent2.into()),
        Ground::Surface => solid(scene::PaletteRole::Surface.into()),
        Ground::Custom(color) => solid(color.into()),
        Ground::Gradient => wash(&look.gradient),
    }
}

fn backdrop(fill: Fill) -> Node {
    let shape = Shape { form: ShapeForm::Rect { radius: Px::ZERO }, fill: Some(fill), stroke: None, shadow: None };
    Node { role: Role::Backdrop, ..Node::decoration(Rect::CANVAS, Kind::Shape(shape)) }
}

fn wash(wash: &Wash) -> Vec<Node> {
    let fill = match wash.linear {
        None => Fill::Solid(wash.ground.into()),
        Some((angle, to)) => {
            let (from, end) = gradient_line(angle);
            let stops = vec![stop(0.0, wash.ground, 1.0), stop(1.0, to, 1.0)];
            Fill::Gradient(Gradient::Linear { from, to: end, stops })
        }
    };
    let spots = wash.spots.iter().map(|spot| {
        let center = Point { x: Rect::CANVAS.width * spot.at.0, y: Rect::CANVAS.height * spot.at.1 };
        backdrop(Fill::Gradient(Gradient::Radial {
            center,
            radius_x: spot.radius,
            radius_y: spot.radius,
            stops: vec![stop(0.0, spot.color, spot.alpha), stop(1.0, spot.color, 0.0)],
        }))
    });
    std::iter::once(backdrop(fill)).chain(spots).collect()
}

fn stop(at: f32, color: Rgb, alpha: f32) -> Stop {
    Stop { at, color: scene::Color::from(color).at(alpha) }
}

/// The ends of a gradient across the page at an angle, as CSS draws it: the corners get the pure colours.
fn gradient_line(angle: f32) -> (Point, Point) {
    let (sine, cosine) = angle.to_radians().sin_cos();
    let (width, height) = (Rect::CANVAS.width.0, Rect::CANVAS.height.0);
    let half = f32::midpoint(width * sine.abs(), height * cosine.abs());
    let at = |sign: f32| Point { x: Px(width / 2.0 + sign * half * sine), y: Px(height / 2.0 - sign * half * cosine) };
    (at(-1.0), at(1.0))
}

/// The ornament of a page, where its type and ground have one.
pub(crate) fn ornament(look: &Look, key: &str, ground: Ground, ordinal: usize) -> Vec<Node> {
    let Some(ornament) = look.ornament else {
        return Vec::new();
    };
    if !ORNAMENTED.contains(&key) {
        return Vec::new();
    }
    let mut seed = Seed::new(&[&look.id, key, &ordinal.to_string()]);
    match (ornament, ground) {
        (Ornament::Waves, Ground::Base | Ground::Tint) => waves(scene::PaletteRole::Accent, &mut seed),
        (Ornament::Waves, Ground::Deep) => waves(scene::PaletteRole::AccentOnDeep, &mut seed),
        (Ornament::Waves, _) => Vec::new(),
    }
}

/// Three sine curves filled down to the lower edge.
fn waves(role: scene::PaletteRole, seed: &mut Seed) -> Vec<Node> {
    [(780.0, 28.0, 960.0, 0.04), (860.0, 36.0, 1280.0, 0.05), (940.0, 44.0, 1600.0, 0.06)]
        .into_iter()
        .map(|(baseline, amplitude, length, alpha)| {
            let top = baseline - amplitude;
            let path = wave(amplitude, length, seed.share() * length, 1080.0 - top);
            let shape = Shape {
                form: ShapeForm::Path(path),
                fill: Some(Fill::Solid(scene::Color::from(role).at(alpha))),
                stroke: None,
                shadow: None,
            };
            Node::decoration(Rect::new(0.0, top, 1920.0, 1080.0 - top), Kind::Shape(shape))
        })
        .collect()
}

/// A sine curve of cubic pieces, each an eighth of a wave, which is closer than a pixel.
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

impl Sheet<'_> {
    /// Draws the picture behind the slide with its veil, and says whether there is one.
    pub(crate) fn background_picture(&mut self) -> bool {
        let source = self.said("slideBgImage");
        let Some(facts) = self.pictures.facts(source).copied() else {
            if !source.is_empty() {
                let missing = crate::finding::FindingKind::MissingPicture(source.to_owned());
                self.find("slideBgImage", missing);
            }
            return false;
        };
        let fit = if self.said("slideBgFit") == "contain" { Fit::Contain } else { Fit::Cover };
        let focus = (self.number("slideBgFocusX", 50.0), self.number("slideBgFocusY", 50.0));
        let light = self.has_light_text(&facts);
        if let Some(picture) = self.picture("slideBgImage", source, Rect::CANVAS, fit, focus) {
            self.nodes.push(Node { role: Role::Backdrop, alt: Alt::Decorative, ..picture });
        }
        let veil = if light { Rgb::BLACK } else { Rgb::WHITE };
        let fill = match self.said("slideBgOverlay") {
            "none" => None,
            "light" => Some(Fill::Solid(scene::Color::from(Rgb::WHITE).at(0.6))),
            "dark" => Some(Fill::Solid(scene::Color::from(Rgb::BLACK).at(0.55))),
            "gradient-top" => Some(fade(veil, 0.0, 1.0)),
            "gradient-bottom" => Some(fade(veil, 1.0, 0.0)),
            _ => self.needs_veil(&facts).then(|| Fill::Solid(scene::Color::from(veil).at(0.55))),
        };
        self.nodes.extend(fill.map(|fill| Node { role: Role::Decoration, ..backdrop(fill) }));
        // The surface follows the picture: text on it is as on a page of that brightness.
        let middle = if light { self.look.palette.deep } else { self.look.palette.base };
        self.surface = Ground::Custom(middle).surface(self.look);
        true
    }

    fn has_light_text(&self, facts: &PictureFacts) -> bool {
        match (self.said("slideBgText"), self.said("slideBgTextAuto")) {
            ("light", _) | ("auto" | "", "light") => true,
            ("dark", _) | ("auto" | "", "dark") => false,
            _ => facts.brightness().0 < 0.5,
        }
    }

    fn needs_veil(&self, facts: &PictureFacts) -> bool {
        let stored = self.slide.content.get("slideBgNeedsScrim").and_then(serde_json::Value::as_bool);
        stored.unwrap_or_else(|| {
            let (mean, spread) = facts.brightness();
            spread > 0.12 || (0.25..0.75).contains(&mean)
        })
    }
}

/// A veil that is thickest where `to` is 0 (above) or 1 (below) and gone at the other end.
fn fade(color: Rgb, to: f32, gone: f32) -> Fill {
    let at = |share: f32| Point { x: Px::ZERO, y: Rect::CANVAS.height * share };
    Fill::Gradient(Gradient::Linear {
        from: at(to),
        to: at(gone),
        stops: vec![stop(0.0, color, 0.75), stop(1.0, color, 0.0)],
    })
}

/// Numbers that look random and are the same for the same words.
pub(crate) struct Seed(u64);

impl Seed {
    pub(crate) fn new(words: &[&str]) -> Seed {
        // FNV-1a, then splitmix64: stable whatever the compiler or machine.
        let mut hash = 0xCBF2_9CE4_8422_2325_u64;
        for byte in words.iter().flat_map(|word| word.bytes().chain([0])) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Seed(hash)
    }

    /// From 0 up to 1.
    pub(crate) fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        #[expect(clippy::cast_precision_loss, reason = "24 bits fit a float")]
        let share = (mixed >> 40) as f32 / (1_u64 << 24) as f32;
        share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_give_the_same_numbers() {
        let mut one = Seed::new(&["default", "title-slide", "0"]);
        let mut other = Seed::new(&["default", "title-slide", "0"]);
        let first: Vec<f32> = (0..4).map(|_| one.share()).collect();
        assert_eq!(first, (0..4).map(|_| other.share()).collect::<Vec<_>>());
        assert!(first.iter().all(|share| (0.0..1.0).contains(share)));
        let next = Seed::new(&["default", "title-slide", "1"]).share();
        assert!((first[0] - next).abs() > 0.001);
    }

    #[test]
    fn a_gradient_runs_from_corner_to_corner() {
        let (from, to) = gradient_line(90.0);
        assert_eq!((from.x.round(), to.x.round()), (Px(0.0), Px(1920.0)));
        let (from, to) = gradient_line(180.0);
        assert_eq!((from.y.round(), to.y.round()), (Px(0.0), Px(1080.0)));
    }
}
