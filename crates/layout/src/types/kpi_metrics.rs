//! Key figures: one to four large figures, each with a unit, a label and a note that may show the change.

use deck::Content;
use scene::{Color, NodeRole, Px, Rect, Rgb, Run, RunStyle};

use crate::diagram::number;
use crate::finding::FindingKind;
use crate::fit::{FittedSize, fitted, steps_from};
use crate::frame::{MARGIN, PLATE_PADDING, columns};
use crate::pen::Pen;
use crate::script;
use crate::sheet::{Sheet, text_of};
use crate::surface::{MIN_MARK_CONTRAST, MIN_TEXT_CONTRAST, Surface, lowest_contrast};
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the figures; the first one follows from how many there are.
const FIGURES: [f32; 9] = [180.0, 148.0, 120.0, 104.0, 88.0, 72.0, 60.0, 48.0, 45.0];
/// The unit, as a fraction of the size of its figure.
const UNIT: f32 = 0.45;
/// Font sizes of the labels. A note is smaller, and never under its least size.
const LABELS: [f32; 3] = [32.0, 28.0, 24.0];
const NOTE: f32 = 26.0;
const LEAST_NOTE: f32 = 24.0;
/// Height of a card, and the space above label and note.
const HEIGHT: f32 = 440.0;
const ABOVE_LABEL: f32 = 24.0;
const ABOVE_NOTE: f32 = 16.0;
/// Space that the arrow before a note takes, at the first size of notes.
const ARROW: f32 = 36.0;
/// Colours of a rise and of a fall, on light and on dark plates.
const RISE: [Rgb; 2] = [Rgb::hex(0x14_6C_3A), Rgb::hex(0x7F_E3_AC)];
const FALL: [Rgb; 2] = [Rgb::hex(0xB0_23_1B), Rgb::hex(0xFF_A3_99)];

/// A large number with its unit, label and note.
struct Card {
    index: usize,
    surface: Surface,
    strong: bool,
    risky: bool,
    value: Option<TextBlock>,
    label: Option<TextBlock>,
    note: Option<TextBlock>,
    change: Option<Change>,
}

/// The change that a note reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Rise,
    Fall,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let bottom = sheet.body_bottom("bottomSubheading");
    let cards = cards(sheet);
    if !cards.is_empty() {
        draw_cards(sheet, cards, top, bottom);
    }
    sheet.draw_closing("bottomSubheading");
}

fn draw_cards(sheet: &mut Sheet<'_>, mut cards: Vec<Card>, top: Px, bottom: Px) {
    let (span, first) = match cards.len() {
        1 => (12, 180.0),
        2 => (6, 148.0),
        3 => (4, 120.0),
        _ => (3, 104.0),
    };
    let width = columns(span);
    let inner = Px(width - PLATE_PADDING * 2.0);
    let figure = fitted(steps_from(&FIGURES, first), Px(1.0), |fitted| {
        let lines = cards.iter_mut().filter_map(|card| card.value.as_mut());
        Px(lines.map(|value| number(value.lines(sheet.typesetter, figure_at(inner, fitted.step)))).fold(0.0, f32::max))
    });
    let room = bottom - top;
    let words = fitted(&LABELS, Px(HEIGHT.min(room.0) - PLATE_PADDING * 2.0), |fitted| {
        rows(sheet, &mut cards, inner, figure.step, fitted).total()
    });
    let rows = rows(sheet, &mut cards, inner, figure.step, words);
    let height = (rows.total() + Px(PLATE_PADDING * 2.0)).max(Px(HEIGHT)).min(room);
    let y = top + (room - height) / 2.0;
    for (place, card) in cards.into_iter().enumerate() {
        let frame = sheet.rect(MARGIN + (width + 32.0) * number(place), y.0, width, height.0);
        let start = sheet.nodes.len();
        let surface = card.surface;
        let field = format!("metrics.{}", card.index);
        let plate =
            if card.strong { sheet.plate_of(surface.ground, frame) } else { sheet.plate(frame, sheet.look.radius) };
        sheet.nodes.push(plate);
        sheet.with_surface(surface, |sheet| draw_card(sheet, card, frame, &rows, figure.step, words));
        sheet.finish_entry(start, &field, Some(place + 1));
    }
}

fn cards(sheet: &mut Sheet<'_>) -> Vec<Card> {
    let entries = sheet.filled_entries("metrics", &["value", "unit", "label", "note"]);
    let changes: Vec<Option<Change>> =
        entries.iter().map(|(_, entry)| signed(text_of(entry, "note")).map(|(change, _)| change)).collect();
    let falling = changes.iter().position(|change| *change == Some(Change::Fall));
    let accent = sheet.text("accent");
    let plate = sheet.plate_surface();
    let strong_surface = sheet.strong_ground().surface(sheet.look);
    let mut cards = Vec::with_capacity(entries.len());
    for (place, (index, entry)) in entries.into_iter().enumerate() {
        let strong = accent == "highlight-best" && place == 0;
        let surface = if strong { strong_surface } else { plate };
        let change = changes[place];
        let (value, label, note) = sheet.with_surface(surface, |sheet| {
            let label = sheet.body().size(LABELS[0]).leading(1.3);
            let label = block(sheet, &label, text_of(entry, "label"));
            (value(sheet, entry), label, note(sheet, text_of(entry, "note")))
        });
        let risky = accent == "highlight-risk" && falling == Some(place);
        cards.push(Card { index, surface, strong, risky, value, label, note, change });
    }
    cards
}

fn block(sheet: &mut Sheet<'_>, pen: &Pen, words: &str) -> Option<TextBlock> {
    (!words.is_empty()).then(|| TextBlock::new(sheet.typesetter, vec![pen.plain(words)]))
}

/// The figure and its unit, on one line where that fits.
fn value(sheet: &mut Sheet<'_>, entry: &Content) -> Option<TextBlock> {
    let (value, unit) = (text_of(entry, "value"), text_of(entry, "unit"));
    if value.is_empty() && unit.is_empty() {
        return None;
    }
    let pen = sheet.heading().size(FIGURES[0]).leading(1.1);
    let mut paragraph = pen.plain(value);
    if !unit.is_empty() {
        let start = paragraph.text.len();
        // A no-break space keeps the unit on the line of its number.
        let space = if value.is_empty() { "" } else { "\u{A0}" };
        paragraph.text.push_str(space);
        paragraph.text.push_str(unit);
        let style = RunStyle { size: pen.style.size * UNIT, color: sheet.surface.muted, ..pen.style };
        let run = Run { range: start..paragraph.text.len(), style, link: None };
        paragraph.runs.retain(|run| !run.range.is_empty());
        paragraph.runs.push(run);
        paragraph.direction = script::direction(&paragraph.text).unwrap_or(pen.direction);
    }
    Some(TextBlock::new(sheet.typesetter, vec![paragraph]))
}

/// A note; a signed number at its start is coloured.
fn note(sheet: &mut Sheet<'_>, words: &str) -> Option<TextBlock> {
    let pen = sheet.body().size(NOTE).leading(1.3).color(sheet.surface.muted);
    let Some((change, end)) = signed(words) else {
        return block(sheet, &pen, words);
    };
    let mut paragraph = pen.plain(words);
    let color = change_color(sheet, change, MIN_TEXT_CONTRAST);
    let style = RunStyle { color, weight: pen.strong, strong: true, ..pen.style };
    let whole = paragraph.text.len();
    let end = end.min(whole);
    let run = |range: std::ops::Range<usize>, style: RunStyle| Run { range, style, link: None };
    paragraph.runs = vec![run(0..end, style)];
    if end < whole {
        paragraph.runs.push(run(end..whole, pen.style));
    }
    Some(TextBlock::new(sheet.typesetter, vec![paragraph]))
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

/// Green or red if it has enough contrast to the ground and to a plate on it, otherwise the text colour.
fn change_color(sheet: &Sheet<'_>, change: Change, least: f32) -> Color {
    let ground = sheet.surface.ground.rgb(sheet.look);
    let plate = sheet.look.palette.rgb(sheet.surface.plate).over(ground, sheet.surface.plate.alpha);
    let colors = if change == Change::Rise { RISE } else { FALL };
    let color = colors.into_iter().find(|color| lowest_contrast(*color, [ground, plate]) >= least);
    color.map_or(sheet.surface.text, Color::from)
}

/// The heights shared by all cards, so that their parts line up.
struct Rows {
    value: Px,
    label: Px,
    note: Px,
    above_label: Px,
    above_note: Px,
}

impl Rows {
    fn total(&self) -> Px {
        self.value + self.above_label + self.label + self.above_note + self.note
    }
}

fn rows(sheet: &mut Sheet<'_>, cards: &mut [Card], inner: Px, figure: f32, words: FittedSize) -> Rows {
    let (mut value, mut label, mut note) = (Px::ZERO, Px::ZERO, Px::ZERO);
    for card in cards {
        if let Some(block) = &mut card.value {
            let options = figure_at(inner, figure);
            let lines = block.lines(sheet.typesetter, options).min(2);
            value = value.max(block.first_line(options) * number(lines));
        }
        if let Some(block) = &mut card.label {
            label = label.max(block.height(sheet.typesetter, label_at(inner, words.step)));
        }
        if let Some(block) = &mut card.note {
            note = note.max(block.height(sheet.typesetter, note_at(inner, words.step, card.change)));
        }
    }
    let gap = |below: Px, gap: f32| if below > Px::ZERO { Px(gap * words.gap) } else { Px::ZERO };
    Rows { value, label, note, above_label: gap(label, ABOVE_LABEL), above_note: gap(note, ABOVE_NOTE) }
}

fn figure_at(width: Px, step: f32) -> BlockOptions {
    BlockOptions { width, scale: step / FIGURES[0], gap: 1.0 }
}

fn label_at(width: Px, step: f32) -> BlockOptions {
    BlockOptions { width, scale: step / LABELS[0], gap: 1.0 }
}

fn note_scale(step: f32) -> f32 {
    (NOTE * step / LABELS[0]).max(LEAST_NOTE) / NOTE
}

fn note_at(width: Px, step: f32, change: Option<Change>) -> BlockOptions {
    let scale = note_scale(step);
    let arrow = if change.is_some() { Px(ARROW * scale) } else { Px::ZERO };
    BlockOptions { width: width - arrow, scale, gap: 1.0 }
}

fn draw_card(sheet: &mut Sheet<'_>, card: Card, frame: Rect, rows: &Rows, figure: f32, words: FittedSize) {
    let Card { index, risky, mut value, mut label, mut note, change, .. } = card;
    if risky {
        draw_bar(sheet, frame);
    }
    let inner = frame.inset(Px(PLATE_PADDING));
    let mut y = inner.y + ((inner.height - rows.total()) / 2.0).max(Px::ZERO);
    if let Some(block) = &mut value {
        let text = block.text(sheet.typesetter, figure_at(inner.width, figure), Px(f32::MAX), 2);
        let place = Rect { y, height: text.height(), ..inner };
        sheet.push_text(place, text, NodeRole::Figure, Some(&format!("metrics.{index}.value")));
    }
    y += rows.value + rows.above_label;
    let note_line = if rows.note > Px::ZERO { Px(NOTE * note_scale(words.step) * 1.3) } else { Px::ZERO };
    let label_room = rows.label.min(inner.bottom() - y - rows.above_note - note_line);
    if let Some(block) = &mut label {
        let options = label_at(inner.width, words.step);
        put(
            sheet,
            block,
            options,
            Rect { y, height: label_room, ..inner },
            NodeRole::Label,
            &format!("metrics.{index}.label"),
        );
    }
    y += label_room.max(Px::ZERO) + rows.above_note;
    if let Some(block) = &mut note {
        let options = note_at(inner.width, words.step, change);
        let arrow = inner.width - options.width;
        let x = if sheet.direction.is_right_to_left() { inner.x } else { inner.x + arrow };
        let place = Rect { x, y, width: options.width, height: inner.bottom() - y };
        let line = block.first_line(options);
        let is_put = put(sheet, block, options, place, NodeRole::Caption, &format!("metrics.{index}.note"));
        if let Some(change) = change.filter(|_| is_put) {
            draw_arrow(sheet, change, inner, y, line);
        }
    }
}

/// Adds a block to a frame, truncated if needed. Returns whether at least one line fits.
fn put(
    sheet: &mut Sheet<'_>,
    block: &mut TextBlock,
    options: BlockOptions,
    frame: Rect,
    role: NodeRole,
    field: &str,
) -> bool {
    if frame.height + Px(0.5) < block.first_line(options) {
        sheet.report(field, FindingKind::Overflow);
        return false;
    }
    let text = block.text(sheet.typesetter, options, frame.height, usize::MAX);
    let frame = Rect { height: text.height(), ..frame };
    sheet.push_text(frame, text, role, Some(field));
    true
}

/// A red bar along the start of a card.
fn draw_bar(sheet: &mut Sheet<'_>, frame: Rect) {
    let color = change_color(sheet, Change::Fall, MIN_MARK_CONTRAST);
    let inset = sheet.look.radius.max(Px(PLATE_PADDING));
    let x = if sheet.direction.is_right_to_left() { frame.right() - Px(8.0) } else { frame.x };
    let bar = Rect { x, y: frame.y + inset, width: Px(8.0), height: frame.height - inset * 2.0 };
    sheet.nodes.push(Sheet::shape(bar, color, Px(4.0)));
}

fn draw_arrow(sheet: &mut Sheet<'_>, change: Change, inner: Rect, y: Px, line: Px) {
    let name = if change == Change::Rise { "arrow-up" } else { "arrow-down" };
    let side = line * 0.8;
    let x = if sheet.direction.is_right_to_left() { inner.right() - side } else { inner.x };
    let frame = Rect { x, y: y + (line - side) / 2.0, width: side, height: side };
    let color = change_color(sheet, change, MIN_TEXT_CONTRAST);
    let arrow = sheet.icon(name, frame, color);
    sheet.nodes.extend(arrow);
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
