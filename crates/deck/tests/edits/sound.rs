//! Random edits of random decks: the deck stays valid, and an edit that fails leaves it unchanged.

use deck::{Deck, Edit, EditContext, Registry};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::random::Choices;

const PATHS: [&str; 17] = [
    "",
    "type",
    "notes",
    "duration",
    "transition",
    "morphNames",
    "library",
    "visibility.hideInExport",
    "content",
    "content.title",
    "content.items",
    "content.items.0",
    "content.items.1.title",
    "content.rows.0.blocks.0.body",
    "content.rows.0",
    "content.zz",
    "colour",
];
const DECK_PATHS: [&str; 9] = [
    "title",
    "description",
    "theme",
    "language",
    "settings.qaEnabled",
    "settings.autoAdvance.loop",
    "translations.nl",
    "translations.De",
    "translations.n_l",
];

/// Any edit, also one that does not apply to the deck.
fn any_edit(choices: &mut Choices, deck: &Deck) -> Edit {
    let slide = choices.of(&["s0", "s1", "s2", "s3", "n0"]);
    let mut edit = match choices.below(5) {
        0 => json!({"op": "set", "slideId": slide, "path": choices.of(&PATHS), "value": value(choices, slide)}),
        1 => {
            let slides: Vec<Value> =
                (0..choices.below(3)).map(|index| new_slide(choices, &format!("n{index}"))).collect();
            json!({"op": "insert", "slides": slides})
        }
        2 => json!({"op": "remove", "slideId": slide}),
        3 => json!({"op": "move", "slideId": slide}),
        _ => {
            let texts = json!(choices.translation(&deck.slides));
            let value = choices.of(&[&Value::Null, &json!("nl"), &json!(true), &json!("Tide"), &texts]).clone();
            json!({"op": "deck", "path": choices.of(&DECK_PATHS), "value": value})
        }
    };
    if choices.once_in(3) {
        edit["lang"] = json!(choices.of(&["nl", "NL", "de", "en-GB", "no tag"]));
    }
    if choices.once_in(3) {
        edit["replaces"] = value(choices, slide);
    }
    if choices.once_in(2) {
        edit["after"] = choices.of(&[&Value::Null, &json!("s1"), &json!("s2"), &json!("gone")]).clone();
    }
    Edit::deserialize(edit).expect("an edit")
}

fn value(choices: &mut Choices, id: &str) -> Value {
    match choices.below(6) {
        0 => Value::Null,
        1 => json!(choices.word()),
        2 => json!(choices.below(400)),
        3 => json!(choices.of(&["list", "quote-slide", "eu.svc.slide.title"])),
        4 => json!([{"title": choices.word()}, {"title": choices.word()}]),
        _ => new_slide(choices, id),
    }
}

fn new_slide(choices: &mut Choices, id: &str) -> Value {
    let slide = choices.slide(id.to_owned());
    let mut given = json!(slide);
    if choices.once_in(2) {
        given["translations"] = json!({"nl": choices.overlay(&slide), "fr": choices.overlay(&slide)});
    }
    given
}

fn check_sound(deck: &Deck) {
    let mut ids: Vec<&str> = deck.slides.iter().map(|slide| slide.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), deck.slides.len(), "ids are unique");
    let mut tidy = deck.clone();
    tidy.tidy(Registry::core());
    assert_eq!(&tidy, deck, "translations are tidy");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn edits_leave_a_deck_sound_or_as_it_was(mut start in Choices::up_to(1200), mut choices in Choices::up_to(1500)) {
        let context = EditContext { registry: Registry::core(), max_slides: 6 };
        let mut deck = start.deck();
        for _ in 0..6 {
            let before = deck.clone();
            let edit = any_edit(&mut choices, &deck);
            let applied = edit.apply(&mut deck, &context);
            if let Ok(true) = applied {
                check_sound(&deck);
            } else {
                prop_assert_eq!(&deck, &before, "{:?}: {:?}", edit, applied);
            }
        }
    }
}
