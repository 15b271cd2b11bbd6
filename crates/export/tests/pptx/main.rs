//! PowerPoint files: their parts, and how other programs read them.

mod office;
mod parts;
mod sample;
