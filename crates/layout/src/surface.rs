//! Surfaces: the backgrounds that text can be on, and the colours text has there.
//!
//! The only module that chooses a text colour and the only one in this crate that compares contrast or luminance, so
//! that text reaches 4.5:1 everywhere. The arithmetic itself is in [`Rgb`].

use deck::Backdrop;
use scene::{Color, Palette, PaletteRole, Rgb};

use crate::look::Look;

/// The minimum contrast of text (WCAG 2.2, level AA).
pub(crate) const MIN_TEXT_CONTRAST: f32 = 4.5;
/// The minimum contrast of bullets, rules, bars and other graphics.
pub(crate) const MIN_MARK_CONTRAST: f32 = 3.0;
/// Backgrounds with a luminance below this count as dark.
const DARK_LUMINANCE: f32 = 0.4;
/// Backgrounds with a luminance above this count as light.
const LIGHT_LUMINANCE: f32 = 0.6;

/// The background of a page or a plate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    /// The standard page colour.
    Base,
    /// Slightly off the standard page colour.
    Tint,
    /// The strong, mostly dark page colour.
    Deep,
    /// The accent colour.
    Accent,
    /// The second accent colour.
    Accent2,
    /// The gradient of the theme.
    Gradient,
    /// The colour of plates.
    Surface,
    /// A colour chosen by the author.
    Custom(Rgb),
    /// A picture, with light or dark text on it.
    Picture {
        /// Whether the text is light.
        light: bool,
        /// The colour behind the text, overlay included, that has the lowest contrast to it.
        below: Rgb,
    },
}

/// A background with the colours that text and graphics have on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Surface {
    pub(crate) ground: Ground,
    /// Text.
    pub(crate) text: Color,
    /// Secondary text.
    pub(crate) muted: Color,
    /// Graphics: bullets, rules, bars. Text in the accent uses `link`, which has more contrast.
    pub(crate) mark: Color,
    /// Links, and other text in the accent.
    pub(crate) link: Color,
    /// Plates on this surface.
    pub(crate) plate: Color,
    /// Hairlines.
    pub(crate) line: Color,
}

impl From<Backdrop> for Ground {
    fn from(backdrop: Backdrop) -> Ground {
        match backdrop {
            Backdrop::Base => Ground::Base,
            Backdrop::Tint => Ground::Tint,
            Backdrop::Deep => Ground::Deep,
            Backdrop::Accent => Ground::Accent,
            Backdrop::Gradient => Ground::Gradient,
        }
    }
}

impl Ground {
    /// The ground of a backdrop by its current or former name; the standard page when the name is unknown.
    pub(crate) fn named(name: &str, custom: &str) -> Ground {
        match name {
            "tint" | "mist" => Ground::Tint,
            "deep" | "dark" => Ground::Deep,
            "accent" | "brand-1" => Ground::Accent,
            "accent-2" | "brand-2" => Ground::Accent2,
            "gradient" | "calm" => Ground::Gradient,
            "custom" => Rgb::parse_with_short_form(custom).map_or(Ground::Base, Ground::Custom),
            _ => Ground::Base,
        }
    }

    /// The name of the ground in layer names.
    pub(crate) fn name(self) -> &'static str {
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

    /// The colour of the ground; for a gradient, the lightest one.
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

    /// Whether the ground is dark.
    pub(crate) fn is_dark(self, look: &Look) -> bool {
        self.rgb(look).luminance() < DARK_LUMINANCE
    }

    /// The colour of a light plate on which dark content is visible; `None` on a ground that is not dark.
    pub(crate) fn light_plate(self, look: &Look) -> Option<PaletteRole> {
        let light = if Ground::Base.is_dark(look) { PaletteRole::OnDeep } else { PaletteRole::Base };
        self.is_dark(look).then_some(light)
    }

    /// The colours that may be behind text: one, or those of a gradient.
    fn colors(self, look: &Look) -> Vec<Rgb> {
        match self {
            Ground::Gradient => look.gradient.colors().collect(),
            ground => vec![ground.rgb(look)],
        }
    }

    /// The ground with its colours for text and graphics.
    pub(crate) fn surface(self, look: &Look) -> Surface {
        use PaletteRole::{Accent, AccentOnDeep, Line, Muted, MutedOnDeep, OnAccent, OnDeep, Text};
        let palette = &look.palette;
        let below = self.colors(look);
        let contrast = |color: Color| lowest_contrast(palette.rgb(color), below.iter().copied());
        let most_readable = |colors: &[Color]| {
            let best = colors.iter().max_by(|one, other| contrast(**one).total_cmp(&contrast(**other)));
            best.copied().unwrap_or(Text.into())
        };
        let text_roles = [Text, OnDeep, OnAccent].map(Color::from);
        let [preferred, muted, mark] = match self {
            Ground::Base | Ground::Tint | Ground::Surface => [Text, Muted, Accent].map(Color::from),
            Ground::Deep => [OnDeep, MutedOnDeep, AccentOnDeep].map(Color::from),
            Ground::Gradient => [OnDeep, OnDeep, AccentOnDeep].map(Color::from),
            Ground::Accent => [OnAccent; 3].map(Color::from),
            Ground::Accent2 | Ground::Custom(_) => {
                let text = most_readable(&text_roles);
                [text, if text == Text.into() { Muted.into() } else { text }, text]
            }
            Ground::Picture { light, .. } => [Surface::text_over_picture(palette, light); 3],
        };
        // Colours of an author or an organization may have too little contrast; black or white always has enough.
        let is_picture = matches!(self, Ground::Picture { .. });
        let text = if is_picture || contrast(preferred) >= MIN_TEXT_CONTRAST {
            preferred
        } else {
            most_readable(&[&text_roles[..], &[Rgb::BLACK.into(), Rgb::WHITE.into()]].concat())
        };
        // A colour that equals the preferred text colour is replaced together with it.
        let if_readable =
            |color: Color, ratio: f32| if color != preferred && contrast(color) >= ratio { color } else { text };
        let shade = plate_shade(palette.rgb(text));
        let (plate, line) = match self {
            Ground::Base | Ground::Surface => (PaletteRole::Tint.into(), Line.into()),
            Ground::Tint => (PaletteRole::Surface.into(), Line.into()),
            Ground::Deep => (Color::from(OnDeep).at(0.08), Color::from(OnDeep).at(0.22)),
            Ground::Gradient if palette.rgb(text).contrast(palette.deep) > 7.0 => {
                (Color::from(PaletteRole::Deep).at(0.3), text.at(0.3))
            }
            Ground::Gradient => (shade.at(0.24), text.at(0.3)),
            Ground::Accent | Ground::Accent2 | Ground::Custom(_) => (shade.at(0.12), text.at(0.3)),
            Ground::Picture { .. } => (shade.at(0.4), text.at(0.4)),
        };
        Surface {
            ground: self,
            text,
            muted: if_readable(muted, MIN_TEXT_CONTRAST),
            mark: if_readable(mark, MIN_MARK_CONTRAST),
            link: if_readable(mark, MIN_TEXT_CONTRAST),
            plate,
            line,
        }
    }
}

impl Surface {
    /// A light or a dark text colour of the palette, or white or black if the palette has none that is strong enough.
    pub(crate) fn text_over_picture(palette: &Palette, light: bool) -> Color {
        let (opposite, fallback) = if light { (Rgb::BLACK, Rgb::WHITE) } else { (Rgb::WHITE, Rgb::BLACK) };
        let mut roles = [PaletteRole::OnDeep, PaletteRole::Text, PaletteRole::OnAccent].into_iter();
        let strong = roles.find(|role| palette.role(*role).contrast(opposite) > 12.0);
        strong.map_or(fallback.into(), Color::from)
    }

    /// The colour of text and icons on a shape in the mark colour.
    pub(crate) fn color_on_mark(&self, palette: &Palette) -> Color {
        let roles = [PaletteRole::Base, PaletteRole::Text, PaletteRole::Deep, PaletteRole::OnAccent];
        most_readable(palette, palette.rgb(self.mark), &roles).into()
    }

    /// The text colour of a button that is filled with this surface's text colour.
    pub(crate) fn color_on_text(&self, palette: &Palette) -> Color {
        let roles = [PaletteRole::Deep, PaletteRole::Text, PaletteRole::Base];
        most_readable(palette, palette.rgb(self.text), &roles).into()
    }
}

/// The text colour on any colour: the most readable one of the palette, or black or white if that has too little
/// contrast.
pub(crate) fn text_color_on(palette: &Palette, below: Rgb) -> Color {
    let best = most_readable(palette, below, &[PaletteRole::Text, PaletteRole::OnDeep, PaletteRole::OnAccent]);
    if palette.role(best).contrast(below) >= MIN_TEXT_CONTRAST {
        return best.into();
    }
    black_or_white_on(below).into()
}

/// Black or white, whichever has more contrast to a colour.
pub(crate) fn black_or_white_on(below: Rgb) -> Rgb {
    if Rgb::WHITE.contrast(below) > Rgb::BLACK.contrast(below) { Rgb::WHITE } else { Rgb::BLACK }
}

/// The lowest contrast of a text colour to some colours behind it.
pub(crate) fn lowest_contrast(text: Rgb, below: impl IntoIterator<Item = Rgb>) -> f32 {
    below.into_iter().map(|below| text.contrast(below)).fold(f32::MAX, f32::min)
}

/// Of some colours behind a text, the one with the lowest contrast to it; black when there are none.
pub(crate) fn least_readable(text: Rgb, below: impl IntoIterator<Item = Rgb>) -> Rgb {
    let contrast = |below: &Rgb| text.contrast(*below);
    below.into_iter().min_by(|one, other| contrast(one).total_cmp(&contrast(other))).unwrap_or(Rgb::BLACK)
}

/// Whether white text has at least as much contrast as black text, on average over some colours behind it.
pub(crate) fn prefers_white_text(below: &[Rgb]) -> bool {
    let total = |text: Rgb| below.iter().map(|below| text.contrast(*below)).sum::<f32>();
    total(Rgb::WHITE) >= total(Rgb::BLACK)
}

/// Whether black or white text is readable on all of some colours.
pub(crate) fn can_carry_text(colors: &[Rgb]) -> bool {
    [Rgb::WHITE, Rgb::BLACK].into_iter().any(|text| lowest_contrast(text, colors.iter().copied()) >= MIN_TEXT_CONTRAST)
}

/// Whether a colour is light enough for logos, most of which are made for white paper.
pub(crate) fn is_light(color: Rgb) -> bool {
    color.luminance() > LIGHT_LUMINANCE
}

/// Of some roles, the one with the highest contrast to a colour; of equal ones, the last.
fn most_readable(palette: &Palette, below: Rgb, roles: &[PaletteRole]) -> PaletteRole {
    let contrast = |role: &PaletteRole| palette.role(*role).contrast(below);
    let best = roles.iter().copied().max_by(|one, other| contrast(one).total_cmp(&contrast(other)));
    best.unwrap_or(PaletteRole::Text)
}

/// Black or white: the colour that a translucent plate must have to increase the contrast of text on it.
fn plate_shade(text: Rgb) -> Color {
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
    fn text_has_enough_contrast_on_every_ground_and_its_plates() {
        for theme in deck::Themes::core().iter() {
            let look = Look::from(theme);
            for ground in GROUNDS {
                let surface = ground.surface(&look);
                for below in ground.colors(&look) {
                    let plate = look.palette.rgb(surface.plate).over(below, surface.plate.alpha);
                    for (name, color) in [("text", surface.text), ("muted", surface.muted), ("link", surface.link)] {
                        for (place, below) in [("ground", below), ("plate", plate)] {
                            let ratio = look.palette.rgb(color).contrast(below);
                            assert!(ratio >= MIN_TEXT_CONTRAST, "{name} on {place}, {} {ground:?}: {ratio}", theme.id);
                        }
                    }
                    let ratio = look.palette.rgb(surface.mark).contrast(below);
                    assert!(ratio >= MIN_MARK_CONTRAST, "mark on {ground:?} of {}: {ratio}", theme.id);
                }
            }
        }
    }

    #[test]
    fn unreadable_colours_are_replaced_by_black_or_white() {
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
    fn former_and_unknown_backdrop_names_are_accepted() {
        assert_eq!(Ground::named("dark", ""), Ground::Deep);
        assert_eq!(Ground::named("calm", ""), Ground::Gradient);
        assert_eq!(Ground::named("something", ""), Ground::Base);
        assert_eq!(Ground::named("custom", "#00FF00"), Ground::Custom(Rgb::hex(0x00_FF_00)));
        assert_eq!(Ground::named("custom", "green"), Ground::Base);
    }

    #[test]
    fn text_is_readable_on_every_colour() {
        let palette = Look::from(deck::Themes::core().default()).palette;
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(51) {
                    let below = Rgb { red, green, blue };
                    let contrast = palette.rgb(text_color_on(&palette, below)).contrast(below);
                    assert!(contrast >= MIN_TEXT_CONTRAST, "{below}: {contrast}");
                }
            }
        }
    }
}
