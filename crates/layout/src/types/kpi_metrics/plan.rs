//! Positions and sizes of the figures.

use deck::voice::{EmphasisForm, FigureDeco, PlateForm};
use scene::Rect;

use super::{ABOVE_NOTE, Arrangement, DIMENSION, Figure, GAP, PILL, SHAPED_FIGURE};
use crate::diagram::number;
use crate::fit::{Chosen, Step};
use crate::head::BodyArea;
use crate::plate::PlateInsets;
use crate::sheet::Sheet;

/// Sizes of figures that are tried after the smallest one of an arrangement.
const SMALL_FIGURES: [f32; 3] = [88.0, 72.0, 64.0];
/// A figure is reduced if it is below this share of the size that its width allows, to leave room for larger words.
const FIGURE_LOSS: f32 = 0.75;
/// The minimum size of figures in two rows.
const MIN_IN_GRID: f32 = 120.0;
/// The largest radius of rings: of two, and of more.
const RADIUS: (f32, f32) = (330.0, 268.0);

/// Boxes of the figures in an arrangement.
pub(super) struct Plan {
    /// The box of each plate.
    pub(super) plates: Vec<Rect>,
    /// The box of each value.
    pub(super) values: Vec<Rect>,
    /// The box of the label and note of each value.
    pub(super) words: Vec<Rect>,
    /// Sizes of the figures.
    pub(super) sizes: Vec<f32>,
    /// Whether figures are much smaller than their width allows.
    pub(super) is_reduced: bool,
    /// Sizes of the words of a leading block and of those beside it.
    pub(super) lead: Option<Step>,
}

impl Plan {
    /// The boxes, or `None` when the content does not fit.
    pub(super) fn new(
        sheet: &mut Sheet<'_>,
        figures: &mut [Figure],
        body: &BodyArea,
        chosen: Chosen<Arrangement>,
    ) -> Option<Plan> {
        match chosen.arrangement {
            Arrangement::Alone => Plan::alone(sheet, figures, body, chosen.step),
            Arrangement::Above => Plan::plates(
                sheet,
                figures,
                body,
                chosen,
                1,
                (if figures[0].label.is_none() { 480.0 } else { 400.0 }, 96.0),
                f32::MAX,
            ),
            Arrangement::Rings => Plan::rings(sheet, figures, body, chosen.step),
            Arrangement::Row if figures.len() == 2 => {
                Plan::plates(sheet, figures, body, chosen, 2, (320.0, 128.0), f32::MAX)
            }
            Arrangement::Row => Plan::plates(sheet, figures, body, chosen, 3, (224.0, 96.0), 592.0),
            Arrangement::Grid => Plan::plates(sheet, figures, body, chosen, 2, (192.0, 96.0), f32::MAX),
            Arrangement::Stack => Plan::stack(sheet, figures, body, chosen.step),
            Arrangement::Lead => Plan::lead(sheet, figures, body, chosen.step),
        }
    }

    /// A single figure beside its words. Returns `None` when the content does not fit.
    fn alone(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea, step: Step) -> Option<Plan> {
        let figure = &mut figures[0];
        let room = body.wide(900.0);
        let size = sizes(480.0, 320.0).find(|size| width_of(sheet, figure, *size) <= room)?;
        let height = size;
        let (words_width, words_x) = (body.wide(732.0), body.at(1092.0));
        let words = words_height(sheet, figure, words_width, step)?;
        let top = body.optical_top(height.max(words));
        let value = sheet.rect(body.x - 8.0, top + (words - height).max(0.0) / 2.0, room, height);
        let beside = sheet.rect(words_x, top + (height - words).max(0.0) / 2.0, words_width, words);
        let fits = height.max(words) <= body.height();
        let plate = sheet.rect(body.x, top, body.width, height.max(words));
        fits.then(|| Plan {
            plates: vec![plate],
            values: vec![value],
            words: vec![beside],
            sizes: vec![size],
            is_reduced: false,
            lead: None,
        })
    }

    /// Rings side by side; their text stays inside the circles. Returns `None` when the content does not fit.
    fn rings(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea, step: Step) -> Option<Plan> {
        let count = number(figures.len());
        let max_radius = if figures.len() == 2 { RADIUS.0 } else { RADIUS.1 };
        let radius = (body.height() / 2.0).min((body.width - 60.0 * (count - 1.0)) / (count * 2.0)).min(max_radius);
        let gap = ((body.width - radius * 2.0 * count) / (count - 1.0)).min(160.0);
        let start = body.x + (body.width - radius * 2.0 * count - gap * (count - 1.0)) / 2.0;
        let (inner_width, inner_height) = (radius * 1.56, radius * 1.34);
        let mut words = 0.0_f32;
        for figure in figures.iter_mut() {
            words = words.max(words_height(sheet, figure, inner_width, step)?);
        }
        let fits = |sheet: &mut Sheet<'_>, figures: &mut [Figure], size: f32| {
            size * 0.96 + words <= inner_height
                && figures.iter_mut().all(|figure| width_of(sheet, figure, size) <= inner_width)
        };
        let size = sizes(240.0, 88.0).find(|size| fits(sheet, figures, *size))?;
        let center = body.top + body.height() * 0.48;
        let top = center - f32::midpoint(size * 0.96, words) - size * 0.06;
        let mut plan =
            Plan { plates: vec![], values: vec![], words: vec![], sizes: vec![], is_reduced: false, lead: None };
        for place in 0..figures.len() {
            let x = start + (radius * 2.0 + gap) * number(place);
            let inner = x + radius - inner_width / 2.0;
            plan.plates.push(sheet.rect(x, center - radius, radius * 2.0, radius * 2.0));
            plan.values.push(sheet.rect(inner, top, inner_width, size));
            plan.words.push(sheet.rect(inner, top + size * 0.96, inner_width, words + 1.0));
            plan.sizes.push(size);
        }
        Some(plan)
    }

    /// Equal plates in rows of a number of columns; the leading one is wider in a single row. Returns `None` when the
    /// content does not fit.
    fn plates(
        sheet: &mut Sheet<'_>,
        figures: &mut [Figure],
        body: &BodyArea,
        chosen: Chosen<Arrangement>,
        columns: usize,
        (largest, smallest): (f32, f32),
        highest: f32,
    ) -> Option<Plan> {
        let rows = figures.len().div_ceil(columns);
        let share = sheet.look.voice.emphasis.share;
        let is_wider = rows == 1 && columns > 1 && share > 1.0 && figures[0].leads;
        let parts = number(columns) + if is_wider { share - 1.0 } else { 0.0 };
        let gap = if columns == 1 { 0.0 } else { column_gap(sheet) };
        let unit = (body.width - gap * number(columns - 1)) / parts;
        let is_forced = is_forced(chosen.step);
        if unit < 260.0 && !is_forced {
            return None;
        }
        let width = |place: usize| if is_wider && place == 0 { unit * share } else { unit };
        let insets = plate_insets(sheet, columns, rows);
        let pads: Vec<f32> = figures.iter().map(|figure| lead_pad(sheet, figure).max(insets.side)).collect();
        let pads = if columns == 1 { vec![0.0] } else { pads };
        let row_gap = if sheet.has_sided_plates() { GAP } else { 32.0 };
        let room = ((body.height() - row_gap * number(rows - 1)) / number(rows)).min(highest);
        let above_label = (if columns == 3 { 16.0 } else { 24.0 } + deco_room(sheet)) * chosen.gap;
        let inner = |place: usize| width(place % columns) - pads[place] * 2.0;
        let fits_width = |sheet: &mut Sheet<'_>, figures: &mut [Figure], size: f32| {
            let mut all = figures.iter_mut().enumerate().skip(usize::from(is_wider));
            all.all(|(place, figure)| width_of(sheet, figure, size) <= inner(place))
        };
        let widest_size = sizes(largest, smallest).chain(SMALL_FIGURES).find(|size| fits_width(sheet, figures, *size));
        let widest_size = widest_size.or(is_forced.then_some(64.0))?;
        let mut words = 0.0_f32;
        for (place, figure) in figures.iter_mut().enumerate() {
            words = words.max(words_height(sheet, figure, inner(place), chosen.step)?);
        }
        let around = insets.top + insets.bottom;
        let fits_height = |size: f32| size + above_label + words + around <= room + 0.5;
        let size = sizes(widest_size, 64.0)
            .find(|size| fits_height(*size) && *size >= widest_size * FIGURE_LOSS)
            .or_else(|| sizes(widest_size, 64.0).find(|size| fits_height(*size)))
            .or(is_forced.then_some(64.0))?;
        // Smaller figures are better beside their words.
        if rows > 1 && size < MIN_IN_GRID && !is_forced {
            return None;
        }
        // The leading figure is larger, as far as its wider plate allows.
        let lead = if is_wider {
            let fits = |sheet: &mut Sheet<'_>, figure: &mut Figure, lead: f32| {
                fits_height(lead) && width_of(sheet, figure, lead) <= inner(0)
            };
            sizes((size * 1.4).min(340.0), 64.0).find(|lead| fits(sheet, &mut figures[0], *lead)).unwrap_or(size)
        } else {
            size
        };
        let tallest = size.max(lead);
        let content = tallest + above_label + words + around;
        // Figures below a rule are at the top, near the rule.
        let is_low = columns == 1 || (rows == 1 && sheet.look.voice.plate.form == PlateForm::RuleTop);
        let height = if is_low { content } else { room.min(content * 1.35).max(content.min(room)) };
        let total = height * number(rows) + row_gap * number(rows - 1);
        let top = body.optical_top(total);
        let mut plan = Plan {
            plates: vec![],
            values: vec![],
            words: vec![],
            sizes: vec![],
            is_reduced: size < widest_size * FIGURE_LOSS,
            lead: None,
        };
        for (place, pad) in pads.iter().copied().enumerate().take(figures.len()) {
            let (column, row) = (place % columns, place / columns);
            let x = body.x + (0..column).map(|before| width(before) + gap).sum::<f32>();
            let plate = sheet.rect(x, top + (height + row_gap) * number(row), width(column), height);
            let spare = (height - content).max(0.0) / 2.0;
            let own = if is_wider && place == 0 { lead } else { size };
            // All figures of a row share their lower edge.
            let y = insets.top + spare + tallest - own;
            plan.values.push(sheet.inside(plate, pad, y, inner(place), own));
            let below = insets.top + spare + tallest + above_label;
            plan.words.push(sheet.inside(plate, pad, below, inner(place), height - below - insets.bottom));
            plan.plates.push(plate);
            plan.sizes.push(own);
        }
        Some(plan)
    }

    /// One figure per row, each beside its words. Returns `None` when the content does not fit.
    fn stack(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea, step: Step) -> Option<Plan> {
        let share = if figures[0].leads { sheet.look.voice.emphasis.share } else { 1.0 };
        let parts = number(figures.len()) + share - 1.0;
        let unit = body.height() / parts;
        let mut values = (body.width * 0.49).min(720.0);
        // A wide figure gets more of the row.
        let widest = figures.iter_mut().map(|figure| width_of(sheet, figure, 112.0)).fold(0.0, f32::max);
        values = values.max(widest.min(body.width * 0.62));
        let (x, width) = (body.x + values + 32.0, body.width - values - 32.0);
        let mut y = body.top;
        let mut other_size = f32::MAX;
        let mut plan =
            Plan { plates: vec![], values: vec![], words: vec![], sizes: vec![], is_reduced: false, lead: None };
        for (place, figure) in figures.iter_mut().enumerate() {
            let height = if place == 0 { unit * share } else { unit };
            let largest = if place == 0 && share > 1.0 { 340.0 } else { 224.0_f32 };
            let fits = |sheet: &mut Sheet<'_>, figure: &mut Figure, size: f32| {
                size * 1.05 <= height && width_of(sheet, figure, size) <= values
            };
            let size = sizes(largest, 64.0).find(|size| fits(sheet, figure, *size));
            // A value that is much too long has two lines.
            let size = size.or(is_forced(step).then_some((height / 2.1).min(64.0)))?;
            let words = words_height(sheet, figure, width, step)?;
            if words > height - 16.0 && !is_forced(step) {
                return None;
            }
            let words = words.min(height);
            if place > 0 || share <= 1.0 {
                other_size = other_size.min(size);
            }
            plan.plates.push(sheet.rect(body.x, y, body.width, height));
            plan.words.push(sheet.rect(x, y + (height - words) / 2.0, width, words));
            plan.sizes.push(size);
            y += height;
        }
        for (place, size) in plan.sizes.iter_mut().enumerate() {
            if place > 0 || share <= 1.0 {
                *size = other_size;
            }
            let plate = plan.plates[place];
            plan.values.push(sheet.inside(plate, 0.0, (plate.height.0 - *size) / 2.0, values, *size));
        }
        Some(plan)
    }

    /// The first figure in a block at the edge of the page, the others beside it. Returns `None` when the content does not
    /// fit.
    fn lead(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea, step: Step) -> Option<Plan> {
        let block = sheet.rect(0.0, body.top, 1044.0, 1080.0 - body.top);
        let (inner, bottom) = (1044.0 - 96.0 - 48.0, 1080.0 - 56.0);
        let count = figures.len() - 1;
        let first = &mut figures[0];
        // All labels have one size and all notes another, so that the figure leads.
        let step = beside_lead(step, count);
        let words = words_height(sheet, first, inner, step)?;
        let fits = |size: &f32| body.top + 24.0 + size + 16.0 + words <= bottom;
        let size = sizes(520.0, 240.0).find(|size| width_of(sheet, first, *size) <= inner && fits(size))?;
        let mut plan = Plan {
            plates: vec![block],
            values: vec![sheet.rect(96.0, body.top + 24.0, inner, size)],
            words: vec![sheet.rect(96.0, bottom - words, inner, words)],
            sizes: vec![size],
            is_reduced: false,
            lead: Some(step),
        };
        let height = (body.height() - GAP * number(count - 1)) / number(count);
        let rule = sheet.look.voice.plate.stroke + 8.0;
        let mut other_size = f32::MAX;
        for figure in figures.iter_mut().skip(1) {
            let words = words_height(sheet, figure, 732.0, step)?;
            let fits = |sheet: &mut Sheet<'_>, figure: &mut Figure, size: f32| {
                width_of(sheet, figure, size) <= 732.0 && rule + size + words <= height
            };
            let max_size = if count == 1 { 320.0 } else { 188.0 };
            other_size = other_size.min(sizes(max_size, 80.0).find(|size| fits(sheet, figure, *size))?);
        }
        for place in 0..count {
            let y = body.top + (height + GAP) * number(place);
            plan.plates.push(sheet.rect(1092.0, y, 732.0, height));
            plan.values.push(sheet.rect(1092.0, y + rule, 732.0, other_size));
            let below = rule + other_size;
            plan.words.push(sheet.rect(1092.0, y + below, 732.0, height - below + 1.0));
            plan.sizes.push(other_size);
        }
        Some(plan)
    }
}

/// Whether a step is the last one, at which everything is drawn and texts that are too long are truncated.
fn is_forced(step: Step) -> bool {
    step.text <= 24.0
}

/// Sizes of the words of a leading block and of a number of other figures.
fn beside_lead(step: Step, count: usize) -> Step {
    match count {
        1 => Step::pair(step.title.min(64.0), step.text.min(44.0)),
        2 => Step::pair(step.title.min(56.0), step.text.min(40.0)),
        _ => Step::pair(step.title.min(48.0), step.text.min(36.0)),
    }
}

/// Space between columns.
pub(super) fn column_gap(sheet: &Sheet<'_>) -> f32 {
    if sheet.look.voice.plate.form == PlateForm::Hairlines { 96.0 } else { sheet.plate_gap() }
}

/// Space between the edges of a plate and its content.
fn plate_insets(sheet: &Sheet<'_>, columns: usize, rows: usize) -> PlateInsets {
    if columns == 1 {
        return PlateInsets::default();
    }
    let insets = sheet.plate_insets(44.0, rows);
    // The figure stays clear of the rule over a leading entry.
    let top = if sheet.look.voice.emphasis.form == EmphasisForm::Rule { insets.top.max(28.0) } else { insets.top };
    if rows > 1 && sheet.has_sided_plates() {
        // The lines of large figures have room above and below the digits.
        return PlateInsets { top: 16.0, bottom: 24.0, ..insets };
    }
    PlateInsets { top, ..insets }
}

/// Space that a leading plate needs at its sides, where the others have no plates.
fn lead_pad(sheet: &Sheet<'_>, figure: &Figure) -> f32 {
    let is_filled =
        matches!(sheet.look.voice.emphasis.form, EmphasisForm::Fill | EmphasisForm::Block | EmphasisForm::Invert);
    if figure.leads && is_filled { 44.0 } else { 0.0 }
}

/// Space for the decoration between a figure and its label.
fn deco_room(sheet: &Sheet<'_>) -> f32 {
    match sheet.look.voice.figure.deco {
        FigureDeco::Dimension => DIMENSION.1 + DIMENSION.2,
        FigureDeco::Rule => 24.0,
        _ => 0.0,
    }
}

/// Whether notes are on pills.
pub(super) fn has_pills(sheet: &Sheet<'_>) -> bool {
    sheet.look.voice.figure.deco == FigureDeco::Sticker
}

/// Sizes of figures between two bounds, the largest first.
fn sizes(largest: f32, smallest: f32) -> impl Iterator<Item = f32> {
    std::iter::successors(Some(largest), |size| Some(size - if *size > 160.0 { 16.0 } else { 8.0 }))
        .take_while(move |size| *size >= smallest)
}

fn width_of(sheet: &mut Sheet<'_>, figure: &mut Figure, size: f32) -> f32 {
    figure.value.as_mut().map_or(0.0, |value| value.natural_width(sheet.typesetter, size / SHAPED_FIGURE).0 + 1.0)
}

/// Height of label and note, or `None` when they need too many lines or break a word.
fn words_height(sheet: &mut Sheet<'_>, figure: &mut Figure, width: f32, step: Step) -> Option<f32> {
    let mut height = 0.0;
    let both = figure.label.is_some() && figure.note.is_some();
    let has_pill = figure.note.is_some() && has_pills(sheet);
    let note_width = if has_pill { width - PILL.0 * 2.0 } else { width };
    for (text, size, width) in [(&mut figure.label, step.title, width), (&mut figure.note, step.text, note_width)] {
        if let Some(text) = text {
            if !text.fits(sheet, width, size) && size > 24.0 {
                return None;
            }
            height += text.height_at(sheet, width, size);
        }
    }
    let pill = if has_pill { PILL.1 * 2.0 } else { 0.0 };
    let between = if has_pill { PILL.2 } else { ABOVE_NOTE };
    Some(height + pill + if both { between } else { 0.0 })
}
