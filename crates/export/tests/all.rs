//! All integration tests of the crate in one program, which is linked once.

mod common;
#[path = "html/main.rs"]
mod html;
mod pdf;
mod png;
#[path = "pptx/main.rs"]
mod pptx;
mod video;
