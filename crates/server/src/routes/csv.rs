//! Tables as comma-separated values.

/// A table as comma-separated values (RFC 4180). A cell that a spreadsheet would read as a formula is made a text, and a
/// byte order mark tells Excel that the text is UTF-8.
pub(crate) fn csv(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|text| (*text).to_owned()).collect();
    let mut table = String::from('\u{feff}');
    for row in std::iter::once(head).chain(rows) {
        let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
        table += &cells.join(",");
        table += "\r\n";
    }
    table
}

fn cell(text: &str) -> String {
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with(['\t', '\r', '\n']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_read_as_a_formula_and_every_text_stays_one_cell() {
        let check = |text: &str| {
            let table = csv(&["a", "b"], std::iter::once(vec![text.to_owned(), "x".to_owned()]));
            table.strip_prefix("\u{feff}a,b\r\n").expect("a byte order mark and a head").to_owned()
        };
        assert_eq!(check("plain"), "plain,x\r\n");
        assert_eq!(check("a, \"b\"\nc"), "\"a, \"\"b\"\"\nc\",x\r\n");
        assert_eq!(check("=1+1"), "'=1+1,x\r\n");
        assert_eq!(check(" @SUM(A1,B1)"), "\"' @SUM(A1,B1)\",x\r\n");
        for first in ["+", "-", "@", "\t=", "\r="] {
            assert!(check(first).trim_start_matches('"').starts_with('\''), "{first:?}");
        }
    }
}
