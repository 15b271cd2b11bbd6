//! Tables as comma-separated values.

/// The separators of cells and rows that spreadsheets may use besides the comma; some depend on the language of the
/// user.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// A table as comma-separated values (RFC 4180). Every cell is quoted. An apostrophe keeps spreadsheets from reading a
/// cell as a formula, and a byte order mark tells Excel that the text is UTF-8.
pub(crate) fn csv(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|text| (*text).to_owned()).collect();
    let mut table = String::from('\u{feff}');
    for row in std::iter::once(head).chain(rows) {
        let cells = row.iter().enumerate().map(|(index, text)| cell(text, index == 0));
        table += &cells.collect::<Vec<String>>().join(",");
        table += "\r\n";
    }
    table
}

/// A quoted cell. A program that expects another separator than the comma recognizes only the quotes around the first
/// cell of a row. It splits the other cells at its separator, so none of their parts may start a formula or a quoted
/// cell either.
fn cell(text: &str, is_first: bool) -> String {
    let mut quoted = String::from('"');
    let is_formula = |text: &str| text.trim_start().starts_with(['=', '+', '-', '@']);
    for (index, part) in text.split_inclusive(SEPARATORS).enumerate() {
        let is_escaped = match index {
            0 => is_formula(text) || text.starts_with(&SEPARATORS[1..]),
            _ => !is_first && (is_formula(part) || part.trim_start().starts_with('"')),
        };
        if is_escaped {
            quoted.push('\'');
        }
        quoted += &part.replace('"', "\"\"");
    }
    if !is_first && text.ends_with(SEPARATORS) {
        // Otherwise such a program would read the closing quote as the start of a quoted cell.
        quoted.push('\'');
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    #[test]
    fn no_cell_is_read_as_a_formula_and_every_text_stays_one_cell() {
        let check = |text: &str| {
            let table = csv(&["a", "b"], std::iter::once(vec![text.to_owned(), text.to_owned()]));
            let row = table.strip_prefix("\u{feff}\"a\",\"b\"\r\n").expect("a byte order mark and a head");
            row.strip_suffix("\r\n").expect("the end of the row").to_owned()
        };
        assert_eq!(check("plain"), r#""plain","plain""#);
        assert_eq!(check("a, \"b\"\nc"), "\"a, \"\"b\"\"\nc\",\"a, \"\"b\"\"\nc\"");
        assert_eq!(check("=1+1"), r#""'=1+1","'=1+1""#);
        assert_eq!(check(" @SUM(A1,B1)"), r#""' @SUM(A1,B1)","' @SUM(A1,B1)""#);
        assert_eq!(check("hi;=1+1;"), r#""hi;=1+1;","hi;'=1+1;'""#);
        assert_eq!(check("hi;\"=1+1;"), r#""hi;""=1+1;","hi;'""=1+1;'""#);
        assert_eq!(check("a\t@b\n-1"), "\"a\t@b\n-1\",\"a\t'@b\n'-1\"");
        for first in ["+", "-", "@", "\t=", "\r="] {
            assert!(check(first).starts_with("\"'"), "{first:?}");
        }
    }

    /// The cells that a program reads with this separator. A quote counts only at the start of a cell.
    fn cells_as_read(table: &str, separator: char) -> Vec<String> {
        let mut cells = vec![String::new()];
        let (mut at_start, mut in_quotes) = (true, false);
        let mut letters = table.trim_start_matches('\u{feff}').chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '"' if in_quotes && letters.peek() == Some(&'"') => {
                    cells.last_mut().expect("a cell").extend(letters.next());
                }
                '"' if in_quotes || at_start => in_quotes = !in_quotes,
                _ if !in_quotes && (letter == separator || letter == '\r' || letter == '\n') => {
                    cells.push(String::new());
                    at_start = true;
                    continue;
                }
                _ => cells.last_mut().expect("a cell").push(letter),
            }
            at_start = false;
        }
        cells
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_the_separator_is_no_cell_is_a_formula(
            rows in vec(vec("[=+@a;,\t\n\" -]{0,8}", 3), 2),
            separator in select(&[',', ';', '\t'][..]),
        ) {
            for cell in cells_as_read(&csv(&["a", "b", "c"], rows.clone().into_iter()), separator) {
                prop_assert!(!cell.trim_start().starts_with(['=', '+', '-', '@']), "{cell:?} of {rows:?}");
            }
        }
    }
}
