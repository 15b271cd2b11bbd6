//! Poll: a question with two to four answers, each a row or a column in which a result bar grows.

use deck::voice::PlateForm;
use scene::{Align, NodeRole, PollOption, Px, Rect, VerticalAlign};

use crate::diagram::number;
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::BodyArea;
use crate::join::{self, CardKind};
use crate::question::{Answer, TrackColors, answers, open_question, push_poll, push_track, track_colors};
use crate::sheet::Sheet;

/// Width of the answers beside the join card.
const BESIDE: f32 = 1282.0;
/// Left edge and width of the join card.
const CARD: (f32, f32) = (1410.0, 414.0);
/// Space between columns.
const COLUMN_GAP: f32 = 24.0;
/// Space between rows.
const ROW_GAP: f32 = 20.0;
/// Maximum length of the answers of a duel, in characters.
const SHORT: usize = 40;
/// Space at the sides of a column, and before the letter of a row.
const PAD: f32 = 40.0;
/// Size of the letter of a column, and its maximum as a share of the column's height.
const LETTER: (f32, f32) = (200.0, 0.25);
/// Size of the letter of a row.
const ROW_LETTER: f32 = 80.0;
/// Distance of an answer from the start of its row.
const ANSWER: f32 = 140.0;
/// Width of the result at the end of a row.
const RESULT: f32 = 240.0;

/// Sizes of answers of one line in columns.
const ONE_LINE: [Step; 5] = [Step::one(104.0), Step::one(96.0), Step::one(88.0), Step::one(80.0), Step::one(72.0)];
/// Sizes of longer answers in columns.
const LINES: [Step; 5] = [Step::one(88.0), Step::one(80.0), Step::one(72.0), Step::one(64.0), Step::one(56.0)];
/// Sizes of answers in rows.
const ROWS: [Step; 7] = [
    Step::one(64.0),
    Step::one(56.0),
    Step::one(52.0),
    Step::one(48.0),
    Step::one(44.0),
    Step::one(40.0),
    Step::one(36.0),
];

/// How the answers are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Two columns with answers of at most this many lines.
    Duel(usize),
    Rows,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = open_question(sheet);
    let answers = answers(sheet, 4);
    let width = if sheet.invite.is_some() { body.wide(BESIDE) } else { body.width };
    let mut options = Vec::new();
    let mut static_nodes = sheet.collect_nodes(|sheet| {
        if !answers.is_empty() {
            options = draw_answers(sheet, &body, &answers, width);
        }
    });
    let outcome = push_card(sheet, &body, &mut static_nodes);
    // Without a join card there is no session and so no votes.
    let outcome = outcome.unwrap_or_else(|| sheet.rect(body.x, body.bottom, body.width, 0.0));
    push_poll(sheet, "poll", &body, options, outcome, static_nodes);
    sheet.close_page(body);
}

/// Adds the join card, if there is a live session, and returns the area for the number of votes.
fn push_card(sheet: &mut Sheet<'_>, body: &BodyArea, static_nodes: &mut Vec<scene::Node>) -> Option<Rect> {
    let invite = sheet.invite?;
    let frame = sheet.rect(body.at(CARD.0), body.top, body.wide(CARD.1), body.height());
    let (card, votes) = join::card(sheet, frame, CardKind::Narrow, invite);
    static_nodes.push(card);
    static_nodes.extend(sheet.collect_nodes(|sheet| join::draw_vote_word(sheet, votes)));
    Some(votes)
}

fn texts(sheet: &mut Sheet<'_>, answers: &[Answer<'_>], is_duel: bool) -> Vec<FieldText> {
    let pen = if is_duel {
        sheet.heading().size(ONE_LINE[0].title).leading(1.05)
    } else {
        sheet.body().stressed().size(ROWS[0].title).leading(1.14)
    };
    let mut shaped = Vec::with_capacity(answers.len());
    for answer in answers {
        let text = FieldText::new(sheet, answer.field.clone(), NodeRole::Body, &pen, answer.words);
        shaped.extend(text.map(FieldText::with_even_lines));
    }
    shaped
}

/// The positions of the answers.
struct Plan {
    /// Boxes of the answers.
    boxes: Vec<Rect>,
    /// Left edge, top, width and height of the text in the box of an answer.
    text: (f32, f32, f32, f32),
    /// Size of a letter.
    letter: f32,
}

impl Plan {
    fn new(sheet: &Sheet<'_>, body: &BodyArea, count: usize, width: f32, arrangement: Arrangement) -> Plan {
        match arrangement {
            Arrangement::Duel(_) => {
                let column = (width - COLUMN_GAP) / 2.0;
                let letter = (body.height() * LETTER.1).min(LETTER.0);
                let boxes = (0..count).map(|place| {
                    sheet.rect(body.x + (column + COLUMN_GAP) * number(place), body.top, column, body.height())
                });
                let top = 24.0 + letter + 16.0;
                let height = body.height() - top - letter - 40.0;
                Plan { boxes: boxes.collect(), text: (PAD, top, column - PAD * 2.0, height), letter }
            }
            Arrangement::Rows => {
                let row = (body.height() - ROW_GAP * number(count - 1)) / number(count);
                let boxes =
                    (0..count).map(|place| sheet.rect(body.x, body.top + (row + ROW_GAP) * number(place), width, row));
                let letter = ROW_LETTER.min(row * 0.72);
                Plan { boxes: boxes.collect(), text: (ANSWER, 6.0, width - ANSWER - RESULT, row - 12.0), letter }
            }
        }
    }
}

fn draw_answers(sheet: &mut Sheet<'_>, body: &BodyArea, answers: &[Answer<'_>], width: f32) -> Vec<PollOption> {
    let count = answers.len();
    let is_duel = count == 2 && answers.iter().all(|answer| answer.words.chars().count() <= SHORT);
    let mut large = texts(sheet, answers, true);
    let mut smaller = texts(sheet, answers, false);
    let compositions = [
        Composition::new(Arrangement::Duel(1), &ONE_LINE).when(is_duel),
        Composition::new(Arrangement::Duel(3), &LINES).when(is_duel),
        Composition::new(Arrangement::Rows, &ROWS),
    ];
    let limits = sheet.step_limits(body);
    let Chosen { arrangement, step, .. } = choose(limits, &compositions, None, |arrangement, step, _| {
        let (texts, max_lines) = match arrangement {
            Arrangement::Duel(lines) => (&mut large, lines),
            Arrangement::Rows => (&mut smaller, usize::MAX),
        };
        let (_, _, width, height) = Plan::new(sheet, body, count, width, arrangement).text;
        texts.iter_mut().all(|text| {
            text.fits(sheet, width, step.title)
                && text.lines_at(sheet, width, step.title) <= max_lines
                && text.height_at(sheet, width, step.title) <= height
        })
    });
    let Plan { boxes, text: text_box, letter } = Plan::new(sheet, body, count, width, arrangement);
    let is_duel = arrangement != Arrangement::Rows;
    let shaped = if is_duel { large } else { smaller };
    for (index, frame) in boxes.iter().enumerate() {
        push_track(sheet, *frame, index);
    }
    let anchor = if is_duel { VerticalAlign::Top } else { VerticalAlign::Middle };
    let mut options = Vec::with_capacity(count);
    for (index, (text, (answer, frame))) in shaped.into_iter().zip(answers.iter().zip(boxes)).enumerate() {
        let TrackColors { fill, leading_fill, leading_ink, letter: ink, .. } = track_colors(sheet, index);
        // In rows, letters are in the middle of their column; in columns, at the edge.
        let (letter_frame, align) = if is_duel {
            (sheet.inside(frame, PAD, 24.0, text_box.2, letter), sheet.start_align())
        } else {
            (sheet.inside(frame, PAD - 8.0, 0.0, ANSWER - PAD - 16.0, frame.height.0), Align::Center)
        };
        let pen = sheet.heading().size(letter).leading(1.0).color(ink).align(align);
        let words = sheet.short_text(pen.plain(["A", "B", "C", "D"][index]), letter_frame.width, &[letter], 1);
        sheet.push_text_in_middle(letter_frame, words, NodeRole::Label, None);
        let text_frame = sheet.inside(frame, text_box.0, text_box.1, text_box.2, text_box.3);
        text.put_at(sheet, text_frame, step.title, anchor);
        let (field, text) = (answer.field.clone(), answer.words.to_owned());
        // A bar begins below the rule of its track.
        let rule = if sheet.look.voice.plate.form == PlateForm::RuleTop { sheet.look.voice.plate.stroke } else { 0.0 };
        let bar = Rect { y: frame.y + Px(rule), height: frame.height - Px(rule), ..frame };
        options.push(PollOption { field, text, frame, bar, fill, leading_fill, leading_ink });
    }
    options
}
