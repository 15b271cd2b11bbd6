//! Checks type sizes: text that is too small for a hall, and pages with too many sizes.

use super::field;
use super::pieces::{Container, Piece};
use crate::finding::FindingKind;

/// The minimum size of essential text, with a tolerance for rounding.
const FLOOR: f32 = 35.5;
/// The maximum number of type sizes on a page without a finding: title, supporting line, entry and detail.
const MAX_SIZES: usize = 4;

/// Reports the smallest essential text if it is below the floor.
pub(super) fn small_type(pieces: &[Piece<'_>]) -> Option<(String, FindingKind)> {
    let (size, piece) = smallest(pieces)?;
    (size < FLOOR).then(|| (field(piece), FindingKind::SmallType(points(size))))
}

/// The smallest essential line and its size; of lines of equal size the first.
pub(super) fn smallest<'a, 'p>(pieces: &'a [Piece<'p>]) -> Option<(f32, &'a Piece<'p>)> {
    let sizes = pieces.iter().filter(|piece| piece.is_essential()).filter_map(|piece| Some((piece.size()?, piece)));
    sizes.min_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// Reports a page with more sizes of type than a reader can tell apart.
pub(super) fn too_many_sizes(pieces: &[Piece<'_>]) -> Option<(String, FindingKind)> {
    let sizes = sizes(pieces);
    let last_found = sizes.last()?.1;
    (sizes.len() > MAX_SIZES).then(|| (field(last_found), FindingKind::TooManySizes(sizes.len())))
}

/// The sizes of type on a page in the order in which they first appear, each with its first line. Figures, numerals,
/// sources, the foot, and texts inside a chart or under a question are not counted.
pub(super) fn sizes<'a, 'p>(pieces: &'a [Piece<'p>]) -> Vec<(f32, &'a Piece<'p>)> {
    let mut sizes: Vec<(f32, &Piece<'_>)> = Vec::new();
    let is_counted = |piece: &&Piece<'_>| {
        piece.is_essential() && !piece.is_figure() && !matches!(piece.place, Container::Chart | Container::Poll)
    };
    for piece in pieces.iter().filter(is_counted) {
        let Some(size) = piece.size() else { continue };
        if !sizes.iter().any(|(known, _)| (known - size).abs() < 1.0) {
            sizes.push((size, piece));
        }
    }
    sizes
}

/// Whole points on a page 7.5 inches high. They are rounded down, so that a finding never names the minimum size.
fn points(size: f32) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of type are small and positive")]
    let points = (size / 2.0).floor() as u16;
    points
}
