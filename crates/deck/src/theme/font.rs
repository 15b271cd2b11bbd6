//! Font faces by role, and the bundled families.

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

/// A family that is bundled.
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
    /// Whether there is a file of this weight and style.
    pub fn has(&self, weight: u16, style: FontStyle) -> bool {
        self.files.iter().any(|file| file.weight == weight && file.style == style)
    }

    /// The nearest upright weight.
    pub(super) fn nearest(&self, weight: u16) -> u16 {
        let upright = self.files.iter().filter(|file| file.style == FontStyle::Normal);
        upright.map(|file| file.weight).min_by_key(|known| known.abs_diff(weight)).unwrap_or(weight)
    }
}
