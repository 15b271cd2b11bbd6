//! Agreement scale: a statement with two to ten ordered answers, from one accent to the other.

use scene::{Align, Color, NodeRole, PaletteRole, PollOption, Px, Rect, Rgb, VerticalAlign};

use crate::diagram::number;
use crate::field_text::FieldText;
use crate::fit::{Composition, Step, choose};
use crate::head::BodyArea;
use crate::question::{Answer, answers, open_question, push_bar, push_plain_track, push_poll, track_radius};
use crate::sheet::Sheet;

/// Space between columns.
const GAP: f32 = 32.0;
/// Space between the foot of the columns and the labels.
const ABOVE_LABEL: f32 = 40.0;
/// Height of the bar at the foot of a column.
const FOOT: f32 = 16.0;
/// Room for the figure over the highest bar of results.
const FIGURE: f32 = 100.0;
/// Size of the numeral of a column.
const NUMERAL: f32 = 200.0;
/// Width of the labels of rows.
const LABELS: f32 = 620.0;
/// Left edge of the tracks of rows.
const TRACK: f32 = 740.0;
/// The minimum contrast of the colours of the scale on the page.
const MIN_CONTRAST: f32 = 3.5;

/// Sizes of the labels of columns.
const COLUMN_STEPS: [Step; 6] =
    [Step::one(56.0), Step::one(52.0), Step::one(48.0), Step::one(44.0), Step::one(40.0), Step::one(36.0)];
/// Sizes of the labels of rows.
const ROW_STEPS: [Step; 4] = [Step::one(48.0), Step::one(44.0), Step::one(40.0), Step::one(36.0)];

/// How the answers are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    Columns,
    Rows,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = open_question(sheet);
    let answers = answers(sheet, 10);
    let mut options = Vec::new();
    let mut outcome = sheet.rect(body.x, body.top, body.width, body.height());
    let static_nodes = sheet.collect_nodes(|sheet| {
        if !answers.is_empty() {
            (options, outcome) = draw_answers(sheet, &body, &answers);
        }
    });
    push_poll(sheet, "likert", &body, options, outcome, static_nodes);
    sheet.close_page(body);
}

fn draw_answers(sheet: &mut Sheet<'_>, body: &BodyArea, answers: &[Answer<'_>]) -> (Vec<PollOption>, Rect) {
    let count = number(answers.len());
    let column = (body.width - GAP * (count - 1.0)) / count;
    let row = body.height() / count;
    let mut centred = labels(sheet, answers, Align::Center);
    let mut aligned = labels(sheet, answers, sheet.start_align());
    let compositions = [
        Composition::new(Arrangement::Columns, &COLUMN_STEPS).when(answers.len() <= 5),
        Composition::new(Arrangement::Rows, &ROW_STEPS),
    ];
    let limits = sheet.step_limits(body);
    let chosen = choose(limits, &compositions, None, |arrangement, step, _| match arrangement {
        Arrangement::Columns => centred.iter_mut().all(|label| {
            label.fits(sheet, column - 8.0, step.title) && label.lines_at(sheet, column - 8.0, step.title) <= 2
        }),
        Arrangement::Rows => aligned.iter_mut().all(|label| {
            let width = body.wide(LABELS);
            label.fits(sheet, width, step.title)
                && label.height_at(sheet, width, step.title) <= row - if answers.len() > 5 { 8.0 } else { 24.0 }
        }),
    });
    let size = chosen.step.title;
    match chosen.arrangement {
        Arrangement::Columns => draw_columns(sheet, body, answers, (centred, size), column),
        Arrangement::Rows => draw_rows(sheet, body, answers, (aligned, size), row),
    }
}

fn labels(sheet: &mut Sheet<'_>, answers: &[Answer<'_>], align: Align) -> Vec<FieldText> {
    let pen = sheet.body().stressed().size(COLUMN_STEPS[0].title).leading(1.12).align(align);
    let mut labels = Vec::with_capacity(answers.len());
    for answer in answers {
        let label = FieldText::new(sheet, answer.field.clone(), NodeRole::Body, &pen, answer.words);
        labels.extend(label.map(FieldText::with_even_lines));
    }
    labels
}

/// Draws a column for each answer. Returns the answers and the area above their feet.
fn draw_columns(
    sheet: &mut Sheet<'_>,
    body: &BodyArea,
    answers: &[Answer<'_>],
    (mut labels, size): (Vec<FieldText>, f32),
    width: f32,
) -> (Vec<PollOption>, Rect) {
    let tallest = labels.iter_mut().map(|label| label.height_at(sheet, width - 8.0, size)).fold(0.0, f32::max);
    let foot = body.bottom - tallest - ABOVE_LABEL - 4.0;
    let mut options = Vec::with_capacity(answers.len());
    for (index, (answer, label)) in answers.iter().zip(labels).enumerate() {
        let x = body.x + (width + GAP) * number(index);
        let color = scale_color(sheet, index, answers.len());
        let frame = sheet.rect(x, body.top, width, foot - body.top);
        let radius = track_radius(sheet, frame);
        push_bar(sheet, frame, column_tone(sheet, color).into(), radius);
        let bar = sheet.rect(x, foot - FOOT, width, FOOT);
        sheet.nodes.push(Sheet::shape(bar, color.into(), Px(radius.min(FOOT / 2.0))));
        let max_size = NUMERAL.min(frame.height.0 * 0.5);
        draw_number(sheet, frame, (index + 1, answers.len()), max_size, Align::Center, sheet.surface.text);
        let label_frame = sheet.rect(x + 4.0, foot + ABOVE_LABEL, width - 8.0, body.bottom - foot - ABOVE_LABEL);
        label.put_at(sheet, label_frame, size, VerticalAlign::Top);
        let bar = sheet.rect(x, body.top + FIGURE, width, foot - body.top - FIGURE);
        options.push(option(answer, frame, bar, color));
    }
    (options, sheet.rect(body.x, body.top, body.width, foot - body.top))
}

/// Draws a row for each answer. Returns the answers and their area.
fn draw_rows(
    sheet: &mut Sheet<'_>,
    body: &BodyArea,
    answers: &[Answer<'_>],
    (labels, size): (Vec<FieldText>, f32),
    height: f32,
) -> (Vec<PollOption>, Rect) {
    let gap = if answers.len() > 5 { 6.0 } else { 10.0 };
    let mut options = Vec::with_capacity(answers.len());
    for (index, (answer, label)) in answers.iter().zip(labels).enumerate() {
        let y = body.top + height * number(index);
        let frame = sheet.rect(body.x, y, body.width, height);
        let bar = sheet.rect(body.at(TRACK), y + gap, body.x + body.width - body.at(TRACK), height - gap * 2.0);
        push_plain_track(sheet, bar);
        let place = sheet.inside(bar, 24.0, 0.0, 160.0, bar.height.0);
        let ink = sheet.readable(sheet.surface.mark, 4.5);
        let max_size = (height * 0.56).clamp(40.0, 72.0);
        draw_number(sheet, place, (index + 1, answers.len()), max_size, sheet.start_align(), ink);
        let label_frame = sheet.rect(body.x, y, body.wide(LABELS), height);
        label.put_at(sheet, label_frame, size, VerticalAlign::Middle);
        options.push(option(answer, frame, bar, scale_color(sheet, index, answers.len())));
    }
    (options, sheet.rect(body.x, body.top, body.width, body.height()))
}

fn option(answer: &Answer<'_>, frame: Rect, bar: Rect, color: Rgb) -> PollOption {
    let (field, text) = (answer.field.clone(), answer.words.to_owned());
    PollOption { field, text, frame, bar, fill: color, leading_fill: color, leading_ink: color }
}

/// Draws the number of an answer in the middle of the height of a frame.
pub(super) fn draw_number(
    sheet: &mut Sheet<'_>,
    frame: Rect,
    (number, count): (usize, usize),
    max_size: f32,
    align: Align,
    color: Color,
) {
    let pen = sheet.heading().size(max_size).leading(1.0).color(color).align(align);
    let widest = sheet.natural_width(pen.plain(&count.to_string())).0;
    let size = max_size * ((frame.width.0 - 24.0) / widest).min(1.0);
    let mut paragraph = pen.size(size).plain(&number.to_string());
    paragraph.direction = scene::Direction::LeftToRight;
    let mut text = sheet.short_text(paragraph, frame.width, &[size], 1);
    text.anchor = VerticalAlign::Middle;
    sheet.push_text_in_middle(frame, text, NodeRole::Label, None);
}

/// The pale tone of a column: the largest share of its colour on which text is readable.
fn column_tone(sheet: &Sheet<'_>, color: Rgb) -> Rgb {
    let page = sheet.surface.ground.rgb(sheet.look);
    let text = sheet.look.palette.rgb(sheet.surface.text);
    let mut tones = [0.16, 0.12, 0.08, 0.04].into_iter().map(|share| color.over(page, share));
    tones.find(|tone| text.contrast(*tone) >= 4.5).unwrap_or(page)
}

/// The colour of an answer on the scale: the second accent at the start, neutral in the middle, the accent at the end.
fn scale_color(sheet: &Sheet<'_>, index: usize, count: usize) -> Rgb {
    let palette = &sheet.look.palette;
    let page = sheet.surface.ground.rgb(sheet.look);
    // From -1 at the start to 1 at the end.
    let position = number(index) / number(count.saturating_sub(1)).max(1.0) * 2.0 - 1.0;
    let middle = palette.rgb(sheet.surface.muted);
    let end = if position < 0.0 { PaletteRole::Accent2.into() } else { sheet.surface.mark };
    let color =
        if position.abs() < 0.01 { middle } else { palette.rgb(end).over(middle, 0.25 + position.abs() * 0.75) };
    let text = palette.rgb(sheet.surface.text);
    let mut tones = (0_u8..=10).map(|step| text.over(color, f32::from(step) * 0.1));
    tones.find(|tone| tone.contrast(page) >= MIN_CONTRAST).unwrap_or(text)
}
