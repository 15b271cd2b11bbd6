//! The speaker's marks over HTTP: who may make them, how fast they are sent, and what a late follower receives.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lectern::{Answer, Caller, Lectern};
use super::live::{Follower, begun, plain, show};

/// A live session of a deck with three slides.
struct Talk {
    lectern: Lectern,
    presenter: Caller,
    session: String,
    slides: Vec<String>,
}

impl Talk {
    fn begin(settings: &[(&str, &str)]) -> Self {
        let lectern = Lectern::start(settings);
        let presenter = lectern.admin();
        let (deck, session) = begun(&presenter, &json!([plain("One"), plain("Two"), plain("Three")]));
        let deck = presenter.get(&format!("/api/presentations/{deck}")).json();
        let slides = deck["presentation"]["slides"].as_array().expect("slides").iter();
        let slides = slides.map(|slide| slide["id"].as_str().expect("an id").to_owned()).collect();
        Self { lectern, presenter, session, slides }
    }

    fn path(&self) -> String {
        format!("/api/present-sessions/{}/marks", self.session)
    }

    /// Sends marks on a slide.
    fn mark(&self, slide: usize, mut marks: Value) -> Answer {
        marks["slideId"] = json!(self.slides[slide]);
        self.presenter.post(&self.path(), &marks)
    }

    fn draw(&self, slide: usize, id: &str) {
        let stroke = json!({ "id": id, "points": [100, 200, 300, 400], "done": true });
        assert_eq!(self.mark(slide, json!({ "strokes": [stroke] })).status, 200);
    }

    fn follow(&self, query: &str) -> Follower {
        Follower::at(&self.lectern.address, &format!("{}{query}", self.path()))
    }

    fn follow_session(&self) -> Follower {
        Follower::at(&self.lectern.address, &format!("/api/present-sessions/{}/events", self.session))
    }
}

/// The ids of the strokes in an event.
fn strokes(data: &Value) -> Vec<&str> {
    data["strokes"].as_array().expect("strokes").iter().map(|part| part["id"].as_str().expect("an id")).collect()
}

/// The data of the next event with all strokes of a slide. Events with single strokes may come before it.
fn next_reset(follower: &mut Follower) -> Value {
    loop {
        let data = follower.next_of("marks").data;
        if data["reset"] == true {
            return data;
        }
    }
}

#[test]
fn who_may_steer_may_mark() {
    let talk = Talk::begin(&[]);
    let point = json!({ "slideId": talk.slides[0], "pointer": [1, 2] });
    let begun = talk.presenter.post("/api/present-sessions", &json!({ "presentationId": deck_of(&talk) })).json();
    let path = |key: &str| format!("{}?key={}", talk.path(), begun[key].as_str().expect("a key"));
    let anyone = talk.lectern.anonymous();
    assert_eq!(anyone.post(&talk.path(), &point).status, 401);
    assert_eq!(anyone.post(&format!("{}?key=wrong", talk.path()), &point).status, 401);
    assert_eq!(anyone.post(&path("notesKey"), &point).status, 403, "control is not enabled");
    assert_eq!(anyone.post(&path("remoteKey"), &point).status, 200);
    assert_eq!(talk.lectern.member("mina@example.test").post(&talk.path(), &point).status, 403);
    assert_eq!(talk.mark(0, json!({ "pointer": [1, 2] })).status, 200);
    assert_eq!(talk.presenter.post("/api/present-sessions/none/marks", &point).status, 404);
    assert_eq!(talk.presenter.post(&format!("/api/present-sessions/{}/finish", talk.session), &json!({})).status, 200);
    assert_eq!(talk.mark(0, json!({ "pointer": [1, 2] })).status, 404, "the talk is over");
}

fn deck_of(talk: &Talk) -> String {
    let status = talk.presenter.get(&format!("/api/present-sessions/{}/state", talk.session)).json();
    status["presentationId"].as_str().expect("an id").to_owned()
}

#[test]
fn marks_are_checked_and_bounded() {
    let talk = Talk::begin(&[]);
    let stroke = |points: Vec<u16>| json!({ "strokes": [{ "id": "s", "points": points, "done": true }] });
    for marks in [
        json!({ "pointer": [1] }),
        json!({ "pointer": [10_001, 0] }),
        json!({ "pointer": [0.5, 0.5] }),
        stroke(vec![]),
        stroke(vec![1, 2, 3]),
        stroke(vec![1; 1002]),
        json!({ "strokes": [{ "id": "a b", "points": [1, 1] }] }),
        json!({ "strokes": [{ "id": "s", "points": [1, 1], "from": 500 }] }),
        json!({ "strokes": [{ "id": "s", "points": [1, 1], "from": 2, "done": true }] }),
        json!({ "caption": { "text": "x".repeat(501), "lang": "en" } }),
    ] {
        let sent = marks.to_string();
        assert_eq!(talk.mark(0, marks).status, 400, "{}", &sent[..sent.len().min(100)]);
    }
    let elsewhere = json!({ "slideId": "none", "pointer": [1, 1] });
    assert_eq!(talk.presenter.post(&talk.path(), &elsewhere).status, 400, "the deck has no such slide");
    assert_eq!(talk.mark(0, stroke(vec![1; 1000])).status, 200);
    for batch in 0..5 {
        let strokes: Vec<Value> = (0..20)
            .map(|number| json!({ "id": format!("s{batch}-{number}"), "points": [1, 1], "done": true }))
            .take(if batch == 4 { 19 } else { 20 })
            .collect();
        assert_eq!(talk.mark(0, json!({ "strokes": strokes })).status, 200);
    }
    let full = talk.mark(0, json!({ "strokes": [{ "id": "more", "points": [1, 1], "done": true }] }));
    assert_eq!(full.refusal(), (400, "limit_exceeded".to_owned()));
    talk.draw(1, "other-slide");
    let fresh = json!({ "clear": true, "strokes": [{ "id": "more", "points": [1, 1], "done": true }] });
    assert_eq!(talk.mark(0, fresh).status, 200);
    assert_eq!(strokes(&talk.follow("").next_of("marks").data), ["more"]);
}

#[test]
fn a_late_follower_has_the_strokes_of_the_slide_and_they_outlast_a_crash() {
    let talk = Talk::begin(&[]);
    talk.draw(0, "first");
    talk.draw(0, "second");
    talk.draw(1, "elsewhere");
    let mut late = talk.follow("");
    assert!(late.head().contains(&"content-type: text/event-stream".to_owned()));
    let snapshot = next_reset(&mut late);
    assert_eq!((strokes(&snapshot), &snapshot["reset"]), (vec!["first", "second"], &json!(true)));
    assert_eq!(snapshot["strokes"][0]["points"], json!([100, 200, 300, 400]));
    show(&talk.presenter, &talk.session, 1, 0);
    assert_eq!(strokes(&next_reset(&mut late)), ["elsewhere"], "each slide has its own");
    show(&talk.presenter, &talk.session, 2, 0);
    assert!(strokes(&next_reset(&mut late)).is_empty());
    show(&talk.presenter, &talk.session, 0, 0);
    assert_eq!(strokes(&next_reset(&mut late)), ["first", "second"], "and has them when it is shown again");
    assert_eq!(talk.mark(0, json!({ "clear": true })).status, 200);
    let cleared = next_reset(&mut late);
    assert_eq!((strokes(&cleared).len(), &cleared["reset"]), (0, &json!(true)));
    let Talk { lectern, session, slides, .. } = talk;
    let lectern = lectern.killed(&[]);
    let talk = Talk { presenter: lectern.admin(), lectern, session, slides };
    show(&talk.presenter, &talk.session, 1, 0);
    assert_eq!(strokes(&talk.follow("").next_of("marks").data), ["elsewhere"]);
}

#[test]
fn strokes_have_colours_and_are_taken_back_one_by_one() {
    let talk = Talk::begin(&[]);
    talk.draw(0, "first");
    let blue = json!({ "id": "second", "points": [1, 2], "color": "blue", "done": true });
    assert_eq!(talk.mark(0, json!({ "strokes": [blue] })).status, 200);
    let violet = json!({ "id": "third", "points": [1, 2], "color": "violet", "done": true });
    assert_eq!(talk.mark(0, json!({ "strokes": [violet] })).status, 400);
    let drawn = talk.follow("").next_of("marks").data;
    assert_eq!((strokes(&drawn), &drawn["strokes"][0]["color"]), (vec!["first", "second"], &json!("red")));
    assert_eq!(drawn["strokes"][1]["color"], "blue");
    assert_eq!(talk.mark(0, json!({ "remove": ["second", "unknown"] })).status, 200);
    assert_eq!(strokes(&talk.follow("").next_of("marks").data), ["first"]);
    assert_eq!(talk.mark(0, json!({ "remove": vec!["s"; 101] })).status, 400);
}

#[test]
fn a_stream_has_at_most_20_messages_a_second_and_every_point_of_a_stroke() {
    let talk = Talk::begin(&[]);
    let mut follower = talk.follow("");
    follower.next_of("marks");
    let began = Instant::now();
    let count = 100_u16;
    for number in 0..count {
        let part = json!({ "id": "s", "from": number, "points": [number, number] });
        assert_eq!(talk.mark(0, json!({ "pointer": [number, 7], "strokes": [part] })).status, 200);
    }
    let whole: Vec<u16> = (0..count).flat_map(|number| [number, number]).collect();
    assert_eq!(talk.mark(0, json!({ "strokes": [{ "id": "s", "points": whole, "done": true }] })).status, 200);
    let (mut messages, mut points, mut pointer) = (0, Vec::new(), Value::Null);
    loop {
        let marks = follower.next_of("marks").data;
        messages += 1;
        if marks["pointer"].is_array() {
            pointer = marks["pointer"].clone();
        }
        let mut done = false;
        for part in marks["strokes"].as_array().expect("parts") {
            let from = usize::try_from(part["from"].as_u64().expect("a number")).expect("small");
            assert!(from * 2 <= points.len(), "no point is missing before {from}");
            points.truncate(from * 2);
            points.extend(part["points"].as_array().expect("points").iter().cloned());
            done |= part["done"] == true;
        }
        if done {
            break;
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    assert!(f64::from(messages) <= seconds * 20.0 + 1.0, "{messages} messages in {seconds} s");
    assert!(messages < count, "they are merged");
    assert_eq!(points, whole.iter().map(|at| json!(at)).collect::<Vec<_>>());
    assert_eq!(pointer, json!([99, 7]), "the newest pointer wins");
}

#[test]
fn followers_hear_of_marks_and_captions_on_their_event_stream_and_need_no_second_one_before() {
    let talk = Talk::begin(&[]);
    let mut phone = talk.follow_session();
    phone.next_of("controlEnabled");
    assert_eq!(talk.mark(0, json!({ "pointer": [10, 20] })).status, 200);
    let notice = phone.next_of("interactionState").data;
    assert_eq!(
        (&notice["type"], &notice["marks"], &notice["captions"]),
        (&json!("marks"), &json!(true), &json!(false))
    );
    assert_eq!(talk.mark(0, json!({ "captions": true })).status, 200);
    assert_eq!(phone.next_of("interactionState").data["captions"], true);

    let (mut plain, mut captioned) = (talk.follow(""), talk.follow("?captions=1"));
    plain.next_of("marks");
    captioned.next_of("marks");
    let caption = json!({ "caption": { "text": "High water at noon", "lang": "en-GB" } });
    assert_eq!(talk.mark(0, caption).status, 200);
    assert_eq!(captioned.next_of("caption").data, json!({ "text": "High water at noon", "lang": "en-GB" }));
    assert_eq!(talk.mark(0, json!({ "pointer": [11, 21] })).status, 200);
    loop {
        let next = plain.next().expect("it goes on");
        assert_eq!(next.name, "marks", "no caption for those who asked for none");
        if next.data["pointer"] == json!([11, 21]) {
            break;
        }
    }
    assert_eq!(talk.follow("?captions=1").next_of("caption").data["text"], "High water at noon", "for late followers");

    let mut late = talk.follow_session();
    let first = late.next_of("interactionState").data;
    assert_eq!((&first["type"], &first["marks"], &first["captions"]), (&json!("marks"), &json!(true), &json!(true)));
    assert_eq!(talk.mark(0, json!({ "captions": false })).status, 200);
    assert_eq!(captioned.next_of("caption").data["text"], "");
    let audience = talk.presenter.get(&format!("/api/present-sessions/{}/audience", talk.session)).json();
    assert_eq!(audience["followers"], 2, "streams of marks are no followers");
}

#[test]
fn streams_of_marks_take_no_place_of_an_event_stream() {
    let talk = Talk::begin(&[("SVC_SSE_MAX_PER_SESSION", "1")]);
    let mut marks = talk.follow("");
    marks.next_of("marks");
    let mut events = talk.follow_session();
    events.next_of("controlEnabled");
    let refused = talk.lectern.anonymous().get(&talk.path());
    assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited".to_owned()), "30"));
    assert_eq!(talk.presenter.post(&format!("/api/present-sessions/{}/finish", talk.session), &json!({})).status, 200);
    let began = Instant::now();
    while marks.next().is_some() {}
    assert!(began.elapsed() < Duration::from_secs(5), "the stream ends with the talk");
}
