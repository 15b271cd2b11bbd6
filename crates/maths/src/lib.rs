//! Formulas in LaTeX notation.
//!
//! [`Formula::parse`] reads a formula into a tree. The tree is laid out with the MATH table of a font
//! ([`Formula::layout`]) and written as presentation MathML, as OMML for office programs, and as plain text for readers
//! and search. Input is limited in length, depth and size. The crate reads no files: the font is an argument.

mod alphabet;
mod error;
mod font;
mod infix;
mod layout;
mod linear;
mod mathml;
mod omml;
mod parse;
mod prepare;
mod tree;

pub use error::Error;
pub use font::MathFont;
pub use layout::{Layout, PlacedGlyph, Rule};

use tree::Row;

/// Whether a formula is in a line of text or on lines of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MathMode {
    /// In a line of text: compact, limits beside operators.
    Inline,
    /// On lines of its own: large operators with limits above and below.
    Display,
}

/// A parsed formula.
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    row: Row,
    mode: MathMode,
    text: linear::LinearText,
}

impl Formula {
    /// Parses LaTeX notation without the dollar signs around it.
    ///
    /// Fails when a command is unknown, the notation is broken, or the formula exceeds a limit.
    pub fn parse(source: &str, mode: MathMode) -> Result<Formula, Error> {
        let row = parse::row(source)?;
        let text = linear::text(&row);
        Ok(Formula { row, mode, text })
    }

    /// The mode in which the formula is laid out.
    pub fn mode(&self) -> MathMode {
        self.mode
    }

    /// The formula as one line of text, such as `x = (−b ± √(b² − 4ac))/(2a)`.
    pub fn text(&self) -> &str {
        &self.text.text
    }

    /// The glyphs and rules of the formula in units of the font size.
    ///
    /// Fails when the font lacks a character or the formula has too many glyphs.
    pub fn layout(&self, font: &MathFont<'_>) -> Result<Layout, Error> {
        layout::layout(&self.row, self.mode, &self.text, font)
    }

    /// A `math` element of presentation MathML.
    pub fn mathml(&self) -> String {
        mathml::element(&self.row, self.mode)
    }

    /// An `m:oMath` element of OMML. `run_properties` is XML that is written into each run, before its text.
    pub fn omml(&self, run_properties: &str) -> String {
        omml::element(&self.row, self.mode, run_properties).0
    }

    /// The text of the runs of [`Formula::omml`], as a program without support for equations reads it.
    pub fn omml_text(&self) -> String {
        omml::element(&self.row, self.mode, "").1
    }
}
