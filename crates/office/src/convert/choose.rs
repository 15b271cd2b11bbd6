//! Chooses the slide type for a slide: the first that its content fits, else free text.

use super::outcome::Outcome;
use super::view::SortedSlide;
use super::{
    body, cards, code, diagram, figures, list, metrics, opening, own, people, pictures, process, quote, ring, timeline,
    video,
};

/// Functions that recognise a kind of slide, the most specific first. Each returns `None` for slides of other kinds.
const KINDS: &[fn(&SortedSlide<'_>) -> Option<Outcome>] = &[
    own::recognise,
    opening::end,
    quote::recognise,
    opening::title,
    video::recognise,
    figures::recognise,
    diagram::recognise,
    opening::section,
    code::recognise,
    metrics::recognise,
    timeline::in_cells,
    timeline::in_lines,
    people::recognise,
    pictures::single,
    process::bands,
    ring::recognise,
    process::recognise,
    pictures::several,
    cards::comparison,
    cards::matrix,
    cards::cards,
    cards::blocks,
    list::recognise,
];

/// Chooses the slide type for a slide and converts it.
pub(super) fn choose(view: &SortedSlide<'_>) -> Outcome {
    let is_enabled = |outcome: &Outcome| {
        let enabled = |key: &str| view.scope.registry.by_key(key).is_some_and(|slide_type| slide_type.enabled);
        outcome.drafts.iter().all(|draft| enabled(&draft.slide_type))
    };
    let found = KINDS.iter().find_map(|kind| kind(view).filter(is_enabled));
    found.unwrap_or_else(|| body::fallback(view)).finished(view)
}
