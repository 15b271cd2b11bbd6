//! The blocks of a body, shaped.

use std::ops::Range;

use deck::{Block as MarkdownBlock, Marker as MarkdownMarker, Piece, pieces};
use scene::{Align, Marker, Paragraph, ParagraphKind, Px, Sign};

use super::tables;
use crate::finding::FindingKind;
use crate::grid::Grid;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::syntax;
use crate::text::{Block, Setting, Typesetter};

/// How far a list hangs, and each list inside it.
const HANG: Px = Px(40.0);
/// Padding of the plate behind code.
pub(super) const CODE_PADDING: Px = Px(24.0);
/// How far a quotation stands from its bar, the bar included.
pub(super) const QUOTE_INDENT: Px = Px(38.0);
/// The height that a picture in a text may take.
const PICTURE_HEIGHT: Px = Px(320.0);

/// A block of a body.
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    /// The build step that shows it.
    pub(super) step: usize,
    /// Which part of the field's text says it.
    pub(super) source: Option<Range<usize>>,
    /// Room above it at the size it was shaped at.
    pub(super) gap: Px,
    /// How far it stands from the start edge; words carry their own.
    pub(super) indent: Px,
    /// Whether it stays with the entry below.
    pub(super) keeps: bool,
    /// Whether it belongs to the list item above.
    pub(super) joins: bool,
}

/// What a block of a body is.
pub(super) enum EntryKind {
    Words(Block),
    Quote(Block),
    Code { lines: Block, language: String },
    Table(Grid),
    Picture { source: String, alt: String, aspect: f32 },
    Rule,
}

impl Entry {
    /// How high it is in a column.
    pub(super) fn height(&mut self, set: &mut Typesetter, width: Px, scale: f32, gap: f32) -> Px {
        let width = width - self.indent;
        let setting = |width: Px| Setting { width, scale, gap };
        match &mut self.kind {
            EntryKind::Words(block) => block.height(set, setting(width)),
            EntryKind::Quote(block) => block.height(set, setting(width - QUOTE_INDENT)),
            EntryKind::Code { lines, .. } => {
                lines.height(set, setting(width - CODE_PADDING * 2.0)) + CODE_PADDING * 2.0
            }
            EntryKind::Table(grid) => grid.height(set, width, scale, tables::FORM),
            EntryKind::Picture { aspect, .. } => picture_size(width, *aspect, scale).1,
            EntryKind::Rule => Px(2.0),
        }
    }
}

/// Width and height of a picture in a column.
pub(super) fn picture_size(width: Px, aspect: f32, scale: f32) -> (Px, Px) {
    let height = (width / aspect).min(PICTURE_HEIGHT * scale.min(1.0));
    (height * aspect, height)
}

/// The entries of a body, shaped at a size. `sources` says where each piece was written, where that is known.
pub(super) fn entries(
    sheet: &mut Sheet<'_>,
    field: &str,
    (blocks, sources): (&[MarkdownBlock], &[Range<usize>]),
    base: f32,
    align: Align,
) -> Vec<Entry> {
    let start = sheet.body().size(base).leading(1.45);
    let pieces = pieces(blocks);
    let hangs = hangs(&pieces, base);
    let mut entries: Vec<Entry> = Vec::with_capacity(pieces.len());
    let mut before: Option<Piece<'_>> = None;
    for (index, (piece, (indent, hang))) in pieces.iter().zip(hangs).enumerate() {
        let pen = start.clone().align(if piece.level == 0 { align } else { start.align });
        let Some(kind) = kind(sheet, field, &pen, piece, indent, hang) else {
            continue;
        };
        let is_words = matches!(kind, EntryKind::Words(_));
        let gap = Px(base * gap(before, piece));
        let mut entry = Entry {
            kind,
            step: piece.step,
            source: sources.get(index).cloned(),
            gap,
            indent: if is_words { Px::ZERO } else { indent },
            keeps: matches!(piece.block, MarkdownBlock::Heading { .. } | MarkdownBlock::Rule),
            joins: piece.level > 0 && piece.marker.is_none(),
        };
        if let EntryKind::Words(block) = &mut entry.kind {
            block.space_before(gap);
            block.said_at(sources.get(index));
        }
        entries.push(entry);
        before = Some(*piece);
    }
    entries
}

fn kind(sheet: &mut Sheet<'_>, field: &str, pen: &Pen, piece: &Piece<'_>, indent: Px, hang: Px) -> Option<EntryKind> {
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
            EntryKind::Words(Block::new(sheet.set, vec![paragraph]))
        }
        MarkdownBlock::Paragraph(text) => {
            let paragraph = item(sheet, pen.inlines(text), piece, indent, hang);
            EntryKind::Words(Block::new(sheet.set, vec![paragraph]))
        }
        MarkdownBlock::Quote(blocks) => {
            let mut paragraphs = Vec::new();
            add_quoted(pen, blocks, &mut paragraphs);
            EntryKind::Quote(Block::new(sheet.set, paragraphs))
        }
        MarkdownBlock::Code { language, text } => {
            let pen = sheet.mono().size(base * 0.84).leading(1.45);
            let lines = syntax::lines(&pen, &sheet.look.syntax, language, text);
            EntryKind::Code { lines: Block::unbroken(sheet.set, lines), language: language.clone() }
        }
        MarkdownBlock::Table { align, head, rows } => EntryKind::Table(tables::grid(sheet, pen, align, head, rows)),
        MarkdownBlock::Picture(picture) => {
            let Some(facts) = sheet.pictures.facts(&picture.source) else {
                sheet.find(field, FindingKind::MissingPicture(picture.source.clone()));
                return None;
            };
            EntryKind::Picture { source: picture.source.clone(), alt: picture.alt.clone(), aspect: facts.aspect() }
        }
        MarkdownBlock::Rule => EntryKind::Rule,
        MarkdownBlock::List { .. } => return None,
    })
}

/// A paragraph with its place in the lists around it.
fn item(sheet: &Sheet<'_>, paragraph: Paragraph, piece: &Piece<'_>, indent: Px, hang: Px) -> Paragraph {
    let sign = piece.marker.map(|marker| match marker {
        MarkdownMarker::Bullet => Sign::Bullet,
        MarkdownMarker::Number(number) => Sign::Number(number),
        MarkdownMarker::Task(done) => Sign::Task(done),
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

/// The paragraphs of a quotation. What is no running text is quoted as its words.
fn add_quoted(pen: &Pen, blocks: &[MarkdownBlock], paragraphs: &mut Vec<Paragraph>) {
    for piece in pieces(blocks) {
        let (paragraph, lead) = match piece.block {
            MarkdownBlock::Heading { text, .. } => (pen.clone().stressed().inlines(text), 0.6),
            MarkdownBlock::Paragraph(text) => (pen.inlines(text), if piece.level > 0 { 0.25 } else { 0.6 }),
            MarkdownBlock::Quote(blocks) => {
                add_quoted(pen, blocks, paragraphs);
                continue;
            }
            other => (pen.plain(&deck::plain(std::slice::from_ref(other))), 0.6),
        };
        let hang = if piece.level > 0 { HANG } else { Px::ZERO };
        let sign = piece.marker.map(|marker| match marker {
            MarkdownMarker::Bullet => Sign::Bullet,
            MarkdownMarker::Number(number) => Sign::Number(number),
            MarkdownMarker::Task(done) => Sign::Task(done),
        });
        paragraphs.push(Paragraph {
            kind: ParagraphKind::Quote,
            level: u8::try_from(piece.level).unwrap_or(u8::MAX),
            marker: sign.map(|sign| Marker { sign, color: pen.style.color, hang }),
            indent: HANG * level(piece.level.saturating_sub(1)) + hang,
            space_before: pen.style.size * lead,
            ..paragraph
        });
    }
}

/// How far the words of each piece stand from the start edge, and how far before them their marker does. A numbered
/// list hangs far enough for its longest number.
fn hangs(pieces: &[Piece<'_>], base: f32) -> Vec<(Px, Px)> {
    let mut open = [Px::ZERO; 4];
    let mut places = Vec::with_capacity(pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        let depth = piece.level.min(3);
        if piece.marker.is_some() {
            // A figure, the point and the room after it, in ems of the faces we have.
            let (before, from) = pieces.split_at(index);
            let digits = digits(from.iter(), piece.level).max(digits(before.iter().rev(), piece.level));
            open[depth] = match (piece.marker, digits) {
                (Some(MarkdownMarker::Number(_)), digits) => HANG.max(Px(base * (0.54 * level(digits) + 0.66))),
                _ => HANG,
            };
        }
        let hang = if depth == 0 { Px::ZERO } else { open[depth] };
        let indent = open[1..=depth].iter().copied().sum();
        places.push((indent, hang));
    }
    places
}

/// Digits of the longest number among pieces, as far as they belong to one list.
fn digits<'p>(pieces: impl Iterator<Item = &'p Piece<'p>>, depth: usize) -> usize {
    let of_list = |piece: &&Piece<'_>| {
        piece.level > depth || (piece.level == depth && !matches!(piece.marker, Some(MarkdownMarker::Bullet)))
    };
    let number = |piece: &Piece<'_>| match piece.marker {
        Some(MarkdownMarker::Number(number)) if piece.level == depth => number.to_string().len(),
        _ => 0,
    };
    pieces.take_while(of_list).map(number).max().unwrap_or(0)
}

/// Room above a piece, in ems of running text.
fn gap(before: Option<Piece<'_>>, piece: &Piece<'_>) -> f32 {
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
fn level(count: usize) -> f32 {
    count as f32
}
