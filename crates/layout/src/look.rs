//! What a theme says about looks, as layout needs it.
//!
//! Plain values: colours, faces, corner radius, gradient and ornament. Where they come from is not known here.

use scene::{FontName, FontNames, FontRole, Palette, Px, Rgb, RunStyle};

/// The look of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Id of the theme; seeds what is drawn at random.
    pub id: String,
    /// Its colours.
    pub palette: Palette,
    /// The colours of code.
    pub syntax: Syntax,
    /// The face of titles.
    pub heading: Voice,
    /// The face of everything else.
    pub body: Voice,
    /// The face of code.
    pub mono: Voice,
    /// How round plates, buttons and pictures are.
    pub radius: Px,
    /// Where the block of a title page stands.
    pub title_layout: TitleLayout,
    /// What the backdrop `gradient` is.
    pub gradient: Wash,
    /// What is drawn behind some pages.
    pub ornament: Option<Ornament>,
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

/// How columns of figures are set in a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figures {
    /// The family has figures of one width, to be asked for.
    Tabular,
    /// Its figures have one width anyway.
    Equal,
    /// In the face of code.
    Mono,
    /// In the face of running text.
    Body,
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

/// Where the block of a title page stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TitleLayout {
    /// It hangs from y 176.
    Top,
    /// It is centred on y 540.
    Center,
    /// It stands on y 904.
    Bottom,
}

/// A backdrop of more than one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Wash {
    /// The colour below everything.
    pub ground: Rgb,
    /// A colour that the ground runs into, and the angle as CSS counts it: 90 is to the right, 180 down.
    pub linear: Option<(f32, Rgb)>,
    /// Spots of light over it.
    pub spots: Vec<Spot>,
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
    /// How far it reaches.
    pub radius: Px,
}

/// What is drawn behind some pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ornament {
    /// Three long waves along the lower edge.
    Waves,
}

impl Look {
    /// The look of the theme `default`, called Tideline.
    pub fn tideline() -> Look {
        let voice = |family: &str, office: &str, weight: u16, strong: u16, figures: Figures| Voice {
            name: FontName { family: family.to_owned(), office: office.to_owned() },
            weight,
            strong,
            figures,
        };
        Look {
            id: "default".to_owned(),
            palette: Palette {
                base: Rgb::hex(0xFF_FF_FF),
                tint: Rgb::hex(0xEE_F4_F5),
                deep: Rgb::hex(0x0B_2A_33),
                surface: Rgb::hex(0xF7_FA_FB),
                line: Rgb::hex(0xD3_E0_E3),
                text: Rgb::hex(0x10_26_2D),
                muted: Rgb::hex(0x4A_62_6B),
                on_deep: Rgb::hex(0xF4_FA_FB),
                muted_on_deep: Rgb::hex(0xA9_C4_CB),
                accent: Rgb::hex(0x0B_6B_75),
                on_accent: Rgb::hex(0xFF_FF_FF),
                accent_on_deep: Rgb::hex(0x5F_D0_CF),
                accent2: Rgb::hex(0xC2_41_0C),
                chart: [0x0B_6B_75, 0xC2_41_0C, 0x3B_6F_B6, 0x7A_51_95, 0x5E_7F_2E, 0xA8_6A_00, 0x4A_62_6B, 0xB0_35_5F]
                    .map(Rgb::hex)
                    .to_vec(),
            },
            syntax: Syntax {
                plain: Rgb::hex(0x10_26_2D),
                keyword: Rgb::hex(0x0B_6B_75),
                string: Rgb::hex(0xC2_41_0C),
                comment: Rgb::hex(0x4A_62_6B),
                name: Rgb::hex(0x7A_51_95),
                number: Rgb::hex(0xB0_35_5F),
            },
            heading: voice("Schibsted Grotesk", "Arial", 700, 700, Figures::Tabular),
            body: voice("Source Sans 3", "Segoe UI", 400, 600, Figures::Equal),
            mono: voice("JetBrains Mono", "Consolas", 400, 400, Figures::Equal),
            radius: Px(18.0),
            title_layout: TitleLayout::Bottom,
            gradient: Wash {
                ground: Rgb::hex(0x0B_2A_33),
                linear: Some((135.0, Rgb::hex(0x0B_6B_75))),
                spots: vec![Spot { color: Rgb::hex(0x5F_D0_CF), alpha: 0.14, at: (1.0, 1.0), radius: Px(900.0) }],
                lightest: Rgb::hex(0x17_79_82),
            },
            ornament: Some(Ornament::Waves),
        }
    }

    /// The families by role.
    pub fn font_names(&self) -> FontNames {
        FontNames { heading: self.heading.name.clone(), body: self.body.name.clone(), mono: self.mono.name.clone() }
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

    #[test]
    fn figures_follow_the_rule_of_their_family() {
        let mut look = Look::tideline();
        assert!(look.figures(style(FontRole::Heading)).tabular);
        assert_eq!(look.figures(style(FontRole::Body)), style(FontRole::Body));
        look.heading.figures = Figures::Body;
        look.body.figures = Figures::Mono;
        let moved = look.figures(style(FontRole::Heading));
        assert_eq!((moved.font, moved.weight), (FontRole::Mono, 400));
    }
}
