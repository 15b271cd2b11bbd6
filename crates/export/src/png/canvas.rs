//! The canvas that paints pixels.

use std::collections::HashMap;
use std::sync::Arc;

use imaging::Pixels;
use scene::{Document, FontId, PathSegment, Picture, Point, Px, Rect, Shadow, Stroke, Synthesis};
use skrifa::{FontRef, MetadataProvider, Tag};
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::filter_effects::{EdgeMode, Filter, FilterPrimitive};
use vello_cpu::kurbo::{self, Affine, BezPath, Cap, Join, Shape};
use vello_cpu::peniko::{
    self, Blob, ColorStop, Extend, FontData, Gradient, ImageQuality, ImageSampler, InterpolationAlphaSpace,
};
use vello_cpu::{
    Glyph, Image, ImageSource, PaintType, Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit,
};

use super::height;
use crate::paint::{BOLD, Canvas, Glyphs, Ink, Outline, Paint};
use crate::pictures::whole_frame;
use crate::{Extent, PictureCache, PictureSource};

/// A renderer for pages of one size, with buffers and fonts that it reuses.
pub(crate) struct Painter {
    context: RenderContext,
    resources: Resources,
    pixmap: Pixmap,
    fonts: HashMap<FontId, FontData>,
}

impl Painter {
    pub(crate) fn new(width: u16) -> Painter {
        Painter::sized(width, height(width))
    }

    /// A renderer for parts of pages.
    pub(super) fn sized(width: u16, height: u16) -> Painter {
        Painter {
            context: RenderContext::new(width, height),
            resources: Resources::new(),
            pixmap: Pixmap::new(width, height),
            fonts: HashMap::new(),
        }
    }

    /// The pixels painted since the last call, over white.
    pub(super) fn pixels(&mut self) -> &Pixmap {
        // Like a PDF, a page is white where nothing is painted.
        self.pixels_over(AlphaColor::WHITE)
    }

    /// The pixels painted since the last call, transparent where nothing is painted.
    pub(super) fn transparent_pixels(&mut self) -> Option<Pixels> {
        let pixmap = self.pixels_over(AlphaColor::TRANSPARENT);
        let mut rgba = pixmap.data_as_u8_slice().to_vec();
        for [red, green, blue, alpha] in rgba.as_chunks_mut().0 {
            for channel in [red, green, blue] {
                let unpremultiplied = u16::from(*channel) * 255 / u16::from(*alpha).max(1);
                *channel = u8::try_from(unpremultiplied).unwrap_or(u8::MAX);
            }
        }
        Pixels::new(pixmap.width().into(), pixmap.height().into(), rgba)
    }

    fn pixels_over(&mut self, background: AlphaColor<Srgb>) -> &Pixmap {
        self.context.flush();
        let target_init = TargetInit::Clear(background);
        let settings = RasterizerSettings { target_init, ..RasterizerSettings::default() };
        self.context.render_with(&mut self.pixmap, &mut self.resources, settings);
        self.context.reset();
        &self.pixmap
    }
}

/// The canvas of one page.
pub(super) struct Raster<'a> {
    painter: &'a mut Painter,
    document: &'a Document,
    pictures: &'a dyn PictureSource,
    cache: &'a PictureCache,
    scale: f32,
    /// The transforms to restore when the current turns end, the innermost last.
    turns: Vec<Affine>,
}

impl<'a> Raster<'a> {
    pub(super) fn new(
        painter: &'a mut Painter,
        document: &'a Document,
        pictures: &'a dyn PictureSource,
        cache: &'a PictureCache,
    ) -> Raster<'a> {
        let scale = f32::from(painter.context.width()) / scene::CANVAS.width.0;
        Raster::of_part(painter, (Rect::CANVAS, scale), document, pictures, cache)
    }

    /// The canvas for the part of the page inside a frame, enlarged.
    pub(super) fn of_part(
        painter: &'a mut Painter,
        (frame, scale): (Rect, f32),
        document: &'a Document,
        pictures: &'a dyn PictureSource,
        cache: &'a PictureCache,
    ) -> Raster<'a> {
        painter.context.set_transform(enlarged(frame, f64::from(scale)));
        Raster { painter, document, pictures, cache, scale, turns: Vec::new() }
    }

    fn context(&mut self) -> &mut RenderContext {
        &mut self.painter.context
    }
}

impl Canvas for Raster<'_> {
    fn fill(&mut self, outline: &Outline, paint: &Paint) {
        let context = self.context();
        set_paint(context, paint);
        fill(context, outline);
        context.reset_paint_transform();
    }

    fn stroke(&mut self, outline: &Outline, stroke: Stroke, ink: Ink) {
        let context = self.context();
        context.set_paint(color(ink));
        let cap = if stroke.round { Cap::Round } else { Cap::Butt };
        let join = if stroke.round { Join::Round } else { Join::Miter };
        let mut pen =
            kurbo::Stroke::new(f64::from(stroke.width.0)).with_caps(cap).with_join(join).with_miter_limit(10.0);
        if let Some((dash, gap)) = stroke.dash {
            pen = pen.with_dashes(0.0, [f64::from(dash.0), f64::from(gap.0)]);
        }
        context.set_stroke(pen);
        context.stroke_path(&bezier(outline));
    }

    fn shadow(&mut self, outline: &Outline, shadow: Shadow, ink: Ink) {
        paint_shadow(self.context(), outline, shadow, ink);
    }

    fn glyphs(&mut self, glyphs: &Glyphs<'_>) {
        let run = glyphs.run;
        let Some(face) = self.document.face(run.font) else {
            return;
        };
        let Painter { context, resources, fonts, .. } = &mut *self.painter;
        let font =
            fonts.entry(run.font).or_insert_with(|| FontData::new(Blob::new(Arc::clone(&face.bytes)), face.index));
        let axes = axes(font, &run.synthesis);
        context.set_paint(color(glyphs.ink));
        let mut x = glyphs.at.x.0;
        let placed = run.glyphs.iter().map(|glyph| {
            let placed = Glyph { id: glyph.id, x: x + glyph.x, y: glyphs.at.y.0 + glyph.y };
            x += glyph.advance;
            placed
        });
        let placed: Vec<Glyph> = placed.collect();
        let slant = f64::from(run.synthesis.slant).to_radians().tan();
        let mut passes = 1;
        if run.synthesis.bold {
            context.set_stroke(kurbo::Stroke::new(f64::from(run.size.0 * BOLD)).with_join(Join::Miter));
            passes = 2;
        }
        for pass in 0..passes {
            let mut builder =
                context.glyph_run(resources, font).font_size(run.size.0).hint(false).normalized_coords(&axes);
            if slant != 0.0 {
                builder = builder.glyph_transform(Affine::skew(-slant, 0.0));
            }
            // A glyph that cannot be drawn is left out.
            let _ = if pass == 0 {
                builder.fill_glyphs(placed.iter().copied())
            } else {
                builder.stroke_glyphs(placed.iter().copied())
            };
        }
    }

    fn picture(&mut self, picture: &Picture, frame: Rect) -> bool {
        let Some(source) = self.pictures.bytes(&picture.source) else {
            return false;
        };
        let extent = Extent::of(picture, frame, self.scale);
        let Some(pixmap) = self.cache.pixmap(self.document, &source, extent) else {
            return false;
        };
        let whole = whole_frame(picture, frame);
        let transform = Affine::translate((f64::from(whole.x.0), f64::from(whole.y.0)))
            * Affine::scale_non_uniform(
                f64::from(whole.width.0) / f64::from(pixmap.width()),
                f64::from(whole.height.0) / f64::from(pixmap.height()),
            );
        let context = self.context();
        let sampler = ImageSampler { quality: ImageQuality::Medium, ..ImageSampler::default() };
        context.set_paint(PaintType::Image(Image { image: ImageSource::Pixmap(pixmap), sampler }));
        context.set_paint_transform(transform);
        fill(context, &Outline::of_picture(picture, frame));
        context.reset_paint_transform();
        true
    }

    fn push_turn(&mut self, degrees: f32, about: Point) {
        let before = *self.context().transform();
        self.turns.push(before);
        let turn = Affine::rotate_about(f64::from(degrees).to_radians(), point(about));
        self.context().set_transform(before * turn);
    }

    fn push_zoom(&mut self, factor: f32, about: Point) {
        let before = *self.context().transform();
        self.turns.push(before);
        self.context().set_transform(before * Affine::scale_about(f64::from(factor), point(about)));
    }

    fn pop_turn(&mut self) {
        if let Some(before) = self.turns.pop() {
            self.context().set_transform(before);
        }
    }

    fn push_clip(&mut self, outline: &Outline) {
        match outline {
            Outline::Box(frame, Px::ZERO) => self.context().push_clip_rect(&rect(*frame)),
            other => self.context().push_clip_path(&bezier(other)),
        }
    }

    fn pop_clip(&mut self) {
        self.context().pop_clip();
    }
}

/// The transform that moves the corner of a frame to the origin and scales the frame.
fn enlarged(frame: Rect, scale: f64) -> Affine {
    Affine::scale(scale) * Affine::translate((-f64::from(frame.x.0), -f64::from(frame.y.0)))
}

/// The shadow of an outline as pixels for other canvases, and its frame. A softer shadow has fewer pixels.
/// `None` when it is invisible.
pub(crate) fn shadow(outline: &Outline, shadow: Shadow, ink: Ink) -> Option<(Pixmap, Rect)> {
    /// Pixels for one standard deviation of the blur: enough to be enlarged without visible steps.
    const PIXELS_PER_DEVIATION: f32 = 4.0;
    let scale = (PIXELS_PER_DEVIATION / shadow.blur.0.max(0.1)).min(2.0);
    let reach = shadow.blur * 3.0;
    let bounds = outline.bounds();
    let frame = Rect {
        x: bounds.x - reach,
        y: bounds.y + shadow.down - reach,
        width: bounds.width + reach * 2.0,
        height: bounds.height + reach * 2.0,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let side = |length: Px| (length.0 * scale).ceil() as u16;
    let (width, height) = (side(frame.width), side(frame.height));
    if width == 0 || height == 0 || ink.alpha <= 0.0 || u32::from(width) * u32::from(height) > 1 << 23 {
        return None;
    }
    let mut context = RenderContext::new(width, height);
    let scale = f64::from(scale);
    context.set_transform(enlarged(frame, scale));
    paint_shadow(&mut context, outline, shadow, ink);
    context.flush();
    let mut pixmap = Pixmap::new(width, height);
    context.render(&mut pixmap, &mut Resources::new());
    #[expect(clippy::cast_possible_truncation, reason = "lengths on a page")]
    let covered = |pixels: u16| Px((f64::from(pixels) / scale) as f32);
    Some((pixmap, Rect { width: covered(width), height: covered(height), ..frame }))
}

/// Paints a shadow: of a box with the renderer's own operation, of any other outline with a blur filter.
fn paint_shadow(context: &mut RenderContext, outline: &Outline, shadow: Shadow, ink: Ink) {
    match outline {
        Outline::Box(frame, radius) if shadow.blur > Px::ZERO => {
            context.set_paint(color(ink));
            let frame = rect(frame.moved(Px::ZERO, shadow.down));
            context.fill_blurred_rounded_rect(&frame, radius.0, shadow.blur.0, false);
        }
        other => {
            let before = *context.transform();
            let blur = FilterPrimitive::GaussianBlur { std_deviation: shadow.blur.0, edge_mode: EdgeMode::None };
            context.push_filter_layer(Filter::from_primitive(blur));
            context.set_transform(before * Affine::translate((0.0, f64::from(shadow.down.0))));
            context.set_paint(color(ink));
            fill(context, other);
            context.set_transform(before);
            context.pop_layer();
        }
    }
}

fn fill(context: &mut RenderContext, outline: &Outline) {
    match outline {
        Outline::Box(frame, Px::ZERO) => context.fill_rect(&rect(*frame)),
        Outline::Box(frame, radius) => {
            context.fill_path(&rect(*frame).to_rounded_rect(f64::from(radius.0)).to_path(0.05));
        }
        Outline::Path(path) => {
            context.set_fill_rule(if path.even_odd { peniko::Fill::EvenOdd } else { peniko::Fill::NonZero });
            context.fill_path(&bezier(outline));
            context.set_fill_rule(peniko::Fill::NonZero);
        }
    }
}

fn set_paint(context: &mut RenderContext, paint: &Paint) {
    match paint {
        Paint::Solid(ink) => context.set_paint(color(*ink)),
        Paint::Linear { from, to, stops } => {
            context.set_paint(gradient(Gradient::new_linear(point(*from), point(*to)), stops));
        }
        Paint::Radial { center, radius_x, radius_y, stops } => {
            context.set_paint(gradient(Gradient::new_radial((0.0, 0.0), radius_x.0), stops));
            let squeeze = f64::from(*radius_y / *radius_x);
            context.set_paint_transform(
                Affine::translate(point(*center).to_vec2()) * Affine::scale_non_uniform(1.0, squeeze),
            );
        }
    }
}

fn gradient(gradient: Gradient, stops: &[(f32, Ink)]) -> Gradient {
    let stops: Vec<ColorStop> =
        stops.iter().map(|(offset, ink)| ColorStop { offset: *offset, color: color(*ink).into() }).collect();
    // PDF interpolates colour and opacity separately, and both outputs must look the same.
    gradient
        .with_extend(Extend::Pad)
        .with_interpolation_alpha_space(InterpolationAlphaSpace::Unpremultiplied)
        .with_stops(&stops[..])
}

/// The normalised coordinates of a variable font.
fn axes(font: &FontData, synthesis: &Synthesis) -> Vec<i16> {
    if synthesis.axes.is_empty() {
        return Vec::new();
    }
    let Ok(font) = FontRef::from_index(font.data.data(), font.index) else {
        return Vec::new();
    };
    let settings = synthesis.axes.iter().map(|(tag, value)| (Tag::new(tag), *value));
    font.axes().location(settings).coords().iter().map(|coordinate| coordinate.to_bits()).collect()
}

fn color(ink: Ink) -> AlphaColor<Srgb> {
    let unit = |channel: u8| f32::from(channel) / 255.0;
    AlphaColor::new([unit(ink.rgb.red), unit(ink.rgb.green), unit(ink.rgb.blue), ink.alpha])
}

fn rect(frame: Rect) -> kurbo::Rect {
    let Rect { x, y, .. } = frame;
    kurbo::Rect::new(f64::from(x.0), f64::from(y.0), f64::from(frame.right().0), f64::from(frame.bottom().0))
}

fn point(point: Point) -> kurbo::Point {
    kurbo::Point::new(f64::from(point.x.0), f64::from(point.y.0))
}

fn bezier(outline: &Outline) -> BezPath {
    let mut path = BezPath::new();
    for segment in &outline.path().segments {
        match *segment {
            PathSegment::Move(to) => path.move_to(point(to)),
            // A path without an initial move starts at the end of its first segment.
            PathSegment::Line(to) if path.elements().is_empty() => path.move_to(point(to)),
            PathSegment::Curve(_, _, to) if path.elements().is_empty() => path.move_to(point(to)),
            PathSegment::Line(to) => path.line_to(point(to)),
            PathSegment::Curve(control1, control2, to) => path.curve_to(point(control1), point(control2), point(to)),
            PathSegment::Close if path.elements().is_empty() => {}
            PathSegment::Close => path.close_path(),
        }
    }
    path
}
