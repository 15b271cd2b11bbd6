//! What the letters of a text ask for: a direction, and room for what stands above and below them.

use scene::Direction;

/// The direction of the first letter that has one.
pub(crate) fn direction(text: &str) -> Option<Direction> {
    text.chars().find_map(|letter| match letter {
        letter if letter.is_ascii_alphabetic() => Some(Direction::LeftToRight),
        '\u{590}'..='\u{8FF}'
        | '\u{FB1D}'..='\u{FDFF}'
        | '\u{FE70}'..='\u{FEFF}'
        | '\u{10800}'..='\u{10FFF}'
        | '\u{1E800}'..='\u{1EFFF}' => Some(Direction::RightToLeft),
        letter if letter.is_alphabetic() => Some(Direction::LeftToRight),
        _ => None,
    })
}

/// The least line height, as a share of the size, at which lines of a text do not touch. Scripts with marks above
/// and below their letters need more than Latin.
pub(crate) fn least_leading(text: &str) -> f32 {
    let tall = |letter: char| {
        matches!(letter, '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{E00}'..='\u{FFF}'
            | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}')
    };
    if text.chars().any(tall) { 1.45 } else { 0.0 }
}

/// Whether its letters join, so that room between them would tear words apart.
pub(crate) fn is_joined(text: &str) -> bool {
    let joins = |letter: char| {
        matches!(letter, '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{FB50}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFF}')
    };
    text.chars().any(joins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_letter_decides() {
        assert_eq!(direction("2026: שלום"), Some(Direction::RightToLeft));
        assert_eq!(direction("Café שלום"), Some(Direction::LeftToRight));
        assert_eq!(direction("Ελλάδα"), Some(Direction::LeftToRight));
        assert_eq!(direction("12 + 3"), None);
    }
}
