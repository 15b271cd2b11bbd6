//! PowerPoint files: their parts, what a reader finds in them, and what office programs make of them.

mod office;
mod parts;
mod sample;
