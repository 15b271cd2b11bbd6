//! Formulas in texts.
//!
//! A paragraph that is not laid out yet contains a placeholder for each formula. The folder `text` reserves its width,
//! draws its glyphs in place of it and puts the formula as one line of text into the finished paragraph.

use std::sync::{Arc, OnceLock};

use deck::{FormulaText, TextPart, text_parts};
use maths::{Layout, MathFont, MathMode};
use scene::{Formula, Run};

use crate::fonts::MATHS_FONT;

/// The placeholder character of a formula. It has as many bytes as [`SHAPED`].
pub(crate) const PLACEHOLDER: char = '\u{fffc}';
/// The character that is shaped in place of [`PLACEHOLDER`]: a letter, so that a formula is broken from its neighbours
/// only where a word would be.
pub(crate) const SHAPED: &str = "\u{1d00}";

/// Ascent and descent of text faces, in ems: about what the bundled ones have.
const FACE: (f32, f32) = (0.95, 0.25);
/// Space between formulas on lines that follow one another, in ems.
const LINE_GAP: f32 = 0.12;

/// Reads a formula and lays it out. Fails with a reason when it is not understood.
pub(crate) fn drawn(text: &FormulaText) -> Result<Arc<Formula>, String> {
    let mode = if text.display { MathMode::Display } else { MathMode::Inline };
    let formula = maths::Formula::parse(&text.source, mode).map_err(|error| explained(&error, text))?;
    let font = maths_font().ok_or("the font for mathematics is missing")?;
    let layout = formula.layout(font).map_err(|error| explained(&error, text))?;
    Ok(Arc::new(Formula { meaning: formula, layout }))
}

/// A text of a field with its formulas as words, such as `O(n²)` for `$O(n^2)$`.
pub(crate) fn in_words(text: &str) -> String {
    let words = text_parts(text).into_iter().map(|part| match part {
        TextPart::Words(words) => words,
        TextPart::Formula(formula) => formula.plain().into(),
    });
    words.collect()
}

/// The minimum line height that keeps the formulas of a paragraph apart, as a factor of the font size of its first run.
pub(crate) fn min_leading(runs: &[Run]) -> f32 {
    let Some(first) = runs.first() else { return 0.0 };
    if let Some(Layout { ascent, descent, .. }) = display(runs) {
        return ascent + descent + LINE_GAP * 2.0;
    }
    let heights = runs.iter().filter_map(|run| {
        let Layout { ascent, descent, .. } = &run.drawn_formula()?.layout;
        // Lines are centred on the face of the text, so the larger of the two sides counts twice.
        let above = ascent * 2.0 - FACE.0 + FACE.1;
        let below = descent * 2.0 + FACE.0 - FACE.1;
        Some((above.max(below) + LINE_GAP) * (run.style.size / first.style.size))
    });
    heights.fold(0.0, f32::max)
}

/// The formula of a paragraph that consists of one display formula and nothing else; `None` for other paragraphs.
pub(crate) fn display(runs: &[Run]) -> Option<&Layout> {
    let [run] = runs else { return None };
    run.drawn_formula().filter(|formula| formula.is_display()).map(|formula| &formula.layout)
}

/// The message of an error in a formula. A syntax error quotes the part of the formula in which it occurs.
fn explained(error: &maths::Error, text: &FormulaText) -> String {
    let place = error.at().and_then(|at| text.source.get(at));
    match (error, place) {
        (maths::Error::Syntax { .. }, Some(place)) => format!("{error}, near `{place}`"),
        _ => error.to_string(),
    }
}

fn maths_font() -> Option<&'static MathFont<'static>> {
    static FONT: OnceLock<Option<MathFont<'static>>> = OnceLock::new();
    FONT.get_or_init(|| MathFont::new(MATHS_FONT).ok()).as_ref()
}
