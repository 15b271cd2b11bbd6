//! Exporters: pages to HTML, PDF, PNG, PPTX and video.
//!
//! The input is a scene document and the bytes of its pictures, the output a file. The crate does not depend on decks
//! and slide types.

mod cache;
pub mod html;
mod input;
mod paint;
pub mod pdf;
mod pictures;
pub mod png;
pub mod pptx;
pub mod video;

pub use self::input::{Error, ExportInput};
pub use self::pictures::{Extent, PictureCache, PictureSource, PreparedPicture, extents};
