//! All integration tests of the crate in one program, which is linked once.

mod common;
mod hostile;
mod pictures;
mod svg_attacks;
mod svg_copies;
