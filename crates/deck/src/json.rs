//! A bound on JSON before it is parsed.
//!
//! A parsed value takes many times as much memory as its text, so code that accepts JSON from others counts the values
//! first.

/// Maximum number of values, at any depth, that a JSON text of a deck may have.
pub const MAX_VALUES: usize = 1_000_000;

/// An upper bound of the number of values in a JSON text: one plus its opening brackets and commas.
pub fn value_count(json: &[u8]) -> usize {
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
            assert_eq!(value_count(json.as_bytes()), count, "{json}");
        }
    }
}
