//! The messages API of Anthropic. The model must call a tool whose input schema is the schema of the answer.

use serde_json::{Value, json};

use super::VendorAccess;
use super::client::{Prompt, VendorRequest};

/// The `anthropic-version` that requests are made for.
const VERSION: &str = "2023-06-01";

/// The request for a prompt; `with_schema` when the answer must follow the schema of the prompt.
pub(super) fn request(access: &VendorAccess, prompt: Prompt<'_>, with_schema: bool) -> VendorRequest {
    let mut body = json!({
        "model": access.model(), "max_tokens": 8192, "system": prompt.system,
        "messages": [{ "role": "user", "content": prompt.user }],
    });
    if with_schema {
        body["tools"] =
            json!([{ "name": "answer", "description": "Hands over the answer.", "input_schema": prompt.schema }]);
        body["tool_choice"] = json!({ "type": "tool", "name": "answer" });
    }
    let key = access.key.iter().map(|key| ("x-api-key", key.0.clone()));
    let headers = key.chain([("anthropic-version", VERSION.to_owned())]).collect();
    VendorRequest { url: format!("{}/messages", access.base_url()), headers, body }
}

/// The text of the answer in the body of a response; `None` when there is none.
pub(super) fn answer_text(body: &Value) -> Option<String> {
    let parts = body.get("content")?.as_array()?;
    let tool = parts.iter().find(|part| part.get("type") == Some(&json!("tool_use")));
    if let Some(input) = tool.and_then(|tool| tool.get("input")) {
        return Some(input.to_string());
    }
    Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect())
}
