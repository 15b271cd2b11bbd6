//! Colours, by value or by their role in the palette, and contrast between colours.
//!
//! Exporters with theme support keep the role, so that users can recolour the deck there. This module computes
//! luminance and contrast; which contrast a text needs is decided in layout.

use std::fmt;

/// An opaque colour in sRGB.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Rgb {
    /// White.
    pub const WHITE: Rgb = Rgb::hex(0xFF_FF_FF);
    /// Black.
    pub const BLACK: Rgb = Rgb::hex(0);

    /// Creates a colour from `0xRRGGBB`.
    pub const fn hex(value: u32) -> Rgb {
        let [_, red, green, blue] = value.to_be_bytes();
        Rgb { red, green, blue }
    }

    /// Parses `#RRGGBB` or `#RGB`, in upper or lower case. Returns `None` for anything else.
    pub fn parse(text: &str) -> Option<Rgb> {
        let digits = text.trim().strip_prefix('#')?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        match digits.len() {
            6 => Some(Rgb::hex(value)),
            3 => Some(Rgb::hex(
                ((value >> 8) & 0xF) * 0x11_00_00 + ((value >> 4) & 0xF) * 0x11_00 + (value & 0xF) * 0x11,
            )),
            _ => None,
        }
    }

    /// Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white).
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let share = f32::from(channel) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast ratio with another colour as WCAG 2.2 defines it, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// This colour painted over another one with an opacity of 0 to 1.
    #[must_use]
    pub fn over(self, below: Rgb, alpha: f32) -> Rgb {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of two bytes is a byte")]
        let mix = |above: u8, below: u8| (f32::from(above) * alpha + f32::from(below) * (1.0 - alpha)).round() as u8;
        Rgb { red: mix(self.red, below.red), green: mix(self.green, below.green), blue: mix(self.blue, below.blue) }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

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
    /// The colour that the palette has for this role.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_follows_wcag() {
        assert!((Rgb::WHITE.contrast(Rgb::BLACK) - 21.0).abs() < 0.01);
        let teal = Rgb::hex(0x0B_6B_75);
        assert!((teal.contrast(Rgb::WHITE) - 6.2).abs() < 0.05, "{}", teal.contrast(Rgb::WHITE));
    }

    #[test]
    fn colours_are_parsed_from_six_and_three_digits() {
        assert_eq!(Rgb::parse("#0b6B75"), Some(Rgb::hex(0x0B_6B_75)));
        assert_eq!(Rgb::parse("#fa0"), Some(Rgb::hex(0xFF_AA_00)));
        assert_eq!(Rgb::parse("0B6B75"), None);
        assert_eq!(Rgb::parse("#0B6B7"), None);
    }

    #[test]
    fn a_translucent_colour_mixes_with_the_one_below() {
        assert_eq!(Rgb::BLACK.over(Rgb::WHITE, 0.5), Rgb::hex(0x80_80_80));
    }
}
