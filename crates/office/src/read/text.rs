//! Reads text: paragraphs with the level, bullet and size that they inherit, and runs.

use std::borrow::Cow;

use super::error::ReadError;
use super::scope::Scope;
use super::style::{Emphasis, Level, ListStyle, size};
use super::units::share;
use super::xml::Element;
use crate::model::{Bullet, Paragraph, Run};

/// Reads the paragraphs of a text body. `inherited` is the style from outside the shape. Returns no paragraphs if none
/// has text.
pub(super) fn paragraphs(
    scope: &mut Scope<'_, '_>,
    body: &Element<'_>,
    inherited: &ListStyle,
) -> Result<Vec<Paragraph>, ReadError> {
    let style = match body.child("lstStyle") {
        Some(own) if !own.children.is_empty() => &ListStyle::read(own).over(inherited),
        _ => inherited,
    };
    let fit = body.at(&["bodyPr", "normAutofit"]).and_then(|fit| share(fit, "fontScale"));
    let scale = fit.and_then(|scale| u32::try_from(scale).ok()).unwrap_or(100_000).clamp(1000, 100_000);
    let mut paragraphs = Vec::new();
    for element in body.children_named("p") {
        scope.tally.add_pieces(1)?;
        paragraphs.push(paragraph(scope, element, style, scale)?);
    }
    let has_text = |paragraph: &Paragraph| paragraph.runs.iter().any(|run| !run.text.trim().is_empty());
    if !paragraphs.iter().any(has_text) {
        paragraphs.clear();
    }
    Ok(paragraphs)
}

/// The text of paragraphs without its style, a line for each.
pub(super) fn plain(paragraphs: &[Paragraph]) -> String {
    let line = |paragraph: &Paragraph| paragraph.runs.iter().map(|run| run.text.as_str()).collect::<String>();
    let lines: Vec<String> = paragraphs.iter().map(line).collect();
    lines.join("\n").trim().to_owned()
}

/// Reads a paragraph. `scale` is the font scale of the body in thousandths of a percent.
fn paragraph(
    scope: &mut Scope<'_, '_>,
    element: &Element<'_>,
    style: &ListStyle,
    scale: u32,
) -> Result<Paragraph, ReadError> {
    let properties = element.child("pPr");
    let level = properties.and_then(|properties| properties.number::<u8>("lvl")).unwrap_or(0).min(8);
    let inherited = style.level(level);
    let own = properties.map(Level::read).unwrap_or_default();
    let mut runs = Runs::default();
    for child in &element.children {
        let text = match child.name {
            "r" | "fld" => child.child("t").map(|text| text.text.as_ref()).unwrap_or_default(),
            "br" => "\n",
            "m" | "oMathPara" | "oMath" => {
                let formula = formula(child);
                let run = Run { text: formula, ..Run::default() };
                runs.push(scope, run, inherited.size)?;
                continue;
            }
            _ => continue,
        };
        let decoded = unescaped(text);
        let text = decoded.as_ref();
        let properties = child.child("rPr");
        let emphasis = properties.map(Emphasis::read).unwrap_or_default().over(inherited.emphasis);
        if let Some(language) = properties.and_then(|properties| properties.attribute("lang")) {
            scope.tally.add_language(&language, text);
        }
        let baseline = properties.and_then(|properties| share(properties, "baseline")).unwrap_or(0);
        let run = Run {
            text: shifted(text, baseline).unwrap_or_else(|| text.to_owned()),
            is_bold: emphasis.bold.unwrap_or(false),
            is_italic: emphasis.italic.unwrap_or(false),
            is_struck: emphasis.struck.unwrap_or(false),
            is_code: emphasis.code.unwrap_or(false),
            link: properties.map_or(Ok(None), |properties| scope.link(properties))?,
        };
        runs.push(scope, run, properties.and_then(size).or(inherited.size))?;
    }
    let size = runs.size().or(inherited.size);
    let list = own.over(inherited);
    Ok(Paragraph {
        level,
        bullet: list.bullet.unwrap_or(Bullet::None),
        start: list.start,
        runs: runs.runs,
        size: size.map(|size| u32::try_from(u64::from(size) * u64::from(scale) / 100_000).unwrap_or(size)),
    })
}

/// A text with line breaks and tabs in place of the codes that programs write for control characters, such as
/// `_x000B_`.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains("_x00") {
        return Cow::Borrowed(text);
    }
    let breaks = ["_x000D_\n", "_x000D__x000A_", "_x000A_", "_x000B_", "_x000D_"];
    let text = breaks.into_iter().fold(text.replace("_x0009_", "\t"), |text, code| text.replace(code, "\n"));
    Cow::Owned(text)
}

/// A raised or lowered text in characters that are raised or lowered themselves, such as the `2` of m² and CO₂. `None`
/// if the text is neither raised nor lowered, or has a character without such a form.
fn shifted(text: &str, baseline: i32) -> Option<String> {
    const PLAIN: &str = "0123456789+-=()−";
    const RAISED: [char; 16] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹', '⁺', '⁻', '⁼', '⁽', '⁾', '⁻'];
    const LOWERED: [char; 16] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉', '₊', '₋', '₌', '₍', '₎', '₋'];
    let forms = match baseline {
        0 => return None,
        1.. => RAISED,
        _ => LOWERED,
    };
    let form = |letter: char| forms.get(PLAIN.chars().position(|plain| plain == letter)?).copied();
    text.chars().map(form).collect()
}

/// The characters of a formula, in the order of the file.
fn formula(element: &Element<'_>) -> String {
    element.all().filter(|element| element.name == "t").map(|text| text.text.as_ref()).collect()
}

/// The runs of a paragraph, and how many characters there are of each size.
#[derive(Default)]
struct Runs {
    runs: Vec<Run>,
    sizes: Vec<(u32, usize)>,
}

impl Runs {
    /// Adds a run. It is merged with the previous run when both have the same style.
    fn push(&mut self, scope: &mut Scope<'_, '_>, run: Run, size: Option<u32>) -> Result<(), ReadError> {
        if run.text.is_empty() {
            return Ok(());
        }
        scope.tally.add_text(&run.text)?;
        if let Some(size) = size {
            let letters = run.text.chars().count();
            // A paragraph with more sizes than this has no meaningful most frequent size.
            let can_add = self.sizes.len() < 32;
            match self.sizes.iter_mut().find(|(known, _)| *known == size) {
                Some((_, count)) => *count += letters,
                None if can_add => self.sizes.push((size, letters)),
                None => {}
            }
        }
        let can_merge = |last: &Run| {
            let style = |run: &Run| (run.is_bold, run.is_italic, run.is_struck, run.is_code);
            last.link == run.link && (style(last) == style(&run) || run.text == "\n")
        };
        match self.runs.last_mut() {
            Some(last) if can_merge(last) => last.text.push_str(&run.text),
            _ => {
                scope.tally.add_pieces(1)?;
                self.runs.push(run);
            }
        }
        Ok(())
    }

    /// The size of most of the text. Of several equally frequent sizes, the first is returned.
    fn size(&self) -> Option<u32> {
        let main_size = self.sizes.iter().rev().max_by_key(|(_, letters)| *letters);
        main_size.map(|(size, _)| *size)
    }
}
