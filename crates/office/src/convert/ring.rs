//! Cycles: shapes around a middle.

use super::cells::{Cell, Grid};
use super::order::union;
use super::outcome::Outcome;
use super::process::steps;
use super::view::{SlideItem, SortedSlide};
use crate::model::Frame;

const CYCLE: &str = "cycle-slide";

/// Converts three to six shapes at equal angles around a middle, the first at the top, into a cycle. There may be a
/// text in the middle. `None` for other slides, and for three shapes without arrows, which may be a hierarchy.
pub(super) fn recognise(view: &SortedSlide<'_>) -> Option<Outcome> {
    let items: Vec<&SlideItem<'_>> = view.items.iter().filter(|item| item.is_drawn()).collect();
    let others: Vec<&SlideItem<'_>> = view.items.iter().filter(|item| !item.is_drawn()).collect();
    let has_arrows = !view.arrows.is_empty() || view.connectors.iter().any(|line| line.has_arrow);
    let is_round = items.iter().all(|item| item.geometry() == "ellipse");
    let frame = items.iter().map(|item| item.frame()).reduce(union)?;
    let middle = center(frame);
    let is_inner = |item: &&SlideItem<'_>| {
        let (x, y) = center(item.frame());
        (x - middle.0).abs() * 10 < frame.width && (y - middle.1).abs() * 10 < frame.height
    };
    let (inner, outer): (Vec<&SlideItem<'_>>, Vec<&SlideItem<'_>>) =
        items.into_iter().chain(others).partition(is_inner);
    if inner.len() > 1 || !(3..=6).contains(&outer.len()) || !(has_arrows || is_round && outer.len() > 3) {
        return None;
    }
    let mut by_angle: Vec<(f64, &SlideItem<'_>)> =
        outer.into_iter().map(|item| (angle(center(item.frame()), frame), item)).collect();
    by_angle.sort_by(|one, other| one.0.total_cmp(&other.0));
    #[expect(clippy::cast_precision_loss, reason = "at most six")]
    let step = 360.0 / by_angle.len() as f64;
    let expected = (0..).map(|index| f64::from(index) * step);
    let is_even = by_angle.iter().zip(expected).all(|((angle, _), expected)| (angle - expected).abs() < step / 4.0);
    let is_similar = |pair: &[(f64, &SlideItem<'_>)]| {
        let (one, other) = (pair[0].1.frame(), pair[1].1.frame());
        (one.width - other.width).abs() * 4 < one.width && (one.height - other.height).abs() * 4 < one.height
    };
    if !is_even || !by_angle.windows(2).all(is_similar) {
        return None;
    }
    let cells: Vec<Cell<'_, '_>> =
        by_angle.iter().map(|(_, item)| Cell { frame: item.frame(), items: vec![*item] }).collect();
    let rows = vec![cells.len()];
    let grid = Grid { cells, rows, above: None, below: None, is_sequence: true };
    let label = inner.first().map(|item| item.line()).unwrap_or_default();
    if !view.scope.fits(CYCLE, "centerLabel", &label) {
        return None;
    }
    let mut outcome = steps(view, &grid, CYCLE, ["items", "title", "text"])?;
    if let Some(item) = inner.first() {
        outcome.put_line(view, item, "centerLabel");
    }
    Some(outcome)
}

fn center(frame: Frame) -> (i64, i64) {
    (frame.x + frame.width / 2, frame.y + frame.height / 2)
}

/// The angle of a point around the middle of a frame as if the frame were a square, clockwise from the top, from -45 to
/// 315 degrees.
#[expect(clippy::cast_precision_loss, reason = "lengths on a slide are far below 2^52")]
fn angle((x, y): (i64, i64), frame: Frame) -> f64 {
    let middle = center(frame);
    let across = (x - middle.0) as f64 / frame.width.max(1) as f64;
    let up = (middle.1 - y) as f64 / frame.height.max(1) as f64;
    let angle = across.atan2(up).to_degrees();
    if angle < -45.0 { angle + 360.0 } else { angle }
}
