//! Reads lengths and shares from attributes.

use super::xml::Element;

/// Maximum length in EMU: ten kilometres.
const MAX_LENGTH: f64 = 3.6e11;

/// An attribute as a length in EMU; `None` if it is missing or malformed. The strict form of the format also allows
/// units.
pub(super) fn length(element: &Element<'_>, name: &str) -> Option<i64> {
    let text = element.attribute(name)?;
    let text = text.trim();
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let scale = match unit {
        "" => 1.0,
        "mm" => 36_000.0,
        "cm" => 360_000.0,
        "in" => 914_400.0,
        "pt" => 12_700.0,
        "pc" | "pi" => 152_400.0,
        _ => return None,
    };
    Some(rounded(number.parse::<f64>().ok()? * scale))
}

/// An attribute as a share in thousandths of a percent; `None` if it is missing or malformed. The strict form of the
/// format has a percent sign.
pub(super) fn share(element: &Element<'_>, name: &str) -> Option<i32> {
    let text = element.attribute(name)?;
    let (number, scale) = match text.trim().strip_suffix('%') {
        Some(percent) => (percent, 1000.0),
        None => (text.trim(), 1.0),
    };
    let share = number.parse::<f64>().ok()? * scale;
    i32::try_from(rounded(share)).ok()
}

/// A number rounded to a whole one and limited to [`MAX_LENGTH`]; 0 if it is not finite.
#[expect(clippy::cast_possible_truncation, reason = "the bound is far below that of the type")]
pub(super) fn rounded(number: f64) -> i64 {
    if number.is_finite() { number.clamp(-MAX_LENGTH, MAX_LENGTH).round() as i64 } else { 0 }
}

/// A length for a calculation with fractions.
#[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
pub(super) fn exact(length: i64) -> f64 {
    length as f64
}
