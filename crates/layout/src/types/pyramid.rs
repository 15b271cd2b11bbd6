//! Pyramid: three to six stacked levels from peak to base, each with its text beside it.

use scene::{Color, VerticalAlign};

use crate::diagram::{
    diagram_steps, entry_text_pen, lead_color, lead_ink, number, push_hairline, push_polygon, set_inks, tones,
};
use crate::entry::EntryText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};

/// Width of the triangle that is tried first.
const WIDE: f32 = 852.0;
/// Width of the triangle when the texts need more space.
const NARROW: f32 = 640.0;
/// Space between two slices.
const GAP: f32 = 10.0;
/// Space between triangle and texts.
const BESIDE: f32 = 48.0;
/// Space between label and text.
const BETWEEN: f32 = 6.0;

/// A level of the pyramid.
struct Level {
    index: usize,
    text: EntryText,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "bottomSubheading", ..PageOptions::default() });
    let mut levels = levels(sheet);
    if !levels.is_empty() {
        let count = levels.len();
        let has_texts = levels.iter().any(|level| level.text.text.is_some());
        let (label, text) = match count {
            0..=3 => (72.0, 56.0),
            4 => (64.0, 56.0),
            _ => (56.0, 44.0),
        };
        let least = if count > 4 { 36.0 } else { 40.0 };
        let steps = diagram_steps((if has_texts { label } else { label + 8.0 }, least), text);
        let compositions = [Composition::new(WIDE, &steps), Composition::new(NARROW, &steps)];
        let limits = sheet.step_limits(&body);
        let chosen = choose(limits, &compositions, None, |triangle, step, _| {
            Plan::new(sheet, &mut levels, &body, triangle, step).fits
        });
        draw_levels(sheet, levels, &body, chosen);
    }
    sheet.close_page(body);
}

fn levels(sheet: &mut Sheet<'_>) -> Vec<Level> {
    let label = sheet.heading().size(72.0).leading(1.1);
    let text = entry_text_pen(sheet);
    let entries = sheet.filled_entries("levels", &["label", "text"]);
    let mut levels = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let field = |name: &str| format!("levels.{index}.{name}");
        let words = (field("label"), text_of(entry, "label"), &label);
        let detail = (field("text"), text_of(entry, "text"), &text);
        levels.push(Level { index, text: EntryText::new(sheet, words, detail, BETWEEN).with_even_lines() });
    }
    levels
}

/// Position and size of the triangle and its slices.
struct Plan {
    /// Width of the triangle.
    triangle: f32,
    /// Height of a slice.
    slice: f32,
    /// Left edge and width of the texts.
    words: (f32, f32),
    fits: bool,
}

impl Plan {
    fn new(sheet: &mut Sheet<'_>, levels: &mut [Level], body: &BodyArea, triangle: f32, step: Step) -> Plan {
        let count = number(levels.len());
        let triangle = body.wide(triangle);
        let slice = (body.height() - GAP * (count - 1.0)) / count;
        let left = body.x + triangle + BESIDE;
        let words = (left, body.x + body.width - left);
        let mut fits = words.1 >= 300.0;
        for level in levels {
            let (label_fits, _) = level.text.measure_title(sheet, words.1, step.title, 2);
            let (whole, height) = level.text.measure(sheet, words.1, step);
            fits &= label_fits && whole && height <= slice - 2.0;
        }
        Plan { triangle, slice, words, fits }
    }
}

fn draw_levels(sheet: &mut Sheet<'_>, mut levels: Vec<Level>, body: &BodyArea, chosen: Chosen<f32>) {
    let Plan { triangle, slice, words, .. } = Plan::new(sheet, &mut levels, body, chosen.arrangement, chosen.step);
    let count = levels.len();
    let mut fills: Vec<Color> = vec![lead_color(sheet)];
    fills.extend(tones(sheet, count.saturating_sub(1), 0.62, 0.16).into_iter().map(Color::from));
    let middle = body.x + triangle / 2.0;
    let half_width = |y: f32| triangle / 2.0 * (y - body.top) / body.height();
    for (place, level) in levels.into_iter().enumerate() {
        let start = sheet.nodes.len();
        let (top, bottom) =
            (body.top + (slice + GAP) * number(place), body.top + (slice + GAP) * number(place) + slice);
        let (narrow, wide) = (half_width(top), half_width(bottom));
        let mut points = vec![(middle - narrow, top)];
        if place > 0 {
            points.push((middle + narrow, top));
        }
        points.extend([(middle + wide, bottom), (middle - wide, bottom)]);
        push_polygon(sheet, &points, fills[place]);
        if place + 1 < count {
            push_hairline(sheet, middle + wide + 20.0, body.x + body.width, bottom + GAP / 2.0);
        }
        let from = sheet.nodes.len();
        let frame = sheet.rect(words.0, top, words.1, slice);
        level.text.put(sheet, frame, chosen.step, VerticalAlign::Middle);
        if place == 0 {
            set_inks(sheet, from, lead_ink(sheet, chosen.step.title), sheet.surface.text);
        }
        sheet.finish_entry(start, &format!("levels.{}", level.index), None);
    }
}
