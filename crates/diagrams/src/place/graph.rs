//! Positions of the boxes, frames, lines and labels of a graph.
//!
//! Boxes are in layers along the direction of the lines. A frame is laid out by itself and is then a single box of the
//! frame around it; a line that leaves it crosses its border at a port. Lines have only horizontal and vertical
//! segments, run between layers on tracks, and pass through a layer where it has no box. A label is a vertex of its own
//! in a layer.
//!
//! "Along" is the direction in which the lines run from layer to layer; "across" is the direction at right angles to
//! it.

use std::collections::BTreeMap;

use super::columns::{self, Join};
use super::layers::{self, Link};
use super::tracks::{Crossing, tracks};
use super::{Bounds, BoxSize, Position, Spacing, number};
use crate::{Direction, EdgeEnd, Graph, GraphKind, NodeShape};

/// The sizes of the parts of a graph, as the caller measured them.
#[derive(Debug, Clone, Default)]
pub struct GraphSizes {
    /// The size of each box.
    pub nodes: Vec<BoxSize>,
    /// The size of the label of each line; `None` for lines without one.
    pub labels: Vec<Option<BoxSize>>,
    /// The size of the title of each frame; zero for frames without one.
    pub titles: Vec<BoxSize>,
}

/// The positions of the parts of a graph, with the origin in the upper left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlacedGraph {
    /// The size of the whole graph.
    pub size: BoxSize,
    /// The bounds of each box.
    pub nodes: Vec<Bounds>,
    /// The bounds of each frame and of its title.
    pub groups: Vec<(Bounds, Bounds)>,
    /// The path of each line.
    pub routes: Vec<Route>,
}

/// The path of a line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Route {
    /// The points from its start to its end; empty for a line that is not placed.
    pub points: Vec<Position>,
    /// The bounds of its label.
    pub label: Option<Bounds>,
}

/// Distance from the middle of a box at which a line that runs against the direction ends, as a share of the width of
/// the box.
const SHIFT: f32 = 0.25;
/// A line is drawn straight if its ends differ by less than this share of the width of a box.
const STRAIGHTENED: f32 = 0.45;

/// Lays out a graph whose lines run in `direction`. `sizes` has an entry for each box, line and frame.
pub fn place_graph(graph: &Graph, sizes: &GraphSizes, spacing: Spacing, direction: Direction) -> PlacedGraph {
    let planner = Planner { graph, sizes, spacing };
    let block = planner.arrange(None, direction, &[]);
    let mut placed = PlacedGraph {
        size: block.size,
        nodes: vec![Bounds::default(); graph.nodes.len()],
        groups: vec![(Bounds::default(), Bounds::default()); graph.groups.len()],
        routes: vec![Route::default(); graph.edges.len()],
    };
    for (index, place) in block.nodes {
        placed.nodes[index] = place;
    }
    for (index, frame, title) in block.groups {
        placed.groups[index] = (frame, title);
    }
    for (index, path) in block.paths {
        let mut points: Vec<Position> = path.before.into_iter().flatten().collect();
        points.extend(path.main);
        points.extend(path.after.into_iter().flatten());
        placed.routes[index] = Route { points: without_redundant_points(points), label: path.label };
    }
    placed
}

/// The points of a line without repeated points and points in the middle of a straight segment.
pub(super) fn without_redundant_points(points: Vec<Position>) -> Vec<Position> {
    let mut kept: Vec<Position> = Vec::with_capacity(points.len());
    for point in points {
        let is_same =
            kept.last().is_some_and(|last| (last.x - point.x).abs() < 0.05 && (last.y - point.y).abs() < 0.05);
        if is_same {
            continue;
        }
        if let [.., first, middle] = kept[..] {
            let is_column = (first.x - middle.x).abs() < 0.05 && (middle.x - point.x).abs() < 0.05;
            let is_row = (first.y - middle.y).abs() < 0.05 && (middle.y - point.y).abs() < 0.05;
            if is_column || is_row {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}

/// A line that crosses the border of a frame.
#[derive(Debug, Clone, Copy)]
struct BorderLine {
    edge: usize,
    /// Whether the end inside the frame is where the edge starts.
    starts_inside: bool,
    /// Whether it crosses the border at the end of the layers; otherwise at their beginning.
    is_after: bool,
}

/// The path of a line so far.
#[derive(Debug, Clone, Default)]
struct EdgePath {
    /// Sections inside the frames around its start, the innermost first.
    before: Vec<Vec<Position>>,
    main: Vec<Position>,
    /// Sections inside the frames around its end, the outermost first.
    after: Vec<Vec<Position>>,
    label: Option<Bounds>,
}

/// A frame with everything in it, with the origin in its upper left corner.
#[derive(Debug, Clone, Default)]
struct Block {
    size: BoxSize,
    nodes: Vec<(usize, Bounds)>,
    groups: Vec<(usize, Bounds, Bounds)>,
    paths: BTreeMap<usize, EdgePath>,
    /// Where lines cross its border, across the direction.
    ports: BTreeMap<usize, f32>,
}

impl Block {
    /// The block with everything in it moved by an offset. Ports are not moved.
    fn moved(mut self, x: f32, y: f32) -> Block {
        let place = |place: &mut Bounds| {
            place.x += x;
            place.y += y;
        };
        self.nodes.iter_mut().for_each(|(_, at)| place(at));
        for (_, frame, title) in &mut self.groups {
            place(frame);
            place(title);
        }
        for path in self.paths.values_mut() {
            let parts = path.before.iter_mut().chain(&mut path.after).flatten().chain(&mut path.main);
            parts.for_each(|point| *point = Position { x: point.x + x, y: point.y + y });
            if let Some(label) = &mut path.label {
                place(label);
            }
        }
        self
    }

    /// Adds the content of a block inside this one.
    fn absorb(&mut self, other: Block) {
        self.nodes.extend(other.nodes);
        self.groups.extend(other.groups);
        for (edge, path) in other.paths {
            let own = self.paths.entry(edge).or_default();
            own.before.extend(path.before);
            own.after.splice(0..0, path.after);
            if own.main.is_empty() {
                own.main = path.main;
                own.label = path.label;
            }
        }
    }
}

/// What a vertex of a layer is.
#[derive(Debug)]
enum Content {
    Node(usize),
    Group(Box<Block>),
    /// Where a line crosses the border of the frame.
    Port {
        is_after: bool,
    },
    /// A point at which a line passes through a layer, with its label if it has one there.
    Bend,
}

/// A box, frame, port or bend in a layer.
#[derive(Debug)]
struct Vertex {
    content: Content,
    /// Extents across and along the direction.
    across: f32,
    along: f32,
    /// The extent along the direction without the label of a line from the box to itself.
    own_along: f32,
    /// Where lines are attached, as the distance across from its edge.
    anchor: f32,
}

/// A line between two vertices, from an earlier to a later layer.
#[derive(Debug, Clone)]
struct Line {
    edge: usize,
    upper: usize,
    lower: usize,
    /// Whether it runs against the direction of its edge.
    is_reversed: bool,
    /// For a line to the border of the frame: whether its end inside the frame is the start of its edge. `None` for a
    /// line that does not cross the border.
    port: Option<bool>,
    /// The vertices that it passes, both ends included.
    chain: Vec<usize>,
    /// The vertex with its label.
    label: Option<usize>,
    /// Where it is attached at its upper and at its lower end, as the distance across from the edge of the vertex.
    /// `None` if it has no attachment point of its own there.
    ends: [Option<f32>; 2],
}

impl Line {
    /// Creates a line from its upper to its lower end, still without bends in the layers between.
    fn new(edge: usize, (upper, lower): (usize, usize), is_reversed: bool, port: Option<bool>) -> Line {
        Line { edge, upper, lower, is_reversed, port, chain: Vec::new(), label: None, ends: [None; 2] }
    }

    /// Whether the edge starts at the upper or the lower end of the line.
    fn starts_at(&self, is_upper: bool) -> bool {
        self.port.unwrap_or(is_upper != self.is_reversed)
    }

    /// Where the line is attached at a vertex, as the distance across from the edge of the vertex, if it has an
    /// attachment point of its own there.
    fn own_end(&self, vertex: usize) -> Option<f32> {
        if vertex == self.lower {
            self.ends[1]
        } else if vertex == self.upper {
            self.ends[0]
        } else {
            None
        }
    }
}

struct Planner<'a> {
    graph: &'a Graph,
    sizes: &'a GraphSizes,
    spacing: Spacing,
}

impl Planner<'_> {
    /// Lays out the content of a frame, or of the whole graph if `container` is `None`. `borders` are the lines that
    /// cross the border of the frame.
    fn arrange(&self, container: Option<usize>, outer: Direction, borders: &[BorderLine]) -> Block {
        let own = container.and_then(|group| self.graph.groups[group].direction).filter(|_| borders.is_empty());
        let direction = own.unwrap_or(outer);
        let (mut vertices, mut lines) = self.vertices(container, direction, borders);
        let rows = self.layered(&mut vertices, &mut lines, direction);
        self.separate_ends(&rows, &vertices, &mut lines);
        let left = self.columns(&rows, &vertices, &lines);
        let mut block = self.placed(&rows, &vertices, &lines, &left, direction);
        self.add_loops(container, &mut block, direction);
        match container {
            Some(group) => self.framed(block, group, direction),
            None => block,
        }
    }

    /// The vertices for boxes, frames and ports, and the lines between them.
    fn vertices(
        &self,
        container: Option<usize>,
        direction: Direction,
        borders: &[BorderLine],
    ) -> (Vec<Vertex>, Vec<Line>) {
        let nodes = (0..self.graph.nodes.len()).filter(|node| self.graph.nodes[*node].group == container);
        let groups = (0..self.graph.groups.len()).filter(|group| self.graph.groups[*group].parent == container);
        let mut ends: Vec<EdgeEnd> = nodes.map(EdgeEnd::Node).collect();
        ends.extend(groups.map(EdgeEnd::Group));
        // In the order of the text: a frame has the position of its first box.
        ends.sort_by_key(|end| self.first_node(*end));
        let position: BTreeMap<EdgeEnd, usize> = ends.iter().enumerate().map(|(index, end)| (*end, index)).collect();
        let vertex_of = |end: EdgeEnd| position.get(&self.child_of(end, container)?).copied();
        let inner: Vec<(usize, usize, usize)> = self
            .graph
            .edges
            .iter()
            .enumerate()
            .filter_map(|(index, edge)| {
                let (from, to) = (vertex_of(edge.from)?, vertex_of(edge.to)?);
                (from != to).then_some((index, from, to))
            })
            .collect();
        let pairs: Vec<(usize, usize)> = inner.iter().map(|(_, from, to)| (*from, *to)).collect();
        let reversed = layers::reversed(ends.len(), &pairs);
        let mut lines: Vec<Line> = Vec::new();
        for ((edge, from, to), is_reversed) in inner.into_iter().zip(reversed) {
            let (upper, lower) = if is_reversed { (to, from) } else { (from, to) };
            lines.push(Line::new(edge, (upper, lower), is_reversed, None));
        }
        for (place, border) in borders.iter().enumerate() {
            let edge = &self.graph.edges[border.edge];
            let Some(vertex) = vertex_of(if border.starts_inside { edge.from } else { edge.to }) else { continue };
            let port = ends.len() + place;
            let (upper, lower) = if border.is_after { (vertex, port) } else { (port, vertex) };
            let is_reversed = border.is_after != border.starts_inside;
            lines.push(Line::new(border.edge, (upper, lower), is_reversed, Some(border.starts_inside)));
        }
        let mut vertices = Vec::with_capacity(ends.len() + borders.len());
        for (index, end) in ends.iter().enumerate() {
            vertices.push(match *end {
                EdgeEnd::Node(node) => self.node_vertex(node, direction),
                EdgeEnd::Group(group) => self.group_vertex(group, index, direction, &lines),
            });
        }
        for border in borders {
            let content = Content::Port { is_after: border.is_after };
            vertices.push(Vertex { content, across: 0.0, along: 0.0, own_along: 0.0, anchor: 0.0 });
        }
        (vertices, lines)
    }

    fn node_vertex(&self, node: usize, direction: Direction) -> Vertex {
        let (mut across, mut along) = extents(self.sizes.nodes[node], direction);
        let (anchor, own_along) = (across / 2.0, along);
        if let Some(edge) = self.loop_of(node) {
            let label = self.sizes.labels[edge].unwrap_or_default();
            let (label_across, label_along) = extents(label, direction);
            along = along.max(label_along);
            across += self.spacing.lines * 2.5 + label_across;
        }
        Vertex { content: Content::Node(node), across, along, own_along, anchor }
    }

    fn group_vertex(&self, group: usize, vertex: usize, direction: Direction, lines: &[Line]) -> Vertex {
        let mut borders = Vec::new();
        for line in lines {
            for (end, is_after) in [(line.upper, true), (line.lower, false)] {
                // Whether this end of the line is the start of its edge.
                let is_start = line.starts_at(is_after);
                let edge = &self.graph.edges[line.edge];
                let at = if is_start { edge.from } else { edge.to };
                if end == vertex && at != EdgeEnd::Group(group) {
                    borders.push(BorderLine { edge: line.edge, starts_inside: is_start, is_after });
                }
            }
        }
        let block = self.arrange(Some(group), direction, &borders);
        let (across, along) = extents(block.size, direction);
        Vertex { content: Content::Group(Box::new(block)), across, along, own_along: along, anchor: across / 2.0 }
    }

    /// The line from a box to itself.
    fn loop_of(&self, node: usize) -> Option<usize> {
        let is_loop = |edge: &crate::Edge| edge.from == EdgeEnd::Node(node) && edge.to == EdgeEnd::Node(node);
        self.graph.edges.iter().position(is_loop)
    }

    /// The direct child (box or frame) of a container that is `end` or contains it.
    fn child_of(&self, end: EdgeEnd, container: Option<usize>) -> Option<EdgeEnd> {
        let mut end = end;
        loop {
            let parent = match end {
                EdgeEnd::Node(node) => self.graph.nodes[node].group,
                EdgeEnd::Group(group) => self.graph.groups[group].parent,
            };
            if parent == container {
                return Some(end);
            }
            end = EdgeEnd::Group(parent?);
        }
    }

    /// The index of a box, or of the first box in a frame; the largest possible index for a frame without boxes.
    fn first_node(&self, end: EdgeEnd) -> usize {
        let is_in = |node: &usize| {
            let mut group = self.graph.nodes[*node].group;
            while let Some(index) = group {
                if end == EdgeEnd::Group(index) {
                    return true;
                }
                group = self.graph.groups[index].parent;
            }
            false
        };
        match end {
            EdgeEnd::Node(node) => node,
            EdgeEnd::Group(_) => (0..self.graph.nodes.len()).find(is_in).unwrap_or(usize::MAX),
        }
    }

    /// Puts the vertices into layers and in order, and adds bends where lines pass through layers.
    fn layered(&self, vertices: &mut Vec<Vertex>, lines: &mut [Line], direction: Direction) -> Vec<Vec<usize>> {
        let count = vertices.len();
        let has_label = |line: &Line| line.port.is_none() && self.sizes.labels[line.edge].is_some();
        // A label is in a layer between those of the ends of its line.
        let min_layers = if lines.iter().any(has_label) { 2 } else { 1 };
        let links: Vec<Link> = lines
            .iter()
            .map(|line| Link {
                from: line.upper,
                to: line.lower,
                min_layers: if line.port.is_some() { 1 } else { min_layers },
            })
            .collect();
        let mut layer = layers::layers(count, &links);
        let last = layer.iter().copied().max().unwrap_or(0);
        for (vertex, at) in layer.iter_mut().enumerate() {
            match vertices[vertex].content {
                Content::Port { is_after: true } => *at = last,
                Content::Port { is_after: false } => *at = 0,
                _ => {}
            }
        }
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
        for (vertex, at) in layer.iter().enumerate() {
            rows[*at].push(vertex);
        }
        let mut adjacent = Vec::new();
        for line in lines.iter_mut() {
            let (from, to) = (layer[line.upper], layer[line.lower]);
            let middle = usize::midpoint(from, to);
            line.chain = vec![line.upper];
            for (at, row) in rows.iter_mut().enumerate().take(to).skip(from + 1) {
                let label = self.sizes.labels[line.edge].filter(|_| line.port.is_none() && at == middle);
                let size = label.unwrap_or_default();
                let (across, along) = extents(size, direction);
                let bend = vertices.len();
                if label.is_some() {
                    line.label = Some(bend);
                }
                vertices.push(Vertex { content: Content::Bend, across, along, own_along: along, anchor: across / 2.0 });
                row.push(bend);
                line.chain.push(bend);
            }
            line.chain.push(line.lower);
            adjacent.extend(line.chain.windows(2).map(|pair| (pair[0], pair[1])));
        }
        layers::ordered(rows, vertices.len(), &adjacent)
    }

    /// Spreads out the lines at a side of a box if they have different tips there, which would be drawn over one
    /// another.
    fn separate_ends(&self, rows: &[Vec<usize>], vertices: &[Vertex], lines: &mut [Line]) {
        if !matches!(self.graph.kind, GraphKind::Class | GraphKind::Entity) {
            return;
        }
        let places = rows.iter().flat_map(|row| row.iter().copied().enumerate().map(|(place, vertex)| (vertex, place)));
        let place_of: BTreeMap<usize, usize> = places.collect();
        for (index, vertex) in vertices.iter().enumerate() {
            let Content::Node(_) = vertex.content else { continue };
            for (end, is_upper) in [(0, true), (1, false)] {
                let is_here = |line: &Line| if is_upper { line.upper == index } else { line.lower == index };
                let mut here: Vec<usize> = (0..lines.len()).filter(|line| is_here(&lines[*line])).collect();
                let tip = |line: &usize| {
                    let (line, edge) = (&lines[*line], &self.graph.edges[lines[*line].edge]);
                    if line.starts_at(is_upper) { edge.tips.0 } else { edge.tips.1 }
                };
                if here.iter().all(|line| tip(line) == tip(&here[0])) {
                    continue;
                }
                here.sort_by_key(|line| {
                    let chain = &lines[*line].chain;
                    place_of[&if is_upper { chain[1] } else { chain[chain.len() - 2] }]
                });
                let count = number(here.len() + 1);
                for (place, line) in here.into_iter().enumerate() {
                    lines[line].ends[end] = Some(vertex.anchor * 2.0 * number(place + 1) / count);
                }
            }
        }
    }

    /// Where a line is attached at a vertex, as the distance across from the edge of the vertex.
    fn anchor(vertices: &[Vertex], line: &Line, vertex: usize) -> f32 {
        if let Some(own) = line.own_end(vertex) {
            return own;
        }
        match &vertices[vertex].content {
            Content::Group(block) => block.ports.get(&line.edge).copied().unwrap_or(vertices[vertex].anchor),
            Content::Node(_) if line.is_reversed => {
                let ends = [line.upper, line.lower].map(|end| match vertices[end].content {
                    Content::Node(_) => vertices[end].anchor * 2.0,
                    _ => f32::MAX,
                });
                vertices[vertex].anchor + ends[0].min(ends[1]).min(vertices[vertex].across) * SHIFT
            }
            _ => vertices[vertex].anchor,
        }
    }

    /// The position of the edge of each vertex, across the direction.
    fn columns(&self, rows: &[Vec<usize>], vertices: &[Vertex], lines: &[Line]) -> Vec<f32> {
        let mut joins = Vec::new();
        for line in lines {
            for pair in line.chain.windows(2) {
                let (upper, lower) = (pair[0], pair[1]);
                let upper_at = Self::anchor(vertices, line, upper);
                let lower_at = Self::anchor(vertices, line, lower);
                joins.push(Join { upper, lower, upper_at, lower_at, is_back: line.is_reversed });
            }
        }
        let shapes: Vec<columns::Vertex> = vertices
            .iter()
            .map(|vertex| columns::Vertex {
                width: vertex.across,
                is_bend: matches!(vertex.content, Content::Bend | Content::Port { .. }) && vertex.across == 0.0,
            })
            .collect();
        columns::left_edges(rows, &shapes, &joins, self.spacing.across)
    }

    /// How far a line may be moved aside at a vertex of its chain to become straight.
    fn slack(&self, vertices: &[Vertex], lines: &[Line], line: &Line, place: usize) -> f32 {
        let index = line.chain[place];
        let vertex = &vertices[index];
        let Content::Node(node) = vertex.content else {
            return if matches!(vertex.content, Content::Bend) { self.spacing.lines * 0.4 } else { 0.0 };
        };
        let share = match self.graph.nodes[node].form {
            NodeShape::Start | NodeShape::End | NodeShape::Bar => return 0.0,
            NodeShape::Diamond | NodeShape::Circle | NodeShape::Hexagon => STRAIGHTENED / 3.0,
            _ => STRAIGHTENED,
        };
        // Lines that share a side of a box meet in its middle.
        let is_upper = place == 0;
        let on_side = lines.iter().filter(|other| if is_upper { other.upper == index } else { other.lower == index });
        vertex.anchor * if on_side.count() > 1 { share / 4.0 } else { share }
    }

    /// The positions of a line across the direction, one for each vertex of its chain. Small steps are removed.
    fn across_of(&self, vertices: &[Vertex], lines: &[Line], line: &Line, left: &[f32]) -> Vec<f32> {
        let mut at: Vec<f32> =
            line.chain.iter().map(|vertex| left[*vertex] + Self::anchor(vertices, line, *vertex)).collect();
        for place in 1..at.len() {
            let own = self.slack(vertices, lines, line, place);
            let before = if place == 1 { self.slack(vertices, lines, line, 0) } else { 0.0 };
            let step = at[place] - at[place - 1];
            if step.abs() <= own + before {
                if place == 1 {
                    // The start moves only by what exceeds the possible movement of the end.
                    at[0] += step.signum() * (step.abs() - own).max(0.0);
                }
                at[place] = at[place - 1];
            }
        }
        // A label stays inside the extent of the graph.
        let total = vertices.iter().zip(left).map(|(vertex, left)| left + vertex.across).fold(0.0, f32::max);
        for (at, index) in at.iter_mut().zip(&line.chain) {
            let vertex = &vertices[*index];
            if matches!(vertex.content, Content::Bend) && vertex.across > 0.0 {
                *at = at.max(vertex.anchor).min(total - vertex.across + vertex.anchor);
            }
        }
        at
    }

    /// The positions of everything in the layers, with the origin in the upper left corner of the content.
    fn placed(
        &self,
        rows: &[Vec<usize>],
        vertices: &[Vertex],
        lines: &[Line],
        left: &[f32],
        direction: Direction,
    ) -> Block {
        let has_labels = lines.iter().any(|line| line.label.is_some());
        let gap = if has_labels { self.spacing.along / 2.0 } else { self.spacing.along };
        let mut row_of = vec![0; vertices.len()];
        for (index, row) in rows.iter().enumerate() {
            for vertex in row {
                row_of[*vertex] = index;
            }
        }
        let across: Vec<Vec<f32>> = lines.iter().map(|line| self.across_of(vertices, lines, line, left)).collect();
        // The segments of lines between each layer and the next one.
        let mut between: Vec<Vec<(usize, usize, Crossing)>> = vec![Vec::new(); rows.len()];
        for (index, line) in lines.iter().enumerate() {
            for (part, pair) in line.chain.windows(2).enumerate() {
                let end = |vertex: usize| match vertices[vertex].content {
                    Content::Node(_) if line.own_end(vertex).is_none() => {
                        vertex + if line.is_reversed { vertices.len() } else { 0 }
                    }
                    // Lines do not merge at the border of a frame, nor where they bend.
                    _ => vertices.len() * 2 + index * vertices.len() + vertex,
                };
                let ends = (end(pair[0]), end(pair[1]));
                let crossing = Crossing { upper: across[index][part], lower: across[index][part + 1], ends };
                between[row_of[pair[0]]].push((index, part, crossing));
            }
        }
        let mut track_of: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
        let (mut tops, mut heights, mut gaps) = (Vec::new(), Vec::new(), Vec::new());
        let mut top = 0.0;
        for (index, row) in rows.iter().enumerate() {
            let height = row.iter().map(|vertex| vertices[*vertex].along).fold(0.0, f32::max);
            let crossings: Vec<Crossing> = between[index].iter().map(|(.., crossing)| *crossing).collect();
            let (track, count) = tracks(&crossings, self.spacing.lines);
            for ((line, part, _), track) in between[index].iter().zip(track) {
                track_of.insert((*line, *part), (track, count));
            }
            let room = if index + 1 == rows.len() { 0.0 } else { gap.max(self.spacing.lines * number(count + 1)) };
            tops.push(top);
            heights.push(height);
            gaps.push(room);
            top += height + room;
        }
        let total = top;
        let widest = vertices.iter().zip(left).map(|(vertex, left)| left + vertex.across).fold(0.0, f32::max);
        let position = |across: f32, along: f32| match direction {
            Direction::Down => Position { x: across, y: along },
            Direction::Up => Position { x: across, y: total - along },
            Direction::Right => Position { x: along, y: across },
            Direction::Left => Position { x: total - along, y: across },
        };
        let place = |across: f32, along: f32, size: (f32, f32)| {
            let (corner, opposite) = (position(across, along), position(across + size.0, along + size.1));
            Bounds {
                x: corner.x.min(opposite.x),
                y: corner.y.min(opposite.y),
                width: (corner.x - opposite.x).abs(),
                height: (corner.y - opposite.y).abs(),
            }
        };
        let mut block = Block::default();
        let corner = position(widest, total);
        let origin = position(0.0, 0.0);
        block.size = BoxSize { width: corner.x.max(origin.x), height: corner.y.max(origin.y) };
        let middle = |vertex: usize| tops[row_of[vertex]] + heights[row_of[vertex]] / 2.0;
        for (index, vertex) in vertices.iter().enumerate() {
            let begin = middle(index) - vertex.along / 2.0;
            match &vertex.content {
                Content::Node(node) => {
                    let begin = middle(index) - vertex.own_along / 2.0;
                    let at = place(left[index], begin, (vertex.anchor * 2.0, vertex.own_along));
                    block.nodes.push((*node, at));
                }
                Content::Group(inner) => {
                    let at = place(left[index], begin, (vertex.across, vertex.along));
                    block.absorb(inner.as_ref().clone().moved(at.x, at.y));
                }
                Content::Port { .. } | Content::Bend => {}
            }
        }
        for (index, line) in lines.iter().enumerate() {
            let positions = &across[index];
            let last = positions.len() - 1;
            let edge_of = |vertex: usize, x: f32, is_upper: bool| match &vertices[vertex].content {
                Content::Port { is_after: true } => total,
                Content::Port { is_after: false } => 0.0,
                Content::Node(node) => {
                    let shift = x - left[vertex] - vertices[vertex].anchor;
                    let form = self.graph.nodes[*node].form;
                    let half = vertices[vertex].own_along / 2.0 * reach(form, shift / vertices[vertex].anchor);
                    middle(vertex) + if is_upper { half } else { -half }
                }
                _ => middle(vertex) + vertices[vertex].along / 2.0 * if is_upper { 1.0 } else { -1.0 },
            };
            let mut points = vec![position(positions[0], edge_of(line.chain[0], positions[0], true))];
            for part in 0..last {
                let row = row_of[line.chain[part]];
                let (track, count) = track_of.get(&(index, part)).copied().unwrap_or((0, 1));
                let share = number(track + 1) / number(count + 1);
                let along = tops[row] + heights[row] + gaps[row] * share;
                if (positions[part] - positions[part + 1]).abs() > 0.05 {
                    points.push(position(positions[part], along));
                    points.push(position(positions[part + 1], along));
                }
            }
            points.push(position(positions[last], edge_of(line.chain[last], positions[last], false)));
            if line.is_reversed {
                points.reverse();
            }
            let path = block.paths.entry(line.edge).or_default();
            match line.port {
                None => path.main = points,
                Some(true) => path.before.push(points),
                Some(false) => path.after.insert(0, points),
            }
            if let Some(label) = line.label {
                let vertex = &vertices[label];
                let begin = middle(label) - vertex.along / 2.0;
                let at = line
                    .chain
                    .iter()
                    .position(|bend| *bend == label)
                    .map_or(left[label], |place| positions[place] - vertex.anchor);
                path.label = Some(place(at, begin, (vertex.across, vertex.along)));
            }
            if line.port.is_some() {
                let is_upper = matches!(vertices[line.upper].content, Content::Port { .. });
                block.ports.insert(line.edge, if is_upper { positions[0] } else { positions[last] });
            }
        }
        block
    }

    /// Adds the lines from boxes to themselves, beside or below them.
    fn add_loops(&self, container: Option<usize>, block: &mut Block, direction: Direction) {
        let reach = self.spacing.lines * 1.5;
        for (node, place) in block.nodes.clone() {
            if self.graph.nodes[node].group != container {
                continue;
            }
            let Some(edge) = self.loop_of(node) else { continue };
            let label = self.sizes.labels[edge];
            let center = place.center();
            let (points, label) = if direction.is_across() {
                let (one, other, y) = (center.x - place.width / 4.0, center.x + place.width / 4.0, place.bottom());
                let points = [(one, y), (one, y + reach), (other, y + reach), (other, y)];
                let at = |size: BoxSize| Bounds {
                    x: center.x - size.width / 2.0,
                    y: y + reach + self.spacing.lines * 0.5,
                    width: size.width,
                    height: size.height,
                };
                (points, label.map(at))
            } else {
                let (one, other, x) = (center.y - place.height / 4.0, center.y + place.height / 4.0, place.right());
                let points = [(x, one), (x + reach, one), (x + reach, other), (x, other)];
                let at = |size: BoxSize| Bounds {
                    x: x + reach + self.spacing.lines * 0.5,
                    y: center.y - size.height / 2.0,
                    width: size.width,
                    height: size.height,
                };
                (points, label.map(at))
            };
            let main = points.map(|(x, y)| Position { x, y }).to_vec();
            block.paths.insert(edge, EdgePath { main, label, ..EdgePath::default() });
            if let Some(label) = label {
                block.size.width = block.size.width.max(label.right());
                block.size.height = block.size.height.max(label.bottom());
            }
        }
    }

    /// Puts a frame with a title around a block.
    fn framed(&self, block: Block, group: usize, direction: Direction) -> Block {
        let title = self.sizes.titles[group];
        let padding = self.spacing.padding;
        let above = if title.height > 0.0 { title.height + padding * 1.5 } else { padding };
        let min_width = title.width + padding * 2.0;
        let aside = ((min_width - block.size.width - padding * 2.0) / 2.0).max(0.0);
        let size =
            BoxSize { width: block.size.width + (padding + aside) * 2.0, height: block.size.height + above + padding };
        let across = if direction.is_across() { above } else { padding + aside };
        let ports: BTreeMap<usize, f32> = block.ports.iter().map(|(edge, at)| (*edge, at + across)).collect();
        let mut framed = Block { size, ..block.moved(padding + aside, above) };
        framed.ports = ports;
        let frame = Bounds { x: 0.0, y: 0.0, width: size.width, height: size.height };
        // Lines that cross the upper border do not run through the title.
        let free = |x: f32| {
            let mut ports = framed.ports.values();
            direction.is_across()
                || ports.all(|port| *port < x - padding * 0.3 || *port > x + title.width + padding * 0.3)
        };
        let places = [padding, size.width - padding - title.width, (size.width - title.width) / 2.0];
        let x = places.into_iter().find(|x| free(*x)).unwrap_or(padding);
        let title = Bounds { x, y: padding * 0.75, width: title.width, height: title.height };
        framed.groups.push((group, frame, title));
        framed
    }
}

/// The extents of a size across and along a direction.
fn extents(size: BoxSize, direction: Direction) -> (f32, f32) {
    if direction.is_across() { (size.height, size.width) } else { (size.width, size.height) }
}

/// How far a box extends from its middle along the direction, as a share of half its extent. `aside` is the distance
/// from its middle across the direction, as a share of half its width.
fn reach(form: NodeShape, aside: f32) -> f32 {
    let aside = aside.abs().min(1.0);
    match form {
        NodeShape::Diamond => 1.0 - aside,
        NodeShape::Circle | NodeShape::Start | NodeShape::End => (1.0 - aside * aside).max(0.0).sqrt(),
        _ => 1.0,
    }
}
