//! A running service, and a client that sends any method, header and body.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;
use ureq::http::Request;

use crate::support::{ADMIN, Process, WITH_ADMIN};

/// A running service, killed when it is dropped.
pub(crate) struct Lectern {
    process: Process,
    _folder: TempDir,
    agent: Agent,
}

/// An answer of the service.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Lectern {
    pub(crate) fn start(settings: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let process = Process::start(folder.path(), &[&WITH_ADMIN, settings].concat());
        let agent = Agent::config_builder().http_status_as_error(false).allow_non_standard_methods(true).build();
        Self { process, _folder: folder, agent: agent.into() }
    }

    /// Runs another command and returns what it prints.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        self.process.printed_by(arguments)
    }

    /// A new API key of the administrator.
    pub(crate) fn key(&self, scopes: &str) -> String {
        self.key_of(ADMIN.0, scopes)
    }

    pub(crate) fn key_of(&self, email: &str, scopes: &str) -> String {
        self.process.new_key(email, scopes)
    }

    /// Signs the administrator in and returns the cookie.
    pub(crate) fn cookie(&self) -> String {
        let body = json!({ "email": ADMIN.0, "password": ADMIN.1 }).to_string();
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
        let mut request = Request::builder().method(method.as_str()).uri(format!("{}{path}", self.process.address));
        if let Some(key) = key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let result = match method.as_str() {
            "POST" | "PUT" | "PATCH" => self.agent.run(request.body(body).expect("a request")),
            _ => self.agent.run(request.body(()).expect("a request")),
        };
        let mut answer = result.unwrap_or_else(|fault| panic!("{method} {path}: {fault}"));
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        Answer {
            status: answer.status().as_u16(),
            headers: answer.headers().iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect(),
            body: answer.body_mut().read_to_vec().unwrap_or_else(|fault| panic!("{method} {path}: {fault}")),
        }
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

    /// The body as JSON, or null when it is not JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// The paths below `/api/v1` in the source of the routes.
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
        // Files of the documentation page are not part of the interface.
        let own = named.filter(|route| route.starts_with("/api/v1") && *route != "/api/v1/docs/{file}");
        routes.extend(own.map(str::to_owned));
    }
    routes
}
