//! Graphs: flowcharts, states, classes and entities.

use diagrams::{
    Bounds, BoxSize, Chain, Direction, EdgeEnd, Graph, GraphKind, GraphSizes, NodeShape, PlacedGraph, Position,
    Spacing, fold_graph, place_graph,
};
use scene::{Align, Node, NodeKind, NodeRole, Px, Rect, Shape};

use super::boxes::{self, Tone};
use super::lines::{self, Line};
use super::{DETAIL, Label, TURN_GAIN, TURNED_UNDER, WRAPS, fitting_size, largest_factor};
use crate::diagram::{entry_title_pen, surface_on, tone};
use crate::sheet::Sheet;

/// Distances in text sizes.
const SPACING: Spacing = Spacing { along: 1.7, across: 0.9, padding: 0.8, lines: 0.5 };
/// Maximum factor by which distances grow so that a diagram fills the page.
const MAX_STRETCH: f32 = 2.4;
/// The maximum number of rows that a chain is broken into.
const MAX_ROWS: usize = 6;
/// The maximum number of rows that a graph that is no chain is broken into.
const MAX_GRAPH_ROWS: usize = 3;
/// Wider lines of text are preferred if the text keeps at least this share of its size.
const WRAP_LOSS: f32 = 0.96;
/// Space at the sides of the lines of a compartment, and above and below them, in text sizes.
const COMPARTMENT: (f32, f32) = (0.55, 0.3);

/// The shaped texts of a graph.
struct Texts {
    nodes: Vec<Option<Label>>,
    compartments: Vec<Vec<Option<Label>>>,
    edges: Vec<Option<Label>>,
    groups: Vec<Option<Label>>,
}

/// The extents of the texts of a graph at one width of lines.
#[derive(Default)]
struct Extents {
    nodes: Vec<BoxSize>,
    compartments: Vec<Vec<BoxSize>>,
    edges: Vec<BoxSize>,
    groups: Vec<BoxSize>,
}

/// A way to place the graph.
struct Plan<'c> {
    extents: Extents,
    arrangement: Arrangement<'c>,
    size: f32,
}

/// How the boxes of a graph are arranged.
#[derive(Clone, Copy)]
enum Arrangement<'c> {
    /// In layers, one after the other in a direction.
    Layers(Direction),
    /// A chain in a number of rows.
    Rows(&'c Chain, usize),
    /// In layers from left to right that are broken into a number of rows.
    Folded(usize),
}

impl Arrangement<'_> {
    /// Whether lines run across the page.
    fn is_across(self) -> bool {
        match self {
            Arrangement::Layers(direction) => direction.is_across(),
            Arrangement::Rows(..) | Arrangement::Folded(_) => true,
        }
    }

    fn placed(self, graph: &Graph, sizes: &GraphSizes, spacing: Spacing) -> PlacedGraph {
        match self {
            Arrangement::Layers(direction) => place_graph(graph, sizes, spacing, direction),
            Arrangement::Rows(chain, rows) => chain.placed(sizes, spacing, rows),
            Arrangement::Folded(rows) => {
                let placed = place_graph(graph, sizes, spacing, Direction::Right);
                fold_graph(&placed, spacing, rows).unwrap_or(placed)
            }
        }
    }
}

/// Draws a graph in an area, with text of at most `max_size`, and returns its smallest text size.
pub(super) fn draw(sheet: &mut Sheet<'_>, graph: &Graph, area: Rect, max_size: f32) -> f32 {
    let mut texts = Texts::new(sheet, graph);
    let chain = Chain::of(graph);
    let mut best = |arrangement| best(sheet, graph, &mut texts, arrangement, area, max_size);
    let mut plan = if let Some(direction) = graph.direction {
        let asked = best(Arrangement::Layers(direction));
        let turned = if direction.is_across() { Direction::Down } else { Direction::Right };
        let other = (asked.size < TURNED_UNDER).then(|| best(Arrangement::Layers(turned)));
        other.filter(|other| other.size >= asked.size * TURN_GAIN).unwrap_or(asked)
    } else {
        let down = best(Arrangement::Layers(Direction::Down));
        let across = best(Arrangement::Layers(Direction::Right));
        if across.size > down.size { across } else { down }
    };
    let is_flow = matches!(graph.kind, GraphKind::Flowchart | GraphKind::State);
    let rows: Vec<Arrangement<'_>> = match &chain {
        _ if plan.size >= TURNED_UNDER => Vec::new(),
        Some(chain) => (2..=chain.max_rows().min(MAX_ROWS)).map(|rows| Arrangement::Rows(chain, rows)).collect(),
        None if is_flow => (2..=MAX_GRAPH_ROWS).map(Arrangement::Folded).collect(),
        None => Vec::new(),
    };
    let min_size = plan.size * TURN_GAIN;
    for arrangement in rows {
        let folded = best(arrangement);
        if folded.size >= min_size && folded.size > plan.size {
            plan = folded;
        }
    }
    let Plan { extents, arrangement, size } = plan;
    let sizes = sizes(graph, &extents, arrangement);
    let placed = stretched(graph, &sizes, arrangement, size, area);
    let on_page = OnPage::new(&placed, size, area);
    draw_groups(sheet, &mut texts, &placed, &on_page, size);
    draw_nodes(sheet, graph, &mut texts, &extents, &placed, &on_page, size);
    draw_edges(sheet, graph, &mut texts, &placed, &on_page, size);
    let has_details = texts.edges.iter().chain(texts.compartments.iter().flatten()).any(Option::is_some);
    if has_details { size * DETAIL } else { size }
}

impl Texts {
    fn new(sheet: &mut Sheet<'_>, graph: &Graph) -> Texts {
        let title = entry_title_pen(sheet).leading(1.16).align(Align::Center);
        let detail = sheet.body().leading(1.18).align(Align::Center);
        let member = sheet.body().leading(1.22).align(Align::Left);
        let nodes = graph.nodes.iter().map(|node| {
            let pen = if node.form == NodeShape::Note { &detail } else { &title };
            Label::new(sheet, pen, &node.label, if node.form == NodeShape::Note { DETAIL } else { 1.0 })
        });
        let nodes = nodes.collect();
        let compartments = graph.nodes.iter().map(|node| {
            let lines = node.compartments.iter();
            lines.map(|lines| Label::new(sheet, &member, &lines.join("\n"), DETAIL)).collect()
        });
        let compartments = compartments.collect();
        let edges = graph.edges.iter().map(|edge| Label::new(sheet, &detail, &edge.label, DETAIL)).collect();
        let group_pen = entry_title_pen(sheet).leading(1.16).align(Align::Left);
        let groups = graph.groups.iter().map(|group| Label::new(sheet, &group_pen, &group.label, DETAIL)).collect();
        Texts { nodes, compartments, edges, groups }
    }

    fn extents(&mut self, sheet: &mut Sheet<'_>, wrap: f32) -> Extents {
        let mut measure = |labels: &mut Vec<Option<Label>>, wrap: f32| {
            let extent = |label: &mut Option<Label>| {
                label.as_mut().map_or(BoxSize::default(), |label| label.extent(sheet, wrap))
            };
            labels.iter_mut().map(extent).collect::<Vec<_>>()
        };
        Extents {
            nodes: measure(&mut self.nodes, wrap),
            compartments: self.compartments.iter_mut().map(|labels| measure(labels, 40.0)).collect(),
            edges: measure(&mut self.edges, wrap.min(12.0)),
            groups: measure(&mut self.groups, 40.0),
        }
    }
}

/// The way to break lines that gives the largest text in an arrangement.
fn best<'c>(
    sheet: &mut Sheet<'_>,
    graph: &Graph,
    texts: &mut Texts,
    arrangement: Arrangement<'c>,
    area: Rect,
    max_size: f32,
) -> Plan<'c> {
    let mut found: Option<Plan<'c>> = None;
    for wrap in WRAPS {
        let extents = texts.extents(sheet, wrap);
        let placed = arrangement.placed(graph, &sizes(graph, &extents, arrangement), SPACING);
        let size = fitting_size(placed.size, area, max_size);
        if found.as_ref().is_none_or(|known| size * WRAP_LOSS > known.size) {
            found = Some(Plan { extents, arrangement, size });
        }
    }
    found.expect("there are several widths")
}

/// The sizes of the parts of a graph in text sizes.
fn sizes(graph: &Graph, extents: &Extents, arrangement: Arrangement<'_>) -> GraphSizes {
    let node = |index: usize| {
        let form = graph.nodes[index].form;
        let size = boxes::extent(form, extents.nodes[index], arrangement.is_across());
        let parts = &extents.compartments[index];
        if parts.is_empty() {
            return size;
        }
        let widest = parts.iter().map(|part| part.width + COMPARTMENT.0 * 2.0).fold(size.width, f32::max);
        let filled = parts.iter().filter(|part| part.height > 0.0);
        let height: f32 = filled.map(|part| part.height + COMPARTMENT.1 * 2.0).sum();
        BoxSize { width: widest, height: size.height + height }
    };
    let label =
        |size: &BoxSize| (size.height > 0.0).then_some(BoxSize { width: size.width + 0.3, height: size.height + 0.1 });
    GraphSizes {
        nodes: (0..graph.nodes.len()).map(node).collect(),
        labels: extents.edges.iter().map(label).collect(),
        titles: extents.groups.clone(),
    }
}

/// The graph with distances that fill the area.
fn stretched(graph: &Graph, sizes: &GraphSizes, arrangement: Arrangement<'_>, size: f32, area: Rect) -> PlacedGraph {
    let room = BoxSize { width: area.width.0 / size, height: area.height.0 / size };
    let place = |along: f32, across: f32| {
        let spacing = Spacing { along: SPACING.along * along, across: SPACING.across * across, ..SPACING };
        arrangement.placed(graph, sizes, spacing)
    };
    let fits =
        |placed: &PlacedGraph| placed.size.width <= room.width + 0.01 && placed.size.height <= room.height + 0.01;
    let along = largest_factor(MAX_STRETCH, |factor| fits(&place(factor, 1.0)));
    let across = largest_factor(MAX_STRETCH, |factor| fits(&place(along, factor)));
    place(along, across)
}

/// The position and scale of a placed diagram on the page.
pub(super) struct OnPage {
    x: f32,
    y: f32,
    size: f32,
}

impl OnPage {
    fn new(placed: &PlacedGraph, size: f32, area: Rect) -> OnPage {
        OnPage::of(placed.size, size, area)
    }

    /// Places an extent in the optical middle of an area.
    pub(super) fn of(extent: BoxSize, size: f32, area: Rect) -> OnPage {
        let spare = (area.width.0 - extent.width * size, area.height.0 - extent.height * size);
        OnPage { x: area.x.0 + spare.0 / 2.0, y: area.y.0 + spare.1.max(0.0) * 0.45, size }
    }

    /// A rectangle of the diagram on the page.
    pub(super) fn rect(&self, place: Bounds) -> Rect {
        let size = self.size;
        Rect::new(self.x + place.x * size, self.y + place.y * size, place.width * size, place.height * size)
    }

    /// A point of the diagram on the page.
    pub(super) fn point(&self, point: Position) -> Position {
        Position { x: self.x + point.x * self.size, y: self.y + point.y * self.size }
    }
}

fn draw_groups(sheet: &mut Sheet<'_>, texts: &mut Texts, placed: &PlacedGraph, on_page: &OnPage, size: f32) {
    let radius = Px(sheet.look.voice.plate.radius.min(size * 0.5));
    let shade = tone(sheet, 0.06);
    let line = sheet.readable_mark(sheet.surface.muted);
    for (index, (frame, title)) in placed.groups.iter().enumerate() {
        let frame = on_page.rect(*frame);
        let mut shape = Shape::filled(shade, radius).lined(line, Px(2.0));
        if let Some(stroke) = &mut shape.stroke {
            stroke.dash = Some((Px(8.0), Px(8.0)));
        }
        sheet.nodes.push(Node { role: NodeRole::Label, ..Node::decoration(frame, NodeKind::Shape(shape)) });
        if let Some(label) = &mut texts.groups[index] {
            let mut text = label.node(sheet, on_page.rect(*title), size, NodeRole::Label);
            let ink = surface_on(sheet, shade.into(), size).text;
            Label::set_color(&mut text, ink);
            sheet.nodes.push(text);
        }
    }
}

/// The tones of the boxes: the one that the lines lead to has the leading tone.
fn tones(graph: &Graph) -> Vec<Tone> {
    let has_outgoing = |index: usize| graph.edges.iter().any(|edge| edge.from == EdgeEnd::Node(index));
    let has_incoming = |index: usize| graph.edges.iter().any(|edge| edge.to == EdgeEnd::Node(index));
    let last: Vec<usize> = (0..graph.nodes.len())
        .filter(|index| {
            !has_outgoing(*index)
                && has_incoming(*index)
                && !matches!(graph.nodes[*index].form, NodeShape::Note | NodeShape::End)
        })
        .collect();
    let is_flow = matches!(graph.kind, GraphKind::Flowchart | GraphKind::State);
    let lead = (is_flow && last.len() == 1).then(|| last[0]);
    let tone = |index: usize| match graph.nodes[index].form {
        NodeShape::Note => Tone::Empty,
        _ if lead == Some(index) => Tone::Lead,
        NodeShape::Diamond | NodeShape::Hexagon => Tone::Strong,
        _ => Tone::Plain,
    };
    (0..graph.nodes.len()).map(tone).collect()
}

fn draw_nodes(
    sheet: &mut Sheet<'_>,
    graph: &Graph,
    texts: &mut Texts,
    extents: &Extents,
    placed: &PlacedGraph,
    on_page: &OnPage,
    size: f32,
) {
    let tones = tones(graph);
    for (index, node) in graph.nodes.iter().enumerate() {
        let frame = on_page.rect(placed.nodes[index]);
        let label = texts.nodes[index].as_mut();
        if node.compartments.is_empty() {
            let label = label.map(|label| (label, extents.nodes[index]));
            boxes::push(sheet, node.form, frame, size, tones[index], label);
            continue;
        }
        let plate = boxes::outline(sheet, NodeShape::Table, frame, size, tones[index]);
        let surface = surface_on(sheet, boxes::fill(sheet, tones[index]), size);
        sheet.nodes.push(plate);
        let head = boxes::extent(NodeShape::Table, extents.nodes[index], false).height * size;
        if let Some(label) = label {
            let width = Px(extents.nodes[index].width * size);
            let place = Rect { x: frame.center().x - width / 2.0, width, height: Px(head), ..frame };
            let mut text = label.node(sheet, place, size, NodeRole::Label);
            Label::set_color(&mut text, surface.text);
            sheet.nodes.push(text);
        }
        let mut y = frame.y.0 + head;
        for (part, extent) in texts.compartments[index].iter_mut().zip(&extents.compartments[index]) {
            let Some(label) = part else { continue };
            let rule = Rect::new(frame.x.0, y - 1.0, frame.width.0, 2.0);
            sheet.nodes.push(Sheet::shape(rule, surface.text.at(0.3), Px::ZERO));
            let height = (extent.height + COMPARTMENT.1 * 2.0) * size;
            let place = Rect::new(frame.x.0 + COMPARTMENT.0 * size, y, extent.width * size, height);
            let mut text = label.node(sheet, place, size, NodeRole::Label);
            Label::set_color(&mut text, surface.text);
            sheet.nodes.push(text);
            y += height;
        }
    }
}

fn draw_edges(
    sheet: &mut Sheet<'_>,
    graph: &Graph,
    texts: &mut Texts,
    placed: &PlacedGraph,
    on_page: &OnPage,
    size: f32,
) {
    let color = sheet.readable_mark(sheet.surface.muted);
    let shape = |end: EdgeEnd| match end {
        EdgeEnd::Node(index) => Some(on_page.rect(placed.nodes[index])),
        EdgeEnd::Group(index) => Some(on_page.rect(placed.groups[index].0)),
    };
    for (index, edge) in graph.edges.iter().enumerate() {
        let points = placed.routes[index].points.iter().map(|point| on_page.point(*point)).collect();
        let shapes = (shape(edge.from), shape(edge.to));
        let line = Line { points, is_curved: false, style: edge.style, tips: edge.tips, shapes };
        lines::push(sheet, &line, size, color);
    }
    for (index, route) in placed.routes.iter().enumerate() {
        if let (Some(label), Some(place)) = (&mut texts.edges[index], route.label) {
            boxes::push_on_line(sheet, on_page.rect(place), size, label);
        }
    }
}
