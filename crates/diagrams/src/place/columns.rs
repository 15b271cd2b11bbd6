//! Positions of vertices across their layers: near their neighbours, without overlaps.

/// A vertex of a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertex {
    /// Its extent across.
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
}

/// A vertex in the layer above or below another one, and where its left edge wants that of the other to be.
#[derive(Debug, Clone, Copy)]
struct Neighbour {
    vertex: usize,
    offset: f32,
    weight: f32,
    is_above: bool,
}

/// How often the layers are swept.
const SWEEPS: usize = 40;

/// Left edges of the vertices.
pub(super) fn left_edges(rows: &[Vec<usize>], vertices: &[Vertex], joins: &[Join], gap: f32) -> Vec<f32> {
    let mut left = vec![0.0; vertices.len()];
    let mut ends: Vec<Vec<Neighbour>> = vec![Vec::new(); vertices.len()];
    for join in joins {
        let weight = match (vertices[join.upper].is_bend, vertices[join.lower].is_bend) {
            (true, true) => 8.0,
            (false, false) => 1.0,
            _ => 2.0,
        };
        let offset = join.upper_at - join.lower_at;
        ends[join.lower].push(Neighbour { vertex: join.upper, offset, weight, is_above: true });
        ends[join.upper].push(Neighbour { vertex: join.lower, offset: -offset, weight, is_above: false });
    }
    let separation = |one: usize, other: usize| {
        let are_bends = vertices[one].is_bend && vertices[other].is_bend;
        if are_bends { gap * 0.75 } else { gap }
    };
    for row in rows {
        let mut x = 0.0;
        for pair in 0..row.len() {
            if pair > 0 {
                x += vertices[row[pair - 1]].width + separation(row[pair - 1], row[pair]);
            }
            left[row[pair]] = x;
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
                let near = ends[*vertex].iter().filter(|end| is_last || end.is_above == goes_down);
                let (mut sum, mut weights) = (0.0, 0.0);
                for other in near {
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
    let least = left.iter().copied().fold(f32::MAX, f32::min);
    for edge in &mut left {
        *edge -= least;
    }
    left
}

/// The values that never decrease and are nearest to the wanted ones, by the squares of the differences with weights.
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
    fn a_vertex_stands_in_the_middle_above_its_two_neighbours() {
        let vertex = Vertex { width: 100.0, is_bend: false };
        let join = |upper, lower| Join { upper, lower, upper_at: 50.0, lower_at: 50.0 };
        let left = left_edges(&[vec![0], vec![1, 2]], &[vertex; 3], &[join(0, 1), join(0, 2)], 20.0);
        assert!((left[0] - 60.0).abs() < 0.5 && (left[2] - left[1] - 120.0).abs() < 0.5, "{left:?}");
    }
}
