//! A running service, and calls to it over plain sockets.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{self, Process, WITH_ADMIN};

/// The email of the administrator.
pub(crate) const ADMIN: &str = support::ADMIN.0;

/// A running service, killed when it is dropped.
pub(crate) struct Lectern {
    process: Process,
    _folder: TempDir,
}

/// A request to send.
pub(crate) struct Call<'a> {
    lectern: &'a Lectern,
    head: String,
    body: Vec<u8>,
}

/// An answer of the service.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Lectern {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// Starts a service with further settings.
    pub(crate) fn with(settings: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let process = Process::start(folder.path(), &[&WITH_ADMIN, settings].concat());
        Self { process, _folder: folder }
    }

    /// The peak resident memory of the process, in MiB.
    pub(crate) fn peak_mib(&self) -> f64 {
        self.process.peak_mib()
    }

    /// A new API key of the administrator.
    pub(crate) fn key(&self, scopes: &str) -> String {
        self.key_of(ADMIN, scopes)
    }

    pub(crate) fn key_of(&self, email: &str, scopes: &str) -> String {
        self.process.new_key(email, scopes)
    }

    /// Creates an account on the tier that has limits.
    pub(crate) fn person(&self, email: &str) {
        self.process.printed_by(&["user", "create", "--email", email, "--tier", "free"]);
    }

    /// Signs the administrator in and returns the cookie.
    pub(crate) fn cookie(&self) -> String {
        let answer =
            self.call("POST", "/api/auth/login").json(&json!({"email": ADMIN, "password": support::ADMIN.1})).send();
        let cookie = answer.header("set-cookie").expect("signed in");
        cookie.split(';').next().expect("its name and value").to_owned()
    }

    /// The origin of its own pages.
    pub(crate) fn origin(&self) -> String {
        self.process.address.clone()
    }

    /// Creates a deck and returns its id.
    pub(crate) fn deck(&self, key: &str) -> String {
        let answer = self.call("POST", "/api/v1/presentations").key(key).json(&json!({"title": "Tides"})).send();
        answer.json()["presentation"]["id"].as_str().expect("a deck").to_owned()
    }

    pub(crate) fn call(&self, method: &str, path: &str) -> Call<'_> {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.process.host());
        Call { lectern: self, head, body: Vec::new() }
    }

    pub(crate) fn connection(&self) -> TcpStream {
        let stream = TcpStream::connect(self.process.host()).expect("it listens");
        // Long enough for a debug build on a busy machine: these tests do not measure the time of requests.
        stream.set_read_timeout(Some(Duration::from_mins(5))).expect("a time that is not zero");
        stream
    }

    /// Sends bytes as they are and reads the answer.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connection();
        let mut writing = stream.try_clone().expect("a second handle");
        let bytes = bytes.to_vec();
        // A service that rejects a request may stop reading, so a failed write is ignored.
        let sender = std::thread::spawn(move || writing.write_all(&bytes).is_ok());
        let mut answer = Vec::new();
        let read = stream.read_to_end(&mut answer);
        let _ = sender.join();
        assert!(!answer.is_empty(), "no answer: {read:?}");
        Answer::read(&answer)
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
        self.lectern.raw(&bytes)
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

    /// The status and the error code of an error response. Checks that its body has the form of an error.
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
