//! Writes formulas as outlines, and as MathML for screen readers.

use scene::{Formula, GlyphRun, Line};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::SvgPen;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::markup::Number;
use super::style::color;
use super::writer::Writer;

impl Writer<'_> {
    /// Writes a formula as outlines. Text in a web font cannot show it, because some of its glyphs have no character,
    /// such as those of a root or a large parenthesis.
    pub(super) fn formula(&mut self, formula: &Formula, line: &Line, runs: &[&GlyphRun]) {
        let Some(first) = runs.first() else { return };
        let left = runs.iter().map(|run| run.x.0).fold(f32::MAX, f32::min);
        let right = runs.iter().map(|run| (run.x + run.advance()).0).fold(f32::MIN, f32::max);
        let style = format!(
            "left:{}px;top:{}px;width:{}px;height:{}px;fill:{}",
            Number(left),
            Number(line.top.0),
            Number((right - left).max(1.0)),
            Number(line.height.0.max(1.0)),
            color(&self.document.palette, first.color),
        );
        self.out.open("svg").attribute("class", "s").attribute("style", style).raw(" aria-hidden=\"true\">");
        for run in runs {
            self.write_outlines(run, left, (line.baseline - line.top).0);
        }
        self.out.raw("</svg><span class=\"sr\">").raw(&formula.meaning.mathml()).raw("</span>");
    }

    /// Writes the outlines of glyphs around a baseline.
    fn write_outlines(&mut self, run: &GlyphRun, left: f32, baseline: f32) {
        let Some(face) = self.document.face(run.font) else { return };
        let Ok(font) = FontRef::from_index((*face.bytes).as_ref(), face.index) else { return };
        let glyphs = font.outline_glyphs();
        let settings = || DrawSettings::unhinted(Size::new(run.size.0), LocationRef::default());
        let mut x = run.x.0 - left;
        for glyph in &run.glyphs {
            let mut pen = SvgPen::with_precision(2);
            let is_drawn =
                glyphs.get(GlyphId::new(glyph.id)).is_some_and(|outline| outline.draw(settings(), &mut pen).is_ok());
            let path = pen.to_string();
            if is_drawn && !path.is_empty() {
                let (x, y) = (Number(x + glyph.x), Number(baseline + glyph.y));
                self.out.open("path").attribute("transform", format!("translate({x} {y}) scale(1 -1)"));
                self.out.attribute("d", path).raw("/>");
            }
            x += glyph.advance;
        }
    }
}
