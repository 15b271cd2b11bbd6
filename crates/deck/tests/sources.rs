//! Data sources as settings: edits, envelopes, and bindings of any text.

use deck::{
    BindingContext, CountedIds, Deck, Edit, EditContext, EnvelopeContext, Record, Registry, Source, Table, TableLimits,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn source(csv: &str) -> Source {
    Source { csv: csv.to_owned(), pushed_at: "2026-11-17T16:00:00.000Z".to_owned(), stale_after_hours: Some(24) }
}

fn deck() -> Deck {
    let mut deck = Deck::new("Sales", "en-GB");
    deck.slides =
        serde_json::from_value(json!([{"id": "a", "type": "title-slide", "content": {"title": "{{sales.total}}"}}]))
            .expect("slides");
    deck
}

fn edited(deck: &mut Deck, path: &str, value: &Value) -> Result<bool, String> {
    let edit: Edit = serde_json::from_value(json!({"op": "deck", "path": path, "value": value})).expect("an edit");
    let context = EditContext { registry: Registry::core(), max_slides: 10 };
    edit.apply(deck, &context).map_err(|fault| format!("{fault:?}"))
}

#[test]
fn an_edit_sets_replaces_and_removes_a_source() {
    let mut deck = deck();
    assert_eq!(edited(&mut deck, "settings.data.sales", &json!({"csv": "total\n7"})), Ok(true));
    assert_eq!(deck.with_values(Registry::core()).slides[0].content["title"], "7");
    assert_eq!(edited(&mut deck, "settings.data", &json!({"more": {"csv": "a\n1"}})), Ok(true));
    assert_eq!(deck.sources().into_keys().collect::<Vec<_>>(), ["more", "sales"]);
    assert_eq!(edited(&mut deck, "settings.data.sales", &json!({"csv": "total\n8"})), Ok(true));
    assert_eq!(deck.with_values(Registry::core()).slides[0].content["title"], "8");
    for wrong in
        [json!("total\n7"), json!({}), json!({"csv": "a,a\n1,2"}), json!({"csv": "a\n1", "staleAfterHours": 0})]
    {
        assert!(edited(&mut deck, "settings.data.sales", &wrong).is_err(), "{wrong}");
    }
    assert!(edited(&mut deck, "settings.data.Sales", &json!({"csv": "a\n1"})).is_err());
    assert_eq!(edited(&mut deck, "settings.data.sales", &Value::Null), Ok(true));
    assert_eq!(edited(&mut deck, "settings.data.more", &Value::Null), Ok(true));
    assert!(deck.settings.is_default() && !deck.has_sources());
}

#[test]
fn a_deck_has_a_bounded_number_of_sources() {
    let mut deck = deck();
    for number in 0..deck::MAX_SOURCES {
        deck.set_source(&format!("s{number}"), &source("a\n1")).expect("room");
    }
    let before = deck.clone();
    assert_eq!(
        deck.set_source("more", &source("a\n1")).expect_err("full").to_string(),
        "a deck has at most 10 data sources"
    );
    assert_eq!(deck, before);
    deck.set_source("s0", &source("b\n2")).expect("it replaces one");
    assert_eq!(deck.source("s0").expect("a source").csv, "b\n2");
}

#[test]
fn an_envelope_has_the_sources_and_the_bindings() {
    let mut deck = deck();
    deck.set_source("sales", &source("total\n7\n")).expect("a source");
    let envelope = deck.envelope(Registry::core());
    assert_eq!(envelope["settings"]["data"]["sales"]["staleAfterHours"], 24);
    let read = |envelope: Value| {
        let mut ids = CountedIds::default();
        let context = EnvelopeContext { registry: Registry::core(), deck_id: "d", ids: &mut ids, max_slides: 10 };
        Deck::from_envelope(envelope, context).expect("a deck")
    };
    let back = read(envelope.clone());
    assert_eq!(back.envelope(Registry::core())["settings"], envelope["settings"]);
    assert_eq!(back.slides[0].content["title"], "{{sales.total}}");
    assert_eq!(back.sources_line(), "Data: sales (2026-11-17T16:00:00.000Z)");
    let mut broken = envelope;
    broken["settings"]["data"]["bad"] = json!({"csv": 5});
    assert_eq!(read(broken).sources().into_keys().collect::<Vec<_>>(), ["sales"], "what cannot be read is dropped");
}

#[test]
fn values_follow_the_language_that_is_shown() {
    let mut deck = deck();
    deck.slides[0].content.insert("title".to_owned(), json!("{{sales.total | number:2}}"));
    deck.translations.insert("nl".to_owned(), deck::Translation { title: "Verkoop".to_owned(), ..Default::default() });
    deck.set_source("sales", &source("total\n1234.5\n")).expect("a source");
    let title = |lang| deck.presented(Registry::core(), lang).slides[0].content["title"].clone();
    assert_eq!((title(None), title(Some("nl"))), (json!("1,234.50"), json!("1.234,50")));
}

proptest! {
    #[test]
    fn no_text_and_no_table_panics(
        text in "(\\{\\{|\\}\\}|s|\\[\\*\\]|\\[|\\]|[0-9]{1,20}|\\.|a|\\||number|:|currency:EUR|date|é|\n| ){0,40}",
        csv in "([a-c]|,|;|\"|\n|[0-9.,%-]|2026-02-30|é){0,60}",
        json in "(\\{|\\}|\\[|\\]|\"a\"|:|,|1|null){0,30}",
    ) {
        let _ = Table::from_json(json.as_bytes(), TableLimits::SOURCE);
        let mut deck = deck();
        deck.slides[0].content.insert("title".to_owned(), json!(text.clone()));
        if let Ok(table) = Table::from_csv(&csv, TableLimits::SOURCE) {
            prop_assert_eq!(&Table::from_csv(&table.to_csv(), TableLimits::SOURCE).expect("as written").rows, &table.rows);
            deck.set_source("s", &source(&csv)).expect("it was read");
            if !table.rows.is_empty() {
                let context = BindingContext { record: Some(Record { table: &table, row: 0 }), stale: None };
                let _ = deck.clone().into_values(Registry::core(), context);
            }
        }
        let _ = deck.into_values(Registry::core(), BindingContext::default());
    }
}
