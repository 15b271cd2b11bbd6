//! Parses the JSON documents of a package.
//!
//! A parsed value takes many times the bytes it was written in, and a package may write it in few: values are
//! counted before they are parsed.

use serde_json::Value;

/// The object these bytes hold, or what is wrong with them.
pub(super) fn object(json: &[u8], most: usize) -> Result<Value, String> {
    if values(json) > most {
        return Err(format!("it holds more than {most} values"));
    }
    let value: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    if value.is_object() { Ok(value) } else { Err("it is not an object".to_owned()) }
}

/// The most values this JSON can hold: every one but the first stands behind an opening bracket or a comma.
fn values(json: &[u8]) -> usize {
    let mut values = 1;
    let mut in_text = false;
    let mut escaped = false;
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' | b',' if !in_text => values += 1,
            _ => {}
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_texts() {
        for (json, count) in
            [("7", 1), ("[]", 2), ("[1, 2, 3]", 4), (r#"{"a": {"b": [1, "c"]}}"#, 5), (r#"["[,{", "\\", "\",[,"]"#, 4)]
        {
            assert_eq!(values(json.as_bytes()), count, "{json}");
        }
    }

    #[test]
    fn a_document_is_an_object_of_so_many_values() {
        assert_eq!(object(b"{\"a\": [1, 2]}", 4), Ok(serde_json::json!({"a": [1, 2]})));
        assert_eq!(object(b"{\"a\": [1, 2]}", 3), Err("it holds more than 3 values".to_owned()));
        assert_eq!(object(b"[]", 3), Err("it is not an object".to_owned()));
    }
}
