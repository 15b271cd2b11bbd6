//! Tests that when a right ends, all access by it is denied at once, and every stream by it ends within a second.
//!
//! A member called Bram starts a live session, makes a share link and opens every door and stream that their rights
//! allow. Each test ends these rights in another way and names what stays open.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

/// The time within which everything must be closed.
const LIMIT: Duration = Duration::from_secs(1);
/// The minimum time to wait for the end of a stream, and how long a stream that must stay open is watched.
const MOMENT: Duration = Duration::from_millis(50);
const SCOPES: [&str; 6] = ["read", "write", "export", "ai", "comments:read", "comments:write"];

/// Names of the doors and streams that need Bram's cookie.
const BY_COOKIE: [&str; 6] = ["read", "export", "steer", "notes by cookie", "editor page", "editor by cookie"];
/// Names of the doors and streams that need Bram's API key.
const BY_KEY: [&str; 4] = ["read by key", "tool", "editor by key", "agent"];
/// Names of the doors and streams that need the notes key.
const BY_NOTES_KEY: [&str; 4] = ["notes", "notes page", "notes slide", "speaker"];
/// Names of the doors and streams of the audience.
const HALL: [&str; 3] = ["hall", "follow page", "follower"];

/// The right by which Bram may write the deck.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Owner,
    /// As a collaborator with the permission `admin`.
    Collaborator,
    /// As a member of the organization, to which the deck is open.
    Member,
}

/// A request that Bram's rights allow.
struct Door {
    name: &'static str,
    caller: Caller,
    path: String,
    body: Option<Value>,
}

/// An open event stream.
struct Stream {
    name: &'static str,
    reader: BufReader<TcpStream>,
}

/// Ann and Bram, a deck, and all that Bram has opened.
struct Opened {
    lectern: Lectern,
    ann: Caller,
    bram: Caller,
    deck: String,
    session: String,
    link: Option<String>,
    key: String,
    doors: Vec<Door>,
    streams: Vec<Stream>,
}

impl Door {
    fn is_open(&self) -> bool {
        let answer = match &self.body {
            Some(body) => self.caller.post(&self.path, body),
            None => self.caller.get(&self.path),
        };
        // A failed tool call has status 200, and a result with `isError`.
        answer.status == 200 && (self.name != "tool" || answer.json()["result"]["isError"] != true)
    }
}

impl Stream {
    /// Opens a stream and waits for its first line.
    fn open(name: &'static str, address: &str, path: &str, headers: &[(String, String)]) -> Self {
        let address = address.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("an option");
        let mut lines = vec![format!("GET {path} HTTP/1.1"), format!("Host: {address}")];
        lines.extend(headers.iter().map(|(header, value)| format!("{header}: {value}")));
        stream.write_all(format!("{}\r\n\r\n", lines.join("\r\n")).as_bytes()).expect("a request");
        let mut opened = Self { name, reader: BufReader::new(stream) };
        let status = opened.line().expect("a status line");
        assert!(status.contains(" 200 "), "{name}: {status}");
        while !opened.line().expect("a header").is_empty() {}
        while !opened.line().expect("an event").contains(':') {}
        opened
    }

    /// The next line; none at the end of the stream.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(line.trim_end().to_owned()),
            Err(fault) => panic!("{}: {fault}", self.name),
        }
    }

    /// Whether the stream ends within a time.
    fn ends_within(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            self.reader.get_ref().set_read_timeout(Some(left)).expect("an option");
            let mut line = String::new();
            match self.reader.read_line(&mut line) {
                Ok(0) => return true,
                // The last chunk of a body.
                Ok(_) if line.trim_end() == "0" => return true,
                Ok(_) => {}
                Err(fault) if matches!(fault.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => return true,
            }
        }
    }
}

impl Opened {
    /// Opens everything. The session is started with the API key if `by_key` is set, else with the cookie.
    fn with(access: Access, by_key: bool) -> Self {
        let lectern = Lectern::start(&[]);
        let (ann, bram) = (lectern.member("ann@example.test"), lectern.member("bram@example.test"));
        let owner = if access == Access::Owner { &bram } else { &ann };
        let slide = json!({ "type": "content-slide", "content": { "title": "One" }, "notes": "Breathe." });
        let made = owner.post("/api/presentations", &json!({ "title": "Harbour plan", "slides": [slide] })).json();
        let deck = text(&made["presentation"]["id"]);
        let slide = text(&made["presentation"]["slides"][0]["id"]);
        let path = format!("/api/presentations/{deck}");
        let shared = match access {
            Access::Owner => None,
            Access::Collaborator => {
                let body = json!({ "email": "bram@example.test", "permission": "admin" });
                Some(ann.post(&format!("{path}/collaborators"), &body))
            }
            Access::Member => Some(ann.patch(&format!("{path}/visibility"), &json!({ "visibility": "organization" }))),
        };
        assert!(shared.is_none_or(|answer| answer.status < 300));
        let key = bram.post("/api/api-keys", &json!({ "name": "robot", "scopes": SCOPES })).json();
        let robot = lectern.with_key(&text(&key["key"]));

        let presenter = if by_key { &robot } else { &bram };
        let talk = presenter.post("/api/present-sessions", &json!({ "presentationId": deck })).json();
        let (session, notes_key) = (text(&talk["sessionId"]), text(&talk["notesKey"]));
        let live = format!("/api/present-sessions/{session}");
        let link = (access != Access::Member).then(|| bram.post(&format!("{path}/links"), &json!({})).json());
        let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
        let agent = robot.post("/mcp", &initialize).header("mcp-session-id").to_owned();
        let tool = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": { "name": "get_presentation", "arguments": { "presentationId": deck } } });

        let anyone = lectern.anonymous();
        let door = |name, caller: &Caller, path: String, body| Door { name, caller: caller.clone(), path, body };
        let mut doors = vec![
            door("read", &bram, path.clone(), None),
            door("export", &bram, format!("{path}/export/json"), None),
            door("notes by cookie", &bram, format!("{live}/deck"), None),
            door("editor page", &bram, format!("/app/{deck}"), None),
            door("read by key", &robot, format!("/api/v1/presentations/{deck}"), None),
            door("tool", &robot, "/mcp".to_owned(), Some(tool)),
            door("notes", &anyone, format!("{live}/deck?key={notes_key}"), None),
            door("notes page", &anyone, format!("/notes/{session}?key={notes_key}"), None),
            door("notes slide", &anyone, format!("/notes/{session}/slide/{slide}?key={notes_key}"), None),
            door("hall", &anyone, format!("{live}/state"), None),
            door("follow page", &anyone, format!("/follow/{session}"), None),
        ];
        // A session that was started with the key is not controlled with the cookie, so that it depends on the key
        // alone.
        if !by_key {
            doors.push(door("steer", &bram, format!("{live}/state"), Some(json!({ "slideIndex": 0 }))));
        }
        if let Some(link) = &link {
            doors.push(door("link", &anyone, text(&link["path"]), None));
        }
        let address = &lectern.address;
        let agent = robot.with("Mcp-Session-Id", &agent);
        let streams = vec![
            Stream::open("editor by cookie", address, &format!("{path}/events"), &bram.headers),
            Stream::open("editor by key", address, &format!("{path}/events"), &robot.headers),
            Stream::open("agent", address, "/mcp", &agent.headers),
            Stream::open("follower", address, &format!("{live}/events"), &[]),
            Stream::open("speaker", address, &format!("{live}/events?key={notes_key}"), &[]),
        ];
        for door in &doors {
            assert!(door.is_open(), "{} is open at first", door.name);
        }
        let link = link.map(|link| text(&link["link"]["id"]));
        let key = text(&key["id"]);
        Self { lectern, ann, bram, deck, session, link, key, doors, streams }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/presentations/{}{rest}", self.deck)
    }

    /// Checks that everything is closed within [`LIMIT`], except for the named doors and streams, which must stay open.
    fn check(&mut self, stays: &[&str]) {
        let done = Instant::now();
        for stream in self.streams.iter_mut().filter(|stream| !stays.contains(&stream.name)) {
            let left = LIMIT.saturating_sub(done.elapsed()).max(MOMENT);
            assert!(stream.ends_within(left), "the stream `{}` is still open", stream.name);
        }
        for door in self.doors.iter().filter(|door| !stays.contains(&door.name)) {
            loop {
                let is_late = done.elapsed() >= LIMIT;
                if !door.is_open() {
                    break;
                }
                assert!(!is_late, "`{}` is still open", door.name);
            }
        }
        for stream in self.streams.iter_mut().filter(|stream| stays.contains(&stream.name)) {
            assert!(!stream.ends_within(MOMENT), "the stream `{}` has ended", stream.name);
        }
        for door in self.doors.iter().filter(|door| stays.contains(&door.name)) {
            assert!(door.is_open(), "`{}` is closed", door.name);
        }
    }

    /// The id of Bram's account.
    fn account(&self) -> String {
        text(&self.bram.get("/api/auth/me").json()["user"]["id"])
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

#[test]
fn a_collaborator_is_removed() {
    let mut opened = Opened::with(Access::Collaborator, false);
    assert_eq!(opened.ann.delete(&opened.path("/collaborators/bram@example.test")).status, 200);
    opened.check(&["agent"]);
}

#[test]
fn a_collaborator_may_only_read_from_now_on() {
    let mut opened = Opened::with(Access::Collaborator, false);
    let reader = json!({ "permission": "view" });
    assert_eq!(opened.ann.patch(&opened.path("/collaborators/bram@example.test"), &reader).status, 200);
    // The session ends, since nobody who started or controlled it may still write the deck.
    opened.check(&[
        "read",
        "export",
        "editor page",
        "editor by cookie",
        "read by key",
        "tool",
        "editor by key",
        "agent",
    ]);
}

#[test]
fn a_deck_becomes_private() {
    let mut opened = Opened::with(Access::Member, false);
    assert_eq!(opened.ann.patch(&opened.path("/visibility"), &json!({ "visibility": "private" })).status, 200);
    opened.check(&["agent"]);
}

#[test]
fn a_deck_is_transferred() {
    let mut opened = Opened::with(Access::Owner, false);
    let transfer = json!({ "email": "ann@example.test", "keepAccess": false });
    assert_eq!(opened.bram.post(&opened.path("/transfer"), &transfer).status, 200);
    opened.check(&["agent"]);
}

#[test]
fn a_deck_is_thrown_away() {
    let mut opened = Opened::with(Access::Collaborator, false);
    assert_eq!(opened.ann.delete(&opened.path("")).status, 200);
    opened.check(&["agent"]);
}

#[test]
fn an_api_key_is_revoked() {
    let mut opened = Opened::with(Access::Collaborator, true);
    assert_eq!(opened.bram.delete(&format!("/api/api-keys/{}", opened.key)).status, 200);
    let stays = [&BY_COOKIE[..], &HALL, &["link"]].concat();
    opened.check(&stays);
}

#[test]
fn a_presenter_signs_out() {
    let mut opened = Opened::with(Access::Collaborator, false);
    assert_eq!(opened.bram.post("/api/auth/logout", &json!({})).status, 200);
    // The account may still write the deck, so the session continues, but with a new notes key.
    let stays = [&BY_KEY[..], &HALL, &["link"]].concat();
    opened.check(&stays);
}

#[test]
fn a_password_is_changed_elsewhere() {
    let mut opened = Opened::with(Access::Collaborator, false);
    let elsewhere = opened.lectern.signed_in("bram@example.test", "long enough");
    let change = json!({ "current": "long enough", "password": "even longer" });
    assert_eq!(elsewhere.post("/api/auth/change-password", &change).status, 200);
    let stays = [&BY_KEY[..], &HALL, &["link"]].concat();
    opened.check(&stays);
}

#[test]
fn an_account_is_disabled() {
    let mut opened = Opened::with(Access::Collaborator, false);
    let path = format!("/api/admin/users/{}", opened.account());
    assert_eq!(opened.lectern.admin().patch(&path, &json!({ "disabled": true })).status, 200);
    opened.check(&[]);
}

#[test]
fn an_identity_provider_switches_a_person_off() {
    let mut opened = Opened::with(Access::Collaborator, false);
    let admin = opened.lectern.admin();
    let organization = text(&admin.get("/api/auth/me").json()["organization"]["id"]);
    let token = admin.post(&format!("/api/organizations/{organization}/provisioning/token"), &json!({})).json();
    let provider = opened.lectern.with_key(&text(&token["token"]));
    let off = json!({ "Operations": [{ "op": "replace", "path": "active", "value": false }] });
    assert_eq!(provider.patch(&format!("/scim/v2/Users/{}", opened.account()), &off).status, 200);
    opened.check(&[]);
}

#[test]
fn an_account_is_deleted() {
    let mut opened = Opened::with(Access::Collaborator, false);
    let path = format!("/api/admin/users/{}", opened.account());
    assert_eq!(opened.lectern.admin().delete(&path).status, 200);
    opened.check(&[]);
}

#[test]
fn a_membership_ends() {
    let mut opened = Opened::with(Access::Member, false);
    let admin = opened.lectern.admin();
    let organization = text(&admin.get("/api/auth/me").json()["organization"]["id"]);
    let path = format!("/api/organizations/{organization}/members/bram@example.test");
    assert_eq!(admin.delete(&path).status, 200);
    opened.check(&[]);
}

#[test]
fn a_share_link_is_revoked() {
    let mut opened = Opened::with(Access::Collaborator, false);
    let link = opened.link.clone().expect("a link");
    assert_eq!(opened.ann.delete(&opened.path(&format!("/links/{link}"))).status, 200);
    let stays = [&BY_COOKIE[..], &BY_KEY, &BY_NOTES_KEY, &HALL].concat();
    opened.check(&stays);
}

#[test]
fn a_talk_that_another_writer_has_steered_goes_on_with_another_notes_key() {
    let mut opened = Opened::with(Access::Collaborator, false);
    let (live, ann) = (format!("/api/present-sessions/{}", opened.session), opened.ann.clone());
    assert_eq!(ann.post(&format!("{live}/state"), &json!({ "slideIndex": 0 })).status, 200);
    assert_eq!(ann.delete(&opened.path("/collaborators/bram@example.test")).status, 200);
    let stays = [&HALL[..], &["agent"]].concat();
    opened.check(&stays);
    let talk = ann.post("/api/present-sessions", &json!({ "presentationId": opened.deck })).json();
    assert_eq!(text(&talk["sessionId"]), opened.session);
    let notes = opened.lectern.anonymous().get(&format!("{live}/deck?key={}", text(&talk["notesKey"])));
    assert_eq!((notes.status, &notes.json()["slides"][0]["notes"]), (200, &json!("Breathe.")));
}
