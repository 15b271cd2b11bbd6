//! Chat completions, as OpenAI, Mistral, DeepSeek and many servers speak.

use serde_json::{Value, json};

use super::client::{Ask, Call};
use super::{Access, Vendor};

pub(super) fn call(access: &Access, ask: Ask<'_>, with_schema: bool) -> Call {
    let mut body = json!({
        "model": access.model(),
        "messages": [{ "role": "system", "content": ask.system }, { "role": "user", "content": ask.user }],
    });
    if with_schema {
        body["response_format"] = match access.vendor {
            // It knows JSON, not schemas, and says little unless it is told that it may say more.
            Vendor::DeepSeek => json!({ "type": "json_object" }),
            _ => json!({
                "type": "json_schema", "json_schema": { "name": "answer", "strict": false, "schema": ask.schema },
            }),
        };
    }
    if access.vendor == Vendor::DeepSeek {
        body["max_tokens"] = json!(8192);
    }
    let headers = access.key.iter().map(|key| ("authorization", format!("Bearer {}", key.0))).collect();
    Call { url: format!("{}/chat/completions", access.base_url()), headers, body }
}

pub(super) fn said(body: &Value) -> Option<String> {
    match body.pointer("/choices/0/message/content")? {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect()),
        _ => None,
    }
}
