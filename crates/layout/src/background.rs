//! The picture behind a slide, its veil, and the colour of the text over it.
//!
//! Where the words stand is known before their colour is: the slide is drawn once to see, and the parts of the picture
//! under its words decide.

use scene::{Alt, Color, Crop, Fill, Gradient, Kind, Node, Point, Px, Rect, Rgb, Role, Widget, WidgetKind};
use serde_json::Value;

use crate::backdrop::{backdrop, stop};
use crate::finding::FindingKind;
use crate::picture::{Fit, PictureFacts};
use crate::sheet::Sheet;
use crate::surface::{Ground, LEAST_CONTRAST, Surface};

/// How thick a veil is, and the most that it may be where a picture needs more.
const VEIL: (f32, f32) = (0.55, 0.9);
/// How thick the veil is over a picture that nobody knows.
const EXTERNAL_VEIL: f32 = 0.78;
/// How far the parts of a calm picture stray from their mean brightness.
const CALM: f32 = 0.12;

/// A picture behind a slide.
pub(crate) struct Background<'a> {
    source: &'a str,
    facts: PictureFacts,
    fit: Fit,
    focus: (f32, f32),
}

/// What lies between a picture and the words.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Veil {
    None,
    Even(Rgb, f32),
    /// Thickest at the upper or lower edge and gone at the other.
    Fading(Rgb, Edge),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Edge {
    Top,
    Bottom,
}

/// A piece of the picture, or of the page beside it, that words stand on.
#[derive(Debug, Clone, Copy)]
struct Patch {
    color: Rgb,
    /// Its middle, as a share of the page from above.
    y: f32,
}

impl<'a> Sheet<'a> {
    /// The picture that the slide asks for, if it can be drawn and the theme lets it.
    pub(crate) fn background(&mut self) -> Option<Background<'a>> {
        let source = self.said("slideBgImage");
        if source.is_empty() || self.look.locks.background {
            return None;
        }
        let fit = if self.said("slideBgFit") == "contain" { Fit::Contain } else { Fit::Cover };
        let focus = (self.number("slideBgFocusX", 50.0), self.number("slideBgFocusY", 50.0));
        match self.pictures.facts(source).copied() {
            Some(facts) => return Some(Background { source, facts, fit, focus }),
            None if source.starts_with("https://") => self.external_background(source, fit, focus),
            None => self.find("slideBgImage", FindingKind::MissingPicture(source.to_owned())),
        }
        None
    }

    /// Lays a picture that is somewhere else, under a veil in the colour of the page: nobody knows how bright it is,
    /// and outputs that do not show it keep the page as it is.
    fn external_background(&mut self, source: &str, fit: Fit, focus: (f32, f32)) {
        self.find("slideBgImage", FindingKind::ExternalPicture(source.to_owned()));
        let kind = WidgetKind::Picture {
            address: source.to_owned(),
            cover: fit == Fit::Cover,
            focus: (focus.0 / 100.0, focus.1 / 100.0),
            radius: Px::ZERO,
        };
        let widget = Kind::Widget(Widget { kind, still: Vec::new() });
        let picture = Node::decoration(Rect::CANVAS, widget);
        let origin = Some(self.origin("slideBgImage"));
        self.nodes.push(Node { role: Role::Backdrop, origin, ..picture });
        let veil = Color::from(self.surface.ground.rgb(self.look)).at(EXTERNAL_VEIL);
        self.nodes.push(Node { role: Role::Decoration, ..backdrop(Fill::Solid(veil)) });
    }

    /// Lays the picture and its veil, and takes up the colours of text that stands where the words do.
    pub(crate) fn lay_background(&mut self, background: &Background<'_>, ground: Ground, words: &[Rect]) {
        let Background { source, facts, fit, focus } = *background;
        let (frame, crop) = facts.placed(Rect::CANVAS, fit, focus);
        let patches = patches(&facts, frame, crop, ground.rgb(self.look), words);
        let light = self.has_light_text(&patches);
        let text = Surface::text_over_picture(&self.look.palette, light);
        let veil = self.veil(&patches, light, self.look.palette.rgb(text));
        if let Some(picture) = self.picture("slideBgImage", source, Rect::CANVAS, fit, focus) {
            self.nodes.push(Node { role: Role::Backdrop, alt: Alt::Decorative, ..picture });
        }
        self.nodes.extend(veil.fill().map(|fill| Node { role: Role::Decoration, ..backdrop(fill) }));
        let below = worst(&patches, veil, self.look.palette.rgb(text));
        self.surface = Ground::Picture { light, below }.surface(self.look);
    }

    fn has_light_text(&self, patches: &[Patch]) -> bool {
        match (self.said("slideBgText"), self.said("slideBgTextAuto")) {
            ("light", _) | ("auto" | "", "light") => return true,
            ("dark", _) | ("auto" | "", "dark") => return false,
            _ => {}
        }
        let veil = match self.said("slideBgOverlay") {
            "light" => Veil::Even(Rgb::WHITE, 0.6),
            "dark" => Veil::Even(Rgb::BLACK, VEIL.0),
            _ => Veil::None,
        };
        let mean = |text: Rgb| patches.iter().map(|patch| text.contrast(veil.over(*patch))).sum::<f32>();
        mean(Rgb::WHITE) >= mean(Rgb::BLACK)
    }

    fn veil(&self, patches: &[Patch], light: bool, text: Rgb) -> Veil {
        let tone = if light { Rgb::BLACK } else { Rgb::WHITE };
        match self.said("slideBgOverlay") {
            "none" => Veil::None,
            "light" => Veil::Even(Rgb::WHITE, 0.6),
            "dark" => Veil::Even(Rgb::BLACK, VEIL.0),
            "gradient-top" => Veil::Fading(tone, Edge::Top),
            "gradient-bottom" => Veil::Fading(tone, Edge::Bottom),
            _ if self.needs_veil(patches, text) => {
                // An ornament may lie between veil and text, and a part of the picture is not all of one brightness.
                let reaches = |alpha: &f32| {
                    let below = worst(patches, Veil::Even(tone, *alpha), text);
                    text.contrast(below) >= LEAST_CONTRAST * 1.2
                };
                let thicker = [VEIL.0, 0.62, 0.69, 0.76, 0.83].into_iter().find(reaches);
                Veil::Even(tone, thicker.unwrap_or(VEIL.1))
            }
            _ => Veil::None,
        }
    }

    fn needs_veil(&self, patches: &[Patch], text: Rgb) -> bool {
        let stored = self.slide.content.get("slideBgNeedsScrim").and_then(Value::as_bool);
        stored.unwrap_or_else(|| {
            spread(patches) > CALM || text.contrast(worst(patches, Veil::None, text)) < LEAST_CONTRAST
        })
    }
}

impl Veil {
    fn fill(self) -> Option<Fill> {
        let (color, edge) = match self {
            Veil::None => return None,
            Veil::Even(color, alpha) => return Some(Fill::Solid(Color::from(color).at(alpha))),
            Veil::Fading(color, edge) => (color, edge),
        };
        let at = |share: f32| Point { x: Px::ZERO, y: Rect::CANVAS.height * share };
        let (from, to) = match edge {
            Edge::Top => (at(0.0), at(1.0)),
            Edge::Bottom => (at(1.0), at(0.0)),
        };
        let stops = vec![stop(0.0, color, 0.75), stop(1.0, color, 0.0)];
        Some(Fill::Gradient(Gradient::Linear { from, to, stops }))
    }

    /// What is seen of a patch through it.
    fn over(self, patch: Patch) -> Rgb {
        match self {
            Veil::None => patch.color,
            Veil::Even(color, alpha) => color.over(patch.color, alpha),
            Veil::Fading(color, Edge::Top) => color.over(patch.color, 0.75 * (1.0 - patch.y)),
            Veil::Fading(color, Edge::Bottom) => color.over(patch.color, 0.75 * patch.y),
        }
    }
}

/// The pieces that words stand on; the whole page where there are none.
fn patches(facts: &PictureFacts, frame: Rect, crop: Crop, page: Rgb, words: &[Rect]) -> Vec<Patch> {
    let everywhere = [Rect::CANVAS];
    let words = if words.is_empty() { &everywhere } else { words };
    let mut patches = Vec::new();
    for place in words {
        for (cell, light) in facts.cells(frame, crop) {
            if cell.overlaps(place) {
                let color = Rgb { red: light, green: light, blue: light };
                patches.push(Patch { color, y: (cell.center().y / Rect::CANVAS.height).clamp(0.0, 1.0) });
            }
        }
        if !frame.contains(place) {
            patches.push(Patch { color: page, y: (place.center().y / Rect::CANVAS.height).clamp(0.0, 1.0) });
        }
    }
    patches
}

/// Of what is seen under the words, what the text stands out from least.
fn worst(patches: &[Patch], veil: Veil, text: Rgb) -> Rgb {
    let seen = patches.iter().map(|patch| veil.over(*patch));
    let contrast = |below: &Rgb| text.contrast(*below);
    seen.min_by(|one, other| contrast(one).total_cmp(&contrast(other))).unwrap_or(Rgb::BLACK)
}

/// How far the brightness of patches strays from their mean, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "a few hundred")]
fn spread(patches: &[Patch]) -> f32 {
    let light = || patches.iter().map(|patch| f32::from(patch.color.green) / 255.0);
    let count = patches.len().max(1) as f32;
    let mean = light().sum::<f32>() / count;
    (light().map(|light| (light - mean).powi(2)).sum::<f32>() / count).sqrt()
}
