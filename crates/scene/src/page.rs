//! A page: layers of nodes in painting order, and the links on it.

use std::sync::Arc;

use crate::{LinkTarget, Node, NodeKind, PartNames, Point, Rect, Transition};

/// One page, laid out from one slide.
#[derive(Debug, Clone)]
pub struct Page {
    /// Id of the slide.
    pub slide: String,
    /// Page number, from 1.
    pub number: usize,
    /// Name of the slide, for outlines and screen readers.
    pub name: String,
    /// Description of the page for screen readers; empty when the author wrote none.
    pub summary: String,
    /// Title of the section the page belongs to, if any.
    pub section: Option<String>,
    /// Whether this page opens that section.
    pub opens_section: bool,
    /// Speaker notes.
    pub notes: String,
    /// The slide of the deck as JSON, for files that are edited elsewhere and imported again: `id`, `type`, `content`,
    /// and `notes`, `visibility`, `duration` and `transition` if set. Empty for a page without a slide.
    pub source: String,
    /// The structure of the content of the page.
    pub content: PageContent,
    /// Whether the page is skipped while presenting.
    pub is_skipped: bool,
    /// Nodes shared by all pages of the document. Painted first.
    pub master: Arc<Layer>,
    /// Nodes shared by the pages of one layout. Painted second.
    pub layout: Arc<Layer>,
    /// Nodes of this page alone, in reading order. Painted last.
    pub nodes: Vec<Node>,
    /// Number of build steps; 0 when everything shows at once.
    pub steps: usize,
    /// How the page follows another, if it differs from the rest of the document.
    pub transition: Option<Transition>,
    /// The names by which the morph transition pairs parts of the page with parts of another page.
    pub part_names: PartNames,
}

/// The structure of the content of a page, for outputs that lay out texts themselves, such as slides on the layouts of
/// a template.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PageContent {
    /// A drawing: the positions and shapes of its nodes have a meaning.
    #[default]
    Drawn,
    /// Texts in reading order, and pictures beside them. Everything else is decoration.
    Text,
    /// Texts in two columns, each on a plate of its own.
    Columns,
}

/// Shared nodes. Layers with equal names have equal nodes, so an exporter writes each layer only once.
#[derive(Debug, Clone, Default)]
pub struct Layer {
    /// Identifies the layer within a document.
    pub name: String,
    /// The nodes in painting order.
    pub nodes: Vec<Node>,
}

/// A clickable area of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Link<'a> {
    /// The area on the page.
    pub frame: Rect,
    /// The destination.
    pub target: &'a LinkTarget,
}

impl Page {
    /// The top-level nodes of all layers in painting order. Nodes inside groups, charts and widgets are not visited.
    pub fn painted(&self) -> impl Iterator<Item = &Node> {
        self.master.nodes.iter().chain(&self.layout.nodes).chain(&self.nodes)
    }

    /// The links of the page: link nodes, and one link per line of linked text.
    pub fn links(&self) -> Vec<Link<'_>> {
        let mut links = Vec::new();
        for node in self.painted() {
            add_links(node, &mut links);
        }
        links
    }

    /// The page as text for snapshot tests.
    pub fn outline(&self) -> String {
        crate::outline::page(self)
    }
}

fn add_links<'a>(node: &'a Node, links: &mut Vec<Link<'a>>) {
    let corner = Point { x: node.frame.x, y: node.frame.y };
    match &node.kind {
        NodeKind::Link(target) => links.push(Link { frame: node.frame, target }),
        NodeKind::Text(text) => add_text(text, corner, links),
        NodeKind::Code(code) => add_text(&code.text, corner, links),
        NodeKind::Table(table) => {
            for cell in table.rows.iter().flat_map(|row| &row.cells) {
                let cell_corner = Point { x: corner.x + cell.text_frame.x, y: corner.y + cell.text_frame.y };
                add_text(&cell.text, cell_corner, links);
            }
        }
        NodeKind::Group(group) => group.nodes.iter().for_each(|node| add_links(node, links)),
        NodeKind::Turned(turned) => {
            let start = links.len();
            turned.nodes.iter().for_each(|node| add_links(node, links));
            for link in &mut links[start..] {
                link.frame = link.frame.turned(turned.degrees, node.frame.center());
            }
        }
        NodeKind::Chart(chart) => chart.nodes.iter().for_each(|node| add_links(node, links)),
        NodeKind::Widget(widget) => widget.static_nodes.iter().for_each(|node| add_links(node, links)),
        NodeKind::Shape(_) | NodeKind::Connector(_) | NodeKind::Picture(_) => {}
    }
}

fn add_text<'a>(text: &'a crate::Text, corner: Point, links: &mut Vec<Link<'a>>) {
    for line in &text.lines {
        let runs = &text.paragraphs[line.paragraph].runs;
        for glyphs in &line.runs {
            let Some(target) = runs.get(glyphs.run).and_then(|run| run.link.as_ref()) else {
                continue;
            };
            let width = glyphs.advance();
            let frame = Rect { x: corner.x + glyphs.x, y: corner.y + line.top, width, height: line.height };
            match links.last_mut() {
                // A bold word inside a link starts a new glyph run but not a new link.
                Some(last)
                    if last.target == target
                        && last.frame.y == frame.y
                        && (last.frame.right() - frame.x).0.abs() < 1.0 =>
                {
                    last.frame.width = frame.right() - last.frame.x;
                }
                _ => links.push(Link { frame, target }),
            }
        }
    }
}
