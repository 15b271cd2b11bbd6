//! Logo wall: up to thirty logos at equal visual weight in an even grid.

use deck::Content;
use scene::{Align, AltText, Color, Group, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Rgb, Shape, Text};

use crate::diagram::number;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::pen::target;
use crate::photo::Photo;
use crate::picture::{Fit, PictureFacts};
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, is_light};

/// Space between two cells.
const GUTTER: f32 = 24.0;
/// Maximum height of a logo, and of a cell.
const MOST: (f32, f32) = (120.0, 240.0);
/// Font sizes of a name shown instead of a logo.
const STEPS: [f32; 4] = [34.0, 30.0, 26.0, 24.0];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head().0;
    let entries = sheet.entries("logos").into_iter().enumerate();
    let logos: Vec<(usize, &Content)> = entries
        .filter(|(_, logo)| ["image", "name", "alt"].iter().any(|key| !text_of(logo, key).is_empty()))
        .take(30)
        .collect();
    let columns = match logos.len() {
        0 => return,
        1..=2 => 2_u8,
        3..=6 => 3,
        7..=12 => 4,
        13..=20 => 5,
        _ => 6,
    };
    let rows = logos.len().div_ceil(usize::from(columns));
    let width = (FULL_WIDTH - GUTTER * f32::from(columns - 1)) / f32::from(columns);
    let room = BODY_BOTTOM.0 - top;
    let height = ((room - GUTTER * (number(rows) - 1.0)) / number(rows)).min(MOST.1);
    let start = top + (room - height * number(rows) - GUTTER * (number(rows) - 1.0)) / 2.0;
    let mark = (width * 0.7, MOST.0.min(height - 40.0));
    let plate = cell_plate(sheet);
    let names = names(sheet, &logos, plate.map(|(ground, _)| ground), mark);
    for (place, ((index, logo), name)) in logos.iter().zip(names).enumerate() {
        let (row, column) = (place / usize::from(columns), place % usize::from(columns));
        // An incomplete last row is centred.
        let in_row = (logos.len() - row * usize::from(columns)).min(usize::from(columns));
        let indent = (width + GUTTER) * (f32::from(columns) - number(in_row)) / 2.0;
        let x = MARGIN + indent + (width + GUTTER) * number(column);
        let cell = sheet.rect(x, start + (height + GUTTER) * number(row), width, height);
        draw_logo(sheet, *index, logo, name, cell, mark, plate);
    }
}

/// The names of logos without a picture, all at one font size.
fn names(
    sheet: &mut Sheet<'_>,
    logos: &[(usize, &Content)],
    ground: Option<Ground>,
    mark: (f32, f32),
) -> Vec<Option<Text>> {
    let is_name = |logo: &Content| text_of(logo, "image").is_empty();
    let shown = |logo: &Content| match text_of(logo, "name") {
        "" => text_of(logo, "alt").to_owned(),
        name => name.to_owned(),
    };
    let ground = ground.unwrap_or(sheet.surface.ground);
    let mut texts = sheet
        .with_surface(ground.surface(sheet.look), |sheet| {
            let pen = sheet.heading().size(STEPS[0]).leading(1.15).align(Align::Center);
            let names = logos.iter().filter(|(_, logo)| is_name(logo));
            let paragraphs = names.map(|(_, logo)| pen.plain(&shown(logo))).collect();
            sheet.short_texts(paragraphs, Px(mark.0 * 1.2), &STEPS, if mark.1 < 56.0 { 1 } else { 2 })
        })
        .into_iter();
    logos.iter().map(|(_, logo)| if is_name(logo) { texts.next() } else { None }).collect()
}

/// The light plate behind logos on a dark page, because most logos are made for white paper.
fn cell_plate(sheet: &Sheet<'_>) -> Option<(Ground, Color)> {
    if !sheet.surface.ground.is_dark(sheet.look) {
        return None;
    }
    if is_light(sheet.look.palette.tint) {
        Some((Ground::Tint, PaletteRole::Tint.into()))
    } else {
        Some((Ground::Custom(Rgb::WHITE), Rgb::WHITE.into()))
    }
}

fn draw_logo(
    sheet: &mut Sheet<'_>,
    index: usize,
    logo: &Content,
    name: Option<Text>,
    cell: Rect,
    mark: (f32, f32),
    plate: Option<(Ground, Color)>,
) {
    let path = |key: &str| format!("logos.{index}.{key}");
    let ground = plate.map_or(sheet.surface.ground, |(ground, _)| ground);
    let nodes = sheet.collect_nodes(|sheet| {
        if let Some((_, fill)) = plate {
            let shape = Shape::filled(fill, sheet.look.radius);
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(cell, NodeKind::Shape(shape)) });
        }
        sheet.with_surface(ground.surface(sheet.look), |sheet| match name {
            Some(text) => {
                let place = Rect { x: cell.center().x - Px(mark.0 * 0.6), width: Px(mark.0 * 1.2), ..cell };
                let field = if text_of(logo, "name").is_empty() { path("alt") } else { path("name") };
                sheet.push_text_in_middle(place, text, NodeRole::Label, Some(&field));
            }
            None => push_mark(sheet, &path("image"), logo, cell, mark),
        });
        let link = text_of(logo, "link");
        if !link.is_empty() {
            let node = Node {
                frame: cell,
                kind: NodeKind::Link(target(link)),
                role: NodeRole::Content,
                origin: Some(sheet.origin(&path("link"))),
                step: None,
                alt: AltText::Text(spoken(logo).to_owned()),
            };
            sheet.nodes.push(node);
        }
    });
    sheet.nodes.push(Node {
        frame: cell,
        kind: NodeKind::Group(Group { nodes, clip: false }),
        role: NodeRole::Content,
        origin: Some(sheet.origin(&format!("logos.{index}"))),
        step: None,
        alt: AltText::Own,
    });
}

/// The alternative text of a logo.
fn spoken(logo: &Content) -> &str {
    let alt = text_of(logo, "alt");
    if alt.is_empty() { text_of(logo, "name") } else { alt }
}

/// Adds a logo in the middle of its cell. Logos of any aspect ratio cover about the same area.
fn push_mark(sheet: &mut Sheet<'_>, field: &str, logo: &Content, cell: Rect, mark: (f32, f32)) {
    let source = text_of(logo, "image");
    let aspect = sheet.pictures.facts(source).map_or(mark.0 / mark.1, PictureFacts::aspect);
    let (width, height) = equal_area(aspect, mark);
    let middle = cell.center();
    let frame = Rect::new(middle.x.0 - width / 2.0, middle.y.0 - height / 2.0, width, height);
    let photo = Photo {
        field,
        source,
        alt: spoken(logo),
        decorative: false,
        fit: Fit::Contain,
        focus: (50.0, 50.0),
        radius: Px::ZERO,
        clear: Px::ZERO,
    };
    let node = sheet.photo(frame, photo);
    sheet.nodes.extend(node);
}

/// Width and height of a logo with an aspect ratio, within a maximum size.
fn equal_area(aspect: f32, (most_width, most_height): (f32, f32)) -> (f32, f32) {
    let area = (most_width * most_height * 0.5).min(26_000.0);
    let width = (area * aspect).sqrt();
    let shrunk = (most_width / width).min(most_height / (width / aspect)).min(1.0);
    (width * shrunk, width / aspect * shrunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_any_shape_cover_about_the_same_area_inside_their_box() {
        let check = |aspect: f32| {
            let (width, height) = equal_area(aspect, (380.0, 120.0));
            assert!(width <= 380.01 && height <= 120.01, "{width}x{height}");
            width * height
        };
        assert!((check(2.0) / check(4.0) - 1.0).abs() < 0.05);
        assert!(check(1.0) > check(2.0) * 0.6);
        assert!(check(20.0) < check(2.0));
    }
}
