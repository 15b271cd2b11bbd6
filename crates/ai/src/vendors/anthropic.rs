//! Messages, as Anthropic speaks. The form of the answer is that of a tool which the model must call.

use serde_json::{Value, json};

use super::Access;
use super::client::{Ask, Call};

/// The version of the interface that is spoken.
const VERSION: &str = "2023-06-01";

pub(super) fn call(access: &Access, ask: Ask<'_>, with_schema: bool) -> Call {
    let mut body = json!({
        "model": access.model(), "max_tokens": 8192, "system": ask.system,
        "messages": [{ "role": "user", "content": ask.user }],
    });
    if with_schema {
        body["tools"] =
            json!([{ "name": "answer", "description": "Hands over the answer.", "input_schema": ask.schema }]);
        body["tool_choice"] = json!({ "type": "tool", "name": "answer" });
    }
    let key = access.key.iter().map(|key| ("x-api-key", key.0.clone()));
    let headers = key.chain([("anthropic-version", VERSION.to_owned())]).collect();
    Call { url: format!("{}/messages", access.base_url()), headers, body }
}

pub(super) fn said(body: &Value) -> Option<String> {
    let parts = body.get("content")?.as_array()?;
    let tool = parts.iter().find(|part| part.get("type") == Some(&json!("tool_use")));
    if let Some(input) = tool.and_then(|tool| tool.get("input")) {
        return Some(input.to_string());
    }
    Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect())
}
