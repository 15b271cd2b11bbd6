//! Draws the rules, the grid or the sheet that a voice adds to a page.

use deck::voice::{HeadPlace, PageForm};
use scene::{Color, Node, PaletteRole, Px, Rect};

use crate::look::Look;
use crate::ornament::grid;
use crate::sheet::Sheet;
use crate::surface::Ground;

/// Left edge, top, width, height and radius of the sheet.
const SHEET: (f32, f32, f32, f32, f32) = (32.0, 32.0, 1856.0, 968.0, 56.0);

/// Top and bottom of the rules of a ruled page.
const RULES: (f32, f32) = (40.0, 54.0);

/// Opacity of the grid on a dark ground.
const GRID_ON_DEEP: f32 = 0.07;

/// The nodes of the voice's page form on a ground. On a page without FOOT, only the grid is drawn.
pub(crate) fn nodes(look: &Look, ground: Ground, has_foot: bool) -> Vec<Node> {
    if look.voice.page.form == PageForm::Grid && ground == Ground::Deep {
        return vec![grid(Color::from(PaletteRole::OnDeep).at(GRID_ON_DEEP))];
    }
    if !has_foot && look.voice.page.form != PageForm::Grid {
        return Vec::new();
    }
    match (look.voice.page.form, ground) {
        // A band would cover all rules but those beside a picture.
        (PageForm::Ruled, Ground::Base | Ground::Tint | Ground::Surface)
            if look.voice.head.place != HeadPlace::Band =>
        {
            vec![
                Sheet::shape(Rect::new(96.0, 40.0, 1728.0, 6.0), PaletteRole::Text.into(), Px::ZERO),
                Sheet::shape(Rect::new(96.0, 52.0, 1728.0, 2.0), PaletteRole::Text.into(), Px::ZERO),
            ]
        }
        (PageForm::Grid, Ground::Base | Ground::Tint | Ground::Surface) => {
            vec![grid(Color::from(PaletteRole::Line).at(0.45))]
        }
        (PageForm::Sheet, Ground::Base) => {
            let (x, y, width, height, radius) = SHEET;
            vec![
                Sheet::shape(Rect::CANVAS, PaletteRole::Tint.into(), Px::ZERO),
                Sheet::shape(Rect::new(x, y, width, height), PaletteRole::Base.into(), Px(radius)),
            ]
        }
        _ => Vec::new(),
    }
}

impl Sheet<'_> {
    /// Covers the rules of the page form below pictures that start at the upper edge, so that none shows between them.
    pub(crate) fn cover_page_rules(&mut self, top: f32) {
        if self.look.voice.page.form == PageForm::Ruled && top < RULES.0 {
            let ground = self.surface.ground.rgb(self.look);
            self.nodes.push(Self::shape(Rect::new(0.0, 0.0, 1920.0, RULES.1), ground.into(), Px::ZERO));
        }
    }
}
