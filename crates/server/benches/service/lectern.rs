//! Starts the service and measures it: requests by `wrk`, requests one after another, memory.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{ADMIN, Process, WITH_ADMIN};

const CONNECTIONS: &str = "16";
const SECONDS: u64 = 5;
/// Keys have practically no rate limit, and each simulated phone has its own address, which the load sends in
/// `X-Forwarded-For`.
const SETTINGS: [(&str, &str); 2] = [("SVC_REQUESTS_A_MINUTE", "1000000000"), ("SVC_TRUST_PROXY", "on")];

/// A running service, killed when it is dropped.
pub(crate) struct Lectern {
    process: Process,
    pub(crate) address: String,
    pub(crate) key: String,
    /// The time from the start of the process to its first response.
    pub(crate) started_in: Duration,
}

/// What `wrk` measured of one kind of request.
pub(crate) struct Load {
    name: String,
    /// Number of requests that got a response.
    pub(crate) requests: f64,
    a_second: f64,
    /// The 50th and the 99th percentile of the response time, in milliseconds.
    pub(crate) p50: f64,
    p99: f64,
}

/// A folder beside the build rather than in memory, so that flushes to the disk are real.
pub(crate) fn folder() -> TempDir {
    TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

/// Prints one figure.
pub(crate) fn row(name: &str, figure: f64, unit: &str) {
    println!("{name:<52}  {figure:>10.2} {unit}");
}

/// The percentile `of_hundred` of the values, which it sorts; NaN when there are none.
pub(crate) fn within(values: &mut [f64], of_hundred: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len() * of_hundred).div_ceil(100).saturating_sub(1);
    values.get(at).copied().unwrap_or(f64::NAN)
}

/// `count` content slides as an editor sends them: text that fills a slide, and notes.
pub(crate) fn slides(count: usize) -> Vec<Value> {
    let body = "Traffic through the harbour grew every year, and the quay did not.\n\n- Cranes\n- Sheds\n- Rails\n\n\
        Repairs come before paint, and paint comes before speeches.";
    let slide = |number: usize| {
        let content = json!({ "title": format!("Slide {number}"), "body": body });
        json!({ "type": "eu.svc.slide.content", "content": content, "notes": "Pause here." })
    };
    (1..=count).map(slide).collect()
}

impl Lectern {
    /// Starts a service over a folder, waits for its first response and makes a key with all scopes.
    pub(crate) fn start(folder: &Path) -> Self {
        let began = Instant::now();
        let process = Process::start(folder, &[WITH_ADMIN, SETTINGS].concat());
        let address = process.address.clone();
        assert!(ureq::get(format!("{address}/health")).call().is_ok_and(|answer| answer.status() == 200));
        let started_in = began.elapsed();
        process.printed_by(&["user", "set", "--email", ADMIN.0, "--tier", "enterprise"]);
        let key = process.new_key(ADMIN.0, "read,write,export,ai");
        Self { process, address, key, started_in }
    }

    /// The id of a new deck with these slides.
    pub(crate) fn new_deck(&self, slides: &[Value]) -> String {
        let made = self.post("/api/v1/presentations", &json!({ "title": "Harbour plan", "slides": slides }));
        made["presentation"]["id"].as_str().expect("an id").to_owned()
    }

    /// A deck as `GET /api/v1/presentations/{id}` returns it.
    pub(crate) fn deck(&self, id: &str) -> Value {
        let mut shown: Value = serde_json::from_slice(&self.get(&format!("/api/v1/presentations/{id}"))).expect("JSON");
        shown["presentation"].take()
    }

    pub(crate) fn get(&self, path: &str) -> Vec<u8> {
        let answer = ureq::get(format!("{}{path}", self.address)).header("Authorization", self.bearer()).call();
        bytes(answer, path)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let request = ureq::post(format!("{}{path}", self.address)).header("Authorization", self.bearer());
        let answer = request.header("Content-Type", "application/json").send(body.to_string());
        serde_json::from_slice(&bytes(answer, path)).expect("JSON")
    }

    pub(crate) fn put(&self, path: &str, body: &Value) {
        let request = ureq::put(format!("{}{path}", self.address)).header("Authorization", self.bearer());
        bytes(request.header("Content-Type", "application/json").send(body.to_string()), path);
    }

    pub(crate) fn post_bytes(&self, path: &str, body: &[u8]) -> Vec<u8> {
        let request = ureq::post(format!("{}{path}", self.address)).header("Authorization", self.bearer());
        bytes(request.send(body), path)
    }

    /// The address of an uploaded picture.
    pub(crate) fn upload(&self, jpeg: &[u8]) -> String {
        let head = "--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"quay.jpg\"\r\n\
            Content-Type: image/jpeg\r\n\r\n";
        let body = [head.as_bytes(), jpeg, b"\r\n--part--\r\n"].concat();
        let request = ureq::post(format!("{}/api/uploads", self.address)).header("Authorization", self.bearer());
        let answer = request.header("Content-Type", "multipart/form-data; boundary=part").send(&body[..]);
        let made: Value = serde_json::from_slice(&bytes(answer, "/api/uploads")).expect("JSON");
        made["url"].as_str().expect("an address").to_owned()
    }

    /// Sends one kind of request with `wrk` for some seconds. `requests` is Lua code that describes it. Panics when a
    /// request fails.
    pub(crate) fn load(&self, name: &str, requests: &str) -> Load {
        let folder = TempDir::new().expect("a folder");
        let script = folder.path().join("load.lua");
        let report = "function done(all, latency)\n  io.write(string.format('REPORT %d %d %d %f %f\\n', \
             all.requests, all.duration, all.errors.status + all.errors.connect + all.errors.read + all.errors.write \
             + all.errors.timeout, latency:percentile(50), latency:percentile(99)))\nend\n";
        let head = format!("wrk.headers['Authorization'] = '{}'\n", self.bearer());
        let kind = "wrk.headers['Content-Type'] = 'application/json'\n";
        std::fs::write(&script, format!("{report}{head}{kind}{requests}\n")).expect("a file");
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
        let name = name.to_owned();
        Load { name, requests, a_second: requests / microseconds * 1e6, p50: p50 / 1e3, p99: p99 / 1e3 }
    }

    /// Runs another command of the binary. Panics when it fails.
    pub(crate) fn run(&self, arguments: &[&str]) {
        self.process.printed_by(arguments);
    }

    /// The resident memory of the service, in MiB.
    pub(crate) fn resident(&self) -> f64 {
        self.process.resident_mib()
    }

    /// The peak resident memory of the service, in MiB.
    pub(crate) fn peak(&self) -> f64 {
        self.process.peak_mib()
    }

    /// Host and port, without the scheme.
    pub(crate) fn host(&self) -> &str {
        self.process.host()
    }

    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.key)
    }
}

impl Load {
    pub(crate) fn print(&self) {
        row(&self.name, self.a_second, "a second");
        row(&format!("{}, 99 of 100 within", self.name), self.p99, "ms");
    }
}

/// Number of calls that warm up and are not measured.
const WARM_UP: usize = 3;
/// Number of calls of one kind, those that warm up included.
pub(crate) const CALLS: usize = WARM_UP + 20;

/// Prints how long one call takes when nothing else runs: the median of twenty calls, after three that warm up.
pub(crate) fn one_by_one(name: &str, mut call: impl FnMut(usize)) {
    let mut times: Vec<f64> = (0..CALLS)
        .map(|number| {
            let began = Instant::now();
            call(number);
            began.elapsed().as_secs_f64() * 1e3
        })
        .skip(WARM_UP)
        .collect();
    row(name, within(&mut times, 50), "ms");
}

fn bytes(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>, path: &str) -> Vec<u8> {
    let mut answer = answer.unwrap_or_else(|fault| panic!("{path}: {fault}"));
    answer.body_mut().with_config().limit(1 << 30).read_to_vec().expect("an answer")
}
