//! Outlines and metrics of glyphs, for very large characters that are drawn as shapes or placed by their capitals.

use scene::{FontFace, GlyphRun, Path, Px, Text};
use skrifa::instance::{Location, LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

/// Height of capitals as a share of the font size, for fonts that do not say.
const CAPITALS: f32 = 0.7;

/// The outline of a text, relative to the upper left corner of its frame.
pub(crate) fn outline(faces: &[FontFace], text: &Text) -> Path {
    let mut pen = PathPen::default();
    for line in &text.lines {
        for run in &line.runs {
            let Some((font, location)) = font(faces, run) else { continue };
            let outlines = font.outline_glyphs();
            let mut x = run.x.0;
            for glyph in &run.glyphs {
                pen.origin = (x + glyph.x, line.baseline.0 + glyph.y);
                if let Some(outline) = outlines.get(GlyphId::new(glyph.id)) {
                    // A glyph that cannot be drawn is left out.
                    let _ = outline.draw(DrawSettings::unhinted(Size::new(run.size.0), &location), &mut pen);
                }
                x += glyph.advance;
            }
        }
    }
    pen.path
}

/// The distance from the top of a text to the upper edge of the capitals on its first line.
pub(crate) fn above_capitals(faces: &[FontFace], text: &Text) -> f32 {
    let Some(line) = text.lines.first() else { return 0.0 };
    let Some(run) = line.runs.first() else { return 0.0 };
    let height = font(faces, run).and_then(|(font, location)| {
        font.metrics(Size::new(run.size.0), LocationRef::from(&location)).cap_height.filter(|height| *height > 0.0)
    });
    line.baseline.0 - height.unwrap_or(run.size.0 * CAPITALS)
}

fn font<'f>(faces: &'f [FontFace], run: &GlyphRun) -> Option<(FontRef<'f>, Location)> {
    let face = faces.get(run.font.0 as usize)?;
    let font = FontRef::from_index((*face.bytes).as_ref(), face.index).ok()?;
    let axes = run.synthesis.axes.iter().map(|(tag, value)| (Tag::new(tag), *value));
    let location = font.axes().location(axes);
    Some((font, location))
}

/// Collects an outline as a path with a downward axis.
#[derive(Default)]
struct PathPen {
    path: Path,
    /// Position of the current glyph.
    origin: (f32, f32),
    /// The last point, for quadratic curves.
    last: (f32, f32),
}

impl PathPen {
    /// A point of the current glyph, whose vertical axis points up, in the path.
    fn path_point(&self, x: f32, y: f32) -> (f32, f32) {
        (self.origin.0 + x, self.origin.1 - y)
    }

    fn add(&mut self, end: (f32, f32), append: impl FnOnce(Path) -> Path) {
        self.path = append(std::mem::take(&mut self.path));
        self.last = end;
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.path_point(x, y);
        self.add(to, |path| path.to(to.0, to.1));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.path_point(x, y);
        self.add(to, |path| path.line(to.0, to.1));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (control, to, from) = (self.path_point(cx, cy), self.path_point(x, y), self.last);
        let cubic_control =
            |end: (f32, f32)| (end.0 + (control.0 - end.0) * 2.0 / 3.0, end.1 + (control.1 - end.1) * 2.0 / 3.0);
        self.add(to, |path| path.curve(cubic_control(from), cubic_control(to), to));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (first, second, to) = (self.path_point(cx0, cy0), self.path_point(cx1, cy1), self.path_point(x, y));
        self.add(to, |path| path.curve(first, second, to));
    }

    fn close(&mut self) {
        let last = self.last;
        self.add(last, Path::close);
    }
}

/// The widest line of a text.
pub(crate) fn widest_line(text: &Text) -> Px {
    text.lines.iter().map(|line| line.width).fold(Px::ZERO, Px::max)
}
