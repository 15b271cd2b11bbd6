//! Texts of boxes and lines: quotes, line breaks and character codes.

/// Maximum length of the text of a box or line in characters. A longer text is cut.
const MAX_LENGTH: usize = 240;

/// A text as it is drawn: without quotes, marks and tags, with line feeds for line breaks.
pub(super) fn shown(raw: &str) -> String {
    let raw = raw.trim();
    let raw = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(raw);
    let markdown = raw.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    let raw = markdown.unwrap_or(raw);
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(letter) = rest.chars().next() {
        if letter == '<'
            && let Some((tag, after)) = tag(rest)
        {
            if tag.eq_ignore_ascii_case("br") {
                out.push('\n');
            }
            rest = after;
            continue;
        }
        if (letter == '#' || letter == '&')
            && let Some((decoded, after)) = code(rest)
        {
            out.push(decoded);
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix("\\n") {
            out.push('\n');
            rest = after;
            continue;
        }
        out.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    let mut out = without_marks(&out, "**");
    if markdown.is_some() {
        out = without_marks(&without_marks(&out, "_"), "*");
    }
    let lines = out.lines().map(|line| {
        let words = line.split_whitespace().filter(|word| !is_icon(word));
        words.collect::<Vec<_>>().join(" ")
    });
    let text = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// A text without the marks of bold or italic words. Between letters or digits, as in `2**10`, they mean neither.
fn without_marks(text: &str, mark: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, mark) in text.match_indices(mark) {
        let next = at + mark.len();
        let is_inside = text[..at].ends_with(char::is_alphanumeric) && text[next..].starts_with(char::is_alphanumeric);
        out.push_str(&text[from..if is_inside { next } else { at }]);
        from = next;
    }
    out.push_str(&text[from..]);
    out
}

/// Whether a word names an icon of a font that is not available.
fn is_icon(word: &str) -> bool {
    let Some((set, name)) = word.split_once(':') else { return false };
    matches!(set, "fa" | "fas" | "far" | "fab" | "fal") && name.starts_with("fa-")
}

/// The name of an HTML tag at the start of a text, and what follows the tag; `None` if the text starts with no tag.
fn tag(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = text.strip_prefix('<')?.split_once('>')?;
    let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
    let known = ["br", "b", "i", "u", "em", "strong", "span", "sub", "sup", "small", "div", "p", "code"];
    known.iter().any(|tag| name.eq_ignore_ascii_case(tag)).then_some((name, after))
}

/// Whether the semicolon at a byte offset of a text ends a character code.
pub(super) fn ends_code(text: &str, at: usize) -> bool {
    let start = text[..at].rfind(['#', '&']);
    start.and_then(|start| code(&text[start..=at])).is_some_and(|(_, after)| after.is_empty())
}

/// The character of a code such as `#quot;` or `&amp;` at the start of a text, and what follows the code. The text must
/// start with `#` or `&`.
fn code(text: &str) -> Option<(char, &str)> {
    let (name, after) = text[1..].split_once(';')?;
    let name = name.trim_start_matches('#');
    let letter = match name {
        "quot" => '"',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "nbsp" => ' ',
        "apos" => '\'',
        "semi" => ';',
        "colon" => ':',
        "hash" => '#',
        "infin" => '∞',
        "hearts" => '♥',
        "larr" => '←',
        "rarr" => '→',
        "harr" => '↔',
        "uarr" => '↑',
        "darr" => '↓',
        "le" => '≤',
        "ge" => '≥',
        "ne" => '≠',
        "plusmn" => '±',
        "times" => '×',
        "deg" => '°',
        "euro" => '€',
        "bull" => '•',
        "hellip" => '…',
        "ndash" => '–',
        "mdash" => '—',
        _ => {
            let number =
                name.strip_prefix('x').map_or_else(|| name.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
            char::from_u32(number?).filter(|letter| !letter.is_control())?
        }
    };
    Some((letter, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_out_and_codes_decoded() {
        assert_eq!(shown(r#""`**Bold** text`""#), "Bold text");
        assert_eq!(shown("**Sum** of 2**10"), "Sum of 2**10");
        assert_eq!(shown("\"`_Sum_ of *all* snake_case`\""), "Sum of all snake_case");
        assert_eq!(shown("_private and *p"), "_private and *p");
        assert_eq!(shown("one<br/>two <b>three</b>"), "one\ntwo three");
        assert_eq!(shown("a #amp; b &lt; c #35; d"), "a & b < c # d");
        assert_eq!(shown("I #9829; you #infin; times"), "I ♥ you ∞ times");
        assert_eq!(shown("fa:fa-car Drive"), "Drive");
        assert_eq!(shown("a < b > c"), "a < b > c");
        assert_eq!(shown(&"x".repeat(300)).chars().count(), 241);
    }
}
