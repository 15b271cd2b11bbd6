//! Pages to HTML, PDF, PNG and PPTX.
//!
//! A document of the scene and the bytes of its pictures go in, a file comes out. Knows neither decks nor slide types.

pub mod html;
mod paint;
pub mod pdf;
mod pictures;
pub mod png;
pub mod pptx;
mod work;

pub use self::pictures::{Extent, PictureCache, Pictures, Prepared, extents};
pub use self::work::{Error, Work};
