//! Rows of buttons under a text.

use scene::{Align, Alt, Anchor, Color, Group, Kind, Node, PaletteRole, Px, Rect, Role, Shape};

use crate::pen::target;
use crate::sheet::{Sheet, said};
use crate::surface::Ground;
use crate::text::{Block, Setting};

/// Height of a button.
const HEIGHT: f32 = 72.0;
/// Room on both sides of its words.
const PADDING: f32 = 36.0;
/// Room between two buttons.
const GAP: f32 = 24.0;
/// Room between two rows of them.
const ROW_GAP: f32 = 16.0;

/// The height that the buttons of a slide take in a width, the room above them included; nothing when there are none.
pub(crate) fn room(sheet: &mut Sheet<'_>, above: f32, width: f32) -> Px {
    let rows = places(sheet, width).last().map_or(0, |place| place.row + 1);
    if rows == 0 { Px::ZERO } else { Px(above + row_top(rows) - ROW_GAP) }
}

/// Where a button stands in the rows of buttons.
struct Place {
    index: usize,
    left: f32,
    row: u8,
    width: f32,
}

/// The places of the buttons that are not blank: as many in a row as fit.
fn places(sheet: &mut Sheet<'_>, width: f32) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for (index, action) in sheet.entries("actions").into_iter().enumerate() {
        let label = said(action, "label");
        if label.is_empty() {
            continue;
        }
        let pen = sheet.body().size(28.0).leading(1.3).stressed();
        let words = sheet.natural_width(pen.plain(label));
        let wide = (words.0 + 1.0 + PADDING * 2.0).max(160.0).min(width);
        let place = match places.last() {
            Some(last) if last.left + last.width + GAP + wide <= width => {
                Place { index, left: last.left + last.width + GAP, row: last.row, width: wide }
            }
            Some(last) => Place { index, left: 0.0, row: last.row + 1, width: wide },
            None => Place { index, left: 0.0, row: 0, width: wide },
        };
        places.push(place);
    }
    places
}

fn row_top(row: u8) -> f32 {
    (HEIGHT + ROW_GAP) * f32::from(row)
}

/// Draws the buttons of the field `actions` in rows.
pub(crate) fn draw(sheet: &mut Sheet<'_>, x: f32, y: Px, width: f32) {
    let actions = sheet.entries("actions");
    for Place { index, left, row, width: wide } in places(sheet, width) {
        let action = actions[index];
        let label = said(action, "label");
        let field = format!("actions.{index}.label");
        let (fill, line, text) = colors(sheet, said(action, "style"));
        let pen = sheet.body().size(28.0).leading(1.3).color(text).stressed().align(Align::Center);
        let mut block = Block::new(sheet.set, vec![pen.plain(label)]);
        let frame = sheet.rect(x + left, y.0 + row_top(row), wide, HEIGHT);
        let mut plate =
            Shape::filled(fill.unwrap_or(PaletteRole::Base.into()), sheet.look.radius.min(Px(HEIGHT / 2.0)));
        if fill.is_none() {
            plate.fill = None;
        }
        if let Some(line) = line {
            plate = plate.lined(line, Px(3.0));
        }
        let inner = Rect { x: frame.x + Px(PADDING), width: frame.width - Px(PADDING * 2.0), ..frame };
        let mut set = block.text(sheet.set, Setting::width(inner.width), Px(f32::MAX), 1);
        set.anchor = Anchor::Middle;
        let height = set.height();
        let words = Rect { y: frame.y + (frame.height - height) / 2.0, height, ..inner };
        let text = sheet.text_node(words, set, Role::Button, Some(&field));
        let origin = sheet.origin(&format!("actions.{index}"));
        let mut nodes = vec![Node::decoration(frame, Kind::Shape(plate)), text];
        let address = said(action, "url");
        if !address.is_empty() {
            nodes.push(Node {
                frame,
                kind: Kind::Link(target(address)),
                role: Role::Button,
                origin: Some(sheet.origin(&format!("actions.{index}.url"))),
                step: None,
                alt: Alt::Text(label.to_owned()),
            });
        }
        sheet.nodes.push(Node {
            frame,
            kind: Kind::Group(Group { nodes, clip: false }),
            role: Role::Button,
            origin: Some(origin),
            step: None,
            alt: Alt::Own,
        });
    }
}

/// Fill, line and text of a style on the surface of the page.
fn colors(sheet: &Sheet<'_>, style: &str) -> (Option<Color>, Option<Color>, Color) {
    let surface = &sheet.surface;
    let is_light = matches!(surface.ground, Ground::Base | Ground::Tint | Ground::Surface);
    match style {
        "outline" => (None, Some(surface.mark), surface.text),
        "secondary" if is_light => (Some(surface.plate), Some(surface.line), surface.text),
        "secondary" => (None, Some(surface.line), surface.text),
        _ if is_light => (Some(PaletteRole::Accent.into()), None, PaletteRole::OnAccent.into()),
        // On a strong page the button is the light thing: its words take the colour of the strong page.
        _ => (Some(surface.text), None, strong_text(sheet)),
    }
}

fn strong_text(sheet: &Sheet<'_>) -> Color {
    let palette = &sheet.look.palette;
    let below = palette.rgb(sheet.surface.text);
    let contrast = |role: PaletteRole| palette.role(role).contrast(below);
    let roles = [PaletteRole::Deep, PaletteRole::Text, PaletteRole::Base];
    let best = roles.into_iter().max_by(|one, other| contrast(*one).total_cmp(&contrast(*other)));
    best.unwrap_or(PaletteRole::Deep).into()
}
