//! The ornaments of the themes: drawings between backdrop and content, one file for each that is more than a box.
//!
//! Everything is a vector and follows from the theme, the type and the slide's ordinal among its type. Places are
//! given as for text that runs left to right and turned round for a deck that runs the other way.

mod cut_outs;
mod drafting;
mod orbits;
mod paper;
mod waves;

use deck::{Backdrop, OrnamentName};
use scene::{Align, Color, Kind, Node, PaletteRole, Px, Rect, Role, Shape, ShapeForm, Stroke};

use crate::look::Look;
use crate::seed::Seed;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{Block, Setting};

pub(crate) use self::drafting::grid;

/// What an ornament is drawn for.
pub(crate) struct Scene<'a> {
    look: &'a Look,
    /// Registry key of the type.
    key: &'a str,
    ground: Ground,
    /// Whether the block of a title stands in the middle.
    centred: bool,
    /// Whether the deck runs right to left.
    mirrored: bool,
    /// Where words stand.
    words: &'a [Rect],
}

/// The ornament of a page.
#[derive(Default)]
pub(crate) struct Drawn {
    pub(crate) nodes: Vec<Node>,
    /// What sets it apart from the same ornament on another slide of the type; maybe empty.
    pub(crate) variant: String,
}

/// The ornament of a page. Words stand where the boxes are.
pub(crate) fn drawn(sheet: &Sheet<'_>, ground: Ground, words: &[Rect]) -> Drawn {
    let look = sheet.look;
    let scene = Scene {
        look,
        key: &sheet.slide.key,
        ground: sheet.ornament_ground(ground),
        centred: sheet.said("titleBlockAlign") == "center",
        mirrored: sheet.direction.is_right_to_left(),
        words,
    };
    let name = look.ornament.name;
    if !scene.is_ornamented() {
        return Drawn::default();
    }
    let ordinal = sheet.place.ordinal;
    let mut seed = Seed::new(&[&look.id, scene.key, &ordinal.to_string()]);
    let nodes = scene.nodes(name, &mut seed);
    let by_chance = matches!(name, OrnamentName::Waves | OrnamentName::Orbits | OrnamentName::Paper);
    let variant = match name {
        OrnamentName::Block if scene.centred => " centred".to_owned(),
        _ if by_chance && ordinal > 0 => format!(" {}", ordinal + 1),
        _ => String::new(),
    };
    Drawn { nodes, variant }
}

/// What the ground of a theme shows on pages of every type.
pub(crate) fn texture(look: &Look, ground: Ground) -> Vec<Node> {
    match (look.ornament.name, ground) {
        (OrnamentName::CutOuts, Ground::Base) => vec![cut_outs::grain(&look.id)],
        // Where the ornament is, its stronger grid covers this one.
        (OrnamentName::Drafting, Ground::Tint) => vec![grid(Color::from(PaletteRole::Line).at(0.45))],
        _ => Vec::new(),
    }
}

impl Scene<'_> {
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

    fn nodes(&self, name: OrnamentName, seed: &mut Seed) -> Vec<Node> {
        match name {
            OrnamentName::Waves => waves::nodes(self.accent(), seed),
            OrnamentName::Frame => self.frames(),
            OrnamentName::CutOuts => self.turned(cut_outs::nodes()),
            OrnamentName::Orbits => orbits::nodes(self, seed),
            OrnamentName::Block => self.turned(vec![Sheet::shape(self.block(), PaletteRole::Accent.into(), Px::ZERO)]),
            OrnamentName::Paper => paper::nodes(self, seed),
            OrnamentName::Drafting => drafting::nodes(self),
            OrnamentName::Bar => {
                self.turned(vec![Sheet::shape(Rect::new(0.0, 0.0, 16.0, 1080.0), self.accent().into(), Px::ZERO)])
            }
        }
    }

    /// The accent as it is used on the ground.
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
        if self.key == "title-slide" {
            frames.push(frame(58.0, color, 1.0));
        }
        frames
    }

    fn block(&self) -> Rect {
        match self.key {
            "title-slide" if self.centred => Rect::new(0.0, 976.0, 1920.0, 104.0),
            "title-slide" => Rect::new(1584.0, 0.0, 336.0, 1080.0),
            _ => Rect::new(0.0, 1016.0, 1920.0, 64.0),
        }
    }

    /// Nodes at their places in a deck that runs right to left. Their forms are even on both sides.
    fn turned(&self, mut nodes: Vec<Node>) -> Vec<Node> {
        if self.mirrored {
            for node in &mut nodes {
                node.frame.x = Rect::CANVAS.width - node.frame.right();
            }
        }
        nodes
    }
}

/// A thin frame, so far inside the page.
pub(crate) fn frame(inset: f32, color: Color, width: f32) -> Node {
    let stroke = Stroke { color, width: Px(width), dash: None, round: false };
    let shape = Shape { form: ShapeForm::Rect { radius: Px::ZERO }, fill: None, stroke: Some(stroke), shadow: None };
    Node::decoration(Rect::CANVAS.inset(Px(inset)), Kind::Shape(shape))
}

impl Sheet<'_> {
    /// The ground as an ornament takes it: a picture counts as dark or light by the text it carries.
    fn ornament_ground(&self, ground: Ground) -> Ground {
        match self.surface.ground {
            Ground::Picture { light: true, .. } => Ground::Deep,
            Ground::Picture { light: false, .. } => Ground::Base,
            _ => ground,
        }
    }

    /// Whether a box stands on the accent that the theme's ornament puts on a title page.
    pub(crate) fn is_on_block(&self, place: Rect, ground: Ground) -> bool {
        let scene = Scene {
            look: self.look,
            key: &self.slide.key,
            ground: self.ornament_ground(ground),
            centred: self.said("titleBlockAlign") == "center",
            mirrored: self.direction.is_right_to_left(),
            words: &[],
        };
        let block = scene.turned(vec![Sheet::shape(scene.block(), PaletteRole::Accent.into(), Px::ZERO)]);
        self.look.ornament.name == OrnamentName::Block && scene.is_ornamented() && block[0].frame.contains(&place)
    }

    /// The slide number at the end of a dimension line, where the theme draws one.
    pub(crate) fn number_ornament(&mut self, ground: Ground) {
        let is_drafting = self.look.ornament.name == OrnamentName::Drafting;
        let ground = self.ornament_ground(ground);
        let scene =
            Scene { look: self.look, key: &self.slide.key, ground, centred: false, mirrored: false, words: &[] };
        if !is_drafting || !scene.is_ornamented() {
            return;
        }
        let end = if self.direction.is_right_to_left() { Align::Left } else { Align::Right };
        let pen = self.mono().size(20.0).leading(1.4).color(self.surface.muted).align(end);
        let mut block = Block::new(self.set, vec![pen.plain(&self.place.number.to_string())]);
        let text = block.text(self.set, Setting::width(Px(200.0)), Px(f32::MAX), 1);
        let height = text.height();
        let frame = self.rect(1608.0, 980.0 - height.0, 200.0, height.0);
        self.push_text(frame, text, Role::PageNumber, None);
    }
}
