//! The pieces that a page is painted with, in painting order: shapes, pictures and lines of text.

use scene::{
    CodeBlock, Color, FontRole, Line, LineMark, Node, NodeKind, NodeRole, Page, Picture, Point, Rect, Shape, Text,
    WidgetKind,
};

/// Fields whose text describes something and may be small: closing lines, captions, titles of axes, a language, and the
/// text that replaces a picture that cannot be shown.
const NOTES: [&str; 10] = [
    "caption",
    "bottomSubheading",
    "subheading2",
    "xLabel",
    "yLabel",
    "language",
    "image",
    "src",
    "authorImage",
    "authorImage1",
];

/// Something painted on a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'p> {
    /// The area in which the piece is painted; the bounding box of a rotated piece.
    pub(super) frame: Rect,
    /// The rotation in degrees clockwise and its centre; `None` for an upright piece.
    pub(super) turned: Option<(f32, Point)>,
    /// The frame of the piece without its rotation.
    pub(super) upright: Rect,
    /// The area that the piece is clipped to.
    pub(super) clip: Option<Rect>,
    pub(super) role: NodeRole,
    /// Path of the field that the piece shows; `None` for pieces of the theme.
    pub(super) field: Option<&'p str>,
    pub(super) content: Content<'p>,
    pub(super) place: Container,
    /// Whether the piece belongs to the backdrop that pages share.
    pub(super) is_shared: bool,
}

/// The content of a piece.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content<'p> {
    Shape(&'p Shape),
    Picture(&'p Picture),
    /// A fill of one colour.
    Fill(Color),
    /// A line of text, with the text that it belongs to.
    Line(&'p Text, &'p Line),
}

/// The element of the page that a piece belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Page,
    Table,
    Chart,
    Code,
    /// A widget in which the audience votes or writes.
    Poll,
    /// A player or a frame, whose address is printed.
    Player,
}

impl Piece<'_> {
    /// The largest font size of a line; `None` for other pieces.
    pub(super) fn size(&self) -> Option<f32> {
        let Content::Line(_, line) = self.content else { return None };
        line.runs.iter().map(|run| run.size.0).max_by(f32::total_cmp)
    }

    /// The words of a line.
    pub(super) fn words(&self) -> &str {
        let Content::Line(text, line) = self.content else { return "" };
        let paragraph = text.paragraphs.get(line.paragraph);
        paragraph.and_then(|paragraph| paragraph.text.get(line.range.clone())).unwrap_or_default().trim()
    }

    /// Whether the piece is a line of the author that the audience must be able to read: not the foot, a source, a
    /// caption, a tick or a line number.
    pub(super) fn is_essential(&self) -> bool {
        self.is_text() && !self.is_note()
    }

    /// Whether the piece is a line of the author.
    pub(super) fn is_text(&self) -> bool {
        let is_apart =
            matches!(self.role, NodeRole::Footer | NodeRole::PageNumber | NodeRole::Decoration | NodeRole::Backdrop);
        matches!(self.content, Content::Line(..)) && self.field.is_some() && !is_apart && self.role != NodeRole::Logo
    }

    /// Whether the piece is a source, a caption or another remark.
    pub(super) fn is_note(&self) -> bool {
        let name = self.field.and_then(|field| field.rsplit('.').next()).unwrap_or_default();
        NOTES.contains(&name) || self.place == Container::Player
    }

    /// Whether the piece is a line of the source of a diagram that is not understood.
    pub(super) fn is_diagram_source(&self) -> bool {
        let Content::Line(text, line) = self.content else { return false };
        let run = text.paragraphs.get(line.paragraph).and_then(|paragraph| paragraph.runs.first());
        self.field == Some("diagram") && run.is_some_and(|run| run.style.font == FontRole::Mono)
    }

    /// Whether the piece is running text.
    pub(super) fn is_running(&self) -> bool {
        let is_running = matches!(self.role, NodeRole::Body) || self.place == Container::Table;
        self.is_essential() && is_running && self.place != Container::Code
    }

    /// Whether the piece is a figure, a numeral or a date, which has a size of its own.
    pub(super) fn is_figure(&self) -> bool {
        let words = self.words();
        let length = words.chars().count();
        let has_digits = words.chars().any(char::is_numeric);
        self.role == NodeRole::Figure
            || !words.chars().any(char::is_alphabetic)
            || length <= 2
            || (has_digits && length <= 16 && self.role != NodeRole::Body)
            || self.field.is_some_and(|field| is_entry(field) || field.rsplit('.').next() == Some("date"))
    }
}

/// Whether a field path names an entry of a list as a whole; a text drawn for it is its numeral.
pub(super) fn is_entry(field: &str) -> bool {
    field.rsplit('.').next().is_some_and(|last| !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The pieces of a page in painting order.
pub(super) fn pieces(page: &Page) -> Vec<Piece<'_>> {
    let mut walk = Walk { pieces: Vec::new(), place: Container::Page, clip: None, is_shared: true };
    page.master.nodes.iter().chain(&page.layout.nodes).for_each(|node| walk.add_node(node));
    walk.is_shared = false;
    page.nodes.iter().for_each(|node| walk.add_node(node));
    walk.pieces
}

struct Walk<'p> {
    pieces: Vec<Piece<'p>>,
    place: Container,
    clip: Option<Rect>,
    is_shared: bool,
}

impl<'p> Walk<'p> {
    fn add_node(&mut self, node: &'p Node) {
        match &node.kind {
            NodeKind::Group(group) => {
                let outer = self.clip;
                if group.clip {
                    self.clip = Some(node.frame);
                }
                group.nodes.iter().for_each(|node| self.add_node(node));
                self.clip = outer;
            }
            NodeKind::Turned(turned) => {
                let start = self.pieces.len();
                turned.nodes.iter().for_each(|node| self.add_node(node));
                for piece in &mut self.pieces[start..] {
                    piece.turned = Some((turned.degrees, node.frame.center()));
                    piece.frame = piece.upright.turned(turned.degrees, node.frame.center());
                }
            }
            NodeKind::Text(text) => self.add_text(node, text, node.frame),
            NodeKind::Code(CodeBlock { text, .. }) => {
                self.within(Container::Code, |walk| walk.add_text(node, text, node.frame));
            }
            NodeKind::Shape(shape) => self.add(node, node.frame, Content::Shape(shape)),
            NodeKind::Connector(connector) => connector.nodes.iter().for_each(|node| self.add_node(node)),
            NodeKind::Picture(picture) => self.add(node, node.frame, Content::Picture(picture)),
            NodeKind::Table(table) => self.within(Container::Table, |walk| {
                for cell in table.rows.iter().flat_map(|row| &row.cells) {
                    if let Some(fill) = cell.fill {
                        walk.add(node, cell.frame.moved(node.frame.x, node.frame.y), Content::Fill(fill));
                    }
                    walk.add_text(node, &cell.text, cell.text_frame.moved(node.frame.x, node.frame.y));
                }
            }),
            NodeKind::Chart(chart) => {
                self.within(Container::Chart, |walk| chart.nodes.iter().for_each(|node| walk.add_node(node)));
            }
            NodeKind::Widget(widget) => {
                let place = match &widget.kind {
                    WidgetKind::Poll { .. } => Container::Poll,
                    WidgetKind::Video { .. } | WidgetKind::Embed { .. } => Container::Player,
                    _ => self.place,
                };
                self.within(place, |walk| widget.static_nodes.iter().for_each(|node| walk.add_node(node)));
            }
            NodeKind::Link(_) => {}
        }
    }

    fn within(&mut self, place: Container, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.place, place);
        walk(self);
        self.place = outer;
    }

    fn add_text(&mut self, node: &'p Node, text: &'p Text, frame: Rect) {
        for line in &text.lines {
            for mark in &line.marks {
                if let LineMark::Shape(place, shape) = mark {
                    self.add(node, place.moved(frame.x, frame.y), Content::Shape(shape));
                }
            }
            let own = Rect { x: line.x, y: line.top, width: line.width, height: line.height };
            self.add(node, own.moved(frame.x, frame.y), Content::Line(text, line));
        }
    }

    fn add(&mut self, node: &'p Node, frame: Rect, content: Content<'p>) {
        self.pieces.push(Piece {
            frame,
            turned: None,
            upright: frame,
            clip: self.clip,
            role: node.role,
            field: node.origin.as_ref().map(|origin| origin.field.as_str()),
            content,
            place: self.place,
            is_shared: self.is_shared,
        });
    }
}
