//! The mathematical alphabets of Unicode.

use pulldown_latex::event::Font;

/// The code points of the first characters of an alphabet; 0 for kinds of characters that it lacks.
struct Alphabet {
    capital: u32,
    small: u32,
    digit: u32,
    greek_capital: u32,
    greek_small: u32,
}

impl Alphabet {
    const fn new(capital: u32, small: u32, digit: u32, greek_capital: u32, greek_small: u32) -> Alphabet {
        Alphabet { capital, small, digit, greek_capital, greek_small }
    }
}

const BOLD: Alphabet = Alphabet::new(0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2);
const ITALIC: Alphabet = Alphabet::new(0x1D434, 0x1D44E, 0, 0x1D6E2, 0x1D6FC);
const BOLD_ITALIC: Alphabet = Alphabet::new(0x1D468, 0x1D482, 0x1D7CE, 0x1D71C, 0x1D736);
const SCRIPT: Alphabet = Alphabet::new(0x1D49C, 0x1D4B6, 0, 0, 0);
const BOLD_SCRIPT: Alphabet = Alphabet::new(0x1D4D0, 0x1D4EA, 0x1D7CE, 0, 0);
const FRAKTUR: Alphabet = Alphabet::new(0x1D504, 0x1D51E, 0, 0, 0);
const BOLD_FRAKTUR: Alphabet = Alphabet::new(0x1D56C, 0x1D586, 0x1D7CE, 0, 0);
const DOUBLE_STRUCK: Alphabet = Alphabet::new(0x1D538, 0x1D552, 0x1D7D8, 0, 0);
const SANS: Alphabet = Alphabet::new(0x1D5A0, 0x1D5BA, 0x1D7E2, 0, 0);
const SANS_BOLD: Alphabet = Alphabet::new(0x1D5D4, 0x1D5EE, 0x1D7EC, 0x1D756, 0x1D770);
const SANS_ITALIC: Alphabet = Alphabet::new(0x1D608, 0x1D622, 0x1D7E2, 0, 0);
const SANS_BOLD_ITALIC: Alphabet = Alphabet::new(0x1D63C, 0x1D656, 0x1D7EC, 0x1D790, 0x1D7AA);
const MONOSPACE: Alphabet = Alphabet::new(0x1D670, 0x1D68A, 0x1D7F6, 0, 0);

/// Small Greek signs that follow omega in each Greek alphabet.
const GREEK_SIGNS: &str = "∂ϵϑϰϕϱϖ";

/// The character with which a variable is drawn: italic unless a font is chosen, with upright Greek capitals, as in
/// TeX.
pub(crate) fn variable(letter: char, font: Option<Font>) -> char {
    match font {
        None if matches!(letter, 'Α'..='Ω' | '∇' | '0'..='9') => letter,
        None => match letter {
            'ı' => '\u{1D6A4}',
            'ȷ' => '\u{1D6A5}',
            _ => styled(letter, &ITALIC),
        },
        Some(font) => in_font(letter, font),
    }
}

/// The character with which a digit or a letter of a word is drawn: upright unless a font is chosen.
pub(crate) fn upright(letter: char, font: Option<Font>) -> char {
    font.map_or(letter, |font| in_font(letter, font))
}

fn in_font(letter: char, font: Font) -> char {
    let alphabet = match font {
        Font::UpRight => return letter,
        Font::BoldSymbol if matches!(letter, 'Α'..='Ω' | '∇') => &BOLD,
        Font::BoldItalic | Font::BoldSymbol => &BOLD_ITALIC,
        Font::Bold => &BOLD,
        Font::Italic => &ITALIC,
        Font::Script => &SCRIPT,
        Font::BoldScript => &BOLD_SCRIPT,
        Font::Fraktur => &FRAKTUR,
        Font::BoldFraktur => &BOLD_FRAKTUR,
        Font::DoubleStruck | Font::DoubleStruckItalic => &DOUBLE_STRUCK,
        Font::SansSerif => &SANS,
        Font::BoldSansSerif => &SANS_BOLD,
        Font::SansSerifItalic => &SANS_ITALIC,
        Font::SansSerifBoldItalic => &SANS_BOLD_ITALIC,
        Font::Monospace => &MONOSPACE,
    };
    exception(letter, font).unwrap_or_else(|| styled(letter, alphabet))
}

fn styled(letter: char, alphabet: &Alphabet) -> char {
    let code = u32::from(letter);
    let (first, offset) = match letter {
        'h' if alphabet.small == ITALIC.small => return 'ℎ',
        'A'..='Z' => (alphabet.capital, code - 0x41),
        'a'..='z' => (alphabet.small, code - 0x61),
        '0'..='9' => (alphabet.digit, code - 0x30),
        'Α'..='Ρ' | 'Σ'..='Ω' => (alphabet.greek_capital, code - 0x391),
        '∇' => (alphabet.greek_capital, 25),
        'α'..='ω' => (alphabet.greek_small, code - 0x3B1),
        _ => match GREEK_SIGNS.chars().zip(25..).find(|(sign, _)| *sign == letter) {
            Some((_, offset)) => (alphabet.greek_small, offset),
            None => return letter,
        },
    };
    if first == 0 { letter } else { char::from_u32(first + offset).unwrap_or(letter) }
}

/// The letters of the alphabets that Unicode encodes outside their blocks, because it had them before.
fn exception(letter: char, font: Font) -> Option<char> {
    let (plain, signs) = match font {
        Font::Script => ("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ"),
        Font::Fraktur => ("CHIRZ", "ℭℌℑℜℨ"),
        Font::DoubleStruck => ("CHNPQRZ", "ℂℍℕℙℚℝℤ"),
        Font::DoubleStruckItalic => ("Ddeij", "ⅅⅆⅇⅈⅉ"),
        _ => return None,
    };
    plain.chars().zip(signs.chars()).find(|(from, _)| *from == letter).map(|(_, sign)| sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_italic_and_greek_capitals_upright() {
        let all: String = "xhαΓ∂∇7".chars().map(|letter| variable(letter, None)).collect();
        assert_eq!(all, "𝑥ℎ𝛼Γ𝜕∇7");
    }

    #[test]
    fn fonts_have_their_alphabets() {
        let check = |font, expected: &str| {
            let all: String = "ARxα1".chars().map(|letter| variable(letter, Some(font))).collect();
            assert_eq!(all, expected);
        };
        check(Font::Bold, "𝐀𝐑𝐱𝛂𝟏");
        check(Font::BoldSymbol, "𝑨𝑹𝒙𝜶𝟏");
        check(Font::DoubleStruck, "𝔸ℝ𝕩α𝟙");
        check(Font::Script, "𝒜ℛ𝓍α1");
        check(Font::UpRight, "ARxα1");
    }
}
