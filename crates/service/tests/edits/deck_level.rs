//! Edits of the deck as a whole: title, theme, settings, languages.

use serde_json::{Value, json};

use super::EditedDeck;

#[expect(clippy::needless_pass_by_value, reason = "it is called with literals")]
fn deck(path: &str, value: Value, replaces: Value) -> Value {
    json!({ "op": "deck", "path": path, "value": value, "replaces": replaces })
}

#[tokio::test]
async fn title_theme_and_settings_are_set() {
    let edited = EditedDeck::new().await;
    let answer = edited
        .send(json!([
            deck("title", json!("Harbour plan"), json!("Harbour")),
            deck("description", json!("For the council"), Value::Null),
            deck("theme", json!("ledger"), edited.read().await["theme"].clone()),
            deck("settings.transitions.preset", json!("fade"), json!("none")),
            deck("settings.qaEnabled", json!(false), json!(true)),
        ]))
        .await;
    assert_eq!((&answer["conflicts"], &answer["refused"]), (&json!([]), &json!([])));
    let now = edited.read().await;
    assert_eq!((&now["title"], &now["theme"]), (&json!("Harbour plan"), &json!("ledger")));
    assert_eq!(now["settings"]["transitions"]["preset"], "fade");
    assert_eq!((&now["settings"]["qaEnabled"], &now["settings"]["stepParagraphs"]), (&json!(false), &json!(false)));
    assert_eq!(edited.outcome(deck("title", json!("Mine"), json!("Harbour"))).await, "changed \"Harbour plan\"");
    let wrong = edited.outcome(deck("settings.qaEnabled", json!("yes"), json!(false))).await;
    assert_eq!(wrong, "bad_request: \"settings.qaEnabled: expected true or false\"");
    for path in ["revision", "settings", "slides.0"] {
        assert!(edited.outcome(deck(path, json!(1), Value::Null)).await.starts_with("bad_request: \"path: "), "{path}");
    }
    let none = json!({ "op": "deck", "path": "theme", "value": null });
    assert_eq!(edited.outcome(none).await, "bad_request: \"value: `theme` cannot be removed\"");
}

#[tokio::test]
async fn languages_are_added_exchanged_and_removed_with_their_texts() {
    let edited = EditedDeck::new().await;
    edited.apply(deck("translations.nl", json!({}), Value::Null)).await;
    assert_eq!(edited.read().await["languages"], json!(["en-GB", "nl"]));
    assert_eq!(edited.outcome(deck("translations.nl", json!({}), Value::Null)).await, "nothing new");
    edited.apply(json!({ "op": "deck", "lang": "nl", "path": "title", "value": "Haven", "replaces": "" })).await;
    let text = |value: &str, replaces: &str| {
        let (path, lang) = ("content.items.0.title", "nl");
        json!({ "op": "set", "slideId": "a", "lang": lang, "path": path, "value": value, "replaces": replaces })
    };
    edited.apply(text("Een", "")).await;
    assert_eq!(edited.outcome(text("Uno", "")).await, "changed \"Een\"");
    let nowhere =
        json!({ "op": "set", "slideId": "a", "lang": "nl", "path": "content.items.9.title", "value": "Negen" });
    assert!(edited.outcome(nowhere).await.starts_with("bad_request: "));
    let notes = json!({ "op": "set", "slideId": "c", "lang": "nl", "path": "notes", "value": "Langzaam." });
    edited.apply(notes).await;
    let dutch = edited.read().await["translations"]["nl"].clone();
    assert_eq!(
        dutch,
        json!({ "title": "Haven", "slides": {
            "a": { "content": { "items.0.title": "Een" } }, "c": { "notes": "Langzaam." } } })
    );
    edited.apply(deck("translations.nl", Value::Null, dutch.clone())).await;
    assert_eq!(edited.read().await["languages"], json!(["en-GB"]));
    // Undoing that restores the texts.
    edited.apply(deck("translations.nl", dutch.clone(), Value::Null)).await;
    assert_eq!(edited.read().await["translations"]["nl"], dutch);
    edited.apply(deck("language", json!("nl"), json!("en-GB"))).await;
    let now = edited.read().await;
    assert_eq!((&now["title"], &now["language"]), (&json!("Haven"), &json!("nl")));
    assert_eq!(edited.slide("a").await["content"]["items"][0]["title"], "Een");
    // The main language may be named.
    edited.apply(json!({ "op": "deck", "lang": "nl", "path": "title", "value": "De haven" })).await;
    assert_eq!(edited.read().await["title"], "De haven");
}

#[tokio::test]
async fn an_inserted_slide_brings_its_translations() {
    let edited = EditedDeck::new().await;
    edited.apply(deck("translations.nl", json!({}), Value::Null)).await;
    let slide = json!({ "id": "d", "type": "quote", "content": { "quote": "Wait." }, "notes": "Pause.",
        "translations": { "nl": { "content": { "quote": "Wacht." }, "notes": "Rust." } } });
    edited.apply(json!({ "op": "insert", "after": "a", "slides": [slide] })).await;
    let texts = json!({ "content": { "quote": "Wacht." }, "notes": "Rust." });
    assert_eq!(edited.read().await["translations"]["nl"]["slides"]["d"], texts);
    edited.apply(json!({ "op": "remove", "slideId": "d" })).await;
    assert_eq!(edited.read().await["translations"]["nl"]["slides"]["d"], Value::Null);
}
