//! Errors in the text of a diagram.

/// Why a diagram is not understood: one variant for each thing that its author can do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The text is empty or has only comments.
    #[error("the diagram is empty: begin with a kind, such as `flowchart LR`")]
    Empty,
    /// The first line names no kind of diagram that is drawn.
    #[error(
        "line {line}: `{kind}` is not a kind of diagram that is drawn; these are: flowchart, sequenceDiagram, \
         stateDiagram, classDiagram, erDiagram, gantt, mindmap, pie"
    )]
    UnknownKind {
        /// Line, counted from 1.
        line: usize,
        /// The word that stands for the kind.
        kind: String,
    },
    /// A line is not understood.
    #[error("line {line}: {reason}")]
    Line {
        /// Line, counted from 1.
        line: usize,
        /// What is wrong, and what is understood.
        reason: String,
    },
    /// The diagram has no content after its first line.
    #[error("the diagram has nothing to draw after its first line")]
    Nothing,
    /// There is more than a page can show.
    #[error("{count} {what} are more than a page can show: at most {most}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many are drawn.
        most: usize,
    },
}

impl Error {
    /// A line that is not understood, with the reason.
    pub(crate) fn line(line: usize, reason: impl Into<String>) -> Error {
        Error::Line { line, reason: reason.into() }
    }
}
