//! How translations keep in step with the slides.

use deck::{Deck, Overlay, Registry, Slide, Translation, carried};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::random::Choices;
use super::{deck, shown, slide};

/// Where the texts `t0`, `t1` and so on of the entries end up when the titles of a list change.
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
fn texts_of_entries_follow_their_entries() {
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
fn entries_of_inner_lists_follow_too() {
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
fn a_language_stays_until_it_is_removed_but_not_twice_and_not_as_the_main_one() {
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
fn translations_outlive_the_type_of_their_slide() {
    let mut deck = deck(&json!({"nl": {"slides": {"b": {"content": {"title": "Dan", "subheading": "x"}}}}}));
    deck.slides[1].key = "gone-slide".to_owned();
    deck.tidy(Registry::core());
    assert_eq!(json!(deck.translations["nl"].slides["b"].content), json!({"title": "Dan"}));
    assert_eq!(shown(&deck, "nl").slides[1].content["title"], "Dan");
}

proptest! {
    #[test]
    fn moving_entries_and_showing_a_language_can_change_places(
        texts in prop::collection::vec(prop::option::of("[a-z]{1,3}"), 1..7),
        moved in prop::collection::vec(0_usize..7, 0..7),
    ) {
        let registry = Registry::core();
        let mut deck = Deck::new("Harbour", "en-GB");
        let items: Vec<Value> = (0..texts.len()).map(|at| json!({"title": format!("T{at}")})).collect();
        deck.slides = vec![slide("a", "list-slide", json!({"items": items}))];
        let content = texts.iter().enumerate().filter_map(|(at, text)| Some((format!("items.{at}.title"), text.clone()?)));
        let overlay = Overlay { content: content.collect(), notes: String::new() };
        deck.translations.insert("nl".to_owned(), Translation { slides: [("a".to_owned(), overlay)].into(), ..Translation::default() });

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
        nl.slides.insert("a".to_owned(), carried(registry, &deck.slides[0], &new, &nl.slides["a"]));
        deck.slides[0] = new;
        prop_assert_eq!(&shown(&deck, "nl").slides[0], &expected);
    }

    #[test]
    fn a_tidy_deck_is_tidy(mut row in Choices::up_to(1200)) {
        let deck = row.deck();
        let mut again = deck.clone();
        again.tidy(Registry::core());
        prop_assert_eq!(again, deck);
    }
}
