//! Figures of a page, for measuring many decks.

use scene::{NodeRole, Page};

use super::pieces::{Piece, pieces};
use super::{space, type_size};

/// Figures of a page. Sizes are in px; a px is half a point on a page 7.5 inches high.
#[derive(Debug, Clone, PartialEq)]
pub struct PageFigures {
    /// Size of the title.
    pub title: Option<f32>,
    /// Size of each line of running text.
    pub running: Vec<f32>,
    /// Size of the smallest text that the audience must be able to read.
    pub smallest: Option<f32>,
    /// Share of BODY that the bounding box of its content covers; `None` for a statement, which has no BODY.
    pub covered: Option<f32>,
    /// Number of text sizes, not counting those of figures, numerals, sources and the foot.
    pub sizes: usize,
    /// Plates whose content fills less than half of their height.
    pub half_empty_plates: usize,
}

impl PageFigures {
    /// Measures a page.
    pub fn of(page: &Page) -> PageFigures {
        let pieces = pieces(page);
        let title = pieces.iter().find(|piece| piece.role == NodeRole::Title).and_then(Piece::size);
        PageFigures {
            title,
            running: pieces.iter().filter(|piece| piece.is_running()).filter_map(Piece::size).collect(),
            smallest: type_size::smallest(&pieces).map(|(size, _)| size),
            covered: (!space::is_statement(&pieces)).then(|| space::covered(&pieces)),
            sizes: type_size::sizes(&pieces).len(),
            half_empty_plates: space::half_empty_plates(&pieces),
        }
    }
}
