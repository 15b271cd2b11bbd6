//! The chat completions API of OpenAI, Mistral, DeepSeek and many other servers.

use serde_json::{Value, json};

use super::client::{Prompt, VendorRequest};
use super::{Vendor, VendorAccess};

/// The request for a prompt; `with_schema` when the answer must follow the schema of the prompt.
pub(super) fn request(access: &VendorAccess, prompt: Prompt<'_>, with_schema: bool) -> VendorRequest {
    let mut body = json!({
        "model": access.model(),
        "messages": [{ "role": "system", "content": prompt.system }, { "role": "user", "content": prompt.user }],
    });
    if with_schema {
        body["response_format"] = match access.vendor {
            // DeepSeek supports JSON mode but no schemas. Its default token limit is too low for slides.
            Vendor::DeepSeek => json!({ "type": "json_object" }),
            _ => json!({
                "type": "json_schema", "json_schema": { "name": "answer", "strict": false, "schema": prompt.schema },
            }),
        };
    }
    if access.vendor == Vendor::DeepSeek {
        body["max_tokens"] = json!(8192);
    }
    VendorRequest { url: format!("{}/chat/completions", access.base_url()), headers: access.bearer_header(), body }
}

/// The text of the answer in the body of a response; `None` when there is none.
pub(super) fn answer_text(body: &Value) -> Option<String> {
    match body.pointer("/choices/0/message/content")? {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect()),
        _ => None,
    }
}
