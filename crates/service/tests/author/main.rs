//! The author behind the use cases: rights, revisions, jobs, proposals; with the built-in author and with a vendor.

mod jobs;
mod proposals;
#[path = "../../../ai/tests/vendors/stand_in.rs"]
#[expect(dead_code, reason = "the tests of `ai` use all of it")]
mod stand_in;

use std::sync::mpsc;
use std::time::Duration;

use crate::common::TestService;
use deck::validated_slide;
use serde_json::{Value, json};
use service::{
    AuthorTask, Caller, DeckId, Error, Intensity, MayRead, MayWrite, NewText, Readable, Tier, Vendor, Vendors, Writable,
};
use stand_in::{Reply, StandIn, json_reply};

pub(crate) const TEXT: &str = "The harbour is full. Traffic grew by a third in five years and ships wait two days for a \
    berth.\n\nWe propose a second quay. It takes ten ships at once, and the dredging can be done in one season.\n\n\
    The cost is forty million. Fees from the new berths pay it back in nine years, and the city keeps the land.";

pub(crate) fn text(content: &str) -> NewText<'_> {
    NewText { content, ..NewText::default() }
}

/// A service whose default vendor is a stand-in.
pub(crate) async fn place_with(stand_in: &StandIn) -> TestService {
    let access = stand_in.access(Vendor::OpenAi);
    TestService::with(|config| config.vendors = Vendors::new(None, vec![access])).await
}

/// A deck with a title, three content slides and an end.
pub(crate) async fn harbour(test: &TestService, caller: &Caller) -> DeckId {
    let content = |title: &str| json!({"type": "content", "content": {"title": title, "body": "Ships wait two days."}});
    let slides = json!([
        {"type": "title", "content": {"title": "Harbour"}}, content("Why"), content("How"), content("Cost"),
        {"type": "end", "content": {"title": "Thank you"}},
    ]);
    test.create(caller, &json!({"title": "Harbour", "language": "en-GB", "slides": slides})).await
}

pub(crate) async fn readable(test: &TestService, caller: &Caller, id: &DeckId) -> Readable {
    test.service.decks.granted(caller, id).await.expect("a deck to read")
}

pub(crate) async fn writable(test: &TestService, caller: &Caller, id: &DeckId) -> Writable {
    test.service.decks.granted(caller, id).await.expect("a deck to write")
}

async fn decks(test: &TestService, caller: &Caller) -> usize {
    let list = test.service.decks.list(caller, service::DeckFilter::ALL, service::Sort::Updated, (50, 0)).await;
    list.expect("a list").len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_from_text_is_the_callers_valid_and_fits() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let request = test
        .service
        .author
        .check_deck_request(&caller, NewText { theme: Some("default"), ..text(TEXT) })
        .await
        .expect("a request");
    let view = test.service.author.write_deck(&caller, request).await.expect("a deck").view;
    let deck = test.read(&caller, view.id()).await;
    assert_eq!(
        (&deck["language"], &deck["permission"], &deck["revision"]),
        (&json!("en-GB"), &json!("owner"), &json!(1))
    );
    for slide in deck["slides"].as_array().expect("slides") {
        let sent = json!({"type": slide["type"], "content": slide["content"]});
        validated_slide(deck::Registry::core(), 0, &sent).expect("a valid slide");
    }
    let readable = readable(&test, &caller, view.id()).await;
    let checked = test.service.drawing.validate(&readable).await.expect("a report");
    let overflow = checked.slides.iter().flat_map(|slide| &slide.warnings).find(|text| text.contains("does not fit"));
    assert_eq!(overflow, None);
}

#[tokio::test]
async fn requests_are_validated_before_anybody_writes() {
    let stand_in = StandIn::new(Vendor::OpenAi, |_, _| Reply::Status(500, String::new()));
    let test = place_with(&stand_in).await;
    let caller = test.admin().await;
    let long = "x".repeat(200_001);
    for (wanted, words) in [
        (text(" "), "`content` is required"),
        (text(&long), "200000 characters at most"),
        (NewText { vendor: Some("oracle"), ..text(TEXT) }, "builtin, openai"),
        (NewText { lang: Some("so many words"), ..text(TEXT) }, "language tag"),
        (NewText { owner: Some("nobody@example.test"), ..text(TEXT) }, "no member"),
    ] {
        let refusal = test.service.author.check_deck_request(&caller, wanted).await.expect_err(words).to_string();
        assert!(refusal.contains(words), "{refusal}");
    }
    let unset = NewText { vendor: Some("Gemini"), ..text(TEXT) };
    assert!(matches!(test.service.author.check_deck_request(&caller, unset).await, Err(Error::NoVendor(_))));
    let id = harbour(&test, &caller).await;
    let deck = readable(&test, &caller, &id).await;
    for task in [
        AuthorTask::Convert { slides: vec![9], target: "quote".to_owned() },
        AuthorTask::Convert { slides: vec![1], target: "hologram".to_owned() },
        AuthorTask::Convert { slides: vec![1], target: "content".to_owned() },
        AuthorTask::Iterate { command: " ".to_owned(), only: vec![] },
        AuthorTask::Iterate { command: "Shorten slide 9".to_owned(), only: vec![] },
        AuthorTask::Append { text: String::new() },
    ] {
        assert!(test.service.author.check_edit_request(&deck, None, task).await.is_err());
    }
    assert!(stand_in.requests().is_empty(), "nobody was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn rights_are_those_of_any_other_write() {
    let test = TestService::new().await;
    let (owner, other) = (test.admin().await, test.member("bram", Tier::Enterprise).await);
    let id = harbour(&test, &owner).await;
    let service = &test.service;
    assert!(matches!(service.decks.granted::<MayWrite>(&other, &id).await, Err(Error::NotFound(_))));
    assert!(matches!(service.decks.granted::<MayRead>(&other, &id).await, Err(Error::NotFound(_))));
    test.share(&owner, &id, other.email(), service::Permission::View).await.expect("a reader");
    let deck = readable(&test, &other, &id).await;
    assert!(service.author.analyze(&deck, None).await.is_ok());
    assert!(service.author.find_compression(&deck, Intensity::Moderate, None).await.is_ok());
    // Everything that saves requires a `Writable` deck, which a reader does not get.
    assert!(matches!(service.decks.granted::<MayWrite>(&other, &id).await, Err(Error::Forbidden(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_vendor_leaves_everything_as_it_was() {
    let stand_in = StandIn::new(Vendor::OpenAi, |_, _| Reply::Status(401, "SECRET".to_owned()));
    let test = place_with(&stand_in).await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let before = (test.read(&caller, &id).await, decks(&test, &caller).await);
    let service = &test.service;
    let deck = writable(&test, &caller, &id).await;
    let request = service.author.check_deck_request(&caller, text(TEXT)).await.expect("a request");
    let mut faults = vec![service.author.write_deck(&caller, request).await.map(drop)];
    let request = service.author.check_slides_request(TEXT, None).expect("a request");
    faults.push(service.author.write_slides(&deck, request).await.map(drop));
    faults.push(service.author.convert_slide(&deck, &1.into(), "quote", None).await.map(drop));
    faults.push(service.author.iterate(&deck, "Shorten slide 2", None).await.map(drop));
    faults.push(service.author.compress(&deck, Intensity::Moderate, None).await.map(drop));
    faults.push(service.author.analyze(&deck.readable(), None).await.map(drop));
    for fault in faults {
        let Err(Error::Vendor(words)) = fault else { panic!("{fault:?}") };
        assert_eq!(words, "the vendor `openai` answered with status 401");
    }
    assert_eq!((test.read(&caller, &id).await, decks(&test, &caller).await), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_that_changed_is_not_overwritten() {
    let (asked, was_asked) = mpsc::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    let may_go_on = std::sync::Mutex::new(may_go_on);
    let stand_in = StandIn::new(Vendor::OpenAi, move |_, _| {
        let _ = asked.send(());
        let _ = may_go_on.lock().expect("nobody panicked").recv_timeout(Duration::from_secs(10));
        json_reply(&json!({ "content": { "quote": "Ships wait." } }))
    });
    let test = place_with(&stand_in).await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let (service, deck) = (test.service.clone(), writable(&test, &caller, &id).await);
    let converting = tokio::spawn(async move { service.author.convert_slide(&deck, &1.into(), "quote", None).await });
    tokio::task::spawn_blocking(move || was_asked.recv_timeout(Duration::from_secs(10)))
        .await
        .expect("a thread")
        .expect("it was asked");
    let writable = test.service.decks.granted(&caller, &id).await.expect("an own deck");
    test.service.decks.remove_slide(&writable, &2.into()).await.expect("an edit");
    let before = test.read(&caller, &id).await;
    go_on.send(()).expect("it waits");
    let refused = converting.await.expect("no panic");
    assert!(matches!(refused, Err(Error::Stale { yours: 1, latest: 2 })), "{refused:?}");
    assert_eq!(test.read(&caller, &id).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn slides_go_before_the_closing_ones_and_keep_the_others() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let before = test.read(&caller, &id).await;
    let request = test.service.author.check_slides_request(TEXT, Some("builtin")).expect("a request");
    let deck = writable(&test, &caller, &id).await;
    let done = test.service.author.write_slides(&deck, request).await.expect("slides");
    let after = test.read(&caller, &id).await;
    let (old, new) = (before["slides"].as_array().expect("slides"), after["slides"].as_array().expect("slides"));
    assert_eq!((done.at, new.len()), (Some(4), old.len() + done.count));
    assert_eq!((&new[..4], new.last()), (&old[..4], old.last()));
    assert_eq!(after["revision"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn compressing_joins_slides_under_the_id_of_the_first() {
    let test = TestService::new().await;
    let caller = test.admin().await;
    let id = harbour(&test, &caller).await;
    let before = test.read(&caller, &id).await;
    let deck = writable(&test, &caller, &id).await;
    let done = test.service.author.compress(&deck, Intensity::Aggressive, None).await.expect("fewer slides");
    let after = test.read(&caller, &id).await;
    assert_eq!(done.after, Some(after["slides"].as_array().expect("slides").len()));
    assert_eq!(done.recommended(), done.after.expect("it was applied"));
    assert!(done.after < Some(5), "{done:?}");
    let first = &before["slides"][done.merges[0].slides[0]]["id"];
    assert!(after["slides"].as_array().expect("slides").iter().any(|slide| slide["id"] == *first));
}

#[tokio::test]
async fn vendors_are_listed_and_tried() {
    let stand_in = StandIn::new(Vendor::OpenAi, |_, _| json_reply(&json!({ "ok": true })));
    let test = place_with(&stand_in).await;
    let caller = test.admin().await;
    let rows = test.service.author.vendors();
    let shown: Vec<Value> = rows
        .iter()
        .filter(|row| row.configured)
        .map(|row| json!([row.id, row.default, row.model, row.missing]))
        .collect();
    assert_eq!(json!(shown), json!([["builtin", false, null, null], ["openai", true, "model-x", null]]));
    assert!(rows.iter().filter(|row| !row.configured).all(|row| row.missing.is_some()));
    let trial = test.service.author.test_vendor(&caller, "openai").await.expect("a trial");
    assert_eq!((trial.vendor, trial.model.as_deref(), trial.fault), ("openai", Some("model-x"), None));
    let member = test.member("bram", Tier::Free).await;
    assert!(matches!(test.service.author.test_vendor(&member, "openai").await, Err(Error::Forbidden(_))));
    assert!(matches!(test.service.author.test_vendor(&caller, "ollama").await, Err(Error::NoVendor(_))));
}
