//! MCP over the standard streams: one JSON value a line. Nothing else is written to the standard output.

use std::sync::Arc;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::dispatcher::{Client, Dispatcher, LimitStatus};
use super::rpc::{self, Incoming};

/// Handles messages line by line until the input ends.
///
/// # Errors
/// The input cannot be read, or the output cannot be written.
pub(crate) async fn run(dispatcher: &Arc<Dispatcher>, owner: Option<&str>) -> std::io::Result<()> {
    let mut lines = BufReader::new(tokio::io::stdin());
    let mut out = tokio::io::stdout();
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).await? == 0 {
            return out.flush().await;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if let Some(response) = respond(dispatcher, owner, &line).await {
            out.write_all((response + "\n").as_bytes()).await?;
            out.flush().await?;
        }
    }
}

async fn respond(dispatcher: &Dispatcher, owner: Option<&str>, line: &[u8]) -> Option<String> {
    let (client, mut limits) = (Client::Local(owner), LimitStatus::default());
    match rpc::read(line) {
        Err(error) => Some(rpc::response(&Value::Null, Err(error)).to_string()),
        Ok(Incoming::One(message)) => {
            dispatcher.respond(client, message, &mut limits).await.map(|answer| answer.to_string())
        }
        Ok(Incoming::Batch(messages)) => dispatcher.respond_to_batch(client, messages, &mut limits).await,
    }
}
