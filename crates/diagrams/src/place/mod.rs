//! Positions of boxes, lines and labels whose sizes the caller measured.
//!
//! All lengths are in the unit of these sizes.

mod chain;
mod columns;
mod fold;
mod graph;
mod layers;
mod mindmap;
mod sequence;
mod tracks;

pub use chain::Chain;
pub use fold::fold_graph;
pub use graph::{GraphSizes, PlacedGraph, Route, place_graph};
pub use mindmap::{MindmapPlaces, place_mindmap};
pub use sequence::{PlacedFrame, PlacedMessage, PlacedSequence, SequenceSizes, place_sequence};

/// A width and a height.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BoxSize {
    /// Horizontal extent.
    pub width: f32,
    /// Vertical extent.
    pub height: f32,
}

/// A point.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Position {
    /// Distance from the left edge.
    pub x: f32,
    /// Distance from the top edge.
    pub y: f32,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bounds {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Horizontal extent.
    pub width: f32,
    /// Vertical extent.
    pub height: f32,
}

impl Bounds {
    /// The right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// The centre.
    pub fn center(&self) -> Position {
        Position { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    /// Whether two rectangles overlap by more than half a unit.
    pub fn overlaps(&self, other: &Bounds) -> bool {
        self.x + 0.5 < other.right()
            && other.x + 0.5 < self.right()
            && self.y + 0.5 < other.bottom()
            && other.y + 0.5 < self.bottom()
    }
}

/// The minimum distances between parts of a diagram.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spacing {
    /// Between boxes along the direction of the lines.
    pub along: f32,
    /// Between boxes across the direction of the lines.
    pub across: f32,
    /// Between a frame and what is in it.
    pub padding: f32,
    /// Between lines that run side by side.
    pub lines: f32,
}

/// A count as a float.
#[expect(clippy::cast_precision_loss, reason = "a few hundred boxes at most")]
fn number(count: usize) -> f32 {
    count as f32
}
