//! How words are written: a style, and what stress, links and code do to it.
//!
//! Turns plain text and runs of Markdown into paragraphs of the scene. It measures nothing.

use std::sync::Arc;

use deck::Inline;
use scene::{Align, Color, Direction, Paragraph, ParagraphKind, Px, Run, RunStyle, Target};

use crate::script;

/// How words are written.
#[derive(Debug, Clone)]
pub(crate) struct Pen {
    pub(crate) style: RunStyle,
    /// The weight of stressed words.
    pub(crate) strong: u16,
    /// What emphasis does: a slant where the face has one, else this colour.
    pub(crate) emphasis: Emphasis,
    pub(crate) link: Color,
    /// Code between words: its weight and the plate behind it.
    pub(crate) code: (u16, Color),
    /// From baseline to baseline, as a share of the size.
    pub(crate) leading: f32,
    pub(crate) align: Align,
    pub(crate) language: Arc<str>,
    /// The way the deck runs, for text that has no letters of its own.
    pub(crate) direction: Direction,
}

/// What emphasis does to words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Emphasis {
    /// They are slanted.
    Slant,
    /// They take a colour.
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

    /// The same pen with another line height, as a share of the size.
    pub(crate) fn leading(self, leading: f32) -> Pen {
        Pen { leading, ..self }
    }

    /// The same pen for another alignment.
    pub(crate) fn align(self, align: Align) -> Pen {
        Pen { align, ..self }
    }

    /// The same pen, stressed throughout.
    pub(crate) fn stressed(mut self) -> Pen {
        self.style.weight = self.strong;
        self
    }

    /// The same pen with room between letters, as a share of the size.
    pub(crate) fn spaced(mut self, share: f32) -> Pen {
        self.style.letter_spacing = self.style.size * share;
        self
    }

    /// A paragraph of plain text. Its line ends stay.
    pub(crate) fn plain(&self, text: &str) -> Paragraph {
        let mut written = Written::default();
        written.add(text, self.style, None);
        self.paragraph(written)
    }

    /// A paragraph of a Markdown run.
    pub(crate) fn inlines(&self, run: &[Inline]) -> Paragraph {
        let mut written = Written::default();
        self.write(run, self.style, None, &mut written);
        self.paragraph(written)
    }

    fn write(&self, run: &[Inline], style: RunStyle, link: Option<&Target>, written: &mut Written) {
        for inline in run {
            match inline {
                Inline::Text(text) => written.add(text, style, link),
                Inline::Break => written.add("\n", style, link),
                Inline::Strong(run) => {
                    let style = RunStyle { weight: self.strong, strong: true, ..style };
                    self.write(run, style, link, written);
                }
                Inline::Emphasis(run) => {
                    let style = match self.emphasis {
                        Emphasis::Slant => RunStyle { italic: true, ..style },
                        Emphasis::Color(color) => RunStyle { color, ..style },
                    };
                    self.write(run, style, link, written);
                }
                Inline::Strike(run) => self.write(run, RunStyle { strike: true, ..style }, link, written),
                Inline::Code(text) => {
                    let style = RunStyle {
                        font: scene::FontRole::Mono,
                        weight: self.code.0,
                        italic: false,
                        // Faces of code look larger than they are.
                        size: style.size * 0.86,
                        letter_spacing: Px::ZERO,
                        code: true,
                        plate: Some(self.code.1),
                        ..style
                    };
                    written.add(text, style, link);
                }
                Inline::Link { to, text } => {
                    let style = RunStyle { color: self.link, underline: true, ..style };
                    self.write(text, style, Some(&target(to)), written);
                }
                Inline::Picture(picture) => written.add(&picture.alt, style, link),
            }
        }
    }

    fn paragraph(&self, written: Written) -> Paragraph {
        let Written { text, mut runs } = written;
        if runs.is_empty() {
            runs.push(Run { range: 0..0, style: self.style, link: None });
        }
        if script::is_joined(&text) {
            for run in &mut runs {
                run.style.letter_spacing = Px::ZERO;
            }
        }
        let leading = self.leading.max(script::least_leading(&text));
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

/// Words as they are written down, a run for each style.
#[derive(Default)]
struct Written {
    text: String,
    runs: Vec<Run>,
}

impl Written {
    fn add(&mut self, text: &str, style: RunStyle, link: Option<&Target>) {
        let start = self.text.len();
        // The shaper knows one sign for the end of a line.
        for (index, line) in text.split("\r\n").enumerate() {
            if index > 0 {
                self.text.push('\n');
            }
            self.text.push_str(line);
        }
        let end = self.text.len();
        match self.runs.last_mut() {
            _ if start == end => {}
            Some(last) if last.style == style && last.link.as_ref() == link => last.range.end = end,
            _ => self.runs.push(Run { range: start..end, style, link: link.cloned() }),
        }
    }
}

/// Where an address of the deck leads.
pub(crate) fn target(address: &str) -> Target {
    if let Some(id) = address.strip_prefix("#slide:") {
        return Target::Slide(id.to_owned());
    }
    match address.strip_prefix('#').and_then(|number| number.parse().ok()) {
        Some(number) => Target::Page(number),
        None => Target::Address(address.to_owned()),
    }
}
