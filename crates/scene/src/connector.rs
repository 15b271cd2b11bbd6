//! Connectors: lines that join two shapes of a page and, in formats that support it, stay attached to them.

use crate::{Node, Point, Rect, Stroke};

/// A line between two shapes.
#[derive(Debug, Clone)]
pub struct Connector {
    /// The points of the line from start to end, on the page. A curve has only its two ends.
    pub points: Vec<Point>,
    /// Whether the line is a curve that leaves and arrives horizontally; otherwise its segments are straight.
    pub is_curved: bool,
    /// How the line is drawn.
    pub stroke: Stroke,
    /// Its start.
    pub start: ConnectorEnd,
    /// Its end.
    pub end: ConnectorEnd,
    /// The nodes for outputs without connectors: the line, then its tips.
    pub nodes: Vec<Node>,
}

/// An end of a connector.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ConnectorEnd {
    /// What is drawn there.
    pub tip: ConnectorTip,
    /// The frame of the shape that it is attached to.
    pub shape: Option<Rect>,
}

/// What is drawn at an end of a connector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConnectorTip {
    /// Nothing.
    #[default]
    None,
    /// A filled arrow head.
    Arrow,
    /// An arrow head of two strokes.
    Open,
    /// A filled diamond.
    Diamond,
    /// A filled circle.
    Oval,
    /// Something else, which is among the painted nodes.
    Drawn,
}
