//! Countdown: a clock in digits readable from the back row.

use scene::{Align, AltText, Node, NodeKind, NodeRole, Px, Rect, Widget, WidgetKind};

use crate::frame::{FULL_WIDTH, MARGIN};
use crate::sheet::Sheet;

/// Font sizes of the title.
const TITLE: [f32; 3] = [48.0, 44.0, 40.0];
/// Size of the digits.
const DIGITS: f32 = 320.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let title = sheet.text("title");
    if !title.is_empty() {
        let pen = sheet.heading().size(TITLE[0]).leading(1.15).align(Align::Center);
        let text = sheet.short_text(pen.plain(title), Px(FULL_WIDTH), &TITLE, 2);
        let frame = sheet.rect(MARGIN, 200.0 - text.height().0 / 2.0, FULL_WIDTH, text.height().0);
        sheet.push_text(frame, text, NodeRole::Title, Some("title"));
    }
    let seconds = seconds(sheet);
    let static_nodes = sheet.collect_nodes(|sheet| draw_clock(sheet, seconds));
    let on = |field: &str, unset: bool| match sheet.text(field) {
        "on" => true,
        "off" => false,
        _ => unset,
    };
    let end = match sheet.text("zeroText") {
        "" => sheet.builtin_text("timeUp"),
        words => words,
    };
    let kind = WidgetKind::Countdown {
        seconds,
        starts: on("autoStart", false),
        flashes: on("flashOnZero", true),
        sounds: on("soundOnZero", false),
        end: end.to_owned(),
    };
    sheet.nodes.push(Node {
        frame: sheet.rect(MARGIN, 320.0, FULL_WIDTH, 492.0),
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("durationMinutes")),
        step: None,
        alt: AltText::Own,
    });
}

fn draw_clock(sheet: &mut Sheet<'_>, seconds: u32) {
    let pen = sheet.heading().size(DIGITS).leading(1.15).align(Align::Center);
    let mut paragraph = pen.plain(&format!("{:02}:{:02}", seconds / 60, seconds % 60));
    for run in &mut paragraph.runs {
        run.style = sheet.look.figures(run.style);
    }
    // A clock is left to right in every language.
    paragraph.direction = scene::Direction::LeftToRight;
    let text = sheet.short_text(paragraph, Px(FULL_WIDTH), &[DIGITS], 1);
    let digits = sheet.rect(MARGIN, 540.0 - text.height().0 / 2.0, FULL_WIDTH, text.height().0);
    sheet.push_text(digits, text, NodeRole::Figure, Some("durationMinutes"));
    let bar: Rect = sheet.rect(360.0, 800.0, 1200.0, 12.0);
    let (line, mark) = (sheet.surface.line, sheet.surface.mark);
    sheet.nodes.push(Sheet::shape(bar, line, Px(6.0)));
    sheet.nodes.push(Sheet::shape(bar, mark, Px(6.0)));
}

/// Duration in seconds, at most about an hour.
fn seconds(sheet: &Sheet<'_>) -> u32 {
    let whole = |field: &str, unset: f32, most: f32| sheet.number(field, unset).clamp(0.0, most).round();
    let seconds = whole("durationMinutes", 5.0, 60.0) * 60.0 + whole("durationSeconds", 0.0, 59.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number up to 3659")]
    let seconds = seconds as u32;
    seconds
}
