//! Gallery: two to six pictures as a grid, a masonry or one large picture with smaller ones.

use deck::Content;
use deck::voice::PageForm;
use scene::{AltText, Group, Node, NodeKind, NodeRole, Px, Rect};
use serde_json::Value;

use crate::diagram::number;
use crate::head::PageOptions;
use crate::photo::Photo;
use crate::picture::Fit;
use crate::sheet::{Sheet, text_of};

/// Space between two pictures.
const GUTTER: f32 = 12.0;
/// Width of the first of several pictures, as a share of the whole width.
const FIRST: f32 = 1180.0 / 1920.0;
/// Minimum fraction of a picture's height that is visible in a masonry.
const MIN_SHOWN: f32 = 0.8;

/// A rectangle by its left and top edge, width and height, in a left-to-right deck.
pub(super) type Tile = (f32, f32, f32, f32);

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let options = PageOptions { closing: "bottomSubheading", folds_rail: true, ..PageOptions::default() };
    let body = sheet.open_page(options);
    let (edge_top, edge_bottom) = sheet.bleed_bounds();
    let (x, width) = sheet.picture_row();
    let is_sheet = x > 0.0;
    let top = match body.has_head {
        true => body.top,
        false if is_sheet => sheet.column_bounds().0,
        false => edge_top,
    };
    // A page with a running line at the top has no foot.
    let is_running = sheet.look.voice.page.form == PageForm::Running;
    let has_closing = !sheet.text("bottomSubheading").is_empty();
    let bottom = if is_running && !has_closing { edge_bottom } else { body.bottom };
    let entries = sheet.entries("images").into_iter().enumerate();
    let pictures: Vec<(usize, &Content)> =
        entries.filter(|(_, entry)| sheet.draft || !text_of(entry, "src").is_empty()).take(6).collect();
    let area = (x, top, width, bottom - top);
    let count = pictures.len();
    let is_featured = sheet.text("layout") == "featured" || (count == 3 && sheet.text("layout") != "masonry");
    let tiles = match sheet.text("layout") {
        "masonry" => {
            let aspect = |(_, picture): &(usize, &Content)| {
                sheet.pictures.facts(text_of(picture, "src")).map_or(1.5, |facts| facts.aspect().clamp(0.4, 2.6))
            };
            masonry(&pictures.iter().map(aspect).collect::<Vec<_>>(), area)
        }
        _ if is_featured => featured(count, area),
        _ => grid(count, area),
    };
    sheet.cover_page_rules(top);
    for (place, ((index, picture), (x, y, width, height))) in pictures.into_iter().zip(tiles).enumerate() {
        let frame = sheet.rect(x, y, width, height);
        let size = match (count, place) {
            (1 | 2, _) => 44.0,
            (_, 0) if is_featured => 40.0,
            _ => 36.0,
        };
        draw_picture(sheet, index, picture, frame, size);
    }
    sheet.close_page(body);
}

/// Draws a picture with its caption at a font size.
fn draw_picture(sheet: &mut Sheet<'_>, index: usize, picture: &Content, frame: Rect, size: f32) {
    let field = format!("images.{index}.src");
    let number = |key: &str| picture.get(key).and_then(Value::as_f64).unwrap_or(50.0);
    #[expect(clippy::cast_possible_truncation, reason = "percentages")]
    let focus = (number("focusX") as f32, number("focusY") as f32);
    // Pictures at an edge of the page have square corners, and so do those beside them.
    let radius = if sheet.picture_row().0 > 0.0 { Px(sheet.look.voice.picture.radius) } else { Px::ZERO };
    let photo = Photo {
        field: &field,
        source: text_of(picture, "src"),
        alt: text_of(picture, "alt"),
        decorative: false,
        fit: Fit::Cover,
        focus,
        radius,
        clear: Sheet::caption_room(text_of(picture, "caption")),
    };
    let Some(node) = sheet.photo(frame, photo) else {
        return;
    };
    let mut nodes = vec![node];
    let caption = text_of(picture, "caption");
    if !caption.is_empty() {
        nodes.extend(sheet.corner_caption(frame, &format!("images.{index}.caption"), caption, size));
    }
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Group(Group { nodes, clip: false }),
        role: NodeRole::Content,
        origin: Some(sheet.origin(&format!("images.{index}"))),
        step: None,
        alt: AltText::Own,
    });
}

/// Equal tiles: halves, columns, 2x2, one tall with 2x2, 3x2, and equal rows for more.
pub(super) fn grid(count: usize, area: Tile) -> Vec<Tile> {
    let (x, y, width, height) = area;
    match count {
        5 => {
            let tall = (width - GUTTER * 2.0) / 3.0;
            let rest = (x + tall + GUTTER, y, width - tall - GUTTER, height);
            let mut tiles = vec![(x, y, tall, height)];
            tiles.extend(even(4, 2, rest));
            tiles
        }
        0..=3 => even(count, count, area),
        4 => even(4, 2, area),
        6..=9 => even(count, 3, area),
        _ => even(count, 5, area),
    }
}

/// Tiles in rows of a number of columns.
fn even(count: usize, columns: usize, (x, y, width, height): Tile) -> Vec<Tile> {
    let columns = columns.max(1);
    let rows = count.div_ceil(columns);
    let tile_width = (width - GUTTER * number(columns - 1)) / number(columns);
    let tile_height = (height - GUTTER * number(rows.saturating_sub(1))) / number(rows.max(1));
    let tile = |index: usize| {
        let (column, row) = (number(index % columns), number(index / columns));
        (x + (tile_width + GUTTER) * column, y + (tile_height + GUTTER) * row, tile_width, tile_height)
    };
    (0..count).map(tile).collect()
}

/// The first tile large, the others stacked beside it, from four on in two columns.
fn featured(count: usize, (x, y, width, height): Tile) -> Vec<Tile> {
    if count < 2 {
        return grid(count, (x, y, width, height));
    }
    let others = count - 1;
    let columns = if others < 4 { 1 } else { 2 };
    let first = (width * FIRST).round();
    let beside = (x + first + GUTTER, y, width - first - GUTTER, height);
    let mut tiles = vec![(x, y, first, height)];
    tiles.extend(even(others, columns, beside));
    if !others.is_multiple_of(columns)
        && let Some(last) = tiles.last_mut()
    {
        // A single last tile fills its row.
        last.2 = beside.2;
    }
    tiles
}

/// Columns of tiles at about their own aspect ratio; each tile is added to the shortest column. Three columns, or more
/// if tall pictures would become small.
fn masonry(aspects: &[f32], (x, y, width, height): Tile) -> Vec<Tile> {
    let least = aspects.len().clamp(1, 3);
    let best = (least..=aspects.len().max(least))
        .map(|columns| stacked(aspects, columns, width, height))
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let Some((_, tiles, total_width)) = best else {
        return Vec::new();
    };
    let left = x + (width - total_width) / 2.0;
    tiles
        .into_iter()
        .map(|(tile_x, tile_y, tile_width, tile_height)| (left + tile_x, y + tile_y, tile_width, tile_height))
        .collect()
}

/// Tiles in a number of columns that are as wide as possible. Returns the area that the tiles cover, the tiles, and
/// their total width.
fn stacked(aspects: &[f32], columns: usize, width: f32, height: f32) -> (f32, Vec<Tile>, f32) {
    let gutters = GUTTER * number(columns - 1);
    let widest = (width - gutters) / number(columns);
    let mut columns_of_tiles = Vec::with_capacity(aspects.len());
    // For each column: the height of its tiles in units of its width, and the total height of its gutters.
    let mut column_heights: Vec<(f32, f32)> = vec![(0.0, 0.0); columns];
    for aspect in aspects {
        let shortest = (0..columns).min_by(|one, other| column_heights[*one].0.total_cmp(&column_heights[*other].0));
        let column = shortest.unwrap_or(0);
        columns_of_tiles.push(column);
        let gutter = if column_heights[column].0 > 0.0 { GUTTER } else { 0.0 };
        column_heights[column].0 += 1.0 / aspect;
        column_heights[column].1 += gutter;
    }
    // Maximum width of each column at which its tiles need no cropping.
    let max_widths: Vec<f32> = column_heights
        .iter()
        .map(|(units, gutter)| if *units > 0.0 { (height - gutter) / units } else { widest })
        .collect();
    let tile_width = max_widths.iter().map(|width| width / MIN_SHOWN).fold(widest, f32::min);
    let mut tops = vec![0.0; columns];
    let tiles: Vec<Tile> = aspects
        .iter()
        .zip(columns_of_tiles)
        .map(|(aspect, column)| {
            let tile_height = tile_width / aspect * (max_widths[column] / tile_width).min(1.0);
            let tile = ((tile_width + GUTTER) * number(column), tops[column], tile_width, tile_height);
            tops[column] += tile_height + GUTTER;
            tile
        })
        .collect();
    let covered = tiles.iter().map(|(_, _, tile_width, tile_height)| tile_width * tile_height).sum();
    (covered, tiles, tile_width * number(columns) + gutters)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Tile = (0.0, 206.0, 1920.0, 778.0);

    fn assert_apart(tiles: &[Tile]) {
        let boxes: Vec<Rect> = tiles.iter().map(|(x, y, width, height)| Rect::new(*x, *y, *width, *height)).collect();
        let area = Rect::new(AREA.0, AREA.1, AREA.2, AREA.3);
        for (index, one) in boxes.iter().enumerate() {
            assert!(area.contains(one), "{one} leaves its area");
            assert!(boxes[index + 1..].iter().all(|other| !one.overlaps(other)), "{boxes:?}");
        }
    }

    #[test]
    fn a_masonry_crops_pictures_a_little_to_fill_its_width() {
        let tiles = masonry(&[1.5, 1.0, 1.78, 1.5, 1.5], AREA);
        let right = tiles.iter().map(|(x, _, width, _)| x + width).fold(0.0, f32::max);
        assert_eq!((tiles[0].0, right.round()), (0.0, 1920.0));
        for ((_, _, width, height), aspect) in tiles.iter().zip([1.5, 1.0, 1.78, 1.5, 1.5]) {
            assert!((0.79..=1.01).contains(&(height * aspect / width)));
        }
    }

    #[test]
    fn the_last_tile_beside_a_large_picture_fills_its_row() {
        let tiles = featured(6, AREA);
        assert_eq!((tiles[5].0, tiles[5].2), (1192.0, 728.0));
    }

    #[test]
    fn tiles_of_every_arrangement_are_inside_their_area_without_overlaps() {
        for count in 1..=25 {
            assert_eq!(grid(count, AREA).len(), count);
            assert_apart(&grid(count, AREA));
        }
        for count in 1..=6 {
            assert_apart(&featured(count, AREA));
            for aspect in [0.4, 0.66, 1.0, 1.5, 2.6] {
                let aspects: Vec<f32> = (0..count).map(|index| if index % 2 == 0 { aspect } else { 1.5 }).collect();
                assert_apart(&masonry(&aspects, AREA));
            }
        }
    }
}
