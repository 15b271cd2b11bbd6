//! JSON before it is parsed.
//!
//! A parsed value takes many times the bytes it was written in: whoever takes JSON from others counts its values first.

/// More values than any deck has, at any depth.
pub const MOST_VALUES: usize = 1_000_000;

/// The most values this JSON can hold: every one but the first stands behind an opening bracket or a comma.
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
