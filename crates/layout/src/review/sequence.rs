//! Finds three slides in a row that are laid out alike.

use std::borrow::Cow;
use std::collections::BTreeSet;

use deck::Slide;
use scene::{Document, NodeRole, Page};

use super::pieces::{Container, Content, Piece, pieces};
use crate::document::{LayoutInput, page as lay_out};
use crate::finding::{Finding, FindingKind};
use crate::text::Typesetter;

/// The number of slides in a row with the same layout that is reported.
const REPEATS: usize = 3;
/// Edges closer than this count as the same.
const GRID: f32 = 48.0;

/// Reports a slide that is laid out like the two shown before it. Questions and full-page pictures may follow each
/// other, as in a quiz or a series of photographs.
pub(super) fn same_layout_thrice(
    input: LayoutInput<'_>,
    document: &Document,
    page: &Page,
    typesetter: &mut Typesetter,
) -> Option<Finding> {
    let slides = &input.deck.slides;
    let index = page.number.checked_sub(1).filter(|index| *index < slides.len())?;
    let is_shown = |slide: &Slide| !slide.visibility.hide_in_presentation;
    let key = slides[index].key.as_str();
    let before = (0..index).rev().filter(|index| is_shown(&slides[*index])).take(REPEATS - 1);
    let before: Vec<usize> = before.filter(|index| slides[*index].key == key).collect();
    if before.len() < REPEATS - 1 || page.is_skipped {
        return None;
    }
    let own = arrangement(page)?;
    for index in before {
        let known = document.pages.iter().find(|page| page.number == index + 1);
        let other = match known {
            Some(page) => Cow::Borrowed(&**page),
            None => Cow::Owned(lay_out(input, index, typesetter)?.0),
        };
        if arrangement(&other)? != own {
            return None;
        }
    }
    let slide = slides[index].id.clone();
    Some(Finding { slide, field: "type".to_owned(), kind: FindingKind::SameLayoutThrice })
}

/// A block on a page: what it is, and where it starts and how wide it is on a coarse grid.
type Block = (u8, i32, i32);

/// How a page is arranged across; `None` for pages that may look alike.
fn arrangement(page: &Page) -> Option<BTreeSet<Block>> {
    let pieces = pieces(page);
    let is_question = pieces.iter().any(|piece| piece.place == Container::Poll);
    let is_photograph = pieces.iter().any(|piece| {
        matches!(piece.content, Content::Picture(_))
            && piece.frame.width.0 * piece.frame.height.0 > 0.7 * 1920.0 * 1080.0
    });
    if is_question || is_photograph {
        return None;
    }
    let blocks = pieces.iter().filter(|piece| !piece.is_shared).filter_map(block_of);
    Some(blocks.collect())
}

/// A piece as a block; `None` for pieces that are not part of an arrangement.
fn block_of(piece: &Piece<'_>) -> Option<Block> {
    let kind = match (piece.role, piece.content, piece.place) {
        (NodeRole::Title | NodeRole::Subtitle | NodeRole::Footer | NodeRole::PageNumber | NodeRole::Caption, ..) => {
            return None;
        }
        (.., Container::Chart | Container::Table | Container::Code) => return Some((0, 0, 0)),
        (NodeRole::Plate, ..) => 1,
        (_, Content::Picture(_), _) => 2,
        (NodeRole::Figure, Content::Line(..), _) => 3,
        (_, Content::Line(..), _) => 4,
        _ => return None,
    };
    #[expect(clippy::cast_possible_truncation, reason = "a page has few columns")]
    let on_grid = |length: f32| (length / GRID).round() as i32;
    // The length of a line depends on its words, so only its start belongs to the arrangement.
    let is_line = kind >= 3;
    Some((kind, on_grid(piece.frame.x.0), if is_line { 0 } else { on_grid(piece.frame.width.0) }))
}
