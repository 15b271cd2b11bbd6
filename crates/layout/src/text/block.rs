//! Shaped paragraphs that can be broken into lines at any width and size.

use std::ops::Range;
use std::sync::Arc;

use parley::layout::{BreakReason, Cluster};
use scene::{Direction, Marker, Paragraph, Px, Run, Text};

use super::hyphens::{Hyphenated, SOFT_HYPHEN, hyphenated};
use super::shaper::{Shaped, Typesetter};
use super::{formulas, lines, truncation};
use crate::{formula, script};

/// The width, size and gaps at which a block is broken into lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct BlockOptions {
    /// Maximum line width.
    pub(crate) width: Px,
    /// Font size as a factor of the size at which the text was shaped.
    pub(crate) scale: f32,
    /// Gaps between paragraphs as a factor of their `space_before`.
    pub(crate) gap: f32,
}

impl BlockOptions {
    /// The size and gaps at which the text was shaped.
    pub(crate) fn width(width: Px) -> BlockOptions {
        BlockOptions { width, scale: 1.0, gap: 1.0 }
    }
}

/// Maximum length of an unbroken line that is shaped, in bytes: several times what fits across a page.
const MAX_UNBROKEN_BYTES: usize = 2_000;

/// The fractions of the width below which a last line is an orphan: for one word in a text of up to four lines, for
/// several words there, and for any words in a longer text.
const ORPHAN_SHARES: (f32, f32, f32) = (0.34, 0.2, 0.12);
/// How often, and by which fraction of the width each time, a text is narrowed to avoid an orphan.
const NARROWING: (u8, f32) = (10, 0.03);

/// Balancing avoids a single word on the first line that is narrower than this fraction of the widest line.
const LONE_SHARE: f32 = 0.5;
/// Up to this number of lines, all are made about equally long.
const MAX_BALANCED: usize = 4;

/// How line breaks are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineBreaking {
    /// The last line does not consist of a short word or two.
    AvoidOrphans,
    /// All lines are about equally long, for titles.
    Balanced,
}

/// Shaped paragraphs, one below the other.
pub(crate) struct TextBlock {
    pub(super) items: Vec<ShapedParagraph>,
}

/// A paragraph with its glyphs, broken into lines at the width requested last.
pub(super) struct ShapedParagraph {
    pub(super) paragraph: Paragraph,
    /// Length of the author's text in bytes; an ellipsis may follow.
    pub(super) author_bytes: usize,
    plain: ShapedText,
    /// The text with soft hyphens, made when a word was longer than its line.
    hyphenated: Option<ShapedText>,
    uses_hyphenated: bool,
    /// Whether lines wrap at the width.
    wrap: bool,
    line_breaking: LineBreaking,
    /// The width that the lines are broken to; NaN before the first time.
    broken_width: f32,
    /// The rest of an unbroken line beyond the part that was shaped.
    unshaped: String,
}

/// The glyphs of a paragraph, with or without inserted soft hyphens.
pub(super) struct ShapedText {
    pub(super) shaped: Shaped,
    /// The shaped text, when it differs from the paragraph's text.
    pub(super) text: Option<String>,
    /// Byte positions of the inserted soft hyphens.
    pub(super) added: Vec<usize>,
    has_soft_hyphens: bool,
}

impl TextBlock {
    /// Shapes paragraphs at their own font size.
    pub(crate) fn new(typesetter: &mut Typesetter, paragraphs: Vec<Paragraph>) -> TextBlock {
        let items = paragraphs.into_iter().map(|paragraph| ShapedParagraph::new(typesetter, paragraph, true));
        TextBlock { items: items.collect() }
    }

    /// Shapes a paragraph whose lines are balanced, as in titles.
    pub(crate) fn balanced(typesetter: &mut Typesetter, paragraph: Paragraph) -> TextBlock {
        let mut item = ShapedParagraph::new(typesetter, paragraph, true);
        item.line_breaking = LineBreaking::Balanced;
        TextBlock { items: vec![item] }
    }

    /// Sets the line height of all paragraphs, as a factor of their font size. Scripts with tall letters keep more.
    pub(crate) fn set_leading(&mut self, leading: f32) {
        for ShapedParagraph { paragraph, .. } in &mut self.items {
            if let Some(run) = paragraph.runs.first() {
                let least = script::min_leading(&paragraph.text).max(formula::min_leading(&paragraph.runs));
                paragraph.line_height = run.style.size * leading.max(least);
            }
        }
    }

    /// The same paragraphs, broken into lines of about equal length.
    #[must_use]
    pub(crate) fn with_even_lines(mut self) -> TextBlock {
        for item in &mut self.items {
            item.line_breaking = LineBreaking::Balanced;
        }
        self
    }

    /// Shapes lines that never wrap, as in code. Text far beyond the edge of any page is kept but not shaped.
    pub(crate) fn unbroken(typesetter: &mut Typesetter, paragraphs: Vec<Paragraph>) -> TextBlock {
        let items = paragraphs.into_iter().map(|mut paragraph| {
            let unshaped = split_off(&mut paragraph, MAX_UNBROKEN_BYTES);
            ShapedParagraph { unshaped, ..ShapedParagraph::new(typesetter, paragraph, false) }
        });
        TextBlock { items: items.collect() }
    }

    /// Appends the paragraphs of another block.
    pub(crate) fn append(&mut self, other: TextBlock) {
        self.items.extend(other.items);
    }

    /// Sets the space above the first paragraph.
    pub(crate) fn set_space_before(&mut self, space: Px) {
        if let Some(item) = self.items.first_mut() {
            item.paragraph.space_before = space;
        }
    }

    /// Sets the range of the field's text that the paragraphs came from.
    pub(crate) fn set_source(&mut self, source: Option<&Range<usize>>) {
        for item in &mut self.items {
            item.paragraph.source = source.cloned();
        }
    }

    /// Height of the first line.
    pub(crate) fn first_line_height(&self, options: BlockOptions) -> Px {
        self.items.first().map_or(Px::ZERO, |item| item.line_height(options))
    }

    /// Total height of all lines and gaps.
    pub(crate) fn height(&mut self, typesetter: &mut Typesetter, options: BlockOptions) -> Px {
        let mut height = Px::ZERO;
        for (index, item) in self.items.iter_mut().enumerate() {
            if index > 0 {
                height += item.space_above(options);
            }
            height += item.line_height(options) * as_f32(item.break_lines(typesetter, options));
        }
        height
    }

    /// Number of lines.
    pub(crate) fn lines(&mut self, typesetter: &mut Typesetter, options: BlockOptions) -> usize {
        self.items.iter_mut().map(|item| item.break_lines(typesetter, options)).sum()
    }

    /// Whether any word is hyphenated, or broken without a hyphen, at a width.
    pub(crate) fn breaks_words(&mut self, typesetter: &mut Typesetter, options: BlockOptions) -> bool {
        self.items.iter_mut().any(|item| {
            item.break_lines(typesetter, options);
            item.breaks_words()
        })
    }

    /// Width of the longest line when only the author's line breaks apply.
    pub(crate) fn natural_width(&mut self, typesetter: &mut Typesetter, scale: f32) -> Px {
        let options = BlockOptions { width: Px(f32::MAX / 4.0), scale, gap: 1.0 };
        let widths = self.items.iter_mut().map(|item| {
            item.fill_lines(typesetter, options);
            (item.paragraph.indent + Px(item.current().shaped.width())) * scale
        });
        widths.fold(Px::ZERO, Px::max)
    }

    /// The text with as many lines as fit into a height and a number of lines. The last line of a truncated text ends in
    /// an ellipsis.
    pub(crate) fn text(
        &mut self,
        typesetter: &mut Typesetter,
        options: BlockOptions,
        height: Px,
        max_lines: usize,
    ) -> Text {
        let mut text = Text::default();
        let visible = truncation::visible_lines(self, typesetter, options, height, max_lines);
        let mut top = Px::ZERO;
        for (index, item) in self.items.iter_mut().enumerate() {
            if index > 0 {
                top += item.space_above(options);
            }
            let shown = visible.get(index).copied().unwrap_or(truncation::VisibleLines::NONE);
            let elided = shown.elided || (shown.lines > 0 && item.is_too_wide(typesetter, options));
            text.truncated |= !item.unshaped.is_empty();
            let mut truncated;
            let drawn = if elided {
                text.truncated = true;
                truncated = truncation::elided(item, typesetter, options, shown.lines);
                &mut truncated
            } else {
                &mut *item
            };
            let before = text.lines.len();
            if shown.lines > 0 {
                drawn.break_lines(typesetter, options);
                drawn.refine_lines(typesetter);
                lines::add_lines(drawn, typesetter, options, index, top, &mut text.lines);
            }
            let added = text.lines.len() - before;
            top += item.line_height(options) * as_f32(added);
            text.paragraphs.push(item.paragraph_at(options));
        }
        text.truncated |= visible.len() < self.items.len();
        text
    }
}

impl ShapedParagraph {
    pub(super) fn new(typesetter: &mut Typesetter, paragraph: Paragraph, wrap: bool) -> ShapedParagraph {
        let shaped = typesetter.shaped(&paragraph.text, &paragraph.runs, paragraph.direction, wrap);
        let plain = ShapedText {
            shaped,
            text: None,
            added: Vec::new(),
            has_soft_hyphens: paragraph.text.contains(SOFT_HYPHEN),
        };
        ShapedParagraph {
            author_bytes: paragraph.text.len(),
            paragraph,
            plain,
            hyphenated: None,
            uses_hyphenated: false,
            wrap,
            line_breaking: LineBreaking::AvoidOrphans,
            broken_width: f32::NAN,
            unshaped: String::new(),
        }
    }

    /// The glyphs of the current line breaks.
    pub(super) fn current(&self) -> &ShapedText {
        match &self.hyphenated {
            Some(hyphenated) if self.uses_hyphenated => hyphenated,
            _ => &self.plain,
        }
    }

    /// The text that the current glyphs were shaped from.
    pub(super) fn shaped_text(&self) -> &str {
        self.current().text.as_deref().unwrap_or(&self.paragraph.text)
    }

    /// Breaks the text into lines at a width, greedily, and returns their number.
    pub(super) fn break_lines(&mut self, typesetter: &mut Typesetter, options: BlockOptions) -> usize {
        let width = (options.width / options.scale - self.paragraph.indent).0.max(1.0);
        #[expect(clippy::float_cmp, reason = "compares with the very same value")]
        if self.broken_width != width {
            self.broken_width = width;
            self.plain.break_to(width, &self.paragraph, typesetter);
            let breaks = self.plain.emergency_breaks();
            self.uses_hyphenated = self.wrap && !breaks.is_empty() && self.hyphenate(typesetter, &breaks);
        }
        self.current().shaped.len()
    }

    /// Breaks the lines as they are drawn: balanced, or without an orphan. The number of lines does not change, so
    /// fitting, which tries many sizes, skips this step.
    fn refine_lines(&mut self, typesetter: &mut Typesetter) {
        if !self.wrap || self.breaks_words() {
            return;
        }
        match self.line_breaking {
            LineBreaking::AvoidOrphans => self.avoid_orphan(typesetter, self.broken_width),
            LineBreaking::Balanced => self.balance(typesetter, self.broken_width),
        }
    }

    /// Breaks the lines greedily again, even if they were refined for drawing at this width.
    pub(super) fn fill_lines(&mut self, typesetter: &mut Typesetter, options: BlockOptions) {
        self.broken_width = f32::NAN;
        self.break_lines(typesetter, options);
    }

    /// Whether any word is hyphenated or broken at the current width.
    fn breaks_words(&self) -> bool {
        self.uses_hyphenated || !self.current().emergency_breaks().is_empty() || self.has_wide_formula()
    }

    /// Whether a formula is wider than the lines.
    fn has_wide_formula(&self) -> bool {
        let width = |run: &Run| run.drawn_formula().map(|formula| formula.layout.width * run.style.size.0);
        self.paragraph.runs.iter().filter_map(width).any(|width| width > self.broken_width + 0.5)
    }

    /// Breaks at a slightly smaller width when the last line would be an orphan.
    fn avoid_orphan(&mut self, typesetter: &mut Typesetter, width: f32) {
        let lines = self.plain.shaped.len();
        if lines < 2 || !self.has_orphan(width) {
            return;
        }
        for step in 1..=NARROWING.0 {
            self.plain.break_to(width * (1.0 - NARROWING.1 * f32::from(step)), &self.paragraph, typesetter);
            if self.plain.shaped.len() > lines || !self.plain.emergency_breaks().is_empty() {
                break;
            }
            if !self.has_orphan(width) {
                return;
            }
        }
        self.plain.break_to(width, &self.paragraph, typesetter);
    }

    /// Whether the last line consists of only a short word or two.
    fn has_orphan(&self, width: f32) -> bool {
        let lines = self.plain.shaped.len();
        let Some(last) = self.plain.shaped.get(lines - 1) else { return false };
        let words = self.paragraph.text.get(last.text_range()).unwrap_or_default().trim();
        let metrics = last.metrics();
        let share = match lines {
            5.. => ORPHAN_SHARES.2,
            _ if words.contains(char::is_whitespace) => ORPHAN_SHARES.1,
            _ => ORPHAN_SHARES.0,
        };
        metrics.advance - metrics.hanging_advance < width * share
    }

    /// Breaks at the narrowest width that needs no more lines, so that lines are about equally long.
    fn balance(&mut self, typesetter: &mut Typesetter, width: f32) {
        let lines = self.plain.shaped.len();
        if lines > MAX_BALANCED {
            self.avoid_orphan(typesetter, width);
            return;
        }
        if lines < 2 {
            return;
        }
        let (mut narrow, mut wide) = (width / 2.0, width);
        while wide - narrow > width / 100.0 {
            let middle = f32::midpoint(narrow, wide);
            self.plain.break_to(middle, &self.paragraph, typesetter);
            if self.plain.shaped.len() > lines || !self.plain.emergency_breaks().is_empty() {
                narrow = middle;
            } else {
                wide = middle;
            }
        }
        self.plain.break_to(wide, &self.paragraph, typesetter);
        if !self.starts_with_lone_word() {
            return;
        }
        for step in 1..=NARROWING.0 {
            let wider = wide + (width - wide) * f32::from(step) / f32::from(NARROWING.0);
            self.plain.break_to(wider, &self.paragraph, typesetter);
            if !self.starts_with_lone_word() && !self.has_orphan(self.plain.widest_line()) {
                return;
            }
        }
        self.plain.break_to(wide, &self.paragraph, typesetter);
    }

    /// Whether the first line is a single short word.
    fn starts_with_lone_word(&self) -> bool {
        let Some(first) = self.plain.shaped.get(0) else { return false };
        let words = self.paragraph.text.get(first.text_range()).unwrap_or_default().trim();
        let metrics = first.metrics();
        !words.contains(char::is_whitespace)
            && metrics.advance - metrics.hanging_advance < self.plain.widest_line() * LONE_SHARE
    }

    /// Hyphenates the words at these byte positions by the rules of their language. Returns whether any could be.
    fn hyphenate(&mut self, typesetter: &mut Typesetter, breaks: &[usize]) -> bool {
        let Paragraph { text, runs, language, .. } = &self.paragraph;
        let Some(Hyphenated { text, runs, added }) = hyphenated(text, runs, language, breaks) else {
            return false;
        };
        let shaped = typesetter.shaped(&text, &runs, self.paragraph.direction, self.wrap);
        let mut hyphenated = ShapedText { shaped, text: Some(text), added, has_soft_hyphens: true };
        hyphenated.break_to(self.broken_width, &self.paragraph, typesetter);
        self.hyphenated = Some(hyphenated);
        true
    }

    /// Whether the text does not wrap and is wider than its box.
    fn is_too_wide(&mut self, typesetter: &mut Typesetter, options: BlockOptions) -> bool {
        if self.wrap {
            return false;
        }
        self.break_lines(typesetter, options);
        Px(self.current().shaped.width()) * options.scale > options.width - self.indent(options) + Px(0.5)
    }

    /// The byte where the first `lines` lines end. For text that does not wrap, the byte where it leaves the box.
    pub(super) fn visible_end(&self, options: BlockOptions, lines: usize) -> usize {
        let shaped = &self.current().shaped;
        if self.wrap {
            return shaped.get(lines.saturating_sub(1)).map_or(usize::MAX, |line| line.text_range().end);
        }
        let edge = options.width / options.scale - self.paragraph.indent;
        Cluster::from_point(shaped, edge.0, 0.0).map_or(usize::MAX, |(cluster, _)| cluster.text_range().end)
    }

    pub(super) fn line_height(&self, options: BlockOptions) -> Px {
        self.paragraph.line_height * options.scale
    }

    /// Indent of the lines.
    pub(super) fn indent(&self, options: BlockOptions) -> Px {
        self.paragraph.indent * options.scale
    }

    /// Space above the paragraph.
    pub(super) fn space_above(&self, options: BlockOptions) -> Px {
        self.paragraph.space_before * options.scale * options.gap
    }

    /// The paragraph at the font size of these options.
    fn paragraph_at(&self, options: BlockOptions) -> Paragraph {
        let mut paragraph = Paragraph {
            line_height: self.line_height(options),
            space_before: self.space_above(options),
            indent: self.indent(options),
            marker: self.paragraph.marker.map(|marker| Marker { hang: marker.hang * options.scale, ..marker }),
            language: Arc::clone(&self.paragraph.language),
            ..self.paragraph.clone()
        };
        for run in &mut paragraph.runs {
            run.style.size = run.style.size * options.scale;
            run.style.letter_spacing = run.style.letter_spacing * options.scale;
        }
        paragraph.text.push_str(&self.unshaped);
        if let Some(last) = paragraph.runs.last_mut() {
            last.range.end = paragraph.text.len();
        }
        formulas::expand(&mut paragraph);
        paragraph
    }
}

/// Removes and returns the text of a paragraph from a byte on.
fn split_off(paragraph: &mut Paragraph, at: usize) -> String {
    if paragraph.text.len() <= at {
        return String::new();
    }
    let unshaped = paragraph.text.split_off(paragraph.text.floor_char_boundary(at));
    let end = paragraph.text.len();
    paragraph.runs.retain(|run| run.range.start < end);
    if let Some(last) = paragraph.runs.last_mut() {
        last.range.end = end;
    }
    unshaped
}

impl ShapedText {
    /// Width of the widest line.
    fn widest_line(&self) -> f32 {
        let widths = self.shaped.lines().map(|line| line.metrics().advance - line.metrics().hanging_advance);
        widths.fold(0.0, f32::max)
    }

    /// Breaks the text into lines that are at most `width` wide.
    fn break_to(&mut self, width: f32, paragraph: &Paragraph, typesetter: &mut Typesetter) {
        if self.has_soft_hyphens {
            self.break_with_hyphens(width, paragraph, typesetter);
        } else {
            self.shaped.break_all_lines(Some(width));
        }
    }

    /// Breaks the lines so that every line that ends in a soft hyphen has room for the visible hyphen.
    fn break_with_hyphens(&mut self, width: f32, paragraph: &Paragraph, typesetter: &mut Typesetter) {
        let hyphen =
            lines::symbol_glyphs(typesetter, "-", paragraph.runs.first().map(|run| run.style), Direction::LeftToRight);
        let hyphen_width = hyphen.map_or(0.0, |glyphs| glyphs.advance().0);
        let text = self.text.as_deref().unwrap_or(&paragraph.text);
        let spacing = paragraph.runs.first().map_or(0.0, |run| run.style.letter_spacing.0.min(0.0));
        // Soft hyphens inside a line are not drawn, but the shaper applies letter spacing to them.
        let undrawn_spacing = |line: &parley::layout::Line<'_, u16>| {
            spacing * as_f32(text[line.text_range()].matches(SOFT_HYPHEN).count())
        };
        let fits = |shaped: &Shaped, width: f32| {
            shaped.lines().all(|line| {
                let metrics = line.metrics();
                let hyphen = if ends_in_soft_hyphen(text, &line) { hyphen_width } else { 0.0 };
                metrics.advance - metrics.hanging_advance - undrawn_spacing(&line) + hyphen <= width + 0.01
            })
        };
        self.shaped.break_all_lines(Some(width));
        if !fits(&self.shaped, width) {
            // The width of a hyphen is reserved on every line, which is simple and always correct.
            let undrawn_spacing = self.shaped.lines().map(|line| undrawn_spacing(&line)).fold(0.0, f32::min);
            self.shaped.break_all_lines(Some((width - hyphen_width + undrawn_spacing).max(1.0)));
        }
    }

    /// Byte positions where a word was broken because it is longer than its line.
    fn emergency_breaks(&self) -> Vec<usize> {
        let breaks = self.shaped.lines().filter(|line| line.break_reason() == BreakReason::Emergency);
        breaks.map(|line| line.text_range().end).collect()
    }
}

/// Whether a line ends in a soft hyphen that must be shown.
pub(super) fn ends_in_soft_hyphen(text: &str, line: &parley::layout::Line<'_, u16>) -> bool {
    line.break_reason() == BreakReason::Regular && text[line.text_range()].ends_with(SOFT_HYPHEN)
}

/// A number of lines as a float.
#[expect(clippy::cast_precision_loss, reason = "a page has few lines")]
pub(super) fn as_f32(lines: usize) -> f32 {
    lines as f32
}
