//! Positions of vertices within their layers: near their neighbours, without overlaps.

use super::number;

/// A vertex of a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertex {
    /// Its extent within the layer.
    pub(super) width: f32,
    /// Whether it is a bend of a line, which should be straight.
    pub(super) is_bend: bool,
}

/// A line between vertices of consecutive layers, with the distances of its ends from the left edges of the vertices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Join {
    pub(super) upper: usize,
    pub(super) lower: usize,
    pub(super) upper_at: f32,
    pub(super) lower_at: f32,
    /// Whether the line runs back, so that its ends matter less.
    pub(super) is_back: bool,
}

/// A vertex in the layer above or below another one, which it pulls towards itself.
#[derive(Debug, Clone, Copy)]
struct Neighbour {
    vertex: usize,
    /// The left edge at which the other vertex would have a straight line to this one, relative to this one's left
    /// edge.
    offset: f32,
    weight: f32,
    /// Whether it is in the layer above.
    is_above: bool,
    /// Number of vertices that it pulls in the layer of the other one.
    shared: usize,
}

/// The weight of a neighbour along a line that runs back.
const BACK: f32 = 0.2;
/// Number of passes over all layers to improve the positions.
const SWEEPS: usize = 40;

/// The left edge of each vertex; the smallest is 0.
pub(super) fn left_edges(rows: &[Vec<usize>], vertices: &[Vertex], joins: &[Join], gap: f32) -> Vec<f32> {
    let mut left = vec![0.0; vertices.len()];
    let mut neighbours: Vec<Vec<Neighbour>> = vec![Vec::new(); vertices.len()];
    for join in joins {
        let weight = match (vertices[join.upper].is_bend, vertices[join.lower].is_bend) {
            (true, true) => 8.0,
            _ if join.is_back => BACK,
            (false, false) => 1.0,
            _ => 2.0,
        };
        let offset = join.upper_at - join.lower_at;
        let (upper, lower) = (join.upper, join.lower);
        neighbours[lower].push(Neighbour { vertex: upper, offset, weight, is_above: true, shared: 1 });
        neighbours[upper].push(Neighbour { vertex: lower, offset: -offset, weight, is_above: false, shared: 1 });
    }
    // A vertex divides its weight among its neighbours in a layer. A parent hardly pulls its many children, while each
    // of them pulls the parent with its whole weight, so that the parent ends up in their middle.
    let count = |is_above: bool| -> Vec<usize> {
        neighbours.iter().map(|list| list.iter().filter(|neighbour| neighbour.is_above == is_above).count()).collect()
    };
    let (above, below) = (count(true), count(false));
    for list in &mut neighbours {
        for neighbour in list {
            neighbour.shared = if neighbour.is_above { below[neighbour.vertex] } else { above[neighbour.vertex] };
            neighbour.weight /= number(neighbour.shared.max(1));
        }
    }
    let separation = |one: usize, other: usize| {
        let are_bends = vertices[one].is_bend && vertices[other].is_bend;
        if are_bends { gap * 0.75 } else { gap }
    };
    for row in rows {
        let mut x = 0.0;
        for place in 0..row.len() {
            if place > 0 {
                x += vertices[row[place - 1]].width + separation(row[place - 1], row[place]);
            }
            left[row[place]] = x;
        }
    }
    for sweep in 0..SWEEPS {
        let goes_down = sweep % 2 == 0;
        let is_last = sweep + 6 >= SWEEPS;
        let order: Vec<usize> = if goes_down { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for index in order {
            let row = &rows[index];
            let mut wanted = Vec::with_capacity(row.len());
            for vertex in row {
                // In the last sweeps, a vertex that has neighbours that pull no other vertex is pulled only by these.
                let has_own = is_last && neighbours[*vertex].iter().any(|neighbour| neighbour.shared == 1);
                let pulls = |neighbour: &&Neighbour| {
                    if is_last { neighbour.shared == 1 || !has_own } else { neighbour.is_above == goes_down }
                };
                let list = neighbours[*vertex].iter().filter(pulls);
                let (mut sum, mut weights) = (0.0, 0.0);
                for other in list {
                    sum += (left[other.vertex] + other.offset) * other.weight;
                    weights += other.weight;
                }
                wanted.push(if weights > 0.0 { (sum / weights, weights) } else { (left[*vertex], 0.05) });
            }
            let mut offset = 0.0;
            let mut offsets = Vec::with_capacity(row.len());
            for place in 0..row.len() {
                if place > 0 {
                    offset += vertices[row[place - 1]].width + separation(row[place - 1], row[place]);
                }
                offsets.push(offset);
            }
            let targets = wanted.iter().zip(&offsets).map(|((target, weight), offset)| (target - offset, *weight));
            for (place, value) in ascending(targets.collect()).into_iter().enumerate() {
                left[row[place]] = value + offsets[place];
            }
        }
    }
    straighten(rows, &neighbours, gap, &mut left, |one, other| vertices[one].width + separation(one, other));
    let least = left.iter().copied().fold(f32::MAX, f32::min);
    for edge in &mut left {
        *edge -= least;
    }
    left
}

/// The maximum distance by which vertices are moved to make a line straight, as a share of the gap.
const MAX_STEP: f32 = 0.75;
/// The maximum number of rounds of straightening: a vertex that moved may have made space for others.
const STRAIGHTENINGS: usize = 8;
/// Lines whose ends differ by less than this are straight.
const STRAIGHT: f32 = 0.001;

/// Removes small steps from lines where there is room, from the heaviest lines first. Vertices that are connected by
/// straight lines move together, so that no straight line gets a step.
fn straighten(
    rows: &[Vec<usize>],
    neighbours: &[Vec<Neighbour>],
    gap: f32,
    left: &mut [f32],
    distance: impl Fn(usize, usize) -> f32,
) {
    let mut lines: Vec<(usize, Neighbour)> = neighbours
        .iter()
        .enumerate()
        .flat_map(|(vertex, list)| list.iter().map(move |neighbour| (vertex, *neighbour)))
        .collect();
    lines.sort_by(|(_, one), (_, other)| other.weight.total_cmp(&one.weight));
    for _ in 0..STRAIGHTENINGS {
        let mut has_moved = false;
        for (vertex, neighbour) in &lines {
            let step = left[neighbour.vertex] + neighbour.offset - left[*vertex];
            if step.abs() < STRAIGHT || step.abs() > gap * MAX_STEP {
                continue;
            }
            let moves = connected(*vertex, neighbours, left);
            let fits = |pair: &[usize]| {
                let room = left[pair[1]] - left[pair[0]] - distance(pair[0], pair[1]) + STRAIGHT;
                match (moves[pair[0]], moves[pair[1]]) {
                    (true, false) => step <= room,
                    (false, true) => -step <= room,
                    _ => true,
                }
            };
            if !moves[neighbour.vertex] && rows.iter().flat_map(|row| row.windows(2)).all(fits) {
                left.iter_mut().zip(moves).filter(|(_, moves)| *moves).for_each(|(left, _)| *left += step);
                has_moved = true;
            }
        }
        if !has_moved {
            break;
        }
    }
}

/// Which vertices are connected with a vertex by straight lines.
fn connected(vertex: usize, neighbours: &[Vec<Neighbour>], left: &[f32]) -> Vec<bool> {
    let mut is_connected = vec![false; left.len()];
    let mut open = vec![vertex];
    while let Some(vertex) = open.pop() {
        if !std::mem::replace(&mut is_connected[vertex], true) {
            let straight =
                |neighbour: &&Neighbour| (left[neighbour.vertex] + neighbour.offset - left[vertex]).abs() < STRAIGHT;
            open.extend(neighbours[vertex].iter().filter(straight).map(|neighbour| neighbour.vertex));
        }
    }
    is_connected
}

/// The values that never decrease and are nearest to the wanted ones (pairs of value and weight), by the weighted
/// squares of the differences.
fn ascending(wanted: Vec<(f32, f32)>) -> Vec<f32> {
    // Blocks of equal values: mean, weight and number of values.
    let mut blocks: Vec<(f32, f32, usize)> = Vec::with_capacity(wanted.len());
    for (value, weight) in wanted {
        blocks.push((value, weight, 1));
        while let [.., before, last] = blocks[..] {
            if before.0 <= last.0 {
                break;
            }
            let weight = before.1 + last.1;
            let mean = (before.0 * before.1 + last.0 * last.1) / weight;
            blocks.pop();
            blocks.pop();
            blocks.push((mean, weight, before.2 + last.2));
        }
    }
    blocks.into_iter().flat_map(|(value, _, count)| std::iter::repeat_n(value, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_would_decrease_share_their_mean() {
        assert_eq!(ascending(vec![(1.0, 1.0), (5.0, 1.0), (3.0, 1.0), (9.0, 1.0)]), [1.0, 4.0, 4.0, 9.0]);
        assert_eq!(ascending(vec![(4.0, 3.0), (0.0, 1.0)]), [3.0, 3.0]);
    }

    #[test]
    fn the_branches_of_a_tree_stand_above_their_leaves() {
        let vertex = Vertex { width: 100.0, is_bend: false };
        let rows = [vec![0], (1..=4).collect(), (5..=12).collect()];
        let mut joins: Vec<(usize, usize)> = (1..=4).map(|branch| (0, branch)).collect();
        joins.extend((5..=12).map(|leaf| ((leaf - 5) / 2 + 1, leaf)));
        let join = |(upper, lower)| Join { upper, lower, upper_at: 50.0, lower_at: 50.0, is_back: false };
        let joins: Vec<Join> = joins.into_iter().map(join).collect();
        let left = left_edges(&rows, &[vertex; 13], &joins, 20.0);
        for branch in 1..=4 {
            let middle = f32::midpoint(left[branch * 2 + 3], left[branch * 2 + 4]);
            assert!((left[branch] - middle).abs() < 1.0, "branch {branch}: {left:?}");
        }
    }

    #[test]
    fn small_steps_are_removed() {
        let vertex = |width| Vertex { width, is_bend: false };
        let join = |upper, lower, upper_at, lower_at, is_back| Join { upper, lower, upper_at, lower_at, is_back };
        // A line that runs back pulls both ends of the line that runs forward aside.
        let forward = [join(0, 1, 50.0, 50.0, false), join(1, 3, 50.0, 50.0, false)];
        let joins = [forward[0], forward[1], join(0, 2, 70.0, 0.0, true), join(2, 3, 0.0, 70.0, true)];
        let vertices = [vertex(100.0), vertex(100.0), Vertex { width: 0.0, is_bend: true }, vertex(100.0)];
        let left = left_edges(&[vec![0], vec![1, 2], vec![3]], &vertices, &joins, 40.0);
        assert_eq!((left[0], left[3]), (left[1], left[1]), "{left:?}");
    }

    #[test]
    fn a_vertex_stands_in_the_middle_above_its_two_neighbours() {
        let vertex = Vertex { width: 100.0, is_bend: false };
        let join = |upper, lower| Join { upper, lower, upper_at: 50.0, lower_at: 50.0, is_back: false };
        let left = left_edges(&[vec![0], vec![1, 2]], &[vertex; 3], &[join(0, 1), join(0, 2)], 20.0);
        assert!((left[0] - 60.0).abs() < 0.5 && (left[2] - left[1] - 120.0).abs() < 0.5, "{left:?}");
    }
}
