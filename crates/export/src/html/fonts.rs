//! Web fonts: faces cut down to the letters a page shows.
//!
//! A subset keeps the substitutions and the kerning of its face, so a browser shapes words as layout did. Its line
//! metrics are replaced by [`ASCENT`] and [`DESCENT`], the same for every face: browsers on different systems read
//! different metrics out of one file, and a baseline must not depend on that.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use read_fonts::collections::IntSet;
use read_fonts::types::{GlyphId, NameId, Tag};
use read_fonts::{FontRef, TableProvider};
use scene::{Face, FontBytes};
use skera::{DEFAULT_LAYOUT_FEATURES, Plan, SubsetFlags, subset_font};
use ttf2woff2::{BrotliQuality, encode};

use super::cff;

/// How far letters reach above the baseline, in ems, as our web fonts say.
pub(super) const ASCENT: f32 = 0.95;
/// How far letters reach below the baseline, in ems, as our web fonts say.
pub(super) const DESCENT: f32 = 0.25;

/// Most bytes of finished fonts that are kept.
const ROOM: usize = 32 * 1024 * 1024;
/// How hard fonts are compressed: past this the time trebles for half a percent.
const QUALITY: u8 = 5;

/// Finished web fonts by face and letters. One for the process: exports share it.
#[derive(Default)]
pub struct FontCache {
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    fonts: HashMap<Key, Kept>,
    bytes: usize,
    clock: u64,
}

/// A face and its letters; nothing for all it has. The address of the file's bytes stands for the face: it is not
/// given to another while the entry holds them.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    file: (usize, usize),
    index: u32,
    letters: Option<String>,
}

struct Kept {
    font: Arc<[u8]>,
    used: u64,
    _file: FontBytes,
}

impl FontCache {
    /// The WOFF2 file of a face with these letters; nothing where the face cannot be cut down.
    pub(super) fn subset(&self, face: &Face, letters: &BTreeSet<char>) -> Option<Arc<[u8]>> {
        self.made(face, Some(letters.iter().collect()), || subset(face, letters))
    }

    /// The WOFF2 file of a whole face, for pages that do not know their letters beforehand.
    pub fn whole(&self, face: &Face) -> Option<Arc<[u8]>> {
        self.made(face, None, || {
            let font = font(face)?;
            if cff::is(&font) {
                // Nothing to cut: its tables as they are, out of the collection they may stand in.
                return finished(cff::whole(&font));
            }
            // A collection holds further faces; cutting it to one face keeps all the letters of that face.
            let (_, _, letters) = font.cmap().ok()?.best_subtable()?;
            let letters = letters.iter().filter_map(|(code, _)| char::from_u32(code)).collect();
            subset(face, &letters)
        })
    }

    fn made(&self, face: &Face, letters: Option<String>, make: impl FnOnce() -> Option<Vec<u8>>) -> Option<Arc<[u8]>> {
        let file = (*face.bytes).as_ref();
        let key = Key { file: (file.as_ptr().addr(), file.len()), index: face.index, letters };
        if let Some(font) = self.shelf().take(&key) {
            return Some(font);
        }
        // Made outside the lock: two who want the same font at once both make it, and nobody waits for a third.
        let font: Arc<[u8]> = make()?.into();
        self.shelf().put(key, face, &font);
        Some(font)
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn take(&mut self, key: &Key) -> Option<Arc<[u8]>> {
        self.clock += 1;
        let kept = self.fonts.get_mut(key)?;
        kept.used = self.clock;
        Some(Arc::clone(&kept.font))
    }

    fn put(&mut self, key: Key, face: &Face, font: &Arc<[u8]>) {
        self.bytes += font.len();
        let kept = Kept { font: Arc::clone(font), used: self.clock, _file: Arc::clone(&face.bytes) };
        if let Some(before) = self.fonts.insert(key, kept) {
            self.bytes -= before.font.len();
        }
        while self.bytes > ROOM {
            let oldest = self.fonts.iter().min_by_key(|(_, kept)| kept.used).map(|(key, _)| key.clone());
            let Some(gone) = oldest.and_then(|key| self.fonts.remove(&key)) else {
                return;
            };
            self.bytes -= gone.font.len();
        }
    }
}

/// A font file as a `data:` address.
pub(super) fn address(font: &[u8]) -> String {
    let mut address = "data:font/woff2;base64,".to_owned();
    STANDARD.encode_string(font, &mut address);
    address
}

fn font(face: &Face) -> Option<FontRef<'_>> {
    FontRef::from_index((*face.bytes).as_ref(), face.index).ok()
}

fn subset(face: &Face, letters: &BTreeSet<char>) -> Option<Vec<u8>> {
    finished(cut(face, letters)?)
}

/// A font file with these letters, before it is a web font.
fn cut(face: &Face, letters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let font = font(face)?;
    // The subsetter knows TrueType outlines and bitmaps; of other fonts it would leave an empty shell.
    if font.glyf().is_err() && font.cbdt().is_err() && !cff::is(&font) {
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
    if cff::is(&font) { cff::with_outlines(&file, face, &plan) } else { Some(file) }
}

/// A font file as a web font with our line metrics.
fn finished(mut file: Vec<u8>) -> Option<Vec<u8>> {
    level(&mut file);
    encode(&file, BrotliQuality::from(QUALITY)).ok()
}

/// Gives a font file our line metrics.
fn level(file: &mut [u8]) {
    let Some(units) = table(file, *b"head").and_then(|at| word(file, at + 18)) else {
        return;
    };
    #[expect(clippy::cast_possible_truncation, reason = "an em has at most 16384 units")]
    let share = |ems: f32| (f32::from(units) * ems).round() as i16;
    let (above, below) = (share(ASCENT), share(DESCENT));
    if let Some(hhea) = table(file, *b"hhea") {
        set(file, hhea + 4, &[above, -below, 0]);
    }
    if let Some(os2) = table(file, *b"OS/2") {
        set(file, os2 + 68, &[above, -below, 0, above, below]);
    }
}

/// Where a table of a font file begins.
fn table(file: &[u8], tag: [u8; 4]) -> Option<usize> {
    let count = word(file, 4)?;
    let records = file.get(12..12 + usize::from(count) * 16)?;
    let record = records.chunks_exact(16).find(|record| record[..4] == tag)?;
    Some(u32::from_be_bytes(record[8..12].try_into().ok()?) as usize)
}

fn word(file: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(file.get(at..at + 2)?.try_into().ok()?))
}

fn set(file: &mut [u8], at: usize, words: &[i16]) {
    for (index, value) in words.iter().enumerate() {
        let at = at + index * 2;
        if let Some(place) = file.get_mut(at..at + 2) {
            place.copy_from_slice(&value.to_be_bytes());
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

    use super::{Arc, BTreeSet, Face, FontCache, cff, cut};

    /// Four runes, two of which join, drawn as boxes: an OpenType font with CFF outlines.
    const RUNES: &[u8] = include_bytes!("../../tests/fonts/runes.otf");

    /// The same runes with CFF2 outlines that have a weight.
    const VARIABLE_RUNES: &[u8] = include_bytes!("../../tests/fonts/variable-runes.otf");

    fn runes() -> Face {
        Face { family: "Lectern Runes".to_owned(), weight: 400, italic: false, bytes: Arc::new(RUNES), index: 0 }
    }

    /// What a font draws for a glyph, and how wide it is.
    fn drawn(font: &FontRef<'_>, glyph: GlyphId) -> (String, Option<f32>) {
        let mut pen = SvgPen::new();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        font.outline_glyphs().get(glyph).expect("a glyph").draw(settings, &mut pen).expect("an outline");
        (pen.to_string(), font.glyph_metrics(Size::unscaled(), LocationRef::default()).advance_width(glyph))
    }

    #[test]
    fn cff_outlines_are_cut_to_the_letters_and_stay_what_they_are() {
        let whole = FontRef::new(RUNES).expect("a font");
        let file = cut(&runes(), &BTreeSet::from(['ᚠ', 'ᚢ'])).expect("a subset");
        assert_eq!(&file[..4], b"OTTO");
        let font = FontRef::new(&file).expect("a font");
        // The letters, the box of a missing one, and the form that the two take together.
        assert_eq!(font.maxp().expect("a count").num_glyphs(), 4);
        for letter in ['ᚠ', 'ᚢ'] {
            let own = |font: &FontRef<'_>| drawn(font, font.charmap().map(letter).expect("a letter"));
            assert_eq!(own(&font), own(&whole), "{letter}");
        }
        assert_eq!(drawn(&font, GlyphId::new(3)), drawn(&whole, GlyphId::new(4)), "the joined form");
        assert!(font.gsub().is_ok() && font.charmap().map('ᚦ').is_none());
        assert!(file.len() < RUNES.len());
    }

    #[test]
    fn cff2_outlines_are_cut_to_the_letters_and_look_the_same() {
        let whole = FontRef::new(VARIABLE_RUNES).expect("a font");
        assert!(whole.cff2().is_ok());
        let face = Face { bytes: Arc::new(VARIABLE_RUNES), ..runes() };
        let file = cut(&face, &BTreeSet::from(['ᚠ', 'ᚢ'])).expect("a subset");
        let font = FontRef::new(&file).expect("a font");
        assert!(font.glyf().is_ok() && font.gsub().is_ok() && font.fvar().is_err());
        for letter in ['ᚠ', 'ᚢ'] {
            // The corners that a path goes through, whatever it begins with and its curves are made of.
            let own = |font: &FontRef<'_>| {
                let (path, width) = drawn(font, font.charmap().map(letter).expect("a letter"));
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
    fn a_whole_cff_face_is_served_as_it_is() {
        let font = FontRef::new(RUNES).expect("a font");
        let file = cff::whole(&super::font(&runes()).expect("a font"));
        let copy = FontRef::new(&file).expect("a font");
        assert_eq!(copy.maxp().expect("a count").num_glyphs(), 6);
        assert_eq!(drawn(&copy, GlyphId::new(5)), drawn(&font, GlyphId::new(5)));
        assert!(FontCache::default().whole(&runes()).expect("a font").starts_with(b"wOF2"));
    }

    #[test]
    fn what_is_no_font_gives_none() {
        let face = Face { bytes: Arc::new(&RUNES[..300]), ..runes() };
        assert!(FontCache::default().subset(&face, &BTreeSet::from(['ᚠ'])).is_none());
        assert!(FontCache::default().whole(&face).is_none());
    }
}
