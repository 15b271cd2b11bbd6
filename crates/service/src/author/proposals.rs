//! Proposals: changes of the author, slide by slide, for a person to accept or skip. Nothing is saved.

use std::sync::Arc;

use ai::{DeckEdit, Suggestion};
use deck::{Deck, Registry, Remark, Slide, SlideId};

use super::apply::ResolvedChange;
use super::plan::{ChangeKind, EditRequest, Plan, PlanText, PlannedChange};
use crate::Author;
use crate::error::Result;

/// Proposals for a deck.
#[derive(Debug)]
pub struct Proposals {
    /// The revision of the deck that the proposals were made for.
    pub revision: u64,
    /// Id of the vendor.
    pub vendor: &'static str,
    /// A summary of the proposals in one sentence.
    pub summary: Remark,
    /// The proposals.
    pub proposals: Vec<Proposal>,
}

/// What a proposal is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalAction {
    /// A change.
    Change(ChangeKind),
    /// A change of the deck itself.
    Deck,
    /// A remark without a change.
    Advice,
}

/// A proposal to accept or skip.
#[derive(Debug)]
pub struct Proposal {
    /// What accepting it does.
    pub action: ProposalAction,
    /// Position of the slide it is about, from 0.
    pub index: Option<usize>,
    /// Id of that slide.
    pub slide_id: Option<SlideId>,
    /// Title of that slide.
    pub title: String,
    /// The reason for the proposal, in words.
    pub why: Remark,
    /// Category of the remark, if the deck was analyzed.
    pub category: Option<&'static str>,
    /// The slides as they are.
    pub before: Vec<ProposedSlide>,
    /// The slides as they would be.
    pub after: Vec<ProposedSlide>,
    /// The edits that accepting it makes.
    pub edits: Vec<ProposedEdit>,
}

/// A slide with its canonical type and its title.
#[derive(Debug, Clone)]
pub struct ProposedSlide {
    /// The slide.
    pub slide: Slide,
    /// Its canonical type.
    pub type_name: String,
    /// Its title.
    pub title: String,
}

/// An edit of a deck, as the editor sends it.
#[derive(Debug)]
pub enum ProposedEdit {
    /// Replaces a whole slide; both have the same id.
    Set {
        /// The new slide.
        value: ProposedSlide,
        /// The slide it replaces.
        replaces: Box<ProposedSlide>,
    },
    /// Moves a slide.
    Move {
        /// Id of the slide.
        slide: SlideId,
        /// Id of the slide before it afterwards; `None` at the start of the deck.
        after: Option<SlideId>,
    },
    /// Sets a value of the deck.
    Deck {
        /// `title` or `theme`.
        path: &'static str,
        /// The new value.
        value: String,
        /// The value it replaces.
        replaces: String,
    },
    /// Inserts slides.
    Insert {
        /// Id of the slide before them; `None` at the start of the deck.
        after: Option<SlideId>,
        /// The slides.
        slides: Vec<ProposedSlide>,
    },
    /// Removes a slide.
    Remove {
        /// The slide.
        slide: ProposedSlide,
    },
}

impl Author {
    /// Proposals for a deck. Nothing is saved.
    ///
    /// # Errors
    /// Fails when the vendor failed, or an instruction cannot be followed.
    pub async fn propose(self: &Arc<Self>, request: EditRequest) -> Result<Proposals> {
        let Plan { summary, changes, deck_edit, suggestions, .. } = self.plan_edit(&request).await?;
        let EditRequest { deck, registry, chosen, .. } = request;
        let stored = deck.deck();
        let proposals = if suggestions.is_empty() {
            let changes = changes.iter().map(|change| proposal(&registry, &stored.deck, change));
            changes.chain(deck_edit.map(|change| deck_proposal(&stored.deck, change))).collect()
        } else {
            let of_suggestion = |(suggestion, index): &(Suggestion, Option<usize>)| {
                let proposal = match index {
                    Some(index) => proposal(&registry, &stored.deck, &changes[*index]),
                    None => advice(&registry, &stored.deck, suggestion.slide_index),
                };
                Proposal { why: suggestion.body.clone(), category: Some(suggestion.category.name()), ..proposal }
            };
            suggestions.iter().map(of_suggestion).collect()
        };
        Ok(Proposals { revision: stored.head.revision, vendor: chosen.vendor.id(), summary, proposals })
    }
}

/// A change as a proposal.
fn proposal(registry: &Registry, deck: &Deck, change: &PlannedChange) -> Proposal {
    let resolved = ResolvedChange::new(deck, change);
    let replaced: Vec<&Slide> = change.replaces.iter().map(|at| &deck.slides[*at]).collect();
    let titled = replaced.first().copied().or(resolved.slides.first());
    Proposal {
        action: ProposalAction::Change(change.kind),
        index: change.replaces.first().copied(),
        slide_id: replaced.first().map(|slide| slide.id.clone()),
        title: titled.map(|slide| registry.title_of(slide).to_owned()).unwrap_or_default(),
        why: change.why.clone(),
        category: None,
        before: replaced.iter().map(|slide| ProposedSlide::new(registry, slide)).collect(),
        after: resolved.slides.iter().map(|slide| ProposedSlide::new(registry, slide)).collect(),
        edits: match change.kind {
            ChangeKind::Move { to } => vec![moving_edit(deck, change.at, to)],
            _ => edits(registry, deck, &resolved),
        },
    }
}

/// A change of the deck itself as a proposal.
fn deck_proposal(deck: &Deck, change: DeckEdit) -> Proposal {
    let (path, value, replaces) = match change {
        DeckEdit::Title(title) => ("title", title, deck.title.clone()),
        DeckEdit::Theme(theme) => ("theme", theme, deck.theme.clone()),
    };
    let (from, to) = (replaces.clone(), value.clone());
    let why = if path == "title" { PlanText::DeckTitle { from, to } } else { PlanText::DeckTheme { from, to } };
    Proposal {
        action: ProposalAction::Deck,
        index: None,
        slide_id: None,
        title: deck.title.clone(),
        why: why.into(),
        category: None,
        before: Vec::new(),
        after: Vec::new(),
        edits: vec![ProposedEdit::Deck { path, value, replaces }],
    }
}

/// A remark about a slide, or about the deck.
fn advice(registry: &Registry, deck: &Deck, index: Option<usize>) -> Proposal {
    let slide = index.and_then(|index| deck.slides.get(index));
    Proposal {
        action: ProposalAction::Advice,
        index,
        slide_id: slide.map(|slide| slide.id.clone()),
        title: slide.map(|slide| registry.title_of(slide).to_owned()).unwrap_or_default(),
        why: String::new().into(),
        category: None,
        before: slide.map(|slide| ProposedSlide::new(registry, slide)).into_iter().collect(),
        after: Vec::new(),
        edits: Vec::new(),
    }
}

/// The edit that moves a slide to a position.
fn moving_edit(deck: &Deck, from: usize, to: usize) -> ProposedEdit {
    let others: Vec<&Slide> =
        deck.slides.iter().enumerate().filter(|(at, _)| *at != from).map(|(_, slide)| slide).collect();
    let after = to.checked_sub(1).map(|before| others[before].id.clone());
    ProposedEdit::Move { slide: deck.slides[from].id.clone(), after }
}

/// The edits that make a change: its first slide replaces the first of the old ones, the others follow it.
fn edits(registry: &Registry, deck: &Deck, change: &ResolvedChange) -> Vec<ProposedEdit> {
    let mut edits = Vec::new();
    let mut slides = change.slides.iter();
    let mut after = change.at.checked_sub(1).map(|before| deck.slides[before].id.clone());
    let mut replaced = change.replaces.iter().map(|at| &deck.slides[*at]);
    if !change.slides.is_empty()
        && let Some(first) = replaced.next()
    {
        edits.extend(slides.next().map(|slide| ProposedEdit::Set {
            value: ProposedSlide::new(registry, slide),
            replaces: Box::new(ProposedSlide::new(registry, first)),
        }));
        after = Some(first.id.clone());
    }
    let slides: Vec<ProposedSlide> = slides.map(|slide| ProposedSlide::new(registry, slide)).collect();
    if !slides.is_empty() {
        edits.push(ProposedEdit::Insert { after, slides });
    }
    edits.extend(replaced.map(|slide| ProposedEdit::Remove { slide: ProposedSlide::new(registry, slide) }));
    edits
}

impl ProposedSlide {
    fn new(registry: &Registry, slide: &Slide) -> Self {
        Self {
            slide: slide.clone(),
            type_name: registry.canonical(&slide.key).into_owned(),
            title: registry.title_of(slide).to_owned(),
        }
    }
}
