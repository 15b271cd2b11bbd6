//! Web fonts: subsets of faces with the characters that a page shows.
//!
//! A subset keeps the substitutions and the kerning of its face, so a browser shapes text as layout did. Its line
//! metrics are replaced by [`ASCENT`] and [`DESCENT`], the same for every face: browsers on different systems read
//! different metrics from the same file, and a baseline must not depend on that.

use std::collections::BTreeSet;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use read_fonts::collections::IntSet;
use read_fonts::types::{GlyphId, NameId, Tag};
use read_fonts::{FontRef, TableProvider};
use scene::{FontBytes, FontFace};
use skera::{DEFAULT_LAYOUT_FEATURES, Plan, SubsetFlags, subset_font};
use ttf2woff2::{BrotliQuality, encode};

use super::cff;
use crate::cache::ByteCache;

/// The ascent of every web font in ems.
pub(super) const ASCENT: f32 = 0.95;
/// The descent of every web font in ems.
pub(super) const DESCENT: f32 = 0.25;

/// The limit of the cache in bytes.
const MAX_CACHED_BYTES: usize = 32 * 1024 * 1024;
/// The compression level of Brotli, 0 to 11. The next level takes three times as long for files half a percent smaller.
const BROTLI_QUALITY: u8 = 5;

/// Web fonts by face and characters. A process has one, which all exports share.
pub struct FontCache(ByteCache<FontKey, CachedFont>);

/// A face and the characters of its subset; `None` for the whole face. The address of the file's bytes identifies the
/// face: it is not reused while the cache entry holds the bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct FontKey {
    file: (usize, usize),
    index: u32,
    letters: Option<String>,
}

#[derive(Clone)]
struct CachedFont {
    web_font: Arc<[u8]>,
    _file: FontBytes,
}

impl Default for FontCache {
    fn default() -> FontCache {
        FontCache(ByteCache::new(MAX_CACHED_BYTES, |font| font.web_font.len()))
    }
}

impl FontCache {
    /// The WOFF2 file of a face with these letters, or `None` when it cannot be subset.
    pub(super) fn subset(&self, face: &FontFace, letters: &BTreeSet<char>) -> Option<Arc<[u8]>> {
        self.cached(face, Some(letters.iter().collect()), || subset(face, letters))
    }

    /// The WOFF2 file of a whole face, for pages whose letters are not known in advance. `None` when it cannot be read.
    pub fn whole(&self, face: &FontFace) -> Option<Arc<[u8]>> {
        self.cached(face, None, || {
            let font = font(face)?;
            if cff::has_cff(&font) {
                // All tables of the face, without the other faces of a collection.
                return web_font(cff::whole(&font));
            }
            // A collection has further faces; the subset has this face with all its letters.
            let (_, _, letters) = font.cmap().ok()?.best_subtable()?;
            let letters = letters.iter().filter_map(|(code, _)| char::from_u32(code)).collect();
            subset(face, &letters)
        })
    }

    fn cached(
        &self,
        face: &FontFace,
        letters: Option<String>,
        make: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Arc<[u8]>> {
        let file = (*face.bytes).as_ref();
        let key = FontKey { file: (file.as_ptr().addr(), file.len()), index: face.index, letters };
        let make = || Some(CachedFont { web_font: make()?.into(), _file: Arc::clone(&face.bytes) });
        self.0.get_or_insert(key, make).map(|font| font.web_font)
    }
}

/// A font file as a `data:` address.
pub(super) fn address(font: &[u8]) -> String {
    let mut address = "data:font/woff2;base64,".to_owned();
    STANDARD.encode_string(font, &mut address);
    address
}

fn font(face: &FontFace) -> Option<FontRef<'_>> {
    FontRef::from_index((*face.bytes).as_ref(), face.index).ok()
}

/// The WOFF2 file of a face with these letters.
fn subset(face: &FontFace, letters: &BTreeSet<char>) -> Option<Vec<u8>> {
    web_font(subset_file(face, letters)?)
}

/// The font file of a face with these letters, not yet a web font.
fn subset_file(face: &FontFace, letters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let font = font(face)?;
    // The subsetter supports TrueType outlines and bitmaps; other fonts would lose all their glyphs.
    if font.glyf().is_err() && font.cbdt().is_err() && !cff::has_cff(&font) {
        return None;
    }
    let letters: IntSet<u32> = letters.iter().map(|letter| u32::from(*letter)).collect();
    let every = || {
        let mut every = IntSet::<Tag>::empty();
        every.invert();
        every
    };
    let mut features: IntSet<Tag> = DEFAULT_LAYOUT_FEATURES.iter().copied().collect();
    features.insert(Tag::new(b"tnum"));
    let dropped = [b"DSIG", b"JSTF", b"LTSH", b"PCLT", b"SVG ", b"STAT", b"meta"].map(Tag::new);
    let plan = Plan::new(
        &IntSet::<GlyphId>::empty(),
        &letters,
        &font,
        SubsetFlags::SUBSET_FLAGS_NO_HINTING | SubsetFlags::SUBSET_FLAGS_NOTDEF_OUTLINE,
        &dropped.into_iter().collect(),
        &every(),
        &features,
        &IntSet::<NameId>::empty(),
        &IntSet::<u16>::empty(),
    );
    let file = subset_font(&font, &plan).ok()?;
    if cff::has_cff(&font) { cff::with_outlines(&file, face, &plan) } else { Some(file) }
}

/// A font file as WOFF2, with the same line metrics for every face.
fn web_font(mut file: Vec<u8>) -> Option<Vec<u8>> {
    set_line_metrics(&mut file);
    encode(&file, BrotliQuality::from(BROTLI_QUALITY)).ok()
}

/// Replaces ascent, descent and line gap of a font file.
fn set_line_metrics(file: &mut [u8]) {
    let Some(units) = table_offset(file, *b"head").and_then(|offset| read_u16(file, offset + 18)) else {
        return;
    };
    #[expect(clippy::cast_possible_truncation, reason = "an em has at most 16384 units")]
    let in_units = |ems: f32| (f32::from(units) * ems).round() as i16;
    let (ascent, descent) = (in_units(ASCENT), in_units(DESCENT));
    if let Some(hhea) = table_offset(file, *b"hhea") {
        write_numbers(file, hhea + 4, &[ascent, -descent, 0]);
    }
    if let Some(os2) = table_offset(file, *b"OS/2") {
        write_numbers(file, os2 + 68, &[ascent, -descent, 0, ascent, descent]);
    }
}

/// The offset of a table in a font file.
fn table_offset(file: &[u8], tag: [u8; 4]) -> Option<usize> {
    let count = read_u16(file, 4)?;
    let records = file.get(12..12 + usize::from(count) * 16)?;
    let record = records.chunks_exact(16).find(|record| record[..4] == tag)?;
    Some(u32::from_be_bytes(record[8..12].try_into().ok()?) as usize)
}

/// The number at an offset of a font file, or `None` beyond its end.
fn read_u16(file: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(file.get(at..at + 2)?.try_into().ok()?))
}

/// Writes numbers one after another at an offset of a font file, as far as it has space.
fn write_numbers(file: &mut [u8], at: usize, numbers: &[i16]) {
    for (index, value) in numbers.iter().enumerate() {
        let start = at + index * 2;
        if let Some(bytes) = file.get_mut(start..start + 2) {
            bytes.copy_from_slice(&value.to_be_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use skrifa::instance::{LocationRef, Size};
    use skrifa::outline::DrawSettings;
    use skrifa::outline::pen::SvgPen;
    use skrifa::raw::TableProvider as _;
    use skrifa::{FontRef, GlyphId, MetadataProvider};

    use super::{Arc, BTreeSet, FontCache, FontFace, cff, subset_file};

    /// An OpenType font with CFF outlines: four runes drawn as boxes, two of which form a ligature.
    const RUNES: &[u8] = include_bytes!("../../tests/fonts/runes.otf");

    /// The same runes as a variable font with CFF2 outlines and a weight axis.
    const VARIABLE_RUNES: &[u8] = include_bytes!("../../tests/fonts/variable-runes.otf");

    fn runes() -> FontFace {
        FontFace {
            family: "Lectern Runes".to_owned(),
            weight: 400,
            italic: false,
            bytes: Arc::new(RUNES),
            index: 0,
            own: None,
        }
    }

    /// The outline of a glyph as SVG path data, and its advance width.
    fn outline(font: &FontRef<'_>, glyph: GlyphId) -> (String, Option<f32>) {
        let mut pen = SvgPen::new();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        font.outline_glyphs().get(glyph).expect("a glyph").draw(settings, &mut pen).expect("an outline");
        (pen.to_string(), font.glyph_metrics(Size::unscaled(), LocationRef::default()).advance_width(glyph))
    }

    #[test]
    fn a_cff_subset_keeps_the_outlines_of_its_letters() {
        let whole = FontRef::new(RUNES).expect("a font");
        let file = subset_file(&runes(), &BTreeSet::from(['ᚠ', 'ᚢ'])).expect("a subset");
        assert_eq!(&file[..4], b"OTTO");
        let font = FontRef::new(&file).expect("a font");
        // The two letters, `.notdef` and the ligature of both.
        assert_eq!(font.maxp().expect("a count").num_glyphs(), 4);
        for letter in ['ᚠ', 'ᚢ'] {
            let own = |font: &FontRef<'_>| outline(font, font.charmap().map(letter).expect("a letter"));
            assert_eq!(own(&font), own(&whole), "{letter}");
        }
        assert_eq!(outline(&font, GlyphId::new(3)), outline(&whole, GlyphId::new(4)), "the ligature");
        assert!(font.gsub().is_ok() && font.charmap().map('ᚦ').is_none());
        assert!(file.len() < RUNES.len());
    }

    #[test]
    fn a_cff2_subset_has_truetype_outlines_of_the_same_shape() {
        let whole = FontRef::new(VARIABLE_RUNES).expect("a font");
        assert!(whole.cff2().is_ok());
        let face = FontFace { bytes: Arc::new(VARIABLE_RUNES), ..runes() };
        let file = subset_file(&face, &BTreeSet::from(['ᚠ', 'ᚢ'])).expect("a subset");
        let font = FontRef::new(&file).expect("a font");
        assert!(font.glyf().is_ok() && font.gsub().is_ok() && font.fvar().is_err());
        for letter in ['ᚠ', 'ᚢ'] {
            // The set of corners, since the start of a path and its kind of curves differ.
            let own = |font: &FontRef<'_>| {
                let (path, width) = outline(font, font.charmap().map(letter).expect("a letter"));
                let parts = path.split(['M', 'L', 'Z']);
                let corners: BTreeSet<String> =
                    parts.filter_map(|part| part.split(' ').next()).map(str::to_owned).collect();
                (corners, width)
            };
            assert_eq!(own(&font), own(&whole), "{letter}");
        }
        assert!(FontCache::default().whole(&face).expect("a font").starts_with(b"wOF2"));
    }

    #[test]
    fn a_whole_cff_face_keeps_all_its_glyphs() {
        let font = FontRef::new(RUNES).expect("a font");
        let file = cff::whole(&super::font(&runes()).expect("a font"));
        let copy = FontRef::new(&file).expect("a font");
        assert_eq!(copy.maxp().expect("a count").num_glyphs(), 6);
        assert_eq!(outline(&copy, GlyphId::new(5)), outline(&font, GlyphId::new(5)));
        assert!(FontCache::default().whole(&runes()).expect("a font").starts_with(b"wOF2"));
    }

    #[test]
    fn bytes_that_are_no_font_give_no_web_font() {
        let face = FontFace { bytes: Arc::new(&RUNES[..300]), ..runes() };
        assert!(FontCache::default().subset(&face, &BTreeSet::from(['ᚠ'])).is_none());
        assert!(FontCache::default().whole(&face).is_none());
    }
}
