//! JSON-RPC 2.0: reads messages, writes responses.

use serde_json::{Value, json};

/// The bytes are not JSON.
pub(super) const PARSE_ERROR: i64 = -32700;
/// A message of the wrong form.
pub(super) const INVALID_REQUEST: i64 = -32600;
/// No such method, or tool.
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
/// Parameters of the wrong form.
pub(super) const INVALID_PARAMS: i64 = -32602;
/// An internal error.
pub(super) const INTERNAL_ERROR: i64 = -32603;
/// The request was rejected before it was handled, such as by a limit.
pub(super) const SERVER_ERROR: i64 = -32000;

/// The parsed content of an HTTP body or of a line of the standard input.
pub(super) enum Incoming {
    /// One message.
    One(Message),
    /// A batch, whose responses are sent as one list.
    Batch(Vec<Message>),
}

/// A message.
pub(super) enum Message {
    /// A request, which needs a response.
    Request(Request),
    /// A notification or a response. Neither gets a response.
    Ignored,
    /// An invalid message: the id for the response, and the error.
    Invalid(Value, RpcError),
}

/// A request.
pub(super) struct Request {
    /// A string or a number, which the response repeats.
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Value,
}

/// The error of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
}

impl RpcError {
    pub(super) fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// An internal error, without its cause. The caller logs the cause.
    pub(super) fn internal() -> Self {
        Self::new(INTERNAL_ERROR, "the fault is ours; it has been logged")
    }
}

/// Parses an HTTP body or a line of the standard input.
///
/// # Errors
/// Fails when the bytes are not JSON, or when the JSON is neither an object nor a non-empty list.
pub(super) fn read(bytes: &[u8]) -> Result<Incoming, RpcError> {
    let value: Value =
        serde_json::from_slice(bytes).map_err(|fault| RpcError::new(PARSE_ERROR, format!("not JSON: {fault}")))?;
    match value {
        Value::Array(elements) if elements.is_empty() => {
            Err(RpcError::new(INVALID_REQUEST, "a batch holds at least one message"))
        }
        Value::Array(elements) => Ok(Incoming::Batch(elements.into_iter().map(message).collect())),
        Value::Object(_) => Ok(Incoming::One(message(value))),
        _ => Err(RpcError::new(INVALID_REQUEST, "expected a JSON-RPC request or an array of them")),
    }
}

/// Parses one message.
fn message(value: Value) -> Message {
    let Value::Object(mut fields) = value else {
        return Message::Invalid(Value::Null, RpcError::new(INVALID_REQUEST, "expected an object"));
    };
    let id = fields.remove("id").unwrap_or(Value::Null);
    let is_answer = fields.contains_key("result") || fields.contains_key("error");
    if is_answer && !fields.contains_key("method") {
        return Message::Ignored;
    }
    if !matches!(id, Value::Null | Value::String(_) | Value::Number(_)) {
        return Message::Invalid(Value::Null, RpcError::new(INVALID_REQUEST, "id: expected a text or a number"));
    }
    match fields.get("jsonrpc") {
        None => {}
        Some(Value::String(version)) if version == "2.0" => {}
        Some(_) => return Message::Invalid(id, RpcError::new(INVALID_REQUEST, "jsonrpc: expected \"2.0\"")),
    }
    match fields.remove("method") {
        Some(Value::String(_)) if id.is_null() => Message::Ignored,
        Some(Value::String(method)) => {
            Message::Request(Request { id, method, params: fields.remove("params").unwrap_or_default() })
        }
        _ => Message::Invalid(id, RpcError::new(INVALID_REQUEST, "method: expected a text")),
    }
}

/// The response to a request.
pub(super) fn response(id: &Value, outcome: Result<Value, RpcError>) -> Value {
    match outcome {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(RpcError { code, message }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    }
}

/// Reads arbitrary bytes as messages of an agent. Panics when the response to a message does not have its id, or is not
/// JSON.
#[cfg(any(test, feature = "fuzz"))]
pub fn check_message(bytes: &[u8]) {
    let messages = match read(bytes) {
        Ok(Incoming::One(message)) => vec![message],
        Ok(Incoming::Batch(messages)) => messages,
        Err(error) => {
            assert!([PARSE_ERROR, INVALID_REQUEST].contains(&error.code), "{error:?}");
            return;
        }
    };
    assert!(!messages.is_empty());
    for message in messages {
        let (id, outcome) = match message {
            Message::Request(request) => {
                assert!(!request.id.is_null(), "a notification is not answered");
                (request.id, Ok(request.params))
            }
            Message::Invalid(id, error) => (id, Err(error)),
            Message::Ignored => continue,
        };
        let response = response(&id, outcome).to_string();
        let response: Value = serde_json::from_str(&response).expect("a response is JSON");
        assert_eq!(response["id"], id);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MESSAGE: &str = r#"\[?\{("(id|jsonrpc|method|params|result|error)": ?(null|-?[0-9]{1,30}(\.[0-9])?(e[0-9]{1,2})?|"2.0"|"[ -~é]{0,6}"|\{\}|\[1\]|true),?){0,6}\}\]?"#;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_message_gets_the_response_it_needs(text in MESSAGE) {
            check_message(text.as_bytes());
            check_message(text.replace(",}", "}").as_bytes());
        }
    }

    fn check(text: &str) -> String {
        let described = |message: Message| match message {
            Message::Request(request) => format!("{} {} {}", request.method, request.id, request.params),
            Message::Ignored => "ignored".to_owned(),
            Message::Invalid(id, error) => format!("{} {id}", error.code),
        };
        match read(text.as_bytes()) {
            Ok(Incoming::One(message)) => described(message),
            Ok(Incoming::Batch(messages)) => messages.into_iter().map(described).collect::<Vec<_>>().join(" | "),
            Err(error) => error.code.to_string(),
        }
    }

    #[test]
    fn requests_are_read_with_any_id_but_null() {
        assert_eq!(check(r#"{"jsonrpc": "2.0", "id": 0, "method": "ping"}"#), "ping 0 null");
        assert_eq!(check(r#"{"id": "a", "method": "ping", "params": {"x": 1}}"#), r#"ping "a" {"x":1}"#);
        assert_eq!(check(r#"{"id": 1.5, "method": "ping"}"#), "ping 1.5 null");
    }

    #[test]
    fn messages_without_a_response_are_ignored() {
        for text in [r#"{"method": "ping"}"#, r#"{"id": null, "method": "ping"}"#, r#"{"id": 3, "result": {}}"#] {
            assert_eq!(check(text), "ignored");
        }
    }

    #[test]
    fn errors_have_the_id_of_the_message_if_it_has_one() {
        assert_eq!(check("{}"), "-32600 null");
        assert_eq!(check(r#"{"id": 7}"#), "-32600 7");
        assert_eq!(check(r#"{"id": 7, "method": 5}"#), "-32600 7");
        assert_eq!(check(r#"{"id": 7, "jsonrpc": "1.0", "method": "ping"}"#), "-32600 7");
        assert_eq!(check(r#"{"id": {}, "method": "ping"}"#), "-32600 null");
        assert_eq!(check(r#"[1, {"id": 2, "method": "ping"}]"#), "-32600 null | ping 2 null");
        for text in ["[]", "null", "5", "\"ping\""] {
            assert_eq!(check(text), "-32600");
        }
        assert_eq!(check("{oops"), "-32700");
    }
}
