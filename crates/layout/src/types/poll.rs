//! Poll: a question with two to four answers, each a row in which a result bar grows.

use scene::{Align, Node, NodeKind, NodeRole, PollOption, Px, Rect, Shape};

use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::join::{self, CardSizes};
use crate::question::{answers, push};
use crate::sheet::Sheet;

/// Height of a row, and the space between two.
const ROW: (f32, f32) = (128.0, 24.0);
/// Side of the disc with the letter of an answer.
const DISC: f32 = 72.0;
/// Space at the end of a row for its count and percentage.
const RESULT: f32 = 216.0;
/// Width of the rows beside the join card; left edge and width of the card.
pub(super) const BESIDE: f32 = 1120.0;
const CARD: (f32, f32) = (1296.0, 512.0);
/// Font sizes of an answer.
const STEPS: [f32; 4] = [34.0, 30.0, 28.0, 26.0];

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head_from("question").0;
    let answers = answers(sheet, 4);
    let width = if sheet.invite.is_some() { BESIDE } else { FULL_WIDTH };
    let mut options = Vec::new();
    let mut static_nodes = sheet.collect_nodes(|sheet| {
        let pen = sheet.body().size(STEPS[0]).leading(1.25);
        let words = answers.iter().map(|answer| pen.plain(answer.words)).collect();
        let texts = sheet.short_texts(words, Px(width - 32.0 - DISC - 28.0 - RESULT), &STEPS, 2);
        let mut y = top;
        for (index, (answer, text)) in answers.iter().zip(texts).enumerate() {
            let frame = sheet.rect(MARGIN, y, width, ROW.0);
            let plate = sheet.plate(frame, sheet.look.radius);
            sheet.nodes.push(plate);
            let disc = sheet.inside(frame, 32.0, (ROW.0 - DISC) / 2.0, DISC, DISC);
            push_disc(sheet, disc, ["A", "B", "C", "D"][index], 32.0);
            let place = sheet.inside(frame, 32.0 + DISC + 28.0, 0.0, width - 32.0 - DISC - 28.0 - RESULT, ROW.0);
            sheet.push_text_in_middle(place, text, NodeRole::Body, Some(&answer.field));
            let (field, text) = (answer.field.clone(), answer.words.to_owned());
            options.push(PollOption { field, text, frame, bar: frame });
            y += ROW.0 + ROW.1;
        }
    });
    let rows = sheet.rect(MARGIN, top, width, BODY_BOTTOM.0 - top);
    let outcome = push_card(sheet, top, &mut static_nodes);
    let frame = if outcome.is_some() { sheet.rect(MARGIN, top, FULL_WIDTH, BODY_BOTTOM.0 - top) } else { rows };
    let used = Px(top + (ROW.0 + ROW.1) * options_count(&options));
    let below = Rect { y: used, height: (frame.bottom() - used).min(Px(48.0)), ..rows };
    push(sheet, "poll", frame, options, outcome.unwrap_or(below), static_nodes);
}

#[expect(clippy::cast_precision_loss, reason = "a handful")]
fn options_count(options: &[PollOption]) -> f32 {
    options.len() as f32
}

/// Draws the join card, if there is a live session, and returns the area for the number of votes.
pub(super) fn push_card(sheet: &mut Sheet<'_>, top: f32, static_nodes: &mut Vec<Node>) -> Option<Rect> {
    let invite = sheet.invite?;
    let frame = sheet.rect(CARD.0, top, CARD.1, BODY_BOTTOM.0 - top);
    let sizes = CardSizes { square: 360.0, address: 28.0, letters: 72.0, below: 48.0 };
    let (card, below) = join::card(sheet, frame, sizes, invite);
    static_nodes.push(card);
    Some(below)
}

/// Draws a disc in the mark colour with a letter.
pub(super) fn push_disc(sheet: &mut Sheet<'_>, frame: Rect, sign: &str, size: f32) {
    let mark = sheet.surface.mark;
    let shape = Shape { fill: None, ..Shape::disc(mark) }.lined(mark, Px(3.0));
    sheet.nodes.push(Node::decoration(frame, NodeKind::Shape(shape)));
    let pen = sheet.heading().size(size).leading(1.2).color(mark).align(Align::Center);
    let text = sheet.short_text(pen.plain(sign), frame.width, &[size], 1);
    sheet.push_text_in_middle(frame, text, NodeRole::Label, None);
}
