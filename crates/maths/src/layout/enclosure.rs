//! Frames, empty space as large as a part (phantoms), and arrows that stretch.

use super::{MathBox, Rule, Setter, Style, stretch};
use crate::tree::{Extent, Leaf, Level, Row};

/// Space between a frame and its content in ems: `\fboxsep` of LaTeX.
const FRAME_GAP: f32 = 0.3;
/// Thickness of a frame in ems: `\fboxrule` of LaTeX.
const FRAME_LINE: f32 = 0.04;
/// Space at the end of the text above or below an arrow that is away from its tip, in ems of that text.
const SHAFT_GAP: f32 = 5.0 / 18.0;
/// Space at the end of that text towards the tip of the arrow, in ems of that text.
const TIP_GAP: f32 = 9.0 / 18.0;
/// How far the text is moved away from the tip of the arrow, in ems of that text.
const TIP_SHIFT: f32 = 3.0 / 18.0;

/// The minimum length of an arrow with text above or below it, in ems.
const MIN_ARROW: f32 = 1.0114;
/// The maximum length of an arrow that is composed of its glyph and a minus sign, in ems.
const JOINED_ARROW: f32 = 1.5;

impl Setter<'_> {
    /// A part in a frame, in display style.
    pub(super) fn boxed(&mut self, body: &Row, style: Style) -> MathBox {
        let body = self.row(body, Style { level: Level::Display, cramped: false, fence: None });
        let size = self.size(style);
        let (line, inset) = (FRAME_LINE * size, (FRAME_GAP + FRAME_LINE) * size);
        let (width, ascent, descent) = (body.width + inset * 2.0, body.ascent + inset, body.descent + inset);
        let mut out = MathBox::space(width);
        out.place(body, inset, 0.0);
        let height = ascent + descent;
        for (x, y, width, height) in [
            (0.0, -ascent, width, line),
            (0.0, descent - line, width, line),
            (0.0, -ascent, line, height),
            (width - line, -ascent, line, height),
        ] {
            out.rules.push(Rule { x, y, width, height });
        }
        MathBox { ascent, descent, ..out }
    }

    /// Empty space as large as a part, in the directions of `extent`.
    pub(super) fn phantom(&mut self, base: &Row, extent: Extent, style: Style) -> MathBox {
        let MathBox { width, ascent, descent, .. } = self.row(base, Style { fence: None, ..style });
        match extent {
            Extent::Both => MathBox { width, ascent, descent, ..MathBox::default() },
            Extent::Width => MathBox::space(width),
            Extent::Height => MathBox { ascent, descent, ..MathBox::default() },
        }
    }

    /// An arrow at least as wide as the text above and below it.
    pub(super) fn arrow(
        &mut self,
        (letter, leaf): (char, Leaf),
        above: Option<&Row>,
        below: Option<&Row>,
        style: Style,
    ) -> MathBox {
        let Some(glyph) = self.font.glyph(letter) else {
            self.missing.get_or_insert(letter);
            return MathBox::default();
        };
        let small = self.size(style.script());
        let points_left = letter == '←';
        // The text is centred on the shaft, so there is more space on the side of the tip.
        let mut script_box = |row: &Row, style: Style| {
            let body = self.row(row, style);
            let mut out = MathBox::default();
            let shift = MathBox::space(TIP_SHIFT * small);
            for part in if points_left { [shift, body] } else { [body, shift] } {
                out.append(part);
            }
            out
        };
        let over = above.map(|row| script_box(row, style.script()));
        let under = below.map(|row| script_box(row, style.script().cramped()));
        let widest = [&over, &under].into_iter().flatten().map(|script| script.width).fold(0.0, f32::max);
        let size = self.size(style);
        let length = (widest + (SHAFT_GAP + TIP_GAP - TIP_SHIFT) * small).max(MIN_ARROW * size);
        let arrow = if length <= JOINED_ARROW * size {
            self.joined_arrow((glyph, points_left), length, size, leaf)
        } else {
            self.stretched(glyph, stretch::Axis::Horizontal, length / size, size, Some(leaf))
        };
        self.limits(MathBox { italic: 0.0, ..arrow }, under, over, style)
    }

    /// An arrow that is a little longer than its glyph: a minus sign extends its shaft, as in LaTeX.
    fn joined_arrow(&mut self, (glyph, points_left): (u16, bool), length: f32, size: f32, leaf: Leaf) -> MathBox {
        let arrow = self.glyph(glyph, size, Some(leaf));
        let Some(minus) = self.font.glyph('−').filter(|_| arrow.width < length) else { return arrow };
        let minus = self.glyph(minus, size, Some(leaf));
        let x_at_right = |part: &MathBox| length - part.width;
        let (minus_x, arrow_x) = if points_left { (x_at_right(&minus), 0.0) } else { (0.0, x_at_right(&arrow)) };
        let mut out = MathBox::space(length);
        out.place(minus, minus_x, 0.0);
        out.place(arrow, arrow_x, 0.0);
        out
    }
}
