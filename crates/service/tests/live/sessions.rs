//! Sessions and codes: how long they are valid, what survives a restart, who presents.

use std::time::Duration;

use serde_json::json;
use service::{Error, LiveEvent, LiveUpdate, MayWrite, PromotedPosition, Service, StateChange, Tier, ViewOptions};

use super::hall::{Hall, at, begin, heard_of, plain, poll, running};

const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);

fn is_gone<T>(answer: &Result<T, Error>) -> bool {
    matches!(answer, Err(Error::NotFound(_)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_expires_30_minutes_after_it_was_last_used() {
    let hall = Hall::new().await;
    let code = code(&hall).await;
    hall.test.wait(29 * MINUTE);
    assert!(hall.state().await.is_ok(), "looking at it is using it");
    hall.test.wait(29 * MINUTE);
    assert!(hall.service().live.follow_code(&code, "10.0.0.1").await.is_ok());
    hall.test.wait(30 * MINUTE);
    assert!(is_gone(&hall.state().await));
    assert!(is_gone(&hall.service().live.follow_code(&code, "10.0.0.1").await));
    assert_ne!(begin(hall.service(), &hall.presenter, &hall.deck).await, hall.session);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_session_is_swept_from_memory_and_storage() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    stream.next().await;
    hall.test.wait(30 * MINUTE);
    hall.service().operations.sweep().await.expect("it sweeps");
    assert!(matches!(stream.next().await, LiveUpdate::End));
    assert!(is_gone(&hall.beside().await.live.status(&hall.session).await));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_talk_begins_anew_without_the_answers_of_one_that_was_finished() {
    let hall = Hall::with(&json!([poll(&json!({ "onClose": "stay" }))]), |_| {}).await;
    let live = &hall.service().live;
    let deck = hall.service().decks.granted::<MayWrite>(&hall.presenter, &hall.deck).await.expect("the presenter may");
    let slide = hall.state().await.expect("it is there").state.slide_id.expect("a slide");
    hall.vote(&hall.device(), &slide, 0).await.expect("a vote");
    assert_eq!(live.begin_anew(&deck).await.expect("a session").session.id, hall.session, "it runs");

    live.finish(&hall.steering().await).await.expect("the talk is over");
    hall.service().operations.sweep().await.expect("it sweeps");
    assert!(!live.is_live(&hall.deck).await.expect("an answer") && is_gone(&hall.state().await), "it stays finished");
    assert_eq!(live.begin(&deck).await.expect("a session").session.id, hall.session, "it goes on");
    live.finish(&hall.steering().await).await.expect("the talk is over");
    let anew = live.begin_anew(&deck).await.expect("a session").session.id;
    assert_ne!(anew, hall.session);
    assert!(is_gone(&hall.state().await));
    assert_eq!(live.vote(&hall.device(), &anew, &slide, Some(1)).await.expect("a vote").total, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_talk_that_was_finished_stays_closed_and_is_presented_again() {
    let hall = Hall::new().await;
    hall.service().live.finish(&hall.steering().await).await.expect("the talk is over");
    for _ in 0..2 {
        hall.service().operations.sweep().await.expect("it sweeps");
        assert!(is_gone(&hall.state().await), "the sweep opens nothing");
    }
    assert_eq!(begin(hall.service(), &hall.presenter, &hall.deck).await, hall.session);
    assert!(hall.state().await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_speaker_reads_the_time_since_the_first_move_also_after_a_restart() {
    let hall = Hall::new().await;
    let options = ViewOptions { lang: None, origin: "http://hall.test" };
    let elapsed = async |service: &Service| {
        let live = &service.live;
        let access = live.speaker_access(Some(&hall.presenter), &hall.session, None).await.expect("the presenter may");
        live.speaker_page(&access, options).await.expect("a page").elapsed
    };
    hall.test.wait(MINUTE);
    hall.show(0, 0).await;
    assert_eq!(elapsed(hall.service()).await, None, "nothing moved");
    hall.show(1, 0).await;
    hall.test.wait(2 * MINUTE);
    hall.show(2, 0).await;
    assert_eq!(elapsed(hall.service()).await, Some(120_000));
    assert_eq!(elapsed(&*hall.beside().await).await, Some(120_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn setting_the_clock_expires_nothing() {
    let hall = Hall::new().await;
    let now = hall.test.clock.now();
    for hours in [5, -5, 24 * 365] {
        hall.test.clock.jump(now + hours * 3_600_000);
        hall.service().operations.sweep().await.expect("it sweeps");
        assert!(hall.state().await.is_ok(), "{hours} hours");
    }
    let (before, after) = (hall.state().await.expect("it is there").state, hall.show(1, 0).await);
    hall.test.clock.jump(now - 3_600_000);
    let back = hall.show(2, 0).await;
    assert!(after.updated_at >= before.updated_at);
    assert!(back.updated_at > after.updated_at, "every state is newer than the one before it");
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_survives_when_the_process_is_killed() {
    let hall = Hall::with(&json!([poll(&json!({ "onClose": "stay" })), plain("Two")]), |_| {}).await;
    let slides = hall.slides().await;
    let (voter, asker) = (hall.device(), hall.device());
    hall.vote(&voter, &slides[0], 1).await.expect("a vote");
    let question = hall.ask(&asker, "When?").await;
    hall.service().live.upvote(&voter, &hall.session, &question).await.expect("a vote");
    hall.close(&slides[0]).await;
    let stepwise = StateChange { step_paragraphs: Some(true), ..at(1, 3) };
    hall.service().live.set_state(&hall.steering().await, &stepwise).await.expect("it moves");
    hall.enable_control().await;
    let is_state = |event| matches!(event, LiveEvent::State(_)).then_some(());
    let (code, (last, ())) = (code(&hall).await, heard_of(&mut hall.listen().await, is_state).await);

    // Nothing was closed: another process finds all writes that returned.
    let after = hall.beside().await;
    let status = after.live.status(&hall.session).await.expect("it is there");
    assert_eq!((status.state.slide_index, status.state.step_idx, status.control_enabled), (1, 3, true));
    let target = after.live.follow_code(&code, "10.0.0.1").await.expect("a good code");
    assert_eq!(target.session, hall.session);
    let questions = after.live.questions(&asker, &hall.session).await.expect("questions").questions;
    assert_eq!((questions[0].upvotes, questions[0].is_own), (1, true));
    let steering = after.live.steering(&hall.presenter, &hall.session).await.expect("the presenter may");
    let results = after.live.results(&steering, &slides[0]).await.expect("results");
    assert_eq!(results.iter().map(|result| result.votes).collect::<Vec<_>>(), [0, 1]);
    after.live.set_state(&steering, &at(0, 0)).await.expect("it moves");
    let again = after.live.vote(&voter, &hall.session, &slides[0], Some(0)).await;
    assert!(matches!(again, Err(Error::Conflict(_))), "it is still closed");
    let mut stream = after.live.stream(&hall.session, [127, 0, 0, 1].into()).await.expect("a slot");
    assert!(heard_of(&mut stream, is_state).await.0 > last, "numbers go on rising");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_has_one_session_when_many_start_one() {
    let hall = Hall::new().await;
    let deck = hall.test.deck(&hall.presenter).await;
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
        hall.test.wait(20 * MINUTE);
        assert_eq!(code(&hall).await, first);
    }
    hall.test.wait(20 * MINUTE);
    hall.service().operations.sweep().await.expect("it sweeps");
    let second = code(&hall).await;
    assert_ne!(second, first);
    let good = async |code: &str| hall.service().live.follow_code(code, "10.0.0.1").await.is_ok();
    hall.test.wait(Duration::from_millis(5 * 60_000 - 1));
    assert!(good(&first).await && good(&second).await);
    hall.test.wait(Duration::from_millis(1));
    assert!(!good(&first).await && good(&second).await);
    assert_eq!(20 * MINUTE * 72, DAY);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_language_that_is_added_gets_a_code_and_the_others_keep_theirs() {
    let hall = Hall::new().await;
    let before = code(&hall).await;
    let body = json!({ "translations": { "de": { "title": "Hafenplan" } } });
    hall.test.put(&hall.presenter, &hall.deck, &body).await.expect("it is written");
    assert_eq!(code_in(&hall, "en-GB").await, before);
    let german = code_in(&hall, "de").await;
    let target = hall.service().live.follow_code(&german.to_lowercase(), "10.0.0.1").await.expect("a good code");
    assert_eq!((target.session, target.lang.as_str()), (hall.session, "de"));
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
    hall.test.wait(MINUTE);
    assert_eq!((look("ZZZZ", "d").await.as_str(), look(&code, "d").await.as_str()), ("code not found", "found"));
    hall.test.wait(9 * MINUTE);
    assert_eq!(look(&code, "a").await, "found");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_found_a_session_is_not_locked_out_of_it_by_misses() {
    let hall = Hall::new().await;
    let deck = hall.test.deck(&hall.presenter).await;
    let other = running(hall.service(), &hall.presenter, &deck).await.expect("a session").session.codes.current;
    let (code, other) = (code(&hall).await, other[0].1.as_str());
    let look = async |code: &str| hall.service().live.follow_code(code, "203.0.113.7").await;
    look(&code).await.expect("a good code");
    for _ in 0..200 {
        assert!(matches!(look("ZZZZ").await, Err(Error::NotFound(_))));
    }
    for _ in 0..3 {
        assert_eq!(look(&code.to_lowercase()).await.expect("it goes on resolving").session, hall.session);
    }
    assert!(matches!(look(other).await, Err(Error::Throttled { .. })), "a session that it did not follow");
    assert!(matches!(look("ZZZZ").await, Err(Error::Throttled { .. })));
    hall.test.trash(&hall.presenter, &hall.deck).await.expect("it is trashed");
    assert!(matches!(look(&code).await, Err(Error::Throttled { .. })), "the code is no longer good");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_networks_of_a_site_are_counted_together() {
    let hall = Hall::new().await;
    let code = code(&hall).await;
    let look = async |code: &str, address: &str| hall.service().live.follow_code(code, address).await;
    // Each guess comes from a network of its own, and the instance has no misses but these.
    for guess in 0..2000 {
        let missed = look("ZZZZ", &format!("2001:db8:7:{guess:x}::1")).await;
        assert!(matches!(missed, Err(Error::NotFound(_))), "{guess} {missed:?}");
        hall.test.wait(Duration::from_millis(200));
    }
    let next = look(&code, "2001:db8:7:ffff::1").await;
    assert!(matches!(next, Err(Error::Throttled { .. })), "{next:?}");
    assert!(look(&code, "2001:db8:8::1").await.is_ok(), "another site");
    hall.test.wait(10 * MINUTE);
    assert!(look(&code, "2001:db8:7:ffff::1").await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn maintenance_begins_no_session_and_writes_no_deck() {
    let hall = Hall::new().await;
    let (slides, other) = (hall.slides().await, hall.test.deck(&hall.presenter).await);
    let question = hall.ask(&hall.device(), "When?").await;
    hall.service().maintenance.set(&hall.presenter, true, None).await.expect("it is switched");
    let (live, steering) = (&hall.service().live, hall.steering().await);
    let begun = running(hall.service(), &hall.presenter, &other).await;
    assert!(matches!(begun, Err(Error::Maintenance { .. })));
    let saved = live.save_notes(&steering, &slides[0], "Breathe.").await;
    assert!(matches!(saved, Err(Error::Maintenance { .. })));
    let promoted = live.promote_question(&steering, &question, PromotedPosition::Next).await;
    assert!(matches!(promoted, Err(Error::Maintenance { .. })));
    assert_eq!(begin(hall.service(), &hall.presenter, &hall.deck).await, hall.session);
    assert_eq!(hall.show(2, 0).await.slide_index, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_that_is_lost_is_lost_in_the_hall_too() {
    let hall = Hall::new().await;
    let colleague = hall.test.member("colleague", Tier::Free).await;
    let steer = async || hall.service().live.steering(&colleague, &hall.session).await;
    let key = hall.running().await.notes_key;
    let key = key.as_str();
    assert!(matches!(steer().await, Err(Error::Forbidden(_))));
    let edit = service::Permission::Edit;
    hall.test.share(&hall.presenter, &hall.deck, "colleague@example.test", edit).await.expect("it");
    assert!(steer().await.is_ok());
    hall.test.end_sharing(&hall.presenter, &hall.deck, "colleague@example.test").await;
    assert!(matches!(steer().await, Err(Error::Forbidden(_))));
    let command = async |key| hall.service().live.remote(Some(&colleague), &hall.session, key).await;
    assert!(matches!(command(None).await, Err(Error::Forbidden(_))));
    assert!(matches!(command(Some(key)).await, Err(Error::Forbidden(_))), "the presenter has to open the controls");
    hall.enable_control().await;
    assert!(command(Some(key)).await.is_ok());
    assert!(matches!(command(Some("wrong")).await, Err(Error::Unauthorized(_))));
}

async fn code(hall: &Hall) -> String {
    code_in(hall, "en-GB").await
}

async fn code_in(hall: &Hall, lang: &str) -> String {
    let codes = hall.running().await.session.codes.current;
    codes.into_iter().find(|(of, _)| of == lang).expect("a code").1
}
