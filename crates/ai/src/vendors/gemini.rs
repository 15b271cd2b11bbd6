//! `generateContent`, as Gemini speaks.

use serde_json::{Value, json};

use super::Access;
use super::client::{Ask, Call};

pub(super) fn call(access: &Access, ask: Ask<'_>, with_schema: bool) -> Call {
    let mut body = json!({
        "systemInstruction": { "parts": [{ "text": ask.system }] },
        "contents": [{ "role": "user", "parts": [{ "text": ask.user }] }],
        "generationConfig": { "responseMimeType": "application/json" },
    });
    // An object whose fields are not named stays empty here: then the instruction alone has to do.
    if with_schema && !has_open_object(ask.schema) {
        body["generationConfig"]["responseJsonSchema"] = ask.schema.clone();
    }
    let model = access.model().trim_start_matches("models/");
    let headers = access.key.iter().map(|key| ("x-goog-api-key", key.0.clone())).collect();
    Call { url: format!("{}/models/{model}:generateContent", access.base_url()), headers, body }
}

/// Whether a schema has an object that does not name its fields.
fn has_open_object(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            let named = members.get("properties").and_then(Value::as_object).is_some_and(|fields| !fields.is_empty());
            members.get("type") == Some(&json!("object")) && !named || members.values().any(has_open_object)
        }
        Value::Array(entries) => entries.iter().any(has_open_object),
        _ => false,
    }
}

pub(super) fn said(body: &Value) -> Option<String> {
    let parts = body.pointer("/candidates/0/content/parts")?.as_array()?;
    let spoken = parts.iter().filter(|part| part.get("thought") != Some(&json!(true)));
    Some(spoken.filter_map(|part| part.get("text")?.as_str()).collect())
}
