//! Pictures by id. The exporter receives their bytes separately.

use crate::{Px, Stroke};

/// A picture and the part of it that the frame shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The id of the picture.
    pub source: PictureId,
    /// Width of the whole picture in pixels.
    pub width: u32,
    /// Height of the whole picture in pixels.
    pub height: u32,
    /// The part that fills the frame; fit mode and focus point are already applied.
    pub crop: Crop,
    /// Corner radius of the frame.
    pub radius: Px,
    /// Whether the upper edge is half a circle and the lower corners are square; `radius` has no effect then.
    pub is_arched: bool,
    /// The line along the edge.
    pub outline: Option<Stroke>,
}

/// Identifies a picture: an address or a hash that the exporter resolves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PictureId(pub String);

/// A part of a picture, as fractions of its width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crop {
    /// Left edge, 0 to 1.
    pub left: f32,
    /// Top edge, 0 to 1.
    pub top: f32,
    /// Right edge, 0 to 1.
    pub right: f32,
    /// Bottom edge, 0 to 1.
    pub bottom: f32,
}

impl Crop {
    /// The whole picture.
    pub const WHOLE: Crop = Crop { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
}
