//! Pictures as bytes: recognising, measuring, decoding, encoding and resizing them, and sanitising and drawing SVG.
//! Sound and video are recognised, and the size of a video is read.
//!
//! The interface is plain functions without generics. The bytes are not trusted, so size, memory, nesting depth and
//! time are limited, and nothing outside the bytes is read. For a picture that is broken or exceeds a limit, functions
//! return an error, or facts without a size.

mod avif;
pub mod css;
mod decode;
mod encode;
mod error;
mod facts;
mod jpeg_blocks;
mod kind;
mod media;
mod pixels;
pub mod svg;
mod video_size;

pub use self::decode::{Header, header, rgba};
pub use self::encode::{PngLevel, encode_jpeg, encode_png};
pub use self::error::Error;
pub use self::facts::{Facts, GRID_COLUMNS, GRID_ROWS, facts};
pub use self::kind::{PictureKind, kind_of};
pub use self::media::{MediaForm, MediaKind, media_kind_of};
pub use self::pixels::{Pixels, resized};
pub use self::video_size::video_size;

/// The maximum number of pixels of a picture that is decoded or drawn.
const MAX_PIXELS: u64 = 100_000_000;

/// The maximum number of bytes that a decoder may allocate.
const MAX_MEMORY: u64 = 512 * 1024 * 1024;
