//! Pictures as bytes in, bytes and facts out: plain functions, no generics in the interface.
//!
//! Every function takes bytes that a stranger may have made: size, memory, depth and work are bounded, and nothing
//! outside the bytes is ever read. What is beyond a bound or broken is an error, or a fact that says so.

mod avif;
mod decode;
mod encode;
mod error;
mod facts;
mod kind;
mod pixels;
pub mod svg;

pub use self::decode::{Header, header, rgba};
pub use self::encode::{PngLevel, encode_jpeg, encode_png};
pub use self::error::Error;
pub use self::facts::{Facts, GRID_COLUMNS, GRID_ROWS, facts};
pub use self::kind::{PictureKind, kind_of};
pub use self::pixels::{Pixels, resized};

/// Most pixels a picture may have and still be decoded or drawn.
const MAX_PIXELS: u64 = 100_000_000;

/// Most bytes one decoder may hold.
const MAX_MEMORY: u64 = 512 * 1024 * 1024;
