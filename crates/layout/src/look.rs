//! The look of a deck: the visual properties of its theme in the form that layout uses.
//!
//! Created from a theme of the catalogue or of an organization: colours, fonts, gradient, voice, logo and locks, with
//! all defaults applied.

use deck::{Figures, GradientFill, GradientOverlay, Syntax, Theme, ThemeLocks, Themes, Voice};
use scene::{FontName, FontNames, FontRole, Palette, Px, Rgb, RunStyle};

use crate::surface::can_carry_text;

/// The look of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Id of the theme.
    pub id: String,
    /// The colours by role.
    pub palette: Palette,
    /// The brand colours.
    pub brand: Vec<Rgb>,
    /// The colours of source code.
    pub syntax: Syntax,
    /// The font of titles.
    pub heading: Typeface,
    /// The font of everything else.
    pub body: Typeface,
    /// The font of code.
    pub mono: Typeface,
    /// Whether charts use patterns in addition to colours.
    pub is_patterned: bool,
    /// Width of the line around a plate.
    pub edge: Px,
    /// Corner radius of plates, buttons and pictures.
    pub radius: Px,
    /// The backdrop `gradient`.
    pub gradient: GradientBackdrop,
    /// The voice: how heads, plates, charts and other parts of slides are drawn.
    pub voice: Voice,
    /// The properties that slides may not override.
    pub locks: ThemeLocks,
    /// Address of the organization's logo.
    pub logo: Option<String>,
    /// The text shown instead of a logo when there is none.
    pub wordmark: Option<String>,
}

/// A font family with its weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Typeface {
    /// The family and its substitute in office programs.
    pub name: FontName,
    /// The regular weight.
    pub weight: u16,
    /// The weight of strong text.
    pub strong: u16,
    /// The style of figures in columns of digits.
    pub figures: Figures,
}

/// The backdrop `gradient` of a theme.
#[derive(Debug, Clone, PartialEq)]
pub struct GradientBackdrop {
    /// The base colour.
    pub ground: Rgb,
    /// A linear gradient from the base colour: the angle as in CSS (90 is to the right, 180 down) and the end colour.
    pub linear: Option<(f32, Rgb)>,
    /// Radial spots above the linear gradient, the first on top.
    pub spots: Vec<GradientSpot>,
    /// A drawing above the spots.
    pub over: Option<GradientOverlay>,
    /// The lightest colour, for checking the contrast of text.
    pub lightest: Rgb,
}

/// A radial spot that fades outwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradientSpot {
    /// The colour.
    pub color: Rgb,
    /// Opacity in the centre.
    pub alpha: f32,
    /// Centre, as fractions of the page's width and height.
    pub at: (f32, f32),
}

impl From<&Theme> for Look {
    fn from(theme: &Theme) -> Look {
        let fonts = &theme.fonts;
        let office = &theme.office_fonts;
        let custom = theme.custom.as_ref();
        Look {
            id: theme.id.clone(),
            palette: palette(theme),
            brand: theme.brand_colors.clone(),
            syntax: theme.syntax,
            heading: typeface(
                theme,
                &fonts.heading.family,
                &office.heading,
                fonts.heading.weight,
                fonts.heading.weight,
            ),
            body: typeface(theme, &fonts.body.family, &office.body, fonts.body.weight, fonts.body.strong),
            mono: typeface(theme, &fonts.mono.family, &office.mono, fonts.mono.weight, fonts.mono.weight),
            is_patterned: theme.voice.chart.pattern,
            edge: Px(theme.voice.plate.stroke),
            radius: Px(theme.voice.plate.radius),
            gradient: backdrop_gradient(theme),
            voice: theme.voice.clone(),
            locks: theme.locks,
            logo: custom.and_then(|custom| custom.logo_url.clone()),
            wordmark: custom.map(|_| theme.label.clone()),
        }
    }
}

fn palette(theme: &Theme) -> Palette {
    let colors = &theme.palette;
    Palette {
        base: colors.base,
        tint: colors.tint,
        deep: colors.deep,
        surface: colors.surface,
        line: colors.line,
        text: colors.text,
        muted: colors.muted,
        on_deep: colors.on_deep,
        muted_on_deep: colors.muted_on_deep,
        accent: colors.accent,
        on_accent: colors.on_accent,
        accent_on_deep: colors.accent_on_deep,
        accent2: colors.accent2,
        chart: theme.chart.clone(),
    }
}

fn typeface(theme: &Theme, family: &str, office: &str, weight: u16, strong: u16) -> Typeface {
    let own = theme.own_faces.iter().find(|face| face.family == family).map(|face| face.figures);
    let bundled = || Themes::core().font(family).map_or(Figures::Equal, |family| family.figures);
    let figures = own.unwrap_or_else(bundled);
    Typeface { name: FontName { family: family.to_owned(), office: office.to_owned() }, weight, strong, figures }
}

fn backdrop_gradient(theme: &Theme) -> GradientBackdrop {
    let gradient = &theme.gradient;
    let share = |percent: u8| f32::from(percent) / 100.0;
    let (ground, linear, spots) = match &gradient.fill {
        GradientFill::Flat(color) => (*color, None, Vec::new()),
        GradientFill::Linear { angle, from, to } => (*from, Some((f32::from(*angle), *to)), Vec::new()),
        GradientFill::Radial { spots, base } => {
            let spots = spots.iter().map(|spot| GradientSpot {
                color: spot.color,
                alpha: share(spot.percent),
                at: (share(spot.x), share(spot.y)),
            });
            (*base, None, spots.collect())
        }
    };
    let backdrop = GradientBackdrop { ground, linear, spots, over: gradient.over, lightest: gradient.lightest };
    // An organization's gradient may run from black to white, where no text colour is readable.
    if can_carry_text(&backdrop.colors().collect::<Vec<_>>()) {
        backdrop
    } else {
        GradientBackdrop::flat(theme.palette.deep)
    }
}

impl GradientBackdrop {
    fn flat(color: Rgb) -> GradientBackdrop {
        GradientBackdrop { ground: color, linear: None, spots: Vec::new(), over: None, lightest: color }
    }

    /// The colours that may be behind text: both ends and the lightest.
    pub(crate) fn colors(&self) -> impl Iterator<Item = Rgb> {
        let end = self.linear.map(|(_, end)| end);
        [Some(self.ground), end, Some(self.lightest)].into_iter().flatten()
    }
}

impl Look {
    /// The font families by role.
    pub fn font_names(&self) -> FontNames {
        FontNames { heading: self.heading.name.clone(), body: self.body.name.clone(), mono: self.mono.name.clone() }
    }

    /// The third brand colour; the second accent where there are fewer.
    pub(crate) fn third_brand_color(&self) -> Rgb {
        self.brand.get(2).copied().unwrap_or(self.palette.accent2)
    }

    /// The font of a role.
    pub(crate) fn typeface(&self, role: FontRole) -> &Typeface {
        match role {
            FontRole::Heading => &self.heading,
            FontRole::Body => &self.body,
            FontRole::Mono => &self.mono,
        }
    }

    /// The style for a column of digits, by the rule of its font family: with tabular figures, unchanged, or in
    /// another font.
    pub(crate) fn figures(&self, style: RunStyle) -> RunStyle {
        let font = match self.typeface(style.font).figures {
            Figures::Tabular => {
                return RunStyle { tabular: true, ..style };
            }
            Figures::Equal => return style,
            Figures::Mono => FontRole::Mono,
            Figures::Body => FontRole::Body,
        };
        let weight = match style.weight {
            ..600 => self.typeface(font).weight,
            _ => self.typeface(font).strong,
        };
        let replaced = RunStyle { font, weight, ..style };
        // The body font may have a rule of its own.
        if font == FontRole::Body && self.body.figures != Figures::Body { self.figures(replaced) } else { replaced }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::PaletteRole;

    fn style(font: FontRole) -> RunStyle {
        RunStyle::plain(font, 600, Px(28.0), PaletteRole::Text)
    }

    fn custom(declared: &serde_json::Value) -> Look {
        let themes = Themes::core().clone().with_custom("theme.json", declared).expect("a theme");
        Look::from(themes.get("own"))
    }

    #[test]
    fn every_theme_of_the_catalogue_has_a_look() {
        for theme in Themes::core().iter() {
            let look = Look::from(theme);
            assert_eq!(look.gradient.lightest, theme.gradient.lightest, "{}", theme.id);
            assert_eq!(look.gradient.over.is_some(), theme.gradient.over.is_some(), "{}", theme.id);
            assert_eq!(look.wordmark, None, "{}", theme.id);
        }
        let unknown = Themes::core().get("no-such-theme");
        assert_eq!(Look::from(unknown).id, "default");
    }

    #[test]
    fn the_theme_of_an_organization_brings_its_colours_faces_logo_and_locks() {
        let look = custom(&serde_json::json!({"id": "own", "label": "Acme", "logoUrl": "/uploads/acme.png",
            "colors": {"accent": "#7A1FA2"}, "fonts": {"heading": "Sora"}, "locks": ["background"]}));
        assert_eq!(look.palette.accent, Rgb::hex(0x7A_1F_A2));
        assert_eq!(look.gradient.linear, Some((135.0, Rgb::hex(0x7A_1F_A2))));
        assert_eq!((look.heading.name.family.as_str(), look.heading.figures), ("Sora", Figures::Tabular));
        assert_eq!((look.logo.as_deref(), look.wordmark.as_deref()), (Some("/uploads/acme.png"), Some("Acme")));
        assert!(look.locks.background && !look.locks.logo);
    }

    #[test]
    fn a_gradient_without_a_readable_text_colour_is_drawn_flat() {
        let look = custom(&serde_json::json!({"id": "own", "label": "Acme",
            "colors": {"deep": "#000000", "accent": "#FFFFFF", "onAccent": "#000000"}}));
        assert_eq!(look.gradient, GradientBackdrop::flat(Rgb::BLACK));
    }

    #[test]
    fn figures_follow_the_rule_of_their_family() {
        let mut look = Look::from(Themes::core().default());
        assert!(look.figures(style(FontRole::Heading)).tabular);
        assert_eq!(look.figures(style(FontRole::Body)), style(FontRole::Body));
        look.heading.figures = Figures::Body;
        look.body.figures = Figures::Mono;
        let moved = look.figures(style(FontRole::Heading));
        assert_eq!((moved.font, moved.weight), (FontRole::Mono, 400));
    }
}
