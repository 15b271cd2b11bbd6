//! Findings: problems that layout reports to the author. None of them stops layout.

use std::fmt;

use deck::SlideId;

/// A problem, with the slide and field it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Id of the slide.
    pub slide: SlideId,
    /// Path of the field, such as `body` or `items.2.title`.
    pub field: String,
    /// The kind of problem.
    pub kind: FindingKind,
}

/// The kinds of findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingKind {
    /// The text does not fit at the smallest font size and is truncated.
    Overflow,
    /// No font has these characters; each is drawn as an empty box.
    MissingGlyphs(String),
    /// The picture with this address is missing or cannot be drawn.
    MissingPicture(String),
    /// The picture with this URL is on another server. It is never fetched, so only HTML output shows it.
    ExternalPicture(String),
    /// The data of a chart cannot be drawn as asked, for this reason; it is drawn in another way.
    ChartFault(String),
    /// Custom HTML is drawn without its styles in all outputs except HTML.
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
            FindingKind::ChartFault(reason) => write!(f, "not drawn as asked: {reason}"),
            FindingKind::Simplified => f.write_str("simplified outside HTML"),
        }
    }
}
