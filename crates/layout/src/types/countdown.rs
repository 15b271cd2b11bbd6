//! Countdown: a clock in digits readable from the back row.

use scene::{Align, AltText, Node, NodeKind, NodeRole, Px, Run, RunStyle, Widget, WidgetKind};

use crate::frame::{FULL_WIDTH, HEAD_TOP, MARGIN};
use crate::sheet::Sheet;
use crate::statement::{Attempt, Statement};
use crate::text::{BlockOptions, TextBlock};

/// Sizes of the title, in two lines.
const TITLE: [(f32, usize); 6] = [(88.0, 2), (80.0, 2), (72.0, 2), (64.0, 2), (56.0, 2), (48.0, 2)];
/// Largest size of the digits.
const DIGITS: f32 = 620.0;
/// The middle of the digits below a title, and without one.
const MIDDLE: (f32, f32) = (560.0, 470.0);
/// Top and height of the bar.
const BAR: (f32, f32) = (944.0, 40.0);

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let pen = sheet.statement_pen(1.08, sheet.head_align());
    let (x, width) = sheet.beside_corner_logo();
    let title = sheet.statement(pen, sheet.text("title"), &Attempt::in_lines(&TITLE, width));
    let middle = if title.is_some() { MIDDLE.0 } else { MIDDLE.1 };
    let below = title.map(|title| title.put(sheet, x, HEAD_TOP, NodeRole::Title, Some("title")).bottom().0);
    let seconds = seconds(sheet);
    let static_nodes = sheet.collect_nodes(|sheet| draw_clock(sheet, seconds, middle, below.unwrap_or(HEAD_TOP)));
    let is_on = |field: &str, unset: bool| match sheet.text(field) {
        "on" => true,
        "off" => false,
        _ => unset,
    };
    let end = match sheet.text("zeroText") {
        "" => sheet.builtin_text("timeUp"),
        words => words,
    };
    let top = (middle - 300.0).max(below.unwrap_or(0.0));
    let kind = WidgetKind::Countdown {
        seconds,
        starts: is_on("autoStart", false),
        flashes: is_on("flashOnZero", true),
        sounds: is_on("soundOnZero", false),
        end: end.to_owned(),
    };
    sheet.nodes.push(Node {
        frame: sheet.rect(MARGIN, top, FULL_WIDTH, BAR.0 + BAR.1 - top),
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("durationMinutes")),
        step: None,
        alt: AltText::Own,
    });
}

/// Draws the digits as wide as the page, and the bar.
fn draw_clock(sheet: &mut Sheet<'_>, seconds: u32, middle: f32, above: f32) {
    let clock = clock(sheet, seconds);
    let (capitals, baseline) = (clock.above_capitals(sheet), clock.baseline());
    let top = middle - f32::midpoint(capitals, baseline);
    // Below a title of two lines the digits are lower.
    let top = top.max(above + 32.0 - capitals).min(BAR.0 - 40.0 - baseline);
    let x = MARGIN + (FULL_WIDTH - clock.width) / 2.0;
    let frame = scene::Rect::new(x, top, clock.width, clock.height());
    sheet.push_text(frame, clock.text, NodeRole::Figure, Some("durationMinutes"));
    let bar = sheet.rect(MARGIN, BAR.0, FULL_WIDTH, BAR.1);
    let (track, mark) = (sheet.surface.text.at(0.16), sheet.surface.mark);
    let radius = Px(sheet.look.voice.plate.radius).min(bar.height / 2.0);
    sheet.nodes.push(Sheet::shape(bar, track, radius));
    sheet.nodes.push(Sheet::shape(bar, mark, radius));
}

/// The digits at the largest size at which they fit between the margins.
fn clock(sheet: &mut Sheet<'_>, seconds: u32) -> Statement {
    let pen = sheet.heading().size(DIGITS).leading(1.0).align(Align::Center);
    let mut paragraph = pen.plain(&format!("{:02}:{:02}", seconds / 60, seconds % 60));
    let digits = sheet.look.figures(pen.style);
    // Digits are equally wide, so that nothing moves while the clock runs; the colon has its natural width.
    let run = |range, style| Run::new(range, style);
    let colon = RunStyle { tabular: false, ..digits };
    paragraph.runs = vec![run(0..2, digits), run(2..3, colon), run(3..5, digits)];
    // A clock is left to right in every language.
    paragraph.direction = scene::Direction::LeftToRight;
    let mut block = TextBlock::new(sheet.typesetter, vec![paragraph]);
    let natural_width = block.natural_width(sheet.typesetter, 1.0).0 + 2.0;
    let scale = (FULL_WIDTH / natural_width).min(1.0);
    let options = BlockOptions { width: Px(FULL_WIDTH), scale, gap: 1.0 };
    let text = block.text(sheet.typesetter, options, Px(f32::MAX), 1);
    Statement { text, size: DIGITS * scale, width: FULL_WIDTH }
}

/// Duration in seconds, at most about an hour.
fn seconds(sheet: &Sheet<'_>) -> u32 {
    let whole = |field: &str, unset: f32, max: f32| sheet.number(field, unset).clamp(0.0, max).round();
    let seconds = whole("durationMinutes", 5.0, 60.0) * 60.0 + whole("durationSeconds", 0.0, 59.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number up to 3659")]
    let seconds = seconds as u32;
    seconds
}
