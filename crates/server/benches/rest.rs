//! How fast the service answers over HTTP: `wrk` with 16 connections on loopback, by key, against the release binary
//! on a folder of its own. A plain program, since a load generator beside a server does not fit a harness.
//!
//! `cargo bench -p server --bench rest`; a table goes to the standard output. Most of the time it takes goes into
//! making 100,000 decks, which is also how creating is measured.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

const ADMIN: &str = "admin@example.test";
const CONNECTIONS: &str = "16";
const SECONDS: u64 = 5;
/// Decks that a load of PUTs is spread over.
const DECKS: usize = 100;
const MANY_DECKS: u64 = 100_000;

/// A running service, ended when it is dropped.
struct Lectern {
    process: Child,
    address: String,
    /// From the command to the first answer.
    started_in: Duration,
}

/// What `wrk` measured of one kind of request.
struct Load {
    name: String,
    a_second: f64,
    /// Milliseconds within which 50 and 99 of 100 requests were answered.
    p50: f64,
    p99: f64,
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    // Beside the build rather than in memory, so that flushes to the disk are real.
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let folder = folder.path();
    println!("{:<44} {:>10} {:>10} {:>10}", "", "a second", "p50 ms", "p99 ms");
    drop(Lectern::start(folder));
    let mut starts: Vec<Duration> = (0..5).map(|_| Lectern::start(folder).started_in).collect();
    starts.sort();
    let key = run(folder, &["key", "create", "--email", ADMIN, "--name", "bench", "--scopes", "read,write"]);
    let lectern = Lectern::start(folder);
    let idle = lectern.resident_mebibytes();
    measured(&lectern, folder, &key);
    println!("start to first answer                        {:>10.0} ms", starts[2].as_secs_f64() * 1000.0);
    println!("memory when idle                             {idle:>10.0} MiB");
    println!("memory after all of this                     {:>10.0} MiB", lectern.resident_mebibytes());
}

fn measured(lectern: &Lectern, folder: &Path, key: &str) {
    let decks: Vec<String> = (0..DECKS).map(|_| lectern.new_deck(key)).collect();
    let load = |name: &str, requests: &str| lectern.load(folder, key, name, requests);
    let one = format!("/api/v1/presentations/{}", decks[0]);
    load("get one of 20 slides", &format!("wrk.path = '{one}'")).print();
    let list = "wrk.path = '/api/v1/presentations?limit=50'";
    let few = load("list 50 of 100", list);
    few.print();
    let body = json!({ "slides": slides() }).to_string();
    let put = format!("wrk.method = 'PUT'\nwrk.body = [==[{body}]==]\n");
    let mut spread = format!("{put}local decks = {{");
    for deck in &decks {
        let _ = write!(spread, "'{deck}',");
    }
    spread.push_str(
        "}\nlocal at = 0\nfunction request()\n  at = at % #decks + 1\n  \
         return wrk.format(nil, '/api/v1/presentations/' .. decks[at])\nend",
    );
    load("put 20 slides, 100 decks in turn", &spread).print();
    load("put 20 slides, one deck", &format!("{put}wrk.path = '{one}'")).print();
    let create = "wrk.method = 'POST'\nwrk.path = '/api/v1/presentations'\nwrk.body = '{\"title\": \"Harbour plan\"}'";
    load("create", create).print();
    while lectern.deck_count(key) < MANY_DECKS {
        load("create", create);
    }
    let many = load("list 50 of 100,000", list);
    many.print();
    println!("list of 100,000 to list of 100               {:>10.2} times the time", many.p50 / few.p50);
}

impl Lectern {
    /// A service over a folder, once it has answered.
    fn start(folder: &Path) -> Self {
        let began = Instant::now();
        let mut serve = command(folder);
        serve.arg("serve").env("SVC_PORT", "0").env("SVC_REQUESTS_A_MINUTE", "1000000000");
        let mut process = serve.stdout(Stdio::piped()).spawn().expect("the binary runs");
        let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| Some(line.split_once("listens on ")?.1.trim().to_owned()));
        let address = address.expect("it says where it listens");
        let mut lectern = Self { process, address, started_in: Duration::ZERO };
        assert!(ureq::get(format!("{}/health", lectern.address)).call().is_ok_and(|answer| answer.status() == 200));
        lectern.started_in = began.elapsed();
        lectern
    }

    /// The id of a new deck of 20 slides.
    fn new_deck(&self, key: &str) -> String {
        let body = json!({ "title": "Harbour plan", "slides": slides() }).to_string();
        let made = ureq::post(format!("{}/api/v1/presentations", self.address))
            .header("Authorization", format!("Bearer {key}"))
            .send(body);
        let made: Value = read(made);
        made["presentation"]["id"].as_str().expect("an id").to_owned()
    }

    fn deck_count(&self, key: &str) -> u64 {
        let listed = ureq::get(format!("{}/api/v1/presentations?limit=1", self.address))
            .header("Authorization", format!("Bearer {key}"))
            .call();
        read(listed)["pagination"]["total"].as_u64().expect("a count")
    }

    /// Sends one kind of request for some seconds. Every answer must be a success.
    fn load(&self, folder: &Path, key: &str, name: &str, requests: &str) -> Load {
        let script = folder.join("load.lua");
        let report = "function done(all, latency)\n  io.write(string.format('REPORT %d %d %d %f %f\\n', \
             all.requests, all.duration, all.errors.status + all.errors.connect + all.errors.read + all.errors.write \
             + all.errors.timeout, latency:percentile(50), latency:percentile(99)))\nend\n";
        let text = format!("{report}wrk.headers['Authorization'] = 'Bearer {key}'\n{requests}\n");
        std::fs::write(&script, text).expect("a file");
        let wrk = Command::new("wrk")
            .args(["-t1", "-c", CONNECTIONS, "-d", &format!("{SECONDS}s"), "-s"])
            .args([script.as_os_str(), self.address.as_ref()])
            .output()
            .expect("`wrk` runs; on Debian: apt-get install wrk");
        let said = String::from_utf8_lossy(&wrk.stdout);
        let report = said.lines().find_map(|line| line.strip_prefix("REPORT ")).unwrap_or_else(|| panic!("{said}"));
        let figures: Vec<f64> = report.split(' ').filter_map(|figure| figure.parse().ok()).collect();
        let [requests, microseconds, errors, p50, p99] = figures[..] else { panic!("{report}") };
        assert!(errors == 0.0, "{name}: {errors} requests failed");
        Load { name: name.to_owned(), a_second: requests / microseconds * 1e6, p50: p50 / 1e3, p99: p99 / 1e3 }
    }

    fn resident_mebibytes(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
        kibibytes.unwrap_or(f64::NAN) / 1024.0
    }
}

impl Drop for Lectern {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Load {
    fn print(&self) {
        let Self { name, a_second, p50, p99 } = self;
        println!("{name:<44} {a_second:>10.0} {p50:>10.2} {p99:>10.2}");
    }
}

/// Twenty slides as an editor sends them: text that fills a slide, and notes.
fn slides() -> Vec<Value> {
    let body = "Traffic through the harbour grew every year, and the quay did not. ".repeat(6);
    let slide = |number: usize| {
        let content = json!({ "title": format!("Slide {number}"), "body": body });
        json!({ "type": "eu.svc.slide.content", "content": content, "notes": "Pause here." })
    };
    (1..=20).map(slide).collect()
}

fn read(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Value {
    let text = answer.expect("an answer").body_mut().read_to_string().expect("text");
    serde_json::from_str(&text).expect("JSON")
}

/// What a command prints.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let done = command(folder).args(arguments).output().expect("the binary runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("text").trim().to_owned()
}

/// The binary with no settings but a folder and an administrator.
fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lectern"));
    command.env_clear().stdin(Stdio::null()).stderr(Stdio::null());
    command.env("SVC_DATA_DIR", folder.join("data"));
    command.envs([("SVC_ADMIN_EMAIL", ADMIN), ("SVC_ADMIN_PASSWORD", "correct horse battery staple")]);
    command
}
