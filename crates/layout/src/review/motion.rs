//! Finds distracting motion: too many kinds of transitions, and too many slides with their own transition.

use std::collections::BTreeSet;

use deck::{Deck, Slide, Transition};
use scene::Page;

use crate::finding::{Finding, FindingKind};

/// The number of kinds of transitions that is too many. The slide that brings this kind into the deck is reported.
const MANY_KINDS: usize = 3;
/// One in this many slides may have a transition of its own. In a short deck, this number less one may.
const ONE_IN: usize = 3;

/// Reports the slide with which a deck has too many kinds of transitions, or too many slides with one of their own.
pub(super) fn overused_motion(deck: &Deck, page: &Page) -> Option<Finding> {
    let shown: Vec<&Slide> = deck.slides.iter().filter(|slide| !slide.visibility.hide_in_presentation).collect();
    let at = shown.iter().position(|slide| page.slide == slide.id.as_str())?;
    let kind = if nth_kind(deck, &shown, at) == Some(MANY_KINDS) {
        FindingKind::ManyTransitionKinds(MANY_KINDS)
    } else if nth_own(deck, &shown, at) == Some((shown.len() / ONE_IN).max(ONE_IN - 1) + 1) {
        FindingKind::ManyOwnTransitions
    } else {
        return None;
    };
    Some(Finding { slide: shown[at].id.clone(), field: "transition".to_owned(), kind })
}

/// The ordinal, from 1, of the kind of transition that a slide brings into a deck; `None` if it brings no new one. The
/// transition into the first slide and [`Transition::None`] do not count.
fn nth_kind(deck: &Deck, shown: &[&Slide], at: usize) -> Option<usize> {
    let kind = |slide: &&Slide| slide.transition.unwrap_or_else(|| deck.settings.transition());
    let moving = |slides: &[&Slide]| -> BTreeSet<Transition> {
        slides.iter().skip(1).map(kind).filter(|kind| *kind != Transition::None).collect()
    };
    let (before, now) = (moving(&shown[..at]), moving(&shown[..=at]));
    (now.len() > before.len()).then_some(now.len())
}

/// The ordinal, from 1, of a slide among those with a transition other than the deck's; `None` if it has the deck's or
/// none.
fn nth_own(deck: &Deck, shown: &[&Slide], at: usize) -> Option<usize> {
    let is_own = |slide: &&Slide| {
        slide.transition.is_some_and(|own| own != deck.settings.transition() && own != Transition::None)
    };
    is_own(&shown[at]).then(|| shown[..=at].iter().filter(|slide| is_own(slide)).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings of a deck with slides of these transitions, as codes with the numbers of their slides.
    fn check(preset: &str, slides: &[&str]) -> Vec<String> {
        let slides = slides.iter().enumerate().map(|(index, transition)| {
            let mut slide = serde_json::json!({"id": index.to_string(), "type": "title-slide", "content": {}});
            match *transition {
                "" => {}
                "hidden" => slide["visibility"] = serde_json::json!({"hideInPresentation": true}),
                own => slide["transition"] = own.into(),
            }
            serde_json::from_value(slide).expect("a slide")
        });
        let settings = serde_json::json!({"transitions": {"preset": preset}});
        let mut deck = Deck::new("Motion", "en");
        deck.slides = slides.collect();
        deck.settings = serde_json::from_value(settings).expect("settings");
        let registry = deck::Registry::core();
        let look = crate::Look::from(deck::Themes::core().default());
        let pictures = crate::Pictures::default();
        let input = crate::LayoutInput::new(&deck, registry, &look, &pictures);
        let mut typesetter = crate::Typesetter::new(&crate::FontBook::bundled());
        let pages = crate::document(input, &mut typesetter).document.pages;
        let findings = pages.iter().filter_map(|page| overused_motion(&deck, page));
        findings.map(|finding| format!("{} {}", finding.slide.as_str(), finding.kind.code())).collect()
    }

    #[test]
    fn the_third_kind_of_transition_is_one_too_many() {
        assert_eq!(check("fade", &["", "", "push", "", "", "cube", "", "", ""]), ["5 many-transition-kinds"]);
        assert_eq!(check("fade", &["cube", "", "push", "", "", "none", "", "", ""]), [""; 0]);
        assert_eq!(check("none", &["", "", "push", "", "", "cube", "", "", ""]), [""; 0]);
    }

    #[test]
    fn more_than_one_slide_in_three_with_a_transition_of_its_own_is_too_many() {
        let mut slides = ["", "push", "", "push", "", "push", "", "", ""];
        assert_eq!(check("none", &slides), [""; 0]);
        slides[7] = "push";
        assert_eq!(check("none", &slides), ["7 many-own-transitions"]);
        assert_eq!(check("push", &slides), [""; 0], "the transition of the deck is no other one");
        assert_eq!(check("none", &["push", "push"]), [""; 0], "a short deck may have two");
        assert_eq!(check("none", &["", "hidden", "push", "push", "push"]), ["4 many-own-transitions"]);
    }
}
