//! The `/api/chat` API of Ollama.

use serde_json::{Value, json};

use super::VendorAccess;
use super::client::{Prompt, VendorRequest};

/// The request for a prompt; `with_schema` when the answer must follow the schema of the prompt.
pub(super) fn request(access: &VendorAccess, prompt: Prompt<'_>, with_schema: bool) -> VendorRequest {
    let mut body = json!({
        "model": access.model(), "stream": false,
        "messages": [{ "role": "system", "content": prompt.system }, { "role": "user", "content": prompt.user }],
    });
    body["format"] = if with_schema { prompt.schema.clone() } else { json!("json") };
    // People often configure the address of Ollama's other APIs, `/v1` and `/api`.
    let base = access.base_url();
    let root = ["/v1", "/api"].iter().find_map(|ending| base.strip_suffix(ending)).unwrap_or(base);
    VendorRequest { url: format!("{root}/api/chat"), headers: access.bearer_header(), body }
}

/// The text of the answer in the body of a response; `None` when there is none.
pub(super) fn answer_text(body: &Value) -> Option<String> {
    Some(body.pointer("/message/content")?.as_str()?.to_owned())
}
