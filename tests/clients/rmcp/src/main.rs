//! A client with Rust's MCP SDK, controlled line by line: reads `{"method": "callTool", "parameters": [...]}` and writes
//! `{"result": ...}` or `{"fault": ...}`. With `LECTERN_MCP` it connects over HTTP, else it starts `lectern mcp`.

use std::env::var;
use std::error::Error;

use rmcp::service::RunningService;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, from_value, json, to_value};
use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use tokio::process::Command;

type Client = RunningService<RoleClient, ()>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let client = connected().await?;
    let mut lines = BufReader::new(stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let request: Value = serde_json::from_str(&line)?;
        let outcome = match call(&client, &request["method"], request["parameters"][0].clone()).await {
            Ok(result) => json!({ "result": result }),
            Err(fault) => json!({ "fault": format!("{fault} {fault:?}") }),
        };
        println!("{outcome}");
    }
    client.cancel().await?;
    Ok(())
}

async fn connected() -> Result<Client, Box<dyn Error>> {
    if let Ok(address) = var("LECTERN_MCP") {
        let config = StreamableHttpClientTransportConfig::with_uri(address).auth_header(var("LECTERN_KEY")?);
        return Ok(().serve(StreamableHttpClientTransport::from_config(config)).await?);
    }
    let mut command = Command::new(var("LECTERN_BIN")?);
    command.arg("mcp");
    Ok(().serve(TokioChildProcess::new(command)?).await?)
}

async fn call(client: &Client, method: &Value, parameters: Value) -> Result<Value, Box<dyn Error>> {
    Ok(match method.as_str().unwrap_or_default() {
        "callTool" => to_value(client.call_tool(from_value(parameters)?).await?)?,
        "getPrompt" => to_value(client.get_prompt(from_value(parameters)?).await?)?,
        "listTools" => json!({ "tools": client.list_all_tools().await? }),
        "listPrompts" => json!({ "prompts": client.list_all_prompts().await? }),
        "getServerVersion" => {
            let about = to_value(client.peer_info())?;
            about["serverInfo"].clone()
        }
        other => return Err(format!("no method `{other}`").into()),
    })
}
