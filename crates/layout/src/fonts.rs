//! The available fonts.
//!
//! A [`FontBook`] is built once and shared. It contains the bundled faces, those of font files whose bytes the caller
//! passes in, and the order of fallback families. It does no file access itself. [`check_font`] checks an uploaded font
//! file.

mod bundled;
mod file;

use std::sync::Arc;

use deck::{FontStyle, OwnFace, primary_language};
use scene::{FontBytes, FontFace, FontId, OwnFont};

use crate::text::FontLibrary;
use bundled::BUNDLED;
pub(crate) use bundled::MATHS_FONT;
pub use file::{CheckedFont, FontFileError, MAX_FONT_BYTES, check_font};

/// Families for characters that a theme's family lacks, in order of preference: the first two for Latin, Greek,
/// Cyrillic and symbols, the next for their script, the last for mathematical signs.
const FALLBACK_FAMILIES: [&str; 7] = [
    "Source Sans 3",
    "Inter",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "Noto Sans Devanagari",
    "Noto Sans Thai",
    MATHS_FAMILY,
];

/// The family for formulas.
pub(crate) const MATHS_FAMILY: &str = "STIX Two Math";

/// All available font faces. Cheap to clone.
#[derive(Clone)]
pub struct FontBook {
    library: FontLibrary,
    faces: Arc<[FontFace]>,
}

impl FontBook {
    /// Creates a book of the bundled faces.
    pub fn bundled() -> FontBook {
        FontBook::with(Vec::new())
    }

    /// Creates a book of the bundled faces and those of more font files, such as Chinese, Japanese, Korean or emoji
    /// fonts. Files without a valid font are ignored.
    pub fn with(files: Vec<Arc<[u8]>>) -> FontBook {
        let mut library = FontLibrary::default();
        let mut faces = Vec::new();
        for face in BUNDLED {
            let bytes: FontBytes = Arc::new(face.bytes);
            let face = FontFace {
                family: face.family(),
                weight: face.weight(),
                italic: face.italic(),
                bytes,
                index: 0,
                own: None,
            };
            library.add(&face);
            faces.push(face);
        }
        let builtin: Vec<String> = FALLBACK_FAMILIES.map(str::to_owned).to_vec();
        let mut families = Vec::new();
        for bytes in files {
            let bytes: FontBytes = Arc::new(bytes);
            for face in library.add_file(&bytes) {
                if !families.contains(&face.family) {
                    families.push(face.family.clone());
                }
                faces.push(face);
            }
        }
        let (emoji, others): (Vec<_>, Vec<_>) = families.into_iter().partition(|name| name.contains("Emoji"));
        library.fallback_families = builtin.into_iter().chain(others).collect();
        library.emoji_families = emoji;
        FontBook { library, faces: faces.into() }
    }

    /// This book with the faces that an organization uploaded.
    #[must_use]
    pub fn with_own(&self, own: &[OwnFace]) -> FontBook {
        let mut library = self.library.clone();
        let mut faces = self.faces.to_vec();
        for face in own {
            let bytes: FontBytes = Arc::new(Arc::clone(&face.bytes));
            let face = FontFace {
                family: face.family.clone(),
                weight: face.weight,
                italic: face.style == FontStyle::Italic,
                bytes,
                index: 0,
                own: Some(OwnFont { hash: Arc::clone(&face.hash), editable: face.editable }),
            };
            library.add(&face);
            faces.push(face);
        }
        FontBook { library, faces: faces.into() }
    }

    /// All faces, indexed by [`FontId`].
    pub fn faces(&self) -> &Arc<[FontFace]> {
        &self.faces
    }

    /// The face with exactly this family, weight and slant, if there is one.
    pub fn face(&self, family: &str, weight: u16, italic: bool) -> Option<FontId> {
        let fits = |face: &FontFace| face.family == family && face.weight == weight && face.italic == italic;
        let index = self.faces.iter().position(fits)?;
        Some(FontId(u32::try_from(index).ok()?))
    }

    pub(crate) fn library(&self) -> &FontLibrary {
        &self.library
    }
}

/// Families ordered for a language: among the Chinese, Japanese and Korean families, that of the language comes first.
pub(crate) fn ordered_for_language(families: &[String], language: &str) -> Vec<String> {
    let suffixes: &[&str] = match (primary_language(language), language) {
        ("ja", _) => &[" JP"],
        ("ko", _) => &[" KR"],
        ("zh", tag) if tag.contains("HK") => &[" HK", " TC"],
        ("zh", tag) if tag.contains("TW") || tag.contains("Hant") || tag.contains("MO") => &[" TC", " HK"],
        _ => &[" SC"],
    };
    let mut ordered = families.to_vec();
    // The sort is stable: other families keep their order and come first.
    ordered.sort_by_key(|family| match family {
        family if !family.contains("CJK") => 0,
        // Monospaced families come last; they are for code.
        family if family.contains("Mono") => 9,
        family => 1 + suffixes.iter().position(|suffix| family.ends_with(suffix)).unwrap_or(suffixes.len()),
    });
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_found_by_family_weight_and_slant() {
        let book = FontBook::bundled();
        for (index, face) in book.faces().iter().enumerate() {
            let id = book.face(&face.family, face.weight, face.italic).expect("a face");
            assert_eq!(id.0 as usize, index, "{face:?} is listed twice");
        }
        assert_eq!(book.face("Comic Sans MS", 400, false), None);
    }

    #[test]
    fn a_file_without_a_font_is_ignored() {
        let book = FontBook::with(vec![Arc::from(*b"not a font")]);
        assert_eq!(book.faces().len(), BUNDLED.len());
    }

    #[test]
    fn added_fonts_become_fallbacks_under_their_own_names() {
        let book = FontBook::with(vec![Arc::from(BUNDLED[0].bytes)]);
        let face = book.faces().last().expect("a face");
        assert_eq!(format!("{face:?}"), "Face(Atkinson Hyperlegible Next 400)");
        let last = book.library().fallback_families.last().map(String::as_str);
        assert_eq!(last, Some("Atkinson Hyperlegible Next"));
    }

    #[test]
    fn a_deck_prefers_the_han_forms_of_its_language() {
        let families: Vec<String> =
            ["Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans Tamil"].map(str::to_owned).to_vec();
        let first = |language: &str| ordered_for_language(&families, language)[1].clone();
        assert_eq!(first("ja"), "Noto Sans CJK JP");
        assert_eq!(first("zh-CN"), "Noto Sans CJK SC");
        assert_eq!(first("zh-Hant-HK"), "Noto Sans CJK TC");
        assert_eq!(first("zh-TW"), "Noto Sans CJK TC");
        assert_eq!(ordered_for_language(&families, "en")[0], "Noto Sans Tamil");
    }
}
