//! Models built by hand, and what they become.

mod build;
mod cells;
mod invariants;
mod markup;
mod own;
mod types;
mod whole;
