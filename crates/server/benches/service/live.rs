//! Measures a large audience: one presenter and N followers of one session, each with its own connection.
//!
//! This process simulates the audience and reads raw bytes, so that it can hold 10,000 followers. For each size of the
//! audience it reports how long it took until all were connected, the time from a presenter's POST to the first and to
//! the last follower, how many events did not arrive, and the memory of the service for each follower. The last
//! measurement is a storm of votes: while the presenter moves, 2,000 phones vote within a second, with the smallest
//! audience connected.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use crate::lectern::{Lectern, folder, row, within};

/// Number of moves of the presenter that are measured, and of those before that warm up.
const MOVES: usize = 200;
const WARM_UP: usize = 10;
/// Rest between two moves.
const REST: Duration = Duration::from_millis(100);
/// How long to wait until every follower has received a move.
const PATIENCE: Duration = Duration::from_secs(10);
/// Number of connections that are opened at once.
const AT_ONCE: usize = 100;
/// Number of phones that vote in a storm, the duration of the storm, and the number of connections that the phones
/// share.
const VOTES: u32 = 2000;
const STORM: Duration = Duration::from_secs(1);
const PHONE_LINES: u32 = 100;
/// Rest between two moves in a storm.
const RESTLESS: Duration = Duration::from_millis(40);
/// The bytes before the step in a `state` event.
const MARK: &[u8] = b"\"stepIdx\":";

/// When the followers received one move, and how many of them did.
#[derive(Default)]
struct Arrivals {
    /// Nanoseconds since [`Hall::opened`]; `last` too.
    first: AtomicU64,
    last: AtomicU64,
    count: AtomicUsize,
}

/// The simulated audience: all followers of a session.
struct Hall {
    opened: Instant,
    moves: Vec<Arrivals>,
    inside: AtomicUsize,
    lost: AtomicUsize,
    connecting: Mutex<Vec<Duration>>,
}

/// Measures audiences of the sizes that the command line names, or of 1,000, 5,000 and 10,000 followers.
pub(crate) fn measured() {
    let sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1000, 5000, 10_000] } else { sizes };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    for size in &sizes {
        let folder = folder();
        runtime.block_on(followed(&Lectern::start(folder.path()), *size));
    }
    let folder = folder();
    let smallest = sizes.iter().min().copied().unwrap_or_default();
    runtime.block_on(stormed(&Lectern::start(folder.path()), smallest));
}

/// Starts a session of a deck with one poll. Returns the ids of the session and of the slide.
fn begun(lectern: &Lectern) -> (String, String) {
    let asks = json!({ "question": "Which quay?", "option1": "North", "option2": "South" });
    let slides = json!([{ "type": "poll-slide", "content": asks }]);
    let deck = lectern.post("/api/v1/presentations", &json!({ "title": "Harbour plan", "slides": slides }));
    let deck = &deck["presentation"];
    let session = lectern.post("/api/present-sessions", &json!({ "presentationId": deck["id"] }));
    let id = |value: &Value| value.as_str().expect("an id").to_owned();
    (id(&session["sessionId"]), id(&deck["slides"][0]["id"]))
}

/// Connects an audience of a size. Returns when every follower is connected.
async fn seated(lectern: &Lectern, session: &str, size: usize) -> Arc<Hall> {
    let hall = Arc::new(Hall {
        opened: Instant::now(),
        moves: (0..WARM_UP + MOVES).map(|_| Arrivals::default()).collect(),
        inside: AtomicUsize::new(0),
        lost: AtomicUsize::new(0),
        connecting: Mutex::default(),
    });
    let doors = Arc::new(Semaphore::new(AT_ONCE));
    for _ in 0..size {
        let (hall, doors, address, session) =
            (Arc::clone(&hall), Arc::clone(&doors), lectern.host().to_owned(), session.to_owned());
        tokio::spawn(async move {
            if follow(&hall, &doors, &address, &session).await.is_none() {
                hall.lost.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    while hall.inside.load(Ordering::Relaxed) < size {
        assert!(hall.opened.elapsed() < Duration::from_mins(2), "{} are in", hall.inside.load(Ordering::Relaxed));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    hall
}

async fn followed(lectern: &Lectern, size: usize) {
    let (session, _) = begun(lectern);
    let before = lectern.resident() * 1024.0;
    let hall = seated(lectern, &session, size).await;
    let all_in = hall.opened.elapsed();
    let each = (lectern.resident() * 1024.0 - before) / f64::from(u32::try_from(size).expect("a hall"));

    let (mut first, mut last, mut missing) = (Vec::new(), Vec::new(), 0);
    let mut presenter = Presenter::connected(lectern, &session).await;
    for step in 0..hall.moves.len() {
        let arrivals = &hall.moves[step];
        let sent = hall.opened.elapsed();
        presenter.stand(step).await;
        while arrivals.count.load(Ordering::Relaxed) < size && hall.opened.elapsed() < sent + PATIENCE {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        missing += size - arrivals.count.load(Ordering::Relaxed);
        let since = |time: &AtomicU64| {
            let arrived = Duration::from_nanos(time.load(Ordering::Relaxed));
            arrived.saturating_sub(sent).as_secs_f64() * 1e3
        };
        if step >= WARM_UP {
            first.push(since(&arrivals.first));
            last.push(since(&arrivals.last));
        }
        tokio::time::sleep(REST).await;
    }
    let mut connecting: Vec<f64> =
        hall.connecting.lock().expect("nobody panicked").iter().map(|time| time.as_secs_f64() * 1e3).collect();
    let row = |what: &str, figure: f64, unit: &str| row(&format!("{size} followers: {what}"), figure, unit);
    row("all in after", all_in.as_secs_f64() * 1e3, "ms");
    row("to connect, 50 of 100 within", within(&mut connecting, 50), "ms");
    row("first client, 99 of 100 within", within(&mut first, 99), "ms");
    row("last client, 50 of 100 within", within(&mut last, 50), "ms");
    row("last client, 99 of 100 within", within(&mut last, 99), "ms");
    row("events lost", counted(missing), "events");
    row("connections lost", counted(hall.lost.load(Ordering::Relaxed)), "connections");
    row("memory each", each, "KiB");
}

/// Sends all votes within a second while the presenter moves, and reports how long votes and events took.
async fn stormed(lectern: &Lectern, size: usize) {
    let (session, slide) = begun(lectern);
    let hall = seated(lectern, &session, size).await;
    let mut presenter = Presenter::connected(lectern, &session).await;
    // Connected before the storm: a phone that follows has a connection already.
    let mut lines = Vec::new();
    for _ in 0..PHONE_LINES {
        lines.push(TcpStream::connect(lectern.host()).await.expect("a connection"));
    }
    let began = Instant::now();
    let voting: Vec<_> = (0..)
        .zip(lines)
        .map(|(line, stream)| {
            let path = format!("/api/follow/{session}/interactions/{slide}/vote");
            tokio::spawn(voted(stream, lectern.host().to_owned(), path, line, began))
        })
        .collect();
    let (mut sent, mut step) = (Vec::new(), 0);
    while voting.iter().any(|line| !line.is_finished()) && step < hall.moves.len() {
        sent.push(hall.opened.elapsed());
        presenter.stand(step).await;
        step += 1;
        tokio::time::sleep(RESTLESS).await;
    }
    let mut votes = Vec::new();
    for line in voting {
        votes.extend(line.await.expect("nobody panicked"));
    }
    let took = began.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let arrived = |time: &AtomicU64| Duration::from_nanos(time.load(Ordering::Relaxed));
    let last =
        |(step, sent): (usize, &Duration)| arrived(&hall.moves[step].last).saturating_sub(*sent).as_secs_f64() * 1e3;
    let mut last: Vec<f64> = sent.iter().enumerate().map(last).collect();
    let missing: usize = (0..step).map(|step| size - hall.moves[step].count.load(Ordering::Relaxed)).sum();
    let state = lectern.get(&format!("/api/follow/{session}/interactions/current"));
    let state: Value = serde_json::from_slice(&state).expect("JSON");
    let counted_votes = state["interactionState"]["total"].as_f64().unwrap_or(f64::NAN);
    row("votes counted of 2,000 in a storm", counted_votes, "votes");
    row("votes in a storm, all taken after", took.as_secs_f64() * 1e3, "ms");
    row("votes in a storm, 99 of 100 within", within(&mut votes, 99), "ms");
    row("state events in a storm of votes, 99 of 100 within", within(&mut last, 99), "ms");
    row("state events in a storm of votes, lost", counted(missing), "events");
}

/// Sends the votes of the phones that share a connection, each when it is due. Returns the times of the accepted votes,
/// in milliseconds from when each was due.
async fn voted(mut stream: TcpStream, address: String, path: String, line: u32, began: Instant) -> Vec<f64> {
    stream.set_nodelay(true).expect("an option");
    let mut taken = Vec::new();
    for phone in (line..VOTES).filter(|phone| phone % PHONE_LINES == line) {
        let due = began + STORM * phone / VOTES;
        tokio::time::sleep_until(due.into()).await;
        let body = json!({ "optionIndex": phone % 2 }).to_string();
        // Every phone is new and has an address of its own.
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nX-Forwarded-For: 203.0.{}.{}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            phone / 250,
            phone % 250 + 1,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("a request");
        if answered(&mut stream).await {
            taken.push(due.elapsed().as_secs_f64() * 1e3);
        }
    }
    taken
}

/// Reads one response. Returns whether its status is 200.
async fn answered(stream: &mut TcpStream) -> bool {
    let (mut buffer, mut filled) = ([0; 4096], 0);
    loop {
        let read = stream.read(&mut buffer[filled..]).await.unwrap_or_default();
        filled += read;
        let Some(end) = position(&buffer[..filled], b"\r\n\r\n").filter(|_| read > 0) else {
            if read == 0 {
                return false;
            }
            continue;
        };
        let head = String::from_utf8_lossy(&buffer[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        if filled >= end + 4 + length.unwrap_or_default() {
            return head.starts_with("http/1.1 200");
        }
    }
}

/// Follows the session. Returns only when the connection fails or the stream ends, and then none.
async fn follow(hall: &Hall, doors: &Semaphore, address: &str, session: &str) -> Option<()> {
    let door = doors.acquire().await.ok()?;
    let began = Instant::now();
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request = format!("GET /api/present-sessions/{session}/events HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let (mut buffer, mut filled, mut is_in) = ([0_u8; 2048], 0, false);
    let mut door = Some(door);
    loop {
        let read = stream.read(&mut buffer[filled..]).await.ok().filter(|read| *read > 0)?;
        filled += read;
        if !is_in && contains(&buffer[..filled], b"controlEnabled") {
            is_in = true;
            drop(door.take());
            hall.connecting.lock().expect("nobody panicked").push(began.elapsed());
            hall.inside.fetch_add(1, Ordering::Relaxed);
            filled = 0;
            continue;
        }
        // An event ends with an empty line. Bytes after it belong to the next event.
        while is_in && let Some(end) = position(&buffer[..filled], b"\n\n") {
            if let Some(at) = position(&buffer[..end], MARK) {
                let digits = buffer[at + MARK.len()..end].iter().take_while(|byte| byte.is_ascii_digit());
                let step = digits.fold(0, |step, digit| step * 10 + usize::from(digit - b'0'));
                hall.saw(step);
            }
            buffer.copy_within(end + 2..filled, 0);
            filled -= end + 2;
        }
    }
}

impl Hall {
    fn saw(&self, step: usize) {
        let Some(arrivals) = self.moves.get(step) else { return };
        let now = u64::try_from(self.opened.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let _ = arrivals.first.compare_exchange(0, now, Ordering::Relaxed, Ordering::Relaxed);
        arrivals.last.store(now, Ordering::Relaxed);
        arrivals.count.fetch_add(1, Ordering::Relaxed);
    }
}

/// A presenter with one connection, who does not wait for responses.
struct Presenter {
    stream: TcpStream,
    head: String,
}

impl Presenter {
    async fn connected(lectern: &Lectern, session: &str) -> Self {
        let stream = TcpStream::connect(lectern.host()).await.expect("a connection");
        stream.set_nodelay(true).expect("an option");
        let head = format!(
            "POST /api/present-sessions/{session}/state HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n",
            lectern.host(),
            lectern.key
        );
        Self { stream, head }
    }

    async fn stand(&mut self, step: usize) {
        // Discards the responses to earlier requests.
        let mut answered = [0; 4096];
        let _ = self.stream.try_read(&mut answered);
        let body = json!({ "slideIndex": 0, "stepIdx": step }).to_string();
        let request = format!("{}Content-Length: {}\r\n\r\n{body}", self.head, body.len());
        self.stream.write_all(request.as_bytes()).await.expect("a request");
    }
}

#[expect(clippy::cast_precision_loss, reason = "an audience and its events are far fewer than 2^53")]
fn counted(number: usize) -> f64 {
    number as f64
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|part| part == what)
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    position(bytes, what).is_some()
}
