//! Reports the fate of each shape of an imported file. No shape is lost without an entry.

use deck::Remark;

/// The import report of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Its slides, in order.
    pub slides: Vec<SlideReport>,
    /// Content that belongs to no slide, such as macros.
    pub others: Vec<ShapeReport>,
}

/// The import report of a slide.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlideReport {
    /// Its number in the file, from 1.
    pub source: usize,
    /// The index of its slide in the deck.
    pub slide: usize,
    /// The type it became.
    pub slide_type: String,
    /// Its title, or its first words.
    pub title: String,
    /// Its shapes, notes, comments and what could not be read.
    pub shapes: Vec<ShapeReport>,
}

/// The import report of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeReport {
    /// The name of the shape, or a word for other content (`notes`, `an animation`).
    pub name: String,
    /// What happened to it.
    pub fate: Fate,
}

/// What happened to a shape, or to another part of a slide, during the import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is in this field of the slide.
    Field(String),
    /// It is in the notes, because the slide has no field for it.
    Notes,
    /// It was converted to another form; the text says how (`a radar chart became a table`).
    Changed(Remark),
    /// It is left out on purpose, since it has no content of its own (an empty placeholder, a slide number).
    Dropped(String),
    /// It is lost; the text says what (`an animation has no place`).
    Lost(Remark),
}
