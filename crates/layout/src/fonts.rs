//! The fonts that text is set in.
//!
//! A [`FontBook`] is built once and shared: the bundled faces, and further ones whose bytes the caller read. It says
//! which face a family, weight and slant give, and in which order faces stand in for one another. It reads no file.

mod bundled;

use std::sync::Arc;

use deck::primary;
use scene::{Face, FontBytes, FontId};

use crate::text::Library;
use bundled::BUNDLED;

/// Families that stand in for letters a theme's family lacks, in this order: the first two for Latin, Greek,
/// Cyrillic and marks, the others for their script.
const STAND_INS: [&str; 6] =
    ["Source Sans 3", "Inter", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"];

/// Every face there is. Cloning shares it.
#[derive(Clone)]
pub struct FontBook {
    library: Library,
    faces: Arc<[Face]>,
}

impl FontBook {
    /// The bundled faces alone.
    pub fn bundled() -> FontBook {
        FontBook::with(Vec::new())
    }

    /// The bundled faces and those of further font files, such as Chinese, Japanese and Korean ones and colour emoji.
    /// A file that holds no font is passed over.
    pub fn with(further: Vec<Arc<[u8]>>) -> FontBook {
        let mut library = Library::default();
        let mut faces = Vec::new();
        for face in BUNDLED {
            let bytes: FontBytes = Arc::new(face.bytes);
            let face = Face { family: face.family(), weight: face.weight(), italic: face.italic(), bytes, index: 0 };
            library.add(&face);
            faces.push(face);
        }
        let own: Vec<String> = STAND_INS.map(str::to_owned).to_vec();
        let mut families = Vec::new();
        for bytes in further {
            let bytes: FontBytes = Arc::new(bytes);
            for face in library.add_file(&bytes) {
                if !families.contains(&face.family) {
                    families.push(face.family.clone());
                }
                faces.push(face);
            }
        }
        let (emoji, others): (Vec<_>, Vec<_>) = families.into_iter().partition(|name| name.contains("Emoji"));
        library.stand_ins = own.into_iter().chain(others).collect();
        library.emoji = emoji;
        FontBook { library, faces: faces.into() }
    }

    /// The faces by [`FontId`].
    pub fn faces(&self) -> &Arc<[Face]> {
        &self.faces
    }

    /// The face of exactly this family, weight and slant.
    pub fn face(&self, family: &str, weight: u16, italic: bool) -> Option<FontId> {
        let fits = |face: &Face| face.family == family && face.weight == weight && face.italic == italic;
        let index = self.faces.iter().position(fits)?;
        Some(FontId(u32::try_from(index).ok()?))
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }
}

/// Families in the order that suits a language: of the Chinese, Japanese and Korean ones, its own first.
pub(crate) fn in_order(families: &[String], language: &str) -> Vec<String> {
    let wanted: &[&str] = match (primary(language), language) {
        ("ja", _) => &[" JP"],
        ("ko", _) => &[" KR"],
        ("zh", tag) if tag.contains("HK") => &[" HK", " TC"],
        ("zh", tag) if tag.contains("TW") || tag.contains("Hant") || tag.contains("MO") => &[" TC", " HK"],
        _ => &[" SC"],
    };
    let mut ordered = families.to_vec();
    // A stable sort: what is not Chinese, Japanese or Korean keeps its place before them.
    ordered.sort_by_key(|family| match family {
        family if !family.contains("CJK") => 0,
        // The monospaced cut is meant for code.
        family if family.contains("Mono") => 9,
        family => 1 + wanted.iter().position(|suffix| family.ends_with(suffix)).unwrap_or(wanted.len()),
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
            assert_eq!(id.0 as usize, index, "{face:?} is there twice");
        }
        assert_eq!(book.face("Comic Sans MS", 400, false), None);
    }

    #[test]
    fn a_file_that_holds_no_font_is_passed_over() {
        let book = FontBook::with(vec![Arc::from(*b"not a font")]);
        assert_eq!(book.faces().len(), BUNDLED.len());
    }

    #[test]
    fn further_fonts_stand_in_under_their_own_names() {
        let book = FontBook::with(vec![Arc::from(BUNDLED[0].bytes)]);
        let face = book.faces().last().expect("a face");
        assert_eq!(format!("{face:?}"), "Face(Atkinson Hyperlegible Next 400)");
        let last = book.library().stand_ins.last().map(String::as_str);
        assert_eq!(last, Some("Atkinson Hyperlegible Next"));
    }

    #[test]
    fn a_deck_prefers_the_han_forms_of_its_language() {
        let families: Vec<String> =
            ["Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans Tamil"].map(str::to_owned).to_vec();
        let first = |language: &str| in_order(&families, language)[1].clone();
        assert_eq!(first("ja"), "Noto Sans CJK JP");
        assert_eq!(first("zh-CN"), "Noto Sans CJK SC");
        assert_eq!(first("zh-Hant-HK"), "Noto Sans CJK TC");
        assert_eq!(first("zh-TW"), "Noto Sans CJK TC");
        assert_eq!(in_order(&families, "en")[0], "Noto Sans Tamil");
    }
}
