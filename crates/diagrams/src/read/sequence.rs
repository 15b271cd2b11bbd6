//! Sequence diagrams: `Ann->>Ben: Hello`, notes, loops and alternatives.

use super::flowchart::excerpt;
use super::text::shown;
use super::{SourceLine, after, is_statement, is_style, without_semicolon};
use crate::{Error, Frame, LineStyle, Message, Note, NoteSide, Participant, Sequence, SequenceStep, Tip};

/// The maximum number of participants.
const MAX_PARTICIPANTS: usize = 24;
/// The maximum number of steps.
const MAX_STEPS: usize = 200;

/// Arrows, the longer ones first: letters, style, and tips at the start and the end.
const ARROWS: [(&str, LineStyle, (Tip, Tip)); 10] = [
    ("<<-->>", LineStyle::Dotted, (Tip::Arrow, Tip::Arrow)),
    ("<<->>", LineStyle::Solid, (Tip::Arrow, Tip::Arrow)),
    ("-->>", LineStyle::Dotted, (Tip::None, Tip::Arrow)),
    ("->>", LineStyle::Solid, (Tip::None, Tip::Arrow)),
    ("-->", LineStyle::Dotted, (Tip::None, Tip::None)),
    ("--x", LineStyle::Dotted, (Tip::None, Tip::Cross)),
    ("--)", LineStyle::Dotted, (Tip::None, Tip::Open)),
    ("->", LineStyle::Solid, (Tip::None, Tip::None)),
    ("-x", LineStyle::Solid, (Tip::None, Tip::Cross)),
    ("-)", LineStyle::Solid, (Tip::None, Tip::Open)),
];

/// A sequence while it is being read.
struct Builder {
    /// The name of each participant.
    names: Vec<String>,
    sequence: Sequence,
    /// The blocks that are open, the innermost last: `true` for a frame, `false` for a box around participants, which
    /// is not drawn.
    open: Vec<bool>,
    /// If messages are numbered: the number of the next message and the step between numbers.
    next_number: Option<(usize, usize)>,
}

pub(super) fn read(lines: &[SourceLine<'_>]) -> Result<Sequence, Error> {
    let sequence = Sequence { participants: Vec::new(), steps: Vec::new() };
    let mut builder = Builder { names: Vec::new(), sequence, open: Vec::new(), next_number: None };
    for line in lines {
        builder.read_statement(without_semicolon(line.words), line.number)?;
    }
    let last = lines.last().map_or(1, |line| line.number);
    if !builder.open.is_empty() {
        return Err(Error::line(last, "a loop, alternative or box is not closed: write `end` after it"));
    }
    let Sequence { participants, steps } = &builder.sequence;
    for (what, count, most) in
        [("participants", participants.len(), MAX_PARTICIPANTS), ("steps", steps.len(), MAX_STEPS)]
    {
        if count > most {
            return Err(Error::TooMany { what, count, most });
        }
    }
    if participants.is_empty() { Err(Error::Nothing) } else { Ok(builder.sequence) }
}

impl Builder {
    fn read_statement(&mut self, words: &str, number: usize) -> Result<(), Error> {
        let is_link = is_statement(words, &["link", "links", "properties", "details"]);
        if is_style(words)
            || is_link
            || words.is_empty()
            || after(words, "title").is_some()
            || words.starts_with("title:")
        {
            return Ok(());
        }
        let created = after(words, "create").unwrap_or(words);
        for (word, is_person) in [("participant", false), ("actor", true)] {
            if let Some(rest) = after(created, word) {
                self.declare(rest, is_person);
                return Ok(());
            }
        }
        if after(words, "destroy").is_some() {
            return Ok(());
        }
        if let Some(rest) = after(words, "autonumber") {
            let mut numbers = rest.split_whitespace().map(|number| number.parse::<usize>().unwrap_or(1));
            self.next_number = (rest != "off").then(|| (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1)));
            return Ok(());
        }
        for kind in ["loop", "alt", "opt", "par", "critical", "break", "par_over"] {
            if let Some(label) = after(words, kind) {
                let kind = kind.trim_end_matches("_over").to_owned();
                self.sequence.steps.push(SequenceStep::Open(Frame { kind, label: shown(label) }));
                self.open.push(true);
                return Ok(());
            }
        }
        if after(words, "rect").is_some() || after(words, "box").is_some() {
            self.open.push(false);
            return Ok(());
        }
        for word in ["else", "and", "option"] {
            if let Some(label) = after(words, word) {
                if self.open.last() != Some(&true) {
                    return Err(Error::line(number, format!("`{word}` is outside an alternative")));
                }
                self.sequence.steps.push(SequenceStep::Part(shown(label)));
                return Ok(());
            }
        }
        if words == "end" {
            match self.open.pop() {
                Some(true) => self.sequence.steps.push(SequenceStep::Close),
                Some(false) => {}
                None => return Err(Error::line(number, "`end` has nothing to close")),
            }
            return Ok(());
        }
        if let Some(name) = after(words, "activate") {
            let at = self.participant(name);
            self.sequence.steps.push(SequenceStep::Activate(at));
            return Ok(());
        }
        if let Some(name) = after(words, "deactivate") {
            let at = self.participant(name);
            self.sequence.steps.push(SequenceStep::Deactivate(at));
            return Ok(());
        }
        let is_note = words.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("note "));
        if is_note {
            return self.add_note(&words[5..], number);
        }
        self.add_message(words, number)
    }

    fn declare(&mut self, rest: &str, is_person: bool) {
        let (name, settings) = rest.split_once("@{").unwrap_or((rest, ""));
        let (name, label) = match name.split_once(" as ") {
            Some((name, label)) => (name.trim(), shown(label)),
            None => (name.trim(), shown(name)),
        };
        let at = self.participant(name);
        let is_person = is_person || settings.contains("actor");
        self.sequence.participants[at] = Participant { label, is_person };
    }

    /// The index of the participant with a name. Adds a participant if there is none.
    fn participant(&mut self, name: &str) -> usize {
        let name = name.trim();
        if let Some(at) = self.names.iter().position(|known| known == name) {
            return at;
        }
        self.names.push(name.to_owned());
        self.sequence.participants.push(Participant { label: shown(name), is_person: false });
        self.names.len() - 1
    }

    fn add_note(&mut self, rest: &str, number: usize) -> Result<(), Error> {
        let fault = || Error::line(number, "a note has a place and a text: write Note over A,B: text");
        let (place, text) = rest.split_once(':').ok_or_else(fault)?;
        let place = place.trim();
        let sides = [("left of ", NoteSide::Left), ("right of ", NoteSide::Right), ("over ", NoteSide::Over)];
        let found = sides.into_iter().find_map(|(words, side)| {
            let start = place.get(..words.len())?;
            start.eq_ignore_ascii_case(words).then(|| (side, &place[words.len()..]))
        });
        let (side, names) = found.ok_or_else(fault)?;
        let (first, last) = names.split_once(',').unwrap_or((names, names));
        let (first, last) = (self.participant(first), self.participant(last));
        let span = (first.min(last), first.max(last));
        self.sequence.steps.push(SequenceStep::Note(Note { side, span, label: shown(text) }));
        Ok(())
    }

    fn add_message(&mut self, words: &str, number: usize) -> Result<(), Error> {
        let (ends, label) = words.split_once(':').unwrap_or((words, ""));
        let arrow = ARROWS.iter().filter_map(|arrow| Some((ends.find(arrow.0)?, arrow)));
        // The first arrow in the line; of several at the same position, the longest.
        let Some((at, (letters, style, tips))) = arrow.min_by_key(|(at, arrow)| (*at, usize::MAX - arrow.0.len()))
        else {
            let reason = format!("`{}` is not understood: write a message such as A->>B: text", excerpt(words));
            return Err(Error::line(number, reason));
        };
        let (from, to) = (ends[..at].trim(), ends[at + letters.len()..].trim());
        let (to, activates) = match (to.strip_prefix('+'), to.strip_prefix('-')) {
            (Some(to), _) => (to, Some(true)),
            (_, Some(to)) => (to, Some(false)),
            _ => (to, None),
        };
        if from.is_empty() || to.is_empty() {
            return Err(Error::line(number, "a message has a sender and a receiver: write A->>B: text"));
        }
        let (from, to) = (self.participant(from.trim_end_matches("()")), self.participant(to.trim_start_matches("()")));
        let mut label = shown(label);
        if let Some((next, step)) = &mut self.next_number {
            label = format!("{next}. {label}");
            *next = next.saturating_add(*step);
        }
        self.sequence.steps.push(SequenceStep::Message(Message { from, to, label, style: *style, tips: *tips }));
        match activates {
            Some(true) => self.sequence.steps.push(SequenceStep::Activate(to)),
            Some(false) => self.sequence.steps.push(SequenceStep::Deactivate(from)),
            None => {}
        }
        Ok(())
    }
}
