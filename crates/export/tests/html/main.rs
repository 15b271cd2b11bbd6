//! The HTML exports.

mod article;
mod custom;
mod escapes;
mod files;
mod nodes;
mod sample;
mod structure;
