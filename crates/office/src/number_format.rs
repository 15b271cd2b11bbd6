//! Number formats of spreadsheets, as charts write them.

/// The signs of the first section of a number format in lower case, without quoted, escaped and bracketed text.
pub(crate) fn signs(format: &str) -> String {
    let mut section = String::new();
    let mut signs = format.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => drop(signs.by_ref().find(|sign| *sign == '"')),
            '[' => drop(signs.by_ref().find(|sign| *sign == ']')),
            '\\' | '_' | '*' => drop(signs.next()),
            ';' => break,
            sign => section.extend(sign.to_lowercase()),
        }
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_a_format_is_left_out() {
        for (format, expected) in [
            ("0.0%;[Red]-0.0%", "0.0%"),
            ("General\"%\"", "general"),
            ("0\\%", "0"),
            ("[$-409]D MMM\\-YY;@", "d mmmyy"),
            ("_-* #,##0 \"€\"", "#,##0 "),
        ] {
            assert_eq!(signs(format), expected, "{format}");
        }
    }
}
