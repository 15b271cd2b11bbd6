//! The ornaments of the themes: drawings between backdrop and content. Each one that is more than a box has a file.
//!
//! Ornaments are vector shapes that depend on the theme, the slide type and the slide's index among its type.
//! Coordinates are for a left-to-right deck and mirrored for a right-to-left deck.

mod cut_outs;
mod drafting;
mod orbits;
mod paper;
mod waves;

use deck::{Backdrop, DeckRole, OrnamentName};
use scene::{Color, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape, ShapeForm, Stroke};

use crate::look::Look;
use crate::random::SeededRandom;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{BlockOptions, TextBlock};

pub(crate) use self::drafting::grid;

/// The slide that an ornament is drawn for.
pub(crate) struct OrnamentContext<'a> {
    look: &'a Look,
    /// Registry key of the slide type.
    key: &'a str,
    /// Whether the slide opens the deck.
    is_title: bool,
    ground: Ground,
    /// Whether the title is centred.
    centred: bool,
    /// Whether the deck is right to left.
    is_right_to_left: bool,
    /// The frames of text on the page.
    text_frames: &'a [Rect],
}

/// The ornament of a page and its variant.
#[derive(Default)]
pub(crate) struct OrnamentLayer {
    pub(crate) nodes: Vec<Node>,
    /// Distinguishes it from the same ornament on other slides of the type; may be empty.
    pub(crate) variant: String,
}

/// The ornament of a page whose text is in the given frames.
pub(crate) fn layer(sheet: &Sheet<'_>, ground: Ground, text_frames: &[Rect]) -> OrnamentLayer {
    let look = sheet.look;
    let context = sheet.ornament_context(ground, text_frames);
    let name = look.ornament.name;
    if !context.is_ornamented() {
        return OrnamentLayer::default();
    }
    let ordinal = sheet.context.ordinal;
    let mut seed = SeededRandom::new(&[&look.id, context.key, &ordinal.to_string()]);
    let nodes = context.nodes(name, &mut seed);
    let is_random = matches!(name, OrnamentName::Waves | OrnamentName::Orbits | OrnamentName::Paper);
    let variant = match name {
        OrnamentName::Block if context.centred => " centred".to_owned(),
        _ if is_random && ordinal > 0 => format!(" {}", ordinal + 1),
        _ => String::new(),
    };
    OrnamentLayer { nodes, variant }
}

/// The texture that a theme adds to a ground on all slides.
pub(crate) fn texture(look: &Look, ground: Ground) -> Vec<Node> {
    match (look.ornament.name, ground) {
        (OrnamentName::CutOuts, Ground::Base) => vec![cut_outs::grain(&look.id)],
        // On slides with the ornament, its stronger grid covers this one.
        (OrnamentName::Drafting, Ground::Tint) => vec![grid(Color::from(PaletteRole::Line).at(0.45))],
        _ => Vec::new(),
    }
}

impl OrnamentContext<'_> {
    fn is_ornamented(&self) -> bool {
        let backdrop = match self.ground {
            Ground::Base => Backdrop::Base,
            Ground::Tint => Backdrop::Tint,
            Ground::Deep => Backdrop::Deep,
            Ground::Gradient => Backdrop::Gradient,
            _ => return false,
        };
        let ornament = &self.look.ornament;
        ornament.types.iter().any(|key| key == self.key) && ornament.backdrops.contains(&backdrop)
    }

    fn nodes(&self, name: OrnamentName, seed: &mut SeededRandom) -> Vec<Node> {
        match name {
            OrnamentName::Waves => waves::nodes(self.accent(), seed),
            OrnamentName::Frame => self.frames(),
            OrnamentName::CutOuts => self.mirrored_if_needed(cut_outs::nodes()),
            OrnamentName::Orbits => orbits::nodes(self, seed),
            OrnamentName::Block => {
                self.mirrored_if_needed(vec![Sheet::shape(self.block(), PaletteRole::Accent.into(), Px::ZERO)])
            }
            OrnamentName::Paper => paper::nodes(self, seed),
            OrnamentName::Drafting => drafting::nodes(self),
            OrnamentName::Bar => self.mirrored_if_needed(vec![Sheet::shape(
                Rect::new(0.0, 0.0, 16.0, 1080.0),
                self.accent().into(),
                Px::ZERO,
            )]),
        }
    }

    /// The accent for this ground.
    fn accent(&self) -> PaletteRole {
        match self.ground {
            Ground::Deep | Ground::Gradient => PaletteRole::AccentOnDeep,
            _ => PaletteRole::Accent,
        }
    }

    fn frames(&self) -> Vec<Node> {
        let color: Color = match self.ground {
            Ground::Deep => PaletteRole::AccentOnDeep.into(),
            _ => PaletteRole::Accent2.into(),
        };
        let mut frames = vec![frame(48.0, color, 2.0)];
        if self.is_title {
            frames.push(frame(58.0, color, 1.0));
        }
        frames
    }

    fn block(&self) -> Rect {
        if !self.is_title {
            Rect::new(0.0, 1016.0, 1920.0, 64.0)
        } else if self.centred {
            Rect::new(0.0, 976.0, 1920.0, 104.0)
        } else {
            Rect::new(1584.0, 0.0, 336.0, 1080.0)
        }
    }

    /// Nodes mirrored in a right-to-left deck. Their shapes are symmetric.
    fn mirrored_if_needed(&self, mut nodes: Vec<Node>) -> Vec<Node> {
        if self.is_right_to_left {
            for node in &mut nodes {
                node.frame.x = Rect::CANVAS.width - node.frame.right();
            }
        }
        nodes
    }
}

/// A thin frame with an inset from the page edges.
pub(crate) fn frame(inset: f32, color: Color, width: f32) -> Node {
    let stroke = Stroke { color, width: Px(width), dash: None, round: false };
    let shape = Shape { form: ShapeForm::Rect { radius: Px::ZERO }, fill: None, stroke: Some(stroke), shadow: None };
    Node::decoration(Rect::CANVAS.inset(Px(inset)), NodeKind::Shape(shape))
}

impl Sheet<'_> {
    fn ornament_context<'c>(&'c self, ground: Ground, text_frames: &'c [Rect]) -> OrnamentContext<'c> {
        let slide_type = self.registry.by_key(&self.slide.key);
        OrnamentContext {
            look: self.look,
            key: &self.slide.key,
            is_title: slide_type.is_some_and(|slide_type| slide_type.deck_role == Some(DeckRole::Title)),
            ground: self.ornament_ground(ground),
            centred: self.text("titleBlockAlign") == "center",
            is_right_to_left: self.direction.is_right_to_left(),
            text_frames,
        }
    }

    /// The ground for the choice of ornament: a picture counts as dark or light by its text colour.
    fn ornament_ground(&self, ground: Ground) -> Ground {
        match self.surface.ground {
            Ground::Picture { light: true, .. } => Ground::Deep,
            Ground::Picture { light: false, .. } => Ground::Base,
            _ => ground,
        }
    }

    /// Whether a frame lies on the accent block that the theme's ornament puts on a title slide.
    pub(crate) fn is_on_block(&self, frame: Rect, ground: Ground) -> bool {
        let context = self.ornament_context(ground, &[]);
        let block =
            context.mirrored_if_needed(vec![Sheet::shape(context.block(), PaletteRole::Accent.into(), Px::ZERO)]);
        self.look.ornament.name == OrnamentName::Block && context.is_ornamented() && block[0].frame.contains(&frame)
    }

    /// Draws the slide number at the end of the dimension line, if the theme's ornament has one.
    pub(crate) fn draw_number_ornament(&mut self, ground: Ground) {
        let is_drafting = self.look.ornament.name == OrnamentName::Drafting;
        if !is_drafting || !self.ornament_context(ground, &[]).is_ornamented() {
            return;
        }
        let pen = self.mono().size(20.0).leading(1.4).color(self.surface.muted).align(self.end_align());
        let mut block = TextBlock::new(self.typesetter, vec![pen.plain(&self.context.number.to_string())]);
        let text = block.text(self.typesetter, BlockOptions::width(Px(200.0)), Px(f32::MAX), 1);
        let height = text.height();
        let frame = self.rect(1608.0, 980.0 - height.0, 200.0, height.0);
        self.push_text(frame, text, NodeRole::PageNumber, None);
    }
}
