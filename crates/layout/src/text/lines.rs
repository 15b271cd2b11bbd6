//! Converts shaped paragraphs to lines of the scene.
//!
//! Visits the clusters of each line from left to right and starts a glyph run wherever the face or the styled run
//! changes, so that no glyph is drawn twice.

use std::ops::Range;

use parley::layout::{Cluster, Run as ShapedRun};
use scene::{
    Align, Decoration, DecorationKind, Direction, Glyph, GlyphRun, Line, LineMark, Px, Rect, Run, RunStyle, Shape,
    Synthesis,
};

use super::block::{BlockOptions, ShapedParagraph, ends_in_soft_hyphen};
use super::formulas::{self, FormulaPlace};
use super::hyphens::SOFT_HYPHEN;
use super::markers;
use super::shaper::Typesetter;
use crate::formula::{self, PLACEHOLDER};

/// Adds the lines of a paragraph, the first at `top`. The paragraph must already be broken at this width.
pub(super) fn add_lines(
    item: &ShapedParagraph,
    typesetter: &mut Typesetter,
    options: BlockOptions,
    paragraph: usize,
    top: Px,
    lines: &mut Vec<Line>,
) {
    let current = item.current();
    let scale = options.scale;
    let height = item.line_height(options);
    let metrics = current.shaped.root_span_metrics();
    let (ascent, descent) = metrics.map_or((0.8, 0.2), |metrics| (metrics.ascent, metrics.descent));
    // A line with nothing but a formula is as tall as the formula, which is therefore centred by its own height.
    let (ascent, descent) = match (formula::display(&item.paragraph.runs), item.paragraph.runs.first()) {
        (Some(layout), Some(run)) => (layout.ascent * run.style.size.0, layout.descent * run.style.size.0),
        _ => (ascent, descent),
    };
    let baseline_offset = (height - Px((ascent + descent) * scale)) / 2.0 + Px(ascent * scale);
    let indent = item.indent(options);
    let room = options.width - indent;
    let left = match typesetter.direction() {
        Direction::LeftToRight => indent,
        Direction::RightToLeft => Px::ZERO,
    };
    let mut top = top;
    for (index, line) in current.shaped.lines().enumerate() {
        // The shaper treats an empty text as one space.
        let range = line.text_range();
        let length = item.shaped_text().len();
        let range = range.start.min(length)..range.end.min(length);
        let hyphen = if ends_in_soft_hyphen(item.shaped_text(), &line) && !current.shaped.is_rtl() {
            let run = item.run_before(range.end);
            let style = run.map(|run| item.paragraph.runs[run].style);
            symbol_glyphs(typesetter, "-", style, Direction::LeftToRight).map(|glyphs| (run.unwrap_or(0), glyphs))
        } else {
            None
        };
        // White space at the end of a line is kept for copying, but without width: bidirectional reordering may have
        // moved it into the middle.
        let end = range.start + item.shaped_text()[range.clone()].trim_end().len();
        let mut x_end = Px::ZERO;
        let mut runs = Vec::new();
        let mut formulas = Vec::new();
        for run in line.runs().filter(|_| length > 0) {
            let into = &mut LineContent { x_end: &mut x_end, runs: &mut runs, formulas: &mut formulas };
            add_shaped_run(item, typesetter, &run, (scale, room), end, into);
        }
        let hyphen_width = hyphen.as_ref().map_or(Px::ZERO, |(_, glyphs)| glyphs.advance() * scale);
        let width = x_end + hyphen_width;
        let x = left
            + match item.paragraph.align {
                Align::Left => Px::ZERO,
                Align::Center => (room - width) / 2.0,
                Align::Right => room - width,
            };
        for run in &mut runs {
            run.x += x;
        }
        for place in &mut formulas {
            place.x += x;
        }
        let baseline = top + baseline_offset;
        if let Some((run, mut glyphs)) = hyphen {
            let at = item.author_byte(range.end);
            glyphs.run = run;
            glyphs.x = x + width - hyphen_width;
            scale_run(&mut glyphs, scale, at);
            runs.push(glyphs);
        }
        let mut marks = run_backgrounds(&item.paragraph.runs, &runs, top, height);
        marks.extend(formulas::bars(&item.paragraph.runs, &formulas, baseline));
        if index == 0
            && let Some(marker) = item.paragraph.marker
        {
            let position = markers::MarkerPosition { baseline, indent, width: options.width, scale };
            marks.extend(markers::marks(typesetter, &item.paragraph, marker, position));
        }
        lines.push(Line {
            paragraph,
            range: item.author_byte(range.start) as usize..item.author_byte(range.end) as usize,
            top,
            height,
            baseline,
            x,
            width,
            marks,
            runs,
        });
        top += height;
    }
}

/// The content of a line so far.
struct LineContent<'l> {
    /// Where the next glyph begins.
    x_end: &'l mut Px,
    runs: &'l mut Vec<GlyphRun>,
    formulas: &'l mut Vec<FormulaPlace>,
}

/// Adds the glyphs of a shaped run and advances `x_end`. Bytes from `end` on are white space without width.
fn add_shaped_run(
    item: &ShapedParagraph,
    typesetter: &Typesetter,
    run: &ShapedRun<'_, u16>,
    (scale, room): (f32, Px),
    end: usize,
    LineContent { x_end, runs, formulas }: &mut LineContent<'_>,
) {
    let font = run.font();
    let font = typesetter.font_id(font.data.id(), font.index);
    let synthesis = synthesis(typesetter, run);
    let mut last: Option<usize> = None;
    // Letters that are part of the previous letter's glyph. In right-to-left text they are visited before it.
    let mut joined: Option<Range<usize>> = None;
    for cluster in run.visual_clusters() {
        let range = cluster.text_range();
        if cluster.is_hard_line_break() || item.shaped_text()[range.clone()].starts_with(SOFT_HYPHEN) {
            continue;
        }
        if cluster.is_ligature_continuation() {
            if run.is_rtl() {
                joined = Some(joined.map_or(range.clone(), |more| range.start..more.end));
            } else if let Some(glyph) = last.and_then(|index| runs[index].glyphs.last_mut()) {
                glyph.to = item.author_byte(range.end);
            }
            continue;
        }
        let range = joined.take().map_or(range.clone(), |more| range.start..more.end.max(range.end));
        let style = usize::from(cluster.style().brush);
        let words = &item.paragraph.runs[style];
        if let Some(formula) = words.drawn_formula()
            && item.shaped_text()[range.clone()].starts_with(PLACEHOLDER)
        {
            let width = words.style.size * formula.layout.width * scale;
            // A formula that is too wide at any size is drawn as wide as the line.
            let size = words.style.size * scale * (room / width).min(1.0);
            let place = FormulaPlace { run: style, x: **x_end, size, from: item.author_byte(range.start) };
            formulas::add_glyphs(words, &place, typesetter, runs);
            formulas.push(place);
            **x_end += size * formula.layout.width;
            last = None;
            continue;
        }
        let at = match last {
            Some(at) if runs[at].run == style => at,
            _ => {
                runs.push(GlyphRun {
                    run: style,
                    font,
                    synthesis: synthesis.clone(),
                    size: words.style.size * scale,
                    color: words.style.color,
                    x: **x_end,
                    right_to_left: run.is_rtl(),
                    glyphs: Vec::new(),
                    decorations: decorations(words, run, scale),
                });
                runs.len() - 1
            }
        };
        last = Some(at);
        let advance_scale = if range.start < end { scale } else { 0.0 };
        add_cluster(item, &cluster, &range, (scale, advance_scale), x_end, &mut runs[at]);
    }
}

fn add_cluster(
    item: &ShapedParagraph,
    cluster: &Cluster<'_, u16>,
    range: &Range<usize>,
    (scale, advance_scale): (f32, f32),
    x_end: &mut Px,
    run: &mut GlyphRun,
) {
    for glyph in cluster.glyphs() {
        *x_end += Px(glyph.advance * advance_scale);
        run.glyphs.push(Glyph {
            id: glyph.id,
            advance: glyph.advance * advance_scale,
            x: glyph.x * scale,
            y: glyph.y * scale,
            from: item.author_byte(range.start),
            to: item.author_byte(range.end),
        });
    }
}

impl ShapedParagraph {
    /// Maps a byte of the shaped text to the byte of the author's text.
    fn author_byte(&self, at: usize) -> u32 {
        let before = self.current().added.iter().filter(|added| **added < at).count();
        let author_at = (at - before * SOFT_HYPHEN.len_utf8()).min(self.author_bytes);
        u32::try_from(formulas::finished_byte(&self.paragraph, author_at)).expect("a paragraph is shorter than 4 GB")
    }

    /// Index of the run that contains the byte before a position of the shaped text.
    fn run_before(&self, at: usize) -> Option<usize> {
        let before = self.current().added.iter().filter(|added| **added < at).count();
        let author_at = (at - before * SOFT_HYPHEN.len_utf8()).min(self.author_bytes);
        self.paragraph.runs.iter().position(|run| run.range.start < author_at && author_at <= run.range.end)
    }
}

/// The styling that the face lacks. Scripts that have no italics are not slanted.
fn synthesis(typesetter: &Typesetter, run: &ShapedRun<'_, u16>) -> Synthesis {
    let needed = run.synthesis();
    if !needed.any() {
        return Synthesis::default();
    }
    let font = run.font();
    let id = typesetter.font_id(font.data.id(), font.index);
    let is_never_slanted =
        typesetter.faces().get(id.0 as usize).is_some_and(|face| face.family.starts_with("Noto Sans "));
    Synthesis {
        bold: needed.embolden(),
        slant: needed.skew().filter(|_| !is_never_slanted).unwrap_or(0.0),
        axes: needed.variation_settings().iter().map(|(tag, value)| (tag.to_be_bytes(), *value)).collect(),
    }
}

fn decorations(words: &Run, run: &ShapedRun<'_, u16>, scale: f32) -> Vec<Decoration> {
    let metrics = run.font_metrics();
    let size = words.style.size.0;
    // Some faces specify hairlines, which are invisible on a projector.
    let thickness = |own: f32| Px(own.max(size * 0.05) * scale);
    let mut decorations = Vec::new();
    if words.style.underline {
        decorations.push(Decoration {
            kind: DecorationKind::Underline,
            y: Px((-metrics.underline_offset).max(size * 0.12) * scale),
            thickness: thickness(metrics.underline_size),
        });
    }
    if words.style.strike {
        decorations.push(Decoration {
            kind: DecorationKind::Strike,
            y: Px(-metrics.x_height.unwrap_or(size * 0.5) * 0.5 * scale),
            thickness: thickness(metrics.strikethrough_size),
        });
    }
    decorations
}

/// The backgrounds of runs that have one, such as inline code.
fn run_backgrounds(words: &[Run], runs: &[GlyphRun], top: Px, height: Px) -> Vec<LineMark> {
    let mut marks: Vec<LineMark> = Vec::new();
    for glyphs in runs {
        let Some(color) = words.get(glyphs.run).and_then(|run| run.style.plate) else {
            continue;
        };
        let margin = glyphs.size * 0.08;
        let inset = (height - glyphs.size * 1.3) / 2.0;
        let frame = Rect {
            x: glyphs.x - margin,
            y: top + inset,
            width: glyphs.advance() + margin * 2.0,
            height: height - inset * 2.0,
        };
        marks.push(LineMark::Shape(frame, Shape::filled(color, glyphs.size * 0.18)));
    }
    marks
}

/// The glyphs of a text that layout adds, such as a hyphen or a list number, at x = 0. Returns `None` without a style.
pub(super) fn symbol_glyphs(
    typesetter: &mut Typesetter,
    text: &str,
    style: Option<RunStyle>,
    direction: Direction,
) -> Option<GlyphRun> {
    let run = Run::new(0..text.len(), style?);
    let mut shaped = typesetter.shaped(text, std::slice::from_ref(&run), direction, false);
    shaped.break_all_lines(None);
    let line = shaped.get(0)?;
    let first = line.runs().next()?;
    let font = first.font();
    let mut glyphs = GlyphRun {
        run: usize::MAX,
        font: typesetter.font_id(font.data.id(), font.index),
        synthesis: synthesis(typesetter, &first),
        size: run.style.size,
        color: run.style.color,
        x: Px::ZERO,
        right_to_left: false,
        glyphs: Vec::new(),
        decorations: Vec::new(),
    };
    for cluster in line.runs().flat_map(|run| run.visual_clusters()) {
        glyphs.glyphs.extend(cluster.glyphs().map(|glyph| Glyph {
            id: glyph.id,
            advance: glyph.advance,
            x: glyph.x,
            y: glyph.y,
            from: 0,
            to: 0,
        }));
    }
    Some(glyphs)
}

/// Scales added glyphs to the size of their line and places them at the byte `at` of the paragraph.
pub(super) fn scale_run(run: &mut GlyphRun, scale: f32, at: u32) {
    run.size = run.size * scale;
    for glyph in &mut run.glyphs {
        glyph.advance *= scale;
        glyph.x *= scale;
        glyph.y *= scale;
        glyph.from = at;
        glyph.to = at;
    }
}
