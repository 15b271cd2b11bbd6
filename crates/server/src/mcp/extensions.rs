//! Tools that a deployment adds: declared in a file, implemented by an HTTP service or a command.
//!
//! A tool receives the arguments as JSON, and the e-mail of the caller but never their key. It returns a text.

use std::fmt;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use service::{Caller, Error, Scope};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use super::arguments::Arguments;

/// How long a call may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum size of a result, in bytes.
const MAX_OUTPUT: u64 = 4 * 1024 * 1024;

/// A tool that a deployment adds.
#[derive(Clone)]
pub(crate) struct Extension {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) schema: Value,
    pub(super) permission: Option<Scope>,
    pub(super) read_only: Option<bool>,
    backend: Backend,
}

/// What implements a tool.
#[derive(Clone)]
enum Backend {
    Http { url: String, headers: Vec<(String, String)> },
    Command(Vec<String>),
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Headers may contain secrets.
        write!(f, "Extension({})", self.name)
    }
}

/// The declaration of a tool.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Declaration {
    name: String,
    description: String,
    input_schema: Value,
    /// `null` is rejected: a declaration can replace a permission, but not remove it.
    #[serde(default, deserialize_with = "present_value")]
    permission: Option<Value>,
    #[serde(default)]
    read_only: Option<bool>,
    #[serde(default)]
    http: Option<Http>,
    #[serde(default)]
    command: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Http {
    url: String,
    #[serde(default)]
    headers: std::collections::BTreeMap<String, String>,
}

/// Reads a value as present even if it is `null`. Serde would read `null` as none.
fn present_value<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Reads the file in which tools are declared.
///
/// # Errors
/// Fails when the file cannot be read, or an entry is invalid; the text names the entry.
pub(crate) fn read(path: &Path) -> Result<Vec<Extension>, String> {
    let text =
        std::fs::read_to_string(path).map_err(|fault| format!("`{}` cannot be read: {fault}", path.display()))?;
    parse(&text)
}

/// Parses the declarations of tools. Fails when one is invalid or two have the same name.
fn parse(text: &str) -> Result<Vec<Extension>, String> {
    let entries: Vec<Value> = serde_json::from_str(text).map_err(|fault| format!("expected a JSON list: {fault}"))?;
    let mut extensions: Vec<Extension> = Vec::with_capacity(entries.len());
    for (index, entry) in entries.into_iter().enumerate() {
        let name = entry.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let at = if name.is_empty() { format!("entry {index}") } else { format!("tool `{name}`") };
        let extension = extension(entry).map_err(|fault| format!("{at}: {fault}"))?;
        if extensions.iter().any(|other| other.name == extension.name) {
            return Err(format!("{at}: declared twice"));
        }
        extensions.push(extension);
    }
    Ok(extensions)
}

/// Checks the declaration of a tool.
fn extension(entry: Value) -> Result<Extension, String> {
    let declared: Declaration = serde_json::from_value(entry).map_err(|fault| fault.to_string())?;
    let starts_with_letter = declared.name.starts_with(|letter: char| letter.is_ascii_lowercase());
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if !starts_with_letter || !declared.name.chars().all(is_plain) {
        return Err("name: expected lower case letters, digits and underscores".to_owned());
    }
    if declared.input_schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err("inputSchema: expected a schema of type object".to_owned());
    }
    let permission = match declared.permission {
        None => None,
        Some(Value::String(name)) => {
            Some(Scope::named(&name).ok_or_else(|| format!("permission: there is no `{name}`"))?)
        }
        Some(_) => return Err("permission: expected the name of a scope; a permission cannot be removed".to_owned()),
    };
    let backend = match (declared.http, declared.command) {
        (Some(http), None) if http.url.starts_with("http://") || http.url.starts_with("https://") => {
            Backend::Http { url: http.url, headers: http.headers.into_iter().collect() }
        }
        (Some(_), None) => return Err("http.url: expected an http or https address".to_owned()),
        (None, Some(command)) if !command.is_empty() => Backend::Command(command),
        _ => return Err("expected either http or command".to_owned()),
    };
    Ok(Extension {
        name: declared.name,
        description: declared.description,
        schema: declared.input_schema,
        permission,
        read_only: declared.read_only,
        backend,
    })
}

impl Extension {
    /// Whether the tool declares an argument.
    pub(super) fn takes(&self, name: &str) -> bool {
        self.schema.get("properties").and_then(|properties| properties.get(name)).is_some()
    }

    /// Calls the tool for a caller and returns its text.
    ///
    /// # Errors
    /// Fails when the tool fails, takes longer than [`TIMEOUT`], or is an HTTP service that returns more than
    /// [`MAX_OUTPUT`] bytes.
    pub(super) async fn call(&self, caller: &Caller, arguments: &Arguments) -> Result<String, Error> {
        let input = Value::Object(arguments.all().clone()).to_string();
        let user = if caller.is_trusted() { String::new() } else { caller.email().to_owned() };
        let answer = match &self.backend {
            Backend::Http { url, headers } => {
                let (url, headers) = (url.clone(), headers.clone());
                let call = tokio::task::spawn_blocking(move || call_http(&url, &headers, &user, &input));
                call.await.map_err(|fault| Error::Internal(fault.into()))?
            }
            Backend::Command(command) => {
                match tokio::time::timeout(TIMEOUT, call_command(command, &user, &input)).await {
                    Ok(answer) => answer,
                    Err(_) => Err(format!("it did not respond within {} seconds", TIMEOUT.as_secs())),
                }
            }
        };
        answer.map_err(|fault| Error::invalid(format!("the tool `{}` failed: {fault}", self.name)))
    }
}

/// Calls a tool by HTTP with its arguments as the body. Fails when the status is not a success.
fn call_http(url: &str, headers: &[(String, String)], user: &str, input: &str) -> Result<String, String> {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false).build().into();
    let mut request = agent.post(url).header("content-type", "application/json").header("x-lectern-user", user);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let mut answer = request.send(input).map_err(|fault| fault.to_string())?;
    let text = answer.body_mut().with_config().limit(MAX_OUTPUT).read_to_string().map_err(|fault| fault.to_string())?;
    if answer.status().is_success() { Ok(text) } else { Err(format!("it responded with {}: {text}", answer.status())) }
}

/// Runs a command with the arguments of the tool as its standard input, and returns its standard output. Fails when the
/// command fails.
async fn call_command(command: &[String], user: &str, input: &str) -> Result<String, String> {
    let text = |fault: std::io::Error| fault.to_string();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .env("LECTERN_USER", user)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .kill_on_drop(true)
        .spawn()
        .map_err(text)?;
    let mut stdin = child.stdin.take().ok_or("its input is closed")?;
    let stdout = child.stdout.take().ok_or("its output is closed")?;
    let write = async move {
        // A command may exit without reading its input.
        let _ = stdin.write_all(input.as_bytes()).await;
        drop(stdin);
    };
    let read = async {
        let mut answer = Vec::new();
        stdout.take(MAX_OUTPUT).read_to_end(&mut answer).await.map(|_| answer)
    };
    let ((), answer) = tokio::join!(write, read);
    let status = child.wait().await.map_err(text)?;
    let answer = String::from_utf8_lossy(&answer.map_err(text)?).into_owned();
    if status.success() { Ok(answer) } else { Err(format!("it ended with {status}: {answer}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(entry: &str) -> String {
        match parse(&format!("[{entry}]")) {
            Ok(tools) => format!("{:?} {:?} {:?}", tools[0], tools[0].permission, tools[0].read_only),
            Err(fault) => fault,
        }
    }

    #[test]
    fn a_wrong_declaration_is_an_error() {
        let good = r#"{"name": "tide_table", "description": "Tides", "inputSchema": {"type": "object"}, "permission": "read",
            "readOnly": true, "command": ["tides"]}"#;
        assert_eq!(check(good), "Extension(tide_table) Some(Read) Some(true)");
        let with = |from: &str, to: &str| check(&good.replace(from, to));
        assert!(with("tide_table", "Tide-Table").contains("name: expected lower case"));
        assert!(with("\"read\"", "\"fly\"").contains("permission: there is no `fly`"));
        assert!(with("\"read\"", "null").contains("cannot be removed"));
        assert!(with("\"object\"", "\"array\"").contains("inputSchema"));
        assert!(with("\"command\": [\"tides\"]", "\"command\": []").contains("either http or command"));
        assert!(with("\"command\": [\"tides\"]", "\"http\": {\"url\": \"ftp://x\"}").contains("http.url"));
        assert!(with("\"readOnly\"", "\"readonly\"").contains("tool `tide_table`"));
        assert!(parse(&format!("[{good}, {good}]")).unwrap_err().contains("declared twice"));
        assert!(parse("{}").unwrap_err().contains("JSON list"));
    }

    #[tokio::test]
    async fn a_command_receives_the_arguments_and_the_caller() {
        let command = |script: &str| ["sh", "-c", script].map(str::to_owned);
        let answer =
            call_command(&command("cat; printf ' for %s' \"$LECTERN_USER\""), "ann@example.test", "{\"a\":1}").await;
        assert_eq!(answer.unwrap(), "{\"a\":1} for ann@example.test");
        assert!(call_command(&command("echo broken; exit 3"), "", "{}").await.unwrap_err().contains("broken"));
        assert!(call_command(&["/no/such/program".to_owned()], "", "{}").await.is_err());
    }
}
