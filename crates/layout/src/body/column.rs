//! Where columns of a body break, and how one is drawn.

use scene::{Alt, Code, Color, Kind, Node, Origin, PaletteRole, Px, Rect, Role, Text};

use super::entry::{CODE_PADDING, Entry, EntryKind, QUOTE_INDENT, picture_size};
use super::tables;
use crate::finding::FindingKind;
use crate::picture::Fit;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{Block, Setting};

/// What is known of an entry at a size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Measure {
    pub(super) height: Px,
    pub(super) gap: Px,
    pub(super) keeps: bool,
    pub(super) joins: bool,
}

/// After how many entries each column but the last ends: so that the columns are as even as can be, else so that
/// the first ones are full.
pub(super) fn breaks(measures: &[Measure], columns: usize, room: Px) -> Vec<usize> {
    if columns < 2 {
        return Vec::new();
    }
    let may_break = |at: usize| at == measures.len() || (!measures[at - 1].keeps && !measures[at].joins);
    let places = (1..=measures.len()).filter(|at| may_break(*at));
    let highest = |at: usize| heights(measures, &[at]).into_iter().fold(Px::ZERO, Px::max);
    let even = places.clone().min_by(|one, other| highest(*one).0.total_cmp(&highest(*other).0));
    match even {
        Some(at) if highest(at) <= room + Px(0.5) => vec![at],
        _ => {
            let fits = |at: &usize| heights(measures, &[*at])[0] <= room + Px(0.5);
            let full = places.take_while(fits).last();
            vec![full.or(even).unwrap_or(measures.len())]
        }
    }
}

/// How high each column is.
pub(super) fn heights(measures: &[Measure], breaks: &[usize]) -> Vec<Px> {
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

/// Draws entries from the top of a column and answers where they end. What does not fit is cut and noted.
pub(super) fn draw(sheet: &mut Sheet<'_>, field: &str, entries: Vec<Entry>, column: Rect, scale: f32, gap: f32) -> Px {
    let mut y = column.y;
    let mut words: Option<(Px, Block)> = None;
    let setting = |width: Px| Setting { width, scale, gap };
    for (index, mut entry) in entries.into_iter().enumerate() {
        let above = if index == 0 { Px::ZERO } else { entry.gap * scale * gap };
        let height = entry.height(sheet.set, column.width, scale, gap);
        if let EntryKind::Words(block) = entry.kind {
            match &mut words {
                Some((_, open)) => open.append(block),
                None => words = Some((y + above, block)),
            }
            y += above + height;
            continue;
        }
        if let Some((top, block)) = words.take() {
            draw_words(sheet, field, block, column, top, setting(column.width));
        }
        y += above;
        if y + height > column.bottom() + Px(0.5) {
            sheet.find(field, FindingKind::Overflow);
            return column.bottom().min(y);
        }
        let frame = Rect {
            x: if sheet.direction.is_right_to_left() { column.x } else { column.x + entry.indent },
            y,
            width: column.width - entry.indent,
            height,
        };
        draw_block(sheet, field, entry, frame, scale, gap);
        y += height;
    }
    if let Some((top, block)) = words.take() {
        draw_words(sheet, field, block, column, top, setting(column.width));
    }
    y.min(column.bottom())
}

fn draw_words(sheet: &mut Sheet<'_>, field: &str, mut block: Block, column: Rect, top: Px, setting: Setting) {
    let room = column.bottom() - top;
    if room < block.first_line(setting) {
        sheet.find(field, FindingKind::Overflow);
        return;
    }
    let text = block.text(sheet.set, setting, room, usize::MAX);
    let frame = Rect { y: top, height: text.height(), ..column };
    sheet.push_text(frame, text, Role::Body, Some(field));
}

fn draw_block(sheet: &mut Sheet<'_>, field: &str, entry: Entry, frame: Rect, scale: f32, gap: f32) {
    let step = Some(entry.step);
    let setting = |width: Px| Setting { width, scale, gap };
    let start = sheet.nodes.len();
    match entry.kind {
        EntryKind::Words(_) => {}
        EntryKind::Quote(mut block) => {
            let width = frame.width - QUOTE_INDENT;
            let text = block.text(sheet.set, setting(width), frame.height, usize::MAX);
            let mirrored = sheet.direction.is_right_to_left();
            let bar = Rect { x: if mirrored { frame.right() - Px(6.0) } else { frame.x }, width: Px(6.0), ..frame };
            let mark = sheet.surface.mark;
            sheet.nodes.push(Sheet::shape(bar, mark, Px(3.0)));
            let frame = Rect { x: if mirrored { frame.x } else { frame.x + QUOTE_INDENT }, width, ..frame };
            sheet.push_text(frame, text, Role::Quote, Some(field));
        }
        EntryKind::Code { mut lines, language } => {
            let radius = sheet.look.radius.min(Px(14.0));
            let plate: Color = match sheet.surface.ground {
                Ground::Tint => PaletteRole::Surface.into(),
                _ => PaletteRole::Tint.into(),
            };
            sheet.nodes.push(Node { role: Role::Plate, ..Sheet::shape(frame, plate, radius) });
            let inner = frame.inset(CODE_PADDING);
            let text = lines.text(sheet.set, setting(inner.width), inner.height, usize::MAX);
            push_code(sheet, field, inner, text, language);
        }
        EntryKind::Table(mut grid) => tables::draw(sheet, &mut grid, field, frame, scale),
        EntryKind::Picture { source, alt, aspect } => {
            let (width, height) = picture_size(frame.width, aspect, scale);
            let x = if sheet.direction.is_right_to_left() { frame.right() - width } else { frame.x };
            let frame = Rect { x, width, height, ..frame };
            let radius = sheet.look.radius.min(Px(12.0));
            if let Some(mut node) = sheet.picture(field, &source, frame, Fit::Cover, (50.0, 50.0)) {
                if let Kind::Picture(picture) = &mut node.kind {
                    picture.radius = radius;
                }
                node.alt = if alt.is_empty() { Alt::Missing } else { Alt::Text(alt) };
                sheet.nodes.push(node);
            }
        }
        EntryKind::Rule => {
            let line = sheet.surface.line;
            sheet.nodes.push(Sheet::shape(frame, line, Px::ZERO));
        }
    }
    let origin = Origin { part: entry.source, ..sheet.origin(field) };
    for node in &mut sheet.nodes[start..] {
        node.step = step;
        node.origin = Some(origin.clone());
    }
}

fn push_code(sheet: &mut Sheet<'_>, field: &str, frame: Rect, text: Text, language: String) {
    if text.cut {
        sheet.find(field, FindingKind::Overflow);
    }
    sheet.find_missing(&text, field);
    let code = Code { text, language, first_line: None, marked: Vec::new() };
    sheet.nodes.push(Node {
        frame,
        kind: Kind::Code(code),
        role: Role::Body,
        origin: Some(sheet.origin(field)),
        step: None,
        alt: Alt::Own,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(heights_of: &[f32], room: f32) -> Vec<Px> {
        let measures: Vec<Measure> = heights_of
            .iter()
            .map(|height| Measure {
                height: Px(height.abs()),
                gap: Px(10.0),
                // A negative height stands for a heading.
                keeps: *height < 0.0,
                joins: false,
            })
            .collect();
        let breaks = breaks(&measures, 2, Px(room));
        heights(&measures, &breaks)
    }

    #[test]
    fn columns_are_as_even_as_can_be() {
        assert_eq!(check(&[100.0, 100.0, 100.0, 100.0], 500.0), [Px(210.0), Px(210.0)]);
        assert_eq!(check(&[300.0, 50.0, 50.0], 500.0), [Px(300.0), Px(110.0)]);
        assert_eq!(check(&[300.0], 500.0), [Px(300.0), Px(0.0)]);
    }

    #[test]
    fn a_heading_stays_with_what_follows() {
        assert_eq!(check(&[100.0, -40.0, 100.0], 500.0), [Px(100.0), Px(150.0)]);
    }

    #[test]
    fn what_fits_nowhere_fills_the_first_column() {
        assert_eq!(check(&[100.0, 100.0, 100.0, 300.0, 300.0], 320.0), [Px(320.0), Px(610.0)]);
    }
}
