//! The shaper and its scratch space: a paragraph in, glyphs and break opportunities out.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use parley::fontique::{GenericFamily, SourceCache};
use parley::setting::{FontFeature, Tag};
use parley::{
    BaseDirection, FontContext, FontFamily, FontFamilyName, FontFeatures, FontStyle, FontWeight, Language, Layout,
    LayoutContext, LineHeight, OverflowWrap, TextStyle, TextWrapMode,
};
use scene::{Direction, Face, FontId, FontNames, FontRole, Paragraph, Run};

use super::kept::{Kept, Wanted};
use super::library::Alphabet;
use crate::fonts::{FontBook, in_order};
use crate::look::{Look, enlargement};

/// Glyphs of a paragraph. The brush of each is the index of its run.
pub(super) type Shaped = Layout<u16>;

/// Families and languages that paragraphs are kept for at once.
const MOST_TUNINGS: usize = 64;

/// Figures of one width.
const TABULAR: [FontFeature; 1] = [feature(*b"tnum", 1)];
/// No arrows for `->`: code is shown as it is typed.
const AS_TYPED: [FontFeature; 2] = [feature(*b"calt", 0), feature(*b"liga", 0)];

const fn feature(tag: [u8; 4], value: u16) -> FontFeature {
    FontFeature::new(Tag::new(&tag), value)
}

/// Sets text. Keeps its scratch space and what it has loaded, so a page after the first is quick; one for each
/// thread.
pub struct Typesetter {
    context: FontContext,
    scratch: LayoutContext<u16>,
    faces: Arc<[Face]>,
    ids: HashMap<(u64, u32), FontId>,
    gaps: HashMap<String, Vec<Alphabet>>,
    stand_ins: Vec<String>,
    families: [String; 3],
    language: String,
    locale: Option<Language>,
    direction: Direction,
    is_larger: bool,
    /// Families and languages that it was tuned to, and the place of the present ones among them.
    tunings: Vec<([String; 3], String)>,
    tuning: usize,
    kept: Kept,
}

impl Typesetter {
    /// A typesetter with the fonts of a book.
    pub fn new(book: &FontBook) -> Typesetter {
        let library = book.library();
        let mut collection = library.collection.clone();
        let emoji: Vec<_> = library.emoji.iter().filter_map(|name| collection.family_id(name)).collect();
        collection.set_generic_families(GenericFamily::Emoji, emoji.into_iter());
        Typesetter {
            context: FontContext { collection, source_cache: SourceCache::default() },
            scratch: LayoutContext::new(),
            faces: book.faces().clone(),
            ids: library.ids.clone(),
            gaps: library.gaps.clone(),
            stand_ins: library.stand_ins.clone(),
            families: Default::default(),
            language: String::new(),
            locale: None,
            direction: Direction::LeftToRight,
            is_larger: false,
            tunings: Vec::new(),
            tuning: 0,
            kept: Kept::default(),
        }
    }

    /// A paragraph at the size that the theme sets it in.
    pub(super) fn enlarged(&self, mut paragraph: Paragraph) -> Paragraph {
        let size = paragraph.runs.first().map_or(0.0, |run| run.style.size.0);
        let factor = enlargement(self.is_larger, size);
        for run in &mut paragraph.runs {
            run.style.size = run.style.size * factor;
            run.style.letter_spacing = run.style.letter_spacing * factor;
        }
        paragraph.line_height = paragraph.line_height * factor;
        paragraph
    }

    /// Takes up the looks of a document and the language its text is in.
    pub(crate) fn tune(&mut self, look: &Look, language: &str, direction: Direction) {
        let FontNames { heading, body, mono } = look.font_names();
        self.is_larger = look.is_larger;
        self.direction = direction;
        for (family, name) in self.families.iter_mut().zip([heading, body, mono]) {
            if *family != name.family {
                *family = name.family;
            }
        }
        if self.language != language {
            language.clone_into(&mut self.language);
            self.locale = Language::parse(language).ok();
            let ordered = in_order(&self.stand_ins, language);
            let ids: Vec<_> = ordered.iter().filter_map(|name| self.context.collection.family_id(name)).collect();
            // Every style names this list after its own family; the shaper's fallbacks by script stay empty.
            self.context.collection.set_generic_families(GenericFamily::SansSerif, ids.into_iter());
        }
        self.number_tuning();
    }

    fn number_tuning(&mut self) {
        let is_present =
            |(families, language): &([String; 3], String)| *families == self.families && *language == self.language;
        self.tuning = self.tunings.iter().position(is_present).unwrap_or_else(|| {
            if self.tunings.len() == MOST_TUNINGS {
                self.tunings.clear();
                self.kept.clear();
            }
            self.tunings.push((self.families.clone(), self.language.clone()));
            self.tunings.len() - 1
        });
    }

    /// The faces by id.
    pub(crate) fn faces(&self) -> &Arc<[Face]> {
        &self.faces
    }

    /// The side that lines start from.
    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    pub(super) fn font_id(&self, blob: u64, index: u32) -> FontId {
        self.ids.get(&(blob, index)).copied().unwrap_or(FontId(0))
    }

    /// Glyphs for a text whose runs cover it without gaps.
    pub(super) fn shaped(&mut self, text: &str, runs: &[Run], direction: Direction, wrap: bool) -> Shaped {
        let wanted = Wanted::new(self.tuning, text, runs, direction, wrap);
        self.kept.get(&wanted).unwrap_or_else(|| {
            let shaped = self.shape(text, runs, direction, wrap);
            self.kept.put(wanted, shaped.clone());
            shaped
        })
    }

    fn shape(&mut self, text: &str, runs: &[Run], direction: Direction, wrap: bool) -> Shaped {
        let mut builder = self.scratch.style_run_builder(&mut self.context, text, 1.0, false);
        builder.set_base_direction(match direction {
            Direction::LeftToRight => BaseDirection::Ltr,
            Direction::RightToLeft => BaseDirection::Rtl,
        });
        for (index, run) in runs.iter().enumerate() {
            let family = match run.style.font {
                FontRole::Heading => &self.families[0],
                FontRole::Body => &self.families[1],
                FontRole::Mono => &self.families[2],
            };
            let families =
                [FontFamilyName::Named(Cow::Borrowed(family)), FontFamilyName::Generic(GenericFamily::SansSerif)];
            let features: &[FontFeature] = match run.style {
                style if style.code => &AS_TYPED,
                style if style.tabular => &TABULAR,
                _ => &[],
            };
            let style = |families| TextStyle {
                font_family: FontFamily::List(families),
                font_size: run.style.size.0,
                font_style: if run.style.italic { FontStyle::Italic } else { FontStyle::Normal },
                font_weight: FontWeight::new(f32::from(run.style.weight)),
                font_features: FontFeatures::List(Cow::Borrowed(features)),
                locale: self.locale,
                brush: u16::try_from(index).unwrap_or(u16::MAX),
                line_height: LineHeight::FontSizeRelative(1.0),
                letter_spacing: run.style.letter_spacing.0,
                overflow_wrap: OverflowWrap::Anywhere,
                text_wrap_mode: if wrap { TextWrapMode::Wrap } else { TextWrapMode::NoWrap },
                ..TextStyle::default()
            };
            let own = builder.push_style(style(Cow::Borrowed(&families[..])));
            let gaps = self.gaps.get(family).map_or(&[][..], Vec::as_slice);
            let Some(stretches) = stretches(&text[run.range.clone()], gaps) else {
                builder.push_style_run(own, run.range.clone());
                continue;
            };
            let mut at = run.range.start;
            for (voice, length) in stretches {
                let first = match voice {
                    Voice::Own => None,
                    Voice::Emoji => Some(FontFamilyName::Generic(GenericFamily::Emoji)),
                    Voice::Other(alphabet) => {
                        alphabet.family().map(|family| FontFamilyName::Named(Cow::Borrowed(family)))
                    }
                };
                let chosen = match (voice, first) {
                    (Voice::Own, _) => own,
                    (_, None) => builder.push_style(style(Cow::Borrowed(&families[1..]))),
                    (_, Some(first)) => builder.push_style(style(Cow::Owned(vec![first, families[1].clone()]))),
                };
                builder.push_style_run(chosen, at..at + length);
                at += length;
            }
        }
        builder.build(text)
    }
}

/// What a stretch of text is set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Voice {
    /// The family that was asked for.
    Own,
    /// Another one, for an alphabet in which that has gaps.
    Other(Alphabet),
    /// A family of emoji, although others may have the sign in black.
    Emoji,
}

/// The stretches of a text by what they are set in, each with its length; nothing when all of it is set in its own
/// family. A word is set in one face, even where the family has some of its letters, and so are the spaces and points
/// that follow it.
fn stretches(text: &str, gaps: &[Alphabet]) -> Option<Vec<(Voice, usize)>> {
    let lacking = |letter: char| Alphabet::of(letter).filter(|alphabet| gaps.contains(alphabet));
    let is_special = |letter: char| letter == COLORED || is_colored(letter) || lacking(letter).is_some();
    if text.is_ascii() || !text.contains(is_special) {
        return None;
    }
    let mut stretches: Vec<(Voice, usize)> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (sequence, after) = rest.split_at(sequence(rest));
        rest = after;
        let voice = match lacking(letter) {
            _ if is_colored(letter) || sequence.contains(COLORED) => Voice::Emoji,
            Some(alphabet) => Voice::Other(alphabet),
            None => Voice::Own,
        };
        let is_neutral = voice == Voice::Own && !letter.is_alphabetic();
        match stretches.last_mut() {
            Some((last, length)) if *last == voice || (is_neutral && *last != Voice::Emoji) => {
                *length += sequence.len();
            }
            _ => stretches.push((voice, sequence.len())),
        }
    }
    Some(stretches)
}

/// Asks for the sign before it as a coloured picture.
const COLORED: char = '\u{FE0F}';

/// How long the first letter of a text is with what changes its looks and what is joined to it.
fn sequence(text: &str) -> usize {
    let mut letters = text.chars();
    let mut length = letters.next().map_or(0, char::len_utf8);
    while let Some(letter) = letters.next() {
        match letter {
            '\u{FE0E}' | COLORED | '\u{20E3}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}' => {
                length += letter.len_utf8();
            }
            '\u{200D}' => length += letter.len_utf8() + letters.next().map_or(0, char::len_utf8),
            _ => break,
        }
    }
    length
}

/// Whether a sign that families of letters may have is a coloured picture unless something else is asked for. What
/// lies beyond these they do not have.
fn is_colored(letter: char) -> bool {
    matches!(letter, '\u{231A}' | '\u{231B}' | '\u{23E9}'..='\u{23EC}' | '\u{23F0}' | '\u{23F3}' | '\u{25FD}' | '\u{25FE}'
        | '\u{2614}' | '\u{2615}' | '\u{2648}'..='\u{2653}' | '\u{267F}' | '\u{2693}' | '\u{26A1}' | '\u{26AA}' | '\u{26AB}'
        | '\u{26BD}' | '\u{26BE}' | '\u{26C4}' | '\u{26C5}' | '\u{26CE}' | '\u{26D4}' | '\u{26EA}' | '\u{26F2}' | '\u{26F3}'
        | '\u{26F5}' | '\u{26FA}' | '\u{26FD}' | '\u{2705}' | '\u{270A}' | '\u{270B}' | '\u{2728}' | '\u{274C}' | '\u{274E}'
        | '\u{2753}'..='\u{2755}' | '\u{2757}' | '\u{2795}'..='\u{2797}' | '\u{27B0}' | '\u{27BF}' | '\u{2B1B}' | '\u{2B1C}'
        | '\u{2B50}' | '\u{2B55}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Vec<(Voice, &str)> {
        let mut rest = text;
        let stretches = stretches(text, &[Alphabet::Arabic]).unwrap_or_else(|| vec![(Voice::Own, text.len())]);
        let mut stretch = |(voice, length): (Voice, usize)| {
            let (words, after) = rest.split_at(length);
            rest = after;
            (voice, words)
        };
        stretches.into_iter().map(&mut stretch).collect()
    }

    #[test]
    fn signs_that_ask_for_colour_are_set_as_emoji() {
        let heart = "\u{2764}\u{FE0F}";
        assert_eq!(check("We \u{2764}\u{FE0F} it"), [(Voice::Own, "We "), (Voice::Emoji, heart), (Voice::Own, " it")]);
        assert_eq!(check("a ★ b"), [(Voice::Own, "a ★ b")], "a star of letters");
        assert_eq!(check("⭐"), [(Voice::Emoji, "⭐")]);
        assert_eq!(check("1\u{FE0F}\u{20E3}."), [(Voice::Emoji, "1\u{FE0F}\u{20E3}"), (Voice::Own, ".")]);
    }

    #[test]
    fn signs_that_are_joined_stay_together() {
        let couple = "\u{1F469}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F468}";
        assert_eq!(check(couple), [(Voice::Emoji, couple)]);
        let family = "\u{1F469}\u{200D}\u{1F467} 👍🏽";
        assert_eq!(check(family), [(Voice::Own, family)], "no family of letters has these");
    }

    #[test]
    fn words_of_another_alphabet_keep_what_follows_them() {
        let words = "Hi \u{645}\u{631}\u{62D}\u{628}\u{627}, 5 you";
        let alphabet = Voice::Other(Alphabet::Arabic);
        assert_eq!(check(words), [(Voice::Own, "Hi "), (alphabet, &words[3..17]), (Voice::Own, "you")]);
    }
}
