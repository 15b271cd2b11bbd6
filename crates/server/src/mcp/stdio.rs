//! MCP over standard input and output: one JSON value per line, and nothing else.

use std::sync::Arc;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Stdout};
use tokio::sync::Mutex;

use super::dispatcher::{Client, Dispatcher, LimitStatus};
use super::rpc::{self, Incoming};

/// The standard output. A lock keeps notifications of a running call from mixing with a response.
pub(super) struct Output(Mutex<Stdout>);

impl Output {
    /// Writes a JSON value as a line.
    pub(super) async fn write(&self, value: &str) -> std::io::Result<()> {
        let mut out = self.0.lock().await;
        out.write_all(format!("{value}\n").as_bytes()).await?;
        out.flush().await
    }
}

/// Handles messages line by line until the input ends.
///
/// # Errors
/// Fails when the input cannot be read, or the output cannot be written.
pub(crate) async fn run(dispatcher: &Arc<Dispatcher>, owner: Option<&str>) -> std::io::Result<()> {
    let mut lines = BufReader::new(tokio::io::stdin());
    let out = Output(Mutex::new(tokio::io::stdout()));
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if let Some(response) = respond(dispatcher, Client::Local(owner, &out), &line).await {
            out.write(&response).await?;
        }
    }
}

/// Handles the messages of a line and returns the response; none when there are only notifications.
async fn respond(dispatcher: &Dispatcher, client: Client<'_>, line: &[u8]) -> Option<String> {
    let mut limits = LimitStatus::default();
    match rpc::read(line) {
        Err(error) => Some(rpc::response(&Value::Null, Err(error)).to_string()),
        Ok(Incoming::One(message)) => {
            dispatcher.respond(client, message, &mut limits).await.map(|answer| answer.to_string())
        }
        Ok(Incoming::Batch(messages)) => dispatcher.respond_to_batch(client, messages, &mut limits).await,
    }
}
