//! How a hall keeps up: one presenter, N followers on one session, each with a connection of its own on loopback.
//!
//! `cargo bench -p server --bench live -- 1000 5000 10000`, or `make bench-live`. The service is the release binary in a
//! process of its own; this process is the hall and reads raw bytes, so that 10,000 followers fit in it. For each size it
//! tells how long it took until all were in, the time from a presenter's POST to the first and to the last follower, how
//! many events did not arrive, and the memory of the service for each follower.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

const ADMIN: &str = "admin@example.test";
/// Moves of the presenter that are measured, and those before that are not.
const MOVES: usize = 200;
const WARM_UP: usize = 10;
/// Rest between two moves.
const REST: Duration = Duration::from_millis(100);
/// How long a move may take to arrive everywhere.
const PATIENCE: Duration = Duration::from_secs(10);
/// Connections that are opened at once.
const AT_ONCE: usize = 100;
/// What marks the step in a state event.
const MARK: &[u8] = b"\"stepIdx\":";

/// A running service, ended when it is dropped.
struct Lectern {
    process: Child,
    address: String,
    key: String,
    _folder: TempDir,
}

/// What the followers saw of one move.
#[derive(Default)]
struct Arrivals {
    /// Nanoseconds since the hall opened.
    first: AtomicU64,
    last: AtomicU64,
    count: AtomicUsize,
}

/// All followers.
struct Hall {
    opened: Instant,
    moves: Vec<Arrivals>,
    inside: AtomicUsize,
    lost: AtomicUsize,
    connecting: Mutex<Vec<Duration>>,
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1000, 5000, 10_000] } else { sizes };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    println!(
        "{:>9} {:>10} {:>10} {:>23} {:>23} {:>6} {:>8} {:>10}",
        "followers", "all in", "connect", "first, ms p50/p99", "last, ms p50/p99", "lost", "dropped", "KiB each"
    );
    for size in sizes {
        let lectern = Lectern::start();
        runtime.block_on(measured(&lectern, size));
    }
}

async fn measured(lectern: &Lectern, size: usize) {
    let deck = lectern.post("/api/v1/presentations", &json!({ "title": "Harbour plan" }));
    let deck = deck["presentation"]["id"].as_str().expect("an id");
    let session = lectern.post("/api/present-sessions", &json!({ "presentationId": deck }));
    let session = session["sessionId"].as_str().expect("an id").to_owned();
    let before = lectern.resident_kibibytes();
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
            (Arc::clone(&hall), Arc::clone(&doors), lectern.address.clone(), session.clone());
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
    let all_in = hall.opened.elapsed();
    let each = (lectern.resident_kibibytes() - before) / f64::from(u32::try_from(size).expect("a hall"));

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
    println!(
        "{size:>9} {:>7.2} s {:>7.1} ms {:>11.1} /{:>10.1} {:>11.1} /{:>10.1} {missing:>6} {:>8} {each:>10.1}",
        all_in.as_secs_f64(),
        within(&mut connecting, 50),
        within(&mut first, 50),
        within(&mut first, 99),
        within(&mut last, 50),
        within(&mut last, 99),
        hall.lost.load(Ordering::Relaxed),
    );
}

/// Follows until the stream ends. Answers nothing when it does.
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
        // A state is small and comes in one piece; what is left over begins the next one.
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

/// A presenter with one connection, whose answers nobody waits for.
struct Presenter {
    stream: TcpStream,
    head: String,
}

impl Presenter {
    async fn connected(lectern: &Lectern, session: &str) -> Self {
        let stream = TcpStream::connect(&lectern.address).await.expect("a connection");
        stream.set_nodelay(true).expect("an option");
        let head = format!(
            "POST /api/present-sessions/{session}/state HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n",
            lectern.address, lectern.key
        );
        Self { stream, head }
    }

    async fn stand(&mut self, step: usize) {
        // What was answered before is taken off the wire.
        let mut answered = [0; 4096];
        let _ = self.stream.try_read(&mut answered);
        let body = json!({ "slideIndex": 0, "stepIdx": step }).to_string();
        let request = format!("{}Content-Length: {}\r\n\r\n{body}", self.head, body.len());
        self.stream.write_all(request.as_bytes()).await.expect("a request");
    }
}

impl Lectern {
    fn start() -> Self {
        // Beside the build rather than in memory, so that flushes to the disk are real.
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let command = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_lectern"));
            command.env_clear().stdin(Stdio::null()).stderr(Stdio::null());
            command.env("SVC_DATA_DIR", folder.path()).env("SVC_PORT", "0").env("SVC_REQUESTS_A_MINUTE", "1000000000");
            command.envs([("SVC_ADMIN_EMAIL", ADMIN), ("SVC_ADMIN_PASSWORD", "correct horse battery staple")]);
            command
        };
        let mut process = command().arg("serve").stdout(Stdio::piped()).spawn().expect("the binary runs");
        let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| Some(line.split_once("listens on http://")?.1.trim().to_owned()));
        let key = ["key", "create", "--email", ADMIN, "--name", "bench", "--scopes", "read,write"];
        let key = command().args(key).output().expect("the binary runs");
        let key = String::from_utf8(key.stdout).expect("text").trim().to_owned();
        Self { process, address: address.expect("it says where it listens"), key, _folder: folder }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let answer = ureq::post(format!("http://{}{path}", self.address))
            .header("Authorization", format!("Bearer {}", self.key))
            .send(body.to_string());
        let text = answer.expect("an answer").body_mut().read_to_string().expect("text");
        serde_json::from_str(&text).expect("JSON")
    }

    fn resident_kibibytes(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(f64::NAN)
    }
}

impl Drop for Lectern {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The value within which so many of a hundred lie.
fn within(values: &mut [f64], of_hundred: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len() * of_hundred).div_ceil(100).saturating_sub(1);
    values.get(at).copied().unwrap_or(f64::NAN)
}

fn position(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|part| part == what)
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    position(bytes, what).is_some()
}
