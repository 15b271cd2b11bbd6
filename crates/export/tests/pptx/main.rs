//! PowerPoint files: their parts, and how other programs read them.

mod charts;
mod office;
mod parts;
mod sample;
