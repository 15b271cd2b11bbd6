//! `/api/chat`, as Ollama speaks.

use serde_json::{Value, json};

use super::Access;
use super::client::{Ask, Call};

pub(super) fn call(access: &Access, ask: Ask<'_>, with_schema: bool) -> Call {
    let mut body = json!({
        "model": access.model(), "stream": false,
        "messages": [{ "role": "system", "content": ask.system }, { "role": "user", "content": ask.user }],
    });
    body["format"] = if with_schema { ask.schema.clone() } else { json!("json") };
    // The address is often given with the version of another interface that Ollama has too.
    let base = access.base_url();
    let root = ["/v1", "/api"].iter().find_map(|ending| base.strip_suffix(ending)).unwrap_or(base);
    let headers = access.key.iter().map(|key| ("authorization", format!("Bearer {}", key.0))).collect();
    Call { url: format!("{root}/api/chat"), headers, body }
}

pub(super) fn said(body: &Value) -> Option<String> {
    Some(body.pointer("/message/content")?.as_str()?.to_owned())
}
