//! PowerPoint files: their parts, and how other programs read them.

mod back;
mod charts;
mod office;
mod parts;
mod sample;
mod template;
