//! Logo wall: up to thirty logos at equal visual weight in an even grid.

use deck::Content;
use deck::voice::PlateForm;
use scene::{Align, AltText, Group, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Rgb, Shape, Text, VerticalAlign};

use crate::diagram::number;
use crate::head::{BodyArea, PageOptions};
use crate::pen::target;
use crate::photo::Photo;
use crate::picture::{Fit, PictureFacts};
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, Surface, is_light};
use crate::text::{BlockOptions, TextBlock};

/// Space between two cells.
const GAP: f32 = 24.0;
/// Width and height of a cell in a single row.
const SINGLE: (f32, f32) = (560.0, 500.0);
/// Maximum width and height of a logo, as shares of its cell.
const SHARE: (f32, f32) = (0.78, 0.5);
/// Width of a name shown instead of a logo, as a share of its cell's width.
const NAME_SHARE: f32 = 0.86;
/// Height of a cell with a name, as a multiple of the name's height.
const NAME_CELL: f32 = 2.1;
/// Font sizes of the name of a single logo.
const ALONE: [f32; 5] = [200.0, 176.0, 160.0, 144.0, 128.0];
/// Font sizes of names of up to three logos.
const FEW: [f32; 10] = [112.0, 96.0, 80.0, 72.0, 64.0, 56.0, 48.0, 40.0, 36.0, 32.0];
/// Font sizes of names of up to eight logos.
const SOME: [f32; 11] = [72.0, 64.0, 56.0, 52.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0, 24.0];
/// Font sizes of names of more logos.
const MANY: [f32; 9] = [56.0, 52.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0, 24.0];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { folds_rail: true, ..PageOptions::default() });
    let entries = sheet.entries("logos").into_iter().enumerate();
    let logos: Vec<(usize, &Content)> = entries
        .filter(|(_, logo)| ["image", "name", "alt"].iter().any(|key| !text_of(logo, key).is_empty()))
        .take(30)
        .collect();
    if !logos.is_empty() {
        draw_wall(sheet, &logos, &body);
    }
    sheet.close_page(body);
}

/// Number of columns.
fn column_count(logos: usize) -> usize {
    match logos {
        0..=3 => logos.max(1),
        4 | 7 | 8 => 4,
        5 | 6 => 3,
        _ => {
            // As few gaps in the last row as possible.
            let columns: &[usize] = if logos <= 15 { &[5, 4] } else { &[6, 5] };
            let gaps = |columns: &usize| logos.next_multiple_of(*columns) - logos;
            columns.iter().copied().min_by_key(gaps).unwrap_or(5)
        }
    }
}

fn draw_wall(sheet: &mut Sheet<'_>, logos: &[(usize, &Content)], body: &BodyArea) {
    let columns = column_count(logos.len());
    let rows = logos.len().div_ceil(columns);
    let shared = (body.width - GAP * number(columns - 1)) / number(columns);
    let room = (body.height() - GAP * number(rows - 1)) / number(rows);
    let are_names = logos.iter().all(|(_, logo)| text_of(logo, "image").is_empty());
    // A single name may be very large.
    let single = if logos.len() == 1 && are_names { body.width * 2.0 / 3.0 } else { SINGLE.0 };
    let (width, height) =
        if logos.len() <= 3 { (shared.min(single), room.min(SINGLE.1)) } else { (shared, room.min(shared)) };
    let cell_form = CellForm::new(sheet, logos);
    let surface = cell_form.surface(sheet);
    let names = names(sheet, logos, surface, (width * NAME_SHARE, height - 32.0));
    // Cells with only names are about twice as high as the names.
    let sum: f32 = names.iter().flatten().map(|name| name.height().0).sum();
    let height = if are_names { height.min(sum / number(names.len()) * NAME_CELL) } else { height };
    let top = body.optical_top(height * number(rows) + GAP * number(rows - 1));
    let mark = (width * SHARE.0, height * SHARE.1);
    for (place, ((index, logo), name)) in logos.iter().zip(names).enumerate() {
        let (row, column) = (place / columns, place % columns);
        // An incomplete last row is centred.
        let in_row = (logos.len() - row * columns).min(columns);
        let indent = (body.width - width * number(in_row) - GAP * number(in_row - 1)) / 2.0;
        let x = body.x + indent + (width + GAP) * number(column);
        let cell = sheet.rect(x, top + (height + GAP) * number(row), width, height);
        let nodes = sheet.collect_nodes(|sheet| {
            cell_form.draw(sheet, cell, (column, row));
            sheet.with_surface(surface, |sheet| draw_logo(sheet, *index, logo, name, cell, mark));
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
}

/// The background of a logo.
#[derive(Debug, Clone, Copy, PartialEq)]
enum CellForm {
    /// The plate of the voice.
    Voice,
    /// A plain plate, because a coloured one would compete with the logos.
    Plain,
    /// A light plate on a dark page, because most logos are made for white paper.
    Light(Ground),
    /// Nothing but lines between the cells.
    Lines,
}

impl CellForm {
    fn new(sheet: &Sheet<'_>, logos: &[(usize, &Content)]) -> CellForm {
        let has_pictures = logos.iter().any(|(_, logo)| !text_of(logo, "image").is_empty());
        if has_pictures && sheet.surface.ground.is_dark(sheet.look) {
            let palette = &sheet.look.palette;
            let light = [(palette.base, Ground::Base), (palette.tint, Ground::Tint)];
            let found = light.into_iter().find(|(color, _)| is_light(*color));
            return CellForm::Light(found.map_or(Ground::Custom(Rgb::WHITE), |(_, ground)| ground));
        }
        match sheet.look.voice.plate.form {
            PlateForm::Colour | PlateForm::RuleTop => CellForm::Plain,
            PlateForm::Hairlines | PlateForm::None => CellForm::Lines,
            _ => CellForm::Voice,
        }
    }

    /// The surface of names.
    fn surface(self, sheet: &Sheet<'_>) -> Surface {
        match self {
            CellForm::Voice => sheet.entry_surface(0),
            CellForm::Plain => sheet.plate_surface(),
            CellForm::Light(ground) => ground.surface(sheet.look),
            CellForm::Lines => sheet.surface,
        }
    }

    fn draw(self, sheet: &mut Sheet<'_>, cell: Rect, (column, row): (usize, usize)) {
        let radius = Px(sheet.look.voice.plate.radius).min(cell.height / 4.0);
        let fill = match self {
            CellForm::Voice => return sheet.push_voice_plate(cell, 0),
            CellForm::Plain => sheet.surface.plate,
            CellForm::Light(Ground::Base) => PaletteRole::Base.into(),
            CellForm::Light(Ground::Tint) => PaletteRole::Tint.into(),
            CellForm::Light(ground) => ground.rgb(sheet.look).into(),
            CellForm::Lines => {
                let half = GAP / 2.0;
                if column > 0 {
                    let line = sheet.inside(cell, -half - 1.0, 0.0, 2.0, cell.height.0);
                    sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
                }
                if row > 0 {
                    let line = sheet.inside(cell, 0.0, -half - 1.0, cell.width.0, 2.0);
                    sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
                }
                return;
            }
        };
        let shape = NodeKind::Shape(Shape::filled(fill, radius));
        sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(cell, shape) });
    }
}

/// The names of logos without a picture, all at one font size: the largest at which each has at most two lines and no
/// broken word.
fn names(
    sheet: &mut Sheet<'_>,
    logos: &[(usize, &Content)],
    surface: Surface,
    (width, height): (f32, f32),
) -> Vec<Option<Text>> {
    let alone = [&ALONE[..], &FEW[..]].concat();
    let steps: &[f32] = match logos.len() {
        1 => &alone,
        0..=3 => &FEW,
        4..=8 => &SOME,
        _ => &MANY,
    };
    let pen = sheet.with_surface(surface, |sheet| sheet.heading().size(steps[0]).leading(1.1).align(Align::Center));
    let display_name = |logo: &Content| match text_of(logo, "name") {
        "" => text_of(logo, "alt").to_owned(),
        name => name.to_owned(),
    };
    let is_name = |logo: &Content| text_of(logo, "image").is_empty();
    let mut blocks: Vec<Option<TextBlock>> = logos
        .iter()
        .map(|(_, logo)| is_name(logo).then(|| TextBlock::balanced(sheet.typesetter, pen.plain(&display_name(logo)))))
        .collect();
    let at = |step: f32| BlockOptions { width: Px(width), scale: step / steps[0], gap: 1.0 };
    let fits = |step: f32, blocks: &mut [Option<TextBlock>], sheet: &mut Sheet<'_>| {
        blocks.iter_mut().flatten().all(|block| {
            // A third line is better than small type.
            block.lines(sheet.typesetter, at(step)) <= if step > 36.0 { 2 } else { 3 }
                && block.height(sheet.typesetter, at(step)).0 <= height
                && !block.breaks_words(sheet.typesetter, at(step))
        })
    };
    let found = steps.iter().copied().find(|step| fits(*step, &mut blocks, sheet));
    let step = found.unwrap_or(steps[steps.len() - 1]);
    let text = |block: Option<TextBlock>| block.map(|mut block| block.text(sheet.typesetter, at(step), Px(height), 3));
    blocks.into_iter().map(text).collect()
}

fn draw_logo(sheet: &mut Sheet<'_>, index: usize, logo: &Content, name: Option<Text>, cell: Rect, mark: (f32, f32)) {
    let path = |key: &str| format!("logos.{index}.{key}");
    match name {
        Some(mut text) => {
            let width = cell.width * NAME_SHARE;
            text.anchor = VerticalAlign::Middle;
            let place = Rect { x: cell.center().x - width / 2.0, width, ..cell };
            let field = if text_of(logo, "name").is_empty() { path("alt") } else { path("name") };
            sheet.push_text_in_middle(place, text, NodeRole::Label, Some(&field));
        }
        None => push_mark(sheet, &path("image"), logo, cell, mark),
    }
    let link = text_of(logo, "link");
    if !link.is_empty() {
        let node = Node {
            frame: cell,
            kind: NodeKind::Link(target(link)),
            role: NodeRole::Content,
            origin: Some(sheet.origin(&path("link"))),
            step: None,
            alt: AltText::Text(alt_text(logo).to_owned()),
        };
        sheet.nodes.push(node);
    }
}

/// The alternative text of a logo.
fn alt_text(logo: &Content) -> &str {
    let alt = text_of(logo, "alt");
    if alt.is_empty() { text_of(logo, "name") } else { alt }
}

/// Adds a logo in the middle of its cell, of at most the width and height `mark`. Logos of any aspect ratio cover about
/// the same area.
fn push_mark(sheet: &mut Sheet<'_>, field: &str, logo: &Content, cell: Rect, mark: (f32, f32)) {
    let source = text_of(logo, "image");
    let aspect = sheet.pictures.facts(source).map_or(mark.0 / mark.1, PictureFacts::aspect);
    let (width, height) = equal_area(aspect, mark);
    let middle = cell.center();
    let frame = Rect::new(middle.x.0 - width / 2.0, middle.y.0 - height / 2.0, width, height);
    let photo = Photo {
        field,
        source,
        alt: alt_text(logo),
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
fn equal_area(aspect: f32, (max_width, max_height): (f32, f32)) -> (f32, f32) {
    let area = max_width * max_height * 0.5;
    let width = (area * aspect).sqrt();
    let shrunk = (max_width / width).min(max_height / (width / aspect)).min(1.0);
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
