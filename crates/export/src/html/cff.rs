//! Fonts with CFF outlines, as most fonts for Chinese, Japanese and Korean have, or CFF2 outlines, as their variable
//! fonts have.
//!
//! `skera` subsets every table but the outlines, `subsetter` only the outlines. Both number glyphs in the same way, so
//! the tables of both are combined into one file. CFF2 outlines become TrueType outlines of the default weight.

use read_fonts::types::{GlyphId, Tag};
use read_fonts::{FontRef, TableProvider, TableRecord};
use scene::FontFace;
use skera::Plan;
use subsetter::GlyphRemapper;

/// Tables with CFF outlines.
const CFF: [&[u8; 4]; 2] = [b"CFF ", b"CFF2"];
/// Tables of variable fonts: a subset has fixed outlines.
const VARIATION: [&[u8; 4]; 6] = [b"avar", b"fvar", b"HVAR", b"MVAR", b"VORG", b"VVAR"];
/// Tables that depend on the kind of outlines.
const OUTLINE_METRICS: [&[u8; 4]; 6] = [b"glyf", b"loca", b"head", b"hhea", b"hmtx", b"maxp"];

/// Whether the outlines of a font are CFF or CFF2.
pub(super) fn has_cff(font: &FontRef<'_>) -> bool {
    font.cff().is_ok() || font.cff2().is_ok()
}

/// A font file with all tables of one font of a collection.
pub(super) fn whole(font: &FontRef<'_>) -> Vec<u8> {
    font_file(tables(font))
}

/// A subset with its outlines added. `None` when the outlines cannot be subset.
pub(super) fn with_outlines(subset: &[u8], face: &FontFace, plan: &Plan) -> Option<Vec<u8>> {
    let mut glyphs: Vec<(GlyphId, GlyphId)> = plan.old_to_new_glyph_mapping().collect();
    glyphs.sort_unstable_by_key(|(_, new)| *new);
    let mut remapper = GlyphRemapper::new();
    for (old, new) in glyphs {
        let number = remapper.remap(u16::try_from(old.to_u32()).ok()?);
        if u32::from(number) != new.to_u32() {
            return None;
        }
    }
    let outline_subset = subsetter::subset_with_variations((*face.bytes).as_ref(), face.index, &[], &remapper).ok()?;
    let (outline_font, font) = (FontRef::new(&outline_subset).ok()?, FontRef::new(subset).ok()?);
    let is_outline = |tag: Tag| is_among(&CFF, tag) || is_among(&OUTLINE_METRICS, tag);
    let outlines = tables(&outline_font).into_iter().filter(|(tag, _)| is_outline(*tag));
    let others = tables(&font).into_iter().filter(|(tag, _)| !is_outline(*tag) && !is_among(&VARIATION, *tag));
    Some(font_file(others.chain(outlines).collect()))
}

/// The tables of a font.
fn tables<'f>(font: &FontRef<'f>) -> Vec<(Tag, &'f [u8])> {
    let records = font.table_directory().table_records();
    let tags = records.iter().map(TableRecord::tag);
    tags.filter_map(|tag| Some((tag, font.table_data(tag)?.as_bytes()))).collect()
}

/// Whether a tag is one of a list.
fn is_among(tags: &[&[u8; 4]], tag: Tag) -> bool {
    tags.contains(&&tag.to_be_bytes())
}

/// A font file with these tables.
fn font_file(mut tables: Vec<(Tag, &[u8])>) -> Vec<u8> {
    tables.sort_unstable_by_key(|(tag, _)| *tag);
    let count = u16::try_from(tables.len()).unwrap_or(u16::MAX);
    // The search fields of the table directory: 16 times the largest power of two not above the count.
    let power = count.max(1).ilog2();
    let range = 16_u16 << power;
    let selector = u16::try_from(power).unwrap_or_default();
    let is_cff = tables.iter().any(|(tag, _)| is_among(&CFF, *tag));
    let mut file = if is_cff { b"OTTO".to_vec() } else { vec![0, 1, 0, 0] };
    for word in [count, range, selector, count.saturating_mul(16).saturating_sub(range)] {
        file.extend(word.to_be_bytes());
    }
    let mut offset = 12 + tables.len() * 16;
    for (tag, table) in &tables {
        file.extend(tag.to_be_bytes());
        for word in [checksum(table), to_u32(offset), to_u32(table.len())] {
            file.extend(word.to_be_bytes());
        }
        offset += table.len().next_multiple_of(4);
    }
    for (_, table) in &tables {
        file.extend(*table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

/// The checksum of a table: the sum of its 32-bit words.
fn checksum(table: &[u8]) -> u32 {
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_be_bytes(word)
    };
    table.chunks(4).map(word).fold(0, u32::wrapping_add)
}

/// A length or offset in a font file as 32 bits. Font files have less than 4 GiB.
fn to_u32(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
