//! HTML of whole documents.

mod custom;
mod escapes;
mod files;
mod nodes;
mod sample;
mod structure;
