//! Parses the JSON documents of a package, with a limit on the number of values.

use serde_json::Value;

use crate::json::value_count;

/// The JSON object in these bytes, with at most `max` values.
pub(super) fn object(json: &[u8], max: usize) -> Result<Value, String> {
    if value_count(json) > max {
        return Err(format!("it holds more than {max} values"));
    }
    let value: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    if value.is_object() { Ok(value) } else { Err("it is not an object".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_an_object_with_a_limited_number_of_values() {
        assert_eq!(object(b"{\"a\": [1, 2]}", 4), Ok(serde_json::json!({"a": [1, 2]})));
        assert_eq!(object(b"{\"a\": [1, 2]}", 3), Err("it holds more than 3 values".to_owned()));
        assert_eq!(object(b"[]", 3), Err("it is not an object".to_owned()));
    }
}
