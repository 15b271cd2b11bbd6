//! Finds alignment problems: columns of very different length, and edges that nearly align.

use scene::{Align, Node, NodeKind, NodeRole, Page, Px, Rect, Shape, ShapeForm, Text};

use super::field;
use super::pieces::{Container, Content, Piece, is_entry};
use crate::finding::FindingKind;

/// Two columns are uneven when one is at least this many times as high as the one beside it, and at least this many px
/// higher.
const UNEVEN: (f32, f32) = (2.5, 200.0);
/// Two edges are a near miss when they are at least and at most this many px apart.
const MISS: (f32, f32) = (1.0, 8.0);
/// Nodes narrower than this are marks, whose edges are not compared.
const MIN_WIDTH: f32 = 64.0;
/// A plate lower than this is as wide as its words, so that only its left edge is compared.
const MIN_PLATE: f32 = 120.0;
/// Size from which type is aligned by eye.
const LARGE: f32 = 88.0;

/// The field whose shapes a diagram consists of.
const DIAGRAM: &str = "diagram";

/// A column of running text.
#[derive(Debug, Clone, Copy)]
struct Column<'a, 'p> {
    /// The text, by its address.
    text: *const Text,
    first: &'a Piece<'p>,
    frame: Rect,
}

/// Reports two columns of text side by side if one is far longer than the other.
pub(super) fn uneven_columns(pieces: &[Piece<'_>]) -> Option<(String, FindingKind)> {
    let mut columns: Vec<Column<'_, '_>> = Vec::new();
    for piece in pieces.iter().filter(|piece| piece.role == NodeRole::Body && piece.place == Container::Page) {
        let Content::Line(text, _) = piece.content else { continue };
        if !piece.is_essential() {
            continue;
        }
        match columns.last_mut().filter(|column| std::ptr::eq(column.text, text)) {
            Some(column) => {
                column.frame.height = piece.frame.bottom() - column.frame.y;
                column.frame.width = column.frame.width.max(piece.frame.width);
            }
            None => columns.push(Column { text: std::ptr::from_ref(text), first: piece, frame: piece.frame }),
        }
    }
    let is_uneven = |long: &Column<'_, '_>, short: &Column<'_, '_>| {
        let is_beside = long.frame.right() <= short.frame.x || short.frame.right() <= long.frame.x;
        let starts_level = (long.frame.y - short.frame.y).0.abs() <= 12.0;
        let (high, low) = (long.frame.height.0, short.frame.height.0);
        is_beside && starts_level && high >= low * UNEVEN.0 && high - low >= UNEVEN.1
    };
    let long = columns.iter().find(|long| columns.iter().any(|short| is_uneven(long, short)))?;
    Some((field(long.first), FindingKind::UnevenColumns))
}

/// Reports two edges that are a few px apart, where they look as if they were meant to meet.
pub(super) fn near_miss(page: &Page) -> Option<(String, FindingKind)> {
    let mut blocks = Vec::new();
    page.nodes.iter().for_each(|node| add_blocks(node, &mut blocks));
    // The edges of a table are those of the frame around it.
    let frames: Vec<Rect> =
        blocks.iter().filter(|block| block.node.role == NodeRole::Plate).map(|block| block.frame).collect();
    blocks.retain(|block| {
        let is_framed = |frame: &Rect| frame.contains(&block.frame) && (block.frame.x - frame.x).0 <= MISS.1;
        !matches!(block.node.kind, NodeKind::Table(_)) || !frames.iter().any(is_framed)
    });
    for (index, one) in blocks.iter().enumerate() {
        for other in &blocks[index + 1..] {
            let Some(miss) = miss(one, other) else { continue };
            let origin = [one.node, other.node].into_iter().find_map(|node| node.origin.as_ref());
            return Some((origin.map(|origin| origin.field.clone()).unwrap_or_default(), FindingKind::NearMiss(miss)));
        }
    }
    None
}

/// Something with edges that a reader compares with other edges.
struct Block<'n> {
    node: &'n Node,
    frame: Rect,
    /// Whether the left edge, the right edge, and the upper and lower edges are visible.
    visible: (bool, bool, bool),
}

fn add_blocks<'n>(node: &'n Node, blocks: &mut Vec<Block<'n>>) {
    if node.frame.width < Px(MIN_WIDTH) || node.frame.height < Px(24.0) {
        return;
    }
    if let NodeKind::Group(group) = &node.kind {
        // The places of boxes in a diagram follow from its lines.
        if node.origin.as_ref().is_some_and(|origin| origin.field == DIAGRAM) {
            return;
        }
        group.nodes.iter().for_each(|node| add_blocks(node, blocks));
        return;
    }
    let mut add = |frame, visible| blocks.push(Block { node, frame, visible });
    let own = node.frame;
    match &node.kind {
        NodeKind::Text(text) if has_visible_edge(node, text) => {
            let align = text.paragraphs.first().map_or(Align::Left, |paragraph| paragraph.align);
            add(own, (align == Align::Left, align == Align::Right, false));
        }
        // A round picture has no edges.
        NodeKind::Picture(picture) if node.role == NodeRole::Content && picture.radius.0 < own.height.0 / 3.0 => {
            // Half of the line around a picture lies outside it.
            let line = picture.outline.map_or(Px::ZERO, |stroke| stroke.width / 2.0);
            add(own.inset(-line), (true, true, true));
        }
        NodeKind::Table(_) | NodeKind::Code(_) => add(own, (true, true, false)),
        NodeKind::Shape(Shape { form: ShapeForm::Rect { radius }, .. }) if node.role == NodeRole::Plate => {
            // A low plate is as wide as its words, and a round one has no edges.
            let is_low = node.frame.height < Px(MIN_PLATE);
            if radius.0 < node.frame.height.0 / 3.0 {
                add(own, (true, !is_low, !is_low));
            }
        }
        _ => {}
    }
}

/// Whether the edge of a text is compared with others. Very large type is shifted by its side bearing, and numerals
/// align with nothing.
fn has_visible_edge(node: &Node, text: &Text) -> bool {
    let is_large = text.size().is_some_and(|size| size.0 >= LARGE);
    let field = node.origin.as_ref().map(|origin| origin.field.as_str());
    field.is_some_and(|field| !is_entry(field)) && !is_large
}

/// By how many px two blocks miss each other; `None` if they do not.
fn miss(one: &Block<'_>, other: &Block<'_>) -> Option<u16> {
    // Blocks that overlap, such as a plate and its content, are apart on purpose.
    if one.frame.overlaps(&other.frame) || one.frame == other.frame {
        return None;
    }
    let is_above = one.frame.bottom() <= other.frame.y + Px(0.5) || other.frame.bottom() <= one.frame.y + Px(0.5);
    let distance = |one: Px, other: Px| {
        let distance = (one - other).0.abs();
        (MISS.0..=MISS.1).contains(&distance).then_some(distance)
    };
    let miss_if = |is_visible: bool, one: Px, other: Px| is_visible.then(|| distance(one, other)).flatten();
    let (left, right, level) =
        (one.visible.0 && other.visible.0, one.visible.1 && other.visible.1, one.visible.2 && other.visible.2);
    let missed = if is_above {
        miss_if(left, one.frame.x, other.frame.x).or_else(|| miss_if(right, one.frame.right(), other.frame.right()))
    } else {
        miss_if(level, one.frame.y, other.frame.y).or_else(|| miss_if(level, one.frame.bottom(), other.frame.bottom()))
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 8")]
    missed.map(|distance| distance.round() as u16)
}
