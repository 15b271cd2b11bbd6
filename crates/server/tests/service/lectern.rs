//! A running `lectern serve` on a free port with a folder of its own, and callers for it.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::Request;

/// The first administrator, unless a test says otherwise.
pub(crate) const ADMIN: (&str, &str) = ("admin@example.test", "correct horse battery staple");

/// A service, ended when it is dropped.
pub(crate) struct Lectern {
    process: Child,
    pub(crate) address: String,
    pub(crate) folder: TempDir,
}

/// Somebody who calls: with a cookie, with a key, or with neither.
#[derive(Clone)]
pub(crate) struct Caller {
    address: String,
    agent: Agent,
    pub(crate) headers: Vec<(String, String)>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Lectern {
    /// A service with an administrator and these settings.
    pub(crate) fn start(settings: &[(&str, &str)]) -> Self {
        let admin = [("SVC_ADMIN_EMAIL", ADMIN.0), ("SVC_ADMIN_PASSWORD", ADMIN.1)];
        Self::start_in(TempDir::new().expect("a folder"), &[&admin, settings].concat())
    }

    /// A service over a folder.
    pub(crate) fn start_in(folder: TempDir, settings: &[(&str, &str)]) -> Self {
        let console = File::create(folder.path().join("console")).expect("a file");
        let log = File::create(folder.path().join("log")).expect("a file");
        let mut command = command(folder.path());
        command.arg("serve").envs(settings.iter().copied()).stdout(console).stderr(log);
        let mut process = command.spawn().expect("the binary runs");
        let began = Instant::now();
        let address = loop {
            let console = read(folder.path(), "console");
            if let Some((_, rest)) = console.split_once("listens on ")
                && let Some((address, _)) = rest.split_once('\n')
            {
                break address.to_owned();
            }
            let ended = process.try_wait().expect("it is ours");
            assert!(ended.is_none() && began.elapsed() < Duration::from_secs(20), "{}", read(folder.path(), "log"));
            std::thread::sleep(Duration::from_millis(5));
        };
        Self { process, address, folder }
    }

    /// Ends the service as an operator would, and starts it again.
    pub(crate) fn restarted(self, settings: &[(&str, &str)]) -> Self {
        let (folder, _) = self.stopped();
        Self::start_in(folder, settings)
    }

    /// Ends the service as an operator would; answers its folder and how it ended.
    pub(crate) fn stopped(self) -> (TempDir, ExitStatus) {
        let told = Command::new("kill").args(["-TERM", &self.id().to_string()]).status();
        assert!(told.is_ok_and(|told| told.success()));
        self.waited()
    }

    /// The process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the end of a service that was told to end; answers its folder and how it ended.
    pub(crate) fn waited(mut self) -> (TempDir, ExitStatus) {
        let ended = self.process.wait().expect("it ends");
        (std::mem::replace(&mut self.folder, TempDir::new().expect("a folder")), ended)
    }

    /// What it printed.
    pub(crate) fn console(&self) -> String {
        read(self.folder.path(), "console")
    }

    /// What it logged.
    pub(crate) fn log(&self) -> String {
        read(self.folder.path(), "log")
    }

    /// A command beside the service.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        command(self.folder.path()).args(arguments).output().expect("the binary runs")
    }

    /// Somebody unknown.
    pub(crate) fn anybody(&self) -> Caller {
        let agent =
            Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
        Caller { address: self.address.clone(), agent: agent.build().into(), headers: Vec::new() }
    }

    /// Somebody who signed in.
    pub(crate) fn signed_in(&self, email: &str, password: &str) -> Caller {
        let answer = self.anybody().post("/api/auth/login", &json!({ "email": email, "password": password }));
        assert_eq!(answer.status, 200, "{}", answer.text);
        self.with_cookie_of(&answer)
    }

    /// Somebody with the cookie that an answer set.
    pub(crate) fn with_cookie_of(&self, answer: &Answer) -> Caller {
        let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        self.anybody().with("Cookie", &cookie)
    }

    /// The first administrator.
    pub(crate) fn admin(&self) -> Caller {
        self.signed_in(ADMIN.0, ADMIN.1)
    }

    /// A new account, signed in.
    pub(crate) fn member(&self, email: &str) -> Caller {
        let body = json!({ "email": email, "password": "long enough" });
        assert_eq!(self.admin().post("/api/admin/users", &body).status, 201);
        self.signed_in(email, "long enough")
    }

    /// A caller with a new key of the administrator's.
    pub(crate) fn key(&self, scopes: &[&str]) -> Caller {
        let made = self.admin().post("/api/api-keys", &json!({ "name": "test", "scopes": scopes }));
        self.with_key(made.json()["key"].as_str().expect("a key"))
    }

    /// A caller with a key.
    pub(crate) fn with_key(&self, key: &str) -> Caller {
        self.anybody().with("Authorization", &format!("Bearer {key}"))
    }
}

impl Drop for Lectern {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Caller {
    /// The same caller with a further header.
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
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let answered = match body {
            Some(body) => self.agent.run(request.body(body).expect("a request")),
            None => self.agent.run(request.body(()).expect("a request")),
        };
        let mut answer = answered.unwrap_or_else(|fault| panic!("{method} {path}: {fault}"));
        let headers = answer.headers().iter();
        let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()));
        Answer {
            status: answer.status().as_u16(),
            headers: headers.collect(),
            text: answer.body_mut().read_to_string().expect("text"),
        }
    }
}

impl Answer {
    /// A header; empty when it is absent.
    pub(crate) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|fault| panic!("{fault}: {}", self.text))
    }

    /// Status and code of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, self.json()["code"].as_str().unwrap_or_default().to_owned())
    }
}

/// The binary with no settings but a folder and any free port.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lectern"));
    command.env_clear().current_dir(folder).stdin(Stdio::null());
    command.env("SVC_DATA_DIR", folder.join("data")).env("SVC_PORT", "0");
    command
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}
