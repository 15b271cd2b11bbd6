//! A graph while it is being read: boxes and frames by their names.

use std::collections::BTreeMap;

use crate::{Direction, Edge, EdgeEnd, Error, Graph, GraphKind, Group, LineStyle, Node, NodeShape, Tip};

/// The maximum number of boxes of a graph.
const MAX_NODES: usize = 120;
/// The maximum number of lines of a graph.
const MAX_EDGES: usize = 240;

/// A graph while it is being read.
#[derive(Debug)]
pub(super) struct GraphBuilder {
    pub(super) graph: Graph,
    names: BTreeMap<String, EdgeEnd>,
    /// The frames that are open, the innermost last.
    open: Vec<usize>,
}

impl GraphBuilder {
    pub(super) fn new(kind: GraphKind, direction: Option<Direction>) -> GraphBuilder {
        let graph = Graph { kind, direction, nodes: Vec::new(), edges: Vec::new(), groups: Vec::new() };
        GraphBuilder { graph, names: BTreeMap::new(), open: Vec::new() }
    }

    /// The innermost open frame.
    pub(super) fn group(&self) -> Option<usize> {
        self.open.last().copied()
    }

    /// A name made unique to the innermost open frame.
    pub(super) fn local(&self, name: &str) -> String {
        self.group().map_or_else(|| name.to_owned(), |group| format!("{name} {group}"))
    }

    /// The box or frame with a name. Adds a box with this outline and with the name as its text if there is none.
    pub(super) fn end(&mut self, name: &str, form: NodeShape) -> EdgeEnd {
        if let Some(end) = self.names.get(name) {
            return *end;
        }
        let label = if form.is_mark() { String::new() } else { super::text::shown(name) };
        let group = self.group();
        self.graph.nodes.push(Node { label, form, compartments: Vec::new(), group });
        let end = EdgeEnd::Node(self.graph.nodes.len() - 1);
        self.names.insert(name.to_owned(), end);
        end
    }

    /// The box with a name, added if there is none; `None` if the name is that of a frame.
    pub(super) fn node(&mut self, name: &str, form: NodeShape) -> Option<&mut Node> {
        match self.end(name, form) {
            EdgeEnd::Node(index) => self.graph.nodes.get_mut(index),
            EdgeEnd::Group(_) => None,
        }
    }

    /// Puts a box into the innermost open frame if it is in no frame yet. A line before the frame may already have
    /// named the box.
    pub(super) fn adopt(&mut self, name: &str) {
        let group = self.group();
        if let Some(EdgeEnd::Node(index)) = self.names.get(name)
            && let Some(node) = self.graph.nodes.get_mut(*index)
            && node.group.is_none()
        {
            node.group = group;
        }
    }

    /// Opens a frame. A box that has its name becomes the frame.
    pub(super) fn open(&mut self, name: &str, label: String) {
        let parent = self.group();
        self.graph.groups.push(Group { label, parent, direction: None });
        let index = self.graph.groups.len() - 1;
        if let Some(EdgeEnd::Node(node)) = self.names.insert(name.to_owned(), EdgeEnd::Group(index)) {
            self.remove(node, index);
        }
        self.open.push(index);
    }

    /// Removes a box. Lines and names that refer to it refer to a frame instead.
    fn remove(&mut self, node: usize, group: usize) {
        let removed = self.graph.nodes.remove(node);
        if self.graph.groups[group].label.is_empty() {
            self.graph.groups[group].label = removed.label;
        }
        let changed = |end: &mut EdgeEnd| {
            if let EdgeEnd::Node(index) = end {
                match (*index).cmp(&node) {
                    std::cmp::Ordering::Equal => *end = EdgeEnd::Group(group),
                    std::cmp::Ordering::Greater => *index -= 1,
                    std::cmp::Ordering::Less => {}
                }
            }
        };
        self.names.values_mut().for_each(changed);
        for edge in &mut self.graph.edges {
            changed(&mut edge.from);
            changed(&mut edge.to);
        }
    }

    /// Closes the innermost frame. Returns false when none is open.
    pub(super) fn close(&mut self) -> bool {
        self.open.pop().is_some()
    }

    /// Sets the direction of the innermost open frame, or of the graph.
    pub(super) fn set_direction(&mut self, direction: Direction) {
        match self.open.last() {
            Some(group) => self.graph.groups[*group].direction = Some(direction),
            None => self.graph.direction = Some(direction),
        }
    }

    /// Adds a line.
    pub(super) fn join(&mut self, ends: (EdgeEnd, EdgeEnd), label: String, style: LineStyle, tips: (Tip, Tip)) {
        let (from, to) = ends;
        let is_same_loop = |edge: &&mut Edge| edge.from == from && edge.to == to && from == to;
        // Several lines from a box to itself become a single one with all their texts.
        if let Some(edge) = self.graph.edges.iter_mut().find(is_same_loop) {
            if !label.is_empty() {
                let between = if edge.label.is_empty() { "" } else { "\n" };
                edge.label = format!("{}{between}{label}", edge.label);
            }
            return;
        }
        self.graph.edges.push(Edge { from, to, label, style, tips });
    }

    /// Returns the graph. Fails if a frame is still open, a line joins a frame with its own content, a limit is
    /// exceeded or the graph is empty. `last` is the number of the last line, `closing` the word that closes a frame.
    pub(super) fn finish(mut self, last: usize, closing: &str) -> Result<Graph, Error> {
        if let Some(group) = self.open.last() {
            let label = &self.graph.groups[*group].label;
            return Err(Error::line(last, format!("`{label}` is not closed: write `{closing}` after its last part")));
        }
        self.drop_empty_groups();
        let graph = self.graph;
        if graph.nodes.is_empty() {
            return Err(Error::Nothing);
        }
        for (what, count, most) in [("boxes", graph.nodes.len(), MAX_NODES), ("lines", graph.edges.len(), MAX_EDGES)] {
            if count > most {
                return Err(Error::TooMany { what, count, most });
            }
        }
        if let Some(edge) = graph.edges.iter().find(|edge| contains(&graph, edge.from, edge.to)) {
            let EdgeEnd::Group(group) = edge.from.max(edge.to) else { return Ok(graph) };
            let label = &graph.groups[group].label;
            return Err(Error::line(last, format!("a line joins `{label}` and a part of it: join two parts instead")));
        }
        Ok(graph)
    }

    /// Turns frames without boxes into boxes, because both look the same.
    fn drop_empty_groups(&mut self) {
        let graph = &mut self.graph;
        for group in (0..graph.groups.len()).rev() {
            let has_nodes = graph.nodes.iter().any(|node| node.group == Some(group));
            let has_groups = graph.groups.iter().any(|inner| inner.parent == Some(group));
            if has_nodes || has_groups {
                continue;
            }
            let Group { label, parent, .. } = graph.groups.remove(group);
            let label = if label.is_empty() { "…".to_owned() } else { label };
            graph.nodes.push(Node { label, form: NodeShape::Box, compartments: Vec::new(), group: parent });
            let own = EdgeEnd::Node(graph.nodes.len() - 1);
            let shifted = |index: usize| if index > group { index - 1 } else { index };
            for node in &mut graph.nodes {
                node.group = node.group.map(shifted);
            }
            for inner in &mut graph.groups {
                inner.parent = inner.parent.map(shifted);
            }
            for end in graph.edges.iter_mut().flat_map(|edge| [&mut edge.from, &mut edge.to]) {
                match end {
                    EdgeEnd::Group(index) if *index == group => *end = own,
                    EdgeEnd::Group(index) => *index = shifted(*index),
                    EdgeEnd::Node(_) => {}
                }
            }
        }
    }
}

/// Whether one end of a line is a frame that contains the other end, or is the same frame.
fn contains(graph: &Graph, one: EdgeEnd, other: EdgeEnd) -> bool {
    let is_inside = |end: EdgeEnd, outer: EdgeEnd| {
        let mut group = match end {
            EdgeEnd::Node(node) => graph.nodes[node].group,
            EdgeEnd::Group(group) => Some(group),
        };
        while let Some(index) = group {
            if outer == EdgeEnd::Group(index) {
                return true;
            }
            group = graph.groups[index].parent;
        }
        false
    };
    is_inside(one, other) || is_inside(other, one)
}

/// The direction with an abbreviation such as `LR`; `None` for any other word.
pub(super) fn direction(word: &str) -> Option<Direction> {
    match word {
        "TB" | "TD" | "v" => Some(Direction::Down),
        "BT" | "^" => Some(Direction::Up),
        "LR" | ">" => Some(Direction::Right),
        "RL" | "<" => Some(Direction::Left),
        _ => None,
    }
}
