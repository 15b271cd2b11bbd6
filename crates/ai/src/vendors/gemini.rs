//! The `generateContent` API of Gemini.

use serde_json::{Value, json};

use super::VendorAccess;
use super::client::{Prompt, VendorRequest};

/// The request for a prompt; `with_schema` when the answer must follow the schema of the prompt.
pub(super) fn request(access: &VendorAccess, prompt: Prompt<'_>, with_schema: bool) -> VendorRequest {
    let mut body = json!({
        "systemInstruction": { "parts": [{ "text": prompt.system }] },
        "contents": [{ "role": "user", "parts": [{ "text": prompt.user }] }],
        "generationConfig": { "responseMimeType": "application/json" },
    });
    // Gemini leaves an object without declared properties empty, so such a schema is not sent.
    if with_schema && !has_open_object(prompt.schema) {
        body["generationConfig"]["responseJsonSchema"] = prompt.schema.clone();
    }
    let model = access.model().trim_start_matches("models/");
    let headers = access.key.iter().map(|key| ("x-goog-api-key", key.0.clone())).collect();
    VendorRequest { url: format!("{}/models/{model}:generateContent", access.base_url()), headers, body }
}

/// Whether a schema contains an object without declared properties.
fn has_open_object(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            let has_properties =
                members.get("properties").and_then(Value::as_object).is_some_and(|fields| !fields.is_empty());
            members.get("type") == Some(&json!("object")) && !has_properties || members.values().any(has_open_object)
        }
        Value::Array(entries) => entries.iter().any(has_open_object),
        _ => false,
    }
}

/// The text of the answer in the body of a response; `None` when there is none.
pub(super) fn answer_text(body: &Value) -> Option<String> {
    let parts = body.pointer("/candidates/0/content/parts")?.as_array()?;
    let visible = parts.iter().filter(|part| part.get("thought") != Some(&json!(true)));
    Some(visible.filter_map(|part| part.get("text")?.as_str()).collect())
}
