//! Fractions and roots.

use read_fonts::tables::math::MathConstant as Constant;

use super::{MathBox, NULL_DELIMITER, Rule, Setter, Style, stretch};
use crate::tree::{Bar, Leaf, Level, Row};

/// Minimum height of the delimiters of a binomial coefficient in ems, in display style and in others, as in LuaTeX.
const BINOMIAL_HEIGHTS: (f32, f32) = (2.39, 1.01);

impl Setter<'_> {
    /// Two parts one above the other, with a bar between them or without.
    pub(super) fn fraction(&mut self, numerator: &Row, denominator: &Row, bar: Bar, style: Style) -> MathBox {
        let inner = style.fraction();
        let over = self.row(numerator, inner);
        let under = self.row(denominator, inner.cramped());
        let size = self.size(style);
        let axis = self.axis(style);
        let thickness = match bar {
            Bar::Normal => self.length(Constant::FractionRuleThickness, style),
            Bar::Thick(ems) => ems * size,
            Bar::None => 0.0,
        };
        let (mut up, mut down) = if bar == Bar::None {
            (
                self.either(Constant::StackTopDisplayStyleShiftUp, Constant::StackTopShiftUp, style),
                self.either(Constant::StackBottomDisplayStyleShiftDown, Constant::StackBottomShiftDown, style),
            )
        } else {
            (
                self.either(Constant::FractionNumeratorDisplayStyleShiftUp, Constant::FractionNumeratorShiftUp, style),
                self.either(
                    Constant::FractionDenominatorDisplayStyleShiftDown,
                    Constant::FractionDenominatorShiftDown,
                    style,
                ),
            )
        };
        if bar == Bar::None {
            let gap = self.either(Constant::StackDisplayStyleGapMin, Constant::StackGapMin, style);
            let missing_gap = gap - ((up - over.descent) - (under.ascent - down));
            up += missing_gap.max(0.0) / 2.0;
            down += missing_gap.max(0.0) / 2.0;
        } else {
            let above = self.either(Constant::FractionNumDisplayStyleGapMin, Constant::FractionNumeratorGapMin, style);
            let below =
                self.either(Constant::FractionDenomDisplayStyleGapMin, Constant::FractionDenominatorGapMin, style);
            up = up.max(axis + thickness / 2.0 + above + over.descent);
            down = down.max(thickness / 2.0 - axis + below + under.ascent);
        }
        let bar_width = over.width.max(under.width);
        let margin = NULL_DELIMITER * size;
        let mut out = MathBox::space(bar_width + margin * 2.0);
        let (over_x, under_x) = ((bar_width - over.width) / 2.0, (bar_width - under.width) / 2.0);
        out.place(over, margin + over_x, -up);
        if thickness > 0.0 {
            out.rules.push(Rule { x: margin, y: -axis - thickness / 2.0, width: bar_width, height: thickness });
        }
        out.place(under, margin + under_x, down);
        out
    }

    /// Two parts one above the other in delimiters, which replace the space at the sides.
    pub(super) fn binomial(
        &mut self,
        [open, close]: [(char, Leaf); 2],
        over: &Row,
        under: &Row,
        style: Style,
    ) -> MathBox {
        let body = self.fraction(over, under, Bar::None, style);
        let size = self.size(style);
        let height = size * if style.is_display() { BINOMIAL_HEIGHTS.0 } else { BINOMIAL_HEIGHTS.1 };
        let mut out = self.delimiter(open.0, height, open.1, style);
        let margin = NULL_DELIMITER * size;
        let (x, width) = (out.width - margin, body.width);
        out.place(body, x, 0.0);
        out.width = x + width - margin;
        out.append(self.delimiter(close.0, height, close.1, style));
        MathBox { italic: 0.0, ..out }
    }

    /// A root with an optional degree.
    pub(super) fn radical(&mut self, radicand: &Row, degree: Option<&Row>, leaf: Leaf, style: Style) -> MathBox {
        let body = self.row(radicand, Style { fence: None, ..style.cramped() });
        let size = self.size(style);
        let thickness = self.length(Constant::RadicalRuleThickness, style);
        let min_gap = self.either(Constant::RadicalDisplayStyleVerticalGap, Constant::RadicalVerticalGap, style);
        let height = body.height() + min_gap + thickness;
        let Some(glyph) = self.font.glyph('√') else {
            self.missing.get_or_insert('√');
            return MathBox::default();
        };
        let sign = self.stretched(glyph, stretch::Axis::Vertical, height / size, size, Some(leaf));
        let excess = (sign.height() - thickness - body.height() - min_gap).max(0.0);
        let gap = min_gap + excess / 2.0;
        let top = body.ascent + gap + thickness;
        let sign_y = sign.ascent - top;
        let (sign_height, sign_bottom) = (sign.height(), sign.descent + sign_y);
        let mut out = MathBox::default();
        if let Some(degree) = degree {
            let index = self.row(degree, Style { level: Level::ScriptScript, cramped: true, fence: None });
            let raise = self.font.factor(Constant::RadicalDegreeBottomRaisePercent) * sign_height - sign_bottom;
            let before = self.length(Constant::RadicalKernBeforeDegree, style).max(0.0);
            let after = self.length(Constant::RadicalKernAfterDegree, style);
            let (width, descent) = (index.width, index.descent);
            // A wide degree moves the root to the right, so that nothing extends beyond the left edge.
            let x = before.max(-(width + after));
            out.place(index, x, -(raise + descent));
            out.width = (x + width + after).max(0.0);
        }
        let sign_width = sign.width;
        let x = out.width;
        out.place(sign, x, sign_y);
        let body_width = body.width;
        out.rules.push(Rule { x: x + sign_width, y: -top, width: body_width, height: thickness });
        out.place(body, x + sign_width, 0.0);
        out.width = x + sign_width + body_width;
        out.ascent = out.ascent.max(top + self.length(Constant::RadicalExtraAscender, style));
        out
    }
}
