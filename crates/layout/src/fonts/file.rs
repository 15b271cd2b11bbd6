//! Reads font files that people upload: TTF, OTF and WOFF2.
//!
//! A file is checked by reading it in full: its tables, its names and the outline of every glyph. It is then rewritten
//! with the tables that layout and the exports use, so that nothing else of the upload is stored or sent on.

use std::io::{self, Write};

use deck::{Figures, FontStyle};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::types::Tag;
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// The maximum number of bytes of a font, unpacked.
pub const MAX_FONT_BYTES: usize = 20 << 20;
/// The maximum number of points and curves of all outlines together: twice those of the largest Chinese fonts.
const MAX_OUTLINE_STEPS: usize = 20_000_000;
/// The maximum length of a name or a licence in characters; the rest is cut off.
const MAX_TEXT: usize = 500;

/// The tables that are copied. Others contain bitmaps, pictures, signatures and private notes.
const KEPT_TABLES: [&[u8; 4]; 22] = [
    b"BASE", b"CFF ", b"GDEF", b"GPOS", b"GSUB", b"OS/2", b"VORG", b"cmap", b"cvt ", b"fpgm", b"gasp", b"glyf",
    b"head", b"hhea", b"hmtx", b"kern", b"loca", b"maxp", b"name", b"post", b"prep", b"vhea",
];

/// A font file that was checked and rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedFont {
    /// Name of the family.
    pub family: String,
    /// Weight, 1 to 1000.
    pub weight: u16,
    /// Upright or italic.
    pub style: FontStyle,
    /// How digits are aligned in columns.
    pub figures: Figures,
    /// Whether the licence allows embedding in documents that can be edited, and not only in those that are read.
    pub editable: bool,
    /// What the file says about its licence: the text, else the address, else the copyright; empty when it says nothing.
    pub licence: String,
    /// The file: TrueType or OpenType, not packed.
    pub bytes: Vec<u8>,
}

/// Why a font file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FontFileError {
    /// The file is not a font, or has a format that is not accepted.
    #[error("the file is not a font: accepted are TTF, OTF and WOFF2")]
    NotAFont,
    /// The file contains several fonts.
    #[error("the file is a collection of fonts: upload each font as a file of its own")]
    Collection,
    /// The font is variable: it has axes such as weight.
    #[error("this is a variable font: upload a file for each weight, such as Regular and Bold")]
    Variable,
    /// The font has no outlines.
    #[error("the font has no outlines of letters, only pictures")]
    NoOutlines,
    /// The font has more than [`MAX_FONT_BYTES`] bytes.
    #[error("the font has more than {} MB", MAX_FONT_BYTES >> 20)]
    TooLarge,
    /// The font cannot be read, for this reason.
    #[error("the font is damaged: {0}")]
    Damaged(String),
    /// The licence forbids embedding.
    #[error("the licence of the font forbids to embed it in documents: ask its maker for a version that allows it")]
    Restricted,
    /// The licence forbids embedding subsets.
    #[error("the licence of the font forbids to embed only the letters that are used, as PDF and HTML do")]
    NoSubsets,
}

/// Checks a font file in full and returns it rewritten, with its properties.
///
/// # Errors
/// Fails when the file is not a font that can be used, is damaged, or has a licence that forbids its use.
pub fn check_font(file: &[u8]) -> Result<CheckedFont, FontFileError> {
    let unpacked;
    let file = match file.get(..4) {
        Some(b"wOF2") => {
            unpacked = unpack(file)?;
            &unpacked[..]
        }
        Some(b"ttcf") => return Err(FontFileError::Collection),
        Some(b"OTTO" | b"true" | [0, 1, 0, 0]) => file,
        _ => return Err(FontFileError::NotAFont),
    };
    if file.len() > MAX_FONT_BYTES {
        return Err(FontFileError::TooLarge);
    }
    if file.starts_with(b"ttcf") {
        return Err(FontFileError::Collection);
    }
    let font = FontRef::new(file).map_err(|_| FontFileError::NotAFont)?;
    if font.fvar().is_ok() {
        return Err(FontFileError::Variable);
    }
    let bytes = rewritten(&font)?;
    // The rewritten bytes are checked, since they are the ones that are stored.
    let font = FontRef::new(&bytes).map_err(|fault| FontFileError::Damaged(fault.to_string()))?;
    check_tables(&font)?;
    check_outlines(&font)?;
    let use_bits = font.os2().map_or(0, |os2| os2.fs_type());
    let attributes = font.attributes();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight is 1 to 1000")]
    let weight = attributes.weight.value().clamp(1.0, 1000.0).round() as u16;
    let is_upright = attributes.style == skrifa::attribute::Style::Normal;
    Ok(CheckedFont {
        family: family(&font)?,
        weight,
        style: if is_upright { FontStyle::Normal } else { FontStyle::Italic },
        figures: figures(&font),
        editable: may_be_edited(use_bits)?,
        licence: licence(&font),
        bytes,
    })
}

/// The font in a WOFF2 file.
fn unpack(file: &[u8]) -> Result<Vec<u8>, FontFileError> {
    let damaged = || FontFileError::Damaged("its compressed content cannot be read".to_owned());
    let mut is_large = false;
    let mut brotli = |packed: &[u8], size: usize| -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        if size > MAX_FONT_BYTES {
            is_large = true;
            return Err("too large".into());
        }
        let mut out = Bounded { bytes: Vec::with_capacity(size), limit: size };
        brotli_decompressor::BrotliDecompress(&mut &packed[..], &mut out)?;
        Ok(out.bytes)
    };
    let unpacked = wuff::decompress_woff2_with_custom_brotli(file, &mut brotli);
    match unpacked {
        _ if is_large => Err(FontFileError::TooLarge),
        unpacked => unpacked.map_err(|_| damaged()),
    }
}

/// Bytes up to a limit.
struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
}

impl Write for Bounded {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if more.len() > self.limit - self.bytes.len() {
            return Err(io::ErrorKind::WriteZero.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The font file rewritten with only the tables in [`KEPT_TABLES`] and new checksums.
fn rewritten(font: &FontRef<'_>) -> Result<Vec<u8>, FontFileError> {
    let kept: Vec<(&[u8; 4], &[u8])> =
        KEPT_TABLES.iter().filter_map(|tag| Some((*tag, font.table_data(Tag::new(tag))?.as_bytes()))).collect();
    let count = u16::try_from(kept.len()).map_err(|_| FontFileError::NotAFont)?;
    // The header has fields for a binary search: number of tables, search range, entry selector and range shift.
    let power = 1_u16 << count.max(1).ilog2();
    let has_cff = kept.iter().any(|(tag, _)| *tag == b"CFF ");
    let mut file = if has_cff { b"OTTO".to_vec() } else { vec![0, 1, 0, 0] };
    let search = [count, power * 16, u16::try_from(count.max(1).ilog2()).unwrap_or(0), (count - power.min(count)) * 16];
    file.extend(search.iter().flat_map(|number| number.to_be_bytes()));
    let mut offset = file.len() + 16 * kept.len();
    let mut head = None;
    let mut records = Vec::new();
    let mut tables = Vec::new();
    for (tag, data) in kept {
        let mut data = data.to_vec();
        let length = data.len();
        if tag == b"head" {
            // The field with the checksum of the whole file, which must be zero while that checksum is computed.
            data.get_mut(8..12).ok_or_else(|| missing("head"))?.fill(0);
            head = Some(offset);
        }
        data.resize(length.next_multiple_of(4), 0);
        records.extend_from_slice(tag);
        for number in [checksum(&data) as usize, offset, length] {
            records.extend(u32::try_from(number).map_err(|_| FontFileError::TooLarge)?.to_be_bytes());
        }
        offset += data.len();
        tables.extend(data);
    }
    file.extend(records);
    file.extend(tables);
    let head = head.ok_or_else(|| missing("head"))?;
    let adjustment = 0xB1B0_AFBA_u32.wrapping_sub(checksum(&file));
    file[head + 8..head + 12].copy_from_slice(&adjustment.to_be_bytes());
    Ok(file)
}

/// The sum of a table's 32-bit numbers. Its length must be a multiple of 4.
fn checksum(data: &[u8]) -> u32 {
    let numbers = data.chunks_exact(4).map(|chunk| u32::from_be_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]));
    numbers.fold(0, u32::wrapping_add)
}

fn missing(table: &str) -> FontFileError {
    FontFileError::Damaged(format!("its table `{table}` is missing or cannot be read"))
}

/// Reads the tables that every font must have, and those that some have.
fn check_tables(font: &FontRef<'_>) -> Result<(), FontFileError> {
    let required = [
        ("head", font.head().is_ok()),
        ("hhea", font.hhea().is_ok()),
        ("hmtx", font.hmtx().is_ok()),
        ("maxp", font.maxp().is_ok_and(|maxp| maxp.num_glyphs() > 1)),
        ("cmap", font.charmap().mappings().take(10).count() == 10),
        ("name", font.name().is_ok()),
    ];
    if let Some((table, _)) = required.into_iter().find(|(_, can_be_read)| !can_be_read) {
        return Err(missing(table));
    }
    let optional: [(&[u8; 4], bool); 5] = [
        (b"OS/2", font.os2().is_ok()),
        (b"post", font.post().is_ok()),
        (b"GDEF", font.gdef().is_ok()),
        (b"GPOS", font.gpos().is_ok()),
        (b"GSUB", font.gsub().is_ok()),
    ];
    match optional.into_iter().find(|(tag, is_ok)| !is_ok && font.table_data(Tag::new(tag)).is_some()) {
        Some((tag, _)) => Err(missing(&String::from_utf8_lossy(tag))),
        None => Ok(()),
    }
}

/// Draws every glyph.
fn check_outlines(font: &FontRef<'_>) -> Result<(), FontFileError> {
    let outlines = font.outline_glyphs();
    let count = font.maxp().map_or(0, |maxp| maxp.num_glyphs());
    let mut steps = Steps(0);
    for number in 0..count {
        let glyph = outlines.get(GlyphId::from(number)).ok_or(FontFileError::NoOutlines)?;
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        glyph
            .draw(settings, &mut steps)
            .map_err(|fault| FontFileError::Damaged(format!("the outline of glyph {number}: {fault}")))?;
        if steps.0 > MAX_OUTLINE_STEPS {
            return Err(FontFileError::Damaged("its outlines have too many points".to_owned()));
        }
    }
    Ok(())
}

/// Counts the steps of an outline.
struct Steps(usize);

impl OutlinePen for Steps {
    fn move_to(&mut self, _: f32, _: f32) {
        self.0 += 1;
    }

    fn line_to(&mut self, _: f32, _: f32) {
        self.0 += 1;
    }

    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 += 1;
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 += 1;
    }

    fn close(&mut self) {}
}

/// A name in the font, without line breaks and control characters.
fn text(font: &FontRef<'_>, id: StringId) -> Option<String> {
    let name = font.localized_strings(id).english_or_first()?;
    let words: String = name.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words: String = words.chars().take(MAX_TEXT).collect();
    Some(words).filter(|words| !words.is_empty())
}

/// The family that all weights share.
fn family(font: &FontRef<'_>) -> Result<String, FontFileError> {
    let family = text(font, StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| text(font, StringId::FAMILY_NAME));
    let family = family.ok_or_else(|| FontFileError::Damaged("it has no name".to_owned()))?;
    // The name is written into style sheets and XML.
    let is_plain = |character: char| character.is_alphanumeric() || " -_.+&'()".contains(character);
    let family: String = family.chars().filter(|character| is_plain(*character)).take(80).collect();
    match family.trim() {
        "" => Err(FontFileError::Damaged("it has no name".to_owned())),
        family => Ok(family.to_owned()),
    }
}

/// What the file says about its licence; empty when it says nothing.
fn licence(font: &FontRef<'_>) -> String {
    let sources = [StringId::LICENSE_DESCRIPTION, StringId::LICENSE_URL, StringId::COPYRIGHT_NOTICE];
    sources.into_iter().find_map(|id| text(font, id)).unwrap_or_default()
}

/// How the digits are aligned.
fn figures(font: &FontRef<'_>) -> Figures {
    let letters = font.charmap();
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let widths: Vec<Option<f32>> =
        ('0'..='9').map(|digit| metrics.advance_width(letters.map(digit).unwrap_or_default())).collect();
    let features = font.gsub().and_then(|gsub| gsub.feature_list());
    let has_tabular = features.is_ok_and(|features| {
        features.feature_records().iter().any(|record| record.feature_tag() == Tag::new(b"tnum"))
    });
    match widths.windows(2).all(|pair| pair[0] == pair[1]) {
        true => Figures::Equal,
        false if has_tabular => Figures::Tabular,
        false => Figures::Body,
    }
}

/// Whether the embedding bits of a font (`fsType`) allow embedding in documents that can be edited.
///
/// # Errors
/// Fails when the font may not be embedded, may only be embedded as bitmaps, or may not be reduced to a subset.
fn may_be_edited(use_bits: u16) -> Result<bool, FontFileError> {
    const RESTRICTED: u16 = 0x2;
    const PREVIEW: u16 = 0x4;
    const EDITABLE: u16 = 0x8;
    const NO_SUBSETS: u16 = 0x100;
    const BITMAPS_ONLY: u16 = 0x200;
    // Where several are set, the least restrictive counts.
    let level = use_bits & (RESTRICTED | PREVIEW | EDITABLE);
    if use_bits & BITMAPS_ONLY != 0 || level == RESTRICTED {
        return Err(FontFileError::Restricted);
    }
    if use_bits & NO_SUBSETS != 0 {
        return Err(FontFileError::NoSubsets);
    }
    Ok(level == 0 || level & EDITABLE != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::bundled::BUNDLED;

    fn bundled(path: &str) -> &'static [u8] {
        BUNDLED.iter().find(|face| face.path.contains(path)).expect("a font").bytes
    }

    /// The font with other bits on embedding.
    fn with_use_bits(bits: u16) -> Vec<u8> {
        let mut file = bundled("Sora_600").to_vec();
        let count = usize::from(u16::from_be_bytes([file[4], file[5]]));
        let record = (0..count).map(|index| 12 + 16 * index).find(|at| &file[*at..*at + 4] == b"OS/2").expect("OS/2");
        let offset = u32::from_be_bytes(file[record + 8..record + 12].try_into().expect("four bytes")) as usize;
        file[offset + 8..offset + 10].copy_from_slice(&bits.to_be_bytes());
        file
    }

    #[test]
    fn every_bundled_font_passes_with_its_own_names() {
        for face in BUNDLED {
            let checked = check_font(face.bytes).unwrap_or_else(|fault| panic!("{}: {fault}", face.path));
            assert_eq!(checked.style == FontStyle::Italic, face.italic(), "{}", face.path);
            assert!(checked.editable && !checked.licence.is_empty(), "{}", face.path);
            assert_eq!(check_font(&checked.bytes).as_ref(), Ok(&checked), "written anew twice: {}", face.path);
        }
        let inter = check_font(bundled("Inter_600")).expect("a font");
        assert_eq!((inter.family.as_str(), inter.weight, inter.figures), ("Inter", 600, Figures::Tabular));
        let mono = check_font(bundled("JetBrainsMono")).expect("a font");
        assert_eq!((mono.family.as_str(), mono.figures), ("JetBrains Mono", Figures::Equal));
    }

    #[test]
    fn a_web_font_is_unpacked() {
        let packed = ttf2woff2::encode(bundled("Sora_600"), ttf2woff2::BrotliQuality::from(5)).expect("a web font");
        let checked = check_font(&packed).expect("a font");
        assert_eq!((checked.family.as_str(), checked.weight), ("Sora", 600));
        assert!(checked.bytes.starts_with(&[0, 1, 0, 0]));
        for cut in [10, 60, packed.len() / 2, packed.len() - 9] {
            assert!(check_font(&packed[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn only_tables_that_are_used_are_kept() {
        let checked = check_font(bundled("Sora_600")).expect("a font");
        let font = FontRef::new(&checked.bytes).expect("a font");
        for record in font.table_directory.table_records() {
            assert!(KEPT_TABLES.iter().any(|tag| record.tag() == Tag::new(tag)), "{}", record.tag());
        }
        let words = checked.bytes.chunks_exact(4).map(|word| u32::from_be_bytes(word.try_into().expect("four bytes")));
        assert_eq!(words.fold(0, u32::wrapping_add), 0xB1B0_AFBA, "the sum over the file");
    }

    #[test]
    fn the_licence_decides_on_embedding() {
        let check = |bits: u16| check_font(&with_use_bits(bits)).map(|font| font.editable);
        assert_eq!(check(0), Ok(true), "may be installed");
        assert_eq!(check(0x8), Ok(true), "may be edited");
        assert_eq!(check(0x4), Ok(false), "may be viewed and printed");
        assert_eq!(check(0xC), Ok(true), "the least restrictive counts");
        assert_eq!(check(0x2), Err(FontFileError::Restricted));
        assert_eq!(check(0x200), Err(FontFileError::Restricted));
        assert_eq!(check(0x108), Err(FontFileError::NoSubsets));
    }

    #[test]
    fn a_file_that_is_not_a_usable_font_is_refused() {
        assert_eq!(check_font(b""), Err(FontFileError::NotAFont));
        assert_eq!(check_font(b"%PDF-1.7"), Err(FontFileError::NotAFont));
        assert_eq!(check_font(b"ttcf\0\x01\0\0"), Err(FontFileError::Collection));
        let sora = bundled("Sora_600");
        for cut in [12, 100, 1000, sora.len() / 2, sora.len() - 1] {
            assert!(check_font(&sora[..cut]).is_err(), "cut at {cut}");
        }
    }

    proptest::proptest! {
        #[test]
        fn damaged_fonts_never_panic(at in 0..20_000_usize, bytes in proptest::collection::vec(0..=255_u8, 1..40)) {
            let mut file = bundled("Sora_600").to_vec();
            let at = at.min(file.len() - bytes.len());
            file[at..at + bytes.len()].copy_from_slice(&bytes);
            let _ = check_font(&file);
        }
    }
}
