//! Converts Markdown blocks to shaped blocks of a body.

use std::ops::Range;

use deck::voice::{Bullet, TextBullets, TextLead};
use deck::{Block as MarkdownBlock, BodyPiece, Inline, Marker as MarkdownMarker, body_pieces};
use scene::{Align, BulletForm, Color, Marker, MarkerSign, Paragraph, ParagraphKind, Px};

use super::{BodyStyle, bullets, tables};
use crate::finding::FindingKind;
use crate::grid::TableGrid;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::syntax;
use crate::text::{BlockOptions, TextBlock, Typesetter};

/// Padding of the background of a code block.
pub(super) const CODE_PADDING: Px = Px(24.0);
/// Indent of a quotation, including its bar.
pub(super) const QUOTE_INDENT: Px = Px(48.0);
/// Maximum height of a picture in a text.
const PICTURE_HEIGHT: Px = Px(420.0);
/// Line height of the first paragraph in the heading face.
const LEAD_LEADING: f32 = 1.15;

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
    /// Whether the block must be in the same column as the next one.
    pub(super) keeps_with_next: bool,
    /// Whether the block continues the list item above.
    pub(super) continues_item: bool,
    /// Whether the block is the first one of an item of the outermost list.
    pub(super) starts_item: bool,
    /// Whether the block is in a list.
    pub(super) in_list: bool,
    /// Space on both sides of the block, for the pill or plate behind it, at the size it was shaped at.
    pub(super) inset: Px,
    /// Space above and below the block, for the pill or plate behind it, at the size it was shaped at.
    pub(super) pads: (Px, Px),
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
    /// Width of the block in a column.
    pub(super) fn inner_width(&self, width: Px, scale: f32) -> Px {
        width - (self.indent + self.inset * 2.0) * scale
    }

    /// Height of the block in a column, with the space above and below it.
    pub(super) fn height(&mut self, typesetter: &mut Typesetter, width: Px, scale: f32, gap: f32) -> Px {
        let width = self.inner_width(width, scale);
        let options = |width: Px| BlockOptions { width, scale, gap };
        let height = match &mut self.kind {
            BodyBlockKind::Words(block) => block.height(typesetter, options(width)),
            BodyBlockKind::Quote(block) => block.height(typesetter, options(width - QUOTE_INDENT)),
            BodyBlockKind::Code { lines, .. } => {
                lines.height(typesetter, options(width - CODE_PADDING * 2.0)) + CODE_PADDING * 2.0
            }
            BodyBlockKind::Table(grid) => grid.height(typesetter, width, scale, tables::METRICS),
            BodyBlockKind::Picture { aspect, .. } => picture_size(width, *aspect, scale).1,
            BodyBlockKind::Rule => Px(2.0),
        };
        height + (self.pads.0 + self.pads.1) * scale
    }
}

/// Width and height of a picture in a column.
pub(super) fn picture_size(width: Px, aspect: f32, scale: f32) -> (Px, Px) {
    let height = (width / aspect).min(PICTURE_HEIGHT * scale.min(1.0));
    (height * aspect, height)
}

/// Shapes Markdown blocks in a style. `sources` holds the range of each piece in the field's text, if known.
pub(super) fn shaped(
    sheet: &mut Sheet<'_>,
    field: &str,
    (blocks, sources): (&[MarkdownBlock], &[Range<usize>]),
    style: BodyStyle,
) -> Vec<BodyBlock> {
    let base = style.base;
    let pieces = body_pieces(blocks);
    let indents = indents(sheet, &pieces, base);
    let page = sheet.surface;
    // The items of a list on a plate are in the colours of the plate.
    let on_plate = if style.bullets == TextBullets::Plate { sheet.entry_surface(bullets::PLATE_PLACE) } else { page };
    let mut shaped: Vec<BodyBlock> = Vec::with_capacity(pieces.len());
    let mut before: Option<BodyPiece<'_>> = None;
    let mut item = 0;
    for (index, (piece, (indent, hang))) in pieces.iter().zip(indents).enumerate() {
        sheet.surface = if piece.level == 0 { page } else { on_plate };
        let mut pen = sheet.body().size(base).leading(style.leading);
        if piece.level == 0 {
            pen = pen.align(style.align);
        }
        let is_lead =
            style.has_lead && index == 0 && piece.level == 0 && matches!(piece.block, MarkdownBlock::Paragraph(_));
        if is_lead && sheet.look.voice.text.lead == TextLead::Heading {
            let scale = sheet.look.voice.text.lead_scale;
            pen = sheet.heading().size(base * scale).leading(LEAD_LEADING).align(pen.align);
        }
        let starts_item = piece.level == 1 && piece.marker.is_some();
        item += usize::from(starts_item);
        let Some(kind) = block_kind(sheet, field, &pen, piece, (indent, hang, item)) else {
            continue;
        };
        let is_words = matches!(kind, BodyBlockKind::Words(_));
        let gap = Px(base * gap(before, piece, style.bullets));
        let ends_item =
            pieces.get(index + 1).is_none_or(|next| next.level == 0 || (next.level == 1 && next.marker.is_some()));
        let (inset, above, below) = bullets::paddings(style.bullets, piece.level, sheet.has_sided_plates());
        let is_first = shaped.last().is_none_or(|before| !before.in_list);
        let is_last = pieces.get(index + 1).is_none_or(|next| next.level == 0);
        let (pad_above, pad_below) = match style.bullets {
            TextBullets::Plate => (is_first, is_last),
            _ => (starts_item, ends_item),
        };
        let pad = |is_padded: bool, pad: f32| Px(if is_padded { base * pad } else { 0.0 });
        let mut entry = BodyBlock {
            kind,
            step: piece.step,
            source: sources.get(index).cloned(),
            gap,
            indent: if is_words { Px::ZERO } else { indent },
            keeps_with_next: matches!(piece.block, MarkdownBlock::Heading { .. } | MarkdownBlock::Rule),
            continues_item: piece.level > 0 && piece.marker.is_none(),
            starts_item,
            in_list: piece.level > 0,
            inset: Px(base * inset),
            pads: (pad(pad_above, above), pad(pad_below, below)),
        };
        if let BodyBlockKind::Words(block) = &mut entry.kind {
            block.set_source(sources.get(index));
        }
        shaped.push(entry);
        before = Some(*piece);
    }
    sheet.surface = page;
    shaped
}

/// The content of the block of a piece. Reports a picture that is missing and returns `None` for it.
fn block_kind(
    sheet: &mut Sheet<'_>,
    field: &str,
    pen: &Pen,
    piece: &BodyPiece<'_>,
    (indent, hang, item): (Px, Px, usize),
) -> Option<BodyBlockKind> {
    let base = pen.style.size.0;
    Some(match piece.block {
        MarkdownBlock::Heading { level, text } => {
            let size = match level {
                1 | 2 => base * 1.15,
                _ => base,
            };
            let pen = pen.clone().size(size).leading(1.2).stressed();
            let paragraph =
                Paragraph { kind: ParagraphKind::Heading(*level), step: Some(piece.step), indent, ..pen.inlines(text) };
            BodyBlockKind::Words(TextBlock::new(sheet.typesetter, vec![paragraph]))
        }
        MarkdownBlock::Paragraph(text) => {
            let is_display = matches!(&text[..], [Inline::Formula(formula)] if formula.display);
            let align = if is_display && piece.level == 0 { Align::Center } else { pen.align };
            let pen = pen.clone().align(align);
            let paragraph = list_item(sheet, pen.inlines(text), piece, (indent, hang, item));
            BodyBlockKind::Words(TextBlock::new(sheet.typesetter, vec![paragraph]))
        }
        MarkdownBlock::Quote(blocks) => {
            let mut paragraphs = Vec::new();
            add_quoted(pen, blocks, &mut paragraphs);
            BodyBlockKind::Quote(TextBlock::new(sheet.typesetter, paragraphs))
        }
        MarkdownBlock::Code { language, text, .. } => {
            let pen = sheet.mono().size(base * 0.8).leading(1.35);
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

/// A paragraph with the marker and indent of its list. `item` counts the items of the outermost lists, from 1.
fn list_item(
    sheet: &Sheet<'_>,
    paragraph: Paragraph,
    piece: &BodyPiece<'_>,
    (indent, hang, item): (Px, Px, usize),
) -> Paragraph {
    let (form, color) = bullet(sheet, item.saturating_sub(1));
    let sign = piece.marker.map(sign);
    let color = if sign == Some(MarkerSign::Bullet) { color } else { sheet.surface.link };
    Paragraph {
        kind: if piece.level > 0 { ParagraphKind::Item } else { ParagraphKind::Plain },
        level: u8::try_from(piece.level).unwrap_or(u8::MAX),
        marker: sign.map(|sign| Marker { sign, form, color, hang }),
        indent,
        step: Some(piece.step),
        ..paragraph
    }
}

fn sign(marker: MarkdownMarker) -> MarkerSign {
    match marker {
        MarkdownMarker::Bullet => MarkerSign::Bullet,
        MarkdownMarker::Number(number) => MarkerSign::Number(number),
        MarkdownMarker::Task(done) => MarkerSign::Task(done),
    }
}

/// Shape and colour of the bullet of an item, as defined by the voice. `place` is the index of the item.
fn bullet(sheet: &Sheet<'_>, place: usize) -> (BulletForm, Color) {
    let mark = sheet.surface.mark;
    match sheet.look.voice.marker.bullet {
        Bullet::Disc => (BulletForm::Disc, mark),
        Bullet::Dash => (BulletForm::Dash, mark),
        Bullet::Half => (BulletForm::HalfDisc, mark),
        Bullet::Ring => (BulletForm::Ring, mark),
        Bullet::Square => (BulletForm::Square, mark),
        Bullet::Cross => (BulletForm::Cross, mark),
        Bullet::Box => (BulletForm::Box, mark),
        Bullet::Shapes => {
            let form = [BulletForm::Disc, BulletForm::Square, BulletForm::Triangle][place % 3];
            let is_light = matches!(sheet.surface.ground, Ground::Base | Ground::Tint | Ground::Surface);
            (form, if is_light { sheet.readable_mark(sheet.brand_color(place)) } else { mark })
        }
    }
}

/// Width of the marker column of bullets, in ems.
fn bullet_hang(sheet: &Sheet<'_>) -> f32 {
    match sheet.look.voice.marker.bullet {
        Bullet::Disc | Bullet::Ring | Bullet::Square => 0.9,
        Bullet::Dash | Bullet::Half | Bullet::Shapes | Bullet::Cross | Bullet::Box => 1.05,
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
        let hang = if piece.level > 0 { pen.style.size } else { Px::ZERO };
        paragraphs.push(Paragraph {
            kind: ParagraphKind::Quote,
            level: u8::try_from(piece.level).unwrap_or(u8::MAX),
            marker: piece.marker.map(|marker| Marker {
                sign: sign(marker),
                form: BulletForm::Disc,
                color: pen.style.color,
                hang,
            }),
            indent: pen.style.size * as_f32(piece.level.saturating_sub(1)) + hang,
            space_before: pen.style.size * lead,
            ..paragraph
        });
    }
}

/// The text indent of each piece and the width of its marker column. A numbered list is indented far enough for its
/// longest number.
fn indents(sheet: &Sheet<'_>, pieces: &[BodyPiece<'_>], base: f32) -> Vec<(Px, Px)> {
    let hang = Px(base * bullet_hang(sheet));
    // The width of the marker column of the current list at each level.
    let mut hangs = [Px::ZERO; 4];
    let mut places = Vec::with_capacity(pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        let depth = piece.level.min(3);
        if piece.marker.is_some() {
            let (before, from) = pieces.split_at(index);
            let digits = digits(from.iter(), piece.level).max(digits(before.iter().rev(), piece.level));
            // Width of the digits, the full stop and the space after it, in ems of the bundled fonts.
            hangs[depth] = match (piece.marker, digits) {
                (Some(MarkdownMarker::Number(_)), digits) => hang.max(Px(base * (0.54 * as_f32(digits) + 0.66))),
                _ => hang,
            };
        }
        let hang = if depth == 0 { Px::ZERO } else { hangs[depth] };
        let indent = hangs[1..=depth].iter().copied().sum();
        places.push((indent, hang));
    }
    places
}

/// Number of digits of the longest number among the pieces of one list.
fn digits<'p>(pieces: impl Iterator<Item = &'p BodyPiece<'p>>, depth: usize) -> usize {
    let is_in_list = |piece: &&BodyPiece<'_>| {
        piece.level > depth || (piece.level == depth && !matches!(piece.marker, Some(MarkdownMarker::Bullet)))
    };
    let number = |piece: &BodyPiece<'_>| match piece.marker {
        Some(MarkdownMarker::Number(number)) if piece.level == depth => number.to_string().len(),
        _ => 0,
    };
    pieces.take_while(is_in_list).map(number).max().unwrap_or(0)
}

/// Space above a piece, in ems of running text.
fn gap(before: Option<BodyPiece<'_>>, piece: &BodyPiece<'_>, form: TextBullets) -> f32 {
    let Some(before) = before else { return 0.0 };
    let is_plain = |block: &MarkdownBlock| matches!(block, MarkdownBlock::Paragraph(_));
    match (before.block, piece.block) {
        (MarkdownBlock::Heading { .. }, _) => 0.18,
        (_, MarkdownBlock::Heading { .. }) => 0.7,
        (one, other) if is_plain(one) && is_plain(other) && piece.level > 0 && before.level > 0 => {
            if piece.level == 1 && piece.marker.is_some() { bullets::gap(form) } else { 0.24 }
        }
        _ if piece.level != before.level && form == TextBullets::Ruled => 0.75,
        _ => 0.55,
    }
}

#[expect(clippy::cast_precision_loss, reason = "a handful")]
fn as_f32(count: usize) -> f32 {
    count as f32
}
