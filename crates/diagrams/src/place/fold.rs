//! Positions of a wide graph that is broken into rows, as a text is broken into lines.
//!
//! A graph whose lines run to the right is cut between its boxes, and the parts are put below one another. A line that
//! is cut leaves its row at the right, runs back between the rows and enters the next row from the left. Boxes, frames
//! and labels are never cut.

use super::graph::{PlacedGraph, Route, without_redundant_points};
use super::{Bounds, BoxSize, Position, Spacing, number};

/// Maximum number of lines that are cut at one place.
const MAX_CUT_LINES: usize = 3;
/// The least distance of a cut from boxes and from lines that run along it.
const CLEARANCE: f32 = 0.1;

/// Breaks a graph whose lines run to the right into a number of rows. Returns `None` if that would cut too many lines.
pub fn fold_graph(placed: &PlacedGraph, spacing: Spacing, rows: usize) -> Option<PlacedGraph> {
    let cuts = cuts(placed, spacing, rows)?;
    Some(Fold::new(placed, spacing, cuts).graph())
}

/// A place at which a graph is cut.
#[derive(Debug, Clone)]
struct Cut {
    x: f32,
    /// The positions of the lines there, the lowest one first.
    lines: Vec<f32>,
}

/// The rectangles that no cut may run through.
fn solids(placed: &PlacedGraph) -> Vec<Bounds> {
    let labels = placed.routes.iter().filter_map(|route| route.label);
    placed.nodes.iter().copied().chain(placed.groups.iter().map(|(frame, _)| *frame)).chain(labels).collect()
}

/// The cut at a position; `None` if it would run through a box, or through too many lines.
fn cut_at(placed: &PlacedGraph, solids: &[Bounds], x: f32) -> Option<Cut> {
    if solids.iter().any(|solid| solid.x - CLEARANCE < x && x < solid.right() + CLEARANCE) {
        return None;
    }
    let mut lines: Vec<f32> = Vec::new();
    for pair in placed.routes.iter().flat_map(|route| route.points.windows(2)) {
        let (left, right) = (pair[0].x.min(pair[1].x), pair[0].x.max(pair[1].x));
        if right - left < 0.05 {
            if (left - x).abs() < CLEARANCE {
                return None;
            }
        } else if left < x && x < right && !lines.iter().any(|line| (line - pair[0].y).abs() < 0.05) {
            lines.push(pair[0].y);
        }
    }
    lines.sort_by(|one, other| other.total_cmp(one));
    (lines.len() <= MAX_CUT_LINES).then_some(Cut { x, lines })
}

/// The cuts for a number of rows whose widest row is as narrow as possible.
fn cuts(placed: &PlacedGraph, spacing: Spacing, rows: usize) -> Option<Vec<Cut>> {
    let solids = solids(placed);
    let positions = solids.iter().map(|solid| solid.right() + spacing.lines * 0.3);
    let mut possible: Vec<Cut> = positions.filter_map(|x| cut_at(placed, &solids, x)).collect();
    possible.retain(|cut| cut.x < placed.size.width);
    possible.sort_by(|one, other| one.x.total_cmp(&other.x));
    possible.dedup_by(|one, other| (one.x - other.x).abs() < CLEARANCE);
    let count = rows.checked_sub(1).filter(|count| (1..=possible.len()).contains(count))?;
    // For each cut as the last one: the width of the widest row before it and the cuts before it.
    let mut best: Vec<(f32, Vec<usize>)> =
        possible.iter().enumerate().map(|(index, cut)| (cut.x, vec![index])).collect();
    for _ in 1..count {
        let longer = (0..possible.len()).map(|index| {
            let before = best[..index].iter().map(|(widest, chosen)| {
                let from = chosen.last().map_or(0.0, |last| possible[*last].x);
                (widest.max(possible[index].x - from), chosen)
            });
            let shortest = before.min_by(|one, other| one.0.total_cmp(&other.0));
            shortest.map_or((f32::MAX, vec![index]), |(widest, chosen)| {
                (widest, chosen.iter().copied().chain([index]).collect())
            })
        });
        best = longer.collect();
    }
    let whole = best.into_iter().filter(|(_, chosen)| chosen.len() == count).map(|(widest, chosen)| {
        let last = chosen.last().map_or(0.0, |last| possible[*last].x);
        (widest.max(placed.size.width - last), chosen)
    });
    let (_, chosen) = whole.min_by(|one, other| one.0.total_cmp(&other.0))?;
    Some(chosen.into_iter().map(|index| possible[index].clone()).collect())
}

/// A graph with its cuts.
struct Fold<'g> {
    placed: &'g PlacedGraph,
    cuts: Vec<Cut>,
    /// The distance between lines that run side by side.
    step: f32,
    /// The left edge of all rows.
    left: f32,
    /// For each row, by how much its content moves down.
    shifts: Vec<f32>,
    /// For each row, the bottom edge of its content.
    bottoms: Vec<f32>,
    size: BoxSize,
}

impl<'g> Fold<'g> {
    fn new(placed: &'g PlacedGraph, spacing: Spacing, cuts: Vec<Cut>) -> Fold<'g> {
        let step = spacing.lines;
        let room = |cut: &Cut| step * number(cut.lines.len());
        let left = cuts.iter().map(room).fold(0.0, f32::max);
        let mut fold =
            Fold { placed, cuts, step, left, shifts: Vec::new(), bottoms: Vec::new(), size: BoxSize::default() };
        let mut top = 0.0;
        for row in 0..=fold.cuts.len() {
            let (from, to) = fold.extent(row);
            if row > 0 {
                top += spacing.across.max(room(&fold.cuts[row - 1]) + step);
            }
            fold.shifts.push(top - from);
            top += to - from;
            fold.bottoms.push(top);
            let (begin, end) = fold.range(row);
            let right = left + end - begin + fold.cuts.get(row).map_or(0.0, room);
            fold.size.width = fold.size.width.max(right);
        }
        fold.size.height = top;
        fold
    }

    /// Where a row begins and ends in the graph.
    fn range(&self, row: usize) -> (f32, f32) {
        let begin = row.checked_sub(1).map_or(0.0, |cut| self.cuts[cut].x);
        (begin, self.cuts.get(row).map_or(self.placed.size.width, |cut| cut.x))
    }

    /// The row of a position in the graph.
    fn row(&self, x: f32) -> usize {
        self.cuts.iter().take_while(|cut| cut.x < x).count()
    }

    /// The upper and lower edge of the content of a row.
    fn extent(&self, row: usize) -> (f32, f32) {
        let (begin, end) = self.range(row);
        let mut extent = (f32::MAX, f32::MIN);
        let mut add = |top: f32, bottom: f32| extent = (extent.0.min(top), extent.1.max(bottom));
        for solid in solids(self.placed) {
            if self.row(solid.center().x) == row {
                add(solid.y, solid.bottom());
            }
        }
        for pair in self.placed.routes.iter().flat_map(|route| route.points.windows(2)) {
            let (left, right) = (pair[0].x.min(pair[1].x), pair[0].x.max(pair[1].x));
            if left <= end && right >= begin {
                add(pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
            }
        }
        if extent.0 > extent.1 { (0.0, 0.0) } else { extent }
    }

    /// A position of the graph in a row.
    fn moved(&self, at: Position, row: usize) -> Position {
        Position { x: at.x - self.range(row).0 + self.left, y: at.y + self.shifts[row] }
    }

    fn moved_box(&self, bounds: Bounds) -> Bounds {
        let Position { x, y } = self.moved(Position { x: bounds.x, y: bounds.y }, self.row(bounds.center().x));
        Bounds { x, y, ..bounds }
    }

    /// The way of a line from the right end of a row to the left end of the next one.
    fn way_around(&self, cut: usize, y: f32) -> Vec<Position> {
        let Cut { x, lines } = &self.cuts[cut];
        let place = lines.iter().position(|line| (line - y).abs() < 0.05).unwrap_or(0);
        // The lowest line turns first. It stays below the others in the next row, so it enters from farther left.
        let inner = self.step * (number(place) + 0.5);
        let outer = self.step * (number(lines.len() - place) - 0.5);
        let (end, begin) = (self.moved(Position { x: *x, y }, cut), self.moved(Position { x: *x, y }, cut + 1));
        let between = self.bottoms[cut] + self.step * (number(place) + 1.0);
        vec![
            end,
            Position { x: end.x + inner, y: end.y },
            Position { x: end.x + inner, y: between },
            Position { x: begin.x - outer, y: between },
            Position { x: begin.x - outer, y: begin.y },
            begin,
        ]
    }

    fn route(&self, route: &Route) -> Route {
        let mut points = Vec::new();
        for pair in route.points.windows(2) {
            let (from, to) = (self.row(pair[0].x), self.row(pair[1].x));
            points.push(self.moved(pair[0], from));
            for cut in from..to {
                points.extend(self.way_around(cut, pair[0].y));
            }
            for cut in (to..from).rev() {
                points.extend(self.way_around(cut, pair[0].y).into_iter().rev());
            }
            points.push(self.moved(pair[1], to));
        }
        Route { points: without_redundant_points(points), label: route.label.map(|label| self.moved_box(label)) }
    }

    fn graph(&self) -> PlacedGraph {
        // The title of a frame stays at its place in the frame.
        let group = |(frame, title): &(Bounds, Bounds)| {
            let moved = self.moved_box(*frame);
            (moved, Bounds { x: title.x + moved.x - frame.x, y: title.y + moved.y - frame.y, ..*title })
        };
        PlacedGraph {
            size: self.size,
            nodes: self.placed.nodes.iter().map(|node| self.moved_box(*node)).collect(),
            groups: self.placed.groups.iter().map(group).collect(),
            routes: self.placed.routes.iter().map(|route| self.route(route)).collect(),
        }
    }
}
