//! One page: layers of nodes, in the order they are painted.

use std::sync::Arc;

use crate::{Kind, Node, Point, Rect, Target};

/// A page.
#[derive(Debug, Clone)]
pub struct Page {
    /// Id of the slide it came from.
    pub slide: String,
    /// From 1.
    pub number: usize,
    /// Name of the slide, for outlines and screen readers.
    pub name: String,
    /// What it shows, for people who cannot see it; maybe empty.
    pub summary: String,
    /// The section it belongs to, when there is one.
    pub section: Option<String>,
    /// Whether it opens that section.
    pub opens_section: bool,
    /// Speaker notes.
    pub notes: String,
    /// Whether it is passed over while presenting.
    pub is_skipped: bool,
    /// What all pages of the document share. Painted first.
    pub master: Arc<Layer>,
    /// What the pages of one layout share. Painted second.
    pub layout: Arc<Layer>,
    /// What this page alone has, in reading order. Painted last.
    pub nodes: Vec<Node>,
    /// How many build steps it has; 0 when it shows whole.
    pub steps: usize,
}

/// Nodes under a name that means nothing here: pages whose layers have one name have one layer.
#[derive(Debug, Clone, Default)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub nodes: Vec<Node>,
}

/// A place on a page that leads elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Link<'a> {
    /// Where it is.
    pub frame: Rect,
    /// Where it leads.
    pub target: &'a Target,
}

impl Page {
    /// Every node in the order of painting, without those inside groups, charts and widgets.
    pub fn painted(&self) -> impl Iterator<Item = &Node> {
        self.master.nodes.iter().chain(&self.layout.nodes).chain(&self.nodes)
    }

    /// The links of the page: link areas, and linked words line by line.
    pub fn links(&self) -> Vec<Link<'_>> {
        let mut links = Vec::new();
        for node in self.painted() {
            add_links(node, &mut links);
        }
        links
    }

    /// The page as text, for snapshots.
    pub fn outline(&self) -> String {
        crate::outline::page(self)
    }
}

fn add_links<'a>(node: &'a Node, links: &mut Vec<Link<'a>>) {
    let corner = Point { x: node.frame.x, y: node.frame.y };
    match &node.kind {
        Kind::Link(target) => links.push(Link { frame: node.frame, target }),
        Kind::Text(text) => add_text(text, corner, links),
        Kind::Code(code) => add_text(&code.text, corner, links),
        Kind::Table(table) => {
            for cell in table.rows.iter().flat_map(|row| &row.cells) {
                let at = Point { x: corner.x + cell.text_frame.x, y: corner.y + cell.text_frame.y };
                add_text(&cell.text, at, links);
            }
        }
        Kind::Group(group) => group.nodes.iter().for_each(|node| add_links(node, links)),
        Kind::Chart(chart) => chart.drawn.iter().for_each(|node| add_links(node, links)),
        Kind::Widget(widget) => widget.still.iter().for_each(|node| add_links(node, links)),
        Kind::Shape(_) | Kind::Picture(_) => {}
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
                // One word in bold inside a link is still one link.
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
