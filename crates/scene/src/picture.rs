//! Pictures, by an id that means nothing here. Whoever paints brings the bytes.

use crate::Px;

/// A picture: what part of it is shown in the frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Which picture.
    pub source: PictureId,
    /// Its own size in pixels.
    pub width: u32,
    /// Its own size in pixels.
    pub height: u32,
    /// The part that fills the frame. Fit and focus are settled in it.
    pub crop: Crop,
    /// How round the corners of the frame are.
    pub radius: Px,
}

/// Which picture: an address or a hash that whoever paints understands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PictureId(pub String);

/// A part of a picture, in shares of its size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crop {
    /// Left edge, 0 to 1.
    pub left: f32,
    /// Upper edge, 0 to 1.
    pub top: f32,
    /// Right edge, 0 to 1.
    pub right: f32,
    /// Lower edge, 0 to 1.
    pub bottom: f32,
}

impl Crop {
    /// The whole picture.
    pub const WHOLE: Crop = Crop { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 };
}
