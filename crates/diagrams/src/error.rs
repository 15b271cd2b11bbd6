//! Errors in the text of a diagram.

/// Why a diagram cannot be read or drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The text is empty or has only comments.
    #[error("the diagram is empty: begin with a kind, such as `flowchart LR`")]
    Empty,
    /// The first line names no kind of diagram that is supported.
    #[error(
        "line {line}: `{kind}` is not a kind of diagram that is drawn; these are: flowchart, sequenceDiagram, \
         stateDiagram, classDiagram, erDiagram, gantt, mindmap, pie"
    )]
    UnknownKind {
        /// Line, counted from 1.
        line: usize,
        /// The word in the first line where the kind is expected.
        kind: String,
    },
    /// A line is not understood.
    #[error("line {line}: {reason}")]
    Line {
        /// Line, counted from 1.
        line: usize,
        /// What is wrong, and what can be written instead.
        reason: String,
    },
    /// The diagram has no content after its first line.
    #[error("the diagram has nothing to draw after its first line")]
    Nothing,
    /// A limit on the number of boxes, lines, tasks or the like is exceeded.
    #[error("{count} {what} are more than a page can show: at most {most}")]
    TooMany {
        /// The name of what is counted, in the plural.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many are allowed.
        most: usize,
    },
}

impl Error {
    /// Creates an [`Error::Line`].
    pub(crate) fn line(line: usize, reason: impl Into<String>) -> Error {
        Error::Line { line, reason: reason.into() }
    }
}
