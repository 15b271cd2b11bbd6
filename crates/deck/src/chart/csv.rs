//! Splits pasted data into rows and cells.
//!
//! RFC 4180, with a delimiter that is detected and with tolerance for stray quotes. Does not read numbers.

use std::mem;

/// The rows of a CSV text and their cells, not trimmed.
///
/// - The delimiter is a tab if there is one, else the more frequent of `;` and `,`. If both are equally frequent it is
///   `;`, because the commas are then most likely decimal. Only characters outside quotes count.
/// - A quoted cell may contain delimiters, line ends and doubled quotes; spaces before the quotes are dropped. A quote
///   that is never closed, or not at the start of its cell, is an ordinary character.
/// - A blank line is a row with one empty cell, so that row numbers match lines. A byte order mark is dropped.
pub fn csv_rows(csv: &str) -> Vec<Vec<String>> {
    let text = csv.strip_prefix('\u{feff}').unwrap_or(csv);
    let delimiter = delimiter(text);
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    scan(text, &[delimiter], |token| match token {
        Token::Character(c) => cell.push(c),
        Token::Quote => cell.clear(),
        Token::Delimiter(_) => row.push(mem::take(&mut cell)),
        Token::LineEnd => {
            row.push(mem::take(&mut cell));
            rows.push(mem::take(&mut row));
        }
    });
    if !row.is_empty() || !cell.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}

/// The delimiter of a text, see [`csv_rows`].
fn delimiter(text: &str) -> char {
    let (mut tabs, mut semicolons, mut commas) = (0, 0, 0);
    scan(text, &['\t', ';', ','], |token| match token {
        Token::Delimiter('\t') => tabs += 1,
        Token::Delimiter(';') => semicolons += 1,
        Token::Delimiter(_) => commas += 1,
        _ => {}
    });
    if tabs > 0 {
        '\t'
    } else if semicolons > 0 && semicolons >= commas {
        ';'
    } else {
        ','
    }
}

enum Token {
    /// Part of a cell.
    Character(char),
    /// A quoted cell begins; the cell contained only spaces so far.
    Quote,
    Delimiter(char),
    LineEnd,
}

/// Calls `take` for each token of a text, in order.
fn scan(text: &str, delimiters: &[char], mut take: impl FnMut(Token)) {
    let mut characters = text.char_indices().peekable();
    let (mut in_quotes, mut at_start, mut quotes_close) = (false, true, true);
    while let Some((at, c)) = characters.next() {
        match c {
            '"' if in_quotes => {
                if characters.next_if(|(_, next)| *next == '"').is_some() {
                    take(Token::Character('"'));
                } else {
                    in_quotes = false;
                }
            }
            _ if in_quotes => take(Token::Character(c)),
            '"' if at_start && quotes_close => {
                // Once no closing quote was found, none is searched for again, so the scan stays linear.
                quotes_close = has_closing_quote(&text[at + 1..]);
                in_quotes = quotes_close;
                at_start = false;
                take(if in_quotes { Token::Quote } else { Token::Character('"') });
            }
            '\n' | '\r' => {
                if c == '\r' {
                    characters.next_if(|(_, next)| *next == '\n');
                }
                at_start = true;
                take(Token::LineEnd);
            }
            _ if delimiters.contains(&c) => {
                at_start = true;
                take(Token::Delimiter(c));
            }
            _ => {
                at_start &= c == ' ';
                take(Token::Character(c));
            }
        }
    }
}

/// Whether `rest` contains a closing quote, that is a quote that is not doubled.
fn has_closing_quote(rest: &str) -> bool {
    let mut bytes = rest.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte == b'"' && bytes.next_if_eq(&b'"').is_none() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(csv: &str) -> String {
        csv_rows(csv).iter().map(|row| format!("{row:?}")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_delimiter_is_found() {
        insta::assert_snapshot!(check("a,b;c\td"), @r#"["a,b;c", "d"]"#);
        insta::assert_snapshot!(check("a,b;c;d"), @r#"["a,b", "c", "d"]"#);
        insta::assert_snapshot!(check("a;1,5\nb;2,5"), @r#"
        ["a", "1,5"]
        ["b", "2,5"]
        "#);
        insta::assert_snapshot!(check("a;b,c,d"), @r#"["a;b", "c", "d"]"#);
        insta::assert_snapshot!(check("\"x;y;z\t\",1"), @r#"["x;y;z\t", "1"]"#);
        insta::assert_snapshot!(check("alone"), @r#"["alone"]"#);
    }

    #[test]
    fn quoted_cells_may_contain_anything() {
        insta::assert_snapshot!(check("\"a,\"\"b\"\"\nc\", \"1,5\" x,\"\"\n"), @r#"["a,\"b\"\nc", "1,5 x", ""]"#);
    }

    #[test]
    fn stray_quotes_are_characters() {
        insta::assert_snapshot!(check("5\" pipe,1\n\"open,2\n\"\"b,3"), @r#"
        ["5\" pipe", "1"]
        ["\"open", "2"]
        ["\"\"b", "3"]
        "#);
    }

    #[test]
    fn every_line_end_ends_a_row_and_blank_rows_count() {
        insta::assert_snapshot!(check("\u{feff}a,1\r\nb,2\r\rc,\n"), @r#"
        ["a", "1"]
        ["b", "2"]
        [""]
        ["c", ""]
        "#);
        insta::assert_snapshot!(check(""), @"");
    }

    proptest! {
        #[test]
        fn no_text_panics(csv in "([\",;\t\n\r a1é]|.){0,80}") {
            let _ = csv_rows(&csv);
        }

        #[test]
        fn quoted_rows_come_back(rows in prop::collection::vec(prop::collection::vec("[\",;\t\na1 é]{0,6}", 2..4), 1..5)) {
            let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(";");
            let csv = rows.iter().map(line).collect::<Vec<_>>().join("\r\n");
            prop_assert_eq!(csv_rows(&csv), rows);
        }
    }
}
