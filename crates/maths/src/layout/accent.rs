//! Accents, bars, braces and arrows above and below a part of a formula.

use read_fonts::tables::math::{MathConstant as Constant, StretchAxis};

use super::{MathBox, Rule, Setter, Style, stretch};
use crate::tree::{Leaf, Node, Row, Symbol, single};

/// The combining character of an accent.
pub(crate) fn combining_accent(sign: char) -> Option<char> {
    Some(match sign {
        '´' => '\u{301}',
        '`' => '\u{300}',
        '^' => '\u{302}',
        '~' => '\u{303}',
        '‾' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        'ˇ' => '\u{30c}',
        '→' => '\u{20d7}',
        '←' => '\u{20d6}',
        '↔' => '\u{20e1}',
        '↼' => '\u{20d0}',
        '⇀' => '\u{20d1}',
        _ => return None,
    })
}

/// An arrow is drawn as an accent if the widest accent arrow of the font covers at least this share of the width of the
/// part. Otherwise the arrow is stretched.
const MIN_ARROW: f32 = 0.6;

impl Setter<'_> {
    /// A part with a sign above or below.
    pub(super) fn accent(
        &mut self,
        base: &Row,
        sign: char,
        (stretchy, below): (bool, bool),
        leaf: Leaf,
        style: Style,
    ) -> MathBox {
        let inner = Style { fence: None, ..style.cramped() };
        let dotless = dotless(base).filter(|_| !below);
        let body = match &dotless {
            Some(row) => self.row(row, inner),
            None => self.row(base, inner),
        };
        match sign {
            '_' => self.bar(body, true, style),
            // Over a single glyph it is an accent.
            '‾' if body.glyph.is_none() => self.bar(body, false, style),
            _ if !below && self.is_attached(sign, stretchy, body.width / self.size(style)) => {
                self.attached(body, sign, stretchy, leaf, style)
            }
            _ => self.spanning(body, sign, below, leaf, style),
        }
    }

    /// Whether a sign over a part that is `width` ems wide is drawn as an accent. If not, the sign is stretched to the
    /// width of the part.
    fn is_attached(&self, sign: char, stretchy: bool, width: f32) -> bool {
        let Some(glyph) = combining_accent(sign).and_then(|letter| self.font.glyph(letter)) else {
            return combining_accent(sign).is_some();
        };
        if !(stretchy && "→←↔↼⇀".contains(sign)) {
            return true;
        }
        let widest = self.font.variants(glyph, StretchAxis::Horizontal).last().map_or(0.0, |(_, width)| *width);
        width * MIN_ARROW <= widest
    }

    /// A line over or under a part.
    fn bar(&mut self, body: MathBox, below: bool, style: Style) -> MathBox {
        let (gap, thickness, extra) = if below {
            (Constant::UnderbarVerticalGap, Constant::UnderbarRuleThickness, Constant::UnderbarExtraDescender)
        } else {
            (Constant::OverbarVerticalGap, Constant::OverbarRuleThickness, Constant::OverbarExtraAscender)
        };
        let (gap, thickness, extra) =
            (self.length(gap, style), self.length(thickness, style), self.length(extra, style));
        let mut out = body;
        let y = if below { out.descent + gap } else { -(out.ascent + gap + thickness) };
        out.rules.push(Rule { x: 0.0, y, width: out.width, height: thickness });
        if below {
            out.descent += gap + thickness + extra;
        } else {
            out.ascent += gap + thickness + extra;
        }
        out.glyph = None;
        out
    }

    /// A part with an accent at the position that the font defines.
    fn attached(&mut self, body: MathBox, sign: char, stretchy: bool, leaf: Leaf, style: Style) -> MathBox {
        let size = self.size(style);
        let letter = combining_accent(sign).unwrap_or(sign);
        let Some(mut glyph) = self.font.glyph(letter) else {
            self.missing.get_or_insert(letter);
            return body;
        };
        if stretchy {
            // The widest form that is not wider than the part.
            let variants = self.font.variants(glyph, StretchAxis::Horizontal);
            let fitting = variants.iter().rev().find(|(_, width)| *width * size <= body.width);
            glyph = fitting.map_or(glyph, |(variant, _)| *variant);
        }
        let metrics = self.font.metrics(glyph);
        let middle = self.font.accent_attachment(glyph).unwrap_or_else(|| f32::midpoint(metrics.left, metrics.right));
        let attachment = body.glyph.and_then(|glyph| self.font.accent_attachment(glyph)).map(|at| at * size);
        let x = attachment.unwrap_or(body.width / 2.0) - middle * size;
        let raise = (body.ascent - self.length(Constant::AccentBaseHeight, style)).max(0.0);
        let accent = self.glyph(glyph, size, Some(leaf));
        let mut out = body;
        let (width, italic) = (out.width, out.italic);
        out.place(accent, x, -raise);
        out.width = width;
        out.italic = italic;
        out
    }

    /// A part with a brace, bracket or arrow as wide as the part.
    fn spanning(&mut self, body: MathBox, sign: char, below: bool, leaf: Leaf, style: Style) -> MathBox {
        let size = self.size(style);
        let Some(glyph) = self.font.glyph(sign) else {
            self.missing.get_or_insert(sign);
            return body;
        };
        let span = self.stretched(glyph, stretch::Axis::Horizontal, body.width / size, size, Some(leaf));
        let gap = self.length(Constant::StretchStackGapAboveMin, style);
        let y = match (sign, below) {
            // The glyphs of braces, brackets and parentheses contain the gap to the part already, so none is added.
            ('⏟' | '⏝' | '⏡' | '⎵', true) => body.descent,
            ('⏞' | '⏜' | '⏠' | '⎴', false) => {
                -(body.ascent - self.length(Constant::AccentBaseHeight, style)).max(0.0)
            }
            (_, true) => body.descent + gap + span.ascent,
            (_, false) => -(body.ascent + gap + span.descent),
        };
        let width = body.width.max(span.width);
        let mut out = MathBox::space(width);
        let (body_x, span_x) = ((width - body.width) / 2.0, (width - span.width) / 2.0);
        out.place(body, body_x, 0.0);
        out.place(span, span_x, y);
        out
    }
}

/// An `i` or `j` without its dot, which would touch the accent; `None` for any other base.
fn dotless(base: &Row) -> Option<Row> {
    let Some(Node::Symbol(symbol)) = single(base) else { return None };
    let letter = match symbol.letter {
        '𝑖' => '𝚤',
        '𝑗' => '𝚥',
        'i' => 'ı',
        'j' => 'ȷ',
        _ => return None,
    };
    Some(vec![Node::Symbol(Symbol { letter, ..*symbol })])
}
