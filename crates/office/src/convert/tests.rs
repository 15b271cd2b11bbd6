//! Converts models built by hand.

mod build;
mod cells;
mod invariants;
mod markup;
mod own;
mod types;
mod whole;
