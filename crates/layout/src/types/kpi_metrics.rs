//! Key figures: one to four large figures, each with a unit, a label and a note that may show the change.

use deck::Content;
use deck::voice::{EmphasisForm, FigureColor, FigureDeco, PreferFigures, TextAlign, UnitFace};
use scene::{Align, Node, NodeRole, PaletteRole, Px, Rect, Run, RunStyle, VerticalAlign};

use crate::diagram::number;
use crate::field_text::FieldText;
use crate::finding::FindingKind;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::script;
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, MIN_MARK_CONTRAST, Surface};
use crate::text::{BlockOptions, TextBlock};

/// Sizes of labels and notes.
const WORDS: [Step; 5] = [
    Step::pair(72.0, 48.0),
    Step::pair(64.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
    Step::pair(40.0, 36.0),
];
/// Sizes of figures below the last one of an arrangement.
const SMALL_FIGURES: [f32; 3] = [88.0, 72.0, 64.0];
/// Size at which figures are shaped.
const SHAPED_FIGURE: f32 = 240.0;
/// How much smaller than its width allows a figure may be, for larger words below it.
const FIGURE_LOSS: f32 = 0.75;
/// Space between plates.
const GAP: f32 = 24.0;
/// Space between label and note.
const ABOVE_NOTE: f32 = 12.0;

/// How the figures are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    /// A single figure with its words beside it.
    Alone,
    /// A single figure above its words.
    Above,
    /// Side by side.
    Row,
    /// Two by two.
    Grid,
    /// One below the other, the words beside the figures.
    Stack,
    /// The first on a block that runs to the edge, the others beside it.
    Lead,
}

/// A figure with its unit, label and note.
struct Figure {
    index: usize,
    surface: Surface,
    leads: bool,
    is_risk: bool,
    value: Option<TextBlock>,
    label: Option<FieldText>,
    note: Option<FieldText>,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let body = sheet.open_page(PageOptions { closing: "bottomSubheading", ..PageOptions::default() });
    let mut figures = figures(sheet);
    if !figures.is_empty() {
        let chosen = chosen(sheet, &mut figures, &body);
        draw_figures(sheet, figures, &body, chosen);
    }
    sheet.close_page(body);
}

/// Whether a note reports a fall.
fn is_fall(entry: &Content) -> bool {
    signed(text_of(entry, "note")).is_some_and(|(change, _)| change == Change::Fall)
}

fn figures(sheet: &mut Sheet<'_>) -> Vec<Figure> {
    let entries = sheet.filled_entries("metrics", &["value", "unit", "label", "note"]);
    let falling = entries.iter().position(|(_, entry)| is_fall(entry));
    let accent = sheet.text("accent");
    let prefers_lead = sheet.look.voice.prefer.figures != PreferFigures::Row;
    let count = entries.len();
    let mut figures = Vec::with_capacity(count);
    for (place, (index, entry)) in entries.into_iter().enumerate() {
        let leads =
            place == 0 && count > 1 && (accent == "highlight-best" || (prefers_lead && accent != "highlight-risk"));
        let surface = figure_surface(sheet, leads, count, place);
        let (value, label, note) = sheet.with_surface(surface, |sheet| {
            let value = value(sheet, entry, leads);
            let align = if is_centred(sheet) { Align::Center } else { sheet.start_align() };
            let pen = sheet.heading().size(WORDS[0].title).leading(1.1).align(align);
            let field = format!("metrics.{index}.label");
            let label = FieldText::new(sheet, field, NodeRole::Label, &pen, text_of(entry, "label"));
            (value, label.map(|label| label.at_most(3)), note(sheet, index, text_of(entry, "note")))
        });
        let is_risk = accent == "highlight-risk" && falling == Some(place);
        figures.push(Figure { index, surface, leads, is_risk, value, label, note });
    }
    figures
}

fn is_centred(sheet: &Sheet<'_>) -> bool {
    sheet.look.voice.plate.align == TextAlign::Center
}

/// The surface that a figure stands on.
fn figure_surface(sheet: &Sheet<'_>, leads: bool, count: usize, place: usize) -> Surface {
    if count == 1 {
        return sheet.surface;
    }
    if !leads {
        return sheet.entry_surface(place);
    }
    match sheet.look.voice.emphasis.form {
        EmphasisForm::Fill | EmphasisForm::Block => sheet.emphasis_ground().surface(sheet.look),
        EmphasisForm::Invert => Ground::Deep.surface(sheet.look),
        _ => {
            let surface = sheet.entry_surface(place);
            Surface { mark: sheet.readable(sheet.emphasis_color(), MIN_MARK_CONTRAST), ..surface }
        }
    }
}

/// The figure and its unit, on one line where that fits.
fn value(sheet: &mut Sheet<'_>, entry: &Content, leads: bool) -> Option<TextBlock> {
    let (value, unit) = (text_of(entry, "value"), text_of(entry, "unit"));
    if value.is_empty() && unit.is_empty() {
        return None;
    }
    let tokens = &sheet.look.voice.figure;
    let color = match tokens.color {
        FigureColor::Accent => sheet.surface.mark,
        _ if leads && sheet.look.voice.emphasis.form == EmphasisForm::Color => sheet.surface.mark,
        FigureColor::Text | FigureColor::On => sheet.surface.text,
    };
    let (share, unit_face) = (tokens.unit, tokens.unit_face);
    let align = if is_centred(sheet) { Align::Center } else { sheet.start_align() };
    let pen = sheet.heading().size(SHAPED_FIGURE).leading(1.0).color(color).align(align);
    let mut paragraph = pen.plain(value);
    if !unit.is_empty() {
        let start = paragraph.text.len();
        // A no-break space keeps the unit on the line of its number.
        let space = if value.is_empty() { "" } else { "\u{A0}" };
        paragraph.text.push_str(space);
        paragraph.text.push_str(unit);
        let face = match unit_face {
            UnitFace::Heading => pen.style,
            UnitFace::Body => sheet.body().stressed().style,
        };
        let style = RunStyle { size: pen.style.size * share, color, ..face };
        let run = Run { range: start..paragraph.text.len(), style, link: None };
        paragraph.runs.retain(|run| !run.range.is_empty());
        paragraph.runs.push(run);
        paragraph.direction = script::direction(&paragraph.text).unwrap_or(pen.direction);
    }
    Some(TextBlock::new(sheet.typesetter, vec![paragraph]))
}

/// A note; a signed number at its start is bold.
fn note(sheet: &mut Sheet<'_>, index: usize, words: &str) -> Option<FieldText> {
    let align = if is_centred(sheet) { Align::Center } else { sheet.start_align() };
    let pen = sheet.body().size(WORDS[0].text).leading(1.22).color(sheet.surface.muted).align(align);
    if words.is_empty() {
        return None;
    }
    let mut paragraph = pen.plain(words);
    if let Some((_, end)) = signed(words) {
        let style = RunStyle { color: sheet.surface.text, weight: pen.strong, strong: true, ..pen.style };
        let whole = paragraph.text.len();
        let end = end.min(whole);
        let run = |range: std::ops::Range<usize>, style: RunStyle| Run { range, style, link: None };
        paragraph.runs = vec![run(0..end, style)];
        if end < whole {
            paragraph.runs.push(run(end..whole, pen.style));
        }
    }
    let field = format!("metrics.{index}.note");
    Some(FieldText::of_paragraph(sheet, field, NodeRole::Caption, paragraph).at_most(2))
}

/// The change that a note reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Rise,
    Fall,
}

/// Whether a note starts with a signed number, and the byte at which that ends.
fn signed(note: &str) -> Option<(Change, usize)> {
    let sign = note.chars().next()?;
    let change = match sign {
        '+' => Change::Rise,
        '-' | '\u{2212}' | '\u{2013}' => Change::Fall,
        _ => return None,
    };
    let rest = &note[sign.len_utf8()..];
    if !rest.starts_with(|digit: char| digit.is_numeric()) {
        return None;
    }
    let mut end = 0;
    for (at, sign) in rest.char_indices() {
        let next = rest[at + sign.len_utf8()..].chars().next();
        let goes_on = sign.is_numeric() || (matches!(sign, '.' | ',') && next.is_some_and(char::is_numeric));
        if !goes_on && sign != '%' {
            break;
        }
        end = at + sign.len_utf8();
        if sign == '%' {
            break;
        }
    }
    Some((change, sign.len_utf8() + end))
}

fn chosen(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea) -> Chosen<Arrangement> {
    let count = figures.len();
    let compositions: Vec<Composition<'_, Arrangement>> = match count {
        1 => vec![Composition::new(Arrangement::Alone, &WORDS), Composition::new(Arrangement::Above, &WORDS)],
        2 | 3 => vec![Composition::new(Arrangement::Row, &WORDS[usize::from(count == 3)..])],
        _ => vec![Composition::new(Arrangement::Grid, &WORDS[2..])],
    };
    let is_risk = sheet.text("accent") == "highlight-risk";
    let preferred = match sheet.look.voice.prefer.figures {
        _ if count < 2 || is_risk => None,
        PreferFigures::Row => None,
        PreferFigures::Stack => Some(Composition::new(Arrangement::Stack, &WORDS[..4])),
        PreferFigures::Lead => Some(Composition::new(Arrangement::Lead, &WORDS[..])),
    };
    let limits = crate::fit::StepLimits { title: f32::MAX, ..sheet.step_limits(body) };
    choose(limits, &compositions, preferred, |arrangement, step, gap| {
        let is_last = step.text <= 36.0;
        Plan::new(sheet, figures, body, Chosen { arrangement, step, gap })
            .is_some_and(|plan| is_last || !plan.is_reduced)
    })
}

/// Boxes of the figures in an arrangement.
struct Plan {
    /// Where each plate stands.
    plates: Vec<Rect>,
    /// Where each value and its words stand.
    values: Vec<Rect>,
    words: Vec<Rect>,
    /// Sizes of the figures.
    sizes: Vec<f32>,
    /// Whether a figure is smaller than its width allows.
    is_reduced: bool,
}

impl Plan {
    /// The boxes, or `None` when the content does not fit.
    fn new(
        sheet: &mut Sheet<'_>,
        figures: &mut [Figure],
        body: &BodyArea,
        chosen: Chosen<Arrangement>,
    ) -> Option<Plan> {
        match chosen.arrangement {
            Arrangement::Alone => Plan::alone(sheet, figures, body, chosen.step),
            Arrangement::Above => Plan::plates(sheet, figures, body, chosen, 1, (320.0, 96.0), f32::MAX),
            Arrangement::Row if figures.len() == 2 => {
                Plan::plates(sheet, figures, body, chosen, 2, (320.0, 128.0), f32::MAX)
            }
            Arrangement::Row => Plan::plates(sheet, figures, body, chosen, 3, (224.0, 96.0), 592.0),
            Arrangement::Grid => Plan::plates(sheet, figures, body, chosen, 2, (192.0, 96.0), f32::MAX),
            Arrangement::Stack => Plan::stack(sheet, figures, body, chosen.step),
            Arrangement::Lead => Plan::lead(sheet, figures, body, chosen.step),
        }
    }

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
        })
    }

    /// Equal plates in rows of a number of columns; the leading one is wider in a single row.
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
        let unit = (body.width - GAP * number(columns - 1)) / parts;
        if unit < 300.0 {
            return None;
        }
        let width = |place: usize| if is_wider && place == 0 { unit * share } else { unit };
        let pad = if columns == 1 { 0.0 } else { plate_pad(sheet) };
        let room = ((body.height() - GAP * number(rows - 1)) / number(rows)).min(highest);
        let above_label = if columns == 3 { 24.0 } else { 32.0 } * chosen.gap;
        let inner = |place: usize| width(place % columns) - pad * 2.0;
        let fits_width = |sheet: &mut Sheet<'_>, figures: &mut [Figure], size: f32| {
            let mut all = figures.iter_mut().enumerate();
            all.all(|(place, figure)| width_of(sheet, figure, size) <= inner(place))
        };
        let wide = sizes(largest, smallest).chain(SMALL_FIGURES).find(|size| fits_width(sheet, figures, *size));
        let wide = wide.unwrap_or(64.0);
        let mut words = 0.0_f32;
        for (place, figure) in figures.iter_mut().enumerate() {
            words = words.max(words_height(sheet, figure, inner(place), chosen.step)?);
        }
        let fits_height = |size: f32| size + above_label + words + pad * 2.0 <= room + 0.5;
        let size = sizes(wide, 64.0)
            .find(|size| fits_height(*size) && *size >= wide * FIGURE_LOSS)
            .or_else(|| sizes(wide, 64.0).find(|size| fits_height(*size)))?;
        let content = size + above_label + words + pad * 2.0;
        // A plate is at most twice as high as its content.
        let height = if columns == 1 { content } else { room.min(content * 1.35).max(content.min(room)) };
        let total = height * number(rows) + GAP * number(rows - 1);
        let top = body.optical_top(total);
        let mut plan = Plan {
            plates: vec![],
            values: vec![],
            words: vec![],
            sizes: vec![],
            is_reduced: size < wide * FIGURE_LOSS,
        };
        for place in 0..figures.len() {
            let (column, row) = (place % columns, place / columns);
            let x = body.x + (0..column).map(|before| width(before) + GAP).sum::<f32>();
            let plate = sheet.rect(x, top + (height + GAP) * number(row), width(column), height);
            let spare = (height - content).max(0.0) / 2.0;
            plan.values.push(sheet.inside(plate, pad, pad + spare, inner(place), size));
            let below = pad + spare + size + above_label;
            plan.words.push(sheet.inside(plate, pad, below, inner(place), height - below - pad.min(spare + pad)));
            plan.plates.push(plate);
            plan.sizes.push(size);
        }
        Some(plan)
    }

    fn stack(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea, step: Step) -> Option<Plan> {
        let share = sheet.look.voice.emphasis.share;
        let parts = number(figures.len()) + share - 1.0;
        let unit = body.height() / parts;
        let values = body.width.min(560.0);
        let (x, width) = (body.x + 572.0, body.width - 572.0);
        let mut y = body.top;
        let mut plan = Plan { plates: vec![], values: vec![], words: vec![], sizes: vec![], is_reduced: false };
        for (place, figure) in figures.iter_mut().enumerate() {
            let height = if place == 0 { unit * share } else { unit };
            let largest = if place == 0 { 340.0 } else { 224.0_f32 };
            let fits = |sheet: &mut Sheet<'_>, figure: &mut Figure, size: f32| {
                size * 1.05 <= height && width_of(sheet, figure, size) <= values
            };
            let size = sizes(largest, 112.0).find(|size| fits(sheet, figure, *size))?;
            let words = words_height(sheet, figure, width, step)?;
            if words > height - 16.0 {
                return None;
            }
            plan.plates.push(sheet.rect(body.x, y, body.width, height));
            plan.values.push(sheet.rect(body.x, y + (height - size) / 2.0, values, size));
            plan.words.push(sheet.rect(x, y + (height - words) / 2.0, width, words));
            plan.sizes.push(size);
            y += height;
        }
        Some(plan)
    }

    fn lead(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea, step: Step) -> Option<Plan> {
        let block = sheet.rect(0.0, body.top, 1044.0, 1080.0 - body.top);
        let (inner, foot) = (1044.0 - 96.0 - 48.0, 1080.0 - 56.0);
        let first = &mut figures[0];
        let words = words_height(sheet, first, inner, step)?;
        let size = sizes(520.0, 240.0)
            .find(|size| width_of(sheet, first, *size) <= inner && body.top + 24.0 + size + 16.0 + words <= foot)?;
        let mut plan = Plan {
            plates: vec![block],
            values: vec![sheet.rect(96.0, body.top + 24.0, inner, size)],
            words: vec![sheet.rect(96.0, foot - words, inner, words)],
            sizes: vec![size],
            is_reduced: false,
        };
        let count = figures.len() - 1;
        let height = (body.height() - GAP * number(count - 1)) / number(count);
        let mut others = f32::MAX;
        for figure in figures.iter_mut().skip(1) {
            let words = words_height(sheet, figure, 732.0, Step::pair(step.title.min(56.0), step.text.min(40.0)))?;
            let fits = |sheet: &mut Sheet<'_>, figure: &mut Figure, size: f32| {
                width_of(sheet, figure, size) <= 732.0 && size + words + 40.0 <= height
            };
            others = others.min(sizes(188.0, 96.0).find(|size| fits(sheet, figure, *size))?);
        }
        for place in 0..count {
            let y = body.top + (height + GAP) * number(place);
            plan.plates.push(sheet.rect(1092.0, y, 732.0, height));
            plan.values.push(sheet.rect(1092.0, y + 24.0, 732.0, others));
            plan.words.push(sheet.rect(1092.0, y + 24.0 + others + 8.0, 732.0, height - others - 32.0));
            plan.sizes.push(others);
        }
        Some(plan)
    }
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
    for (text, size) in [(&mut figure.label, step.title), (&mut figure.note, step.text)] {
        if let Some(text) = text {
            if !text.fits(sheet, width, size) && size > 24.0 {
                return None;
            }
            height += text.height_at(sheet, width, size);
        }
    }
    Some(height + if both { ABOVE_NOTE } else { 0.0 })
}

/// Space around the text of a plate.
fn plate_pad(sheet: &Sheet<'_>) -> f32 {
    if sheet.look.voice.plate.pad > 0.0 { 44.0 } else { 0.0 }
}

fn draw_figures(sheet: &mut Sheet<'_>, mut figures: Vec<Figure>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let Some(plan) = Plan::new(sheet, &mut figures, body, chosen) else {
        for figure in &figures {
            sheet.report(&format!("metrics.{}", figure.index), FindingKind::Overflow);
        }
        return;
    };
    let count = figures.len();
    for (place, figure) in figures.into_iter().enumerate() {
        let start = sheet.nodes.len();
        let field = format!("metrics.{}", figure.index);
        draw_plate(sheet, &figure, plan.plates[place], chosen.arrangement, (place, count));
        let step = if chosen.arrangement == Arrangement::Lead && place > 0 {
            Step::pair(chosen.step.title.min(56.0), chosen.step.text.min(40.0))
        } else {
            chosen.step
        };
        let surface = figure.surface;
        let (value, words, size) = (plan.values[place], plan.words[place], plan.sizes[place]);
        sheet.with_surface(surface, |sheet| draw_figure(sheet, figure, value, words, (size, step)));
        sheet.finish_entry(start, &field, Some(place + 1));
    }
}

fn draw_plate(
    sheet: &mut Sheet<'_>,
    figure: &Figure,
    frame: Rect,
    arrangement: Arrangement,
    (place, count): (usize, usize),
) {
    match arrangement {
        Arrangement::Alone => {
            let rule = sheet.inside(frame, frame.width.0 * 948.0 / 1728.0, 0.0, 2.0, frame.height.0);
            sheet.nodes.push(Sheet::shape(rule, sheet.surface.line, Px::ZERO));
        }
        Arrangement::Above => {}
        Arrangement::Stack if place > 0 => {
            let rule = Rect { height: Px(2.0), ..frame };
            sheet.nodes.push(Sheet::shape(rule, sheet.surface.line, Px::ZERO));
        }
        Arrangement::Stack => {}
        Arrangement::Lead if place == 0 => {
            let color = sheet.emphasis_color();
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Sheet::shape(frame, color, Px::ZERO) });
        }
        Arrangement::Lead | Arrangement::Row | Arrangement::Grid => {
            if figure.leads {
                sheet.push_leading_plate(frame, place);
            } else {
                sheet.push_voice_plate(frame, place);
            }
            let is_first_in_row = arrangement == Arrangement::Grid && place % 2 == 0 || place == 0;
            if !is_first_in_row && sheet.look.voice.plate.form == deck::voice::PlateForm::Hairlines && count > 1 {
                let line = sheet.inside(frame, -GAP / 2.0 - 1.0, 0.0, 2.0, frame.height.0);
                sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
            }
        }
    }
    if figure.is_risk {
        let bar = sheet.inside(frame, 0.0, 0.0, 12.0, frame.height.0);
        sheet.nodes.push(Sheet::shape(bar, PaletteRole::Accent2.into(), Px::ZERO));
    }
}

fn draw_figure(sheet: &mut Sheet<'_>, figure: Figure, value: Rect, words: Rect, (size, step): (f32, Step)) {
    let Figure { index, value: block, label, note, .. } = figure;
    if let Some(mut block) = block {
        let options = BlockOptions { width: value.width, scale: size / SHAPED_FIGURE, gap: 1.0 };
        let text = block.text(sheet.typesetter, options, Px(f32::MAX), 2);
        let frame = Rect { height: text.height(), ..value };
        sheet.push_text(frame, text, NodeRole::Figure, Some(&format!("metrics.{index}.value")));
    }
    if sheet.look.voice.figure.deco == FigureDeco::Rule {
        let rule = Rect { y: words.y - Px(14.0), height: Px(2.0), ..words };
        sheet.nodes.push(Sheet::shape(rule, sheet.surface.line, Px::ZERO));
    }
    let mut y = words.y.0;
    if let Some(label) = label {
        let room = Rect { y: Px(y), height: words.bottom() - Px(y), ..words };
        y += label.put_at(sheet, room, step.title, VerticalAlign::Top) + ABOVE_NOTE;
    }
    if let Some(note) = note {
        let room = Rect { y: Px(y), height: words.bottom() + Px(1.0) - Px(y), ..words };
        note.put_at(sheet, room, step.text, VerticalAlign::Top);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(note: &str) -> Option<(Change, &str)> {
        signed(note).map(|(change, end)| (change, &note[..end]))
    }

    #[test]
    fn a_note_that_starts_with_a_signed_number_is_split() {
        assert_eq!(check("+6 km this year"), Some((Change::Rise, "+6")));
        assert_eq!(check("-1,250.5% on last year"), Some((Change::Fall, "-1,250.5%")));
        assert_eq!(check("\u{2212}3"), Some((Change::Fall, "\u{2212}3")));
        assert_eq!(check("+4, then more"), Some((Change::Rise, "+4")));
    }

    #[test]
    fn other_notes_stay_whole() {
        assert_eq!(check("6 km"), None);
        assert_eq!(check("+ 6 km"), None);
        assert_eq!(check("- a dash"), None);
        assert_eq!(check(""), None);
    }
}
