//! The real binary on a free port with a folder of its own, and a client for it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::Request;

const ADMIN: &str = "admin@example.test";
const PASSWORD: &str = "correct horse battery staple";

/// A running `lectern serve`, ended when it is dropped.
pub(crate) struct Lectern {
    process: Child,
    address: String,
    folder: TempDir,
    agent: Agent,
}

/// What was answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Lectern {
    pub(crate) fn start(settings: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut command = command(folder.path());
        command.arg("serve").env("SVC_PORT", "0").envs(settings.iter().copied());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the binary runs");
        let out = process.stdout.take().expect("it is piped");
        let address = BufReader::new(out).lines().map_while(Result::ok).find_map(|line| {
            let (_, address) = line.split_once("listens on ")?;
            Some(address.trim().to_owned())
        });
        let agent = Agent::config_builder().http_status_as_error(false).allow_non_standard_methods(true).build();
        Self { process, address: address.expect("it says where it listens"), folder, agent: agent.into() }
    }

    /// A command beside the server, and what it printed.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        let done = command(self.folder.path()).args(arguments).output().expect("the binary runs");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text").trim().to_owned()
    }

    /// A key of the administrator's.
    pub(crate) fn key(&self, scopes: &str) -> String {
        self.key_of(ADMIN, scopes)
    }

    pub(crate) fn key_of(&self, email: &str, scopes: &str) -> String {
        self.run(&["key", "create", "--email", email, "--name", "test", "--scopes", scopes])
    }

    /// The cookie of the administrator, signed in.
    pub(crate) fn cookie(&self) -> String {
        let body = json!({ "email": ADMIN, "password": PASSWORD }).to_string();
        let answer = self.send("post", "/api/auth/login", None, &[], body.as_bytes());
        let cookie = answer.header("set-cookie").and_then(|cookie| cookie.split(';').next());
        cookie.unwrap_or_else(|| panic!("no cookie: {}", answer.text())).to_owned()
    }

    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        key: Option<&str>,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let method = method.to_ascii_uppercase();
        let mut request = Request::builder().method(method.as_str()).uri(format!("{}{path}", self.address));
        if let Some(key) = key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answered = match method.as_str() {
            "POST" | "PUT" => self.agent.run(request.body(body).expect("a request")),
            _ => self.agent.run(request.body(()).expect("a request")),
        };
        let mut answer = answered.unwrap_or_else(|fault| panic!("{method} {path}: {fault}"));
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        Answer {
            status: answer.status().as_u16(),
            headers: answer.headers().iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect(),
            body: answer.body_mut().read_to_vec().unwrap_or_else(|fault| panic!("{method} {path}: {fault}")),
        }
    }
}

impl Drop for Lectern {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.status, String::from_utf8_lossy(&self.body).chars().take(500).collect::<String>())
    }

    /// The body as JSON; null when it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lectern"));
    command.env_clear().current_dir(folder).env("SVC_DATA_DIR", folder.join("data"));
    command.env("SVC_ADMIN_EMAIL", ADMIN).env("SVC_ADMIN_PASSWORD", PASSWORD);
    command
}

/// The paths below `/api/v1` that the router has, read from the route lists.
pub(crate) fn routes() -> BTreeSet<String> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/routes"));
    let mut routes = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the folder of the routes") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a source file");
        let named = source.split(".route(").skip(1).filter_map(|rest| rest.split('"').nth(1));
        // What the page of the documentation loads is no interface.
        let own = named.filter(|route| route.starts_with("/api/v1") && *route != "/api/v1/docs/{file}");
        routes.extend(own.map(str::to_owned));
    }
    routes
}
