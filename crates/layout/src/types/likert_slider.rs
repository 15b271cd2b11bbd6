//! Rating slider: a question answered from 1 to 10; the average is shown as a large number.

use scene::{Align, Node, NodeKind, NodeRole, PollOption, Px, Shape};

use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN};
use crate::question::push;
use crate::sheet::Sheet;

/// The track: left edge, top edge and distance between its stops.
const TRACK: (f32, f32, f32) = (240.0, 640.0, 160.0);
/// Top and bottom of the bars above the track.
const BARS: (f32, f32) = (380.0, 616.0);
/// Width of a bar.
const BAR: f32 = 104.0;
const STOPS: u8 = 10;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head_from("question").0;
    let mut options = Vec::new();
    let static_nodes = sheet.collect_nodes(|sheet| {
        draw_stops(sheet, &mut options);
        // The labels are aligned with the outer edges of the outer bars.
        draw_end(sheet, "minLabel", TRACK.0 - BAR / 2.0, sheet.start_align());
        draw_end(sheet, "maxLabel", TRACK.0 + TRACK.2 * 9.0 + BAR / 2.0 - 680.0, sheet.end_align());
    });
    let frame = sheet.rect(MARGIN, top, FULL_WIDTH, BODY_BOTTOM.0 - top);
    let above = top.max(232.0);
    let outcome = sheet.rect(1328.0, above, 480.0, (352.0 - above).max(64.0));
    push(sheet, "likert-slider", frame, options, outcome, static_nodes);
}

fn draw_stops(sheet: &mut Sheet<'_>, options: &mut Vec<PollOption>) {
    let (x, y, step) = TRACK;
    let stops = (0..STOPS).map(f32::from).zip(1..=STOPS);
    for (index, _) in stops.clone() {
        let bar = sheet.rect(x + step * index - BAR / 2.0, BARS.0, BAR, BARS.1 - BARS.0);
        let track = sheet.plate(bar, sheet.look.radius.min(Px(16.0)));
        sheet.nodes.push(track);
    }
    let (mark, line) = (sheet.surface.mark, sheet.surface.line);
    let track = sheet.rect(x - 8.0, y, step * 9.0 + 16.0, 16.0);
    sheet.nodes.push(Sheet::shape(track, line, Px(8.0)));
    let pen = sheet.body().size(28.0).leading(1.3).align(Align::Center).stressed();
    for (index, number) in stops {
        let middle = x + step * index;
        let stop = sheet.rect(middle - 14.0, y - 6.0, 28.0, 28.0);
        let base = sheet.surface.ground.rgb(sheet.look);
        let disc = Shape::disc(base).lined(mark, Px(4.0));
        sheet.nodes.push(Node::decoration(stop, NodeKind::Shape(disc)));
        let mut paragraph = pen.plain(&number.to_string());
        for run in &mut paragraph.runs {
            run.style = sheet.look.figures(run.style);
        }
        let text = sheet.short_text(paragraph, Px(96.0), &[28.0], 1);
        let words = sheet.rect(middle - 48.0, y + 36.0, 96.0, text.height().0);
        sheet.push_text(words, text, NodeRole::Label, None);
        options.push(PollOption {
            field: number.to_string(),
            text: number.to_string(),
            frame: sheet.rect(middle - 80.0, y - 16.0, 160.0, 92.0),
            bar: sheet.rect(middle - BAR / 2.0, BARS.0, BAR, BARS.1 - BARS.0),
        });
    }
}

fn draw_end(sheet: &mut Sheet<'_>, field: &str, x: f32, align: Align) {
    let words = sheet.text(field);
    if words.is_empty() {
        return;
    }
    let pen = sheet.body().size(28.0).leading(1.3).color(sheet.surface.muted).align(align);
    let text = sheet.short_text(pen.plain(words), Px(680.0), &[28.0, 26.0, 24.0], 3);
    let frame = sheet.rect(x, TRACK.1 + 96.0, 680.0, text.height().0);
    sheet.push_text(frame, text, NodeRole::Label, Some(field));
}
