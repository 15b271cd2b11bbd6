//! Live sessions over HTTP: raw streams, a killed process, a graceful shutdown, and the load of an audience.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

/// A follower with its own connection.
pub(super) struct Follower(BufReader<TcpStream>);

/// An event: number, name and data.
#[derive(Debug)]
pub(super) struct Event {
    id: u64,
    pub(super) name: String,
    pub(super) data: Value,
}

impl Follower {
    fn of(address: &str, session: &str) -> Self {
        Self::at(address, &format!("/api/present-sessions/{session}/events"))
    }

    /// Connects a follower to the stream at a path.
    pub(super) fn at(address: &str, path: &str) -> Self {
        let address = address.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("an option");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        Self(BufReader::new(stream))
    }

    /// Reads the lines of the response head.
    pub(super) fn head(&mut self) -> Vec<String> {
        let lines = std::iter::from_fn(|| {
            let mut line = String::new();
            self.0.read_line(&mut line).expect("a line");
            Some(line.trim_end().to_ascii_lowercase())
        });
        lines.take_while(|line| !line.is_empty()).collect()
    }

    /// The next event; none when the stream has ended.
    pub(super) fn next(&mut self) -> Option<Event> {
        let (mut id, mut name) = (0, String::new());
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if let Some(number) = line.strip_prefix("id: ") {
                id = number.parse().expect("a number");
            } else if let Some(event) = line.strip_prefix("event: ") {
                event.clone_into(&mut name);
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some(Event { id, name, data: serde_json::from_str(data).expect("JSON") });
            } else if line == "0" {
                return None;
            }
        }
    }

    /// The next event with this name. Panics when the stream ends before.
    pub(super) fn next_of(&mut self, name: &str) -> Event {
        loop {
            let event = self.next().expect("the stream goes on");
            if event.name == name {
                return event;
            }
        }
    }
}

pub(super) fn begun(presenter: &Caller, slides: &Value) -> (String, String) {
    let made = presenter.post("/api/presentations", &json!({ "title": "Harbour plan", "slides": slides })).json();
    let deck = made["presentation"]["id"].as_str().expect("an id").to_owned();
    let session = presenter.post("/api/present-sessions", &json!({ "presentationId": deck })).json();
    (deck, session["sessionId"].as_str().expect("an id").to_owned())
}

pub(super) fn plain(title: &str) -> Value {
    json!({ "type": "content-slide", "content": { "title": title } })
}

pub(super) fn show(presenter: &Caller, session: &str, index: usize, step: usize) {
    let state = json!({ "slideIndex": index, "stepIdx": step });
    assert_eq!(presenter.post(&format!("/api/present-sessions/{session}/state"), &state).status, 200);
}

#[test]
fn an_audience_of_500_gets_its_slide_back_after_a_kill() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (_, session) = begun(&presenter, &json!([plain("One"), plain("Two"), plain("Three")]));
    let audience = |address: &str| -> Vec<Follower> { (0..500).map(|_| Follower::of(address, &session)).collect() };
    let mut followers = audience(&lectern.address);
    show(&presenter, &session, 2, 4);
    let mut last = 0;
    for follower in &mut followers {
        let mut event = follower.next_of("state");
        while event.data["stepIdx"] != 4 {
            event = follower.next_of("state");
        }
        assert_eq!(event.data["slideIndex"], 2);
        last = last.max(event.id);
    }
    let lectern = lectern.killed(&[]);
    for follower in &mut followers {
        // Bytes that the service sent before still arrive; then the stream ends.
        while follower.next().is_some() {}
    }
    for mut follower in audience(&lectern.address) {
        let event = follower.next_of("state");
        assert_eq!((&event.data["slideIndex"], &event.data["stepIdx"]), (&json!(2), &json!(4)));
        assert!(event.id > last, "numbers go on rising");
    }
}

#[test]
fn a_follower_that_stops_reading_does_not_delay_others() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (_, session) = begun(&presenter, &json!([plain("One")]));
    let _idle: Vec<Follower> = (0..20).map(|_| Follower::of(&lectern.address, &session)).collect();
    let mut reader = Follower::of(&lectern.address, &session);
    reader.next_of("controlEnabled");
    for step in 1..=300 {
        show(&presenter, &session, 0, step);
        assert_eq!(reader.next_of("state").data["stepIdx"], step);
    }
}

#[test]
fn stopping_the_service_ends_its_streams_at_once() {
    let lectern = Lectern::start(&[]);
    let (_, session) = begun(&lectern.admin(), &json!([plain("One")]));
    let mut followers: Vec<Follower> = (0..10).map(|_| Follower::of(&lectern.address, &session)).collect();
    for follower in &mut followers {
        follower.next_of("controlEnabled");
    }
    let began = Instant::now();
    let (_, ended) = lectern.stopped();
    assert!(ended.success() && began.elapsed() < Duration::from_secs(8), "it waited for its followers");
    assert!(followers.iter_mut().all(|follower| follower.next().is_none()));
}

#[test]
fn a_stream_has_its_headers_and_an_unknown_session_none_of_them() {
    let lectern = Lectern::start(&[]);
    let (_, session) = begun(&lectern.admin(), &json!([plain("One")]));
    let mut follower = Follower::of(&lectern.address, &session);
    let head = follower.head();
    for line in [
        "http/1.1 200 ok",
        "content-type: text/event-stream",
        "cache-control: no-cache, no-transform",
        "x-accel-buffering: no",
        "x-content-type-options: nosniff",
    ] {
        assert!(head.iter().any(|each| each == line), "{line} is not in {head:?}");
    }
    let answer = lectern.anonymous().get("/api/present-sessions/none/events");
    assert_eq!(
        (answer.refusal(), answer.header("content-type")),
        ((404, "not_found".to_owned()), "application/json; charset=utf-8")
    );
}

#[test]
fn a_stream_is_the_same_whether_its_connection_begins_with_it_or_not() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (_, session) = begun(&presenter, &json!([plain("One")]));
    let address = lectern.address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("an option");
    for path in ["/fonts/none".to_owned(), format!("/api/present-sessions/{session}/events")] {
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).expect("a request");
    }
    let mut later = Follower(BufReader::new(stream));
    assert_eq!(later.head()[0], "http/1.1 404 not found");
    while !later.head().iter().any(|line| line.starts_with("content-type: text/event-stream")) {}
    // A head that is sent in pieces is accepted.
    let mut slow = TcpStream::connect(address).expect("a connection");
    slow.set_read_timeout(Some(Duration::from_secs(20))).expect("an option");
    let request = format!("GET /api/present-sessions/{session}/events HTTP/1.1\r\nHost: {address}\r\n\r\n");
    for piece in request.as_bytes().chunks(30) {
        slow.write_all(piece).expect("a piece");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (mut slow, mut first) = (Follower(BufReader::new(slow)), Follower::of(&lectern.address, &session));
    for follower in [&mut later, &mut slow, &mut first] {
        follower.next_of("controlEnabled");
    }
    show(&presenter, &session, 0, 3);
    for follower in [&mut later, &mut slow, &mut first] {
        assert_eq!(follower.next_of("state").data["stepIdx"], 3);
    }
}

#[test]
fn a_follower_that_goes_on_sending_is_disconnected() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (_, session) = begun(&presenter, &json!([plain("One")]));
    let (mut quiet, mut loud) = (Follower::of(&lectern.address, &session), Follower::of(&lectern.address, &session));
    for follower in [&mut quiet, &mut loud] {
        follower.next_of("controlEnabled");
        // A second request on the connection does not close it.
        follower.0.get_mut().write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("it is open");
    }
    show(&presenter, &session, 0, 1);
    for follower in [&mut quiet, &mut loud] {
        assert_eq!(follower.next_of("state").data["stepIdx"], 1);
    }
    let sent = (0..1_000_000).find(|_| loud.0.get_mut().write_all(&[b'x'; 1024]).is_err());
    assert!(sent.is_some(), "a gigabyte was accepted");
    show(&presenter, &session, 0, 2);
    assert_eq!(quiet.next_of("state").data["stepIdx"], 2);
}

#[test]
fn a_page_that_shows_wrong_codes_as_pictures_or_frames_locks_nobody_out() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (deck, _) = begun(&presenter, &json!([plain("One")]));
    let session = presenter.post("/api/present-sessions", &json!({ "presentationId": deck })).json();
    let code = session["followCodes"]["en-GB"].as_str().expect("a code");
    for kind in ["image", "iframe", "video"] {
        let embedded = lectern.anonymous().with("Sec-Fetch-Dest", kind);
        for number in 0..40 {
            let wrong = format!("/go/Q{}{}Q", char::from(b'A' + number / 20), char::from(b'A' + number % 20));
            assert_eq!(embedded.get(&wrong).refusal(), (403, "forbidden".to_owned()), "{kind}");
            assert_eq!(embedded.get(&format!("/api/follow-codes/QQQ{}", number % 10)).status, 403, "{kind}");
        }
        let export = format!("/api/presentations/{deck}/export/html");
        assert_eq!(presenter.with("Sec-Fetch-Dest", kind).get(&export).status, 403);
    }
    for kind in ["document", "empty"] {
        let person = lectern.anonymous().with("Sec-Fetch-Dest", kind);
        assert_eq!(person.get(&format!("/api/follow-codes/{code}")).status, 200, "{kind}");
    }
    let cover = format!("/api/presentations/{deck}/thumb.png");
    assert_eq!(presenter.with("Sec-Fetch-Dest", "image").send("HEAD", &cover, None).status, 200);
    assert_eq!(lectern.anonymous().with("Sec-Fetch-Dest", "image").get("/uploads/none.png").status, 404);
}

#[test]
fn streams_are_limited_by_the_settings() {
    let lectern = Lectern::start(&[("SVC_SSE_MAX_PER_SESSION", "2"), ("SVC_SSE_MAX_PER_IP", "1")]);
    let (_, session) = begun(&lectern.admin(), &json!([plain("One")]));
    let mut followers: Vec<Follower> = (0..2).map(|_| Follower::of(&lectern.address, &session)).collect();
    for follower in &mut followers {
        follower.next_of("controlEnabled");
    }
    let events = format!("/api/present-sessions/{session}/events");
    let refused = lectern.anonymous().get(&events);
    assert_eq!((refused.refusal(), refused.header("retry-after")), ((429, "rate_limited".to_owned()), "30"));
    drop(followers);
    let began = Instant::now();
    loop {
        let mut follower = Follower::of(&lectern.address, &session);
        if follower.head()[0].contains("200") {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "a seat that was left is free");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn streams_are_open_over_http_2_too() {
    let lectern = Lectern::start(&[]);
    let (_, session) = begun(&lectern.admin(), &json!([plain("One")]));
    let address = lectern.address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("an option");
    // A preface, empty settings, and a request whose fields are all written out (RFC 9113, RFC 7541 6.2.2).
    let mut head = Vec::new();
    let path = format!("/api/present-sessions/{session}/events");
    for (name, value) in [(":method", "GET"), (":scheme", "http"), (":path", path.as_str()), (":authority", address)] {
        head.push(0);
        for text in [name, value] {
            head.push(u8::try_from(text.len()).expect("short"));
            head.extend(text.as_bytes());
        }
    }
    let mut sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_vec();
    let length = u8::try_from(head.len()).expect("short");
    sent.extend([0, 0, length, 1, 5, 0, 0, 0, 1]);
    sent.extend(head);
    stream.write_all(&sent).expect("a request");
    let mut received = Vec::new();
    while !String::from_utf8_lossy(&received).contains("event: controlEnabled") {
        let mut piece = [0; 1024];
        let read = stream.read(&mut piece).expect("the snapshot comes");
        assert!(read > 0, "the stream ended: {}", String::from_utf8_lossy(&received));
        received.extend(&piece[..read]);
    }
}

#[test]
fn a_device_is_given_a_cookie_once() {
    let lectern = Lectern::start(&[("APP_URL", "https://decks.example")]);
    let poll = json!({ "type": "poll-slide", "content": { "question": "?", "option1": "Yes", "option2": "No" } });
    let (deck, session) = begun(&lectern.admin(), &json!([poll]));
    let deck = lectern.admin().get(&format!("/api/presentations/{deck}")).json();
    let slide = deck["presentation"]["slides"][0]["id"].as_str().expect("an id").to_owned();
    let vote = format!("/api/follow/{session}/interactions/{slide}/vote");
    let first = lectern.anonymous().post(&vote, &json!({ "optionIndex": 0 }));
    let cookie = first.header("set-cookie");
    assert!(cookie.starts_with("svc_device="), "{cookie}");
    let attributes = format!("; Path=/api/follow/{session}; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure");
    assert!(cookie.ends_with(&attributes), "{cookie}");
    let phone = lectern.with_cookie_of(&first);
    let second = phone.post(&vote, &json!({ "optionIndex": 1 }));
    assert_eq!((second.header("set-cookie"), &second.json()["interactionState"]["total"]), ("", &json!(1)));
    let unsigned = lectern.anonymous().with("Cookie", &format!("svc_device={}", "x".repeat(43)));
    let third = unsigned.post(&vote, &json!({ "optionIndex": 1 }));
    assert!(third.header("set-cookie").starts_with("svc_device="), "a cookie without a signature is replaced");
    assert_eq!(phone.with("Authorization", "Bearer nonsense").post(&vote, &json!({ "optionIndex": 1 })).status, 200);
    let huge = json!({ "optionIndex": 1, "padding": "x".repeat(70_000) });
    assert_eq!(phone.post(&vote, &huge).status, 413);
    assert_eq!(phone.post(&format!("/api/follow/none/interactions/{slide}/vote"), &json!(7)).status, 404);
}

#[test]
fn a_question_without_options_says_so_to_a_vote() {
    let lectern = Lectern::start(&[]);
    let (deck, session) = begun(&lectern.admin(), &json!([{ "type": "poll-slide", "content": { "question": "?" } }]));
    let deck = lectern.admin().get(&format!("/api/presentations/{deck}")).json();
    let slide = deck["presentation"]["slides"][0]["id"].as_str().expect("an id");
    let vote = format!("/api/follow/{session}/interactions/{slide}/vote");
    let refused = lectern.anonymous().post(&vote, &json!({ "optionIndex": 0 }));
    assert_eq!((refused.status, &refused.json()["details"]), (400, &json!("this question has no options to vote for")));
}

#[test]
fn the_presenter_closes_and_opens_questions_and_removes_an_asker() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (_, session) = begun(&presenter, &json!([plain("One")]));
    let (base, questions) = (format!("/api/present-sessions/{session}"), format!("/api/follow/{session}/questions"));
    let ask = |caller: &Caller, text: &str| caller.post(&questions, &json!({ "text": text }));
    let number = lectern.anonymous().post(&questions, &json!({ "text": 5 }));
    assert_eq!((number.status, &number.json()["details"]), (400, &json!("`text` is a text")));
    let first = ask(&lectern.anonymous(), "Buy one?");
    let asker = lectern.with_cookie_of(&first);
    assert_eq!((ask(&asker, "Buy two?").status, ask(&lectern.anonymous(), "How deep is it?").status), (201, 201));
    let id = first.json()["question"]["id"].as_str().expect("an id").to_owned();
    let remove = format!("{base}/questions/{id}/remove-asker");
    assert_eq!(lectern.anonymous().post(&remove, &json!({})).status, 401);
    assert_eq!(lectern.key(&["read"]).post(&remove, &json!({})).status, 403);
    assert_eq!(presenter.post(&remove, &json!({})).json(), json!({ "ok": true, "removed": 2 }));
    assert_eq!(presenter.post(&remove, &json!({})).status, 404);
    let mut follower = Follower::of(&lectern.address, &session);
    follower.next_of("controlEnabled");
    assert_eq!(lectern.anonymous().post(&format!("{base}/questions/close"), &json!({})).status, 401);
    for (verb, open, status) in [("close", false, 409), ("open", true, 201)] {
        let set = presenter.post(&format!("{base}/questions/{verb}"), &json!({}));
        assert_eq!(set.json(), json!({ "ok": true, "open": open }));
        // An event about the removed questions may come first.
        let mut event = follower.next_of("interactionState").data;
        while event["open"] != open {
            event = follower.next_of("interactionState").data;
        }
        assert_eq!((&event["type"], &event["total"]), (&json!("qa"), &json!(1)));
        assert_eq!(presenter.get(&format!("{base}/audience")).json()["questionsOpen"], open);
        assert_eq!(lectern.anonymous().get(&questions).json()["open"], open);
        assert_eq!(ask(&asker, "Now?").status, status);
    }
}

#[test]
fn during_maintenance_a_session_continues_and_none_starts() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (deck, session) = begun(&presenter, &json!([plain("One"), plain("Two")]));
    assert_eq!(presenter.put("/api/admin/maintenance", &json!({ "active": true, "retryAfter": 7 })).status, 200);
    let begin = |caller: &Caller, body: &Value| caller.post("/api/present-sessions", body).status;
    assert_eq!(begin(&presenter, &json!({ "presentationId": deck })), 201);
    assert_eq!(begin(&lectern.anonymous(), &json!({ "presentationId": deck })), 401);
    for body in [json!({}), json!({ "presentationId": "none" })] {
        assert_eq!((begin(&presenter, &body), begin(&lectern.anonymous(), &body)), (503, 503), "{body}");
    }
    show(&presenter, &session, 1, 0);
    let base = format!("/api/present-sessions/{session}");
    assert_eq!(lectern.anonymous().post(&format!("{base}/questions/any/promote"), &json!({})).status, 503);
    assert_eq!(lectern.anonymous().put(&format!("{base}/notes/any"), &json!({ "notes": "" })).status, 503);
}

#[test]
fn downloads_are_named_after_the_deck_and_what_they_have_and_other_files_do_not_exist() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let feedback = json!({ "type": "feedback-slide", "content": { "question": "?" } });
    let poll = json!({ "type": "poll-slide", "content": { "question": "?", "option1": "Yes", "option2": "No" } });
    let (deck, session) = begun(&presenter, &json!([feedback, poll]));
    let deck = presenter.get(&format!("/api/presentations/{deck}")).json();
    let poll = deck["presentation"]["slides"][1]["id"].as_str().expect("an id").to_owned();
    let slide = deck["presentation"]["slides"][0]["id"].as_str().expect("an id").to_owned();
    let given = lectern
        .anonymous()
        .post(&format!("/api/follow/{session}/interactions/{slide}/feedback"), &json!({ "text": "=cmd, \"now\"" }));
    assert_eq!(given.status, 200);
    let base = format!("/api/present-sessions/{session}");
    let table = presenter.get(&format!("{base}/feedback/{slide}.csv"));
    assert!(table.text.starts_with("\u{feff}\"feedback\",\"given at\"\r\n\"'=cmd, \"\"now\"\"\",\""), "{}", table.text);
    for (path, what) in [
        (format!("feedback/{slide}.csv"), "feedback on slide 1"),
        (format!("results/{poll}.csv"), "votes on slide 2"),
        ("questions.csv".to_owned(), "questions"),
    ] {
        let name = presenter.get(&format!("{base}/{path}")).header("content-disposition").to_owned();
        assert!(name.contains(&format!("filename=\"Harbour plan - {what}.csv\"")), "{name}");
    }
    assert_eq!(presenter.get(&format!("{base}/feedback/{slide}.xml")).status, 404);
    assert_eq!(presenter.get(&format!("{base}/results/{slide}.csv")).status, 400);
    assert_eq!(lectern.anonymous().get(&format!("{base}/questions.csv")).status, 401);
    assert_eq!(lectern.key(&["read"]).get(&format!("{base}/audience")).status, 403);
    assert_eq!(presenter.get(&format!("{base}/audience")).json()["followers"], 0);
}

#[test]
fn neither_codes_nor_keys_are_logged() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let (deck, _) = begun(&presenter, &json!([plain("One")]));
    let session = presenter.post("/api/present-sessions", &json!({ "presentationId": deck })).json();
    let code = session["followCodes"]["en-GB"].as_str().expect("a code");
    let key = session["notesKey"].as_str().expect("a key");
    assert_eq!(lectern.anonymous().get(&format!("/api/follow-codes/{code}")).status, 200);
    let path = format!("/api/present-sessions/{}/deck?key={key}", session["sessionId"].as_str().expect("an id"));
    assert_eq!(lectern.anonymous().get(&path).status, 200);
    let printed = lectern.log() + &lectern.console() + &lectern.anonymous().get("/metrics").text;
    assert!(!printed.contains(code) && !printed.contains(key), "{printed}");
}

impl Lectern {
    /// Kills the service as a power cut would, and starts it again.
    pub(super) fn killed(self, settings: &[(&str, &str)]) -> Self {
        let status = Command::new("kill").args(["-KILL", &self.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()));
        let (folder, _) = self.waited();
        Self::start_in(folder, settings)
    }
}

#[test]
fn the_audience_of_a_talk_is_counted_for_the_views_of_its_deck() {
    let lectern = Lectern::start(&[]);
    let presenter = lectern.admin();
    let poll = json!({ "type": "poll-slide", "content": { "question": "?", "option1": "Yes", "option2": "No" } });
    let (deck, session) = begun(&presenter, &json!([poll]));
    let analytics = format!("/api/presentations/{deck}/analytics");
    let console = lectern.anonymous().open(&format!("/api/present-sessions/{session}/events?presenter=1"));
    let mut followers: Vec<Follower> = (0..3).map(|_| Follower::of(&lectern.address, &session)).collect();
    for follower in &mut followers {
        follower.next_of("controlEnabled");
    }
    let audience = presenter.get(&format!("/api/present-sessions/{session}/audience")).json();
    assert_eq!(audience["followers"], 3, "without the presenter's pages");
    let read = presenter.get(&format!("/api/presentations/{deck}")).json();
    let slide = read["presentation"]["slides"][0]["id"].as_str().expect("an id");
    let vote = format!("/api/follow/{session}/interactions/{slide}/vote");
    for option in [0, 1] {
        assert_eq!(lectern.anonymous().post(&vote, &json!({ "optionIndex": option })).status, 200);
    }
    let ask = format!("/api/follow/{session}/questions");
    assert_eq!(lectern.anonymous().post(&ask, &json!({ "text": "How deep is it?" })).status, 201);
    assert_eq!(presenter.get(&analytics).json()["sessions"], json!([]), "it is counted every few seconds");

    assert_eq!(presenter.post(&format!("/api/present-sessions/{session}/finish"), &json!({})).status, 200);
    drop(console);
    let counted = presenter.get(&analytics).json();
    let talk = &counted["sessions"][0];
    assert_eq!(
        (&talk["sessionId"], &talk["followers"], &talk["answers"], &talk["questions"]),
        (&json!(session), &json!(3), &json!(2), &json!(1)),
        "without the presenter: {counted}"
    );
    assert_eq!((&talk["perMinute"][0]["at"], &talk["perMinute"][0]["followers"]), (&talk["from"], &json!(3)));
    assert_eq!(counted["views"], 0);
    let table = presenter.get(&format!("{analytics}.csv?days=2")).text.replace('"', "");
    let last = table.trim_end().lines().last().expect("today");
    assert!(
        table
            .trim_start_matches('\u{feff}')
            .starts_with("day,views,visitors,finished,downloads,sessions,followers,answers,questions")
    );
    assert!(last.ends_with(",0,0,0,0,1,3,2,1"), "{table}");

    // A session that nobody followed is not listed.
    let (quiet, session) = begun(&presenter, &json!([plain("One")]));
    assert_eq!(presenter.post(&format!("/api/present-sessions/{session}/finish"), &json!({})).status, 200);
    assert_eq!(presenter.get(&format!("/api/presentations/{quiet}/analytics")).json()["sessions"], json!([]));
}
