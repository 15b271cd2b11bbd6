//! Layers of a graph: breaks cycles, assigns a layer to each vertex and orders the vertices of each layer.

use super::number;

/// A line from one vertex to another that spans at least `min_layers` layers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) min_layers: usize,
}

/// For each link, whether it must be reversed so that the links have no cycle: those that run back when one begins with
/// the vertices that nothing leads to, or with the first one of the text if fewer run back then.
pub(super) fn reversed(count: usize, links: &[(usize, usize)]) -> Vec<bool> {
    let has_incoming = |vertex: &usize| links.iter().any(|(_, to)| to == vertex);
    let from_sources = back_links(count, links, (0..count).filter(|vertex| !has_incoming(vertex)).chain(0..count));
    let from_first = back_links(count, links, 0..count);
    let number_of = |reversed: &[bool]| reversed.iter().filter(|is_reversed| **is_reversed).count();
    if number_of(&from_first) < number_of(&from_sources) { from_first } else { from_sources }
}

/// For each link, whether it leads back on the path from one of the roots.
fn back_links(count: usize, links: &[(usize, usize)], roots: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut outgoing = vec![Vec::new(); count];
    for (index, (from, _)) in links.iter().enumerate() {
        outgoing[*from].push(index);
    }
    let mut is_reversed = vec![false; links.len()];
    // 0: not seen, 1: on the path, 2: finished.
    let mut state = vec![0_u8; count];
    for root in roots {
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        let mut path = vec![(root, 0)];
        while let Some((vertex, next)) = path.last_mut() {
            let Some(link) = outgoing[*vertex].get(*next).copied() else {
                state[*vertex] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            let to = links[link].1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    path.push((to, 0));
                }
                1 => is_reversed[link] = true,
                _ => {}
            }
        }
    }
    is_reversed
}

/// The layer of each vertex: as near to the first as the links allow, and sources as near to their targets as possible.
pub(super) fn layers(count: usize, links: &[Link]) -> Vec<usize> {
    let mut layer = vec![0_usize; count];
    // The links have no cycle, so this ends after at most `count` rounds.
    for _ in 0..=count {
        let mut changed = false;
        for link in links {
            let least = layer[link.from] + link.min_layers;
            if layer[link.to] < least {
                layer[link.to] = least;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    // Vertices with more links out than in move towards their targets, so that lines are short.
    for _ in 0..2 {
        for vertex in (0..count).rev() {
            let out = links.iter().filter(|link| link.from == vertex);
            let incoming = links.iter().filter(|link| link.to == vertex).count();
            let latest = out.clone().map(|link| layer[link.to].saturating_sub(link.min_layers)).min();
            if let Some(latest) = latest.filter(|latest| *latest > layer[vertex] && out.count() > incoming) {
                layer[vertex] = latest;
            }
        }
    }
    layer
}

/// Number of passes over all layers to find an order with few crossings.
const SWEEPS: usize = 16;

/// The vertices of each layer in an order with few crossings. `adjacent` are pairs in consecutive layers.
pub(super) fn ordered(mut rows: Vec<Vec<usize>>, count: usize, adjacent: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for (from, to) in adjacent {
        below[*from].push(*to);
        above[*to].push(*from);
    }
    let mut best = rows.clone();
    let mut fewest = crossings(&rows, &below, count);
    for sweep in 0..SWEEPS {
        if fewest == 0 {
            break;
        }
        let goes_down = sweep % 2 == 0;
        let neighbours = if goes_down { &above } else { &below };
        let mut position = positions(&rows, count);
        let indices: Vec<usize> = if goes_down { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for index in indices {
            let mean = |vertex: usize| {
                let near = &neighbours[vertex];
                if near.is_empty() {
                    return position[vertex];
                }
                near.iter().map(|other| position[*other]).sum::<f32>() / number(near.len())
            };
            let mut keyed: Vec<(f32, usize)> = rows[index].iter().map(|vertex| (mean(*vertex), *vertex)).collect();
            // Every second pair of sweeps reverses ties, which finds orders that a stable sort never reaches.
            if sweep % 4 >= 2 {
                keyed.reverse();
            }
            keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
            rows[index] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
            for (place, vertex) in rows[index].iter().enumerate() {
                position[*vertex] = number(place);
            }
        }
        let now = crossings(&rows, &below, count);
        if now < fewest {
            (fewest, best) = (now, rows.clone());
        }
    }
    best
}

fn positions(rows: &[Vec<usize>], count: usize) -> Vec<f32> {
    let mut position = vec![0.0; count];
    for row in rows {
        for (place, vertex) in row.iter().enumerate() {
            position[*vertex] = number(place);
        }
    }
    position
}

/// The number of pairs of links between consecutive layers that cross.
fn crossings(rows: &[Vec<usize>], below: &[Vec<usize>], count: usize) -> usize {
    let position = positions(rows, count);
    let mut total = 0;
    for row in rows {
        let links: Vec<(f32, f32)> =
            row.iter().flat_map(|vertex| below[*vertex].iter().map(|to| (position[*vertex], position[*to]))).collect();
        for (index, one) in links.iter().enumerate() {
            let crosses = |other: &&(f32, f32)| (one.0 - other.0) * (one.1 - other.1) < 0.0;
            total += links[index + 1..].iter().filter(crosses).count();
        }
    }
    total
}
