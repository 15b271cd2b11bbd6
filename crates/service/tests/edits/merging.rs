//! Edits of slides by two people.

use serde_json::{Value, json};
use service::{Error, Permission, Tier};

use super::EditedDeck;

#[expect(clippy::needless_pass_by_value, reason = "it is called with literals")]
fn set(slide: &str, path: &str, value: Value, replaces: Value) -> Value {
    json!({ "op": "set", "slideId": slide, "path": path, "value": value, "replaces": replaces })
}

#[tokio::test]
async fn edits_of_different_fields_and_slides_are_all_applied() {
    let edited = EditedDeck::new().await;
    let answer = edited
        .send(json!([
            set("a", "content.title", json!("Four rules"), json!("Rules")),
            set("b", "content.attribution", json!("A pilot"), Value::Null),
            set("c", "notes", json!("Fast."), json!("Slowly.")),
            set("c", "visibility.hideInExport", json!(true), json!(false)),
            set("c", "duration", json!(30), Value::Null),
            set("a", "content.items.1.title", json!("Zwei"), json!("Two")),
        ]))
        .await;
    assert_eq!(answer["conflicts"], json!([]), "{answer}");
    assert_eq!(answer["refused"], json!([]), "{answer}");
    assert_eq!(answer["revision"], 3, "one batch is one revision");
    assert_eq!(edited.slide("a").await["content"]["title"], "Four rules");
    assert_eq!(edited.slide("a").await["content"]["items"][1]["title"], "Zwei");
    assert_eq!(edited.slide("b").await["content"]["attribution"], "A pilot");
    let slide = edited.slide("c").await;
    assert_eq!(
        (&slide["notes"], &slide["visibility"], &slide["duration"]),
        (&json!("Fast."), &json!({ "hideInExport": true }), &json!(30))
    );
}

#[tokio::test]
async fn a_conflict_does_not_keep_other_edits_from_being_applied() {
    let edited = EditedDeck::new().await;
    edited.apply(set("a", "content.title", json!("Hers"), json!("Rules"))).await;
    let answer = edited
        .send(json!([
            set("b", "content.quote", json!("Mine."), json!("Build for the tide.")),
            set("a", "content.title", json!("Mine"), json!("Rules")),
            { "op": "set", "slideId": "gone", "path": "notes", "value": "x" },
        ]))
        .await;
    assert_eq!(
        answer["conflicts"],
        json!([
            { "index": 1, "reason": "changed", "slideId": "a", "path": "content.title", "present": "Hers" },
            { "index": 2, "reason": "gone", "slideId": "gone", "path": "notes" },
        ])
    );
    assert_eq!(edited.slide("b").await["content"]["quote"], "Mine.");
    assert_eq!(edited.slide("a").await["content"]["title"], "Hers");
    let forced = json!({ "op": "set", "slideId": "a", "path": "content.title", "value": "Mine" });
    assert_eq!(edited.outcome(forced).await, "applied");
}

#[tokio::test]
async fn an_edit_without_effect_makes_no_revision() {
    let edited = EditedDeck::new().await;
    for edit in [
        set("a", "content.title", json!("Rules"), json!("Something else")),
        set("b", "content.attribution", Value::Null, json!("")),
        json!({ "op": "remove", "slideId": "gone" }),
        json!({ "op": "move", "slideId": "a", "after": null }),
        json!({ "op": "move", "slideId": "b", "after": "a" }),
        json!({ "op": "insert", "slides": [] }),
        json!({ "op": "deck", "path": "title", "value": "Harbour" }),
        json!({ "op": "set", "slideId": "a", "path": "type", "value": "list" }),
    ] {
        assert_eq!(edited.outcome(edit.clone()).await, "nothing new", "{edit}");
    }
}

#[tokio::test]
async fn lists_are_merged_entry_by_entry() {
    let edited = EditedDeck::new().await;
    let base = json!([{ "title": "One" }, { "title": "Two" }, { "title": "Three" }]);
    let hers = json!([{ "title": "Three" }, { "title": "One" }, { "title": "Two" }]);
    edited.apply(set("a", "content.items", hers, base.clone())).await;
    let mine = json!([{ "title": "One" }, { "title": "Two, better" }, { "title": "Three" }, { "title": "Four" }]);
    edited.apply(set("a", "content.items", mine, base.clone())).await;
    let titles = |slide: &Value| {
        let items = slide["content"]["items"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["title"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>().join("|")
    };
    assert_eq!(titles(&edited.slide("a").await), "Three|Four|One|Two, better");
    let other = json!([{ "title": "One" }, { "title": "Two, other" }, { "title": "Three" }]);
    let outcome = edited.outcome(set("a", "content.items", other, base)).await;
    assert!(outcome.starts_with("changed ["), "{outcome}");
    let entry = json!({ "op": "set", "slideId": "a", "path": "content.items.0", "value": null });
    assert_eq!(edited.outcome(entry).await, "applied");
    assert_eq!(titles(&edited.slide("a").await), "Four|One|Two, better");
    let beyond = set("a", "content.items.7.title", json!("x"), json!("y"));
    assert_eq!(edited.outcome(beyond).await, "changed null");
}

#[tokio::test]
async fn an_edit_that_breaks_a_rule_is_refused() {
    let edited = EditedDeck::new().await;
    for (edit, expected) in [
        (
            json!({ "op": "set", "slideId": "b", "path": "content.quote", "value": 5 }),
            "bad_request: \"slide 1 (eu.svc.slide.quote), field quote: expected a text of at most 400 characters that is not \
             blank, got `5`\"",
        ),
        (
            json!({ "op": "set", "slideId": "b", "path": "colour", "value": 5 }),
            "bad_request: \"path: a slide has no `colour`\"",
        ),
        (
            json!({ "op": "set", "slideId": "b", "path": "duration", "value": 999 }),
            "bad_request: \"slide 1 (quote-slide), field duration: expected a number from 1 to 300, got `999`\"",
        ),
        (
            json!({ "op": "set", "slideId": "b", "path": "type", "value": "acme/none" }),
            "bad_request: \"value: `acme/none` is not a slide type\"",
        ),
        (
            json!({ "op": "insert", "slides": [{ "id": "a", "type": "title", "content": {} }] }),
            "bad_request: \"slide id `a` is blank or taken\"",
        ),
        (
            json!({ "op": "insert", "slides": [{ "type": "title", "content": {} }] }),
            "bad_request: \"slides[0].id: expected a text of 1 to 100 characters\"",
        ),
        (
            json!({ "op": "set", "slideId": "b", "lang": "nl", "path": "content.quote", "value": "x" }),
            "bad_request: \"the deck has no translation into `nl`\"",
        ),
        (json!({ "op": "deck", "path": "title", "value": " " }), "bad_request: \"Title is required\""),
    ] {
        assert_eq!(edited.outcome(edit).await, expected);
    }
    let unknown = json!({ "op": "insert", "slides": [{ "id": "z", "type": "acme/none", "content": {} }] });
    assert!(edited.outcome(unknown).await.starts_with("unknown_slide_type: "));
    let whole = json!([
        set("a", "content.title", json!(7), json!("Rules")),
        set("c", "content.title", json!("How"), json!("Why")),
    ]);
    let answer = edited.send(whole).await;
    assert_eq!(answer["refused"][0]["index"], 0);
    assert_eq!(edited.slide("c").await["content"]["title"], "How");
}

#[tokio::test]
async fn slides_are_inserted_moved_and_removed() {
    let edited = EditedDeck::new().await;
    let new = |id: &str| json!({ "id": id, "type": "title", "content": { "title": id } });
    for (edit, order) in [
        (json!({ "op": "insert", "after": "a", "slides": [new("x"), new("y")] }), "a x y b c"),
        (json!({ "op": "insert", "after": null, "slides": [new("first")] }), "first a x y b c"),
        (json!({ "op": "insert", "slides": [new("last")] }), "first a x y b c last"),
        (json!({ "op": "insert", "after": "gone", "slides": [new("lost")] }), "first a x y b c last lost"),
        (json!({ "op": "move", "slideId": "a", "after": "c" }), "first x y b c a last lost"),
        (json!({ "op": "move", "slideId": "last", "after": null }), "last first x y b c a lost"),
        (json!({ "op": "move", "slideId": "last" }), "first x y b c a lost last"),
        (json!({ "op": "remove", "slideId": "y" }), "first x b c a lost last"),
    ] {
        edited.apply(edit.clone()).await;
        assert_eq!(edited.order().await, order, "{edit}");
    }
    let homeless = json!({ "op": "move", "slideId": "a", "after": "gone" });
    assert_eq!(edited.outcome(homeless).await, "gone null");
}

#[tokio::test]
async fn a_slide_that_another_user_changed_is_not_removed() {
    let edited = EditedDeck::new().await;
    let seen = edited.slide("b").await;
    edited.apply(set("b", "content.quote", json!("Hers."), json!("Build for the tide."))).await;
    let remove = |replaces: Value| json!({ "op": "remove", "slideId": "b", "replaces": replaces });
    let outcome = edited.outcome(remove(seen)).await;
    assert!(outcome.starts_with("changed {") && outcome.contains("Hers."), "{outcome}");
    let now = edited.slide("b").await;
    assert_eq!(edited.outcome(remove(now)).await, "applied");
    // A poll gets an id that its author has not seen.
    let poll = json!({ "id": "b", "type": "poll", "content": { "question": "Which street?" } });
    edited.apply(json!({ "op": "insert", "slides": [poll] })).await;
    assert!(edited.slide("b").await["content"]["pollId"].is_string());
    assert_eq!(edited.outcome(remove(poll)).await, "applied");
}

#[tokio::test]
async fn a_converted_slide_is_restored_with_its_translations() {
    let edited = EditedDeck::new().await;
    edited.apply(json!({ "op": "deck", "path": "translations.nl", "value": {} })).await;
    edited
        .apply(json!({ "op": "set", "slideId": "c", "lang": "nl", "path": "content.title", "value": "Waarom" }))
        .await;
    let (before, texts) = (edited.slide("c").await, edited.read().await["translations"]["nl"]["slides"]["c"].clone());
    let targets = deck::conversion_targets(deck::Registry::core(), "content-slide");
    let Some(target) = targets.first() else { panic!("a text slide becomes nothing") };
    let convert = set("c", "type", json!(target), json!("content-slide"));
    assert_eq!(edited.outcome(convert.clone()).await, "applied");
    assert_ne!(edited.slide("c").await["type"], before["type"]);
    let mut back = before.clone();
    back["translations"] = json!({ "nl": texts });
    edited.apply(json!({ "op": "set", "slideId": "c", "path": "", "value": back })).await;
    assert_eq!(edited.slide("c").await, before);
    assert_eq!(edited.read().await["translations"]["nl"]["slides"]["c"], texts);
    let late = set("c", "type", json!(target), json!("quote"));
    assert_eq!(edited.outcome(late).await, format!("changed {}", before["type"]));
}

#[tokio::test]
async fn a_batch_that_is_sent_again_is_not_applied_again() {
    let edited = EditedDeck::new().await;
    let batch = |seq: u64| {
        let edit = set("a", "content.title", json!("Mine"), json!("Rules"));
        json!({ "client": "phone", "seq": seq, "base": 2, "edits": [edit] })
    };
    let first = edited.try_send(batch(1)).await.expect("applied");
    assert_eq!(first, json!({ "revision": 3, "conflicts": [], "refused": [] }));
    // Somebody undoes the change, so the same edit could be applied again.
    edited.apply(set("a", "content.title", json!("Rules"), json!("Mine"))).await;
    let again = edited.try_send(batch(1)).await.expect("a response");
    assert_eq!(again, json!({ "revision": 3, "conflicts": [], "refused": [], "again": true }));
    assert_eq!(edited.slide("a").await["content"]["title"], "Rules");
    edited.try_send(batch(5)).await.expect("applied");
    let older = edited.try_send(batch(4)).await.expect("answered");
    assert_eq!((&older["revision"], &older["again"]), (&json!(5), &json!(true)));
}

#[tokio::test]
async fn the_same_batch_sent_at_once_is_applied_once() {
    let edited = std::sync::Arc::new(EditedDeck::new().await);
    let mut senders = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let edited = std::sync::Arc::clone(&edited);
        senders.spawn(async move {
            let slide = json!({ "id": "once", "type": "title", "content": { "title": "Once" } });
            let edits = json!([{ "op": "insert", "slides": [slide] }]);
            edited.try_send(json!({ "client": "phone", "seq": 1, "base": 2, "edits": edits })).await
        });
    }
    while let Some(sent) = senders.join_next().await {
        let answer = sent.expect("it ran").expect("an answer");
        assert_eq!((&answer["revision"], &answer["refused"]), (&json!(3), &json!([])), "{answer}");
    }
    assert_eq!(edited.order().await, "a b c once");
}

#[tokio::test]
async fn two_writers_at_once_lose_nothing() {
    let edited = std::sync::Arc::new(EditedDeck::new().await);
    let mut writers = tokio::task::JoinSet::new();
    for writer in ["ann", "bram"] {
        let edited = std::sync::Arc::clone(&edited);
        writers.spawn(async move {
            for number in 1..=20 {
                let id = format!("{writer}-{number}");
                let slide = json!({ "id": id, "type": "title", "content": { "title": "new" } });
                let field = if writer == "ann" { "content.title" } else { "notes" };
                let edits = json!([
                    { "op": "insert", "after": "b", "slides": [slide] },
                    { "op": "set", "slideId": "c", "path": field, "value": number.to_string() },
                    { "op": "set", "slideId": id, "path": "content.title", "value": id, "replaces": "new" },
                ]);
                let body = json!({ "client": writer, "seq": number, "base": 2, "edits": edits });
                let answer = edited.try_send(body).await.expect("an answer");
                assert_eq!((&answer["conflicts"], &answer["refused"]), (&json!([]), &json!([])));
            }
        });
    }
    while let Some(done) = writers.join_next().await {
        done.expect("it ran");
    }
    let deck = edited.read().await;
    assert_eq!((&deck["revision"], &deck["slideCount"]), (&json!(42), &json!(43)));
    let slide = edited.slide("c").await;
    assert_eq!((&slide["content"]["title"], &slide["notes"]), (&json!("20"), &json!("20")));
    assert_eq!(edited.slide("bram-7").await["content"]["title"], "bram-7");
}

#[tokio::test]
async fn a_batch_that_breaks_a_rule_is_refused() {
    let edited = EditedDeck::new().await;
    let good = || json!({ "client": "tab", "seq": 1, "base": 2, "edits": [] });
    for (key, value, expected) in [
        ("client", json!(""), "client: expected a text of 1 to 100 characters"),
        ("seq", json!(0), "seq: expected a whole number from 1"),
        ("base", json!(9), "base: the presentation is at revision 2, not 9"),
        ("edits", json!(vec![json!({ "op": "remove", "slideId": "a" }); 501]), "edits: expected 500 at most, got 501"),
    ] {
        let mut body = good();
        body[key] = value;
        let refused = edited.try_send(body).await.expect_err("refused");
        assert_eq!(refused.to_string(), expected);
    }
    assert_eq!(edited.read().await["revision"], 2);
    assert_eq!(edited.try_send(good()).await.expect("nothing to do")["revision"], 2);
}

#[tokio::test]
async fn readers_may_not_send_edits() {
    let edited = EditedDeck::new().await;
    let bram = edited.test.member("bram", Tier::Free).await;
    let body = || json!({ "client": "tab", "seq": 1, "base": 2, "edits": [] });
    let sent = edited.try_send_by(&bram, body()).await;
    assert!(matches!(sent, Err(Error::NotFound(_))));
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::Comment).await.expect("shared");
    let sent = edited.try_send_by(&bram, body()).await;
    assert!(matches!(sent, Err(Error::Forbidden(_))));
}

#[tokio::test]
async fn an_insert_beyond_the_maximum_of_slides_is_refused_and_the_rest_applied() {
    let edited = EditedDeck::new().await;
    let slides: Vec<Value> =
        (0..498).map(|number| json!({ "id": format!("n{number}"), "type": "title", "content": {} })).collect();
    let answer = edited
        .send(json!([{ "op": "insert", "slides": slides }, set("a", "content.title", json!("T"), json!("Rules"))]))
        .await;
    assert_eq!(answer["refused"][0]["code"], "limit_exceeded");
    assert_eq!(edited.slide("a").await["content"]["title"], "T");
}
