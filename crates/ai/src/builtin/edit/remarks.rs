//! The texts of the built-in author: what could be better in a deck, what a request changes, and why it changes nothing.

use deck::{NamedThing, SlideNumbers};

/// The requests that the author can follow.
const ABILITIES: &str = "The built-in author follows one request at a time: shorten, expand from the notes, split, \
    remove, duplicate, move, swap, hide or show slides; rename a slide; change, add or remove its title, subtitle, \
    text, notes, quote or a bullet; add a slide; turn a slide into another type; replace a word everywhere; change the \
    theme or the title of the deck. Name slides as \"slide 3\" or by title, and put new texts in quotation marks";

deck::remarks! {
    /// A suggestion of an analysis.
    pub(crate) enum Advice {
        NoTitleSlide = "no-title", "The deck has no title slide: open with its subject, the speaker and the date.";
        NoClosingSlide =
            "no-closing", "The deck stops without a closing slide: end with thanks and a way to get in touch.";
        NoSections { n: usize } =
            "no-sections", "{n} slides run on without a section opener: divide them into three to five sections.";
        EmptySection = "empty-section", "Two section openers stand in a row: the first section has no slides.";
        FullStops { numbers: String } =
            "full-stop", "Headlines end without a full stop, except on slide {numbers}: leave it out there too.";
        Capitals { numbers: String } = "capitals",
            "Headlines are written like sentences, but slide {numbers} has Capitals On Every Word: choose one way.";
        SmallLetter { numbers: String } =
            "small-letter", "The headline of slide {numbers} begins with a small letter, unlike the others.";
        ExclamationMarks { n: usize } =
            "exclamations", "{n} exclamation marks make the deck loud: keep one at most.";
        ManyCharacters { n: usize } =
            "characters", "The slide holds {n} characters: split it, or move detail to the notes.";
        ManyEntries { n: usize } =
            "entries", "{n} entries are more than a room takes in: keep five, or split the slide.";
        LittleText = "little", "The slide says very little: add a fact, or merge it with its neighbour.";
        NoNotes = "no-notes",
            "All of the talk stands on the slide and none in the notes: keep the points, speak the rest.";
        LongHeadline { n: usize } =
            "long-headline", "The headline has {n} characters: one line of up to 60 reads best.";
        NoHeadline = "no-headline", "The slide has no headline: say in a few words what it shows.";
        Dates { n: usize } = "timeline", "{n} dates in a row read better along a timeline.";
        Figures { n: usize } = "figures", "{n} figures carry this slide: show them large.";
        ShortPoints = "list", "Nothing but short points: a list gives them an even rhythm.";
        LongSentence { start: String, n: usize } = "long-sentence",
            "\"{start}\" is a sentence of {n} words: nobody reads that from a screen. Aim for fifteen.";
        LongWords { long: usize, all: usize } =
            "long-words", "{long} of {all} words have more than twelve letters: plainer words are faster to read.";
        SameHeadline { number: usize } =
            "same-headline", "The headline is the same as on slide {number}: say what is new here.";
        SameText { number: usize } = "same-text", "The slide says much the same as slide {number}: merge the two.";
        ThirdOfType { kind: NamedThing } =
            "third", "The third {kind} slide in a row: show one of them in another way.";
    }
}

deck::remarks! {
    /// What a request changes.
    pub(crate) enum RequestedChange {
        Slide { done: NamedThing, slides: SlideNumbers } = "changed", "{done}: {slides}.";
        Slides { done: NamedThing, n: usize, all: usize } = "changed-some", "{done}: {n} of {all} slides.";
        Shorter = "shorter", "shorter wording; what was taken off is in the notes";
        ShorterTitle = "shorter-title", "a shorter title";
        Expanded = "expanded", "points taken from the notes";
        Halves = "halves", "two slides with half the content each";
        Removed = "removed", "asked to be removed";
        Copy = "copy", "a copy of the slide before it";
        Hidden = "hidden", "skipped while presenting";
        Shown = "shown", "no longer skipped while presenting";
        Moved { number: usize } = "moved", "moved to position {number}";
        Converted { kind: NamedThing } = "converted", "shown as {kind}";
        Headline = "new-headline", "a new headline";
        Replaced { from: String, to: String } = "replaced", "`{from}` replaced by `{to}`";
        NewSlide { kind: NamedThing } = "new-slide", "a new slide: {kind}";
        SlideAdded { kind: NamedThing, number: usize, hint: NamedThing } =
            "slide-added", "Added a slide ({kind}) at position {number}.{hint}";
        DeckTitle = "deck-renamed", "Renamed the deck.";
        Theme = "theme-changed", "Changed the theme.";
        PartChanged { part: NamedThing } = "part-changed", "{part} changed";
        PartAdded { part: NamedThing } = "part-added", "{part} added";
        PartRemoved { part: NamedThing } = "part-removed", "{part} removed";
        PartChangedOn { part: NamedThing, number: usize, hint: NamedThing } =
            "part-changed-on", "{part} changed: slide {number}.{hint}";
        PartAddedOn { part: NamedThing, number: usize, hint: NamedThing } =
            "part-added-on", "{part} added: slide {number}.{hint}";
        PartRemovedOn { part: NamedThing, number: usize, hint: NamedThing } =
            "part-removed-on", "{part} removed: slide {number}.{hint}";
    }
}

deck::remarks! {
    /// Why a request changes nothing.
    #[derive(Debug)]
    pub(crate) enum NothingChanged {
        UnknownWords { words: String } =
            "unknown-words", "Nothing was changed: not understood ({words}). {ABILITIES}.";
        WhichSlide = "which-slide",
            "Nothing was changed: not understood, it does not say which slide, such as \"slide 3\". {ABILITIES}.";
        WhichText = "which-text",
            "Nothing was changed: not understood, it does not say which text; put it in quotation marks. {ABILITIES}.";
        Unclear = "unclear", "Nothing was changed: not understood. {ABILITIES}.";
        ShortAlready { slides: SlideNumbers } = "is-short", "Nothing was changed: {slides} is short already.";
        ShortTitle { slides: SlideNumbers } =
            "title-is-short", "Nothing was changed: the title of {slides} cannot be cut shorter.";
        NothingInNotes { slides: SlideNumbers } =
            "no-more-notes", "Nothing was changed: the notes of {slides} hold nothing that could be added.";
        NothingToSplit { slides: SlideNumbers } = "no-split", "Nothing was changed: {slides} has nothing to split.";
        SoAlready { slides: SlideNumbers } = "is-so", "Nothing was changed: {slides} is that way already.";
        ThereAlready { slides: SlideNumbers } = "is-there", "Nothing was changed: {slides} is there already.";
        NoOtherHeadline = "no-other-headline", "Nothing was changed: its text gives no other headline.";
        NotFound { from: String, slides: SlideNumbers } =
            "not-found", "Nothing was changed: `{from}` does not occur in {slides}.";
        SameDeckTitle = "same-deck-title", "Nothing was changed: the deck has that title already.";
        LongDeckTitle { most: usize, n: usize } = "long-deck-title",
            "Nothing was changed: the title of a deck has at most {most} characters, this one has {n}.";
        Merge = "merge-elsewhere",
            "Nothing was changed: slides are merged by compressing the deck (compress_presentation, or Compress in the \
             editor).";
        NoSuchType { name: String } = "no-type", "Nothing was changed: there is no slide type `{name}` here.";
        FewTexts { name: String } =
            "few-texts", "Nothing was changed: a slide of the type `{name}` needs more texts than these.";
        WhichBullet = "which-bullet", "Nothing was changed: say which bullet, such as \"bullet 2\".";
        PartExists { part: NamedThing } =
            "part-exists", "Nothing was changed: the slide has a {part} already: ask to change the {part}.";
        UnknownSlideType { name: String } =
            "unknown-type", "Nothing was changed: the slide has the unknown type `{name}`.";
        LongNotes { most: usize } = "long-notes", "Nothing was changed: notes have at most {most} characters.";
        BrokenRule { field: String, expected: String, got: String } =
            "broken-rule", "Nothing was changed: {field}: expected {expected}, got {got}.";
        NoBullets = "no-bullets", "Nothing was changed: the slide has no bullets.";
        FewBullets { n: usize } = "few-bullets", "Nothing was changed: the slide has {n} bullets.";
        TypeWithoutPart { kind: NamedThing, part: NamedThing } =
            "type-without-part", "Nothing was changed: a slide of the type {kind} has no {part}.";
        TypeWithoutBullets { kind: NamedThing } =
            "type-without-bullets", "Nothing was changed: a slide of the type {kind} has no bullets.";
    }
}

deck::remarks! {
    /// How a deck can be compressed, and why.
    pub(crate) enum CompressionText {
        FewSlides { n: usize } = "few-slides", "Nothing to compress in {n} slides.";
        NothingToMerge = "no-merge", "Nothing to merge or remove: every slide has a subject of its own.";
        Compressed { all: usize, n: usize, merged: usize, removed: usize } =
            "compressed", "{all} slides become {n}: {merged} merged, {removed} removed.";
        SameEntries { numbers: String } =
            "same-entries", "Slides {numbers} are the same kind of entries on one subject";
        ShortSlides { numbers: String } = "short-slides", "Slides {numbers} are short slides on one subject";
        OpenerWithoutSlides = "opener-alone", "a section opener with no slides after it";
        OpenerOfOneSlide = "opener-single", "a section opener for a single slide";
        EmptySlide = "empty-slide", "the slide is empty";
        RepeatedSlide { number: usize } = "repeats", "it repeats slide {number}";
    }
}

/// The codes of the remarks of the built-in author.
pub fn remark_codes() -> impl Iterator<Item = &'static str> {
    [Advice::CODES, RequestedChange::CODES, NothingChanged::CODES, CompressionText::CODES].concat().into_iter()
}
