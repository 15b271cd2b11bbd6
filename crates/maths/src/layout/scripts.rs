//! Superscripts, subscripts and limits.

use read_fonts::tables::math::{MathConstant as Constant, MathKernCorner};

use super::{MathBox, Setter, Style, is_letter};
use crate::tree::{Level, Node, Row, ScriptPlace, Sides, single};

impl Setter<'_> {
    /// A base with its scripts. `place` and the style decide whether they are at the right, or above and below.
    pub(super) fn scripts(
        &mut self,
        base: &Row,
        sub: Option<&Row>,
        sup: Option<&Row>,
        place: ScriptPlace,
        style: Style,
    ) -> MathBox {
        let has_limits = match place {
            ScriptPlace::Right => false,
            ScriptPlace::AboveBelow => true,
            ScriptPlace::Movable => style.is_display(),
        };
        if has_limits && let Some(Node::Operator { base, before, after, .. }) = single(base) {
            let (nucleus, middle) = self.operator(base, (before, after), style);
            let [under, over] = self.script_pair([sub, sup], style);
            return self.limits_around(nucleus, middle, under, over, style);
        }
        let nucleus = self.row(base, Style { fence: None, ..style });
        let [under, over] = self.script_pair([sub, sup], style);
        if has_limits {
            return self.limits(nucleus, under, over, style);
        }
        let is_operator = matches!(single(base), Some(Node::LargeOp { .. }));
        self.side_scripts(nucleus, under, over, (is_letter(base), is_operator), style)
    }

    /// Lays out the subscript and the superscript of a part in a style.
    fn script_pair(&mut self, [sub, sup]: [Option<&Row>; 2], style: Style) -> [Option<MathBox>; 2] {
        let over = sup.map(|sup| self.row(sup, style.script()));
        let under = sub.map(|sub| self.row(sub, style.script().cramped()));
        [under, over]
    }

    /// A base with its scripts above and below.
    pub(super) fn limits(
        &mut self,
        base: MathBox,
        under: Option<MathBox>,
        over: Option<MathBox>,
        style: Style,
    ) -> MathBox {
        let widths =
            [Some(base.width), under.as_ref().map(|built| built.width), over.as_ref().map(|built| built.width)];
        let width = widths.into_iter().flatten().fold(0.0, f32::max);
        let (ascent, descent, italic) = (base.ascent, base.descent, base.italic);
        let base_width = base.width;
        let mut out = MathBox::space(width);
        out.place(base, (width - base_width) / 2.0, 0.0);
        if let Some(over) = over {
            let gap = self.length(Constant::UpperLimitGapMin, style);
            let rise = self.length(Constant::UpperLimitBaselineRiseMin, style);
            let up = ascent + rise.max(gap + over.descent);
            let x = (width - over.width) / 2.0 + italic / 2.0;
            out.place(over, x, -up);
        }
        if let Some(under) = under {
            let gap = self.length(Constant::LowerLimitGapMin, style);
            let drop = self.length(Constant::LowerLimitBaselineDropMin, style);
            let down = descent + drop.max(gap + under.ascent);
            let x = (width - under.width) / 2.0 - italic / 2.0;
            out.place(under, x, down);
        }
        out
    }

    /// An operator with the scripts at its sides, and the horizontal middle of its sign. With such scripts it is in
    /// display style, as in LaTeX.
    pub(super) fn operator(&mut self, base: &Row, (before, after): (&Sides, &Sides), style: Style) -> (MathBox, f32) {
        let style = if before.is_empty() && after.is_empty() {
            Style { fence: None, ..style }
        } else {
            Style { level: Level::Display, cramped: false, fence: None }
        };
        let nucleus = self.row(base, style);
        let half = nucleus.width / 2.0;
        let empty = MathBox { ascent: nucleus.ascent, descent: nucleus.descent, ..MathBox::default() };
        let is_operator = matches!(single(base), Some(Node::LargeOp { .. }));
        let mut with_scripts = |nucleus: MathBox, sides: &Sides, is_operator: bool| {
            if sides.is_empty() {
                return nucleus;
            }
            let [under, over] = self.script_pair(sides.both(), style);
            self.side_scripts(nucleus, under, over, (false, is_operator), style)
        };
        let mut out = with_scripts(empty, before, false);
        let middle = out.width + half;
        out.append(with_scripts(nucleus, after, is_operator));
        (out, middle)
    }

    /// A base with limits that are centred at the horizontal position `middle` of the base.
    fn limits_around(
        &mut self,
        base: MathBox,
        middle: f32,
        under: Option<MathBox>,
        over: Option<MathBox>,
        style: Style,
    ) -> MathBox {
        let half = base.width - middle;
        let mut out = MathBox::space(middle - half);
        let mut symmetrical = MathBox::space(half * 2.0);
        symmetrical.place(base, half - middle, 0.0);
        out.append(self.limits(symmetrical, under, over, style));
        out
    }

    /// A base with its scripts at the right.
    fn side_scripts(
        &mut self,
        base: MathBox,
        under: Option<MathBox>,
        over: Option<MathBox>,
        (is_letter, is_operator): (bool, bool),
        style: Style,
    ) -> MathBox {
        let raise = if style.cramped { Constant::SuperscriptShiftUpCramped } else { Constant::SuperscriptShiftUp };
        let mut up = 0.0_f32;
        let mut down = 0.0_f32;
        if let Some(over) = &over {
            up = self.length(raise, style).max(over.descent + self.length(Constant::SuperscriptBottomMin, style));
            if !is_letter {
                up = up.max(base.ascent - self.length(Constant::SuperscriptBaselineDropMax, style));
            }
        }
        if let Some(under) = &under {
            down = self
                .length(Constant::SubscriptShiftDown, style)
                .max(under.ascent - self.length(Constant::SubscriptTopMax, style));
            if !is_letter {
                down = down.max(base.descent + self.length(Constant::SubscriptBaselineDropMin, style));
            }
        }
        if let (Some(over), Some(under)) = (&over, &under) {
            let gap = (up - over.descent) - (under.ascent - down);
            let missing_gap = self.length(Constant::SubSuperscriptGapMin, style) - gap;
            if missing_gap > 0.0 {
                let bottom = up - over.descent;
                let lift = self.length(Constant::SuperscriptBottomMaxWithSubscript, style) - bottom;
                let lift = lift.clamp(0.0, missing_gap);
                up += lift;
                down += missing_gap - lift;
            }
        }
        let size = self.size(style);
        let nucleus = base.glyph.filter(|_| !is_operator);
        // The width of a large operator includes its italic correction, so its subscript moves left. That of a letter
        // does not, so its superscript moves right.
        let (over_x, under_x) =
            if is_operator { (base.width, base.width - base.italic) } else { (base.width + base.italic, base.width) };
        let over_kern = over.as_ref().map_or(0.0, |over| {
            let corners = (MathKernCorner::TopRight, MathKernCorner::BottomLeft);
            self.script_kern(nucleus, over.glyph, corners, (up - over.descent) / size, size)
        });
        let under_kern = under.as_ref().map_or(0.0, |under| {
            let corners = (MathKernCorner::BottomRight, MathKernCorner::TopLeft);
            self.script_kern(nucleus, under.glyph, corners, (under.ascent - down) / size, size)
        });
        let mut out = base;
        let mut width = out.width;
        if let Some(over) = over {
            let x = over_x + over_kern;
            width = width.max(x + over.width);
            out.place(over, x, -up);
        }
        if let Some(under) = under {
            let x = under_x + under_kern;
            width = width.max(x + under.width);
            out.place(under, x, down);
        }
        out.width = width + self.length(Constant::SpaceAfterScript, style);
        out.italic = 0.0;
        out
    }

    /// The kern between a script and its base, at the height where they meet.
    fn script_kern(
        &self,
        base: Option<u16>,
        script: Option<u16>,
        (base_corner, script_corner): (MathKernCorner, MathKernCorner),
        height: f32,
        size: f32,
    ) -> f32 {
        let base = base.map_or(0.0, |glyph| self.font.kern(glyph, base_corner, height));
        let script = script.map_or(0.0, |glyph| self.font.kern(glyph, script_corner, 0.0));
        (base + script) * size
    }
}
