//! A running service with an administrator, and callers of its HTTP interface.

use std::process::{ExitStatus, Output};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::{Request, Response};

pub(crate) use crate::support::{ADMIN, command};
use crate::support::{Process, WITH_ADMIN};

/// A running service, killed when it is dropped.
pub(crate) struct Lectern {
    process: Process,
    pub(crate) address: String,
    pub(crate) folder: TempDir,
}

/// A client: with a cookie, with an API key, or with neither.
#[derive(Clone)]
pub(crate) struct Caller {
    address: String,
    agent: Agent,
    pub(crate) headers: Vec<(String, String)>,
}

/// An answer of the service.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Lectern {
    /// Starts a service with an administrator and these settings.
    pub(crate) fn start(settings: &[(&str, &str)]) -> Self {
        Self::start_in(TempDir::new().expect("a folder"), &[&WITH_ADMIN, settings].concat())
    }

    /// Starts a service on a data folder, with these settings alone.
    pub(crate) fn start_in(folder: TempDir, settings: &[(&str, &str)]) -> Self {
        let process = Process::start(folder.path(), settings);
        let address = process.address.clone();
        Self { process, address, folder }
    }

    /// Ends the service with SIGTERM and starts it again on the same folder, with these settings.
    pub(crate) fn restarted(self, settings: &[(&str, &str)]) -> Self {
        let (folder, _) = self.stopped();
        Self::start_in(folder, settings)
    }

    /// Ends the service with SIGTERM. Returns its folder and its exit status.
    pub(crate) fn stopped(self) -> (TempDir, ExitStatus) {
        self.process.terminate();
        self.waited()
    }

    /// The id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until the service has ended. Returns its folder and its exit status.
    pub(crate) fn waited(mut self) -> (TempDir, ExitStatus) {
        let ended = self.process.wait();
        (self.folder, ended)
    }

    /// The standard output of the service so far.
    pub(crate) fn console(&self) -> String {
        self.process.console()
    }

    /// The log of the service so far.
    pub(crate) fn log(&self) -> String {
        self.process.log()
    }

    /// Runs another command on the folder of the service, with default settings.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        command(self.folder.path()).args(arguments).output().expect("the binary runs")
    }

    /// A client without credentials.
    pub(crate) fn anonymous(&self) -> Caller {
        let agent =
            Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
        Caller { address: self.address.clone(), agent: agent.build().into(), headers: Vec::new() }
    }

    /// Signs in and returns a client with the session cookie.
    pub(crate) fn signed_in(&self, email: &str, password: &str) -> Caller {
        let answer = self.anonymous().post("/api/auth/login", &json!({ "email": email, "password": password }));
        assert_eq!(answer.status, 200, "{}", answer.text);
        self.with_cookie_of(&answer)
    }

    /// A client with the cookie that an answer set.
    pub(crate) fn with_cookie_of(&self, answer: &Answer) -> Caller {
        let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        self.anonymous().with("Cookie", &cookie)
    }

    /// A client with the session cookie of the administrator.
    pub(crate) fn admin(&self) -> Caller {
        self.signed_in(ADMIN.0, ADMIN.1)
    }

    /// Creates an account and returns a client with its session cookie.
    pub(crate) fn member(&self, email: &str) -> Caller {
        let body = json!({ "email": email, "password": "long enough" });
        assert_eq!(self.admin().post("/api/admin/users", &body).status, 201);
        self.signed_in(email, "long enough")
    }

    /// A client with a new API key of the administrator.
    pub(crate) fn key(&self, scopes: &[&str]) -> Caller {
        let made = self.admin().post("/api/api-keys", &json!({ "name": "test", "scopes": scopes }));
        self.with_key(made.json()["key"].as_str().expect("a key"))
    }

    /// A client with an API key.
    pub(crate) fn with_key(&self, key: &str) -> Caller {
        self.anonymous().with("Authorization", &format!("Bearer {key}"))
    }
}

impl Caller {
    /// The same client with a further header.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut caller = self.clone();
        caller.headers.push((name.to_owned(), value.to_owned()));
        caller
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None)
    }

    pub(crate) fn head(&self, path: &str) -> Answer {
        self.send("HEAD", path, None)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Some(&body.to_string()))
    }

    pub(crate) fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, Some(&body.to_string()))
    }

    pub(crate) fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send("PATCH", path, Some(&body.to_string()))
    }

    pub(crate) fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None)
    }

    /// Sends a form, as a page without script does.
    pub(crate) fn submit(&self, path: &str, form: &str) -> Answer {
        self.send("POST", path, Some(form))
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: Option<&str>) -> Answer {
        read(self.answer(method, path, body.map(str::as_bytes)))
    }

    /// Sends a body of bytes.
    pub(crate) fn send_bytes(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        read(self.answer(method, path, Some(body)))
    }

    /// Sends a request and returns the status. The body is not read: it may be no text, or never end.
    pub(crate) fn status(&self, method: &str, path: &str, body: Option<&str>) -> u16 {
        self.answer(method, path, body.map(str::as_bytes)).status().as_u16()
    }

    /// Opens a response for reading, such as an event stream.
    pub(crate) fn open(&self, path: &str) -> impl std::io::BufRead + use<> {
        let answer = self.answer("GET", path, None);
        assert_eq!(answer.status(), 200);
        std::io::BufReader::new(answer.into_body().into_reader())
    }

    fn answer(&self, method: &str, path: &str, body: Option<&[u8]>) -> Response<ureq::Body> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let result = match body {
            Some(body) => self.agent.run(request.body(body).expect("a request")),
            None => self.agent.run(request.body(()).expect("a request")),
        };
        result.unwrap_or_else(|fault| panic!("{method} {path}: {fault}"))
    }
}

fn read(mut answer: Response<ureq::Body>) -> Answer {
    let headers = answer.headers().iter();
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()));
    Answer {
        status: answer.status().as_u16(),
        headers: headers.collect(),
        text: answer.body_mut().read_to_string().expect("text"),
    }
}

impl Answer {
    /// The value of a header, or an empty text when it is absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    /// All values of a header.
    pub(crate) fn headers(&self, name: &str) -> Vec<&str> {
        let found = self.headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).collect()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|fault| panic!("{fault}: {}", self.text))
    }

    /// The status and the error code of an error response.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, self.json()["code"].as_str().unwrap_or_default().to_owned())
    }
}
