//! Cycle: three to six phases as a ring of arrows around a hub, with their texts around the ring or in a list.

use std::f32::consts::TAU;

use scene::{Align, Color, Fill, Node, NodeRole, Path, Rect, VerticalAlign};

use crate::diagram::{
    Ellipse, diagram_steps, entry_text_pen, entry_title_pen, in_place, lead_color, lead_ink, number, push_hairline,
    set_inks, shape_line, surface_on, tone,
};
use crate::entry::EntryText;
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};

/// Inner radius of the ring, as a share of the outer one.
const INNER: f32 = 0.56;
/// Space between two segments.
const APART: f32 = 14.0;
/// The largest radius beside a list.
const MAX_RADIUS: f32 = 372.0;
/// The largest radius beside a list, as a share of the width of BODY.
const LARGE_RING: f32 = 0.26;
/// The largest radius beside a list of long texts, as a share of the width of BODY.
const SMALL_RING: f32 = 0.19;
/// Space between the ring and the texts around it.
const AROUND: f32 = 48.0;
/// Space between the ring and the list.
const BESIDE: f32 = 72.0;
/// Minimum width of the texts.
const MIN_WIDTH: f32 = 280.0;
/// Width of the column of numbers in the list.
const NUMERALS: f32 = 110.0;
/// Space between label and text.
const BETWEEN: f32 = 6.0;
/// Maximum length of a label beside its segment, in characters.
const SHORT_LABEL: usize = 16;
/// Sizes of the label in the hub.
const HUB: [f32; 8] = [64.0, 56.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0];
/// The largest size of that label.
const LARGEST_HUB: f32 = 80.0;

/// How the texts are arranged.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Beside their segments, on both sides of the ring.
    Around,
    /// In a list beside the ring; the largest radius of the ring, as a share of the width.
    List(f32),
}

/// A phase of the cycle.
struct Phase {
    index: usize,
    text: EntryText,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "bottomSubheading", ..PageOptions::default() });
    let align = sheet.start_align();
    let mut phases = phases(sheet, |_| align);
    let chosen = choose_arrangement(sheet, &mut phases, &body);
    let plan = Plan::new(sheet, &mut phases, &body, chosen);
    draw_ring(sheet, plan.ring, phases.len(), &[body.title_size, chosen.step.title, chosen.step.text]);
    match chosen.arrangement {
        Arrangement::Around => draw_around(sheet, &body, &plan, chosen.step),
        Arrangement::List(_) => draw_list(sheet, phases, &body, &plan, chosen.step),
    }
    sheet.close_page(body);
}

/// The phases with their shaped texts. `align` returns the alignment of the phase at an index.
fn phases(sheet: &mut Sheet<'_>, align: impl Fn(usize) -> Align) -> Vec<Phase> {
    let entries = sheet.filled_entries("items", &["label", "text"]);
    let mut phases = Vec::with_capacity(entries.len());
    for (place, (index, entry)) in entries.into_iter().enumerate() {
        let label = entry_title_pen(sheet).align(align(place));
        let text = entry_text_pen(sheet).align(align(place));
        let field = |name: &str| format!("items.{index}.{name}");
        let words = (field("label"), text_of(entry, "label"), &label);
        let detail = (field("text"), text_of(entry, "text"), &text);
        phases.push(Phase { index, text: EntryText::new(sheet, words, detail, BETWEEN).with_even_lines() });
    }
    phases
}

fn choose_arrangement(sheet: &mut Sheet<'_>, phases: &mut [Phase], body: &BodyArea) -> Chosen<Arrangement> {
    let count = phases.len();
    let labels = sheet.filled_entries("items", &["label", "text"]);
    let are_short = labels.iter().all(|(_, entry)| text_of(entry, "label").chars().count() <= SHORT_LABEL);
    let around = diagram_steps((if count == 4 { 72.0 } else { 56.0 }, 44.0), 48.0);
    let list = match count {
        0..=3 => diagram_steps((72.0, 44.0), 56.0),
        4 => diagram_steps((56.0, 44.0), 56.0),
        _ => diagram_steps((48.0, 44.0), 44.0),
    };
    let compositions = [
        Composition::new(Arrangement::Around, &around)
            .when(matches!(count, 4 | 6) && are_short && body.is_full_width()),
        Composition::new(Arrangement::List(LARGE_RING), &list),
        Composition::new(Arrangement::List(SMALL_RING), &list),
    ];
    let limits = sheet.step_limits(body);
    choose(limits, &compositions, None, |arrangement, step, gap| {
        Plan::new(sheet, phases, body, Chosen { arrangement, step, gap }).fits
    })
}

/// Position of the ring, and width and row height of the texts.
struct Plan {
    /// The outer edge of the ring, in page coordinates.
    ring: Ellipse,
    /// Left edge of the list.
    left: f32,
    /// Width of a text.
    width: f32,
    /// Height of a row of texts.
    row: f32,
    fits: bool,
}

impl Plan {
    fn new(sheet: &mut Sheet<'_>, phases: &mut [Phase], body: &BodyArea, chosen: Chosen<Arrangement>) -> Plan {
        let step = chosen.step;
        let y = f32::midpoint(body.top, body.bottom);
        let mut plan = match chosen.arrangement {
            Arrangement::Around => {
                let radius = body.height() / 2.0;
                let middle = body.x + body.width / 2.0;
                let width = body.width / 2.0 - radius - AROUND;
                let rows = number(phases.len().div_ceil(2).max(1));
                Plan {
                    ring: Ellipse::circle(middle, y, radius),
                    left: body.x,
                    width,
                    row: body.height() / rows,
                    fits: width >= MIN_WIDTH,
                }
            }
            Arrangement::List(share) => {
                let radius = (body.height() / 2.0).min(MAX_RADIUS).min(body.width * share);
                let left = body.x + radius * 2.0 + BESIDE.min(body.width * 0.05);
                let width = body.x + body.width - left - numerals(step);
                let middle = body.x + radius;
                let middle = if sheet.direction.is_right_to_left() { 1920.0 - middle } else { middle };
                let row = body.height() / number(phases.len().max(1));
                Plan { ring: Ellipse::circle(middle, y, radius), left, width, row, fits: width >= MIN_WIDTH }
            }
        };
        let lines = if chosen.arrangement == Arrangement::Around { 1 } else { 2 };
        for phase in phases {
            let (label_fits, _) = phase.text.measure_title(sheet, plan.width, step.title, lines);
            let (whole, height) = phase.text.measure(sheet, plan.width, step);
            plan.fits &= label_fits && whole && height <= plan.row - 16.0;
        }
        plan
    }
}

/// Width of the column of numbers at a step.
fn numerals(step: Step) -> f32 {
    NUMERALS.min(step.title * 1.6)
}

/// Draws the ring clockwise from 12 o'clock, which is not mirrored, and the hub.
fn draw_ring(sheet: &mut Sheet<'_>, ring: Ellipse, count: usize, sizes: &[f32]) {
    if count == 0 {
        draw_hub(sheet, ring, sizes);
        return;
    }
    let radius = ring.across;
    let inner = Ellipse::circle(ring.x, ring.y, radius * INNER);
    let between = Ellipse::circle(ring.x, ring.y, radius * (1.0 + INNER) / 2.0);
    let turn = TAU / number(count);
    let gap = APART / radius / 2.0;
    let tip = (turn * 0.2).min(0.35);
    let size = match count {
        0..=3 => 96.0,
        4 => 80.0,
        _ => 72.0,
    } * (radius / MAX_RADIUS * 1.15).min(1.0);
    let entries = sheet.filled_entries("items", &["label", "text"]);
    for place in 0..count {
        let start = sheet.nodes.len();
        let (from, to) = (turn * number(place) + gap, turn * number(place + 1) - gap);
        let begin = ring.at(from);
        let path = ring.arc(Path::default().to(begin.0, begin.1), from, to);
        let (point, end) = (between.at(to + tip), inner.at(to));
        let path = inner.arc(path.line(point.0, point.1).line(end.0, end.1), to, from);
        let notch = between.at(from + tip);
        let path = path.line(notch.0, notch.1).close();
        let fill: Color = if place == 0 { lead_color(sheet) } else { tone(sheet, 0.16).into() };
        let node = in_place(path, Some(Fill::Solid(fill)), shape_line(sheet));
        sheet.nodes.push(Node { role: NodeRole::Plate, ..node });
        let ink = surface_on(sheet, fill, size).mark;
        let (x, y) = between.at(f32::midpoint(from, to) + tip / 2.0);
        let side = radius * (1.0 - INNER) * 0.8;
        let frame = Rect::new(x - side / 2.0, y - side / 2.0, side, side);
        sheet.draw_bare_numeral(frame, size, place + 1, ink, Align::Center);
        if let Some((index, _)) = entries.get(place) {
            sheet.finish_entry(start, &format!("items.{index}"), None);
        }
    }
    draw_hub(sheet, ring, sizes);
}

/// Draws the label in the middle of the ring, preferably in one of the sizes that the slide already uses.
fn draw_hub(sheet: &mut Sheet<'_>, ring: Ellipse, sizes: &[f32]) {
    let label = sheet.text("centerLabel");
    let pen = sheet.heading().size(LARGEST_HUB).leading(1.08).align(Align::Center);
    let Some(mut words) = FieldText::new(sheet, "centerLabel".to_owned(), NodeRole::Label, &pen, label) else { return };
    let inner = ring.across * INNER;
    let (width, height) = (inner * 1.55, inner * 1.2);
    let fits = |size: &f32| words.fits(sheet, width, *size) && words.height_at(sheet, width, *size) <= height;
    let used_sizes = sizes.iter().copied().filter(|size| *size <= LARGEST_HUB);
    let size = used_sizes.chain(HUB).find(fits).unwrap_or(HUB[HUB.len() - 1]);
    let frame = Rect::new(ring.x - width / 2.0, ring.y - height / 2.0, width, height);
    words.put_at(sheet, frame, size, VerticalAlign::Middle);
}

/// Draws the first half of the phases down the right side and the rest up the left side.
fn draw_around(sheet: &mut Sheet<'_>, body: &BodyArea, plan: &Plan, step: Step) {
    let count = sheet.filled_entries("items", &["label", "text"]).len();
    let half = count.div_ceil(2);
    let phases = phases(sheet, |place| if place < half { Align::Left } else { Align::Right });
    for (place, phase) in phases.into_iter().enumerate() {
        let start = sheet.nodes.len();
        let (x, row) =
            if place < half { (body.x + body.width - plan.width, place) } else { (body.x, count - 1 - place) };
        // The ring is not mirrored, so neither are the texts beside it.
        let frame = Rect::new(x, body.top + plan.row * number(row), plan.width, plan.row);
        phase.text.put(sheet, frame, step, VerticalAlign::Middle);
        color_first_label(sheet, start, place, step);
        sheet.finish_entry(start, &format!("items.{}", phase.index), None);
    }
}

fn draw_list(sheet: &mut Sheet<'_>, phases: Vec<Phase>, body: &BodyArea, plan: &Plan, step: Step) {
    let align = sheet.start_align();
    for (place, mut phase) in phases.into_iter().enumerate() {
        let start = sheet.nodes.len();
        let y = body.top + plan.row * number(place);
        if place > 0 {
            push_hairline(sheet, plan.left, body.x + body.width, y);
        }
        let (_, height) = phase.text.measure(sheet, plan.width, step);
        let line = phase.text.first_line_height(step);
        let top = y + (plan.row - height).max(0.0) / 2.0;
        let frame = sheet.rect(plan.left, top, numerals(step) - 16.0, line);
        let ink = sheet.numeral_ink();
        sheet.draw_bare_numeral(frame, step.title, place + 1, ink, align);
        let words = sheet.nodes.len();
        let frame = sheet.rect(plan.left + numerals(step), y, plan.width, plan.row);
        phase.text.put(sheet, frame, step, VerticalAlign::Middle);
        color_first_label(sheet, words, place, step);
        sheet.finish_entry(start, &format!("items.{}", phase.index), None);
    }
}

/// Sets the label of the first phase in the colour of emphasis.
fn color_first_label(sheet: &mut Sheet<'_>, start: usize, place: usize, step: Step) {
    if place == 0 {
        set_inks(sheet, start, lead_ink(sheet, step.title), sheet.surface.text);
    }
}
