//! Drafts of the editor: texts that break a rule are stored for all editors until they are corrected.

use serde_json::{Value, json};
use service::{Caller, Error, MayWrite, Permission, Tier};

use super::EditedDeck;

impl EditedDeck {
    /// Sends edits of a client that shows drafts.
    async fn write_by(&self, caller: &Caller, client: &str, seq: u64, edits: Value) -> Value {
        let body = json!({ "client": client, "seq": seq, "base": 1, "drafts": true, "edits": edits });
        self.try_send_by(caller, body).await.expect("an answer")
    }

    async fn try_drafts(&self, caller: &Caller) -> Result<Vec<Value>, Error> {
        let deck = self.test.service.decks.granted::<MayWrite>(caller, &self.id).await?;
        let drafts = self.test.service.editing.drafts(&deck).await?;
        Ok(drafts.into_iter().map(|draft| json!([draft.slide_id, draft.path, draft.value])).collect())
    }

    async fn drafts(&self) -> Value {
        json!(self.try_drafts(&self.ann).await.expect("drafts"))
    }
}

fn set(path: &str, value: &Value, replaces: &Value) -> Value {
    json!({ "op": "set", "slideId": "a", "path": path, "value": value, "replaces": replaces })
}

#[tokio::test]
async fn a_text_that_is_too_long_is_kept_until_somebody_mends_it() {
    let edited = EditedDeck::new().await;
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::Edit).await.expect("shared");
    let (rules, long) = (json!("Rules"), json!("x".repeat(121)));
    let edits = json!([set("content.title", &long, &rules), set("notes", &json!("Slowly"), &json!(""))]);
    let answer = edited.write_by(&edited.ann, "a1", 1, edits.clone()).await;
    assert_eq!((&answer["revision"], &answer["refused"][0]["drafted"]), (&json!(3), &json!(true)));
    assert_eq!(edited.drafts().await, json!([["a", "content.title", long]]));
    let slide = edited.slide("a").await;
    assert_eq!((&slide["content"]["title"], &slide["notes"]), (&rules, &json!("Slowly")));

    let again = edited.write_by(&edited.ann, "a1", 1, edits).await;
    assert_eq!((&again["again"], &again["refused"][0]["drafted"]), (&json!(true), &json!(true)));

    // An edit based on the stored value conflicts with the draft; an edit based on the draft replaces it.
    let unseen = edited.write_by(&bram, "b1", 1, json!([set("content.title", &json!("Law"), &rules)])).await;
    assert_eq!(unseen["conflicts"][0]["present"], long);
    edited.write_by(&bram, "b1", 2, json!([set("content.title", &json!("Law"), &long)])).await;
    assert_eq!((edited.drafts().await, &edited.slide("a").await["content"]["title"]), (json!([]), &json!("Law")));
}

#[tokio::test]
async fn drafts_end_with_other_writes_and_are_in_no_copy_or_version() {
    let edited = EditedDeck::new().await;
    let long = json!("x".repeat(121));
    let write = async |seq, edits| edited.write_by(&edited.ann, "a1", seq, edits).await;
    let draft = || json!([set("content.title", &long, &json!("Rules"))]);
    write(1, draft()).await;
    assert!(!edited.read().await.to_string().contains("xxx"));
    let readable = edited.test.service.decks.granted(&edited.ann, &edited.id).await.expect("a deck");
    let copy = edited.test.service.decks.duplicate(&readable, None).await.expect("a copy");
    let of_copy = edited.test.service.decks.granted::<MayWrite>(&edited.ann, &copy.head().id).await.expect("hers");
    assert!(edited.test.service.editing.drafts(&of_copy).await.expect("drafts").is_empty());

    let mut slides = edited.read().await["slides"].clone();
    slides[0]["content"]["title"] = json!("By a program");
    edited.put(json!({ "slides": slides })).await;
    assert_eq!(edited.drafts().await, json!([]), "the stored value is another");
    write(2, json!([set("content.title", &long, &json!("By a program"))])).await;
    let taken_back = write(3, json!([set("content.title", &json!("By a program"), &long)])).await;
    assert_eq!((&taken_back["revision"], edited.drafts().await), (&edited.read().await["revision"], json!([])));
    write(4, json!([set("content.title", &long, &json!("By a program"))])).await;
    write(5, json!([{ "op": "remove", "slideId": "a" }])).await;
    assert_eq!(edited.drafts().await, json!([]));
}

#[tokio::test]
async fn only_people_who_may_write_see_drafts_and_programs_make_none() {
    let edited = EditedDeck::new().await;
    let bram = edited.test.member("bram", Tier::Free).await;
    edited.test.share(&edited.ann, &edited.id, bram.email(), Permission::Comment).await.expect("shared");
    let long = json!("x".repeat(121));
    let refused = edited.send(json!([set("content.title", &long, &json!("Rules"))])).await;
    assert_eq!((&refused["refused"][0]["drafted"], edited.drafts().await), (&Value::Null, json!([])));
    edited.write_by(&edited.ann, "a1", 1, json!([set("content.title", &long, &json!("Rules"))])).await;
    assert_eq!(edited.drafts().await, json!([["a", "content.title", long]]));
    assert!(matches!(edited.try_drafts(&bram).await, Err(Error::Forbidden(_))));
}

#[tokio::test]
async fn texts_that_two_people_write_at_once_are_both_kept() {
    let edited = EditedDeck::new().await;
    let (title, notes) = (json!("x".repeat(121)), json!("y".repeat(20_001)));
    let first = edited.write_by(&edited.ann, "a1", 1, json!([set("content.title", &title, &json!("Rules"))]));
    let second = edited.write_by(&edited.ann, "a2", 1, json!([set("notes", &notes, &json!(""))]));
    tokio::join!(first, second);
    assert_eq!(edited.drafts().await, json!([["a", "content.title", title], ["a", "notes", notes]]));

    // Two texts for the same field: one is stored, and the other client gets a conflict.
    let rival = |letter: &str| json!([set("content.title", &json!(letter.repeat(130)), &title)]);
    let first = edited.write_by(&edited.ann, "a1", 2, rival("p"));
    let second = edited.write_by(&edited.ann, "a2", 2, rival("q"));
    let (first, second) = tokio::join!(first, second);
    let conflicts = [&first, &second].map(|answer| answer["conflicts"].as_array().expect("a list").len());
    assert_eq!(conflicts.iter().sum::<usize>(), 1, "{first} {second}");
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_of_one_draft_that_two_nodes_write_at_once_are_both_kept() {
    let edited = EditedDeck::new().await;
    let other = edited.test.beside().await;
    let stored = edited.slide("a").await["content"]["items"].clone();
    let mut long = stored.clone();
    long[0]["title"] = json!("x".repeat(200));
    edited.write_by(&edited.ann, "list", 1, json!([set("content.items", &long, &stored)])).await;
    for round in 1..=10_u64 {
        let body = |client: &str, at: usize| {
            let title =
                |round: u64| if round == 0 { long[at]["title"].clone() } else { json!(format!("Round {round}")) };
            let edit = set(&format!("content.items.{at}.title"), &title(round), &title(round - 1));
            json!({ "client": client, "seq": round, "base": 1, "drafts": true, "edits": [edit] })
        };
        let first = edited.try_send_to(&edited.test.service, &edited.ann, body("a1", 1));
        let second = edited.try_send_to(&other, &edited.ann, body("a2", 2));
        let (first, second) = tokio::join!(first, second);
        for answer in [first.expect("an answer"), second.expect("an answer")] {
            assert_eq!((&answer["conflicts"], &answer["refused"][0]["drafted"]), (&json!([]), &json!(true)));
        }
        let drafts = edited.drafts().await;
        let titles = [1_usize, 2].map(|at| &drafts[0][2][at]["title"]);
        assert_eq!(titles, [&json!(format!("Round {round}")); 2], "{drafts}");
    }
}

#[tokio::test]
async fn a_title_of_the_deck_that_is_too_long_is_kept_for_all() {
    let edited = EditedDeck::new().await;
    let (before, long) = (edited.read().await["title"].clone(), json!("x".repeat(501)));
    let title =
        |value: &Value, seen: &Value| json!([{ "op": "deck", "path": "title", "value": value, "replaces": seen }]);
    let answer = edited.write_by(&edited.ann, "a1", 1, title(&long, &before)).await;
    assert_eq!(answer["refused"][0]["drafted"], json!(true));
    assert_eq!((edited.drafts().await, &edited.read().await["title"]), (json!([[null, "title", long]]), &before));
    edited.write_by(&edited.ann, "a2", 1, title(&json!("Port"), &long)).await;
    assert_eq!((edited.drafts().await, &edited.read().await["title"]), (json!([]), &json!("Port")));
}

#[tokio::test]
async fn a_draft_in_another_language_ends_with_that_language() {
    let edited = EditedDeck::new().await;
    let language = |value: Value| json!([{ "op": "deck", "path": "translations.nl", "value": value }]);
    edited.write_by(&edited.ann, "a1", 1, language(json!({}))).await;
    let long = json!("x".repeat(20_001));
    let text = json!([{ "op": "set", "slideId": "a", "lang": "nl", "path": "notes", "value": long }]);
    edited.write_by(&edited.ann, "a1", 2, text).await;
    assert_eq!(edited.drafts().await, json!([["a", "notes", long]]));
    edited.write_by(&edited.ann, "a1", 3, language(Value::Null)).await;
    assert_eq!(edited.drafts().await, json!([]));
    edited.write_by(&edited.ann, "a1", 4, language(json!({}))).await;
    assert_eq!(edited.drafts().await, json!([]), "the language begins anew");
}
