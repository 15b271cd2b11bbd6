//! The HTML exports.

mod custom;
mod escapes;
mod files;
mod nodes;
mod sample;
mod structure;
