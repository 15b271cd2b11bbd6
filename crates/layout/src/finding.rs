//! What layout found while it drew: nothing that stops it, everything an author should know.

use std::fmt;

/// Something an author should know, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Id of the slide.
    pub slide: String,
    /// The field, such as `body` or `items.2.title`.
    pub field: String,
    /// What was found.
    pub kind: FindingKind,
}

/// What layout found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingKind {
    /// The text does not fit at its smallest size and is cut.
    Overflow,
    /// No font has these letters; each is drawn as an empty box.
    MissingGlyphs(String),
    /// The picture is not there or cannot be drawn.
    MissingPicture(String),
    /// The picture is somewhere else and is never fetched: only what is shown in a browser has it.
    ExternalPicture(String),
    /// The author's own page is drawn without its styles where no browser shows it.
    Simplified,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.field)?;
        match &self.kind {
            FindingKind::Overflow => f.write_str("the text does not fit and is cut"),
            FindingKind::MissingGlyphs(letters) => write!(f, "no font has `{letters}`"),
            FindingKind::MissingPicture(source) => write!(f, "the picture `{source}` cannot be drawn"),
            FindingKind::ExternalPicture(source) => write!(f, "the picture `{source}` is shown in HTML alone"),
            FindingKind::Simplified => f.write_str("simplified outside HTML"),
        }
    }
}
