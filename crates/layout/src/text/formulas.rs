//! Draws formulas in place of their placeholders.

use scene::{Glyph, GlyphRun, LineMark, Paragraph, Px, Rect, Run, Shape, Synthesis};

use super::shaper::Typesetter;
use crate::formula::PLACEHOLDER;

/// Replaces each placeholder by the formula as one line of text.
pub(super) fn expand(paragraph: &mut Paragraph) {
    if paragraph.runs.iter().all(|run| run.drawn_formula().is_none()) {
        return;
    }
    let mut text = String::with_capacity(paragraph.text.len());
    for run in &mut paragraph.runs {
        let start = text.len();
        let run_text = &paragraph.text[run.range.clone()];
        match run.drawn_formula() {
            Some(formula) => text.push_str(&run_text.replacen(PLACEHOLDER, formula.meaning.text(), 1)),
            None => text.push_str(run_text),
        }
        run.range = start..text.len();
    }
    paragraph.text = text;
}

/// The byte of the finished paragraph that a byte of the paragraph with placeholders becomes.
pub(super) fn finished_byte(paragraph: &Paragraph, at: usize) -> usize {
    let has_placeholder = |run: &&Run| {
        run.range.start < at && paragraph.text.get(run.range.start..).is_some_and(|text| text.starts_with(PLACEHOLDER))
    };
    let formulas = paragraph.runs.iter().filter(has_placeholder).filter_map(Run::drawn_formula);
    let (placeholders, texts) = formulas.fold((0, 0), |(placeholders, texts), formula| {
        (placeholders + PLACEHOLDER.len_utf8(), texts + formula.meaning.text().len())
    });
    (at + texts).saturating_sub(placeholders)
}

/// Where a formula is drawn.
pub(super) struct FormulaPlace {
    /// Index of the run in the paragraph.
    pub(super) run: usize,
    /// Left edge.
    pub(super) x: Px,
    /// Font size.
    pub(super) size: Px,
    /// First byte of the formula in the finished paragraph.
    pub(super) from: u32,
}

/// Adds the glyphs of a formula: a run for each stretch of one size and height. The advances of all runs add up to the
/// width of the formula.
pub(super) fn add_glyphs(run: &Run, place: &FormulaPlace, typesetter: &Typesetter, runs: &mut Vec<GlyphRun>) {
    let Some(formula) = run.drawn_formula() else { return };
    let em = place.size.0;
    let mut size = f32::NAN;
    for glyph in &formula.layout.glyphs {
        let end = runs.last().map_or(Px::ZERO, |run| run.x + run.advance());
        let x = place.x + Px(glyph.x * em);
        #[expect(clippy::float_cmp, reason = "sizes come from one table")]
        if size != glyph.size || x < end - Px(0.5) {
            size = glyph.size;
            runs.push(GlyphRun {
                run: place.run,
                font: typesetter.maths_font(),
                synthesis: Synthesis::default(),
                size: Px(em * glyph.size),
                color: run.style.color,
                x,
                right_to_left: false,
                glyphs: Vec::new(),
                decorations: Vec::new(),
            });
        }
        let Some(last) = runs.last_mut() else { continue };
        // The glyph before reaches as far as this one.
        let gap = x - (last.x + last.advance());
        if let Some(before) = last.glyphs.last_mut() {
            before.advance += gap.0;
        }
        last.glyphs.push(Glyph {
            id: u32::from(glyph.id),
            advance: glyph.advance * em,
            x: 0.0,
            y: glyph.y * em,
            from: place.from + glyph.from,
            to: place.from + glyph.to,
        });
    }
}

/// The bars of the formulas on a line.
pub(super) fn bars(runs: &[Run], places: &[FormulaPlace], baseline: Px) -> Vec<LineMark> {
    let mut marks = Vec::new();
    for place in places {
        let Some(run) = runs.get(place.run) else { continue };
        let Some(formula) = run.drawn_formula() else { continue };
        for rule in &formula.layout.rules {
            let frame = Rect {
                x: place.x + place.size * rule.x,
                y: baseline + place.size * rule.y,
                width: place.size * rule.width,
                height: place.size * rule.height,
            };
            marks.push(LineMark::Shape(frame, Shape::filled(run.style.color, Px::ZERO)));
        }
    }
    marks
}
