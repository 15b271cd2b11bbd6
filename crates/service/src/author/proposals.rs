//! What the author would change, shown slide by slide for somebody to accept or skip. Nothing is saved.

use std::sync::Arc;

use deck::{Deck, Registry, Slide};
use serde_json::{Value, json};

use super::apply::Settled;
use super::plan::{EditOrder, Plan, Planned};
use crate::Author;
use crate::error::Result;

/// Proposals for a deck.
#[derive(Debug)]
pub struct Proposals {
    /// The revision they were made for.
    pub revision: u64,
    /// Who was asked.
    pub vendor: &'static str,
    /// What they come to, in a sentence.
    pub summary: String,
    /// The proposals.
    pub proposals: Vec<Proposed>,
}

/// One thing to accept or skip.
#[derive(Debug)]
pub struct Proposed {
    /// `replace`, `split`, `remove`, `merge`, `insert` or `advice`.
    pub action: &'static str,
    /// Position of the slide it is about, from 0.
    pub index: Option<usize>,
    /// Id of that slide.
    pub slide_id: Option<String>,
    /// What it is called.
    pub title: String,
    /// Why.
    pub why: String,
    /// Kind of remark, where the deck was judged.
    pub category: Option<&'static str>,
    /// The slides as they are.
    pub before: Vec<Value>,
    /// The slides as they would be.
    pub after: Vec<Value>,
    /// The edits that accepting it takes.
    pub edits: Vec<Value>,
}

impl Author {
    /// Proposals for a deck. Nothing is saved.
    ///
    /// # Errors
    /// The vendor failed, or an instruction cannot be followed.
    pub async fn propose(self: &Arc<Self>, order: EditOrder) -> Result<Proposals> {
        let Plan { summary, changes, suggestions } = self.plan_edit(&order).await?;
        let EditOrder { stored, registry, pen, .. } = order;
        let shown = |change: &Planned| shown(&registry, &stored.deck, change);
        let proposals = if suggestions.is_empty() {
            changes.iter().map(shown).collect()
        } else {
            let remark = |(suggestion, place): &(ai::Suggestion, Option<usize>)| {
                let index = suggestion.slide_index;
                let slide = index.and_then(|index| stored.deck.slides.get(index));
                let bare = || Proposed {
                    action: "advice",
                    index,
                    slide_id: slide.map(|slide| slide.id.clone()),
                    title: slide.map(|slide| registry.title_of(slide).to_owned()).unwrap_or_default(),
                    why: String::new(),
                    category: None,
                    before: slide.map(|slide| view(&registry, slide)).into_iter().collect(),
                    after: Vec::new(),
                    edits: Vec::new(),
                };
                let proposed = place.map_or_else(bare, |place| shown(&changes[place]));
                Proposed { why: suggestion.body.clone(), category: Some(suggestion.category.name()), ..proposed }
            };
            suggestions.iter().map(remark).collect()
        };
        Ok(Proposals { revision: stored.head.revision, vendor: pen.vendor.id(), summary, proposals })
    }
}

fn shown(registry: &Registry, deck: &Deck, change: &Planned) -> Proposed {
    let settled = Settled::new(deck, change);
    let taken: Vec<&Slide> = change.takes.iter().map(|at| &deck.slides[*at]).collect();
    let named = taken.first().copied().or(settled.slides.first());
    Proposed {
        action: change.kind.name(),
        index: change.takes.first().copied(),
        slide_id: taken.first().map(|slide| slide.id.clone()),
        title: named.map(|slide| registry.title_of(slide).to_owned()).unwrap_or_default(),
        why: change.why.clone(),
        category: None,
        before: taken.iter().map(|slide| view(registry, slide)).collect(),
        after: settled.slides.iter().map(|slide| view(registry, slide)).collect(),
        edits: edits(registry, deck, &settled),
    }
}

/// The edits of the editor that make a change: the first slide in place of the first it takes, the others after it.
fn edits(registry: &Registry, deck: &Deck, change: &Settled) -> Vec<Value> {
    let mut edits = Vec::new();
    let mut slides = change.slides.iter();
    let mut after = change.at.checked_sub(1).map(|before| deck.slides[before].id.as_str());
    let mut taken = change.takes.iter().map(|at| &deck.slides[*at]);
    if !change.slides.is_empty()
        && let Some(first) = taken.next()
    {
        edits.extend(slides.next().map(|slide| {
            let (value, replaces) = (whole(registry, slide), whole(registry, first));
            json!({ "op": "set", "slideId": first.id, "path": "", "value": value, "replaces": replaces })
        }));
        after = Some(&first.id);
    }
    let new: Vec<Value> = slides.map(|slide| with_id(whole(registry, slide), slide)).collect();
    if !new.is_empty() {
        edits.push(json!({ "op": "insert", "after": after, "slides": new }));
    }
    edits.extend(taken.map(|slide| json!({ "op": "remove", "slideId": slide.id, "replaces": whole(registry, slide) })));
    edits
}

/// A slide with its name, as it is looked at.
fn view(registry: &Registry, slide: &Slide) -> Value {
    let view = json!({
        "type": registry.canonical(&slide.key), "title": registry.title_of(slide), "content": slide.content,
        "notes": slide.notes,
    });
    with_id(view, slide)
}

/// A slide as edits carry it.
fn whole(registry: &Registry, slide: &Slide) -> Value {
    let mut whole = json!({
        "type": registry.canonical(&slide.key), "content": slide.content, "notes": slide.notes,
    });
    if !slide.visibility.is_visible() {
        whole["visibility"] = json!(slide.visibility);
    }
    if let Some(seconds) = slide.duration {
        whole["duration"] = json!(seconds);
    }
    whole
}

fn with_id(mut view: Value, slide: &Slide) -> Value {
    view["id"] = json!(slide.id);
    view
}
