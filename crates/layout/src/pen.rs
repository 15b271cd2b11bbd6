//! The pen: a text style, and how strong text, emphasis, links and code change it.
//!
//! Converts plain text and Markdown runs to paragraphs of the scene. It measures nothing.

use std::sync::Arc;

use deck::{FormulaText, Inline, TextPart, text_parts};
use scene::{Align, Color, Direction, FontRole, LinkTarget, Paragraph, ParagraphKind, Px, Run, RunFormula, RunStyle};

use crate::{formula, script};

/// A text style from which paragraphs are made.
#[derive(Debug, Clone)]
pub(crate) struct Pen {
    pub(crate) style: RunStyle,
    /// Weight of strong text.
    pub(crate) strong: u16,
    /// How emphasis is shown.
    pub(crate) emphasis: Emphasis,
    /// Colour of links.
    pub(crate) link: Color,
    /// Inline code: its weight and background colour.
    pub(crate) code: (u16, Color),
    /// Line height as a factor of the font size.
    pub(crate) leading: f32,
    pub(crate) align: Align,
    pub(crate) language: Arc<str>,
    /// Direction of the deck, for text whose own direction is undefined.
    pub(crate) direction: Direction,
}

/// How emphasis is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Emphasis {
    /// In italics.
    Slant,
    /// In a colour.
    Color(Color),
}

impl Pen {
    /// The same pen at another size.
    pub(crate) fn size(mut self, size: f32) -> Pen {
        self.style.size = Px(size);
        self
    }

    /// The same pen in another colour.
    pub(crate) fn color(mut self, color: Color) -> Pen {
        self.style.color = color;
        self
    }

    /// The same pen with another line height, as a factor of the font size.
    pub(crate) fn leading(self, leading: f32) -> Pen {
        Pen { leading, ..self }
    }

    /// The same pen with another alignment.
    pub(crate) fn align(self, align: Align) -> Pen {
        Pen { align, ..self }
    }

    /// The same pen in the weight of strong text.
    pub(crate) fn stressed(mut self) -> Pen {
        self.style.weight = self.strong;
        self
    }

    /// The same pen with letter spacing, as a fraction of the font size.
    pub(crate) fn spaced(mut self, share: f32) -> Pen {
        self.style.letter_spacing = self.style.size * share;
        self
    }

    /// A paragraph of plain text. Line breaks are kept, and formulas are drawn unless the text is code.
    pub(crate) fn plain(&self, text: &str) -> Paragraph {
        let mut styled = StyledText::default();
        if self.style.font == FontRole::Mono {
            styled.add(text, self.style, None);
            return self.paragraph(styled);
        }
        for part in text_parts(text) {
            match part {
                TextPart::Words(words) => styled.add(&words, self.style, None),
                TextPart::Formula(formula) => styled.add_formula(&formula, &formula.written(), self.style, None),
            }
        }
        self.paragraph(styled)
    }

    /// A paragraph of one formula in LaTeX notation. Dollar signs around the formula are ignored; they are not shown
    /// either when the formula is not understood.
    pub(crate) fn formula(&self, source: &str, display: bool) -> Paragraph {
        let source = source.trim_matches(|letter: char| letter == '$' || letter.is_whitespace()).to_owned();
        let mut styled = StyledText::default();
        let formula = FormulaText { source, display };
        let written = if formula.source.is_empty() { formula.written() } else { formula.source.clone() };
        styled.add_formula(&formula, &written, self.style, None);
        self.paragraph(styled)
    }

    /// A paragraph of a Markdown run.
    pub(crate) fn inlines(&self, run: &[Inline]) -> Paragraph {
        let mut styled = StyledText::default();
        self.write(run, self.style, None, &mut styled);
        self.paragraph(styled)
    }

    fn write(&self, run: &[Inline], style: RunStyle, link: Option<&LinkTarget>, styled: &mut StyledText) {
        for inline in run {
            match inline {
                Inline::Text(text) => styled.add(text, style, link),
                Inline::Break => styled.add("\n", style, link),
                Inline::Strong(run) => {
                    let style = RunStyle { weight: self.strong, strong: true, ..style };
                    self.write(run, style, link, styled);
                }
                Inline::Emphasis(run) => {
                    let style = match self.emphasis {
                        Emphasis::Slant => RunStyle { italic: true, ..style },
                        Emphasis::Color(color) => RunStyle { color, ..style },
                    };
                    self.write(run, style, link, styled);
                }
                Inline::Strike(run) => self.write(run, RunStyle { strike: true, ..style }, link, styled),
                Inline::Code(text) => {
                    let style = RunStyle {
                        font: scene::FontRole::Mono,
                        weight: self.code.0,
                        italic: false,
                        // Monospaced fonts look larger than others of the same size.
                        size: style.size * 0.86,
                        letter_spacing: Px::ZERO,
                        code: true,
                        plate: Some(self.code.1),
                        ..style
                    };
                    styled.add(text, style, link);
                }
                Inline::Link { to, text } => {
                    let style = RunStyle { color: self.link, underline: true, ..style };
                    self.write(text, style, Some(&target(to)), styled);
                }
                Inline::Picture(picture) => styled.add(&picture.alt, style, link),
                Inline::Formula(formula) => styled.add_formula(formula, &formula.written(), style, link),
            }
        }
    }

    fn paragraph(&self, styled: StyledText) -> Paragraph {
        let StyledText { text, mut runs } = styled;
        if runs.is_empty() {
            runs.push(Run::new(0..0, self.style));
        }
        if script::has_joined_letters(&text) {
            for run in &mut runs {
                run.style.letter_spacing = Px::ZERO;
            }
        }
        let leading = self.leading.max(script::min_leading(&text)).max(formula::min_leading(&runs));
        Paragraph {
            direction: script::direction(&text).unwrap_or(self.direction),
            line_height: self.style.size * leading,
            text,
            runs,
            kind: ParagraphKind::Plain,
            level: 0,
            marker: None,
            indent: Px::ZERO,
            align: self.align,
            space_before: Px::ZERO,
            language: Arc::clone(&self.language),
            step: None,
            source: None,
        }
    }
}

/// Text with a run for each style.
#[derive(Default)]
struct StyledText {
    text: String,
    runs: Vec<Run>,
}

impl StyledText {
    fn add(&mut self, text: &str, style: RunStyle, link: Option<&LinkTarget>) {
        let start = self.text.len();
        // The shaper knows only `\n` as a line break.
        for (index, line) in text.split("\r\n").enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            self.text.push_str(line);
        }
        let end = self.text.len();
        match self.runs.last_mut() {
            _ if start == end => {}
            Some(last) if last.style == style && last.link.as_ref() == link && last.formula.is_none() => {
                last.range.end = end;
            }
            _ => self.runs.push(Run { link: link.cloned(), ..Run::new(start..end, style) }),
        }
    }

    /// Adds a formula as a placeholder, or as it is written when it is not understood.
    fn add_formula(&mut self, formula: &FormulaText, written: &str, style: RunStyle, link: Option<&LinkTarget>) {
        let start = self.text.len();
        let formula = match formula::drawn(formula) {
            Ok(drawn) => {
                self.text.push(formula::PLACEHOLDER);
                RunFormula::Drawn(drawn)
            }
            Err(fault) => {
                self.text.push_str(written);
                RunFormula::Fault(fault.into())
            }
        };
        let run = Run::new(start..self.text.len(), style);
        self.runs.push(Run { link: link.cloned(), formula: Some(formula), ..run });
    }
}

/// The link target of an address: `#slide:ID`, `#NUMBER` or a URL.
pub(crate) fn target(address: &str) -> LinkTarget {
    if let Some(id) = address.strip_prefix("#slide:") {
        return LinkTarget::Slide(id.to_owned());
    }
    match address.strip_prefix('#').and_then(|number| number.parse().ok()) {
        Some(number) => LinkTarget::Page(number),
        None => LinkTarget::Address(address.to_owned()),
    }
}
