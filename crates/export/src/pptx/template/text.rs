//! Texts in the placeholders of a template: size, colour, bullets and position are those of the template.
//!
//! Only formatting with a meaning is written: the level of a paragraph, its number, whether it is outside a list, and
//! the emphasis of words.

use scene::{FontRole, MarkerSign, Paragraph, ParagraphKind, Run, RunStyle};

use super::TemplatePlaceholder;
use super::content::{FieldText, ListPlace};
use super::pixels;
use crate::pptx::language::office_language;
use crate::pptx::links::Links;
use crate::pptx::scheme::Scheme;
use crate::pptx::text::write_auto_number;
use crate::pptx::xml::Xml;

/// The highest list level of the format, counted from 0.
const MAX_LEVEL: u8 = 8;

/// The scales that office programs choose from when text does not fit, and by how much they then reduce the space
/// between lines, both in thousandths of a percent.
const SCALES: [(i32, i32); 7] = [
    (92_500, 10_000),
    (85_000, 10_000),
    (77_500, 15_000),
    (70_000, 20_000),
    (62_500, 20_000),
    (55_000, 20_000),
    (47_500, 20_000),
];

/// Padding of a placeholder in points: left and right together, and top and bottom together.
const PADDING: (f32, f32) = (14.4, 7.2);

/// A paragraph for a placeholder.
pub(super) struct Line<'p> {
    paragraph: &'p Paragraph,
    /// Its width in ems.
    width: f32,
    level: u8,
    bullet: Bullet,
    link: Option<&'p scene::LinkTarget>,
}

/// The bullet or number before a paragraph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bullet {
    /// The bullet of the template for its level.
    Template,
    None,
    /// A number. The value is the first number of its list, from which office programs count.
    Number(u64),
}

/// The lines of some texts. In a placeholder for lists, a paragraph that is not an entry of a list has no bullet.
pub(super) fn lines<'p>(entries: &'p [FieldText<'p>], in_list: bool) -> Vec<Line<'p>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    // The first and the last number of the open list at each level.
    let mut open_lists: [Option<(u64, u64)>; MAX_LEVEL as usize + 1] = [None; MAX_LEVEL as usize + 1];
    for entry in entries {
        for (index, paragraph) in entry.paragraphs().iter().enumerate() {
            let is_item = paragraph.kind == ParagraphKind::Item;
            let own_level = if is_item { paragraph.level.saturating_sub(1) } else { 0 };
            let number = match paragraph.marker.map(|marker| marker.sign) {
                Some(MarkerSign::Number(number)) => Some(number),
                _ => match entry.list {
                    ListPlace::Numbered(number) => Some(number),
                    ListPlace::Entry | ListPlace::Outside => None,
                },
            };
            let level = if in_list { entry.depth.saturating_add(own_level).min(MAX_LEVEL) } else { 0 };
            let list = usize::from(level);
            open_lists[list + 1..].fill(None);
            open_lists[list] = number.map(|number| match open_lists[list] {
                Some((first, last)) if last + 1 == number => (first, number),
                _ => (number, number),
            });
            let bullet = match open_lists[list] {
                _ if !in_list => Bullet::Template,
                Some((first, _)) => Bullet::Number(first),
                None if is_item && paragraph.marker.is_none() => Bullet::None,
                None if is_item || entry.list != ListPlace::Outside => Bullet::Template,
                None => Bullet::None,
            };
            lines.push(Line { paragraph, width: width(entry, index), level, bullet, link: entry.link });
        }
    }
    lines
}

/// The width of a paragraph on one line, in ems.
fn width(entry: &FieldText<'_>, index: usize) -> f32 {
    let paragraph = &entry.paragraphs()[index];
    let size = paragraph.runs.iter().map(|run| run.style.size.0).fold(1.0, f32::max);
    let drawn = entry.text.lines.iter().filter(|line| line.paragraph == index).map(|line| line.width.0).sum::<f32>();
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let estimated = paragraph.text.chars().count() as f32 * 0.5;
    if entry.text.truncated { estimated } else { drawn / size }
}

/// Writes the body of a placeholder.
pub(super) fn write(
    scheme: &Scheme,
    links: &mut Links<'_>,
    xml: &mut Xml,
    placeholder: &TemplatePlaceholder,
    lines: &[Line<'_>],
) {
    xml.open("p:txBody", &[]);
    xml.open("a:bodyPr", &[]);
    match scale(placeholder, lines) {
        // Written although it has no scale: otherwise the text would inherit a scale from the template.
        None => xml.empty("a:normAutofit", &[]),
        Some((scale, reduction)) => {
            xml.empty("a:normAutofit", &[("fontScale", &scale), ("lnSpcReduction", &reduction)]);
        }
    }
    xml.close();
    xml.empty("a:lstStyle", &[]);
    for line in lines {
        write_line(scheme, links, xml, line);
    }
    if lines.is_empty() {
        xml.empty("a:p", &[]);
    }
    xml.close();
}

/// Writes a paragraph.
fn write_line(scheme: &Scheme, links: &mut Links<'_>, xml: &mut Xml, line: &Line<'_>) {
    let Line { paragraph, level, bullet, .. } = line;
    xml.open("a:p", &[]);
    let is_right_to_left = paragraph.direction.is_right_to_left();
    let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = Vec::new();
    // Numbers have the default indent of office programs.
    let margin = match bullet {
        Bullet::Template => None,
        Bullet::None => Some((0, 0)),
        Bullet::Number(_) => Some((514_350 + 457_200 * i32::from(*level), -514_350)),
    };
    if let Some((left, _)) = &margin {
        attributes.push(("marL", left));
    }
    if *level > 0 {
        attributes.push(("lvl", level));
    }
    if let Some((_, indent)) = &margin {
        attributes.push(("indent", indent));
    }
    if is_right_to_left {
        attributes.extend([("algn", &"r" as &dyn std::fmt::Display), ("rtl", &1)]);
    }
    match bullet {
        Bullet::Template if attributes.is_empty() => {}
        Bullet::Template => xml.empty("a:pPr", &attributes),
        Bullet::None => {
            xml.open("a:pPr", &attributes);
            xml.empty("a:buNone", &[]);
            xml.close();
        }
        Bullet::Number(from) => {
            xml.open("a:pPr", &attributes);
            xml.empty("a:buFont", &[("typeface", &"+mj-lt")]);
            write_auto_number(xml, "arabicPeriod", *from);
            xml.close();
        }
    }
    let language = office_language(&paragraph.language);
    let main_style = paragraph.runs.iter().max_by_key(|run| run.range.len()).map(|run| run.style);
    for run in &paragraph.runs {
        let target = run.link.as_ref().or(line.link);
        let click = target.and_then(|target| links.click(target));
        write_run(scheme, xml, paragraph, run, (&language, main_style, click.as_deref()));
    }
    xml.close();
}

/// Writes a run. `main_style` is the style of most of its paragraph.
fn write_run(
    scheme: &Scheme,
    xml: &mut Xml,
    paragraph: &Paragraph,
    run: &Run,
    (language, main_style, click): (&str, Option<RunStyle>, Option<&str>),
) {
    let words = paragraph.text.get(run.range.clone()).unwrap_or_default();
    let properties = |xml: &mut Xml, click: Option<&str>| {
        let style = run.style;
        let is_bold = style.strong
            || matches!(paragraph.kind, ParagraphKind::Heading(_))
            || main_style.is_some_and(|main_style| main_style.weight + 200 <= style.weight);
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = vec![("lang", &language)];
        let marks = [("b", is_bold), ("i", style.italic && main_style.is_some_and(|main_style| !main_style.italic))];
        attributes.extend(
            marks.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (name, &1 as &dyn std::fmt::Display)),
        );
        if style.strike {
            attributes.push(("strike", &"sngStrike"));
        }
        if !style.code && click.is_none() {
            xml.empty("a:rPr", &attributes);
            return;
        }
        xml.open("a:rPr", &attributes);
        if style.code {
            scheme.write_fonts(xml, FontRole::Mono);
        }
        if let Some(click) = click {
            xml.add(click);
        }
        xml.close();
    };
    for (index, piece) in words.split('\n').enumerate() {
        if index > 0 {
            xml.empty("a:br", &[]);
        }
        if !piece.is_empty() {
            xml.open("a:r", &[]);
            properties(xml, click);
            xml.text("a:t", &[], piece);
            xml.close();
        }
    }
}

/// Whether text fits a placeholder at no less than 77.5 % of its size.
pub(super) fn is_legible(placeholder: &TemplatePlaceholder, lines: &[Line<'_>]) -> bool {
    scale(placeholder, lines).is_none_or(|(scale, _)| scale >= 77_500)
}

/// The entry of [`SCALES`] at which text fits a placeholder; `None` when it fits at full size. An estimate, since the
/// fonts of the template are not available. It is needed because office programs choose a scale only when somebody
/// edits the text.
fn scale(placeholder: &TemplatePlaceholder, lines: &[Line<'_>]) -> Option<(i32, i32)> {
    let [_, _, width, height] = placeholder.frame.map(|length| pixels(length).0 / 2.0);
    let (width, height) = (width - PADDING.0, height - PADDING.1);
    if width < 20.0 || height < 10.0 {
        return None;
    }
    let needed = |scale: f32, reduction: f32| -> f32 {
        lines
            .iter()
            .map(|line| {
                let level = usize::from(line.level).min(placeholder.sizes.len() - 1);
                #[expect(clippy::cast_precision_loss, reason = "sizes of text are small")]
                let size = placeholder.sizes[level] as f32 / 100.0 * scale;
                let indent = if line.bullet == Bullet::None { 0.0 } else { 22.0 * f32::from(line.level + 1) };
                let line_width = (width - indent).max(size * 4.0);
                // Lines end at words, so they are not quite full.
                let rows = (line.width * size * 1.06 / line_width).ceil().max(1.0);
                rows * size * 1.2 * (1.0 - reduction) + size * 0.3
            })
            .sum()
    };
    if needed(1.0, 0.08) <= height {
        return None;
    }
    let share = |thousandths: i32| f32::from(i16::try_from(thousandths / 100).unwrap_or(i16::MAX)) / 1000.0;
    let fits = |&&(scale, reduction): &&(i32, i32)| needed(share(scale), share(reduction) + 0.08) <= height;
    Some(*SCALES.iter().find(fits).unwrap_or(&SCALES[SCALES.len() - 1]))
}
