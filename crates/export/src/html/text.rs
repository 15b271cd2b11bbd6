//! Text: semantic elements around words that stand where layout put them.
//!
//! A run of glyphs becomes one piece of words, placed by its baseline and its edge. Pieces stand inside the elements
//! that say what they are (paragraph, item, link, stress), in the order they are read, whatever the order on the line.

use std::fmt::Write;
use std::ops::Range;

use scene::{
    DecorationKind, GlyphRun, Line, Mark, Paragraph, ParagraphKind, Px, Role, Run, RunStyle, Sign, Synthesis, Target,
    Text,
};

use super::fonts::{ASCENT, DESCENT};
use super::markup::Number;
use super::style::color;
use super::writer::Writer;

/// What a text is set into.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// What the text is for.
    pub(super) role: Role,
    /// How wide its box is.
    pub(super) width: Px,
}

/// The words of one glyph run.
struct Piece<'a> {
    line: &'a Line,
    glyphs: &'a GlyphRun,
    /// The bytes of the paragraph.
    range: Range<usize>,
    /// A hyphen or an ellipsis that layout added.
    added: &'static str,
}

impl Writer<'_> {
    /// Whether a text needs no elements between its box and its words.
    pub(super) fn is_plain(text: &Text) -> bool {
        let [paragraph] = &text.paragraphs[..] else {
            return text.paragraphs.is_empty();
        };
        paragraph.kind == ParagraphKind::Plain && paragraph.step.is_none()
    }

    /// Writes a text as paragraphs, lists, headings and quotations.
    pub(super) fn blocks(&mut self, text: &Text, setting: Setting) {
        let mut lists = Lists::default();
        let mut quoted = false;
        for (index, paragraph) in text.paragraphs.iter().enumerate() {
            let is_quote = paragraph.kind == ParagraphKind::Quote && setting.role != Role::Quote;
            if paragraph.kind != ParagraphKind::Item {
                lists.close_to(0, self);
            }
            if is_quote != quoted {
                if is_quote {
                    self.out.raw("<blockquote>");
                } else {
                    self.out.raw("</blockquote>");
                }
                quoted = is_quote;
            }
            match paragraph.kind {
                ParagraphKind::Item if lists.continues(paragraph) => {
                    lists.close_to(usize::from(paragraph.level.max(1)), self);
                    self.block("p", text, index, setting);
                }
                ParagraphKind::Item => {
                    lists.item(paragraph, self);
                    self.paragraph_attributes(paragraph);
                    self.out.inside();
                    self.paragraph(text, index, setting);
                }
                ParagraphKind::Heading(level) => {
                    let element = self.headings.below(level);
                    self.block(element, text, index, setting);
                }
                ParagraphKind::Plain | ParagraphKind::Quote => self.block("p", text, index, setting),
            }
        }
        lists.close_to(0, self);
        if quoted {
            self.out.raw("</blockquote>");
        }
    }

    fn block(&mut self, element: &str, text: &Text, index: usize, setting: Setting) {
        self.out.open(element);
        self.paragraph_attributes(&text.paragraphs[index]);
        self.out.inside();
        self.paragraph(text, index, setting);
        self.out.close(element);
    }

    fn paragraph_attributes(&mut self, paragraph: &Paragraph) {
        if *paragraph.language != *self.document.language {
            self.out.attribute("lang", &paragraph.language);
        }
        self.step(paragraph.step);
        self.source(paragraph.source.as_ref());
    }

    /// Writes the words of one paragraph.
    pub(super) fn paragraph(&mut self, text: &Text, index: usize, setting: Setting) {
        let Some(paragraph) = text.paragraphs.get(index) else {
            return;
        };
        let pieces = pieces(text, index);
        for line in text.lines.iter().filter(|line| line.paragraph == index) {
            self.marks(line, paragraph, setting);
        }
        for linked in pieces.chunk_by(|one, next| link(paragraph, one) == link(paragraph, next)) {
            // One word in bold inside a link is still one link.
            let address =
                linked.first().and_then(|piece| link(paragraph, piece)).and_then(|target| self.target(target));
            if let Some(address) = &address {
                self.out.open("a");
                self.link_attributes(address);
                self.out.inside();
            }
            for run in linked.chunk_by(|one, next| one.glyphs.run == next.glyphs.run) {
                self.run(paragraph, run, setting);
            }
            if address.is_some() {
                self.out.close("a");
            }
        }
        let shown = pieces.iter().map(|piece| piece.range.end).max().unwrap_or(0);
        let unseen = paragraph.text[shown..].trim();
        if text.cut && !unseen.is_empty() {
            // What there was no room for is still there to be heard.
            self.out.raw("<span class=\"sr\">").text(unseen).raw("</span>");
        }
    }

    /// Writes the pieces of one run of words inside the elements that say what it is.
    fn run(&mut self, paragraph: &Paragraph, pieces: &[Piece<'_>], setting: Setting) {
        let run = pieces.first().and_then(|piece| paragraph.runs.get(piece.glyphs.run));
        let mut elements: Vec<&str> = Vec::new();
        if let Some(run) = run {
            let style = run.style;
            let meanings = [
                (style.strong, "strong"),
                (style.italic && setting.role == Role::Body, "em"),
                (style.code && !self.in_code, "code"),
                (style.strike, "s"),
            ];
            for (_, element) in meanings.into_iter().filter(|(meant, _)| *meant) {
                self.out.open(element).inside();
                elements.push(element);
            }
        }
        for piece in pieces {
            self.piece(paragraph, piece, run, setting);
        }
        for element in elements.into_iter().rev() {
            self.out.close(element);
        }
    }

    fn piece(&mut self, paragraph: &Paragraph, piece: &Piece<'_>, run: Option<&Run>, setting: Setting) {
        let words = &paragraph.text[piece.range.clone()];
        let kept = words.trim_end();
        let glyphs = piece.glyphs;
        let ends = glyphs.decorations.is_empty() || kept.len() == words.len();
        let shown = if ends { words } else { kept };
        if !shown.is_empty() {
            self.placed(piece.line, glyphs, run.map(|run| run.style), setting, false);
            if self.for_editor() {
                let at = paragraph.text[..piece.range.start].encode_utf16().count();
                self.out.attribute("data-at", at);
            }
            self.out.inside().text(shown);
            self.letters(glyphs, shown);
            if !piece.added.is_empty() {
                self.out.raw("<span aria-hidden=\"true\">").text(piece.added).raw("</span>");
                self.letters(glyphs, piece.added);
            }
            self.out.close("span");
        } else if !piece.added.is_empty() {
            self.placed(piece.line, glyphs, run.map(|run| run.style), setting, true);
            self.out.inside().text(piece.added).close("span");
            self.letters(glyphs, piece.added);
        }
        if !ends {
            // A line under words ends with them, but who copies them wants the space.
            self.out.raw("<span class=\"l\">").text(&words[kept.len()..]).raw("</span>");
        }
    }

    /// Begins the element of a glyph run, placed by its baseline.
    fn placed(&mut self, line: &Line, glyphs: &GlyphRun, style: Option<RunStyle>, setting: Setting, hidden: bool) {
        let class = if glyphs.right_to_left { "r" } else { "l" };
        self.placed_as(class, line, glyphs, style, setting);
        if hidden {
            self.out.attribute("aria-hidden", "true");
        }
    }

    fn placed_as(&mut self, class: &str, line: &Line, glyphs: &GlyphRun, style: Option<RunStyle>, setting: Setting) {
        let size = glyphs.size.0;
        let above = (size * ASCENT).round();
        let top = Number(line.baseline.0 - above);
        let place = if class.starts_with('r') {
            // By its right edge: white space at its end hangs to the left.
            format!("right:{}px;top:{top}px;", Number((setting.width - glyphs.x - glyphs.advance()).0))
        } else {
            format!("left:{}px;top:{top}px;", Number(glyphs.x.0))
        };
        let look = self.look(glyphs, style);
        self.out.open("span");
        self.looks.write(&mut self.out, class, &look, &place);
    }

    /// How the words of a glyph run look.
    fn look(&self, glyphs: &GlyphRun, style: Option<RunStyle>) -> String {
        let size = glyphs.size.0;
        let height = (size * ASCENT).round() + (size * DESCENT).round();
        let color = color(&self.document.palette, glyphs.color);
        let family = self.family(glyphs.font);
        let mut look = format!("font:{}px/{}px {family};color:{color}", Number(size), Number(height));
        if let Some(style) = style {
            if style.letter_spacing != Px::ZERO {
                let spacing = style.letter_spacing.0 * size / style.size.0.max(1.0);
                let _ = write!(look, ";letter-spacing:{}px", Number(spacing));
            }
            if style.code {
                look.push_str(";font-feature-settings:\"calt\" 0,\"liga\" 0");
            } else if style.tabular {
                look.push_str(";font-feature-settings:\"tnum\"");
            }
        }
        for decoration in &glyphs.decorations {
            let offset = decoration.y.0 - decoration.thickness.0 / 2.0;
            let thickness = Number(decoration.thickness.0);
            let _ = match decoration.kind {
                DecorationKind::Underline => write!(
                    look,
                    ";text-decoration:underline {thickness}px;text-underline-offset:{}px;text-decoration-skip-ink:none",
                    Number(offset)
                ),
                DecorationKind::Strike => write!(look, ";text-decoration:line-through {thickness}px"),
            };
        }
        add_synthesis(&mut look, &glyphs.synthesis, size);
        look
    }

    /// What a line has besides its words. It is drawn, and the elements around it say it already.
    fn marks(&mut self, line: &Line, paragraph: &Paragraph, setting: Setting) {
        for mark in &line.marks {
            match mark {
                Mark::Shape(frame, shape) => self.shape(shape, *frame, ""),
                Mark::Glyphs(glyphs) => {
                    let Some(Sign::Number(number)) = paragraph.marker.map(|marker| marker.sign) else {
                        continue;
                    };
                    let words = format!("{number}.");
                    let style = paragraph.runs.first().map(|run| RunStyle { tabular: true, code: false, ..run.style });
                    // Figures run left to right anywhere; their point stands where the lines lead.
                    let class = if self.document.direction.is_right_to_left() { "r m" } else { "l" };
                    self.placed_as(class, line, glyphs, style, setting);
                    self.out.raw(" aria-hidden=\"true\">").text(&words).close("span");
                    self.letters(glyphs, &words);
                }
            }
        }
    }
}

/// What a face lacks.
fn add_synthesis(look: &mut String, synthesis: &Synthesis, size: f32) {
    if synthesis.bold {
        let _ = write!(look, ";-webkit-text-stroke:{}px", Number(size / 32.0));
    }
    if synthesis.slant != 0.0 {
        let base = Number((size * ASCENT).round());
        let _ = write!(look, ";transform:skewX({}deg);transform-origin:0 {base}px", Number(-synthesis.slant));
    }
    for (index, (tag, value)) in synthesis.axes.iter().enumerate() {
        look.push_str(if index == 0 { ";font-variation-settings:" } else { "," });
        let tag: String = tag.iter().map(|byte| char::from(*byte)).filter(char::is_ascii_alphanumeric).collect();
        let _ = write!(look, "\"{tag}\" {}", Number(*value));
    }
}

/// Where a piece leads.
fn link<'p>(paragraph: &'p Paragraph, piece: &Piece<'_>) -> Option<&'p Target> {
    paragraph.runs.get(piece.glyphs.run)?.link.as_ref()
}

/// The pieces of a paragraph in the order they are read.
fn pieces(text: &Text, index: usize) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (number, line) in text.lines.iter().enumerate().filter(|(_, line)| line.paragraph == index) {
        let is_last = text.cut && number + 1 == text.lines.len();
        let sign = if is_last { "…" } else { "-" };
        let first = pieces.len();
        for glyphs in &line.runs {
            pieces.push(piece(line, glyphs, sign));
        }
        pieces[first..].sort_by_key(|piece: &Piece<'_>| piece.range.start);
    }
    pieces
}

fn piece<'a>(line: &'a Line, glyphs: &'a GlyphRun, sign: &'static str) -> Piece<'a> {
    let own = || glyphs.glyphs.iter().filter(|glyph| glyph.to > glyph.from);
    let is_added = glyphs.glyphs.iter().any(|glyph| glyph.to == glyph.from);
    let added = glyphs.glyphs.first().map_or(line.range.end, |glyph| glyph.from as usize);
    let from = own().map(|glyph| glyph.from as usize).min().unwrap_or(added);
    let to = own().map(|glyph| glyph.to as usize).max().unwrap_or(from);
    Piece { line, glyphs, range: from..to, added: if is_added { sign } else { "" } }
}

/// The lists that are open, each with its item.
#[derive(Default)]
struct Lists {
    open: Vec<&'static str>,
}

impl Lists {
    /// Whether a paragraph is more of the item before.
    fn continues(&self, paragraph: &Paragraph) -> bool {
        paragraph.marker.is_none() && self.open.len() >= usize::from(paragraph.level.max(1))
    }

    /// Closes lists until so many are open.
    fn close_to(&mut self, count: usize, writer: &mut Writer<'_>) {
        while self.open.len() > count {
            writer.out.close("li");
            writer.out.close(self.open.pop().unwrap_or_default());
        }
    }

    /// Begins an item, and the lists it needs; its attributes may follow.
    fn item(&mut self, paragraph: &Paragraph, writer: &mut Writer<'_>) {
        let level = usize::from(paragraph.level.max(1));
        let number = match paragraph.marker.map(|marker| marker.sign) {
            Some(Sign::Number(number)) => Some(number),
            _ => None,
        };
        let element = if number.is_some() { "ol" } else { "ul" };
        self.close_to(level, writer);
        if self.open.len() == level {
            if self.open.last() == Some(&element) {
                writer.out.close("li");
            } else {
                self.close_to(level - 1, writer);
            }
        }
        while self.open.len() < level {
            let inner = self.open.len() + 1 == level;
            // Without its own marks a list is no list to some screen readers unless it says so.
            writer.out.open(element).attribute("role", "list").inside();
            if !inner {
                writer.out.raw("<li>");
            }
            self.open.push(element);
        }
        writer.out.open("li");
        if let Some(number) = number {
            writer.out.attribute("value", number);
        }
        if let Some(Sign::Task(done)) = paragraph.marker.map(|marker| marker.sign) {
            writer.out.attribute("data-done", done);
        }
    }
}
