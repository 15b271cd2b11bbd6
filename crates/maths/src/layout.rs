//! Computes the positions of the glyphs and rules of a formula.
//!
//! Follows appendix G of The TeXbook with the values of the MATH table. All lengths are in ems of the text around the
//! formula; y points down from the baseline.

mod accent;
mod enclosure;
mod fraction;
mod scripts;
mod space;
mod stretch;
mod table;

pub(crate) use accent::combining_accent;

use read_fonts::tables::math::MathConstant;

use crate::font::MathFont;
use crate::linear::LinearText;
use crate::tree::{Class, Leaf, Level, Node, Row, Word, WordKind, as_binomial, class, single};
use crate::{Error, MathMode};

/// Maximum number of glyphs and rules of a formula.
const MAX_ITEMS: usize = 4_000;

/// Space in place of a delimiter that is not drawn, and at the sides of a fraction, in ems: `\nulldelimiterspace` of
/// TeX.
const NULL_DELIMITER: f32 = 0.12;

/// Height and depth of a line in ems.
const STRUT: (f32, f32) = (0.84, 0.36);

/// A formula as glyphs and rules. Lengths are in units of the font size; y points down from the baseline.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layout {
    /// Width of the formula.
    pub width: f32,
    /// Height above the baseline.
    pub ascent: f32,
    /// Depth below the baseline.
    pub descent: f32,
    /// The glyphs from left to right within each part.
    pub glyphs: Vec<PlacedGlyph>,
    /// Bars of fractions and roots.
    pub rules: Vec<Rule>,
}

/// A glyph with its position. Lengths are in units of the font size of the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedGlyph {
    /// Glyph id in the font.
    pub id: u16,
    /// Position of its origin.
    pub x: f32,
    /// Position of its baseline.
    pub y: f32,
    /// Its size; 1 is the size of the text.
    pub size: f32,
    /// Its advance.
    pub advance: f32,
    /// First byte of the formula's text that it represents.
    pub from: u32,
    /// Byte after the last one; equal to `from` for a sign without text.
    pub to: u32,
}

/// A filled rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// The layout of a formula.
pub(crate) fn layout(row: &Row, mode: MathMode, text: &LinearText, font: &MathFont<'_>) -> Result<Layout, Error> {
    let mut setter = Setter { font, text, missing: None, items: 0 };
    let level = match mode {
        MathMode::Display => Level::Display,
        MathMode::Inline => Level::Text,
    };
    let built = setter.row(row, Style { level, cramped: false, fence: None });
    if let Some(letter) = setter.missing {
        return Err(Error::MissingCharacter(letter));
    }
    if setter.items > MAX_ITEMS {
        return Err(Error::TooLarge { max: MAX_ITEMS });
    }
    Ok(Layout {
        width: built.width,
        ascent: built.ascent,
        descent: built.descent,
        glyphs: built.glyphs,
        rules: built.rules,
    })
}

/// A style of TeX.
#[derive(Debug, Clone, Copy)]
struct Style {
    level: Level,
    /// Whether superscripts are raised less.
    cramped: bool,
    /// Height of `\middle` delimiters inside the innermost pair of growing delimiters; `None` outside.
    fence: Option<f32>,
}

impl Style {
    fn is_display(self) -> bool {
        self.level == Level::Display
    }

    fn cramped(self) -> Style {
        Style { cramped: true, ..self }
    }

    /// The style of scripts.
    fn script(self) -> Style {
        let level = if self.level < Level::Script { Level::Script } else { Level::ScriptScript };
        Style { level, fence: None, ..self }
    }

    /// The style of the numerator and denominator of a fraction.
    fn fraction(self) -> Style {
        let level = match self.level {
            Level::Display => Level::Text,
            Level::Text => Level::Script,
            Level::Script | Level::ScriptScript => Level::ScriptScript,
        };
        Style { level, fence: None, ..self }
    }
}

/// A part of a formula that is laid out: glyphs and rules around an origin on the baseline.
#[derive(Debug, Clone, Default)]
struct MathBox {
    width: f32,
    ascent: f32,
    descent: f32,
    /// The italic correction of the last glyph.
    italic: f32,
    /// The glyph, if there is only one.
    glyph: Option<u16>,
    glyphs: Vec<PlacedGlyph>,
    rules: Vec<Rule>,
}

impl MathBox {
    fn space(width: f32) -> MathBox {
        MathBox { width, ..MathBox::default() }
    }

    fn height(&self) -> f32 {
        self.ascent + self.descent
    }

    /// Adds another box with its origin at `x` and `y`. Does not change the width.
    fn place(&mut self, other: MathBox, x: f32, y: f32) {
        let is_empty = other.glyphs.is_empty() && other.rules.is_empty();
        if !is_empty || other.height() > 0.0 {
            self.ascent = self.ascent.max(other.ascent - y);
            self.descent = self.descent.max(other.descent + y);
        }
        self.glyphs.extend(other.glyphs.into_iter().map(|glyph| PlacedGlyph {
            x: glyph.x + x,
            y: glyph.y + y,
            ..glyph
        }));
        self.rules.extend(other.rules.into_iter().map(|rule| Rule { x: rule.x + x, y: rule.y + y, ..rule }));
        self.glyph = None;
    }

    /// Adds another box at the right and its width.
    fn append(&mut self, other: MathBox) {
        let (x, width, italic) = (self.width, other.width, other.italic);
        self.place(other, x, 0.0);
        self.width = x + width;
        self.italic = italic;
    }

    /// The box moved vertically so that its middle is on the axis.
    fn centered(self, axis: f32) -> MathBox {
        let shift = (self.ascent - self.descent) / 2.0 - axis;
        let (width, italic, glyph) = (self.width, self.italic, self.glyph);
        let mut out = MathBox { width, ascent: f32::MIN, descent: f32::MIN, ..MathBox::default() };
        out.place(self, 0.0, shift);
        out.ascent = out.ascent.max(0.0);
        out.descent = out.descent.max(0.0);
        MathBox { italic, glyph, ..out }
    }
}

/// Lays out the parts of one formula.
struct Setter<'a> {
    font: &'a MathFont<'a>,
    text: &'a LinearText,
    /// A character that the font lacks.
    missing: Option<char>,
    items: usize,
}

impl Setter<'_> {
    /// Font size of a style.
    fn size(&self, style: Style) -> f32 {
        match style.level {
            Level::Display | Level::Text => 1.0,
            Level::Script => self.font.factor(MathConstant::ScriptPercentScaleDown),
            Level::ScriptScript => self.font.factor(MathConstant::ScriptScriptPercentScaleDown),
        }
    }

    /// A length of the MATH table at the size of a style.
    fn length(&self, constant: MathConstant, style: Style) -> f32 {
        self.font.length(constant) * self.size(style)
    }

    /// The height of the axis above the baseline at the size of a style.
    fn axis(&self, style: Style) -> f32 {
        self.length(MathConstant::AxisHeight, style)
    }

    /// One of two lengths: the first for display style, the second for all others.
    fn either(&self, display: MathConstant, other: MathConstant, style: Style) -> f32 {
        self.length(if style.is_display() { display } else { other }, style)
    }

    fn row(&mut self, row: &Row, style: Style) -> MathBox {
        let mut out = MathBox::default();
        self.add_row(row, style, None, &mut out);
        out
    }

    /// Adds parts with the space between them. Returns the class of the last one.
    fn add_row(&mut self, row: &Row, style: Style, mut before: Option<Class>, out: &mut MathBox) -> Option<Class> {
        for (index, node) in row.iter().enumerate() {
            if let Node::Styled(level, rest) = node {
                before = self.add_row(rest, Style { level: *level, ..style }, before, out);
                continue;
            }
            let next = row.get(index + 1).and_then(class);
            let own = class(node).map(|own| space::resolved(own, before, next));
            if let (Some(before), Some(own)) = (before, own) {
                out.width += space::between(before, own, style.level) * self.size(style);
            }
            let built = self.node(node, style);
            // As in LuaTeX, the italic correction is added between a slanted letter and a following single character.
            let has_correction = built.italic > 0.0 && !matches!(node, Node::LargeOp { .. });
            let correction = if has_correction && row.get(index + 1).is_some_and(is_sign) { built.italic } else { 0.0 };
            let glyph = if out.glyphs.is_empty() && out.width == 0.0 { built.glyph } else { None };
            out.append(built);
            out.glyph = glyph.filter(|_| row.len() == 1);
            out.width += correction;
            before = own.or(before);
        }
        before
    }

    fn node(&mut self, node: &Node, style: Style) -> MathBox {
        self.items += 1;
        if self.items > MAX_ITEMS || self.missing.is_some() {
            return MathBox::default();
        }
        match node {
            Node::Symbol(symbol) => self.letter(symbol.letter, symbol.leaf, style),
            Node::Word(word) => self.word(word, style),
            Node::LargeOp { letter, small, leaf } => self.large_operator(*letter, *small, *leaf, style),
            Node::Delimiter { letter, class, size, leaf } => {
                let height = match (size, class) {
                    // `\middle` grows with the pair around it.
                    (Some(_), Class::Ordinary) if style.fence.is_some() => style.fence,
                    // The size that a command asks for. As in LaTeX, delimiters may be a little smaller.
                    (size, _) => size.map(|size| size * 0.84 * self.size(style)),
                };
                match height {
                    Some(height) => self.delimiter(*letter, height, *leaf, style),
                    None => self.letter(*letter, *leaf, style),
                }
            }
            Node::Row(row) => self.row(row, Style { fence: None, ..style }),
            Node::Styled(level, row) => self.row(row, Style { level: *level, ..style }),
            Node::Fraction { numerator, denominator, bar } => self.fraction(numerator, denominator, *bar, style),
            Node::Radical { radicand, degree, leaf } => self.radical(radicand, degree.as_ref(), *leaf, style),
            Node::Scripts { base, sub, sup, place } => self.scripts(base, sub.as_ref(), sup.as_ref(), *place, style),
            Node::Operator { base, before, after, .. } => self.operator(base, (before, after), style).0,
            Node::Accent { base, sign, stretchy, below, leaf } => {
                self.accent(base, *sign, (*stretchy, *below), *leaf, style)
            }
            Node::Fenced { open, close, body, leaves } => self.fenced((*open, *close), body, *leaves, style),
            Node::Negated { base, leaf } => self.negated(base, *leaf, style),
            Node::Arrow { letter, leaf, above, below } => {
                self.arrow((*letter, *leaf), above.as_ref(), below.as_ref(), style)
            }
            Node::Boxed(body) => self.boxed(body, style),
            Node::Phantom { base, extent } => self.phantom(base, *extent, style),
            Node::Table(table) => self.table(table, style),
            Node::Space(width) => MathBox::space(width * self.size(style)),
            Node::DisplaySpace(width) => MathBox::space(if style.is_display() { *width } else { 0.0 }),
            Node::Strut => MathBox {
                ascent: STRUT.0 * self.size(style),
                descent: STRUT.1 * self.size(style),
                ..MathBox::default()
            },
        }
    }

    /// A single character.
    fn letter(&mut self, letter: char, leaf: Leaf, style: Style) -> MathBox {
        let Some(glyph) = self.font.glyph(letter) else {
            self.missing.get_or_insert(letter);
            return MathBox::default();
        };
        self.glyph(glyph, self.size(style), Some(leaf))
    }

    /// A glyph at its origin.
    fn glyph(&mut self, glyph: u16, size: f32, leaf: Option<Leaf>) -> MathBox {
        self.items += 1;
        let metrics = self.font.metrics(glyph);
        let text = leaf.map_or(0..0, |leaf| self.text.range(leaf));
        MathBox {
            width: metrics.advance * size,
            ascent: metrics.ascent * size,
            descent: metrics.descent * size,
            italic: self.font.italic_correction(glyph) * size,
            glyph: Some(glyph),
            glyphs: vec![PlacedGlyph {
                id: glyph,
                x: 0.0,
                y: 0.0,
                size,
                advance: metrics.advance * size,
                from: byte(text.start),
                to: byte(text.end),
            }],
            rules: Vec::new(),
        }
    }

    /// A number, function name or text. Its glyphs share the bytes of the word, one character each.
    fn word(&mut self, word: &Word, style: Style) -> MathBox {
        let size = self.size(style);
        let whole = self.text.range(word.leaf);
        let exact = self.text.text.get(whole.clone()) == Some(word.plain.as_str());
        let mut out = MathBox::default();
        let mut at = whole.start;
        for (plain, letter) in word.plain.chars().zip(word.letters.chars()) {
            if letter.is_whitespace() {
                let space = self.font.glyph(' ').map_or(0.25, |glyph| self.font.metrics(glyph).advance);
                out.width += size * if word.kind == WordKind::Function { 1.0 / 6.0 } else { space };
                at += plain.len_utf8();
                continue;
            }
            let mut built = self.letter(letter, word.leaf, style);
            if let Some(glyph) = built.glyphs.first_mut()
                && exact
            {
                (glyph.from, glyph.to) = (byte(at), byte(at + plain.len_utf8()));
            }
            at += plain.len_utf8();
            out.append(built);
        }
        out.italic = 0.0;
        out
    }

    /// A large operator, centred on the axis. In display style it has its larger form, unless `small`.
    fn large_operator(&mut self, letter: char, small: bool, leaf: Leaf, style: Style) -> MathBox {
        let base = self.letter(letter, leaf, style);
        let Some(glyph) = base.glyph else { return base };
        let built = if style.is_display() && !small {
            let height = self.font.length(MathConstant::DisplayOperatorMinHeight);
            self.stretched(glyph, stretch::Axis::Vertical, height, self.size(style), Some(leaf))
        } else {
            base
        };
        built.centered(self.axis(style))
    }

    /// A group between delimiters that grow with it.
    fn fenced(
        &mut self,
        (open, close): (Option<char>, Option<char>),
        body: &Row,
        leaves: (Leaf, Leaf),
        style: Style,
    ) -> MathBox {
        if let (Some(open), Some(close), Some((over, under))) = (open, close, as_binomial(body)) {
            return self.binomial([(open, leaves.0), (close, leaves.1)], over, under, style);
        }
        let plain = self.row(body, Style { fence: None, ..style });
        let height = self.fence_height(&plain, style);
        let mut out = MathBox::default();
        match open {
            Some(open) => out.append(self.delimiter(open, height, leaves.0, style)),
            None => out.width += NULL_DELIMITER * self.size(style),
        }
        let has_middle = body.iter().any(|node| matches!(node, Node::Delimiter { class: Class::Ordinary, .. }));
        let inner = if has_middle { self.row(body, Style { fence: Some(height), ..style }) } else { plain };
        out.append(inner);
        match close {
            Some(close) => out.append(self.delimiter(close, height, leaves.1, style)),
            None => out.width += NULL_DELIMITER * self.size(style),
        }
        out.italic = 0.0;
        out
    }

    /// The minimum height of delimiters around a part. The TeXbook: `\delimiterfactor` and `\delimitershortfall`.
    fn fence_height(&self, body: &MathBox, style: Style) -> f32 {
        let axis = self.axis(style);
        let reach = (body.ascent - axis).max(body.descent + axis);
        (reach * 2.0 * 0.901).max(reach * 2.0 - 0.5 * self.size(style))
    }

    /// A delimiter of at least a height, centred on the axis.
    fn delimiter(&mut self, letter: char, height: f32, leaf: Leaf, style: Style) -> MathBox {
        let Some(glyph) = self.font.glyph(letter) else {
            self.missing.get_or_insert(letter);
            return MathBox::default();
        };
        let size = self.size(style);
        let built = self.stretched(glyph, stretch::Axis::Vertical, height / size, size, Some(leaf));
        MathBox { italic: 0.0, ..built.centered(self.axis(style)) }
    }

    /// A part with a slash through it.
    fn negated(&mut self, base: &Row, leaf: Leaf, style: Style) -> MathBox {
        let base = self.row(base, style);
        let slash = self.letter('\u{338}', leaf, style);
        let size = self.size(style);
        let metrics = slash.glyph.map(|glyph| self.font.metrics(glyph)).unwrap_or_default();
        let middle = f32::midpoint(metrics.left, metrics.right) * size;
        let lift = (slash.ascent - slash.descent) / 2.0 - (base.ascent - base.descent) / 2.0;
        let (x, mut out) = (base.width / 2.0 - middle, base);
        let width = out.width;
        out.place(slash, x, lift);
        out.width = width;
        out
    }
}

/// Whether a part is one character, with scripts or without.
fn is_sign(node: &Node) -> bool {
    match node {
        Node::Symbol(_) | Node::LargeOp { .. } | Node::Delimiter { size: None, .. } => true,
        Node::Word(word) => word.kind == WordKind::Number,
        Node::Scripts { base, .. } => single(base).is_some_and(is_sign),
        _ => false,
    }
}

/// Whether a row ends in a plain character, whose scripts do not depend on its height.
fn is_letter(row: &Row) -> bool {
    match single(row) {
        Some(Node::Symbol(_) | Node::Delimiter { size: None, .. }) => true,
        Some(Node::Accent { base, .. }) => is_letter(base),
        Some(Node::Word(word)) => word.kind == WordKind::Number,
        _ => false,
    }
}

/// A byte position as it is stored in a glyph.
fn byte(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
