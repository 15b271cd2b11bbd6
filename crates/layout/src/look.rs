//! What a theme says about looks, as layout needs it.
//!
//! Made from a theme of the catalogue or of an organization: colours, faces, corner radius, gradient, ornament, logo
//! and locks, with everything settled that a theme may leave open.

use deck::{Figures, GradientFill, Locks, Ornament, OrnamentName, Theme, Themes, TitleLayout};
use scene::{FontName, FontNames, FontRole, Palette, Px, Rgb, RunStyle};

use crate::surface::LEAST_CONTRAST;

/// From one step of text to the next: 20, 24, 28, 34, 40.
const ENLARGEMENT: f32 = 1.18;

/// The look of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Id of the theme; seeds what is drawn at random.
    pub id: String,
    /// Its colours.
    pub palette: Palette,
    /// The colours it is known by.
    pub brand: Vec<Rgb>,
    /// The colours of code.
    pub syntax: Syntax,
    /// The face of titles.
    pub heading: Voice,
    /// The face of everything else.
    pub body: Voice,
    /// The face of code.
    pub mono: Voice,
    /// Whether text below the size of titles is set one step larger.
    pub is_larger: bool,
    /// Whether charts tell their parts apart by patterns as well as by colours.
    pub is_patterned: bool,
    /// How thick the line around a plate is.
    pub edge: Px,
    /// How round plates, buttons and pictures are.
    pub radius: Px,
    /// Where the block of a title page stands.
    pub title_layout: TitleLayout,
    /// How wide the rule beside the number of a section is, where the theme has one.
    pub section_rule: Option<Px>,
    /// What the backdrop `gradient` is.
    pub gradient: Wash,
    /// What is drawn behind some pages.
    pub ornament: Ornament,
    /// What slides may not change.
    pub locks: Locks,
    /// The address of the organization's logo.
    pub logo: Option<String>,
    /// The words that stand for a logo where there is none.
    pub wordmark: Option<String>,
}

/// A face and its weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Voice {
    /// The family and its office substitute.
    pub name: FontName,
    /// The usual weight.
    pub weight: u16,
    /// The weight of stressed words.
    pub strong: u16,
    /// How columns of figures are set.
    pub figures: Figures,
}

/// The colours of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Syntax {
    /// Everything else.
    pub plain: Rgb,
    /// Words of the language.
    pub keyword: Rgb,
    /// Text.
    pub string: Rgb,
    /// Comments.
    pub comment: Rgb,
    /// Functions and types.
    pub name: Rgb,
    /// Numbers, constants and other literals.
    pub number: Rgb,
}

/// A backdrop of more than one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Wash {
    /// The colour below everything.
    pub ground: Rgb,
    /// A colour that the ground runs into, and the angle as CSS counts it: 90 is to the right, 180 down.
    pub linear: Option<(f32, Rgb)>,
    /// Spots of light over it, the first on top.
    pub spots: Vec<Spot>,
    /// What is drawn over that.
    pub over: Option<Over>,
    /// Its lightest point, which contrast is measured against.
    pub lightest: Rgb,
}

/// A soft spot of a colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// The colour.
    pub color: Rgb,
    /// Its opacity in the middle.
    pub alpha: f32,
    /// Its middle, in shares of the page.
    pub at: (f32, f32),
}

/// What is drawn over a gradient.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Over {
    /// A soft ring off the lower right corner, in a colour at an opacity.
    Ring(Rgb, f32),
    /// A thin frame.
    Frame(Rgb),
    /// A grid of hairlines, at an opacity.
    Grid(Rgb, f32),
}

impl From<&Theme> for Look {
    fn from(theme: &Theme) -> Look {
        let fonts = &theme.fonts;
        let office = &theme.office_fonts;
        let custom = theme.custom.as_ref();
        Look {
            id: theme.id.clone(),
            palette: palette(theme),
            brand: theme.brand_colors.iter().copied().map(rgb).collect(),
            syntax: syntax(theme.syntax),
            heading: voice(&fonts.heading.family, &office.heading, fonts.heading.weight, fonts.heading.weight),
            body: voice(&fonts.body.family, &office.body, fonts.body.weight, fonts.body.strong),
            mono: voice(&fonts.mono.family, &office.mono, fonts.mono.weight, fonts.mono.weight),
            // These four are words in the catalogue; the ornament tells which theme is meant, and an organization's
            // theme keeps the looks of the one it is made from.
            is_larger: theme.ornament.name == OrnamentName::Bar,
            is_patterned: theme.ornament.name == OrnamentName::Bar,
            edge: Px(if theme.ornament.name == OrnamentName::Bar { 3.0 } else { 1.0 }),
            section_rule: (theme.ornament.name == OrnamentName::Waves).then_some(Px(6.0)),
            radius: Px(f32::from(theme.radius)),
            title_layout: theme.title_layout,
            gradient: wash(theme),
            ornament: theme.ornament.clone(),
            locks: theme.locks,
            logo: custom.and_then(|custom| custom.logo_url.clone()),
            wordmark: custom.map(|_| theme.label.clone()),
        }
    }
}

/// How much larger text of a size is set in a theme with larger text.
pub(crate) fn enlargement(is_larger: bool, size: f32) -> f32 {
    if is_larger && size < 50.0 { ENLARGEMENT } else { 1.0 }
}

fn rgb(color: deck::Color) -> Rgb {
    Rgb { red: color.0, green: color.1, blue: color.2 }
}

fn palette(theme: &Theme) -> Palette {
    let colors = &theme.palette;
    Palette {
        base: rgb(colors.base),
        tint: rgb(colors.tint),
        deep: rgb(colors.deep),
        surface: rgb(colors.surface),
        line: rgb(colors.line),
        text: rgb(colors.text),
        muted: rgb(colors.muted),
        on_deep: rgb(colors.on_deep),
        muted_on_deep: rgb(colors.muted_on_deep),
        accent: rgb(colors.accent),
        on_accent: rgb(colors.on_accent),
        accent_on_deep: rgb(colors.accent_on_deep),
        accent2: rgb(colors.accent2),
        chart: theme.chart.iter().copied().map(rgb).collect(),
    }
}

fn syntax(colors: deck::Syntax) -> Syntax {
    Syntax {
        plain: rgb(colors.plain),
        keyword: rgb(colors.keyword),
        string: rgb(colors.string),
        comment: rgb(colors.comment),
        name: rgb(colors.name),
        number: rgb(colors.number),
    }
}

fn voice(family: &str, office: &str, weight: u16, strong: u16) -> Voice {
    // Every theme takes its faces from the bundled families.
    let figures = Themes::core().font(family).map_or(Figures::Equal, |family| family.figures);
    Voice { name: FontName { family: family.to_owned(), office: office.to_owned() }, weight, strong, figures }
}

fn wash(theme: &Theme) -> Wash {
    let gradient = &theme.gradient;
    let share = |percent: u8| f32::from(percent) / 100.0;
    let (ground, linear, spots) = match &gradient.fill {
        GradientFill::Flat(color) => (rgb(*color), None, Vec::new()),
        GradientFill::Linear { angle, from, to } => (rgb(*from), Some((f32::from(*angle), rgb(*to))), Vec::new()),
        GradientFill::Radial { spots, base } => {
            let spots = spots.iter().map(|spot| Spot {
                color: rgb(spot.color),
                alpha: share(spot.percent),
                at: (share(spot.x), share(spot.y)),
            });
            (rgb(*base), None, spots.collect())
        }
    };
    let over = gradient.over.as_deref().and_then(over);
    let wash = Wash { ground, linear, spots, over, lightest: rgb(gradient.lightest) };
    if wash.carries_text() { wash } else { Wash::flat(rgb(theme.palette.deep)) }
}

/// What the words of a theme put over its gradient.
fn over(words: &str) -> Option<Over> {
    let parts: Vec<&str> = words.split([' ', ',']).collect();
    let color = parts.iter().find_map(|part| Rgb::parse(part)).unwrap_or(Rgb::WHITE);
    let percent = parts.iter().find_map(|part| part.strip_suffix('%')?.parse::<f32>().ok()).unwrap_or(100.0);
    let has = |name: &str| parts.contains(&name);
    match () {
        () if has("ring") => Some(Over::Ring(color, percent / 100.0)),
        () if has("frame") => Some(Over::Frame(color)),
        () if has("grid") => Some(Over::Grid(color, percent / 100.0)),
        () => None,
    }
}

impl Wash {
    fn flat(color: Rgb) -> Wash {
        Wash { ground: color, linear: None, spots: Vec::new(), over: None, lightest: color }
    }

    /// The colours that text may have below it: those at the ends, and the lightest.
    pub(crate) fn colors(&self) -> impl Iterator<Item = Rgb> {
        let end = self.linear.map(|(_, end)| end);
        [Some(self.ground), end, Some(self.lightest)].into_iter().flatten()
    }

    /// Whether one colour of text reads all over it. An organization's colours can run from black to white.
    fn carries_text(&self) -> bool {
        [Rgb::WHITE, Rgb::BLACK]
            .into_iter()
            .any(|text| self.colors().all(|below| text.contrast(below) >= LEAST_CONTRAST))
    }
}

impl Look {
    /// The families by role.
    pub fn font_names(&self) -> FontNames {
        FontNames { heading: self.heading.name.clone(), body: self.body.name.clone(), mono: self.mono.name.clone() }
    }

    /// How much larger the theme sets text of a size: one step of the scale below titles, nothing from there on.
    pub(crate) fn enlargement(&self, size: f32) -> f32 {
        enlargement(self.is_larger, size)
    }

    /// The face of a role.
    pub(crate) fn voice(&self, role: FontRole) -> &Voice {
        match role {
            FontRole::Heading => &self.heading,
            FontRole::Body => &self.body,
            FontRole::Mono => &self.mono,
        }
    }

    /// A style for a column of figures, by the rule of its family.
    pub(crate) fn figures(&self, style: RunStyle) -> RunStyle {
        let font = match self.voice(style.font).figures {
            Figures::Tabular => {
                return RunStyle { tabular: true, ..style };
            }
            Figures::Equal => return style,
            Figures::Mono => FontRole::Mono,
            Figures::Body => FontRole::Body,
        };
        let weight = match style.weight {
            ..600 => self.voice(font).weight,
            _ => self.voice(font).strong,
        };
        let moved = RunStyle { font, weight, ..style };
        // The face of running text has a rule of its own.
        if font == FontRole::Body && self.body.figures != Figures::Body { self.figures(moved) } else { moved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::PaletteRole;

    fn style(font: FontRole) -> RunStyle {
        RunStyle {
            font,
            weight: 600,
            italic: false,
            size: Px(28.0),
            color: PaletteRole::Text.into(),
            letter_spacing: Px::ZERO,
            underline: false,
            strike: false,
            code: false,
            strong: false,
            tabular: false,
            plate: None,
        }
    }

    fn custom(declared: &serde_json::Value) -> Look {
        let themes = Themes::core().clone().with_custom("theme.json", declared).expect("a theme");
        Look::from(themes.get("own"))
    }

    #[test]
    fn every_theme_of_the_catalogue_has_a_look() {
        for theme in Themes::core().iter() {
            let look = Look::from(theme);
            assert_eq!(look.gradient.lightest, rgb(theme.gradient.lightest), "{}", theme.id);
            assert_eq!(look.gradient.over.is_some(), theme.gradient.over.is_some(), "{}", theme.id);
            assert_eq!((look.wordmark, look.is_larger), (None, theme.id == "clarity"), "{}", theme.id);
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
    fn a_gradient_that_no_text_reads_on_is_drawn_flat() {
        let look = custom(&serde_json::json!({"id": "own", "label": "Acme",
            "colors": {"deep": "#000000", "accent": "#FFFFFF", "onAccent": "#000000"}}));
        assert_eq!(look.gradient, Wash::flat(Rgb::BLACK));
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
