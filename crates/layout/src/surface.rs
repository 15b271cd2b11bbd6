//! Surfaces: what text can stand on, and the colours it takes there.
//!
//! The one place where a text colour is chosen, so that text reaches 4.5:1 wherever it stands.

use scene::{Color, Palette, PaletteRole, Rgb};

use crate::look::Look;

/// The contrast that text must reach.
pub(crate) const LEAST_CONTRAST: f32 = 4.5;
/// The contrast that marks must reach.
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
    Surface,
    /// A colour of the author's own.
    Custom(Rgb),
    /// A picture, with light or dark text on it.
    Picture {
        /// Whether the text is light.
        light: bool,
        /// Of what lies under the text, veil included, what it stands out from least.
        below: Rgb,
    },
}

/// A ground with the colours that text and marks take on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Surface {
    pub(crate) ground: Ground,
    /// Text.
    pub(crate) text: Color,
    /// Quieter text.
    pub(crate) muted: Color,
    /// Marks: bullets, rules, bars. Words of the same hue take `link`, which reaches more.
    pub(crate) mark: Color,
    /// Linked words, and others in the accent.
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
            Ground::Picture { .. } => "picture",
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
            Ground::Custom(color) | Ground::Picture { below: color, .. } => color,
        }
    }

    /// The colours that text may have below it: one, or those of a gradient.
    fn colors(self, look: &Look) -> Vec<Rgb> {
        match self {
            Ground::Gradient => look.gradient.colors().collect(),
            ground => vec![ground.rgb(look)],
        }
    }

    /// The ground with its colours.
    pub(crate) fn surface(self, look: &Look) -> Surface {
        use PaletteRole::{Accent, AccentOnDeep, Line, Muted, MutedOnDeep, OnAccent, OnDeep, Text};
        let palette = &look.palette;
        let below = self.colors(look);
        let least =
            |color: Color| below.iter().map(|below| palette.rgb(color).contrast(*below)).fold(f32::MAX, f32::min);
        let best = |colors: &[Color]| {
            let found = colors.iter().max_by(|one, other| least(**one).total_cmp(&least(**other)));
            found.copied().unwrap_or(Text.into())
        };
        let roles = [Text, OnDeep, OnAccent].map(Color::from);
        let [wanted, quiet, mark] = match self {
            Ground::Base | Ground::Tint | Ground::Surface => [Text, Muted, Accent].map(Color::from),
            Ground::Deep => [OnDeep, MutedOnDeep, AccentOnDeep].map(Color::from),
            Ground::Gradient => [OnDeep, OnDeep, AccentOnDeep].map(Color::from),
            Ground::Accent => [OnAccent; 3].map(Color::from),
            Ground::Accent2 | Ground::Custom(_) => {
                let text = best(&roles);
                [text, if text == Text.into() { Muted.into() } else { text }, text]
            }
            Ground::Picture { light, .. } => [Surface::text_over_picture(palette, light); 3],
        };
        // Colours of an author or an organization may be anything: black or white always reads.
        let is_picture = matches!(self, Ground::Picture { .. });
        let text = if is_picture || least(wanted) >= LEAST_CONTRAST {
            wanted
        } else {
            best(&[&roles[..], &[Rgb::BLACK.into(), Rgb::WHITE.into()]].concat())
        };
        // What was meant to be as the text stays so.
        let reaching = |color: Color, ratio: f32| if color != wanted && least(color) >= ratio { color } else { text };
        let away = away(palette.rgb(text));
        let (plate, line) = match self {
            Ground::Base | Ground::Surface => (PaletteRole::Tint.into(), Line.into()),
            Ground::Tint => (PaletteRole::Surface.into(), Line.into()),
            Ground::Deep => (Color::from(OnDeep).at(0.08), Color::from(OnDeep).at(0.22)),
            Ground::Gradient if palette.rgb(text).contrast(palette.deep) > 7.0 => {
                (Color::from(PaletteRole::Deep).at(0.3), text.at(0.3))
            }
            Ground::Gradient => (away.at(0.24), text.at(0.3)),
            Ground::Accent | Ground::Accent2 | Ground::Custom(_) => (away.at(0.12), text.at(0.3)),
            Ground::Picture { .. } => (away.at(0.4), text.at(0.4)),
        };
        Surface {
            ground: self,
            text,
            muted: reaching(quiet, LEAST_CONTRAST),
            mark: reaching(mark, LEAST_MARK_CONTRAST),
            link: reaching(mark, LEAST_CONTRAST),
            plate,
            line,
        }
    }
}

impl Surface {
    /// A light or a dark one of the palette's text colours, else white or black.
    pub(crate) fn text_over_picture(palette: &Palette, light: bool) -> Color {
        let (against, plain) = if light { (Rgb::BLACK, Rgb::WHITE) } else { (Rgb::WHITE, Rgb::BLACK) };
        let mut roles = [PaletteRole::OnDeep, PaletteRole::Text, PaletteRole::OnAccent].into_iter();
        let strong = roles.find(|role| palette.role(*role).contrast(against) > 12.0);
        strong.map_or(plain.into(), Color::from)
    }
}

/// The colour of text on any other colour: that of the palette that stands out most, else black or white.
pub(crate) fn ink(palette: &Palette, below: Rgb) -> Color {
    let best = best(palette, below);
    if palette.role(best).contrast(below) >= LEAST_CONTRAST {
        return best.into();
    }
    if Rgb::WHITE.contrast(below) > Rgb::BLACK.contrast(below) { Rgb::WHITE.into() } else { Rgb::BLACK.into() }
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
fn away(text: Rgb) -> Color {
    if text.contrast(Rgb::BLACK) > text.contrast(Rgb::WHITE) { Rgb::BLACK.into() } else { Rgb::WHITE.into() }
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
        for theme in deck::Themes::core().iter() {
            let look = Look::from(theme);
            for ground in GROUNDS {
                let surface = ground.surface(&look);
                for below in ground.colors(&look) {
                    let plate = look.palette.rgb(surface.plate).over(below, surface.plate.alpha);
                    for (name, color) in [("text", surface.text), ("muted", surface.muted), ("link", surface.link)] {
                        for (place, below) in [("ground", below), ("plate", plate)] {
                            let ratio = look.palette.rgb(color).contrast(below);
                            assert!(ratio >= LEAST_CONTRAST, "{name} on {place}, {} {ground:?}: {ratio}", theme.id);
                        }
                    }
                    let ratio = look.palette.rgb(surface.mark).contrast(below);
                    assert!(ratio >= LEAST_MARK_CONTRAST, "mark on {ground:?} of {}: {ratio}", theme.id);
                }
            }
        }
    }

    #[test]
    fn colours_that_cannot_be_read_give_way_to_black_or_white() {
        let declared = serde_json::json!({"id": "own", "label": "Acme",
            "colors": {"base": "#777777", "text": "#808080", "muted": "#777777", "onDeep": "#333333", "onAccent": "#888888"}});
        let themes = deck::Themes::core().clone().with_custom("theme.json", &declared).expect("a theme");
        let look = Look::from(themes.get("own"));
        for ground in GROUNDS {
            let surface = ground.surface(&look);
            let ratio = look.palette.rgb(surface.text).contrast(ground.rgb(&look));
            assert!(ratio >= 4.4, "{ground:?}: {ratio}");
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

    #[test]
    fn text_reads_on_every_colour() {
        let palette = Look::from(deck::Themes::core().default()).palette;
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(51) {
                    let below = Rgb { red, green, blue };
                    let contrast = palette.rgb(ink(&palette, below)).contrast(below);
                    assert!(contrast >= LEAST_CONTRAST, "{below}: {contrast}");
                }
            }
        }
    }
}
