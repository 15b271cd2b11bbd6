//! Positions of the ideas of a mind map: the root in the middle, its branches at both sides.

use super::{Bounds, BoxSize, Position, Spacing};
use crate::Mindmap;

/// The positions of the ideas of a mind map, with the origin in the upper left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MindmapPlaces {
    /// The size of the whole map.
    pub size: BoxSize,
    /// The bounds of each idea.
    pub nodes: Vec<Bounds>,
    /// The line to each idea from the one above it, from side to side; `None` for the root.
    pub lines: Vec<Option<(Position, Position)>>,
}

/// Lays out a mind map. `sizes` has the size of each idea.
pub fn place_mindmap(map: &Mindmap, sizes: &[BoxSize], spacing: Spacing) -> MindmapPlaces {
    let count = map.nodes.len();
    let mut children = vec![Vec::new(); count];
    for (index, node) in map.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    // Heights of whole branches, from the last idea to the first, because an idea comes after its parent.
    let mut heights = vec![0.0_f32; count];
    for index in (0..count).rev() {
        heights[index] = sizes[index].height.max(stacked_height(&children[index], &heights, spacing.across));
    }
    let mut nodes = vec![Bounds::default(); count];
    let (right, left) = sides(&children[0], &heights, spacing.across);
    let root = sizes[0];
    nodes[0] = Bounds { x: -root.width / 2.0, y: -root.height / 2.0, width: root.width, height: root.height };
    let mut pending: Vec<(usize, bool)> = Vec::new();
    for (branches, is_right) in [(&right, true), (&left, false)] {
        place_branches(branches, &mut nodes, sizes, &heights, spacing, (0, is_right));
        pending.extend(branches.iter().map(|branch| (*branch, is_right)));
    }
    while let Some((index, is_right)) = pending.pop() {
        place_branches(&children[index], &mut nodes, sizes, &heights, spacing, (index, is_right));
        pending.extend(children[index].iter().map(|branch| (*branch, is_right)));
    }
    let min = |of: fn(&Bounds) -> f32| nodes.iter().map(of).fold(f32::MAX, f32::min);
    let (x, y) = (min(|place| place.x), min(|place| place.y));
    for place in &mut nodes {
        (place.x, place.y) = (place.x - x, place.y - y);
    }
    let max = |of: fn(&Bounds) -> f32| nodes.iter().map(of).fold(0.0, f32::max);
    let size = BoxSize { width: max(Bounds::right), height: max(Bounds::bottom) };
    let lines = map.nodes.iter().enumerate().map(|(index, node)| {
        let (from, to) = (nodes[node.parent?], nodes[index]);
        let is_right = to.x > from.x;
        let side = |place: Bounds, is_right: bool| Position {
            x: if is_right { place.right() } else { place.x },
            y: place.center().y,
        };
        Some((side(from, is_right), side(to, !is_right)))
    });
    let lines = lines.collect();
    MindmapPlaces { size, nodes, lines }
}

/// The total height of branches one below the other, with a gap between them.
fn stacked_height(branches: &[usize], heights: &[f32], gap: f32) -> f32 {
    let sum: f32 = branches.iter().map(|branch| heights[*branch] + gap).sum();
    (sum - gap).max(0.0)
}

/// The branches at the right and at the left of the root, about equally high. A single branch is at the right.
fn sides(branches: &[usize], heights: &[f32], gap: f32) -> (Vec<usize>, Vec<usize>) {
    let splits = 1..=branches.len().max(1);
    let height = |split: usize| {
        let (right, left) = branches.split_at(split.min(branches.len()));
        stacked_height(right, heights, gap).max(stacked_height(left, heights, gap))
    };
    let best = splits.rev().min_by(|one, other| height(*one).total_cmp(&height(*other))).unwrap_or(0);
    let (right, left) = branches.split_at(best.min(branches.len()));
    // Clockwise from the top: the left side is read from below.
    (right.to_vec(), left.iter().rev().copied().collect())
}

/// Places branches beside the idea above them, one below the other.
fn place_branches(
    branches: &[usize],
    nodes: &mut [Bounds],
    sizes: &[BoxSize],
    heights: &[f32],
    spacing: Spacing,
    (parent, is_right): (usize, bool),
) {
    let above = nodes[parent];
    let mut y = above.center().y - stacked_height(branches, heights, spacing.across) / 2.0;
    for branch in branches {
        let BoxSize { width, height } = sizes[*branch];
        let x = if is_right { above.right() + spacing.along } else { above.x - spacing.along - width };
        nodes[*branch] = Bounds { x, y: y + (heights[*branch] - height) / 2.0, width, height };
        y += heights[*branch] + spacing.across;
    }
}
