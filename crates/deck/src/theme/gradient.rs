//! The backdrop `gradient` of a theme: flat, linear or spots of light.

use colors::Rgb;

/// The backdrop `gradient` of a theme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gradient {
    /// What fills the page.
    pub fill: GradientFill,
    /// What is drawn over the fill.
    pub over: Option<GradientOverlay>,
    /// The lightest point, against which contrast is measured.
    pub lightest: Rgb,
}

/// What fills the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GradientFill {
    /// One colour.
    Flat(Rgb),
    /// From one colour to another.
    Linear {
        /// Direction in degrees: 0 points up, 90 to the right.
        angle: u16,
        /// Colour at the start.
        from: Rgb,
        /// Colour at the end.
        to: Rgb,
    },
    /// Spots of light on a base.
    Radial {
        /// The spots, the first on top.
        spots: Vec<LightSpot>,
        /// Colour under them.
        base: Rgb,
    },
}

/// A spot of light that fades outwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LightSpot {
    /// Its colour.
    pub color: Rgb,
    /// Its strength at the centre, in percent.
    pub percent: u8,
    /// Its centre from the left, in percent of the width.
    pub x: u8,
    /// Its centre from the top, in percent of the height.
    pub y: u8,
}

/// A drawing over the fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GradientOverlay {
    /// What it is.
    pub form: OverlayForm,
    /// Its colour.
    pub color: Rgb,
    /// Its opacity, in percent.
    pub percent: u8,
}

/// The drawings over a gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverlayForm {
    /// A soft ring beyond the lower right corner.
    Ring,
    /// A thin frame.
    Frame,
    /// A grid of hairlines.
    Grid,
}

impl OverlayForm {
    /// Parses the word used in declarations.
    pub(super) fn parse(word: &str) -> Option<Self> {
        match word {
            "ring" => Some(Self::Ring),
            "frame" => Some(Self::Frame),
            "grid" => Some(Self::Grid),
            _ => None,
        }
    }
}

impl LightSpot {
    /// Reads `#243A7A at 60% from 70% 10%`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let [color, "at", strength, "from", x, y] = words.as_slice() else {
            return None;
        };
        Some(Self { color: Rgb::parse(color)?, percent: percent(strength)?, x: percent(x)?, y: percent(y)? })
    }
}

impl Gradient {
    /// The gradient with each colour replaced by the result of `recolored`.
    pub(super) fn recoloured(&self, recolored: impl Fn(Rgb) -> Rgb) -> Self {
        let fill = match &self.fill {
            GradientFill::Flat(color) => GradientFill::Flat(recolored(*color)),
            GradientFill::Linear { angle, from, to } => {
                GradientFill::Linear { angle: *angle, from: recolored(*from), to: recolored(*to) }
            }
            GradientFill::Radial { spots, base } => GradientFill::Radial {
                spots: spots.iter().map(|spot| LightSpot { color: recolored(spot.color), ..*spot }).collect(),
                base: recolored(*base),
            },
        };
        let over = self.over.map(|over| GradientOverlay { color: recolored(over.color), ..over });
        let lightest = lightest(&fill, over);
        Self { fill, over, lightest }
    }
}

/// The lightest colour of a fill with what is drawn over it. A frame is never behind text and does not count.
fn lightest(fill: &GradientFill, over: Option<GradientOverlay>) -> Rgb {
    let lighter = |color: Rgb, other: Rgb| {
        if other.luminance() > color.luminance() { other } else { color }
    };
    let point = match fill {
        GradientFill::Flat(color) => *color,
        GradientFill::Linear { from, to, .. } => lighter(*from, *to),
        GradientFill::Radial { spots, base } => {
            spots.iter().map(|spot| spot.color.over(*base, share(spot.percent))).fold(*base, lighter)
        }
    };
    let over = over.filter(|over| over.form != OverlayForm::Frame);
    over.map_or(point, |over| lighter(point, over.color.over(point, share(over.percent))))
}

/// A percentage as a number from 0 to 1.
fn share(percent: u8) -> f32 {
    f32::from(percent) / 100.0
}

fn percent(text: &str) -> Option<u8> {
    let digits = text.strip_suffix('%')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| is_number && *number <= 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Themes;

    #[test]
    fn a_spot_is_read_strictly() {
        let spot = LightSpot::parse("#243A7A at 60% from 70% 10%").expect("a spot");
        assert_eq!((spot.percent, spot.x, spot.y), (60, 70, 10));
        for wrong in [
            "#243A7A",
            "#243A7A at 60%",
            "#243A7A at 60 from 70% 10%",
            "#243A7A at 160% from 70% 10%",
            "#243A7A at +6% from 70% 10%",
            "#243A7 at 60% from 70% 10%",
            "#243A7A at 60% from 70% 10% 5%",
            "#243A7A  at 60% from 70% 10%",
        ] {
            assert_eq!(LightSpot::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_lightest_point_follows_from_fill_and_overlay() {
        for theme in Themes::core().iter() {
            let gradient = &theme.gradient;
            let found = lightest(&gradient.fill, gradient.over);
            assert_eq!(found, gradient.lightest, "{}", theme.id);
        }
    }
}
