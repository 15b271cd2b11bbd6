//! Text: semantic elements around words at the positions that layout chose.
//!
//! Each glyph run becomes one piece of text, positioned by its baseline and its edge. Pieces are inside the elements
//! that give them meaning (paragraph, item, link, emphasis), in reading order, whatever their order on the line.

use std::fmt::Write;
use std::ops::Range;

use scene::{
    DecorationKind, GlyphRun, Line, LineMark, LinkTarget, MarkerSign, NodeRole, Paragraph, ParagraphKind, Px, Run,
    RunStyle, Synthesis, Text,
};

use super::fonts::{ASCENT, DESCENT};
use super::markup::{Markup, Number};
use super::style::color;
use super::writer::Writer;

/// The box that a text is in.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextBox {
    /// The role of the text.
    pub(super) role: NodeRole,
    /// The width of the box.
    pub(super) width: Px,
}

/// The text of one glyph run.
struct RunText<'a> {
    line: &'a Line,
    glyphs: &'a GlyphRun,
    /// The bytes of the paragraph that the run shows.
    range: Range<usize>,
    /// A hyphen or an ellipsis that layout added at the end.
    added: &'static str,
}

impl Writer<'_> {
    /// Whether a text needs no element between its box and its pieces.
    pub(super) fn is_plain(text: &Text) -> bool {
        let [paragraph] = &text.paragraphs[..] else {
            return text.paragraphs.is_empty();
        };
        paragraph.kind == ParagraphKind::Plain && paragraph.step.is_none()
    }

    /// Writes a text as paragraphs, lists, headings and quotations.
    pub(super) fn blocks(&mut self, text: &Text, text_box: TextBox) {
        let mut lists = Lists::default();
        let mut in_quote = false;
        for (index, paragraph) in text.paragraphs.iter().enumerate() {
            let is_quote = paragraph.kind == ParagraphKind::Quote && text_box.role != NodeRole::Quote;
            if paragraph.kind != ParagraphKind::Item {
                lists.close_to(0, &mut self.out);
            }
            if is_quote != in_quote {
                if is_quote {
                    self.out.raw("<blockquote>");
                } else {
                    self.out.raw("</blockquote>");
                }
                in_quote = is_quote;
            }
            match paragraph.kind {
                ParagraphKind::Item if lists.continues(paragraph) => {
                    lists.close_to(usize::from(paragraph.level.max(1)), &mut self.out);
                    self.block("p", text, index, text_box);
                }
                ParagraphKind::Item => {
                    lists.item(paragraph, &mut self.out);
                    self.paragraph_attributes(paragraph);
                    self.out.end_attributes();
                    self.paragraph(text, index, text_box);
                }
                ParagraphKind::Heading(level) => {
                    let element = self.headings.below_title(level);
                    self.block(element, text, index, text_box);
                }
                ParagraphKind::Plain | ParagraphKind::Quote => self.block("p", text, index, text_box),
            }
        }
        lists.close_to(0, &mut self.out);
        if in_quote {
            self.out.raw("</blockquote>");
        }
    }

    /// Writes one paragraph as an element.
    fn block(&mut self, element: &str, text: &Text, index: usize, text_box: TextBox) {
        self.out.open(element);
        self.paragraph_attributes(&text.paragraphs[index]);
        self.out.end_attributes();
        self.paragraph(text, index, text_box);
        self.out.close(element);
    }

    fn paragraph_attributes(&mut self, paragraph: &Paragraph) {
        if *paragraph.language != *self.document.language {
            self.out.attribute("lang", &paragraph.language);
        }
        self.step(paragraph.step);
        self.source(paragraph.source.as_ref());
    }

    /// Writes the text of one paragraph.
    pub(super) fn paragraph(&mut self, text: &Text, index: usize, text_box: TextBox) {
        let Some(paragraph) = text.paragraphs.get(index) else {
            return;
        };
        let pieces = pieces(text, index);
        for line in text.lines.iter().filter(|line| line.paragraph == index) {
            self.marks(line, paragraph, text_box);
        }
        for linked in pieces.chunk_by(|one, next| link(paragraph, one) == link(paragraph, next)) {
            // One word in bold inside a link is still one link.
            let address =
                linked.first().and_then(|piece| link(paragraph, piece)).and_then(|target| self.target(target));
            if let Some(address) = &address {
                self.out.open("a");
                self.link_attributes(address);
                self.out.end_attributes();
            }
            for run in linked.chunk_by(|one, next| one.glyphs.run == next.glyphs.run) {
                self.run(paragraph, run, text_box);
            }
            if address.is_some() {
                self.out.close("a");
            }
        }
        let shown = pieces.iter().map(|piece| piece.range.end).max().unwrap_or(0);
        let unseen = paragraph.text[shown..].trim();
        if text.truncated && !unseen.is_empty() {
            // The part that did not fit is still there for screen readers.
            self.out.raw("<span class=\"sr\">").text(unseen).raw("</span>");
        }
    }

    /// Writes the pieces of one run inside the elements for its meaning.
    fn run(&mut self, paragraph: &Paragraph, pieces: &[RunText<'_>], text_box: TextBox) {
        let run = pieces.first().and_then(|piece| paragraph.runs.get(piece.glyphs.run));
        if let Some(formula) = run.and_then(Run::drawn_formula)
            && let Some(first) = pieces.first()
        {
            let runs: Vec<&GlyphRun> = pieces.iter().map(|piece| piece.glyphs).collect();
            self.formula(formula, first.line, &runs);
            return;
        }
        let mut elements: Vec<&str> = Vec::new();
        if let Some(run) = run {
            let style = run.style;
            let elements_of_style = [
                (style.strong, "strong"),
                (style.italic && text_box.role == NodeRole::Body, "em"),
                (style.code && !self.in_code, "code"),
                (style.strike, "s"),
            ];
            for (_, element) in elements_of_style.into_iter().filter(|(applies, _)| *applies) {
                self.out.open(element).end_attributes();
                elements.push(element);
            }
        }
        for piece in pieces {
            self.piece(paragraph, piece, run, text_box);
        }
        for element in elements.into_iter().rev() {
            self.out.close(element);
        }
    }

    /// Writes the text of one glyph run, with what layout added to it.
    fn piece(&mut self, paragraph: &Paragraph, piece: &RunText<'_>, run: Option<&Run>, text_box: TextBox) {
        let words = &paragraph.text[piece.range.clone()];
        let trimmed = words.trim_end();
        let glyphs = piece.glyphs;
        let is_whole = glyphs.decorations.is_empty() || trimmed.len() == words.len();
        let shown = if is_whole { words } else { trimmed };
        if !shown.is_empty() {
            self.open_piece(piece.line, glyphs, run.map(|run| run.style), text_box, false);
            if self.for_editor() {
                let at = paragraph.text[..piece.range.start].encode_utf16().count();
                self.out.attribute("data-at", at);
            }
            self.out.end_attributes().text(shown);
            self.add_letters(glyphs, shown);
            if !piece.added.is_empty() {
                self.out.raw("<span aria-hidden=\"true\">").text(piece.added).raw("</span>");
                self.add_letters(glyphs, piece.added);
            }
            self.out.close("span");
        } else if !piece.added.is_empty() {
            self.open_piece(piece.line, glyphs, run.map(|run| run.style), text_box, true);
            self.out.end_attributes().text(piece.added).close("span");
            self.add_letters(glyphs, piece.added);
        }
        if !is_whole {
            // An underline ends with the words, but copied text needs the space after them.
            self.out.raw("<span class=\"l\">").text(&words[trimmed.len()..]).raw("</span>");
        }
    }

    /// Begins the element of a glyph run, positioned by its baseline.
    fn open_piece(&mut self, line: &Line, glyphs: &GlyphRun, style: Option<RunStyle>, text_box: TextBox, hidden: bool) {
        let class = if glyphs.right_to_left { "r" } else { "l" };
        self.open_piece_as(class, line, glyphs, style, text_box);
        if hidden {
            self.out.attribute("aria-hidden", "true");
        }
    }

    fn open_piece_as(
        &mut self,
        class: &str,
        line: &Line,
        glyphs: &GlyphRun,
        style: Option<RunStyle>,
        text_box: TextBox,
    ) {
        let size = glyphs.size.0;
        let ascent = (size * ASCENT).round();
        let top = Number(line.baseline.0 - ascent);
        let position = if class.starts_with('r') {
            // By its right edge: white space at its end extends to the left.
            format!("right:{}px;top:{top}px;", Number((text_box.width - glyphs.x - glyphs.advance()).0))
        } else {
            format!("left:{}px;top:{top}px;", Number(glyphs.x.0))
        };
        let style = self.text_style(glyphs, style);
        self.out.open("span");
        self.text_styles.write(&mut self.out, class, &style, &position);
    }

    /// The declarations for the text of a glyph run.
    fn text_style(&self, glyphs: &GlyphRun, style: Option<RunStyle>) -> String {
        let size = glyphs.size.0;
        let height = (size * ASCENT).round() + (size * DESCENT).round();
        let color = color(&self.document.palette, glyphs.color);
        let family = self.family(glyphs.font);
        let mut css = format!("font:{}px/{}px {family};color:{color}", Number(size), Number(height));
        if let Some(style) = style {
            if style.letter_spacing != Px::ZERO {
                let spacing = style.letter_spacing.0 * size / style.size.0.max(1.0);
                let _ = write!(css, ";letter-spacing:{}px", Number(spacing));
            }
            if style.code {
                css.push_str(";font-feature-settings:\"calt\" 0,\"liga\" 0");
            } else if style.tabular {
                css.push_str(";font-feature-settings:\"tnum\"");
            }
        }
        for decoration in &glyphs.decorations {
            let offset = decoration.y.0 - decoration.thickness.0 / 2.0;
            let thickness = Number(decoration.thickness.0);
            let _ = match decoration.kind {
                DecorationKind::Underline => write!(
                    css,
                    ";text-decoration:underline {thickness}px;text-underline-offset:{}px;text-decoration-skip-ink:none",
                    Number(offset)
                ),
                DecorationKind::Strike => write!(css, ";text-decoration:line-through {thickness}px"),
            };
        }
        add_synthesis(&mut css, &glyphs.synthesis, size);
        css
    }

    /// Writes the marks of a line, such as bullets. Screen readers ignore them: the elements have the same meaning.
    fn marks(&mut self, line: &Line, paragraph: &Paragraph, text_box: TextBox) {
        for mark in &line.marks {
            match mark {
                LineMark::Shape(frame, shape) => self.shape(shape, *frame, ""),
                LineMark::Glyphs(glyphs) => {
                    let Some(MarkerSign::Number(number)) = paragraph.marker.map(|marker| marker.sign) else {
                        continue;
                    };
                    let words = format!("{number}.");
                    let style = paragraph.runs.first().map(|run| RunStyle { tabular: true, code: false, ..run.style });
                    // Digits run from left to right; the point after them follows the direction of the lines.
                    let class = if self.document.direction.is_right_to_left() { "r m" } else { "l" };
                    self.open_piece_as(class, line, glyphs, style, text_box);
                    self.out.raw(" aria-hidden=\"true\">").text(&words).close("span");
                    self.add_letters(glyphs, &words);
                }
            }
        }
    }
}

/// Adds bold, slant and variation settings that the face does not have itself.
fn add_synthesis(css: &mut String, synthesis: &Synthesis, size: f32) {
    if synthesis.bold {
        let _ = write!(css, ";-webkit-text-stroke:{}px", Number(size / 32.0));
    }
    if synthesis.slant != 0.0 {
        let base = Number((size * ASCENT).round());
        let _ = write!(css, ";transform:skewX({}deg);transform-origin:0 {base}px", Number(-synthesis.slant));
    }
    for (index, (tag, value)) in synthesis.axes.iter().enumerate() {
        css.push_str(if index == 0 { ";font-variation-settings:" } else { "," });
        let tag: String = tag.iter().map(|byte| char::from(*byte)).filter(char::is_ascii_alphanumeric).collect();
        let _ = write!(css, "\"{tag}\" {}", Number(*value));
    }
}

/// The link target of a piece.
fn link<'p>(paragraph: &'p Paragraph, piece: &RunText<'_>) -> Option<&'p LinkTarget> {
    paragraph.runs.get(piece.glyphs.run)?.link.as_ref()
}

/// The pieces of a paragraph in reading order.
fn pieces(text: &Text, index: usize) -> Vec<RunText<'_>> {
    let mut pieces = Vec::new();
    for (line_index, line) in text.lines.iter().enumerate().filter(|(_, line)| line.paragraph == index) {
        let is_last = text.truncated && line_index + 1 == text.lines.len();
        let added = if is_last { "…" } else { "-" };
        let first = pieces.len();
        for glyphs in &line.runs {
            pieces.push(piece(line, glyphs, added));
        }
        pieces[first..].sort_by_key(|piece: &RunText<'_>| piece.range.start);
    }
    pieces
}

/// The text of a glyph run. `added` is the text of its glyphs that represent nothing of the paragraph.
fn piece<'a>(line: &'a Line, glyphs: &'a GlyphRun, added: &'static str) -> RunText<'a> {
    let shown = || glyphs.glyphs.iter().filter(|glyph| glyph.to > glyph.from);
    let is_added = glyphs.glyphs.iter().any(|glyph| glyph.to == glyph.from);
    let start = glyphs.glyphs.first().map_or(line.range.end, |glyph| glyph.from as usize);
    let from = shown().map(|glyph| glyph.from as usize).min().unwrap_or(start);
    let to = shown().map(|glyph| glyph.to as usize).max().unwrap_or(from);
    RunText { line, glyphs, range: from..to, added: if is_added { added } else { "" } }
}

/// The open lists, each with an open item.
#[derive(Default)]
pub(super) struct Lists {
    open: Vec<&'static str>,
}

impl Lists {
    /// Whether a paragraph belongs to the item before it.
    pub(super) fn continues(&self, paragraph: &Paragraph) -> bool {
        paragraph.marker.is_none() && self.open.len() >= usize::from(paragraph.level.max(1))
    }

    /// Closes lists until at most `count` are open.
    pub(super) fn close_to(&mut self, count: usize, out: &mut Markup) {
        while self.open.len() > count {
            out.close("li");
            out.close(self.open.pop().unwrap_or_default());
        }
    }

    /// Begins an item and the lists around it; attributes of the item may follow.
    pub(super) fn item(&mut self, paragraph: &Paragraph, out: &mut Markup) {
        let level = usize::from(paragraph.level.max(1));
        let number = match paragraph.marker.map(|marker| marker.sign) {
            Some(MarkerSign::Number(number)) => Some(number),
            _ => None,
        };
        let element = if number.is_some() { "ol" } else { "ul" };
        self.close_to(level, out);
        if self.open.len() == level {
            if self.open.last() == Some(&element) {
                out.close("li");
            } else {
                self.close_to(level - 1, out);
            }
        }
        while self.open.len() < level {
            let is_innermost = self.open.len() + 1 == level;
            // Some screen readers ignore a list without markers unless it has the role `list`.
            out.open(element).attribute("role", "list").end_attributes();
            if !is_innermost {
                out.raw("<li>");
            }
            self.open.push(element);
        }
        out.open("li");
        if let Some(number) = number {
            out.attribute("value", number);
        }
        if let Some(MarkerSign::Task(done)) = paragraph.marker.map(|marker| marker.sign) {
            out.attribute("data-done", done);
        }
    }
}
