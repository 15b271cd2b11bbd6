//! The sea: three waves along the lower edge of the page, the front one with a crest.

use scene::{Color, Fill, Node, NodeKind, PaletteRole, Px, Rect, Rgb, Shape, ShapeForm, Stroke};

use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::waves::{crest, wave};

/// Baseline, amplitude and wavelength of each wave, from back to front.
const WAVES: [(f32, f32, f32); 3] = [(800.0, 34.0, 1500.0), (880.0, 30.0, 1250.0), (968.0, 22.0, 1000.0)];
/// Width of the crest.
const CREST: f32 = 4.0;
/// Above this level, the front wave is left out.
const WITHOUT_FRONT: f32 = 80.0;

impl Sheet<'_> {
    /// The colours of the waves, from back to front.
    pub(crate) fn sea_tones(&self) -> [Rgb; 3] {
        let palette = &self.look.palette;
        let page = self.ground_color();
        let mixed =
            |role: PaletteRole, below: Rgb, shares: [f32; 3]| shares.map(|share| palette.role(role).over(below, share));
        match self.surface.ground {
            Ground::Deep => mixed(PaletteRole::Accent, palette.deep, [0.2, 0.46, 0.75]),
            Ground::Gradient => mixed(PaletteRole::Accent, palette.deep, [0.43, 0.63, 1.0]),
            Ground::Accent => mixed(PaletteRole::Deep, palette.accent, [0.16, 0.32, 0.5]),
            _ => mixed(PaletteRole::Accent, page, [0.1, 0.2, 1.0]),
        }
    }

    /// Draws the sea, lowered by `level` pixels.
    pub(crate) fn draw_sea(&mut self, level: f32) {
        let mut seed = self.scenery_seed();
        let tones = self.sea_tones();
        let mut nodes = Vec::with_capacity(WAVES.len() + 1);
        for ((base, amplitude, length), tone) in WAVES.into_iter().zip(tones) {
            let phase = seed.share();
            let is_front = base > WAVES[1].0;
            if is_front && level > WITHOUT_FRONT {
                break;
            }
            nodes.push(page_shape(wave(base + level, amplitude, length, phase), Some(tone), None));
            if is_front {
                let line = crest(base + level, amplitude, length, phase);
                nodes.push(page_shape(line, None, Some(PaletteRole::AccentOnDeep.into())));
            }
        }
        self.add_scenery(&format!("sea {level:.0}"), true, nodes);
    }

    /// Draws a tide of the deep colour over a picture, from `top` down, with a lighter wave behind it. The
    /// tide is content, not scenery, because its height depends on the text.
    pub(crate) fn draw_tide(&mut self, top: f32) {
        let back = self.look.palette.accent.over(self.look.palette.deep, 0.46);
        let (base, length) = (top + 18.0, 1500.0);
        let nodes = [
            page_shape(wave(base - 40.0, 26.0, 1250.0, 0.62), Some(back), None),
            page_shape(wave(base, 22.0, length, 0.1), Some(self.look.palette.deep), None),
            page_shape(crest(base, 22.0, length, 0.1), None, Some(PaletteRole::AccentOnDeep.into())),
        ];
        self.nodes.extend(nodes);
    }
}

/// A shape in page coordinates.
fn page_shape(path: scene::Path, fill: Option<Rgb>, line: Option<Color>) -> Node {
    let stroke = line.map(|color| Stroke { color, width: Px(CREST), dash: None, round: true });
    let fill = fill.map(|color| Fill::Solid(color.into()));
    let shape = Shape { form: ShapeForm::Path(path), fill, stroke, shadow: None };
    Node::decoration(Rect::CANVAS, NodeKind::Shape(shape))
}
