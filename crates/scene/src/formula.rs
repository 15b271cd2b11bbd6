//! Formulas in runs of text.

use std::sync::Arc;

/// A formula: what it means, and its glyphs in units of the font size.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// What the formula means.
    pub meaning: maths::Formula,
    /// Its glyphs and bars.
    pub layout: maths::Layout,
}

impl Formula {
    /// Whether the formula stands on lines of its own.
    pub fn is_display(&self) -> bool {
        self.meaning.mode() == maths::MathMode::Display
    }
}

/// The formula of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum RunFormula {
    /// A formula that is drawn.
    Drawn(Arc<Formula>),
    /// A formula that is not understood, for this reason. The run shows what the author wrote.
    Fault(Arc<str>),
}
