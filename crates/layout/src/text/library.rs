//! The fonts in the form that the shaper uses.

use std::collections::HashMap;

use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, FontStyle, FontWeight};
use scene::{FontBytes, FontFace, FontId};

/// The fonts registered with the shaper, and the order of fallback families.
#[derive(Clone)]
pub(crate) struct FontLibrary {
    pub(super) collection: Collection,
    /// The id of each face, by the id of the blob of its file and its index in that file.
    pub(super) ids: HashMap<(u64, u32), FontId>,
    /// The scripts that each family does not fully support.
    pub(super) missing_scripts: HashMap<String, Vec<Script>>,
    /// Families for characters that the theme's family lacks, in order of preference.
    pub(crate) fallback_families: Vec<String>,
    /// Emoji families.
    pub(crate) emoji_families: Vec<String>,
}

/// A script that many families lack or support only in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Greek,
    Cyrillic,
    Arabic,
    Hebrew,
    Devanagari,
    Thai,
}

impl Script {
    const ALL: [Script; 6] =
        [Script::Greek, Script::Cyrillic, Script::Arabic, Script::Hebrew, Script::Devanagari, Script::Thai];

    /// The script of a character; `None` if it is not one of these.
    pub(super) fn of(letter: char) -> Option<Script> {
        match letter {
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Some(Script::Greek),
            '\u{400}'..='\u{52F}' => Some(Script::Cyrillic),
            '\u{590}'..='\u{5FF}' | '\u{FB1D}'..='\u{FB4F}' => Some(Script::Hebrew),
            '\u{600}'..='\u{6FF}'
            | '\u{750}'..='\u{77F}'
            | '\u{8A0}'..='\u{8FF}'
            | '\u{FB50}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFC}' => Some(Script::Arabic),
            '\u{900}'..='\u{97F}' => Some(Script::Devanagari),
            '\u{E00}'..='\u{E7F}' => Some(Script::Thai),
            _ => None,
        }
    }

    /// The family for words of this script. It also sets their spaces and punctuation, which would come from another
    /// family if the general fallback list were used.
    pub(super) fn family(self) -> Option<&'static str> {
        match self {
            Script::Greek | Script::Cyrillic => None,
            Script::Arabic => Some("Noto Sans Arabic"),
            Script::Hebrew => Some("Noto Sans Hebrew"),
            Script::Devanagari => Some("Noto Sans Devanagari"),
            Script::Thai => Some("Noto Sans Thai"),
        }
    }

    /// Letters that a family must have to count as supporting the script.
    fn basic_letters(self) -> std::ops::RangeInclusive<char> {
        match self {
            Script::Greek => 'ά'..='ώ',
            Script::Cyrillic => 'А'..='я',
            Script::Arabic => '\u{627}'..='\u{63A}',
            Script::Hebrew => 'א'..='ת',
            Script::Devanagari => '\u{915}'..='\u{928}',
            Script::Thai => '\u{E01}'..='\u{E2E}',
        }
    }
}

impl Default for FontLibrary {
    fn default() -> FontLibrary {
        let options = CollectionOptions { shared: false, system_fonts: false };
        FontLibrary {
            collection: Collection::new(options),
            ids: HashMap::new(),
            missing_scripts: HashMap::new(),
            fallback_families: Vec::new(),
            emoji_families: Vec::new(),
        }
    }
}

impl FontLibrary {
    /// Adds a face under its given family, weight and slant, ignoring the names in its file.
    pub(crate) fn add(&mut self, face: &FontFace) {
        let blob = Blob::new(face.bytes.clone());
        let key = (blob.id(), face.index);
        let overrides = FontInfoOverride {
            family_name: Some(&face.family),
            weight: Some(FontWeight::new(f32::from(face.weight))),
            style: Some(if face.italic { FontStyle::Italic } else { FontStyle::Normal }),
            ..FontInfoOverride::default()
        };
        let registered = self.collection.register_fonts(blob.clone(), Some(overrides));
        for font in registered.iter().flat_map(|(_, fonts)| fonts) {
            let charmap_index = font.charmap_index();
            let Some(charmap) = charmap_index.charmap(blob.as_ref()) else {
                continue;
            };
            let is_missing = |letter: char| charmap.map(letter).unwrap_or(0) == 0;
            let is_incomplete = |script: &Script| script.basic_letters().any(is_missing);
            let missing_scripts: Vec<Script> = Script::ALL.into_iter().filter(is_incomplete).collect();
            self.missing_scripts.insert(face.family.clone(), missing_scripts);
        }
        self.ids.insert(key, self.next_id());
    }

    /// Adds every face of a file under the names in the file, and returns them.
    pub(crate) fn add_file(&mut self, bytes: &FontBytes) -> Vec<FontFace> {
        let blob = Blob::new(bytes.clone());
        let id = blob.id();
        let mut faces = Vec::new();
        for (family, fonts) in self.collection.register_fonts(blob, None) {
            let name = self.collection.family_name(family).unwrap_or_default().to_owned();
            for font in fonts {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight is 1 to 1000")]
                let weight = font.weight().value() as u16;
                self.ids.insert((id, font.index()), self.next_id());
                faces.push(FontFace {
                    family: name.clone(),
                    weight,
                    italic: font.style() != FontStyle::Normal,
                    bytes: bytes.clone(),
                    index: font.index(),
                    own: None,
                });
            }
        }
        faces
    }

    fn next_id(&self) -> FontId {
        FontId(u32::try_from(self.ids.len()).expect("memory holds fewer than 2^32 faces"))
    }
}
