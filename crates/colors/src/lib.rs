//! Opaque colours: reading, mixing, luminance and contrast.
//!
//! No other crate computes luminance and contrast. The crate `layout` decides which contrast a text needs.

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

    /// Parses `#RRGGBB`, in upper or lower case. Returns `None` for anything else.
    pub fn parse(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(digits, 16).ok().map(Rgb::hex)
    }

    /// Parses `#RRGGBB` or its short form `#RGB`, with white space around it allowed. Returns `None` for anything else.
    pub fn parse_with_short_form(text: &str) -> Option<Rgb> {
        match text.trim().as_bytes() {
            [b'#', red, green, blue] => {
                let digits = [b'#', *red, *red, *green, *green, *blue, *blue];
                std::str::from_utf8(&digits).ok().and_then(Rgb::parse)
            }
            _ => Rgb::parse(text.trim()),
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
        let (own, others) = (self.luminance(), other.luminance());
        (own.max(others) + 0.05) / (own.min(others) + 0.05)
    }

    /// This colour painted over another one with an opacity of 0 to 1.
    #[must_use]
    pub fn over(self, below: Rgb, alpha: f32) -> Rgb {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of two bytes is a byte")]
        let mix = |above: u8, below: u8| (f32::from(above) * alpha + f32::from(below) * (1.0 - alpha)).round() as u8;
        Rgb { red: mix(self.red, below.red), green: mix(self.green, below.green), blue: mix(self.blue, below.blue) }
    }

    /// Hue, saturation and lightness, each from 0 to 1. A grey has hue 0.
    pub fn hsl(self) -> [f32; 3] {
        let [red, green, blue] = [self.red, self.green, self.blue].map(|channel| f32::from(channel) / 255.0);
        let (max, min) = (red.max(green).max(blue), red.min(green).min(blue));
        let (light, spread) = (f32::midpoint(max, min), max - min);
        if spread <= 0.0 {
            return [0.0, 0.0, light];
        }
        let saturation = spread / (1.0 - (2.0 * light - 1.0).abs());
        let hue_sixths = if max <= red {
            (green - blue) / spread + 6.0
        } else if max <= green {
            (blue - red) / spread + 2.0
        } else {
            (red - green) / spread + 4.0
        };
        [(hue_sixths / 6.0).fract(), saturation.min(1.0), light]
    }

    /// The colour of a hue, a saturation and a lightness, each from 0 to 1.
    pub fn from_hsl([hue, saturation, light]: [f32; 3]) -> Rgb {
        let amplitude = saturation * light.min(1.0 - light);
        let channel = |offset: f32| {
            let step = (offset + hue * 12.0) % 12.0;
            let share = light - amplitude * (step - 3.0).min(9.0 - step).clamp(-1.0, 1.0);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
            let byte = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            byte
        };
        Rgb { red: channel(0.0), green: channel(8.0), blue: channel(4.0) }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_follows_wcag() {
        assert!((Rgb::WHITE.contrast(Rgb::BLACK) - 21.0).abs() < 1e-4);
        assert!((Rgb::BLACK.contrast(Rgb::WHITE) - 21.0).abs() < 1e-4);
        assert!((Rgb::BLACK.contrast(Rgb::BLACK) - 1.0).abs() < 1e-4);
        let teal = Rgb::hex(0x0B_6B_75);
        assert!((teal.contrast(Rgb::WHITE) - 6.2).abs() < 0.05, "{}", teal.contrast(Rgb::WHITE));
    }

    #[test]
    fn a_colour_is_parsed_from_six_digits_and_written_in_capitals() {
        assert_eq!(Rgb::parse("#0b6B75"), Some(Rgb::hex(0x0B_6B_75)));
        assert_eq!(Rgb::hex(0x0B_6B_75).to_string(), "#0B6B75");
        for wrong in ["", "#", "0B6B75", "#0B6B7", "#0B6B755", "#0B6B7G", "#+B6B75", "#fa0", " #0B6B75", "#é6B75"] {
            assert_eq!(Rgb::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_short_form_repeats_each_digit() {
        assert_eq!(Rgb::parse_with_short_form("#fa0"), Some(Rgb::hex(0xFF_AA_00)));
        assert_eq!(Rgb::parse_with_short_form(" #0b6B75 "), Some(Rgb::hex(0x0B_6B_75)));
        for wrong in ["fa0", "#fa", "#fag", "#+a0", "#0B6B7", "#é0"] {
            assert_eq!(Rgb::parse_with_short_form(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_colour_converts_to_hsl_and_back_without_loss() {
        for (color, expected) in
            [(0xFF_00_00, [0.0, 1.0, 0.5]), (0x00_80_00, [1.0 / 3.0, 1.0, 0.251]), (0x80_80_80, [0.0, 0.0, 0.502])]
        {
            let found = Rgb::hex(color).hsl();
            assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.001), "{found:?}");
        }
        for color in [0, 0xFF_FF_FF, 0x0B_6B_75, 0xC2_41_0C, 0xFF_D4_00, 0x12_34_56, 0xFE_01_80] {
            assert_eq!(Rgb::from_hsl(Rgb::hex(color).hsl()), Rgb::hex(color));
        }
    }

    #[test]
    fn a_translucent_colour_mixes_with_the_one_below() {
        assert_eq!(Rgb::BLACK.over(Rgb::WHITE, 0.5), Rgb::hex(0x80_80_80));
        assert_eq!(Rgb::WHITE.over(Rgb::BLACK, 1.0), Rgb::WHITE);
        assert_eq!(Rgb::WHITE.over(Rgb::BLACK, 0.0), Rgb::BLACK);
    }
}
