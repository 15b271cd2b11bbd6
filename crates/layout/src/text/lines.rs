//! Shaped glyphs to lines of the scene.
//!
//! Walks the clusters of each line in order and begins a glyph run wherever the face or the run of words changes, so
//! that no glyph is drawn twice.

use std::ops::Range;

use parley::layout::{Cluster, Run as ShapedRun};
use scene::{
    Align, Decoration, DecorationKind, Direction, Glyph, GlyphRun, Line, Mark, Px, Rect, Run, RunStyle, Shape,
    Synthesis,
};

use super::block::{Item, Setting, ends_soft};
use super::hyphens::SOFT;
use super::markers;
use super::shaper::Typesetter;

/// Adds the lines of an item, the first at `top`. It must be broken to the width already.
pub(super) fn add(
    item: &Item,
    set: &mut Typesetter,
    setting: Setting,
    paragraph: usize,
    top: Px,
    lines: &mut Vec<Line>,
) {
    let version = item.version();
    let scale = setting.scale;
    let height = item.line_height(setting);
    let metrics = version.shaped.root_span_metrics();
    let (ascent, descent) = metrics.map_or((0.8, 0.2), |metrics| (metrics.ascent, metrics.descent));
    let rise = (height - Px((ascent + descent) * scale)) / 2.0 + Px(ascent * scale);
    let indent = item.paragraph.indent;
    let room = setting.width - indent;
    let left = match set.direction() {
        Direction::LeftToRight => indent,
        Direction::RightToLeft => Px::ZERO,
    };
    let mut top = top;
    for (index, line) in version.shaped.lines().enumerate() {
        // The shaper sets an empty text as one blank.
        let range = line.text_range();
        let length = item.shaped_text().len();
        let range = range.start.min(length)..range.end.min(length);
        let hyphen = if ends_soft(item.shaped_text(), &line) && !version.shaped.is_rtl() {
            let run = item.run_before(range.end);
            let style = run.map(|run| item.paragraph.runs[run].style);
            sign(set, "-", style, Direction::LeftToRight).map(|glyphs| (run.unwrap_or(0), glyphs))
        } else {
            None
        };
        // White space at the end of a line stays for whoever copies the text, without any width: bidirectional text
        // may have put it in the middle.
        let end = range.start + item.shaped_text()[range.clone()].trim_end().len();
        let mut pen = Px::ZERO;
        let mut runs = Vec::new();
        for run in line.runs().filter(|_| length > 0) {
            walk(item, set, &run, scale, end, &mut pen, &mut runs);
        }
        let added = hyphen.as_ref().map_or(Px::ZERO, |(_, glyphs)| glyphs.advance() * scale);
        let width = pen + added;
        let x = left
            + match item.paragraph.align {
                Align::Left => Px::ZERO,
                Align::Center => (room - width) / 2.0,
                Align::Right => room - width,
            };
        for run in &mut runs {
            run.x += x;
        }
        let baseline = top + rise;
        if let Some((run, mut glyphs)) = hyphen {
            let at = item.own_byte(range.end);
            glyphs.run = run;
            glyphs.x = x + width - added;
            scale_run(&mut glyphs, scale, at);
            runs.push(glyphs);
        }
        let mut marks = plates(&item.paragraph.runs, &runs, top, height);
        if index == 0
            && let Some(marker) = item.paragraph.marker
        {
            let place = markers::Place { baseline, indent, width: setting.width, scale };
            marks.extend(markers::marks(set, &item.paragraph, marker, place));
        }
        lines.push(Line {
            paragraph,
            range: item.own_byte(range.start) as usize..item.own_byte(range.end) as usize,
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

/// Adds the glyphs of a shaped run, moving the pen to its end. Bytes from `end` on are white space without width.
fn walk(
    item: &Item,
    set: &Typesetter,
    run: &ShapedRun<'_, u16>,
    scale: f32,
    end: usize,
    pen: &mut Px,
    runs: &mut Vec<GlyphRun>,
) {
    let font = run.font();
    let font = set.font_id(font.data.id(), font.index);
    let synthesis = synthesis(set, run);
    let mut last: Option<usize> = None;
    // Letters that join the glyph of the letter before them, met before it where text runs right to left.
    let mut joined: Option<Range<usize>> = None;
    for cluster in run.visual_clusters() {
        let range = cluster.text_range();
        if cluster.is_hard_line_break() || item.shaped_text()[range.clone()].starts_with(SOFT) {
            continue;
        }
        if cluster.is_ligature_continuation() {
            if run.is_rtl() {
                joined = Some(joined.map_or(range.clone(), |more| range.start..more.end));
            } else if let Some(glyph) = last.and_then(|index| runs[index].glyphs.last_mut()) {
                glyph.to = item.own_byte(range.end);
            }
            continue;
        }
        let range = joined.take().map_or(range.clone(), |more| range.start..more.end.max(range.end));
        let style = usize::from(cluster.style().brush);
        let at = match last {
            Some(at) if runs[at].run == style => at,
            _ => {
                let words = &item.paragraph.runs[style];
                runs.push(GlyphRun {
                    run: style,
                    font,
                    synthesis: synthesis.clone(),
                    size: words.style.size * scale,
                    color: words.style.color,
                    x: *pen,
                    right_to_left: run.is_rtl(),
                    glyphs: Vec::new(),
                    decorations: decorations(words, run, scale),
                });
                runs.len() - 1
            }
        };
        last = Some(at);
        let wide = if range.start < end { scale } else { 0.0 };
        add_cluster(item, &cluster, &range, (scale, wide), pen, &mut runs[at]);
    }
}

fn add_cluster(
    item: &Item,
    cluster: &Cluster<'_, u16>,
    range: &Range<usize>,
    (scale, wide): (f32, f32),
    pen: &mut Px,
    run: &mut GlyphRun,
) {
    for glyph in cluster.glyphs() {
        *pen += Px(glyph.advance * wide);
        run.glyphs.push(Glyph {
            id: glyph.id,
            advance: glyph.advance * wide,
            x: glyph.x * scale,
            y: glyph.y * scale,
            from: item.own_byte(range.start),
            to: item.own_byte(range.end),
        });
    }
}

impl Item {
    /// The byte of the author's text that a byte of the shaped text stands for.
    fn own_byte(&self, at: usize) -> u32 {
        let before = self.version().added.iter().filter(|added| **added < at).count();
        let own = (at - before * SOFT.len_utf8()).min(self.own);
        u32::try_from(own).expect("a paragraph is shorter than 4 GB")
    }

    /// The run of words that ends at or holds a byte of the shaped text.
    fn run_before(&self, at: usize) -> Option<usize> {
        let own = self.own_byte(at) as usize;
        self.paragraph.runs.iter().position(|run| run.range.start < own && own <= run.range.end)
    }
}

/// What a face lacks. Scripts that are never slanted are not slanted by force.
fn synthesis(set: &Typesetter, run: &ShapedRun<'_, u16>) -> Synthesis {
    let wanted = run.synthesis();
    if !wanted.any() {
        return Synthesis::default();
    }
    let font = run.font();
    let id = set.font_id(font.data.id(), font.index);
    let upright = set.faces().get(id.0 as usize).is_some_and(|face| face.family.starts_with("Noto Sans "));
    Synthesis {
        bold: wanted.embolden(),
        slant: wanted.skew().filter(|_| !upright).unwrap_or(0.0),
        axes: wanted.variation_settings().iter().map(|(tag, value)| (tag.to_be_bytes(), *value)).collect(),
    }
}

fn decorations(words: &Run, run: &ShapedRun<'_, u16>, scale: f32) -> Vec<Decoration> {
    let metrics = run.font_metrics();
    let size = words.style.size.0;
    // Some faces draw hairlines; a line that thin is lost on a wall.
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

/// The plates behind words that stand on one.
fn plates(words: &[Run], runs: &[GlyphRun], top: Px, height: Px) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
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
        marks.push(Mark::Shape(frame, Shape::filled(color, glyphs.size * 0.18)));
    }
    marks
}

/// The glyphs of a sign that layout adds: a hyphen, a number. At the size of its style, at 0.
pub(super) fn sign(
    set: &mut Typesetter,
    text: &str,
    style: Option<RunStyle>,
    direction: Direction,
) -> Option<GlyphRun> {
    let run = Run { range: 0..text.len(), style: style?, link: None };
    let mut shaped = set.shaped(text, std::slice::from_ref(&run), direction, false);
    shaped.break_all_lines(None);
    let line = shaped.get(0)?;
    let first = line.runs().next()?;
    let font = first.font();
    let mut glyphs = GlyphRun {
        run: usize::MAX,
        font: set.font_id(font.data.id(), font.index),
        synthesis: synthesis(set, &first),
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

/// Brings a sign to the size of its line; it stands for no byte but the one at `at`.
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
