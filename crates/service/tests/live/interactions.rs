//! Polls, feedback and questions: what is counted, what is hidden, and many votes at once.

use std::time::{Duration, Instant};

use deck::SlideId;
use serde_json::{Value, json};
use service::{
    AudienceView, DeckUpdateReason, Device, Error, LiveEvent, OwnAnswer, PromotedPosition, QuestionStatus, Reaction,
};

use super::hall::{ADDRESS, Event, Hall, begin, heard, heard_interaction, heard_of, heard_update, plain, poll};

/// Moves of the presenter in a storm of votes.
const MOVES: u64 = 20;

async fn asked(more: &Value) -> (Hall, SlideId) {
    let hall = Hall::with(&json!([poll(more), plain("Two"), plain("Three")]), |_| {}).await;
    let slide = hall.slides().await.swap_remove(0);
    (hall, slide)
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_results_are_sent_to_no_device_until_the_poll_is_closed() {
    let (hall, slide) = asked(&json!({ "results": "closed" })).await;
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    let mine = hall.vote(&hall.device(), &slide, 1).await.expect("a vote");
    assert_eq!((mine.total, mine.own, mine.totals), (1, Some(OwnAnswer::Vote(1)), None));
    assert_eq!(heard_interaction(&mut stream).await.totals, None);
    let live = &hall.service().live;
    let seen = live.audience(&hall.steering().await).await.expect("the audience").interaction;
    assert_eq!(seen.expect("a poll").totals, Some(vec![0, 1]));
    hall.close(&slide).await;
    assert_eq!(heard_interaction(&mut stream).await.totals, Some(vec![0, 1]));
    let current = live.current_interaction(&hall.device(), &hall.session, None).await.expect("it is there");
    assert_eq!(current.expect("a poll").state.totals, Some(vec![0, 1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_storm_of_votes_is_counted_whole_and_leaves_room_for_the_presenter() {
    let (hall, slide) = asked(&json!({ "onClose": "stay" })).await;
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    let began = Instant::now();
    let votes: Vec<_> = (0..2000)
        .map(|number| {
            let (service, session, slide) = (hall.service().clone(), hall.session.clone(), slide.clone());
            let phone = hall.device();
            tokio::spawn(async move {
                // Every fourth device changes its vote.
                for option in [1 - number % 2, number % 2].into_iter().skip(usize::from(number % 4 != 0)) {
                    service.live.vote(&phone, &session, &slide, Some(option)).await.expect("a vote");
                }
            })
        })
        .collect();
    for step in 1..=MOVES {
        hall.show(0, step).await;
    }
    for vote in votes {
        vote.await.expect("it counted");
    }
    let took = began.elapsed();
    let (mut events, mut total, mut steps, mut last) = (0, 0, Vec::new(), 0);
    while total != 2000 || (steps.len() as u64) < MOVES {
        for Event { id, event } in heard(&mut stream).await {
            assert!(id > last, "numbers rise");
            last = id;
            match event {
                LiveEvent::State(state) => steps.push(state.step_idx),
                LiveEvent::Interaction(state) => (events, total) = (events + 1, state.total),
                _ => {}
            }
        }
    }
    assert_eq!(steps, (1..=MOVES).collect::<Vec<_>>(), "the moves of the presenter arrive in order");
    // Every move to a slide that asks something publishes its state.
    let most = MOVES + 4 + u64::try_from(took.as_millis() / 250).expect("a short time");
    assert!(events <= most, "{events} events in {took:?}");
    assert_eq!(hall.results(&slide).await, ["North 1000", "South 1000"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn votes_stay_with_their_text_when_the_options_change_while_people_vote() {
    let (hall, slide) = asked(&json!({ "option3": "East" })).await;
    let (north, south, east) = (hall.device(), hall.device(), hall.device());
    for (phone, option) in [(&north, 0), (&south, 1), (&east, 2)] {
        hall.vote(phone, &slide, option).await.expect("a vote");
    }
    let rewritten = async |options: &Value| {
        let mut changed = poll(options);
        changed["id"] = json!(slide);
        hall.put(&json!([changed])).await;
        hall.results(&slide).await
    };
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    let moved = rewritten(&json!({ "option1": "East", "option2": "West", "option3": "South" })).await;
    assert_eq!(moved, ["East 1", "West 0", "South 1"]);
    let state = heard_interaction(&mut stream).await;
    assert_eq!((state.totals, state.total), (Some(vec![1, 0, 1]), 2), "the audience is notified");
    let own = async |phone: &Device| {
        let current = hall.service().live.current_interaction(phone, &hall.session, None).await.expect("it is there");
        current.expect("a poll").state.own
    };
    let owns = (own(&north).await, own(&south).await, own(&east).await);
    assert_eq!(owns, (None, Some(OwnAnswer::Vote(2)), Some(OwnAnswer::Vote(0))));
    hall.vote(&north, &slide, 1).await.expect("who lost an option votes again");
    let back = rewritten(&json!({ "option2": "West", "option3": "South" })).await;
    assert_eq!(back, ["North 0", "West 1", "South 1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_behind_one_address_is_not_locked_out_by_one_of_its_devices() {
    let hall = Hall::new().await;
    let enter = async |device: &Device| hall.service().live.admit_device(device, &hall.session).await;
    let keen = hall.device();
    for _ in 0..20 {
        enter(&keen).await.expect("a burst is free");
    }
    for _ in 0..1000 {
        assert!(matches!(enter(&keen).await, Err(Error::Throttled { retry_after: 1 })));
    }
    let elsewhere = "203.0.113.8".parse().expect("an address");
    let moved = hall.service().live.device(&hall.session, Some(&keen.cookie), elsewhere);
    assert!(enter(&moved).await.is_ok(), "the pair of device and address counts");
    for _ in 0..580 {
        enter(&hall.device()).await.expect("what was refused was not counted");
    }
    assert!(enter(&new_device(&hall, ADDRESS)).await.is_err(), "the address has a brake of its own");
    hall.test.wait(Duration::from_secs(1));
    for _ in 0..100 {
        enter(&new_device(&hall, ADDRESS)).await.expect("a hundred a second");
    }
    assert!(enter(&hall.device()).await.is_err());
}

fn new_device(hall: &Hall, address: &str) -> Device {
    hall.service().live.device(&hall.session, None, address.parse().expect("an address"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_is_known_by_a_cookie_that_was_signed_for_its_session() {
    let hall = Hall::new().await;
    let (live, address) = (&hall.service().live, ADDRESS.parse().expect("an address"));
    let read = |cookie: &str| live.device(&hall.session, Some(cookie), address);
    let given = new_device(&hall, ADDRESS);
    let back = read(&given.cookie);
    assert!(given.is_new && !back.is_new && back.cookie == given.cookie);
    let other = new_device(&hall, ADDRESS);
    let (id, signature) = given.cookie.split_once('.').expect("an id and its signature");
    let (other_id, _) = other.cookie.split_once('.').expect("an id and its signature");
    let deck = hall.test.deck(&hall.presenter).await;
    let session = begin(hall.service(), &hall.presenter, &deck).await;
    let elsewhere = live.device(&session, None, address).cookie;
    let made_up = format!("{}.{}", "x".repeat(43), "x".repeat(43));
    for odd in ["", ".", id, &format!("{id}."), &format!("{other_id}.{signature}"), &made_up, &elsewhere, "ü.ü"] {
        let device = read(odd);
        assert!(device.is_new && device.cookie != *odd, "{odd}");
    }
    assert!(!hall.beside().await.live.device(&hall.session, Some(&given.cookie), address).is_new, "after a restart");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_of_600_behind_one_address_votes_and_asks() {
    let (hall, slide) = asked(&json!({})).await;
    let live = &hall.service().live;
    for number in 0..600 {
        // Each phone votes without a cookie and asks with the one it received.
        let phone = new_device(&hall, ADDRESS);
        live.admit_device(&phone, &hall.session).await.expect("a new phone");
        hall.vote(&phone, &slide, number % 2).await.expect("a vote");
        hall.test.wait(Duration::from_millis(20));
        let phone = live.device(&hall.session, Some(&phone.cookie), ADDRESS.parse().expect("an address"));
        live.admit_device(&phone, &hall.session).await.expect("the same phone");
        hall.ask(&phone, &format!("Question {number}?")).await;
    }
    assert_eq!(hall.results(&slide).await, ["North 300", "South 300"]);
    assert_eq!(hall.questions().await.questions.len(), 600);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_makes_up_no_further_devices_and_never_fills_the_list() {
    let hall = Hall::new().await;
    let live = &hall.service().live;
    let (mut admitted, mut asked, mut refused) = (0, 0, None);
    for _ in 0..3000 {
        let phone = new_device(&hall, ADDRESS);
        match live.admit_device(&phone, &hall.session).await {
            Ok(()) => admitted += 1,
            Err(error) => assert!(matches!(error, Error::Throttled { .. }), "{error}"),
        }
        hall.test.wait(Duration::from_millis(10));
    }
    // In thirty seconds a burst of 1,000 devices is admitted, and one more each second.
    assert!((1000..=1031).contains(&admitted), "{admitted}");
    while refused.is_none() && asked < 1000 {
        match hall.try_ask(&hall.device(), "Buy?").await {
            Ok(_) => asked += 1,
            Err(error) => refused = Some(error),
        }
    }
    assert!(matches!(refused, Some(Error::OverLimit(_))) && asked == 800, "{asked} {refused:?}");
    let other = new_device(&hall, "198.51.100.7");
    live.admit_device(&other, &hall.session).await.expect("another address is not affected");
    hall.ask(&other, "How deep is the harbour?").await;
    let restarted = hall.beside().await;
    let again = service::NewQuestion { text: Some("Buy?".to_owned()), author: Some(String::new()) };
    let again = restarted.live.ask(&hall.device(), &hall.session, again).await;
    assert!(matches!(again, Err(Error::OverLimit(_))), "the network is stored with a question: {again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_presenter_removes_all_questions_of_one_asker_and_closes_the_questions() {
    let hall = Hall::new().await;
    let (live, steering) = (&hall.service().live, hall.steering().await);
    let (loud, quiet) = (hall.device(), hall.device());
    let kept = hall.ask(&quiet, "How deep is it?").await;
    let mut last = kept.clone();
    for number in 0..20 {
        last = hall.ask(&loud, &format!("Buy {number}?")).await;
    }
    assert!(matches!(hall.try_ask(&loud, "Buy?").await, Err(Error::OverLimit(_))), "a device has 20 open questions");
    live.mark_answered(&steering, &last).await.expect("it is answered");
    hall.ask(&loud, "Buy?").await;
    let mut stream = hall.listen().await;
    assert_eq!(live.remove_questions_of_asker(&steering, &last).await.expect("they are removed"), 21);
    assert!(matches!(live.remove_questions_of_asker(&steering, &last).await, Err(Error::NotFound(_))));
    let list = |total: usize, is_open: bool| {
        move |event| match event {
            LiveEvent::Questions(list) if (list.total, list.is_open) == (total, is_open) => Some(list.questions),
            _ => None,
        }
    };
    assert_eq!(heard_of(&mut stream, list(1, true)).await.1[0].id, kept);
    live.set_questions_open(&steering, false).await.expect("they are closed");
    heard_of(&mut stream, list(1, false)).await;
    assert!(matches!(hall.try_ask(&quiet, "And now?").await, Err(Error::Conflict(_))));
    live.upvote(&loud, &hall.session, &kept).await.expect("questions that were asked take votes");
    let audience = live.audience(&steering).await.expect("the audience");
    assert!(!audience.questions_open && !hall.questions().await.is_open);
    let restarted = hall.beside().await;
    assert!(!restarted.live.questions(&quiet, &hall.session).await.expect("questions").is_open, "it is stored");
    live.set_questions_open(&steering, true).await.expect("they are opened");
    heard_of(&mut stream, list(1, true)).await;
    hall.ask(&quiet, "And now?").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_leads_on_once_and_only_from_the_slide_that_is_shown() {
    let (hall, slide) = asked(&json!({ "onClose": "next" })).await;
    let index = async || hall.state().await.expect("it is there").state.slide_index;
    hall.show(2, 0).await;
    hall.close(&slide).await;
    assert_eq!(index().await, 2, "it was not shown");
    hall.service().live.open_interaction(&hall.steering().await, &slide).await.expect("it opens");
    hall.show(0, 0).await;
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    hall.close(&slide).await;
    let mut names = Vec::new();
    while names.len() < 3 {
        names.extend(heard(&mut stream).await.iter().map(Event::name));
    }
    assert_eq!(names, ["interaction", "branch", "state"]);
    assert_eq!(index().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_poll_counts_from_nothing_also_after_a_restart() {
    let (hall, slide) = asked(&json!({ "onClose": "stay" })).await;
    let (before, after) = (hall.device(), hall.device());
    hall.vote(&before, &slide, 0).await.expect("a vote");
    hall.service().live.reset_interaction(&hall.steering().await, &slide).await.expect("it is emptied");
    let state = hall.vote(&after, &slide, 1).await.expect("a vote");
    assert_eq!((state.total, state.totals), (1, Some(vec![0, 1])));
    let other = hall.beside().await;
    let found = other.live.current_interaction(&before, &hall.session, None).await.expect("it is there");
    let state = found.expect("a poll").state;
    assert_eq!((state.totals, state.own), (Some(vec![0, 1]), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_becomes_a_slide_once() {
    let hall = Hall::new().await;
    let text = format!("When do we start, {}?", "and why then, ".repeat(20));
    let question = hall.ask(&hall.device(), &text).await;
    let mut stream = hall.listen().await;
    let (live, steering) = (&hall.service().live, hall.steering().await);
    let promote = async || live.promote_question(&steering, &question, PromotedPosition::Next).await;
    let made = promote().await.expect("a slide").slide;
    let update = heard_update(&mut stream).await;
    assert_eq!((update.reason, &update.slide), (DeckUpdateReason::QuestionPromoted, &made));
    assert!(matches!(promote().await, Err(Error::Conflict(_))));
    let deck = hall.test.read(&hall.presenter, &hall.deck).await;
    let slide = &deck["slides"][1];
    assert_eq!((&slide["id"], &slide["type"]), (&json!(made), &json!("eu.svc.slide.chapter-title")));
    assert!(slide["content"]["title"].as_str().is_some_and(|title| title.chars().count() <= 140));
    live.mark_answered(&steering, &question).await.expect("it is answered");
    let listed = hall.questions().await.questions;
    assert_eq!((listed[0].status, &listed[0].slide), (QuestionStatus::Answered, &made));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_about_questions_has_the_first_50_and_the_list_has_all() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    for number in 0..60 {
        hall.ask(&hall.device(), &format!("Question {number}?")).await;
    }
    let all = |event| match event {
        LiveEvent::Questions(list) if list.total == 60 => Some(list),
        _ => None,
    };
    let (_, list) = heard_of(&mut stream, all).await;
    assert_eq!((list.questions.len(), list.questions[0].is_own), (50, false));
    assert_eq!(hall.questions().await.questions.len(), 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_promoted_twice_at_once_becomes_one_slide() {
    let hall = Hall::new().await;
    let question = hall.ask(&hall.device(), "How deep is it?").await;
    let (live, steering) = (&hall.service().live, hall.steering().await);
    let promote = async || live.promote_question(&steering, &question, PromotedPosition::Next).await;
    let (one, other) = tokio::join!(promote(), promote());
    assert!(one.is_ok() && matches!(other, Err(Error::Conflict(_))), "{one:?} {other:?}");
    assert_eq!(hall.slides().await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slide_that_the_hall_does_not_see_asks_it_nothing() {
    for flag in ["hideFromViewers", "hideInPresentation"] {
        let mut hidden = poll(&json!({}));
        hidden["visibility"] = json!({ flag: true });
        let hall = Hall::with(&json!([plain("One"), hidden]), |_| {}).await;
        let (service, slide) = (hall.service(), hall.slides().await.swap_remove(1));
        hall.show(1, 0).await;
        let current = service.live.current_interaction(&hall.device(), &hall.session, None).await.expect("an answer");
        assert!(current.is_none(), "{flag}");
        assert!(matches!(hall.vote(&hall.device(), &slide, 0).await, Err(Error::Invalid(_))), "{flag}");
        let names: Vec<&str> = heard(&mut hall.listen().await).await.iter().map(Event::name).collect();
        assert_eq!(names, ["state", "control"], "{flag}");
        hall.close(&slide).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hall_sees_no_notes_and_no_hidden_slides_in_any_language() {
    let hidden = json!({
        "type": "content-slide", "content": { "title": "For us only" }, "notes": "Secret", "visibility": { "hideFromViewers": true },
    });
    let hall = Hall::with(&json!([plain("One"), hidden, plain("Three")]), |_| {}).await;
    let view = async |lang: Option<&str>| {
        let bytes = hall.service().live.audience_view(&hall.session, lang, written).await.expect("a view");
        serde_json::from_slice::<Value>(&bytes).expect("JSON")
    };
    let titles = |view: &Value| -> Vec<String> {
        let slides = view["slides"].as_array().expect("slides").iter();
        slides.map(|slide| slide["title"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(titles(&view(None).await), ["One"]);
    hall.show(1, 0).await;
    assert_eq!(titles(&view(None).await), Vec::<String>::new(), "a hidden slide is not shown even when it is current");
    hall.enable_control().await;
    let open = view(Some("de-AT")).await;
    assert_eq!(
        (titles(&open), &open["slideCount"], &open["lang"]),
        (vec!["One".into(), "Three".into()], &json!(2), &json!("en-GB"))
    );
    assert!(!open.to_string().contains("Secret") && !open.to_string().contains("admin@example.test"));
    hall.put(&json!([plain("Anew")])).await;
    assert_eq!(titles(&view(None).await), ["Anew"], "what is kept ready follows the deck");
}

/// What the audience may see, as JSON: the contents of the slides and the fields that the test compares.
fn written(view: &AudienceView<'_>) -> bytes::Bytes {
    let slides: Vec<_> = view.slides.iter().map(|slide| slide.content).collect();
    json!({ "slides": slides, "slideCount": view.slide_count, "lang": view.lang }).to_string().into()
}

#[tokio::test]
async fn reactions_are_counted_and_published_to_the_hall() {
    let hall = Hall::new().await;
    let live = &hall.service().live;
    let mut stream = hall.listen().await;
    let (one, other) = (hall.device(), hall.device());
    for (device, reaction) in [(&one, "love"), (&one, "love"), (&one, "love"), (&other, "wow")] {
        live.react(device, &hall.session, reaction).await.expect("it is taken");
    }
    let reactions = |event| match event {
        LiveEvent::Reactions(reactions) => Some(reactions.counts),
        _ => None,
    };
    let counts = heard_of(&mut stream, reactions).await.1;
    assert_eq!(counts, [(Reaction::Love, 2), (Reaction::Wow, 1)], "a device counts twice at most");
    live.react(&one, &hall.session, "bravo").await.expect("it is taken");
    assert_eq!(heard_of(&mut stream, reactions).await.1, [(Reaction::Bravo, 1)], "the next event has new ones only");
    let refused = live.react(&one, &hall.session, "boo").await.expect_err("no such reaction");
    assert!(refused.to_string().contains("`reaction` is one of like, love, bravo, laugh, wow"), "{refused}");
    live.finish(&hall.steering().await).await.expect("the talk is over");
    assert!(matches!(live.react(&one, &hall.session, "love").await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn a_finished_talk_takes_no_answers_and_no_questions_until_it_goes_on() {
    let hall = Hall::with(&json!([poll(&json!({ "onClose": "stay" }))]), |_| {}).await;
    let live = &hall.service().live;
    let slide = hall.slides().await.remove(0);
    let (one, other) = (hall.device(), hall.device());
    hall.vote(&one, &slide, 0).await.expect("a vote");
    let question = hall.ask(&one, "Which tide?").await;
    live.finish(&hall.steering().await).await.expect("the talk is over");
    assert!(matches!(hall.vote(&other, &slide, 1).await, Err(Error::NotFound("session"))));
    assert!(matches!(live.give_feedback(&other, &hall.session, &slide, "Fine").await, Err(Error::NotFound("session"))));
    assert!(matches!(hall.try_ask(&other, "Which quay?").await, Err(Error::NotFound("session"))));
    assert!(matches!(live.upvote(&other, &hall.session, &question).await, Err(Error::NotFound("session"))));
    assert_eq!(hall.results(&slide).await, ["North 1", "South 0"], "what was sent with `session.ended` stays so");

    begin(hall.service(), &hall.presenter, &hall.deck).await;
    assert_eq!(hall.vote(&other, &slide, 1).await.expect("a vote").total, 2);
    live.upvote(&other, &hall.session, &question).await.expect("a vote");
}
