//! What became of each shape of an imported file. Nothing is lost in silence: every shape is accounted for.

/// What became of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Its slides, in order.
    pub slides: Vec<SlideReport>,
    /// What belongs to no slide, such as macros.
    pub others: Vec<ShapeReport>,
}

/// What became of a slide.
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

/// What became of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeReport {
    /// Its name, or what it is (`notes`, `an animation`).
    pub name: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of something on a slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It stands in this field of the slide.
    Field(String),
    /// It stands in the notes, because the slide has no place for it.
    Notes,
    /// It was kept in another form, in words (`a radar chart became a table`).
    Changed(String),
    /// It is left out on purpose, since it says nothing of its own (an empty placeholder, a slide number).
    Dropped(String),
    /// It is lost, in words (`an animation has no place`).
    Lost(String),
}
