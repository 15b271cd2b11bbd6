//! Opaque colours, their luminance and contrast.

use std::fmt;

/// A colour by its red, green and blue components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// Reads `#RRGGBB`, in either case.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self(red, green, blue))
    }

    /// Relative luminance, from 0 for black to 1 for white (WCAG 2).
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast ratio of the two colours, from 1 to 21 (WCAG 2).
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// This colour over another one, with an opacity of `percent`.
    #[must_use]
    pub fn over(self, under: Self, percent: u8) -> Self {
        let share = f64::from(percent.min(100)) / 100.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of two bytes is a byte")]
        let mix = |top: u8, bottom: u8| (f64::from(top) * share + f64::from(bottom) * (1.0 - share)).round() as u8;
        Self(mix(self.0, under.0), mix(self.1, under.1), mix(self.2, under.2))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_from_six_digits_and_written_in_capitals() {
        assert_eq!(Color::parse("#0b6B75"), Some(Color(11, 107, 117)));
        assert_eq!(Color(11, 107, 117).to_string(), "#0B6B75");
        for wrong in ["", "#", "0B6B75", "#0B6B7", "#0B6B755", "#0B6B7G", "#+B6B75", "teal", "#é6B75"] {
            assert_eq!(Color::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn black_on_white_has_the_greatest_contrast() {
        let (black, white) = (Color(0, 0, 0), Color(255, 255, 255));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9 && (white.contrast(black) - 21.0).abs() < 1e-9);
        assert!((black.contrast(black) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_colour_over_another_is_mixed_by_its_share() {
        assert_eq!(Color(255, 255, 255).over(Color(0, 0, 0), 50), Color(128, 128, 128));
        assert_eq!(Color(9, 9, 9).over(Color(0, 0, 0), 100), Color(9, 9, 9));
        assert_eq!(Color(9, 9, 9).over(Color(5, 5, 5), 0), Color(5, 5, 5));
    }
}
