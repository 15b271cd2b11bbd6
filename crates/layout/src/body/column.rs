//! Breaks a body into columns and draws a column.

use scene::{AltText, CodeBlock, Color, Node, NodeKind, NodeRole, Origin, PaletteRole, Px, Rect, Text};

use deck::voice::TextBullets;

use super::blocks::{BodyBlock, BodyBlockKind, CODE_PADDING, QUOTE_INDENT, picture_size};
use super::{BodyStyle, bullets, tables};
use crate::finding::FindingKind;
use crate::picture::Fit;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{BlockOptions, TextBlock};

/// The measures of a block at a font size.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockMeasure {
    pub(super) height: Px,
    pub(super) gap: Px,
    pub(super) keeps_with_next: bool,
    pub(super) continues_item: bool,
    /// Whether the block belongs to the item above it in an outer list.
    pub(super) is_nested: bool,
}

/// The number of blocks up to the end of the first column; empty for a single column. Two columns are balanced if they
/// fit that way; otherwise the first one is filled. An item and its nested list
/// stay in one column if both columns fit that way.
pub(super) fn breaks(measures: &[BlockMeasure], columns: usize, room: Px) -> Vec<usize> {
    if columns < 2 {
        return Vec::new();
    }
    let may_break =
        |at: usize| at == measures.len() || (!measures[at - 1].keeps_with_next && !measures[at].continues_item);
    let positions = (1..=measures.len()).filter(|at| may_break(*at));
    let highest = |at: usize| heights(measures, &[at]).into_iter().fold(Px::ZERO, Px::max);
    let is_outer = |at: &usize| measures.get(*at).is_none_or(|measure| !measure.is_nested);
    let by_height = |one: &usize, other: &usize| highest(*one).0.total_cmp(&highest(*other).0);
    let outer = positions.clone().filter(is_outer).filter(|at| *at < measures.len()).min_by(by_height);
    let even = positions.clone().min_by(by_height);
    match outer.filter(|at| highest(*at) <= room + Px(0.5)).or(even) {
        Some(at) if highest(at) <= room + Px(0.5) => vec![at],
        _ => {
            let fits = |at: &usize| heights(measures, &[*at])[0] <= room + Px(0.5);
            let full = positions.take_while(fits).last();
            vec![full.or(even).unwrap_or(measures.len())]
        }
    }
}

/// The height of each column.
pub(super) fn heights(measures: &[BlockMeasure], breaks: &[usize]) -> Vec<Px> {
    let ends = breaks.iter().copied().chain([measures.len()]);
    let mut from = 0;
    ends.map(|until| {
        let column = &measures[from.min(until)..until];
        from = until;
        let gaps: Px = column.iter().skip(1).map(|measure| measure.gap).sum();
        column.iter().map(|measure| measure.height).sum::<Px>() + gaps
    })
    .collect()
}

/// The size at which a body is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyScale {
    /// Font size as a factor of the size at which the blocks were shaped.
    pub(super) scale: f32,
    /// Factor for the gaps.
    pub(super) gap: f32,
    pub(super) style: BodyStyle,
}

/// Consecutive text blocks that become one node.
struct OpenText {
    top: Px,
    block: TextBlock,
    inset: Px,
    /// Space below the text so far, for the pill behind its last item.
    below: Px,
    in_list: bool,
}

/// Draws blocks from the top of a column and returns where they end. Content that does not fit is truncated and
/// reported.
pub(super) fn draw(sheet: &mut Sheet<'_>, field: &str, blocks: Vec<BodyBlock>, column: Rect, size: BodyScale) -> Px {
    let BodyScale { scale, gap, style } = size;
    // Lists with pills or a plate have a node of their own, because they are narrower.
    let is_apart = matches!(style.bullets, TextBullets::Pills | TextBullets::Plate);
    let mut y = column.y;
    let mut open: Option<OpenText> = None;
    for (index, mut block) in blocks.into_iter().enumerate() {
        let above = if index == 0 { Px::ZERO } else { block.gap * scale * gap };
        let height = block.height(sheet.typesetter, column.width, scale, gap);
        let (pad_above, pad_below) = (block.pads.0 * scale, block.pads.1 * scale);
        if is_apart && open.as_ref().is_some_and(|text| text.in_list != block.in_list) {
            draw_text(sheet, field, open.take(), column, size);
        }
        if let BodyBlockKind::Words(mut words) = block.kind {
            if let Some(text) = &mut open {
                let space = above + text.below + pad_above;
                words.set_space_before(space / (scale * gap));
                text.block.append(words);
                text.below = pad_below;
            } else {
                let (top, inset) = (y + above + pad_above, block.inset * scale);
                open = Some(OpenText { top, block: words, inset, below: pad_below, in_list: block.in_list });
            }
            y += above + height;
            continue;
        }
        draw_text(sheet, field, open.take(), column, size);
        y += above;
        if y + height > column.bottom() + Px(0.5) {
            sheet.report(field, FindingKind::Overflow);
            return column.bottom().min(y);
        }
        let (indent, inset) = (block.indent * scale, block.inset * scale);
        let frame = Rect {
            x: column.x + inset + if sheet.direction.is_right_to_left() { Px::ZERO } else { indent },
            y: y + pad_above,
            width: column.width - indent - inset * 2.0,
            height: height - pad_above - pad_below,
        };
        draw_block(sheet, field, block, frame, scale, gap);
        y += height;
    }
    draw_text(sheet, field, open.take(), column, size);
    y.min(column.bottom())
}

fn draw_text(sheet: &mut Sheet<'_>, field: &str, open: Option<OpenText>, column: Rect, size: BodyScale) {
    let Some(OpenText { top, mut block, inset, below, in_list }) = open else { return };
    let BodyScale { scale, gap, style } = size;
    let options = BlockOptions { width: column.width - inset * 2.0, scale, gap };
    let room = column.bottom() - top - below;
    if room + Px(0.5) < block.first_line_height(options) {
        sheet.report(field, FindingKind::Overflow);
        return;
    }
    let text = block.text(sheet.typesetter, options, room + Px(0.5), usize::MAX);
    let frame = Rect { x: column.x + inset, y: top, width: options.width, height: text.height() };
    if in_list || style.bullets == TextBullets::Ruled {
        bullets::draw_behind(sheet, style.bullets, &text, frame, style.base * scale, gap);
    }
    sheet.push_text(frame, text, NodeRole::Body, Some(field));
}

fn draw_block(sheet: &mut Sheet<'_>, field: &str, block: BodyBlock, frame: Rect, scale: f32, gap: f32) {
    let step = Some(block.step);
    let options = |width: Px| BlockOptions { width, scale, gap };
    let start = sheet.nodes.len();
    match block.kind {
        BodyBlockKind::Words(_) => {}
        BodyBlockKind::Quote(mut block) => {
            let width = frame.width - QUOTE_INDENT;
            let text = block.text(sheet.typesetter, options(width), frame.height, usize::MAX);
            let is_right_to_left = sheet.direction.is_right_to_left();
            let bar =
                Rect { x: if is_right_to_left { frame.right() - Px(8.0) } else { frame.x }, width: Px(8.0), ..frame };
            let mark = sheet.surface.mark;
            sheet.nodes.push(Sheet::shape(bar, mark, Px(4.0).min(sheet.look.radius)));
            let frame = Rect { x: if is_right_to_left { frame.x } else { frame.x + QUOTE_INDENT }, width, ..frame };
            sheet.push_text(frame, text, NodeRole::Quote, Some(field));
        }
        BodyBlockKind::Code { mut lines, language } => {
            let radius = sheet.look.radius.min(Px(14.0));
            let plate: Color = match sheet.surface.ground {
                Ground::Tint => PaletteRole::Surface.into(),
                _ => PaletteRole::Tint.into(),
            };
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Sheet::shape(frame, plate, radius) });
            let inner = frame.inset(CODE_PADDING);
            let text = lines.text(sheet.typesetter, options(inner.width), inner.height, usize::MAX);
            push_code(sheet, field, inner, text, language);
        }
        BodyBlockKind::Table(mut grid) => tables::draw(sheet, &mut grid, field, frame, scale),
        BodyBlockKind::Picture { source, alt, aspect } => {
            let (width, height) = picture_size(frame.width, aspect, scale);
            let x = if sheet.direction.is_right_to_left() { frame.right() - width } else { frame.x };
            let frame = Rect { x, width, height, ..frame };
            let radius = sheet.look.radius.min(Px(12.0));
            if let Some(mut node) = sheet.picture(field, &source, frame, Fit::Cover, (50.0, 50.0)) {
                if let NodeKind::Picture(picture) = &mut node.kind {
                    picture.radius = radius;
                }
                node.alt = if alt.is_empty() { AltText::Missing } else { AltText::Text(alt) };
                sheet.nodes.push(node);
            }
        }
        BodyBlockKind::Rule => {
            let line = sheet.surface.line;
            sheet.nodes.push(Sheet::shape(frame, line, Px::ZERO));
        }
    }
    let origin = Origin { part: block.source, ..sheet.origin(field) };
    for node in &mut sheet.nodes[start..] {
        node.step = step;
        node.origin = Some(origin.clone());
    }
}

fn push_code(sheet: &mut Sheet<'_>, field: &str, frame: Rect, text: Text, language: String) {
    if text.truncated {
        sheet.report(field, FindingKind::Overflow);
    }
    sheet.report_missing_glyphs(&text, field);
    let code = CodeBlock { text, language, first_line: None, marked: Vec::new(), steps: Vec::new() };
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Code(code),
        role: NodeRole::Body,
        origin: Some(sheet.origin(field)),
        step: None,
        alt: AltText::Own,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heights of two columns in a room. A negative height marks a heading.
    fn check(heights_of: &[f32], room: f32) -> Vec<Px> {
        let measures: Vec<BlockMeasure> = heights_of
            .iter()
            .map(|height| BlockMeasure {
                height: Px(height.abs()),
                gap: Px(10.0),
                keeps_with_next: *height < 0.0,
                continues_item: false,
                is_nested: false,
            })
            .collect();
        let breaks = breaks(&measures, 2, Px(room));
        heights(&measures, &breaks)
    }

    #[test]
    fn columns_are_balanced() {
        assert_eq!(check(&[100.0, 100.0, 100.0, 100.0], 500.0), [Px(210.0), Px(210.0)]);
        assert_eq!(check(&[300.0, 50.0, 50.0], 500.0), [Px(300.0), Px(110.0)]);
        assert_eq!(check(&[300.0], 500.0), [Px(300.0), Px(0.0)]);
    }

    #[test]
    fn a_heading_stays_with_the_next_block() {
        assert_eq!(check(&[100.0, -40.0, 100.0], 500.0), [Px(100.0), Px(150.0)]);
    }

    #[test]
    fn an_item_stays_with_the_list_inside_it() {
        let measure = |is_nested: bool| BlockMeasure {
            height: Px(100.0),
            gap: Px(0.0),
            keeps_with_next: false,
            continues_item: false,
            is_nested,
        };
        let measures = [false, true, true, true, false].map(measure);
        assert_eq!(breaks(&measures, 2, Px(500.0)), [4]);
        assert_eq!(breaks(&measures, 2, Px(300.0)), [2]);
    }

    #[test]
    fn too_much_content_fills_the_first_column() {
        assert_eq!(check(&[100.0, 100.0, 100.0, 300.0, 300.0], 320.0), [Px(320.0), Px(610.0)]);
    }
}
