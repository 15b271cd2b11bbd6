//! Shapes paragraphs: text and styles in, glyphs and break opportunities out.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use parley::fontique::{GenericFamily, SourceCache};
use parley::setting::{FontFeature, Tag};
use parley::{
    BaseDirection, FontContext, FontFamily, FontFamilyName, FontFeatures, FontStyle, FontWeight, Language, Layout,
    LayoutContext, LineHeight, OverflowWrap, TextStyle, TextWrapMode,
};
use scene::{Direction, FontFace, FontId, FontNames, FontRole, Run};

use super::library::Script;
use super::shape_cache::{ShapeCache, ShapeKey};
use crate::fonts::{FontBook, MATHS_FAMILY, ordered_for_language};
use crate::formula::{PLACEHOLDER, SHAPED};
use crate::look::Look;

/// The glyphs of a paragraph. The brush of a glyph is the index of its run.
pub(super) type Shaped = Layout<u16>;

/// Maximum number of configurations with cached paragraphs.
const MAX_CONFIGURATIONS: usize = 64;

/// Tabular figures.
const TABULAR: [FontFeature; 1] = [feature(*b"tnum", 1)];
/// Disables ligatures: code shows `->` as typed, not as an arrow.
const NO_LIGATURES: [FontFeature; 2] = [feature(*b"calt", 0), feature(*b"liga", 0)];

const fn feature(tag: [u8; 4], value: u16) -> FontFeature {
    FontFeature::new(Tag::new(&tag), value)
}

/// Shapes text. Keeps scratch space, loaded fonts and shaped paragraphs, so pages after the first are fast. Use one per
/// thread.
pub struct Typesetter {
    context: FontContext,
    scratch: LayoutContext<u16>,
    faces: Arc<[FontFace]>,
    ids: HashMap<(u64, u32), FontId>,
    missing_scripts: HashMap<String, Vec<Script>>,
    fallback_families: Vec<String>,
    /// The face for formulas.
    maths_font: FontId,
    families: [String; 3],
    language: String,
    locale: Option<Language>,
    direction: Direction,
    /// The configurations used so far (families by role, and language), and the index of the current one.
    configurations: Vec<([String; 3], String)>,
    configuration: usize,
    cache: ShapeCache,
}

impl Typesetter {
    /// Creates a typesetter with the fonts of a book.
    pub fn new(book: &FontBook) -> Typesetter {
        let library = book.library();
        let mut collection = library.collection.clone();
        let emoji: Vec<_> = library.emoji_families.iter().filter_map(|name| collection.family_id(name)).collect();
        collection.set_generic_families(GenericFamily::Emoji, emoji.into_iter());
        Typesetter {
            context: FontContext { collection, source_cache: SourceCache::default() },
            scratch: LayoutContext::new(),
            faces: book.faces().clone(),
            ids: library.ids.clone(),
            missing_scripts: library.missing_scripts.clone(),
            fallback_families: library.fallback_families.clone(),
            maths_font: book.face(MATHS_FAMILY, 400, false).unwrap_or(FontId(0)),
            families: Default::default(),
            language: String::new(),
            locale: None,
            direction: Direction::LeftToRight,
            configurations: Vec::new(),
            configuration: 0,
            cache: ShapeCache::default(),
        }
    }

    /// Selects the fonts of a look, and the language and direction of the text.
    pub(crate) fn configure(&mut self, look: &Look, language: &str, direction: Direction) {
        let FontNames { heading, body, mono } = look.font_names();
        self.direction = direction;
        for (family, name) in self.families.iter_mut().zip([heading, body, mono]) {
            if *family != name.family {
                *family = name.family;
            }
        }
        if self.language != language {
            language.clone_into(&mut self.language);
            self.locale = Language::parse(language).ok();
            let ordered = ordered_for_language(&self.fallback_families, language);
            let ids: Vec<_> = ordered.iter().filter_map(|name| self.context.collection.family_id(name)).collect();
            // Every style lists this generic family after its own; the shaper's fallbacks by script stay empty.
            self.context.collection.set_generic_families(GenericFamily::SansSerif, ids.into_iter());
        }
        self.select_configuration();
    }

    /// Finds or adds the current configuration.
    fn select_configuration(&mut self) {
        let is_current =
            |(families, language): &([String; 3], String)| *families == self.families && *language == self.language;
        self.configuration = self.configurations.iter().position(is_current).unwrap_or_else(|| {
            if self.configurations.len() == MAX_CONFIGURATIONS {
                self.configurations.clear();
                self.cache.clear();
            }
            self.configurations.push((self.families.clone(), self.language.clone()));
            self.configurations.len() - 1
        });
    }

    /// All faces, indexed by [`FontId`].
    pub(crate) fn faces(&self) -> &Arc<[FontFace]> {
        &self.faces
    }

    /// The face for formulas.
    pub(super) fn maths_font(&self) -> FontId {
        self.maths_font
    }

    /// The text direction of the deck.
    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    pub(super) fn font_id(&self, blob: u64, index: u32) -> FontId {
        self.ids.get(&(blob, index)).copied().unwrap_or(FontId(0))
    }

    /// The glyphs of a text, from the cache when possible. The runs must cover the text without gaps.
    pub(super) fn shaped(&mut self, text: &str, runs: &[Run], direction: Direction, wrap: bool) -> Shaped {
        let key = ShapeKey::new(self.configuration, text, runs, direction, wrap);
        self.cache.get(&key).unwrap_or_else(|| {
            let shaped = self.shape(text, runs, direction, wrap);
            self.cache.put(key, shaped.clone());
            shaped
        })
    }

    fn shape(&mut self, text: &str, runs: &[Run], direction: Direction, wrap: bool) -> Shaped {
        let has_formula = runs.iter().any(|run| run.drawn_formula().is_some());
        let text = if has_formula { Cow::Owned(text.replace(PLACEHOLDER, SHAPED)) } else { Cow::Borrowed(text) };
        let text = text.as_ref();
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
                style if style.code => &NO_LIGATURES,
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
            let requested = builder.push_style(style(Cow::Borrowed(&families[..])));
            if let Some(formula) = run.drawn_formula() {
                // The placeholder is hardly wide itself; the space after it makes it as wide as the formula.
                let wide = builder.push_style(TextStyle {
                    font_size: 0.01,
                    letter_spacing: formula.layout.width * run.style.size.0,
                    ..style(Cow::Borrowed(&families[..]))
                });
                builder.push_style_run(wide, run.range.clone());
                continue;
            }
            let missing_scripts = self.missing_scripts.get(family).map_or(&[][..], Vec::as_slice);
            let Some(font_spans) = font_spans(&text[run.range.clone()], missing_scripts) else {
                builder.push_style_run(requested, run.range.clone());
                continue;
            };
            let mut at = run.range.start;
            for (choice, length) in font_spans {
                let first = match choice {
                    FontChoice::Requested => None,
                    FontChoice::Emoji => Some(FontFamilyName::Generic(GenericFamily::Emoji)),
                    FontChoice::ForScript(script) => {
                        script.family().map(|family| FontFamilyName::Named(Cow::Borrowed(family)))
                    }
                };
                let chosen = match (choice, first) {
                    (FontChoice::Requested, _) => requested,
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

/// The font family that a span of text is set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FontChoice {
    /// The family of the style.
    Requested,
    /// Another family, for a script that the family of the style does not fully support.
    ForScript(Script),
    /// An emoji family, even if other families have the character in black and white.
    Emoji,
}

/// Splits a text into spans by font choice, each with its length in bytes. Returns `None` when the requested family
/// covers everything. A word, with the spaces and punctuation after it, is set in one family even if the requested one
/// has some of its letters.
fn font_spans(text: &str, missing_scripts: &[Script]) -> Option<Vec<(FontChoice, usize)>> {
    let missing_script = |letter: char| Script::of(letter).filter(|script| missing_scripts.contains(script));
    let is_special =
        |letter: char| letter == EMOJI_PRESENTATION || is_emoji_by_default(letter) || missing_script(letter).is_some();
    if text.is_ascii() || !text.contains(is_special) {
        return None;
    }
    let mut font_spans: Vec<(FontChoice, usize)> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let (sequence, after) = rest.split_at(sequence_length(rest));
        rest = after;
        let choice = match missing_script(letter) {
            _ if is_emoji_by_default(letter) || sequence.contains(EMOJI_PRESENTATION) => FontChoice::Emoji,
            Some(script) => FontChoice::ForScript(script),
            None => FontChoice::Requested,
        };
        let is_neutral = choice == FontChoice::Requested && !letter.is_alphabetic();
        match font_spans.last_mut() {
            Some((last, length)) if *last == choice || (is_neutral && *last != FontChoice::Emoji) => {
                *length += sequence.len();
            }
            _ => font_spans.push((choice, sequence.len())),
        }
    }
    Some(font_spans)
}

/// Variation selector 16: requests the emoji form of the character before it.
const EMOJI_PRESENTATION: char = '\u{FE0F}';

/// Length in bytes of the first character with its modifiers and joined characters.
fn sequence_length(text: &str) -> usize {
    let mut letters = text.chars();
    let mut length = letters.next().map_or(0, char::len_utf8);
    while let Some(letter) = letters.next() {
        match letter {
            '\u{FE0E}' | EMOJI_PRESENTATION | '\u{20E3}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}' => {
                length += letter.len_utf8();
            }
            '\u{200D}' => length += letter.len_utf8() + letters.next().map_or(0, char::len_utf8),
            _ => break,
        }
    }
    length
}

/// Whether a character that text fonts may contain is shown as an emoji by default. Other emoji are not in text fonts,
/// so font fallback finds them.
fn is_emoji_by_default(letter: char) -> bool {
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

    fn check(text: &str) -> Vec<(FontChoice, &str)> {
        let mut rest = text;
        let font_spans =
            font_spans(text, &[Script::Arabic]).unwrap_or_else(|| vec![(FontChoice::Requested, text.len())]);
        let mut span = |(choice, length): (FontChoice, usize)| {
            let (words, after) = rest.split_at(length);
            rest = after;
            (choice, words)
        };
        font_spans.into_iter().map(&mut span).collect()
    }

    #[test]
    fn characters_with_emoji_presentation_are_set_as_emoji() {
        let heart = "\u{2764}\u{FE0F}";
        assert_eq!(
            check("We \u{2764}\u{FE0F} it"),
            [(FontChoice::Requested, "We "), (FontChoice::Emoji, heart), (FontChoice::Requested, " it")]
        );
        assert_eq!(check("a ★ b"), [(FontChoice::Requested, "a ★ b")], "a star that text fonts have");
        assert_eq!(check("⭐"), [(FontChoice::Emoji, "⭐")]);
        assert_eq!(
            check("1\u{FE0F}\u{20E3}."),
            [(FontChoice::Emoji, "1\u{FE0F}\u{20E3}"), (FontChoice::Requested, ".")]
        );
    }

    #[test]
    fn joined_characters_stay_together() {
        let couple = "\u{1F469}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F468}";
        assert_eq!(check(couple), [(FontChoice::Emoji, couple)]);
        let family = "\u{1F469}\u{200D}\u{1F467} 👍🏽";
        assert_eq!(check(family), [(FontChoice::Requested, family)], "no text font has these");
    }

    #[test]
    fn words_of_another_script_keep_what_follows_them() {
        let words = "Hi \u{645}\u{631}\u{62D}\u{628}\u{627}, 5 you";
        let arabic = FontChoice::ForScript(Script::Arabic);
        assert_eq!(
            check(words),
            [(FontChoice::Requested, "Hi "), (arabic, &words[3..17]), (FontChoice::Requested, "you")]
        );
    }
}
