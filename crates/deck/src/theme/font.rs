//! Font faces by role, the bundled families, and faces that organizations uploaded.

use std::fmt;
use std::sync::Arc;

/// The faces of a theme by role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fonts {
    /// Titles. It has no italic.
    pub heading: Face,
    /// Running text.
    pub body: BodyFace,
    /// Code.
    pub mono: Face,
}

/// One weight of a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// Name of the family.
    pub family: String,
    /// Weight, such as 700.
    pub weight: u16,
}

/// The face of running text, with its variants for emphasis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyFace {
    /// Name of the family.
    pub family: String,
    /// Weight of plain text.
    pub weight: u16,
    /// Weight of strong text.
    pub strong: u16,
    /// Whether there is an italic of the plain weight.
    pub italic: bool,
}

/// Font families for office programs where the bundled ones are not installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfficeFonts {
    /// For titles.
    pub heading: String,
    /// For running text.
    pub body: String,
    /// For code.
    pub mono: String,
}

/// A bundled font family, or one that an organization uploaded. An uploaded family has no package, and its file paths
/// are hashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFamily {
    /// Name of the family.
    pub family: String,
    /// Package it comes from.
    pub package: String,
    /// Version of the package.
    pub version: String,
    /// Licence of the files.
    pub licence: String,
    /// File in the package with the text of the licence.
    pub licence_file: String,
    /// How digits are aligned in columns.
    pub figures: Figures,
    /// The files.
    pub files: Vec<FontFile>,
}

/// One file of a family: one weight, one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontFile {
    /// Path inside the package.
    pub file: String,
    /// Weight, such as 400.
    pub weight: u16,
    /// Upright or italic.
    pub style: FontStyle,
}

/// Upright or italic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FontStyle {
    /// Upright.
    Normal,
    /// Italic.
    Italic,
}

/// How digits are aligned in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figures {
    /// With the `tnum` feature switched on.
    Tabular,
    /// As they are: the digits share one width.
    Equal,
    /// In the mono face of the theme, clocks too.
    Mono,
    /// In the body face of the theme.
    Body,
}

/// A face that an organization uploaded.
#[derive(Clone)]
pub struct OwnFace {
    /// Name of the family.
    pub family: String,
    /// Weight, such as 400.
    pub weight: u16,
    /// Upright or italic.
    pub style: FontStyle,
    /// How digits are aligned in columns.
    pub figures: Figures,
    /// Whether its licence allows it in documents that other people edit.
    pub editable: bool,
    /// The hash of the file.
    pub hash: Arc<str>,
    /// The file.
    pub bytes: Arc<[u8]>,
}

impl PartialEq for OwnFace {
    fn eq(&self, other: &Self) -> bool {
        (&self.family, self.weight, self.style, &self.hash) == (&other.family, other.weight, other.style, &other.hash)
    }
}

impl Eq for OwnFace {}

impl fmt::Debug for OwnFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OwnFace({} {} {:?} {})", self.family, self.weight, self.style, self.hash)
    }
}

/// A font family for missing glyphs, used where it is installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FallbackFont {
    /// Scripts that it covers, as text.
    pub scripts: String,
    /// Name of the family.
    pub family: String,
    /// Debian package that installs it.
    pub debian: String,
}

impl FontFamily {
    /// The families of faces that an organization uploaded.
    pub(super) fn of_own(faces: &[OwnFace]) -> Vec<FontFamily> {
        let mut families: Vec<FontFamily> = Vec::new();
        for face in faces {
            let file = FontFile { file: face.hash.to_string(), weight: face.weight, style: face.style };
            match families.iter_mut().find(|family| family.family == face.family) {
                Some(family) => family.files.push(file),
                None => families.push(FontFamily {
                    family: face.family.clone(),
                    package: String::new(),
                    version: String::new(),
                    licence: String::new(),
                    licence_file: String::new(),
                    figures: face.figures,
                    files: vec![file],
                }),
            }
        }
        families
    }

    /// Whether there is a file of this weight and style.
    pub fn has(&self, weight: u16, style: FontStyle) -> bool {
        self.files.iter().any(|file| file.weight == weight && file.style == style)
    }

    /// The weight of an upright file that is nearest to the given weight; the given weight when there is no such file.
    pub(super) fn nearest(&self, weight: u16) -> u16 {
        let upright = self.files.iter().filter(|file| file.style == FontStyle::Normal);
        upright.map(|file| file.weight).min_by_key(|known| known.abs_diff(weight)).unwrap_or(weight)
    }
}
