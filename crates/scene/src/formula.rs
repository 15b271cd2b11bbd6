//! Formulas in runs of text.

use std::sync::Arc;

/// A formula: its parsed form, and its glyphs in units of the font size.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    /// The parsed formula.
    pub meaning: maths::Formula,
    /// Its positioned glyphs and bars.
    pub layout: maths::Layout,
}

impl Formula {
    /// Whether the formula is on lines of its own.
    pub fn is_display(&self) -> bool {
        self.meaning.mode() == maths::MathMode::Display
    }
}

/// The formula of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum RunFormula {
    /// A formula that is drawn.
    Drawn(Arc<Formula>),
    /// A formula that cannot be parsed or drawn, with the reason. The run shows the author's notation.
    Fault(Arc<str>),
}
