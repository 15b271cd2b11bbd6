//! Positions of a chain of boxes that is broken into rows: to the right, down, to the left, and so on.
//!
//! A long chain in a single row or column would have to be drawn small. Every box of a chain has at most one incoming
//! and one outgoing line, so that no lines can cross.

use super::graph::{GraphSizes, PlacedGraph, Route};
use super::{Bounds, BoxSize, Position, Spacing};
use crate::{EdgeEnd, Graph, GraphKind};

/// Minimum number of boxes of a chain that is broken into rows.
const MIN_BOXES: usize = 4;

/// The boxes of a graph that is a single chain, in order, and the lines between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    nodes: Vec<usize>,
    edges: Vec<usize>,
}

impl Chain {
    /// The chain that a flowchart or a state diagram consists of; `None` for any other graph.
    pub fn of(graph: &Graph) -> Option<Chain> {
        let count = graph.nodes.len();
        let is_flow = matches!(graph.kind, GraphKind::Flowchart | GraphKind::State) && graph.groups.is_empty();
        if !is_flow || count < MIN_BOXES || graph.edges.len() + 1 != count {
            return None;
        }
        let (mut after, mut has_before) = (vec![None; count], vec![false; count]);
        for (index, edge) in graph.edges.iter().enumerate() {
            let (EdgeEnd::Node(from), EdgeEnd::Node(to)) = (edge.from, edge.to) else { return None };
            if after[from].is_some() || has_before[to] {
                return None;
            }
            after[from] = Some((index, to));
            has_before[to] = true;
        }
        let mut chain = Chain { nodes: vec![has_before.iter().position(|has| !has)?], edges: Vec::new() };
        while let Some((edge, next)) = after[*chain.nodes.last()?] {
            chain.edges.push(edge);
            chain.nodes.push(next);
        }
        (chain.nodes.len() == count).then_some(chain)
    }

    /// The maximum number of rows that it can be broken into: half the number of boxes.
    pub fn max_rows(&self) -> usize {
        self.nodes.len() / 2
    }

    /// Lays out the chain in at most `rows` rows.
    pub fn placed(&self, sizes: &GraphSizes, spacing: Spacing, rows: usize) -> PlacedGraph {
        let count = self.nodes.len();
        let columns = count.div_ceil(rows.clamp(1, count));
        let cell = |index: usize| {
            let (row, step) = (index / columns, index % columns);
            (row, if row % 2 == 0 { step } else { columns - 1 - step })
        };
        let label = |line: usize| sizes.labels[self.edges[line]].unwrap_or_default();
        let rows = count.div_ceil(columns);
        let (mut widths, mut heights) = (vec![0.0_f32; columns], vec![0.0_f32; rows]);
        let (mut across, mut down) = (vec![spacing.along; columns], vec![spacing.along; rows]);
        let label_gap = spacing.lines * 2.0;
        for (index, node) in self.nodes.iter().enumerate() {
            let ((row, column), size) = (cell(index), sizes.nodes[*node]);
            widths[column] = widths[column].max(size.width);
            heights[row] = heights[row].max(size.height);
            if index + 1 == count {
                continue;
            }
            let (next_row, next_column) = cell(index + 1);
            let text = label(index);
            if next_row == row {
                let gap = &mut across[column.min(next_column)];
                *gap = gap.max(if text.width > 0.0 { text.width + label_gap * 2.0 } else { 0.0 });
            } else {
                down[row] = down[row].max(if text.height > 0.0 { text.height + label_gap * 2.0 } else { 0.0 });
                widths[column] = widths[column].max(text.width);
            }
        }
        let starts = |extents: &[f32], gaps: &[f32]| {
            let mut start = 0.0;
            let places = extents.iter().zip(gaps).map(|(extent, gap)| {
                let place = start;
                start += extent + gap;
                place
            });
            places.collect::<Vec<f32>>()
        };
        let (lefts, tops) = (starts(&widths, &across), starts(&heights, &down));
        let mut placed = PlacedGraph {
            size: BoxSize { width: end(&lefts, &widths), height: end(&tops, &heights) },
            nodes: vec![Bounds::default(); count],
            groups: Vec::new(),
            routes: vec![Route::default(); self.edges.len()],
        };
        for (index, node) in self.nodes.iter().enumerate() {
            let ((row, column), BoxSize { width, height }) = (cell(index), sizes.nodes[*node]);
            let x = lefts[column] + (widths[column] - width) / 2.0;
            let y = tops[row] + (heights[row] - height) / 2.0;
            placed.nodes[*node] = Bounds { x, y, width, height };
        }
        for (line, edge) in self.edges.iter().enumerate() {
            let (from, to) = (placed.nodes[self.nodes[line]], placed.nodes[self.nodes[line + 1]]);
            let points = route(from, to, cell(line).0 == cell(line + 1).0);
            let middle =
                Position { x: f32::midpoint(points[0].x, points[1].x), y: f32::midpoint(points[0].y, points[1].y) };
            let label = sizes.labels[*edge].map(|BoxSize { width, height }| Bounds {
                x: middle.x - width / 2.0,
                y: middle.y - height / 2.0,
                width,
                height,
            });
            placed.routes[*edge] = Route { points, label };
        }
        placed
    }
}

/// The straight line between two boxes of a row, or of a column.
fn route(from: Bounds, to: Bounds, is_row: bool) -> Vec<Position> {
    let (from_center, to_center) = (from.center(), to.center());
    if !is_row {
        return vec![Position { x: from_center.x, y: from.bottom() }, Position { x: to_center.x, y: to.y }];
    }
    let (start, end) = if from.x < to.x { (from.right(), to.x) } else { (from.x, to.right()) };
    vec![Position { x: start, y: from_center.y }, Position { x: end, y: to_center.y }]
}

/// The end of the last of consecutive extents; 0 if there are none.
fn end(starts: &[f32], extents: &[f32]) -> f32 {
    starts.last().copied().unwrap_or_default() + extents.last().copied().unwrap_or_default()
}
