//! Converts Markdown blocks to shaped blocks of a body.

use std::ops::Range;

use deck::{Block as MarkdownBlock, BodyPiece, Marker as MarkdownMarker, body_pieces};
use scene::{Align, Marker, MarkerSign, Paragraph, ParagraphKind, Px};

use super::tables;
use crate::finding::FindingKind;
use crate::grid::TableGrid;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::syntax;
use crate::text::{BlockOptions, TextBlock, Typesetter};

/// Indent of a list, and of each list nested in it.
const LIST_INDENT: Px = Px(40.0);
/// Padding of the background of a code block.
pub(super) const CODE_PADDING: Px = Px(24.0);
/// Indent of a quotation, including its bar.
pub(super) const QUOTE_INDENT: Px = Px(38.0);
/// Maximum height of a picture in a text.
const PICTURE_HEIGHT: Px = Px(320.0);

/// A shaped block of a body.
pub(super) struct BodyBlock {
    pub(super) kind: BodyBlockKind,
    /// The build step that shows the block.
    pub(super) step: usize,
    /// The range of the field's text that the block came from.
    pub(super) source: Option<Range<usize>>,
    /// Space above the block at the size it was shaped at.
    pub(super) gap: Px,
    /// Indent from the start edge; text blocks have their own indent instead.
    pub(super) indent: Px,
    /// Whether it must be in the same column as the next block.
    pub(super) keeps_with_next: bool,
    /// Whether it continues the list item above.
    pub(super) continues_item: bool,
}

/// The content of a block.
pub(super) enum BodyBlockKind {
    Words(TextBlock),
    Quote(TextBlock),
    Code { lines: TextBlock, language: String },
    Table(TableGrid),
    Picture { source: String, alt: String, aspect: f32 },
    Rule,
}

impl BodyBlock {
    /// Height of the block in a column.
    pub(super) fn height(&mut self, typesetter: &mut Typesetter, width: Px, scale: f32, gap: f32) -> Px {
        let width = width - self.indent;
        let options = |width: Px| BlockOptions { width, scale, gap };
        match &mut self.kind {
            BodyBlockKind::Words(block) => block.height(typesetter, options(width)),
            BodyBlockKind::Quote(block) => block.height(typesetter, options(width - QUOTE_INDENT)),
            BodyBlockKind::Code { lines, .. } => {
                lines.height(typesetter, options(width - CODE_PADDING * 2.0)) + CODE_PADDING * 2.0
            }
            BodyBlockKind::Table(grid) => grid.height(typesetter, width, scale, tables::METRICS),
            BodyBlockKind::Picture { aspect, .. } => picture_size(width, *aspect, scale).1,
            BodyBlockKind::Rule => Px(2.0),
        }
    }
}

/// Width and height of a picture in a column.
pub(super) fn picture_size(width: Px, aspect: f32, scale: f32) -> (Px, Px) {
    let height = (width / aspect).min(PICTURE_HEIGHT * scale.min(1.0));
    (height * aspect, height)
}

/// Shapes Markdown blocks at a font size. `sources` holds the range of each piece in the field's text, if known.
pub(super) fn shaped(
    sheet: &mut Sheet<'_>,
    field: &str,
    (blocks, sources): (&[MarkdownBlock], &[Range<usize>]),
    base: f32,
    align: Align,
) -> Vec<BodyBlock> {
    let start = sheet.body().size(base).leading(1.45);
    let pieces = body_pieces(blocks);
    let indents = indents(&pieces, base);
    let mut shaped: Vec<BodyBlock> = Vec::with_capacity(pieces.len());
    let mut before: Option<BodyPiece<'_>> = None;
    for (index, (piece, (indent, hang))) in pieces.iter().zip(indents).enumerate() {
        let pen = start.clone().align(if piece.level == 0 { align } else { start.align });
        let Some(kind) = kind(sheet, field, &pen, piece, indent, hang) else {
            continue;
        };
        let is_words = matches!(kind, BodyBlockKind::Words(_));
        let gap = Px(base * gap(before, piece));
        let mut entry = BodyBlock {
            kind,
            step: piece.step,
            source: sources.get(index).cloned(),
            gap,
            indent: if is_words { Px::ZERO } else { indent },
            keeps_with_next: matches!(piece.block, MarkdownBlock::Heading { .. } | MarkdownBlock::Rule),
            continues_item: piece.level > 0 && piece.marker.is_none(),
        };
        if let BodyBlockKind::Words(block) = &mut entry.kind {
            block.space_before(gap);
            block.set_source(sources.get(index));
        }
        shaped.push(entry);
        before = Some(*piece);
    }
    shaped
}

fn kind(
    sheet: &mut Sheet<'_>,
    field: &str,
    pen: &Pen,
    piece: &BodyPiece<'_>,
    indent: Px,
    hang: Px,
) -> Option<BodyBlockKind> {
    let base = pen.style.size.0;
    Some(match piece.block {
        MarkdownBlock::Heading { level, text } => {
            let size = match level {
                1 | 2 => base * 1.22,
                _ => base * 1.11,
            };
            let pen = pen.clone().size(size).leading(1.25).stressed();
            let paragraph =
                Paragraph { kind: ParagraphKind::Heading(*level), step: Some(piece.step), indent, ..pen.inlines(text) };
            BodyBlockKind::Words(TextBlock::new(sheet.typesetter, vec![paragraph]))
        }
        MarkdownBlock::Paragraph(text) => {
            let paragraph = list_item(sheet, pen.inlines(text), piece, indent, hang);
            BodyBlockKind::Words(TextBlock::new(sheet.typesetter, vec![paragraph]))
        }
        MarkdownBlock::Quote(blocks) => {
            let mut paragraphs = Vec::new();
            add_quoted(pen, blocks, &mut paragraphs);
            BodyBlockKind::Quote(TextBlock::new(sheet.typesetter, paragraphs))
        }
        MarkdownBlock::Code { language, text } => {
            let pen = sheet.mono().size(base * 0.84).leading(1.45);
            let lines = syntax::lines(&pen, &sheet.look.syntax, language, text);
            BodyBlockKind::Code { lines: TextBlock::unbroken(sheet.typesetter, lines), language: language.clone() }
        }
        MarkdownBlock::Table { align, head, rows } => BodyBlockKind::Table(tables::grid(sheet, pen, align, head, rows)),
        MarkdownBlock::Picture(picture) => {
            let Some(facts) = sheet.pictures.facts(&picture.source) else {
                sheet.report(field, FindingKind::MissingPicture(picture.source.clone()));
                return None;
            };
            BodyBlockKind::Picture { source: picture.source.clone(), alt: picture.alt.clone(), aspect: facts.aspect() }
        }
        MarkdownBlock::Rule => BodyBlockKind::Rule,
        MarkdownBlock::List { .. } => return None,
    })
}

/// A paragraph with the marker and indent of its list.
fn list_item(sheet: &Sheet<'_>, paragraph: Paragraph, piece: &BodyPiece<'_>, indent: Px, hang: Px) -> Paragraph {
    let sign = piece.marker.map(|marker| match marker {
        MarkdownMarker::Bullet => MarkerSign::Bullet,
        MarkdownMarker::Number(number) => MarkerSign::Number(number),
        MarkdownMarker::Task(done) => MarkerSign::Task(done),
    });
    let color = sheet.surface.mark;
    Paragraph {
        kind: if piece.level > 0 { ParagraphKind::Item } else { ParagraphKind::Plain },
        level: u8::try_from(piece.level).unwrap_or(u8::MAX),
        marker: sign.map(|sign| Marker { sign, color, hang }),
        indent,
        step: Some(piece.step),
        ..paragraph
    }
}

/// Adds the paragraphs of a quotation. Tables, code and other blocks are quoted as plain text.
fn add_quoted(pen: &Pen, blocks: &[MarkdownBlock], paragraphs: &mut Vec<Paragraph>) {
    for piece in body_pieces(blocks) {
        let (paragraph, lead) = match piece.block {
            MarkdownBlock::Heading { text, .. } => (pen.clone().stressed().inlines(text), 0.6),
            MarkdownBlock::Paragraph(text) => (pen.inlines(text), if piece.level > 0 { 0.25 } else { 0.6 }),
            MarkdownBlock::Quote(blocks) => {
                add_quoted(pen, blocks, paragraphs);
                continue;
            }
            other => (pen.plain(&deck::plain_text(std::slice::from_ref(other))), 0.6),
        };
        let hang = if piece.level > 0 { LIST_INDENT } else { Px::ZERO };
        let sign = piece.marker.map(|marker| match marker {
            MarkdownMarker::Bullet => MarkerSign::Bullet,
            MarkdownMarker::Number(number) => MarkerSign::Number(number),
            MarkdownMarker::Task(done) => MarkerSign::Task(done),
        });
        paragraphs.push(Paragraph {
            kind: ParagraphKind::Quote,
            level: u8::try_from(piece.level).unwrap_or(u8::MAX),
            marker: sign.map(|sign| Marker { sign, color: pen.style.color, hang }),
            indent: LIST_INDENT * as_f32(piece.level.saturating_sub(1)) + hang,
            space_before: pen.style.size * lead,
            ..paragraph
        });
    }
}

/// The text indent of each piece and the width of its marker column. A numbered list is indented far enough for its
/// longest number.
fn indents(pieces: &[BodyPiece<'_>], base: f32) -> Vec<(Px, Px)> {
    let mut open = [Px::ZERO; 4];
    let mut places = Vec::with_capacity(pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        let depth = piece.level.min(3);
        if piece.marker.is_some() {
            // Width of the digits, the full stop and the space after it, in ems of the bundled fonts.
            let (before, from) = pieces.split_at(index);
            let digits = digits(from.iter(), piece.level).max(digits(before.iter().rev(), piece.level));
            open[depth] = match (piece.marker, digits) {
                (Some(MarkdownMarker::Number(_)), digits) => LIST_INDENT.max(Px(base * (0.54 * as_f32(digits) + 0.66))),
                _ => LIST_INDENT,
            };
        }
        let hang = if depth == 0 { Px::ZERO } else { open[depth] };
        let indent = open[1..=depth].iter().copied().sum();
        places.push((indent, hang));
    }
    places
}

/// Number of digits of the longest number among the pieces of one list.
fn digits<'p>(pieces: impl Iterator<Item = &'p BodyPiece<'p>>, depth: usize) -> usize {
    let of_list = |piece: &&BodyPiece<'_>| {
        piece.level > depth || (piece.level == depth && !matches!(piece.marker, Some(MarkdownMarker::Bullet)))
    };
    let number = |piece: &BodyPiece<'_>| match piece.marker {
        Some(MarkdownMarker::Number(number)) if piece.level == depth => number.to_string().len(),
        _ => 0,
    };
    pieces.take_while(of_list).map(number).max().unwrap_or(0)
}

/// Space above a piece, in ems of running text.
fn gap(before: Option<BodyPiece<'_>>, piece: &BodyPiece<'_>) -> f32 {
    let Some(before) = before else { return 0.0 };
    let is_plain = |block: &MarkdownBlock| matches!(block, MarkdownBlock::Paragraph(_));
    match (before.block, piece.block) {
        (MarkdownBlock::Heading { .. }, _) => 0.35,
        (_, MarkdownBlock::Heading { .. }) => 0.95,
        (one, other) if is_plain(one) && is_plain(other) && piece.level > 0 && before.level > 0 => {
            if piece.level == 1 {
                0.34
            } else {
                0.2
            }
        }
        (one, other) if is_plain(one) && is_plain(other) => 0.6,
        _ => 0.75,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a handful")]
fn as_f32(count: usize) -> f32 {
    count as f32
}
