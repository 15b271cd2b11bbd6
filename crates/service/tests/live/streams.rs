//! Streams: snapshot, order, slow readers, limits, the end; and decks that change mid-talk.

use std::time::Duration;

use serde_json::json;
use service::{DeckUpdateReason, Error, IfMatch, LiveEvent, LiveState, LiveUpdate, ThemeFields, ViewOptions};

use super::hall::{Hall, at, heard, heard_state, heard_update, is_silent, plain, poll};
use crate::common;

#[tokio::test(flavor = "multi_thread")]
async fn no_event_is_missed_or_sent_twice() {
    let hall = Hall::new().await;
    let (service, steering) = (hall.service().clone(), hall.steering().await);
    let moving = tokio::spawn(async move {
        for step in 1..=200 {
            service.live.set_state(&steering, &at(0, step)).await.expect("it moves");
        }
    });
    let mut readers = Vec::new();
    for _ in 0..20 {
        let mut stream = hall.listen().await;
        readers.push(tokio::spawn(async move {
            let (mut step, mut id) = (None, 0);
            while step != Some(200) {
                let events = heard(&mut stream).await;
                assert!(!events.is_empty(), "it was dropped");
                for event in events {
                    let LiveEvent::State(LiveState { step_idx: next, .. }) = event.event else { continue };
                    assert!(step.is_none_or(|step| next == step + 1), "{step:?} then {next}");
                    assert!(event.id > id, "{id} then {}", event.id);
                    (step, id) = (Some(next), event.id);
                }
            }
        }));
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    moving.await.expect("it moved");
    for reader in readers {
        reader.await.expect("it heard everything");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_more_than_64_events_behind_is_dropped_and_delays_no_other() {
    let hall = Hall::new().await;
    let (mut slow, mut tardy) = (hall.listen().await, hall.listen().await);
    heard(&mut slow).await;
    heard(&mut tardy).await;
    for step in 1..=64 {
        hall.show(0, step).await;
    }
    assert!(matches!(tardy.next().await, LiveUpdate::Event(_)), "64 behind is not too far");
    hall.show(0, 65).await;
    assert!(matches!(slow.next().await, LiveUpdate::TooSlow));
    assert!(matches!(tardy.next().await, LiveUpdate::Event(_)));
    let mut back = hall.listen().await;
    assert_eq!(heard_state(&mut back).await.step_idx, 65);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_lasts_6_hours() {
    let hall = Hall::new().await;
    let stream = hall.listen().await;
    hall.test.wait(Duration::from_millis(6 * 3_600_000 - 1));
    assert!(!stream.is_over());
    hall.test.clock.jump(0);
    hall.test.wait(Duration::from_millis(1));
    assert!(stream.is_over());
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_limited_and_counted() {
    let hall = Hall::with(&json!([plain("One")]), |config| {
        (config.max_streams_per_session, config.max_streams_per_address) = (3, 2);
    })
    .await;
    let one = hall.try_listen("203.0.113.1").await.expect("a slot");
    let _two = hall.try_listen("203.0.113.1").await.expect("a slot");
    let refused = |seat| matches!(seat, Err(Error::Throttled { retry_after: 30 }));
    assert!(refused(hall.try_listen("203.0.113.1").await));
    let _three = hall.try_listen("10.0.0.1").await.expect("a slot");
    assert!(refused(hall.try_listen("10.0.0.1").await));
    let audience = hall.service().live.audience(&hall.steering().await).await.expect("the audience");
    assert_eq!(audience.followers, 3);
    drop(one);
    assert!(hall.try_listen("203.0.113.1").await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn trashing_the_deck_ends_its_streams() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    hall.test.trash(&hall.presenter, &hall.deck).await.expect("it is trashed");
    assert!(matches!(hall.state().await, Err(Error::NotFound(_))));
    assert!(matches!(stream.next().await, LiveUpdate::End));
    hall.service().decks.restore(&hall.presenter, &hall.deck).await.expect("it is back");
    assert!(matches!(hall.state().await, Err(Error::NotFound(_))), "it has ended for good");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_by_another_process_is_published_too() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    let other = hall.beside().await;
    let body = json!({ "title": "New name" });
    common::put(&other, &hall.presenter, &hall.deck, IfMatch::Any, &body).await.expect("it is written");
    let update = heard_update(&mut stream).await;
    assert_eq!((&update.deck, update.slide, update.revision), (&hall.deck, None, 2));
    assert_eq!((update.reason, update.updated_at), (DeckUpdateReason::Edited, hall.test.clock.now()));
    common::trash(&other, &hall.presenter, &hall.deck).await.expect("it is trashed");
    assert!(heard(&mut stream).await.is_empty(), "the stream ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_theme_that_is_edited_mid_talk_reaches_the_hall() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    let (service, presenter) = (hall.service(), &hall.presenter);
    let colours = |accent: &str| ThemeFields { colors: Some(json!({ "accent": accent })), ..ThemeFields::default() };
    let fields = ThemeFields { label: Some("Harbour".into()), ..colours("#0B6B75") };
    let theme = service.catalogue.create_custom_theme(presenter, None, fields).await.expect("a theme");
    let body = json!({ "theme": theme.id });
    hall.test.put(presenter, &hall.deck, &body).await.expect("it is written");
    let options = ViewOptions { lang: None, origin: "http://hall.test" };
    let before = service.live.audience_page(&hall.session, options).await.expect("a page");
    assert!(!before.slide.expect("a slide").is_fixed, "a theme of one's own may change");
    // Creating the theme is published, and so is choosing it.
    for _ in 0..2 {
        heard_update(&mut stream).await;
    }
    let other = hall.beside().await;
    other.catalogue.update_custom_theme(presenter, &theme.id, None, colours("#AA3355")).await.expect("another colour");
    let update = heard_update(&mut stream).await;
    assert_eq!((update.slide, update.revision), (None, 2));
    let after = service.live.audience_page(&hall.session, options).await.expect("a page");
    assert_ne!(before.style, after.style);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_that_changes_mid_talk_keeps_everybody_on_the_right_slide() {
    let hall = Hall::new().await;
    hall.show(1, 2).await;
    let deck = hall.test.read(&hall.presenter, &hall.deck).await;
    let slide = |at: usize| deck["slides"][at].clone();
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    let standing = |state: &LiveState| json!([state.slide_id, state.slide_index, state.step_idx]);

    hall.put(&json!([slide(2), plain("New"), slide(0), slide(1)])).await;
    assert_eq!(heard_update(&mut stream).await.revision, 2);
    let moved = standing(&heard_state(&mut stream).await);
    assert_eq!(moved, json!([slide(1)["id"], 3, 2]));
    assert_eq!(standing(&hall.state().await.expect("it is there").state), moved);

    hall.put(&json!([slide(2), slide(0)])).await;
    let next = standing(&heard_state(&mut stream).await);
    assert_eq!(next, json!([slide(0)["id"], 1, 0]), "its slide is gone: the last one is shown");

    hall.put(&json!([slide(2), { "id": slide(0)["id"], "type": "content-slide", "content": { "title": "Again" } }]))
        .await;
    assert_eq!(heard_update(&mut stream).await.revision, 4);
    assert!(is_silent(&mut stream).await, "nobody has to move");
}

#[tokio::test(flavor = "multi_thread")]
async fn showing_a_poll_publishes_its_results() {
    let hall = Hall::with(&json!([plain("One"), poll(&json!({}))]), |_| {}).await;
    let mut stream = hall.listen().await;
    let names = |events: Vec<super::hall::Event>| events.iter().map(super::hall::Event::name).collect::<Vec<_>>();
    assert_eq!(names(heard(&mut stream).await), ["state", "control"]);
    hall.show(1, 0).await;
    assert_eq!(names(heard(&mut stream).await), ["state"]);
    assert_eq!(names(heard(&mut stream).await), ["interaction"]);
    assert_eq!(names(heard(&mut hall.listen().await).await), ["state", "control", "interaction"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_ends_every_stream_and_accepts_no_new_one() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    hall.service().maintenance.begin_shutdown();
    hall.service().live.end_streams();
    assert!(matches!(stream.next().await, LiveUpdate::End));
    assert!(matches!(hall.try_listen("10.0.0.1").await, Err(Error::Maintenance { .. })));
}
