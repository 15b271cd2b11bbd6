//! What a page carries besides backdrop, ornament and content: rules, grid, sheet.

use deck::voice::PageForm;
use scene::{Color, Node, PaletteRole, Px, Rect};

use crate::look::Look;
use crate::ornament::grid;
use crate::sheet::Sheet;
use crate::surface::Ground;

/// Left edge, top, width, height and radius of the sheet.
const SHEET: (f32, f32, f32, f32, f32) = (32.0, 32.0, 1856.0, 968.0, 56.0);

/// The nodes of the voice's page form on a ground. Pages without FOOT have none.
pub(crate) fn nodes(look: &Look, ground: Ground, foot: bool) -> Vec<Node> {
    if !foot {
        return Vec::new();
    }
    match (look.voice.page.form, ground) {
        (PageForm::Ruled, Ground::Base | Ground::Tint | Ground::Surface) => vec![
            Sheet::shape(Rect::new(96.0, 40.0, 1728.0, 6.0), PaletteRole::Text.into(), Px::ZERO),
            Sheet::shape(Rect::new(96.0, 52.0, 1728.0, 2.0), PaletteRole::Text.into(), Px::ZERO),
        ],
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
