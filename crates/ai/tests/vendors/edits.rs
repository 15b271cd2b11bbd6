//! Edits by a vendor's model.

use std::time::Duration;

use ai::{Error, Intensity, SlideAction, SuggestionCategory, Vendor, Writer};
use deck::{Deck, Slide, Visibility};
use serde_json::{Value, json};

use super::stand_in::{Reply, StandIn, json_reply};
use super::with_writer;

fn deck_of(slides: &[(&str, Value)]) -> Deck {
    let mut deck = Deck::new("Harbour", "en-GB");
    for (at, (key, content)) in slides.iter().enumerate() {
        deck.slides.push(Slide {
            id: format!("s{at}").into(),
            key: (*key).to_owned(),
            content: content.as_object().cloned().unwrap_or_default(),
            notes: "Slowly.".to_owned(),
            visibility: Visibility::default(),
            duration: None,
            transition: None,
            morph_names: deck::MorphNames::default(),
            library: None,
        });
    }
    deck
}

fn harbour() -> Deck {
    deck_of(&[
        ("title-slide", json!({ "title": "Harbour" })),
        ("content-slide", json!({ "title": "Why", "body": "Ships wait.", "a11ySummary": "Ships at sea" })),
        ("content-slide", json!({ "title": "How", "body": "A second quay." })),
        ("content-slide", json!({ "title": "Cost", "body": "Forty million." })),
        ("end-slide", json!({ "title": "Thank you" })),
    ])
}

/// Runs `work` with a writer whose vendor always gives the same answer.
fn with_reply<T>(reply: Value, work: impl FnOnce(&Writer<'_>) -> T) -> (T, StandIn) {
    let stand_in = StandIn::new(Vendor::OpenAi, move |_, _| json_reply(&reply));
    let access = stand_in.access(Vendor::OpenAi);
    (with_writer(&access, Duration::from_secs(10), work), stand_in)
}

#[test]
fn a_conversion_keeps_notes_and_global_options() {
    let deck = harbour();
    let reply = json!({ "content": { "quote": "Ships wait.", "javascript": "x" } });
    let (draft, stand_in) = with_reply(reply, |writer| writer.convert("en-GB", &deck.slides[1], "quote-slide"));
    let draft = draft.expect("a slide");
    assert_eq!((draft.key.as_str(), draft.notes.as_str()), ("quote-slide", "Slowly."));
    assert_eq!(json!(draft.content), json!({ "quote": "Ships wait.", "a11ySummary": "Ships at sea" }));
    assert!(stand_in.requests()[0].prompt().contains("quote*"));
}

#[test]
fn a_conversion_that_stays_invalid_fails() {
    let deck = harbour();
    let (result, stand_in) =
        with_reply(json!({ "content": {} }), |writer| writer.convert("en-GB", &deck.slides[1], "quote-slide"));
    assert_eq!(result, Err(Error::UnusableAnswer(Vendor::OpenAi)));
    assert_eq!(stand_in.tasks(), ["convert", "repair"]);
}

#[test]
fn an_instruction_changes_only_the_slide_it_names() {
    let deck = harbour();
    let change = |index: usize, title: &str| {
        json!({ "slideIndex": index, "action": "replace", "reasoning": "shorter", "slides": [
            { "type": "content-slide", "content": { "title": title, "body": "Wait." }, "notes": "New notes" },
        ] })
    };
    let reply =
        json!({ "summary": "Shorter.", "modifications": [change(1, "Why?"), change(2, "How?"), change(77, "x")] });
    let (found, stand_in) = with_reply(reply, |writer| writer.iterate(&deck, "Shorten slide 2"));
    let found = found.expect("an answer");
    assert_eq!((found.target, found.summary.text(), found.modifications.len()), (Some(1), "Shorter.", 1));
    let change = &found.modifications[0];
    assert_eq!((change.slide_index, change.action, change.slides.len()), (1, SlideAction::Replace, 1));
    assert_eq!(change.slides[0].notes, "Slowly.", "a replaced slide keeps its notes");
    assert_eq!(change.slides[0].content["a11ySummary"], "Ships at sea");
    let prompt = stand_in.requests()[0].prompt();
    assert!(
        prompt.contains("Ships wait.") && !prompt.contains("Forty million."),
        "the prompt has only the titles of other slides"
    );
}

#[test]
fn slide_indexes_are_read_as_numbers_and_as_digits() {
    let deck = harbour();
    let remove = |index: Value| json!({ "slideIndex": index, "action": "remove", "reasoning": "", "slides": [] });
    let reply = json!({ "modifications": [
        remove(json!("1")), remove(json!(2.0)), remove(json!(3)), remove(json!(-1)), remove(json!("4th")), remove(json!(1.5)),
    ] });
    let found = with_reply(reply, |writer| writer.iterate(&deck, "Tidy up")).0.expect("an answer");
    let indexes: Vec<usize> = found.modifications.iter().map(|change| change.slide_index).collect();
    assert_eq!(indexes, [1, 2, 3]);
}

#[test]
fn gemini_gets_no_schema_with_an_object_that_it_would_leave_empty() {
    let deck = harbour();
    let schema_of = |work: &dyn Fn(&Writer<'_>)| {
        let stand_in =
            StandIn::new(Vendor::Gemini, |_, _| json_reply(&json!({ "modifications": [], "suggestions": [] })));
        with_writer(&stand_in.access(Vendor::Gemini), Duration::from_secs(10), work);
        stand_in.requests()[0].body["generationConfig"]["responseJsonSchema"].clone()
    };
    assert_eq!(schema_of(&|writer| drop(writer.iterate(&deck, "Tidy up"))), Value::Null);
    assert_eq!(schema_of(&|writer| drop(writer.analyze(&deck)))["type"], "object");
}

#[test]
fn an_instruction_for_a_missing_slide_sends_no_request() {
    let deck = harbour();
    let (result, stand_in) = with_reply(json!({}), |writer| writer.iterate(&deck, "Shorten slide 9"));
    assert!(matches!(result, Err(Error::Refused(_))), "{result:?}");
    assert!(stand_in.requests().is_empty());
}

#[test]
fn splits_removals_and_empty_answers_are_read_and_unknown_actions_fail() {
    let deck = harbour();
    let part = |title: &str| json!({ "type": "content-slide", "content": { "title": title, "body": "b" } });
    let reply = json!({ "modifications": [
        { "slideIndex": 1, "action": "split", "reasoning": "", "slides": [part("One"), part("Two")] },
        { "slideIndex": 3, "action": "remove", "reasoning": "gone", "slides": [] },
    ] });
    let found = with_reply(reply, |writer| writer.iterate(&deck, "Tidy up")).0.expect("an answer");
    let actions: Vec<_> = found.modifications.iter().map(|change| (change.slide_index, change.action)).collect();
    assert_eq!(actions, [(1, SlideAction::Split), (3, SlideAction::Remove)]);
    assert_eq!(found.modifications[0].slides[1].notes, "");
    let none = with_reply(json!({ "summary": "", "modifications": [] }), |writer| writer.iterate(&deck, "Tidy up")).0;
    assert_eq!(none.expect("an answer").summary.text(), "Nothing was changed.");
    let wrong = json!({ "modifications": [{ "slideIndex": 1, "action": "explode", "slides": [] }] });
    let (result, stand_in) = with_reply(wrong, |writer| writer.iterate(&deck, "Tidy up"));
    assert_eq!(result, Err(Error::UnusableAnswer(Vendor::OpenAi)));
    assert_eq!(stand_in.tasks(), ["iterate", "repair"]);
}

#[test]
fn merges_join_neighbours_and_never_title_or_closing_slides() {
    let deck = harbour();
    let reply = json!({ "summary": "Tighter.", "merges": [
        { "slideIndexes": [0, 1], "reason": "title" }, { "slideIndexes": [1, 2], "reason": "one subject" },
        { "slideIndexes": [2, 3], "reason": "twice" }, { "slideIndexes": [1, 3], "reason": "apart" },
    ], "removals": [{ "slideIndex": 4, "reason": "end" }, { "slideIndex": 3, "reason": "said" }, { "slideIndex": 9 }] });
    let found = with_reply(reply, |writer| writer.compress(&deck, Intensity::Moderate)).0.expect("an answer");
    assert_eq!(found.merges.iter().map(|merge| merge.slide_indexes.clone()).collect::<Vec<_>>(), [[1, 2]]);
    assert_eq!(found.removals.iter().map(|removal| removal.slide_index).collect::<Vec<_>>(), [3]);
    let merged = json!(found.merges[0].merged.content).to_string();
    assert!(merged.contains("Ships wait.") && merged.contains("A second quay."), "{merged}");
}

#[test]
fn suggestions_are_read_one_by_one() {
    let deck = harbour();
    let reply = json!({ "suggestions": [
        { "slideIndex": 1, "category": "brevity", "body": "Shorter. See https://evil.example", "proposedType": "list-slide", "proposedTitle": "Why" },
        { "slideIndex": null, "category": "structure", "body": "Add sections." },
        { "slideIndex": 40, "category": "tone", "body": "No such slide." },
        { "slideIndex": 1, "category": "astrology", "body": "No such kind." },
        { "slideIndex": 1, "category": "tone", "body": " " },
        "words",
    ] });
    let found = with_reply(reply, |writer| writer.analyze(&deck)).0.expect("an answer");
    let read: Vec<_> =
        found.iter().map(|suggestion| (suggestion.slide_index, suggestion.category, suggestion.body.text())).collect();
    assert_eq!(
        read,
        [
            (Some(1), SuggestionCategory::Brevity, "Shorter. See"),
            (None, SuggestionCategory::Structure, "Add sections."),
        ]
    );
    assert_eq!(found[0].proposed.as_ref().map(|proposed| proposed.key.as_str()), Some("list-slide"));
    assert_eq!(with_reply(json!({}), |writer| writer.analyze(&deck)).0, Err(Error::UnusableAnswer(Vendor::OpenAi)));
}

#[test]
fn more_slides_are_only_content_slides_and_may_be_none() {
    let deck = harbour();
    let stand_in = StandIn::new(Vendor::OpenAi, |request, _| match request.task() {
        "more" => json_reply(&json!({ "title": "", "slides": [
            { "type": "title-slide", "title": "Again", "points": [] },
            { "type": "content-slide", "title": "Fees", "points": ["They pay it back"] },
            { "type": "end-slide", "title": "Bye", "points": [] },
        ] })),
        _ => {
            json_reply(&json!({ "slides": { "s1": { "content": { "title": "Fees", "body": "They pay it back." } } } }))
        }
    });
    let access = stand_in.access(Vendor::OpenAi);
    let slides = with_writer(&access, Duration::from_secs(10), |writer| writer.more_slides(&deck, "Fees pay it back."))
        .expect("slides");
    assert_eq!(slides.iter().map(|slide| slide.key.as_str()).collect::<Vec<_>>(), ["content-slide"]);
    let none = with_reply(json!({ "title": "", "slides": [] }), |writer| writer.more_slides(&deck, "Hm.")).0;
    assert_eq!(none, Ok(Vec::new()));
    let failed = StandIn::new(Vendor::OpenAi, |_, _| Reply::Status(400, String::new()));
    let access = failed.access(Vendor::OpenAi);
    assert!(with_writer(&access, Duration::from_secs(10), |writer| writer.more_slides(&deck, "Hm.")).is_err());
}

#[test]
fn small_decks_send_no_request() {
    let (found, stand_in) = with_reply(json!({}), |writer| {
        let few = deck_of(&[("title-slide", json!({ "title": "a" }))]);
        (writer.compress(&few, Intensity::Aggressive), writer.analyze(&Deck::new("x", "en-GB")))
    });
    assert!(found.0.is_ok_and(|found| found.merges.is_empty()) && found.1 == Ok(Vec::new()));
    assert!(stand_in.requests().is_empty());
}
