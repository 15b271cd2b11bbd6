//! A node: something painted, and what is known of it.

use std::ops::Range;

use crate::{Chart, Code, Picture, Rect, Shape, Table, Text, Widget};

/// Something on a page.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where it stands. What it holds is placed from its upper left corner, except for nodes inside it.
    pub frame: Rect,
    /// What it is.
    pub kind: Kind,
    /// What it is for.
    pub role: Role,
    /// Where in the deck it came from; nothing for what the theme brings.
    pub origin: Option<Origin>,
    /// The build step that shows it; nothing when it is there from the start.
    pub step: Option<usize>,
    /// What it says to people who cannot see it.
    pub alt: Alt,
}

/// What a node is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Nodes that belong together.
    Group(Group),
    /// Words and their lines.
    Text(Text),
    /// A drawn form.
    Shape(Shape),
    /// A picture.
    Picture(Picture),
    /// A table with its cells.
    Table(Table),
    /// A chart with its figures.
    Chart(Chart),
    /// Lines of code.
    Code(Code),
    /// A place that leads elsewhere.
    Link(Target),
    /// Something that lives on a screen and stands still elsewhere.
    Widget(Widget),
}

/// Nodes that belong together. Their frames are places on the page, not in the group.
#[derive(Debug, Clone, Default)]
pub struct Group {
    /// What it holds, in the order of painting.
    pub nodes: Vec<Node>,
    /// Whether what reaches beyond the frame is cut off.
    pub clip: bool,
}

/// Where in the deck a node came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Id of the slide.
    pub slide: String,
    /// The field, such as `title` or `items.2.text`.
    pub field: String,
    /// Which part of the field's text it shows, where it shows one block of several. In UTF-16 code units, the measure
    /// of those who edit the text.
    pub part: Option<Range<usize>>,
}

/// What a node is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The title of the page.
    Title,
    /// The line under the title.
    Subtitle,
    /// Running text.
    Body,
    /// A small text of any kind.
    Label,
    /// A text that explains what stands beside it.
    Caption,
    /// A quotation.
    Quote,
    /// A large figure.
    Figure,
    /// A thing to press.
    Button,
    /// A picture, chart or table that is content.
    Content,
    /// A plate that content stands on.
    Plate,
    /// A logo.
    Logo,
    /// The deck title at the foot.
    Footer,
    /// The page number.
    PageNumber,
    /// What fills the page behind everything.
    Backdrop,
    /// What may be left out without loss.
    Decoration,
}

/// What a node says to people who cannot see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Alt {
    /// It speaks for itself: text, or nodes that do.
    #[default]
    Own,
    /// These words.
    Text(String),
    /// It should say something and nobody wrote what.
    Missing,
    /// It says nothing.
    Decorative,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// An address.
    Address(String),
    /// A slide of this document, by id.
    Slide(String),
    /// A page of this document, by number from 1.
    Page(usize),
}

impl Node {
    /// A node that the theme brings: decoration without origin, there from the start.
    pub fn decoration(frame: Rect, kind: Kind) -> Node {
        Node { frame, kind, role: Role::Decoration, origin: None, step: None, alt: Alt::Decorative }
    }
}

impl Role {
    /// The word that outlines show.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Role::Title => "title",
            Role::Subtitle => "subtitle",
            Role::Body => "body",
            Role::Label => "label",
            Role::Caption => "caption",
            Role::Quote => "quote",
            Role::Figure => "figure",
            Role::Button => "button",
            Role::Content => "content",
            Role::Plate => "plate",
            Role::Logo => "logo",
            Role::Footer => "footer",
            Role::PageNumber => "page-number",
            Role::Backdrop => "backdrop",
            Role::Decoration => "decoration",
        }
    }
}
