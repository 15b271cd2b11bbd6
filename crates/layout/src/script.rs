//! Properties of a text that follow from its script: direction, minimum line height, joined letters.

use scene::Direction;

/// The direction of the first letter that has one. A number on its own is left to right, so that its sign stays before
/// it and its unit after it. Returns `None` for other text without letters.
pub(crate) fn direction(text: &str) -> Option<Direction> {
    let number = || is_number(text).then_some(Direction::LeftToRight);
    first_letter(text).or_else(number)
}

/// Whether a text is a single number with sign, unit or denominator.
fn is_number(text: &str) -> bool {
    let belongs = |sign: char| {
        let is_money = matches!(sign, '$' | '£' | '¥' | '\u{20A0}'..='\u{20CF}');
        sign.is_ascii_digit() || is_money || ".,/:+-−%‰°\u{A0}\u{202F}'’".contains(sign)
    };
    text.chars().all(belongs) && text.contains(|sign: char| sign.is_ascii_digit())
}

fn first_letter(text: &str) -> Option<Direction> {
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

/// The minimum line height, as a factor of the font size, at which lines do not touch. Scripts with marks above and
/// below letters, and scripts with square characters, need more than Latin.
pub(crate) fn min_leading(text: &str) -> f32 {
    let tall = |letter: char| {
        matches!(letter, '\u{600}'..='\u{8FF}' | '\u{900}'..='\u{DFF}' | '\u{E00}'..='\u{FFF}'
            | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}')
    };
    let square = |letter: char| {
        matches!(letter, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
            | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
    };
    match text {
        text if text.is_ascii() => 0.0,
        text if text.contains(tall) => 1.45,
        text if text.contains(square) => 1.22,
        _ => 0.0,
    }
}

/// Whether letters of the text's script are connected, so that letter spacing would break words apart.
pub(crate) fn has_joined_letters(text: &str) -> bool {
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
    fn the_first_letter_decides_the_direction() {
        assert_eq!(direction("2026: שלום"), Some(Direction::RightToLeft));
        assert_eq!(direction("Café שלום"), Some(Direction::LeftToRight));
        assert_eq!(direction("Ελλάδα"), Some(Direction::LeftToRight));
        assert_eq!(direction("12 + 3"), None);
    }

    #[test]
    fn a_number_is_left_to_right_with_its_sign_and_unit() {
        for figure in ["4.6\u{A0}/5", "-5", "−1,250.5%", "€\u{A0}12", "+3°"] {
            assert_eq!(direction(figure), Some(Direction::LeftToRight), "{figure}");
        }
        for other in ["", "%", "2010–2015", "10 20", "٤٫٦"] {
            assert_ne!(direction(other), Some(Direction::LeftToRight), "{other}");
        }
        assert_eq!(direction("18\u{A0}ק״מ"), Some(Direction::RightToLeft));
    }

    #[test]
    fn tall_and_square_scripts_have_a_larger_line_height() {
        let leadings = ["Überfluß, ёлка", "水 in the harbour", "نص 水"].map(|text| min_leading(text).to_string());
        assert_eq!(leadings, ["0", "1.22", "1.45"]);
    }
}
