//! Process: three to seven steps in order, joined by connectors, across or down the slide.

use scene::{Align, Node, NodeKind, NodeRole, Path, Px, Rect, Shape, VerticalAlign};

use crate::diagram::{Entry, arrow_head, draw_between, lined, number, plate};
use crate::field_text::{FieldText, TextStack};
use crate::fit::fitted;
use crate::frame::{FULL_WIDTH, MARGIN, PLATE_PADDING};
use crate::sheet::{Sheet, text_of};
use crate::surface::text_color_on;
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the details; titles scale with them.
const STEPS: [f32; 2] = [26.0, 24.0];
/// Space between two cards, for the connector.
const GAP: f32 = 48.0;
/// Space between two rows of cards.
const ROW_GAP: f32 = 64.0;
/// Diameter of the disc behind a number.
const DISC: f32 = 64.0;
/// Padding of a card in two rows.
const TIGHT_PADDING: f32 = 28.0;
/// Minimum height of a single row of cards.
const LEAST_HEIGHT: f32 = 320.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    draw_between(sheet, |sheet, top, bottom| {
        let steps = sheet.filled_entries("items", &["title", "text"]);
        if steps.is_empty() {
            return;
        }
        if sheet.text("direction") == "vertical" {
            draw_rails(sheet, &steps, top, bottom);
        } else {
            draw_cards(sheet, &steps, top, bottom);
        }
    });
}

fn stacks(sheet: &mut Sheet<'_>, steps: &[Entry<'_>]) -> Vec<TextStack> {
    let title = sheet.body().size(32.0).leading(1.2).stressed();
    let text = sheet.body().size(STEPS[0]).leading(1.4);
    let mut stack = |(index, step): &Entry<'_>| {
        let words =
            FieldText::new(sheet, format!("items.{index}.title"), NodeRole::Label, &title, text_of(step, "title"));
        let detail = FieldText::new(sheet, format!("items.{index}.text"), NodeRole::Body, &text, text_of(step, "text"));
        TextStack::default().with(0.0, words).with(10.0, detail)
    };
    steps.iter().map(&mut stack).collect()
}

/// Number of cards in each row.
fn rows(count: usize) -> Vec<usize> {
    match count {
        0..=4 => vec![count],
        5 | 6 => vec![3, count - 3],
        _ => vec![count.div_ceil(2), count / 2],
    }
}

fn draw_cards(sheet: &mut Sheet<'_>, steps: &[Entry<'_>], top: Px, bottom: Px) {
    let rows = rows(steps.len());
    // Cards of one or two steps are no wider than those of three.
    let across = number(rows[0].max(3));
    let width = ((FULL_WIDTH - GAP * (across - 1.0)) / across).floor();
    let row_count = number(rows.len());
    let room = Px((bottom.0 - top.0 - ROW_GAP * (row_count - 1.0)) / row_count);
    let is_single = rows.len() == 1;
    // In two rows, the number is beside the title to save height.
    let padding = if is_single { PLATE_PADDING } else { TIGHT_PADDING };
    let (above, beside) = if is_single { (padding + DISC + 24.0, 0.0) } else { (padding, DISC + 20.0) };
    let wide = Px(width - padding * 2.0 - beside);
    // The first line is centred on the disc beside it.
    let down = |stack: &TextStack, scale: f32| if is_single { Px::ZERO } else { level_with_disc(stack, scale) };
    let mut stacks = stacks(sheet, steps);
    let highest = |sheet: &mut Sheet<'_>, stacks: &mut [TextStack], scale: f32| {
        let heights = stacks.iter_mut().map(|stack| down(stack, scale) + stack.height(sheet, wide, scale));
        heights.fold(Px(if is_single { 0.0 } else { DISC }), Px::max) + Px(above + padding)
    };
    let scale = fitted(&STEPS, room, |fitted| highest(sheet, &mut stacks, fitted.step / STEPS[0])).step / STEPS[0];
    let least = Px(if is_single { LEAST_HEIGHT } else { 0.0 });
    let height = highest(sheet, &mut stacks, scale).max(least).min(room);
    let used = height * row_count + Px(ROW_GAP * (row_count - 1.0));
    let first = top + (bottom - top - used) * 0.45;

    let mut stacks = stacks.into_iter().enumerate();
    for (row, cards) in rows.iter().enumerate() {
        let y = first + (height + Px(ROW_GAP)) * number(row);
        if row > 0 {
            turn(sheet, rows[0], width, y);
        }
        for (column, (index, stack)) in stacks.by_ref().take(*cards).enumerate() {
            let x = MARGIN + (width + GAP) * number(column);
            if column > 0 {
                chevron(sheet, x - GAP / 2.0, (y + height / 2.0).0);
            }
            let card = sheet.rect(x, y.0, width, height.0);
            let (fill, line, radius) = (sheet.surface.plate, sheet.surface.line, sheet.look.radius);
            sheet.nodes.push(plate(card, fill, Some((line, sheet.look.edge)), radius));
            draw_number(sheet, index + 1, x + padding, y.0 + padding);
            let down = down(&stack, scale).0;
            let room = height.0 - above - padding - down;
            let words = sheet.rect(x + padding + beside, y.0 + above + down, wide.0, room);
            stack.put(sheet, words, scale, VerticalAlign::Top);
        }
    }
}

/// A chevron in the middle between two cards.
fn chevron(sheet: &mut Sheet<'_>, x: f32, y: f32) {
    let path = Path::default().to(x - 7.0, y - 15.0).line(x + 7.0, y).line(x - 7.0, y + 15.0);
    let node = lined(sheet, path, sheet.surface.mark, 5.0);
    sheet.nodes.push(node);
}

/// Draws the connector from the end of the first row to the start of the second.
fn turn(sheet: &mut Sheet<'_>, cards: usize, width: f32, y: Px) {
    let from = MARGIN + (width + GAP) * number(cards - 1) + width / 2.0;
    let to = MARGIN + width / 2.0;
    let (above, middle, tip) = (y.0 - ROW_GAP + 8.0, y.0 - ROW_GAP / 2.0, y.0 - 8.0);
    let path = Path::default().to(from, above).line(from, middle).line(to, middle).line(to, tip - 14.0);
    let mark = sheet.surface.mark;
    let nodes = [lined(sheet, path, mark, 4.0), arrow_head(sheet, (to, tip), (0.0, 1.0), 18.0, mark)];
    sheet.nodes.extend(nodes);
}

/// A number on a disc.
fn draw_number(sheet: &mut Sheet<'_>, count: usize, x: f32, y: f32) {
    let disc = sheet.rect(x, y, DISC, DISC);
    let mark = sheet.surface.mark;
    sheet.nodes.push(Node::decoration(disc, NodeKind::Shape(Shape::disc(mark))));
    let palette = &sheet.look.palette;
    let pen = sheet
        .body()
        .size(30.0)
        .leading(1.2)
        .stressed()
        .color(text_color_on(palette, palette.rgb(mark)))
        .align(Align::Center);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(&count.to_string())]);
    let text = block.text(sheet.typesetter, BlockOptions::width(disc.width), Px(f32::MAX), 1);
    let height = text.height();
    sheet.push_text(Rect { y: disc.y + (disc.height - height) / 2.0, height, ..disc }, text, NodeRole::Label, None);
}

/// Distance of a text from the top of a disc whose centre its first line is aligned with.
fn level_with_disc(stack: &TextStack, scale: f32) -> Px {
    ((Px(DISC) - stack.first_line(scale)) / 2.0).max(Px::ZERO)
}

fn draw_rails(sheet: &mut Sheet<'_>, steps: &[Entry<'_>], top: Px, bottom: Px) {
    let columns = if steps.len() < 5 { vec![steps.len()] } else { vec![steps.len().div_ceil(2), steps.len() / 2] };
    let column_width = if columns.len() == 1 { 1408.0 } else { 832.0 };
    let inner = Px(column_width - DISC - 32.0);
    let most = number(columns[0]);
    let pitch = Px((bottom.0 - top.0) / most).min(Px(208.0));
    let room = pitch - Px(24.0);
    let mut stacks = stacks(sheet, steps);
    let scale = fitted(&STEPS, room, |fitted| {
        let scale = fitted.step / STEPS[0];
        let heights = stacks.iter_mut().map(|stack| level_with_disc(stack, scale) + stack.height(sheet, inner, scale));
        heights.fold(Px::ZERO, Px::max)
    })
    .step
        / STEPS[0];
    let first = top + (bottom - top - pitch * most) * 0.4 + Px(8.0);
    let mut stacks = stacks.into_iter().enumerate();
    for (column, count) in columns.iter().enumerate() {
        let x = MARGIN + 864.0 * number(column);
        for (row, (index, stack)) in stacks.by_ref().take(*count).enumerate() {
            let y = first + pitch * number(row);
            if row + 1 < *count {
                let rail = sheet.rect(x + DISC / 2.0 - 2.0, y.0 + DISC + 8.0, 4.0, pitch.0 - DISC - 16.0);
                let mark = sheet.surface.mark;
                sheet.nodes.push(Sheet::shape(rail, mark, Px(2.0)));
            }
            draw_number(sheet, index + 1, x, y.0);
            let down = level_with_disc(&stack, scale);
            let words = sheet.rect(x + DISC + 32.0, (y + down).0, inner.0, (room - down).0);
            stack.put(sheet, words, scale, VerticalAlign::Top);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_steps_stand_in_two_rows() {
        assert_eq!([1, 3, 4, 5, 6, 7].map(rows), [vec![1], vec![3], vec![4], vec![3, 2], vec![3, 3], vec![4, 3]]);
    }
}
