//! Rating slider: a question answered from 1 to 10; the average is shown as a large number.

use scene::{Align, NodeRole, PollOption, Px, Rect, VerticalAlign};

use super::likert::draw_number;
use crate::diagram::{number, tone};
use crate::field_text::FieldText;
use crate::fit::largest;
use crate::head::BodyArea;
use crate::question::{open_question, push_bar, push_poll, track_radius};
use crate::sheet::Sheet;
use crate::surface::text_color_on;

/// Number of columns, one for each rating.
const STOPS: usize = 10;
/// Space between columns.
const GAP: f32 = 16.0;
/// Space below the columns.
const BELOW: f32 = 96.0;
/// Height of the lowest column as a share of the highest.
const LOWEST: f32 = 0.4;
/// Size of a numeral.
const NUMERAL: f32 = 96.0;
/// Sizes of the labels at the ends on one line.
const STEPS: [f32; 6] = [56.0, 52.0, 48.0, 44.0, 40.0, 36.0];
/// Sizes of the labels at the ends on two lines.
const LONG_STEPS: [f32; 3] = [36.0, 32.0, 28.0];
/// Width of a label at an end.
const LABEL: f32 = 840.0;
/// Width of the plate with the results.
const PLATE: f32 = 560.0;
/// Left edge of the bars with the results, and the space between them.
const BARS: (f32, f32) = (704.0, 12.0);
/// Space below these bars.
const BELOW_BARS: f32 = 150.0;
/// Space above these bars, for their counts.
const ABOVE_BARS: f32 = 52.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = open_question(sheet);
    let mut options = Vec::new();
    let static_nodes = sheet.collect_nodes(|sheet| {
        options = draw_stops(sheet, &body);
        draw_ends(sheet, &body);
    });
    let outcome = sheet.rect(body.x, body.top, body.wide(PLATE), body.height());
    push_poll(sheet, "likert-slider", &body, options, outcome, static_nodes);
    sheet.close_page(body);
}

fn draw_stops(sheet: &mut Sheet<'_>, body: &BodyArea) -> Vec<PollOption> {
    let base = body.bottom - BELOW;
    let width = (body.width - GAP * number(STOPS - 1)) / number(STOPS);
    let bar_width = (body.x + body.width - body.at(BARS.0) - BARS.1 * number(STOPS - 1)) / number(STOPS);
    let palette = sheet.look.palette.clone();
    let mark = palette.rgb(sheet.surface.mark);
    let mut options = Vec::with_capacity(STOPS);
    for index in 0..STOPS {
        let share = number(index) / number(STOPS - 1);
        let height = (base - body.top) * (LOWEST + (1.0 - LOWEST) * share);
        let frame = sheet.rect(body.x + (width + GAP) * number(index), base - height, width, height);
        let color = tone(sheet, 0.1 + 0.9 * share.powf(1.6));
        let radius = track_radius(sheet, frame);
        push_bar(sheet, frame, color.into(), radius);
        let numeral = Rect { y: Px(base - 148.0), height: Px(128.0), ..frame };
        draw_number(sheet, numeral, (index + 1, STOPS), NUMERAL, Align::Center, text_color_on(&palette, color));
        let bar = sheet.rect(
            body.at(BARS.0) + (bar_width + BARS.1) * number(index),
            body.top + ABOVE_BARS,
            bar_width,
            body.height() - ABOVE_BARS - BELOW_BARS,
        );
        let name = (index + 1).to_string();
        options.push(PollOption {
            field: name.clone(),
            text: name,
            frame,
            bar,
            fill: tone(sheet, 0.32),
            leading_fill: mark,
            leading_ink: palette.rgb(sheet.surface.link),
        });
    }
    options
}

/// Draws the labels at both ends of the scale at one size.
fn draw_ends(sheet: &mut Sheet<'_>, body: &BodyArea) {
    let ends = [("minLabel", body.x, sheet.start_align()), ("maxLabel", body.x + body.width, sheet.end_align())];
    let mut labels = Vec::new();
    for (field, x, align) in ends {
        let pen = sheet.body().stressed().size(STEPS[0]).leading(1.14).align(align);
        let label = FieldText::new(sheet, field.to_owned(), NodeRole::Label, &pen, sheet.text(field));
        labels.extend(label.map(|label| (label.at_most(3), x)));
    }
    let width = body.wide(LABEL);
    let mut fits = |sheet: &mut Sheet<'_>, size: f32, lines: usize| {
        labels
            .iter_mut()
            .all(|(label, _)| label.lines_at(sheet, width, size) <= lines && label.fits(sheet, width, size))
    };
    let size =
        largest(&STEPS, |size| fits(sheet, size, 1)).or_else(|| largest(&LONG_STEPS, |size| fits(sheet, size, 2)));
    let size = size.unwrap_or(24.0);
    for (label, x) in labels {
        let x = if x > body.x { x - width } else { x };
        let frame = sheet.rect(x, body.bottom - 80.0, width, 84.0);
        label.put_at(sheet, frame, size, VerticalAlign::Middle);
    }
}
