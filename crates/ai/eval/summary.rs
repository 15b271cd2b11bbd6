//! Averages the measurements of many decks and compares them with targets.

use std::fmt;

use super::measure::Measure;

/// The target of a measurement, in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Aim {
    AtLeast(f64),
    AtMost(f64),
    Below(f64),
}

/// One measurement: the share `part` of `whole`, with its target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) what: &'static str,
    pub(crate) aim: Aim,
    pub(crate) part: usize,
    pub(crate) whole: usize,
}

/// The measurements of some decks with their targets. All targets of the evaluation are defined here.
pub(crate) fn rows(all: &[Measure]) -> [Row; 9] {
    let sum = |of: fn(&Measure) -> usize| all.iter().map(of).sum::<usize>();
    let (slides, every) = (sum(|deck| deck.content_slides), sum(|deck| deck.draft.slides.len()));
    let with_visuals = || all.iter().filter(|deck| deck.source_visuals > 0);
    let titles = || all.iter().filter_map(|deck| deck.is_title_right);
    let row = |what, aim, part, whole| Row { what, aim, part, whole };
    [
        row("right title", Aim::AtLeast(98.0), titles().filter(|is_right| *is_right).count(), titles().count()),
        row(
            "texts that are furniture, captions, fragments or cut",
            Aim::Below(1.0),
            sum(|deck| deck.fragments.len()),
            slides,
        ),
        row("generic headlines", Aim::AtMost(0.0), sum(|deck| deck.generic.len()), slides),
        row("headlines of one word", Aim::Below(3.0), sum(|deck| deck.one_word.len()), slides),
        row("marked facts on slides", Aim::AtLeast(65.0), sum(|deck| deck.facts.1.len()), sum(|deck| deck.facts.0)),
        row(
            "slides with a picture, chart, table or figure",
            Aim::AtLeast(40.0),
            with_visuals().map(|deck| deck.visual).sum(),
            with_visuals().map(|deck| deck.content_slides).sum(),
        ),
        row(
            "timelines in order, quotes with the right speaker",
            Aim::AtLeast(100.0),
            sum(|deck| deck.timelines + deck.quotes - deck.disordered.len() - deck.misattributed.len()),
            sum(|deck| deck.timelines + deck.quotes),
        ),
        row("words and figures not in the document", Aim::AtMost(0.0), sum(|deck| deck.invented.len()), slides),
        row("what a designer would change, all slides", Aim::Below(3.0), sum(|deck| deck.findings.len()), every),
    ]
}

/// The rows for the union of two sets of decks.
pub(crate) fn together(first: &[Row; 9], second: &[Row; 9]) -> [Row; 9] {
    let mut rows = *first;
    for (row, other) in rows.iter_mut().zip(second) {
        row.part += other.part;
        row.whole += other.whole;
    }
    rows
}

impl Row {
    /// Whether the target is met. It is when `whole` is 0.
    pub(crate) fn is_met(&self) -> bool {
        let share = self.share();
        self.whole == 0
            || match self.aim {
                Aim::AtLeast(least) => share >= least,
                Aim::AtMost(most) => share <= most,
                Aim::Below(bound) => share < bound,
            }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of slides")]
    fn share(&self) -> f64 {
        self.part as f64 * 100.0 / self.whole.max(1) as f64
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} ({:.1}%)", self.part, self.whole, self.share())
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "{least}% or more"),
            Self::AtMost(most) => write!(f, "{most}"),
            Self::Below(bound) => write!(f, "under {bound}%"),
        }
    }
}
