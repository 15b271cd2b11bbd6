//! The picture behind a slide, the overlay on it, and the text colour over it.
//!
//! The slide is drawn once to find out where its text is. The brightness of the picture there decides the text colour
//! and the overlay; then the slide is drawn again.

use deck::DeckRole;
use scene::{AltText, Color, Crop, Fill, Gradient, Node, NodeKind, NodeRole, Point, Px, Rect, Rgb, Widget, WidgetKind};
use serde_json::Value;

use crate::backdrop::{backdrop, stop};
use crate::finding::FindingKind;
use crate::picture::{Fit, PictureFacts};
use crate::sheet::Sheet;
use crate::surface::{Ground, MIN_TEXT_CONTRAST, Surface, least_readable, lowest_contrast, prefers_white_text};

/// Standard opacity of an overlay, and the maximum for pictures that need more.
const OVERLAY_ALPHA: (f32, f32) = (0.55, 0.9);
/// Opacity of the overlay on a picture of unknown brightness.
const EXTERNAL_OVERLAY_ALPHA: f32 = 0.78;
/// Largest standard deviation of brightness (0 to 1) at which a picture counts as calm.
const CALM_SPREAD: f32 = 0.12;

/// A picture behind a slide.
pub(crate) struct BackgroundPicture<'a> {
    source: &'a str,
    facts: PictureFacts,
    fit: Fit,
    focus: (f32, f32),
}

/// A translucent layer between picture and text.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Overlay {
    None,
    Uniform(Rgb, f32),
    /// Strongest at the top or bottom edge and fading to the other.
    Fading(Rgb, Edge),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Edge {
    Top,
    Bottom,
}

/// A part of the picture, or of the page beside it, that is behind text.
#[derive(Debug, Clone, Copy)]
struct Patch {
    color: Rgb,
    /// Vertical centre, as a fraction of the page height.
    y: f32,
}

impl<'a> Sheet<'a> {
    /// The background picture of the slide, if it can be drawn and the theme allows it.
    pub(crate) fn background_picture(&mut self) -> Option<BackgroundPicture<'a>> {
        let source = self.text("slideBgImage");
        if source.is_empty() || self.look.locks.background {
            return None;
        }
        let fit = if self.text("slideBgFit") == "contain" { Fit::Contain } else { Fit::Cover };
        let focus = (self.number("slideBgFocusX", 50.0), self.number("slideBgFocusY", 50.0));
        match self.pictures.facts(source).copied() {
            Some(facts) => return Some(BackgroundPicture { source, facts, fit, focus }),
            None if source.starts_with("https://") => self.external_background(source, fit, focus),
            None => self.report("slideBgImage", FindingKind::MissingPicture(source.to_owned())),
        }
        None
    }

    /// Whether the slide covers part of its background picture with a block in the page colour and shows the rest
    /// without an overlay.
    pub(crate) fn covers_picture(&self) -> bool {
        let slide_type = self.registry.by_key(&self.slide.key);
        let is_title = slide_type.is_some_and(|slide_type| slide_type.deck_role == Some(DeckRole::Title));
        let source = self.text("slideBgImage");
        let can_be_drawn = self.pictures.facts(source).is_some() || source.starts_with("https://");
        let has_overlay = !matches!(self.text("slideBgOverlay"), "" | "auto");
        is_title && !source.is_empty() && can_be_drawn && !has_overlay && !self.look.locks.background
    }

    /// Draws the background picture without an overlay.
    pub(crate) fn draw_bare_background(&mut self) {
        let source = self.text("slideBgImage");
        let fit = if self.text("slideBgFit") == "contain" { Fit::Contain } else { Fit::Cover };
        let focus = (self.number("slideBgFocusX", 50.0), self.number("slideBgFocusY", 50.0));
        if self.pictures.facts(source).is_none() {
            self.push_external_picture(source, fit, focus);
        } else if let Some(picture) = self.picture("slideBgImage", source, Rect::CANVAS, fit, focus) {
            self.nodes.push(Node { role: NodeRole::Backdrop, alt: AltText::Decorative, ..picture });
        }
    }

    /// Draws a picture on another server under an overlay in the page colour. Its brightness is unknown, and outputs that
    /// cannot show it keep the plain page.
    fn external_background(&mut self, source: &str, fit: Fit, focus: (f32, f32)) {
        self.push_external_picture(source, fit, focus);
        let overlay = Color::from(self.surface.ground.rgb(self.look)).at(EXTERNAL_OVERLAY_ALPHA);
        self.nodes.push(Node { role: NodeRole::Decoration, ..backdrop(Fill::Solid(overlay)) });
    }

    fn push_external_picture(&mut self, source: &str, fit: Fit, focus: (f32, f32)) {
        self.report("slideBgImage", FindingKind::ExternalPicture(source.to_owned()));
        let kind = WidgetKind::Picture {
            address: source.to_owned(),
            cover: fit == Fit::Cover,
            focus: (focus.0 / 100.0, focus.1 / 100.0),
            radius: Px::ZERO,
        };
        let widget = NodeKind::Widget(Widget { kind, static_nodes: Vec::new() });
        let picture = Node::decoration(Rect::CANVAS, widget);
        let origin = Some(self.origin("slideBgImage"));
        self.nodes.push(Node { role: NodeRole::Backdrop, origin, ..picture });
    }

    /// Draws the picture and its overlay, and sets the sheet's text colours for text at the given frames.
    pub(crate) fn draw_background_picture(
        &mut self,
        background: &BackgroundPicture<'_>,
        ground: Ground,
        text_frames: &[Rect],
    ) {
        let BackgroundPicture { source, facts, fit, focus } = *background;
        let (frame, crop) = facts.placed(Rect::CANVAS, fit, focus);
        let patches = patches(&facts, frame, crop, ground.rgb(self.look), text_frames);
        let light = self.has_light_text(&patches);
        let text = Surface::text_over_picture(&self.look.palette, light);
        let overlay = self.overlay(&patches, light, self.look.palette.rgb(text));
        if let Some(picture) = self.picture("slideBgImage", source, Rect::CANVAS, fit, focus) {
            self.nodes.push(Node { role: NodeRole::Backdrop, alt: AltText::Decorative, ..picture });
        }
        self.nodes.extend(overlay.fill().map(|fill| Node { role: NodeRole::Decoration, ..backdrop(fill) }));
        let below = least_readable(self.look.palette.rgb(text), overlay.colors_over(&patches));
        self.surface = Ground::Picture { light, below }.surface(self.look);
    }

    fn has_light_text(&self, patches: &[Patch]) -> bool {
        match (self.text("slideBgText"), self.text("slideBgTextAuto")) {
            ("light", _) | ("auto" | "", "light") => return true,
            ("dark", _) | ("auto" | "", "dark") => return false,
            _ => {}
        }
        let overlay = match self.text("slideBgOverlay") {
            "light" => Overlay::Uniform(Rgb::WHITE, 0.6),
            "dark" => Overlay::Uniform(Rgb::BLACK, OVERLAY_ALPHA.0),
            _ => Overlay::None,
        };
        prefers_white_text(&overlay.colors_over(patches).collect::<Vec<_>>())
    }

    fn overlay(&self, patches: &[Patch], light: bool, text: Rgb) -> Overlay {
        let color = if light { Rgb::BLACK } else { Rgb::WHITE };
        match self.text("slideBgOverlay") {
            "none" => Overlay::None,
            "light" => Overlay::Uniform(Rgb::WHITE, 0.6),
            "dark" => Overlay::Uniform(Rgb::BLACK, OVERLAY_ALPHA.0),
            "gradient-top" => Overlay::Fading(color, Edge::Top),
            "gradient-bottom" => Overlay::Fading(color, Edge::Bottom),
            _ if self.needs_overlay(patches, text) => {
                // The factor 1.2 leaves a margin for an ornament between overlay and text, and for details within a
                // cell of the picture.
                let is_readable = |alpha: &f32| {
                    let below = least_readable(text, Overlay::Uniform(color, *alpha).colors_over(patches));
                    lowest_contrast(text, [below]) >= MIN_TEXT_CONTRAST * 1.2
                };
                let stronger = [OVERLAY_ALPHA.0, 0.62, 0.69, 0.76, 0.83].into_iter().find(is_readable);
                Overlay::Uniform(color, stronger.unwrap_or(OVERLAY_ALPHA.1))
            }
            _ => Overlay::None,
        }
    }

    fn needs_overlay(&self, patches: &[Patch], text: Rgb) -> bool {
        let stored_choice = self.slide.content.get("slideBgNeedsScrim").and_then(Value::as_bool);
        stored_choice.unwrap_or_else(|| {
            let below = least_readable(text, Overlay::None.colors_over(patches));
            spread(patches) > CALM_SPREAD || lowest_contrast(text, [below]) < MIN_TEXT_CONTRAST
        })
    }
}

impl Overlay {
    fn fill(self) -> Option<Fill> {
        let (color, edge) = match self {
            Overlay::None => return None,
            Overlay::Uniform(color, alpha) => return Some(Fill::Solid(Color::from(color).at(alpha))),
            Overlay::Fading(color, edge) => (color, edge),
        };
        let at = |share: f32| Point { x: Px::ZERO, y: Rect::CANVAS.height * share };
        let (from, to) = match edge {
            Edge::Top => (at(0.0), at(1.0)),
            Edge::Bottom => (at(1.0), at(0.0)),
        };
        let stops = vec![stop(0.0, color, 0.75), stop(1.0, color, 0.0)];
        Some(Fill::Gradient(Gradient::Linear { from, to, stops }))
    }

    /// The colours of patches seen through the overlay.
    fn colors_over(self, patches: &[Patch]) -> impl Iterator<Item = Rgb> {
        patches.iter().map(move |patch| self.color_over(*patch))
    }

    /// The colour of a patch seen through the overlay.
    fn color_over(self, patch: Patch) -> Rgb {
        match self {
            Overlay::None => patch.color,
            Overlay::Uniform(color, alpha) => color.over(patch.color, alpha),
            Overlay::Fading(color, Edge::Top) => color.over(patch.color, 0.75 * (1.0 - patch.y)),
            Overlay::Fading(color, Edge::Bottom) => color.over(patch.color, 0.75 * patch.y),
        }
    }
}

/// The patches behind the text; without text, those of the whole page.
fn patches(facts: &PictureFacts, frame: Rect, crop: Crop, page: Rgb, text_frames: &[Rect]) -> Vec<Patch> {
    let everywhere = [Rect::CANVAS];
    let text_frames = if text_frames.is_empty() { &everywhere } else { text_frames };
    let mut patches = Vec::new();
    for text in text_frames {
        for (cell, light) in facts.cells(frame, crop) {
            if cell.overlaps(text) {
                let color = Rgb { red: light, green: light, blue: light };
                patches.push(Patch { color, y: (cell.center().y / Rect::CANVAS.height).clamp(0.0, 1.0) });
            }
        }
        if !frame.contains(text) {
            patches.push(Patch { color: page, y: (text.center().y / Rect::CANVAS.height).clamp(0.0, 1.0) });
        }
    }
    patches
}

/// Standard deviation of the brightness of patches, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "a few hundred")]
fn spread(patches: &[Patch]) -> f32 {
    let light = || patches.iter().map(|patch| f32::from(patch.color.green) / 255.0);
    let count = patches.len().max(1) as f32;
    let mean = light().sum::<f32>() / count;
    (light().map(|light| (light - mean).powi(2)).sum::<f32>() / count).sqrt()
}
