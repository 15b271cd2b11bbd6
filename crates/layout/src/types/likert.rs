//! Agreement scale: a statement with two to ten ordered answers, from cool to warm.

use scene::{Align, Node, NodeKind, NodeRole, PollOption, Px, Rect, Rgb, Shape};

use crate::diagram::number;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::question::{Answer, answers, push};
use crate::sheet::Sheet;
use crate::surface::{Ground, black_or_white_on};

/// With this many answers or more, they are rows instead of columns.
const ROWS_FROM: usize = 6;
/// Top and bottom of the bars of columns.
const BARS: (f32, f32) = (260.0, 600.0);
/// Top and bottom of the discs of columns.
const DISCS: (f32, f32) = (620.0, 760.0);
/// Font sizes of an answer.
const STEPS: [f32; 4] = [26.0, 24.0, 22.0, 20.0];
/// Colours of the start, the middle and the end of the scale.
const RAMP: [Rgb; 3] = [Rgb::hex(0x2B_6C_B0), Rgb::hex(0x86_8C_96), Rgb::hex(0xC2_57_1A)];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head_from("question").0;
    let answers = answers(sheet, 10);
    let mut options = Vec::new();
    let static_nodes = sheet.collect_nodes(|sheet| {
        if answers.len() < ROWS_FROM {
            draw_columns(sheet, top, &answers, &mut options);
        } else {
            draw_rows(sheet, top, &answers, &mut options);
        }
    });
    let frame = sheet.rect(MARGIN, top, FULL_WIDTH, BODY_BOTTOM.0 - top);
    let outcome = if answers.len() < ROWS_FROM {
        let above = BARS.0.max(top);
        sheet.rect(MARGIN, above, FULL_WIDTH, BARS.1 - above)
    } else {
        frame
    };
    push(sheet, "likert", frame, options, outcome, static_nodes);
}

fn draw_columns(sheet: &mut Sheet<'_>, top: f32, answers: &[Answer<'_>], options: &mut Vec<PollOption>) {
    let count = number(answers.len()).max(1.0);
    let width = (FULL_WIDTH - 32.0 * (count - 1.0)) / count;
    let pen = sheet.body().size(STEPS[0]).leading(1.3).align(Align::Center);
    let texts = answers.iter().map(|answer| pen.plain(answer.words)).collect();
    let texts = sheet.short_texts(texts, Px(width), &STEPS, 5);
    let bars = BARS.0.max(top);
    for (index, (answer, text)) in answers.iter().zip(texts).enumerate() {
        let x = MARGIN + (width + 32.0) * number(index);
        let side = DISCS.1 - DISCS.0;
        let bar = sheet.rect(x + (width - side) / 2.0, bars, side, BARS.1 - bars);
        let track = sheet.plate(bar, sheet.look.radius);
        sheet.nodes.push(track);
        let disc = sheet.rect(x + (width - side) / 2.0, DISCS.0, side, side);
        push_number(sheet, disc, index, answers.len(), 56.0);
        let height = text.height();
        let words = sheet.rect(x, DISCS.1 + 24.0, width, height.0);
        sheet.push_text(words, text, NodeRole::Body, Some(&answer.field));
        let frame = sheet.rect(x, DISCS.0, width, DISCS.1 + 24.0 + height.0 - DISCS.0);
        options.push(option(answer, frame, bar));
    }
}

fn draw_rows(sheet: &mut Sheet<'_>, top: f32, answers: &[Answer<'_>], options: &mut Vec<PollOption>) {
    let count = number(answers.len());
    let gap = 12.0;
    let height = ((BODY_BOTTOM.0 - top - gap * (count - 1.0)) / count).min(88.0);
    let disc = (height - 8.0).min(56.0);
    let width = 688.0 - disc - 20.0;
    // In scripts with a large line height, two lines may not fit into a row.
    let mut texts = Vec::new();
    for (steps, lines) in [(&STEPS[..], 2), (&STEPS[3..], 2), (&STEPS[3..], 1)] {
        let pen = sheet.body().size(steps[0]).leading(1.2);
        let paragraphs = answers.iter().map(|answer| pen.plain(answer.words)).collect();
        texts = sheet.short_texts(paragraphs, Px(width), steps, lines);
        if texts.iter().all(|text| text.height() <= Px(height)) {
            break;
        }
    }
    for (index, (answer, text)) in answers.iter().zip(texts).enumerate() {
        let y = top + (height + gap) * number(index);
        let frame = sheet.rect(MARGIN, y, 688.0, height);
        let place = sheet.inside(frame, 0.0, (height - disc) / 2.0, disc, disc);
        push_number(sheet, place, index, answers.len(), disc * 0.5);
        let words = sheet.inside(frame, disc + 20.0, 0.0, width, height);
        sheet.push_text_in_middle(words, text, NodeRole::Body, Some(&answer.field));
        let bar = sheet.rect(832.0, y + (height - disc) / 2.0, 976.0, disc);
        let track = sheet.plate(bar, sheet.look.radius.min(Px(disc / 2.0)));
        sheet.nodes.push(track);
        options.push(option(answer, frame, bar));
    }
}

fn option(answer: &Answer<'_>, frame: Rect, bar: Rect) -> PollOption {
    PollOption { field: answer.field.clone(), text: answer.words.to_owned(), frame, bar }
}

/// Draws a disc with the number of an answer, in its colour on the scale.
fn push_number(sheet: &mut Sheet<'_>, frame: Rect, index: usize, count: usize, size: f32) {
    let color = ramp(index, count);
    sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(Shape::disc(color))));
    let words = (index + 1).to_string();
    sheet.with_surface(Ground::Custom(color).surface(sheet.look), |sheet| {
        let pen = sheet.heading().size(size).leading(1.2).align(Align::Center);
        let pen = pen.color(black_or_white_on(color).into());
        let text = sheet.short_text(pen.plain(&words), frame.width, &[size], 1);
        sheet.push_text_in_middle(frame, text, NodeRole::Label, None);
    });
}

/// The colour of an answer on the scale: cool at the start, neutral in the middle, warm at the end.
fn ramp(index: usize, count: usize) -> Rgb {
    let share = number(index) / number(count.saturating_sub(1)).max(1.0);
    let [cool, neutral, warm] = RAMP;
    if share < 0.5 { neutral.over(cool, share * 2.0) } else { warm.over(neutral, share * 2.0 - 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_runs_from_cool_to_warm_and_is_neutral_in_the_middle() {
        assert_eq!([ramp(0, 5), ramp(2, 5), ramp(4, 5)], RAMP);
        assert_eq!([ramp(0, 2), ramp(1, 2)], [RAMP[0], RAMP[2]]);
        assert_eq!(ramp(0, 1), RAMP[0]);
    }
}
