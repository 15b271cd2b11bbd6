//! Rows of buttons under a text.

use scene::{Align, AltText, Color, Group, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape, VerticalAlign};

use crate::pen::target;
use crate::sheet::{Sheet, text_of};
use crate::surface::Ground;
use crate::text::{BlockOptions, TextBlock};

/// Height of a button.
const HEIGHT: f32 = 96.0;
/// Space on both sides of the label.
const PADDING: f32 = 48.0;
/// Size of the label.
const LABEL: f32 = 40.0;
/// Space between two buttons.
const GAP: f32 = 24.0;
/// Space between two rows of buttons.
const ROW_GAP: f32 = 16.0;

/// The height of the slide's buttons in a width, including the space above them; zero without buttons.
pub(crate) fn room(sheet: &mut Sheet<'_>, above: f32, width: f32) -> Px {
    let rows = positions(sheet, width).last().map_or(0, |position| position.row + 1);
    if rows == 0 { Px::ZERO } else { Px(above + row_top(rows) - ROW_GAP) }
}

/// The position of a button in the rows of buttons.
struct ButtonPosition {
    index: usize,
    left: f32,
    row: u8,
    width: f32,
}

/// The positions of all buttons with a label: as many in a row as fit.
fn positions(sheet: &mut Sheet<'_>, width: f32) -> Vec<ButtonPosition> {
    let mut positions: Vec<ButtonPosition> = Vec::new();
    for (index, action) in sheet.entries("actions").into_iter().enumerate() {
        let label = text_of(action, "label");
        if label.is_empty() {
            continue;
        }
        let pen = sheet.body().size(LABEL).leading(1.2).stressed();
        let words = sheet.natural_width(pen.plain(label));
        let button_width = (words.0 + 1.0 + PADDING * 2.0).max(160.0).min(width);
        let position = match positions.last() {
            Some(last) if last.left + last.width + GAP + button_width <= width => {
                ButtonPosition { index, left: last.left + last.width + GAP, row: last.row, width: button_width }
            }
            Some(last) => ButtonPosition { index, left: 0.0, row: last.row + 1, width: button_width },
            None => ButtonPosition { index, left: 0.0, row: 0, width: button_width },
        };
        positions.push(position);
    }
    positions
}

fn row_top(row: u8) -> f32 {
    (HEIGHT + ROW_GAP) * f32::from(row)
}

/// Draws the buttons of the field `actions` in rows.
pub(crate) fn draw(sheet: &mut Sheet<'_>, x: f32, y: Px, width: f32) {
    let actions = sheet.entries("actions");
    for ButtonPosition { index, left, row, width: button_width } in positions(sheet, width) {
        let action = actions[index];
        let label = text_of(action, "label");
        let field = format!("actions.{index}.label");
        let (fill, border, text_color) = colors(sheet, text_of(action, "style"));
        let pen = sheet.body().size(LABEL).leading(1.2).color(text_color).stressed().align(Align::Center);
        let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(label)]);
        let frame = sheet.rect(x + left, y.0 + row_top(row), button_width, HEIGHT);
        let mut plate =
            Shape::filled(fill.unwrap_or(PaletteRole::Base.into()), (sheet.look.radius * 0.75).min(Px(HEIGHT / 2.0)));
        if fill.is_none() {
            plate.fill = None;
        }
        if let Some(border) = border {
            plate = plate.lined(border, Px(3.0));
        }
        let inner = Rect { x: frame.x + Px(PADDING), width: frame.width - Px(PADDING * 2.0), ..frame };
        let mut text = block.text(sheet.typesetter, BlockOptions::width(inner.width), Px(f32::MAX), 1);
        text.anchor = VerticalAlign::Middle;
        let height = text.height();
        let words = Rect { y: frame.y + (frame.height - height) / 2.0, height, ..inner };
        let text = sheet.text_node(words, text, NodeRole::Button, Some(&field));
        let origin = sheet.origin(&format!("actions.{index}"));
        let mut nodes = vec![Node::decoration(frame, NodeKind::Shape(plate)), text];
        let address = text_of(action, "url");
        if !address.is_empty() {
            nodes.push(Node {
                frame,
                kind: NodeKind::Link(target(address)),
                role: NodeRole::Button,
                origin: Some(sheet.origin(&format!("actions.{index}.url"))),
                step: None,
                alt: AltText::Text(label.to_owned()),
            });
        }
        sheet.nodes.push(Node {
            frame,
            kind: NodeKind::Group(Group { nodes, clip: false }),
            role: NodeRole::Button,
            origin: Some(origin),
            step: None,
            alt: AltText::Own,
        });
    }
}

/// Fill, border and text colour of a button style on the sheet's surface.
fn colors(sheet: &Sheet<'_>, style: &str) -> (Option<Color>, Option<Color>, Color) {
    let surface = &sheet.surface;
    let is_light = matches!(surface.ground, Ground::Base | Ground::Tint | Ground::Surface);
    match style {
        "outline" => (None, Some(surface.mark), surface.text),
        "secondary" if is_light => (Some(surface.plate), Some(surface.line), surface.text),
        "secondary" => (None, Some(surface.line), surface.text),
        _ if is_light => (Some(PaletteRole::Accent.into()), None, PaletteRole::OnAccent.into()),
        // On a dark page the button is light, with text in the colour of the page.
        _ => (Some(surface.text), None, surface.color_on_text(&sheet.look.palette)),
    }
}
