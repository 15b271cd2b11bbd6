//! The canvas that paints a PDF page.

use krilla::color::rgb;
use krilla::geom::{Path as KrillaPath, PathBuilder, Point as KrillaPoint, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LineJoin, LinearGradient, Paint as KrillaPaint, RadialGradient, SpreadMethod, Stop,
    Stroke as KrillaStroke, StrokeDash,
};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ContentTag, SpanTag};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use scene::{CANVAS, Document, Glyph, MarkerSign, NodeKind, PathSegment, Picture, Point, Rect, Shadow, Stroke};

use super::images::Drawable;
use super::tags::Tags;
use super::{Placement, Resources};
use crate::paint::{BOLD, Canvas, GlyphText, Glyphs, Ink, Outline, PagePart, Paint};
use crate::pictures::whole_frame;

/// The canvas of one sheet.
pub(super) struct PdfCanvas<'a, 's, 'f, 'w> {
    surface: &'a mut Surface<'s>,
    document: &'a Document,
    placement: Placement,
    tags: Tags,
    resources: &'a mut Resources<'f, 'w>,
    /// The text of the list marker that is being drawn as a shape.
    marker_text: Option<&'static str>,
    /// The current turns: degrees, and the point they are about.
    turns: Vec<(f32, Point)>,
}

impl<'a, 's, 'f, 'w> PdfCanvas<'a, 's, 'f, 'w> {
    pub(super) fn new(
        surface: &'a mut Surface<'s>,
        document: &'a Document,
        placement: Placement,
        tags: Tags,
        resources: &'a mut Resources<'f, 'w>,
    ) -> Self {
        PdfCanvas { surface, document, placement, tags, resources, marker_text: None, turns: Vec::new() }
    }

    /// The tags of what was drawn.
    pub(super) fn finish(self) -> Tags {
        self.tags
    }

    /// The bounding box on the page of a frame to which the current turns are applied.
    fn bounds(&self, frame: Rect) -> Rect {
        self.turns.iter().rev().fold(frame, |frame, (degrees, about)| frame.turned(*degrees, *about))
    }

    /// Draws tagged content: as an artifact if the current part is one, otherwise with the tag `span`.
    fn draw_tagged(&mut self, span: Option<SpanTag<'_>>, draw: impl FnOnce(&mut Surface<'_>)) {
        let artifact = self.tags.artifact();
        let tag = match (artifact, span) {
            (Some(kind), _) => ContentTag::Artifact(Artifact::with_kind(kind)),
            (None, Some(span)) => ContentTag::Span(span),
            (None, None) => ContentTag::Other,
        };
        let drawn = self.surface.start_tagged(tag);
        draw(self.surface);
        self.surface.end_tagged();
        if artifact.is_none() {
            self.tags.add(drawn);
        }
    }

    /// Draws a shape: a part of a figure, a list marker with a text, or an artifact.
    fn draw_shape(&mut self, draw: impl FnOnce(&mut Surface<'_>)) {
        let span = self.marker_text.map(|text| SpanTag::empty().with_actual_text(Some(text)));
        self.draw_tagged(span, draw);
    }

    /// Draws glyphs, each of which represents its bytes of `text`. With `spoken`, draws them as outlines that together
    /// represent that text.
    fn draw_glyphs(&mut self, glyphs: &[KrillaGlyph], x: f32, style: &GlyphStyle, text: &str, spoken: Option<&str>) {
        let span = SpanTag::empty().with_lang(style.language.as_deref()).with_actual_text(spoken);
        self.draw_tagged(Some(span), |surface| {
            surface.set_fill(Some(solid(style.ink, FillRule::NonZero)));
            surface.set_stroke(style.stroke.clone());
            let slanted = style.slant != 0.0;
            if slanted {
                // The slant leaves points on the baseline where they are.
                surface.push_transform(&Transform::from_row(1.0, 0.0, -style.slant, 1.0, style.slant * style.y, 0.0));
            }
            let start = KrillaPoint::from_xy(x, style.y);
            surface.draw_glyphs(start, glyphs, style.font.clone(), text, style.size, spoken.is_some());
            if slanted {
                surface.pop();
            }
            surface.set_stroke(None);
        });
    }
}

/// The style of the glyphs of a run.
struct GlyphStyle {
    font: Font,
    ink: Ink,
    size: f32,
    y: f32,
    slant: f32,
    stroke: Option<KrillaStroke>,
    /// The language of the text when it differs from that of the document.
    language: Option<String>,
}

impl Canvas for PdfCanvas<'_, '_, '_, '_> {
    fn open(&mut self, part: PagePart<'_>) {
        let frame = match part {
            PagePart::Node(node) if !matches!(node.kind, NodeKind::Text(_)) => {
                self.placement.frame(self.bounds(node.frame))
            }
            PagePart::Link(_, frame) | PagePart::Formula(_, frame) => self.placement.frame(self.bounds(frame)),
            _ => None,
        };
        if let PagePart::Label(marker) = part {
            self.marker_text = Some(match marker.sign {
                MarkerSign::Bullet | MarkerSign::Number(_) => "\u{2022}",
                MarkerSign::Task(false) => "\u{2610}",
                MarkerSign::Task(true) => "\u{2611}",
            });
        }
        self.tags.open(part, frame, &mut self.resources.heading);
    }

    fn close(&mut self) {
        self.marker_text = None;
        self.tags.close();
    }

    fn fill(&mut self, outline: &Outline, paint: &Paint) {
        let even_odd = matches!(outline, Outline::Path(path) if path.even_odd);
        let rule = if even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
        let Some(path) = path(outline) else {
            return;
        };
        let fill = match paint {
            Paint::Solid(ink) => solid(*ink, rule),
            other => Fill { paint: gradient(other), opacity: NormalizedF32::ONE, rule },
        };
        self.draw_shape(|surface| {
            surface.set_fill(Some(fill));
            surface.set_stroke(None);
            surface.draw_path(&path);
        });
    }

    fn stroke(&mut self, outline: &Outline, stroke: Stroke, ink: Ink) {
        let Some(path) = path(outline) else {
            return;
        };
        let pen = KrillaStroke {
            paint: color(ink).into(),
            width: stroke.width.0,
            miter_limit: 10.0,
            line_cap: if stroke.round { LineCap::Round } else { LineCap::Butt },
            line_join: if stroke.round { LineJoin::Round } else { LineJoin::Miter },
            opacity: normalized(ink.alpha),
            dash: stroke.dash.map(|(dash, gap)| StrokeDash { array: vec![dash.0, gap.0], offset: 0.0 }),
        };
        self.draw_shape(|surface| {
            surface.set_fill(None);
            surface.set_stroke(Some(pen));
            surface.draw_path(&path);
            surface.set_stroke(None);
        });
    }

    fn shadow(&mut self, outline: &Outline, shadow: Shadow, ink: Ink) {
        let Some((image, frame)) = self.resources.images.shadow(outline, shadow, ink) else {
            return;
        };
        let Some(size) = Size::from_wh(frame.width.0, frame.height.0) else {
            return;
        };
        self.draw_shape(|surface| {
            surface.push_transform(&Transform::from_translate(frame.x.0, frame.y.0));
            surface.draw_image(image, size);
            surface.pop();
        });
    }

    fn glyphs(&mut self, glyphs: &Glyphs<'_>) {
        let run = glyphs.run;
        let Some(font) = self.resources.fonts.font(self.document, run.font, &run.synthesis) else {
            return;
        };
        let (text, added, language): (&str, &str, Option<&str>) = match &glyphs.text {
            GlyphText::Paragraph { paragraph, added } => (&paragraph.text, added, Some(&paragraph.language)),
            GlyphText::Marker(marker) => (marker, marker, None),
        };
        let stroke = run.synthesis.bold.then(|| KrillaStroke {
            paint: color(glyphs.ink).into(),
            width: run.size.0 * BOLD,
            opacity: normalized(glyphs.ink.alpha),
            ..KrillaStroke::default()
        });
        let style = GlyphStyle {
            font,
            ink: glyphs.ink,
            size: run.size.0,
            y: glyphs.at.y.0,
            slant: run.synthesis.slant.to_radians().tan(),
            stroke,
            language: language.filter(|language| *language != self.document.language).map(str::to_owned),
        };
        let is_marker = matches!(glyphs.text, GlyphText::Marker(_));
        let meaning = |glyph: &Glyph| if is_marker { GlyphMeaning::Added } else { meaning(glyph, text) };
        let mut x = glyphs.at.x.0;
        for group in run.glyphs.chunk_by(|one, next| meaning(one) == meaning(next)) {
            let meaning = group.first().map_or(GlyphMeaning::Text, meaning);
            let mut placed: Vec<KrillaGlyph> =
                group.iter().map(|glyph| krilla_glyph(glyph, run.size.0, meaning, added)).collect();
            if is_marker && placed.len() == added.chars().count() && !run.right_to_left {
                // Each glyph of the marker represents its own character.
                for (glyph, (from, letter)) in placed.iter_mut().zip(added.char_indices()) {
                    glyph.text_range = from..from + letter.len_utf8();
                }
            }
            match meaning {
                GlyphMeaning::Text => self.draw_glyphs(&placed, x, &style, text, None),
                GlyphMeaning::Added => self.draw_glyphs(&placed, x, &style, added, None),
                GlyphMeaning::Missing => {
                    let from = group.iter().map(|glyph| glyph.from as usize).min().unwrap_or(0);
                    let to = group.iter().map(|glyph| glyph.to as usize).max().unwrap_or(0);
                    let spoken = text.get(from..to).unwrap_or_default();
                    self.draw_glyphs(&placed, x, &style, "", Some(spoken));
                }
            }
            x += group.iter().map(|glyph| glyph.advance).sum::<f32>();
        }
    }

    fn picture(&mut self, picture: &Picture, frame: Rect) -> bool {
        let Some(drawable) = self.resources.images.picture(self.surface, &picture.source) else {
            return false;
        };
        let whole = whole_frame(picture, frame);
        let (Some(clip), Some(size)) =
            (path(&Outline::of_picture(picture, frame)), Size::from_wh(whole.width.0, whole.height.0))
        else {
            return true;
        };
        self.surface.push_clip_path(&clip, &FillRule::NonZero);
        self.surface.push_transform(&Transform::from_translate(whole.x.0, whole.y.0));
        self.draw_tagged(None, |surface| match drawable {
            Drawable::Pixels(image, location) => {
                surface.set_location(location);
                surface.draw_image(image, size);
                surface.reset_location();
            }
            Drawable::Vectors(graphic, width, height) => {
                surface.push_transform(&Transform::from_scale(size.width() / width, size.height() / height));
                surface.draw_graphic(graphic);
                surface.pop();
            }
        });
        self.surface.pop();
        self.surface.pop();
        true
    }

    fn push_turn(&mut self, degrees: f32, about: Point) {
        self.turns.push((degrees, about));
        self.surface.push_transform(&Transform::from_rotate_at(degrees, about.x.0, about.y.0));
    }

    fn pop_turn(&mut self) {
        self.turns.pop();
        self.surface.pop();
    }

    fn push_clip(&mut self, outline: &Outline) {
        // An empty outline clips everything. It still needs a clip, which `pop_clip` ends.
        let nothing = Outline::Box(Rect::new(-1.0, -1.0, 0.5, 0.5), scene::px(0.0));
        if let Some(path) = path(outline).or_else(|| path(&nothing)) {
            self.surface.push_clip_path(&path, &FillRule::NonZero);
        }
    }

    fn pop_clip(&mut self) {
        self.surface.pop();
    }
}

/// The text that a glyph represents.
#[derive(Debug, Clone, Copy, PartialEq)]
enum GlyphMeaning {
    /// Its bytes of the paragraph.
    Text,
    /// Text that layout added.
    Added,
    /// Text that the font does not have, or that no glyph may represent: drawn as outlines.
    Missing,
}

/// The meaning of a glyph of a paragraph with this text.
fn meaning(glyph: &Glyph, text: &str) -> GlyphMeaning {
    if glyph.from == glyph.to {
        return GlyphMeaning::Added;
    }
    match text.get(glyph.from as usize..glyph.to as usize) {
        // PDF/UA-1, 7.21.7: a glyph must represent at least one character, and none of these.
        Some(words) if glyph.id != 0 && !words.contains(['\0', '\u{feff}', '\u{fffe}']) => GlyphMeaning::Text,
        _ => GlyphMeaning::Missing,
    }
}

fn krilla_glyph(glyph: &Glyph, size: f32, meaning: GlyphMeaning, added: &str) -> KrillaGlyph {
    let range = match meaning {
        GlyphMeaning::Text => glyph.from as usize..glyph.to as usize,
        GlyphMeaning::Added => 0..added.len(),
        GlyphMeaning::Missing => 0..0,
    };
    let id = GlyphId::new(glyph.id);
    KrillaGlyph::new(id, glyph.advance / size, glyph.x / size, -glyph.y / size, 0.0, range, None)
}

/// The outline of a whole canvas on its sheet.
pub(super) fn frame_path(placement: Placement) -> KrillaPath {
    let mut builder = PathBuilder::new();
    let (width, height) = (CANVAS.width.0 * placement.scale, CANVAS.height.0 * placement.scale);
    builder.move_to(placement.x, placement.y);
    builder.line_to(placement.x + width, placement.y);
    builder.line_to(placement.x + width, placement.y + height);
    builder.line_to(placement.x, placement.y + height);
    builder.close();
    builder.finish().expect("a canvas has a size")
}

/// An outline as a path of krilla, or `None` when it is empty.
fn path(outline: &Outline) -> Option<KrillaPath> {
    let mut builder = PathBuilder::new();
    for segment in &outline.path().segments {
        match *segment {
            PathSegment::Move(to) => builder.move_to(to.x.0, to.y.0),
            PathSegment::Line(to) => builder.line_to(to.x.0, to.y.0),
            PathSegment::Curve(control1, control2, to) => {
                builder.cubic_to(control1.x.0, control1.y.0, control2.x.0, control2.y.0, to.x.0, to.y.0);
            }
            PathSegment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn solid(ink: Ink, rule: FillRule) -> Fill {
    Fill { paint: color(ink).into(), opacity: normalized(ink.alpha), rule }
}

fn color(ink: Ink) -> rgb::Color {
    rgb::Color::new(ink.rgb.red, ink.rgb.green, ink.rgb.blue)
}

fn normalized(value: f32) -> NormalizedF32 {
    NormalizedF32::new(value.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE)
}

fn gradient(paint: &Paint) -> KrillaPaint {
    let stops = |stops: &[(f32, Ink)]| -> Vec<Stop> {
        let stop = |(at, ink): &(f32, Ink)| Stop {
            offset: normalized(*at),
            color: color(*ink).into(),
            opacity: normalized(ink.alpha),
        };
        stops.iter().map(stop).collect()
    };
    match paint {
        Paint::Solid(ink) => color(*ink).into(),
        Paint::Linear { from, to, stops: colors } => LinearGradient {
            x1: from.x.0,
            y1: from.y.0,
            x2: to.x.0,
            y2: to.y.0,
            transform: Transform::identity(),
            spread_method: SpreadMethod::Pad,
            stops: stops(colors),
            anti_alias: false,
        }
        .into(),
        Paint::Radial { center, radius_x, radius_y, stops: colors } => RadialGradient {
            fx: 0.0,
            fy: 0.0,
            fr: 0.0,
            cx: 0.0,
            cy: 0.0,
            cr: radius_x.0,
            transform: Transform::from_row(1.0, 0.0, 0.0, *radius_y / *radius_x, center.x.0, center.y.0),
            spread_method: SpreadMethod::Pad,
            stops: stops(colors),
            anti_alias: false,
        }
        .into(),
    }
}
