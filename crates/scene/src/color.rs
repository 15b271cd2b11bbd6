//! Colours, by value or by their role in the palette.
//!
//! Exporters to formats with themes write the role, so that users can recolour the deck in the other program.

use std::fmt;

use colors::Rgb;

/// What a colour of the palette is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaletteRole {
    /// The standard page background.
    Base,
    /// A page or plate background slightly off the standard one.
    Tint,
    /// The strong, mostly dark page background.
    Deep,
    /// The background of plates: panels behind content.
    Surface,
    /// Hairlines.
    Line,
    /// Text on base, tint and surface.
    Text,
    /// Secondary text on base, tint and surface.
    Muted,
    /// Text on deep and gradient.
    OnDeep,
    /// Secondary text on deep.
    MutedOnDeep,
    /// Bullets, rules, links and filled plates.
    Accent,
    /// Text on accent.
    OnAccent,
    /// Bullets, rules and links on deep.
    AccentOnDeep,
    /// The second accent.
    Accent2,
    /// The colour of a chart series, counted from 0.
    Chart(u8),
}

impl PaletteRole {
    fn name(self) -> &'static str {
        match self {
            PaletteRole::Base => "base",
            PaletteRole::Tint => "tint",
            PaletteRole::Deep => "deep",
            PaletteRole::Surface => "surface",
            PaletteRole::Line => "line",
            PaletteRole::Text => "text",
            PaletteRole::Muted => "muted",
            PaletteRole::OnDeep => "on-deep",
            PaletteRole::MutedOnDeep => "muted-on-deep",
            PaletteRole::Accent => "accent",
            PaletteRole::OnAccent => "on-accent",
            PaletteRole::AccentOnDeep => "accent-on-deep",
            PaletteRole::Accent2 => "accent-2",
            PaletteRole::Chart(_) => "chart",
        }
    }
}

/// Where a colour comes from: a fixed value, or a role of the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorSource {
    /// A fixed colour, independent of the palette.
    Value(Rgb),
    /// The colour of this role in the palette.
    Role(PaletteRole),
}

/// A colour with opacity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    /// The colour.
    pub source: ColorSource,
    /// Opacity: 0 is invisible, 1 is opaque.
    pub alpha: f32,
}

impl Color {
    /// The same colour with another opacity.
    #[must_use]
    pub fn at(self, alpha: f32) -> Color {
        Color { alpha, ..self }
    }
}

impl From<PaletteRole> for Color {
    fn from(role: PaletteRole) -> Color {
        Color { source: ColorSource::Role(role), alpha: 1.0 }
    }
}

impl From<Rgb> for Color {
    fn from(value: Rgb) -> Color {
        Color { source: ColorSource::Value(value), alpha: 1.0 }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source {
            ColorSource::Value(value) => write!(f, "{value}")?,
            ColorSource::Role(PaletteRole::Chart(index)) => write!(f, "chart-{}", index + 1)?,
            ColorSource::Role(role) => f.write_str(role.name())?,
        }
        if self.alpha < 1.0 { write!(f, "/{:.0}%", self.alpha * 100.0) } else { Ok(()) }
    }
}

/// The colours of a document by role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// The standard page background.
    pub base: Rgb,
    /// A page or plate background slightly off the standard one.
    pub tint: Rgb,
    /// The strong page background.
    pub deep: Rgb,
    /// The background of plates.
    pub surface: Rgb,
    /// Hairlines.
    pub line: Rgb,
    /// Text on base, tint and surface.
    pub text: Rgb,
    /// Secondary text on base, tint and surface.
    pub muted: Rgb,
    /// Text on deep and gradient.
    pub on_deep: Rgb,
    /// Secondary text on deep.
    pub muted_on_deep: Rgb,
    /// Bullets, rules, links and filled plates.
    pub accent: Rgb,
    /// Text on accent.
    pub on_accent: Rgb,
    /// Bullets, rules and links on deep.
    pub accent_on_deep: Rgb,
    /// The second accent.
    pub accent2: Rgb,
    /// The colours of chart series, in order.
    pub chart: Vec<Rgb>,
}

impl Palette {
    /// The colour of a role. Chart colours repeat from the first when a chart has more series.
    pub fn role(&self, role: PaletteRole) -> Rgb {
        match role {
            PaletteRole::Base => self.base,
            PaletteRole::Tint => self.tint,
            PaletteRole::Deep => self.deep,
            PaletteRole::Surface => self.surface,
            PaletteRole::Line => self.line,
            PaletteRole::Text => self.text,
            PaletteRole::Muted => self.muted,
            PaletteRole::OnDeep => self.on_deep,
            PaletteRole::MutedOnDeep => self.muted_on_deep,
            PaletteRole::Accent => self.accent,
            PaletteRole::OnAccent => self.on_accent,
            PaletteRole::AccentOnDeep => self.accent_on_deep,
            PaletteRole::Accent2 => self.accent2,
            PaletteRole::Chart(index) => {
                let index = usize::from(index) % self.chart.len().max(1);
                self.chart.get(index).copied().unwrap_or(self.accent)
            }
        }
    }

    /// The colour without its opacity.
    pub fn rgb(&self, color: Color) -> Rgb {
        match color.source {
            ColorSource::Value(value) => value,
            ColorSource::Role(role) => self.role(role),
        }
    }
}
