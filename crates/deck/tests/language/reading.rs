//! Reading and writing translations.

use deck::{Overlay, Registry};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{deck, object, slide};
use crate::random::Choices;

#[test]
fn slides_are_keyed_by_id_or_index_and_stored_by_id() {
    let deck = deck(&json!({"nl": {"slides": {
        "0": {"content": {"title": "Vier regels"}},
        "b": {"content": {"title": "Dan"}, "notes": "Wacht."},
        "00": {"content": {"items.1.text": "Tweemaal"}},
    }}}));
    assert_eq!(
        json!(deck.translations),
        json!({"nl": {"slides": {
            "a": {"content": {"items.1.text": "Tweemaal", "title": "Vier regels"}},
            "b": {"content": {"title": "Dan"}, "notes": "Wacht."},
        }}})
    );
}

#[test]
fn texts_without_a_counterpart_are_dropped() {
    let nowhere = json!({
        "background": "x", "zz": "x", "items": "x", "items.0": "x", "items.0.zz": "x", "items.2.title": "x",
        "items.00.title": "x", "items.+1.title": "x", "items.0.title.x": "x", "": "x", ".": "x", "items..title": "x",
        "title": " ", "subheading": "Kort", "items.0.text": "Vrij", "a11yTitle": "Regels",
    });
    let deck = deck(&json!({
        "EN-gb": {"title": "x"},
        "nl": {"title": "\t", "zz": 5, "slides": {
            "0": {"content": nowhere}, "2": {"content": {"title": "x"}}, "gone": {"notes": "x"},
            "-1": {"notes": "x"}, "": {"notes": "x"}, "99999999999999999999999": {"notes": "x"},
            "b": {"content": {}, "notes": ""},
        }},
    }));
    assert_eq!(
        json!(deck.translations),
        json!({"nl": {"slides": {
            "a": {"content": {"a11yTitle": "Regels", "items.0.text": "Vrij", "subheading": "Kort"}},
        }}})
    );
}

#[test]
fn a_value_of_the_wrong_kind_is_not_translated() {
    let mut deck = deck(&json!({}));
    deck.slides[1].content = object(json!({"title": 5, "subheading": null}));
    let given = json!({"nl": {"slides": {"b": {"content": {"title": "x", "subheading": "y"}}}}});
    let read = deck.read_translations(Registry::core(), &given).expect("right shape");
    assert_eq!(json!(read["nl"].slides["b"].content), json!({"subheading": "y"}));
}

#[test]
fn strict_reading_fails_on_wrong_values_and_lenient_reading_drops_them() {
    let rest = json!({"fr": {"title": "Plan du port"}});
    for (given, path, kept) in [
        (json!([]), "translations", json!({})),
        (json!({"nl": 5}), "translations.nl", json!({})),
        (json!({"n": {}}), "translations.n", json!({})),
        (json!({"nl": {}, "NL": {"title": "x"}}), "translations.NL", json!({"nl": {}})),
        (json!({"nl": {"title": 5, "description": "d"}}), "translations.nl.title", json!({"nl": {"description": "d"}})),
        (json!({"nl": {"slides": []}}), "translations.nl.slides", json!({"nl": {}})),
        (json!({"nl": {"slides": {"0": "x"}}}), "translations.nl.slides.0", json!({"nl": {}})),
        (json!({"nl": {"slides": {"gone": []}}}), "translations.nl.slides.gone", json!({"nl": {}})),
        (json!({"nl": {"slides": {"0": {"notes": 5}}}}), "translations.nl.slides.0.notes", json!({"nl": {}})),
        (json!({"nl": {"slides": {"0": {"content": []}}}}), "translations.nl.slides.0.content", json!({"nl": {}})),
        (
            json!({"nl": {"slides": {"0": {"content": {"items.0.title": {}}, "notes": "x"}}}}),
            "translations.nl.slides.0.content.items.0.title",
            json!({"nl": {"slides": {"a": {"notes": "x"}}}}),
        ),
        (json!({"nl": {"title": "é".repeat(501)}}), "translations.nl.title", json!({"nl": {"title": "é".repeat(500)}})),
    ] {
        let deck = deck(&json!({}));
        let fault = deck.read_translations(Registry::core(), &given).expect_err("a wrong shape");
        assert_eq!(fault.path, path);
        assert!(fault.to_string().starts_with(&format!("{path}: expected ")), "{fault}");
        let read = |given: &Value| json!(deck.read_translations_leniently(Registry::core(), given));
        assert_eq!(read(&given), kept);
        if let Value::Object(mut given) = given {
            given.extend(object(rest.clone()));
            assert_eq!(read(&Value::Object(given))["fr"], rest["fr"], "{path}");
        }
    }
}

#[test]
fn null_counts_as_absent() {
    let given = json!({"nl": {"title": null, "slides": {"0": {"content": {"title": null}, "notes": null}, "b": null}}, "de": null});
    assert_eq!(json!(deck(&given).translations), json!({"nl": {}}));
    assert!(deck(&Value::Null).translations.is_empty());
}

#[test]
fn an_envelope_keys_slides_by_index() {
    let mut deck = deck(&json!({"nl": {"title": "Havenplan"}, "de": {}}));
    deck.slides = (0..11).map(|index| slide(&format!("z{}", 99 - index), "title-slide", json!({}))).collect();
    let notes = |id: &str| (id.into(), Overlay { notes: "x".to_owned(), ..Overlay::default() });
    let nl = deck.translations.get_mut("nl").expect("nl is there");
    nl.slides = ["z99", "z97", "z89", "gone"].map(notes).into();
    assert_eq!(
        serde_json::to_string(&deck.translations_by_index()).expect("JSON"),
        r#"{"de":{},"nl":{"title":"Havenplan","slides":{"0":{"notes":"x"},"2":{"notes":"x"},"10":{"notes":"x"}}}}"#
    );
}

proptest! {
    #[test]
    fn written_translations_are_read_back(mut row in Choices::up_to(1200)) {
        let registry = Registry::core();
        let deck = row.deck();
        for written in [Value::Object(deck.translations_by_index()), json!(deck.translations)] {
            prop_assert_eq!(deck.read_translations(registry, &written), Ok(deck.translations.clone()));
            prop_assert_eq!(&deck.read_translations_leniently(registry, &written), &deck.translations);
        }
    }
}
