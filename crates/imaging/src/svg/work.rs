//! How long drawing a parsed picture would take, and how many pixels it would hold at once.
//!
//! Shapes are counted by the area of their bounds within the canvas, layers and filters likewise, patterns by their
//! tile, each pixel at the nanoseconds it was measured to cost. The count stops as soon as it is too high, so judging is
//! never the long part.

use resvg::tiny_skia::Transform;
use resvg::usvg::{Group, Node, Paint, Path, Rect, Tree, filter};

use crate::{Error, MAX_MEMORY, MAX_PIXELS};

/// Most nanoseconds of one busy core.
const MAX_WORK: f64 = 10e9;
/// A pixel in one colour.
const PLAIN: f64 = 5.0;
/// A pixel of a gradient, a pattern or a picture.
const BLENDED: f64 = 16.0;
/// A pixel of a layer: cleared, kept and laid down.
const LAYERED: f64 = 12.0;
/// An edge, beside the pixels it encloses.
const EDGE: f64 = 20.0;
/// The start of any shape.
const SHAPE: f64 = 500.0;
/// How much larger than the canvas resvg lets a layer grow, as area.
const LAYER_GROWTH: f64 = 25.0;
/// Dashes that resvg cuts one path into at most.
const MAX_DASHES: f64 = 1e6;

/// Refuses a drawing that takes too long or holds too much.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn judge(tree: &Tree, width: u32, height: u32, scale: f32) -> Result<(), Error> {
    let canvas = f64::from(width) * f64::from(height);
    let mut count = Count { work: canvas, most_held: (MAX_MEMORY / 4) as f64 };
    count.group(tree.root(), Frame { canvas, scale: Transform::from_scale(scale, scale), held: canvas })
}

/// Where something is drawn: pixels of the canvas, how user units become pixels, pixels of all layers that are open.
#[derive(Clone, Copy)]
struct Frame {
    canvas: f64,
    scale: Transform,
    held: f64,
}

impl Frame {
    /// Pixels of a rectangle, where the drawing may reach so many times the canvas.
    fn area(self, bounds: Rect, reach: f64) -> f64 {
        let (across, down) = self.scale.get_scale();
        let width = f64::from(bounds.width() * across).abs() + 4.0;
        let height = f64::from(bounds.height() * down).abs() + 4.0;
        (width * height).min(self.canvas * reach)
    }
}

struct Count {
    work: f64,
    most_held: f64,
}

impl Count {
    fn add(&mut self, work: f64) -> Result<(), Error> {
        self.work += work;
        // Not a number is too much as well.
        if self.work <= MAX_WORK { Ok(()) } else { Err(Error::TooComplex("it takes too long to draw")) }
    }

    fn group(&mut self, group: &Group, mut frame: Frame) -> Result<(), Error> {
        self.add(SHAPE)?;
        if group.should_isolate() {
            let layer = frame.area(group.abs_layer_bounding_box().to_rect(), LAYER_GROWTH);
            frame.held += layer;
            frame.canvas = frame.canvas.max(layer);
            self.add(layer * LAYERED)?;
            for filter in group.filters() {
                self.filter(filter, frame)?;
            }
            let mut clip = group.clip_path();
            while let Some(path) = clip {
                self.layer(path.root(), layer, frame)?;
                clip = path.clip_path();
            }
            let mut mask = group.mask();
            while let Some(one) = mask {
                self.layer(one.root(), layer, frame)?;
                mask = one.mask();
            }
        }
        if frame.held > self.most_held {
            return Err(Error::TooComplex("it holds too many layers"));
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, frame)?,
                Node::Path(path) => self.path(path, frame)?,
                Node::Image(image) => self.add(frame.area(image.abs_bounding_box(), 1.0) * BLENDED + SHAPE)?,
                Node::Text(text) => self.group(text.flattened(), frame)?,
            }
        }
        Ok(())
    }

    /// A clip path or a mask: a layer of its own beside the one it is laid on.
    fn layer(&mut self, root: &Group, layer: f64, frame: Frame) -> Result<(), Error> {
        self.add(layer * LAYERED)?;
        self.group(root, Frame { held: frame.held + layer, ..frame })
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn path(&mut self, path: &Path, frame: Frame) -> Result<(), Error> {
        let area = frame.area(path.abs_stroke_bounding_box(), 1.0);
        let edges = path.data().len() as f64;
        self.add(SHAPE)?;
        if let Some(fill) = path.fill() {
            self.add(area * a_pixel(fill.paint()) + edges * EDGE)?;
            self.paint(fill.paint(), path, frame)?;
        }
        if let Some(stroke) = path.stroke() {
            self.add(area * a_pixel(stroke.paint()) + edges * EDGE * 4.0)?;
            if let Some(dashes) = stroke.dasharray() {
                let bounds = path.bounding_box();
                let longest = f64::from(bounds.width() + bounds.height()) * edges;
                let period = f64::from(dashes.iter().sum::<f32>()) / dashes.len().max(1) as f64;
                let count = if period > 0.0 { (longest / period).min(MAX_DASHES) } else { MAX_DASHES };
                self.add(count * EDGE * 6.0)?;
            }
            self.paint(stroke.paint(), path, frame)?;
        }
        Ok(())
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn paint(&mut self, paint: &Paint, path: &Path, frame: Frame) -> Result<(), Error> {
        let Paint::Pattern(pattern) = paint else { return Ok(()) };
        let placed = frame.scale.pre_concat(path.abs_transform()).pre_concat(pattern.transform());
        let (across, down) = placed.get_scale();
        let tile = f64::from(pattern.rect().width() * across) * f64::from(pattern.rect().height() * down);
        if tile.is_nan() || tile.abs() > MAX_PIXELS as f64 {
            return Err(Error::TooLarge("the tile of a pattern".to_owned()));
        }
        self.add(tile.abs())?;
        let scale = Transform::from_scale(across, down);
        self.group(pattern.root(), Frame { canvas: tile.abs().max(1.0), scale, held: frame.held + tile.abs() })
    }

    fn filter(&mut self, filter: &filter::Filter, frame: Frame) -> Result<(), Error> {
        let region = frame.area(filter.rect().to_rect(), LAYER_GROWTH);
        let mut held = frame.held;
        for primitive in filter.primitives() {
            // Every result is kept until the filter ends.
            held += region;
            let (across, down) = frame.scale.get_scale();
            let a_pixel = match primitive.kind() {
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
                    self.group(fe.root(), Frame { held, ..frame })?;
                    BLENDED
                }
                _ => 2.0 * BLENDED,
            };
            self.add(region * (a_pixel + LAYERED))?;
        }
        if held > self.most_held {
            return Err(Error::TooComplex("it holds too many layers"));
        }
        Ok(())
    }
}

fn a_pixel(paint: &Paint) -> f64 {
    if matches!(paint, Paint::Color(_)) { PLAIN } else { BLENDED }
}
