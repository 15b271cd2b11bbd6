//! Keeping translations in step with the slides.

use deck::{Deck, Overlay, Registry, Slide, Translation, carried};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{deck, shown, slide};
use crate::random::Choices;

/// The translations `t0`, `t1`, ... of list entries after the titles of the list changed.
#[track_caller]
fn check(old: &[&str], new: &[&str], expected: &Value) {
    let list = |titles: &[&str]| {
        let items: Vec<Value> = titles.iter().map(|title| json!({"title": title})).collect();
        slide("a", "list-slide", json!({"title": "T", "items": items}))
    };
    let mut content: Vec<(String, String)> =
        (0..old.len()).map(|at| (format!("items.{at}.title"), format!("t{at}"))).collect();
    content.push(("title".to_owned(), "t".to_owned()));
    let overlay = Overlay { content: content.into_iter().collect(), notes: "n".to_owned() };
    let carried = carried(Registry::core(), &list(old), &list(new), &overlay);
    assert_eq!((carried.content.get("title"), carried.notes.as_str()), (Some(&"t".to_owned()), "n"));
    let kept: Vec<Option<&str>> =
        (0..new.len()).map(|at| carried.content.get(&format!("items.{at}.title")).map(String::as_str)).collect();
    assert_eq!(&json!(kept), expected);
    assert_eq!(carried.content.len(), 1 + kept.iter().flatten().count());
}

#[test]
fn translations_stay_with_their_entries() {
    check(&["a", "b", "c"], &["c", "a", "b"], &json!(["t2", "t0", "t1"]));
    check(&["a", "b", "c"], &["b", "c"], &json!(["t1", "t2"]));
    check(&["a", "b", "c"], &["a", "x", "b", "c"], &json!(["t0", null, "t1", "t2"]));
    check(&["a", "b", "c"], &["a", "B", "c"], &json!(["t0", "t1", "t2"]));
    check(&["a", "b"], &["b", "x"], &json!(["t1", null]));
    check(&["a", "b"], &["a", "b", "x"], &json!(["t0", "t1", null]));
    check(&["a", "b"], &[], &json!([]));
}

#[test]
fn equal_entries_keep_their_order() {
    check(&["a", "a", "b"], &["b", "a", "a"], &json!(["t2", "t1", "t0"]));
    check(&["a", "a"], &["a", "a", "a"], &json!(["t0", "t1", null]));
}

#[test]
fn translations_stay_with_entries_of_inner_lists() {
    let rows = |rows: Value| slide("a", "text-blocks-slide", json!({"rows": rows}));
    let (one, two) = (json!({"title": "one"}), json!({"title": "two"}));
    let old = rows(json!([{"title": "r0", "blocks": [one]}, {"title": "r1", "blocks": [one, two]}]));
    let new = rows(json!([{"title": "r0", "blocks": [one]}, {"title": "R1", "blocks": [two, {"title": "ONE"}]}]));
    let overlay =
        |content: Value| -> Overlay { serde_json::from_value(json!({"content": content})).expect("an overlay") };
    let texts = overlay(
        json!({"rows.1.title": "r", "rows.1.blocks.0.title": "eins", "rows.1.blocks.1.title": "zwei", "rows.0.blocks.0.title": "one"}),
    );
    assert_eq!(
        carried(Registry::core(), &old, &new, &texts),
        overlay(json!({"rows.1.title": "r", "rows.1.blocks.0.title": "zwei", "rows.0.blocks.0.title": "one"}))
    );
    let swapped = rows(json!([{"title": "r1", "blocks": [one, two]}, {"title": "r0", "blocks": [one]}]));
    assert_eq!(
        carried(Registry::core(), &old, &swapped, &texts),
        overlay(
            json!({"rows.0.title": "r", "rows.0.blocks.0.title": "eins", "rows.0.blocks.1.title": "zwei", "rows.1.blocks.0.title": "one"})
        )
    );
}

#[test]
fn tidying_keeps_languages_but_for_duplicates_and_the_main_one() {
    let mut deck = deck(&json!({"nl": {"slides": {"a": {"notes": "x"}}}, "de": {"title": "Hafenplan"}}));
    deck.translations.insert("NL".to_owned(), Translation { title: "Havenplan".to_owned(), ..Translation::default() });
    deck.translations.insert("en-gb".to_owned(), Translation::default());
    deck.slides.remove(0);
    deck.tidy(Registry::core());
    assert_eq!(json!(deck.translations), json!({"NL": {"title": "Havenplan"}, "de": {"title": "Hafenplan"}}));
    deck.translations.remove("NL");
    deck.translations.insert("nl".to_owned(), Translation { title: " ".to_owned(), ..Translation::default() });
    deck.tidy(Registry::core());
    assert_eq!(json!(deck.translations["nl"]), json!({}));
}

#[test]
fn translations_survive_the_removal_of_a_type() {
    let mut deck = deck(&json!({"nl": {"slides": {"b": {"content": {"title": "Dan", "subheading": "x"}}}}}));
    deck.slides[1].key = "gone-slide".to_owned();
    deck.tidy(Registry::core());
    assert_eq!(json!(deck.translations["nl"].slides["b"].content), json!({"title": "Dan"}));
    assert_eq!(shown(&deck, "nl").slides[1].content["title"], "Dan");
}

proptest! {
    #[test]
    fn moving_entries_before_or_after_showing_a_language_gives_the_same(
        texts in prop::collection::vec(prop::option::of("[a-z]{1,3}"), 1..7),
        moved in prop::collection::vec(0_usize..7, 0..7),
    ) {
        let registry = Registry::core();
        let mut deck = Deck::new("Harbour", "en-GB");
        let items: Vec<Value> = (0..texts.len()).map(|at| json!({"title": format!("T{at}")})).collect();
        deck.slides = vec![slide("a", "list-slide", json!({"items": items}))];
        let content = texts.iter().enumerate().filter_map(|(at, text)| Some((format!("items.{at}.title"), text.clone()?)));
        let overlay = Overlay { content: content.collect(), notes: String::new() };
        deck.translations.insert("nl".to_owned(), Translation { slides: [("a".into(), overlay)].into(), ..Translation::default() });

        let mut order: Vec<usize> = Vec::new();
        for at in moved {
            if at < texts.len() && !order.contains(&at) {
                order.push(at);
            }
        }
        let reordered = |slide: &Slide| {
            let mut slide = slide.clone();
            slide.content["items"] = order.iter().map(|at| slide.content["items"][*at].clone()).collect();
            slide
        };
        let expected = reordered(&shown(&deck, "nl").slides[0]);
        let new = reordered(&deck.slides[0]);
        let nl = deck.translations.get_mut("nl").expect("nl is there");
        nl.slides.insert("a".into(), carried(registry, &deck.slides[0], &new, &nl.slides["a"]));
        deck.slides[0] = new;
        prop_assert_eq!(&shown(&deck, "nl").slides[0], &expected);
    }

    #[test]
    fn tidying_twice_changes_nothing(mut row in Choices::up_to(1200)) {
        let deck = row.deck();
        let mut again = deck.clone();
        again.tidy(Registry::core());
        prop_assert_eq!(again, deck);
    }
}
