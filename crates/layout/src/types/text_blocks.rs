//! Block rows: one to four rows of equal blocks in two tones, with optional row titles and arrows between the rows.

use deck::Content;
use scene::{NodeRole, Px, Rect, VerticalAlign};
use serde_json::Value;

use crate::diagram::number;
use crate::fit::{FittedSize, fitted};
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::plate::{HeadingAndBody, shared_heights};
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, Surface};
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the text; the title of a block scales with it.
const STEPS: [f32; 4] = [26.0, 24.0, 22.0, 20.0];
const BLOCK_TITLE: f32 = 30.0;
/// Width of the cell for row titles, and their font sizes.
const CELL: f32 = 240.0;
const ROW_TITLES: [f32; 3] = [26.0, 24.0, 20.0];
/// Space between blocks, and between rows without and with an arrow.
const GUTTER: f32 = 24.0;
const GAPS: (f32, f32) = (24.0, 48.0);
/// Padding of a block, and in rows of more than four blocks.
const PADDINGS: (f32, f32) = (28.0, 20.0);
/// Height of rows with little text, if it fits.
const ROW_HEIGHT: f32 = 260.0;

struct Row<'a> {
    index: usize,
    title: &'a str,
    ground: Ground,
    surface: Surface,
    /// The icon of the arrow below it.
    arrow: Option<&'static str>,
    /// The blocks with their index in the row.
    blocks: Vec<(usize, HeadingAndBody)>,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let bottom = sheet.body_bottom("bottomSubheading");
    let rows = rows(sheet);
    if !rows.is_empty() {
        draw_rows(sheet, rows, top, bottom);
    }
    sheet.draw_closing("bottomSubheading");
}

fn draw_rows(sheet: &mut Sheet<'_>, mut rows: Vec<Row<'_>>, top: Px, bottom: Px) {
    let titled = rows.iter().any(|row| !row.title.is_empty());
    let left = if titled { CELL + GUTTER } else { 0.0 };
    let width = FULL_WIDTH - left;
    let gaps: Vec<f32> = rows.iter().map(|row| if row.arrow.is_some() { GAPS.1 } else { GAPS.0 }).collect();
    let gap: f32 = gaps[..rows.len() - 1].iter().sum();
    let room = bottom - top - Px(gap);
    let fitted = fitted(&STEPS, room, |fitted| heights(sheet, &mut rows, width, fitted).into_iter().sum());
    let content = heights(sheet, &mut rows, width, fitted);
    let wanted = Px(ROW_HEIGHT).min(room / number(rows.len()));
    let grown: Vec<Px> = content.iter().map(|height| height.max(wanted)).collect();
    let heights = if grown.iter().copied().sum::<Px>() <= room { grown } else { shared_heights(&content, room) };
    let spare = bottom - top - Px(gap) - heights.iter().copied().sum();
    let mut y = top + (spare / 2.0).max(Px::ZERO);
    let mut step = 0;
    for (place, row) in rows.into_iter().enumerate() {
        let band = Rect { x: Px(MARGIN + left), y, width: Px(width), height: heights[place] };
        let arrow = row.arrow.map(|name| (name, format!("rows.{}.arrow", row.index)));
        draw_row(sheet, row, band, content[place].min(heights[place]), fitted, &mut step);
        y = band.bottom() + Px(gaps[place]);
        if let Some((name, field)) = arrow {
            step += 1;
            draw_arrow(sheet, name, &field, band, step);
        }
    }
}

fn rows<'a>(sheet: &mut Sheet<'a>) -> Vec<Row<'a>> {
    let list = sheet.entries("rows");
    let shown: Vec<(usize, &Content)> = list
        .into_iter()
        .enumerate()
        .filter(|(_, row)| !text_of(row, "title").is_empty() || !blocks(row).is_empty())
        .collect();
    let last = shown.len().saturating_sub(1);
    let mut rows = Vec::with_capacity(shown.len());
    for (place, (index, row)) in shown.into_iter().enumerate() {
        let ground = ground(sheet, text_of(row, "color"));
        let surface = ground.surface(sheet.look);
        let arrow = match text_of(row, "arrow") {
            "down" if place < last => Some("arrow-down"),
            "up" if place < last => Some("arrow-up"),
            _ => None,
        };
        let blocks = sheet.with_surface(surface, |sheet| {
            let words = blocks(row).into_iter().map(|(block, content)| {
                let path = format!("rows.{index}.blocks.{block}");
                let title = (format!("{path}.title"), text_of(content, "title"));
                let body = format!("{path}.body");
                let words =
                    HeadingAndBody::new(sheet, title, (&body, text_of(content, "body")), (BLOCK_TITLE, STEPS[0]));
                (block, words)
            });
            words.collect()
        });
        rows.push(Row { index, title: text_of(row, "title"), ground, surface, arrow, blocks });
    }
    rows
}

/// The non-blank blocks of a row with their index.
fn blocks(row: &Content) -> Vec<(usize, &Content)> {
    let blocks = row.get("blocks").and_then(Value::as_array).into_iter().flatten().enumerate();
    let says = |block: &Content| !text_of(block, "title").is_empty() || !text_of(block, "body").is_empty();
    blocks.filter_map(|(index, block)| Some((index, block.as_object()?))).filter(|(_, block)| says(block)).collect()
}

/// The ground of a tone, so that both tones differ from the page and from each other.
fn ground(sheet: &Sheet<'_>, tone: &str) -> Ground {
    match (tone, sheet.surface.ground) {
        ("deep", Ground::Deep) => Ground::Accent,
        ("deep", _) => Ground::Deep,
        (_, Ground::Tint) => Ground::Surface,
        _ => Ground::Tint,
    }
}

/// Width of a block, and its padding scaled with the gaps.
fn block_size(blocks: usize, width: f32, gap: f32) -> (f32, f32) {
    let blocks = blocks.max(1);
    let padding = if blocks > 4 { PADDINGS.1 } else { PADDINGS.0 };
    ((width - GUTTER * number(blocks - 1)) / number(blocks), padding * gap)
}

/// Height of the blocks of each row.
fn heights(sheet: &mut Sheet<'_>, rows: &mut [Row<'_>], width: f32, fitted: FittedSize) -> Vec<Px> {
    let mut heights = Vec::with_capacity(rows.len());
    for row in rows {
        let (block, padding) = block_size(row.blocks.len(), width, fitted.gap);
        // A row without blocks has room for its title.
        let mut height = Px(if row.title.is_empty() { 0.0 } else { ROW_TITLES[0] * 1.3 });
        for (_, words) in &mut row.blocks {
            let inner = words.height(sheet, Px(block - padding * 2.0), fitted);
            height = height.max(inner + Px(padding * 2.0));
        }
        heights.push(height);
    }
    heights
}

/// Draws a row of blocks. Their texts start at the same height, so that titles line up.
fn draw_row(sheet: &mut Sheet<'_>, row: Row<'_>, band: Rect, content: Px, fitted: FittedSize, step: &mut usize) {
    if !row.title.is_empty() {
        *step += 1;
        draw_title(sheet, row.title, row.index, band, *step);
    }
    let (width, padding) = block_size(row.blocks.len(), band.width.0, fitted.gap);
    let above = (band.height - content) / 2.0;
    for (place, (block, words)) in row.blocks.into_iter().enumerate() {
        *step += 1;
        let x = band.x.0 + (width + GUTTER) * number(place);
        let frame = sheet.rect(x, band.y.0, width, band.height.0);
        let start = sheet.nodes.len();
        let plate = sheet.plate_of(row.ground, frame);
        sheet.nodes.push(plate);
        let inner = frame.inset(Px(padding));
        let inner = Rect { y: inner.y + above, height: inner.height - above, ..inner };
        sheet.with_surface(row.surface, |sheet| words.draw(sheet, inner, fitted));
        sheet.finish_entry(start, &format!("rows.{}.blocks.{block}", row.index), Some(*step));
    }
}

/// The title of a row, in the middle of the cell before its blocks.
fn draw_title(sheet: &mut Sheet<'_>, title: &str, row: usize, band: Rect, step: usize) {
    let pen = sheet.body().size(ROW_TITLES[0]).leading(1.25).stressed();
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(title)]);
    let at = |step: f32| BlockOptions { width: Px(CELL), scale: step / ROW_TITLES[0], gap: 1.0 };
    let size = fitted(&ROW_TITLES, band.height, |fitted| block.height(sheet.typesetter, at(fitted.step)));
    let mut text = block.text(sheet.typesetter, at(size.step), band.height, usize::MAX);
    text.anchor = VerticalAlign::Middle;
    let height = text.height();
    let frame = sheet.rect(MARGIN, (band.y + (band.height - height) / 2.0).0, CELL, height.0);
    let start = sheet.nodes.len();
    let field = format!("rows.{row}.title");
    sheet.push_text(frame, text, NodeRole::Label, Some(&field));
    sheet.finish_entry(start, &field, Some(step));
}

/// An arrow below the blocks of a row.
fn draw_arrow(sheet: &mut Sheet<'_>, name: &str, field: &str, band: Rect, step: usize) {
    let side = GAPS.1;
    let frame = sheet.rect((band.x + (band.width - Px(side)) / 2.0).0, band.bottom().0, side, side);
    let mark = sheet.surface.mark;
    let arrow = sheet.icon(name, frame.inset(Px(2.0)), mark);
    let start = sheet.nodes.len();
    sheet.nodes.extend(arrow);
    sheet.finish_entry(start, field, Some(step));
}
