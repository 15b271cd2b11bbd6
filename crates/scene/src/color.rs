//! Colours, by value or by their role in the palette.
//!
//! A role survives into outputs that know themes, so that a person can recolour a deck there. Contrast is measured
//! here because it is arithmetic on colours; who must reach which ratio is not decided here.

use std::fmt;

/// An opaque colour in sRGB.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Rgb {
    /// White.
    pub const WHITE: Rgb = Rgb::hex(0xFF_FF_FF);
    /// Black.
    pub const BLACK: Rgb = Rgb::hex(0);

    /// A colour from `0xRRGGBB`.
    pub const fn hex(value: u32) -> Rgb {
        let [_, red, green, blue] = value.to_be_bytes();
        Rgb { red, green, blue }
    }

    /// A colour from `#RRGGBB` or `#RGB`, in either case.
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

    /// Relative luminance, WCAG 2.2.
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let share = f32::from(channel) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast ratio with another colour, WCAG 2.2: 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The colour seen when this one, with an opacity of 0 to 1, lies over another.
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

/// What a colour of the palette is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaletteRole {
    /// The usual page.
    Base,
    /// A page or plate slightly off the usual one.
    Tint,
    /// The strong, mostly dark page.
    Deep,
    /// Plates.
    Surface,
    /// Hairlines.
    Line,
    /// Text on base, tint and surface.
    Text,
    /// Quieter text on base, tint and surface.
    Muted,
    /// Text on deep and gradient.
    OnDeep,
    /// Quieter text on deep.
    MutedOnDeep,
    /// Marks, links and filled plates.
    Accent,
    /// Text on accent.
    OnAccent,
    /// Marks on deep.
    AccentOnDeep,
    /// The second mark.
    Accent2,
    /// The colour of a series, from 0.
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

/// A colour by value or by role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// This colour, whatever the palette.
    Value(Rgb),
    /// What the palette has for a role.
    Role(PaletteRole),
}

/// A tone and how much of what lies below it hides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    /// The colour.
    pub tone: Tone,
    /// 0 shows nothing of it, 1 nothing of what lies below.
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
        Color { tone: Tone::Role(role), alpha: 1.0 }
    }
}

impl From<Rgb> for Color {
    fn from(value: Rgb) -> Color {
        Color { tone: Tone::Value(value), alpha: 1.0 }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tone {
            Tone::Value(value) => write!(f, "{value}")?,
            Tone::Role(PaletteRole::Chart(index)) => write!(f, "chart-{}", index + 1)?,
            Tone::Role(role) => f.write_str(role.name())?,
        }
        if self.alpha < 1.0 { write!(f, "/{:.0}%", self.alpha * 100.0) } else { Ok(()) }
    }
}

/// The colours of a document by role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// The usual page.
    pub base: Rgb,
    /// A page or plate slightly off the usual one.
    pub tint: Rgb,
    /// The strong page.
    pub deep: Rgb,
    /// Plates.
    pub surface: Rgb,
    /// Hairlines.
    pub line: Rgb,
    /// Text on base, tint and surface.
    pub text: Rgb,
    /// Quieter text there.
    pub muted: Rgb,
    /// Text on deep and gradient.
    pub on_deep: Rgb,
    /// Quieter text on deep.
    pub muted_on_deep: Rgb,
    /// Marks, links and filled plates.
    pub accent: Rgb,
    /// Text on accent.
    pub on_accent: Rgb,
    /// Marks on deep.
    pub accent_on_deep: Rgb,
    /// The second mark.
    pub accent2: Rgb,
    /// The colours of series, in order.
    pub chart: Vec<Rgb>,
}

impl Palette {
    /// The colour of a role. Series beyond the last start again with the first.
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

    /// The opaque part of a colour.
    pub fn rgb(&self, color: Color) -> Rgb {
        match color.tone {
            Tone::Value(value) => value,
            Tone::Role(role) => self.role(role),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((Rgb::WHITE.contrast(Rgb::BLACK) - 21.0).abs() < 0.01);
        let teal = Rgb::hex(0x0B_6B_75);
        assert!((teal.contrast(Rgb::WHITE) - 6.2).abs() < 0.05, "{}", teal.contrast(Rgb::WHITE));
    }

    #[test]
    fn colours_are_read_in_both_forms() {
        assert_eq!(Rgb::parse("#0b6B75"), Some(Rgb::hex(0x0B_6B_75)));
        assert_eq!(Rgb::parse("#fa0"), Some(Rgb::hex(0xFF_AA_00)));
        assert_eq!(Rgb::parse("0B6B75"), None);
        assert_eq!(Rgb::parse("#0B6B7"), None);
    }

    #[test]
    fn a_veil_mixes_with_what_lies_below() {
        assert_eq!(Rgb::BLACK.over(Rgb::WHITE, 0.5), Rgb::hex(0x80_80_80));
    }
}
