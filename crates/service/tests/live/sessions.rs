//! Sessions and codes: how long they live, what outlives a restart, who steers.

use std::time::Duration;

use serde_json::{Value, json};
use service::{Error, Tier};

use super::hall::{Hall, begin, device, heard_of, plain, poll};

const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);

fn is_gone<T>(answer: &Result<T, Error>) -> bool {
    matches!(answer, Err(Error::NotFound(_)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_expires_30_minutes_after_it_was_last_used() {
    let hall = Hall::new().await;
    let code = code(&hall).await;
    hall.place.wait(29 * MINUTE);
    assert!(hall.state().await.is_ok(), "looking at it is using it");
    hall.place.wait(29 * MINUTE);
    assert!(hall.service().live.follow_code(&code, "10.0.0.1").await.is_ok());
    hall.place.wait(30 * MINUTE);
    assert!(is_gone(&hall.state().await));
    assert!(is_gone(&hall.service().live.follow_code(&code, "10.0.0.1").await));
    assert_ne!(begin(hall.service(), &hall.presenter, &hall.deck).await, hall.session);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_session_is_swept_from_memory_and_storage() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    stream.next().await;
    hall.place.wait(30 * MINUTE);
    hall.service().operations.sweep().await.expect("it sweeps");
    assert_eq!(stream.next().await, service::Told::End);
    assert!(is_gone(&hall.beside().await.live.state(&hall.session).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn setting_the_clock_expires_nothing() {
    let hall = Hall::new().await;
    let now = hall.place.clock.now();
    for hours in [5, -5, 24 * 365] {
        hall.place.clock.jump(now + hours * 3_600_000);
        hall.service().operations.sweep().await.expect("it sweeps");
        assert!(hall.state().await.is_ok(), "{hours} hours");
    }
    let (before, after) = (hall.state().await.expect("it is there"), hall.show(&json!({ "slideIndex": 1 })).await);
    hall.place.clock.jump(now - 3_600_000);
    let back = hall.show(&json!({ "slideIndex": 2 })).await;
    assert!(after["updatedAt"].as_i64() >= before["updatedAt"].as_i64());
    assert_eq!(back["updatedAt"], after["updatedAt"], "no state is older than the one before it");
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_outlives_a_process_that_is_killed() {
    let hall = Hall::with(&json!([poll(&json!({ "onClose": "stay" })), plain("Two")]), |_| {}).await;
    let slides = hall.slides().await;
    let (voter, asker) = (device(), device());
    hall.vote(&voter, &slides[0], 1).await.expect("a vote");
    let question = hall.ask(&asker, "When?").await;
    hall.service().live.upvote(&voter, &hall.session, &question).await.expect("a vote");
    hall.service().live.close_interaction(&hall.presenter, &hall.session, &slides[0]).await.expect("it closes");
    hall.show(&json!({ "slideIndex": 1, "stepIdx": 3, "stepParagraphs": true })).await;
    hall.service().live.set_control(&hall.presenter, &hall.session, true).await.expect("it opens");
    let (code, last) = (code(&hall).await, heard_of(&mut hall.listen().await, "state").await);

    // Nothing was closed: what another process finds is what was answered.
    let after = hall.beside().await;
    let state = after.live.state(&hall.session).await.expect("it is there");
    assert_eq!(
        (&state["slideIndex"], &state["stepIdx"], &state["controlEnabled"]),
        (&json!(1), &json!(3), &json!(true))
    );
    let led = after.live.follow_code(&code, "10.0.0.1").await.expect("a good code");
    assert_eq!(led["sessionId"], json!(hall.session));
    let questions = after.live.questions(&asker, &hall.session).await.expect("questions");
    assert_eq!((&questions["questions"][0]["upvotes"], &questions["questions"][0]["mine"]), (&json!(1), &json!(true)));
    let results = after.live.results_table(&hall.presenter, &hall.session, &slides[0]).await.expect("results");
    assert_eq!(results.text, "\u{feff}option,votes\r\nNorth,0\r\nSouth,1\r\n");
    let back = json!({ "slideIndex": 0 });
    after.live.set_state(&hall.presenter, &hall.session, back.as_object().expect("it")).await.expect("it moves");
    let again =
        after.live.vote(&voter, &hall.session, &slides[0], json!({ "optionIndex": 0 }).as_object().expect("it")).await;
    assert!(matches!(again, Err(Error::Conflict(_))), "it is still closed");
    let mut stream = after.live.listen(&hall.session, [127, 0, 0, 1].into()).await.expect("a seat");
    assert!(heard_of(&mut stream, "state").await.id > last.id, "numbers go on rising");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_has_one_session_however_many_begin_it() {
    let hall = Hall::new().await;
    let deck = hall.place.deck(&hall.presenter).await;
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let (service, presenter, deck) = (hall.service().clone(), hall.presenter.clone(), deck.clone());
            tokio::spawn(async move { begin(&service, &presenter, &deck).await })
        })
        .collect();
    let mut ids = std::collections::HashSet::new();
    for task in tasks {
        ids.insert(task.await.expect("it ran"));
    }
    assert_eq!(ids.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_are_renewed_after_a_day_and_the_former_stay_good_for_5_minutes() {
    let hall = Hall::new().await;
    let first = code(&hall).await;
    for _ in 0..71 {
        hall.place.wait(20 * MINUTE);
        assert_eq!(code(&hall).await, first);
    }
    hall.place.wait(20 * MINUTE);
    hall.service().operations.sweep().await.expect("it sweeps");
    let second = code(&hall).await;
    assert_ne!(second, first);
    let good = async |code: &str| hall.service().live.follow_code(code, "10.0.0.1").await.is_ok();
    hall.place.wait(Duration::from_millis(5 * 60_000 - 1));
    assert!(good(&first).await && good(&second).await);
    hall.place.wait(Duration::from_millis(1));
    assert!(!good(&first).await && good(&second).await);
    assert_eq!(20 * MINUTE * 72, DAY);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_is_added_gets_a_code_and_the_others_keep_theirs() {
    let hall = Hall::new().await;
    let before = code(&hall).await;
    let body = json!({ "translations": { "de": { "title": "Hafenplan" } } });
    hall.place.put(&hall.presenter, &hall.deck, &body).await.expect("it is written");
    let begun = hall.service().live.begin(&hall.presenter, &hall.deck).await.expect("the session");
    assert_eq!(begun["followCodes"]["en-GB"], json!(before));
    let german = begun["followCodes"]["de"].as_str().expect("a code").to_owned();
    let led = hall.service().live.follow_code(&german.to_lowercase(), "10.0.0.1").await.expect("a good code");
    assert_eq!(led["followUrl"], json!(format!("/follow/{}?lang=de", hall.session)));
}

#[tokio::test(flavor = "multi_thread")]
async fn misses_are_counted_by_address_and_by_instance() {
    let hall = Hall::new().await;
    let code = code(&hall).await;
    let look = async |code: &str, address: &str| match hall.service().live.follow_code(code, address).await {
        Ok(_) => "found".to_owned(),
        Err(Error::Throttled { retry_after }) => format!("wait {retry_after}"),
        Err(error) => error.to_string(),
    };
    for address in ["a", "b", "c"] {
        for _ in 0..200 {
            assert_eq!(look("ZZZZ", address).await, "code not found");
        }
        assert_eq!(look(&code, address).await, "wait 600");
    }
    assert_eq!(look(&code, "hall").await, "found", "who has not missed is not held up");
    assert_eq!(look("ZZZZ", "d").await, "wait 60");
    assert_eq!(look(&code, "d").await, "wait 60");
    hall.place.wait(MINUTE);
    assert_eq!((look("ZZZZ", "d").await.as_str(), look(&code, "d").await.as_str()), ("code not found", "found"));
    hall.place.wait(9 * MINUTE);
    assert_eq!(look(&code, "a").await, "found");
}

#[tokio::test(flavor = "multi_thread")]
async fn maintenance_begins_no_session_and_writes_no_deck() {
    let hall = Hall::new().await;
    let (slides, other) = (hall.slides().await, hall.place.deck(&hall.presenter).await);
    let question = hall.ask(&device(), "When?").await;
    hall.service().maintenance.set(&hall.presenter, true, None).await.expect("it is switched");
    let refused = |answer: Result<Value, Error>| matches!(answer, Err(Error::Maintenance { .. }));
    assert!(refused(hall.service().live.begin(&hall.presenter, &other).await));
    assert!(refused(hall.service().live.save_notes(&hall.presenter, &hall.session, &slides[0], "Breathe.").await));
    let body = serde_json::Map::new();
    assert!(refused(hall.service().live.promote_question(&hall.presenter, &hall.session, &question, &body).await));
    assert_eq!(begin(hall.service(), &hall.presenter, &hall.deck).await, hall.session);
    assert_eq!(hall.show(&json!({ "slideIndex": 2 })).await["slideIndex"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_that_is_lost_is_lost_in_the_hall_too() {
    let hall = Hall::new().await;
    let colleague = hall.place.member("colleague", Tier::Free).await;
    let steer = async || hall.service().live.may_steer(&colleague, &hall.session).await;
    let key = hall.service().live.begin(&hall.presenter, &hall.deck).await.expect("it")["notesKey"].clone();
    let key = key.as_str().expect("a key");
    assert!(matches!(steer().await, Err(Error::Forbidden(_))));
    let edit = service::Permission::Edit;
    hall.place.share(&hall.presenter, &hall.deck, "colleague@example.test", edit).await.expect("it");
    assert!(steer().await.is_ok());
    hall.place.end_sharing(&hall.presenter, &hall.deck, "colleague@example.test").await;
    assert!(matches!(steer().await, Err(Error::Forbidden(_))));
    let command = async |key| hall.service().live.may_command(Some(&colleague), &hall.session, key).await;
    assert!(matches!(command(None).await, Err(Error::Forbidden(_))));
    assert!(matches!(command(Some(key)).await, Err(Error::Forbidden(_))), "the presenter has to open the controls");
    hall.service().live.set_control(&hall.presenter, &hall.session, true).await.expect("it opens");
    assert!(command(Some(key)).await.is_ok());
    assert!(matches!(command(Some("wrong")).await, Err(Error::Unauthorized(_))));
}

async fn code(hall: &Hall) -> String {
    let begun = hall.service().live.begin(&hall.presenter, &hall.deck).await.expect("the session");
    begun["followCodes"]["en-GB"].as_str().expect("a code").to_owned()
}
