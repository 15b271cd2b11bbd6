//! Checks how a page is filled: the share of BODY that is covered, empty and crowded pages, half-empty plates.

use scene::{NodeRole, Px, Rect, Shape, ShapeForm};

use super::field;
use super::pieces::{Container, Content, Piece};
use crate::finding::FindingKind;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::head::BODY_END;

/// Space below HEAD and above a closing line.
const AROUND_BODY: (f32, f32) = (48.0, 24.0);
/// Top of BODY without HEAD.
const BODY_TOP: f32 = 96.0;
/// Maximum width of a head beside BODY, and the start of BODY there.
const RAIL: (f32, f32) = (560.0, 680.0);
/// Size from which a text alone may fill a page.
const STATEMENT: f32 = 88.0;
/// Size from which a title is larger than the heads of all voices.
const LARGER_THAN_HEADS: f32 = 106.0;
/// The field of the line that belongs to the title of a statement.
const BYLINE: &str = "meta";
/// A page is empty when the content of BODY covers less than the first share of it, or is lower than the second.
const EMPTY: (f32, f32) = (0.13, 0.3);
/// Share of the width of BODY from which a formula fills the page. Beside a rail, BODY is two thirds as wide.
const WIDE: f32 = 0.6;
/// A page is crowded when its text is longer than this, in ems: about 120 words of a Latin script.
const CROWDED: f32 = 340.0;
/// Share of a plate's height below which its content leaves it half empty, with a tolerance.
const HALF: f32 = 0.42;
/// Plates smaller than this contain only a mark or a number.
const MIN_PLATE: (f32, f32) = (240.0, 160.0);

/// Reports a page whose BODY is mostly empty and that is not a statement.
pub(super) fn empty_page(pieces: &[Piece<'_>]) -> Option<(String, FindingKind)> {
    if is_statement(pieces) || pieces.iter().any(|piece| piece.place == Container::Poll) {
        return None;
    }
    let body = body(pieces);
    if pieces.iter().any(|piece| is_wide_formula(piece, body)) {
        return None;
    }
    let is_low = content(pieces).is_none_or(|content| content.height.0 < body.height.0 * EMPTY.1);
    let is_empty = is_low || covered(pieces) < EMPTY.0;
    let first = pieces.iter().find(|piece| piece.is_essential());
    is_empty.then(|| (first.map(field).unwrap_or_default(), FindingKind::EmptyPage))
}

/// Whether a piece is a formula that takes most of the width of BODY, so that it cannot be much larger.
fn is_wide_formula(piece: &Piece<'_>, body: Rect) -> bool {
    let Content::Line(text, line) = piece.content else { return false };
    let is_formula = text
        .paragraphs
        .get(line.paragraph)
        .is_some_and(|paragraph| paragraph.runs.iter().all(|run| run.drawn_formula().is_some()));
    is_formula && piece.frame.width.0 > body.width.0 * WIDE
}

/// Reports a page with more text than an audience reads while somebody speaks. Tables, charts and code have their own
/// measure: the size of their type.
pub(super) fn crowded_page(pieces: &[Piece<'_>]) -> Option<(String, FindingKind)> {
    let lines = pieces.iter().filter(|piece| piece.is_essential() && piece.place == Container::Page);
    let length: f32 = lines.clone().filter_map(|piece| Some(piece.frame.width.0 / piece.size()?)).sum();
    let longest = lines.filter(|piece| piece.role == NodeRole::Body).max_by_key(|piece| piece.words().len());
    (length > CROWDED).then(|| (longest.map(field).unwrap_or_default(), FindingKind::CrowdedPage))
}

/// Whether a page is a statement: one text in very large type, placed with intent. A large title is one if it is larger
/// than the heads of all voices, or if only lines that belong to it are below it.
pub(super) fn is_statement(pieces: &[Piece<'_>]) -> bool {
    let has_content = pieces.iter().filter(|piece| !piece.is_shared).any(|piece| {
        let is_text = piece.is_essential() && matches!(piece.role, NodeRole::Body | NodeRole::Label);
        is_text && piece.field != Some(BYLINE)
            || piece.place != Container::Page
            || (piece.role == NodeRole::Content && matches!(piece.content, Content::Picture(_)))
    });
    let is_statement = |piece: &Piece<'_>| {
        let size = piece.size().unwrap_or_default();
        match piece.role {
            NodeRole::Title => size >= if has_content { LARGER_THAN_HEADS } else { STATEMENT },
            NodeRole::Quote | NodeRole::Figure | NodeRole::Body => size >= STATEMENT && piece.place == Container::Page,
            _ => false,
        }
    };
    pieces.iter().any(|piece| is_statement(piece) && !piece.is_shared)
}

/// The share of BODY that the bounding box of its content covers.
pub(super) fn covered(pieces: &[Piece<'_>]) -> f32 {
    let body = body(pieces);
    content(pieces).map_or(0.0, |content| (content.width / body.width) * (content.height / body.height))
}

/// BODY: the area between HEAD, closing line and margins, as the page shows it.
fn body(pieces: &[Piece<'_>]) -> Rect {
    let closing = pieces.iter().filter(|piece| is_closing(piece)).map(|piece| piece.frame.y.0);
    let bottom = closing.min_by(f32::total_cmp).map_or(BODY_END, |top| top - AROUND_BODY.1);
    let between = |x: f32, top: f32, width: f32| Rect::new(x, top, width, (bottom - top).max(1.0));
    let Some(head) = bounding_box(pieces.iter().filter(|piece| is_head(piece)).map(|piece| piece.frame)) else {
        return between(MARGIN, BODY_TOP, FULL_WIDTH);
    };
    let has_content_beside = pieces.iter().any(|piece| {
        let is_beside = piece.frame.x > head.right() || piece.frame.right() < head.x;
        piece.is_essential() && !is_head(piece) && is_beside && piece.frame.y < head.bottom()
    });
    if head.width.0 <= RAIL.0 && has_content_beside {
        let width = MARGIN + FULL_WIDTH - RAIL.1;
        let x = if head.center().x < Px(960.0) { RAIL.1 } else { MARGIN };
        return between(x, BODY_TOP, width);
    }
    between(MARGIN, head.bottom().0 + AROUND_BODY.0, FULL_WIDTH)
}

/// The bounding box of what is drawn in BODY.
fn content(pieces: &[Piece<'_>]) -> Option<Rect> {
    let body = body(pieces);
    let is_content = |piece: &&Piece<'_>| {
        let is_apart =
            matches!(piece.role, NodeRole::Footer | NodeRole::PageNumber | NodeRole::Backdrop | NodeRole::Logo);
        let is_page = piece.frame.contains(&Rect::CANVAS.inset(Px(40.0))) && piece.role != NodeRole::Content;
        !piece.is_shared && !is_apart && !is_page && !is_head(piece) && !is_closing(piece)
    };
    bounding_box(pieces.iter().filter(is_content).filter_map(|piece| {
        let frame = piece.clip.and_then(|clip| clip.intersection(&piece.frame)).unwrap_or(piece.frame);
        body.intersection(&frame)
    }))
}

fn is_head(piece: &Piece<'_>) -> bool {
    matches!(piece.role, NodeRole::Title | NodeRole::Subtitle) && matches!(piece.content, Content::Line(..))
}

/// Whether a piece is the line below BODY.
fn is_closing(piece: &Piece<'_>) -> bool {
    piece.role == NodeRole::Caption && piece.is_note() && piece.frame.y.0 > 870.0 && piece.place == Container::Page
}

/// The number of plates whose content fills less than half of their height.
///
/// Plates of one size are a set, as high as the fullest of them needs: they count when they are half empty on average.
/// These do not count: a plate that runs to two edges of the page, because it divides the page; one behind the large
/// title of a statement, because it frames it; one without words of its own, such as the initials in place of a
/// portrait. A plate around a picture is full, because the shape of a logo is given.
pub(super) fn half_empty_plates(pieces: &[Piece<'_>]) -> usize {
    let plates: Vec<&Piece<'_>> = pieces.iter().filter(|piece| is_plate(piece)).collect();
    let filled: Vec<(Rect, f32)> =
        plates.iter().filter_map(|plate| Some((plate.frame, filled_share(plate, &plates, pieces)?))).collect();
    let is_half_empty = |(frame, _): &&(Rect, f32)| {
        let is_equal =
            |other: &Rect| (other.width - frame.width).0.abs() < 1.0 && (other.height - frame.height).0.abs() < 1.0;
        let set = filled.iter().filter(|(other, _)| is_equal(other)).map(|(_, share)| *share);
        let (sum, count) = set.fold((0.0, 0.0), |(sum, count), share| (sum + share, count + 1.0));
        sum < HALF * count
    };
    filled.iter().filter(is_half_empty).count()
}

fn is_plate(piece: &Piece<'_>) -> bool {
    let frame = piece.frame;
    let edges = [frame.x.0 <= 1.0, frame.y.0 <= 1.0, frame.right().0 >= 1919.0, frame.bottom().0 >= 1079.0];
    piece.role == NodeRole::Plate
        && matches!(piece.content, Content::Shape(Shape { form: ShapeForm::Rect { .. }, .. }))
        && piece.place == Container::Page
        && frame.width.0 >= MIN_PLATE.0
        && frame.height.0 >= MIN_PLATE.1
        && edges.into_iter().filter(|is_reached| *is_reached).count() < 2
}

/// The share of a plate's height that its content fills; `None` for a plate that does not count.
fn filled_share(plate: &Piece<'_>, plates: &[&Piece<'_>], pieces: &[Piece<'_>]) -> Option<f32> {
    let inside = || pieces.iter().filter(|piece| !piece.is_shared && plate.frame.contains(&piece.frame));
    let has_plates = plates.iter().any(|other| plate.frame.contains(&other.frame) && plate.frame != other.frame);
    let is_statement =
        inside().any(|piece| piece.role == NodeRole::Title && piece.size().is_some_and(|size| size >= STATEMENT));
    if has_plates || is_statement {
        return None;
    }
    if inside().any(|piece| matches!(piece.content, Content::Picture(_))) {
        return Some(1.0);
    }
    if !inside().any(Piece::is_text) {
        return None;
    }
    let content = bounding_box(inside().filter(|piece| piece.role != NodeRole::Plate).map(|piece| piece.frame))?;
    Some(content.height / plate.frame.height)
}

/// The bounding box of some rectangles; `None` if there are none.
fn bounding_box(frames: impl Iterator<Item = Rect>) -> Option<Rect> {
    frames.reduce(|one, other| one.union(&other))
}
