//! Funnel: three to six narrowing bands with labels, values and details.

use scene::{Align, Color, NodeRole, VerticalAlign};

use crate::diagram::{
    diagram_steps, entry_text_pen, entry_title_pen, largest_figure, lead_color, lead_ink, number, push_hairline,
    push_polygon, set_inks, surface_on, tones,
};
use crate::field_text::FieldText;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::sheet::{Sheet, text_of};

/// Space between two bands.
const GAP: f32 = 12.0;
/// Width of the lower edge of the funnel, as a share of the upper one.
const NARROWEST: f32 = 0.34;
/// Minimum and maximum width of the labels.
const LABELS: (f32, f32) = (250.0, 500.0);
/// Space between the labels and the funnel.
const BESIDE_LABEL: f32 = 24.0;
/// Space before the details, and before values beside the funnel.
const BESIDE_DETAIL: f32 = 40.0;
/// Largest and smallest size of values in the bands.
const VALUES: (f32, f32) = (144.0, 40.0);
/// The maximum size of a value, as a share of the height of its band.
const VALUE_SHARE: f32 = 0.72;
/// Space between a slope and the text in its band.
const INSIDE: f32 = 20.0;
/// Sizes of values beside the funnel.
const OUTSIDE: [f32; 4] = [48.0, 44.0, 40.0, 36.0];

/// The positions of labels, values and details.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// Labels before the funnel, details after it; the width of the funnel.
    Beside(f32),
    /// Labels before a funnel that fills the rest of the width.
    Wide,
    /// Labels in the bands; the width of the funnel.
    Words(f32),
}

/// A band of the funnel with its texts.
struct Stage {
    index: usize,
    label: Option<FieldText>,
    value: Option<FieldText>,
    detail: Option<FieldText>,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let options = PageOptions { closing: "bottomSubheading", folds_rail: true, ..PageOptions::default() };
    let body = sheet.open_page(options);
    let mut stages = stages(sheet, (sheet.start_align(), Align::Center));
    if !stages.is_empty() {
        let chosen = choose_arrangement(sheet, &mut stages, &body);
        draw_stages(sheet, stages, &body, chosen);
    }
    sheet.close_page(body);
}

/// The stages with their shaped texts, whose labels and values have an alignment each.
fn stages(sheet: &mut Sheet<'_>, (label_align, value_align): (Align, Align)) -> Vec<Stage> {
    let label = entry_title_pen(sheet).leading(1.08).align(label_align);
    let value = sheet.heading().size(VALUES.0).leading(1.0).align(value_align);
    let detail = entry_text_pen(sheet);
    let entries = sheet.filled_entries("items", &["label", "value", "text"]);
    let mut stages = Vec::with_capacity(entries.len());
    for (index, entry) in entries {
        let field = |name: &str| format!("items.{index}.{name}");
        let label = FieldText::new(sheet, field("label"), NodeRole::Label, &label, text_of(entry, "label"));
        let value = FieldText::new(sheet, field("value"), NodeRole::Figure, &value, text_of(entry, "value"));
        let detail = FieldText::new(sheet, field("text"), NodeRole::Body, &detail, text_of(entry, "text"));
        stages.push(Stage {
            index,
            label: label.map(FieldText::with_even_lines),
            value,
            detail: detail.map(FieldText::with_even_lines),
        });
    }
    stages
}

fn choose_arrangement(sheet: &mut Sheet<'_>, stages: &mut [Stage], body: &BodyArea) -> Chosen<Arrangement> {
    let has_values = stages.iter().any(|stage| stage.value.is_some());
    let has_details = stages.iter().any(|stage| stage.detail.is_some());
    let steps = diagram_steps((if stages.len() <= 3 { 64.0 } else { 56.0 }, 36.0), 48.0);
    let compose = |arrangement: Arrangement| Composition::new(arrangement, &steps);
    let compositions = match (has_values, has_details) {
        (true, true) => [720.0, 600.0, 480.0].map(|width| compose(Arrangement::Beside(width))).to_vec(),
        (true, false) => vec![compose(Arrangement::Wide)],
        (false, true) => vec![compose(Arrangement::Words(1080.0)), compose(Arrangement::Beside(600.0))],
        (false, false) => vec![compose(Arrangement::Words(1728.0))],
    };
    let limits = sheet.step_limits(body);
    choose(limits, &compositions, None, |arrangement, step, _| Plan::new(sheet, stages, body, arrangement, step).fits)
}

/// The positions of the columns of the slide.
struct Plan {
    /// Width of the labels; zero if they are in the bands.
    labels: f32,
    /// Left edge and upper width of the funnel.
    funnel: (f32, f32),
    /// Left edge and width of values that do not fit the bands.
    outside: Option<(f32, f32)>,
    /// Left edge and width of the details.
    details: Option<(f32, f32)>,
    /// Size of the values.
    value: f32,
    /// Height of a band.
    band: f32,
    fits: bool,
}

impl Plan {
    fn new(sheet: &mut Sheet<'_>, stages: &mut [Stage], body: &BodyArea, arrangement: Arrangement, step: Step) -> Plan {
        let count = stages.len();
        let band = (body.height() - GAP * number(count - 1)) / number(count);
        let right = body.x + body.width;
        let has_details = stages.iter().any(|stage| stage.detail.is_some());
        let labels = if let Arrangement::Words(_) = arrangement {
            0.0
        } else {
            let mut widest: f32 = 0.0;
            for label in stages.iter_mut().filter_map(|stage| stage.label.as_mut()) {
                widest = widest.max(label.width_at(sheet, step.title));
            }
            (widest + 8.0).clamp(LABELS.0, LABELS.1)
        };
        let left = if labels > 0.0 { body.x + labels + BESIDE_LABEL } else { body.x };
        let mut width = match arrangement {
            Arrangement::Beside(width) | Arrangement::Words(width) => body.wide(width),
            Arrangement::Wide => right - left,
        };
        let size_in_bands = |stages: &mut [Stage], sheet: &mut Sheet<'_>, width: f32| {
            largest_figure(VALUES.0, VALUES.1, |size| {
                size <= band * VALUE_SHARE
                    && stages.iter_mut().enumerate().all(|(place, stage)| {
                        let room = edge(width, place + 1, count) - INSIDE * 2.0;
                        stage.value.as_mut().is_none_or(|value| value.width_at(sheet, size) <= room)
                    })
            })
        };
        let has_values = stages.iter().any(|stage| stage.value.is_some());
        let mut value = size_in_bands(stages, sheet, width);
        let mut outside = None;
        if value.is_none() && has_values {
            // All values are beside the funnel when one does not fit its band.
            let size = OUTSIDE.into_iter().find(|size| *size <= step.title).unwrap_or(OUTSIDE[3]);
            let mut widest: f32 = 0.0;
            for value in stages.iter_mut().filter_map(|stage| stage.value.as_mut()) {
                widest = widest.max(value.width_at(sheet, size) + 2.0);
            }
            let widest = widest.min(360.0);
            if arrangement == Arrangement::Wide {
                width -= widest + BESIDE_DETAIL;
            }
            outside = Some((left + width + BESIDE_DETAIL, widest));
            value = Some(size);
        }
        let after = outside.map_or(left + width, |(x, width)| x + width) + BESIDE_DETAIL;
        let details = has_details.then_some((after, right - after));
        let mut fits = details.is_none_or(|(_, width)| width >= 280.0);
        for (place, stage) in stages.iter_mut().enumerate() {
            let room = if labels > 0.0 { labels } else { edge(width, place + 1, count) - INSIDE * 2.0 };
            if let Some(label) = &mut stage.label {
                fits &= label.fits(sheet, room, step.title) && label.height_at(sheet, room, step.title) <= band - 8.0;
            }
            if let (Some(detail), Some((_, width))) = (&mut stage.detail, details) {
                let is_forced = step.text < sheet.look.voice.text.floor;
                let lines = if is_forced { usize::MAX } else { 2 };
                fits &= detail.fits(sheet, width, step.text)
                    && detail.lines_at(sheet, width, step.text) <= lines
                    && detail.height_at(sheet, width, step.text) <= band - 8.0;
            }
            if let (Some(value), Some((_, width)), Some(size)) = (&mut stage.value, outside, value) {
                fits &= value.height_at(sheet, width, size) <= band - 8.0;
            }
        }
        Plan { labels, funnel: (left, width), outside, details, value: value.unwrap_or(VALUES.1), band, fits }
    }
}

/// Width of the funnel at the upper edge of a band.
fn edge(width: f32, place: usize, count: usize) -> f32 {
    // A funnel of one or two bands is no steeper than one of three.
    width * (1.0 - (1.0 - NARROWEST) * number(place) / number(count.max(3)))
}

fn draw_stages(sheet: &mut Sheet<'_>, stages: Vec<Stage>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let step = chosen.step;
    let is_inside = matches!(chosen.arrangement, Arrangement::Words(_));
    let mut stages = stages;
    let plan = Plan::new(sheet, &mut stages, body, chosen.arrangement, step);
    let start_align = sheet.start_align();
    let stages = match (is_inside, plan.outside) {
        (true, _) => self::stages(sheet, (Align::Center, Align::Center)),
        (false, Some(_)) => self::stages(sheet, (start_align, start_align)),
        (false, None) => stages,
    };
    let count = stages.len();
    let mut fills: Vec<Color> = tones(sheet, count - 1, 0.12, 0.25).into_iter().map(Color::from).collect();
    fills.push(lead_color(sheet));
    let (left, width) = plan.funnel;
    let middle = left + width / 2.0;
    for (place, stage) in stages.into_iter().enumerate() {
        let start = sheet.nodes.len();
        let is_last = place + 1 == count;
        let top = body.top + (plan.band + GAP) * number(place);
        let bottom = top + plan.band;
        let (upper, lower) = (edge(width, place, count) / 2.0, edge(width, place + 1, count) / 2.0);
        let points = [(middle - upper, top), (middle + upper, top), (middle + lower, bottom), (middle - lower, bottom)];
        push_polygon(sheet, &points, fills[place]);
        if !is_last {
            let y = bottom + GAP / 2.0;
            if plan.labels > 0.0 {
                push_hairline(sheet, body.x, middle - lower - 16.0, y);
            }
            if plan.details.is_some() || plan.outside.is_some() {
                push_hairline(sheet, middle + lower + 16.0, body.x + body.width, y);
            }
        }
        let on_band = surface_on(sheet, fills[place], plan.value);
        if let Some(label) = stage.label {
            let from = sheet.nodes.len();
            let room = if is_inside { (lower - INSIDE) * 2.0 } else { plan.labels };
            let x = if is_inside { middle - room / 2.0 } else { body.x };
            let frame = sheet.rect(x, top, room, plan.band);
            label.put_at(sheet, frame, step.title, VerticalAlign::Middle);
            let ink = match (is_inside, is_last) {
                (true, _) => on_band.text,
                (false, true) => lead_ink(sheet, step.title),
                (false, false) => sheet.surface.text,
            };
            set_inks(sheet, from, ink, ink);
        }
        if let Some(value) = stage.value {
            let from = sheet.nodes.len();
            let (x, room, ink) = match plan.outside {
                Some((x, room)) => (x, room, lead_ink(sheet, plan.value)),
                None => (middle - upper, upper * 2.0, on_band.text),
            };
            let frame = sheet.rect(x, top, room, plan.band);
            value.put_at(sheet, frame, plan.value, VerticalAlign::Middle);
            set_inks(sheet, from, ink, ink);
        }
        if let (Some(detail), Some((x, room))) = (stage.detail, plan.details) {
            let frame = sheet.rect(x, top, room, plan.band);
            detail.put_at(sheet, frame, step.text, VerticalAlign::Middle);
        }
        sheet.finish_entry(start, &format!("items.{}", stage.index), None);
    }
}
