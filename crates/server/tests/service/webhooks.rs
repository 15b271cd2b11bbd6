//! Webhooks: what receivers get, how often, and which addresses are not called.

use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};
use crate::support::WITH_ADMIN;

const LOCAL: (&str, &str) = ("SVC_WEBHOOK_ALLOW", "127.0.0.0/8, ::1");
/// How long an event may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);
/// A pseudo status with which the receiver never responds.
const SILENCE: u16 = 0;

/// A receiver on a port of its own.
struct Receiver {
    port: u16,
    requests: mpsc::Receiver<Received>,
    /// The statuses of the next responses, in order; 200 when there are none.
    statuses: Arc<Mutex<VecDeque<u16>>>,
}

/// A request as it arrived.
#[derive(Debug)]
struct Received {
    headers: Vec<(String, String)>,
    body: String,
}

impl Receiver {
    fn start() -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").expect("a port"))
    }

    fn on(listener: TcpListener) -> Self {
        let port = listener.local_addr().expect("an address").port();
        let (sender, requests) = mpsc::channel();
        let statuses: Arc<Mutex<VecDeque<u16>>> = Arc::default();
        let next = Arc::clone(&statuses);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (sender, next) = (sender.clone(), Arc::clone(&next));
                std::thread::spawn(move || {
                    let status = next.lock().expect("statuses").pop_front().unwrap_or(200);
                    answer(stream, status, &sender)
                });
            }
        });
        Self { port, requests, statuses }
    }

    fn will_answer(&self, statuses: &[u16]) {
        self.statuses.lock().expect("statuses").extend(statuses);
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }

    fn next(&self) -> Received {
        self.requests.recv_timeout(PATIENCE).expect("a request")
    }

    /// The next `count` events as type and payload, sorted by type.
    fn events(&self, secret: &str, count: usize) -> Vec<(String, Value)> {
        let mut events: Vec<(String, Value)> = (0..count)
            .map(|_| {
                let event = self.next().verified(secret);
                (event["type"].as_str().expect("a type").to_owned(), event)
            })
            .collect();
        events.sort_by(|(one, _), (other, _)| one.cmp(other));
        events
    }
}

fn answer(mut stream: TcpStream, status: u16, sender: &mpsc::Sender<Received>) -> Option<()> {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    let (head, mut body) = loop {
        let read = stream.read(&mut part).ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&part[..read]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break (String::from_utf8(bytes[..end].to_vec()).ok()?, bytes[end + 4..].to_vec());
        }
    };
    let headers: Vec<(String, String)> = head
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length")?.1.parse().ok()?;
    while body.len() < length {
        let read = stream.read(&mut part).ok().filter(|read| *read > 0)?;
        body.extend_from_slice(&part[..read]);
    }
    sender.send(Received { headers, body: String::from_utf8(body).ok()? }).ok()?;
    if status == SILENCE {
        // Blocks until the sender closes the connection.
        let _ = stream.read(&mut part);
        return None;
    }
    let location = if status == 302 { "Location: /elsewhere\r\n" } else { "" };
    let response = format!("HTTP/1.1 {status} X\r\n{location}Content-Length: 0\r\nConnection: close\r\n\r\n");
    stream.write_all(response.as_bytes()).ok()
}

impl Received {
    fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Verifies the signature as a receiver does, with code that is independent of the service, and returns the body.
    fn verified(&self, secret: &str) -> Value {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("the prefix")).expect("base64");
        let signed = format!("{}.{}.{}", self.header("webhook-id"), self.header("webhook-timestamp"), self.body);
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, &key);
        let signature = self.header("webhook-signature").strip_prefix("v1,").expect("version 1");
        let signature = STANDARD.decode(signature).expect("base64");
        ring::hmac::verify(&key, signed.as_bytes(), &signature).expect("the signature is right");
        let sent: u64 = self.header("webhook-timestamp").parse().expect("seconds");
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
        assert!(now.abs_diff(sent) < 60, "sent at {sent}, received at {now}");
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_str(&self.body).expect("JSON")
    }
}

/// Creates a webhook and returns its path and its secret.
fn webhook(admin: &Caller, url: &str, events: &[&str]) -> (String, String) {
    let made = admin.post("/api/webhooks", &json!({ "url": url, "events": events }));
    assert_eq!(made.status, 201, "{}", made.text);
    let made = made.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    (format!("/api/webhooks/{}", text(&made["webhook"]["id"])), text(&made["secret"]))
}

/// Waits until the deliveries of a webhook are as expected, and returns them.
fn deliveries(admin: &Caller, webhook: &str, is_expected: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let began = Instant::now();
    loop {
        let listed = admin.get(&format!("{webhook}/deliveries")).json();
        let rows = listed["deliveries"].as_array().expect("deliveries").clone();
        if is_expected(&rows) {
            return rows;
        }
        assert!(began.elapsed() < PATIENCE, "{rows:#?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn new_deck(caller: &Caller, title: &str) -> String {
    let made = caller.post("/api/presentations", &json!({ "title": title }));
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["presentation"]["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_receiver_gets_every_event_signed() {
    let lectern = Lectern::start(&[LOCAL]);
    let (admin, receiver) = (lectern.admin(), Receiver::start());
    let all = admin.get("/api/webhooks").json()["availableEvents"].clone();
    let all: Vec<&str> = all.as_array().expect("events").iter().filter_map(Value::as_str).collect();
    let (_, secret) = webhook(&admin, &receiver.url(), &all);

    let slides =
        json!([{ "type": "poll-slide", "content": { "question": "Dig?", "option1": "Yes", "option2": "No" } }]);
    let deck = admin.post("/api/presentations", &json!({ "title": "Tides", "slides": slides })).json();
    let deck = &deck["presentation"];
    let (id, slide) = (deck["id"].as_str().expect("an id"), deck["slides"][0]["id"].as_str().expect("an id"));
    let base = format!("/api/presentations/{id}");
    admin.post(&format!("{base}/comments"), &json!({ "body": "Deeper?" }));
    assert_eq!(admin.patch(&format!("{base}/visibility"), &json!({ "visibility": "organization" })).status, 200);
    admin.post(&format!("{base}/comments"), &json!({ "body": "Much deeper" }));
    assert_eq!(admin.get(&format!("{base}/export/html?lang=en-GB")).status, 200);
    assert_eq!(admin.post("/api/api-keys", &json!({ "name": "robot", "scopes": ["read"] })).status, 201);
    let events = receiver.events(&secret, 5);
    let types: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        types,
        ["comment.created", "comment.created", "key.created", "presentation.created", "presentation.exported"]
    );
    let mut bodies: Vec<&Value> = events[..2].iter().map(|(_, event)| &event["data"]["comment"]["body"]).collect();
    bodies.sort_by_key(|body| body.is_string());
    assert_eq!(bodies, [&Value::Null, &json!("Much deeper")], "an administrator may not read a private deck");
    assert_eq!(events[2].1["data"]["key"]["name"], "robot");
    assert_eq!(events[3].1["data"]["presentation"]["id"], id);
    assert_eq!(events[3].1["data"]["presentation"]["title"], Value::Null);
    assert_eq!(events[4].1["data"]["presentation"]["title"], "Tides");
    assert_eq!(events[4].1["data"]["format"], "html");

    let session = admin.post("/api/present-sessions", &json!({ "presentationId": id })).json();
    let session = session["sessionId"].as_str().expect("a session");
    let vote = format!("/api/follow/{session}/interactions/{slide}/vote");
    let voted = lectern.anonymous().post(&vote, &json!({ "optionIndex": 1 }));
    assert_eq!(voted.status, 200, "{}", voted.text);
    let asked = lectern.anonymous().post(&format!("/api/follow/{session}/questions"), &json!({ "text": "How deep?" }));
    assert_eq!(asked.status, 201, "{}", asked.text);
    for _ in 0..2 {
        assert_eq!(admin.post(&format!("/api/present-sessions/{session}/finish"), &json!({})).status, 200);
    }
    let (name, event) = receiver.events(&secret, 1).remove(0);
    assert_eq!((name.as_str(), &event["data"]["session"]["reason"]), ("session.ended", &json!("finished")));
    let votes = json!([{ "option": "Yes", "votes": 0 }, { "option": "No", "votes": 1 }]);
    assert_eq!(event["data"]["results"][0]["options"], votes, "{event:#}");
    assert_eq!(event["data"]["questions"][0]["text"], "How deep?");

    assert_eq!(admin.delete(&base).status, 200);
    let (name, event) = receiver.events(&secret, 1).remove(0);
    assert_eq!((name.as_str(), &event["data"]["by"]), ("presentation.trashed", &json!(super::lectern::ADMIN.0)));
}

#[test]
fn an_event_is_sent_again_until_it_arrives_and_when_somebody_asks() {
    let lectern = Lectern::start(&[LOCAL]);
    let (admin, receiver) = (lectern.admin(), Receiver::start());
    let (path, secret) = webhook(&admin, &receiver.url(), &["presentation.created"]);
    receiver.will_answer(&[500]);
    new_deck(&admin, "Tides");
    let (first, second) = (receiver.next(), receiver.next());
    assert_eq!(first.verified(&secret), second.verified(&secret));
    assert_eq!(first.header("webhook-id"), second.header("webhook-id"));
    let rows = deliveries(&admin, &path, |rows| rows[0]["state"] == "delivered");
    assert_eq!((rows.len(), &rows[0]["attempts"], &rows[0]["responseStatus"]), (1, &json!(2), &json!(200)));
    assert_eq!((&rows[0]["failure"], &rows[0]["nextAttemptAt"]), (&Value::Null, &Value::Null));
    assert_eq!(rows[0]["payload"]["type"], "presentation.created");

    let delivery = rows[0]["id"].as_str().expect("an id");
    let replayed = admin.post(&format!("{path}/deliveries/{delivery}/replay"), &json!({}));
    assert_eq!(replayed.status, 201, "{}", replayed.text);
    let third = receiver.next();
    assert_eq!((third.header("webhook-id"), &third.body), (first.header("webhook-id"), &first.body));
    assert_eq!(deliveries(&admin, &path, |rows| rows[0]["state"] == "delivered").len(), 2);
    let unknown = admin.post(&format!("{path}/deliveries/none/replay"), &json!({}));
    assert_eq!(unknown.refusal(), (404, "not_found".to_owned()));

    let rotated = admin.post(&format!("{path}/secret"), &json!({})).json();
    let renewed = rotated["secret"].as_str().expect("a secret");
    assert_ne!(renewed, secret);
    assert_eq!(admin.post(&format!("{path}/test"), &json!({})).status, 201);
    assert_eq!(receiver.next().verified(renewed)["type"], "webhook.test");
}

#[test]
fn a_receiver_that_is_gone_is_switched_off_and_redirects_lead_nowhere() {
    let lectern = Lectern::start(&[LOCAL]);
    let (admin, receiver) = (lectern.admin(), Receiver::start());
    let (path, _) = webhook(&admin, &receiver.url(), &["presentation.created"]);
    receiver.will_answer(&[302]);
    new_deck(&admin, "Tides");
    receiver.next();
    let rows = deliveries(&admin, &path, |rows| rows[0]["attempts"] == 1 && rows[0]["failure"].is_string());
    assert!(rows[0]["failure"].as_str().expect("why").contains("redirects are not followed"), "{rows:#?}");
    receiver.will_answer(&[410]);
    receiver.next();
    deliveries(&admin, &path, |rows| rows[0]["state"] == "failed");
    let listed = &admin.get("/api/webhooks").json()["webhooks"][0];
    assert_eq!((&listed["active"], listed["goneAt"].is_string()), (&json!(false), true));
    new_deck(&admin, "Ebb");
    assert_eq!(admin.post(&format!("{path}/test"), &json!({})).refusal(), (409, "conflict".to_owned()));
    assert_eq!(admin.patch(&path, &json!({ "active": true })).json()["webhook"]["goneAt"], Value::Null);
    let flow = new_deck(&admin, "Flow");
    let event: Value = serde_json::from_str(&receiver.next().body).expect("JSON");
    assert_eq!(event["data"]["presentation"]["id"], flow, "what happened meanwhile is not sent");
}

#[test]
fn a_slow_receiver_holds_up_nobody_else() {
    let lectern = Lectern::start(&[LOCAL]);
    let (admin, slow, quick) = (lectern.admin(), Receiver::start(), Receiver::start());
    slow.will_answer(&[SILENCE; 40]);
    let (path, _) = webhook(&admin, &slow.url(), &["presentation.created"]);
    webhook(&admin, &quick.url(), &["presentation.created"]);
    for number in 0..12 {
        new_deck(&admin, &format!("Deck {number}"));
    }
    let began = Instant::now();
    for _ in 0..12 {
        quick.next();
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let rows = deliveries(&admin, &path, |rows| rows.len() == 12);
    let begun = rows.iter().filter(|row| row["attempts"] == 1).count();
    assert!(begun <= 4, "{begun} requests at once");
}

#[test]
fn a_private_address_is_called_only_where_the_operator_allows_it() {
    let lectern = Lectern::start(&[]);
    let (admin, receiver) = (lectern.admin(), Receiver::start());
    let refused = |url: &str| admin.post("/api/webhooks", &json!({ "url": url, "events": ["key.created"] }));
    for url in [receiver.url(), "http://[::ffff:127.0.0.1]/".to_owned(), "http://169.254.169.254/".to_owned()] {
        let refused = refused(&url);
        assert_eq!(refused.refusal(), (400, "bad_request".to_owned()), "{url}");
        assert!(refused.text.contains("SVC_WEBHOOK_ALLOW"), "{}", refused.text);
    }
    // Names are accepted, and checked when they are resolved for a delivery.
    for name in ["localhost", "127.1", "2130706433"] {
        let (path, _) = webhook(&admin, &format!("http://{name}:{}/hook", receiver.port), &["presentation.created"]);
        assert_eq!(admin.post(&format!("{path}/test"), &json!({})).status, 201);
        let rows = deliveries(&admin, &path, |rows| rows[0]["failure"].is_string());
        let why = rows[0]["failure"].as_str().expect("why");
        assert!(why.contains("private network") || why.contains("host"), "{name}: {why}");
    }
    assert!(receiver.requests.try_recv().is_err(), "it was called");
}

#[test]
fn an_event_survives_the_end_of_the_process() {
    let lectern = Lectern::start(&[LOCAL]);
    let admin = lectern.admin();
    // A free port, on which nothing listens yet.
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let (_, secret) = webhook(&admin, &format!("http://127.0.0.1:{port}/hook"), &["presentation.created"]);
    let decks: Vec<String> = (0..5).map(|number| new_deck(&admin, &format!("Deck {number}"))).collect();
    let killed = std::process::Command::new("kill").args(["-9", &lectern.id().to_string()]).status();
    assert!(killed.is_ok_and(|killed| killed.success()));
    let (folder, _) = lectern.waited();
    let receiver = Receiver::on(TcpListener::bind(("127.0.0.1", port)).expect("the port"));
    let _lectern = Lectern::start_in(folder, &[&WITH_ADMIN[..], &[LOCAL]].concat());
    let mut arrived: Vec<String> = (0..5)
        .map(|_| receiver.requests.recv_timeout(Duration::from_secs(90)).expect("a request"))
        .map(|received| received.verified(&secret)["data"]["presentation"]["id"].as_str().expect("an id").to_owned())
        .collect();
    let mut expected = decks;
    arrived.sort();
    expected.sort();
    assert_eq!(arrived, expected);
}

#[test]
fn webhooks_are_for_administrators_and_a_secret_is_shown_once() {
    let lectern = Lectern::start(&[]);
    let (admin, member) = (lectern.admin(), lectern.member("ada@x.test"));
    assert_eq!(member.get("/api/webhooks").refusal(), (403, "forbidden".to_owned()));
    let (path, secret) = webhook(&admin, "https://receiver.test/hook", &["key.created", "key.created"]);
    assert!(!admin.get("/api/webhooks").text.contains(&secret));
    assert_eq!(admin.get("/api/webhooks").json()["webhooks"][0]["events"], json!(["key.created"]));
    for (change, why) in [
        (json!({ "url": "https://me:pw@receiver.test" }), "no password"),
        (json!({ "url": "ftp://receiver.test" }), "begins with"),
        (json!({ "events": [] }), "at least one"),
        (json!({ "events": ["deck.sunk"] }), "deck.sunk"),
        (json!({ "description": "x".repeat(201) }), "at most 200"),
    ] {
        let refused = admin.patch(&path, &change);
        assert_eq!(refused.status, 400, "{change}");
        assert!(refused.text.contains(why), "{}", refused.text);
    }
    assert_eq!(admin.patch(&path, &json!({ "description": "Quay" })).json()["webhook"]["description"], "Quay");
    for number in 1..20 {
        webhook(&admin, &format!("https://receiver.test/{number}"), &["key.created"]);
    }
    let one_more = admin.post("/api/webhooks", &json!({ "url": "https://receiver.test", "events": ["key.created"] }));
    assert_eq!(one_more.json()["code"], "limit_exceeded", "{}", one_more.text);
    let annex = admin.post("/api/organizations", &json!({ "name": "Annex", "slug": "annex" })).json();
    let annex = annex["organization"]["id"].as_str().expect("an id");
    assert_eq!(admin.post(&format!("/api/organizations/{annex}/switch"), &json!({})).status, 200);
    assert_eq!(admin.get("/api/webhooks").json()["webhooks"], json!([]));
    assert_eq!(admin.delete(&path).refusal(), (404, "not_found".to_owned()));
    let acts = admin.get("/api/admin/audit").text;
    assert!(acts.contains("webhook-made") && acts.contains("webhook-changed") && !acts.contains(&secret));
}
