//! Estimates how long drawing a parsed picture takes, and how many pixels it has in memory at once.
//!
//! Shapes, layers and filters count by the area of their bounds within the canvas, patterns by their tile; the costs of
//! a pixel were measured. The estimate stops as soon as it exceeds the limit, so it never takes long itself.

use resvg::tiny_skia::Transform;
use resvg::usvg::{Group, Node, Paint, Path, Rect, Tree, filter};

use crate::{Error, MAX_MEMORY, MAX_PIXELS};

/// The maximum drawing time in nanoseconds on one core.
const MAX_WORK: f64 = 10e9;
/// Nanoseconds for a pixel in one colour.
const PLAIN_PIXEL: f64 = 5.0;
/// Nanoseconds for a pixel of a gradient, a pattern or a picture.
const BLENDED_PIXEL: f64 = 16.0;
/// Nanoseconds for a pixel of a layer: clearing and compositing.
const LAYER_PIXEL: f64 = 12.0;
/// Nanoseconds for an edge of a path, without its pixels.
const EDGE: f64 = 20.0;
/// Nanoseconds for a shape, without its edges and pixels.
const SHAPE: f64 = 500.0;
/// The largest area of a layer in resvg, relative to the canvas.
const MAX_LAYER_AREA: f64 = 25.0;
/// The maximum number of dashes of one path in resvg.
const MAX_DASHES: f64 = 1e6;

/// Fails when drawing the picture at this size takes too long or too much memory.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn check(tree: &Tree, width: u32, height: u32, scale: f32) -> Result<(), Error> {
    let canvas = f64::from(width) * f64::from(height);
    let mut estimate = Estimate { work: canvas, max_pixels: (MAX_MEMORY / 4) as f64 };
    estimate.add_group(tree.root(), Surface { canvas, scale: Transform::from_scale(scale, scale), pixels: canvas })
}

/// The surface that something is drawn on.
#[derive(Clone, Copy)]
struct Surface {
    /// Pixels of the canvas.
    canvas: f64,
    /// From user units to pixels.
    scale: Transform,
    /// Pixels of the canvas and all open layers.
    pixels: f64,
}

impl Surface {
    /// The pixels of a rectangle, at most `max_canvases` times those of the canvas.
    fn area(self, bounds: Rect, max_canvases: f64) -> f64 {
        let (across, down) = self.scale.get_scale();
        let width = f64::from(bounds.width() * across).abs() + 4.0;
        let height = f64::from(bounds.height() * down).abs() + 4.0;
        (width * height).min(self.canvas * max_canvases)
    }
}

struct Estimate {
    /// Nanoseconds so far.
    work: f64,
    /// The maximum number of pixels in memory at once.
    max_pixels: f64,
}

impl Estimate {
    /// Adds drawing time in nanoseconds. Fails when the sum exceeds the limit.
    fn add(&mut self, work: f64) -> Result<(), Error> {
        self.work += work;
        // A NaN fails as well.
        if self.work <= MAX_WORK { Ok(()) } else { Err(Error::TooComplex("it takes too long to draw")) }
    }

    /// Adds a group with its layers and everything in it.
    fn add_group(&mut self, group: &Group, mut surface: Surface) -> Result<(), Error> {
        self.add(SHAPE)?;
        if group.should_isolate() {
            let layer = surface.area(group.abs_layer_bounding_box().to_rect(), MAX_LAYER_AREA);
            surface.pixels += layer;
            surface.canvas = surface.canvas.max(layer);
            self.add(layer * LAYER_PIXEL)?;
            for filter in group.filters() {
                self.add_filter(filter, surface)?;
            }
            let mut clip = group.clip_path();
            while let Some(path) = clip {
                self.add_layer(path.root(), layer, surface)?;
                clip = path.clip_path();
            }
            let mut mask = group.mask();
            while let Some(outer) = mask {
                self.add_layer(outer.root(), layer, surface)?;
                mask = outer.mask();
            }
        }
        if surface.pixels > self.max_pixels {
            return Err(Error::TooComplex("it has too many layers"));
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.add_group(group, surface)?,
                Node::Path(path) => self.add_path(path, surface)?,
                Node::Image(image) => self.add(surface.area(image.abs_bounding_box(), 1.0) * BLENDED_PIXEL + SHAPE)?,
                Node::Text(text) => self.add_group(text.flattened(), surface)?,
            }
        }
        Ok(())
    }

    /// Adds a clip path or a mask, which has a layer of its own.
    fn add_layer(&mut self, root: &Group, layer: f64, surface: Surface) -> Result<(), Error> {
        self.add(layer * LAYER_PIXEL)?;
        self.add_group(root, Surface { pixels: surface.pixels + layer, ..surface })
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn add_path(&mut self, path: &Path, surface: Surface) -> Result<(), Error> {
        let area = surface.area(path.abs_stroke_bounding_box(), 1.0);
        let edges = path.data().len() as f64;
        self.add(SHAPE)?;
        if let Some(fill) = path.fill() {
            self.add(area * pixel_cost(fill.paint()) + edges * EDGE)?;
            self.add_paint(fill.paint(), path, surface)?;
        }
        if let Some(stroke) = path.stroke() {
            self.add(area * pixel_cost(stroke.paint()) + edges * EDGE * 4.0)?;
            if let Some(dashes) = stroke.dasharray() {
                let bounds = path.bounding_box();
                let max_length = f64::from(bounds.width() + bounds.height()) * edges;
                let period = f64::from(dashes.iter().sum::<f32>()) / dashes.len().max(1) as f64;
                let count = if period > 0.0 { (max_length / period).min(MAX_DASHES) } else { MAX_DASHES };
                self.add(count * EDGE * 6.0)?;
            }
            self.add_paint(stroke.paint(), path, surface)?;
        }
        Ok(())
    }

    /// Adds the drawing of a pattern. Other paint costs nothing more.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn add_paint(&mut self, paint: &Paint, path: &Path, surface: Surface) -> Result<(), Error> {
        let Paint::Pattern(pattern) = paint else { return Ok(()) };
        let transform = surface.scale.pre_concat(path.abs_transform()).pre_concat(pattern.transform());
        let (across, down) = transform.get_scale();
        let tile = f64::from(pattern.rect().width() * across) * f64::from(pattern.rect().height() * down);
        if tile.is_nan() || tile.abs() > MAX_PIXELS as f64 {
            return Err(Error::TooLarge("the tile of a pattern".to_owned()));
        }
        self.add(tile.abs())?;
        let scale = Transform::from_scale(across, down);
        self.add_group(
            pattern.root(),
            Surface { canvas: tile.abs().max(1.0), scale, pixels: surface.pixels + tile.abs() },
        )
    }

    /// Adds the primitives of a filter.
    fn add_filter(&mut self, filter: &filter::Filter, surface: Surface) -> Result<(), Error> {
        let region = surface.area(filter.rect().to_rect(), MAX_LAYER_AREA);
        let mut pixels = surface.pixels;
        for primitive in filter.primitives() {
            // Every result stays in memory until the filter ends.
            pixels += region;
            let (across, down) = surface.scale.get_scale();
            let pixel_cost = match primitive.kind() {
                filter::Kind::ConvolveMatrix(fe) => {
                    f64::from(fe.matrix().columns()) * f64::from(fe.matrix().rows()) * 3.0
                }
                filter::Kind::Morphology(fe) => {
                    let columns = f64::from(fe.radius_x().get() * across).abs().ceil() * 2.0;
                    let rows = f64::from(fe.radius_y().get() * down).abs().ceil() * 2.0;
                    (columns * rows).min(region) * 3.0
                }
                filter::Kind::Turbulence(fe) => f64::from(fe.num_octaves()) * 128.0,
                filter::Kind::DiffuseLighting(_) | filter::Kind::SpecularLighting(_) => 64.0,
                filter::Kind::Image(fe) => {
                    self.add_group(fe.root(), Surface { pixels, ..surface })?;
                    BLENDED_PIXEL
                }
                _ => 2.0 * BLENDED_PIXEL,
            };
            self.add(region * (pixel_cost + LAYER_PIXEL))?;
        }
        if pixels > self.max_pixels {
            return Err(Error::TooComplex("it has too many layers"));
        }
        Ok(())
    }
}

/// Nanoseconds for a pixel of a paint.
fn pixel_cost(paint: &Paint) -> f64 {
    if matches!(paint, Paint::Color(_)) { PLAIN_PIXEL } else { BLENDED_PIXEL }
}
