//! Polls, feedback and questions: who counts, what is hidden, what a storm does.

use std::time::Instant;

use serde_json::{Value, json};
use service::{Device, Error};

use super::hall::{ADDRESS, Hall, device, heard, heard_of, plain, poll};

/// Moves of the presenter in a storm of votes.
const MOVES: usize = 20;

async fn asked(more: &Value) -> (Hall, String) {
    let hall = Hall::with(&json!([poll(more), plain("Two"), plain("Three")]), |_| {}).await;
    let slide = hall.slides().await.swap_remove(0);
    (hall, slide)
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_results_are_told_to_nobody_in_the_hall_until_the_poll_is_closed() {
    let (hall, slide) = asked(&json!({ "results": "closed" })).await;
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    let mine = hall.vote(&device(), &slide, 1).await.expect("a vote")["interactionState"].clone();
    assert_eq!((&mine["total"], &mine["myVote"], mine.get("totals")), (&json!(1), &json!(1), None));
    assert_eq!(heard_of(&mut stream, "interactionState").await.data.get("totals"), None);
    let (service, presenter, session) = (hall.service(), &hall.presenter, &hall.session);
    let seen = service.live.audience(presenter, session).await.expect("the hall");
    assert_eq!(seen["interactionState"]["totals"], json!([0, 1]));
    service.live.close_interaction(presenter, session, &slide).await.expect("it closes");
    assert_eq!(heard_of(&mut stream, "interactionState").await.data["totals"], json!([0, 1]));
    let current = service.live.current_interaction(&device(), session, None).await.expect("it is there");
    assert_eq!(current["interactionState"]["totals"], json!([0, 1]));
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
                // Every fourth changes its mind.
                for option in [1 - number % 2, number % 2].into_iter().skip(usize::from(number % 4 != 0)) {
                    let body = json!({ "optionIndex": option });
                    let voted = service.live.vote(&phone, &session, &slide, body.as_object().expect("it")).await;
                    voted.expect("a vote");
                }
            })
        })
        .collect();
    for step in 1..=MOVES {
        hall.show(&json!({ "slideIndex": 0, "stepIdx": step })).await;
    }
    for vote in votes {
        vote.await.expect("it counted");
    }
    let took = began.elapsed();
    let (mut events, mut total, mut steps, mut last) = (0, json!(0), Vec::new(), 0);
    while total != json!(2000) || steps.len() < MOVES {
        for event in heard(&mut stream).await {
            assert!(event.id > last, "numbers rise");
            last = event.id;
            if event.name == "state" {
                steps.push(event.data["stepIdx"].clone());
            }
            if event.name == "interactionState" {
                (events, total) = (events + 1, event.data["total"].clone());
            }
        }
    }
    assert_eq!(steps, (1..=MOVES).map(|step| json!(step)).collect::<Vec<_>>(), "the presenter is heard in order");
    // Every move to a slide that asks tells how it stands.
    let most = MOVES + 4 + usize::try_from(took.as_millis() / 250).expect("a short time");
    assert!(events <= most, "{events} events in {took:?}");
    let results = hall.service().live.results_table(&hall.presenter, &hall.session, &slide).await.expect("results");
    assert_eq!(results.text, "\u{feff}option,votes\r\nNorth,1000\r\nSouth,1000\r\n");
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
        let results = hall.service().live.results_table(&hall.presenter, &hall.session, &slide).await.expect("results");
        results.text.replace("\r\n", " ")
    };
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    let moved = rewritten(&json!({ "option1": "East", "option2": "West", "option3": "South" })).await;
    assert_eq!(moved, "\u{feff}option,votes East,1 West,0 South,1 ");
    let told = heard_of(&mut stream, "interactionState").await.data;
    assert_eq!((&told["totals"], &told["total"]), (&json!([1, 0, 1]), &json!(2)), "the hall is told");
    let own = async |phone: &Device| {
        let current = hall.service().live.current_interaction(phone, &hall.session, None).await.expect("it is there");
        current["interactionState"].get("myVote").cloned()
    };
    assert_eq!((own(&north).await, own(&south).await, own(&east).await), (None, Some(json!(2)), Some(json!(0))));
    hall.vote(&north, &slide, 1).await.expect("who lost an option votes again");
    let back = rewritten(&json!({ "option2": "West", "option3": "South" })).await;
    assert_eq!(back, "\u{feff}option,votes North,0 West,1 South,1 ");
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
    hall.place.wait(std::time::Duration::from_secs(1));
    for _ in 0..100 {
        enter(&Device::with(None), ADDRESS).await.expect("a hundred a second");
    }
    assert!(enter(&device(), ADDRESS).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_leads_on_once_and_only_from_the_slide_that_is_shown() {
    let (hall, slide) = asked(&json!({ "onClose": "next" })).await;
    let (service, presenter, session) = (hall.service(), &hall.presenter, &hall.session);
    let index = async || hall.state().await.expect("it is there")["slideIndex"].clone();
    hall.show(&json!({ "slideIndex": 2 })).await;
    service.live.close_interaction(presenter, session, &slide).await.expect("it closes");
    assert_eq!(index().await, 2, "it was not shown");
    service.live.open_interaction(presenter, session, &slide).await.expect("it opens");
    hall.show(&json!({ "slideIndex": 0 })).await;
    let mut stream = hall.listen().await;
    heard(&mut stream).await;
    service.live.close_interaction(presenter, session, &slide).await.expect("it closes");
    let mut names = Vec::new();
    while names.len() < 3 {
        names.extend(heard(&mut stream).await.into_iter().map(|event| event.name));
    }
    assert_eq!(names, ["interactionState", "branch", "state"]);
    assert_eq!(index().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_poll_counts_from_nothing_also_after_a_restart() {
    let (hall, slide) = asked(&json!({ "onClose": "stay" })).await;
    let (before, after) = (device(), device());
    hall.vote(&before, &slide, 0).await.expect("a vote");
    hall.service().live.reset_interaction(&hall.presenter, &hall.session, &slide).await.expect("it is emptied");
    let state = hall.vote(&after, &slide, 1).await.expect("a vote")["interactionState"].clone();
    assert_eq!((&state["total"], &state["totals"]), (&json!(1), &json!([0, 1])));
    let other = hall.beside().await;
    let found = other.live.current_interaction(&before, &hall.session, None).await.expect("it is there");
    assert_eq!(found["interactionState"]["totals"], json!([0, 1]));
    assert_eq!(found["interactionState"].get("myVote"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_becomes_a_slide_once() {
    let hall = Hall::new().await;
    let text = format!("When do we start, {}?", "and why then, ".repeat(20));
    let question = hall.ask(&device(), &text).await;
    let mut stream = hall.listen().await;
    let promote = async |body: Value| {
        let body = body.as_object().expect("an object");
        hall.service().live.promote_question(&hall.presenter, &hall.session, &question, body).await
    };
    assert!(matches!(promote(json!({ "position": "first" })).await, Err(Error::Invalid(_))));
    let made = promote(json!({})).await.expect("a slide")["question"]["slideId"].clone();
    let told = heard_of(&mut stream, "deckUpdated").await.data;
    assert_eq!((&told["reason"], &told["slideId"]), (&json!("question_promoted"), &made));
    assert!(matches!(promote(json!({})).await, Err(Error::Conflict(_))));
    let deck = hall.place.read(&hall.presenter, &hall.deck).await;
    let slide = &deck["slides"][1];
    assert_eq!((&slide["id"], &slide["type"]), (&made, &json!("eu.svc.slide.chapter-title")));
    assert!(slide["content"]["title"].as_str().is_some_and(|title| title.chars().count() <= 140));
    hall.service().live.mark_answered(&hall.presenter, &hall.session, &question).await.expect("it is answered");
    let listed = hall.service().live.questions(&device(), &hall.session).await.expect("questions");
    assert_eq!((&listed["questions"][0]["status"], &listed["questions"][0]["slideId"]), (&json!("answered"), &made));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_about_questions_has_the_first_50_and_the_list_has_all() {
    let hall = Hall::new().await;
    let mut stream = hall.listen().await;
    for number in 0..60 {
        hall.ask(&device(), &format!("Question {number}?")).await;
    }
    let told = loop {
        let told = heard_of(&mut stream, "interactionState").await.data;
        if told["total"] == 60 {
            break told;
        }
    };
    assert_eq!((&told["type"], told["questions"].as_array().map(Vec::len)), (&json!("qa"), Some(50)));
    assert!(told["questions"][0].get("mine").is_none());
    let listed = hall.service().live.questions(&device(), &hall.session).await.expect("questions");
    assert_eq!(listed["questions"].as_array().map(Vec::len), Some(60));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_promoted_twice_at_once_becomes_one_slide() {
    let hall = Hall::new().await;
    let question = hall.ask(&device(), "How deep is it?").await;
    let promote = async || {
        let body = json!({});
        let body = body.as_object().expect("an object");
        hall.service().live.promote_question(&hall.presenter, &hall.session, &question, body).await
    };
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
        hall.show(&json!({ "slideIndex": 1 })).await;
        let current = service.live.current_interaction(&device(), &hall.session, None).await.expect("an answer");
        assert_eq!(current, json!({ "interaction": null, "interactionState": null }), "{flag}");
        assert!(matches!(hall.vote(&device(), &slide, 0).await, Err(Error::Invalid(_))), "{flag}");
        let told: Vec<String> = heard(&mut hall.listen().await).await.into_iter().map(|event| event.name).collect();
        assert_eq!(told, ["state", "controlEnabled"], "{flag}");
        service.live.close_interaction(&hall.presenter, &hall.session, &slide).await.expect("the presenter still may");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hall_sees_no_notes_and_no_hidden_slides_in_any_language() {
    let hidden = json!({
        "type": "content-slide", "content": { "title": "For us only" }, "notes": "Secret", "visibility": { "hideFromViewers": true },
    });
    let hall = Hall::with(&json!([plain("One"), hidden, plain("Three")]), |_| {}).await;
    let view = async |lang: Option<&str>| {
        let json = hall.service().live.follow(&hall.session, lang).await.expect("a view");
        serde_json::from_slice::<Value>(&json).expect("JSON")
    };
    let titles = |view: &Value| -> Vec<String> {
        let slides = view["slides"].as_array().expect("slides").iter();
        slides.map(|slide| slide["content"]["title"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(titles(&view(None).await), ["One"]);
    hall.show(&json!({ "slideIndex": 1 })).await;
    assert_eq!(titles(&view(None).await), Vec::<String>::new(), "a hidden slide is not shown even when it is current");
    hall.service().live.set_control(&hall.presenter, &hall.session, true).await.expect("it opens");
    let open = view(Some("de-AT")).await;
    assert_eq!(
        (titles(&open), &open["slideCount"], &open["lang"]),
        (vec!["One".into(), "Three".into()], &json!(2), &json!("en-GB"))
    );
    assert!(!open.to_string().contains("Secret") && !open.to_string().contains("admin@example.test"));
    hall.put(&json!([plain("Anew")])).await;
    assert_eq!(titles(&view(None).await), ["Anew"], "what is kept ready follows the deck");
}
