//! Code: a headline and one block of source code, every line kept as written.

use std::collections::BTreeSet;

use scene::{
    Align, AltText, CodeBlock, Color, Fill, Gradient, GradientStop, Node, NodeKind, NodeRole, PaletteRole, Point, Px,
    Rect, Shape, ShapeForm, Text,
};
use serde_json::Value;

use crate::diagram::{number, plate};
use crate::finding::FindingKind;
use crate::fit::fitted;
use crate::frame::{BODY_BOTTOM, FULL_WIDTH, MARGIN, PLATE_PADDING};
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::syntax;
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the code.
const STEPS: [f32; 6] = [30.0, 28.0, 26.0, 24.0, 22.0, 20.0];
/// Line height as a factor of the font size.
const LEADING: f32 = 1.45;
/// Width of a letter as a fraction of the font size, the same in all bundled code fonts.
const ADVANCE: f32 = 0.6;
/// Number of lines that are measured: more than fit at the smallest size.
const MOST_MEASURED: usize = 40;
/// Width over which a line that is too long fades out.
const FADE: f32 = 96.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let top = sheet.draw_head();
    let has_caption = !sheet.text("caption").is_empty();
    let bottom = if has_caption { BODY_BOTTOM.1 } else { BODY_BOTTOM.0 };
    // Leading and trailing blank lines are dropped; the indent of the first line is kept.
    let code = sheet.slide.content.get("code").and_then(Value::as_str).unwrap_or_default();
    let code = code.trim_end().trim_start_matches(['\n', '\r']);
    if !code.is_empty() {
        let page = sheet.surface;
        let ground = if page.ground == Ground::Tint { Ground::Surface } else { Ground::Tint };
        sheet.surface = ground.surface(sheet.look);
        draw_plate(sheet, code, Rect::new(MARGIN, top.0, FULL_WIDTH, bottom - top.0));
        sheet.surface = page;
    }
    if has_caption {
        let leading = 2.0;
        let pen = sheet.body().size(24.0).leading(leading).color(sheet.surface.muted);
        let paragraph = pen.plain(sheet.text("caption"));
        let frame = sheet.rect(MARGIN, 920.0, FULL_WIDTH, 48.0);
        sheet.push_caption("caption", paragraph, frame, &[24.0, 22.0]);
    }
}

fn draw_plate(sheet: &mut Sheet<'_>, code: &str, frame: Rect) {
    let fill: Color = match sheet.surface.ground {
        Ground::Surface => PaletteRole::Surface.into(),
        _ => PaletteRole::Tint.into(),
    };
    let (line, radius) = (sheet.surface.line, sheet.look.radius);
    sheet.nodes.push(plate(frame, fill, Some((line, sheet.look.edge)), radius));

    let language = sheet.text("language");
    let pen = sheet.mono().size(STEPS[0]).leading(LEADING);
    let mut paragraphs = syntax::lines(&pen, &sheet.look.syntax, language, code);
    let count = paragraphs.len();
    let inner = frame.inset(Px(PLATE_PADDING));
    // With more lines than fit at the smallest size, the widths of the rest do not matter.
    let measured = paragraphs.iter().take(MOST_MEASURED).cloned().collect();
    let widest = TextBlock::unbroken(sheet.typesetter, measured).natural_width(sheet.typesetter, 1.0) / STEPS[0];
    let look = sheet.look;
    let drawn = |step: f32| step;
    // The first step at which the code fits in both width and height.
    let step = fitted(&STEPS, Px::ZERO, |fitted| {
        let wide = widest * fitted.step - (inner.width - Px(gutter(count, drawn(fitted.step))));
        let high = Px(number(count) * drawn(fitted.step) * LEADING) - inner.height;
        wide.max(high)
    })
    .step;

    let height = Px(drawn(step) * LEADING);
    let room = lines_in(inner.height, height);
    let shown = if count > room { room.saturating_sub(1).max(1) } else { count };
    let gutter = gutter(count, drawn(step));
    let left = inner.x + Px(gutter);
    let rows = Rect { height: height * number(shown), ..inner };
    let marked = marked(sheet.text("highlightLines"), count);
    draw_bands(sheet, frame, rows, height, &marked);
    draw_language(sheet, language, frame);
    draw_numbers(sheet, rows, shown, step, gutter - 32.0);

    let hidden = paragraphs.split_off(shown);
    let mut block = TextBlock::unbroken(sheet.typesetter, paragraphs);
    let place = Rect { x: left, width: inner.right() - left, ..rows };
    let options = BlockOptions { width: place.width, scale: step / STEPS[0], gap: 1.0 };
    let mut text = block.text(sheet.typesetter, options, Px(f32::MAX), usize::MAX);
    let fades = fades(&text, place, fill, &marked);
    if !hidden.is_empty() {
        text.truncated = true;
        draw_more(sheet, hidden.len(), Rect { y: rows.bottom(), height, ..place }, step);
    }
    text.paragraphs.extend(hidden.into_iter().map(|paragraph| at_size(paragraph, drawn(step))));
    if text.truncated {
        sheet.report("code", FindingKind::Overflow);
    }
    sheet.report_missing_glyphs(&text, "code");
    let code = CodeBlock { text, language: language.to_owned(), first_line: Some(1), marked };
    let at = sheet.nodes.len() - usize::from(count > shown);
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
    number(digits) * ADVANCE * size + 32.0
}

/// Number of lines that fit into a height.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few dozen, and never negative")]
fn lines_in(room: Px, line: Px) -> usize {
    ((room + Px(0.5)) / line).max(1.0).floor() as usize
}

/// The line indices, from 0, of a list such as `2,5-8`.
fn marked(list: &str, count: usize) -> Vec<usize> {
    let mut lines = BTreeSet::new();
    for part in list.split(',') {
        let mut ends = part.split('-').map(|end| end.trim().parse::<usize>());
        let Some(Ok(first)) = ends.next() else { continue };
        let last = ends.next().and_then(Result::ok).unwrap_or(first);
        lines.extend((first.max(1)..=last.min(count)).map(|line| line - 1));
    }
    lines.into_iter().collect()
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
    let (line, mark) = (sheet.surface.line, sheet.surface.mark);
    for (first, last) in bands {
        let band = Rect { y: rows.y + height * number(first), height: height * number(last - first + 1), ..plate };
        sheet.nodes.push(Sheet::shape(band, PaletteRole::Base.into(), Px::ZERO));
        for y in [band.y, band.bottom() - Px(1.0)] {
            sheet.nodes.push(Sheet::shape(Rect { y, height: Px(1.0), ..band }, line, Px::ZERO));
        }
        sheet.nodes.push(Sheet::shape(Rect { width: Px(6.0), ..band }, mark, Px::ZERO));
    }
}

/// Draws the name of the language into the upper right corner.
fn draw_language(sheet: &mut Sheet<'_>, language: &str, plate: Rect) {
    if language.is_empty() {
        return;
    }
    let pen = sheet.mono().size(20.0).leading(1.4).color(sheet.surface.muted).align(Align::Right);
    let mut block = TextBlock::new(sheet.typesetter, vec![pen.plain(language)]);
    let inner = plate.inset(Px(PLATE_PADDING));
    let text = block.text(sheet.typesetter, BlockOptions::width(inner.width), Px(f32::MAX), 1);
    let above = (Px(PLATE_PADDING - 2.0) - text.height()).min(Px(9.0));
    let frame = Rect { y: plate.y + above, height: text.height(), ..inner };
    sheet.push_text(frame, text, NodeRole::Label, Some("language"));
}

/// Draws the line numbers as decoration, so that screen readers read only the code.
fn draw_numbers(sheet: &mut Sheet<'_>, rows: Rect, count: usize, size: f32, width: f32) {
    let pen = sheet.mono().size(size).leading(LEADING).color(sheet.surface.muted).align(Align::Right);
    let numbers = (1..=count).map(|line| pen.plain(&line.to_string())).collect();
    let mut block = TextBlock::unbroken(sheet.typesetter, numbers);
    // The tolerance absorbs rounding of digit widths.
    let frame = Rect { width: Px(width + 1.0), ..rows };
    let text = block.text(sheet.typesetter, BlockOptions::width(frame.width), Px(f32::MAX), usize::MAX);
    sheet.nodes.push(Node::decoration(frame, NodeKind::Text(text)));
}

/// Draws a line with how many lines are not shown.
fn draw_more(sheet: &mut Sheet<'_>, count: usize, frame: Rect, size: f32) {
    let more = sheet.counted_text(("moreLine", "moreLines"), count);
    let pen = sheet.body().size(size).leading(LEADING).color(sheet.surface.muted).align(Align::Left);
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

/// A paragraph that is not drawn, at the font size of the drawn ones.
fn at_size(mut paragraph: scene::Paragraph, size: f32) -> scene::Paragraph {
    paragraph.line_height = Px(size * LEADING);
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
    fn sizes_hold_as_many_columns_and_lines_as_the_catalogue_says() {
        let columns =
            |size: f32| format!("{:.0}", ((FULL_WIDTH - 80.0 - gutter(99, size)) / (size * ADVANCE) + 0.01).floor());
        assert_eq!(STEPS.map(columns), ["86", "92", "99", "108", "118", "130"]);
        assert_eq!(STEPS.map(|size| lines_in(Px(656.0), Px(size * LEADING))), [15, 16, 17, 18, 20, 22]);
        assert_eq!(STEPS.map(|size| lines_in(Px(584.0), Px(size * LEADING))), [13, 14, 15, 16, 18, 20]);
    }
}
