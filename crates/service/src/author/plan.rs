//! What is asked of the author for a deck that is there, and what it would change.

use std::sync::Arc;

use ai::{Action, Intensity, SlideDraft, Suggestion, Writer};
use deck::{Deck, Registry};
use store::{DeckId, StoredDeck};

use super::write::before_closing;
use super::{MOST_COMMAND, Pen, source_text};
use crate::Author;
use crate::caller::Caller;
use crate::decks::position;
use crate::error::{Error, Result};
use crate::rights::Right;

/// What is asked.
#[derive(Debug, Clone)]
pub enum Task {
    /// Slides as another type.
    Convert {
        /// Their positions, from 0.
        slides: Vec<i64>,
        /// The type, by any of its names.
        target: String,
    },
    /// An instruction in plain words.
    Iterate {
        /// The instruction.
        command: String,
        /// Positions of the only slides that may change; all of them when empty.
        only: Vec<usize>,
    },
    /// Fewer slides.
    Compress(Intensity),
    /// What could be better.
    Analyze {
        /// Positions of the only slides to speak of; all of them, and the deck, when empty.
        only: Vec<usize>,
    },
    /// More slides from a text.
    Append {
        /// The text.
        text: String,
    },
}

/// An edit that can be worked out: everything about the call was judged.
#[derive(Debug)]
pub struct EditOrder {
    pub(super) stored: Arc<StoredDeck>,
    pub(super) registry: Arc<Registry>,
    pub(super) pen: Pen,
    pub(super) task: Task,
    /// The slide that the call named, from 0.
    pub(super) target: Option<usize>,
}

/// What would change, and what there is to say.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) summary: String,
    pub(super) changes: Vec<Planned>,
    /// For [`Task::Analyze`]: what there is to say, with the place of its change among `changes`.
    pub(super) suggestions: Vec<(Suggestion, Option<usize>)>,
}

/// One change. Positions are those of the deck as it is now.
#[derive(Debug, Clone)]
pub(super) struct Planned {
    pub(super) kind: Kind,
    /// The slides it takes, one after the other; for an insertion, none.
    pub(super) takes: Vec<usize>,
    /// Where the first of its slides stands.
    pub(super) at: usize,
    pub(super) slides: Vec<SlideDraft>,
    pub(super) why: String,
}

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Replace,
    Split,
    Remove,
    Merge,
    Insert,
}

impl Kind {
    /// The word in answers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Replace => "replace",
            Self::Split => "split",
            Self::Remove => "remove",
            Self::Merge => "merge",
            Self::Insert => "insert",
        }
    }
}

impl From<Action> for Kind {
    fn from(action: Action) -> Self {
        match action {
            Action::Replace => Self::Replace,
            Action::Split => Self::Split,
            Action::Remove => Self::Remove,
        }
    }
}

impl Author {
    /// Judges a call for an edit.
    ///
    /// # Errors
    /// Not found, no right, a slide or type that is not there, a blank text, or a vendor that cannot be asked.
    pub async fn check_edit_request(
        &self,
        caller: &Caller,
        id: &DeckId,
        right: Right,
        vendor: Option<&str>,
        mut task: Task,
    ) -> Result<EditOrder> {
        let stored = self.decks.deck_for(caller, id, right).await?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let pen = self.writer(vendor)?;
        let deck = &stored.deck;
        let target = match &mut task {
            Task::Convert { slides, target } => {
                let known = convertible(&registry, deck, slides, target)?;
                *target = known;
                slides.first().and_then(|slide| usize::try_from(*slide).ok())
            }
            Task::Iterate { command, only } => {
                if command.trim().is_empty() {
                    return Err(Error::invalid("command: expected an instruction, such as \"Shorten slide 3\""));
                }
                if command.chars().count() > MOST_COMMAND {
                    return Err(Error::invalid(format!("command: expected at most {MOST_COMMAND} characters")));
                }
                let named = Writer::target(&registry, deck, command);
                let named = named.map_err(|refusal| Error::invalid(refusal.to_string()))?;
                if let [only] = only.as_slice() { Some(*only) } else { named }
            }
            Task::Append { text } => {
                source_text(text, "text")?;
                None
            }
            Task::Compress(_) | Task::Analyze { .. } => None,
        };
        Ok(EditOrder { stored, registry, pen, task, target })
    }

    /// What the author would change. Nothing is written.
    pub(super) async fn plan_edit(self: &Arc<Self>, order: &EditOrder) -> Result<Plan> {
        let deck = order.stored.deck.clone();
        let (task, target) = (order.task.clone(), order.target);
        let organization = &order.stored.head.organization;
        self.write(&order.pen, organization, deck, None, move |writer, deck| match task {
            Task::Convert { slides, target } => converted(writer, deck, &slides, &target),
            Task::Iterate { command, only } => iterated(writer, deck, &command, &only, target),
            Task::Compress(intensity) => compressed(writer, deck, intensity),
            Task::Analyze { only } => analyzed(writer, deck, &only),
            Task::Append { text } => appended(writer, deck, &text),
        })
        .await
    }
}

type Thought = std::result::Result<Plan, ai::Fault>;

/// The key of a type that all these slides can become.
fn convertible(registry: &Registry, deck: &Deck, slides: &[i64], target: &str) -> Result<String> {
    let known = registry.resolve(target).filter(|known| known.enabled);
    let known = known.ok_or_else(|| {
        Error::invalid(format!("targetType: there is no slide type `{target}`; get_slide_types names them all"))
    })?;
    for slide in slides {
        let at = position(deck, "slideIndex", *slide)?;
        if deck.slides[at].key == known.key {
            return Err(Error::invalid(format!("targetType: slide {at} has the type `{}` already", known.id)));
        }
    }
    Ok(known.key.clone())
}

fn converted(writer: &Writer<'_>, deck: &Deck, slides: &[i64], target: &str) -> Thought {
    let label = writer.registry.by_key(target).map_or(target, |known| known.label.as_str());
    let mut changes = Vec::new();
    for at in slides.iter().filter_map(|slide| usize::try_from(*slide).ok()) {
        let slide = writer.convert(&deck.lang, &deck.slides[at], target)?;
        let why = format!("shown as {}", label.to_lowercase());
        changes.push(Planned { kind: Kind::Replace, takes: vec![at], at, slides: vec![slide], why });
    }
    Ok(Plan { summary: format!("Converted to {label}."), changes, suggestions: Vec::new() })
}

fn iterated(writer: &Writer<'_>, deck: &Deck, command: &str, only: &[usize], target: Option<usize>) -> Thought {
    // An instruction that names no slide is meant for the one that is selected.
    let named = Writer::target(writer.registry, deck, command)?;
    let command = match (named, target) {
        (None, Some(target)) => format!("Slide {}: {command}", target + 1),
        _ => command.to_owned(),
    };
    let iteration = writer.iterate(deck, &command)?;
    let wanted = |index: usize| only.is_empty() || only.contains(&index);
    let changes =
        iteration.modifications.into_iter().filter(|change| wanted(change.slide_index)).map(|change| Planned {
            kind: change.action.into(),
            takes: vec![change.slide_index],
            at: change.slide_index,
            slides: change.slides,
            why: change.reasoning,
        });
    Ok(Plan { summary: iteration.summary, changes: changes.collect(), suggestions: Vec::new() })
}

fn compressed(writer: &Writer<'_>, deck: &Deck, intensity: Intensity) -> Thought {
    let found = writer.compress(deck, intensity)?;
    let merges = found.merges.into_iter().map(|merge| Planned {
        kind: Kind::Merge,
        at: merge.slide_indexes.first().copied().unwrap_or_default(),
        takes: merge.slide_indexes,
        slides: vec![merge.merged],
        why: merge.reason,
    });
    let removals = found.removals.into_iter().map(|removal| Planned {
        kind: Kind::Remove,
        takes: vec![removal.slide_index],
        at: removal.slide_index,
        slides: Vec::new(),
        why: removal.reason,
    });
    Ok(Plan { summary: found.summary, changes: merges.chain(removals).collect(), suggestions: Vec::new() })
}

fn analyzed(writer: &Writer<'_>, deck: &Deck, only: &[usize]) -> Thought {
    let found = writer.analyze(deck)?;
    let wanted = |place: Option<usize>| only.is_empty() || place.is_some_and(|place| only.contains(&place));
    let mut plan = Plan::default();
    for suggestion in found.into_iter().filter(|suggestion| wanted(suggestion.slide_index)) {
        let change = change_of(writer, deck, &suggestion);
        let place = change.is_some().then_some(plan.changes.len());
        plan.changes.extend(change);
        plan.suggestions.push((suggestion, place));
    }
    let count = plan.suggestions.len();
    plan.summary = match count {
        0 => "Nothing to improve here.".to_owned(),
        1 => "1 thing could be better.".to_owned(),
        _ => format!("{count} things could be better."),
    };
    Ok(plan)
}

/// The change that a suggestion proposes: its slide in another way, or a slide that is missing at an end of the deck.
fn change_of(writer: &Writer<'_>, deck: &Deck, suggestion: &Suggestion) -> Option<Planned> {
    let proposed = suggestion.proposed.as_ref()?;
    let why = suggestion.body.clone();
    if let Some(at) = suggestion.slide_index {
        let slide = writer.proposed(&deck.lang, deck.slides.get(at)?, &proposed.key, &proposed.title)?;
        return Some(Planned { kind: Kind::Replace, takes: vec![at], at, slides: vec![slide], why });
    }
    let empty = super::unsaved("", &deck::Content::new());
    let slide = writer.proposed(&deck.lang, &empty, &proposed.key, &proposed.title)?;
    let opens = proposed.key == "title-slide";
    let at = if opens { 0 } else { deck.slides.len() };
    Some(Planned { kind: Kind::Insert, takes: Vec::new(), at, slides: vec![slide], why })
}

fn appended(writer: &Writer<'_>, deck: &Deck, text: &str) -> Thought {
    let slides = writer.more(deck, text)?;
    let at = before_closing(writer.registry, deck);
    let summary = format!("{} new slides.", slides.len());
    let insert = |slide| Planned { kind: Kind::Insert, takes: Vec::new(), at, slides: vec![slide], why: String::new() };
    Ok(Plan { summary, changes: slides.into_iter().map(insert).collect(), suggestions: Vec::new() })
}
