//! A running `lectern serve` with a folder of its own, and calls to it.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const ADMIN: &str = "admin@example.test";
const PASSWORD: &str = "correct horse battery staple";

/// A running service, ended when it is dropped.
pub(crate) struct Place {
    process: Child,
    address: String,
    folder: TempDir,
    settings: Vec<(String, String)>,
}

/// A request on its way.
pub(crate) struct Call<'a> {
    place: &'a Place,
    head: String,
    body: Vec<u8>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Place {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    pub(crate) fn with(settings: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let settings: Vec<_> = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mut serve = command(folder.path(), &settings);
        serve.arg("serve").env("SVC_PORT", "0");
        let mut process = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary runs");
        let mut lines = BufReader::new(process.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
        let address = lines.find_map(|line| Some(line.split_once("listens on http://")?.1.trim().to_owned()));
        Self { process, address: address.expect("it says where it listens"), folder, settings }
    }

    /// The most memory the process ever had, in MiB.
    pub(crate) fn peak_mib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a figure");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
    }

    /// A key of the administrator's.
    pub(crate) fn key(&self, scopes: &str) -> String {
        self.key_of(ADMIN, scopes)
    }

    pub(crate) fn key_of(&self, email: &str, scopes: &str) -> String {
        self.run(&["key", "create", "--email", email, "--name", "test", "--scopes", scopes])
    }

    /// A further account, on the tier that has limits.
    pub(crate) fn person(&self, email: &str) {
        self.run(&["user", "create", "--email", email, "--tier", "free"]);
    }

    fn run(&self, arguments: &[&str]) -> String {
        let done = command(self.folder.path(), &self.settings).args(arguments).output().expect("the binary runs");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text").trim().to_owned()
    }

    /// The cookie of the administrator, signed in.
    pub(crate) fn cookie(&self) -> String {
        let answer = self.call("POST", "/api/auth/login").json(&json!({"email": ADMIN, "password": PASSWORD})).send();
        let cookie = answer.header("set-cookie").expect("signed in");
        cookie.split(';').next().expect("its name and value").to_owned()
    }

    /// What its own pages say they are of.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The id of a new deck.
    pub(crate) fn deck(&self, key: &str) -> String {
        let answer = self.call("POST", "/api/v1/presentations").key(key).json(&json!({"title": "Tides"})).send();
        answer.json()["presentation"]["id"].as_str().expect("a deck").to_owned()
    }

    pub(crate) fn call(&self, method: &str, path: &str) -> Call<'_> {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        Call { place: self, head, body: Vec::new() }
    }

    pub(crate) fn connection(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a time that is not zero");
        stream
    }

    /// Sends bytes as they are and reads whatever comes back.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connection();
        let mut writing = stream.try_clone().expect("a second handle");
        let bytes = bytes.to_vec();
        // A server that refuses may stop reading, which is not what is looked at.
        let sender = std::thread::spawn(move || writing.write_all(&bytes).is_ok());
        let mut answer = Vec::new();
        let read = stream.read_to_end(&mut answer);
        let _ = sender.join();
        assert!(!answer.is_empty(), "no answer: {read:?}");
        Answer::read(&answer)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Call<'_> {
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        let _ = write!(self.head, "{name}: {value}\r\n");
        self
    }

    pub(crate) fn key(self, key: &str) -> Self {
        self.header("Authorization", &format!("Bearer {key}"))
    }

    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.body(body.to_string())
    }

    pub(crate) fn send(self) -> Answer {
        let mut bytes = format!("{}Content-Length: {}\r\n\r\n", self.head, self.body.len()).into_bytes();
        bytes.extend(self.body);
        self.place.raw(&bytes)
    }
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
        Self { status, headers, body: bytes[end + 4..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.header(name)?.parse().ok()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{} {}", self.status, self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Status and code of a refusal, after a look at its form.
    pub(crate) fn refusal(&self) -> String {
        let body = self.json();
        let expected = match self.status {
            400 => "Validation failed",
            401 => "Unauthorized",
            403 => "Forbidden",
            404 => "Not found",
            405 => "Method not allowed",
            409 => "Conflict",
            413 => "Payload too large",
            429 => "Rate limit exceeded",
            503 => "Service unavailable",
            other => panic!("{other} {}", self.text()),
        };
        assert_eq!(body["error"], expected);
        assert!(body["details"].as_str().is_some_and(|details| !details.is_empty()), "{body}");
        assert_eq!(self.header("content-type"), Some("application/json; charset=utf-8"));
        format!("{} {}", self.status, body["code"].as_str().expect("a code"))
    }
}

fn command(folder: &Path, settings: &[(String, String)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lectern"));
    command.env_clear().current_dir(folder).env("SVC_DATA_DIR", folder.join("data"));
    command.env("SVC_ADMIN_EMAIL", ADMIN).env("SVC_ADMIN_PASSWORD", PASSWORD);
    command.envs(settings.iter().cloned());
    command
}
