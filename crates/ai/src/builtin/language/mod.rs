//! Word lists for each supported language, one file each.
//!
//! The lists are plain text, so that a speaker of the language can correct them. A language without lists uses empty
//! ones: then only the structure of a source is recognised, not its words.

mod de;
mod detect;
mod en;
mod es;
mod fr;
mod neutral;
mod nl;

use std::collections::HashSet;
use std::sync::LazyLock;

use super::text::words;

pub use self::detect::{detected_language, document_language};

/// The word lists of one language, in lower case. Single words are separated by spaces, phrases by `|`.
#[derive(Debug)]
pub(crate) struct LanguageTable {
    /// The language tag that is stored in a deck.
    pub(crate) tag: &'static str,
    /// Words without a meaning of their own.
    pub(crate) stop_words: &'static str,
    /// Words that refer to an earlier sentence, so a sentence that starts with one does not stand alone.
    pub(crate) back_references: &'static str,
    /// Connectors that can be removed from the front of a sentence.
    pub(crate) lead_ins: &'static str,
    /// Prepositions and conjunctions. A clause that starts with one is not a headline.
    pub(crate) clause_openers: &'static str,
    /// Words that start a clause that can be left out without changing the meaning of the rest.
    pub(crate) optional_clause_openers: &'static str,
    /// Frequent finite verbs. A clause without a finite verb is not a claim.
    pub(crate) finite_verbs: &'static str,
    /// Headings that say nothing about what is under them, separated by `|`.
    pub(crate) generic_headings: &'static str,
    /// Words that can be inside a key phrase.
    pub(crate) phrase_joiners: &'static str,
    /// The word between the last two items of an enumeration.
    pub(crate) and: &'static str,
    /// The names of the twelve months, separated by `|`; full name first.
    pub(crate) months: &'static str,
    pub(crate) weekdays: &'static str,
    /// Words before a date, such as "in" and "since".
    pub(crate) date_prepositions: &'static str,
    /// Names of numbered periods: week, day, quarter.
    pub(crate) periods: &'static str,
    /// Words at the start of a step: first, then, finally.
    pub(crate) sequence_words: &'static str,
    /// Phrases that introduce the other side of an argument.
    pub(crate) contrast_phrases: &'static str,
    /// Words between the two sides in a heading: versus.
    pub(crate) versus_words: &'static str,
    /// Pairs `left=right` of headings that are shown side by side.
    pub(crate) opposites: &'static str,
    /// Verbs of speaking.
    pub(crate) speech_verbs: &'static str,
    /// Words for percent.
    pub(crate) percent_words: &'static str,
    /// Words after a number that multiply it: million.
    pub(crate) magnitudes: &'static str,
    /// Words after a number that say what it counts or measures.
    pub(crate) units: &'static str,
    /// Headings of lists of people.
    pub(crate) people_headings: &'static str,
    /// Headings of cycles.
    pub(crate) cycle_headings: &'static str,
    /// Headings of pyramids.
    pub(crate) pyramid_headings: &'static str,
    /// Headings of funnels.
    pub(crate) funnel_headings: &'static str,
    /// Strengths, weaknesses, opportunities, threats.
    pub(crate) swot_headings: &'static str,
    /// Words that mark an important sentence.
    pub(crate) cue_words: &'static str,
    /// Words that mark a proposal.
    pub(crate) proposal_words: &'static str,
    /// Mail headers of the subject.
    pub(crate) subject_headers: &'static str,
    /// Mail headers of the sender.
    pub(crate) sender_headers: &'static str,
    /// Mail headers of the date.
    pub(crate) date_headers: &'static str,
    /// Other mail headers.
    pub(crate) other_headers: &'static str,
    pub(crate) greetings: &'static str,
    /// Phrases at the end of a mail.
    pub(crate) sign_offs: &'static str,
    /// Labels of a question.
    pub(crate) question_labels: &'static str,
    /// Labels of an answer.
    pub(crate) answer_labels: &'static str,
    /// Filler words of spoken language.
    pub(crate) fillers: &'static str,
    pub(crate) abbreviations: &'static str,
    /// Words that the built-in author adds to slides and notes.
    pub(crate) wording: Wording,
    pub(crate) command: Command,
}

/// The only words on slides and in notes that do not come from the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wording {
    pub(crate) agenda: &'static str,
    pub(crate) thanks: &'static str,
    pub(crate) untitled: &'static str,
    /// In notes, before a sentence that is quoted from the source.
    pub(crate) source: &'static str,
    /// In notes, before the number of the page with that sentence.
    pub(crate) page: &'static str,
    /// In notes, before numbers on the slide that are not in the source.
    pub(crate) not_in_source: &'static str,
}

/// Words in requests to the built-in author. Verbs are stems: a word that starts with a stem of more than four letters
/// matches it, a shorter stem must be the whole word. `a+b` is a verb in two parts, such as the German "füge ...
/// hinzu".
#[derive(Debug, Clone, Copy)]
pub(crate) struct Command {
    /// Words for a slide.
    pub(crate) slide: &'static str,
    /// Words for the last slide, or the last entry of one.
    pub(crate) last: &'static str,
    /// First to tenth, separated by `|`, synonyms by spaces.
    pub(crate) ordinals: &'static str,
    /// Words between "slide" and the subject that identifies it.
    pub(crate) about: &'static str,
    pub(crate) shorten: &'static str,
    pub(crate) expand: &'static str,
    pub(crate) split: &'static str,
    pub(crate) remove: &'static str,
    pub(crate) rename: &'static str,
    /// Verbs that convert a slide to another type.
    pub(crate) turn: &'static str,
    pub(crate) translate: &'static str,
    pub(crate) merge: &'static str,
    /// Words after "slide" that start another part of the request, so they do not name the slide: "to", "with".
    pub(crate) to: &'static str,
    pub(crate) add: &'static str,
    /// Verbs that set a text.
    pub(crate) set: &'static str,
    /// Verbs that set a text that is not introduced by a word such as "to": "give slide 3 the title ...".
    pub(crate) give: &'static str,
    /// Verbs that choose a theme.
    pub(crate) apply: &'static str,
    /// Verbs that move a slide.
    pub(crate) relocate: &'static str,
    pub(crate) swap: &'static str,
    pub(crate) duplicate: &'static str,
    pub(crate) hide: &'static str,
    pub(crate) show: &'static str,
    pub(crate) replace: &'static str,
    pub(crate) title: &'static str,
    pub(crate) subtitle: &'static str,
    pub(crate) notes: &'static str,
    /// Words for the running text of a slide.
    pub(crate) body: &'static str,
    /// Words for an entry of a list.
    pub(crate) entry: &'static str,
    pub(crate) quote: &'static str,
    pub(crate) attribution: &'static str,
    pub(crate) theme: &'static str,
    pub(crate) deck: &'static str,
    /// Words before "slide" that mean all slides.
    pub(crate) all: &'static str,
    /// Words that mean all slides by themselves.
    pub(crate) everything: &'static str,
    /// Words before "slide" that mean the selected slide.
    pub(crate) this: &'static str,
    /// Words before something that does not exist yet.
    pub(crate) new: &'static str,
    pub(crate) after: &'static str,
    pub(crate) before: &'static str,
    pub(crate) start: &'static str,
    pub(crate) end: &'static str,
    /// Words before the number of a position.
    pub(crate) position: &'static str,
    pub(crate) up: &'static str,
    pub(crate) down: &'static str,
    pub(crate) and: &'static str,
    /// Words between the ends of a range.
    pub(crate) through: &'static str,
    /// Words before a new text.
    pub(crate) introduces: &'static str,
    /// Words between a text and the one that replaces it.
    pub(crate) by: &'static str,
    pub(crate) everywhere: &'static str,
    /// Words that do not change what is asked.
    pub(crate) fillers: &'static str,
}

/// A language table, with its words in sets for fast lookup.
#[derive(Debug)]
pub(crate) struct Language {
    pub(crate) table: &'static LanguageTable,
    stop_words: HashSet<&'static str>,
    back_references: HashSet<&'static str>,
    clause_openers: HashSet<&'static str>,
    optional_clause_openers: HashSet<&'static str>,
    finite_verbs: HashSet<&'static str>,
    phrase_joiners: HashSet<&'static str>,
    date_prepositions: HashSet<&'static str>,
    periods: HashSet<&'static str>,
    weekdays: HashSet<&'static str>,
    months: HashSet<&'static str>,
    full_months: HashSet<&'static str>,
    magnitudes: HashSet<&'static str>,
    percent_words: HashSet<&'static str>,
    units: HashSet<&'static str>,
    speech_verbs: HashSet<&'static str>,
    cue_words: HashSet<&'static str>,
    abbreviations: HashSet<&'static str>,
}

static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
    [&en::TABLE, &nl::TABLE, &de::TABLE, &fr::TABLE, &es::TABLE].into_iter().map(Language::new).collect()
});
static NEUTRAL: LazyLock<Language> = LazyLock::new(|| Language::new(&neutral::TABLE));
/// Languages without word lists, by primary tag. Their tables have only a [`Wording`] of their own.
static WITH_WORDING: LazyLock<Vec<(&str, Language)>> =
    LazyLock::new(|| neutral::WITH_WORDING.iter().map(|(tag, table)| (*tag, Language::new(table))).collect());

/// The languages with word lists.
pub(crate) fn all() -> &'static [Language] {
    &ALL
}

/// The language with a tag. For a tag without word lists, the neutral language, with its own [`Wording`] where known.
pub(crate) fn of(tag: &str) -> &'static Language {
    let primary = deck::primary_language(tag);
    let known = ALL.iter().find(|known| deck::primary_language(known.table.tag).eq_ignore_ascii_case(primary));
    let with_wording =
        || WITH_WORDING.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(primary)).map(|(_, language)| language);
    known.or_else(with_wording).unwrap_or(&NEUTRAL)
}

/// The phrases of a list that is separated by `|`.
pub(crate) fn phrases(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split('|').map(str::trim).filter(|phrase| !phrase.is_empty())
}

impl Language {
    fn new(table: &'static LanguageTable) -> Self {
        let set = |list: &'static str| list.split([' ', '|', '\n']).filter(|word| !word.is_empty()).collect();
        Self {
            table,
            stop_words: set(table.stop_words),
            back_references: set(table.back_references),
            clause_openers: set(table.clause_openers),
            optional_clause_openers: set(table.optional_clause_openers),
            finite_verbs: set(table.finite_verbs),
            phrase_joiners: set(table.phrase_joiners),
            date_prepositions: set(table.date_prepositions),
            periods: set(table.periods),
            weekdays: set(table.weekdays),
            months: set(table.months),
            full_months: phrases(table.months).filter_map(|group| group.split(' ').next()).collect(),
            magnitudes: set(table.magnitudes),
            percent_words: set(table.percent_words),
            units: set(table.units),
            speech_verbs: set(table.speech_verbs),
            cue_words: set(table.cue_words),
            abbreviations: set(table.abbreviations),
        }
    }

    pub(crate) fn is_stop_word(&self, word: &str) -> bool {
        self.stop_words.contains(word)
    }

    /// Whether a text begins with a word that refers to an earlier sentence.
    pub(crate) fn refers_back(&self, text: &str) -> bool {
        let mut text_words = words(text);
        let first = text_words.next().unwrap_or_default().to_lowercase();
        // "It's" refers back as "it" does.
        let bare = first.strip_suffix("'s").or_else(|| first.strip_suffix("’s")).unwrap_or(&first);
        // "Das zweite Jahr" and "Das Jahr" begin with an article, "Das ist ein Jahr" does not.
        let is_noun = |word: &str| word.starts_with(char::is_uppercase);
        let mut is_article = || {
            let second = text_words.next().unwrap_or_default();
            let is_adjective = second.ends_with('e') && !self.is_finite_verb(second);
            is_noun(second) || is_adjective && text_words.next().is_some_and(is_noun)
        };
        self.back_references.contains(bare) && !(bare == "das" && is_article())
    }

    pub(crate) fn is_clause_opener(&self, word: &str) -> bool {
        self.clause_openers.contains(word)
    }

    pub(crate) fn is_optional_clause_opener(&self, word: &str) -> bool {
        self.optional_clause_openers.contains(word)
    }

    /// Whether a word is a frequent finite verb.
    pub(crate) fn is_finite_verb(&self, word: &str) -> bool {
        self.finite_verbs.contains(word)
    }

    /// Whether a heading says nothing about what is under it, such as "Overview".
    pub(crate) fn is_generic_heading(&self, heading: &str) -> bool {
        let heading = heading.trim().to_lowercase();
        let is_in = |table: &'static LanguageTable| phrases(table.generic_headings).any(|phrase| phrase == heading);
        is_in(self.table) || is_in(&en::TABLE) || is_in(&neutral::TABLE)
    }

    pub(crate) fn is_phrase_joiner(&self, word: &str) -> bool {
        self.phrase_joiners.contains(word)
    }

    pub(crate) fn is_date_preposition(&self, word: &str) -> bool {
        self.date_prepositions.contains(word)
    }

    pub(crate) fn is_period(&self, word: &str) -> bool {
        self.periods.contains(word)
    }

    pub(crate) fn is_weekday(&self, word: &str) -> bool {
        self.weekdays.contains(word)
    }

    pub(crate) fn is_month(&self, word: &str) -> bool {
        self.months.contains(word)
    }

    /// The number of a month by its name or abbreviation, from 1.
    pub(crate) fn month_number(&self, word: &str) -> Option<u32> {
        let at = phrases(self.table.months).position(|group| group.split(' ').any(|name| name == word))?;
        u32::try_from(at + 1).ok()
    }

    /// Whether a word is the full name of a month.
    pub(crate) fn is_full_month(&self, word: &str) -> bool {
        self.full_months.contains(word)
    }

    pub(crate) fn is_magnitude(&self, word: &str) -> bool {
        self.magnitudes.contains(word)
    }

    pub(crate) fn is_percent(&self, word: &str) -> bool {
        self.percent_words.contains(word)
    }

    pub(crate) fn is_unit(&self, word: &str) -> bool {
        self.units.contains(word)
    }

    pub(crate) fn is_speech_verb(&self, word: &str) -> bool {
        self.speech_verbs.contains(word)
    }

    pub(crate) fn is_cue_word(&self, word: &str) -> bool {
        self.cue_words.contains(word)
    }

    pub(crate) fn is_abbreviation(&self, word: &str) -> bool {
        self.abbreviations.contains(word)
    }

    /// Whether a text in lower case contains one of the phrases of a list as whole words.
    pub(crate) fn contains_any_phrase(list: &'static str, text: &str) -> bool {
        phrases(list).any(|phrase| contains_phrase(text, phrase))
    }
}

/// Whether a text in lower case starts with a phrase as whole words: "hi anna" starts with "hi", "history" does not.
pub(crate) fn starts_with_phrase(text: &str, phrase: &str) -> bool {
    text.strip_prefix(phrase).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Whether a text in lower case contains a phrase as whole words.
pub(crate) fn contains_phrase(text: &str, phrase: &str) -> bool {
    let is_word_edge = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase).any(|(at, _)| {
        is_word_edge(text[..at].chars().next_back()) && is_word_edge(text[at + phrase.len()..].chars().next())
    })
}
