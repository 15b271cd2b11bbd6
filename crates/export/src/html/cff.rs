//! Fonts whose outlines are CFF, as those for Chinese, Japanese and Korean mostly are, or CFF2, as the variable ones of
//! those are.
//!
//! The subsetter of web fonts cuts every table of theirs but the outlines, and the subsetter of PDF cuts nothing but
//! them. Both number glyphs alike, so each does its part and the tables are put together here. CFF2 outlines become
//! TrueType ones of the usual weight.

use read_fonts::types::{GlyphId, Tag};
use read_fonts::{FontRef, TableProvider, TableRecord};
use scene::Face;
use skera::Plan;
use subsetter::GlyphRemapper;

/// The outlines of a font by their kind.
const CFF: [&[u8; 4]; 2] = [b"CFF ", b"CFF2"];
/// Tables about how outlines vary: cut ones do not.
const VARIED: [&[u8; 4]; 6] = [b"avar", b"fvar", b"HVAR", b"MVAR", b"VORG", b"VVAR"];
/// Tables that describe the outlines and depend on their kind.
const MEASURES: [&[u8; 4]; 6] = [b"glyf", b"loca", b"head", b"hhea", b"hmtx", b"maxp"];

/// Whether the outlines of a font are CFF or CFF2.
pub(super) fn is(font: &FontRef<'_>) -> bool {
    font.cff().is_ok() || font.cff2().is_ok()
}

/// All tables of a font as a file of its own.
pub(super) fn whole(font: &FontRef<'_>) -> Vec<u8> {
    file(tables(font))
}

/// A subset with the outlines that it lacks; nothing where they cannot be cut.
pub(super) fn with_outlines(subset: &[u8], face: &Face, plan: &Plan) -> Option<Vec<u8>> {
    let mut glyphs: Vec<(GlyphId, GlyphId)> = plan.old_to_new_glyph_mapping().collect();
    glyphs.sort_unstable_by_key(|(_, new)| *new);
    let mut order = GlyphRemapper::new();
    for (old, new) in glyphs {
        let place = order.remap(u16::try_from(old.to_u32()).ok()?);
        if u32::from(place) != new.to_u32() {
            return None;
        }
    }
    let cut = subsetter::subset_with_variations((*face.bytes).as_ref(), face.index, &[], &order).ok()?;
    let (cut, font) = (FontRef::new(&cut).ok()?, FontRef::new(subset).ok()?);
    let is_outline = |tag: Tag| is_one(&CFF, tag) || is_one(&MEASURES, tag);
    let outlines = tables(&cut).into_iter().filter(|(tag, _)| is_outline(*tag));
    let others = tables(&font).into_iter().filter(|(tag, _)| !is_outline(*tag) && !is_one(&VARIED, *tag));
    Some(file(others.chain(outlines).collect()))
}

fn tables<'f>(font: &FontRef<'f>) -> Vec<(Tag, &'f [u8])> {
    let records = font.table_directory().table_records();
    let tags = records.iter().map(TableRecord::tag);
    tags.filter_map(|tag| Some((tag, font.table_data(tag)?.as_bytes()))).collect()
}

fn is_one(tags: &[&[u8; 4]], tag: Tag) -> bool {
    tags.contains(&&tag.to_be_bytes())
}

/// A font file of these tables.
fn file(mut tables: Vec<(Tag, &[u8])>) -> Vec<u8> {
    tables.sort_unstable_by_key(|(tag, _)| *tag);
    let count = u16::try_from(tables.len()).unwrap_or(u16::MAX);
    // The search hints of the directory: the largest power of two not above the count, times 16.
    let power = count.max(1).ilog2();
    let range = 16_u16 << power;
    let selector = u16::try_from(power).unwrap_or_default();
    let has_cff = tables.iter().any(|(tag, _)| is_one(&CFF, *tag));
    let mut file = if has_cff { b"OTTO".to_vec() } else { vec![0, 1, 0, 0] };
    for word in [count, range, selector, count.saturating_mul(16).saturating_sub(range)] {
        file.extend(word.to_be_bytes());
    }
    let mut at = 12 + tables.len() * 16;
    for (tag, table) in &tables {
        file.extend(tag.to_be_bytes());
        for word in [checksum(table), long(at), long(table.len())] {
            file.extend(word.to_be_bytes());
        }
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in &tables {
        file.extend(*table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

/// The sum of a table's words.
fn checksum(table: &[u8]) -> u32 {
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_be_bytes(word)
    };
    table.chunks(4).map(word).fold(0, u32::wrapping_add)
}

/// No font file is larger than its format can say.
fn long(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
