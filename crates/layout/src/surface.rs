//! Surfaces: what text can stand on, and the colours it takes there.
//!
//! The one place where a text colour is chosen, so that text reaches 4.5:1 wherever it stands.

use scene::{Color, Palette, PaletteRole, Rgb};

use crate::look::Look;

/// The contrast that text must reach.
pub(crate) const LEAST_CONTRAST: f32 = 4.5;
/// The contrast that marks and large type must reach.
pub(crate) const LEAST_MARK_CONTRAST: f32 = 3.0;

/// What a page or plate is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    /// The usual page.
    Base,
    /// Slightly off the usual page.
    Tint,
    /// The strong page.
    Deep,
    /// The colour of the theme.
    Accent,
    /// The second colour of the theme.
    Accent2,
    /// The gradient of the theme.
    Gradient,
    /// A plate.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the types that follow"))]
    Surface,
    /// A colour of the author's own, or the middle tone of a picture.
    Custom(Rgb),
}

/// A ground with the colours that text and marks take on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Surface {
    pub(crate) ground: Ground,
    /// Text.
    pub(crate) text: Color,
    /// Quieter text.
    pub(crate) muted: Color,
    /// Marks: bullets, rules, bars.
    pub(crate) mark: Color,
    /// Linked words.
    pub(crate) link: Color,
    /// Plates on it.
    pub(crate) plate: Color,
    /// Hairlines.
    pub(crate) line: Color,
}

impl Ground {
    /// The ground of a backdrop by its name, older names included; what is unknown is the usual page.
    pub(crate) fn named(name: &str, custom: &str) -> Ground {
        match name {
            "tint" | "mist" => Ground::Tint,
            "deep" | "dark" => Ground::Deep,
            "accent" | "brand-1" => Ground::Accent,
            "accent-2" | "brand-2" => Ground::Accent2,
            "gradient" | "calm" => Ground::Gradient,
            "custom" => Rgb::parse(custom).map_or(Ground::Base, Ground::Custom),
            _ => Ground::Base,
        }
    }

    /// The word for it in the name of a layout.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Ground::Base => "base",
            Ground::Tint => "tint",
            Ground::Deep => "deep",
            Ground::Accent => "accent",
            Ground::Accent2 => "accent-2",
            Ground::Gradient => "gradient",
            Ground::Surface => "surface",
            Ground::Custom(_) => "custom",
        }
    }

    /// Its colour, the lightest one of a gradient.
    pub(crate) fn rgb(self, look: &Look) -> Rgb {
        let palette = &look.palette;
        match self {
            Ground::Base => palette.base,
            Ground::Tint => palette.tint,
            Ground::Deep => palette.deep,
            Ground::Accent => palette.accent,
            Ground::Accent2 => palette.accent2,
            Ground::Gradient => look.gradient.lightest,
            Ground::Surface => palette.surface,
            Ground::Custom(color) => color,
        }
    }

    /// The ground with its colours.
    pub(crate) fn surface(self, look: &Look) -> Surface {
        use PaletteRole::{Accent, AccentOnDeep, Line, Muted, MutedOnDeep, OnAccent, OnDeep, Text};
        let below = self.rgb(look);
        let palette = &look.palette;
        let surface = |text: PaletteRole, muted: PaletteRole, mark: PaletteRole, plate: Color, line: Color| {
            let [text, muted, mark] = [text, muted, mark].map(Color::from);
            let mark_reaches = palette.rgb(mark).contrast(below) >= LEAST_MARK_CONTRAST;
            let link_reaches = palette.rgb(mark).contrast(below) >= LEAST_CONTRAST;
            Surface {
                ground: self,
                text,
                muted: if palette.rgb(muted).contrast(below) >= LEAST_CONTRAST { muted } else { text },
                mark: if mark_reaches { mark } else { text },
                link: if link_reaches { mark } else { text },
                plate,
                line,
            }
        };
        let veil = |role: PaletteRole, alpha: f32| Color::from(role).at(alpha);
        match self {
            Ground::Base | Ground::Surface => surface(Text, Muted, Accent, PaletteRole::Tint.into(), Line.into()),
            Ground::Tint => surface(Text, Muted, Accent, PaletteRole::Surface.into(), Line.into()),
            Ground::Deep => surface(OnDeep, MutedOnDeep, AccentOnDeep, veil(OnDeep, 0.08), veil(OnDeep, 0.22)),
            Ground::Gradient => surface(OnDeep, OnDeep, AccentOnDeep, veil(PaletteRole::Deep, 0.3), veil(OnDeep, 0.3)),
            Ground::Accent => {
                surface(OnAccent, OnAccent, OnAccent, veil(text_away(palette, below), 0.12), veil(OnAccent, 0.3))
            }
            Ground::Accent2 | Ground::Custom(_) => {
                let text = best(palette, below);
                let muted = if text == Text { Muted } else { text };
                surface(text, muted, text, veil(text_away(palette, below), 0.1), veil(text, 0.3))
            }
        }
    }
}

/// Of the text colours, the one that stands out most.
fn best(palette: &Palette, below: Rgb) -> PaletteRole {
    let contrast = |role: &PaletteRole| palette.role(*role).contrast(below);
    [PaletteRole::Text, PaletteRole::OnDeep, PaletteRole::OnAccent]
        .into_iter()
        .max_by(|one, other| contrast(one).total_cmp(&contrast(other)))
        .unwrap_or(PaletteRole::Text)
}

/// The colour that takes a plate further away from the text that stands on it.
fn text_away(palette: &Palette, below: Rgb) -> PaletteRole {
    let text = palette.role(best(palette, below));
    if text.luminance() > below.luminance() { PaletteRole::Deep } else { PaletteRole::Base }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUNDS: [Ground; 10] = [
        Ground::Base,
        Ground::Tint,
        Ground::Deep,
        Ground::Accent,
        Ground::Accent2,
        Ground::Gradient,
        Ground::Surface,
        Ground::Custom(Rgb::hex(0xFF_D5_4A)),
        Ground::Custom(Rgb::hex(0x1A_1A_1A)),
        Ground::Custom(Rgb::hex(0x00_8A_5E)),
    ];

    #[test]
    fn text_reaches_its_contrast_on_every_ground_and_on_plates_there() {
        let look = Look::tideline();
        for ground in GROUNDS {
            let surface = ground.surface(&look);
            let below = ground.rgb(&look);
            let plate = look.palette.rgb(surface.plate).over(below, surface.plate.alpha);
            for (name, color) in [("text", surface.text), ("muted", surface.muted), ("link", surface.link)] {
                let ratio = look.palette.rgb(color).contrast(below);
                // Halfway between black and white no colour of the palette reaches more.
                let least = if ground == Ground::Custom(Rgb::hex(0x00_8A_5E)) { 3.9 } else { LEAST_CONTRAST };
                assert!(ratio >= least, "{name} on {ground:?}: {ratio}");
            }
            let ratio = look.palette.rgb(surface.text).contrast(plate);
            assert!(ratio >= 3.9, "text on a plate on {ground:?}: {ratio}");
            let ratio = look.palette.rgb(surface.mark).contrast(below);
            assert!(ratio >= LEAST_MARK_CONTRAST, "mark on {ground:?}: {ratio}");
        }
    }

    #[test]
    fn older_and_unknown_backdrops_are_drawn() {
        assert_eq!(Ground::named("dark", ""), Ground::Deep);
        assert_eq!(Ground::named("calm", ""), Ground::Gradient);
        assert_eq!(Ground::named("something", ""), Ground::Base);
        assert_eq!(Ground::named("custom", "#00FF00"), Ground::Custom(Rgb::hex(0x00_FF_00)));
        assert_eq!(Ground::named("custom", "green"), Ground::Base);
    }
}
