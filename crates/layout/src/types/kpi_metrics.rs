//! Key figures: one to four large figures, each with a unit, a label and a note that may show the change.

mod plan;

use deck::Content;
use deck::voice::{EmphasisForm, FigureColor, FigureDeco, PlateForm, PreferFigures, TextAlign, TitleForm, UnitFace};
use scene::{
    Align, Color, Fill, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Rgb, Run, RunStyle, Shape, ShapeForm, Stroke,
    VerticalAlign,
};

use crate::diagram::filled;
use crate::field_text::FieldText;
use crate::finding::FindingKind;
use crate::fit::{Chosen, Composition, Step, choose};
use crate::head::{BodyArea, PageOptions};
use crate::script;
use crate::sheet::{Sheet, text_of};
use crate::surface::{Ground, MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST, Surface, text_color_on};
use crate::text::{BlockOptions, TextBlock};
use crate::waves::wave;
use plan::{Plan, column_gap, has_pills};

/// Sizes of labels and notes.
const WORDS: [Step; 5] = [
    Step::pair(72.0, 48.0),
    Step::pair(64.0, 44.0),
    Step::pair(56.0, 40.0),
    Step::pair(48.0, 36.0),
    Step::pair(40.0, 36.0),
];
/// Size at which figures are shaped.
const SHAPED_FIGURE: f32 = 240.0;
/// Space between plates.
const GAP: f32 = 24.0;
/// Space between label and note.
const ABOVE_NOTE: f32 = 12.0;
/// Sizes of labels and notes in rings.
const RING_WORDS: [Step; 4] =
    [Step::pair(52.0, 40.0), Step::pair(48.0, 36.0), Step::pair(44.0, 36.0), Step::pair(40.0, 36.0)];
/// Space around the words on a pill: at the sides and above, and the space above a pill.
const PILL: (f32, f32, f32) = (28.0, 16.0, 24.0);
/// Width of a dimension line, length of its ticks, and the space below it.
const DIMENSION: (f32, f32, f32) = (3.0, 19.0, 24.0);

/// How the figures are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    /// A single figure with its words beside it.
    Alone,
    /// A single figure above its words.
    Above,
    /// Side by side in rings.
    Rings,
    /// Side by side.
    Row,
    /// Two by two.
    Grid,
    /// One below the other, the words beside the figures.
    Stack,
    /// The first figure on a block that runs to the edge, the others beside it.
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
    let is_single = sheet.filled_entries("metrics", &KEYS).len() == 1;
    if is_single && sheet.surface.ground == Ground::Deep && sheet.look.voice.title.form == TitleForm::Horizon {
        draw_sea(sheet);
    }
    let mut body = sheet.open_page(PageOptions { closing: "bottomSubheading", ..PageOptions::default() });
    let mut figures = figures_on(sheet, true);
    if !figures.is_empty() {
        let chosen = choose_arrangement(sheet, &mut figures, &body);
        if chosen.arrangement == Arrangement::Stack {
            figures = figures_on(sheet, false);
        }
        draw_figures(sheet, figures, &body, chosen);
        if chosen.arrangement == Arrangement::Lead {
            // The block covers the start of the closing line, so the line begins beside the block.
            (body.x, body.width) = (1092.0, 732.0);
        }
    }
    sheet.close_page(body);
}

/// The keys of a figure.
const KEYS: [&str; 4] = ["value", "unit", "label", "note"];

/// Whether a slide shows a single figure, which is on the deep backdrop unless the author chose one.
pub(crate) fn is_single(content: &Content) -> bool {
    let metrics = content.get("metrics").and_then(serde_json::Value::as_array);
    let is_filled = |entry: &&serde_json::Value| {
        entry.as_object().is_some_and(|entry| KEYS.iter().any(|key| !text_of(entry, key).is_empty()))
    };
    metrics.is_some_and(|metrics| metrics.iter().filter(is_filled).count() == 1)
}

/// Draws two waves along the lower edge of the page.
fn draw_sea(sheet: &mut Sheet<'_>) {
    let palette = &sheet.look.palette;
    for (base, amplitude, length, share) in [(950.0, 34.0, 1500.0, 0.20), (1030.0, 30.0, 1250.0, 0.46)] {
        let color = palette.accent.over(palette.deep, share);
        let node = filled(sheet, wave(base, amplitude, length, share), color.into());
        sheet.nodes.push(node);
    }
}

/// Whether a note reports a fall.
fn is_fall(entry: &Content) -> bool {
    leading_change(text_of(entry, "note")).is_some_and(|(change, _)| change == Change::Fall)
}

/// The figures in the colours of their plates, or of the page where they have none.
fn figures_on(sheet: &mut Sheet<'_>, has_plates: bool) -> Vec<Figure> {
    let entries = sheet.filled_entries("metrics", &KEYS);
    let falling = entries.iter().position(|(_, entry)| is_fall(entry));
    let accent = sheet.text("accent");
    let prefers_lead = sheet.look.voice.prefer.figures != PreferFigures::Row;
    let count = entries.len();
    let mut figures = Vec::with_capacity(count);
    for (place, (index, entry)) in entries.into_iter().enumerate() {
        let leads =
            place == 0 && count > 1 && (accent == "highlight-best" || (prefers_lead && accent != "highlight-risk"));
        let surface = if has_plates {
            figure_surface(sheet, leads, count, place)
        } else if leads {
            Surface { mark: sheet.readable(sheet.emphasis_color(), MIN_MARK_CONTRAST), ..sheet.surface }
        } else {
            sheet.surface
        };
        let is_risk = accent == "highlight-risk" && falling == Some(place);
        let (value, label, note) = sheet.with_surface(surface, |sheet| {
            let value = value(sheet, entry, leads, count == 1);
            let align = if is_centred(sheet) { Align::Center } else { sheet.start_align() };
            let pen = sheet.heading().size(WORDS[0].title).leading(1.1).align(align);
            let field = format!("metrics.{index}.label");
            let label = FieldText::new(sheet, field, NodeRole::Label, &pen, text_of(entry, "label"));
            (value, label.map(|label| label.at_most(3)), note(sheet, index, text_of(entry, "note"), is_risk))
        });
        figures.push(Figure { index, surface, leads, is_risk, value, label, note });
    }
    figures
}

fn is_centred(sheet: &Sheet<'_>) -> bool {
    sheet.look.voice.plate.align == TextAlign::Center
}

/// The surface that a figure is on.
fn figure_surface(sheet: &Sheet<'_>, leads: bool, count: usize, place: usize) -> Surface {
    if count == 1 {
        return sheet.surface;
    }
    if !leads {
        return sheet.entry_surface(place);
    }
    match sheet.look.voice.emphasis.form {
        EmphasisForm::Fill | EmphasisForm::Block | EmphasisForm::Invert => sheet.leading_surface(place),
        _ => {
            let surface = sheet.entry_surface(place);
            Surface { mark: sheet.readable(sheet.emphasis_color(), MIN_MARK_CONTRAST), ..surface }
        }
    }
}

/// The figure and its unit, on one line where that fits.
fn value(sheet: &mut Sheet<'_>, entry: &Content, leads: bool, is_single: bool) -> Option<TextBlock> {
    let (value, unit) = (text_of(entry, "value"), text_of(entry, "unit"));
    if value.is_empty() && unit.is_empty() {
        return None;
    }
    let tokens = &sheet.look.voice.figure;
    let color = match tokens.color {
        FigureColor::Accent => sheet.surface.mark,
        _ if leads && matches!(sheet.look.voice.emphasis.form, EmphasisForm::Color | EmphasisForm::Invert) => {
            sheet.surface.mark
        }
        _ if is_single && sheet.surface.ground == Ground::Deep => sheet.surface.mark,
        FigureColor::Text | FigureColor::On => sheet.surface.text,
    };
    let (share, unit_face) = (tokens.unit, tokens.unit_face);
    let align = if is_centred(sheet) { Align::Center } else { sheet.start_align() };
    let pen = sheet.heading().size(SHAPED_FIGURE).leading(1.0).color(color).align(align).spaced(-0.03);
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
        let style = RunStyle { size: pen.style.size * share, color, letter_spacing: Px::ZERO, ..face };
        let run = Run::new(start..paragraph.text.len(), style);
        paragraph.runs.retain(|run| !run.range.is_empty());
        paragraph.runs.push(run);
        paragraph.direction = script::direction(&paragraph.text).unwrap_or(pen.direction);
    }
    Some(TextBlock::new(sheet.typesetter, vec![paragraph]))
}

/// A note; a signed number at its start is bold.
fn note(sheet: &mut Sheet<'_>, index: usize, words: &str, is_risk: bool) -> Option<FieldText> {
    let align = if is_centred(sheet) { Align::Center } else { sheet.start_align() };
    let is_mono = sheet.look.voice.figure.deco == FigureDeco::Dimension;
    let pen = if is_mono { sheet.mono() } else { sheet.body() };
    let pen = pen.size(WORDS[0].text).leading(1.22).color(sheet.surface.muted).align(align);
    if words.is_empty() {
        return None;
    }
    let mut paragraph = pen.plain(words);
    let is_plain = paragraph.runs.iter().all(|run| run.formula.is_none());
    if let Some((_, end)) = leading_change(words).filter(|_| is_plain) {
        let uses_second_accent = is_risk || sheet.look.voice.emphasis.form == EmphasisForm::Rule;
        let color = if uses_second_accent { sheet.second_accent() } else { sheet.surface.text };
        let color = sheet.readable(color, MIN_TEXT_CONTRAST);
        let weight = if is_mono { pen.style.weight } else { pen.strong };
        let style = RunStyle { color, weight, strong: true, ..pen.style };
        let whole = paragraph.text.len();
        let end = end.min(whole);
        let run = |range: std::ops::Range<usize>, style: RunStyle| Run::new(range, style);
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

/// The change that a note starts with and the byte at which its number ends; `None` if the note starts with no signed
/// number.
fn leading_change(note: &str) -> Option<(Change, usize)> {
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

fn choose_arrangement(sheet: &mut Sheet<'_>, figures: &mut [Figure], body: &BodyArea) -> Chosen<Arrangement> {
    let count = figures.len();
    let is_bare = figures.iter().all(|figure| figure.label.is_none() && figure.note.is_none());
    let compositions: Vec<Composition<'_, Arrangement>> = match count {
        1 if is_centred(sheet) || is_bare => vec![Composition::new(Arrangement::Above, &WORDS[..])],
        1 => vec![Composition::new(Arrangement::Alone, &WORDS[..]), Composition::new(Arrangement::Above, &WORDS)],
        2 | 3 => vec![
            Composition::new(Arrangement::Row, &WORDS[usize::from(count == 3)..]),
            Composition::new(Arrangement::Stack, &WORDS[..]),
        ],
        _ => vec![Composition::new(Arrangement::Grid, &WORDS[2..]), Composition::new(Arrangement::Stack, &WORDS[2..])],
    };
    let is_risk = sheet.text("accent") == "highlight-risk";
    let mut compositions = compositions;
    if sheet.look.voice.figure.deco == FigureDeco::Ring && count > 1 && !is_risk {
        compositions.insert(0, Composition::new(Arrangement::Rings, &RING_WORDS));
    }
    let preferred = match sheet.look.voice.prefer.figures {
        _ if count < 2 => None,
        PreferFigures::Row => None,
        PreferFigures::Lead if is_risk => None,
        PreferFigures::Stack => Some(Composition::new(Arrangement::Stack, &WORDS[..4])),
        PreferFigures::Lead => Some(Composition::new(Arrangement::Lead, &WORDS[..])),
    };
    let limits = crate::fit::StepLimits { title: f32::MAX, ..sheet.step_limits(body) };
    choose(limits, &compositions, preferred, |arrangement, step, gap| {
        let is_last = step.text <= limits.floor;
        Plan::new(sheet, figures, body, Chosen { arrangement, step, gap })
            .is_some_and(|plan| is_last || !plan.is_reduced)
    })
}

fn draw_figures(sheet: &mut Sheet<'_>, mut figures: Vec<Figure>, body: &BodyArea, chosen: Chosen<Arrangement>) {
    let Some(plan) = Plan::new(sheet, &mut figures, body, chosen) else {
        for figure in &figures {
            sheet.report(&format!("metrics.{}", figure.index), FindingKind::Overflow);
        }
        return;
    };
    let count = figures.len();
    if chosen.arrangement == Arrangement::Rings {
        for pair in plan.plates.windows(2) {
            let (from, to) = (pair[0].right().min(pair[1].right()), pair[0].x.max(pair[1].x));
            let line = Rect { x: from, y: pair[0].center().y - Px(2.0), width: to - from, height: Px(4.0) };
            sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
        }
    }
    for (place, figure) in figures.into_iter().enumerate() {
        let start = sheet.nodes.len();
        let field = format!("metrics.{}", figure.index);
        draw_plate(sheet, &figure, plan.plates[place], chosen.arrangement, (place, count));
        let step = plan.lead.unwrap_or(chosen.step);
        let surface = figure.surface;
        let boxes = FigureBoxes { value: plan.values[place], words: plan.words[place], size: plan.sizes[place], step };
        sheet.with_surface(surface, |sheet| draw_figure(sheet, figure, boxes, chosen.arrangement));
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
        Arrangement::Rings => draw_ring(sheet, figure, frame),
        Arrangement::Stack if place > 0 => {
            let rule = Rect { height: Px(2.0), ..frame };
            sheet.nodes.push(Sheet::shape(rule, sheet.surface.line, Px::ZERO));
        }
        Arrangement::Above | Arrangement::Stack => {}
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
            if !is_first_in_row && sheet.look.voice.plate.form == PlateForm::Hairlines && count > 1 {
                let line = sheet.inside(frame, -column_gap(sheet) / 2.0 - 1.0, 0.0, 2.0, frame.height.0);
                sheet.nodes.push(Sheet::shape(line, sheet.surface.line, Px::ZERO));
            }
        }
    }
    if figure.is_risk {
        let is_sided = sheet.has_sided_plates() && arrangement != Arrangement::Stack;
        // The bar stays clear of the round corners of a plate.
        let inset = if is_sided { sheet.look.voice.plate.radius } else { 0.0 };
        let x = if is_sided { 0.0 } else { -32.0 };
        let bar = sheet.inside(frame, x, inset, 12.0, frame.height.0 - inset * 2.0);
        sheet.nodes.push(Sheet::shape(bar, PaletteRole::Accent2.into(), Px::ZERO));
    }
}

/// Draws a ring; the leading one carries a planet.
fn draw_ring(sheet: &mut Sheet<'_>, figure: &Figure, frame: Rect) {
    let (width, color) = if figure.leads { (12.0, figure.surface.mark) } else { (5.0, sheet.surface.mark) };
    let stroke = Stroke { color, width: Px(width), dash: None, round: false };
    let fill = Some(Fill::Solid(sheet.surface_plate()));
    let shape = Shape { form: ShapeForm::Ellipse, fill, stroke: Some(stroke), shadow: None };
    let ring = Node::decoration(frame.inset(Px(width / 2.0)), NodeKind::Shape(shape));
    sheet.nodes.push(Node { role: NodeRole::Plate, ..ring });
    if figure.leads {
        let radius = frame.width.0 / 2.0 - width / 2.0;
        let (x, y) = (radius * 0.643, radius * -0.766);
        let side = 44.0;
        let planet = sheet.inside(
            frame,
            frame.width.0 / 2.0 + x - side / 2.0,
            frame.height.0 / 2.0 + y - side / 2.0,
            side,
            side,
        );
        sheet.nodes.push(Node::decoration(planet, NodeKind::Shape(Shape::disc(color))));
    }
}

/// The positions and sizes of the parts of a figure.
#[derive(Clone, Copy)]
struct FigureBoxes {
    value: Rect,
    /// The area of label and note.
    words: Rect,
    /// Size of the figure.
    size: f32,
    /// Sizes of label and note.
    step: Step,
}

fn draw_figure(sheet: &mut Sheet<'_>, figure: Figure, boxes: FigureBoxes, arrangement: Arrangement) {
    let FigureBoxes { value, words, size, step } = boxes;
    let Figure { index, value: block, label, note, leads, .. } = figure;
    if let Some(mut block) = block {
        let options = BlockOptions { width: value.width, scale: size / SHAPED_FIGURE, gap: 1.0 };
        let text = block.text(sheet.typesetter, options, Px(f32::MAX), 2);
        let lift = if arrangement == Arrangement::Stack {
            (text.height() - value.height).max(Px::ZERO) / 2.0
        } else {
            Px::ZERO
        };
        let frame = Rect { y: value.y - lift, height: text.height(), ..value };
        sheet.push_text(frame, text, NodeRole::Figure, Some(&format!("metrics.{index}.value")));
    }
    if matches!(arrangement, Arrangement::Row | Arrangement::Grid) {
        draw_deco(sheet, words);
    }
    let mut y = words.y.0;
    if let Some(label) = label {
        let room = Rect { y: Px(y), height: words.bottom() - Px(y), ..words };
        y += label.put_at(sheet, room, step.title, VerticalAlign::Top) + ABOVE_NOTE;
    }
    if let Some(note) = note {
        let is_on_plate = matches!(arrangement, Arrangement::Row | Arrangement::Grid);
        let room = Rect { y: Px(y), height: words.bottom() + Px(1.0) - Px(y), ..words };
        if has_pills(sheet) && arrangement != Arrangement::Stack {
            draw_pill(sheet, note, room, step.text, (leads, is_on_plate));
        } else {
            note.put_at(sheet, room, step.text, VerticalAlign::Top);
        }
    }
}

/// Draws the line between a figure and its words.
fn draw_deco(sheet: &mut Sheet<'_>, words: Rect) {
    match sheet.look.voice.figure.deco {
        FigureDeco::Rule => {
            let rule = Rect { y: words.y - Px(20.0), height: Px(2.0), ..words };
            sheet.nodes.push(Sheet::shape(rule, sheet.surface.text, Px::ZERO));
        }
        FigureDeco::Dimension => {
            let (thick, tick, below) = DIMENSION;
            let y = words.y - Px(below + tick / 2.0 + thick / 2.0);
            let color = sheet.surface.mark;
            sheet.nodes.push(Sheet::shape(Rect { y, height: Px(thick), ..words }, color, Px::ZERO));
            for x in [words.x, words.right() - Px(thick)] {
                let end = Rect { x, y: y - Px((tick - thick) / 2.0), width: Px(thick), height: Px(tick) };
                sheet.nodes.push(Sheet::shape(end, color, Px::ZERO));
            }
        }
        _ => {}
    }
}

/// Draws a note on a pill at the bottom of its room; that of the leading figure is in the colour of emphasis.
fn draw_pill(sheet: &mut Sheet<'_>, mut note: FieldText, room: Rect, size: f32, (leads, is_on_plate): (bool, bool)) {
    let (side, above, _) = PILL;
    let max_width = room.width.0 - side * 2.0;
    let width = note.width_at(sheet, size).min(max_width);
    let height = note.height_at(sheet, width + 1.0, size);
    let top = if is_on_plate { room.height.0 - height - above * 2.0 } else { 8.0 };
    let pill = sheet.inside(room, 0.0, top.max(0.0), width + side * 2.0, height + above * 2.0);
    let ground = sheet.surface.ground.rgb(sheet.look);
    let ink = sheet.look.palette.rgb(sheet.surface.text);
    let (fill, ink): (Color, Color) = if leads {
        let color = sheet.emphasis_color();
        (color, text_color_on(&sheet.look.palette, sheet.look.palette.rgb(color)))
    } else {
        // The fill is shaded away from the text colour, so that the words stay readable.
        let shade = if ink.luminance() > ground.luminance() { Rgb::BLACK } else { Rgb::WHITE };
        (shade.over(ground, 0.22).into(), sheet.surface.text)
    };
    let radius = (pill.height / 2.0).min(Px(42.0));
    sheet.nodes.push(Node { role: NodeRole::Plate, ..Sheet::shape(pill, fill, radius) });
    let words = sheet.inside(pill, side, above, width + 1.0, height);
    let start = sheet.nodes.len();
    note.put_at(sheet, words, size, VerticalAlign::Top);
    for node in &mut sheet.nodes[start..] {
        if let NodeKind::Text(text) = &mut node.kind {
            text.set_color(ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(note: &str) -> Option<(Change, &str)> {
        leading_change(note).map(|(change, end)| (change, &note[..end]))
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
