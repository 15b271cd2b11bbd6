//! Tasks of the author for an existing deck, and the changes that it plans.

use std::sync::Arc;

use ai::{DeckEdit, Intensity, SlideAction, SlideDraft, Suggestion, SuggestionCategory, Writer};
use deck::{Deck, DeckRole, NamedThing, Registry, Remark};
use layout::{Finding, FindingKind};

use super::write::before_closing;
use super::{ChosenVendor, MAX_COMMAND, draft_slide, source_text};
use crate::Author;
use crate::decks::position;
use crate::error::{Error, Result};
use crate::rights::Readable;

/// A task of the author.
#[derive(Debug, Clone)]
pub enum AuthorTask {
    /// Convert slides to another type.
    Convert {
        /// Their positions, from 0.
        slides: Vec<i64>,
        /// The type, by any of its names.
        target: String,
    },
    /// Follow an instruction in plain words.
    Iterate {
        /// The instruction.
        command: String,
        /// Positions of the only slides that may change; all of them when empty.
        only: Vec<usize>,
    },
    /// Find slides to merge and to remove.
    Compress(Intensity),
    /// Find what could be better.
    Analyze {
        /// Positions of the only slides to analyze; all of them, and the deck, when empty.
        only: Vec<usize>,
    },
    /// Write more slides from a text.
    Append {
        /// The text.
        text: String,
    },
}

/// A validated request for a task.
#[derive(Debug)]
pub struct EditRequest {
    pub(super) deck: Readable,
    pub(super) registry: Arc<Registry>,
    pub(super) chosen: ChosenVendor,
    pub(super) task: AuthorTask,
    /// Position of the slide that the call names, from 0.
    pub(super) target: Option<usize>,
}

/// The planned changes, and the findings of an analysis.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) summary: Remark,
    pub(super) changes: Vec<PlannedChange>,
    /// A change of the deck itself; a theme by its id.
    pub(super) deck_edit: Option<DeckEdit>,
    /// Whether an instruction was not understood or cannot be followed.
    pub(super) declined: bool,
    /// For [`AuthorTask::Analyze`]: the suggestions, each with the index of its change among `changes`.
    pub(super) suggestions: Vec<(Suggestion, Option<usize>)>,
}

/// A planned change. Positions are those of the deck as it is now.
#[derive(Debug, Clone)]
pub(super) struct PlannedChange {
    pub(super) kind: ChangeKind,
    /// Positions of the slides it replaces or removes, in order; none for an insertion.
    pub(super) replaces: Vec<usize>,
    /// Position of the first of its slides.
    pub(super) at: usize,
    pub(super) slides: Vec<SlideDraft>,
    /// Empty for slides that were asked for as they are.
    pub(super) why: Remark,
}

/// What a change does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// Replaces a slide.
    Replace,
    /// Replaces a slide by several.
    Split,
    /// Removes a slide.
    Remove,
    /// Replaces several slides by one.
    Merge,
    /// Inserts slides.
    Insert,
    /// Moves a slide.
    Move {
        /// Its position after all changes, from 0.
        to: usize,
    },
    /// Skips a slide while presenting.
    Hide,
    /// Shows a skipped slide again while presenting.
    Show,
}

impl From<SlideAction> for ChangeKind {
    fn from(action: SlideAction) -> Self {
        match action {
            SlideAction::Replace => Self::Replace,
            SlideAction::Split => Self::Split,
            SlideAction::Remove => Self::Remove,
            SlideAction::Insert => Self::Insert,
            SlideAction::Move { to } => Self::Move { to },
            SlideAction::Hide => Self::Hide,
            SlideAction::Show => Self::Show,
        }
    }
}

impl Author {
    /// Validates a request for a task.
    ///
    /// # Errors
    /// Fails when the vendor cannot be called, the deck has no such slide, there is no such type, or a text is blank or
    /// too long.
    pub async fn check_edit_request(
        &self,
        readable: &Readable,
        vendor: Option<&str>,
        mut task: AuthorTask,
    ) -> Result<EditRequest> {
        let stored = readable.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let chosen = self.chosen_vendor(vendor)?;
        let deck = &stored.deck;
        let target = match &mut task {
            AuthorTask::Convert { slides, target } => {
                *target = convertible(&registry, deck, slides, target)?;
                slides.first().and_then(|slide| usize::try_from(*slide).ok())
            }
            AuthorTask::Iterate { command, only } => {
                if command.trim().is_empty() {
                    return Err(Error::invalid("command: expected an instruction, such as \"Shorten slide 3\""));
                }
                if command.chars().count() > MAX_COMMAND {
                    return Err(Error::invalid(format!("command: expected at most {MAX_COMMAND} characters")));
                }
                let named = Writer::target_slide(&registry, deck, command);
                let named = named.map_err(|refusal| Error::invalid(refusal.to_string()))?;
                if let [only] = only.as_slice() { Some(*only) } else { named }
            }
            AuthorTask::Append { text } => {
                source_text(text, "text")?;
                None
            }
            AuthorTask::Compress(_) | AuthorTask::Analyze { .. } => None,
        };
        Ok(EditRequest { deck: readable.clone(), registry, chosen, task, target })
    }

    /// Carries out a task. Nothing is stored.
    pub(super) async fn plan_edit(self: &Arc<Self>, request: &EditRequest) -> Result<Plan> {
        let stored = request.deck.deck();
        let (deck, organization) = (stored.deck.clone(), &stored.head.organization);
        let (task, target) = (request.task.clone(), request.target);
        let reviewed = match &task {
            AuthorTask::Analyze { .. } => self.drawing.review(organization, deck.clone()).await?,
            _ => Vec::new(),
        };
        let planning = self.write(&request.chosen, organization, deck, None, move |writer, deck| match task {
            AuthorTask::Convert { slides, target } => plan_conversion(writer, deck, &slides, &target),
            AuthorTask::Iterate { command, only } => plan_instruction(writer, deck, &command, &only, target),
            AuthorTask::Compress(intensity) => plan_compression(writer, deck, intensity),
            AuthorTask::Analyze { only } => plan_analysis(writer, deck, &reviewed, &only),
            AuthorTask::Append { text } => plan_more_slides(writer, deck, &text),
        });
        let mut plan = planning.await?;
        if let Some(DeckEdit::Theme(name)) = &mut plan.deck_edit {
            *name = match self.catalogue.theme_named(organization, name).await? {
                Ok(id) => id,
                Err(unknown) => return Err(Error::invalid(unknown)),
            };
        }
        Ok(plan)
    }
}

deck::remarks! {
    /// What a task comes to.
    pub(crate) enum PlanText {
        ShownAs { kind: NamedThing } = "shown-as", "shown as {kind}";
        Converted { kind: NamedThing } = "converted-to", "Converted to {kind}.";
        NothingToImprove = "nothing-to-improve", "Nothing to improve here.";
        OneSuggestion = "one-suggestion", "1 thing could be better.";
        Suggestions { n: usize } = "suggestions", "{n} things could be better.";
        NewSlides { n: usize } = "new-slides", "{n} new slides.";
        DeckTitle { from: String, to: String } = "deck-title", "title: `{from}` becomes `{to}`";
        DeckTheme { from: String, to: String } = "deck-theme", "theme: `{from}` becomes `{to}`";
    }
}

impl Plan {
    fn new(summary: impl Into<Remark>, changes: Vec<PlannedChange>) -> Self {
        Self { summary: summary.into(), changes, deck_edit: None, declined: false, suggestions: Vec::new() }
    }
}

type PlanResult = std::result::Result<Plan, ai::Error>;

/// The key of the type with a name. Fails when there is no such type, or when a slide does not exist or has this type
/// already.
fn convertible(registry: &Registry, deck: &Deck, slides: &[i64], target: &str) -> Result<String> {
    let slide_type = registry.resolve(target).filter(|slide_type| slide_type.enabled);
    let slide_type = slide_type.ok_or_else(|| {
        Error::invalid(format!("targetType: there is no slide type `{target}`; get_slide_types names them all"))
    })?;
    for slide in slides {
        let at = position(deck, "slideIndex", *slide)?;
        if deck.slides[at].key == slide_type.key {
            return Err(Error::invalid(format!("targetType: slide {at} has the type `{}` already", slide_type.id)));
        }
    }
    Ok(slide_type.key.clone())
}

fn plan_conversion(writer: &Writer<'_>, deck: &Deck, slides: &[i64], target: &str) -> PlanResult {
    let label = writer.registry.by_key(target).map_or(target, |slide_type| slide_type.label.as_str());
    let mut changes = Vec::new();
    for at in slides.iter().filter_map(|slide| usize::try_from(*slide).ok()) {
        let slide = writer.convert(&deck.lang, &deck.slides[at], target)?;
        let why = PlanText::ShownAs { kind: NamedThing::new(target, label.to_lowercase()) }.into();
        changes.push(PlannedChange { kind: ChangeKind::Replace, replaces: vec![at], at, slides: vec![slide], why });
    }
    Ok(Plan::new(PlanText::Converted { kind: NamedThing::new(target, label) }, changes))
}

fn plan_instruction(
    writer: &Writer<'_>,
    deck: &Deck,
    command: &str,
    only: &[usize],
    target: Option<usize>,
) -> PlanResult {
    // An instruction that names no slide is about the selected one.
    let named = Writer::target_slide(writer.registry, deck, command)?;
    let command = match (named, target) {
        (None, Some(target)) => format!("Slide {}: {command}", target + 1),
        _ => command.to_owned(),
    };
    let iteration = writer.iterate(deck, &command)?;
    let is_selected = |index: usize| only.is_empty() || only.contains(&index);
    let concerns_selected = |change: &ai::Modification| match change.action {
        SlideAction::Insert => true,
        _ => is_selected(change.slide_index),
    };
    let changes = iteration.modifications.into_iter().filter(concerns_selected).map(|change| PlannedChange {
        kind: change.action.into(),
        replaces: if change.action == SlideAction::Insert { Vec::new() } else { vec![change.slide_index] },
        at: change.slide_index,
        slides: change.slides,
        why: change.reasoning,
    });
    let (summary, deck_edit, declined) = (iteration.summary, iteration.deck_edit, !iteration.followed);
    Ok(Plan { summary, changes: changes.collect(), deck_edit, declined, suggestions: Vec::new() })
}

fn plan_compression(writer: &Writer<'_>, deck: &Deck, intensity: Intensity) -> PlanResult {
    let found = writer.compress(deck, intensity)?;
    let merges = found.merges.into_iter().map(|merge| PlannedChange {
        kind: ChangeKind::Merge,
        at: merge.slide_indexes.first().copied().unwrap_or_default(),
        replaces: merge.slide_indexes,
        slides: vec![merge.merged],
        why: merge.reason,
    });
    let removals = found.removals.into_iter().map(|removal| PlannedChange {
        kind: ChangeKind::Remove,
        replaces: vec![removal.slide_index],
        at: removal.slide_index,
        slides: Vec::new(),
        why: removal.reason,
    });
    Ok(Plan::new(found.summary, merges.chain(removals).collect()))
}

fn plan_analysis(writer: &Writer<'_>, deck: &Deck, reviewed: &[Finding], only: &[usize]) -> PlanResult {
    let mut found = writer.analyze(deck)?;
    found.extend(reviewed.iter().filter_map(|finding| design_suggestion(deck, finding)));
    let is_selected = |index: Option<usize>| only.is_empty() || index.is_some_and(|index| only.contains(&index));
    let mut plan = Plan::new(PlanText::NothingToImprove, Vec::new());
    for suggestion in found.into_iter().filter(|suggestion| is_selected(suggestion.slide_index)) {
        let change = change_of(writer, deck, &suggestion);
        let index = change.is_some().then_some(plan.changes.len());
        plan.changes.extend(change);
        plan.suggestions.push((suggestion, index));
    }
    let count = plan.suggestions.len();
    plan.summary = match count {
        0 => PlanText::NothingToImprove.into(),
        1 => PlanText::OneSuggestion.into(),
        _ => PlanText::Suggestions { n: count }.into(),
    };
    Ok(plan)
}

/// A finding of design as a suggestion.
fn design_suggestion(deck: &Deck, finding: &Finding) -> Option<Suggestion> {
    let category = match finding.kind {
        FindingKind::CrowdedPage | FindingKind::SmallType(_) => SuggestionCategory::Brevity,
        FindingKind::SameLayoutThrice => SuggestionCategory::Repetition,
        _ => SuggestionCategory::VisualBalance,
    };
    let slide_index = Some(deck.position(&finding.slide)?);
    Some(Suggestion { slide_index, category, body: finding.kind.remark().sentence(), proposed: None })
}

/// The change that a suggestion proposes: it replaces the slide of the suggestion, or inserts a missing slide at the
/// start or the end of the deck.
fn change_of(writer: &Writer<'_>, deck: &Deck, suggestion: &Suggestion) -> Option<PlannedChange> {
    let proposed = suggestion.proposed.as_ref()?;
    let why = suggestion.body.clone();
    if let Some(at) = suggestion.slide_index {
        let slide = writer.proposed_slide(&deck.lang, deck.slides.get(at)?, &proposed.key, &proposed.title)?;
        return Some(PlannedChange { kind: ChangeKind::Replace, replaces: vec![at], at, slides: vec![slide], why });
    }
    let empty = draft_slide("", &deck::Content::new());
    let slide = writer.proposed_slide(&deck.lang, &empty, &proposed.key, &proposed.title)?;
    let proposed_type = writer.registry.by_key(&proposed.key);
    let opens = proposed_type.is_some_and(|slide_type| slide_type.deck_role == Some(DeckRole::Title));
    let at = if opens { 0 } else { deck.slides.len() };
    Some(PlannedChange { kind: ChangeKind::Insert, replaces: Vec::new(), at, slides: vec![slide], why })
}

fn plan_more_slides(writer: &Writer<'_>, deck: &Deck, text: &str) -> PlanResult {
    let slides = writer.more_slides(deck, text)?;
    let at = before_closing(writer.registry, deck);
    let summary = PlanText::NewSlides { n: slides.len() };
    let insert = |slide| PlannedChange {
        kind: ChangeKind::Insert,
        replaces: Vec::new(),
        at,
        slides: vec![slide],
        why: String::new().into(),
    };
    Ok(Plan::new(summary, slides.into_iter().map(insert).collect()))
}
