//! Fonts whose outlines are CFF, as those for Chinese, Japanese and Korean mostly are.
//!
//! The subsetter of web fonts cuts every table of theirs but the outlines, and the subsetter of PDF cuts nothing but
//! them. Both number glyphs alike, so each does its part and the tables are put together here.

use read_fonts::types::{GlyphId, Tag};
use read_fonts::{FontRef, TableProvider, TableRecord};
use scene::Face;
use skera::Plan;
use subsetter::GlyphRemapper;

const OUTLINES: Tag = Tag::new(b"CFF ");
const FLAVOR: [u8; 4] = *b"OTTO";

/// Whether the outlines of a font are CFF.
pub(super) fn is(font: &FontRef<'_>) -> bool {
    font.cff().is_ok()
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
    let cut = subsetter::subset((*face.bytes).as_ref(), face.index, &order).ok()?;
    let outlines = FontRef::new(&cut).ok()?.table_data(OUTLINES)?;
    let font = FontRef::new(subset).ok()?;
    let mut tables = tables(&font);
    tables.retain(|(tag, _)| *tag != OUTLINES);
    tables.push((OUTLINES, outlines.as_bytes()));
    Some(file(tables))
}

fn tables<'f>(font: &FontRef<'f>) -> Vec<(Tag, &'f [u8])> {
    let records = font.table_directory().table_records();
    let tags = records.iter().map(TableRecord::tag);
    tags.filter_map(|tag| Some((tag, font.table_data(tag)?.as_bytes()))).collect()
}

/// A font file of these tables.
fn file(mut tables: Vec<(Tag, &[u8])>) -> Vec<u8> {
    tables.sort_unstable_by_key(|(tag, _)| *tag);
    let count = u16::try_from(tables.len()).unwrap_or(u16::MAX);
    // The search hints of the directory: the largest power of two not above the count, times 16.
    let power = count.max(1).ilog2();
    let range = 16_u16 << power;
    let selector = u16::try_from(power).unwrap_or_default();
    let mut file = FLAVOR.to_vec();
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
