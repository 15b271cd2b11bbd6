//! Scenery: drawings behind the content of title slides, section openers, quotes and closings. Each subject has a file.
//!
//! A slide type chooses its scenery by the theme's voice (`deck::voice`). Scenery is vector shapes in the layer that
//! pages share; it depends on the slide type and the slide's index among its type. Coordinates are for a left-to-right
//! deck and mirrored for a right-to-left deck.

mod cut_outs;
mod drafting;
mod orbits;
mod paper;
mod sea;

use deck::OverlayForm;
use deck::voice::Ornament;
use scene::{Color, Node, NodeKind, PaletteRole, Px, Rect, Rgb, Shape, ShapeForm, Stroke};

use crate::diagram::drawn;
use crate::random::SeededRandom;
use crate::sheet::Sheet;
use crate::surface::Ground;

pub(crate) use self::drafting::grid;
pub(crate) use self::orbits::Planet;

/// Contrast below which a shape is invisible on its ground.
const VISIBLE: f32 = 1.2;

/// The drawings behind the content of a page.
#[derive(Default)]
pub(crate) struct Scenery {
    pub(crate) nodes: Vec<Node>,
    /// A name that distinguishes this scenery from that of other slides of the type.
    pub(crate) name: String,
}

/// A thin frame with an inset from the page edges.
pub(crate) fn frame(inset: f32, color: Color, width: f32) -> Node {
    let stroke = Stroke { color, width: Px(width), dash: None, round: false };
    let shape = Shape { form: ShapeForm::Rect { radius: Px::ZERO }, fill: None, stroke: Some(stroke), shadow: None };
    Node::decoration(Rect::CANVAS.inset(Px(inset)), NodeKind::Shape(shape))
}

impl Sheet<'_> {
    /// Adds scenery under a name. `is_random` says that it differs between the slides of a type, so that the name
    /// includes the slide's index among them.
    fn add_scenery(&mut self, name: &str, is_random: bool, nodes: Vec<Node>) {
        let ordinal = self.context.ordinal;
        self.scenery.name.push(' ');
        self.scenery.name.push_str(name);
        if is_random && ordinal > 0 {
            self.scenery.name.push(' ');
            self.scenery.name.push_str(&(ordinal + 1).to_string());
        }
        self.scenery.nodes.extend(nodes);
    }

    fn scenery_seed(&self) -> SeededRandom {
        SeededRandom::new(&[&self.slide.key, &self.context.ordinal.to_string()])
    }

    /// The colour of the page; for a gradient, that of its lightest part.
    pub(crate) fn ground_color(&self) -> Rgb {
        self.surface.ground.rgb(self.look)
    }

    /// A colour if it stands out from the page, else the mark colour.
    pub(crate) fn visible(&self, color: impl Into<Color>) -> Color {
        let color = color.into();
        if self.look.palette.rgb(color).contrast(self.ground_color()) >= VISIBLE { color } else { self.surface.mark }
    }

    /// A ground for a block that stands out from the page: `wanted` if it does, otherwise the first other one that
    /// does.
    pub(crate) fn block_ground(&self, wanted: Ground) -> Ground {
        let stands_out = |ground: &Ground| ground.rgb(self.look).contrast(self.ground_color()) >= VISIBLE;
        let others = [wanted, Ground::Deep, Ground::Accent, Ground::Tint, Ground::Base];
        others.into_iter().find(stands_out).unwrap_or(wanted)
    }

    /// The ground of a light sheet on the page: the standard page colour, or the tint on a page of that colour.
    pub(crate) fn sheet_ground(&self) -> Ground {
        if self.surface.ground == Ground::Base { Ground::Tint } else { Ground::Base }
    }

    /// A colour of the palette mixed into the page.
    pub(crate) fn mixed(&self, role: PaletteRole, share: f32) -> Color {
        self.look.palette.role(role).over(self.ground_color(), share).into()
    }

    /// The colour of lines on the page: the second accent on a light ground, otherwise the mark colour.
    fn line_accent(&self) -> Color {
        match self.surface.ground {
            Ground::Base | Ground::Tint | Ground::Surface => PaletteRole::Accent2.into(),
            _ => self.surface.mark,
        }
    }

    /// The colour of frames and rules on the page: that of lines if it is visible, otherwise the mark colour.
    pub(crate) fn rule_accent(&self) -> Color {
        self.visible(self.line_accent())
    }

    /// Draws a frame along the edges of the page, with a second one inside if `is_double`.
    pub(crate) fn draw_frame(&mut self, is_double: bool) {
        let gradient_has_frame = self.look.gradient.over.is_some_and(|over| over.form == OverlayForm::Frame);
        if gradient_has_frame && self.surface.ground == Ground::Gradient {
            return;
        }
        let color = self.rule_accent();
        let mut frames = vec![frame(48.0, color, 3.0)];
        if is_double {
            frames.push(frame(62.0, color, 1.0));
        }
        self.add_scenery(if is_double { "frames" } else { "frame" }, false, frames);
    }

    /// Draws two rules of different weight, centred on the page. The heavy one is above the thin one, or below it if
    /// `is_closing`.
    pub(crate) fn draw_double_rule(&mut self, y: f32, width: f32, color: Color, is_closing: bool) {
        let x = 960.0 - width / 2.0;
        let (heavy, thin) = if is_closing { (y + 7.0, y) } else { (y, y + 9.0) };
        for (y, height) in [(heavy, 3.0), (thin, 1.0)] {
            self.nodes.push(Sheet::shape(Rect::new(x, y, width, height), color, Px::ZERO));
        }
    }

    /// Draws a bar along the start edge of the page. `parts` are its sections, each with top, bottom and colour.
    pub(crate) fn draw_edge(&mut self, width: f32, parts: &[(f32, f32, Color)]) {
        let parts = parts
            .iter()
            .map(|(top, bottom, color)| Sheet::shape(self.rect(0.0, *top, width, bottom - top), *color, Px::ZERO));
        let nodes = parts.collect();
        self.add_scenery("edge", false, nodes);
    }

    /// Draws the scenery of a page that has no form of its own, such as the closing slide with a logo.
    pub(crate) fn draw_ornament(&mut self) {
        match self.look.voice.other.ornament {
            Ornament::Waves => self.draw_sea(0.0),
            Ornament::Frame => self.draw_frame(true),
            Ornament::CutOuts => self.draw_cut_outs(1420.0, 0.6),
            Ornament::Orbits => {
                let (text, accent, amber) = self.planet_colors();
                let planets = [
                    Planet { orbit: 960.0, degrees: -143.0, radius: 14.0, color: accent },
                    Planet { orbit: 1160.0, degrees: -54.0, radius: 24.0, color: amber },
                    Planet { orbit: 1360.0, degrees: -125.0, radius: 9.0, color: text },
                ];
                self.draw_orbits((960.0, 1560.0), &[760.0, 960.0, 1160.0, 1360.0], &planets);
            }
            Ornament::Block => {
                let color = Color::from(self.block_ground(Ground::Accent).rgb(self.look));
                let block = Sheet::shape(self.rect(0.0, 0.0, 96.0, 1080.0), color, Px::ZERO);
                self.add_scenery("block", false, vec![block]);
            }
            Ornament::Paper => self.draw_confetti(true),
            Ornament::Drafting => {
                let accent = self.mixed(PaletteRole::AccentOnDeep, 0.5);
                let path = drafting::dimension_line(96.0, 1824.0, 984.0);
                let stroke = Stroke { color: accent, width: Px(3.0), dash: None, round: false };
                let line = drawn(self, path, None, Some(stroke));
                self.add_scenery("dimension", false, vec![line]);
            }
            Ornament::Bar => {
                let color = self.surface.mark;
                self.draw_edge(48.0, &[(0.0, 1080.0, color)]);
            }
            Ornament::None => {}
        }
    }
}
