//! What the author knows of a language: small tables of words, one file a language.
//!
//! A table is plain text, so that a speaker of the language can mend it. A language without a table of its own is
//! read with an empty one: structure still works, words do not.

mod de;
mod detect;
mod en;
mod es;
mod fr;
mod neutral;
mod nl;

use std::collections::HashSet;
use std::sync::LazyLock;

pub use self::detect::detected;

/// The words of one language. Lists of single words are parted by spaces, lists of phrases by `|`.
#[derive(Debug)]
pub(crate) struct Table {
    /// Tag that is stored on a deck.
    pub(crate) tag: &'static str,
    /// Words that carry no meaning of their own.
    pub(crate) stop: &'static str,
    /// Words that point back, so a sentence that starts with one does not stand alone.
    pub(crate) back: &'static str,
    /// Connectors that may be taken off the front of a sentence.
    pub(crate) lead_in: &'static str,
    /// Prepositions and conjunctions that open a clause which is no headline.
    pub(crate) opening: &'static str,
    /// Words that open a clause that may be left out without changing what the rest says.
    pub(crate) loose: &'static str,
    /// Words that may stand inside a key phrase.
    pub(crate) joint: &'static str,
    /// The word between the last two of a row.
    pub(crate) and: &'static str,
    /// Twelve groups of names, parted by `|`.
    pub(crate) months: &'static str,
    pub(crate) weekdays: &'static str,
    /// Words that go with a date, such as "in" and "since".
    pub(crate) before_date: &'static str,
    /// Words of periods that take a number: week, day, quarter.
    pub(crate) periods: &'static str,
    pub(crate) sequence: &'static str,
    pub(crate) contrast: &'static str,
    pub(crate) versus: &'static str,
    /// Pairs `left=right` of headings that belong side by side.
    pub(crate) opposites: &'static str,
    pub(crate) said: &'static str,
    pub(crate) percent: &'static str,
    pub(crate) magnitudes: &'static str,
    pub(crate) units: &'static str,
    /// Headings over names of people.
    pub(crate) people: &'static str,
    pub(crate) cycle: &'static str,
    pub(crate) levels: &'static str,
    pub(crate) funnel: &'static str,
    /// Strengths, weaknesses, opportunities, threats.
    pub(crate) swot: &'static str,
    pub(crate) cues: &'static str,
    /// Words of a sentence that proposes something.
    pub(crate) proposes: &'static str,
    pub(crate) subject: &'static str,
    pub(crate) from: &'static str,
    pub(crate) sent: &'static str,
    pub(crate) other_headers: &'static str,
    pub(crate) greetings: &'static str,
    pub(crate) regards: &'static str,
    pub(crate) question: &'static str,
    pub(crate) answer: &'static str,
    pub(crate) fillers: &'static str,
    pub(crate) abbreviations: &'static str,
    /// Wording of ours on slides; the only words that are not the source's.
    pub(crate) wording: Wording,
    pub(crate) command: Command,
}

/// Words that the author adds to a deck.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wording {
    pub(crate) agenda: &'static str,
    pub(crate) thanks: &'static str,
    pub(crate) points: &'static str,
    pub(crate) overview: &'static str,
    pub(crate) figures: &'static str,
    pub(crate) questions: &'static str,
    pub(crate) code: &'static str,
    pub(crate) untitled: &'static str,
}

/// Words of instructions to the author. Stems: a word that begins with one counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Command {
    pub(crate) slide: &'static str,
    pub(crate) last: &'static str,
    /// First to tenth, parted by `|`, synonyms by spaces.
    pub(crate) ordinals: &'static str,
    pub(crate) about: &'static str,
    pub(crate) shorten: &'static str,
    pub(crate) expand: &'static str,
    pub(crate) split: &'static str,
    pub(crate) remove: &'static str,
    pub(crate) rename: &'static str,
    pub(crate) turn: &'static str,
    pub(crate) translate: &'static str,
    pub(crate) merge: &'static str,
    /// Words between an instruction and the text or type it takes.
    pub(crate) to: &'static str,
}

/// A table with its words ready to be looked up.
#[derive(Debug)]
pub(crate) struct Language {
    pub(crate) table: &'static Table,
    stop: HashSet<&'static str>,
    back: HashSet<&'static str>,
    opening: HashSet<&'static str>,
    loose: HashSet<&'static str>,
    joint: HashSet<&'static str>,
    before_date: HashSet<&'static str>,
    periods: HashSet<&'static str>,
    weekdays: HashSet<&'static str>,
    months: HashSet<&'static str>,
    full_months: HashSet<&'static str>,
    magnitudes: HashSet<&'static str>,
    percent: HashSet<&'static str>,
    units: HashSet<&'static str>,
    said: HashSet<&'static str>,
    cues: HashSet<&'static str>,
    abbreviations: HashSet<&'static str>,
}

static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
    [&en::TABLE, &nl::TABLE, &de::TABLE, &fr::TABLE, &es::TABLE].into_iter().map(Language::new).collect()
});
static NEUTRAL: LazyLock<Language> = LazyLock::new(|| Language::new(&neutral::TABLE));

/// The languages that have a table.
pub(crate) fn all() -> &'static [Language] {
    &ALL
}

/// The table for a language tag.
pub(crate) fn of(tag: &str) -> &'static Language {
    let primary = deck::primary(tag);
    let known = ALL.iter().find(|known| deck::primary(known.table.tag).eq_ignore_ascii_case(primary));
    known.unwrap_or(&NEUTRAL)
}

/// The phrases of a list.
pub(crate) fn phrases(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split('|').map(str::trim).filter(|phrase| !phrase.is_empty())
}

impl Language {
    fn new(table: &'static Table) -> Self {
        let set = |list: &'static str| list.split([' ', '|', '\n']).filter(|word| !word.is_empty()).collect();
        Self {
            table,
            stop: set(table.stop),
            back: set(table.back),
            opening: set(table.opening),
            loose: set(table.loose),
            joint: set(table.joint),
            before_date: set(table.before_date),
            periods: set(table.periods),
            weekdays: set(table.weekdays),
            months: set(table.months),
            full_months: phrases(table.months).filter_map(|group| group.split(' ').next()).collect(),
            magnitudes: set(table.magnitudes),
            percent: set(table.percent),
            units: set(table.units),
            said: set(table.said),
            cues: set(table.cues),
            abbreviations: set(table.abbreviations),
        }
    }

    pub(crate) fn is_stop(&self, word: &str) -> bool {
        self.stop.contains(word)
    }

    pub(crate) fn points_back(&self, word: &str) -> bool {
        self.back.contains(word)
    }

    pub(crate) fn opens_a_clause(&self, word: &str) -> bool {
        self.opening.contains(word)
    }

    pub(crate) fn is_loose(&self, word: &str) -> bool {
        self.loose.contains(word)
    }

    pub(crate) fn joins(&self, word: &str) -> bool {
        self.joint.contains(word)
    }

    pub(crate) fn goes_with_a_date(&self, word: &str) -> bool {
        self.before_date.contains(word)
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

    /// Whether a word is the whole name of a month.
    pub(crate) fn is_full_month(&self, word: &str) -> bool {
        self.full_months.contains(word)
    }

    pub(crate) fn is_magnitude(&self, word: &str) -> bool {
        self.magnitudes.contains(word)
    }

    pub(crate) fn is_percent(&self, word: &str) -> bool {
        self.percent.contains(word)
    }

    pub(crate) fn is_unit(&self, word: &str) -> bool {
        self.units.contains(word)
    }

    pub(crate) fn is_said(&self, word: &str) -> bool {
        self.said.contains(word)
    }

    pub(crate) fn is_cue(&self, word: &str) -> bool {
        self.cues.contains(word)
    }

    pub(crate) fn is_abbreviation(&self, word: &str) -> bool {
        self.abbreviations.contains(word)
    }

    /// Whether a heading or lead, in lower case, holds one of the phrases of a list as whole words.
    pub(crate) fn names(list: &'static str, text: &str) -> bool {
        phrases(list).any(|phrase| holds(text, phrase))
    }
}

/// Whether a text in lower case holds a phrase as whole words.
pub(crate) fn holds(text: &str, phrase: &str) -> bool {
    let edge = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase)
        .any(|(at, _)| edge(text[..at].chars().next_back()) && edge(text[at + phrase.len()..].chars().next()))
}
