//! A node: something painted on a page, with its role, origin, build step and alternative text.

use std::ops::Range;

use crate::{Chart, CodeBlock, Connector, Picture, Rect, Shape, Table, Text, Widget};

/// Something painted on a page.
#[derive(Debug, Clone)]
pub struct Node {
    /// Position and size on the page. Positions in the content are relative to the upper left corner of the frame;
    /// those of nested nodes are relative to the page.
    pub frame: Rect,
    /// The content.
    pub kind: NodeKind,
    /// What the node is used for.
    pub role: NodeRole,
    /// The slide and field the node came from; `None` for nodes of the theme.
    pub origin: Option<Origin>,
    /// The build step that shows the node; `None` when it is visible from the start.
    pub step: Option<usize>,
    /// Alternative text for screen readers.
    pub alt: AltText,
}

/// The content of a node.
#[derive(Debug, Clone)]
pub enum NodeKind {
    /// Nodes that belong together.
    Group(Group),
    /// Nodes that are turned together.
    Turned(Turned),
    /// Text with its lines.
    Text(Text),
    /// A rectangle, ellipse or path.
    Shape(Shape),
    /// A line that joins two shapes.
    Connector(Connector),
    /// A picture.
    Picture(Picture),
    /// A table with its cells.
    Table(Table),
    /// A chart with its values.
    Chart(Chart),
    /// A block of source code.
    Code(CodeBlock),
    /// A clickable area without any drawing of its own.
    Link(LinkTarget),
    /// An interactive element with a static form for other outputs.
    Widget(Widget),
}

impl NodeKind {
    /// The name of the kind, for outlines and for the editor.
    pub fn name(&self) -> &'static str {
        match self {
            NodeKind::Group(_) => "group",
            NodeKind::Turned(_) => "turned",
            NodeKind::Text(_) => "text",
            NodeKind::Shape(_) => "shape",
            NodeKind::Connector(_) => "connector",
            NodeKind::Picture(_) => "picture",
            NodeKind::Table(_) => "table",
            NodeKind::Chart(_) => "chart",
            NodeKind::Code(_) => "code",
            NodeKind::Link(_) => "link",
            NodeKind::Widget(_) => "widget",
        }
    }
}

/// Nodes that belong together. Their frames are relative to the page, not to the group.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// The nodes in painting order.
    pub nodes: Vec<Node>,
    /// Whether the nodes are clipped to the frame of the group.
    pub clip: bool,
}

/// Nodes that are turned about the centre of the frame. Their frames are relative to the page and not turned.
#[derive(Debug, Clone, Default)]
pub struct Turned {
    /// The nodes in painting order.
    pub nodes: Vec<Node>,
    /// Degrees, clockwise.
    pub degrees: f32,
}

/// The slide and field a node came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Id of the slide.
    pub slide: String,
    /// Path of the field, such as `title` or `items.2.text`.
    pub field: String,
    /// The range of the field's text that the node shows, if it shows only one of several blocks. In UTF-16 code units,
    /// because editors in browsers count in them.
    pub part: Option<Range<usize>>,
}

/// What a node is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeRole {
    /// The title of the page.
    Title,
    /// The line under the title.
    Subtitle,
    /// Running text.
    Body,
    /// A short text of any other kind.
    Label,
    /// A text that describes a picture, table or chart next to it.
    Caption,
    /// A quotation.
    Quote,
    /// A large number.
    Figure,
    /// A button.
    Button,
    /// A picture, chart or table.
    Content,
    /// A plate: a filled panel behind content, such as the background of a card.
    Plate,
    /// A logo.
    Logo,
    /// The deck title at the bottom of the page.
    Footer,
    /// The page number.
    PageNumber,
    /// The page background.
    Backdrop,
    /// Decoration that may be left out without loss.
    Decoration,
}

/// Alternative text of a node for screen readers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AltText {
    /// None needed: the node is text, or its nested nodes have their own.
    #[default]
    Own,
    /// This text.
    Text(String),
    /// Needed, but the author wrote none.
    Missing,
    /// None needed: screen readers skip the node.
    Decorative,
}

/// The destination of a link.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LinkTarget {
    /// A URL.
    Address(String),
    /// A slide of this document, by id.
    Slide(String),
    /// A page of this document, by number from 1.
    Page(usize),
}

impl Node {
    /// A decoration node of the theme: no origin, no build step, skipped by screen readers.
    pub fn decoration(frame: Rect, kind: NodeKind) -> Node {
        Node { frame, kind, role: NodeRole::Decoration, origin: None, step: None, alt: AltText::Decorative }
    }
}

impl NodeRole {
    /// The name shown in outlines.
    pub(crate) fn name(self) -> &'static str {
        match self {
            NodeRole::Title => "title",
            NodeRole::Subtitle => "subtitle",
            NodeRole::Body => "body",
            NodeRole::Label => "label",
            NodeRole::Caption => "caption",
            NodeRole::Quote => "quote",
            NodeRole::Figure => "figure",
            NodeRole::Button => "button",
            NodeRole::Content => "content",
            NodeRole::Plate => "plate",
            NodeRole::Logo => "logo",
            NodeRole::Footer => "footer",
            NodeRole::PageNumber => "page-number",
            NodeRole::Backdrop => "backdrop",
            NodeRole::Decoration => "decoration",
        }
    }
}
