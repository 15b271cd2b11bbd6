//! Diagrams in Mermaid's language.
//!
//! [`Diagram::parse`] reads a text into a model. [`place_graph`], [`place_mindmap`] and [`place_sequence`] compute the
//! positions of boxes, lines and labels whose sizes the caller measured. Colours and styles in the text are ignored:
//! the theme defines them. The crate knows no slides, themes or fonts, and draws nothing.

mod calendar;
mod description;
mod error;
mod model;
mod place;
mod read;

pub use calendar::date;
pub use error::Error;
pub use model::{
    Diagram, Direction, Edge, EdgeEnd, Frame, Gantt, Graph, GraphKind, Group, LineStyle, Message, Mindmap, MindmapNode,
    Node, NodeShape, Note, NoteSide, Participant, Pie, Sequence, SequenceStep, Slice, Task, TaskState, Tip,
};
pub use place::{
    Bounds, BoxSize, Chain, GraphSizes, MindmapPlaces, PlacedFrame, PlacedGraph, PlacedMessage, PlacedSequence,
    Position, Route, SequenceSizes, Spacing, fold_graph, place_graph, place_mindmap, place_sequence,
};

impl Diagram {
    /// Parses the text of a diagram.
    ///
    /// Fails if the text is empty or has nothing to draw, the kind of diagram is not supported, a line cannot be parsed
    /// or a limit is exceeded.
    pub fn parse(source: &str) -> Result<Diagram, Error> {
        read::diagram(source)
    }
}
