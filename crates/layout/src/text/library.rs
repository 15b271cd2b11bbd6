//! The faces as the shaper holds them.

use std::collections::HashMap;

use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, FontStyle, FontWeight};
use scene::{Face, FontBytes, FontId};

/// The faces as the shaper holds them, and the order in which families stand in for one another.
#[derive(Clone)]
pub(crate) struct Library {
    pub(super) collection: Collection,
    pub(super) ids: HashMap<(u64, u32), FontId>,
    /// The alphabets that a family lacks letters of.
    pub(super) gaps: HashMap<String, Vec<Alphabet>>,
    /// Families that stand in for letters another lacks.
    pub(crate) stand_ins: Vec<String>,
    /// Families of emoji.
    pub(crate) emoji: Vec<String>,
}

/// An alphabet that many families lack, or have only a few letters of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    Greek,
    Cyrillic,
    Arabic,
    Hebrew,
    Devanagari,
    Thai,
}

impl Alphabet {
    const ALL: [Alphabet; 6] =
        [Alphabet::Greek, Alphabet::Cyrillic, Alphabet::Arabic, Alphabet::Hebrew, Alphabet::Devanagari, Alphabet::Thai];

    /// The alphabet of a letter.
    pub(super) fn of(letter: char) -> Option<Alphabet> {
        match letter {
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Some(Alphabet::Greek),
            '\u{400}'..='\u{52F}' => Some(Alphabet::Cyrillic),
            '\u{590}'..='\u{5FF}' | '\u{FB1D}'..='\u{FB4F}' => Some(Alphabet::Hebrew),
            '\u{600}'..='\u{6FF}'
            | '\u{750}'..='\u{77F}'
            | '\u{8A0}'..='\u{8FF}'
            | '\u{FB50}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFC}' => Some(Alphabet::Arabic),
            '\u{900}'..='\u{97F}' => Some(Alphabet::Devanagari),
            '\u{E00}'..='\u{E7F}' => Some(Alphabet::Thai),
            _ => None,
        }
    }

    /// The family that its words are set in, spaces and points between them included, where the list of stand-ins
    /// would take those from elsewhere.
    pub(super) fn family(self) -> Option<&'static str> {
        match self {
            Alphabet::Greek | Alphabet::Cyrillic => None,
            Alphabet::Arabic => Some("Noto Sans Arabic"),
            Alphabet::Hebrew => Some("Noto Sans Hebrew"),
            Alphabet::Devanagari => Some("Noto Sans Devanagari"),
            Alphabet::Thai => Some("Noto Sans Thai"),
        }
    }

    /// Letters without which no word can be set.
    fn basic(self) -> std::ops::RangeInclusive<char> {
        match self {
            Alphabet::Greek => 'ά'..='ώ',
            Alphabet::Cyrillic => 'А'..='я',
            Alphabet::Arabic => '\u{627}'..='\u{63A}',
            Alphabet::Hebrew => 'א'..='ת',
            Alphabet::Devanagari => '\u{915}'..='\u{928}',
            Alphabet::Thai => '\u{E01}'..='\u{E2E}',
        }
    }
}

impl Default for Library {
    fn default() -> Library {
        let options = CollectionOptions { shared: false, system_fonts: false };
        Library {
            collection: Collection::new(options),
            ids: HashMap::new(),
            gaps: HashMap::new(),
            stand_ins: Vec::new(),
            emoji: Vec::new(),
        }
    }
}

impl Library {
    /// Adds a face under the names it is given, whatever its file says.
    pub(crate) fn add(&mut self, face: &Face) {
        let blob = Blob::new(face.bytes.clone());
        let key = (blob.id(), face.index);
        let names = FontInfoOverride {
            family_name: Some(&face.family),
            weight: Some(FontWeight::new(f32::from(face.weight))),
            style: Some(if face.italic { FontStyle::Italic } else { FontStyle::Normal }),
            ..FontInfoOverride::default()
        };
        let registered = self.collection.register_fonts(blob.clone(), Some(names));
        for font in registered.iter().flat_map(|(_, fonts)| fonts) {
            let index = font.charmap_index();
            let Some(letters) = index.charmap(blob.as_ref()) else {
                continue;
            };
            let lacks = |letter: char| letters.map(letter).unwrap_or(0) == 0;
            let gaps = Alphabet::ALL.into_iter();
            let gaps: Vec<Alphabet> = gaps.filter(|alphabet| alphabet.basic().any(lacks)).collect();
            self.gaps.insert(face.family.clone(), gaps);
        }
        self.ids.insert(key, self.next_id());
    }

    /// Adds every face of a file under its own names.
    pub(crate) fn add_file(&mut self, bytes: &FontBytes) -> Vec<Face> {
        let blob = Blob::new(bytes.clone());
        let id = blob.id();
        let mut faces = Vec::new();
        for (family, fonts) in self.collection.register_fonts(blob, None) {
            let name = self.collection.family_name(family).unwrap_or_default().to_owned();
            for font in fonts {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a weight is 1 to 1000")]
                let weight = font.weight().value() as u16;
                self.ids.insert((id, font.index()), self.next_id());
                faces.push(Face {
                    family: name.clone(),
                    weight,
                    italic: font.style() != FontStyle::Normal,
                    bytes: bytes.clone(),
                    index: font.index(),
                });
            }
        }
        faces
    }

    fn next_id(&self) -> FontId {
        FontId(u32::try_from(self.ids.len()).expect("fewer faces than fit in memory"))
    }
}
