//! `lectern mcp`: one JSON value a line, in and out. Nothing but the protocol goes to the standard output.

use std::sync::Arc;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::desk::{Desk, Speaker, Told};
use super::rpc::{self, Incoming};

/// Answers line by line until the input ends.
///
/// # Errors
/// The streams break.
pub(crate) async fn run(desk: &Arc<Desk>, owner: Option<&str>) -> std::io::Result<()> {
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
        if let Some(answer) = answer(desk, owner, &line).await {
            out.write_all((answer + "\n").as_bytes()).await?;
            out.flush().await?;
        }
    }
}

async fn answer(desk: &Desk, owner: Option<&str>, line: &[u8]) -> Option<String> {
    let (speaker, mut told) = (Speaker::Local(owner), Told::default());
    match rpc::read(line) {
        Err(error) => Some(rpc::answer(&Value::Null, Err(error)).to_string()),
        Ok(Incoming::One(message)) => desk.one(speaker, message, &mut told).await.map(|answer| answer.to_string()),
        Ok(Incoming::Batch(messages)) => desk.batch(speaker, messages, &mut told).await,
    }
}
