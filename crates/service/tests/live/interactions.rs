//! Polls, feedback and questions: what is counted, what is hidden, and many votes at once.

use std::time::Instant;

use deck::SlideId;
use serde_json::{Value, json};
use service::{AudienceView, DeckUpdateReason, Device, Error, LiveEvent, OwnAnswer, PromotedPosition, QuestionStatus};

use super::hall::{ADDRESS, Event, Hall, device, heard, heard_interaction, heard_of, heard_update, plain, poll};

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
    let mine = hall.vote(&device(), &slide, 1).await.expect("a vote");
    assert_eq!((mine.total, mine.own, mine.totals), (1, Some(OwnAnswer::Vote(1)), None));
    assert_eq!(heard_interaction(&mut stream).await.totals, None);
    let live = &hall.service().live;
    let seen = live.audience(&hall.steering().await).await.expect("the audience").interaction;
    assert_eq!(seen.expect("a poll").totals, Some(vec![0, 1]));
    hall.close(&slide).await;
    assert_eq!(heard_interaction(&mut stream).await.totals, Some(vec![0, 1]));
    let current = live.current_interaction(&device(), &hall.session, None).await.expect("it is there");
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
            tokio::spawn(async move {
                let phone = device();
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
    let (north, south, east) = (device(), device(), device());
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
    let enter =
        async |device: &Device, address: &str| hall.service().live.admit_device(device, &hall.session, address).await;
    let keen = device();
    for _ in 0..20 {
        enter(&keen, ADDRESS).await.expect("a burst is free");
    }
    for _ in 0..1000 {
        assert!(matches!(enter(&keen, ADDRESS).await, Err(Error::Throttled { retry_after: 1 })));
    }
    assert!(enter(&keen, "203.0.113.8").await.is_ok(), "the pair of device and address counts");
    for _ in 0..580 {
        enter(&device(), ADDRESS).await.expect("what was refused was not counted");
    }
    assert!(enter(&Device::with(None), ADDRESS).await.is_err(), "the address has a brake of its own");
    hall.test.wait(std::time::Duration::from_secs(1));
    for _ in 0..100 {
        enter(&Device::with(None), ADDRESS).await.expect("a hundred a second");
    }
    assert!(enter(&device(), ADDRESS).await.is_err());
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
    let (before, after) = (device(), device());
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
    let question = hall.ask(&device(), &text).await;
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
    let listed = live.questions(&device(), &hall.session).await.expect("questions");
    assert_eq!((listed[0].status, &listed[0].slide), (QuestionStatus::Answered, &made));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_about_questions_has_the_first_50_and_the_list_has_all() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    for number in 0..60 {
        hall.ask(&device(), &format!("Question {number}?")).await;
    }
    let all = |event| match event {
        LiveEvent::Questions(list) if list.total == 60 => Some(list),
        _ => None,
    };
    let (_, list) = heard_of(&mut stream, all).await;
    assert_eq!((list.questions.len(), list.questions[0].is_own), (50, false));
    let listed = hall.service().live.questions(&device(), &hall.session).await.expect("questions");
    assert_eq!(listed.len(), 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_promoted_twice_at_once_becomes_one_slide() {
    let hall = Hall::new().await;
    let question = hall.ask(&device(), "How deep is it?").await;
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
        let current = service.live.current_interaction(&device(), &hall.session, None).await.expect("an answer");
        assert!(current.is_none(), "{flag}");
        assert!(matches!(hall.vote(&device(), &slide, 0).await, Err(Error::Invalid(_))), "{flag}");
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
