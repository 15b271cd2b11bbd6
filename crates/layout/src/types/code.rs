//! Code: a headline and one block of source code, with every line as written.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use deck::voice::{HeadPlace, PageForm};
use deck::{line_groups, line_ranges};
use scene::{
    Align, AltText, CodeBlock, Color, Fill, Gradient, GradientStop, Node, NodeKind, NodeRole, PaletteRole, Paragraph,
    Point, Px, Rect, Shape, ShapeForm, Text,
};
use serde_json::Value;

use crate::diagram::{number, plate};
use crate::finding::FindingKind;
use crate::fit::{Composition, Step, StepLimits, choose};
use crate::frame::MARGIN;
use crate::head::{BodyArea, PageOptions};
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::syntax;
use crate::text::{BlockOptions, TextBlock};

/// Text sizes of up to ten lines.
const FEW: [Step; 5] = steps([56.0, 52.0, 48.0, 44.0, 40.0]);
/// Text sizes of up to sixteen lines.
const SOME: [Step; 6] = steps([44.0, 42.0, 40.0, 38.0, 36.0, 34.0]);
/// Text sizes of longer code on two plates.
const TWO_PLATES: [Step; 6] = steps([40.0, 36.0, 34.0, 32.0, 30.0, 28.0]);
/// Text sizes on two plates that are tried if they are larger than on one plate.
const SMALL_TWO_PLATES: [Step; 4] = steps([26.0, 24.0, 22.0, 20.0]);
/// Text sizes on a plate over the full height of the page.
const FULL_HEIGHT: [Step; 4] = steps([30.0, 28.0, 26.0, 24.0]);
/// Text sizes of longer code on one plate.
const WIDE: [Step; 7] = steps([32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0]);
/// The minimum font size of code.
const FLOOR: f32 = 20.0;
/// Font size at which code is shaped. Drawing scales the result.
const SHAPED: f32 = 56.0;
/// Minimum and maximum line height as a factor of the font size.
const LEADING: (f32, f32) = (1.25, 1.6);
/// Width of a letter as a fraction of the font size, the same in all bundled code fonts.
const ADVANCE: f32 = 0.6;
/// Number of lines that are measured: more than fit at the smallest size.
const MAX_MEASURED: usize = 80;
/// Width over which a line that is too long fades out.
const FADE: f32 = 96.0;
/// Maximum number of letters in a line on two plates, and on a plate over the full height.
const MAX_LETTERS: (usize, usize) = (43, 86);
/// The number of pixels by which a dense plate starts higher than other content.
const RAISED: f32 = 16.0;
/// Minimum space between the first line and the name of the language.
const LANGUAGE_GAP: f32 = 48.0;
/// Left edge of a plate over the full height, and the width beside it.
const FULL: (f32, f32) = (558.0, 414.0);
/// Sizes of the title beside such a plate.
const FULL_TITLES: [f32; 3] = [72.0, 64.0, 56.0];
/// Sizes of the caption beside such a plate.
const FULL_CAPTIONS: [f32; 4] = [40.0, 36.0, 32.0, 28.0];

const fn steps<const N: usize>(sizes: [f32; N]) -> [Step; N] {
    let mut steps = [Step::one(0.0); N];
    let mut index = 0;
    while index < N {
        steps[index] = Step::one(sizes[index]);
        index += 1;
    }
    steps
}

/// How the code is placed on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrangement {
    /// On one plate that starts `raised` pixels higher than usual.
    One { padding: f32, raised: f32 },
    /// On two plates.
    Two,
    /// On a plate over the full height of the page.
    Full,
}

/// The extent of the code.
struct Extent {
    lines: usize,
    /// Number of letters in the longest line.
    letters: usize,
    /// Width of the longest line in ems.
    widest: f32,
}

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    // Leading and trailing blank lines are dropped; the indent of the first line is kept.
    let code = sheet.slide.content.get("code").and_then(Value::as_str).unwrap_or_default();
    let code = code.trim_end().trim_start_matches(['\n', '\r']);
    let start = sheet.nodes.len();
    let body =
        sheet.open_page(PageOptions { support: "", closing: "caption", folds_rail: true, ..PageOptions::default() });
    if code.is_empty() {
        sheet.close_page(body);
        return;
    }
    let pen = sheet.mono().size(SHAPED).leading(LEADING.0);
    let paragraphs = syntax::lines(&pen, &sheet.look.syntax, sheet.text("language"), code);
    let extent = extent(sheet, code, &paragraphs);
    let (arrangement, size) = choose_arrangement(sheet, &extent, &body);
    if arrangement == Arrangement::Full {
        sheet.nodes.truncate(start);
        draw_beside(sheet);
    }
    draw_plates(sheet, paragraphs, &body, arrangement, size);
    if arrangement != Arrangement::Full {
        sheet.close_page(body);
    }
}

fn extent(sheet: &mut Sheet<'_>, code: &str, paragraphs: &[Paragraph]) -> Extent {
    // Lines beyond those that fit at the smallest size are not shown, so their widths do not matter.
    let measured: Vec<Paragraph> = paragraphs.iter().take(MAX_MEASURED).cloned().collect();
    let widest = TextBlock::unbroken(sheet.typesetter, measured).natural_width(sheet.typesetter, 1.0) / SHAPED;
    let letters = code.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    Extent { lines: paragraphs.len(), letters, widest: widest.0 }
}

/// The arrangement and the font size at which the code fits; the minimum size if it fits nowhere.
fn choose_arrangement(sheet: &mut Sheet<'_>, extent: &Extent, body: &BodyArea) -> (Arrangement, f32) {
    let Extent { lines, letters, .. } = *extent;
    let one = |padding: f32, raised: f32| Arrangement::One { padding, raised };
    let raised = if body.has_head { RAISED } else { 0.0 };
    let wide = one(28.0, raised);
    let title_fits = letters <= MAX_LETTERS.1 && fits_beside(sheet);
    let fits = |arrangement: Arrangement, size: f32| {
        let (plates, padding) = plates(sheet, body, arrangement);
        let lines = if plates.len() > 1 { lines.div_ceil(2) + 2 } else { lines };
        let room = plates[0].inset(Px(padding));
        number(lines) * size * LEADING.0 <= room.height.0 + 0.5
            && extent.widest * size <= room.width.0 - gutter(extent.lines, size)
    };
    let largest = |arrangement: Arrangement, steps: &[Step]| {
        steps.iter().map(|step| step.title).find(|size| fits(arrangement, *size)).unwrap_or(0.0)
    };
    let voice = &sheet.look.voice;
    let is_free = matches!(voice.page.form, PageForm::Plain | PageForm::Grid);
    let may_fill = voice.head.place == HeadPlace::Top && is_free && body.has_head;
    let is_full = may_fill && largest(Arrangement::Full, &FULL_HEIGHT) > largest(wide, &WIDE) && title_fits;
    let otherwise = if is_full { largest(Arrangement::Full, &FULL_HEIGHT) } else { largest(wide, &WIDE) };
    let is_two = lines >= 17 && largest(Arrangement::Two, &SMALL_TWO_PLATES) > otherwise;
    let column = plates(sheet, body, Arrangement::Two).0[0].width.0 - 64.0;
    if lines >= 17 && otherwise < FLOOR && !is_two && extent.widest * FLOOR <= column - gutter(lines, FLOOR) {
        // The code does not fit in any case, and two plates show more of it.
        return (Arrangement::Two, FLOOR);
    }
    let compositions = [
        Composition::new(one(40.0, 0.0), &FEW).when(lines <= 10),
        Composition::new(one(if lines < 14 { 40.0 } else { 28.0 }, 0.0), &SOME).when(lines <= 16),
        Composition::new(Arrangement::Two, &TWO_PLATES).when(lines >= 17).unless(letters > MAX_LETTERS.0),
        Composition::new(Arrangement::Two, &SMALL_TWO_PLATES).unless(!is_two),
        Composition::new(Arrangement::Full, &FULL_HEIGHT).unless(!is_full),
        Composition::new(wide, &WIDE).unless(is_full),
    ];
    let limits = StepLimits { floor: FLOOR, title: f32::MAX };
    let allowed: Vec<Composition<'_, Arrangement>> =
        compositions.into_iter().filter(|composition| !composition.is_excluded).collect();
    let found = choose(limits, &allowed, None, |arrangement, step, _| fits(arrangement, step.title));
    (found.arrangement, found.step.title.max(FLOOR))
}

/// The plates of an arrangement, and their padding. Code is never mirrored.
fn plates(sheet: &Sheet<'_>, body: &BodyArea, arrangement: Arrangement) -> (Vec<Rect>, f32) {
    let raised = if body.has_head { RAISED } else { 0.0 };
    match arrangement {
        Arrangement::One { padding, raised } => {
            let top = body.top - raised;
            (vec![Rect::new(body.x, top, body.width, body.bottom - top)], padding)
        }
        Arrangement::Two => {
            let top = body.top - raised;
            let width = body.wide(852.0);
            let plate = |x: f32| Rect::new(x, top, width, body.bottom - top);
            (vec![plate(body.x), plate(body.at(972.0))], 32.0)
        }
        Arrangement::Full => (vec![sheet.rect(FULL.0, 0.0, 1920.0 - FULL.0, 1080.0)], 28.0),
    }
}

/// Whether the title fits beside a plate over the full height.
fn fits_beside(sheet: &mut Sheet<'_>) -> bool {
    let size = FULL_TITLES[FULL_TITLES.len() - 1];
    let pen = sheet.heading().size(size);
    let mut block = TextBlock::balanced(sheet.typesetter, pen.plain(sheet.text("title")));
    let options = BlockOptions::width(Px(FULL.1));
    block.lines(sheet.typesetter, options) <= 7 && !block.breaks_words(sheet.typesetter, options)
}

/// Draws title and caption beside a plate over the full height.
fn draw_beside(sheet: &mut Sheet<'_>) {
    let voice = &sheet.look.voice.head;
    let pen = sheet.heading().size(FULL_TITLES[0]).leading(voice.leading).spaced(voice.tracking);
    let text = sheet.headline(pen.plain(sheet.text("title")), Px(FULL.1), &FULL_TITLES, (4, 8));
    let frame = sheet.rect(MARGIN, 80.0, FULL.1, text.height().0);
    sheet.push_text(frame, text, NodeRole::Title, Some("title"));
    sheet.foot = Some((MARGIN, FULL.1));
    let caption = sheet.text("caption");
    if caption.is_empty() {
        return;
    }
    let rule = sheet.rect(MARGIN, 780.0, FULL.1, 4.0);
    sheet.nodes.push(Sheet::shape(rule, sheet.surface.mark, Px::ZERO));
    let pen = sheet.body().size(FULL_CAPTIONS[0]).leading(1.25).color(sheet.surface.muted);
    let text = sheet.short_text(pen.plain(caption), Px(FULL.1), &FULL_CAPTIONS, 4);
    let frame = sheet.rect(MARGIN, 808.0, FULL.1, text.height().0);
    sheet.push_text(frame, text, NodeRole::Caption, Some("caption"));
}

/// The index at which the first of two plates ends (exclusive) and the index at which the second begins: around the
/// empty line nearest to the middle, otherwise in the middle.
fn plate_break(paragraphs: &[Paragraph]) -> (usize, usize) {
    let middle = paragraphs.len().div_ceil(2);
    let is_blank = |line: &usize| paragraphs[*line].text.trim().is_empty();
    let near = (middle.saturating_sub(2)..=(middle + 1).min(paragraphs.len() - 1)).filter(is_blank);
    match near.min_by_key(|line| line.abs_diff(middle)) {
        // The empty line itself is not shown.
        Some(line) => (line, line + 1),
        None => (middle, middle),
    }
}

fn draw_plates(
    sheet: &mut Sheet<'_>,
    paragraphs: Vec<Paragraph>,
    body: &BodyArea,
    arrangement: Arrangement,
    size: f32,
) {
    let page = sheet.surface;
    let ground = if page.ground == Ground::Tint { Ground::Surface } else { Ground::Tint };
    sheet.surface = ground.surface(sheet.look);
    let count = paragraphs.len();
    let (mut frames, padding) = plates(sheet, body, arrangement);
    if let ([frame], Arrangement::One { .. }) = (frames.as_mut_slice(), arrangement) {
        // A plate with few lines is lower and placed in the optical middle.
        let needed = Px((number(count) * size * LEADING.1 * 2.0).max(280.0) + padding * 2.0);
        if needed < frame.height {
            frame.y += (frame.height - needed) * 0.45;
            frame.height = needed;
        }
    }
    let marked = marked(sheet.text("highlightLines"), count);
    let steps = steps_of(sheet, count);
    let mut parts = vec![(0, paragraphs)];
    if frames.len() > 1 {
        let max_lines = lines_in(frames[0].inset(Px(padding)).height, Px(size * LEADING.0));
        let (end, next) = plate_break(&parts[0].1);
        let (end, next) = if end > max_lines { (max_lines, max_lines) } else { (end, next) };
        let rest = parts[0].1.split_off(next);
        parts[0].1.truncate(end);
        parts.push((next, rest));
    }
    let lines = parts.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1);
    // Spare height increases the line height.
    let leading = (frames[0].inset(Px(padding)).height.0 / (number(lines) * size)).clamp(LEADING.0, LEADING.1);
    let has_language = matches!(arrangement, Arrangement::One { raised, .. } if raised == 0.0);
    for ((first, lines), frame) in parts.into_iter().zip(frames) {
        let within = |all: &[usize]| -> Vec<usize> {
            all.iter().filter_map(|line| line.checked_sub(first)).filter(|line| *line < lines.len()).collect()
        };
        let part = CodePlate {
            first,
            marked: within(&marked),
            steps: steps.iter().map(|step| within(step)).collect(),
            count,
            padding,
            size,
            leading,
            has_language: has_language && first == 0,
            is_square: arrangement == Arrangement::Full,
        };
        draw_plate(sheet, lines, frame, part);
    }
    sheet.surface = page;
}

/// A plate of code.
struct CodePlate {
    /// Index of its first line.
    first: usize,
    /// Indices of the marked lines in it.
    marked: Vec<usize>,
    /// Indices of the lines in it that are not dimmed at each step.
    steps: Vec<Vec<usize>>,
    /// Number of lines of all plates.
    count: usize,
    padding: f32,
    size: f32,
    leading: f32,
    has_language: bool,
    /// Whether the plate runs to the edges of the page.
    is_square: bool,
}

fn draw_plate(sheet: &mut Sheet<'_>, mut paragraphs: Vec<Paragraph>, frame: Rect, part: CodePlate) {
    let CodePlate { first, marked, steps, count, padding, size, leading, has_language, is_square } = part;
    let fill: Color = match sheet.surface.ground {
        Ground::Surface => PaletteRole::Surface.into(),
        _ => PaletteRole::Tint.into(),
    };
    let (line, radius) = (sheet.surface.line, sheet.look.radius);
    let edge = (!is_square && sheet.look.edge > Px::ZERO).then_some((line, sheet.look.edge.min(Px(4.0))));
    sheet.nodes.push(plate(frame, fill, edge, if is_square { Px::ZERO } else { radius }));

    let language = sheet.text("language");
    let inner = frame.inset(Px(padding));
    let line_count = paragraphs.len();
    let height = Px(size * leading);
    let room = lines_in(inner.height, height);
    let shown = if line_count > room { room.saturating_sub(1).max(1) } else { line_count };
    let gutter = gutter(count, size);
    let left = inner.x + Px(gutter);
    // Few lines are placed in the optical middle of the plate.
    let spare = (inner.height - height * number(shown)).max(Px::ZERO);
    let above = if line_count > room || spare < height * 2.0 { Px::ZERO } else { spare * 0.4 };
    let above = if first > 0 || paragraphs.len() * 2 < count + 2 && count > 16 { Px::ZERO } else { above };
    let rows = Rect { y: inner.y + above, height: height * number(shown), ..inner };
    draw_bands(sheet, frame, rows, height, &marked);
    draw_numbers(sheet, rows, (first, shown), size, (gutter - 32.0, leading));

    let hidden = paragraphs.split_off(shown);
    for paragraph in &mut paragraphs {
        paragraph.line_height = Px(SHAPED * leading);
    }
    let mut block = TextBlock::unbroken(sheet.typesetter, paragraphs);
    let place = Rect { x: left, width: inner.right() - left, ..rows };
    let options = BlockOptions { width: place.width, scale: size / SHAPED, gap: 1.0 };
    let mut text = block.text(sheet.typesetter, options, Px(f32::MAX), usize::MAX);
    if has_language {
        draw_language(sheet, language, frame, place, text.lines.first().map_or(0.0, |line| line.width.0));
    }
    let fades = fades(&text, place, fill, &marked);
    let is_cut = !hidden.is_empty();
    if is_cut {
        text.truncated = true;
        draw_more(sheet, hidden.len(), Rect { y: rows.bottom(), height, ..place }, size.min(28.0));
    }
    text.paragraphs.extend(hidden.into_iter().map(|paragraph| at_size(paragraph, size, leading)));
    if text.truncated {
        sheet.report("code", FindingKind::Overflow);
    }
    sheet.report_missing_glyphs(&text, "code");
    let first_line = u32::try_from(first + 1).ok();
    let code = CodeBlock { text, language: language.to_owned(), first_line, marked, steps };
    let at = sheet.nodes.len() - usize::from(is_cut);
    let node = Node {
        frame: place,
        kind: NodeKind::Code(code),
        role: NodeRole::Body,
        origin: Some(sheet.origin("code")),
        step: None,
        alt: AltText::Own,
    };
    sheet.nodes.insert(at, node);
    sheet.nodes.extend(fades);
}

/// Width of the line number column, for at least two digits.
fn gutter(lines: usize, size: f32) -> f32 {
    let digits = lines.to_string().len().max(2);
    number(digits) * ADVANCE * size.min(28.0) + 32.0
}

/// Number of lines that fit into a height.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few dozen, and never negative")]
fn lines_in(room: Px, line: Px) -> usize {
    ((room + Px(0.5)) / line).max(1.0).floor() as usize
}

/// The line indices, from 0, of a list of line numbers such as `2,5-8`.
fn marked(list: &str, count: usize) -> Vec<usize> {
    indices(&line_ranges(list), count)
}

/// The indices, from 0, of the lines of ranges that count from 1.
fn indices(ranges: &[RangeInclusive<usize>], count: usize) -> Vec<usize> {
    let within = |range: &RangeInclusive<usize>| (*range.start()).max(1)..=(*range.end()).min(count);
    let lines: BTreeSet<usize> = ranges.iter().flat_map(within).map(|line| line - 1).collect();
    lines.into_iter().collect()
}

/// The lines that are not dimmed at each build step. A step that names no line of the code is reported and dims
/// nothing.
fn steps_of(sheet: &mut Sheet<'_>, count: usize) -> Vec<Vec<usize>> {
    let groups = line_groups(sheet.text("highlightSteps"));
    let mut steps = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let lines = indices(group, count);
        if lines.is_empty() {
            let fault = format!("step {} names no line of the code, which has {count}", index + 1);
            sheet.report("highlightSteps", FindingKind::CodeStepFault(fault));
        }
        steps.push(if lines.is_empty() { (0..count).collect() } else { lines });
    }
    steps
}

/// Draws a band behind each group of marked lines, over the whole width of the plate.
fn draw_bands(sheet: &mut Sheet<'_>, plate: Rect, rows: Rect, height: Px, marked: &[usize]) {
    let mut shown = marked.iter().copied().filter(|line| rows.y + height * number(*line) + Px(1.0) < rows.bottom());
    let mut open: Option<(usize, usize)> = None;
    let mut bands = Vec::new();
    loop {
        let next = shown.next();
        match (&mut open, next) {
            (Some((_, last)), Some(line)) if *last + 1 == line => *last = line,
            (_, next) => {
                bands.extend(open);
                open = next.map(|line| (line, line));
            }
        }
        if next.is_none() {
            break;
        }
    }
    let mark = sheet.surface.mark;
    for (first, last) in bands {
        let band = Rect { y: rows.y + height * number(first), height: height * number(last - first + 1), ..plate };
        sheet.nodes.push(Sheet::shape(band, PaletteRole::Base.into(), Px::ZERO));
        sheet.nodes.push(Sheet::shape(Rect { width: Px(10.0), ..band }, mark, Px::ZERO));
    }
}

/// Draws the name of the language into the upper right corner, where the first line of code leaves room.
fn draw_language(sheet: &mut Sheet<'_>, language: &str, plate: Rect, code: Rect, line: f32) {
    if language.is_empty() {
        return;
    }
    let pen = sheet.mono().size(28.0).leading(1.2).color(sheet.surface.muted).align(Align::Right);
    let width = sheet.natural_width(pen.plain(language)).0.ceil() + 1.0;
    if line + LANGUAGE_GAP + width > code.width.0 {
        return;
    }
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(language)]);
    let text = block.text(sheet.typesetter, BlockOptions::width(Px(width)), Px(f32::MAX), 1);
    let frame = Rect::new(code.right().0 - width, plate.y.0 + 20.0, width, text.height().0);
    sheet.push_text(frame, text, NodeRole::Label, Some("language"));
}

/// Draws the line numbers as decoration, so that screen readers read only the code.
fn draw_numbers(sheet: &mut Sheet<'_>, rows: Rect, (first, count): (usize, usize), size: f32, shape: (f32, f32)) {
    let (width, leading) = shape;
    // Small numbers share the baselines of larger code.
    let own = size.min(28.0);
    let pen = sheet.mono().size(own).leading(leading * size / own).color(sheet.surface.muted).align(Align::Right);
    let numbers = (first + 1..=first + count).map(|line| pen.plain(&line.to_string())).collect();
    let mut block = TextBlock::unbroken(sheet.typesetter, numbers);
    // The tolerance absorbs rounding of digit widths.
    let frame = Rect { y: rows.y + Px((size - own) * 0.26), width: Px(width + 1.0), ..rows };
    let text = block.text(sheet.typesetter, BlockOptions::width(frame.width), Px(f32::MAX), usize::MAX);
    sheet.nodes.push(Node::decoration(frame, NodeKind::Text(text)));
}

/// Draws a line of text that says how many lines are not shown.
fn draw_more(sheet: &mut Sheet<'_>, count: usize, frame: Rect, size: f32) {
    let more = sheet.counted_text(("moreLine", "moreLines"), count);
    let pen = sheet.body().size(size).leading(frame.height.0 / size).color(sheet.surface.muted).align(Align::Left);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(&more)]);
    let text = block.text(sheet.typesetter, BlockOptions::width(frame.width), Px(f32::MAX), 1);
    sheet.push_text(frame, text, NodeRole::Label, None);
}

/// The fades over truncated lines at the edge of the plate.
fn fades(text: &Text, place: Rect, plate: Color, marked: &[usize]) -> Vec<Node> {
    let is_cut = |line: &&scene::Line| line.range.end < text.paragraphs[line.paragraph].text.len();
    let fade = |line: &scene::Line| {
        let is_marked = marked.contains(&line.paragraph);
        let color: Color = if is_marked { PaletteRole::Base.into() } else { plate };
        let (from, to) = (Point::default(), Point { x: Px(FADE), y: Px::ZERO });
        let stops = vec![GradientStop { at: 0.0, color: color.at(0.0) }, GradientStop { at: 1.0, color }];
        let shape = Shape {
            form: ShapeForm::Rect { radius: Px::ZERO },
            fill: Some(Fill::Gradient(Gradient::Linear { from, to, stops })),
            stroke: None,
            shadow: None,
        };
        // The hairlines above and below a marked line are not covered.
        let frame = Rect {
            x: place.right() - Px(FADE),
            y: place.y + line.top + Px(1.0),
            width: Px(FADE),
            height: line.height - Px(2.0),
        };
        Node::decoration(frame, NodeKind::Shape(shape))
    };
    text.lines.iter().filter(is_cut).map(fade).collect()
}

/// A paragraph that is not drawn, in the font size of the drawn paragraphs.
fn at_size(mut paragraph: Paragraph, size: f32, leading: f32) -> Paragraph {
    paragraph.line_height = Px(size * leading);
    paragraph.runs.iter_mut().for_each(|run| run.style.size = Px(size));
    paragraph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_lines_are_read_and_kept_inside_the_code() {
        assert_eq!(marked("5, 7-9", 20), [4, 6, 7, 8]);
        assert_eq!(marked("0,2,2-3,99,8-4,x", 6), [1, 2]);
        assert_eq!(marked("3-99999999999", 5), [2, 3, 4]);
        assert_eq!(marked("", 5), [0; 0]);
    }

    #[test]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number of columns")]
    fn sizes_hold_as_many_columns_and_lines_as_the_design_says() {
        let columns = |size: f32| ((1728.0 - 56.0 - gutter(99, size)) / (size * ADVANCE) + 0.01) as usize;
        assert_eq!([32.0, 24.0, 20.0].map(columns), [83, 111, 134]);
        assert_eq!(lines_in(Px(698.0), Px(44.0 * LEADING.0)), 12);
    }
}
